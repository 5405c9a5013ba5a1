"""Chapters 2 and 15: rounds begin and end, and so does the battle."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere.battle import (
    Fighting,
    changed,
    crew_units,
    fighting_crews,
    setting,
    side,
    side_changed,
    whos,
)
from domain.games.mortisphere.carrying import drop
from domain.games.mortisphere.control import controller
from domain.games.mortisphere.ending import CONCEDED, end_reason
from domain.games.mortisphere.initiative import CrewNumber
from domain.games.mortisphere.scoring import Deed, leader, score
from domain.games.mortisphere.units import Standing
from domain.terms import Action, Elsewhere, Event, RuleBroken, Telling, Who

# Events


class RoundBegan(Event, frozen=True, kw_only=True, tag="mortisphere.round-began/1"):
    """A round began: activations and expired statuses are cleared (MS-RND-4, -5)."""

    round: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"Round {self.round} begins."


class RoundEnded(Event, frozen=True, kw_only=True, tag="mortisphere.round-ended/1"):
    """A round ended: every active member had acted or could not (MS-RND-3)."""

    round: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"Round {self.round} ends."


class ConcessionAnnounced(
    Event, frozen=True, kw_only=True, tag="mortisphere.concession-announced/1"
):
    """A crew will concede when the round ends (MS-SCN-6)."""

    crew: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} will concede at the end of the round."


class CrewWithdrew(Event, frozen=True, kw_only=True, tag="mortisphere.crew-withdrew/1"):
    """A crew left the battle: its active members are safe, the fallen stay behind (MS-SCN-6)."""

    crew: Who
    members: tuple[Who, ...]
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        if self.reason == CONCEDED:
            return f"{self.crew.name} concedes."
        return f"{self.crew.name} withdraws: its Captain has fallen."


class BattleEnded(Event, frozen=True, kw_only=True, tag="mortisphere.battle-ended/1"):
    """The battle is over, by its scenario's rule or a concession (MS-SCN-4, -5)."""

    reason: str
    scores: tuple[CrewNumber, ...]
    winner: tuple[Who, ...] = ()
    rounds: int

    def told(self) -> str:
        """Say it as the table would."""
        scores = ", ".join(f"{s.crew.name} {s.number}" for s in self.scores)
        ends = f"{self.winner[0].name} wins" if self.winner else "a draw"
        return f"The battle ends ({_REASONS.get(self.reason, self.reason)}): {scores}; {ends}."


_REASONS = {
    "rounds": "its last round is over",
    "all_objectives_completed": "every objective is done",
    "objective_completed": "its end is reached",
    "one_crew_left": "at most one crew still stands",
    "exited": "the one it was about is out",
    "neutral_incapacitated": "the one it was about has fallen",
    "carried_out": "what it was about is carried out",
    "event": "its end has come",
    CONCEDED: "conceded",
}


class BattleConcluded(Event, frozen=True, kw_only=True, tag="mortisphere.battle-concluded/1"):
    """The result of an ended battle was confirmed; the crews are free again."""

    def told(self) -> str:
        """Say it as the table would."""
        return "The battle is concluded."


# Actions


class Concede(Action, frozen=True, kw_only=True, tag="mortisphere.concede"):
    """Concede the battle: at once while no turn of the round is taken, else at its end."""

    crew: str


class Conclude(Action, frozen=True, kw_only=True, tag="mortisphere.conclude"):
    """Confirm the result of a battle that has ended; `seed` is that of its solo dice."""

    seed: str = ""


# What is awaited


def upcoming(_battle: Fighting) -> Callable[[Telling[Fighting]], None]:
    """Nothing else waits: the next round begins."""
    return begin


def begin(telling: Telling[Fighting]) -> None:
    """MS-RND-5, start: activations and expired statuses are cleared."""
    telling.tell(RoundBegan(round=telling.state.round + 1))


def close(telling: Telling[Fighting]) -> None:
    """MS-RND-5, end: who leaves, and whether the battle ends."""
    for each in telling.state.sides:
        if each.conceding:
            withdraw(telling, each.id, CONCEDED)
        elif each.withdraws_after == telling.state.round:
            withdraw(telling, each.id, "captain fell")
    telling.tell(RoundEnded(round=telling.state.round))
    reason = end_reason(telling.state)
    if reason:
        end(telling, reason)


