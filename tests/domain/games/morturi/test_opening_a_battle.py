"""Chapter 11 at the opening: teams, arenas, sides, deployment, dice; over the campaign's books."""

from typing import Any

import msgspec
import pytest

from domain import dice
from domain.books import Books, Crew, Member
from domain.campaign import BattleListed
from domain.dicebox import DiceSealed
from domain.games.morturi import play
from domain.games.morturi.battle import Fighting, StartAt
from domain.games.morturi.dicebox import ChangeDice, DiceChanged, SeedShown
from domain.games.morturi.gathering import BOOKS as DECIDER
from domain.games.morturi.gathering import open_battle
from domain.games.morturi.legal import Legal
from domain.games.morturi.opening import (
    BattleOpened,
    Drawing,
    FieldTeam,
    Guest,
    GuestCrew,
    Open,
    Team,
    TeamFielded,
)
from domain.games.morturi.priority import PriorityTaken
from domain.games.morturi.shapes import EDITIONS
from domain.games.morturi.throwing import AnnounceRoll, Roll, RollAnnounced
from domain.games.morturi.units import Standing
from domain.games.morturi.victory import Conclude
from domain.games.morturi.waiting import Activate, Deploy, Field, Start, Throw
from domain.ledger.record import Catalogue
from domain.terms import Elsewhere, Event, NotFound, RuleBroken, Who
from domain.throwing import Shown, Source
from tests.arena_story import BATTLE, Fight, deploy, man, roll, school, start

A, B = "Ludus", "Domus"
SECRET = bytes(range(32))
ID = dice.solo_battle(SECRET)
SEAL = DiceSealed(battle=ID.hex(), anchors=(dice.anchor(SECRET, ID, 1).hex(),), solo=True)


def member(crew: str, n: int, role: str = "gallus") -> Member:
    """A Novicius of a school."""
    return Member(
        who=Who(f"crew-{crew}/{n}", f"{crew}{n}"),
        handle=f"{crew}{n}",
        kind=role,
        die=0,
        health=8,
        grade="novicius",
    )


def books(**sizes: int) -> Books:
    """A campaign with schools of so many gladiators."""
    crews = {
        f"crew-{name}": Crew(
            who=Who(f"crew-{name}", name),
            player=name,
            founding=False,
            members=tuple(member(name, n) for n in range(1, size + 1)),
        )
        for name, size in sizes.items()
    }
    return Books(name="Ludi", game="morturi", edition=EDITIONS[-1], crews=crews)


def opening(**facts: Any) -> Open:
    """Battlelines between two schools of the campaign."""
    plain: dict[str, Any] = {
        "battle": BATTLE,
        "scenario": "battlelines",
        "crews": ("crew-ash", "crew-elm"),
    }
    return Open(**(plain | facts))


def told(events: list[Event | Elsewhere]) -> Fighting:
    """The battle that these events tell."""
    battle = Fighting()
    for event in events:
        if not isinstance(event, Elsewhere):
            battle = play.evolve(battle, event)
    return battle


def refusal(known: Books, action: Open) -> str:
    """The rule by which an opening is refused."""
    with pytest.raises(RuleBroken) as broken:
        open_battle(known, action)
    return broken.value.rule


# Teams


def test_a_campaigns_schools_meet() -> None:
    """MR-BAT-1, -2: their fit gladiators are entered; the campaign lists the battle."""
    came = open_battle(books(ash=2, elm=3), opening())
    opened, listed = came[0], came[-1]
    assert isinstance(opened, BattleOpened)
    assert opened.told() == "A battle opens: Battlelines, ash against elm, table dice."
    assert isinstance(listed, Elsewhere)
    assert isinstance(listed.event, BattleListed)
    battle = told(came)
    assert [s.id for s in battle.sides] == ["crew-ash", "crew-elm"]
    assert battle.order == ("crew-ash", "crew-elm")
    assert isinstance(play.awaited(battle), Start)


