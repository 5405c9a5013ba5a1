"""What the seed's texts and the cases tell of Morturi, typed in as people do."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Came, Shell

PRAENOMINA = (
    *("Primus", "Secundus", "Tertius", "Quartus"),
    *("Quintus", "Sextus", "Septimus", "Octavus"),
)
MOVES = {3: "samnite", 4: "secutor", 5: "gallus"}
ROUND = "10x10\n.aaaaaaaa.\n" + 8 * "b........d\n" + ".cccccccc.\n"
LANE = "7x4 zones north south depth 1"
School = dict[str, tuple[str, ...]]
FEROX: School = {
    "Brutus": ("hoplomachus", "Toe to Toe", "Stand Firm", "Will to Live"),
    "Felix": ("bestiarius", "Light Mobility", "Courage", "Will to Live"),
    "Nepos": ("dimachaerus", "Assault Stance", "Combat Mastery", "Will to Live"),
}
URSI: School = {
    "Varro": ("secutor", "Combat Control", "Relentless Pursuit", "Will to Live"),
    "Otho": ("samnite", "Shield Slam", "Relentless", "Will to Live"),
    "Mus": ("bestiarius", "Courage", "Survivor's Wits", "Will to Live"),
}


def ludi(folder: Path, schools: dict[str, School], arena: str) -> Shell:
    """A pick-up campaign of these schools, and an arena in a file."""
    shell = Shell(folder)
    shell("new Ludi --game morturi --house game_mode=pickup --at here")
    here = Shell(folder / "here")
    (here.folder / "arena.txt").write_text(arena, "utf-8")
    for name, members in schools.items():
        rows = [f'name = "{name}"', 'player = "Ana"']
        for member, (role, *tricks) in members.items():
            grade = "palus" if tricks else "novicius"
            rows += ["[[members]]", f'name = "{member}"', f'role = "{role}"', f'grade = "{grade}"']
            rows += [f"tricks = {list(tricks)}"] if tricks else []
        (here.folder / "school.toml").write_text("\n".join(rows) + "\n", "utf-8")
        came = here("crew import school.toml")
        assert came.code == 0, came.err
    return here


def team(nomen: str, *moves: int) -> School:
    """A school whose gladiators have these Moves."""
    return {f"{name} {nomen}": (MOVES[m],) for name, m in zip(PRAENOMINA, moves, strict=False)}


Lane = Callable[..., Shell]


@pytest.fixture
def lane(tmp_path: Path) -> Lane:
    """Three against three in a lane of four rows; Ludus Ferox is drawn first and stands north."""

    def opened(*placed: str) -> Shell:
        shell = ludi(tmp_path, {"Ludus Ferox": FEROX, "Domus Ursi": URSI}, LANE)
        starts = "--start ferox=north --start ursi=south"
        came = shell(f"battle open battlelines ferox ursi --arena arena.txt {starts}")
        assert came.code == 0, came.err
        shell.do("roll 1", *(f"deploy {each}" for each in placed))
        return shell

    return opened


def shown(shell: Shell) -> dict[str, tuple[str, str, int]]:
    """Where everybody stands, whither he looks, and what he has lost."""
    members = shell("battle show --json").json()["members"]
    return {m["name"]: (m["place"], m["facing"], m["lost"]) for m in members}


def points(shell: Shell) -> int:
    """The movement points that are left."""
    left = shell("battle show --json").json()["turn"]["points"]
    assert isinstance(left, int)
    return left


# The seed's examples


def test_the_seed_s_four_schools_take_turns(tmp_path: Path) -> None:
    """Case 83, MR-PRI-1, MR-PRI-2, MR-RND-1 to -3: 8/24, 8/33, 8/33 and 6/30; forced passes.

    Malleus Deus is fewest, Ludi Aeternum the slowest of the others; the draw puts Legio Mortis
    third. Each acts six times; then Malleus Deus must pass, and the others act twice more.
    """
    schools = {
        "Ludi Aeternum": team("Aelius", *[3] * 8),
        "Vi Et Armis": team("Vibius", 5, 5, 5, 4, 4, 4, 3, 3),
        "Legio Mortis": team("Laelius", 5, 5, 4, 4, 4, 4, 4, 3),
        "Malleus Deus": team("Mallius", *[5] * 6),
    }
    shell = ludi(tmp_path, schools, ROUND)
    starts = "--start ludi=north --start vi=west --start legio=south --start malleus=east"
    opened = "battle open agreed_battle ludi vi legio malleus --variant four_teams"
    came = shell(f"{opened} --arena arena.txt {starts}")
    assert came.code == 0, came.err
    lot = "Vi Et Armis d2: Which school comes next in priority? (MR-PRI-1) · roll {1..2}"
    lot += " · 1 Vi Et Armis, 2 Legio Mortis"
    assert shell("next").lines[0] == f"battle-1: dice: {lot}"
    shell.do("roll 2")
    order = ["Malleus Deus", "Ludi Aeternum", "Legio Mortis", "Vi Et Armis"]
    assert shell("battle show --json").json()["order"] == order
    while (asked := shell("next --json").json())["awaiting"] == "deploy":
        shell.do(asked["legal"][0])
    acted = []
    while shell("battle show --json").json()["round"] == 1:
        asked = shell("next --json").json()
        acted.append(asked["crew"])
        shell.do(f"{next(x for x in asked['legal'] if x.startswith('activate'))}; done")
    assert acted == order * 6 + order[1:] * 2
    passes = [line for line in shell("log 1").lines if " passes: " in line]
    assert len(passes) == 2
    assert all("Malleus Deus passes: all its gladiators have acted." in line for line in passes)
    assert shell("battle show --json").json()["order"] == order
    assert shell("next --json").json()["crew"] == "Malleus Deus"


def test_light_mobility_costs_nothing_beside_combat_control(lane: Lane) -> None:
    """MR-AT-2, MR-FRC-1: the effect's square is free; his own step would be 1 + 1 (MR-MOV-3)."""
    shell = lane("felix at d4", "varro at d1", "brutus at a4", "otho at a1", "nepos at g4")
    shell.do("deploy mus at g1", "activate felix", "move s s")
    assert points(shell) == 3
    shell.do("attack varro; 5; choose e2")
    assert shown(shell)["Felix"][:2] == ("E2", "s")
    assert points(shell) == 3
    shell("undo attack --yes")
    shell.do("move e")
    assert shown(shell)["Felix"][0] == "E2"
    assert points(shell) == 1


