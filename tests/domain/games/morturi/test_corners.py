"""Corners of the rules of battle: what meets what, and what then still holds."""

from typing import Any

import msgspec
import pytest

from domain.books import Books
from domain.crew import CrewAction, FoundCrew
from domain.games.morturi import play
from domain.games.morturi.activation import TurnEnded
from domain.games.morturi.battle import changed
from domain.games.morturi.crowd import morale
from domain.games.morturi.dicing import SweepRolled
from domain.games.morturi.gathering import BOOKS as DECIDER
from domain.games.morturi.legal import Legal
from domain.games.morturi.numbers import outcome
from domain.games.morturi.rounds import ArenaMoved
from domain.games.morturi.shapes import EDITIONS
from domain.games.morturi.standing import EffectCancelled
from domain.games.morturi.stores import StoreChanged
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.underway import Attack
from domain.games.morturi.units import Standing
from domain.terms import RuleBroken, Who
from tests.arena_story import (
    Cast,
    Fight,
    activate,
    attack,
    change,
    done,
    man,
    move,
    react,
    roll,
    ruling,
    school,
    stance,
    take,
    trick,
    yes,
)

A, B, C = "Ludus", "Domus", "Schola"
FAR = man("Otho", "samnite", "I9")
PLAIN = man("Lucius", "laquerius", "C4", "s")


def duel(one: Cast, *others: Cast, knows: tuple[str, ...] = (), **house: Any) -> Fight:
    """One gladiator against others; he is acting, and knows what he is said to."""
    fight = Fight(school(A, one), school(B, *others), **house)
    return fight.knowing(one.guest.name, *knows).do(activate(one.guest.name))


def test_nobody_is_asked_where_nothing_is_open() -> None:
    """Light Mobility with all four squares taken, or in a net: no question."""
    tricks = ("light_mobility", "courage", "will_to_live")
    shut = man("X", "samnite", "A2", "s"), man("Y", "samnite", "B1", "w")
    fight = duel(man("Felix", "bestiarius", "A1", "n", *tricks), *shut)
    assert fight.do(attack("X"), roll(1)).asks == ("Acting", A)
    caught = man("Felix", "bestiarius", "C3", "n", *tricks, conditions=["entangled"])
    assert duel(caught, PLAIN).do(attack("Lucius"), roll(1)).asks == ("Acting", A)


def test_a_pushed_enemy_is_out_of_reach() -> None:
    """MR-ATK-14, MR-FRC-2: who was pushed away is neither pushed again nor attacked once more."""
    elf = man("Lith", "elf_moonspear", "C3", "n")
    knows = ("fury_of_the_full_moon", "juggernaught", "melee_focus")
    fight = duel(elf, PLAIN, FAR, knows=knows).do(trick("fury_of_the_full_moon"))
    fight = fight.do(attack("Lucius"), roll(4))
    assert fight.at("Lucius", "Lith") == ["C5 s", "C3 n"]
    assert fight.asks == ("Acting", A)
    killed = duel(
        man("Caecus", "andabatus", "C3", "n", "melee_focus", "superb_hearing", "will_to_live"),
        man("Lucius", "laquerius", "C4", "s", lost=7),
        FAR,
    )
    assert killed.do(attack("Lucius"), roll(6)).asks == ("Acting", A)


def test_stand_firm_is_not_pulled() -> None:
    """MR-FRC-6: Stand Firm: he is not moved, but turned."""
    firm = man("Brutus", "hoplomachus", "C6", "n", "stand_firm", "relentless", "will_to_live")
    one = man("Laq", "laquerius", "C3", "n", "come_here", "execute", "coup_de_grace")
    fight = duel(one, firm).do(attack("Brutus", way="come_here"), react(), roll(4))
    assert fight.at("Brutus") == ["C6 s"]
    assert fight.one(EffectCancelled).does == "pull"


def test_a_vacated_square_that_is_filled_asks_nobody() -> None:
    """Relentless Pursuit: an ally's push has filled the square that was left."""
    stances = ("assault_stance", "combat_mastery", "will_to_live")
    chase = ("relentless_pursuit", "combat_control", "will_to_live")
    fight = Fight(
        school(
            A,
            man("Nepos", "dimachaerus", "C3", "n", *stances),
            man("Varro", "secutor", "B4", "e", *chase),
        ),
        school(B, PLAIN, FAR),
    )
    fight = fight.do(activate("Nepos"), stance("assault_stance"), attack("Lucius"), roll(4))
    assert fight.at("Lucius", "Nepos", "Varro") == ["C5 s", "C4 n", "B4 e"]
    assert fight.asks == ("Acting", A)
    assert fight.do(ruling("words", change("Otho", "loses", 1)))["Otho"].now == 7


def test_the_die_is_changed_or_thrown_again() -> None:
    """MR-ATK-9: in the order named; a reroll asks anew what may be changed; both are paid once."""
    fight = Fight(
        school(
            A,
            man("Felix", "gallus", "C3", "n", "opportunist", "trip", "will_to_live"),
            man("Fanum", "fanatic_dialis", "A9"),
        ),
        school(B, man("Lucius", "laquerius", "C4", "w"), FAR),
    ).knowing("Fanum", "augury_of_spilt_blood")
    point = StoreChanged(
        gladiator=fight.who("Fanum"), what="augury", by=1, now=1, source=Who("x", "X")
    )
    fight = fight.given(point).do(activate("Felix"), attack("Lucius"), react(), roll(1))
    assert fight.offers == ["opportunist", "augury_of_spilt_blood"]
    changed_ = fight.do(yes("Felix: opportunist"))
    assert changed_.offers == ["augury_of_spilt_blood"]
    again = fight.do(yes("Fanum: augury_of_spilt_blood", "Felix: opportunist"))
    assert again.asks == ("Throw", A)
    assert again.do(roll(1)).offers == ["opportunist"]
    assert again.do(roll(4)).one(AttackRolled).natural == 4


