"""Chapter 15, the opening: whom a battle is between, from where, and by which rules and dice."""

import msgspec
import pytest

from domain.books import Books, Crew, Item, Member
from domain.campaign import BattleListed
from domain.campaign import evolve as remembered
from domain.dicebox import DiceSealed
from domain.games.mortisphere.battle import Fighting, StartAt
from domain.games.mortisphere.deployment import (
    ChooserRolled,
    ChooseStart,
    MemberDeployed,
    StartChosen,
)
from domain.games.mortisphere.gathering import open_battle
from domain.games.mortisphere.opening import (
    BattleOpened,
    FieldTeam,
    Guest,
    GuestCrew,
    Open,
    Team,
    TeamFielded,
)
from domain.games.mortisphere.options import House
from domain.games.mortisphere.play import awaited, decide, evolve
from domain.games.mortisphere.rounds import Concede
from domain.games.mortisphere.ruling import Change, ChangeKind, Ruling
from domain.games.mortisphere.shapes import EDITIONS
from domain.games.mortisphere.throwing import AnnounceRoll, Roll
from domain.games.mortisphere.waiting import Field, Start, Throw
from domain.house import Setting
from domain.own import Own
from domain.terms import Action, Elsewhere, Event, NotFound, RuleBroken, Who
from domain.throwing import Shown, Source

BATTLE = "battle-1"
BOOKS = Books(game="mortisphere", edition=EDITIONS[-1])
ASH, IRON, CHOIR, GUILD = (f"{BATTLE}/1#{n}" for n in (1, 2, 3, 4))


def guests(*dice: tuple[int, ...]) -> tuple[GuestCrew, ...]:
    """Crews A, B, … of members with these dice; a rating is the sum of the dice."""
    return tuple(
        GuestCrew(
            name="ABCDE"[n],
            members=tuple(
                Guest(name=f"{'abcde'[n]}{m}", handle="", kind="survivor", die=die)
                for m, die in enumerate(crew)
            ),
        )
        for n, crew in enumerate(dice)
    )


def opened(action: Open, books: Books = BOOKS) -> tuple[list[Event], Fighting]:
    """What an opening tells in the battle's own story, and the battle then."""
    events = [e for e in open_battle(books, action) if not isinstance(e, Elsewhere)]
    battle = Fighting()
    for event in events:
        battle = evolve(battle, event)
    return events, battle


def opening(
    *dice: tuple[int, ...],
    starts: tuple[StartAt, ...] = (),
    ask: bool = False,
    **house: str,
) -> Open:
    """A friendly opening between guests with these dice."""
    return Open(
        battle=BATTLE,
        scenario="last-granary",
        guests=guests(*dice),
        starts=starts,
        ask_start=ask,
        house=tuple(Setting(o, v) for o, v in house.items()),
        friendly=True,
    )


def after(battle: Fighting, *actions: Action) -> Fighting:
    """The battle after these actions."""
    for action in actions:
        for event in decide(battle, action):
            if not isinstance(event, Elsewhere):
                battle = evolve(battle, event)
    return battle


def refusal(battle: Fighting, action: Action) -> str:
    """The rule by which an action is refused."""
    with pytest.raises(RuleBroken) as broken:
        decide(battle, action)
    return broken.value.rule


def starts(battle: Fighting) -> dict[str, str]:
    """Where each crew starts."""
    return {side.who.name: side.start for side in battle.sides}


def faces(*numbers: int) -> Roll:
    """Faces that lie on the table."""
    return Roll(faces=tuple(Shown(n) for n in numbers))


def test_the_lower_rating_chooses() -> None:
    """MS-SCN-3: unasked, the lower rating takes the first start Area, the other what is left."""
    events, battle = opened(opening((10,), (4, 4)))
    assert starts(battle) == {"A": "tower", "B": "well"}
    chosen = [e for e in events if isinstance(e, StartChosen)]
    assert [(e.crew.name, e.area.name, e.agreed) for e in chosen] == [
        ("B", "Well Yard", False),
        ("A", "Bell Tower", False),
    ]


def test_all_are_deployed_where_their_crew_starts() -> None:
    """MS-SCN-3, MS-ARE-6: then round 1 begins."""
    events, battle = opened(opening((10,), (4, 4)))
    deployed = [(e.member.name, e.area.id) for e in events if isinstance(e, MemberDeployed)]
    assert deployed == [("a0", "tower"), ("b0", "well"), ("b1", "well")]
    assert battle.round == 1


