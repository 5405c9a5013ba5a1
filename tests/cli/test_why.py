"""`acta why` at the table of Mortisphere: each number worked out by hand from the rulebook."""

from pathlib import Path
from typing import Any

import pytest

from cli.desk import Desk
from cli.main import Asked
from cli.seeking import Seeker
from tests.cli.shell import EXAMPLES, Shell, campaign, fighting, settle
from tests.shown_numbers import check, hold, hold_lines, of_battle

Plain = dict[str, Any]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """The battle of the README: Sura (d6) beats Unit Nine (d10, 3 Health) by 5 to 3."""
    fought = fighting(tmp_path)
    fought.do("clash Sura vs Unit Nine", "respond defend Unit Nine", "roll 5 3")
    return fought


def why(shell: Shell, *words: str) -> Plain:
    """What is said of one number."""
    ((one,),) = [asked(shell, *words)["explained"]]
    found: Plain = one
    return found


def asked(shell: Shell, *words: str) -> Plain:
    """What `acta why --json` answers."""
    came = shell.words(["why", *words, "--json"])
    assert came.code == 0, came.out
    found: Plain = came.json()
    return found


def steps(terms: list[Plain]) -> list[tuple[int, str, str]]:
    """Terms by what each adds, its rule, and the line on which it rests."""
    return [(each["amount"], each["rule"], each["address"]) for each in terms]


def events(one: Plain) -> list[tuple[str, int, int]]:
    """Lines by address, what each adds, and the running total."""
    return [(each["address"], each["amount"], each["total"]) for each in one["events"]]


def round_one(shell: Shell, teodor: str = "hold Teodor") -> None:
    """Everybody else holds, but for Teodor: round 2 begins with Ash."""
    shell.do("hold Rook", teodor, "hold Kiln", "hold Vex", "hold Prefect", "hold Moth")


# A battle


def test_health_is_what_the_profile_has_less_what_was_lost(shell: Shell) -> None:
    """MS-HEA-1, MS-DMG-1, MS-DMG-5: given a win, when Health is asked for, then 3 - 1 = 2."""
    found = why(shell, "unit-nine.health")
    assert (found["number"], found["rule"]) == (2, "MS-HEA-1")
    assert steps(found["terms"]) == [
        (3, "MS-HEA-1", "battle-1/1"),
        (-1, "MS-DMG-1", "battle-1/17"),
    ]
    assert events(found) == [("battle-1/1", 3, 3), ("battle-1/17", -1, 2)]


def test_the_highest_roll_falls_by_two_for_each_health_lost(shell: Shell) -> None:
    """MS-DMG-3, MS-DMG-4: a d10 that has lost 1 Health rolls 8 at most."""
    found = why(shell, "nine.max_roll")
    assert found["number"] == 8
    assert steps(found["terms"]) == [
        (10, "MS-DIE-1", "battle-1/1"),
        (-2, "MS-DMG-3", "battle-1/17"),
    ]
    assert why(shell, "nine.maximum roll") == found


def test_what_was_taken_back_makes_no_number(shell: Shell) -> None:
    """MS-EVT-1: given a clash that was taken back, then only the opening made the Health."""
    assert shell("undo clash --yes").code == 0
    found = why(shell, "nine.health")
    assert (found["number"], events(found)) == (3, [("battle-1/1", 3, 3)])
    line = asked(shell, "battle-1/17")
    assert line["retracted"]
    assert line["changed"] == []


def test_the_value_of_a_crew_is_that_of_its_active_dice(shell: Shell) -> None:
    """MS-INI-4, MS-INI-5: 6 + 8 + 8 + 4 = 26; a damaged die counts in full."""
    assert [each["amount"] for each in why(shell, "ash.value")["terms"]] == [6, 8, 8, 4]
    iron = why(shell, "Iron.value")
    assert (iron["number"], [each["amount"] for each in iron["terms"]]) == (36, [10, 12, 6, 8])
    assert {each["rule"] for each in iron["terms"]} == {"MS-INI-4"}


def test_the_initiative_goes_to_the_lower_value(shell: Shell) -> None:
    """MS-INI-1, MS-INI-3: Ash is worth 26, Iron 36: Iron's place is 1 and 1 for Ash before it."""
    ash, iron = asked(shell, "battle-1.initiative")["explained"]
    assert (ash["number"], iron["number"]) == (1, 2)
    assert [each["what"] for each in iron["terms"]] == [
        "the first place",
        "Ash goes before: value 26, not 36",
    ]
    assert events(iron) == [("battle-1/13", 2, 2)]


