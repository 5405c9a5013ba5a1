"""What a recorder who is new to the program types at the table of Morturi, and is told."""

from pathlib import Path

import pytest

from tests.cli.shell import Came, Shell


@pytest.fixture
def year(tmp_path: Path) -> Shell:
    """Two schools with 10000 denarii each, in the first month."""
    assert Shell(tmp_path)("new Ludi --game morturi --at here").code == 0
    shell = Shell(tmp_path / "here")
    for school, player in (("Ludus Ferox", "Ana"), ("Domus Ursi", "Ben")):
        assert shell(f"crew found '{school}' --player {player}").code == 0
    return shell


@pytest.fixture
def ludi(year: Shell) -> Shell:
    """The ludi: each school has two Servi, and two battles for two a side are announced."""
    for school in ("ferox", "ursi"):
        year.do(f"buy servus for {school}; buy servus for {school}")
    year.do("done", "done", "offer battlelines", "offer crossfire")
    return year


def refused(came: Came, code: int, told: str) -> None:
    """A sentence and perhaps a hint."""
    assert (came.code, came.err) == (code, told)


def test_a_team_is_entered_for_the_battle_that_is_named(ludi: Shell) -> None:
    """MR-BAT-7: fees are of a battle; where several are announced, a school says which."""
    ludi.do("field ferox: Ludus Ferox/Servus 1, Servus 2 for crossfire")
    came = ludi.do("field ursi: Domus Ursi/Servus 1, Servus 2 for Crossfire")
    told = "(MR-BAT-1) Battlelines (nobody yet), Crossfire (Ludus Ferox, Domus Ursi)"
    assert told in came.out
    offers = ludi("season --json").json()["season"]["offers"]
    entered = {one["scenario"]: one["entered"] for one in offers}
    assert entered == {"battlelines": [], "crossfire": ["Ludus Ferox", "Domus Ursi"]}
    again = "MR-BAT-7: no Crossfire is announced that Ludus Ferox can enter\n"
    refused(
        ludi.words(["do", "field ferox: Ludus Ferox/Servus 1, Servus 2 for crossfire"]), 1, again
    )
    ludi.do("field ferox: Ludus Ferox/Servus 1, Servus 2")
    offers = ludi("season --json").json()["season"]["offers"]
    assert offers[0]["entered"] == ["Ludus Ferox"]


def test_what_may_be_typed_names_the_battle(ludi: Shell) -> None:
    """MR-BAT-7: with two announced battles each listed line says for which it is, and is taken."""
    listed = [one.strip() for one in ludi("next").lines if one.strip().startswith("field L")]
    assert [one.rpartition(" for ")[2] for one in listed] == ["Battlelines", "Crossfire"]
    assert [ludi.words(["do", "--dry-run", one]).code for one in listed] == [0, 0]


def test_a_battle_for_two_a_side_says_so(ludi: Shell) -> None:
    """MR-BAT-1, MR-SCN-3: a battle states its teams; Crossfire is for two."""
    came = ludi.words(["do", "field ferox: Ludus Ferox/Servus 1 for crossfire"])
    refused(came, 1, "MR-BAT-1: Crossfire is for 2 a side, not 1\n")


def test_a_battle_that_nobody_has_entered_cannot_be_opened(ludi: Shell) -> None:
    """MR-BAT-7: a school that has not paid its fee has not entered."""
    came = ludi("battle open crossfire ferox ursi")
    hint = "acta next says who has entered what; acta do field SCHOOL: NAMES for BATTLE"
    refused(came, 1, f"MR-BAT-7: these schools have entered no such battle\nhint: {hint}\n")


@pytest.mark.parametrize("line", ["bid ferox 300", "pass ferox", "hammer"])
def test_nothing_is_bid_where_no_lot_is_open(year: Shell, line: str) -> None:
    """MR-AUC-1: the highest bidder takes what is put up."""
    told = "MR-CAM-3: no lot and no challenge is open\nhint: acta next\n"
    refused(year.words(["do", line]), 1, told)


def test_names_that_a_shell_has_unquoted_may_end_in_a_comma(year: Shell) -> None:
    """A shell takes the quotes from `"Combat Control", Execute`; the comma parts the names."""
    words = ["do", "lot", "Gaius", "as", "thracian", "palus", "trick", "Combat Control,"]
    came = year.words([*words, "Execute,", "Will to Live"])
    assert came.code == 0, came.err
    assert "Lot 1: Gaius (thracian palus), from 1000." in came.out


