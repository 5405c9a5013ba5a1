"""What dice did, drawn: one SVG of all faces, or a page with a figure for each kind of die."""

from fractions import Fraction
from typing import TYPE_CHECKING

from cli.desk import Desk
from cli.summed import Aim
from projections.chance import two
from projections.luck import SURE, Dice, Luck, Verdict
from projections.plots.faces import Expected, Thrown, faces
from projections.plots.plot import CSS, Plot, figure, svg

if TYPE_CHECKING:
    from markupsafe import Markup

    from projections.frame.templates import Frame

SHOWN = 12
"""So many lines are named beside a number."""


def draw(desk: Desk, told: Luck, *, form: str, aim: Aim, language: str) -> None:
    """Write dice as a picture or a page, to a file or the screen."""
    from cli.provenance import framed, provenance

    frame = framed(desk, language)
    if form == "html":
        text = _page(desk, frame, told)
    else:
        text = svg(_all(frame, told), foot=provenance(desk).line(frame))
    aim.write(text)


def _all(frame: "Frame", told: Luck) -> Plot:
    """All kinds of dice in one drawing."""
    name, title = "dice", frame.say("dice.title")
    said = " ".join(_sentence(frame, one) for one in told.dice) or frame.say("dice.none")
    rows = [row for one in told.dice for row in _rows(frame, one, f"{_name(frame, one)}: ")]
    return faces(_words(frame, name, title, said), rows)


def _page(desk: Desk, frame: "Frame", told: Luck) -> str:
    """A page with a figure for each kind."""
    from markupsafe import Markup, escape

    from cli.provenance import provenance
    from projections.frame.page import page

    body = [Markup("<p>{}</p>\n").format(frame.say("dice.none"))] if not told.dice else []
    n = sum(one.p is not None for one in told.dice)
    if together := frame.say("dice.together", n=n) if n > 1 else "":
        body.append(Markup("<p>{}</p>\n").format(together))
    body += [_figure(frame, one, told, number) for number, one in enumerate(told.dice, 1)]
    if told.undone:
        heading = Markup('<h2 id="undone">{}</h2>\n<p>{}</p>\n')
        body.append(heading.format(frame.say("dice.undone"), frame.say("dice.undone-told")))
        numbered = enumerate(told.undone, len(told.dice) + 1)
        body += [_figure(frame, one, told, number) for number, one in numbered]
    return page(
        frame,
        provenance(desk),
        title=f"{frame.say('dice.title')}: {desk.books().name}",
        subtitle=frame.say("dice.told"),
        body=Markup("").join(escape(each) for each in body),
        css=CSS,
    )


def _figure(frame: "Frame", one: Dice, told: Luck, number: int) -> "Markup":
    """One kind of die: its drawing, what may be said of it, its numbers."""
    from markupsafe import Markup

    said = _mean(frame, one) if one in told.undone else _sentence(frame, one)
    words = _words(frame, f"dice-{number}", _name(frame, one), said)
    plot = faces(words, _rows(frame, one, ""))
    return Markup(figure(plot, numbers=frame.say("dice.numbers")))  # noqa: S704  it escapes all texts


def _words(frame: "Frame", name: str, title: str, told: str) -> Expected:
    return Expected(
        name=name,
        title=title,
        told=told,
        who=frame.say("dice.face"),
        seen=frame.say("dice.seen"),
        expected=frame.say("dice.expected"),
        interval=frame.say("dice.interval"),
    )


def _rows(frame: "Frame", one: Dice, before: str) -> list[Thrown]:
    rows = []
    for face in one.faces():
        more = len(face.addresses) - SHOWN
        rest = (frame.say("dice.events", n=more),) if more > 0 else ()
        times = frame.say("dice.times", n=face.seen)
        name = f"{before}{face.face}"
        rows.append(
            Thrown(
                name=name,
                seen=face.seen,
                expected=face.expected,
                low=None if face.low is None else Fraction(face.low),
                high=None if face.high is None else Fraction(face.high),
                says=frame.say("dice.says", face=name, times=times, expected=two(face.expected)),
                addresses=(*face.addresses[:SHOWN], *rest),
            )
        )
    return rows


def _name(frame: "Frame", one: Dice) -> str:
    """What a kind of die is called: of whom, if not of all."""
    whose = one.of.name or one.crew.name or one.kind.source
    if not whose:
        return frame.say("dice.kind", sides=one.kind.sides)
    return frame.say("dice.kind-of", sides=one.kind.sides, whose=whose)


def _sentence(frame: "Frame", one: Dice) -> str:
    """What may be said of a kind of die."""
    if one.verdict is Verdict.TOO_FEW:
        says = frame.say("dice.too-few", n=one.missing)
    elif one.verdict is Verdict.NO_REASON:
        says = frame.say("dice.no-reason")
    else:
        code = "unusual-rare" if one.once_in == SURE else "unusual"
        says = frame.say(f"dice.{code}", odds=f"{one.once_in:,}")
    return f"{_mean(frame, one)} {says}"


def _mean(frame: "Frame", one: Dice) -> str:
    rolls = frame.say("dice.rolls", n=one.rolls)
    return frame.say("dice.mean", rolls=rolls, mean=two(one.mean), expected=two(one.expected))
