"""The replay page in a real browser: it plays to the states of the record, tells of tampering."""

from typing import Any

import pytest

from cli.desk import Desk
from cli.main import Asked
from cli.record import table_at
from cli.sitting import Table
from projections import glyphs
from projections.board import placed, stage
from projections.ink import Dress, Ink
from tests.browser import DESK, PHONE, Browse
from tests.replaying import Replays, addresses, checked, rows

GAMES = ("mortisphere", "morturi")
FACING = {"n": "north", "e": "east", "s": "south", "w": "west", "": ""}
THERE = {
    "mortisphere": {"active", "broken", "incapacitated", "fallen"},
    "morturi": {"active"},  # who falls is carried off
}
SNAPSHOT = """() => ({
  members: [...document.querySelectorAll(".who tbody tr")].filter((row) => !row.hidden).map(
    (row) => Object.fromEntries([["name", row.cells[0].textContent],
      ...[...row.cells].filter((c) => c.className).map((c) => [c.className, c.textContent])])),
  tokens: [...document.querySelectorAll("#tokens > .token:not(.absent)")].map(
    (token) => [token.style.transform, token.innerHTML]),
  scene: document.getElementById("scene").innerHTML,
  scores: document.getElementById("scores").textContent,
  when: document.getElementById("when").textContent,
  address: document.getElementById("here").textContent,
  current: [...document.querySelectorAll("#log [aria-current] > a")].map((a) => a.textContent),
})"""
STEPPED = f"""([key, times]) => Array.from({{ length: times }}, () => {{
  document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
  return ({SNAPSHOT})();
}})"""
WRITTEN = """(svgs) => svgs.map((svg) => {
  const g = document.createElementNS("http://www.w3.org/2000/svg", "g");
  g.innerHTML = svg;
  return g.innerHTML;
})"""


def told(table: Table) -> list[dict[str, str]]:
    """Who is where by `battle show`, in the words of the page."""
    shown = table.shown()
    names = {spot.id: spot.name for spot in table.game.sheets.picture(table.state).spots}
    there = THERE[table.game.id]
    members = [*shown["members"], *shown.get("neutrals", [])]
    return [
        {
            "name": one["name"],
            "place": names.get(one["place"], "") if one["state"] in there else "",
            "facing": FACING[one["facing"]] if one["state"] in there else "",
            "health": f"{one['health']} of {one['max_health']}",
            "acted": "yes" if one["activated"] else "",
        }
        for one in members
    ]


@pytest.mark.parametrize("game", GAMES)
def test_it_steps_to_the_end_and_back_through_the_states_of_the_record(
    replays: Replays, browse: Browse, game: str
) -> None:
    """At every moment, forward and back, it shows what `battle show --at` shows of that line.

    Place, facing, Health, activation and scores of all, and each token as it is drawn.
    """
    battle = replays(game)
    window = browse(battle.page)
    moments = addresses(battle.text)
    times = len(moments) - 1
    forward = [
        window.page.evaluate(SNAPSHOT),
        *window.page.evaluate(STEPPED, ["ArrowRight", times]),
    ]
    assert window.page.is_disabled("#forward")
    back = [forward[-1], *window.page.evaluate(STEPPED, ["ArrowLeft", times])]
    assert back[::-1] == forward
    assert window.page.is_disabled("#back")
    drawn: list[tuple[str, str]] = []
    with_desk = Desk(Asked(campaign=str(battle.shell.folder)))
    try:
        table = with_desk.battle("1")
        tables = [table_at(with_desk, table, lines[0]) for lines in moments]
        pictures = [each.game.sheets.picture(each.state) for each in tables]
        on = stage(*pictures)
        for state, picture, seen in zip(tables, pictures, forward, strict=True):
            assert_same(state, seen)
            for one, (place, drawing) in zip(placed(picture, on), seen["tokens"], strict=True):
                assert place == f"translate({one.x:g}px, {one.y:g}px)"
                ink = Ink(Dress.PAGE)
                glyphs.token(ink, one.token, 0, 0, told=one.token.name, moved=False)
                drawn.append((ink.part(), drawing))
    finally:
        with_desk.close()
    distinct = sorted(set(drawn))
    written = window.page.evaluate(WRITTEN, [ours for ours, _ in distinct])
    assert written == [theirs for _, theirs in distinct]


