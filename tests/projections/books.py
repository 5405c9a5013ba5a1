"""Chronicles that nobody played, to be written in every format."""

from collections.abc import Iterator

from projections.chronicle.tree import (
    Book,
    Chapter,
    Dice,
    Figure,
    Heading,
    Kind,
    Link,
    Listed,
    Listing,
    Name,
    Para,
    Quote,
    Source,
    Spans,
    Table,
    para,
    spans,
)
from projections.frame.provenance import Audited, Provenance

ASH, IRON = "crew-ash", "crew-iron"
VEX, MOTH, SURA = f"{ASH}/2", f"{ASH}/3", f"{IRON}/2"
HELM, YARD = f"{ASH}/2#rivet-gun", "place/well-yard"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20" role="img">'
    '<title>A yard</title><rect width="100" height="20" fill="#ddd"/>'
    '<circle cx="20" cy="10" r="6" fill="#822"/></svg>'
)

PROVENANCE = Provenance(
    campaign="The Final Age",
    id="0" * 32,
    game="Mortisphere",
    edition="2026.1",
    as_of="battle-2/90",
    lines=250,
    root="0123456789abcdef",
    house=(("healing", "slow"),),
    program="acta 0.2.0",
    audited=Audited.CLEAN,
    read=250,
    stories=5,
    battles=2,
)

CALLED = {ASH: "The Ash", IRON: "Iron Choir", VEX: "Iron Vex", MOTH: "Moth", SURA: "Sura"}
"""What everybody is called by now."""


def sample(called: dict[str, str] = CALLED, then: str = "Vex", notes: str = "What a day!") -> Book:
    """A season of two battles; `then` is what Iron Vex was called in the first."""
    ash, iron, vex = (Link(one, called[one]) for one in (ASH, IRON, VEX))
    moth, sura = Link(MOTH, called[MOTH]), Link(SURA, called[SURA])
    old, yard = Link(VEX, then), Link(YARD, "Well Yard")
    chapters = (
        Chapter(
            Kind.CAMPAIGN,
            "campaign",
            "The Final Age",
            (
                para(
                    *(ash, " and ", iron, " met twice.", Source("campaign/3"), " "),
                    *("The Ash lead by a battle.", Source("battle-2/88")),
                ),
                Table(
                    ("crew", "battles", "won"),
                    ((spans(ash), spans("2"), spans("1")), (spans(iron), spans("2"), spans("0"))),
                    "Standings",
                    frozenset({1, 2}),
                ),
            ),
        ),
        Chapter(
            Kind.BATTLE,
            "battle-1",
            "Battle 1: The Last Granary",
            (
                para(old, " was the first to reach the ", yard, ".", Source("battle-1/17")),
                para(
                    *(old, " felled ", sura, ".", Source("battle-1/31"), " "),
                    *("It was the first fall of the season.", Source("battle-1/31")),
                ),
                Dice((spans(old, " d6: 5, ", sura, " d10: 3", Source("battle-1/30")),)),
                Quote(notes, "Ana", "battle-1/40"),
                Figure(SVG, "How they stood"),
            ),
        ),
        Chapter(
            Kind.BATTLE,
            "battle-2",
            "Battle 2: The Bell",
            (
                Heading(spans("Round ", "2")),
                para(vex, " was seen by ", moth, ".", Source("battle-2/40")),
                Listing((spans(moth, " held.", Source("battle-2/60")), spans("Nobody won."))),
            ),
        ),
        Chapter(Kind.CREW, ASH, called[ASH], (para(vex, " leads.", Source(f"{ASH}/2")),)),
        Chapter(Kind.CREW, IRON, called[IRON], (para(sura, " is gone.", Source("battle-1/31")),)),
        Chapter(
            Kind.MEMBER, VEX, called[VEX], (para("He bears ", Link(HELM, "the Rivet Gun"), "."),)
        ),
        Chapter(Kind.MEMBER, MOTH, called[MOTH], (para("Moth came late.", Source(f"{ASH}/3")),)),
        Chapter(Kind.MEMBER, SURA, called[SURA], (para("Sura fell.", Source("battle-1/31")),)),
        Chapter(Kind.PLACE, YARD, "Well Yard", (para("Seen once.", Source("battle-1/17")),)),
        Chapter(Kind.ITEM, HELM, "Rivet Gun", (para("It was ", vex, "'s."),)),
        Chapter(Kind.MEMORIAL, "memorial", "The fallen", (para(sura, ".", Source("battle-1/31")),)),
    )
    names = (
        *(Name(name, id_) for id_, name in called.items()),
        Name(then, VEX, now=called[VEX]),
        Name("Well Yard", YARD),
        Name("Rivet Gun", HELM),
    )
    return Book(
        "The Final Age",
        tuple(chapter.listed for chapter in chapters),
        names,
        iter(chapters),
        spans("Two crews, two battles."),
    )


def season(battles: int, members: int = 40) -> Book:
    """A season of so many battles, told as they are read."""
    ids = [f"{ASH}/{number}" for number in range(2, members + 2)]
    contents = (
        *(Listed(Kind.BATTLE, f"battle-{n}", f"Battle {n}") for n in range(1, battles + 1)),
        *(Listed(Kind.MEMBER, id_, f"Member {n}") for n, id_ in enumerate(ids, 1)),
    )

    def sentence(battle: int, line: int) -> Spans:
        one, other = (Link(ids[(battle * line + n) % members], f"Member {n}") for n in (0, 7))
        told = (" struck hard at ", other, " and was struck in turn, to nobody's delight.")
        return spans(one, *told, Source(f"battle-{battle}/{line}"), " ")

    def told() -> Iterator[Chapter]:
        for one in contents:
            if one.kind is Kind.BATTLE:
                number = int(one.id.partition("-")[2])
                texts = (
                    Para(sum((sentence(number, line + 7 * n) for n in range(6)), ()))
                    for line in range(10, 60, 7)
                )
                yield Chapter(one.kind, one.id, one.title, tuple(texts))
            else:
                own = range(1, battles + 1, 5)
                listed = Listing(tuple(sentence(number, 12) for number in own))
                yield Chapter(one.kind, one.id, one.title, (listed,))

    return Book(
        "A season", contents, tuple(Name(o.title, o.id) for o in contents[battles:]), told()
    )
