"""Pictures of battles: what a moment shows, where it lies, and that it is drawn for everybody."""

from collections.abc import Iterable, Mapping
from itertools import combinations, islice, pairwise
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from domain import game as games
from domain.drawing import Party, Picture, Spot, Token
from domain.games.mortisphere.battle import Claim, Progress
from domain.games.mortisphere.closing import Load
from domain.games.mortisphere.opening import Open as Battle
from domain.games.mortisphere.picture import picture as zones
from domain.games.mortisphere.shapes import book
from domain.games.morturi.opening import Open as Ludus
from domain.games.morturi.picture import picture as arena
from domain.games.morturi.underway import Flag
from projections.board import SEAT, SQUARE, Placed, placed, stage, svg
from projections.glyphs import label, shape
from projections.ink import Dress, fitted, sheet, width
from projections.layout import laid_out
from tests.arena_story import Fight, activate, face, man, school
from tests.arena_story import move as walk
from tests.hostile_names import KEPT, UNSEEN
from tests.random_arenas import opened as arena_begun
from tests.random_arenas import openings as ludi
from tests.random_arenas import steps as arena_steps
from tests.random_battles import begun, steps
from tests.random_battles import openings as battles
from tests.story import Story, crew, d, interact, member, move

Point = tuple[int, int]
SVG = "{http://www.w3.org/2000/svg}"
SCENARIOS = {one.id: one for one in book().scenarios}
FEW = Story(crew("Ash", member("Sura", 6), member("Rat", 4)), crew("Iron", *d(10, "Nine")))
DUEL = Fight(
    school("Ludus", man("Otho", "samnite", at="B2", facing="n", lost=3)),
    school("Ursi", man("Mus", "bestiarius", at="B5", facing="w")),
    rows=("aaa", ".+#", ".!.", "...", "bbb"),
    hazard=2,
)


FEW_BATTLES = settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to shrink a battle takes many minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def crowd(count: int, sides: int = 2, spot: str = "hall") -> Picture:
    """So many tokens in one zone of three."""
    tokens = (
        Token(
            id=f"t{n}",
            name=f"Token {n}",
            handle=f"T{n}",
            side=1 + n % sides,
            spot=spot,
            health=2,
            max_health=3,
        )
        for n in range(count)
    )
    names = ("hall", "well", "tower")
    return Picture(
        spots=tuple(Spot(id=name, name=name) for name in names),
        open=True,
        tokens=tuple(tokens),
        sides=tuple(Party(number=n, id=f"c{n}", name=f"Crew {n}") for n in range(1, sides + 1)),
    )


def parsed(drawn: str) -> ET.Element:
    """An SVG document as XML."""
    return ET.fromstring(drawn)  # noqa: S314  our own text


def texts(drawn: str) -> list[str]:
    """What stands in a picture to be read."""
    return [each.text or (each[0].tail or "") for each in parsed(drawn).iter(f"{SVG}text")]


def titles(drawn: str) -> list[str]:
    """What a picture says of its parts."""
    return [each.text or "" for each in parsed(drawn).iter(f"{SVG}title")]


# What there is to see


def test_zones_are_shown_with_who_stands_there_and_what_is_done() -> None:
    """The Last Granary: three Areas without a map; 4 bins in the hall, 1 progress opens one."""
    told = FEW.do(interact("Rat", "bins", 2))
    found = zones(told.battle)
    assert [spot.id for spot in found.spots] == ["hall", "well", "tower"]
    assert (found.open, found.links) == (True, ())
    assert [(t.name, t.side, t.spot, t.activated) for t in found.tokens] == [
        ("Sura", 1, "hall", False),
        ("Rat", 1, "hall", True),
        ("Nine", 2, "hall", False),
    ]
    bins = [mark.text for mark in found.spots[0].marks]
    assert len(bins) == 4
    assert (bins[0], found.spots[0].marks[0].done) == ("Open a bin 1: 0/1", False)
    assert [party.name for party in found.sides] == ["Ash", "Iron"]


def test_who_moves_is_elsewhere_and_an_area_has_its_holder() -> None:
    """MS-ARE-12: who stands alone in an Area holds it."""
    found = zones(FEW.do(move("Rat", "tower")).battle)
    spots = {spot.id: spot for spot in found.spots}
    assert next(t for t in found.tokens if t.name == "Rat").spot == "tower"
    assert spots["tower"].holder == 1
    assert spots["well"].holder == 0


