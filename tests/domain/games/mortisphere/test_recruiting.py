"""Chapters 16 and 18: what members may be and cost, and whom a crew may field."""

from pathlib import Path

import msgspec
import pytest

from domain import crew_file
from domain.aftermath import AftermathDone
from domain.books import Crew, Item
from domain.campaign import STORY, BattleClosed, BattleListed, FoundCampaign, SetHouse
from domain.crew import FoundCrew, Recruit, RetireMember, mustered
from domain.games.mortisphere.recruiting import rating, value
from domain.games.mortisphere.rosters import PROFILES
from domain.games.mortisphere.shapes import book
from domain.house import Setting
from domain.roster import MemberRecruited
from domain.terms import NotFound, RuleBroken, Who, WrongUsage
from tests.domain.household import GAME, Household

ASH = Who("crew-ash", "Ash")
EXAMPLES = Path(__file__).parents[4] / "examples"
SURA = Recruit(crew="crew-ash", name="Sura", kind="survivor", die=6)
OUM = Recruit(crew="crew-ash", name="Oum", kind="survivor", die=10, captain=True, will="endure")


def ash(**house: str) -> Household:
    """Ash, newly founded under these house rules, with 50 salvage unless they say otherwise."""
    home = Household()
    settings = tuple(Setting(option, chosen) for option, chosen in house.items())
    home.judge(STORY, FoundCampaign(name="The Final Age", house=settings))
    home.judge("crew-ash", FoundCrew(crew="crew-ash", name="Ash", player="Ana"))
    return home


def joined(home: Household, *recruits: Recruit) -> Household:
    """The same crew with these members."""
    for recruit in recruits:
        home.judge("crew-ash", recruit)
    return home


def fought(home: Household) -> Household:
    """The same crew after its first battle, with 100 salvage."""
    crew = home.books.crew("crew-ash")
    home.tell(STORY, BattleListed(battle="battle-1", scenario="x", crews=(ASH,)))
    home.tell(STORY, BattleClosed(battle="battle-1"))
    home.tell("crew-ash", AftermathDone(crew=ASH, battle="battle-1"))
    rich = msgspec.structs.replace(home.books.crew("crew-ash"), treasury=100)
    home.books = msgspec.structs.replace(home.books, crews={"crew-ash": rich})
    assert crew.founding
    return home


def a(kind: str, die: int, *, name: str = "Vex", health: int = 0, gear: str = "") -> Recruit:
    """A recruit; `gear` is a list of abilities and items."""
    words = gear.split()
    abilities = tuple(word for word in words if any(word == one.id for one in book().abilities))
    items = tuple(word for word in words if word not in abilities)
    return Recruit(
        crew="crew-ash",
        name=name,
        kind=kind,
        die=die,
        health=health,
        abilities=abilities,
        items=items,
    )


def crew_of(home: Household) -> Crew:
    """The crew as it stands."""
    return home.books.crew("crew-ash")


def refused(home: Household, recruit: Recruit, rule: str, sentence: str) -> RuleBroken:
    """The refusal of a recruit, by its rule; nothing has changed."""
    before = home.books
    with pytest.raises(RuleBroken, match=sentence) as refusal:
        home.judge("crew-ash", recruit)
    assert refusal.value.rule == rule
    assert home.books == before
    return refusal.value


def test_a_recruit_costs_its_die() -> None:
    """MS-REC-1, -2, MS-DIE-2: a d6 costs 6 salvage; it joins with what its die gives."""
    assert ash().judge("crew-ash", SURA) == [
        MemberRecruited(
            crew=ASH,
            member=Who("", "Sura"),
            handle="SUR",
            kind="survivor",
            die=6,
            health=2,
            cost=6,
            treasury=44,
        ),
    ]


@pytest.mark.parametrize(("die", "health"), [(4, 1), (6, 2), (8, 3), (10, 3), (12, 4), (20, 8)])
def test_the_die_gives_health(die: int, health: int) -> None:
    """MS-HEA-4, -5, MS-REC-1: Health by the table (3 for a d10), cost by the faces."""
    member = crew_of(joined(ash(), a("mutant", die))).members[0]
    assert (member.die, member.health) == (die, health)
    assert crew_of(joined(ash(), a("mutant", die))).treasury == 50 - die


