"""Sizes of paper, and what a printer can print of them."""

from typing import NamedTuple


class Format(NamedTuple):
    """The size of a sheet of paper, and its margins, in millimetres."""

    name: str
    width: float
    height: float
    across: float
    above: float
    below: float

    @property
    def room(self) -> tuple[float, float]:
        """How wide and how high what is printed may be."""
        return self.width - 2 * self.across, self.height - self.above - self.below


FORMATS = {
    "a4": Format("a4", 210, 297, 10, 14, 14),
    "letter": Format("letter", 215.9, 279.4, 12.95, 9, 9),
}
"""The papers that are known: on each there is room for 190 mm by 261."""