def test_the_choice_may_be_asked() -> None:
    """MS-SCN-3: who chooses is asked, the other takes what is left."""
    _, battle = opened(opening((10,), (4, 4), ask=True))
    assert awaited(battle) == Start(IRON, ("well", "tower"))
    assert refusal(battle, ChooseStart(crew=ASH, area="well")) == "MS-SCN-3"
    assert refusal(battle, ChooseStart(crew=IRON, area="hall")) == "MS-SCN-3"
    assert starts(after(battle, ChooseStart(crew=IRON, area="tower"))) == {
        "A": "well",
        "B": "tower",
    }


def test_nobody_chooses_when_nothing_is_asked() -> None:
    """MS-SCN-3: a start Area is chosen while that is awaited."""
    _, battle = opened(opening((10,), (4,)))
    assert refusal(battle, ChooseStart(crew=IRON, area="tower")) == "MS-SCN-3"


def test_equal_ratings_roll() -> None:
    """MS-SCN-3: a d20 for each crew, the higher chooses, tied ones again."""
    _, battle = opened(opening((8,), (4, 4)))
    waiting = awaited(battle)
    assert isinstance(waiting, Throw)
    assert [(d.unit, d.sides) for d in waiting.dice] == [(ASH, 20), (IRON, 20)]
    again = after(battle, faces(9, 9))
    assert isinstance(awaited(again), Throw)
    battle = after(again, faces(3, 14))
    assert starts(battle) == {"A": "tower", "B": "well"}
    assert refusal(again, faces(21, 1)) == "MS-RES-3"


def test_three_roll_and_only_the_tied_again() -> None:
    """MS-SCN-3: of three equal crews the highest chooses first; equal ones roll for the next."""
    _, battle = opened(opening((4,), (4,), (4,)))
    rolled = after(battle, faces(5, 17, 5))
    waiting = awaited(rolled)
    assert isinstance(waiting, Throw)
    assert [d.unit for d in waiting.dice] == [ASH, CHOIR]
    assert starts(rolled) == {"A": "", "B": "well", "C": ""}
    last = after(rolled, faces(2, 3))
    assert starts(last) == {"A": "hall", "B": "well", "C": "tower"}


def test_a_chooser_roll_is_told() -> None:
    """MS-SCN-3: with both faces."""
    _, battle = opened(opening((8,), (4, 4)))
    (event, *_) = decide(battle, faces(3, 14))
    assert isinstance(event, ChooserRolled)
    assert [(d.crew.name, d.result) for d in event.dice] == [("A", 3), ("B", 14)]


def test_a_third_crew_starts_elsewhere() -> None:
    """MS-SCN-7: in any Area that is no start Area yet."""
    _, battle = opened(opening((4,), (6,), (8,)))
    assert starts(battle) == {"A": "well", "B": "tower", "C": "hall"}


def test_a_fourth_crew_shares_the_least_occupied() -> None:
    """MS-SCN-7: all Areas are start Areas; two stand in the Yard, one each in Tower and Hall."""
    _, battle = opened(opening((4, 4), (10,), (12,), (20,)))
    assert starts(battle) == {"A": "well", "B": "tower", "C": "hall", "D": "hall"}


def test_a_fourth_crew_may_be_asked() -> None:
    """MS-SCN-7: among the least occupied it chooses."""
    _, battle = opened(opening((4, 4), (10,), (12,), (20,), ask=True))
    battle = after(battle, ChooseStart(crew=ASH, area="well"))
    assert starts(battle) == {"A": "well", "B": "tower", "C": "hall", "D": ""}
    assert awaited(battle) == Start(GUILD, ("hall", "tower"))


@pytest.mark.parametrize("count", [1, 5])
def test_two_to_four_crews(count: int) -> None:
    """MS-SCN-7."""
    with pytest.raises(RuleBroken, match="MS-SCN-7"):
        open_battle(BOOKS, opening(*([(4,)] * count)))


def test_an_agreement_for_all() -> None:
    """MS-SCN-3: agreed start Areas may be any, and the same."""
    both = (StartAt(ASH, "hall"), StartAt(IRON, "hall"))
    events, battle = opened(opening((4,), (4,), starts=both))
    assert starts(battle) == {"A": "hall", "B": "hall"}
    assert all(e.agreed for e in events if isinstance(e, StartChosen))
    assert not isinstance(awaited(battle), Start)


