"""Chapter 15 and what a battle pays: checks, promotions, advances, prizes (MR-SVC, MR-ADV)."""

import pytest

from domain.aftermath import AftermathDone, TreasuryChanged
from domain.crew import Recruit
from domain.games.morturi.attacking import AttackDeclared
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.doings import Lay, TakeUp
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.opening import FieldTeam, Open
from domain.games.morturi.priority import PriorityTaken
from domain.games.morturi.school.advancement import GladiatorAdvanced, GladiatorPromoted, allowed
from domain.games.morturi.school.ending import BattleWon
from domain.games.morturi.school.payouts import AftermathClosed
from domain.games.morturi.school.survival import FateSettled, SurvivalChecked
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.surrender import SchoolSurrendered
from domain.games.morturi.waiting import Confirm, Nothing, Pick, Throw
from domain.members import MemberLost
from domain.terms import Event, Who
from tests.school_story import (
    Night,
    Year,
    begin,
    bid,
    buy,
    choose,
    field,
    fight,
    hammer,
    lot,
    no,
    offer,
    roll,
    yes,
)

TRICKS = ("agility", "combat_control", "will_to_live")


def year(*, chirugeon: bool = False, **house: str) -> Year:
    """Varro (secutor, Palus) and Ox (Servus) of Ludus Ferox; Mus and Rex (thracians, Novicii)."""
    both = Year("Ludus Ferox", "Domus Ursi", **house).do(
        lot("Varro", "secutor palus", *TRICKS),
        bid("Ludus Ferox", 1000),
        hammer,
        lot("Mus", "thracian novicius"),
        bid("Domus Ursi", 500),
        hammer,
        lot("Rex", "thracian novicius"),
        bid("Domus Ursi", 500),
        hammer,
        buy("servus", "Ludus Ferox"),
    )
    if chirugeon:
        both = both.phase("build_resources").do(buy("Chirugeon", "Ludus Ferox"))
    return both.phase("ludi")


def battle(at: Year, scenario: str = "battlelines", **terms: int) -> Year:
    """All four meet in a battle of 7000 for the winner, 2000 for the loser."""
    return fight(
        at.do(
            offer(scenario, **terms),
            field("Ludus Ferox", "Varro", "Servus 1"),
            field("Domus Ursi", "Mus", "Rex"),
        ),
        scenario,
    )


def night(*, chirugeon: bool = False, fell: dict[str, str] | None = None, **house: str) -> Night:
    """Ludus Ferox has won; who fell, fell by whose hand."""
    at = battle(year(chirugeon=chirugeon, **house))
    return Night(at, fell=fell or {}, winner="Ludus Ferox")


# Survival


@pytest.mark.parametrize(
    ("name", "face", "total", "result"),
    [
        ("Servus 1", 1, 0, "dead"),
        ("Servus 1", 2, 1, "dead"),
        ("Servus 1", 3, 2, "maimed"),
        ("Servus 1", 4, 3, "misses_next"),
        ("Servus 1", 5, 4, "recovers"),
        ("Varro", 1, 2, "maimed"),
        ("Varro", 2, 3, "misses_next"),
        ("Varro", 3, 4, "recovers"),
        ("Mus", 1, 1, "dead"),
        ("Mus", 6, 6, "recovers"),
    ],
)
def test_who_fell_checks_whether_he_lives(name: str, face: int, total: int, result: str) -> None:
    """MR-SVC-1, -2: Weakling -1, Will to Live +1; 1 dead, 2 maimed, 3 misses a month, 4 well."""
    fallen = night(fell={name: ""})
    assert isinstance(fallen.awaited, Throw)
    checked = fallen.do(roll(face))
    assert checked.one(SurvivalChecked).total == total
    assert checked.one(FateSettled).result == result
    present = [one for crew in checked.year.books.crews.values() for one in crew.present]
    there = [one for one in present if one.who.name == name]
    assert bool(there) == (result not in ("dead", "maimed"))
    assert [one.misses_next for one in there] == [result == "misses_next"] * len(there)