def test_teams_are_named_or_chosen() -> None:
    """MR-BAT-2: a school with more than may be entered names its team, or is asked."""
    known = books(ash=8, elm=6)
    team = Team("crew-ash", ("crew-ash/1", "crew-ash/2"))
    battle = told(open_battle(known, opening(teams=(team,))))
    assert len([u for u in battle.units.values() if u.school == "crew-ash"]) == 2
    battle = told(open_battle(known, opening()))
    assert play.awaited(battle) == Field("crew-ash", 1, 6)
    assert len(Legal(battle).simple()) == 8
    assert "field" in Legal(battle).combine()
    crowd = Team("crew-ash", tuple(f"crew-ash/{n}" for n in range(1, 8)))
    assert refusal(known, opening(teams=(crowd,))) == "MR-BAT-1"
    wrong = [
        FieldTeam(crew="crew-elm", members=("crew-elm/1",)),
        FieldTeam(crew="crew-ash", members=("crew-elm/1",)),
        FieldTeam(crew="crew-ash", members=()),
        FieldTeam(crew="crew-ash", members=("crew-ash/1", "crew-ash/1")),
    ]
    rules = []
    for action in wrong:
        with pytest.raises(RuleBroken) as broken:
            play.decide(battle, action)
        rules.append(broken.value.rule)
    assert rules == ["MR-BAT-2", "MR-BAT-2", "MR-BAT-1", "MR-BAT-1"]
    chosen = FieldTeam(crew="crew-ash", members=tuple(f"crew-ash/{n}" for n in range(1, 7)))
    came = list(play.decide(battle, chosen))
    assert isinstance(came[0], TeamFielded)
    battle = told([*open_battle(known, opening()), *came])
    assert len([u for u in battle.units.values() if u.school == "crew-ash"]) == 6


def test_what_no_opening_may_be() -> None:
    """MR-BAT-1 to -3, MR-TER-5: schools, teams, sides and hazards are checked before."""
    known = books(ash=2, elm=2, oak=2)
    assert refusal(known, opening(battle="battle-9")) == "MR-BAT-1"
    assert refusal(known, opening(crews=("crew-ash",))) == "MR-BAT-1"
    assert refusal(known, opening(crews=("crew-ash", "crew-ash"))) == "MR-BAT-1"
    assert refusal(known, opening(crews=("crew-ash", "crew-elm", "crew-oak"))) == "MR-BAT-1"
    assert refusal(known, opening(scenario="tifernum")) == "MR-BAT-1"
    stranger = Team("crew-ash", ("crew-elm/1",))
    assert refusal(known, opening(teams=(stranger,))) == "MR-BAT-2"
    nobody = (StartAt("crew-oak", "north"),)
    assert refusal(known, opening(starts=nobody)) == "MR-BAT-3"
    nowhere = (StartAt("crew-ash", "west"),)
    assert refusal(known, opening(starts=nowhere)) == "MR-BAT-3"
    twice = (StartAt("crew-ash", "north"), StartAt("crew-elm", "north"))
    assert refusal(known, opening(starts=twice)) == "MR-BAT-3"
    small = (Drawing(("a", ".", "b")),)
    assert refusal(known, opening(arena=small)) == "MR-BAT-3"
    one_side = (Drawing(("aa", ".."), "zones"),)
    assert refusal(known, opening(arena=one_side)) == "MR-BAT-3"
    odd = (Drawing(("aa", "bb"), "somewhere"),)
    assert refusal(known, opening(arena=odd)) == "MR-BAT-1"
    growing = (Drawing(("aa", "bb")), Drawing(("aa", "..", "bb")))
    assert refusal(known, opening(arena=growing)) == "MR-TER-9"
    assert refusal(known, opening(variants=("hazard_border",))) == "MR-TER-5"
    assert refusal(known, opening(dice=Source.SEALED)) == "MR-GEN-3"
    assert refusal(known, opening(victory="king_of_the_hill")) == "MR-VIC-4"
    assert refusal(known, opening(victory="slaughter_condemned")) == "MR-VIC-4"
    with pytest.raises(NotFound):
        open_battle(known, opening(complications=("snow",)))


def test_variants_and_complications() -> None:
    """MR-SCN-1, MR-BAT-8: agreed variants change the arena; complications are named once."""
    action = opening(
        variants=("hazard_border",), hazard=2, complications=("battle_drums", "battle_drums")
    )
    battle = told(open_battle(books(ash=2, elm=2), action))
    assert battle.arena[1] == "!.............!"
    assert battle.complications == ("battle_drums",)
    four = opening(crews=("crew-ash", "crew-elm", "crew-oak", "crew-fir"), variants=("four_teams",))
    assert len(told(open_battle(books(ash=2, elm=2, oak=2, fir=2), four)).sides) == 4