def test_links_are_the_map_of_the_scenario() -> None:
    """Wake the Press: all but the switchyard and the gallery adjoin, 5 links of 6."""
    story = Story(
        crew("Ash", *d(6, "A"), at=""), crew("Iron", *d(6, "B"), at=""), scenario="wake-the-press"
    )
    found = zones(story.battle)
    assert not found.open
    assert len(found.links) == 5
    assert ("switchyard", "gallery") not in found.links


@pytest.mark.parametrize(
    ("rule", "text", "sign"),
    [
        ("per_crew", "Prime the turbine: Ash 1/2", "Prime the turbine: 1/2 by 1"),
        ("shared", "Prime the turbine: 1/2", "Prime the turbine: 1/2"),
    ],
)
def test_how_far_an_objective_has_come(rule: str, text: str, sign: str) -> None:
    """MS-OBJ-10: for a crew, or for all; in words, and short with the side's number."""
    story = Story(
        crew("Ash", *d(6, "A"), at=""),
        crew("Iron", *d(6, "B"), at=""),
        scenario="wake-the-press",
        house={"objective_progress": rule},
    )
    owner = "" if rule == "shared" else story.ids["Ash"]
    made = Progress(objective="prime", copy=1, crew=owner, points=1)
    found = zones(msgspec.structs.replace(story.battle, progress=(made,)))
    (mark,) = next(spot.marks for spot in found.spots if spot.id == "turbine")
    assert (mark.text, mark.sign, mark.done) == (text, sign, False)
    drawn = svg(found, "Turbine")
    assert sign in texts(drawn)
    assert text in titles(drawn)


def test_what_is_done_says_by_whom() -> None:
    """A bin that is open is done by Ash."""
    claim = Claim(objective="bins", copy=1, crew=FEW.ids["Ash"])
    mark = zones(msgspec.structs.replace(FEW.battle, claims=(claim,))).spots[0].marks[0]
    assert (mark.text, mark.sign) == ("Open a bin 1: done by Ash", "Open a bin 1: done by 1")
    assert (mark.done, mark.side) == (True, 1)


def test_what_lies_about_and_who_carries_it() -> None:
    """MS-OBJ-13: what a member carries is its own; what lies in a zone is a mark there."""
    story = Story(
        crew("Ash", *d(6, "A"), at=""), crew("Iron", *d(6, "B"), at=""), scenario="empty-altar"
    )
    item = SCENARIOS["empty-altar"].items[0]
    load = Load(item=item.id, bearer=story["A"].id)
    carried = zones(msgspec.structs.replace(story.battle, items=(load,)))
    assert carried.tokens[0].bearing == (item.name,)
    assert "carries something" in texts(svg(carried, "Carried"))
    load = Load(item=item.id, area="nave")
    lying = zones(msgspec.structs.replace(story.battle, items=(load,)))
    found = next(spot for spot in lying.spots if spot.id == "nave")
    assert [(mark.kind, mark.text) for mark in found.marks] == [("item", item.name)]
    assert item.name in texts(svg(lying, "Lying"))


def test_flags_and_starts_of_an_arena() -> None:
    """Before the first round squares say whose start they are; a flag is a mark or carried."""
    rows = ("aaa", "...", ".n.", "...", "bbb")
    sides = (school("Ludus", man("Otho", "samnite")), school("Ursi", man("Mus", "bestiarius")))
    fight = Fight(*sides, rows=rows, placed=False)
    starts = {spot.id: spot.marks[0].sign for spot in arena(fight.battle).spots if spot.marks}
    assert starts == dict.fromkeys(("A5", "B5", "C5"), "a") | dict.fromkeys(
        ("A1", "B1", "C1"), "b"
    ) | {"B3": "n"}
    assert {"a", "b", "n"} <= set(texts(svg(arena(fight.battle), "Starts")))
    ludus, ursi = (side.id for side in fight.battle.sides)
    flags = (Flag(school=ludus, square="B5"), Flag(school=ursi, square="", bearer=fight["Otho"].id))
    flown = arena(msgspec.structs.replace(fight.battle, round=1, flags=flags))
    marks = {spot.id: spot.marks for spot in flown.spots if spot.marks}
    assert [(at, mark.kind, mark.side) for at, (mark,) in marks.items()] == [("B5", "flag", 1)]
    assert flown.tokens[0].bearing == ("the flag of Ursi",)
    assert "the flag of Ludus" in titles(svg(flown, "Flags"))


