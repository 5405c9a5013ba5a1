"""A month of Morturi's year, typed: auctions, resources, the ludi, their aftermath, its end.

All sums are worked out by hand. Three schools have 10000 denarii each (MR-CAM-1). Ferox buys Gaius
for 1100, two Servi for 200, a Chirugeon for 2000, pays a fee of 100 and wins 3500: 10100. Ursi buys
Brutus for 750, two Servi for 200, a Kidnapper for 1500, hires a Chirugeon for 400, pays the fee and
gets 1000 for losing: 8050. Magnus does nothing: 10000.
"""

import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.shell import Came, Shell

GAIUS = 'lot "Gaius" as thracian palus trick Execute, Combat Control, Will to Live opening 1000'
BRUTUS = 'lot "Brutus" as secutor novicius opening 500'
BOUGHT = (
    "buy servus for ferox; buy servus for ferox; buy chirugeon for ferox",
    "buy servus for ursi; buy servus for ursi; buy kidnapper for ursi",
    "hire Chirugeon for ursi",
    "yes chirugeon",
    'rename ursi/servus 1 to "Ox"',
    "done",
)
ENTERED = (
    "offer battlelines fee 100 prize 3500 payout 1000",
    "field ferox: gaius, servus 1, servus 2",
    "field ursi: brutus, ox, servus 2",
)
FOUGHT = (
    "roll 1; start ferox at north",
    "a gaius; enter g15; .; a brutus; enter g1; .; a ferox/servus 1; enter h15; .",
    "a ox; enter h1; .",
    'ruling "the beam of the gate broke": Brutus out, Ox out',
    "a ferox/servus 2; enter i15; .",
    "surrender",
    "conclude",
)

CHECKED = ("roll 1", "yes chirugeon", "roll 5", "roll 3")
"""Brutus rolls a 1, then a 5; Ox a 3, less 1 as a Servus (Weakling): maimed."""


def digest(salt: str, line: str) -> str:
    """What a school shows of a choice that it keeps secret."""
    return sha256(f"{salt}\0{line}".encode()).hexdigest()


def denarii(shell: Shell) -> dict[str, int]:
    """What each school has."""
    return {row["crew"]: row["purse"] for row in shell("season --json").json()["crews"]}


def founded(shell: Shell) -> None:
    """Three schools, in the year's first month."""
    for school, player in (("Ludus Ferox", "Ana"), ("Domus Ursi", "Ben"), ("Magnus", "Cleo")):
        assert shell(f"crew found '{school}' --player {player}").code == 0


def auctioned(shell: Shell) -> None:
    """An open auction with three bids, a sealed one, and the end of both."""
    shell.do(GAIUS, "bid ferox 1000; bid ursi 1050; b ludus ferox 1100", "hammer")
    assert shell("house set auction_type sealed_first_price").code == 0
    shell.do(BRUTUS)
    shell.do(f"seal ferox {digest('ruby', 'bid Ludus Ferox 600')}")
    shell.do(f"seal ursi {digest('onyx', 'bid Domus Ursi 750')}", "pass magnus")
    shell.do('unseal ferox "ruby": bid ferox 600; unseal ursi "onyx": bid ursi 750', "done")


def fought(shell: Shell) -> None:
    """The battle as it was announced; Ursi gives up with two of three out of action (MR-SUR-4)."""
    assert shell("battle open battlelines ferox ursi").code == 0
    shell.do(*FOUGHT)


STAGES: dict[str, Callable[[Shell], object]] = {
    "auctions": founded,
    "building": auctioned,
    "ludi": lambda shell: shell.do(*BOUGHT),
    "battle": lambda shell: shell.do(*ENTERED),
    "aftermath": fought,
    # Brutus rolls a 1, then a 5; Ox a 3, less 1 as a Servus (Weakling): maimed.
    "free play": lambda shell: shell.do(
        "roll 1", "yes chirugeon", "roll 5", "roll 3", "no", "done"
    ),
    "aprilis": lambda shell: shell.do("done", "roll 4"),
}


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The month's folders, each as it is when a stage begins."""
    place = tmp_path_factory.mktemp("year")
    assert Shell(place)("new Ludi --game morturi --at here").code == 0
    shell, found = Shell(place / "here"), {}
    for name, play in STAGES.items():
        play(shell)
        found[name] = place / name
        shutil.copytree(shell.folder, found[name])
    return found


@pytest.fixture
def at(stages: dict[str, Path], tmp_path: Path) -> Callable[[str], Shell]:
    """The year at a stage, to go on with."""

    def copied(stage: str) -> Shell:
        shutil.copytree(stages[stage], tmp_path / "copy")
        return Shell(tmp_path / "copy")

    return copied


