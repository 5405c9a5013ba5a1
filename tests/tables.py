"""Tables of a page worked out by hand, as tests read them."""

from pathlib import Path

Row = dict[str, str]


def tables(page: Path) -> dict[str, list[Row]]:
    """The tables of a page, each under the heading that stands above it."""
    found: dict[str, list[Row]] = {}
    heading, columns = "", list[str]()
    for line in page.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("#"):
            heading, columns = line.lstrip("# "), []
        elif line.startswith("|") and not columns:
            columns = cells
        elif line.startswith("|") and not line.startswith("|---"):
            found.setdefault(heading, []).append(dict(zip(columns, cells, strict=True)))
    return found
