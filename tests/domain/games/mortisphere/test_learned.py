"""MS-ADV-4 on the board: what a member has learned between battles comes with it to the next."""

from domain.books import Books, Crew, Member
from domain.games.mortisphere import play
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.conditions import Situation
from domain.games.mortisphere.effects import modifiers
from domain.games.mortisphere.gathering import open_battle
from domain.games.mortisphere.opening import Open
from domain.games.mortisphere.resolve import current_max
from domain.games.mortisphere.shapes import EDITIONS
from domain.games.mortisphere.units import Unit
from domain.terms import Elsewhere, Who


def on_the_board(**learned: object) -> tuple[Fighting, Unit]:
    """A battle of the campaign in which a survivor (d10, 1 Health lost) has learned this."""
    sura = Member(
        who=Who("crew-ash/2", "Sura"), handle="SUR", kind="survivor", die=10, health=3, lost=1
    )
    profile = {name: getattr(sura, name) for name in sura.__struct_fields__} | learned
    nine = Member(who=Who("crew-iron/2", "Nine"), handle="NIN", kind="machine", die=8, health=3)
    crews = {
        "crew-ash": Crew(who=Who("crew-ash", "Ash"), founding=False, members=(Member(**profile),)),
        "crew-iron": Crew(who=Who("crew-iron", "Iron"), founding=False, members=(nine,)),
    }
    books = Books(game="mortisphere", edition=EDITIONS[-1], crews=crews)
    opening = Open(battle="battle-1", scenario="last-granary", crews=("crew-ash", "crew-iron"))
    battle = Fighting()
    for event in open_battle(books, opening):
        if not isinstance(event, Elsewhere):
            battle = play.evolve(battle, event)
    return battle, battle.units["crew-ash/2"]


def extra(tag: str, **learned: object) -> list[str]:
    """What adds to Sura's interaction with an objective of that tag."""
    battle, sura = on_the_board(**learned)
    found = modifiers(battle, sura, "action.interact", "objective", Situation(tag=tag))
    return [f"{one.source.name} {one.amount:+d}" for one in found]


def test_enduring_holds_in_the_next_battle() -> None:
    """MS-ADV-4 Enduring: the first lost Health does not lower the maximum: 10, not 8."""
    assert current_max(*on_the_board()) == 8
    assert current_max(*on_the_board(learned=("bearer", "enduring"), advances=2)) == 10


def test_practised_is_a_second_affinity_on_the_board() -> None:
    """MS-ADV-4 Practised, MS-TYP-3: 1 more on the first interaction of that tag, once."""
    assert extra("repair") == []
    assert extra("repair", affinities=("repair",)) == ["affinity to repair +1"]
    assert extra("search", affinities=("repair",)) == ["Survivor +1"]


def test_an_affinity_is_had_once() -> None:
    """MS-TYP-3, -5: one whose type became a Survivor had practised searching before: still 1."""
    assert extra("search", affinities=("search",)) == ["Survivor +1"]


def test_what_is_taken_instead_of_a_result_has_no_effect_on_the_board() -> None:
    """MS-ADV-5, -6: +1 Resolve and a die step are in the profile itself."""
    _, sura = on_the_board(learned=("resolve", "step"), advances=2)
    assert sura.traits == ()
