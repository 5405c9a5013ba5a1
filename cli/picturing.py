"""A moment of a battle as a picture that stands by itself: for a forum, a letter, a wall."""

from cli.desk import Desk
from cli.provenance import framed, provenance
from cli.record import table_at
from cli.sitting import Table
from projections.board import svg
from projections.ink import Dress


def pictured(desk: Desk, table: Table, address: str, dress: Dress = Dress.OWN) -> str:
    """The battle behind a line (its newest without one) as SVG, with where it comes from.

    All of it is ASCII, so that it can stand wherever a text can. Raises NotFound for a line that is
    not the battle's.
    """
    frame = framed(desk)
    moment = table_at(desk, table, address)
    where = provenance(desk, (table.story,))
    shown = moment.shown()
    at = address or desk.ledger.rows_of(table.story)[-1].address
    told = {"campaign": where.campaign, "scenario": shown["scenario"], "address": at}
    title = frame.say("board.void" if table.void else "board.caption", **told)
    picture = moment.game.sheets.picture(moment.fight)
    drawn = svg(picture, title, caption=(where.line(frame),), dress=dress, frame=frame)
    return drawn.encode("ascii", "xmlcharrefreplace").decode()
