"""Chapter 11 after the battle: prizes, payouts, stakes; contracts that end (MR-BAT-7, MR-VIC-2)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from domain.aftermath import AftermathDone
from domain.campaign import STORY
from domain.evening import fought, sides
from domain.games.morturi.battle import setting
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.prizes import prize
from domain.games.morturi.school.accounts import receipt
from domain.games.morturi.school.ending import BattleWon
from domain.games.morturi.school.evening import (
    After,
    Earned,
    Evening,
    Step,
    Told,
    campaign,
    house,
    rules,
    tell_school,
)
from domain.games.morturi.school.hires import missing
from domain.games.morturi.school.ludi import offer_of, prize_of
from domain.games.morturi.school.year import ONE_BATTLE, Ludi
from domain.members import YES
from domain.roster import MemberRetired
from domain.terms import Event, Who

# Events


class AftermathOpened(Event, frozen=True, kw_only=True, tag="morturi.aftermath-opened/1"):
    """The aftermath of a battle begins: life points are restored (MR-SVC-4, -5)."""

    battle: str
    schools: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"The aftermath of {self.battle}: {', '.join(one.name for one in self.schools)}."


class PrizesPaid(Event, frozen=True, kw_only=True, tag="morturi.prizes-paid/1"):
    """What a battle pays was paid: the schools' own stories have the receipts."""

    battle: str
    winners: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        won = " and ".join(one.name for one in self.winners)
        have = "have" if len(self.winners) > 1 else "has"
        return f"The prizes of {self.battle} are paid{f', {won} {have} won' if won else ''}."


class AftermathClosed(Event, frozen=True, kw_only=True, tag="morturi.aftermath-closed/1"):
    """The aftermath of a battle is over; it does not come a second time."""

    battle: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"The aftermath of {self.battle} is over."


# Reading


class Payment(msgspec.Struct, frozen=True):
    """What a school is paid after a battle, and for what."""

    school: str
    amount: int
    reason: str


def payments(evening: Evening) -> Iterator[Payment]:
    """MR-BAT-1, -7, MR-VIC-2, MR-SCN-9, -11: all that a battle pays."""
    battle, schools = evening.battle, [crew.who.id for crew in sides(evening)]
    own = prize(house(evening), rules(evening).scenario(setting(battle).id))
    offer = offer_of(evening.books, battle.battle) if isinstance(evening.books, Ludi) else None
    first = prize_of(rules(evening), house(evening), offer) if offer else own.winner
    payout = offer.payout if offer else own.each_loser
    stakes = {one.school: one.stake for one in offer.entered} if offer else {}
    winners = winning(evening)
    drawn = battle.level or tuple(schools)
    for school in schools:
        yield Payment(school, own.each, "for fighting")
        yield Payment(school, _condemned(evening, school), "the condemned")
        if school in winners:
            yield Payment(school, first // len(winners), "prize")
            yield Payment(school, sum(stakes.values()) // len(winners), "stakes")
        elif winners or school not in drawn:
            yield Payment(school, payout, "for losing")
        else:
            shared = first // len(drawn) if house(evening).draw_prize == "split" else 0
            yield Payment(school, shared, "a share of the prize")
            yield Payment(school, stakes.get(school, 0), "its own stake")


def winning(evening: Evening) -> tuple[str, ...]:
    """MR-VIC-2: who has the prize; by `attacker_wins` a draw is won by who acted first."""
    battle = evening.battle
    if not battle.winners and house(evening).draw_prize == "attacker_wins":
        return battle.order[:1]
    return battle.winners


def _condemned(evening: Evening, school: str) -> int:
    """MR-SCN-9: what a school has earned by killing the condemned."""
    return sum(one.amount for one in evening.after.earned if one.school == school)


# What happens by itself


def opening(evening: Evening) -> Step | None:
    """The aftermath begins by itself."""
    return None if evening.after.opened else open_it


def upcoming(evening: Evening) -> Step | None:
    """Prizes are paid; then all is over."""
    if campaign(evening) and not evening.after.paid:
        return pay
    return None if evening.after.over else close


def open_it(telling: Told) -> None:
    """MR-SVC-5: life points are as they were; outside a year, who sat out is fit again."""
    evening = telling.state
    schools = tuple(crew.who for crew in sides(evening))
    telling.tell(AftermathOpened(battle=evening.battle.battle, schools=schools))
    books = evening.books
    if isinstance(books, Ludi) and books.season.month and not books.season.over:
        return
    for crew in sides(evening):
        for one in crew.present:
            if one.misses_next:
                event = missing(crew, one, before=YES, reason="he has recovered")
                tell_school(telling, crew.who.id, event)


def pay(telling: Told) -> None:
    """MR-BAT-7: prizes are paid after the battle."""
    battle = telling.state.battle
    winners = tuple(one.who for one in sides(telling.state) if one.who.id in battle.winners)
    telling.tell(PrizesPaid(battle=battle.battle, winners=winners))
    for winner in winners:
        telling.tell_beside(STORY, BattleWon(battle=battle.battle, school=winner))
    for one in payments(telling.state):
        if one.amount:
            crew = telling.state.books.crew(one.school)
            tell_school(telling, one.school, receipt(crew, one.amount, one.reason))


def close(telling: Told) -> None:
    """MR-AUC-4: contracts for one battle end with it; the schools are free again."""
    battle = telling.state.battle.battle
    for crew, member, _ in list(fought(telling.state)):
        if member.term == ONE_BATTLE:
            gone = MemberRetired(crew=crew.who, member=member.who, reason="his contract ends")
            tell_school(telling, crew.who.id, gone)
    for crew in sides(telling.state):
        tell_school(telling, crew.who.id, AftermathDone(crew=crew.who, battle=battle))
    telling.tell(AftermathClosed(battle=battle))


# Remembering


EVENTS: tuple[type[Event], ...] = (AftermathOpened, PrizesPaid, AftermathClosed)
HEARS: tuple[type[Event], ...] = (GladiatorOut,)


def evolve(after: After, event: Event) -> After:
    """Remember that it has begun, was paid, is over; of the battle, what blows earned."""
    match event:
        case GladiatorOut() if event.denarii and event.school:
            earned = Earned(event.school[0].id, event.denarii)
            return replace(after, earned=(*after.earned, earned))
        case AftermathOpened():
            return replace(after, opened=True)
        case PrizesPaid():
            return replace(after, paid=True)
        case AftermathClosed():
            return replace(after, over=True)
        case _:
            return after
