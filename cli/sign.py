"""`acta sign`: a receipt of the record, and the other party's signature under it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.desk import Desk, with_desk
from cli.home import text_file
from cli.options import force_option, json_option, output_option
from cli.rows import say, say_json, talk
from domain import strangers
from domain.campaign import STORY
from domain.counting import counted
from domain.ledger import note as notes
from domain.ledger.kept import Kept
from domain.ledger.links import Links
from domain.ledger.note import Checkpoint, Key, Note, signing_name
from domain.names import said
from domain.signers import NameSigner, keys_of
from domain.terms import Conflict, NotFound, RuleBroken, StorageFailed, WrongUsage

if TYPE_CHECKING:
    from cli.signing import Hand


@click.command()
@click.argument("battle", required=False, default="")
@click.option("--key", metavar="FILE", default="", help="Your own key: acta key make makes one.")
@click.option(
    "--note",
    metavar="NOTE",
    default="",
    help="A receipt to sign or to keep, not a new one: a file, its short text, or - to read it.",
)
@output_option
@force_option
@click.option("--short", is_flag=True, help="Print it in one row, to be pasted into a message.")
@json_option
@with_desk(writes=True)
def sign(
    desk: Desk,
    *,
    battle: str,
    key: str,
    note: str,
    output: str,
    force: bool,
    short: bool,
    as_json: bool,
) -> None:
    """Make a receipt of the record, signed.

    Size and root of the log, signed by this ledger's key and by yours. Of all lines, or of those up
    to the conclusion of BATTLE. Whoever keeps it can tell at any later time whether they are still
    the same. With --note you sign what another made: on your own machine, without the campaign;
    back in the campaign it is kept beside the log.
    """
    from cli import signing

    hand = signing.read(Path(key)) if key else None
    if note and battle:
        raise WrongUsage("a receipt says itself what it is about: BATTLE or --note, not both")
    made = _under(desk, given(note), hand) if note else _made(desk, battle, hand)
    if output:
        text_file(Path(output), made.text, force=force, hint="--force overwrites it")
        talk(f"{output} written")
    if as_json:
        say_json(_document(made))
    elif short or output:
        say(made.short)
    else:
        say(*made.text.splitlines())


def given(text: str) -> Note:
    """The receipt that was named: a file's, one pasted as it is, or `-` for standard input."""
    if text == "-":
        return notes.read(sys.stdin.read(notes.LONGEST + 1))
    if len(text.split()) == 1 or _is_there(text):
        return notes.read(strangers.text(Path(text), notes.LONGEST, "receipt"))
    return notes.read(text)


def _is_there(text: str) -> bool:
    """Whether a text of several words is a file's name; a receipt is too long to be one."""
    try:
        return Path(text).exists()
    except OSError:
        return False


def _document(note: Note) -> dict[str, object]:
    point = note.checkpoint
    return {
        "campaign": point.campaign,
        "size": point.size,
        "root": point.root.hex(),
        "by": [each.name for each in note.signatures],
        "note": note.text,
        "short": note.short,
    }


def _made(desk: Desk, battle: str, hand: "Hand | None") -> Note:
    """A new receipt, kept beside the log."""
    from cli import signing

    if hand is not None:
        _name(desk, hand.key)
    size = _end(desk, desk.known(battle).battle) if battle else desk.ledger.size
    point = _point(desk, size)
    ledger = signing.of_ledger(desk.home)
    hands = [ledger, hand] if hand is not None else [ledger]
    note = Note(point, ()).signed(*(each.sign(point) for each in hands))
    return _keep(desk, Kept(note, (), (ledger.key,)))


def _under(desk: Desk, note: Note, hand: "Hand | None") -> Note:
    """A receipt that was made before, with one signature more; kept where its campaign is."""
    from cli import signing

    point = note.checkpoint
    if hand is not None:
        note = note.signed(hand.sign(point))
    try:
        here = desk.home.settings.campaign == point.campaign
    except NotFound:
        here = False
    if not here:
        if hand is None:
            raise NotFound(
                "the campaign of this receipt is not here, so it cannot be kept",
                hint="--key FILE signs it; --campaign FOLDER names one",
            )
        talk(f"signed: {point.told()}", "it goes back to whoever made it")
        return note
    if _point(desk, point.size).root != point.root:
        raise Conflict(
            f"SPLIT VIEW: the receipt is about other lines than the first {point.size} here",
            hint="nothing was kept; acta audit --receipt says more",
        )
    ledger = signing.of_ledger(desk.home).key
    keys = notes.known((ledger, *keys_of(desk.ledger.story(STORY)), *_ledgers(desk)))
    by = note.by(keys, signing.verify)
    if strangers := {each.name for each in note.signatures} - {key.name for key in by}:
        raise WrongUsage(
            f"nobody here has named the key of {said(min(strangers))}",
            hint="acta key name NAME KEY",
        )
    if len(by) < len(note.signatures):
        raise WrongUsage("the receipt is signed by a ledger that is not known here")
    mine = tuple(key for key in by if key.name == ledger.name)
    return _keep(desk, Kept(note, (), mine))


def _ledgers(desk: Desk) -> tuple[Key, ...]:
    """The keys of the ledgers that signed what is kept here."""
    return tuple(key for kept in desk.ledger.notes.all() for key in kept.keys)


def _keep(desk: Desk, kept: Kept) -> Note:
    """Keep a receipt; with all signatures that are there now."""
    desk.ledger.notes.keep(kept)
    point = kept.note.checkpoint
    return next(each.note for each in desk.ledger.notes.all() if each.note.checkpoint == point)


def _name(desk: Desk, key: Key) -> None:
    """Have it on record whose the key is, before anything is signed with it."""
    if key in keys_of(desk.ledger.story(STORY)):
        return
    name = desk.by if signing_name(desk.by) == key.name else key.name
    for line in desk.submit(STORY, [NameSigner(name=name, key=key.text)]):
        talk(f"{line.address}  {line.data.told()}")


def _end(desk: Desk, story: str) -> int:
    """How many lines the log had when a battle was concluded."""
    lines = desk.ledger.story(story)
    batch = next((line.batch for line in lines if isinstance(line.cause, desk.game.concluding)), "")
    if not batch:
        raise RuleBroken(
            desk.game.correction, f"{story} is not concluded", hint="acta sign signs for all lines"
        )
    whole = {line.address for line in desk.ledger.batch(batch)}
    size = end = position = 0
    while rows := desk.ledger.rows(position):
        position = rows[-1].position
        for row in rows:
            size += 1
            if row.address in whole:
                end = size
    return end


def _point(desk: Desk, size: int) -> Checkpoint:
    """The log's root over its first lines, all links followed."""
    links, position = Links([size]), 0
    while links.size < size and (rows := desk.ledger.rows(position)):
        position = rows[-1].position
        if bad := links.follow(rows):
            raise StorageFailed(
                f"the record is broken at {bad[0]}: nothing is signed", hint="acta audit"
            )
    if size not in links.roots:
        raise Conflict(
            f"TRUNCATED: the receipt is about {counted(size, 'line')}, the record has {links.size}",
            hint="acta audit --receipt says more",
        )
    return Checkpoint(desk.ledger.campaign, size, links.roots[size])
