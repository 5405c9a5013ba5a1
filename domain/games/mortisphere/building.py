"""Chapter 16: what effects make of a profile when it is worked out (`profile.build`)."""

from domain.effects import Parts
from domain.games.mortisphere.effects import parts_at
from domain.games.mortisphere.shapes import Book


def parts_of(  # noqa: PLR0917 a profile has that many parts
    kind: str,
    abilities: tuple[str, ...] = (),
    items: tuple[str, ...] = (),
    injuries: tuple[str, ...] = (),
    traits: tuple[str, ...] = (),
    will: str = "",
    affinities: tuple[str, ...] = (),
) -> Parts:
    """Everything of a profile that may hold effects, in the profile's order (MS-EFF-1)."""
    return (
        ("type", kind),
        *(("ability", a) for a in abilities),
        *(("item", i) for i in items),
        *(("injury", i) for i in injuries),
        *(("advance", t) for t in traits),
        *((("will", will),) if will else ()),
        *(("affinity", tag) for tag in affinities),
    )


def gained(rules: Book, parts: Parts, what: str) -> int:
    """What effects add to a profile: `max_health`, `slot`, `ability_slot`, `resolve`.

    An injury that stacks counts as often as it was suffered, everything else once (MS-FAT-7).
    """
    total = 0
    for c in parts_at(rules, parts, "profile.build"):
        if (c.effect.op, c.effect.what) == ("gain", what):
            stacks = c.family == "injury" and rules.injury(c.entry).stacks
            times = parts.count((c.family, c.entry)) if stacks else 1
            total += c.effect.value * times
    return total


def permitted(rules: Book, parts: Parts, what: str) -> int:
    """How many effects of a profile permit something, `any_equipment` above all."""
    return sum(
        (c.effect.op, c.effect.what) == ("permit", what)
        for c in parts_at(rules, parts, "profile.build")
    )


def maximum(rules: Book, die: int, health: int, parts: Parts) -> int:
    """MS-HEA-6, MS-FAT-4: maximum Health with effects: at least 1, at most the die's cap."""
    cap = max(health, rules.die(die).health_cap)
    return max(1, min(cap, health + gained(rules, parts, "max_health")))