def assert_same(table: Table, seen: dict[str, Any]) -> None:
    """Who is where, and the scores, as the record has them."""
    expected = {one["name"]: one for one in told(table)}
    for member in seen["members"]:
        shown = {key: text for key, text in member.items() if key != "state"}
        assert shown == {key: expected[member["name"]][key] for key in shown}
    assert {one["name"] for one in seen["members"]} >= {
        name for name, one in expected.items() if one["place"]
    }
    scores = [
        f"{n} {name}: {score}" for n, (name, score) in enumerate(table.shown()["scores"].items(), 1)
    ]
    assert seen["scores"] == " · ".join(scores)


def test_case_79_facing_is_the_same_at_any_speed_and_in_any_direction(
    replays: Replays, browse: Browse
) -> None:
    """Given a moment in which somebody turned, when one plays or steps there, forth or back.

    Then all who stand there face the same way as when a link leads there, and as on record.
    """
    battle = replays("morturi")
    told, moments = rows(battle.text), addresses(battle.text)
    east = [any("faces east" in told[line] for line in lines) for lines in moments]
    turned = east.index(True)
    address = moments[turned][0]
    linked = browse(battle.page, fragment=address).page.evaluate(SNAPSHOT)
    assert linked["address"] == address
    window = browse(battle.page)
    window.page.clock.install()
    found = []
    for speed in ("0.5", "8"):
        window.page.keyboard.press("Home")
        window.page.select_option("#speed", speed)
        window.page.click("#play")
        window.page.clock.run_for(int(1200 / float(speed) * turned) + 50)
        window.page.click("#play")
        found.append(window.page.evaluate(SNAPSHOT))
    window.page.keyboard.press("Home")
    found += window.page.evaluate(STEPPED, ["ArrowRight", turned])[-1:]
    window.page.keyboard.press("End")
    found += window.page.evaluate(STEPPED, ["ArrowLeft", len(moments) - 1 - turned])[-1:]
    assert found == [linked] * 4
    shown = battle.shell(f"battle show 1 --at {address} --json").json()["members"]
    assert {one["name"]: FACING[one["facing"]] for one in shown if one["place"]} == {
        one["name"]: one["facing"] for one in linked["members"] if one["place"]
    }


def test_by_keyboard_alone(replays: Replays, browse: Browse) -> None:
    """Keys play, step, jump to rounds and activations and tell themselves; Tab leads on and out."""
    window = browse(replays("morturi").page)
    page = window.page
    count = len(addresses(replays("morturi").text))

    def where() -> int:
        return int(page.input_value("#moment"))

    page.keyboard.press("End")
    assert where() == count - 1
    page.keyboard.press("Home")
    page.keyboard.press("r")
    rounds = [where()]
    page.keyboard.press("r")
    rounds.append(where())
    page.keyboard.press("Shift+R")
    assert where() == rounds[0] < rounds[1]
    page.keyboard.press("a")
    assert "is done" in page.inner_text("#told")
    page.clock.install()
    before = where()
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "Pause"
    page.clock.run_for(1300)
    page.keyboard.press("Space")
    assert where() == before + 1
    page.clock.run_for(5000)
    assert where() == before + 1
    page.keyboard.press("?")
    assert page.is_visible("#help")
    page.keyboard.press("Escape")
    assert not page.is_visible("#help")
    page.focus("#theme")
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.href"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", reached[-1]
    for name in (
        "moment",
        "first",
        "play",
        "last",
        "turn-forward",
        "rounds",
        "speed",
        "keys",
        "log",
    ):
        assert name in reached
    page.focus("#forward")
    page.keyboard.press("Space")
    assert where() == before + 2
    page.keyboard.press("Enter")
    assert where() == before + 3


def test_a_link_to_any_moment_and_the_log_lead_there(replays: Replays, browse: Browse) -> None:
    """A line in the midst of a move shows it; a click in the log does; each step is a link."""
    battle = replays("mortisphere")
    lines = max(addresses(battle.text), key=len)
    window = browse(battle.page, fragment=lines[1])
    seen = window.page.evaluate(SNAPSHOT)
    assert [f"battle-1/{number}" for number in seen["current"]] == lines
    assert window.page.url.endswith(f"#{lines[1]}")
    window.page.keyboard.press("ArrowRight")
    after = window.page.evaluate(SNAPSHOT)
    assert window.page.url.endswith(f"#{after['address']}")
    window.page.click(f'#log a[href="#{lines[0]}"]')
    assert window.page.evaluate(SNAPSHOT) == seen


