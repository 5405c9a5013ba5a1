"""The bar of long work: on a terminal a bar that goes away, else a line every tenth."""

import pytest

from cli.progress import bar


def work(pieces: int) -> None:
    """Work of so many pieces, each of which is told."""
    with bar("audit", long=100) as told:
        for done in range(1, pieces + 1):
            told(done, pieces)


def fail_halfway() -> None:
    """Work that is told twice at its half, and then fails."""
    with bar("audit", long=100) as told:
        told(50, 100)
        told(50, 100)
        raise ZeroDivisionError


def test_short_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Fewer pieces than are worth a word."""
    work(99)
    assert capsys.readouterr() == ("", "")


def test_in_a_pipe_every_tenth_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten lines on standard error, however many pieces."""
    work(1000)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [f"audit: {done} of 1000" for done in range(100, 1001, 100)]


def test_on_a_terminal_it_is_drawn_and_wiped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One row that is written over, and spaces at the end; also where the work fails."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with pytest.raises(ZeroDivisionError):
        fail_halfway()
    drawn, wiped = capsys.readouterr().err.split("\r")[1:3]
    assert drawn == "audit [############............]  50 %"
    assert wiped == " " * len(drawn)


def test_work_of_nothing_divides_by_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """A record that cannot say how long it is."""
    with bar("audit", long=0) as told:
        told(0, 0)
    assert capsys.readouterr() == ("", "")