def end(telling: Telling[Fighting], reason: str) -> None:
    """MS-SCN-5: control and standing are scored once, then the points decide."""
    for area in setting(telling.state).areas:
        crew = controller(telling.state, area.id)
        if crew:
            score(telling, crew, Deed(on="control.end", area=area.id))
    _standing(telling)
    battle = telling.state
    winner = leader(battle)
    telling.tell(
        BattleEnded(
            reason=reason,
            scores=tuple(CrewNumber(s.who, s.points) for s in battle.sides),
            winner=(side(battle, winner).who,) if winner else (),
            rounds=battle.round,
        )
    )


def _standing(telling: Telling[Fighting]) -> None:
    """MS-SCN-5: what is scored for the members, and the neutrals, that still stand."""
    battle = telling.state
    for each in battle.sides:
        number = len(crew_units(battle, each.id))
        score(telling, each.id, Deed(on="standing.end", count=number))
        for unit in battle.units.values():
            if unit.neutral and unit.active:
                deed = Deed(on="neutral.standing.end", neutral=unit.neutral)
                score(telling, each.id, deed)


# Judging


def concede(telling: Telling[Fighting], action: Concede) -> None:
    """MS-SCN-6: at once while the round has no turn, else at its end."""
    battle = telling.state
    if battle.house.withdraw == "never":
        raise RuleBroken("MS-SCN-6", "by this battle's house rules nobody leaves the battle")
    mine = side(battle, action.crew)
    if mine.conceding or mine.conceded:
        raise RuleBroken("MS-SCN-6", f"{mine.who.name} has conceded already")
    if action.crew not in fighting_crews(battle):
        raise RuleBroken("MS-SCN-6", f"{mine.who.name} has nobody left who could leave")
    busy = battle.clash or battle.departure or battle.contest or battle.closing
    if battle.turns or battle.acting or busy:
        telling.tell(ConcessionAnnounced(crew=mine.who))
        return
    withdraw(telling, action.crew, CONCEDED)
    if len(fighting_crews(telling.state)) <= 1:
        end(telling, CONCEDED)


def withdraw(telling: Telling[Fighting], crew: str, reason: str) -> None:
    """A whole crew leaves: whoever is active is safe."""
    battle = telling.state
    members = [u.id for u in battle.units.values() if u.crew == crew and u.active]
    if members:
        who = side(battle, crew).who
        telling.tell(CrewWithdrew(crew=who, members=whos(battle, members), reason=reason))
        for member in members:
            drop(telling, battle.units[member])


def conclude(telling: Telling[Fighting]) -> None:
    """Confirm the result; the campaign remembers that the crews are free again."""
    from domain.campaign import BattleClosed  # noqa: PLC0415 only this action needs it

    if not telling.state.ended:
        raise RuleBroken("MS-SCN-4", "the battle has not ended yet")
    telling.tell(BattleConcluded())
    telling.events.append(Elsewhere("campaign", BattleClosed(battle=telling.state.battle)))


# Remembering


EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    RoundEnded,
    ConcessionAnnounced,
    CrewWithdrew,
    BattleEnded,
    BattleConcluded,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what these chapters tell."""
    match event:
        case RoundBegan():
            return _fresh_round(battle, event.round)
        case RoundEnded():
            return msgspec.structs.replace(battle, round_open=False, channels=())
        case ConcessionAnnounced():
            return side_changed(battle, event.crew.id, conceding=True)
        case CrewWithdrew():
            gone = battle
            for who in event.members:
                gone = changed(gone, who.id, standing=Standing.WITHDRAWN)
            conceded = event.reason == CONCEDED
            return side_changed(gone, event.crew.id, conceded=conceded, conceding=False)
        case BattleEnded():
            winner = event.winner[0].id if event.winner else ""
            return msgspec.structs.replace(battle, ended=event.reason, winner=winner)
        case BattleConcluded():
            return msgspec.structs.replace(battle, concluded=True)
        case _:
            return battle


def _fresh_round(battle: Fighting, number: int) -> Fighting:
    units = {
        key: msgspec.structs.replace(
            u,
            acted=False,
            statuses=tuple(s for s in u.statuses if not s.until or s.until >= number),
        )
        if u.acted or u.statuses
        else u
        for key, u in battle.units.items()
    }
    return msgspec.structs.replace(
        battle,
        units=units,
        round=number,
        round_open=True,
        order=(),
        last_order=battle.order,
        offered=(),
        worked=(),
        initiative_rolls=(),
        turn="",
        turns=0,
        acting=False,
        passed=(),
    )
