"""Chapter 17, checked: what an effect says is what the program does with it (MS-EFF-4, -5).

`sense.py` holds an effect to moments and operations; here it is held to how they are played: by
themselves, declared or chosen, paid in what is there to pay with, for those whom they reach.
"""

from collections.abc import Iterator

from domain.codex import Fault, Place
from domain.effects import Effect

Key = tuple[str, str]
BEARER = ("", "self")
ALLIES = ("ally_in_area", "allies_in_area")
# declared in step 3, or in step 1 on the line itself (MS-CLA-15)
DECLARED = {
    *(("clash.declare", op) for op in ("respond", "target")),
    *(("clash.roll", op) for op in ("die_step", "modify", "reroll", "set_max", "set_min")),
    ("clash.compare", "tie"),
    *(("clash.win", op) for op in ("activation", "damage", "status")),
}
# offered and never played by itself; what has a word, by that word
CHOSEN = {
    *(("round.start", "status"), ("damage.taken", "prevent"), ("clash.end", "activation")),
    *(("fate.roll", "reroll"), ("action.move", "bring_ally")),
}
# offered, or played by itself
OFFERED = CHOSEN | {("clash.roll", "reroll"), ("action.move", "activation")}
PAID = ("health", "discard")
# whose uses nobody counts
UNCOUNTED = {
    *(("clash.declare", op) for op in ("permit", "cannot_be_targeted")),
    *(("clash.respond", op) for op in ("permit", "interpose", "per_initiator")),
    *(("clash.compare", "tie"), ("action.move", "any"), ("action.interact", "permit")),
    *(("unit.incapacitated", "status"),),
}
# whom an effect reaches besides its bearer
_AROUND = (*ALLIES, "enemies_in_area", "all_in_area")
_PAIRING = (*ALLIES, "opponent")
REACHES: dict[Key, tuple[str, ...]] = {
    ("always", "max_roll"): ALLIES,
    ("round.start", "status"): _AROUND,
    ("unit.incapacitated", "status"): _AROUND,
    ("clash.declare", "must_target_bearer"): ("enemies_in_area",),
    ("clash.declare", "forbid_defence"): ("target",),
    **{("clash.roll", op): _PAIRING for op in ("modify", "die_step", "set_max", "set_min")},
    ("clash.compare", "tie"): _PAIRING,
    ("clash.absorb", "presence"): _PAIRING,
    **{("clash.win", op): ("opponent",) for op in ("activation", "damage", "status")},
    ("damage.taken", "prevent"): ALLIES,
    ("action.move", "bring_ally"): ALLIES,
    ("action.interact", "objective"): ALLIES,
    ("round.end", "heal"): ALLIES,
    ("battle.end", "xp"): ("ally_in_area",),
    ("fate.roll", "modify"): ("crew_in_area",),
}


def faults(at: Place, effect: Effect) -> Iterator[Fault]:
    """What an effect says that nothing comes of, though its words make sense."""
    yield from _choice(at, effect)
    yield from _price(at, effect)
    yield from _static(at, effect)
    yield from _scope(at, effect)


def _among(effect: Effect, known: set[Key]) -> bool:
    """Whether an operation, or its word, is among these of its moment."""
    return (effect.on, effect.op) in known or (effect.on, effect.word) in known


def _said(effect: Effect) -> str:
    word = effect.what or effect.word
    return f"{effect.op} {word}".rstrip() + f" at {effect.on}"


def _choice(at: Place, effect: Effect) -> Iterator[Fault]:
    """MS-EFF-5: what may be declared, and what is offered."""
    if effect.declare and not _among(effect, DECLARED):
        yield Fault(at, f"{_said(effect)} is not declared")
    if effect.optional and not _among(effect, OFFERED):
        yield Fault(at, f"{_said(effect)} is not offered, it works by itself")
    if effect.times and not effect.declare and _among(effect, UNCOUNTED):
        yield Fault(at, f"{_said(effect)} has no limit")
    if not effect.optional and _among(effect, CHOSEN):
        yield Fault(at, f"{_said(effect)} is offered: it is optional")


def _price(at: Place, effect: Effect) -> Iterator[Fault]:
    """MS-EFF-5: what a cost is paid in."""
    if effect.cost and effect.cost not in PAID:
        yield Fault(at, f"nobody pays in {effect.cost}", f"there is {', '.join(PAID)}")
    if effect.cost and not _among(effect, DECLARED | {("damage.taken", "prevent")}):
        relic = (effect.on, effect.op, effect.cost) == ("fate.roll", "reroll", "discard")
        if not relic:
            yield Fault(at, f"{_said(effect)} has no cost")


def _static(at: Place, effect: Effect) -> Iterator[Fault]:
    """MS-EFF-4: a profile and a price are worked out where nobody stands anywhere."""
    names = {condition.name for condition in effect.when}
    if effect.on == "profile.build" and names:
        yield Fault(at, "what holds at profile.build holds without a condition")
    if effect.on == "recruit.cost" and (at[0] != "types" or names - {"equipment_tag"}):
        yield Fault(at, "a price is changed by a type, for all items or those of one family")


def _scope(at: Place, effect: Effect) -> Iterator[Fault]:
    """MS-EFF-4: whom it reaches."""
    kinds = ((effect.on, word) for word in (effect.word, effect.what, effect.op) if word)
    reached = next((REACHES[kind] for kind in kinds if kind in REACHES), ())
    if effect.to not in (*BEARER, *reached):
        hint = f"it reaches {' or '.join(('its bearer', *reached))}"
        yield Fault(at, f"{_said(effect)} does not reach {effect.to}", hint)
