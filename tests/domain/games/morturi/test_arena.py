"""Sections 1, 5.1, 7 and 8: squares, facing, range, height and lines of sight."""

import pytest

from domain.games.morturi.arena import Arena, bresenham, crosses, read, sand
from domain.games.morturi.shapes import book
from domain.games.morturi.squares import (
    Dir,
    Side,
    Square,
    adjacent,
    distance,
    side,
    square,
    straight_away,
    towards,
)
from domain.terms import NotFound, WrongUsage

TERRAIN = book().terrain
CENTRES = "center_to_center"


def drawn(*rows: str, height_levels: str = "1") -> Arena:
    """An arena drawn from the north."""
    return read(rows, TERRAIN, height_levels)


def sees(arena: Arena, start: str, end: str, los: str = CENTRES, standing: str = "") -> bool:
    """Whether a line of sight is free between two squares."""
    return arena.sees(square(start), square(end), los, [square(s) for s in standing.split()])


# Squares


def test_squares_are_named_from_the_south_west() -> None:
    """MR-GEN-1: letters eastwards, numbers northwards; behind Z comes AA, up to BH60."""
    assert Square(1, 1).name == "A1"
    assert Square(26, 3).name == "Z3"
    assert Square(27, 3).name == "AA3"
    assert square("bh60") == Square(60, 60)
    assert square(" h8 ") == Square(8, 8)
    assert all(square(one.name) == one for one in sand(60, 60, TERRAIN).squares)


@pytest.mark.parametrize("name", ["", "8H", "A0", "A100", "AAA1", "A1B", "Ä1"])
def test_what_is_no_square_is_refused(name: str) -> None:
    """One clear sentence."""
    with pytest.raises(NotFound, match="is no square"):
        square(name)


def test_squares_that_share_an_edge_are_adjacent() -> None:
    """MR-GEN-2: four neighbours; diagonals are never adjacent."""
    assert [s.name for s in Square(5, 5).around] == ["E6", "F5", "E4", "D5"]
    assert adjacent(Square(5, 5), Square(5, 6))
    assert not adjacent(Square(5, 5), Square(6, 6))
    assert not adjacent(Square(5, 5), Square(5, 5))


def test_nobody_stands_on_walls_and_obstacles() -> None:
    """MR-MOV-2, MR-TER-4: B2 has sand west and south, a wall north, an obstacle east."""
    arena = drawn(
        "###",
        "..X",
        "...",
    )
    assert [s.name for s in arena.neighbours(square("B2"))] == ["B1", "A2"]
    assert [s.name for s in arena.neighbours(square("A1"))] == ["A2", "B1"]
    assert not arena.open(square("C2"))
    assert not arena.open(square("D1"))


def test_an_arena_is_drawn_from_the_north() -> None:
    """MR-TER-1 to -6: what a symbol means is in the codex; letters stand on sand."""
    arena = drawn(
        "a.+",
        ".%!",
        "X*b",
    )
    assert (arena.width, arena.height) == (3, 3)
    assert arena.at(square("C3")).id == "raised"
    assert arena.at(square("B2")).id == "difficult"
    assert arena.at(square("C2")).id == "hazard"
    assert arena.at(square("A1")).id == "obstacle"
    assert arena.at(square("B1")).id == "flames"
    assert arena.at(square("A3")).id == "sand"
    assert arena.start("a") == (square("A3"),)
    assert arena.start("b") == (square("C1"),)
    assert not arena.start("c")
    assert not arena.at(square("C2")).voluntary
    assert arena.at(square("B1")).voluntary


def test_the_edge_of_an_arena_is_known() -> None:
    """MR-FRC-7: a corner lies on two edges, the middle of 3 by 3 on none."""
    arena = sand(3, 3, TERRAIN)
    assert arena.edge(square("A1")) == (Dir.SOUTH, Dir.WEST)
    assert arena.edge(square("C2")) == (Dir.EAST,)
    assert arena.edge(square("B2")) == ()


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "an arena has at least one square"),
        ([""], "an arena has at least one square"),
        (["...", ".."], "row 2 of the arena has 2 squares, not 3"),
        (["..", ".?"], "row 2 of the arena: \\? is nothing"),
        (["." * 61], "an arena is 60x60 at most, not 61x1"),
        (["."] * 61, "an arena is 60x60 at most, not 1x61"),
    ],
)
def test_what_is_no_arena_is_refused(rows: list[str], sentence: str) -> None:
    """One clear sentence, with the row."""
    with pytest.raises(WrongUsage, match=sentence):
        read(rows, TERRAIN)