def test_an_agreement_for_one() -> None:
    """MS-SCN-3: the other crew chooses among the start Areas that are left."""
    _, battle = opened(opening((10,), (4,), starts=(StartAt(ASH, "well"),)))
    assert starts(battle) == {"A": "well", "B": "tower"}
    _, battle = opened(opening((10,), (4,), starts=(StartAt(ASH, "hall"),), ask=True))
    assert awaited(battle) == Start(IRON, ("well", "tower"))


def test_an_agreement_among_three() -> None:
    """MS-SCN-3, -7: who is not named starts as the scenario says."""
    _, battle = opened(opening((4,), (6,), (8,), starts=(StartAt(CHOIR, "tower"),)))
    assert starts(battle) == {"A": "well", "B": "hall", "C": "tower"}


def test_agreements_that_name_nothing() -> None:
    """MS-SCN-3: crews of this battle, once each, and Areas of its scenario."""
    for wrong in ((StartAt(CHOIR, "hall"),), (StartAt(ASH, "hall"), StartAt(ASH, "well"))):
        with pytest.raises(RuleBroken, match="MS-SCN-3"):
            open_battle(BOOKS, opening((4,), (4,), starts=wrong))
    with pytest.raises(NotFound):
        open_battle(BOOKS, opening((4,), (4,), starts=(StartAt(ASH, "moon"),)))


def test_who_has_nobody_opens_nothing() -> None:
    """MS-REC-4: a crew fields somebody."""
    with pytest.raises(RuleBroken, match="MS-REC-4"):
        open_battle(BOOKS, opening((4,), ()))


@pytest.mark.parametrize(
    ("lost", "captain", "zero", "refused"),
    [
        (1, False, "strain", False),
        (2, False, "strain", True),
        (2, True, "strain", False),
        (2, True, "ordinary", True),
        (3, True, "strain", True),
    ],
)
def test_nobody_comes_without_health(
    lost: int,
    captain: bool,  # noqa: FBT001 a column
    zero: str,
    refused: bool,  # noqa: FBT001 a column
) -> None:
    """MS-INC-1, MS-CAP-4: with 2 of 2 lost only a Captain fights, if its rule lets it."""
    guest = Guest(name="a", handle="", kind="survivor", die=6, lost=lost, captain=captain)
    action = opening((4,), (4,), captain_zero=zero)
    action = msgspec.structs.replace(
        action, guests=(GuestCrew(name="A", members=(guest,)), action.guests[1])
    )
    if refused:
        with pytest.raises(RuleBroken, match="MS-INC-1"):
            open_battle(BOOKS, action)
    else:
        _, battle = opened(action)
        assert battle.units[f"{ASH}.1"].broken is (lost == 2)


def test_only_scenarios_that_there_are() -> None:
    """MS-SCN-1: what no codex holds is not played, and the nearest is named."""
    action = msgspec.structs.replace(opening((4,), (4,)), scenario="the-wimness")
    with pytest.raises(NotFound) as refused:
        open_battle(BOOKS, action)
    assert "the-witness" in refused.value.hint


def test_the_snapshot_is_whole() -> None:
    """MS-EVT-2: every option with its value, and the edition of the rules."""
    events, _ = opened(opening((4,), (4,), ties="both_lose"))
    (first, *_) = events
    assert isinstance(first, BattleOpened)
    kept = {s.option: s.value for s in first.house}
    assert kept == {n: getattr(House(), n) for n in House.__struct_fields__} | {"ties": "both_lose"}
    assert first.edition == EDITIONS[-1]


# Crews of a campaign


def campaign(*dice: tuple[int, ...], **house: str) -> Books:
    """A campaign with crews of members with these dice, the first of each its Captain."""
    crews = {}
    for n, crew in enumerate(dice):
        id_ = f"crew-{'abcd'[n]}"
        members = tuple(
            Member(
                who=Who(f"{id_}/{m + 2}", f"{'abcd'[n]}{m}"),
                handle=f"{'ABCD'[n]}{m:02}",
                kind="survivor",
                die=die,
                health=3,
                captain=m == 0,
                will="endure" if m == 0 else "",
                items=Item.all_of(["rivet-gun"]) if m == 1 else (),
            )
            for m, die in enumerate(crew)
        )
        crews[id_] = Crew(who=Who(id_, "ABCD"[n]), members=members, founding=False)
    settings = tuple(Setting(o, v) for o, v in house.items())
    return Books(
        name="The Final Age",
        game="mortisphere",
        edition=EDITIONS[-1],
        crews=crews,
        house=settings,
    )


