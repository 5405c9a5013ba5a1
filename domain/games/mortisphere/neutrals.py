"""Chapter 15: neutrals take their places, answer for themselves, and act as rounds end (MS-NEU)."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere.battle import (
    Fighting,
    area_name,
    changed,
    prevented,
    setting,
    side,
    whos,
)
from domain.games.mortisphere.clash import Answered, ClashAnswered, ClashDeclared, Struck
from domain.games.mortisphere.declaring import lured
from domain.games.mortisphere.escorts import NeutralMoved, bring
from domain.games.mortisphere.lots import PlainDie, plain_faces, plain_throw
from domain.games.mortisphere.objectives import ObjectiveCompleted
from domain.games.mortisphere.prey import choices, named, steered
from domain.games.mortisphere.roles import role
from domain.games.mortisphere.throwing import Roll, remember_roll
from domain.games.mortisphere.underway import Mode
from domain.games.mortisphere.units import Standing, Unit
from domain.games.mortisphere.using import count
from domain.games.mortisphere.waiting import Awaited, Pick, Throw
from domain.names import the
from domain.terms import Event, Telling, Who
from domain.throwing import Rolled

HOSTILE = "hostile"
STEERED = "steered"

# Events


class NeutralPlaced(Event, frozen=True, kw_only=True, tag="mortisphere.neutral-placed/1"):
    """A neutral stands where the scenario puts it; an escorted one has a controller (MS-NEU)."""

    neutral: Who
    area: Who
    controller: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        whose = f"; {self.controller[0].name} answers for it" if self.controller else ""
        return f"{self.neutral.name} stands in {the(self.area.name)}{whose}."


class NeutralStayed(Event, frozen=True, kw_only=True, tag="mortisphere.neutral-stayed/1"):
    """A hostile neutral found nobody whom it could strike, and no way to anybody (MS-NEU-2)."""

    neutral: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.neutral.name} stays in {the(self.area.name)}."


class LotCast(Rolled, frozen=True, kw_only=True, tag="mortisphere.lot-cast/1"):
    """A lot decided among equals whom a neutral strikes, or where it goes (MS-NEU-2)."""

    neutral: Who
    among: tuple[Who, ...]
    dice: tuple[PlainDie, ...]
    drawn: Who

    def told(self) -> str:
        """Say it as the table would."""
        names = ", ".join(w.name for w in self.among)
        lot = self.dice[0].natural
        return f"By lot {self.neutral.name} turns to {self.drawn.name} ({lot} among {names})."


class NeutralSteered(Event, frozen=True, kw_only=True, tag="mortisphere.neutral-steered/1"):
    """The crew that guides a neutral this round chose its target or its way."""

    neutral: Who
    crew: Who
    to: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} turns {self.neutral.name} to {self.to.name}."


# Taking their places, at deployment


def place(telling: Telling[Fighting]) -> None:
    """MS-SCN-2: the neutrals stand where the scenario puts them, with their controllers."""
    battle = telling.state
    for unit in battle.units.values():
        if unit.neutral:
            neutral = setting(battle).neutral(unit.neutral)
            playing = [s.who for s in battle.sides if role(battle, s.id) == neutral.controller]
            area = area_name(battle, neutral.area)
            telling.tell(NeutralPlaced(neutral=unit.who, area=area, controller=tuple(playing[:1])))


# Answering a Clash


def answering(battle: Fighting) -> Callable[[Telling[Fighting]], None] | None:
    """MS-NEU-3: a neutral that nobody answers for is the next to answer."""
    clash = battle.clash
    asked = clash is not None and clash.answering and clash.answering[0] in battle.units
    return answer if asked else None


def answer(telling: Telling[Fighting]) -> None:
    """MS-NEU-3: it defends while unactivated, if `tireless` always, and otherwise absorbs."""
    battle = telling.state
    clash = battle.clash
    assert clash is not None  # noqa: S101 answering() looked
    unit = battle.units[clash.answering[0]]
    defends = (unit.tireless or not unit.acted) and not prevented(unit)
    answers = tuple(
        Answered(
            pairing=n,
            target=unit.who,
            mode=Mode.DEFEND if defends else Mode.ABSORB,
            defenders=(unit.who,) if defends else (),
        )
        for n, p in enumerate(clash.pairings, start=1)
        if p.target == unit.id and p.mode is Mode.UNANSWERED
    )
    telling.tell(ClashAnswered(crew=unit.who, answers=answers))


# Acting as the round ends


def to_act(battle: Fighting) -> Unit | None:
    """MS-NEU-2: the next hostile neutral that has not acted at this round's end."""
    acted = battle.closing.acted if battle.closing else ()
    hostile = {n.id for n in setting(battle).neutrals if n.behaviour == HOSTILE}
    for unit in battle.units.values():
        able = unit.active and unit.id not in acted and not prevented(unit)
        if unit.neutral in hostile and able:
            return unit
    return None


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """What the next hostile neutral does, or who has to say it: its guide, or a lot."""
    unit = to_act(battle)
    if unit is None:
        return None
    guide = dict(battle.steering).get(unit.neutral)
    if guide:
        return Pick(guide, "steer", steered(battle, unit), 1, 1)
    equals = choices(battle, unit)
    if len(equals) > 1:
        return lot(battle, unit, equals)
    return act


