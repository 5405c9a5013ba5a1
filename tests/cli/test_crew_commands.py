"""`acta crew` and `acta member`."""

from pathlib import Path

import pytest

from tests.cli.shell import EXAMPLES, Shell, campaign, fighting


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign of Ash (value 26, 20 salvage left) and Iron (value 36, 14 left)."""
    return campaign(tmp_path)


def test_a_crew_is_founded_with_its_purse(shell: Shell) -> None:
    """The answer has addresses, sentences and how to undo it."""
    came = shell("crew found 'Rust Choir' --player Cai")
    assert came.lines == [
        "crew-rust-choir/1  Cai founds Rust Choir with a purse of 50.",
        "campaign/4  Rust Choir, led by Cai, is in the campaign's list.",
        "undo: acta undo --to crew-rust-choir/1",
    ]
    assert shell("undo --to crew-rust-choir/1").code == 0
    assert shell("crew show rust").code == 2


def test_a_crew_is_imported_whole_or_not_at_all(shell: Shell, tmp_path: Path) -> None:
    """One member that may not be: nothing of the crew is recorded."""
    came = shell("status --json").json()
    file = tmp_path / "rich.toml"
    member = '[[members]]\nname = "M{}"\ntype = "machine"\ndie = "d20"\n'
    file.write_text(f'name = "Rich"\nplayer = "Cai"\n{member.format(1)}{member.format(2)}', "utf-8")
    refused = shell(f"crew import {file}")
    assert refused.code == 1
    assert refused.err.startswith("MS-REC-5: Rich may begin with 1 d20, not 2")
    assert shell("status --json").json()["lines"] == came["lines"]


def test_a_dry_run_saves_nothing(shell: Shell) -> None:
    """`--dry-run` shows the events."""
    before = shell("status --json").json()["lines"]
    came = shell(f"crew import {EXAMPLES / 'grey-ledger.toml'} --dry-run")
    assert came.lines[:2] == [
        "nothing was recorded; this would be:",
        "crew-grey-ledger/1  Ana founds Grey Ledger with a purse of 50.",
    ]
    assert shell("status --json").json()["lines"] == before


def test_the_list_of_crews(shell: Shell) -> None:
    """Value (MS-INI-4), rating (MS-REC-7) and treasury, as a table, CSV and JSON."""
    assert shell("crew list").lines == [
        "crew  player  fit  value  rating  salvage",
        "Ash   Ana     4    26     26      20",
        "Iron  Ben     4    36     36      14",
    ]
    assert shell("crew list --csv").lines == [
        "crew,player,fit,value,rating,treasury",
        "Ash,Ana,4,26,26,20",
        "Iron,Ben,4,36,36,14",
    ]
    assert [row["crew"] for row in shell("crew list --json").json()] == ["Ash", "Iron"]


def test_a_crew_s_sheet(shell: Shell) -> None:
    """`crew show --json` has crew, player, value, rating, treasury, members."""
    sheet = shell("crew show ash --json").json()
    assert {key: sheet[key] for key in ("crew", "player", "value", "rating", "treasury")} == {
        "crew": "Ash",
        "player": "Ana",
        "value": 26,
        "rating": 26,
        "treasury": 20,
    }
    assert [member["handle"] for member in sheet["members"]] == ["SUR", "TEO", "VEX", "MOT"]
    text = shell("crew show ash")
    assert text.lines[0] == "Ash, led by Ana: value 26, rating 26, salvage 20"
    assert "TEO" in text.lines[3]
    assert "(Captain)" in text.lines[3]
    assert shell("crew show ash --csv").lines[0].startswith("handle,name,type,die")


def test_a_crew_gets_another_name(shell: Shell) -> None:
    """Its story keeps its own; it is found by the new one."""
    assert shell("crew rename Ash Cinders").lines[0] == "crew-ash/6  Ash is now Cinders."
    assert shell("crew show cind").code == 0
    assert shell("crew rename Cinders Iron").code == 2


def test_a_member_is_recruited(shell: Shell) -> None:
    """The Existence Die is the cost; more Health costs 2 salvage each (MS-REC-2)."""
    came = shell("member recruit Ash 'Old Pip' --type mutant --die d6 --health 3")
    assert came.lines[0] == (
        "crew-ash/6  Old Pip (mutant d6, 3 Health) joins Ash: 8 paid, 12 left."
    )
    assert shell("member show 'old pip' --json").json()["handle"] == "OLD"


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("--type mutant --die d7", 2, "no Existence Die has 7 faces"),
        ("--type mutant --die six", 2, "six is no die"),
        ("--type mutand --die d6", 2, "no type is called mutand\nhint: mutant is near"),
        ("--type mutant --die d20", 1, "MS-REC-2: Pip costs 20"),
        ("--type mutant --die d6 --health 9", 1, "MS-HEA-6"),
        ("--type mutant --die d6 --health -1", 2, "health is a number from 1"),
        ("--type mutant --die d6 --captain", 1, "MS-CAP-1"),
        ("--type mutant --die d6 --will endure", 1, "MS-CAP-1"),
        ("--die d6", 2, "missing option '--type'"),
    ],
)
def test_who_may_not_be_recruited(shell: Shell, options: str, code: int, said: str) -> None:
    """Rules with exit 1, unknown words with exit 2 and the nearest right one."""
    spent = "member recruit Ash Rich --type machine --die d4"
    assert shell(spent).code == 0
    came = shell(f"member recruit Ash Pip {options}")
    assert came.code == code
    assert came.err.startswith(said)


def test_a_profile(shell: Shell) -> None:
    """`member show --json`: the profile, each entry of its history with its address."""
    profile = shell("member show sura --json").json()
    expected = {"id": "crew-ash/2", "handle": "SUR", "name": "Sura", "crew": "Ash", "die": 6}
    assert {key: profile[key] for key in expected} == expected
    assert (profile["health"], profile["max_health"], profile["status"]) == (3, 3, "fit")
    assert profile["history"][0]["address"] == "crew-ash/2"
    assert shell("member show sura").lines[:2] == [
        "Sura (SUR) of Ash, fit",
        "Survivor d6, 3 Health",
    ]


def test_names_change_and_stay(shell: Shell) -> None:
    """The former name stays in the profile; the handle stays (MS-PRO-6)."""
    shell("member rename sura 'Sura the Bell'")
    profile = shell("member show sura --json").json()
    assert (profile["name"], profile["handle"]) == ("Sura the Bell", "SUR")
    assert profile["former_names"] == ["Sura"]


def test_names_that_come_back_are_all_kept(shell: Shell) -> None:
    """Case 41, MS-PRO-6: A to B to A to B: every name that was given up stays, in its order."""
    for before, after in (("sura", "Ember"), ("ember", "Sura"), ("sura", "Ember")):
        assert shell(f"member rename {before} {after}").code == 0
    profile = shell("member show ember --json").json()
    assert (profile["name"], profile["former_names"]) == ("Ember", ["Sura", "Ember", "Sura"])
    renamed = [one["text"] for one in profile["history"] if one["kind"] == "renamed"]
    assert renamed == ["Sura is now Ember", "Ember is now Sura", "Sura is now Ember"]


def test_the_past_is_told_with_the_names_of_its_day(shell: Shell) -> None:
    """Case 40: a crew that has another name is found by it; what it did keeps the old one."""
    assert shell("battle open last-granary Ash Iron").code == 0
    assert shell("undo --yes").code == 0
    before = shell("log crew-ash").lines
    assert shell("crew rename Ash Embers").code == 0
    after = shell("log crew-ash").lines
    assert after[: len(before)] == before
    assert after[-1].endswith("Ash is now Embers.")
    assert shell("crew show embers --json").json()["former_names"] == ["Ash"]
    came = shell("crew show ash")
    assert (came.code, came.err.splitlines()[1]) == (2, "hint: Ash is now Embers.")


def test_notes_and_retirement(shell: Shell) -> None:
    """A note on a member or a crew; a member leaves, its profile stays."""
    assert shell("member note vex 'rang it twice'").lines[0].startswith("crew-ash/6  Note on Vex")
    assert shell("member note Iron 'they came late'").lines[0].startswith("crew-iron/6  Note on")
    assert shell("member note nobody x").code == 2
    assert shell("member retire moth --why 'gone home'").lines[0] == (
        "crew-ash/7  Moth leaves Ash: gone home."
    )
    assert shell("member show moth --json").json()["status"] == "retired"
    assert shell("member retire moth").code == 2


def test_a_name_that_several_have_is_ambiguous(shell: Shell) -> None:
    """Exit 2, the candidates as `Crew/HND Name`, and what to write."""
    shell("member recruit Iron Sura --type machine --die d4")
    came = shell("member show sura")
    assert came.code == 2
    assert came.err == (
        "sura may be Ash/SUR Sura, Iron/SUR Sura\nhint: write Ash/@SUR or Iron/@SUR\n"
    )
    assert shell("member show iron/sura --json").json()["crew"] == "Iron"


def test_while_a_crew_fights_its_roster_waits(tmp_path: Path) -> None:
    """MS-CAM-2: refused by the rule, with the way to the battle."""
    came = fighting(tmp_path)("member retire moth")
    assert came.code == 1
    assert came.err == (
        "MS-CAM-2: Ash stands in battle-1; its roster waits\nhint: acta battle show battle-1\n"
    )


TOO_FEW = (
    "MS-REC-4: a crew has 3 to 12 members when it is founded, Ash has 2\n"
    "hint: acta member recruit Ash NAME --type T --die D\n"
)
NO_CAPTAIN = (
    "MS-REC-4: a crew has one Captain, Ash has none\n"
    "hint: acta member recruit Ash NAME --type T --die D --captain --will W\n"
)


def test_a_captain_who_leaves_is_missed(shell: Shell) -> None:
    """MS-REC-4: the answer says so, and the refusal of a battle how another is recruited."""
    assert "Ash now lacks a Captain" in shell("member retire teodor").lines
    assert not any("Captain" in line for line in shell("member retire moth").lines)
    came = shell("battle open last-granary Ash Iron")
    assert (came.code, came.err) == (
        1,
        TOO_FEW,
    )
    assert shell("member recruit Ash Wick --type survivor --die d4").code == 0
    came = shell("battle open last-granary Ash Iron")
    assert (came.code, came.err) == (
        1,
        NO_CAPTAIN,
    )
    hint = came.err.split("hint: acta ")[1]
    typed = hint.replace("NAME", "Pell").replace("T --die D", "survivor --die d4")
    assert shell(typed.replace("--will W", "--will remain")).code == 0
    assert shell("battle open last-granary Ash Iron").code == 0


def test_an_old_name_leads_to_the_new_one(shell: Shell) -> None:
    """Somebody who was renamed is not found by the old name, but told of."""
    assert shell("crew rename Ash Cinders").code == 0
    assert shell("member rename moth Ember").code == 0
    came = shell("crew show ash")
    assert (came.code, came.err) == (2, "no crew is called ash\nhint: Ash is now Cinders.\n")
    came = shell("member show moth")
    assert came.err == "nobody here is called moth\nhint: Moth of Cinders is now Ember.\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("battle open zzzz Ash Iron", "no scenario is called zzzz\nhint: there are"),
        ("member recruit Ash X --type elf --die d4", "no type is called elf\nhint: there are"),
        ("crew show Dust", "no crew is called Dust\nhint: there are Ash, Iron"),
        ("crew found ash --player Cy", "ash looks like another crew's name: there is a crew Ash"),
        ("crew found Ash --player Cy", "there is a crew Ash already\nhint: give it another"),
        ("house set zzzzz on", "no house rule is called zzzzz\nhint: acta house list"),
        ("rule ms-scn-99", "there is no rule ms-scn-99\nhint: "),
        ("rule zzz", "there is no rule zzz\nhint: there are "),
        ("new W --game zzzzzzz", "no game is called zzzzzzz\nhint: there are mortisphere"),
        ("new W --game mortisphere --preset zz", "no preset is called zz\nhint: there are "),
    ],
)
def test_what_is_not_found_leads_on(shell: Shell, line: str, said: str) -> None:
    """The nearest word, or all there are if they are few, or where they are listed."""
    came = shell(line)
    assert came.code == 2
    assert came.err.startswith(said)


@pytest.mark.parametrize("scenario", ["last-gr", "'The Last Granary'", "granary", "LAST-GRANARY"])
def test_a_scenario_answers_to_its_name_and_beginning(shell: Shell, scenario: str) -> None:
    """As other names do; the campaign's list has its id."""
    assert shell(f"battle open {scenario} Ash Iron").code == 0
    assert shell("battle list --json").json()[0]["scenario"] == "last-granary"


