"""Chapter 10: how a battle is won, drawn, or ended for want of blows (MR-VIC-1 to -4)."""

from collections.abc import Callable

import msgspec

from domain.counting import counted
from domain.games.morturi.asking import Accept, QuestionAnswered, taken
from domain.games.morturi.battle import (
    Fighting,
    in_arena,
    schools_present,
    setting,
    side,
)
from domain.games.morturi.ground import field
from domain.games.morturi.underway import Hold
from domain.games.morturi.units import Unit
from domain.games.morturi.waiting import Confirm, Offered, Pick
from domain.terms import Action, Elsewhere, Event, RuleBroken, Telling, Who, listed

HILL, CONDEMNED = "king_of_the_hill", "slaughter_condemned"
ROUNDS_ON_THE_HILL = 3
STALEMATE = "stalemate"
REASONS = {
    "last_school": "one school is left",
    "draw": "nobody is left",
    STALEMATE: "no blow has told for many rounds",
    "capture_the_flag": "the flag is captured",
    HILL: "the hill is held",
    CONDEMNED: "all the condemned are dead",
}

# Events


class HillHeld(Event, frozen=True, kw_only=True, tag="morturi.hill-held/1"):
    """A school began a round on the hill, or held it to the round's end (MR-VIC-4)."""

    school: Who
    rounds: int
    begun: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        if self.begun:
            names = " and ".join(w.name for w in self.begun)
            return f"{self.school.name} begins the round on the hill: {names}."
        return f"{self.school.name} has held the hill for {counted(self.rounds, 'round')}."


class HillLost(Event, frozen=True, kw_only=True, tag="morturi.hill-lost/1"):
    """A school no longer holds the hill; `rounds` are those that still count for it."""

    school: Who
    rounds: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        left = counted(self.rounds, "round counts", "rounds count")
        return f"{self.school.name} does not hold the hill ({left})."


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A school at the battle's end, and the favour of the crowd that it has."""

    school: Who
    favour: int = 0


