"""An option that names somebody names somebody: a shell's empty variable is not everybody."""

import pytest

from tests.cli.shell import Shell, campaign

NAMING = [
    f"{command} {option}"
    for command, options in {
        "stats": ("--crew", "--member", "--battle"),
        "dice": ("--crew", "--member", "--battle"),
        "export chronicle": ("--crew", "--member", "--battle"),
        "battle show": ("--battle",),
    }.items()
    for option in options
]


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A campaign to which nothing is written."""
    return campaign(tmp_path_factory.mktemp("empty"))


@pytest.mark.parametrize("line", NAMING)
def test_an_empty_name_is_not_everybody(shell: Shell, line: str) -> None:
    """Given a name that is empty or spaces, it is refused before anything is read or written."""
    option = line.rpartition(" ")[2]
    for nothing in ("", "  "):
        came = shell.words([*line.split(), nothing])
        assert (came.code, came.out) == (2, "")
        assert came.err.startswith(f"nothing stands after {option}\nhint: {option} ")


def test_an_empty_variable_is_none(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given ACTA_BATTLE without a value, then it is as if it were not set."""
    monkeypatch.setenv("ACTA_BATTLE", "")
    assert "nothing stands after" not in shell("next").err


def test_whoever_is_named_is_looked_up(shell: Shell) -> None:
    """A control: a name that nobody has is refused as one."""
    came = shell("stats --crew Nobody")
    assert (came.code, came.err.splitlines()[0]) == (2, "no crew is called Nobody")
