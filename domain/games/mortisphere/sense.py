"""Chapter 17, checked: an effect is made of words that exist, and they make sense together."""

from collections.abc import Iterator

from domain import effects as shared
from domain.codex import Fault, Place, unknown
from domain.effects import Effect, Language, one_of
from domain.games.mortisphere import played
from domain.games.mortisphere.shapes import Book

# the words of the operations that have words; all others have a number
WORDED = {
    "reroll": ("must_keep", "keep_best", "keep_worst"),
    "tie": ("win", "lose", "none"),
    "activation": ("keep", "spend", "refresh"),
    "respond": ("interpose", "when_activated", "forbid_defence", "per_initiator"),
    "target": ("adjacent_area", "must_target_bearer", "cannot_be_targeted", "extra_target"),
    "move": ("any", "adjacent", "bring_ally"),
    "status": ("add", "remove"),
}
# how far the number of an operation may go (MS-EFF-3, -6)
NUMBERS = {
    "modify": (-9, 9),
    "set_min": (1, 20),
    "set_max": (1, 20),
    "die_step": (-2, 2),
    "max_roll": (-6, 6),
    "damage": (1, 3),
    "prevent": (1, 3),
    "heal": (1, 3),
    "presence": (-4, 4),
    "objective": (-3, 3),
    "gain": (-3, 3),
    "permit": (0, 3),
}
MOST_ON_A_ROLL = 2

# what is played at a moment: its operations, each with the words it may have there (none: all)
Words = tuple[str, ...]
MOMENTS: dict[str, dict[str, Words]] = {
    "always": {"max_roll": ()},
    "profile.build": {
        "gain": ("max_health", "slot", "ability_slot", "resolve"),
        "permit": ("any_equipment", "repair_injury_cost", "evolve_twice"),
    },
    "recruit.cost": {"modify": ()},
    "round.start": {"status": ()},
    "initiative.value": {"modify": ()},
    "clash.declare": {"permit": ("swarm_count",), "respond": ("forbid_defence",), "target": ()},
    "clash.respond": {
        "permit": ("swarm_defence",),
        "respond": ("interpose", "when_activated", "per_initiator"),
    },
    "clash.roll": {
        "die_step": (),
        "modify": (),
        "reroll": ("must_keep",),
        "set_max": (),
        "set_min": (),
    },
    "clash.compare": {"tie": ()},
    "clash.absorb": {"presence": ()},
    "clash.win": {"activation": ("spend",), "damage": (), "status": ()},
    "clash.end": {"activation": ("refresh",)},
    "damage.taken": {"prevent": ()},
    "unit.incapacitated": {"status": ()},
    "foe.incapacitated": {"gain": ("xp",), "heal": ()},
    "action.move": {"activation": ("keep",), "move": ("any", "bring_ally")},
    "action.interact": {"activation": ("keep",), "objective": (), "permit": ("interact_tag",)},
    "objective.channel": {"permit": ("channel_protected",)},
    "round.end": {"heal": ()},
    "battle.end": {"gain": ("salvage", "xp")},
    "fate.roll": {"modify": (), "reroll": ("keep_best",)},
}
STATIC = ("always", "profile.build", "recruit.cost", "initiative.value")
CLASH = ("clash.declare", "clash.respond", "clash.roll", "clash.compare", "clash.absorb")
PAIRED = (*CLASH, "clash.win", "clash.lose", "clash.end")
STRUCK = (*PAIRED, "damage.taken", "unit.incapacitated", "foe.incapacitated")
ROLLED = ("clash.roll", "clash.win")
# where the conditions and scopes that need a Clash, a die or an objective have a meaning
CONDITIONS = {
    **dict.fromkeys(("initiating", "defending", "absorbing", "defended", "ally_targeted"), STRUCK),
    **dict.fromkeys(("opponent_bigger", "opponent_smaller", "opponent_wounded"), STRUCK),
    **dict.fromkeys(("opponent_activated", "opponent_type", "same_target_as_captain"), STRUCK),
    **dict.fromkeys(("in_swarm", "against_swarm", "multi_targeted"), STRUCK),
    **dict.fromkeys(("natural_max", "natural_one"), ROLLED),
    "objective_tag": ("action.interact", "objective.channel", "objective.complete"),
    "equipment_tag": ("recruit.cost",),
    "fate_result": (),
}
SCOPES = dict.fromkeys(("opponent", "target", "initiator"), STRUCK)
MOST_ROUNDS = 20


def faults(book: Book, at: Place, effects: tuple[Effect, ...]) -> Iterator[Fault]:
    """What is wrong with the effects of an entry (MS-EFF-2 to -6)."""
    spoken = _language(book)
    for number, effect in enumerate(effects):
        here = (*at, "effects", number)
        # what is not known makes no sense anyway, and what makes none has no use
        words = [*shared.wording(spoken, here, effect), *_operation(book, here, effect)]
        sense = words or [*_sense(spoken, here, effect)] or [*_use(here, effect)]
        area = at[0] == "scenarios"  # `staging.py` says what an Area's effects may be
        yield from sense or (() if area else played.faults(here, effect))


