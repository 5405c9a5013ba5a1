"""What of the codex a year uses: resources at work, and house rules that decide between battles.

A house rule is used by its value in force when something hangs on it: a sale with two bids by the
kind of auction, a check by the table if another would have had another result.
"""

from collections.abc import Callable, Iterator
from typing import Any

from domain.aftermath import ItemGained, TreasuryChanged
from domain.books import Books
from domain.evening import fought
from domain.games.morturi.options import House
from domain.games.morturi.prizes import Terms, guideline
from domain.games.morturi.school.accounts import IMPERATOR, entry
from domain.games.morturi.school.advancement import GladiatorAdvanced, GladiatorPromoted
from domain.games.morturi.school.auctions import BidMade, LotSold
from domain.games.morturi.school.beyond import SkillChecked
from domain.games.morturi.school.calendar import YearDecided
from domain.games.morturi.school.ending import YearEnded
from domain.games.morturi.school.evening import Evening
from domain.games.morturi.school.evening import rules as edition
from domain.games.morturi.school.hires import SaleAnswered
from domain.games.morturi.school.learning import NOVICIUS, PALUS
from domain.games.morturi.school.lots import LotOpened, number
from domain.games.morturi.school.ludi import BattleOffered, SchoolEntered
from domain.games.morturi.school.month_end import MonthEnded, MonthEndWorked, RecruitsRolled
from domain.games.morturi.school.payouts import AftermathClosed, PrizesPaid
from domain.games.morturi.school.resources import ResourceOrdered
from domain.games.morturi.school.survival import (
    MAIMED,
    FateSettled,
    RerollAnswered,
    SurvivalChecked,
)
from domain.games.morturi.school.year import Ludi, house, rules, schools
from domain.games.morturi.shapes import Book
from domain.games.morturi.units import Standing
from domain.roster import CrewFounded, MemberRecruited
from domain.terms import Event

OPTIONS = frozenset(
    (
        *("game_mode", "pickup_budget", "surrender_counts_as_survival", "draw_prize"),
        *("gate_ooa_survival", "prize_percentages", "edition_crossfire_prize", "calendar"),
        *("battles_per_gladiator_month", "debt", "auctoratus_term", "auction_type", "min_raise"),
        *("lots_per_month", "resale", "new_trick_choice", "build_delay"),
        *("edition_resource_prices", "survival_table", "survival_natural_1_dies"),
        *("edition_potential", "promotion_role", "advancement", "maimed", "new_school_budget"),
        *("campaign_winner",),
    )
)
"""House rules that no battle reads: they are used between battles, not by being in force in one."""
MOST_TEAMS, LARGEST = 4, 6


def sources(books: Ludi | Evening, event: Event) -> Iterator[str]:
    """The ids of what an event shows at work: resources, and what works when a battle is over."""
    match event:
        case MonthEndWorked():
            yield event.resource.id
        case RecruitsRolled() if event.recruits or event.lost:
            yield event.resource.id
        case RerollAnswered(used=True):
            yield event.resource.id
        case LotSold() if event.paid < event.price and isinstance(books, Ludi):
            yield from _at(rules(books), "contract.price")
        case SurvivalChecked():
            yield from (part.source.id for part in event.parts)
        case GladiatorPromoted() if isinstance(books, Evening):
            specials = books.battle.units[event.gladiator.id].specials
            found = (edition(books).special(one) for one in specials)
            yield from (s.id for s in found if any(e.op == "promote" for e in s.effects))
        case _:
            return


def _at(book: Book, moment: str) -> Iterator[str]:
    """The resources that work at a moment."""
    for one in book.resources:
        if any(effect.on == moment for effect in one.effects):
            yield one.id


def settings(state: Ludi | Evening, event: Event) -> Iterator[tuple[str, str]]:
    """The house rules that decided something here, each with its value."""
    books = state.books if isinstance(state, Evening) else state
    in_force = state.battle.house if isinstance(state, Evening) else _house(books)
    if in_force is None or not isinstance(books, Ludi):
        return
    found = set(_paid(in_force, books, event))
    for kind, decide in SEASON.items():
        if isinstance(event, kind) and isinstance(state, Ludi):
            found |= set(decide(state, in_force, event))
    for kind, settle in AFTERWARDS.items():
        if isinstance(event, kind) and isinstance(state, Evening):
            found |= set(settle(state, event))
    for option in found:
        yield option, str(getattr(in_force, option))


def _house(books: Books) -> House | None:
    return house(books) if books.edition else None


# In the year


def _paid(in_force: House, books: Ludi, event: Event) -> Iterator[str]:
    """MR-CAM-7: whoever pays has it, or may owe it."""
    paid = entry(event)
    if isinstance(event, TreasuryChanged | MemberRecruited) and paid and paid.amount:
        mine = paid.payer.id == paid.school != IMPERATOR.id
        left = books.crews[paid.school].treasury - paid.amount
        if mine and (left < 0) is (in_force.debt != "forbidden"):
            yield "debt"


def _founded(books: Ludi, in_force: House, _: CrewFounded) -> Iterator[str]:
    if in_force.game_mode == "pickup":
        yield "pickup_budget"
    elif books.season.month and schools(books):
        yield "new_school_budget"


def _opened(books: Ludi, _: House, event: LotOpened) -> Iterator[str]:
    """MR-AUC-6: the last lot of the month."""
    if not event.seller and books.season.put_up + 1 == number(books):
        yield "lots_per_month"


