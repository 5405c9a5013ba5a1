"""Chapter 16: what gladiators do outside the arena (MR-OUT-1 to -3)."""

from msgspec.structs import replace

from domain.books import Crew, Member
from domain.games.morturi.doings import Check, Contest
from domain.games.morturi.parts import Part, told_parts, total
from domain.games.morturi.school.calendar import in_phase
from domain.games.morturi.school.survival import MAIMED
from domain.games.morturi.school.throwing import thrown
from domain.games.morturi.school.year import (
    FREE_PLAY,
    Ludi,
    Season,
    Spend,
    Told,
    Trial,
    house,
    owner,
    rules,
)
from domain.games.morturi.throwing import D6, Roll
from domain.games.morturi.waiting import DieDue, Throw
from domain.terms import Event, RuleBroken, Who
from domain.throwing import Rolled

CHECK, CONTEST = "check", "contest"

# Events


class TrialBegun(Event, frozen=True, kw_only=True, tag="morturi.trial-begun/1"):
    """A gladiator tries something outside the arena, or with `against` two try each other."""

    gladiator: Who
    against: tuple[Who, ...] = ()
    suited: bool = False
    hard: int = 0
    against_suited: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        if self.against:
            return f"{self.gladiator.name} tries himself against {self.against[0].name}."
        return f"{self.gladiator.name} tries something outside the arena."


class SkillChecked(Rolled, frozen=True, kw_only=True, tag="morturi.skill-checked/1"):
    """A skill check was rolled: the die and what is added, against the number needed (MR-OUT-1)."""

    gladiator: Who
    face: int
    parts: tuple[Part, ...] = ()
    total: int
    need: int
    success: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        parts = f" ({told_parts(self.parts)})" if self.parts else ""
        how = "it succeeds" if self.success else "it fails"
        return f"{self.gladiator.name}: {self.face}{parts} = {self.total}, {how}."


class ContestRolled(Rolled, frozen=True, kw_only=True, tag="morturi.contest-rolled/1"):
    """Two gladiators rolled against each other; level ones roll again (MR-OUT-2)."""

    gladiators: tuple[Who, ...]
    faces: tuple[int, ...]
    totals: tuple[int, ...]
    winner: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        pairs = zip(self.gladiators, self.totals, strict=True)
        totals = ", ".join(f"{who.name} {amount}" for who, amount in pairs)
        how = f"{self.winner[0].name} wins" if self.winner else "level, again"
        return f"{totals}: {how}."


# What is awaited


def upcoming(books: Ludi) -> Throw | None:
    """The dice of a check or contest."""
    trial = books.season.trial
    if trial is None:
        return None
    crew, _ = owner(books, trial.gladiator)
    first = DieDue(trial.gladiator, D6)
    if not trial.against:
        return Throw(CHECK, (first,), crew.who.id)
    return Throw(CONTEST, (first, DieDue(trial.against, D6)), crew.who.id)


# Judging


def check(telling: Told, action: Check, asked: Spend) -> None:
    """MR-OUT-1, -3: in free play; the Imperator says how hard it is."""
    in_phase(asked, FREE_PLAY, "a skill check")
    hard = (0, *(-each for each in rules(telling.state).beyond.difficulty))
    if action.hard not in hard:
        raise RuleBroken("MR-OUT-1", f"a task is hard by {hard[1]} to {hard[-1]}, or not at all")
    who = _able(telling.state, action.member)
    telling.tell(TrialBegun(gladiator=who, suited=action.suited, hard=action.hard))


def contest(telling: Told, action: Contest, asked: Spend) -> None:
    """MR-OUT-2: two gladiators, wherever they belong, with the bonuses of any check."""
    in_phase(asked, FREE_PLAY, "a contest")
    if action.member == action.against:
        raise RuleBroken("MR-OUT-2", "nobody tries himself against himself")
    one, other = (_able(telling.state, each) for each in (action.member, action.against))
    telling.tell(
        TrialBegun(
            gladiator=one,
            against=(other,),
            suited=action.suited,
            against_suited=action.against_suited,
        )
    )


def _able(books: Ludi, gladiator: str) -> Who:
    """MR-OUT-3: somebody who is well enough."""
    _, member = owner(books, gladiator)
    if not member.fit:
        raise RuleBroken("MR-OUT-3", f"{member.who.name} is not fit")
    return member.who


def bonus(books: Ludi, gladiator: str, trial: Trial) -> tuple[Part, ...]:
    """MR-OUT-1: by grade, by a fitting role, by how hard it is; MR-RET-1 by a servant's help."""
    crew, member = owner(books, gladiator)
    beyond = rules(books).beyond
    by_grade = {one.grade: one.value for one in beyond.bonus}
    found = [(member.grade, by_grade.get(member.grade, 0))]
    suited = trial.suited if gladiator == trial.gladiator else trial.against_suited
    found += [("fitting role", beyond.fitting_role)] if suited else []
    found += [("servant", 1)] if _servant(books, crew) else []
    found += [("hard", -trial.hard)]
    return tuple(Part(Who(what.replace(" ", "_"), what), value) for what, value in found if value)


def _servant(books: Ludi, crew: Crew) -> Member | None:
    """MR-RET-1: a maimed gladiator who serves his school."""
    if house(books).maimed != "servant_bonus":
        return None
    return next((one for one in crew.members if MAIMED in one.injuries), None)


def roll_check(telling: Told, action: Roll, throw: Throw) -> None:
    """MR-OUT-1, MR-AT-30: a D6 and what is added: 5 or more succeeds."""
    books = telling.state
    trial, rolled = _trial(books), thrown(books, action, throw)
    (face,) = rolled.faces
    parts = bonus(books, trial.gladiator, trial)
    reached, need = face + total(parts), rules(books).beyond.need
    telling.tell(
        SkillChecked(
            gladiator=owner(books, trial.gladiator)[1].who,
            face=face,
            parts=parts,
            total=reached,
            need=need,
            success=reached >= need,
            **rolled.facts,
        )
    )


def roll_contest(telling: Told, action: Roll, throw: Throw) -> None:
    """MR-OUT-2: the higher total wins, level ones roll again."""
    books = telling.state
    trial, rolled = _trial(books), thrown(books, action, throw)
    both = (trial.gladiator, trial.against)
    whos = tuple(owner(books, one)[1].who for one in both)
    parts = (total(bonus(books, one, trial)) for one in both)
    totals = tuple(face + more for face, more in zip(rolled.faces, parts, strict=True))
    won = () if totals[0] == totals[1] else (whos[totals.index(max(totals))],)
    telling.tell(
        ContestRolled(
            gladiators=whos, faces=rolled.faces, totals=totals, winner=won, **rolled.facts
        )
    )


def _trial(books: Ludi) -> Trial:
    assert books.season.trial is not None  # noqa: S101 its dice are awaited
    return books.season.trial


# Remembering


EVENTS: tuple[type[Event], ...] = (TrialBegun, SkillChecked, ContestRolled)


def evolve(season: Season, event: Event) -> Season:
    """Remember what is tried, until its dice have decided."""
    match event:
        case TrialBegun():
            against = event.against[0].id if event.against else ""
            trial = Trial(
                gladiator=event.gladiator.id,
                against=against,
                suited=event.suited,
                hard=event.hard,
                against_suited=event.against_suited,
            )
            return replace(season, trial=trial)
        case SkillChecked():
            return replace(season, trial=None)
        case ContestRolled():
            return replace(season, trial=None) if event.winner else season
        case _:
            return season