@pytest.mark.parametrize(
    ("option", "die", "health"),
    [
        ("half_die", 4, 2),
        ("half_die", 10, 5),
        ("half_die", 20, 10),
        ("flat_3", 4, 3),
        ("flat_3", 12, 3),
    ],
)
def test_health_by_other_tables(option: str, die: int, health: int) -> None:
    """MS-HEA-5, options half_die and flat_3: half the faces, or three for everybody."""
    home = joined(ash(health_by_die=option), a("mutant", die))
    assert crew_of(home).members[0].health == health
    assert crew_of(home).treasury == 50 - die


def test_health_can_be_bought_up_to_the_cap() -> None:
    """MS-HEA-6: 2 salvage each, for a d10 from 3 up to 5."""
    home = joined(ash(), a("machine", 10, health=5))
    assert crew_of(home).members[0].health == 5
    assert crew_of(home).treasury == 50 - 10 - 2 * 2
    refused(home, a("machine", 10, health=6), "MS-HEA-6", "Vex, a d10, has 5 Health at most, not 6")
    refused(home, a("machine", 10, health=2), "MS-HEA-5", "Vex, a d10, has 3 Health, not 2")
    refused(home, a("machine", 10, health=-1), "MS-HEA-5", "has 3 Health, not -1")


def test_nothing_can_be_bought_beyond_a_flat_three() -> None:
    """MS-HEA-5, -6: under flat_3 a d4 has more than its cap of 2, and buys none."""
    home = ash(health_by_die="flat_3")
    refused(home, a("mutant", 4, health=4), "MS-HEA-6", "3 Health at most")
    assert crew_of(joined(home, a("mutant", 12, health=6))).treasury == 50 - 12 - 3 * 2


def test_abilities_are_bought_when_a_member_joins() -> None:
    """MS-ABI-3, MS-REC-4: last-cartridge costs 1, hold-the-wire 2."""
    home = joined(ash(), a("survivor", 8, gear="last-cartridge hold-the-wire"))
    assert crew_of(home).members[0].abilities == ("last-cartridge", "hold-the-wire")
    assert crew_of(home).treasury == 50 - 8 - 1 - 2


@pytest.mark.parametrize(("die", "slots"), [(4, 1), (6, 1), (8, 2), (10, 2), (12, 3), (20, 3)])
def test_the_die_has_room_for_abilities(die: int, slots: int) -> None:
    """MS-DIE-3, MS-ABI-4: one to three abilities by the size of the die."""
    gear = ["stubborn", "sudden", "light-tread", "pounce"]
    full = a("creature", die, gear=" ".join(gear[:slots]))
    assert len(crew_of(joined(ash(), full)).members[0].abilities) == slots
    over = a("creature", die, gear=" ".join(gear[: slots + 1]))
    refused(
        ash(),
        over,
        "MS-ABI-4",
        f"Vex, a d{die}, has room for {slots}, not for {slots + 1} abilities",
    )
    joined(ash(ability_slots="unlimited"), over)


def test_abilities_are_open_to_types() -> None:
    """MS-ABI-3: Extra Limbs are for mutants and creatures; Stubborn is for everybody."""
    wrong = a("machine", 6, gear="extra-limbs")
    sentence = "Vex: Extra Limbs is open to Mutant and Creature, not to Machine"
    refused(ash(), wrong, "MS-ABI-3", sentence)
    joined(ash(), a("creature", 6, gear="extra-limbs"), a("machine", 6, gear="stubborn"))
    twice = a("machine", 8, gear="stubborn stubborn")
    refused(ash(), twice, "MS-ABI-3", "Vex has Stubborn once or not at all")


def test_items_are_open_to_types() -> None:
    """MS-EQP-3, MS-TYP-2, -3: a creature carries biological things only."""
    wrong = a("creature", 6, gear="rivet-gun")
    sentence = "Vex, a Creature, carries biological; Rivet Gun is industrial"
    refused(ash(), wrong, "MS-EQP-3", sentence)
    assert crew_of(joined(ash(), a("creature", 6, gear="second-heart"))).treasury == 50 - 6 - 2


def test_the_type_has_room_for_items() -> None:
    """MS-EQP-3, MS-TYP-3: a survivor carries two, the same twice if it likes; a construct one."""
    home = joined(ash(), a("survivor", 6, gear="arc-lance arc-lance"))
    assert crew_of(home).members[0].items == (
        Item("crew-ash/2#arc-lance", "arc-lance"),
        Item("crew-ash/2#arc-lance-2", "arc-lance"),
    )
    three = a("survivor", 6, gear="arc-lance rivet-gun oathstone")
    refused(ash(), three, "MS-EQP-3", "Vex, a Survivor, has room for 2, not for 3 items")
    two = a("construct", 6, gear="arc-lance rivet-gun")
    refused(ash(), two, "MS-EQP-3", "Vex, a Construct, has room for 1, not for 2 items")


