"""What happens between battles is said as the table would say it: one sentence each."""

import pytest

from domain.aftermath import TreasuryChanged
from domain.games.morturi.parts import Part
from domain.games.morturi.school import order, play
from domain.games.morturi.school.advancement import GladiatorAdvanced, GladiatorPromoted
from domain.games.morturi.school.auctions import (
    BidderPassed,
    BidMade,
    HammerFell,
    LotSold,
    LotUnsold,
)
from domain.games.morturi.school.beyond import ContestRolled, SkillChecked, TrialBegun
from domain.games.morturi.school.calendar import MonthBegan, PhaseBegan, SchoolReady, YearDecided
from domain.games.morturi.school.challenges import ChallengeLeft, ChallengeMade, ChallengeTaken
from domain.games.morturi.school.drawing import LotBegun
from domain.games.morturi.school.ending import BattleWon, Reached, YearEnded
from domain.games.morturi.school.fighters import FighterHired
from domain.games.morturi.school.hires import DealMade, SaleAnswered, SaleOffered
from domain.games.morturi.school.lots import LotOpened
from domain.games.morturi.school.ludi import BattleOffered, OfferLapsed, SchoolEntered
from domain.games.morturi.school.month_end import MonthEnded, MonthEndWorked, RecruitsRolled
from domain.games.morturi.school.pairings import ChallengeLapsed, PairingMade
from domain.games.morturi.school.payouts import AftermathClosed, AftermathOpened, PrizesPaid
from domain.games.morturi.school.resources import (
    HireAnswered,
    HireAsked,
    ResourceOrdered,
    ResourceReady,
)
from domain.games.morturi.school.rulings import SeasonRuled
from domain.games.morturi.school.sealing import ChoiceSealed
from domain.games.morturi.school.survival import FateSettled, RerollAnswered, SurvivalChecked
from domain.games.morturi.school.throwing import LotCast
from domain.roster import MemberRecruited
from domain.terms import Event, Who

FEROX, URSI = Who("crew-ludus-ferox", "Ludus Ferox"), Who("crew-domus-ursi", "Domus Ursi")
OX, MUS = Who("crew-ludus-ferox/2", "Ox"), Who("crew-domus-ursi/2", "Mus")
DOCTOR, KIDNAPPER = Who("chirugeon", "Chirugeon"), Who("kidnapper", "Kidnapper")
DUEL = Who("duel_series", "Duel Series")
AGILITY = Who("agility", "Agility")