def refused(came: Came, code: int, sentence: str) -> None:
    """One sentence says why, perhaps with a hint, and nothing is printed."""
    first, *hint = came.err.splitlines()
    assert (came.code, first, came.out) == (code, sentence, "")
    assert all(row.startswith("hint: ") for row in hint)


# The month


@pytest.mark.parametrize("stage", STAGES)
def test_every_line_that_is_listed_is_accepted(at: Callable[[str], Shell], stage: str) -> None:
    """`next --json`: each of `legal` as it stands, in every phase of the month."""
    shell = at(stage)
    legal = shell("next --json").json()["legal"]
    assert legal or stage == "aftermath"  # there dice are awaited
    came = [shell.words(["do", line, "--dry-run"]) for line in legal]
    assert [one.err for one in came if one.code] == []


def test_the_accounts_at_the_month_s_end(at: Callable[[str], Shell]) -> None:
    """MR-CAM-3: to the denarius, and the audit agrees."""
    shell = at("aprilis")
    assert denarii(shell) == {"Ludus Ferox": 10100, "Domus Ursi": 8050, "Magnus": 10000}
    assert shell("audit").out.startswith("clean")


def test_the_year_begins_with_auctions(at: Callable[[str], Shell]) -> None:
    """MR-CAM-2, -3: `next`, `season` and `status` say the month, the phase, what is asked."""
    shell, told = at("auctions"), "Martius, auctions: Lots are put up; then be done. (MR-AUC-1)"
    assert shell("next").lines[0] == told
    assert shell("season").lines[-1] == told
    assert shell("status").lines[-1] == told
    assert "buy Servus for Magnus" in shell("next --json").json()["legal"]
    season = shell("season --json").json()["season"]
    assert (season["month"], season["phase"], season["lots_left"]) == ("Martius", "auctions", 6)


def test_an_open_auction(at: Callable[[str], Shell]) -> None:
    """MR-AUC-5: each bid 50 more than the last; the hammer sells to whoever has bid most."""
    shell = at("auctions")
    shell.do(GAIUS, "bid ferox 1000; bid ursi 1050; bid ferox 1100")
    asked = shell("next --json").json()
    assert (asked["awaiting"], asked["question"]["offers"]) == ("bid", ["Domus Ursi", "Magnus"])
    assert "bid Magnus {1150..10000}" in asked["patterns"]
    came = shell.do("hammer")
    assert "Ludus Ferox: denarii 10000 → 8900" in came.lines
    assert "Sold: Gaius to Ludus Ferox for 1100." in came.out


def test_the_last_school_passes_without_its_name(at: Callable[[str], Shell]) -> None:
    """MR-AUC-5: sold when all others have passed; a name is needed while several may."""
    shell = at("auctions")
    shell.do(GAIUS, "bid ferox 1000")
    assert shell.words(["do", "p"]).code > 0
    shell.do("pass ursi; p")
    assert denarii(shell)["Ludus Ferox"] == 9000


def test_a_bid_is_taken_back(at: Callable[[str], Shell]) -> None:
    """MR-GEN-4: by `acta undo`, or by a line; what it stood on is asked anew."""
    shell = at("auctions")
    shell.do(GAIUS, "bid ferox 1000; bid ursi 1050")
    came = shell("undo")
    assert came.code == 0
    assert came.lines[0].endswith("taken back: Domus Ursi bids 1050.")
    assert came.lines[1] == "next: Gaius: Who bids more? (MR-AUC-5) Domus Ursi, Magnus"
    assert shell("redo").code == 0
    shell.do("undo; bid magnus 1100; hammer")
    assert denarii(shell) == {"Ludus Ferox": 10000, "Domus Ursi": 10000, "Magnus": 8900}
    assert "Magnus: denarii 8900 → 10000" in shell.do("undo").lines
    assert shell("audit").out.startswith("clean")


def test_another_s_bid_is_taken_back_by_consent(at: Callable[[str], Shell]) -> None:
    """MR-GEN-4: whoever recorded it agrees, as in a battle."""
    shell = at("auctions")
    shell.do(GAIUS, "bid ferox 1000")
    came = shell.words(["undo"], by="Ben")
    assert (came.code, "was recorded by Ana" in came.err) == (1, True)
    assert shell.words(["undo", "--agreed", "Ana"], by="Ben").code == 0


