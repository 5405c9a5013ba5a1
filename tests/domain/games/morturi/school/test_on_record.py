"""A season on record: its lines in the stories they belong to, taken back, told again."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.aftermath import TreasuryChanged
from domain.audit import audit
from domain.campaign import STORY, FoundCampaign
from domain.crew import FoundCrew
from domain.game import catalogue
from domain.games.morturi.activation import Done
from domain.games.morturi.doings import Bid, Buy, Hammer, PutUp, Seal, Unseal
from domain.games.morturi.gathering import BOOKS
from domain.games.morturi.school import accounts
from domain.games.morturi.school.hires import DealMade
from domain.games.morturi.school.lots import LotOpened
from domain.games.morturi.throwing import Roll
from domain.ledger.draft import Stamp
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.roster import MemberRecruited
from domain.terms import Action, RuleBroken
from domain.throwing import Shown

CREWS = ("crew-ludus-ferox", "crew-domus-ursi")
CATALOGUE = catalogue("morturi")


def stamp() -> Stamp:
    """Always the same minute."""
    return Stamp(at="2026-11-29T10:00:00.000Z", by="Ana", program="acta 0.2.0")


class Record:
    """A campaign of two schools on record."""

    def __init__(self, path: Path) -> None:
        self.ledger = Ledger.create(path / "ledger.db", CATALOGUE, "00" * 16)
        self.submit(STORY, FoundCampaign(name="Ludi Aeterni"))
        for crew, name in zip(CREWS, ("Ludus Ferox", "Domus Ursi"), strict=True):
            self.submit(crew, FoundCrew(crew=crew, name=name, player="Ana"))

    def submit(self, story: str, *actions: Action) -> list[Line]:
        """Actions in a story, beside all others."""
        beside = tuple(one for one in (STORY, *CREWS) if one != story)
        return self.ledger.submit(story, BOOKS, actions, stamp=stamp, beside=beside)

    def do(self, *actions: Action) -> list[Line]:
        """Lines of the season."""
        return self.submit(STORY, *actions)

    def funds(self, crew: str) -> int:
        """What a school has, told anew from the record."""
        books = self.ledger.know(BOOKS, (STORY, *CREWS)).state
        return books.crew(crew).treasury


def test_a_season_lies_in_the_campaigns_story(tmp_path: Path) -> None:
    """MR-AUC-1, MR-CAM-7: what happens to a school lies in its own, in one batch."""
    record = Record(tmp_path)
    lot = PutUp(name="Gaius", profile="thracian novicius")
    lines = record.do(lot, Bid(crew=CREWS[0], amount=700), Hammer())
    assert lines[0].story == STORY
    (opened,) = [line for line in lines if isinstance(line.data, LotOpened)]
    assert opened.story == STORY
    (joined,) = [line for line in lines if isinstance(line.data, MemberRecruited)]
    assert joined.story == CREWS[0]
    assert joined.batch.startswith("campaign/")
    assert record.funds(CREWS[0]) == 9300
    account = accounts.account((line.data for line in record.ledger.story(CREWS[0])), CREWS[0])
    assert [(one.payee.name, one.amount, one.reason) for one in account] == [
        ("Ludus Ferox", 10000, "founding"),
        ("the Imperator", 700, "Gaius"),
    ]
    assert accounts.balance(account) == 9300


def test_every_line_of_the_season_begins_in_the_campaigns_story(tmp_path: Path) -> None:
    """Undo and the audit find each action by its first line: it is the campaign's."""
    record = Record(tmp_path)
    record.do(Done())
    for action in (Buy(what="servus", crew=CREWS[1]), Buy(what="chirugeon", crew=CREWS[1])):
        lines = record.do(action)
        assert isinstance(lines[0].data, DealMade)
        assert lines[0].story == STORY
        assert lines[0].cause == action


def test_a_deal_is_taken_back_whole(tmp_path: Path) -> None:
    """MR-RES-1: the resource and the payment go together, and come back together."""
    record = Record(tmp_path)
    record.do(Done())
    lines = record.do(Buy(what="chirugeon", crew=CREWS[0]))
    assert [type(line.data) for line in lines][1] is TreasuryChanged
    assert record.funds(CREWS[0]) == 8000
    record.ledger.retract(lines[0].batch, stamp=stamp())
    assert record.funds(CREWS[0]) == 10000
    record.ledger.restore(lines[0].batch, stamp=stamp())
    assert record.funds(CREWS[0]) == 8000


def test_what_is_refused_leaves_nothing(tmp_path: Path) -> None:
    """MR-AUC-5: a bid beyond the funds after a lot: neither is on record."""
    record = Record(tmp_path)
    before = record.ledger.head()
    with pytest.raises(RuleBroken, match="MR-AUC-5"):
        record.do(
            PutUp(name="Gaius", profile="thracian novicius"), Bid(crew=CREWS[0], amount=10001)
        )
    assert record.ledger.head() == before


def test_sealed_choices_are_stored_and_read(tmp_path: Path) -> None:
    """An `unseal` holds a line within a line; it is read as it was written."""
    bid = Unseal(crew=CREWS[0], salt="salt", choice=Bid(crew=CREWS[0], amount=900))
    line = Record(tmp_path).do(Done())[0]
    told = CATALOGUE.decode(CATALOGUE.encode(_caused(line, bid)))
    assert told.cause == bid
    seal = Seal(crew=CREWS[0], digest="0" * 64)
    assert CATALOGUE.decode(CATALOGUE.encode(_caused(line, seal))).cause == seal


def test_an_audit_judges_a_season_again(tmp_path: Path) -> None:
    """MR-CAM-7: auctions, servi, resources, a month's end: each cause yields what is on record."""
    record = Record(tmp_path)
    lot = PutUp(name="Gaius", profile="thracian novicius")
    record.do(lot, Bid(crew=CREWS[0], amount=700), Hammer(), Buy(what="servus", crew=CREWS[1]))
    record.do(Done(), Buy(what="kidnapper", crew=CREWS[1]), Done(), Done())
    lines = record.do(Done(), Roll(faces=(Shown(2),)))
    assert "crew-domus-ursi" in {line.story for line in lines}
    batch = record.do(Buy(what="servus", crew=CREWS[0]))[0].batch
    record.ledger.retract(batch, stamp=stamp())
    report = audit(record.ledger, program="acta 0.2.0")
    assert report.findings == ()


def _caused(line: Line, cause: Action) -> Line:
    """The same line with another cause."""
    return replace(line, cause=cause)