def test_remnants_know_what_the_dead_owned() -> None:
    """MS-TYP-3: extinct things cost a remnant 1 less, but at least 1; others cost the same."""
    sigil, hour, bell = "glass-sigil", "unspent-hour", "tongueless-bell"
    assert crew_of(joined(ash(), a("remnant", 6, gear=sigil))).treasury == 50 - 6 - 1
    assert crew_of(joined(ash(), a("remnant", 6, gear=hour))).treasury == 50 - 6 - 2
    assert crew_of(joined(ash(), a("remnant", 6, gear=bell))).treasury == 50 - 6 - 2
    assert crew_of(joined(ash(), a("survivor", 6, gear=hour))).treasury == 50 - 6 - 3


def test_what_abilities_and_items_do_is_not_asked_yet() -> None:
    """MS-HEA-6: a Second Heart is paid for and carried; the profile's Health stays its die's."""
    home = joined(ash(), a("mycelian", 12, gear="second-heart"))
    assert crew_of(home).members[0].health == 4


def test_a_crew_cannot_spend_what_it_has_not() -> None:
    """MS-REC-2: 30 of 50 are spent; a d20 with two abilities costs 22."""
    home = joined(ash(), *(a("machine", 10, name=f"Unit {n}") for n in (1, 2, 3)))
    dear = a("machine", 20, gear="stubborn sudden")
    refused(home, dear, "MS-REC-2", "Vex costs 22 salvage, Ash has 20")
    assert crew_of(joined(home, a("machine", 20))).treasury == 0


@pytest.mark.parametrize(("option", "purse"), [("p40", 40), ("p50", 50), ("p60", 60)])
def test_the_purse_is_a_house_rule(option: str, purse: int) -> None:
    """MS-REC-3: 50 salvage, or 40, or 60."""
    assert crew_of(ash(founding_purse=option)).treasury == purse


def test_one_d20_at_founding() -> None:
    """MS-REC-5: a second d20 is refused, unless house rules or the founding's end allow it."""
    home = joined(ash(), a("mutant", 20))
    refused(home, a("mutant", 20), "MS-REC-5", "Ash may begin with 1 d20, not 2")
    joined(ash(d20_limit="none"), a("mutant", 20), a("mutant", 20))
    joined(fought(home), a("mutant", 20))


def test_d20s_are_counted_again_at_the_muster() -> None:
    """MS-REC-5: two d20 recruited under another house rule may not be fielded under this one."""
    home = ash(d20_limit="none")
    joined(home, a("mutant", 20), a("mutant", 20), a("mutant", 4))
    home.judge(STORY, SetHouse(option="d20_limit", value="one_at_founding"))
    crew = msgspec.structs.replace(crew_of(home), treasury=10)
    home.books = msgspec.structs.replace(home.books, crews={"crew-ash": crew})
    vane = Recruit(crew="crew-ash", name="Vane", kind="mutant", die=4, captain=True, will="rule")
    joined(home, vane)
    with pytest.raises(RuleBroken, match="MS-REC-5: Ash may begin with 1 d20, not 2"):
        list(mustered(GAME, home.books, ["crew-ash"], "battle-1"))


def test_at_most_twelve_at_founding() -> None:
    """MS-REC-4: a thirteenth member is refused; who has left makes room."""
    home = joined(ash(), *(a("creature", 4, name=f"Rat {n}") for n in range(12)))
    refused(home, a("creature", 4), "MS-REC-4", "Ash has 12 members, and may have no more")
    home.judge("crew-ash", RetireMember(crew="crew-ash", member="crew-ash/2"))
    refused(home, a("creature", 4), "MS-REC-2", "Vex costs 4 salvage, Ash has 2")


def test_at_most_fifteen_and_three_between_battles() -> None:
    """MS-REC-4: after the founding three recruits a battle, and fifteen members in all."""
    home = fought(joined(ash(), *(a("creature", 4, name=f"Rat {n}") for n in range(12))))
    joined(home, a("mutant", 4), a("mutant", 4))
    assert len(crew_of(home).fit) == 14
    joined(home, a("mutant", 4))
    refused(home, a("mutant", 4), "MS-REC-4", "Ash has 15 members")
    home.judge("crew-ash", RetireMember(crew="crew-ash", member="crew-ash/2"))
    sentence = "Ash has taken on 3 members since its last battle"
    refused(home, a("mutant", 4), "MS-REC-4", sentence)
    home.tell(STORY, BattleListed(battle="battle-2", scenario="x", crews=(ASH,)))
    home.tell(STORY, BattleClosed(battle="battle-2"))
    home.tell("crew-ash", AftermathDone(crew=ASH, battle="battle-2"))
    joined(home, a("mutant", 4))