@pytest.mark.parametrize(
    ("table", "face", "result"),
    [
        ("dead_on_1", 1, "dead"),
        ("dead_on_1", 2, "recovers"),
        ("dead_on_1_to_3", 3, "dead"),
        ("dead_on_1_to_3", 4, "recovers"),
        ("four_step", 3, "misses_next"),
    ],
)
def test_three_tables(table: str, face: int, result: str) -> None:
    """MR-SVC-2: by `survival_table`; a thracian without tricks has no modifier."""
    fallen = night(fell={"Mus": ""}, survival_table=table)
    assert fallen.do(roll(face)).one(FateSettled).result == result


def test_a_natural_one_may_be_fatal() -> None:
    """MR-SVC-3: Varro's 1 + 1 is 2, maimed; by option it kills."""
    for option, result in (("no", "maimed"), ("yes", "dead")):
        fallen = night(fell={"Varro": ""}, survival_natural_1_dies=option)
        assert fallen.do(roll(1)).one(FateSettled).result == result


def test_the_chirugeon_tries_once_more() -> None:
    """MR-RES-3: a second die stands, even if it is worse, and is not rolled again."""
    fallen = night(chirugeon=True, fell={"Varro": ""})
    asked = fallen.do(roll(2))
    assert isinstance(asked.awaited, Confirm)
    again = asked.do(yes, roll(1))
    assert again.one(FateSettled).result == "maimed"
    assert asked.do(no).one(FateSettled).result == "misses_next"
    assert asked.refused(roll(4)) == "MR-SVC-4"


def test_the_chirugeon_is_his_schools() -> None:
    """MR-RES-3: of his gladiators; and nobody is asked about one who recovers."""
    other = night(chirugeon=True, fell={"Mus": ""}).do(roll(1))
    assert other.one(FateSettled).result == "dead"
    well = night(chirugeon=True, fell={"Varro": ""}).do(roll(3))
    assert well.one(FateSettled).result == "recovers"


def test_checks_come_one_after_the_other() -> None:
    """MR-SVC-4: schools in the order of the opening."""
    both = night(fell={"Mus": "", "Servus 1": ""}).do(roll(6))
    assert both.one(SurvivalChecked).gladiator.name == "Servus 1"
    assert both.do(roll(6)).one(SurvivalChecked).gladiator.name == "Mus"


def test_who_left_makes_no_check() -> None:
    """MR-SUR-5: surrendered gladiators count as survivors; by option they check as well."""
    for option, waits in (("yes", False), ("no", True)):
        at = battle(year(surrender_counts_as_survival=option))
        mus, rex = at.member("Mus").who, at.member("Rex").who
        left = SchoolSurrendered(school=at.school("Domus Ursi").who, gladiators=(mus, rex))
        evening = Night(at, winner="Ludus Ferox", more=[left])
        assert isinstance(evening.awaited, Throw) is waits


def test_who_finds_his_gate_closed_may_survive() -> None:
    """MR-BAT-5: by default an ordinary check, by option none."""
    for option, waits in (("normal", True), ("auto_survive", False)):
        at = battle(year(gate_ooa_survival=option))
        evening = Night(at, fell={"Mus": ""}, winner="Ludus Ferox", gate=True)
        assert isinstance(evening.awaited, Throw) is waits


def test_an_auctoratus_who_dies_costs_nothing_more() -> None:
    """MR-SVC-6: he is gone; the school keeps what it has."""
    hired = Year("Ludus Ferox", "Domus Ursi").do(
        lot("Felix", "gallus novicius", contract=True), bid("Ludus Ferox", 600), hammer
    )
    hired = hired.do(buy("servus", "Domus Ursi")).phase("ludi")
    entered = hired.do(
        offer("battlelines", prize=0, payout=0),
        field("Ludus Ferox", "Felix"),
        field("Domus Ursi", "Servus 1"),
    )
    dead = Night(fight(entered, "battlelines"), fell={"Felix": ""}, winner="Domus Ursi").do(roll(1))
    assert dead.one(MemberLost).member.name == "Felix"
    assert dead.year.funds("Ludus Ferox") == 9400


def test_a_contract_may_be_for_one_battle() -> None:
    """MR-AUC-4 `one_battle`: he leaves with its aftermath."""
    hired = Year("Ludus Ferox", "Domus Ursi", auctoratus_term="one_battle").do(
        lot("Felix", "gallus novicius", contract=True), bid("Ludus Ferox", 600), hammer
    )
    entered = (
        hired.do(buy("servus", "Domus Ursi"))
        .phase("ludi")
        .do(offer("battlelines"), field("Ludus Ferox", "Felix"), field("Domus Ursi", "Servus 1"))
    )
    after = Night(fight(entered, "battlelines"), winner="Ludus Ferox").do(begin)
    assert after.year.names("Ludus Ferox") == []