def test_points_are_scored_line_by_line(shell: Shell) -> None:
    """MS-SCN-5, MS-OBJ-9: a bin of the Last Granary is 2 points, as the round ends."""
    round_one(shell, "interact Teodor with Open a bin copy 1")
    found = why(shell, "ash.points")
    assert (found["number"], found["rule"]) == (2, "MS-SCN-5")
    assert events(found) == [("battle-1/41", 2, 2)]
    assert why(shell, "Open a bin #1.progress.Ash")["number"] == 1
    ((progress,),) = [asked(shell, "battle-1/24")["explained"]]
    assert [(each["what"], each["amount"]) for each in progress["terms"]] == [
        ("an interaction", 1),
        ("Survivor", 1),  # MS-TYP-3: a Survivor's affinity is search
    ]


def test_numbers_of_a_line_that_was_rolled(shell: Shell) -> None:
    """MS-RES-7, MS-DMG-5: given the roll of a Clash, then both results and what the win costs."""
    found = asked(shell, "battle-1/16")
    told = {each["told"]: (each["number"], steps(each["terms"])) for each in found["explained"]}
    assert told == {
        "Sura's result": (5, [(5, "MS-RES-7", "battle-1/16")]),
        "Unit Nine's result": (3, [(3, "MS-RES-7", "battle-1/16")]),
        "Health that Unit Nine is to lose": (1, [(1, "MS-DMG-5", "battle-1/16")]),
    }
    assert found["changed"] == []


def test_a_line_says_what_it_changed(shell: Shell) -> None:
    """Given the line of a loss, then every number that it changed, before and after."""
    changed = asked(shell, "battle-1/17")["changed"]
    assert [(each["thing"], each["before"], each["after"]) for each in changed] == [
        ("battle-1/Iron/@UNI.health", 3, 2),
        ("battle-1/Iron/@UNI.lost", 0, 1),
        ("battle-1/Iron/@UNI.max_roll", 10, 8),
    ]
    assert why(shell, changed[0]["thing"])["number"] == 2


def test_a_roll_above_the_highest_counts_as_that(shell: Shell) -> None:
    """MS-DMG-6 `clamp`: Unit Nine's d10 shows 9 and counts 8; Presence of a d8 is 8 / 4 = 2."""
    round_one(shell)
    shell.do("hold Moth", "clash Unit Nine vs Vex")
    found = {one["told"]: one for one in asked(shell, "next")["explained"]}
    assert found["Unit Nine can show at most"]["number"] == 8
    presence = found["Vex's Presence if it absorbs"]
    assert (presence["number"], [term["how"] for term in presence["terms"]]) == (2, ["+", "/"])
    rolled = asked(shell, "respond", "absorb", "then", "roll", "9")["explained"]
    die = next(one for one in rolled if one["told"] == "Unit Nine's result")
    assert [(term["amount"], term["how"]) for term in die["terms"]] == [(9, "+"), (-1, "at most")]
    assert die["terms"][1]["address"] == "battle-1/17"


def test_a_line_that_could_be_typed_records_nothing(shell: Shell) -> None:
    """Given the numbers of a line that was only asked about, then the record is as it was."""
    before = shell("log --json").json()
    assert asked(shell, "clash Rook > Vex")["explained"]
    assert shell("log --json").json() == before
    refused = shell("why clash Unit Nine vs Vex")
    assert (refused.code, refused.err.split(":")[0]) == (1, "MS-ACT-2")


def test_a_number_as_it_stood_behind_a_line(shell: Shell) -> None:
    """Given the address before the loss, then the Health before it."""
    assert why(shell, "nine.health", "--at", "battle-1/15")["number"] == 3
    assert why(shell, "nine.health", "--at", "battle-1/17")["number"] == 2


# Between battles


def test_what_a_crew_is_worth(tmp_path: Path) -> None:
    """MS-INI-4, MS-REC-7: Ash's dice are worth 26, and it has neither abilities nor items."""
    shell = campaign(tmp_path)
    value, rating = why(shell, "ash.value"), why(shell, "ash.rating")
    assert (value["number"], rating["number"]) == (26, 26)
    joined = ["crew-ash/2", "crew-ash/3", "crew-ash/4", "crew-ash/5"]
    assert [each["address"] for each in value["terms"]] == joined
    assert [each["address"] for each in rating["events"]] == joined


def test_the_purse_is_what_receipts_leave_of_it(tmp_path: Path) -> None:
    """MS-REC-2, -3: 50 to begin with, less 8, 8, 8 and 6 for the members of Ash."""
    shell = campaign(tmp_path)
    found = why(shell, "ash.salvage")
    assert [each["amount"] for each in found["events"]] == [50, -8, -8, -8, -6]
    assert found["number"] == 20
    assert why(shell, "ash.treasury") == found == why(shell, "ash.purse")


