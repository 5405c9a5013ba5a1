"""Sections 2 and 13: schools take on gladiators, as far as a price is fixed."""

import pytest

from domain.books import Member
from domain.campaign import STORY, FoundCampaign
from domain.crew import FoundCrew, Recruit, RetireMember, mustered
from domain.games.morturi.creation import check_factions
from domain.games.morturi.options import House
from domain.games.morturi.recruiting import recruiting
from domain.games.morturi.shapes import book
from domain.house import Setting
from domain.own import Own
from domain.roster import FoundingEnded, MemberRecruited
from domain.terms import NotFound, RuleBroken, Who, WrongUsage
from tests.domain.household import Household

SCHOOL = "crew-ludus-ferox"
RULES = recruiting(book())


def school(mode: str = "pickup") -> Household:
    """A school that has just been founded."""
    home = Household(RULES)
    house = () if mode == "campaign" else (Setting("game_mode", mode),)
    home.judge(STORY, FoundCampaign(name="Ludi Aeterni", house=house))
    home.judge(SCHOOL, FoundCrew(crew=SCHOOL, name="Ludus Ferox", player="Ana"))
    return home


def wanted(name: str, role: str, grade: str, *tricks: str) -> Recruit:
    """A gladiator to take on."""
    return Recruit(crew=SCHOOL, name=name, kind=role, die=0, grade=grade, abilities=tricks)


def members(home: Household) -> tuple[Member, ...]:
    """The gladiators of the school."""
    return home.books.crew(SCHOOL).members


def test_a_school_begins_with_denarii() -> None:
    """MR-CRE-10: 5000 in a pick-up game, 10000 in a campaign."""
    assert school("pickup").books.crew(SCHOOL).treasury == 5000
    assert school("campaign").books.crew(SCHOOL).treasury == 10000


def test_a_lanista_designs_his_gladiators() -> None:
    """MR-CRE-1, -2, -9: a Palus secutor for 1000, with three tricks; 4000 are left."""
    home = school()
    action = wanted("Varro", "Secutor", "palus", "Combat Control", "Agility", "Will to Live")
    (event,) = home.judge(SCHOOL, action)
    assert event == MemberRecruited(
        crew=Who(SCHOOL, "Ludus Ferox"),
        member=Who("", "Varro"),
        handle="VAR",
        kind="secutor",
        die=0,
        health=8,
        cost=1000,
        treasury=4000,
        abilities=("agility", "combat_control", "will_to_live"),
        grade="palus",
        gear=("Agility", "Combat Control", "Will to Live"),
    )
    assert event.told() == (
        "Varro (secutor palus; Agility, Combat Control, Will to Live) "
        "joins Ludus Ferox: 1000 paid, 4000 left."
    )
    (varro,) = members(home)
    assert (varro.grade, varro.kind, varro.die) == ("palus", "secutor", 0)


def test_the_budget_is_not_overdrawn() -> None:
    """MR-CRE-10: two of 2000 leave 1000 of 5000; a third is too dear, a Palus is not."""
    home = school()
    for name in ("Otho", "Nepos"):
        home.judge(SCHOOL, wanted(name, "samnite", "primus_palus"))
    with pytest.raises(
        RuleBroken, match=r"MR-CRE-10.*Mus costs 2000 denarii, Ludus Ferox has 1000"
    ):
        home.judge(SCHOOL, wanted("Mus", "gallus", "primus_palus"))
    home.judge(SCHOOL, wanted("Mus", "gallus", "palus", "trip", "tumble", "execute"))
    assert home.books.crew(SCHOOL).treasury == 0


def test_in_a_campaign_only_servi_have_a_price() -> None:
    """MR-AUC-1, -2: 100 denarii each, as many as one likes; others are auctioned."""
    home = school("campaign")
    for name in ("Felix", "Faustus", "Firmus"):
        home.judge(SCHOOL, wanted(name, "servus", "servus"))
    assert home.books.crew(SCHOOL).treasury == 9700
    with pytest.raises(RuleBroken, match=r"MR-AUC-1.*a Novicius is bought by auction"):
        home.judge(SCHOOL, wanted("Varro", "secutor", "novicius"))


def test_what_a_gladiator_is_not_made_of() -> None:
    """MR-CRE-6: neither a die nor items nor a Will; a grade he must have (MR-CRE-1)."""
    home = school()
    with pytest.raises(WrongUsage, match="made of a role, a grade and tricks"):
        home.judge(SCHOOL, Recruit(crew=SCHOOL, name="Mus", kind="gallus", die=6, grade="novicius"))
    with pytest.raises(RuleBroken, match=r"MR-CRE-1.*a gladiator has a grade"):
        home.judge(SCHOOL, Recruit(crew=SCHOOL, name="Mus", kind="gallus", die=0))
    with pytest.raises(NotFound, match="no role is called galus"):
        home.judge(SCHOOL, wanted("Mus", "galus", "novicius"))
    with pytest.raises(NotFound, match="no grade is called champion"):
        home.judge(SCHOOL, wanted("Mus", "gallus", "champion"))
    with pytest.raises(WrongUsage, match="a handle has three letters"):
        home.judge(
            SCHOOL,
            Recruit(crew=SCHOOL, name="Mus", kind="gallus", die=0, grade="novicius", handle="MUSS"),
        )


def test_a_school_enters_whoever_can_fight() -> None:
    """MR-BAT-2, MR-RET-1: one is enough, none is not; whoever retires is none."""
    home = school()
    with pytest.raises(RuleBroken, match=r"MR-BAT-2.*has no gladiator who can fight"):
        list(mustered(RULES, home.books, [SCHOOL], "battle-1"))
    home.judge(SCHOOL, wanted("Mus", "gallus", "novicius"))
    (ended,) = mustered(RULES, home.books, [SCHOOL], "battle-1")
    assert isinstance(ended.event, FoundingEnded)
    assert ended.event.treasury == 4500
    home.judge(SCHOOL, RetireMember(crew=SCHOOL, member=members(home)[0].who.id))
    with pytest.raises(RuleBroken, match="MR-BAT-2"):
        list(mustered(RULES, home.books, [SCHOOL], "battle-1"))


def test_own_content_is_refused() -> None:
    """This game takes none: not into a campaign, nor with a battle's guests."""
    RULES.check_content("2026.1", ())
    with pytest.raises(WrongUsage, match="takes no content of a campaign's own"):
        RULES.check_content("2026.1", (Own("trick", "stare", "{}"),))


def test_a_pick_up_school_draws_on_one_faction() -> None:
    """MR-FCT-1: beside an optio (Legions) others of the Legions and any man of none; no Orc."""
    home = school()
    home.judge(SCHOOL, wanted("Decimus", "optio", "novicius"))
    home.judge(SCHOOL, wanted("Titus", "funditores", "novicius"))
    home.judge(SCHOOL, wanted("Varro", "secutor", "novicius"))
    with pytest.raises(RuleBroken, match="MR-FCT-1"):
        home.judge(SCHOOL, wanted("Grok", "orc_berserker", "novicius"))


def test_a_battle_of_a_pick_up_game_is_held_to_it_too() -> None:
    """MR-FCT-1: a school of the books draws on one faction; in a campaign it may mix."""
    mixed = ("legions", "", "orcs")
    with pytest.raises(RuleBroken, match="MR-FCT-1"):
        check_factions(House(game_mode="pickup"), "Ludus Ferox", mixed)
    check_factions(House(), "Ludus Ferox", mixed)
    check_factions(House(game_mode="pickup"), "Ludus Ferox", ("orcs", "", "orcs"))
