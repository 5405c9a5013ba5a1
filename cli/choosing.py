"""Which battle is meant, where several are open or none is."""

from collections.abc import Sequence

from domain.listing import Listed
from domain.terms import Ambiguous

OPEN = "acta battle open SCENARIO CREW CREW"


def several(sentence: str, battles: Sequence[Listed], how: str) -> Ambiguous:
    """The refusal to choose among battles."""
    hint = " or ".join(f"{how} {one.battle.removeprefix('battle-')}" for one in battles)
    told = [f"{one.battle} {_sides(one)}" for one in battles]
    return Ambiguous(f"{sentence}: {', '.join(told)}", told, hint=hint)


def _sides(listed: Listed) -> str:
    crews = " against ".join(crew.name for crew in listed.crews)
    return f"({crews or 'friendly'})"