def of_campaign(**facts: object) -> Open:
    """An opening between crews A and B of a campaign."""
    plain = Open(battle=BATTLE, scenario="last-granary", crews=("crew-a", "crew-b"))
    return msgspec.structs.replace(plain, **facts)


EVEN = ((10, 8, 6), (12, 4, 4))


def test_the_campaign_lists_the_battle() -> None:
    """MS-EVT-1: the opening lies in the battle's story, the listing in the campaign's."""
    told = open_battle(campaign(*EVEN), of_campaign())
    listed = [e for e in told if isinstance(e, Elsewhere)]
    assert [e.story for e in listed] == ["campaign"]
    event = listed[0].event
    assert isinstance(event, BattleListed)
    assert [w.name for w in event.crews] == ["A", "B"]


def test_the_next_battle_is_the_one_that_opens() -> None:
    """MS-SCN-2."""
    with pytest.raises(RuleBroken, match="MS-SCN-2"):
        open_battle(campaign(*EVEN), of_campaign(battle="battle-7"))


def test_a_crew_does_not_fight_itself() -> None:
    """MS-CLA-9."""
    with pytest.raises(RuleBroken, match="MS-CLA-9"):
        open_battle(campaign(*EVEN), of_campaign(crews=("crew-a", "crew-a")))


def test_an_unknown_crew() -> None:
    """A crew that the campaign does not have."""
    with pytest.raises(NotFound):
        open_battle(campaign(*EVEN), of_campaign(crews=("crew-a", "crew-x")))


@pytest.mark.parametrize(("value", "resolve"), [("one", 1), ("two", 2), ("three", 3)])
def test_a_captain_brings_its_resolve(value: str, resolve: int) -> None:
    """MS-CAP-6: as the campaign's house rules say."""
    _, battle = opened(of_campaign(), campaign(*EVEN, captain_resolve=value))
    assert battle.units["crew-a/2"].resolve == resolve
    assert battle.units["crew-a/3"].resolve == 0


def test_all_fit_members_are_deployed() -> None:
    """MS-REC-8 `all_fit`, MS-SCN-3."""
    _, battle = opened(of_campaign(), campaign(*EVEN))
    assert len(battle.units) == 6
    team = (Team("crew-a", ("crew-a/2", "crew-a/3")),)
    with pytest.raises(RuleBroken, match="MS-REC-8"):
        open_battle(campaign(*EVEN), of_campaign(teams=team))


CAPPED = campaign((10, 8, 6), (12, 12, 4), deploy_limit="value_cap")


def test_a_cap_of_value() -> None:
    """MS-REC-8 `value_cap`: 24 against 28: the second crew fields a value of 24 at most."""
    _, battle = opened(of_campaign(), CAPPED)
    assert awaited(battle) == Field("crew-b", 24)
    strong, other, weak = "crew-b/2", "crew-b/3", "crew-b/4"
    assert refusal(battle, FieldTeam(crew="crew-b", members=(strong, other, weak))) == "MS-REC-8"
    assert refusal(battle, FieldTeam(crew="crew-a", members=(strong,))) == "MS-REC-8"
    assert refusal(battle, FieldTeam(crew="crew-b", members=("crew-a/2",))) == "MS-REC-8"
    assert refusal(battle, FieldTeam(crew="crew-b", members=())) == "MS-REC-8"
    (event, *_) = decide(battle, FieldTeam(crew="crew-b", members=(strong, other)))
    assert isinstance(event, TeamFielded)
    # MS-REC-7: 12 + 12, and 1 for the Rivet Gun of the second member
    assert ([w.name for w in event.members], event.rating) == (["b0", "b1"], 25)
    assert event.told() == "B fields b0, b1."


def test_a_small_team_binds_nobody_else() -> None:
    """MS-REC-8 `value_cap`: the cap is what all the fit of the smallest crew are worth."""
    _, battle = opened(of_campaign(), CAPPED)
    battle = after(battle, FieldTeam(crew="crew-b", members=("crew-b/4",)))
    assert not isinstance(awaited(battle), Field)
    assert set(battle.units) == {"crew-a/2", "crew-a/3", "crew-a/4", "crew-b/4"}