# Facing


def test_a_gladiator_has_a_front_two_flanks_and_a_rear() -> None:
    """MR-FAC-1: facing east on E5, F5 is his front, E6 and E4 his flanks, D5 his rear."""
    he = square("E5")
    assert side(he, Dir.EAST, square("F5")) is Side.FRONT
    assert side(he, Dir.EAST, square("E6")) is Side.FLANK
    assert side(he, Dir.EAST, square("E4")) is Side.FLANK
    assert side(he, Dir.EAST, square("D5")) is Side.REAR


@pytest.mark.parametrize(
    ("east", "north", "expected"),
    [(2, 1, Side.FRONT), (1, 2, Side.FLANK), (2, 2, Side.FLANK), (-3, 1, Side.REAR)],
)
def test_mr_at_33_ranged_facing(east: int, north: int, expected: Side) -> None:
    """MR-FAC-3, MR-AT-33: by the quadrant the shot comes from; a diagonal counts as flank."""
    target = Square(10, 10)
    assert side(target, Dir.EAST, Square(10 + east, 10 + north)) is expected


def test_a_shot_from_behind_on_the_diagonal_is_a_flank_too() -> None:
    """MR-FAC-3: |dx| = |dy| is a flank whichever way he faces."""
    for facing in Dir:
        assert side(Square(5, 5), facing, Square(2, 2)) is Side.FLANK


def test_whither_one_turns_to_face_a_shooter() -> None:
    """MR-REA-2: the quadrant of the shooter; on an exact diagonal either of two sides."""
    he = Square(5, 5)
    assert towards(he, Square(7, 6)) == (Dir.EAST,)
    assert towards(he, Square(4, 1)) == (Dir.SOUTH,)
    assert towards(he, Square(3, 7)) == (Dir.NORTH, Dir.WEST)
    assert towards(he, Square(7, 3)) == (Dir.EAST, Dir.SOUTH)
    assert towards(he, he) == ()


def test_back_is_straight_away() -> None:
    """MR-FRC-3: pushed from C2 by somebody on C3, back is south: C1."""
    back = straight_away(square("C3"), square("C2"))
    assert back is Dir.SOUTH
    assert square("C2").to(back).name == "C1"
    assert back.back is Dir.NORTH


# Range


def test_mr_at_9_range_is_counted_like_movement() -> None:
    """MR-RNG-1, MR-AT-9: range 4 reaches 4 straight, 3+1 and 2+2, not 3+2."""
    here = Square(10, 10)
    steps = [(4, 0), (3, 1), (2, 2), (3, 2)]
    far = [distance(here, Square(10 + east, 10 - north)) for east, north in steps]
    assert [n <= 4 for n in far] == [True, True, True, False]


def test_range_may_be_counted_as_one_walks() -> None:
    """MR-RNG-1: round the obstacle from A1 to C1 it is 4 steps, straight on 2."""
    arena = drawn(
        "...",
        ".X.",
    )
    assert arena.reach(square("A1"), square("C1"), "manhattan") == 2
    assert arena.reach(square("A1"), square("C1"), "walkable_path") == 4
    walled = drawn(".#.")
    assert walled.reach(square("A1"), square("C1"), "walkable_path") is None
    assert walled.reach(square("A1"), square("A1"), "walkable_path") == 0


# Lines of sight


def test_an_obstacle_hides_what_is_behind_it() -> None:
    """MR-TER-4, MR-LOS-2: between A1 and C1 stands an obstacle; A2 sees C2."""
    arena = drawn(
        "...",
        ".X.",
    )
    assert not sees(arena, "A1", "C1")
    assert sees(arena, "A2", "C2")
    assert sees(arena, "A1", "B1")  # an end never blocks


def test_a_line_that_touches_a_corner_is_free() -> None:
    """MR-LOS-2: from A1 to B2 the line meets the corner of both others, and goes through neither.

    From A1 to C2 it goes through B1 and B2: either of them blocks.
    """
    arena = drawn(
        "X..",
        ".X.",
    )
    assert sees(arena, "A1", "B2")
    assert not sees(arena, "A1", "C2")
    assert not sees(drawn(".X.", "..."), "A1", "C2")