def test_in_an_open_battle_the_battle_is_asked_first(shell: Shell) -> None:
    """Given a battle, then `nine.health` is the battle's, and the profile's where one says so."""
    assert why(shell, "nine.health")["thing"] == "battle-1/Iron/@UNI.health"
    assert why(shell, "campaign/nine.health")["number"] == 3
    assert why(shell, "nine.experience")["thing"] == "campaign/Iron/@UNI.experience"
    assert why(shell, "nine.health", "--battle", "1") == why(shell, "battle-1/nine.health")


def test_case_4_a_rating_lists_its_receipts(tmp_path: Path) -> None:
    """Case 4: given a price that seems wrong, then its receipts, the same list for everybody."""
    shell = campaign(tmp_path)
    assert shell('member recruit Ash Nib --type remnant --die d6 --item "Orrery Shard"').code == 0
    found = why(shell, "nib.rating")
    assert [(each["what"], each["amount"], each["address"]) for each in found["terms"]] == [
        ("d6", 6, "crew-ash/6"),
        ("Orrery Shard", 2, "crew-ash/6"),
    ]
    assert events(found) == [("crew-ash/6", 8, 8)]
    heard = [shell("why nib.rating", by=name).out for name in ("Ana", "Ben", "Organiser")]
    assert heard[0] == heard[1] == heard[2] != ""


def test_case_5_what_was_paid_and_what_it_is_worth_are_two_numbers(tmp_path: Path) -> None:
    """Case 5, MS-TYP-3, MS-HEA-6, MS-REC-7: a discount and a surcharge change no rating.

    A Remnant pays 1 less for an extinct item: 6 + 2 - 1 = 7 paid, rating 6 + 2. Sura has bought
    1 Health for 2: 8 paid, rating 6.
    """
    shell = campaign(tmp_path)
    assert shell('member recruit Ash Nib --type remnant --die d6 --item "Orrery Shard"').code == 0
    ((cheap,),) = [asked(shell, "crew-ash/6")["explained"]]
    assert (cheap["number"], [each["amount"] for each in cheap["terms"]]) == (7, [6, 2, -1])
    assert why(shell, "nib.rating")["number"] == 8
    ((dear,),) = [asked(shell, "crew-ash/2")["explained"]]
    assert (dear["number"], [each["amount"] for each in dear["terms"]]) == (8, [6, 2])
    assert why(shell, "sura.rating")["number"] == 6


# Who and what is meant


def test_a_name_alone_lists_its_numbers(shell: Shell) -> None:
    """Given a name, then all its numbers, in the battle and between battles, as they are typed."""
    listed = asked(shell, "sura")["things"]
    assert listed[0] == {"thing": "battle-1/Ash/@SUR.die", "number": 6, "rule": "MS-DIE-1"}
    assert {"thing": "campaign/Ash/@SUR.kills", "number": 0, "rule": ""} in listed
    for each in listed:
        assert why(shell, each["thing"])["number"] == each["number"]


def test_nothing_at_all_lists_who_has_numbers(shell: Shell) -> None:
    """Given no name, then everybody."""
    names = {each["name"] for each in asked(shell)["owners"]}
    assert {"battle-1", "Ash", "Sura", "Unit Nine", "campaign"} <= names


@pytest.mark.parametrize(
    ("text", "code", "sentence", "hint"),
    [
        ("nobody.health", 2, "nobody here is called nobody", ""),
        ("sura.helth", 2, "sura has no number helth", "health is near"),
        ("t.health", 2, "t may be", "write"),
        ("battle-9/sura.health", 2, "nobody here is called battle-9/sura", ""),
        ("battle-1/999", 2, "there is no line battle-1/999", "acta log"),
        ("sura.ma", 2, "ma may be", "write battle-1/Ash/@SUR.max_health or"),
        ("sura.", 2, "sura has no number", ""),
        (".health", 2, "", ""),
    ],
)
def test_what_is_not_understood(
    shell: Shell, text: str, code: int, sentence: str, hint: str
) -> None:
    """Given what nobody has or is called, then one sentence with a hint, and nothing else."""
    came = shell.words(["why", text])
    assert (came.code, came.out) == (code, "")
    assert sentence in came.err
    assert hint in came.err
    assert "Traceback" not in came.err


def test_of_several_open_battles_the_one_in_which_somebody_fights(tmp_path: Path) -> None:
    """Given two open battles, then a name is looked up in both; one that is in both is refused."""
    shell = fighting(tmp_path)
    for name in ("grey-ledger", "wet-choir"):
        assert shell.words(["crew", "import", str(EXAMPLES / f"{name}.toml")]).code == 0
    assert shell('battle open last-granary "Grey Ledger" "Wet Choir"').code == 0
    assert why(shell, "unit nine.health")["thing"] == "battle-1/Iron/@UNI.health"
    assert why(shell, "tallow.health")["thing"] == "battle-2/Grey Ledger/@TAL.health"
    assert why(shell, "battle-2/grey-ledger.value")["number"] == 10 + 8 + 6 + 6 + 4 + 4
    twice = shell('why "Open a bin #1.required"')
    assert (twice.code, twice.err.splitlines()[1][:30]) == (2, "hint: write battle-1/Open a bi")