def test_what_rests_on_a_line_keeps_it(at: Callable[[str], Shell]) -> None:
    """A Servus was bought; whatever the season told later rests on that."""
    came = at("ludi")("undo --to crew-domus-ursi/3")
    assert came.code == 1
    assert "came later and rests on it" in came.err


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("bid ursi 20000", 1, "MR-AUC-5: Domus Ursi has 10000 denarii, and cannot bid 20000"),
        ("bid ursi 1049", 1, "MR-AUC-5: a bid is 1050 or more, not 1049"),
        ("bid ferox 1200", 1, "MR-AUC-5: Ludus Ferox has made the highest bid, and stands by it"),
        ("buy servus for ursi", 1, "MR-CAM-3: not now: schools bid for the lot, or pass"),
        ("p", 1, "MR-AUC-5: which school passes: Domus Ursi, Magnus"),
        ("move n", 1, "MR-CAM-3: this is a line of a battle, and none is open"),
        ("conclude", 1, "MR-CAM-3: this is a line of a battle, and none is open"),
        ("bid ursi", 2, "“bid ursi”: a number is expected at the end"),
        ("bid ursus 1100", 2, "no school is called ursus"),
        (f"seal ursi {'0' * 64}", 1, "MR-AUC-5: in an open auction bids are made openly"),
    ],
)
def test_a_bid_that_is_refused(
    at: Callable[[str], Shell], line: str, code: int, sentence: str
) -> None:
    """Above the funds, too low, out of turn, unreadable: one sentence."""
    shell = at("auctions")
    shell.do(GAIUS, "bid ferox 1000")
    refused(shell.words(["do", line]), code, sentence)


def test_sealed_bids_are_opened_together(at: Callable[[str], Shell]) -> None:
    """MR-AUC-5: nobody opens before all have sealed; what is opened is what was sealed."""
    shell = at("auctions")
    assert shell("house set auction_type sealed_first_price").code == 0
    shell.do(BRUTUS)
    shell.do(f"seal ferox {digest('ruby', 'bid Ludus Ferox 600')}")
    early = "MR-AUC-5: Domus Ursi has still to seal its choice"
    opened = 'unseal ferox "ruby": bid ferox 600'
    refused(shell.words(["do", opened]), 1, early)
    assert 'unseal Ludus Ferox "SALT": LINE' in shell("next").out
    shell.do("pass ursi; pass magnus")
    other = "MR-AUC-5: bid Ludus Ferox 700 with this salt is not what Ludus Ferox sealed"
    refused(shell.words(["do", opened.replace("600", "700")]), 1, other)
    bare = ["do", "unseal", "ludus", "ferox", "ruby:", "bid", "ferox", "600"]
    assert "Sold: Brutus to Ludus Ferox for 600." in shell.words(bare).out


def test_what_is_bought_and_hired(at: Callable[[str], Shell]) -> None:
    """MR-AUC-2, MR-RES-2: 100 a Servus, 2000 a Chirugeon, 20 % of that for a month with leave."""
    shell = at("building")
    assert denarii(shell) == {"Ludus Ferox": 8900, "Domus Ursi": 9250, "Magnus": 10000}
    shell.do(*BOUGHT[:3])
    asked = "Has the school the Imperator's leave to hire? (MR-RES-2) Chirugeon"
    assert shell("next").lines[0] == f"Martius, build resources: {asked}"
    shell.do(*BOUGHT[3:])
    assert denarii(shell) == {"Ludus Ferox": 6700, "Domus Ursi": 7150, "Magnus": 10000}
    assert "in store: Kidnapper, Chirugeon" in shell("crew show ursi").out
    late = "MR-CAM-3: a resource is for the phase build resources, and this is ludi"
    refused(shell.words(["do", "buy chirugeon for magnus"]), 1, late)


def test_a_battle_is_announced_and_entered(at: Callable[[str], Shell]) -> None:
    """MR-BAT-1, -7: the fee is paid by whoever enters; then `next` says how the battle opens."""
    shell = at("battle")
    assert denarii(shell) == {"Ludus Ferox": 6600, "Domus Ursi": 7050, "Magnus": 10000}
    assert shell("next").lines[-1] == "  acta battle open battlelines 'Ludus Ferox' 'Domus Ursi'"
    offer = shell("season --json").json()["season"]["offers"][0]
    assert (offer["fee"], offer["prize"], offer["payout"]) == (100, 3500, 1000)