def test_a_heat_map_of_zones_writes_its_numbers() -> None:
    """In the head of each zone, and in the words that describe it."""
    drawn = svg(zones(FEW.battle), "Heat", heat={"hall": 12, "well": 3})
    assert {"12", "3"} <= set(texts(drawn))
    assert "Granary Hall: 12. Well Yard: 3." in (parsed(drawn)[1].text or "")


def test_an_arena_is_shown_square_by_square() -> None:
    """Three columns, five rows; a hill to the north, a wall beside it, a hazard below."""
    found = arena(DUEL.battle)
    assert (found.width, found.height, len(found.spots)) == (3, 5, 15)
    grounds = {spot.id: spot.ground for spot in found.spots if spot.ground}
    assert grounds == {"B4": "raised", "C4": "wall", "B3": "hazard"}
    kinds = {kind.id: kind for kind in found.grounds}
    assert (kinds["raised"].height, kinds["wall"].blocked) == (1, True)
    assert kinds["hazard"].dangerous
    otho, mus = found.tokens
    assert (otho.spot, otho.facing, otho.max_health - otho.health) == ("B2", "n", 3)
    assert (mus.spot, mus.facing, mus.side) == ("B5", "w", 2)


@pytest.mark.parametrize("told", [FEW, DUEL], ids=["zones", "arena"])
def test_a_picture_shows_what_battle_show_shows(told: Any) -> None:
    """Place, facing, health, who has acted, and the state: the same in both."""
    game = games.load("mortisphere" if told is FEW else "morturi")
    shown = game.show(told.battle)
    known = {each["id"]: each for each in [*shown["members"], *shown["neutrals"]]}
    tokens = game.sheets.picture(told.battle).tokens
    assert {token.id for token in tokens} == set(known)
    for token in tokens:
        one = known[token.id]
        assert (token.spot, token.facing) == (one["place"], one["facing"])
        assert (token.health, token.max_health) == (one["health"], one["max_health"])
        assert (token.activated, token.state) == (one["activated"], one["state"])


# Where it lies


@pytest.mark.parametrize("count", [1, 2, 7, 20, 40])
@pytest.mark.parametrize("sides", [1, 2, 4])
def test_no_token_lies_on_another(count: int, sides: int) -> None:
    """Up to forty in one zone: each has its own seat, within the zone."""
    picture = crowd(count, sides)
    board = stage(picture)
    box = board.boxes["hall"]
    for one, other in combinations(placed(picture), 2):
        assert abs(one.x - other.x) >= SEAT[0] or abs(one.y - other.y) >= SEAT[1]
    for one in placed(picture):
        assert box.x <= one.x - SEAT[0] / 2
        assert one.x + SEAT[0] / 2 <= box.x + box.width
        assert box.y <= one.y - SEAT[1] / 2
        assert one.y + SEAT[1] / 2 <= box.y + box.height


def test_a_token_keeps_its_seat_when_others_come_and_go() -> None:
    """Whoever stays lies where it lay, whoever leaves."""
    full = crowd(12)
    leaving = tuple(
        msgspec.structs.replace(token, spot="well" if n % 3 else "hall")
        for n, token in enumerate(full.tokens)
    )
    after = msgspec.structs.replace(full, tokens=leaving)
    before = {one.token.id: (one.x, one.y) for one in placed(full)}
    stayed = [one for one in placed(after) if one.token.spot == "hall"]
    assert len(stayed) == 4
    assert all(before[one.token.id] == (one.x, one.y) for one in stayed)


def test_one_stage_serves_all_moments() -> None:
    """Who is beside the board at one moment and on it at another has a place in both."""
    first = crowd(3, spot="")
    last = crowd(3)
    board = stage(first, last)
    assert [type(one) for one in placed(first, board)] == [Placed] * 3
    assert all(one.y > board.boxes["tower"].y for one in placed(first, board))
    assert all(one.y < board.height for one in placed(first, board))


def test_squares_lie_with_north_above() -> None:
    """B5 lies three squares above B2, in the same column."""
    otho, mus = placed(arena(DUEL.battle))
    assert (otho.x, otho.y - mus.y) == (mus.x, 3 * SQUARE)