def test_a_text_keeps_its_comma(year: Shell) -> None:
    """What is said in a note is kept as it was said."""
    assert year.words(["do", "note", "well,"]).code == 0
    assert year("log").lines[-1].endswith("well,")


def test_what_may_be_learned_is_told_by_name(year: Shell) -> None:
    """MR-CRE-2: a Palus picks 3 of its role's 7; the names are told as they may be typed."""
    came = year.words(["do", 'lot "Gaius" as thracian palus'])
    assert came.err.splitlines()[0] == "MR-CRE-2: a Palus has 3 tricks, not 0"
    hint = came.err.splitlines()[1].removeprefix("hint: of ")
    assert {"Combat Control", "Will to Live", "Execute"} <= set(hint.split(", "))
    assert year.words(["do", f'lot "Gaius" as thracian primus palus trick {hint}']).code == 0


def test_grades_are_said_as_people_say_them(year: Shell) -> None:
    """MR-CRE-1, MR-AUC-2: a Primus Palus is one, and a Servus has his grade for his role."""
    came = year.do('lot "Rex" as secutor primus palus opening 2000')
    assert "Lot 1: Rex (secutor primus palus), from 2000." in came.out
    year.do("bid ferox 2000; hammer")
    assert (
        "Servus 1 (servus) joins Domus Ursi: 100 paid, 9900 left."
        in year.do("buy servus for ursi").out
    )
    wrong = year.words(["do", 'lot "Mus" as cook palus'])
    assert "grades are servus, novicius, palus, primus palus" in wrong.err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bid ferox 2000000", "a number below 1000000 is expected"),
        ("bid ferox much", "a number is expected"),
        ("seal ferox abc", "a text of 64 hex digits is expected"),
    ],
)
def test_what_a_line_expects(year: Shell, line: str, told: str) -> None:
    """A number has six digits at most, and a digest 64."""
    year.do('lot "Gaius" as thracian novicius')
    assert told in year.words(["do", line]).err


def test_the_page_of_the_game_s_own_lines_is_named(year: Shell) -> None:
    """The hint leads to the page where the line stands."""
    wrong = year.words(["do", 'lott "Gaius"'])
    assert wrong.err.endswith("hint: lot is near; docs/morturi-lines.md tells every line\n")


def test_what_is_for_another_phase(year: Shell) -> None:
    """MR-CAM-3: a month goes from auctions to building to the ludi."""
    came = year.words(["do", "buy chirugeon for ferox"])
    told = "MR-CAM-3: a resource is for the phase build resources, and this is auctions\n"
    refused(came, 1, told)


def test_how_many_lots_a_month_has(year: Shell) -> None:
    """MR-AUC-6: twice the number of schools; the hint is a command that says so."""
    for name in ("Unus", "Duo", "Tres", "Quattuor"):
        year.do(f'lot "{name}" as thracian novicius; hammer')
    came = year.words(["do", 'lot "Quinque" as thracian novicius'])
    told = "MR-AUC-6: all 4 lots of the month are put up"
    refused(came, 1, f"{told}\nhint: acta rule MR-AUC-6 says how many\n")
    assert "lots_per_month" in year("rule MR-AUC-6").out


def test_what_dice_are_for(year: Shell) -> None:
    """MR-AUC-6: the dice of a drawn lot say its grade, then its role; each is told before."""
    asked = "Which grade has the gladiator? (MR-AUC-6) · roll {1..6}"
    assert f"next: dice: d6: {asked} · 1 Novicius" in year.do('draw "Gaius"').out
    assert "Which role has the gladiator? (MR-AUC-6)" in year.do("roll 1").out


def test_before_the_first_round(ludi: Shell) -> None:
    """MR-BAT-3: before the sides are chosen the map says what its letters are, the cards when."""
    for school in ("Ludus Ferox", "Domus Ursi"):
        ludi.do(f"field {school}: {school}/Servus 1, Servus 2 for battlelines")
    assert ludi("battle open battlelines ferox ursi").code == 0
    drawn = ludi("battle map").lines
    assert drawn[-2:] == [
        "a where a school from north starts",
        "b where a school from south starts",
    ]
    hand = ludi("battle hand ferox").lines
    assert hand[0] == "Ludus Ferox holds 2 of 2 before round 1"
    assert hand[1].startswith("SER Servus 1 (Servus): ")
    ludi.do("roll 1", "start ferox at north", "a ferox/servus 1; e h15; m s s s")
    assert "Servus 1 is done; 1 MP lapses." in ludi.do("done").out
    assert ludi("battle map").lines[-2].startswith(". sand")
