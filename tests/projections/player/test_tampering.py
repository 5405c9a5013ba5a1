"""A replay page that was tampered with says so, whatever was changed and however carefully."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.browser import Browse
from tests.replaying import Film, Replays, checked, refilmed, rows, sealed


def said(browse: Browse, path: Path, text: str) -> str:
    """What a page of this text says of itself."""
    path.write_text(text, "utf-8")
    window = browse(path)
    found = checked(window)
    word = window.page.inner_text("#verdict-short")
    assert word.startswith("TAMPERED") == found.startswith("TAMPERED")
    return found


def line_of(film: Film, address: str) -> str:
    """A line of the record that a page holds."""
    return str(film["record"].split("\n")[int(address.rpartition("/")[2])])


def fought(text: str) -> str:
    """The address of a Clash."""
    return next(address for address, told in rows(text).items() if " is harmed (" in told)


def recorded(change: Callable[[dict[str, Any]], None], address: str) -> Callable[[Film], None]:
    """A line of the record is another one, written in canonical form."""

    def bend(film: Film) -> None:
        line = line_of(film, address)
        plain = msgspec.json.decode(line)
        change(plain)
        other = msgspec.json.encode(plain, order="sorted").decode()
        assert other != line
        film["record"] = film["record"].replace(line, other)

    return bend


def bent(plain: dict[str, Any]) -> None:
    """Another face."""
    plain["data"]["dice"][0]["natural"] += 1


def no_links(change: Callable[[Film], None]) -> Callable[[Film], None]:
    """A careful cheat leaves nothing that says which line it was."""

    def bend(film: Film) -> None:
        change(film)
        film["links"] = ""

    return bend


def test_a_face_changed_in_the_record_is_found(
    replays: Replays, browse: Browse, tmp_path: Path
) -> None:
    """The line that is no longer linked is named; without that help the signed root is not met."""
    text = replays("mortisphere").text
    address = fought(text)
    change = recorded(bent, address)
    found = said(browse, tmp_path / "a.html", refilmed(text, change))
    assert found == f"TAMPERED: {address} is not the line that was linked to those before it"
    found = said(browse, tmp_path / "b.html", refilmed(text, no_links(change)))
    assert re.fullmatch(
        "TAMPERED: REWRITTEN: its first [0-9]+ lines are not those signed for", found
    )


def test_a_changed_byte_is_found(replays: Replays, browse: Browse, tmp_path: Path) -> None:
    """Of what is packed: it cannot be unpacked any more, or is not what was sealed."""
    text = replays("mortisphere").text
    start = text.index('"packed":"') + 10
    for place in (start + 40, start + 9_000):
        sign = "A" if text[place] != "A" else "B"
        path = tmp_path / "page.html"
        path.write_text(text[:place] + sign + text[place + 1 :], "utf-8")
        window = browse(path)
        window.page.wait_for_selector("#verdict[class]")
        assert window.page.inner_text("#verdict").startswith("TAMPERED: ")


TOLD = {"a number": ("d12 3", "d12 9"), "a name": ("First", "Last"), "a word": ("harm", "unharm")}


@pytest.mark.parametrize(
    "what",
    ["a number", *(pytest.param(one, marks=pytest.mark.long) for one in ("a name", "a word"))],
)
def test_a_sentence_that_says_other_than_the_record_is_found(
    replays: Replays, browse: Browse, tmp_path: Path, what: str
) -> None:
    """The log is changed, and sealed again: the record contradicts it, and names the line."""
    text = replays("mortisphere").text
    address = fought(text)
    before = rows(text)[address]
    after = before.replace(*TOLD[what])
    assert after != before
    other = text.replace(f"<span>{before}</span>", f"<span>{after}</span>")
    found = said(browse, tmp_path / "sealed.html", sealed(other))
    assert found == f"TAMPERED: {address} is told otherwise than it is on record"
    found = said(browse, tmp_path / "not.html", other)
    assert "TAMPERED: the page was changed after it was written" in found


def test_a_die_that_did_not_fall_so_is_found(
    replays: Replays, browse: Browse, tmp_path: Path
) -> None:
    """Another face beside the sentence, sealed again: the event has none such."""

    def bend(film: Film) -> None:
        moment = next(each for each in film["moments"] if each.get("dice"))
        moment["dice"][0][3] = 77
        found.append(moment["lines"][moment["dice"][0][0]])

    found = list[str]()
    text = refilmed(replays("mortisphere").text, bend)
    told = said(browse, tmp_path / "a.html", text)
    assert told == f"TAMPERED: {found[0]} shows other dice than are on record"


def test_lines_left_out_added_or_in_another_order_are_found(
    replays: Replays, browse: Browse, tmp_path: Path
) -> None:
    """The log has other lines than count on record, sealed again."""
    text = replays("mortisphere").text
    address = fought(text)
    row = re.search(rf'<li id="{address}".*?</li>\n', text)
    gone = next(f"battle-1/{n}" for n in range(1, 200) if f"battle-1/{n}" not in rows(text))
    assert row
    cases = {
        "": "is on record, but is not told",
        row[0] + row[0].replace(address, "battle-1/9999"): "is told, but is not on record",
        row[0] + row[0].replace(address, gone): "is told, but was taken back",
    }
    for number, (other, why) in enumerate(cases.items()):
        changed = sealed(text.replace(row[0], other))
        assert why in said(browse, tmp_path / f"{number}.html", changed)


def test_moments_that_were_changed_break_the_seal(
    replays: Replays, browse: Browse, tmp_path: Path
) -> None:
    """Places and Health are no part of the record: a change of them is found by the seal alone."""

    def bend(film: Film) -> None:
        film["looks"][3][1] = "9 of 9"

    text = replays("mortisphere").text
    found = said(browse, tmp_path / "a.html", refilmed(text, bend, seal=False))
    assert found.startswith("TAMPERED: the page was changed after it was written")
    assert said(browse, tmp_path / "b.html", refilmed(text, bend)).startswith("Verified here")