def test_one_captain_with_a_will() -> None:
    """MS-CAP-1, -7, -11: one a crew, of any die and type, with one Will; nobody else has one."""
    home = joined(ash(), OUM)
    member = crew_of(home).members[0]
    assert (member.captain, member.will) == (True, "endure")
    assert crew_of(home).treasury == 50 - 10
    refused(home, OUM, "MS-CAP-1", "Ash has a Captain: Oum")
    bare = msgspec.structs.replace(OUM, will="")
    hint = refused(ash(), bare, "MS-CAP-7", "a Captain has a Will").hint
    assert hint == "one of endure, devour, reach, rule, remain, remember"
    refused(ash(), msgspec.structs.replace(OUM, captain=False), "MS-CAP-7", "only a Captain")
    with pytest.raises(NotFound, match="no Will is called endurr"):
        ash().judge("crew-ash", msgspec.structs.replace(OUM, will="endurr"))
    for will in ("Will to Endure", "endu"):
        named = joined(ash(), msgspec.structs.replace(OUM, will=will))
        assert crew_of(named).members[0].will == "endure"


def test_a_captain_stays_once_the_founding_is_over() -> None:
    """MS-CAP-10: succession is a matter of the aftermath; before the first battle it may leave."""
    home = joined(ash(), OUM)
    retire = RetireMember(crew="crew-ash", member="crew-ash/2")
    home.judge("crew-ash", retire)
    joined(home, OUM)
    with pytest.raises(RuleBroken, match="MS-CAP-10: Oum is the Captain of Ash"):
        fought(joined(ash(), OUM)).judge("crew-ash", retire)


def test_a_name_is_required() -> None:
    """MS-PRO-5: a designation will do."""
    refused(ash(), a("machine", 6, name="  "), "MS-PRO-5", "a designation will do")
    home = joined(ash(), a("machine", 6, name="Unit 9"))
    assert crew_of(home).members[0].handle == "UNI"


def test_the_nameless_are_called_by_their_handle() -> None:
    """MS-PRO-5, option name_required: identity is by id."""
    nameless = a("machine", 6, name="")
    home = joined(ash(name_required="optional"), nameless, nameless)
    names = [member.who.name for member in crew_of(home).members]
    assert names == ["@MAC", "@MAH"]


def test_names_come_in_five_kinds() -> None:
    """MS-PRO-4: which kind it is may be said."""
    title = msgspec.structs.replace(SURA, name_kind="title")
    (event,) = ash().judge("crew-ash", title)
    assert isinstance(event, MemberRecruited)
    assert event.name_kind == "title"
    wrong = msgspec.structs.replace(SURA, name_kind="titel")
    assert refused(ash(), wrong, "MS-PRO-4", "titel is no kind").hint == "title is near"
    other = msgspec.structs.replace(SURA, name_kind="pseudonym")
    assert refused(ash(), other, "MS-PRO-4", "no kind").hint.startswith("there are identity")


def test_a_handle_may_be_chosen() -> None:
    """Three letters that nobody in the crew has."""
    chosen = msgspec.structs.replace(SURA, handle="xyz")
    home = joined(ash(), chosen)
    assert crew_of(home).members[0].handle == "XYZ"
    with pytest.raises(WrongUsage, match="XYZ is taken in Ash"):
        home.judge("crew-ash", chosen)
    for handle in ("XYZ", "\u0425YZ", "\u0445yz"):  # the last two begin with a Cyrillic letter
        with pytest.raises(WrongUsage, match=r"... is taken in Ash"):
            home.judge("crew-ash", msgspec.structs.replace(SURA, name="Xylo", handle=handle))
    for handle in ("xy", "wxyz", "x1z", "x" * 5000):
        with pytest.raises(WrongUsage, match="a handle has three letters"):
            ash().judge("crew-ash", msgspec.structs.replace(SURA, handle=handle))


