"""Section 2: what a gladiator is by role, grade and tricks, and what he costs.

`chosen` judges the making of a new gladiator; `profile` builds what he is in the arena, however he
came by his tricks. What was not found goes by the options `unknown_profiles` and `unknown_tricks`,
and a profile says which parts of it are a proposal.
"""

from collections.abc import Iterable

import msgspec

from domain.counting import counted
from domain.effects import Parts
from domain.games.morturi.options import House
from domain.games.morturi.shapes import Book, Grade, Role
from domain.games.morturi.words import Effect, Way
from domain.terms import RuleBroken

FIELDS = {
    "move": "Move",
    "life": "life points",
    "weapons": "weapons",
    "specials": "special rules",
}


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a gladiator is in the arena (MR-CRE-6).

    `specials` are those that work (Tactical Movement takes one away), `conditions` those that never
    end. `proposed` names the fields and tricks that no page of the wiki has (MR-CRE-7, -8).
    """

    role: str
    grade: str
    weight: str
    move: int
    life: int
    weapons: tuple[Way, ...]
    specials: tuple[str, ...]
    tricks: tuple[str, ...]
    keywords: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()

    @property
    def parts(self) -> Parts:
        """Everything of it that may hold effects: its special rules, then its tricks."""
        return (
            *(("special", special) for special in self.specials),
            *(("trick", trick) for trick in self.tricks),
        )

    @property
    def melee(self) -> Way | None:
        """The weapon of his ordinary melee attack; a Pyromancer has none."""
        return next((way for way in self.weapons if way.kind == "melee"), None)


def roles(book: Book, house: House, weight: str, grade: str) -> tuple[Role, ...]:
    """MR-CRE-3 to -5: the roles of a class that a grade may have, without those of factions."""
    return tuple(
        role
        for role in book.roles
        if role.weight == weight
        and not role.faction
        and _fits(role, book.grade(grade))
        and (role.known or house.unknown_profiles == "class_pattern")
    )


def learnable(house: House, role: Role) -> tuple[str, ...]:
    """MR-CRE-2, -8: the tricks that a role may know: its seven, or those that were found."""
    return role.tricks if house.unknown_tricks == "suggested" else role.known_tricks


def number_of_tricks(house: House, role: Role, grade: Grade) -> int:
    """MR-CRE-2, -8: how many tricks a new gladiator has: 0, 3 or 7, or as many as are known."""
    return min(grade.tricks, len(learnable(house, role)))


def chosen(
    book: Book, house: House, role: Role, grade: Grade, tricks: tuple[str, ...]
) -> tuple[str, ...]:
    """The tricks of a new gladiator, if he may be what he is to be; refuses by the rule.

    A Primus Palus need not name his: he has them all.
    """
    _may_be(house, role, grade)
    can = learnable(house, role)
    names = [book.trick(trick).name for trick in can]
    wanted = tuple(book.trick(trick).id for trick in tricks)
    for number, trick in enumerate(wanted):
        if trick not in can:
            sentence = f"a {role.name} cannot learn {book.trick(trick).name}"
            raise RuleBroken("MR-CRE-2", sentence, hint=f"one of {', '.join(names)}")
        if trick in wanted[:number]:
            raise RuleBroken("MR-CRE-2", f"{book.trick(trick).name} is learned once")
    due = number_of_tricks(house, role, grade)
    if due == len(can) and not wanted:
        return can
    if len(wanted) != due:
        has = counted(due, "trick") if due else "no tricks"
        sentence = f"a {grade.name} has {has}, not {len(wanted)}"
        raise RuleBroken("MR-CRE-2", sentence, hint=f"of {', '.join(names)}" if due else "")
    return tuple(trick for trick in can if trick in wanted)


def profile(book: Book, house: House, role: Role, grade: Grade, tricks: tuple[str, ...]) -> Profile:
    """MR-CRE-6: what a gladiator of that role, grade and tricks is in the arena."""
    parts = [book.special(special) for special in role.specials]
    known = [book.trick(trick) for trick in tricks]
    effects = [effect for one in (*parts, *known) for effect in one.effects]
    built = [f for f in effects if f.on == "profile.build" and in_force(house, f)]
    brought = [way for one in (*parts, *known) for way in one.ways]
    lost = [effect.what for effect in built if effect.op == "lose"]
    named = dict.fromkeys(effect.what for effect in built if effect.op == "keyword")
    proposed = [field for field in role.suggested if field != "tricks"]
    proposed += [one.id for one in (*parts, *known) if one.suggested]
    proposed += [trick for trick in tricks if trick in role.suggested_tricks]
    return Profile(
        role=role.id,
        grade=grade.id,
        weight=role.weight,
        move=role.move,
        life=role.life,
        weapons=(*role.weapons, *(w for w in brought if in_force(house, w))),
        specials=tuple(special for special in role.specials if special not in lost),
        tricks=tricks,
        keywords=tuple(dict.fromkeys((*role.keywords, *named))),
        conditions=tuple(effect.what for effect in built if effect.op == "condition"),
        proposed=tuple(dict.fromkeys(proposed)),
    )


def proposal(book: Book, part: str) -> str:
    """MR-CRE-7, -8: what of a profile is a proposal, as people call it: a field, or a trick."""
    if part in FIELDS:
        return FIELDS[part]
    known = {one.id: one.name for one in (*book.tricks, *book.specials)}
    return known.get(part, part)


def check_factions(house: House, school: str, drawn_on: Iterable[str]) -> None:
    """MR-FCT-1: in a pick-up game a school draws on one faction at most; a campaign lets it mix."""
    found = tuple(dict.fromkeys(faction for faction in drawn_on if faction))
    if house.game_mode == "pickup" and len(found) > 1:
        sentence = f"in a pick-up game {school} draws on one faction, not on {' and '.join(found)}"
        raise RuleBroken("MR-FCT-1", sentence)


def is_a(found: Profile, book: Book, word: str) -> bool:
    """Whether a gladiator has a role, faction or keyword; humans are neither beasts nor folk."""
    if word == "human":
        return not {"non_human", "humanoid"} & set(found.keywords)
    return word in (found.role, book.role(found.role).faction, *found.keywords)


def price(house: House, grade: Grade) -> int:
    """MR-CRE-1, MR-AUC-1, -2: the list price: in a campaign a Servus is cheaper."""
    return grade.price if house.game_mode == "pickup" else grade.campaign_price


def budget(book: Book, house: House) -> int:
    """MR-CRE-10: what a school has to begin with."""
    return int(house.pickup_budget) if house.game_mode == "pickup" else book.school.campaign


def _fits(role: Role, grade: Grade) -> bool:
    """MR-CRE-4: a Servus has the role Servus, and nobody else has it."""
    if grade.only_role:
        return role.id == grade.only_role
    return not role.grades or grade.id in role.grades


def _may_be(house: House, role: Role, grade: Grade) -> None:
    """Refuse a role that its grade cannot have, or whose profile nobody knows."""
    if not _fits(role, grade):
        raise RuleBroken("MR-CRE-4", f"a {grade.name} cannot be a {role.name}")
    if not role.known and house.unknown_profiles != "class_pattern":
        sentence = f"the profile of the {role.name} was not found"
        hint = "by unknown_profiles = class_pattern he has that of his class"
        raise RuleBroken("MR-CRE-7", sentence, hint=hint)


def in_force(house: House, thing: Effect | Way) -> bool:
    """Whether an effect or a way of attacking is there under these house rules."""
    return all(house.has(one.value) for one in thing.when if one.name == "house")


def grade_of(book: Book, text: str) -> Grade:
    """The grade of that id or name; refuses what is none, and none at all (MR-CRE-1)."""
    if not text:
        known = ", ".join(grade.id for grade in book.grades)
        raise RuleBroken("MR-CRE-1", "a gladiator has a grade", hint=f"one of {known}")
    return book.grade(text)