def test_a_wrong_entry_of_a_file_is_told_by_its_line(shell: Shell) -> None:
    """An unknown type, a broken rule, a name that is taken: file, line, sentence."""
    text = (
        'name = "Dust"\nplayer = "Cy"\n\n'
        '[[members]]\nname = "Bel"\ntype = "mutant"\ndie = "d6"\n\n'
        '[[members]]\nname = "Cal"\ntype = "mutant"\ndie = "d6"\n'
    )
    path = shell.folder / "dust.toml"
    before = shell("status --json").json()["lines"]
    for right, wrong, code, said in (
        ('Cal"\ntype = "mutant"', 'Cal"\ntype = "elf"', 2, "dust.toml:9: no type is called elf"),
        ('Bel"\ntype = "mutant"', 'Bel"\ntype = "elf"', 2, "dust.toml:4: no type is called elf"),
        ("Dust", "Ash", 2, "dust.toml:1: there is a crew Ash already"),
        ('"d6"\n\n', '"d6"\ncaptain = "rule"\nhealth = 99\n\n', 1, " (dust.toml:4)"),
    ):
        path.write_text(text.replace(right, wrong), "utf-8")
        came = shell("crew import dust.toml")
        assert came.code == code
        assert said in came.err
    assert shell("status --json").json()["lines"] == before
