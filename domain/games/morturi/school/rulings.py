"""Chapters 1 and 16: what the Imperator rules between battles: raids, gifts, fines (MR-OUT-3)."""

from domain.games.morturi.ruling import RULE, Change, ChangeKind, Note, NoteAdded, Ruling
from domain.games.morturi.school import accounts
from domain.games.morturi.school.resources import has, lose
from domain.games.morturi.school.year import (
    Spend,
    Told,
    at_home,
    house,
    owner,
    pay,
    rules,
    school_of,
)
from domain.ruling import check_note, check_ruling
from domain.terms import Event, RuleBroken

# Events


class SeasonRuled(Event, frozen=True, kw_only=True, tag="morturi.season-ruled/1"):
    """The Imperator ruled on what no option covers; what it changes follows (MR-GEN-4)."""

    text: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"Ruling: {' '.join(self.text.split())}"


# Judging


def rule(telling: Told, action: Ruling, _: Spend) -> None:
    """MR-GEN-4, MR-OUT-3: a school loses or regains denarii, or sheds a resource."""
    check_ruling(RULE, action)
    telling.tell(SeasonRuled(text=action.text))
    for change in action.changes:
        _change(telling, change, " ".join(action.text.split()))


def note(telling: Told, action: Note) -> None:
    """MR-GEN-4: anyone may write a note at any time, of a gladiator or of the year."""
    check_note(RULE, action)
    member = (owner(telling.state, action.member)[1].who,) if action.member else ()
    telling.tell(NoteAdded(member=member, text=action.text))


def _change(telling: Told, change: Change, reason: str) -> None:
    crew = at_home(school_of(telling.state, change.unit))
    if change.amount < 1 and change.change is not ChangeKind.SHEDS:
        raise RuleBroken(RULE, "a ruling says how many denarii")
    match change.change:
        case ChangeKind.LOSES:
            accounts.check(house(telling.state), crew, change.amount, "the ruling")
            pay(telling, crew.who.id, -change.amount, reason)
        case ChangeKind.REGAINS:
            pay(telling, crew.who.id, change.amount, reason)
        case ChangeKind.SHEDS:
            resource = rules(telling.state).resource(change.what)
            if has(crew, resource.id) is None:
                raise RuleBroken(RULE, f"{crew.who.name} has no {resource.name}")
            lose(telling, crew.who.id, resource.id, reason)
        case _:
            sentence = "between battles a school loses or regains denarii, or sheds a resource"
            raise RuleBroken(RULE, sentence)


EVENTS: tuple[type[Event], ...] = (SeasonRuled,)