def test_the_books_decide_everything_else() -> None:
    """The campaign's own actions go to its own rules; an opening is judged here."""
    came = list(DECIDER.decide(books(ash=2, elm=2), opening(friendly=True)))
    assert isinstance(came[0], BattleOpened)
    assert came[0].friendly
    assert came[0].told().startswith("A pick-up battle")


# Sides and deployment


def test_agreed_sides() -> None:
    """MR-BAT-3: sides that were agreed are taken without a question."""
    starts = (StartAt("crew-ash", "south"), StartAt("crew-elm", "north"))
    battle = told(open_battle(books(ash=2, elm=3), opening(starts=starts)))
    assert [s.start for s in battle.sides] == ["south", "north"]
    assert isinstance(play.awaited(battle), Activate)


def test_crossfire() -> None:
    """MR-SCN-3: one gladiator at the middle of each edge, team-mates opposite each other."""
    fight = Fight(
        school(A, man("Felix", "gallus"), man("Paris", "gallus")),
        school(B, man("Otho", "samnite"), man("Gaius", "samnite")),
        scenario="crossfire",
        placed=False,
    )
    assert [fight.called(s) for s in fight.battle.order] == [B, A]
    assert fight.awaited == Start(fight.ids[B], ("north and south", "east and west"))
    assert fight.refused(start(A, "east and west")) == "MR-BAT-3"
    assert fight.refused(start(B, "north")) == "MR-BAT-3"
    fight = fight.do(start(B, "east and west"))
    waiting = fight.awaited
    assert isinstance(waiting, Deploy)
    assert waiting.squares == ("A5", "I5")
    assert fight.refused(deploy("Otho", "B5")) == "MR-BAT-1"
    assert fight.refused(deploy("Felix", "A5")) == "MR-BAT-1"
    assert fight.refused(deploy("Otho", "A5", "x")) == "MR-MOV-8"
    fight = fight.do(deploy("Otho", "A5"), deploy("Felix", "E1"))
    assert fight.at("Otho", "Gaius", "Felix", "Paris") == ["A5 e", "I5 w", "E1 n", "E9 s"]
    assert fight.battle.round == 1


def test_duel_series_needs_no_choice_of_squares() -> None:
    """MR-SCN-4: the middle square of each short end."""
    fight = Fight(
        school(A, man("Felix", "gallus")),
        school(B, man("Otho", "samnite")),
        scenario="duel_series",
        placed=False,
    ).do(start(B, "south"))
    assert fight.at("Otho", "Felix") == ["B1 n", "B9 s"]


def test_tifernum() -> None:
    """MR-SCN-6: eight on each side, on the outermost rows."""
    fight = Fight(
        school(A, *(man(f"A{n}", "legionnaire") for n in range(8))),
        school(B, *(man(f"B{n}", "samnite") for n in range(8))),
        scenario="tifernum",
        placed=False,
    ).do(start(B, "north"))
    waiting = fight.awaited
    assert isinstance(waiting, Deploy)
    assert len(waiting.squares) == 20
    gauls = GuestCrew(
        name=A,
        members=tuple(Guest(name=f"A{n}", role="gallus", grade="novicius") for n in range(8)),
    )
    assert refusal(books(), opening(crews=(), guests=(gauls, gauls), scenario="tifernum")) == (
        "MR-SCN-6"
    )


def test_classic_pairing() -> None:
    """MR-SCN-2: one against one in three by nine."""
    fight = Fight(
        school(A, man("Felix", "hoplomachus")),
        school(B, man("Otho", "murmillo")),
        scenario="classic_pairing",
        placed=False,
    )
    assert fight.asks == ("Start", A)
    fight = fight.do(start(A, "north"))
    assert fight.at("Felix", "Otho") == ["B9 s", "B1 n"]
    gallus = Guest(name="X", role="gallus", grade="novicius")
    guests = (GuestCrew(name="P", members=(gallus,)), GuestCrew(name="Q", members=(gallus,)))
    assert refusal(books(), opening(crews=(), guests=guests, scenario="classic_pairing")) == (
        "MR-SCN-2"
    )