@pytest.mark.parametrize(
    ("recruit", "sentence"),
    [
        (a("survivr", 6), "no type is called survivr"),
        (a("survivor", 7), "no Existence Die has 7 faces"),
        (a("survivor", 6, gear="stubbron"), "no item is called stubbron"),
        (msgspec.structs.replace(SURA, abilities=("",)), "no ability is called "),
        (msgspec.structs.replace(SURA, abilities=("x" * 5000,)), "no ability is called xxx"),
    ],
)
def test_what_nobody_knows_is_not_found(recruit: Recruit, sentence: str) -> None:
    """One short sentence, exit 2."""
    with pytest.raises(NotFound, match=sentence) as refusal:
        ash().judge("crew-ash", recruit)
    assert refusal.value.code == 2
    assert len(refusal.value.told()) < 100


@pytest.mark.parametrize("name", ["x" * 81, "Ve\x00x", "Ve\u202ex", "Ve\u200bx"])
def test_not_every_text_is_a_name(name: str) -> None:
    """MS-PRO-5: names are visible, and at most 80 characters."""
    with pytest.raises(WrongUsage, match="a name h"):
        ash().judge("crew-ash", a("mutant", 4, name=name))


def test_a_crew_is_mustered_with_three_members() -> None:
    """MS-REC-4: three to twelve members, one of them Captain, when the first battle opens."""
    home = joined(ash(), OUM, SURA)
    with pytest.raises(RuleBroken, match=r"MS-REC-4: a crew has 3 to 12 members .* Ash has 2"):
        list(mustered(GAME, home.books, ["crew-ash"], "battle-1"))
    joined(home, a("mutant", 4))
    assert len(list(mustered(GAME, home.books, ["crew-ash"], "battle-1"))) == 1
    headless = joined(ash(), SURA, SURA, SURA)
    with pytest.raises(RuleBroken, match="MS-REC-4: a crew has one Captain, Ash has none"):
        list(mustered(GAME, headless.books, ["crew-ash"], "battle-1"))


def test_later_a_crew_is_fielded_as_it_is() -> None:
    """MS-REC-6, -8: whoever is fit fights; nobody fit, no battle."""
    home = fought(joined(ash(), SURA))
    assert list(mustered(GAME, home.books, ["crew-ash"], "battle-2")) == []
    home.judge("crew-ash", RetireMember(crew="crew-ash", member="crew-ash/2"))
    with pytest.raises(RuleBroken, match="MS-REC-8: Ash has no fit member"):
        list(mustered(GAME, home.books, ["crew-ash"], "battle-2"))


@pytest.mark.parametrize(
    ("file", "dice", "spent", "rated"),
    [("grey-ledger", 38, 45, 45), ("wet-choir", 44, 49, 49)],
)
def test_ms_at_40_sample_crews_cost_what_the_rulebook_says(
    file: str, dice: int, spent: int, rated: int
) -> None:
    """MS-AT-40, MS-REC-7: Grey Ledger has value 38 and costs 45 salvage; Wet Choir 44 and 49."""
    home, story = ash(), f"crew-{file}"
    for action in crew_file.load(EXAMPLES / f"{file}.toml", PROFILES).actions(story):
        home.judge(story, action)
    crew = home.books.crew(story)
    assert value(book(), crew.fit) == dice
    assert 50 - crew.treasury == spent
    assert rating(book(), crew.fit) == rated
    assert len(list(mustered(GAME, home.books, [story], "battle-1"))) == 1


def test_the_rating_counts_advances() -> None:
    """Case 10, MS-REC-7: 2 for each; the empty crew is worth nothing, one d4 four."""
    home = joined(ash(), a("mutant", 4))
    (member,) = crew_of(home).members
    assert rating(book(), ()) == 0
    assert (value(book(), [member]), rating(book(), [member])) == (4, 4)
    assert rating(book(), [msgspec.structs.replace(member, advances=2)]) == 8


@pytest.mark.parametrize(
    ("recruit", "paid", "worth"),
    [
        (a("remnant", 8, gear="unspent-hour"), 8 + 3 - 1, 8 + 3),  # MS-TYP-3: extinct things
        (a("survivor", 8, gear="unspent-hour"), 8 + 3, 8 + 3),
        (a("survivor", 8, health=4), 8 + 2, 8),  # a d8 has 3 Health; one more costs 2
    ],
)
def test_what_was_paid_is_not_what_it_is_worth(recruit: Recruit, paid: int, worth: int) -> None:
    """Case 5, MS-REC-2, -7: a discount or a surcharge is paid, the rating counts list prices."""
    home = joined(ash(), recruit)
    (member,) = crew_of(home).members
    assert crew_of(home).treasury == 50 - paid
    assert (value(book(), [member]), rating(book(), [member])) == (8, worth)
