"""MS-TYP-4, checked: a type that a campaign adds has one affinity, one help and a price for it."""

from collections.abc import Iterator

from domain.codex import Fault, Place
from domain.effects import Effect
from domain.games.mortisphere.shapes import Book, Type

# the words that are good for whom they reach, and those that are bad
GOOD = (
    *("must_keep", "keep_best", "win", "none", "keep", "refresh"),
    *("interpose", "when_activated", "per_initiator"),
    *("adjacent_area", "extra_target", "cannot_be_targeted", "any", "adjacent", "bring_ally"),
)
BAD = ("keep_worst", "lose", "spend", "forbid_defence", "must_target_bearer")
BETTER_LOWER = ("initiative.value", "recruit.cost")
AGAINST = ("opponent", "target", "initiator", "enemy_in_area", "enemies_in_area")
FEW_SLOTS = 2


def faults(book: Book, at: Place, kind: Type) -> Iterator[Fault]:
    """What an own type lacks, or has too much of (MS-TYP-4)."""
    helping = [effect for effect in kind.effects if helps(book, effect) > 0]
    tags = [tag for effect in helping if (tag := _affinity(effect))]
    if kind.affinity not in tags:
        hint = (
            '{ on = "action.interact", op = "objective", value = 1, when = '
            f'[{{ name = "objective_tag", value = "{kind.affinity}" }}], times = 1, '
            'per = "scenario" } among its effects'
        )
        yield Fault(at, f"no effect gives it its affinity to {kind.affinity} (MS-TYP-4)", hint)
    elif len(tags) > 1:
        yield Fault(at, f"a type has one affinity, this one has {', '.join(tags)} (MS-TYP-4)")
    if (rest := len(helping) - len(tags)) != 1:
        sentence = f"beside its affinity a type has one effect that helps, not {rest}"
        yield Fault(at, f"{sentence} (MS-TYP-4)")
    if not restricted(book, kind):
        hint = "fewer families, slots, objectives; no_heal = true; an effect that harms it"
        yield Fault(at, "a type has a restriction or a cost in the campaign (MS-TYP-4)", hint)


def restricted(book: Book, kind: Type) -> bool:
    """Whether a type may not do something that others may, or pays for what it is."""
    return (
        len(set(kind.equipment_tags)) < len(book.families)
        or kind.slots < FEW_SLOTS
        or bool(kind.cannot_interact)
        or kind.no_heal
        or bool(kind.unhealed_by)
        or any(helps(book, effect) < 0 for effect in kind.effects)
    )


def helps(book: Book, effect: Effect) -> int:
    """1 for an effect that is good for its bearer, -1 for one that is bad, 0 for neither."""
    match effect.op:
        case "damage":
            good, others = -1, effect.to not in ("self", "captain", "crew")
        case "status":
            good, others = _status(book, effect), effect.to in AGAINST
        case _:
            good = (effect.word in GOOD) - (effect.word in BAD) or _sign(effect)
            others = effect.to in AGAINST
    return -good if others else good


def _sign(effect: Effect) -> int:
    """Whether the number of an effect is good for whom it reaches."""
    if effect.op in ("permit", "set_min", "set_max", "prevent", "heal"):
        return -1 if effect.op == "set_max" else 1
    sign = (effect.value > 0) - (effect.value < 0)
    return -sign if effect.on in BETTER_LOWER else sign


def _status(book: Book, effect: Effect) -> int:
    """Whether a status is good for whom it is put on; taken off, it is the other way."""
    found = book.status(effect.what)
    ours = [each for each in found.effects if each.op != "status"]  # these may lead in a circle
    good = not found.blocks and all(helps(book, each) > 0 for each in ours)
    return (1 if good else -1) * (-1 if effect.word == "remove" else 1)


def _affinity(effect: Effect) -> str:
    """The tag of objectives that an effect makes quicker; empty for any other effect."""
    if (effect.on, effect.op) != ("action.interact", "objective"):
        return ""
    return next((one.value for one in effect.when if one.name == "objective_tag"), "")