# Guests and profiles


def test_a_guest_must_be_possible() -> None:
    """MR-CRE-2, -4: tricks of the role, as many as the grade has."""
    wrong = [
        Guest(name="X", role="gallus", grade="servus"),
        Guest(name="X", role="gallus", grade="palus", tricks=("trip",)),
        Guest(name="X", role="gallus", grade="palus", tricks=("trip", "execute", "takedown")),
    ]
    for guest in wrong:
        guests = (GuestCrew(name="P", members=(guest,)), GuestCrew(name="Q", members=(guest,)))
        assert refusal(books(), opening(crews=(), guests=guests)).startswith("MR-CRE")


def test_proposals_are_told() -> None:
    """MR-CRE-7, -8: a profile says what of it is a proposal."""
    fight = Fight(
        school(A, man("Felix", "thracian", "C3")), school(B, man("Otho", "samnite", "I9"))
    )
    opened = fight.events[0]
    assert isinstance(opened, BattleOpened)
    felix = opened.schools[0].gladiators[0]
    assert "move" in felix.proposed


# The record and the dice


def test_the_record_takes_every_event() -> None:
    """Every event and action of a battle is of the record's own types, and comes back the same."""
    catalogue = Catalogue(play.EVENTS, play.ACTIONS)
    assert len(catalogue.events) >= len(play.EVENTS)
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, man("Otho", "samnite", "I9")))
    for event in fight.events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
        assert event.told().endswith(".")


def test_sealed_dice_draw_the_lot() -> None:
    """MR-GEN-3: sealed dice roll lots and checks alike; announced ones fall on the table."""
    action = opening(dice=Source.SEALED, seal=(SEAL,), friendly=True)
    battle = told(open_battle(books(ash=1, elm=1), action))
    waiting = play.awaited(battle)
    assert isinstance(waiting, Throw)
    with pytest.raises(RuleBroken, match="MR-GEN-3"):
        play.decide(battle, Roll(faces=(Shown(1),)))
    with pytest.raises(RuleBroken, match="MR-GEN-3"):
        play.decide(battle, Roll(reveals=("xyz",)))
    with pytest.raises(RuleBroken, match="already"):
        play.decide(battle, AnnounceRoll())
    reveal = dice.reveal(SECRET, ID, 1, 1)
    came = list(play.decide(battle, Roll(reveals=(reveal.hex(),))))
    assert any(isinstance(e, PriorityTaken) for e in came)
    lot = came[0]
    (face,) = dice.faces(ID, 1, (reveal,), [2])
    assert getattr(lot, "face", 0) == face
    after = told([*open_battle(books(ash=1, elm=1), action), *came])
    assert after.seal.places == 1
    (announced,) = play.decide(after, AnnounceRoll())
    assert isinstance(announced, RollAnnounced)
    (changed,) = play.decide(after, ChangeDice(dice=Source.TABLE, why="the light went out"))
    assert isinstance(changed, DiceChanged)
    assert play.struck(battle, lot).seal.places == 1  # type: ignore[arg-type]  # an event here


def test_the_seed_is_shown_at_last() -> None:
    """MR-GEN-3: with the result the seed of solo dice may be shown."""
    action = opening(dice=Source.SEALED, seal=(SEAL,), friendly=True)
    battle = told(open_battle(books(ash=2, elm=3), action))
    ended = msgspec.structs.replace(battle, ended="draw")
    came = list(play.decide(ended, Conclude(seed=SECRET.hex())))
    assert any(isinstance(e, SeedShown) for e in came)
    with pytest.raises(RuleBroken):
        play.decide(ended, Conclude(seed="00" * 32))


def test_nothing_before_the_opening() -> None:
    """MR-BAT-1: a battle that was never opened takes no line."""
    with pytest.raises(RuleBroken, match="MR-BAT-1"):
        play.decide(Fighting(), roll(3))
    assert play.awaited(Fighting()).__class__.__name__ == "Nothing"


def test_gladiators_wait_behind_gates() -> None:
    """MR-BAT-3: nobody is deployed; all are in reserve until they enter."""
    battle = told(open_battle(books(ash=2, elm=3), opening()))
    assert {u.standing for u in battle.units.values()} == {Standing.RESERVE}
