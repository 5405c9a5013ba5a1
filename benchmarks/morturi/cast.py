"""The battles that robots fight in the arena: any gladiators, rules, ground and agreements."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain.games.morturi.battle import StartAt
from domain.games.morturi.creation import learnable, number_of_tricks
from domain.games.morturi.opening import Drawing, Guest, GuestCrew, Open
from domain.games.morturi.options import House
from domain.games.morturi.scenarios import Scenario
from domain.games.morturi.shapes import Grade, Role, book
from domain.games.morturi.sides import starts
from domain.house import Setting

Draw = Callable[[int], int]
RULES = book()
SCHOOLS = "ABCD"
ELSEWHERE = ("tifernum",)
"""Battles with sixteen gladiators are drawn this much more seldom than others: once in RARE."""
RARE = 10
NOXII = ("aa.....", "aa.n.n.", "..n.n..", "...X...", "..n.n..", ".n.n.bb", ".....bb")
LEAST, MORE = 6, 3
"""How wide and how deep an arena of their own is at least, and by how much it may be larger."""


def one(things: Sequence[Any], draw: Draw) -> Any:
    """One of some things."""
    return things[draw(len(things))]


def some(things: Sequence[Any], count: int, draw: Draw) -> tuple[Any, ...]:
    """So many different ones of some things, in any order."""
    left = list(things)
    return tuple(left.pop(draw(len(left))) for _ in range(min(count, len(left))))


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Where and how a battle is fought: what may be agreed of it, whoever comes.

    `rows` is the arena as it is at first; `areas` are the sides that one can start from there.
    """

    variants: tuple[str, ...]
    arena: tuple[Drawing, ...]
    rows: tuple[str, ...]
    victory: str
    hazard: int
    complications: tuple[str, ...]
    most: int

    @property
    def areas(self) -> list[str]:
        """The sides to start from."""
        return list(starts(RULES.edition, self.rows))

    @property
    def agreed(self) -> dict[str, Any]:
        """The terms of an opening."""
        names = ("variants", "arena", "victory", "hazard", "complications")
        return {name: getattr(self, name) for name in names}

    def starts(self, sides: Sequence[str], draw: Draw) -> tuple[StartAt, ...]:
        """Now and then it is agreed who starts where, if there is a side for each area."""
        if len(sides) != len(self.areas) or draw(3):
            return ()
        areas = some(self.areas, len(sides), draw)
        return tuple(map(StartAt, sides, areas))


def stage(scenario: Scenario, draw: Draw) -> Stage:
    """What is agreed of a battle."""
    ground = _ground(scenario, draw)
    variants = some([v.id for v in scenario.options], draw(2) if ground else draw(3), draw)
    four = any(scenario.option(v).max_sides > scenario.max_sides for v in variants)
    rows = ground[0].rows if ground else _rows(scenario, variants)
    return Stage(
        variants=variants,
        arena=ground,
        rows=rows,
        victory=_victory(scenario, rows, draw),
        hazard=1 + draw(3),
        complications=some([c.id for c in RULES.complications], draw(3), draw),
        most=len(SCHOOLS) if four else scenario.max_sides,
    )


def rules(draw: Draw) -> tuple[Setting, ...]:
    """Any value of every house rule."""
    return tuple(
        Setting(o.name, one((o.default, *o.values), draw)) for o in RULES.options if o.works
    )


def opening(battle: str, draw: Draw, feature: str = "") -> Open:
    """The opening of a pick-up battle of guests.

    One of them knows the trick `feature`, if there is one, and his foes are those it is meant for.
    """
    settings, scenario = rules(draw), _scenario(draw)
    agreed = stage(scenario, draw)
    most = min(len(agreed.areas), agreed.most)
    number = scenario.min_sides + draw(most - scenario.min_sides + 1)
    sides = [f"{battle}/1#{n + 1}" for n in range(number)]
    return Open(
        battle=battle,
        scenario=scenario.id,
        guests=_schools(_Cast(RULES.house(settings), scenario, feature), number, draw),
        house=settings,
        friendly=True,
        starts=agreed.starts(sides, draw),
        **agreed.agreed,
    )


def _scenario(draw: Draw) -> Scenario:
    usual = [s for s in RULES.scenarios if s.id not in ELSEWHERE]
    return RULES.scenario(one(ELSEWHERE, draw)) if draw(RARE) == 0 else one(usual, draw)


# The ground


def _rows(scenario: Scenario, variants: tuple[str, ...]) -> tuple[str, ...]:
    """The arena of the battle's own, or of the variant that was agreed last."""
    rows = scenario.arena
    for variant in variants:
        rows = scenario.option(variant).arena or rows
    return rows


def _ground(scenario: Scenario, draw: Draw) -> tuple[Drawing, ...]:
    """Three times in four an arena of their own, which may move; else that of the battle."""
    if scenario.most > LEAST or draw(4) == 0:
        return ()
    start = one(("zones", "gates", "places"), draw)
    if scenario.neutral:
        return (Drawing(NOXII, start),)
    size, sides = (LEAST + draw(MORE), LEAST + draw(MORE)), 2 + 2 * draw(2)
    dense = 1 + draw(3)
    looks = one((1, 1, 1, 1, 3), draw)
    drawn = [_drawn(size, sides, dense, draw) for _ in range(looks)]
    narrow = start == "gates" and draw(2)
    return tuple(Drawing(_narrowed(rows) if narrow else rows, start) for rows in drawn)