# Promotion and advancement


def test_a_servus_who_struck_a_final_blow_becomes_a_novicius() -> None:
    """MR-ADV-1, -2, MR-FCT-2: a lot among the roles that are no beast's and no faction's."""
    won = night(fell={"Mus": "Servus 1"}).do(roll(6))
    assert isinstance(won.awaited, Throw)
    roles = won.awaited.lot
    assert len(roles) == 17
    assert not {"servus", "fast_beast", "large_beast"} & set(roles)
    new = won.do(roll(roles.index("secutor") + 1))
    assert new.one(GladiatorPromoted).role.id == "secutor"
    one = new.year.member("Servus 1")
    assert (one.kind, one.grade, one.health) == ("secutor", "novicius", 8)


def test_the_owner_may_choose_his_role() -> None:
    """MR-ADV-2 `owner`."""
    won = night(fell={"Mus": "Servus 1"}, promotion_role="owner").do(roll(6))
    assert isinstance(won.awaited, Pick)
    assert won.refused(choose("large_beast")) == "MR-ADV-2"
    assert won.do(choose("thracian")).year.member("Servus 1").kind == "thracian"


@pytest.mark.parametrize(
    ("option", "hit", "attacked", "promoted"),
    [
        ("final_blow", True, True, False),
        ("any_survival", False, False, True),
        ("hit_or_wounded", True, True, True),
        ("hit_or_wounded", False, True, False),
        ("attacked_or_wounded", False, True, True),
        ("attacked_or_wounded", False, False, False),
    ],
)
def test_older_revisions_of_potential(
    *,
    option: str,
    hit: bool,
    attacked: bool,
    promoted: bool,
) -> None:
    """MR-ADV-1: a hit, an attack or mere survival, by `edition_potential`."""
    at = battle(year(edition_potential=option))
    ox, mus, way = at.member("Servus 1").who, at.member("Mus").who, Who("dagger", "dagger")
    more: list[Event] = []
    if attacked:
        more.append(AttackDeclared(attacker=ox, target=mus, way=way))
        more.append(
            AttackRolled(
                attacker=ox,
                target=mus,
                way=way,
                faces=(4,),
                natural=4,
                number=2,
                to_hit=2,
                arc="front",
                hit=hit,
            )
        )
    evening = Night(at, winner="Ludus Ferox", more=more)
    assert isinstance(evening.awaited, Throw) is promoted


def test_who_is_maimed_is_not_promoted() -> None:
    """MR-ADV-1: he struck a final blow, and fell: 3 - 1 is 2, maimed."""
    fallen = night(fell={"Mus": "Servus 1", "Servus 1": ""}).do(roll(3), roll(6))
    assert isinstance(fallen.awaited, Nothing)


def test_a_novicius_becomes_palus_by_a_final_blow() -> None:
    """MR-ADV-3: with three tricks of the owner's choice."""
    won = night(fell={"Servus 1": "Mus"}).do(roll(5))
    assert isinstance(won.awaited, Pick)
    assert (won.awaited.least, won.awaited.most) == (3, 3)
    assert won.refused(choose(*won.awaited.offers[:2])) == "MR-ADV-3"
    palus = won.do(choose(*won.awaited.offers[:3]))
    assert len(palus.one(GladiatorAdvanced).tricks) == 3
    assert palus.year.member("Mus").grade == "palus"
    assert palus.year.member("Rex").grade == "novicius"


def test_a_palus_gains_a_trick_by_a_final_blow() -> None:
    """MR-ADV-3: one of the four that he has not."""
    won = night(fell={"Mus": "Varro"}).do(roll(6))
    assert isinstance(won.awaited, Pick)
    assert len(won.awaited.offers) == 4
    assert len(won.do(choose(won.awaited.offers[0])).year.member("Varro").abilities) == 4