@pytest.mark.parametrize(("varro", "otho_to", "nepos_to"), [("e1", "D1", "C1"), ("f1", "E1", "D1")])
def test_assault_stance_needs_a_free_square_behind(
    lane: Lane, varro: str, otho_to: str, nepos_to: str
) -> None:
    """MR-AT-3, MR-FRC-2: Otho on D1 hit from C1: Varro behind him on E1, nobody moves; or both."""
    shell = lane("nepos at c4", "otho at d1", "brutus at g4", f"varro at {varro}", "felix at f4")
    shell.do("deploy mus at g1")
    shell.do("activate nepos; stance assault stance; move s s s; attack otho; react none; 4")
    after = shown(shell)
    assert after["Otho"] == (otho_to, "n", 4)
    assert after["Nepos"] == (nepos_to, "e", 0)


@pytest.mark.parametrize(("at", "steps", "left"), [("d4", "", 3), ("e4", "move s", 2)])
def test_toe_to_toe_costs_three_points(lane: Lane, at: str, steps: str, left: int) -> None:
    """MR-AT-4, MR-MOV-4, -6: with 3 MP he attacks in his movement phase; with 2 he is refused."""
    shell = lane(f"brutus at {at}", "otho at d1", "felix at a4", "varro at a1", "nepos at g4")
    shell.do("deploy mus at g1", "activate nepos; done", "activate otho; move n n; done")
    shell.do("activate brutus", *([steps] if steps else []))
    assert points(shell) == left
    came = shell.words(["do", "trick toe to toe on otho"])
    if left < 3:
        assert (came.code, points(shell)) == (1, 2)
        assert "MR-MOV-4" in came.err
    else:
        assert (came.code, points(shell)) == (0, 0)
        shell.do("6")  # 5+ and Parma: 6+ hits for 5
        assert shown(shell)["Otho"] == ("D3", "n", 5)
        assert shell("next --json").json()["awaiting"] == "act"


def test_no_step_follows_an_attack(lane: Lane) -> None:
    """MR-MOV-7: with 3 MP left after his attack he may turn, but neither step nor buy an attack."""
    shell = lane("felix at d4", "varro at d1", "brutus at a4", "otho at a1", "nepos at g4")
    shell.do("deploy mus at g1", "activate felix", "move s s", "attack varro; 5")
    shell.do("no felix: light mobility")
    assert points(shell) == 3
    came = shell.words(["do", "move e"])
    assert came.code == 1
    assert "MR-MOV-7" in came.err
    shell.do("face n; done")


# Cases


def test_case_47_two_of_one_name(tmp_path: Path) -> None:
    """Case 47: two called Marcus in one school, a third in the other: nobody is mixed up."""
    schools: dict[str, School] = {
        "Ludus Ferox": {"Brutus": ("samnite",)},
        "Domus Ursi": {"Otho": ("samnite",), "Mus": ("gallus",)},
    }
    shell = ludi(tmp_path, schools, LANE)
    for school in ("ferox", "ferox", "ursi"):
        came = shell(f"member recruit {school} Marcus --role samnite --grade novicius")
        assert came.code == 0, came.err
    starts = "--start ferox=north --start ursi=south"
    came = shell(f"battle open battlelines ferox ursi --arena arena.txt {starts}")
    assert came.code == 0, came.err
    while (asked := shell("next --json").json())["awaiting"] == "deploy":
        shell.do(asked["legal"][0])
    unclear = shell("do activate marcus")
    assert unclear.code == 2
    told, hint = unclear.err.splitlines()
    assert told == "marcus may be Ludus Ferox/MAR Marcus, Ludus Ferox/MAC Marcus"
    first, second = hint.removeprefix("hint: ").split(" or ")
    assert second == "acta do 'activate @MAC'"
    shell.do("activate @mac; done", "activate marcus; done")  # Domus Ursi has one alone
    assert first == "acta do 'activate @MAR'"
    members = shell("battle show --json").json()["members"]
    acted = [m["id"] for m in members if m["activated"]]
    assert len(acted) == 2
    by_school = {m["id"]: m["crew"] for m in members}
    assert sorted(by_school[one] for one in acted) == ["Domus Ursi", "Ludus Ferox"]


