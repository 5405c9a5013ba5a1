"""Battles in the arena drawn at random: schools, house rules, arenas, a robot to play them."""

from collections.abc import Iterable, Iterator

import msgspec
from hypothesis import strategies as st

from domain import robot
from domain.games.morturi.attacking import Strike
from domain.games.morturi.battle import Fighting
from domain.games.morturi.creation import learnable, number_of_tricks
from domain.games.morturi.gathering import open_battle
from domain.games.morturi.legal import Legal
from domain.games.morturi.movement import Face
from domain.games.morturi.opening import Drawing, Guest, GuestCrew, Open
from domain.games.morturi.options import House
from domain.games.morturi.play import awaited, decide, evolve
from domain.games.morturi.ruling import Change, ChangeKind, Ruling
from domain.games.morturi.shapes import book
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.throwing import Roll
from domain.games.morturi.tricks import Trick
from domain.games.morturi.waiting import Throw
from domain.house import Setting
from domain.terms import Action, Elsewhere, Event
from domain.throwing import Shown
from tests.arena_story import BATTLE, BOOKS

RULES = book()
PATIENCE = 500
"""After so many steps the table rules that all schools but one are out: nobody runs for ever."""
ROLES = [r for r in RULES.roles if r.id != "servus"]
PLAYED = (
    *("damage_bonus_stacking", "edition_coup_de_grace", "edition_opportunist"),
    *("edition_snarling_beast", "priority_count", "priority_move", "edition_activation"),
    *("same_trick_surcharge", "follow_into_hazard", "entangled_blocks_forced_move"),
    *("pull_needs_path", "compelled_metric", "compelled_must_attack", "attacks_per_turn"),
    *("min_tn", "replace_extra_attacks", "mp_attacks_per_turn", "damaging_means"),
    *("melee_focus_chain", "edition_facing_bonus", "ttf_limit", "prone_enemy_locks"),
    *("zero_damage_attacks_gain_bonus", "min_damage", "circle_sweep_modified", "heal_cap"),
    *("edition_determination", "prone_may_crawl", "prone_suppresses_auras", "entangle_escape"),
    *("bleed_kill_credit", "stance_at_deployment", "edition_assault_stance", "height_levels"),
    *("hazard_voluntary", "hazard_reducible", "range_metric", "ranged_while_engaged"),
    *("ranged_arc", "los", "gladiators_block_los", "eliminated_school_counts"),
    *("hazard_kill_credit", "edition_praegenarius", "surrender_when", "hill_rounds"),
    *("noxii_turn_to_face", "humanoids_are_non_human"),
)
SYMBOLS = "......+%&XI!*O^"


@st.composite
def guests(draw: st.DrawFn, name: str) -> Guest:
    """A gladiator of any role and grade, with tricks of his role's."""
    role = draw(st.sampled_from(ROLES))
    grade = RULES.grade(draw(st.sampled_from(["novicius", "palus", "primus_palus"])))
    can = learnable(House(), role)
    count = number_of_tricks(House(), role, grade)
    tricks = draw(st.permutations(can))[:count]
    return Guest(name=name, role=role.id, grade=grade.id, tricks=tuple(tricks))


@st.composite
def arenas(draw: st.DrawFn, schools: int) -> Drawing:
    """A small arena with all kinds of ground, a zone for each school."""
    size = draw(st.integers(5, 7))
    rows = [
        draw(st.lists(st.sampled_from(SYMBOLS), min_size=size, max_size=size)) for _ in range(size)
    ]
    rows[0], rows[-1] = ["a"] * size, ["b"] * size
    if schools > 2:
        for row in rows[1:-1]:
            row[0] = "c"
    return Drawing(tuple("".join(row) for row in rows), draw(st.sampled_from(["zones", "gates"])))


houses: st.SearchStrategy[tuple[Setting, ...]] = st.tuples(
    *(
        st.builds(Setting, st.just(option.name), st.sampled_from((option.default, *option.values)))
        for option in RULES.options
        if option.name in PLAYED
    )
)


