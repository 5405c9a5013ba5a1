"""The replay page, put together: what is read without a script, and what the player is given."""

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from markupsafe import Markup

from domain.drawing import Token
from projections.frame.page import page
from projections.frame.provenance import Provenance
from projections.frame.shelf import asset
from projections.frame.templates import Frame
from projections.ink import FONT, number, sheet
from projections.legend import told as told_picture
from projections.player.reel import Reel, Seen, reel
from projections.player.scripts import PLAYER, joined
from projections.player.shots import Shot, Turn

WORDS = (
    *("at", "round", "opening", "turn", "play", "pause", "yes", "copied", "copy-by-hand"),
    *("verified", "verified-short", "signed", "ledger", "elsewhere", "not-proven"),
    *("tampered", "tampered-short", "damaged", "page-changed", "page-unknown", "page-otherwise"),
    *("page-dice", "page-missing", "page-gone", "page-order"),
)
"""The sentences that the page's script says."""

PLACES = ["n", "of", "address", "side", "story", "rank", "size", "who", "id", "why"]
LARGEST = 1.6
"""Pixels that a unit of the drawing has at most."""

KEYS = (
    ("space", "space"),
    ("\N{LEFTWARDS ARROW} \N{RIGHTWARDS ARROW}", "arrows"),
    ("Home End", "ends"),
    ("r R", "round"),
    ("a A", "turn"),
    ("t T", "point"),
    ("?", "help"),
)


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle to be shown: its story, scenario, moments, turning points, record, words.

    `record` is an excerpt as text, `links` the first eight digits of each of its lines' hashes. A
    battle that is `void` is shown as it stood before. `heads` are the game's words for a member
    and a crew.
    """

    story: str
    scenario: str
    shots: Sequence[Shot]
    record: str
    links: str
    heads: tuple[str, str]
    turns: Sequence[Turn] = ()
    outcome: str = ""
    void: bool = False


def replay_page(battle: Battle, frame: Frame, provenance: Provenance) -> str:
    """The page, whole; the same battle and the same record give the same bytes."""
    found = reel(battle.shots, frame.say, battle.turns)
    told = [told for shot in battle.shots for told in shot.told]
    film = found.data | {"record": battle.record, "links": battle.links, "void": battle.void}
    data = json.dumps(film, ensure_ascii=False, separators=(",", ":")).encode()
    log = "".join(f"\n{each.text}" for each in told).encode()
    faced = any(token.facing for shot in battle.shots for token in shot.picture.tokens)
    sides = frame.say("replay.against").join(party.name for party in found.last.sides)
    body = frame.render(
        "replay.html",
        seal=sha256(data + log).hexdigest(),
        outcome=battle.outcome,
        width=number(found.stage.width),
        height=number(found.stage.height),
        wide=number(found.stage.width * LARGEST),
        font=FONT,
        board_title=frame.say("replay.end", story=battle.story),
        board_told=told_picture(found.last, frame.say),
        scene=Markup(found.scene),  # noqa: S704  drawn by Ink, which escapes
        tokens=[_token(frame, token, seen, found) for token, seen in found.seen],
        rounds=_ticks(battle.shots),
        points=_points(battle),
        turns=battle.turns,
        heads=[*_heads(frame, battle, found.last.health, faced=faced)],
        health=found.last.health,
        faced=faced,
        log=list(_chapters(frame, battle)),
        keys=[(key, frame.say(f"replay.key-{what}")) for key, what in KEYS],
    )
    return page(
        frame,
        provenance,
        title=frame.say("replay.title", scenario=battle.scenario, sides=sides),
        subtitle=battle.story,
        body=Markup(body),  # noqa: S704  a template's, escaped there
        css="\n".join((sheet(), asset("player.css", __package__))),
        js=joined(PLAYER),
        data={"packed": _packed(data), "size": len(data), "words": _words(frame)},
        wide=True,
    )


def _packed(data: bytes) -> str:
    """Data as DEFLATE in base64."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b64encode(packer.compress(data) + packer.flush()).decode()


def _words(frame: Frame) -> dict[str, str]:
    places = {name: f"{{{name}}}" for name in PLACES}
    return {code: frame.say(f"replay.{code}", **places) for code in WORDS}


def _heads(frame: Frame, battle: Battle, health: str, *, faced: bool) -> Iterator[str]:
    """The heads of the table of who is where."""
    yield from (_capital(word) for word in battle.heads)
    yield from (frame.say(f"replay.{code}") for code in ("place", *(["facing"] if faced else [])))
    yield _capital(health)
    yield from (frame.say(f"replay.{code}") for code in ("acted", "state"))


def _capital(word: str) -> str:
    """A word as it begins a sentence."""
    return word[:1].upper() + word[1:]


def _token(frame: Frame, token: Token, seen: Seen | None, found: Reel) -> dict[str, Any]:
    """A token and its row of the table, as they are at the end."""
    party = found.last.party(token.side)
    known = {"name": token.name, "side": party.name if party else "", "there": seen is not None}
    if seen is None:
        words = ("x", "y", "drawing", "place", "facing", "health", "acted", "state")
        return known | dict.fromkeys(words, "")
    place, look = seen.place, seen.look
    return known | {
        "x": number(place.x),
        "y": number(place.y),
        "drawing": Markup(look.drawing),  # noqa: S704  drawn by Ink, which escapes
        "place": place.name,
        "facing": look.facing,
        "health": look.health,
        "acted": frame.say("replay.yes") if look.acted else "",
        "state": look.state,
    }


def _chapters(frame: Frame, battle: Battle) -> Iterator[dict[str, Any]]:
    """The log round by round, and the aftermath."""
    title, rows = frame.say("replay.opening"), list[dict[str, Any]]()
    for shot in battle.shots:
        for told in shot.told:
            begins = shot.aftermath and title != (after := frame.say("replay.aftermath"))
            if told.round or begins:
                yield {"title": title, "rows": rows}
                title = after if begins else frame.say("replay.round", n=told.round)
                rows = []
            rows.append(
                {
                    "address": told.address,
                    "short": told.address.removeprefix(f"{battle.story}/"),
                    "text": told.text,
                    "note": told.note,
                }
            )
    yield {"title": title, "rows": rows}


def _along(place: int, count: int) -> str:
    """Where a moment lies on a timeline of a thousand."""
    return number(1000 * place / max(1, count - 1))


def _ticks(shots: Sequence[Shot]) -> list[str]:
    """Where rounds begin on the timeline."""
    rounds = [shot.picture.round for shot in shots]
    starts = [n for n in range(1, len(rounds)) if rounds[n] != rounds[n - 1]]
    return [_along(n, len(rounds)) for n in starts]


def _points(battle: Battle) -> list[float]:
    """Where turning points lie on it."""
    places = {told.address: n for n, shot in enumerate(battle.shots) for told in shot.told}
    found = [places[one.address] for one in battle.turns if one.address in places]
    return [round(1000 * n / max(1, len(battle.shots) - 1), 1) for n in found]