@pytest.mark.parametrize(
    ("advancement", "asked"), [("any_survival", True), ("retired_legend_only", False)]
)
def test_other_ways_to_advance(*, advancement: str, asked: bool) -> None:
    """MR-ADV-3: by survival alone, or in the arena not at all."""
    evening = night(advancement=advancement)
    assert isinstance(evening.awaited, Pick) is asked
    struck = night(fell={"Mus": "Varro"}, advancement="retired_legend_only").do(roll(6))
    assert isinstance(struck.awaited, Nothing)


# Prizes


def test_prizes_are_paid_after_the_battle() -> None:
    """MR-BAT-1, -7: 7000 to the winner, 2000 to the loser, as announced; the winner is noted."""
    done = night().do(begin)
    assert [(one.crew.name, one.amount) for one in done.all(TreasuryChanged)] == [
        ("Ludus Ferox", 7000),
        ("Domus Ursi", 2000),
    ]
    assert done.year.funds("Ludus Ferox") == 10000 - 1000 - 100 + 7000
    assert done.one(BattleWon).school.name == "Ludus Ferox"
    assert done.year.books.season.won[0].times == 1
    assert isinstance(done.awaited, Nothing)
    done.year.check_accounts()


def test_the_terms_are_those_announced() -> None:
    """MR-BAT-1: a fee of 200, a prize of 1001, nothing for the loser."""
    at = battle(year(), fee=200, prize=1001, payout=0)
    done = Night(at, winner="Domus Ursi").do(begin)
    assert done.year.funds("Domus Ursi") == 10000 - 1000 - 200 + 1001
    assert done.year.funds("Ludus Ferox") == 10000 - 1100 - 200


@pytest.mark.parametrize(
    ("option", "ferox", "ursi"),
    [("split", 500, 500), ("none", 0, 0), ("attacker_wins", 50, 1001)],
)
def test_a_draw(option: str, ferox: int, ursi: int) -> None:
    """MR-VIC-2: the prize of 1001 is split, rounded down; nobody has it; or who acted first does.

    Then the other is the loser, who has 50.
    """
    at = battle(year(draw_prize=option), prize=1001, payout=50)
    schools = (at.school("Domus Ursi").who, at.school("Ludus Ferox").who)
    done = Night(at, more=[PriorityTaken(order=schools, numbers=())]).do(begin)
    assert done.year.funds("Ludus Ferox") == 10000 - 1100 + ferox
    assert done.year.funds("Domus Ursi") == 10000 - 1000 + ursi
    assert done.all(BattleWon) == []


def test_a_draw_is_between_those_who_are_left() -> None:
    """MR-VIC-3: of three, Magnus was out when the Imperator ended it: it has lost, and has 50."""
    three = Year("Ludus Ferox", "Domus Ursi", "Magnus")
    for school in ("Ludus Ferox", "Domus Ursi", "Magnus"):
        three = three.do(*(buy("servus", school) for _ in range(3)))
    three = three.phase("ludi").do(offer("slaughter_of_the_noxii", prize=1001, payout=50))
    for school in ("Ludus Ferox", "Domus Ursi", "Magnus"):
        three = three.do(field(school, *(one.who.id for one in three.school(school).present)))
    at = fight(three, "slaughter_of_the_noxii")
    night = Night(at, drawn=("Ludus Ferox", "Domus Ursi")).do(begin)
    assert [night.year.funds(one) for one in ("Ludus Ferox", "Domus Ursi", "Magnus")] == [
        9700 + 500,
        9700 + 500,
        9700 + 50,
    ]
    night.year.check_accounts()


def test_the_condemned_are_paid_for() -> None:
    """MR-SCN-9: 500 denarii for a killing blow on a noxius; of a blow on a rival, nothing."""
    three = year()
    for _ in range(2):
        three = three.do(buy("servus", "Domus Ursi"), buy("servus", "Ludus Ferox"))
    entered = three.do(
        offer("slaughter_of_the_noxii"),
        field("Ludus Ferox", *(one.who.id for one in three.school("Ludus Ferox").present[:3])),
        field("Domus Ursi", *(one.who.id for one in three.school("Domus Ursi").present[:3])),
    )
    at = fight(entered, "slaughter_of_the_noxii")
    blow = GladiatorOut(
        gladiator=Who("battle-1/1#n1", "Noxius 1"),
        cause=Who("final-blow", "final blow"),
        by=(at.member("Varro").who,),
        school=(at.school("Ludus Ferox").who,),
        denarii=500,
    )
    done = Night(at, more=[blow, blow]).do(begin)
    assert [(one.amount, one.crew.name) for one in done.all(TreasuryChanged)] == [
        (1000, "Ludus Ferox")
    ]