def crossing(places: Mapping[str, Point], links: Iterable[tuple[str, str]]) -> int:
    """How many pairs of links without a common end cross, counted by brute force."""

    def turn(a: Point, b: Point, c: Point) -> int:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    count = 0
    for (a, b), (c, e) in combinations(links, 2):
        if {a, b} & {c, e}:
            continue
        p, q, r, s = (places[one] for one in (a, b, c, e))
        count += turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0
    return count


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_no_links_cross_on_an_official_map(scenario: str) -> None:
    """All of them can be drawn without a crossing; and boxes never touch."""
    ids = tuple(area.id for area in SCENARIOS[scenario].areas)
    links = tuple(
        (area.id, other)
        for n, area in enumerate(SCENARIOS[scenario].areas)
        for other in area.adjoins
        if other in ids[n + 1 :]
    )
    places = laid_out(ids, links)
    assert crossing(places, links) == 0
    for one, other in combinations(places.values(), 2):
        assert abs(one[0] - other[0]) >= 2 or abs(one[1] - other[1]) >= 2


@pytest.mark.parametrize(
    ("count", "places"),
    [
        (1, [(0, 0)]),
        (2, [(0, 0), (2, 0)]),
        (3, [(0, 0), (2, 0), (1, 2)]),
        (5, [(0, 0), (2, 0), (4, 0), (1, 2), (3, 2)]),
    ],
)
def test_zones_without_links_begin_at_the_left(count: int, places: list[tuple[int, int]]) -> None:
    """A zone alone lies at the left, as a full row does; a row that is not full is centred."""
    assert [*laid_out(tuple("abcde"[:count]), ()).values()] == places


def test_a_map_of_twelve_is_laid_out_without_crossings() -> None:
    """A ring of twelve with a spoke: as many zones as a scenario may have."""
    ids = tuple("abcdefghijkl")
    links = (*pairwise(ids), ("a", "l"), ("c", "j"))
    assert crossing(laid_out(ids, links), links) == 0


# How it is drawn


@pytest.mark.parametrize("what", sorted(KEPT))
def test_hostile_names_are_text_in_a_picture(what: str) -> None:
    """Nothing of a name is markup, and whole names stand in the titles."""
    name = KEPT[what]
    one = crowd(3)
    picture = msgspec.structs.replace(
        one,
        spots=(Spot(id="hall", name=name),),
        sides=tuple(msgspec.structs.replace(party, name=name) for party in one.sides),
        tokens=tuple(msgspec.structs.replace(t, name=name, handle=name) for t in one.tokens),
    )
    drawn = svg(picture, name, caption=(name,))
    root = parsed(drawn)
    kinds = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert kinds <= {"svg", "title", "desc", "style", "g", "rect", "circle", "path", "text"}
    assert any(name in title for title in titles(drawn))
    assert not UNSEEN.search(drawn)
    assert all("on" not in key[:2] for each in root.iter() for key in each.attrib)


@pytest.mark.parametrize("name", ["W" * 80, "\u96e8" * 80, "x y " * 20, "Vex"])
def test_a_text_fits_its_room(name: str) -> None:
    """It is made smaller, by a third at most, and then cut."""
    shown, size = fitted(name, 12, 100)
    assert width(shown, size) <= 100.1
    assert size >= 8
    assert shown == name or shown.endswith("…")


def test_sides_are_told_by_shape_and_number() -> None:
    """Four shapes for four sides, another for those of none; no two tokens of two sides alike."""
    assert len({shape(side) for side in range(5)}) == 5
    drawn = svg(crowd(4, sides=4), "Four")
    assert {"1", "2", "3", "4"} <= set(texts(drawn))


def test_who_has_fallen_acted_or_leads_is_told_by_signs_and_in_words() -> None:
    """The legend explains only the signs that are there."""
    quiet = crowd(1)
    assert not {"has acted", "leads", "out of the fight"} & set(texts(svg(quiet, "Quiet")))
    tokens = (
        msgspec.structs.replace(quiet.tokens[0], activated=True, captain=True, state="fallen"),
    )
    drawn = svg(msgspec.structs.replace(quiet, tokens=tokens), "Loud")
    assert {"has acted", "leads", "out of the fight", "2/3"} <= set(texts(drawn))
    assert "Token 0 (Crew 1): health 2 of 3, fallen, has acted" in titles(drawn)


