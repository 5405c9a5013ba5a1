"""Chapter 10: Capture the Flag: flags are taken, carried and brought home (MR-VIC-4)."""

import msgspec

from domain.games.morturi.battle import Fighting, acting, setting, side, turn_changed
from domain.games.morturi.costs import check_spending
from domain.games.morturi.sides import entrance
from domain.games.morturi.underway import Flag
from domain.games.morturi.units import Unit
from domain.terms import Action, Event, RuleBroken, Telling, Who

CAPTURE = "capture_the_flag"
PRICE = 3

# Events


class FlagPlanted(Event, frozen=True, kw_only=True, tag="morturi.flag-planted/1"):
    """A school's flag stands at its home base."""

    school: Who
    square: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"The flag of {self.school.name} stands on {self.square}."


class FlagTaken(Event, frozen=True, kw_only=True, tag="morturi.flag-taken/1"):
    """A gladiator took an enemy flag: 3 MP on its square; he may not attack, nor use his shield."""

    gladiator: Who
    school: Who
    cost: int
    left: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} takes the flag of {self.school.name}: {self.left} MP left."


class FlagCaptured(Event, frozen=True, kw_only=True, tag="morturi.flag-captured/1"):
    """An enemy flag was brought to a school's home base."""

    gladiator: Who
    school: Who
    flag: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} brings home the flag of {self.flag.name}."


# Actions


class Take(Action, frozen=True, kw_only=True, tag="morturi.take"):
    """Take what lies on your square: the flag of an enemy school."""

    what: str = ""


# Judging


def plant(telling: Telling[Fighting]) -> None:
    """Each school's flag stands in the middle of its side before the first round."""
    for each in telling.state.sides:
        squares = entrance(telling.state, each.id)
        telling.tell(FlagPlanted(school=each.who, square=squares[len(squares) // 2]))


def to_plant(battle: Fighting) -> bool:
    """Whether flags are still to be planted."""
    return setting(battle).victory == CAPTURE and not battle.flags


def takeable(battle: Fighting, unit: Unit) -> list[Flag]:
    """The enemy flags that lie where he stands."""
    return [
        f
        for f in battle.flags
        if not f.bearer and f.square == unit.square and f.school != unit.school
    ]


def take(telling: Telling[Fighting], action: Take) -> None:
    """MR-VIC-4: 3 MP on its square; nobody takes his own school's flag."""
    battle = telling.state
    turn, unit = acting(battle)
    if action.what not in ("", "flag"):
        raise RuleBroken("MR-VIC-4", "only a flag is taken", hint="take flag")
    lying = takeable(battle, unit)
    if not lying or turn.attacking or turn.all_of_it:
        raise RuleBroken("MR-VIC-4", f"{unit.who.name} has no enemy flag to take there now")
    if any(f.bearer == unit.id for f in battle.flags):
        raise RuleBroken("MR-VIC-4", f"{unit.who.name} carries a flag already")
    check_spending(battle, unit)
    if turn.points < PRICE:
        raise RuleBroken("MR-MOV-4", f"taking it costs {PRICE} MP, he has {turn.points}")
    who = side(battle, lying[0].school).who
    telling.tell(FlagTaken(gladiator=unit.who, school=who, cost=PRICE, left=turn.points - PRICE))
    brought_home(telling, unit.id)


def brought_home(telling: Telling[Fighting], unit: str) -> None:
    """MR-VIC-4: who stands on his home base with an enemy flag has captured it."""
    battle = telling.state
    carrier = battle.units[unit]
    for flag in battle.flags:
        home = carrier.square in entrance(battle, carrier.school)
        if flag.bearer == unit and home and carrier.active and carrier.now > 0:
            telling.tell(
                FlagCaptured(
                    gladiator=carrier.who,
                    school=side(battle, carrier.school).who,
                    flag=side(battle, flag.school).who,
                )
            )


# Remembering


def dropped(battle: Fighting, unit: Unit) -> Fighting:
    """MR-VIC-4: a flag drops where its bearer stood when he fell or left."""
    flags = tuple(
        msgspec.structs.replace(f, bearer="", square=unit.square) if f.bearer == unit.id else f
        for f in battle.flags
    )
    return msgspec.structs.replace(battle, flags=flags)


EVENTS: tuple[type[Event], ...] = (FlagPlanted, FlagTaken, FlagCaptured)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember where the flags are."""
    match event:
        case FlagPlanted():
            flag = Flag(school=event.school.id, square=event.square)
            return msgspec.structs.replace(battle, flags=(*battle.flags, flag))
        case FlagTaken():
            flags = tuple(
                msgspec.structs.replace(f, bearer=event.gladiator.id, square="")
                if f.school == event.school.id
                else f
                for f in battle.flags
            )
            taken = msgspec.structs.replace(battle, flags=flags)
            return turn_changed(taken, points=event.left, begun=True)
        case FlagCaptured():
            return msgspec.structs.replace(battle, captor=event.school.id)
        case _:
            return battle