@pytest.mark.parametrize(
    ("game", "size", "night"),
    [
        ("mortisphere", DESK, "dark"),
        pytest.param("mortisphere", PHONE, "light", marks=pytest.mark.long),
        pytest.param("morturi", DESK, "light", marks=pytest.mark.long),
        ("morturi", PHONE, "dark"),
    ],
)
def test_nobody_is_shut_out(
    replays: Replays, browse: Browse, game: str, size: tuple[int, int], night: str
) -> None:
    """axe-core finds no serious fault, nobody scrolls sideways, and what is touched is large."""
    window = browse(replays(game).page, size=size, dark=night == "dark", fragment="battle-1/64")
    assert checked(window).startswith("Verified here: battle-1 up to line ")
    assert window.faults() == []
    assert window.wider() == 0
    for button in window.page.query_selector_all("#controls button, #controls select"):
        box = button.bounding_box()
        assert box is None or (box["height"] >= 44 and box["width"] >= 44)


def test_who_went_where_and_struck_at_whom_is_drawn(replays: Replays, browse: Browse) -> None:
    """A move leaves a line from where somebody came; five strikes from afar are five arrows.

    In the arena, where they stand side by side, a full ring says who was struck at.
    """
    page = browse(replays("mortisphere").page, fragment="battle-1/19").page
    assert rows(replays("mortisphere").text)["battle-1/19"].startswith("Oum the Counter moves")
    assert [page.locator(f"#trace .{name}").count() for name in ("from", "strike")] == [1, 0]
    page.keyboard.press("End")
    page.evaluate("location.hash = 'battle-1/24'")
    page.wait_for_selector("#trace .strike.head", state="attached")
    assert [page.locator(f"#trace .{name}").count() for name in ("from", "head")] == [0, 5]
    page = browse(replays("morturi").page, fragment="battle-1/64").page
    assert rows(replays("morturi").text)["battle-1/64"].startswith("Felix hits Nepos")
    ring = page.locator("#trace .struck")
    place = page.locator("#tokens .token", has_text="NEP").get_attribute("style")
    assert place
    assert f"translate({ring.get_attribute('cx')}px, {ring.get_attribute('cy')}px)" in place


def test_each_step_is_told_to_who_does_not_see_it(replays: Replays, browse: Browse) -> None:
    """A polite region has the sentences of the move; picture and slider say what they are."""
    battle = replays("mortisphere")
    lines = max(addresses(battle.text), key=len)
    page = browse(battle.page, fragment=lines[0]).page
    region = page.locator("[aria-live=polite]")
    for address in lines:
        assert rows(battle.text)[address] in region.inner_text()
    moments = addresses(battle.text)
    place = f"{moments.index(lines) + 1} of {len(moments)}, {lines[0]}"
    assert page.get_attribute("#moment", "aria-valuetext") == place
    assert page.get_by_role("img").get_attribute("aria-labelledby") == "board-title board-told"


@pytest.mark.parametrize(
    ("game", "health", "side"),
    [
        ("mortisphere", "health", "Grey Ledger"),
        ("morturi", "life points", "Ludus Ferox"),
    ],
)
def test_a_page_speaks_the_words_of_its_game_and_says_whose_turn_it_is(
    replays: Replays, browse: Browse, game: str, health: str, side: str
) -> None:
    """Given a demo's battle, where that side is the first to act in round 2 (`acta log`).

    Then the board's head has round and side, nobody is to act at the end; and in the table's head,
    the signs and the picture's words life is called what the game calls it.
    """
    battle = replays(game)
    page = browse(battle.page).page
    heads = page.locator(".who thead th").all_inner_texts()
    assert health.capitalize() in heads
    assert f"Bar: {health} left." in page.inner_text(".signs")
    assert f"{health} " in (page.locator("#board-told").text_content() or "")
    if game == "morturi":
        assert "health" not in page.inner_text(".who").lower()
    page.keyboard.press("Home")
    heads = [one["when"] for one in page.evaluate(STEPPED, ["ArrowRight", 40])]
    second = [when for when in heads if when.startswith("Round 2 ")]
    assert second[0] == f"Round 2 \N{MIDDLE DOT} {side} is to act"
    page.keyboard.press("End")
    assert "is to act" not in page.inner_text("#when")


def test_without_a_script_it_is_read(replays: Replays, browse: Browse) -> None:
    """Case 73: the last Clash, the end and the board at the end are HTML; no control is shown."""
    battle = replays("mortisphere")
    page = browse(battle.page, script=False).page
    text = page.inner_text("main")
    log = battle.shell("log battle-1 --json").json()
    assert all(line["told"] in text for line in log)
    assert not page.is_visible("#controls")
    assert page.locator("#tokens > g").count() == 12
    ended = [line["told"] for line in log if line["event"] == "mortisphere.battle-ended"]
    assert page.inner_text(".outcome") == ended[0]