SENTENCES: tuple[tuple[Event, str], ...] = (
    (MonthBegan(month=Who("maius", "Maius"), number=3, days=31), "Maius begins, 31 days."),
    (
        MonthBegan(month=Who("m", "Martius"), number=1, days=31, theme="small arenas"),
        "Martius begins, 31 days: small arenas.",
    ),
    (PhaseBegan(phase="build_resources"), "Phase: build resources."),
    (SchoolReady(school=FEROX, phase="free_play"), "Ludus Ferox is done (free play)."),
    (YearDecided(goes_on=True), "The year goes on."),
    (YearDecided(), "The year ends."),
    (
        LotOpened(lot=2, gladiator=OX, role="gallus", grade="novicius", opening=500),
        "Lot 2: Ox (gallus novicius), from 500.",
    ),
    (
        LotOpened(lot=3, gladiator=OX, role="gallus", grade="palus", opening=800, contract=True),
        "Lot 3: The contract of Ox (gallus palus), from 800.",
    ),
    (
        LotOpened(lot=4, gladiator=MUS, role="gallus", grade="palus", opening=9, seller=(URSI,)),
        "Lot 4: Mus of Domus Ursi (gallus palus), from 9.",
    ),
    (LotBegun(name="Gaius"), "Dice say what Gaius is."),
    (
        BattleOffered(offer=1, scenario=Who("crossfire", "Crossfire"), guideline=True),
        "Crossfire is announced: fee 0, a prize by the guideline, 0 to each loser.",
    ),
    (BidMade(lot=2, school=FEROX, amount=550), "Ludus Ferox bids 550."),
    (BidderPassed(lot=2, school=URSI), "Domus Ursi passes."),
    (HammerFell(lot=2), "The hammer falls on lot 2."),
    (
        LotSold(lot=2, gladiator=OX, school=FEROX, price=730, paid=584),
        "Sold: Ox to Ludus Ferox for 730, and pays 584.",
    ),
    (
        LotSold(lot=2, gladiator=OX, school=FEROX, price=730, paid=730),
        "Sold: Ox to Ludus Ferox for 730.",
    ),
    (LotUnsold(lot=2, gladiator=OX), "Nobody bids for Ox."),
    (
        ChoiceSealed(school=URSI, digest="0123456789" * 6 + "0123"),
        "Domus Ursi seals its choice (01234567…).",
    ),
    (
        LotCast(what="equal bids", drawn=URSI, among=(FEROX, URSI), face=2),
        "A lot of 2 shows 2: Domus Ursi (equal bids).",
    ),
    (DealMade(school=FEROX, deal="buys", what="Chirugeon"), "Ludus Ferox buys Chirugeon."),
    (
        SaleOffered(gladiator=OX, seller=FEROX, buyer=URSI, price=700),
        "Ludus Ferox offers Ox to Domus Ursi for 700.",
    ),
    (SaleAnswered(gladiator=OX, buyer=URSI, taken=True), "Domus Ursi takes Ox."),
    (SaleAnswered(gladiator=OX, buyer=URSI), "Domus Ursi does not want Ox."),
    (
        ResourceOrdered(school=FEROX, resource=DOCTOR),
        "Ludus Ferox has Chirugeon from next month on.",
    ),
    (ResourceReady(school=FEROX, resource=DOCTOR), "Chirugeon is ready for Ludus Ferox."),
    (
        HireAsked(school=FEROX, resource=DOCTOR, price=400),
        "Ludus Ferox would hire Chirugeon for 400.",
    ),
    (HireAnswered(school=FEROX, resource=DOCTOR, leave=True), "Ludus Ferox may hire Chirugeon."),
    (HireAnswered(school=FEROX, resource=DOCTOR), "Ludus Ferox may not hire Chirugeon."),
    (
        BattleOffered(offer=1, scenario=DUEL, fee=100, prize=2000, payout=0),
        "Duel Series is announced: fee 100, prize 2000, 0 to each loser.",
    ),
    (SchoolEntered(offer=1, school=FEROX, gladiators=(OX,)), "Ludus Ferox enters Ox."),
    (OfferLapsed(offer=1), "Battle 1 of the ludi is not fought: fees and stakes go back."),
    (
        FighterHired(offer=1, school=FEROX, fighter=OX),
        "Ludus Ferox hires Ox for one battle.",
    ),
    (
        ChallengeMade(scenario=DUEL, school=FEROX, gladiator=OX, stake=500),
        "Ludus Ferox lays down Ox, stake 500 (Duel Series).",
    ),
    (
        ChallengeMade(scenario=DUEL, school=FEROX, gladiator=OX),
        "Ludus Ferox lays down Ox (Duel Series).",
    ),
    (
        ChallengeTaken(school=URSI, gladiator=MUS, stake=500),
        "Domus Ursi takes it up with Mus, stake 500.",
    ),
    (ChallengeTaken(school=URSI, gladiator=MUS), "Domus Ursi takes it up with Mus."),
    (ChallengeLeft(school=(URSI,)), "Domus Ursi leaves the challenge to others."),
    (ChallengeLeft(), "The challenge is closed."),
    (ChallengeLapsed(school=FEROX), "Nobody takes up the challenge of Ludus Ferox."),
    (
        PairingMade(
            offer=2,
            scenario=DUEL,
            schools=(FEROX, URSI),
            gladiators=(OX, MUS),
            stakes=(500, 500),
            prize=2000,
        ),
        "Ox meets Mus (Duel Series): 2000 denarii, and stakes of 1000.",
    ),
    (
        TrialBegun(gladiator=OX, suited=True),
        "Ox tries something outside the arena.",
    ),
    (TrialBegun(gladiator=OX, against=(MUS,)), "Ox tries himself against Mus."),
    (
        SkillChecked(
            gladiator=OX,
            face=3,
            parts=(Part(Who("palus", "palus"), 1), Part(Who("hard", "hard"), -2)),
            total=2,
            need=5,
        ),
        "Ox: 3 (palus +1, hard -2) = 2, it fails.",
    ),
    (
        SkillChecked(gladiator=OX, face=5, total=5, need=5, success=True),
        "Ox: 5 = 5, it succeeds.",
    ),
    (
        ContestRolled(gladiators=(OX, MUS), faces=(3, 4), totals=(4, 4)),
        "Ox 4, Mus 4: level, again.",
    ),
    (
        ContestRolled(gladiators=(OX, MUS), faces=(3, 5), totals=(4, 5), winner=(MUS,)),
        "Ox 4, Mus 5: Mus wins.",
    ),
    (
        MonthEndWorked(school=FEROX, resource=DOCTOR, gladiator=(OX,)),
        "Chirugeon of Ludus Ferox has done its month's work for Ox.",
    ),
    (
        RecruitsRolled(school=FEROX, resource=KIDNAPPER, face=4, recruits=4),
        "Kidnapper of Ludus Ferox: 4, brings 4.",
    ),
    (
        RecruitsRolled(school=FEROX, resource=KIDNAPPER, face=3),
        "Kidnapper of Ludus Ferox: 3, brings nobody.",
    ),
    (
        RecruitsRolled(school=FEROX, resource=KIDNAPPER, face=1, lost=True),
        "Kidnapper of Ludus Ferox: 1, is lost.",
    ),
    (MonthEnded(month=Who("maius", "Maius")), "Maius is over."),
    (BattleWon(battle="battle-1", school=FEROX), "Ludus Ferox has won battle-1."),
    (
        YearEnded(
            winners=(FEROX,),
            by="net_worth",
            reached=(Reached(school=FEROX, score=9), Reached(school=URSI, score=8)),
        ),
        "The year is over, Ludus Ferox has won it (net worth: Ludus Ferox 9, Domus Ursi 8).",
    ),
    (
        YearEnded(
            winners=(FEROX, URSI),
            by="funds",
            reached=(Reached(school=FEROX, score=9),),
        ),
        "The year is over, Ludus Ferox and Domus Ursi have won it (funds: Ludus Ferox 9).",
    ),
    (SeasonRuled(text="the kitchens\nburn"), "Ruling: the kitchens burn"),
    (
        AftermathOpened(battle="battle-1", schools=(FEROX, URSI)),
        "The aftermath of battle-1: Ludus Ferox, Domus Ursi.",
    ),
    (
        SurvivalChecked(
            school=FEROX,
            gladiator=OX,
            face=3,
            parts=(Part(Who("weakling", "Weakling"), -1),),
            total=2,
            result="maimed",
        ),
        "Survival of Ox: 3 (Weakling -1) = 2: he is maimed, and fights no more.",
    ),
    (
        SurvivalChecked(school=FEROX, gladiator=OX, face=1, total=1, result="dead"),
        "Survival of Ox: 1: he dies.",
    ),
    (
        RerollAnswered(school=FEROX, gladiator=OX, resource=DOCTOR, used=True),
        "Chirugeon of Ludus Ferox tries again for Ox.",
    ),
    (
        RerollAnswered(school=FEROX, gladiator=OX, resource=DOCTOR),
        "Chirugeon of Ludus Ferox lets it stand for Ox.",
    ),
    (FateSettled(school=FEROX, gladiator=OX, result="recovers"), "Ox of Ludus Ferox: he recovers."),
    (
        GladiatorPromoted(school=FEROX, gladiator=OX, role=Who("secutor", "Secutor")),
        "Ox of Ludus Ferox is a Novicius now: Secutor.",
    ),
    (
        GladiatorAdvanced(school=FEROX, gladiator=OX, tricks=(AGILITY,)),
        "Ox of Ludus Ferox learns Agility.",
    ),
    (GladiatorAdvanced(school=FEROX, gladiator=OX), "Ox of Ludus Ferox learns no trick."),
    (
        PrizesPaid(battle="battle-1", winners=(FEROX,)),
        "The prizes of battle-1 are paid, Ludus Ferox has won.",
    ),
    (
        PrizesPaid(battle="battle-1", winners=(FEROX, URSI)),
        "The prizes of battle-1 are paid, Ludus Ferox and Domus Ursi have won.",
    ),
    (PrizesPaid(battle="battle-1"), "The prizes of battle-1 are paid."),
    (AftermathClosed(battle="battle-1"), "The aftermath of battle-1 is over."),
    (
        TreasuryChanged(crew=FEROX, amount=-500, reason="stake", balance=9500, other=(URSI,)),
        "Ludus Ferox: -500 (stake, to Domus Ursi), 9500 now.",
    ),
    (
        TreasuryChanged(crew=FEROX, amount=500, reason="prize", balance=9500, other=(URSI,)),
        "Ludus Ferox: +500 (prize, from Domus Ursi), 9500 now.",
    ),
    (
        MemberRecruited(
            crew=FEROX,
            member=OX,
            handle="OXX",
            kind="gallus",
            grade="novicius",
            cost=700,
            treasury=9300,
            seller=(URSI,),
        ),
        "Ox (gallus novicius) joins Ludus Ferox: 700 paid to Domus Ursi, 9300 left.",
    ),
)


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_is_told(event: Event, sentence: str) -> None:
    """Each is one sentence, and names whom it is about."""
    assert event.told() == sentence


def test_every_event_is_told() -> None:
    """None is left out here."""
    told = {type(event) for event, _ in SENTENCES}
    assert not {*play.EVENTS, *order.EVENTS} - told