def test_the_table_is_made_of_battles(tmp_path: Path) -> None:
    """Given a battle that Iron conceded, then Ash has 3 league points of it, at its last line."""
    shell = fighting(tmp_path)
    shell.do("concede Iron; conclude")
    found = why(shell, "campaign/ash.league")
    assert (found["number"], [each["amount"] for each in found["terms"]]) == (3, [3])
    assert found["terms"][0]["address"].startswith("battle-1/")
    rank = why(shell, "campaign/iron.rank")
    assert [each["what"] for each in rank["terms"]] == ["the first place", "Ash stands above"]
    assert shell("why Ash.played").lines[-1].startswith("+1")


def test_undone_and_redone_every_number_is_still_explained(shell: Shell) -> None:
    """Given lines taken back and put back, in a battle and before it, then all numbers hold."""
    round_one(shell, "interact Teodor with Open a bin copy 1")
    for line in ("undo round --yes", "redo", "undo turn --yes", "undo --yes"):
        assert shell(line).code == 0, line
        at = Desk(Asked(campaign=str(shell.folder)))
        try:
            assert hold(at) > 100
        finally:
            at.close()


def test_a_line_that_takes_back_is_told_and_changes_no_number_itself(shell: Shell) -> None:
    """Given an undo, then its own line says what was taken back, which is told as taken back."""
    assert shell("undo clash --yes").code == 0
    newest = shell("log battle-1 --json --all").json()[-1]["address"]
    found = asked(shell, newest)
    assert (found["retracted"], found["explained"], found["changed"]) == (False, [], [])
    assert "was taken back" in found["told"][0]


def test_an_amended_line_makes_the_number_where_it_stands(shell: Shell) -> None:
    """MS-DMG-5, MS-RES-4: given 5 to 3 amended to 3 to 5, then Sura has lost 1 Health, not Nine."""
    shell.do("hold Rook")
    came = shell('amend battle-1/16 "roll 3 5" --why "misread" --yes')
    assert came.code == 0, came.err
    assert why(shell, "unit-nine.health")["number"] == 3
    sura = why(shell, "sura.health")
    assert (sura["number"], [each["amount"] for each in sura["events"]]) == (2, [3, -1])
    assert asked(shell, "battle-1/17")["retracted"]
    at = Desk(Asked(campaign=str(shell.folder)))
    try:
        assert hold(at) > 100
        assert hold_lines(at, 100) > 20
    finally:
        at.close()


def test_a_branch_rests_on_its_battle(shell: Shell) -> None:
    """MS-DMG-1: given a branch in which Sura loses, then she has 1 Health less there alone."""
    assert shell("branch battle-1/15 --name instead").code == 0
    assert shell("do --battle branch-1 roll 3 5").code == 0
    found = why(shell, "branch-1/sura.health")
    assert events(found) == [("battle-1/1", 3, 3), ("branch-1/3", -1, 2)]
    assert why(shell, "sura.health", "--battle", "branch-1") == found
    assert why(shell, "sura.health")["number"] == 3
    assert asked(shell, "branch-1/3")["changed"][0]["after"] == 2
    at = Desk(Asked(campaign=str(shell.folder)))
    try:
        seeker, shown = Seeker(at), at.fought("branch-1").shown()
        for thing, number in of_battle("branch-1", shown, "initiative"):
            ((place, key),) = seeker.number(thing)
            check(place.explain(key), thing, number)
    finally:
        at.close()


def test_case_7_a_void_battle_makes_no_number(tmp_path: Path) -> None:
    """Case 7: given a battle that is void, then purse and table are made of what is left."""
    shell = fighting(tmp_path)
    shell.do("concede Iron; conclude")
    settle(shell)
    assert why(shell, "ash.treasury")["number"] == 17
    assert shell("battle void 1 --why wrong --yes").code == 0
    assert [each["amount"] for each in why(shell, "ash.treasury")["events"]] == [50, -8, -8, -8, -6]
    assert why(shell, "ash.league")["number"] == why(shell, "sura.battles")["number"] == 0
    refused = shell("why battle-1.round")
    assert (refused.code, refused.err.splitlines()[0]) == (2, "nothing of battle-1 counts")
    assert asked(shell, "battle-1/13")["retracted"]
    at = Desk(Asked(campaign=str(shell.folder)))
    try:
        assert hold(at) > 50
        assert hold_lines(at, 100) > 20
    finally:
        at.close()
