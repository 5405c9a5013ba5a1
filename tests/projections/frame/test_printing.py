"""PDF: names are data, fonts are ours, the bytes are the same; without Typst one sentence."""

import re
import sys
from pathlib import Path

import pytest

from domain.terms import WrongUsage
from projections.frame.printing import check_typst, pdf
from projections.frame.templates import Frame
from tests.hostile_names import KEPT

NAMES = """\
#import "frame.typ": *
#let data = json("data.json")
#show: frame.with((line: data.line), title: data.title)
= #data.title
#for name in data.names [- #name]
"""


def printed(*names: str) -> bytes:
    """A PDF of a list of names."""
    given = {"title": names[0], "names": names, "line": names[0]}
    return pdf(NAMES, Frame(), data=given)


def test_every_name_is_set_as_it_is() -> None:
    """Nothing in a name is an instruction, and each script has a font: no warning, no box."""
    pytest.importorskip("typst", reason="needs the extra [print]")
    made = printed(*KEPT.values())
    assert made.startswith(b"%PDF-1.7")
    fonts = set(re.findall(rb"/FontName /[A-Z]{6}\+([A-Za-z-]+)", made))
    assert fonts <= {b"LibertinusSerif-Regular", b"LibertinusSerif-Semibold", b"Unifont"} | {
        b"UnifontUpper",
        b"Unifont-Upper",
        b"DejaVuSansMono",
    }


def test_the_same_data_are_the_same_bytes() -> None:
    """No date, no folder's name, no random number is in them."""
    pytest.importorskip("typst", reason="needs the extra [print]")
    assert printed("Vex", "雨") == printed("Vex", "雨")
    assert b"CreationDate" not in printed("Vex")


def test_a_document_reads_no_file_but_its_own(tmp_path: Path) -> None:
    """Typst sees the folder of one document, and nothing above it."""
    pytest.importorskip("typst", reason="needs the extra [print]")
    secret = tmp_path / "secret.txt"
    secret.write_text("x")
    for path in ("../secret.txt", str(secret), "/etc/passwd"):
        with pytest.raises(Exception, match=r"file not found|escape the project root"):
            pdf(f'#read("{path}")', Frame())


def test_without_typst_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 2, and the line to type."""
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(WrongUsage, match="not installed") as refused:
        check_typst()
    assert refused.value.hint == "pip install 'acta-mortis[print]'"
    with pytest.raises(WrongUsage):
        printed("Vex")