def test_morale_without_a_rival() -> None:
    """MR-CRD-3, -5: with no other school present nobody's morale is boosted."""
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, PLAIN))
    alone = changed(fight.battle, fight.ids["Lucius"], standing=Standing.OUT)
    assert morale(alone, fight.ids[A]) == 0


def test_three_schools_and_their_flags() -> None:
    """MR-VIC-4: one flag at a time."""
    fight = Fight(
        school(A, man("Felix", "gallus", "B2")),
        school(B, man("Otho", "samnite", "D4")),
        school(C, man("Gaius", "samnite", "D3")),
        rows=("a...", "....", "b...", "c..."),
        variants=("four_teams",),
        victory="capture_the_flag",
    )
    assert len(fight.battle.flags) == 3
    fight = fight.do(activate("Felix"), move("w"), take, done)
    for name in ("Otho", "Gaius"):
        fight = fight.do(activate(name), done)
    fight = fight.do(activate("Felix"), move("s"))
    assert fight.refused(take) == "MR-VIC-4"


def test_a_moving_part_waits_for_whoever_stands_there() -> None:
    """MR-TER-9: parts never move so that somebody would stand in a wall."""
    frames = [("a...", "....", "...b"), ("a...", ".X..", "...b")]
    fight = Fight(
        school(A, man("Felix", "gallus", "B2")),
        school(B, man("Otho", "samnite", "D1")),
        rows=frames[0],
        then=frames,
    )
    waits = fight.do(activate("Felix"), done, activate("Otho"), done)
    assert not waits.all(ArenaMoved)
    moved = fight.do(activate("Felix"), move("w"), done, activate("Otho"), done)
    assert moved.one(ArenaMoved).rows == frames[1]


def test_accurate_throw_needs_no_help() -> None:
    """Accurate Throw: a 3 that hits anyway does what the spear does."""
    tricks = ("accurate_throw", "eagle_eye", "will_to_live")
    fight = duel(man("Pelta", "peltast", "C1", "n", *tricks), PLAIN)
    spear = next(w for w in fight["Pelta"].weapons if w.id == "thrown_spear")
    shot = Attack(attacker=fight.ids["Pelta"], target=fight.ids["Lucius"], way=spear)
    assert outcome(fight.battle, shot, 3, 3).base == 4
    assert outcome(fight.battle, shot, 3, 4).base == 3


def test_cheered_sweeps() -> None:
    """MR-DMG-6: Boosted Morale raises what Circle Sweep does."""
    tricks = ("circle_sweep", "superb_hearing", "will_to_live")
    fight = Fight(school(A, man("Caecus", "andabatus", "C3", "n", *tricks)), school(B, PLAIN))
    fight = fight.do(ruling("cheers", change(A, "scores", 1)), activate("Caecus"))
    fight = fight.do(trick("circle_sweep"), roll(2))
    assert fight.one(SweepRolled).hurt[0].damage == 3


def test_a_full_store() -> None:
    """Arcane Energy: 4 at most; what is more is lost."""
    one = man("Ignis", "pyromancer", "C3")
    fight = duel(one, FAR, knows=("arcane_sacrifice",)).do(trick("arcane_sacrifice", amount=4))
    fight = fight.do(trick("gather_energy"), roll(2))
    assert fight["Ignis"].store("arcane_energy") == 4


def test_without_any_weapon() -> None:
    """MR-ATK-2: who has no way of attacking does not attack."""
    fight = duel(man("Felix", "gallus", "C3"), PLAIN)
    fight.battle = changed(fight.battle, fight.ids["Felix"], weapons=())
    with pytest.raises(RuleBroken, match="MR-ATK-2"):
        fight.when(attack("Lucius"))


def test_an_aura_is_not_thrown_off() -> None:
    """MR-CON-5, -6: what lasts as long as a beast faces him is no net: no die for it."""
    leo = man("Leo", "fast_beast", "C4", "s", "no_escape", "throat_tear", "will_to_live")
    fight = duel(man("Felix", "gallus", "C3"), leo, entangle_escape="d6_3plus_at_turn_start")
    assert fight.asks == ("Acting", A)


def test_the_books_take_the_rest() -> None:
    """Whatever opens no battle is for the campaign's own rules."""
    found: CrewAction = FoundCrew(crew="crew-x", name="X", player="P")
    books = Books(name="Ludi", game="morturi", edition=EDITIONS[-1])
    assert list(DECIDER.decide(books, found))


def test_turns_before_any_order() -> None:
    """Remembering is total: a turn that ends in a battle without an order."""
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, FAR))
    bare = msgspec.structs.replace(fight.battle, order=())
    ended = play.evolve(bare, TurnEnded(gladiator=fight.who("Felix")))
    assert ended.units[fight.ids["Felix"]].acted


def test_what_is_legal_is_said() -> None:
    """What may be combined into a line, and what is open at any moment."""
    fight = duel(man("Felix", "gallus", "C3"), PLAIN)
    legal = Legal(fight.battle)
    assert not legal.admits(attack("Nobody"))
    assert legal.combine() == {"move": "steps one after the other: move n n e"}
    assert legal.patterns() == []
    assert Legal(fight.do(attack("Lucius")).battle).patterns() == ["roll {1..6}"]