def test_a_picture_is_described_in_words() -> None:
    """Who does not see it reads it: role, title, and all that is on it."""
    root = parsed(svg(arena(DUEL.battle), "The duel"))
    assert root.get("role") == "img"
    assert root[0].text == "The duel"
    described = root[1].text or ""
    assert "Otho (Ludus): B2, faces north, life points " in described


@pytest.mark.parametrize("dress", list(Dress))
def test_each_dress_draws_the_same_shapes(dress: Dress) -> None:
    """For a file, a page or print: only where the colours stand differs."""
    drawn = svg(arena(DUEL.battle), "The duel", dress=dress)
    assert ("<style>" in drawn) is (dress is Dress.OWN)
    assert ('class="b-' in drawn) is (dress is not Dress.PRINT)
    assert " style=" not in drawn
    assert len(parsed(drawn).findall(f".//{SVG}text")) == len(
        parsed(svg(arena(DUEL.battle), "The duel")).findall(f".//{SVG}text")
    )
    assert "var(--b-ink,#1a1a1a)" in sheet()


def test_an_arena_has_its_real_size() -> None:
    """At 25 mm a square: 3 columns of 40, an edge of 26 and one of 8 are 96.25 mm."""
    drawn = svg(arena(DUEL.battle), "", explained=False, scale_mm=25)
    root = parsed(drawn)
    assert root.get("viewBox") == "0 0 154 234"
    assert (root.get("width"), root.get("height")) == ("96.25mm", "146.25mm")


def test_a_heat_map_writes_its_numbers() -> None:
    """Shading says how much, the number says it again; where nothing happened stands nothing."""
    drawn = svg(arena(DUEL.battle), "Heat", heat={"A1": 7, "B2": 1, "C3": 0, "Z9": 4})
    assert {"7", "1"} <= set(texts(drawn))
    opacity = [each.get("fill-opacity") for each in parsed(drawn).iter(f"{SVG}rect")]
    assert [each for each in opacity if each] == ["0.75", "0.15"]


def test_kinds_of_ground_have_signs() -> None:
    """Height is written as a number, a wall and a hazard by their signs."""
    drawn = svg(arena(DUEL.battle), "Ground")
    assert {"+1", "#", "!"} <= set(texts(drawn))
    assert "Wall" in titles(drawn)


def test_a_token_without_a_handle_has_letters() -> None:
    """Figures are numbered; a long handle is cut to four signs."""
    token = crowd(1).tokens[0]
    for handle, name, wanted in (
        ("VEX", "Vex", "VEX"),
        ("", "Rook", "ROO"),
        ("noxius-12", "Noxius 12", "NO12"),
        ("colossus", "The Colossus", "COL"),
    ):
        assert label(msgspec.structs.replace(token, handle=handle, name=name)) == wanted


def test_case_79_facing_is_the_same_at_any_speed_and_direction() -> None:
    """Step by step, at once, and back: at each line he faces where the line says."""
    lines = [activate("Otho"), face("e"), walk("e"), face("w")]
    told, wanted = DUEL, ["n", "n", "e", "e", "w"]
    moments = [DUEL]
    for line in lines:
        told = told.do(line)
        moments.append(told)
    forth = [arena(one.battle).tokens[0].facing for one in moments]
    back = [arena(one.battle).tokens[0].facing for one in reversed(moments)]
    assert forth == wanted
    assert back == wanted[::-1]
    assert arena(DUEL.do(*lines).battle) == arena(moments[-1].battle)


@FEW_BATTLES
@given(action=battles())
def test_every_moment_of_any_battle_can_be_drawn(action: Battle) -> None:
    """Crews, rules and scenarios at random: each picture is well-formed, and nobody is hidden."""
    fight = begun(action)
    for step in islice(steps(fight, "drawn"), 0, 60, 12):
        _drawn(zones(step.after))


@FEW_BATTLES
@given(action=ludi())
def test_every_moment_of_any_arena_can_be_drawn(action: Ludus) -> None:
    """Gladiators, ground and rules at random."""
    for step in islice(arena_steps(arena_begun(action), "drawn"), 0, 60, 12):
        _drawn(arena(step.after))


def _drawn(picture: Picture) -> None:
    parsed(svg(picture, "Any battle"))
    found = placed(picture)
    assert len({(one.x, one.y) for one in found}) == len(found) == len(picture.tokens)