class BattleEnded(Event, frozen=True, kw_only=True, tag="morturi.battle-ended/1"):
    """The battle is over (MR-VIC-1); without a winner it is a draw (MR-VIC-2, -3).

    It is `drawn` between the schools that were left; between all, if that is not said.
    """

    reason: str
    winners: tuple[Who, ...] = ()
    drawn: tuple[Who, ...] = ()
    rounds: int
    schools: tuple[Outcome, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        wins = " and ".join(w.name for w in self.winners)
        level = f" between {listed(self.drawn)}" if self.drawn else ""
        drawn = "" if self.reason == CONDEMNED else f": a draw{level}"
        result = f": {wins} {'win' if len(self.winners) > 1 else 'wins'}" if wins else drawn
        return f"The battle ends ({REASONS.get(self.reason, self.reason)}){result}."


class BattleConcluded(Event, frozen=True, kw_only=True, tag="morturi.battle-concluded/1"):
    """The result of an ended battle was confirmed; the schools are free again."""

    def told(self) -> str:
        """Say it as the table would."""
        return "The battle is concluded."


# Actions


class Conclude(Action, frozen=True, kw_only=True, tag="morturi.conclude"):
    """Confirm the result of a battle that has ended; `seed` is that of its solo dice."""

    seed: str = ""


# What is awaited


def upcoming(battle: Fighting) -> Callable[[Telling[Fighting]], None] | Confirm | None:
    """MR-VIC-1, -2, -4: whether it is over; MR-VIC-3: whether the Imperator ends it."""
    if reason(battle):
        return decided
    if stale(battle):
        offer = Offered("", STALEMATE, STALEMATE, STALEMATE)
        return Confirm(crew="", what=STALEMATE, offers=(offer,), rule="MR-VIC-3")
    return None


def reason(battle: Fighting) -> str:
    """Why the battle is over now, "" if it is not."""
    if battle.captor:
        return "capture_the_flag"
    left = schools_present(battle)
    if not left:
        return "draw"
    if setting(battle).victory == CONDEMNED:
        return CONDEMNED if not any(u.figure for u in in_arena(battle)) else ""
    return "last_school" if len(left) == 1 else ""


def stale(battle: Fighting) -> bool:
    """MR-VIC-3: no damage for so many rounds; the Imperator is asked every round from then on."""
    after = battle.house.stalemate_rounds
    if after == "never" or battle.round_open or battle.stalemate_asked >= battle.round:
        return False
    return battle.round > 0 and battle.quiet >= int(after)


# Judging


def decided(telling: Telling[Fighting]) -> None:
    """MR-VIC-1, -2: the battle is over."""
    battle = telling.state
    why = reason(battle)
    match why:
        case "capture_the_flag":
            winners = [battle.captor]
        case "last_school":
            winners = schools_present(battle)
        case _:
            winners = []
    end(telling, why, winners)


def end(telling: Telling[Fighting], why: str, winners: list[str]) -> None:
    """It is told who has won."""
    battle = telling.state
    who = tuple(side(battle, s).who for s in winners)
    schools = tuple(Outcome(s.who, s.favour) for s in battle.sides)
    left = () if who else tuple(side(battle, s).who for s in schools_present(battle))
    telling.tell(
        BattleEnded(reason=why, winners=who, drawn=left, rounds=battle.round, schools=schools)
    )


def stalemate(telling: Telling[Fighting], action: Accept, asked: Confirm) -> None:
    """MR-VIC-3: the Imperator ends the battle as a draw."""
    taken(action, asked)
    end(telling, STALEMATE, [])


def go_on(telling: Telling[Fighting], _: Confirm | Pick) -> None:
    """MR-VIC-3: the battle goes on; he is asked again after the next round."""
    telling.tell(QuestionAnswered(question=STALEMATE, answer="no"))


# King of the Hill


def holders(battle: Fighting, school: str) -> tuple[Unit, ...]:
    """A school's gladiators on the hill; nobody who is about to fall holds it."""
    hill = {s.name for s in field(battle).marked("hill")}
    there = (u for u in in_arena(battle) if u.square in hill and u.now > 0)
    return tuple(u for u in there if u.school == school)


def count(telling: Telling[Fighting]) -> None:
    """MR-VIC-4: a round counts only for a school that begins it with a gladiator on the hill."""
    battle = telling.state
    if setting(battle).victory != HILL:
        return
    for each in battle.sides:
        there = tuple(u.who for u in holders(battle, each.id))
        if there:
            held = next((h.rounds for h in battle.holds if h.school == each.id), 0)
            telling.tell(HillHeld(school=each.who, rounds=held, begun=there))


def at_round_end(telling: Telling[Fighting]) -> None:
    """MR-VIC-4: if who began the round on the hill is still there, it counts for his school."""
    battle = telling.state
    if setting(battle).victory != HILL:
        return
    for hold in battle.holds:
        who = side(battle, hold.school).who
        there = {u.id for u in holders(battle, hold.school)}
        if there & set(hold.begun):
            telling.tell(HillHeld(school=who, rounds=hold.rounds + 1))
            continue
        kept = 0 if battle.house.hill_rounds == "consecutive" else hold.rounds
        if kept != hold.rounds or hold.begun:
            telling.tell(HillLost(school=who, rounds=kept))
    won = [h.school for h in telling.state.holds if h.rounds >= ROUNDS_ON_THE_HILL]
    if won:
        end(telling, HILL, won if len(won) == 1 else [])


def conclude(telling: Telling[Fighting]) -> None:
    """Confirm the result; the campaign remembers that the schools are free again."""
    from domain.campaign import BattleClosed  # noqa: PLC0415 only this action needs it

    if not telling.state.ended:
        raise RuleBroken("MR-VIC-1", "the battle has not ended yet")
    telling.tell(BattleConcluded())
    telling.events.append(Elsewhere("campaign", BattleClosed(battle=telling.state.battle)))


def settles(battle: Fighting) -> bool:
    """Whether a battle has an aftermath: it is concluded, and its schools are the campaign's."""
    return battle.concluded and not battle.friendly


# Remembering


EVENTS: tuple[type[Event], ...] = (HillHeld, HillLost, BattleEnded, BattleConcluded)
HEARS: tuple[type[Event], ...] = (QuestionAnswered,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who holds the hill, and how the battle ended."""
    match event:
        case HillHeld():
            begun = tuple(w.id for w in event.begun)
            return _hold(battle, Hold(event.school.id, event.rounds, begun))
        case HillLost():
            return _hold(battle, Hold(event.school.id, event.rounds))
        case BattleEnded():
            winners = tuple(w.id for w in event.winners)
            level = tuple(w.id for w in event.drawn)
            return msgspec.structs.replace(
                battle,
                ended=event.reason,
                winners=winners,
                level=level,
                turn=None,
                attack=None,
                tasks=(),
            )
        case BattleConcluded():
            return msgspec.structs.replace(battle, concluded=True)
        case QuestionAnswered(question="stalemate"):
            return msgspec.structs.replace(battle, stalemate_asked=battle.round)
        case _:
            return battle


def _hold(battle: Fighting, hold: Hold) -> Fighting:
    others = tuple(h for h in battle.holds if h.school != hold.school)
    return msgspec.structs.replace(battle, holds=(*others, hold))