def _language(book: Book) -> Language:
    """How effects are written (MS-EFF-2 to -5): the conditions with a value, all costs priced."""
    types = one_of("type", [kind.id for kind in book.types])
    areas = {tag for scenario in book.scenarios for area in scenario.areas for tag in area.tags}
    values = {
        "objective_tag": one_of("objective tag", book.objective_tags),
        "equipment_tag": one_of("family", [family.id for family in book.families]),
        "area_tag": one_of("tag of an Area", areas),
        "opponent_type": types,
        "bearer_type": types,
        "round_at_least": one_of("round", [str(n) for n in range(1, MOST_ROUNDS + 1)]),
        "fate_result": one_of("fate", [fate.id for fate in book.fates]),
    }
    operations = {moment: tuple(there) for moment, there in MOMENTS.items()}
    return Language(book.words, operations, values, book.words.costs)


def _operation(book: Book, at: Place, effect: Effect) -> Iterator[Fault]:
    """An operation has its own kind of value (MS-EFF-3)."""
    whats = {
        "status": [status.id for status in book.statuses],
        "gain": book.words.gains,
        "permit": book.words.permits,
    }
    yield from unknown(at, effect.op, effect.what, whats.get(effect.op, [""]))
    if effect.op in WORDED:
        yield from unknown(at, "word", effect.word, WORDED[effect.op])
        if effect.value:
            yield Fault(at, f"{effect.op} has a word and no number")
    elif effect.op == "permit":
        yield from _permit(book, at, effect)
    elif effect.word or not effect.value:
        yield Fault(at, f"{effect.op} has a number that is not 0")
    least, most = _numbers(effect)
    if effect.op in NUMBERS and effect.value and not least <= effect.value <= most:
        yield Fault(at, f"{effect.op} goes from {least} to {most}, not to {effect.value}")


def _numbers(effect: Effect) -> tuple[int, int]:
    """How far the number of an effect may go; on one die by 2 (MS-EFF-6)."""
    if (effect.on, effect.op) == ("clash.roll", "modify"):
        return -MOST_ON_A_ROLL, MOST_ON_A_ROLL
    return NUMBERS.get(effect.op, (0, 0))


def _permit(book: Book, at: Place, effect: Effect) -> Iterator[Fault]:
    """The permissions that have a word or a number (MS-EFF-3)."""
    words = {"swarm_defence": ["close_ranks"], "interact_tag": book.objective_tags}
    yield from unknown(at, "word", effect.word, words.get(effect.what, [""]))
    counted = effect.what in ("swarm_count", "repair_injury_cost")
    if counted != bool(effect.value):
        yield Fault(at, f"{effect.what} has {'a' if counted else 'no'} number")


def _sense(spoken: Language, at: Place, effect: Effect) -> Iterator[Fault]:
    """Operation, conditions and scope mean something at the moment (MS-EFF-2 to -4)."""
    yield from shared.sense(spoken, at, effect)
    words = MOMENTS.get(effect.on, {}).get(effect.op)
    if words and (effect.what or effect.word) not in words:
        said = f"{effect.op} {effect.what or effect.word} makes no sense at {effect.on}"
        yield Fault(at, said, f"{effect.op} takes {', '.join(words)} there")
    for condition in effect.when:
        name = condition.value if condition.name == "not" else condition.name
        if effect.on not in CONDITIONS.get(name, (effect.on,)):
            hint = f"it has a meaning at {', '.join(CONDITIONS[name]) or 'no moment'}"
            yield Fault(at, f"the condition {name} has no meaning at {effect.on}", hint)
    if effect.on not in SCOPES.get(effect.to, (effect.on,)):
        yield Fault(at, f"there is no {effect.to} at {effect.on}")


def _use(at: Place, effect: Effect) -> Iterator[Fault]:
    """Declared, optional, limited, paid, lasting: an effect is what it may be (MS-EFF-5)."""
    yield from shared.use(at, effect)
    if effect.declare and effect.on not in PAIRED:
        yield Fault(at, f"nothing is declared at {effect.on}, which lies in no Clash")
    if effect.cost and not effect.chosen:
        yield Fault(at, "what has a cost is declared or optional, for it is paid on use")
    if effect.on in STATIC and (effect.chosen or effect.times):
        yield Fault(at, f"what holds at {effect.on} is neither chosen nor limited")
    if effect.per == "clash" and effect.on not in STRUCK:
        yield Fault(at, f"{effect.on} lies in no Clash, so its limit is per another span")
    if effect.until and effect.op != "status":
        yield Fault(at, f"only a status lasts until something, {effect.op} does not")