def seen(shell: Shell) -> Any:
    """The battle as it is shown and drawn."""
    return shell("battle show --json").json(), shell("battle map").out


def again(shell: Shell, line: str) -> Came:
    """A command that must be accepted."""
    came = shell(line)
    assert came.code == 0, came.err
    return came


def test_case_55_a_cancelled_push_undone_and_redone(lane: Lane) -> None:
    """Case 55, MR-FRC-2: taken back nobody has moved or bled; put back all is as it was."""
    shell = lane("nepos at c4", "otho at d1", "brutus at g4", "varro at e1", "felix at f4")
    shell.do("deploy mus at g1", "activate nepos; stance assault stance; move s s s")
    shell.do("attack otho", "react none")
    before = seen(shell)
    shell.do("4")
    after = seen(shell)
    assert "Assault Stance: no push (E1 is taken)." in shell("log 1").out
    for _ in range(2):
        again(shell, "undo --yes")
        assert seen(shell) == before
        again(shell, "redo")
        assert seen(shell) == after
    again(shell, "audit")


def test_case_55_a_move_cut_short_undone_and_redone(lane: Lane) -> None:
    """Case 55, hole 37: Relentless Pursuit ends the mover's line; it is stored as walked."""
    shell = lane("felix at d4", "varro at d1", "brutus at a4", "otho at a1", "nepos at g4")
    shell.do("deploy mus at g1", "activate felix; move s s")
    start = seen(shell)
    shell.do("move e e")  # out of Varro's front square: the second step waits for his answer
    assert shell("next --json").json()["awaiting"] == "confirm"
    cut = seen(shell)
    assert shown(shell)["Felix"][0] == "E2"
    shell.do("yes varro: relentless pursuit")
    assert shown(shell)["Varro"][:2] == ("D2", "e")
    assert shown(shell)["Felix"][0] == "E2"
    pursued = seen(shell)
    again(shell, "undo --yes")
    assert seen(shell) == cut
    again(shell, "undo --yes")
    assert seen(shell) == start
    again(shell, "redo")
    assert seen(shell) == cut
    again(shell, "redo")
    assert seen(shell) == pursued
    assert "move e" in shell("export replay 1").lines


def test_case_79_facing_is_the_same_forwards_and_backwards(lane: Lane) -> None:
    """Case 79, MR-MOV-8, -9, MR-REA-1: at each step, back by undo, on by redo, and played again."""
    shell = lane("felix at d4", "varro at d1", "brutus at a4", "otho at a1", "nepos at g4")
    shell.do("deploy mus at g1")
    story = [shown(shell)]
    steps = ("activate felix", "move e s s s", "face n", "attack varro", "react face e")
    after = ("3", "choose f1", "yes varro: relentless pursuit", "done")
    for line in (*steps, *after, "activate varro", "face s", "done"):
        shell.do(line)
        story.append(shown(shell))
    assert [each["Felix"][1] for each in story] == ["s"] * 3 + ["n"] + ["w"] * 9
    assert [each["Varro"][1] for each in story] == ["n"] * 5 + ["e"] * 6 + ["s"] * 2
    for facing in reversed(story[:-1]):
        again(shell, "undo --yes")
        assert shown(shell) == facing
    for facing in story[1:]:
        again(shell, "redo")
        assert shown(shell) == facing
    file = shell.folder / "fight.acta"
    file.write_text(shell("export replay 1").out, "utf-8")
    again(shell, "play fight.acta")
    first, second = (shell(f"battle show {n} --json").json()["members"] for n in (1, 2))
    assert [m["facing"] for m in first] == [m["facing"] for m in second]


def test_a_chosen_face_is_written_as_a_number(tmp_path: Path) -> None:
    """MR-ATK-8: of two dice one is chosen; `choose 5` is what is stored and exported."""
    tricks = ("Duellist Stance", "Combat Mastery", "Will to Live")
    schools: dict[str, School] = {
        "Ludus": {"Nepos": ("dimachaerus", *tricks)},
        "Ursi": {"Otho": ("gallus",)},
    }
    shell = ludi(tmp_path, schools, "1x3 zones north south depth 1")
    starts = "--start ludus=north --start ursi=south"
    again(shell, f"battle open agreed_battle ludus ursi --arena arena.txt {starts}")
    shell.do("activate nepos; stance duellist stance; move s; attack otho; 5 2")
    assert {"choose 2", "choose 5"} <= set(shell("next --json").json()["legal"])
    shell.do("x 5")
    assert shell("export replay 1").lines[-1] == "choose 5"