def test_a_fee_of_nothing_is_not_the_usual_fee(at: Callable[[str], Shell]) -> None:
    """MR-BAT-1: what is not said is the battle's own; 0 is said."""
    shell = at("ludi")
    shell.do("offer battlelines prize 0", "offer battlelines")
    first, second = shell("season --json").json()["season"]["offers"]
    assert (first["prize"], first["payout"]) == (0, second["payout"])
    assert second["prize"] > 0
    assert (first["fee"], second["fee"]) == (0, 0)


def test_in_a_battle_its_own_lines_are_typed(at: Callable[[str], Shell]) -> None:
    """While it is open `acta do` is about it; the season waits."""
    shell = at("battle")
    assert shell("battle open battlelines ferox ursi").code == 0
    later = "MR-CAM-3: that is done between battles, and one is under way"
    refused(shell.words(["do", "buy servus for ferox"]), 1, later)
    assert shell("next").lines[0].startswith("battle-1: dice: Ludus Ferox d2")
    assert shell("status").lines[-1].startswith("Martius, ludi: ")
    assert shell("undo --yes").code == 0
    assert shell("next").lines[0].startswith("Martius, ludi: ")


def test_the_aftermath_goes_before_the_season(at: Callable[[str], Shell]) -> None:
    """MR-SVC-1, MR-RES-3: the dead, the saved, the maimed; then prizes, and the ludi go on."""
    shell = at("aftermath")
    refused(
        shell.words(["do", "buy servus for ferox"]),
        1,
        "MR-SVC-4: that is done between battles, when this aftermath is over",
    )
    shell.do(*CHECKED)
    came = shell.do("no")
    assert "Ludus Ferox: denarii 6600 → 10100" in came.lines
    assert "Domus Ursi: denarii 7050 → 8050" in came.lines
    assert "Ox: status fit → retired" in came.lines
    assert shell("next").lines[0].startswith("Martius, ludi: ")


def test_skill_checks(at: Callable[[str], Shell]) -> None:
    """MR-OUT-1, -2: 3, Palus +1, fitting +1, hard -1: 4 fails; 2 + 1 against 5: Brutus wins."""
    shell = at("free play")
    assert shell.do("check gaius suited hard 1; roll 3").lines[1].endswith(" = 4, it fails.")
    assert shell.do("contest gaius > brutus; roll 2 5").lines[1].endswith("Brutus wins.")
    wrong = "MR-OUT-1: a task is hard by 1 to 3, or not at all"
    refused(shell.words(["do", "check gaius hard 9"]), 1, wrong)


def test_the_kidnapper_s_die(at: Callable[[str], Shell]) -> None:
    """MR-RES-4, -2: a 4 brings four Servi; what was hired is gone; the next month begins."""
    shell = at("free play")
    shell.do("done")
    asked = (
        "Martius, month end: Domus Ursi: dice: Kidnapper d6: "
        "How many Servi are brought? (MR-RES-4) · roll {1..6}"
    )
    assert shell("next").lines[0] == asked
    came = shell.do("roll 4")
    assert "brings 4" in came.out
    told = shell("crew show ursi").out
    assert "in store: Kidnapper\n" in told
    assert [f"Servus {number}" in told for number in (1, 2, 3, 4, 5, 6)] == [True] * 5 + [False]
    assert shell("next").lines[0].startswith("Aprilis, auctions: ")


def test_what_else_is_done_between_battles(at: Callable[[str], Shell]) -> None:
    """MR-AUC-7, MR-RET-2, MR-GEN-4: a sale for 700, a raid of 50, a note, a school that retires."""
    shell = at("aprilis")
    closed = "MR-AUC-7: the house rule resale is auction"
    refused(shell.words(["do", "trade gaius to ursi for 700"]), 1, closed)
    assert shell("house set resale between_schools").code == 0
    shell.do("trade gaius from ferox to ursi for 700")
    assert "  yes trade" in shell("next").lines
    shell.do("yes trade", 'ruling "a raid": Domus Ursi loses 50, Domus Ursi sheds Kidnapper')
    assert denarii(shell) == {"Ludus Ferox": 10800, "Domus Ursi": 7300, "Magnus": 10000}
    shell.do('note gaius "he was cheap"', "dismiss magnus", "dismiss ferox/servus 1")
    assert "store" not in shell("crew show ursi").out
    assert shell("audit").out.startswith("clean")


def test_a_duel_is_laid_down_and_taken_up(at: Callable[[str], Shell]) -> None:
    """MR-SCN-4, -11: a stake of 200 is matched; the battle can then be opened."""
    shell = at("ludi")
    shell.do("offer duel series", "challenge ursi: brutus stake 200", "pass magnus")
    assert "seal Ludus Ferox DIGEST" in shell("next").out
    shell.do("accept ferox: gaius stake 200")
    assert denarii(shell) == {"Ludus Ferox": 6500, "Domus Ursi": 6950, "Magnus": 10000}
    assert shell("next").lines[-1] == "  acta battle open duel_series 'Domus Ursi' 'Ludus Ferox'"


