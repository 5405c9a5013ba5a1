"""Text files: what is no TOML is told by its line, and so is every entry and key."""

import pytest

from domain.textfile import Broken, Lines, parse

TEXT = '''\
# a heading
title = "x"

[[types]]
id = "one"
story = """
[[types]]
id = "not this"
"""

[[types]]
"id" = "two"
effects = [
  # a remark
  { on = "a" },
  { on = "b" },
]

[types.price]
gold = 1

[[types.parts]]
size = 1

[[types.parts]]
size = 2

[[types]]
[[types.parts]]
size = 3
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ((), 1),
        (("title",), 2),
        (("types", 0), 4),
        (("types", 0, "id"), 5),
        (("types", 1), 11),
        (("types", 1, "id"), 12),
        (("types", 1, "effects", 0), 15),
        (("types", 1, "effects", 1, "on"), 16),
        (("types", 1, "effects", 7), 13),
        (("types", 1, "price", "gold"), 20),
        (("types", 1, "parts", 1, "size"), 26),
        (("types", 2), 28),
        (("types", 2, "parts", 0, "size"), 30),
        (("types", 2, "id"), 28),
        (("nothing", 4, "id"), 1),
    ],
)
def test_a_place_has_a_line(place: tuple[str | int, ...], line: int) -> None:
    """The line of the entry or key, or of what it would lie in; not what a long text says."""
    assert Lines(TEXT).of(place) == line


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("a = 1\nb = \n", 2, "no TOML at character 5: invalid value"),
        ("a = 1\na = 2", 2, "no TOML: cannot overwrite a value"),
        ("a = 1\nb = ", 2, "no TOML: invalid value"),
        ('a = """\n\n', 3, "no TOML: unterminated string"),
        ("a = 1\x00", 1, "no TOML at character 6: expected newline or end of document"),
        ("a = " + "[" * 5000, 1, "it is nested too deeply"),
        ("a = " + "9" * 5000, 1, "it holds a number of too many digits"),
        ("#" * 1_000_001, 1, "1000001 characters are too many for such a file"),
    ],
)
def test_what_is_no_toml_is_told(text: str, line: int, sentence: str) -> None:
    """One kind of error, whatever is wrong, with its line."""
    with pytest.raises(Broken) as broken:
        parse(text)
    assert broken.value.line == line
    assert broken.value.sentence.startswith(sentence)


def test_lines_are_found_in_one_pass() -> None:
    """Thousands of headers, each name met once or deep inside: nobody waits for them."""
    text = "".join(f"[[a.x{n}]]\n" for n in range(30_000)) + f"[{'.'.join('b' * 30_000)}]\n"
    assert Lines(text).of(("a", "x29999", 0)) == 30_000