def _narrowed(rows: tuple[str, ...]) -> tuple[str, ...]:
    """The same with one square before each of the first two gates: who stays there blocks it."""
    middle = len(rows[0]) // 2
    first, last = (("." * middle + side).ljust(len(rows[0]), ".") for side in "ab")
    return (first, *rows[1:-1], last)


def _drawn(size: tuple[int, int], sides: int, dense: int, draw: Draw) -> tuple[str, ...]:
    """A side along each edge; every so many squares between them have ground of any kind."""
    symbols = [t.symbol for t in RULES.terrain]
    (width, depth), most = size, 1 + 3 // dense
    rows = [
        [one(symbols, draw) if draw(most) == 0 else "." for _ in range(width)] for _ in range(depth)
    ]
    rows[0], rows[-1] = ["a"] * width, ["b"] * width
    if sides > 2:  # noqa: PLR2004 then two more at the other edges
        for row in rows[1:-1]:
            row[0], row[-1] = "c", "d"
    return tuple("".join(row) for row in rows)


def _victory(scenario: Scenario, rows: tuple[str, ...], draw: Draw) -> str:
    """Every third time another way to win than the battle's own, if the arena has what it needs."""
    if scenario.neutral or draw(3):
        return ""
    hill = any("^" in row for row in rows)
    return str(one(("king_of_the_hill",) if hill else ("last_school", "capture_the_flag"), draw))


# The schools


class _Cast(msgspec.Struct, frozen=True):
    """Who may come: by which rules, to which battle, for which trick."""

    house: House
    scenario: Scenario
    feature: str

    @property
    def known(self) -> list[Role]:
        """The roles that are known under these house rules."""
        return known(self.house)

    def roles(self, side: int, pair: tuple[str, ...]) -> list[Role]:
        """Whom a side of a battle may enter."""
        if pair:
            return [r for r in self.known if r.id == pair[side]]
        if side < len(self.scenario.sides):
            mine = self.scenario.sides[side]
            return [r for r in self.known if r.id in mine.roles or r.faction in mine.factions]
        return self.known

    def fit(self, side: int, roles: list[Role]) -> list[Role]:
        """Those of some roles that the trick is about: who knows it, and against whom it is."""
        if not self.feature:
            return roles
        if side == 0:
            return [r for r in roles if self.feature in learnable(self.house, r)] or roles
        words = {
            c.value
            for e in RULES.trick(self.feature).effects
            for c in e.when
            if c.name == "other_is"
        }
        return [r for r in roles if words & {r.id, r.faction, *_keywords(r)}] or roles


def known(house: House) -> list[Role]:
    """The roles that are known under some house rules."""
    return [r for r in RULES.roles if r.known or house.unknown_profiles == "class_pattern"]


def _keywords(role: Role) -> set[str]:
    effects = (e for s in role.specials for e in RULES.special(s).effects)
    return {*role.keywords, *(e.what for e in effects if e.op == "keyword")}


def _schools(cast: _Cast, number: int, draw: Draw) -> tuple[GuestCrew, ...]:
    """So many schools; now and then one has somebody more than it may enter."""
    scenario = cast.scenario
    pairs = [p for p in scenario.pairings if {r.id for r in cast.known}.issuperset(p)]
    pair = some(one(pairs, draw), 2, draw) if pairs else ()
    team = scenario.fewest
    if scenario.fewest < scenario.most:
        team = scenario.fewest + draw(LEAST - 2)
    return tuple(
        GuestCrew(
            name=f"School {SCHOOLS[n]}",
            members=tuple(
                _guest(f"{SCHOOLS[n]}{m}", cast, _mates(cast, n, pair, draw), draw)
                for m in range(_number(scenario, team, draw))
            ),
        )
        for n in range(number)
    )


def _number(scenario: Scenario, team: int, draw: Draw) -> int:
    """How many gladiators a school has, of whom it enters a team."""
    plenty = scenario.fewest == scenario.most and not scenario.pairings and draw(4) == 0
    return scenario.most + 1 if plenty else team


def _mates(cast: _Cast, side: int, pair: tuple[str, ...], draw: Draw) -> list[Role]:
    """Two in three are whom the trick of the day is about."""
    roles = cast.roles(side, pair)
    return cast.fit(side, roles) if draw(3) else roles


def _guest(name: str, cast: _Cast, roles: list[Role], draw: Draw) -> Guest:
    """A gladiator of any grade that his role may have, with tricks of his role's."""
    role = one(roles, draw)
    grades = [g for g in RULES.grades if may_have(role, g)]
    grade = grades[-1] if draw(2) else one(grades, draw)
    tricks = tricks_of(cast.house, role, grade, draw)
    return Guest(name=name, handle=name, role=role.id, grade=grade.id, tricks=tricks)


def tricks_of(house: House, role: Role, grade: Grade, draw: Draw) -> tuple[str, ...]:
    """As many of his role's tricks as a new gladiator of that grade has, any of them."""
    return some(learnable(house, role), number_of_tricks(house, role, grade), draw)


def may_have(role: Role, grade: Grade) -> bool:
    """Whether a grade may have a role."""
    if grade.only_role:
        return role.id == grade.only_role
    return role.id not in {g.only_role for g in RULES.grades} and (
        not role.grades or grade.id in role.grades
    )