@st.composite
def openings(draw: st.DrawFn) -> Open:
    """The opening of a pick-up battle: any gladiators, rules, arena and complications."""
    count = draw(st.sampled_from([2, 2, 3]))
    team = draw(st.integers(1, 3))
    cast = tuple(
        GuestCrew(
            name="ABC"[n],
            members=tuple(draw(guests(f"{'ABC'[n]}{m}")) for m in range(team)),
        )
        for n in range(count)
    )
    known = [c.id for c in RULES.complications]
    drawing = draw(arenas(count))
    victories = ["last_school", "last_school", "capture_the_flag"]
    hill = any("^" in row for row in drawing.rows)
    return Open(
        battle=BATTLE,
        scenario="battlelines",
        variants=("four_teams",),
        guests=cast,
        arena=(drawing,),
        victory="king_of_the_hill" if hill else draw(st.sampled_from(victories)),
        house=draw(houses),
        friendly=True,
        hazard=draw(st.integers(1, 3)),
        complications=tuple(draw(st.sets(st.sampled_from(known), max_size=2))),
    )


@st.composite
def slaughters(draw: st.DrawFn) -> Open:
    """The opening of a Slaughter of the Noxii, in a smaller arena of its own."""
    cast = tuple(
        GuestCrew(name=n, members=tuple(draw(guests(f"{n}{m}")) for m in range(3))) for n in "AB"
    )
    rows = ("aa.....", "aa.n.n.", "..n.n..", "...O...", "..n.n..", ".n.n.bb", ".....bb")
    return Open(
        battle=BATTLE,
        scenario="slaughter_of_the_noxii",
        guests=cast,
        arena=(Drawing(rows, draw(st.sampled_from(["zones", "gates"]))),),
        house=draw(houses),
        friendly=True,
    )


def here(events: Iterable[Event | Elsewhere]) -> list[Event]:
    """The events of the battle's own story."""
    return [e for e in events if not isinstance(e, Elsewhere)]


def opened(action: Open) -> Fighting:
    """The battle as its opening leaves it."""
    battle = Fighting()
    for event in here(open_battle(BOOKS, action)):
        battle = evolve(battle, event)
    return battle


class Step(msgspec.Struct, frozen=True):
    """One action of a battle, what it met and what came of it."""

    before: Fighting
    action: Action
    events: list[Event]
    after: Fighting


class Player:
    """Picks among the legal lines, always alike for the same seed."""

    def __init__(self, seed: str) -> None:
        self._robot = robot.Robot(None, seed)  # type: ignore[arg-type]  # it only picks numbers

    def action(self, battle: Fighting) -> Action | None:
        """What it does now; None if the battle awaits nobody."""
        waiting = awaited(battle)
        if isinstance(waiting, Throw):
            faces = (1 + self._robot.pick(d.sides) for d in waiting.dice)
            return Roll(faces=tuple(Shown(face) for face in faces))
        legal = Legal(battle).simple()
        if self._robot.pick(8):
            legal = [a for a in legal if not isinstance(a, Face | Surrender)] or legal
        if self._robot.pick(3):
            legal = [a for a in legal if isinstance(a, Strike | Trick)] or legal
        return legal[self._robot.pick(len(legal))] if legal else None


def steps(battle: Fighting, seed: str) -> Iterator[Step]:
    """The player plays a battle to its end; if it takes too long, a ruling takes the others out."""
    player = Player(seed)
    for number in range(4 * PATIENCE):
        quiet = not battle.attack and not battle.tasks and not battle.closing
        if number >= PATIENCE and not battle.ended and battle.round and quiet:
            action: Action | None = impatient(battle)
        else:
            action = player.action(battle)
        if action is None:
            return
        events = here(decide(battle, action))
        after = battle
        for event in events:
            after = evolve(after, event)
        yield Step(battle, action, events, after)
        battle = after
    raise AssertionError("the battle does not end")


def impatient(battle: Fighting) -> Action:
    """All but one school are out."""
    there = [u for u in battle.units.values() if u.active]
    last = next((u.school for u in there if u.school), "")
    changes = tuple(
        Change(unit=u.id, change=ChangeKind.OUT) for u in there if u.school != last or u.figure
    )
    return Ruling(text="the sun sets", changes=changes)