def test_a_team_named_at_the_opening() -> None:
    """MS-REC-8 `value_cap`: within the cap nothing more is asked; strangers are refused."""
    team = (Team("crew-b", ("crew-b/2", "crew-b/4")),)
    _, battle = opened(of_campaign(teams=team), CAPPED)
    assert [u for u in battle.units if u.startswith("crew-b")] == ["crew-b/2", "crew-b/4"]
    for wrong in (("crew-a/2",), ()):
        with pytest.raises(RuleBroken, match="MS-REC-8"):
            open_battle(CAPPED, of_campaign(teams=(Team("crew-b", wrong),)))


def test_a_crew_of_giants_fields_one_of_its_smallest() -> None:
    """MS-REC-8 `value_cap`: 8 against two d20 and a d12: nobody is worth 8, so a d12 may come."""
    giants = campaign((4, 4), (20, 12, 20), deploy_limit="value_cap")
    _, battle = opened(of_campaign(), giants)
    assert awaited(battle) == Field("crew-b", 12)
    assert refusal(battle, FieldTeam(crew="crew-b", members=("crew-b/2",))) == "MS-REC-8"
    battle = after(battle, FieldTeam(crew="crew-b", members=("crew-b/3",)))
    assert [u for u in battle.units if u.startswith("crew-b")] == ["crew-b/3"]


def test_a_giant_by_itself_is_fielded_whatever_the_cap() -> None:
    """MS-REC-8 `value_cap`: a crew has somebody to field, and nobody to choose."""
    _, battle = opened(of_campaign(), campaign((4, 4), (20,), deploy_limit="value_cap"))
    assert not isinstance(awaited(battle), Field)


def test_crews_below_the_cap_are_not_asked() -> None:
    """MS-REC-8 `value_cap`: equal crews field all they have."""
    books = campaign((10, 8, 6), (12, 8, 4), deploy_limit="value_cap")
    _, battle = opened(of_campaign(), books)
    assert len(battle.units) == 6


# Dice


SEAL = DiceSealed(battle="00" * 16, anchors=("11" * 32,), solo=True)


def with_dice(rule: str, dice: Source, *seal: DiceSealed) -> Open:
    """An opening with these dice under a value of `dice_source`."""
    action = opening((4,), (6,), dice_source=rule)
    return msgspec.structs.replace(action, dice=dice, seal=seal)


@pytest.mark.parametrize(
    ("rule", "table", "sealed"),
    [("either", True, True), ("entered", True, False), ("generated", False, True)],
)
def test_physical_or_generated_dice(
    rule: str,
    table: bool,  # noqa: FBT001 a column
    sealed: bool,  # noqa: FBT001 a column
) -> None:
    """MS-EVT-4: `entered` refuses sealed dice, `generated` those of the table."""
    cases = ((Source.TABLE, (), table), (Source.SEALED, (SEAL,), sealed))
    for dice, seal, allowed in cases:
        action = with_dice(rule, dice, *seal)
        if allowed:
            assert opened(action)[1].dice is dice
        else:
            with pytest.raises(RuleBroken, match="MS-EVT-4"):
                open_battle(BOOKS, action)


@pytest.mark.parametrize(
    "seal",
    [
        (),
        (DiceSealed(battle="00" * 16),),
        (DiceSealed(battle="00", anchors=("11" * 32,)),),
        (DiceSealed(battle="00" * 16, anchors=("no",)),),
        (SEAL, SEAL),
    ],
)
def test_sealed_dice_have_anchors(seal: tuple[DiceSealed, ...]) -> None:
    """MS-EVT-4: without an anchor of every party nothing is sealed."""
    with pytest.raises(RuleBroken, match="MS-EVT-4"):
        open_battle(BOOKS, with_dice("either", Source.SEALED, *seal))


def test_a_table_roll_in_a_sealed_battle() -> None:
    """MS-EVT-4: announced by `roll!`, unless the program rolls all dice."""
    _, battle = opened(with_dice("either", Source.SEALED, SEAL))
    assert after(battle, AnnounceRoll()).announced
    assert refusal(after(battle, AnnounceRoll()), AnnounceRoll()) == "MS-EVT-4"
    _, strict = opened(with_dice("generated", Source.SEALED, SEAL))
    assert refusal(strict, AnnounceRoll()) == "MS-EVT-4"
    _, table = opened(with_dice("either", Source.TABLE))
    assert refusal(table, AnnounceRoll()) == "MS-EVT-4"