def test_a_dry_run_records_nothing(at: Callable[[str], Shell]) -> None:
    """What would be, and the same as before."""
    shell = at("auctions")
    came = shell.words(["do", "buy servus for ferox", "--dry-run"])
    assert came.lines[0] == "nothing was recorded; this would be:"
    assert denarii(shell)["Ludus Ferox"] == 10000


def test_a_file_of_the_month_is_played(at: Callable[[str], Shell]) -> None:
    """`[season "Martius"]`: lines are all or nothing, and of that month; rows are counted whole."""
    shell = at("auctions")
    file = shell.folder / "month.acta"
    file.write_text(f'# our first\n[season "Martius"]\n{GAIUS}\nbid ferox 999\n', "utf-8")
    low = (
        "month.acta, line 4 (bid ferox 999): a bid is 1000 or more, not 999 (nothing was recorded)"
    )
    refused(shell("play month.acta"), 1, f"MR-AUC-5: {low}")
    file.write_text(f'[season "Martius"]  # ours\n{GAIUS}\nbid ferox 1000\nhammer\n', "utf-8")
    assert shell("play month.acta").code == 0
    assert denarii(shell)["Ludus Ferox"] == 9000
    refused(
        shell("play month.acta --record"),
        2,
        "month.acta has no header, so it is no battle of its own",
    )
    file.write_text('[season "Aprilis"]\nbid ferox 999\n', "utf-8")
    refused(
        shell("play month.acta"), 2, "month.acta is of Aprilis, and here it is Martius, auctions"
    )
    file.write_text("[season Martius]\ndone\n", "utf-8")
    refused(shell("play month.acta"), 2, 'month.acta: a season is written [season "NAME"]')


def test_lines_are_all_or_nothing(at: Callable[[str], Shell]) -> None:
    """The fourth is refused: 20000 is more than Ursi has, and no line before it is on record."""
    shell = at("auctions")
    came = shell.words(["do", f"{GAIUS}; bid ferox 1000; bid ursi 20000"])
    assert came.code == 1
    assert came.err.startswith("MR-AUC-5: line 3 (bid ursi 20000): Domus Ursi has 10000 denarii")
    assert shell("season --json").json()["season"]["lot"] == {}


def test_a_pick_up_campaign_has_no_year(tmp_path: Path) -> None:
    """MR-CAM-1: between its battles nothing is typed."""
    shell = Shell(tmp_path)
    assert shell("new Ludi --game morturi --house game_mode=pickup --at here").code == 0
    here = Shell(tmp_path / "here")
    assert here("next").lines[0] == "no battle was fought yet"
    refused(here.words(["do", "hammer"]), 2, "no battle is open")


def test_the_season_is_open_while_others_fight(at: Callable[[str], Shell]) -> None:
    """MR-CAM-3: in the aftermath of Ferox and Ursi, Magnus buys a Servus; a note is written."""
    shell = at("aftermath")
    assert shell.words(["season", 'note "rain on the sand"; buy servus for magnus']).code == 0
    assert denarii(shell)["Magnus"] == 9900
    refused(
        shell.words(["season", "buy servus for ferox"]),
        1,
        "MR-CAM-3: the aftermath of battle-1 is not over for Ludus Ferox",
    )
    came = shell.words(["season", "buy servus for magnus"])
    undo = came.lines[-1].partition("acta ")[2]
    assert undo.startswith("undo --to campaign/")
    assert shell(undo).code == 0
    assert denarii(shell)["Magnus"] == 9900
    assert shell.words(["season", "done"]).code == 1
    shell.do(*CHECKED)  # the battle's own lines go on
    assert shell("audit").out.startswith("clean")


def test_a_challenge_is_not_bid_for(at: Callable[[str], Shell]) -> None:
    """MR-SCN-11: what is refused while a challenge waits is said in words of a challenge."""
    shell = at("battle")
    shell.do("offer duel_series", "challenge ferox: servus 1 stake 50")
    refused(
        shell.words(["do", "pass"]),
        1,
        "MR-SCN-11: which school leaves the challenge: Domus Ursi, Magnus",
    )
    refused(
        shell.words(["do", "bid magnus 60"]),
        1,
        "MR-CAM-3: not now: schools take the challenge up, or leave it",
    )