def lot(battle: Fighting, unit: Unit, equals: tuple[str, ...]) -> Throw:
    """A lot among equals, who are numbered in their order."""
    return plain_throw(battle, "lot", (unit.id,), len(equals))


def act(telling: Telling[Fighting]) -> None:
    """The neutral has one thing to do, or none."""
    battle = telling.state
    unit = to_act(battle)
    assert unit is not None  # noqa: S101 upcoming() looked
    found = choices(battle, unit)
    if found:
        turn_to(telling, unit, found[0])
    else:
        telling.tell(NeutralStayed(neutral=unit.who, area=area_name(battle, unit.area)))


def draw(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MS-NEU-2: the lot falls among equals."""
    battle = telling.state
    unit = battle.units[throw.dice[0].unit]
    equals = choices(battle, unit)
    (face,), faces = plain_faces(telling, action, throw)
    drawn = equals[face - 1]
    die = PlainDie(of=unit.who, die=len(equals), natural=face)
    among = tuple(named(battle, one) for one in equals)
    telling.tell(
        LotCast(
            neutral=unit.who, among=among, dice=(die,), drawn=named(battle, drawn), **faces.facts
        )
    )
    turn_to(telling, unit, drawn)


def steer(telling: Telling[Fighting], to: str, crew: str) -> None:
    """Chapter 20: its guide turns it to a unit or an Area."""
    battle = telling.state
    unit = to_act(battle)
    assert unit is not None  # noqa: S101 the question was asked
    who = side(battle, crew).who
    telling.tell(NeutralSteered(neutral=unit.who, crew=who, to=named(battle, to)))
    turn_to(telling, unit, to, STEERED)


def turn_to(telling: Telling[Fighting], unit: Unit, to: str, reason: str = "") -> None:
    """It strikes a unit, or goes to an Area."""
    battle = telling.state
    if to not in battle.units:
        bring(telling, unit.id, to, reason)
        return
    strike = Struck(initiators=whos(battle, [unit.id]), target=battle.units[to].who)
    area = area_name(battle, unit.area)
    telling.tell(ClashDeclared(crew=unit.who, area=area, strikes=(strike,)))
    for foe, effect in lured(battle, unit.camp, unit.area):
        if foe.id == to:
            count(telling, effect)


# Remembering


EVENTS: tuple[type[Event], ...] = (NeutralPlaced, NeutralStayed, LotCast, NeutralSteered)
HEARS: tuple[type[Event], ...] = (ClashDeclared, NeutralMoved, ObjectiveCompleted)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember where neutrals stand, who guides one, and which have acted."""
    match event:
        case NeutralPlaced():
            controller = event.controller[0].id if event.controller else ""
            return changed(
                battle,
                event.neutral.id,
                area=event.area.id,
                standing=Standing.ACTIVE,
                controller=controller,
            )
        case LotCast():
            return remember_roll(battle, event)
        case NeutralStayed() | NeutralMoved():
            return _acted(battle, event.neutral.id)
        case ClashDeclared():
            return _acted(battle, event.crew.id)
        case ObjectiveCompleted():
            return _guided(battle, event)
        case _:
            return battle


def _acted(battle: Fighting, unit: str) -> Fighting:
    closing = battle.closing
    if closing is None or unit not in battle.units:
        return battle
    acted = msgspec.structs.replace(closing, acted=(*closing.acted, unit))
    return msgspec.structs.replace(battle, closing=acted)


def _guided(battle: Fighting, event: ObjectiveCompleted) -> Fighting:
    """Chapter 20: the last crew to complete a signal this round guides the neutral."""
    scenario = battle.scenario
    done = scenario.completing(event.objective.id) if scenario else ()
    guides = {one.of: event.crew.id for one in done if one.does == "steer"}
    if not guides:
        return battle
    return msgspec.structs.replace(battle, steering=tuple((dict(battle.steering) | guides).items()))