def _bid(books: Ludi, in_force: House, _: BidMade) -> Iterator[str]:
    lot = books.season.lot
    if lot is not None and lot.bids and in_force.auction_type == "open_ascending":
        yield "min_raise"


def _sold(books: Ludi, _: House, __: LotSold) -> Iterator[str]:
    lot = books.season.lot
    if lot is not None:
        yield from ("auction_type",) if len({bid.school for bid in lot.bids}) > 1 else ()
        yield from ("auctoratus_term",) if lot.contract else ()
        yield from ("resale",) if lot.seller else ()


def _month_ended(books: Ludi, in_force: House, _: MonthEnded) -> Iterator[str]:
    """MR-AUC-7: a month in which nobody could be sold though somebody was there."""
    if in_force.resale == "forbidden" and any(crew.present for crew in schools(books)):
        yield "resale"


def _gained(books: Ludi, _: House, event: ItemGained | ResourceOrdered) -> Iterator[str]:
    if isinstance(event, ResourceOrdered) or event.reason == "bought":
        yield "build_delay"
    kind = event.resource.id if isinstance(event, ResourceOrdered) else event.item.kind
    if rules(books).resource(kind).prices:
        yield "edition_resource_prices"


def _entered(books: Ludi, _: House, event: SchoolEntered) -> Iterator[str]:
    """MR-CAM-6: somebody of the school has had a battle this month."""
    if {one.who.id for one in books.crew(event.school.id).members} & set(books.season.fought):
        yield "battles_per_gladiator_month"


def _offered(books: Ludi, in_force: House, event: BattleOffered) -> Iterator[str]:
    """MR-SCN-7: what the page pays; MR-BAT-6: a prize that another guideline would not give."""
    scenario = rules(books).scenario(event.scenario.id)
    if scenario.prizes:
        yield "edition_crossfire_prize"
    other = {"add": "multiply", "multiply": "add"}[in_force.prize_percentages]
    for teams in range(2, MOST_TEAMS + 1):
        for size in range(1, LARGEST + 1):
            terms = Terms(
                teams=(size,) * teams,
                surrender=scenario.surrender,
                fee=event.fee,
                payouts=event.payout * (teams - 1),
            )
            mine, theirs = (
                guideline(rules(books).prizes, House(prize_percentages=value), terms)  # type: ignore[arg-type]  # one of its values
                for value in (in_force.prize_percentages, other)
            )
            if event.prize == mine != theirs:
                yield "prize_percentages"


def _checked(_: Ludi, in_force: House, event: SkillChecked) -> Iterator[str]:
    serves = any(part.source.id == "servant" for part in event.parts)
    if serves and in_force.maimed == "servant_bonus":
        yield "maimed"


Decide = Callable[[Ludi, House, Any], Iterator[str]]
SEASON: dict[type[Event], Decide] = {
    CrewFounded: _founded,
    LotOpened: _opened,
    BidMade: _bid,
    LotSold: _sold,
    SaleAnswered: lambda _, __, event: iter(["resale"] if event.taken else []),
    MonthEnded: _month_ended,
    MonthEndWorked: lambda _, __, event: iter(["new_trick_choice"] if event.gladiator else []),
    ItemGained: _gained,
    ResourceOrdered: _gained,
    SchoolEntered: _entered,
    BattleOffered: _offered,
    SkillChecked: _checked,
    YearDecided: lambda *_: iter(["calendar"]),
    YearEnded: lambda *_: iter(["calendar", "campaign_winner"]),
}

# After a battle


def _survival(evening: Evening, event: SurvivalChecked) -> Iterator[str]:
    """MR-SVC-2, -3: another table or rule would have had another result."""
    book = edition(evening)
    tables = (table.option for table in book.survival.tables)
    results = {table: book.survival.result(table, event.total) for table in tables}
    if len(set(results.values())) > 1:
        yield "survival_table"
    if event.face == 1 and results[evening.battle.house.survival_table] != "dead":
        yield "survival_natural_1_dies"


def _fate(evening: Evening, event: FateSettled) -> Iterator[str]:
    if event.result == MAIMED and evening.battle.house.maimed == "retired":
        yield "maimed"


def _prizes(evening: Evening, _: PrizesPaid) -> Iterator[str]:
    """MR-VIC-2, MR-SUR-5, MR-BAT-5: a draw, a surrender, a fall at a gate."""
    yield "game_mode"
    yield from () if evening.battle.winners else ("draw_prize",)
    left = any(unit.standing is Standing.LEFT for unit in evening.battle.units.values())
    yield from ("surrender_counts_as_survival",) if left else ()
    yield from ("gate_ooa_survival",) if evening.after.at_gate else ()


def _closed(evening: Evening, _: AftermathClosed) -> Iterator[str]:
    """MR-SVC-4: a pick-up game gives nothing; MR-ADV-3: a final blow that teaches nothing."""
    if evening.battle.house.game_mode == "pickup":
        yield "game_mode"
    elif evening.battle.house.advancement == "retired_legend_only":
        rises = (NOVICIUS, PALUS)
        if any(unit.kills and unit.grade in rises for _, _, unit in fought(evening)):
            yield "advancement"


Settle = Callable[[Evening, Any], Iterator[str]]
AFTERWARDS: dict[type[Event], Settle] = {
    SurvivalChecked: _survival,
    FateSettled: _fate,
    GladiatorPromoted: lambda *_: iter(["edition_potential", "promotion_role"]),
    GladiatorAdvanced: lambda *_: iter(["advancement"]),
    PrizesPaid: _prizes,
    AftermathClosed: _closed,
}