def test_the_winner_of_a_duel_takes_both_stakes() -> None:
    """MR-SCN-11: 2000 and 500 of each: 10000 - 100 - 500 + 3000 = 12400."""
    both = Year("Ludus Ferox", "Domus Ursi")
    both = both.do(buy("servus", "Ludus Ferox"), lot("Mus", "gallus novicius"))
    both = both.do(bid("Domus Ursi", 500), hammer).phase("ludi")
    laid = Lay(crew="Ludus Ferox", member="Servus 1", stake=500)
    paired = both.do(offer("duel_series"), laid, TakeUp(crew="Domus Ursi", member="Mus"))
    done = Night(fight(paired, "duel_series"), winner="Ludus Ferox").do(begin)
    assert done.year.funds("Ludus Ferox") == 12400
    assert done.year.funds("Domus Ursi") == 9000
    done.year.check_accounts()
    drawn = Night(fight(paired, "duel_series")).do(begin)
    assert drawn.year.funds("Ludus Ferox") == 9900 + 1000


def test_there_is_one_aftermath() -> None:
    """MR-SVC-4, -5: when it is over nothing more comes; the schools are free again."""
    done = night().do(begin)
    assert done.one(AftermathClosed).battle == "battle-1"
    assert len(done.all(AftermathDone)) == 2
    assert done.refused(begin) == "MR-SVC-4"
    assert done.year.school("Ludus Ferox").aftermath == ""
    assert night(fell={"Mus": ""}).do(begin).refused(begin) == "MR-SVC-4"


def test_favour_is_not_carried_over() -> None:
    """MR-CRD-7: three in the first battle, none when the second opens."""
    at = battle(year())
    won = FavourGained(
        school=at.school("Ludus Ferox").who, amount=3, favour=3, source=Who("final-blow", "blow")
    )
    first = Night(at, winner="Ludus Ferox", more=[won])
    assert [side.favour for side in first.evening.battle.sides] == [3, 0]
    again = first.do(begin).year.do(
        offer("battlelines"), field("Ludus Ferox", "Varro"), field("Domus Ursi", "Mus")
    )
    second = Night(fight(again, "battlelines", "battle-2"), "battle-2")
    assert [side.favour for side in second.evening.battle.sides] == [0, 0]
    assert {one.lost for one in again.school("Ludus Ferox").present} == {0}


def test_a_pickup_game_has_no_checks() -> None:
    """MR-SVC-4: in pick-up games not at all: no die, no prize."""
    both = Year("Ludus Ferox", "Domus Ursi", game_mode="pickup")
    for crew, name in (("crew-ludus-ferox", "Varro"), ("crew-domus-ursi", "Mus")):
        who = Recruit(crew=crew, kind="gallus", name=name, grade="novicius")
        both.judge(crew, who)
    both.judge(
        "battle-1",
        Open(battle="battle-1", scenario="battlelines", crews=tuple(both.books.crews)),
    )
    over = Night(both, fell={"Mus": "Varro"}, winner="Ludus Ferox").do(begin)
    assert isinstance(over.awaited, Nothing)
    assert over.all(TreasuryChanged) == []


def test_what_a_novicius_may_be() -> None:
    """MR-ADV-2, MR-CRE-7: by `disable_role` only the eight roles whose profile was found."""
    both = Year("Ludus Ferox", "Domus Ursi", unknown_profiles="disable_role")
    both = both.do(buy("servus", "Ludus Ferox"), buy("servus", "Domus Ursi")).phase("ludi")
    ox, _ = both.names("Ludus Ferox")[0], both.names("Domus Ursi")
    entered = both.do(
        offer("battlelines"),
        FieldTeam(crew="crew-ludus-ferox", members=(both.member(ox).who.id,)),
        field("Domus Ursi", both.school("Domus Ursi").present[0].who.id),
    )
    evening = Night(fight(entered, "battlelines"))
    assert set(allowed(evening.evening)) == {
        "bestiarius",
        "gallus",
        "praegenarius",
        "sagitarius",
        "barbarian",
        "secutor",
        "andabatus",
        "samnite",
    }