def test_a_sealed_roll_that_is_due_is_not_announced_any_more() -> None:
    """MS-EVT-4: once the decision is made the program rolls; here for equal ratings."""
    action = msgspec.structs.replace(opening((4,), (4,)), dice=Source.SEALED, seal=(SEAL,))
    _, battle = opened(action)
    assert isinstance(awaited(battle), Throw)
    assert refusal(battle, AnnounceRoll()) == "MS-EVT-4"
    assert refusal(battle, faces(3, 4)) == "MS-EVT-4"
    assert refusal(battle, Roll(reveals=("zz" * 32,))) == "MS-EVT-4"
    assert refusal(battle, Roll(reveals=("22" * 32,))) == "MS-EVT-4"
    assert refusal(battle, Roll()) == "MS-EVT-4"


def test_nothing_is_ruled_of_who_is_not_deployed() -> None:
    """MS-EVT-5: while a start Area is awaited."""
    _, battle = opened(opening((10,), (4,), ask=True))
    change = Change(unit=f"{ASH}.1", change=ChangeKind.BACK)
    assert refusal(battle, Ruling(text="so", changes=(change,))) == "MS-EVT-5"


def test_a_battle_that_was_never_opened() -> None:
    """MS-SCN-2."""
    assert refusal(Fighting(), Concede(crew=ASH)) == "MS-SCN-2"


def test_nobody_leaves_before_anybody_is_there() -> None:
    """MS-SCN-6: while a start Area is awaited nobody could leave."""
    _, battle = opened(opening((10,), (4,), ask=True))
    assert refusal(battle, Concede(crew=ASH)) == "MS-SCN-6"


def listed(*crews: Crew) -> BattleListed:
    """What the campaign's story says of a battle between these crews."""
    books = msgspec.structs.replace(BOOKS, name="Salt", crews={one.who.id: one for one in crews})
    action = Open(battle=BATTLE, scenario="last-granary", crews=tuple(books.crews))
    (found,) = (e.event for e in open_battle(books, action) if isinstance(e, Elsewhere))
    assert isinstance(found, BattleListed)
    return found


def seasoned(name: str, die: int, *, chooses: bool) -> Crew:
    """A crew of one member, whose founding is over; its rating is the die."""
    id_ = f"crew-{name.lower()}"
    one = Member(who=Who(f"{id_}/2", name), handle=name, kind="survivor", die=die, health=2)
    return Crew(who=Who(id_, name), members=(one,), founding=False, chooses_scenario=chooses)


@pytest.mark.parametrize(
    ("ash", "iron", "chooser"),
    [
        (False, False, ()),
        (True, False, ("Ash",)),
        (False, True, ("Iron",)),
        (True, True, ("Iron",)),
    ],
)
def test_whose_choice_the_scenario_is(*, ash: bool, iron: bool, chooser: tuple[str, ...]) -> None:
    """Discovery 12: the crew that gained the choice; MS-CAM-2: of two, the lower rated one."""
    found = listed(seasoned("Ash", 8, chooses=ash), seasoned("Iron", 6, chooses=iron))
    assert tuple(who.name for who in found.chooser) == chooser


def test_the_choice_of_a_scenario_is_used_up() -> None:
    """It was for the next one; a crew that was passed over keeps its own."""
    crews = seasoned("Ash", 8, chooses=True), seasoned("Iron", 6, chooses=True)
    event = listed(*crews)
    books = msgspec.structs.replace(BOOKS, crews={one.who.id: one for one in crews})
    kept = remembered(books, event).crews
    assert [kept[one.who.id].chooses_scenario for one in crews] == [True, False]
    assert event.told() == "Battle-1 opens (last-granary, the choice of Iron): Ash, Iron."


def test_a_friendly_battle_uses_up_no_choice() -> None:
    """It gives nothing to the campaign, and takes nothing."""
    crews = seasoned("Ash", 8, chooses=True), seasoned("Iron", 6, chooses=False)
    books = msgspec.structs.replace(BOOKS, crews={one.who.id: one for one in crews})
    action = Open(battle=BATTLE, scenario="last-granary", crews=tuple(books.crews), friendly=True)
    (found,) = (e.event for e in open_battle(books, action) if isinstance(e, Elsewhere))
    assert found == BattleListed(battle=BATTLE, scenario="last-granary", crews=())


def test_only_guests_bring_content_of_their_own() -> None:
    """Crews of a campaign fight by what their campaign has taken."""
    action = Open(battle=BATTLE, scenario="last-granary", content=(Own("item", "a", "{}"),))
    with pytest.raises(RuleBroken, match="only guests"):
        open_battle(BOOKS, action)