def test_a_line_goes_through_a_square_or_along_it() -> None:
    """MR-LOS-2: in half squares; along the edge y = 3 between rows 1 and 2 is inside neither."""
    assert crosses((2, 2), (6, 4), Square(2, 1))
    assert crosses((2, 2), (6, 4), Square(2, 2))
    assert not crosses((2, 2), (6, 4), Square(1, 2))
    assert not crosses((1, 3), (7, 3), Square(2, 1))
    assert not crosses((1, 3), (7, 3), Square(2, 2))
    assert not crosses((2, 2), (4, 2), Square(3, 1))  # it ends before that square begins


def test_sight_by_corners_goes_past_a_pillar() -> None:
    """MR-LOS-2 `any_corner`: A1 to C1 along the obstacle, unless B2 blocks too."""
    assert sees(drawn("...", ".X."), "A1", "C1", "any_corner")
    assert not sees(drawn(".X.", ".X."), "A1", "C1", "any_corner")
    assert not sees(drawn(".X."), "A1", "C1", "any_corner")  # the edge of the arena is no way


def test_sight_by_bresenham() -> None:
    """MR-LOS-2 `bresenham`: from A1 to D2 over B1 and C2; B2 and C1 do not matter."""
    assert [s.name for s in bresenham(square("A1"), square("D2"))] == ["B1", "C2"]
    assert sees(drawn(".X..", "..X."), "A1", "D2", "bresenham")
    assert not sees(drawn("..X.", "...."), "A1", "D2", "bresenham")


def test_difficult_ground_hides_or_does_not() -> None:
    """MR-TER-3, -5: as it is drawn: % does not, a thicket & does; so do pillars, not hazards."""
    blocks = {symbol: not sees(drawn(f".{symbol}."), "A1", "C1") for symbol in "%&I!*O#."}
    assert blocks == {
        "%": False,
        "&": True,
        "I": True,
        "!": False,
        "*": False,
        "O": False,
        "#": True,
        ".": False,
    }


def test_raised_ground_hides_low_ground_from_low_ground() -> None:
    """MR-TER-1, -2: not into itself, not to or from raised squares."""
    arena = drawn(".+.+")
    assert not sees(arena, "A1", "C1")
    assert sees(arena, "A1", "B1")
    assert sees(arena, "B1", "D1")
    assert sees(arena, "A1", "D1")
    assert arena.higher(square("B1"), square("A1"))
    assert not arena.higher(square("B1"), square("D1"))


def test_heights_count_by_house_rule() -> None:
    """MR-TER-1 `height_levels`: 2 over + is higher only where heights are counted."""
    for levels, higher in (("1", False), ("n", True)):
        arena = drawn("+2+", height_levels=levels)
        assert arena.higher(square("B1"), square("A1")) is higher
        assert sees(arena, "A1", "C1") is not higher


def test_gladiators_block_sight() -> None:
    """MR-LOS-3: whoever the caller says stands in the way; the two ends never block."""
    arena = sand(3, 1, TERRAIN)
    assert not sees(arena, "A1", "C1", standing="B1")
    assert sees(arena, "A1", "C1", standing="A1 C1")


@pytest.mark.parametrize("los", [CENTRES, "any_corner", "bresenham"])
def test_sight_is_free_on_open_sand(los: str) -> None:
    """MR-LOS-2: from the middle of 9 by 9 everything is seen, and sees him."""
    arena = sand(9, 9, TERRAIN)
    here = Square(5, 5)
    for other in arena.squares:
        assert arena.sees(here, other, los)
        assert arena.sees(other, here, los)


@pytest.mark.parametrize("los", [CENTRES, "any_corner"])
def test_who_sees_is_seen(los: str) -> None:
    """MR-LOS-2: a straight line is the same both ways."""
    arena = drawn(
        "..X....",
        ".I..+..",
        "...X..&",
        "X....X.",
        "..+....",
    )
    places = list(arena.squares)
    for one in places:
        for other in places:
            assert arena.sees(one, other, los) == arena.sees(other, one, los)
