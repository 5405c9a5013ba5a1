"""`acta season`: where the campaign stands between battles."""

from pathlib import Path

from tests.cli.shell import Shell, campaign, fighting


def test_a_season_that_has_not_begun(tmp_path: Path) -> None:
    """MS-REC-4: twelve at founding, of which four have joined; three recruits at a time."""
    shell = campaign(tmp_path)
    assert shell("season").lines == [
        "Winter: battles 0, open 0",
        "crew  player  battles  value  rating  salvage  fit  unfit  missing  recruits  grant  open",
        "Ash   Ana     0        26     26      20       4                    3         0",
        "Iron  Ben     0        36     36      14       4                    3         0",
    ]


def test_what_is_open_is_said_of_each_crew(tmp_path: Path) -> None:
    """The battle that a crew fights; then the aftermath that waits for it."""
    shell = fighting(tmp_path)
    lines = shell("season").lines
    assert [line.split()[-1] for line in lines[-2:]] == ["battle-1", "battle-1"]
    shell.do("concede Iron")
    shell("battle conclude")
    lines = shell("season").lines
    assert lines[-1] == "the aftermath of battle-1 is open: acta after battle-1"
    assert lines[-2].endswith("after battle-1")
    ash = shell("season --json").json()["crews"][0]
    assert (ash["battles"], ash["open"], ash["aftermath"]) == (1, "", "battle-1")


def test_a_crew_that_lost_nearly_all_is_granted_recruits(tmp_path: Path) -> None:
    """MS-REC-6: two fit members of value 14 are helped to 20 when the shop phase begins."""
    shell = fighting(tmp_path)
    shell.do('ruling "a fire": Vex out, Moth out', "concede Iron; conclude")
    shell.do("roll 1", "roll 1")  # both are lost
    ash, iron = shell("season --json").json()["crews"]
    assert (ash["fit"], ash["value"], ash["grant"]) == (2, 14, 6)
    assert iron["grant"] == 0
    shell.do("choose Rook", "roll 2")
    ash, _ = shell("season --json").json()["crews"]
    assert (ash["grant"], ash["purse"]) == (6, 5 + 4 + 3 + 2 + 3)  # two of underdog: 10 between
    shell.do("done Ash")
    assert shell("season --json").json()["crews"][0]["grant"] == 0


def test_a_season_as_csv(tmp_path: Path) -> None:
    """Rows for a spreadsheet."""
    lines = campaign(tmp_path)("season --csv").lines
    assert lines[0].startswith("crew,player,battles,value,rating,purse,")
    assert lines[1] == "Ash,Ana,0,26,26,20,4,,,3,0,,"


def test_a_campaign_without_crews(tmp_path: Path) -> None:
    """It says how crews come."""
    Shell(tmp_path)("new Spring --game mortisphere")
    came = Shell(tmp_path / "spring")("season")
    assert came.lines[1].startswith("no crew yet")
