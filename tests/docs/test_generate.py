"""The generated pages say what the declarations say, and nothing goes undocumented."""

import tomllib
from enum import StrEnum

import click
import pytest

from docs import generate
from domain.game import load
from domain.terms import Event, Who


class Mood(StrEnum):
    """How somebody feels about it."""

    GLAD = "glad"
    SORRY = "sorry"


class Toasted(Event, frozen=True, tag="toy.toasted/1"):
    """Somebody raised a glass.

    It was seen by those who stood near.
    """

    by: Who
    glasses: int
    seen: tuple[Who, ...] = ()
    mood: Mood = Mood.GLAD


class Silent(Event, frozen=True, tag="toy.silent/1"):  # noqa: D101 - the very thing that is tested
    who: Who


def test_the_pages_have_not_drifted() -> None:
    """`docs/events.md` and `docs/commands.md` are what the program writes today."""
    assert generate.main(check=True) == 0


def test_an_event_is_told_with_its_fields() -> None:
    """A field has its type in words; one with a default may be left out."""
    assert generate.event_entry(Toasted) == (
        "### `toy.toasted/1`\n\n"
        "Somebody raised a glass.\n\nIt was seen by those who stood near.\n\n"
        "| field | type |\n|---|---|\n"
        "| `by` | [Who](#who) |\n"
        "| `glasses` | integer |\n"
        "| `seen` | list of [Who](#who), optional |\n"
        "| `mood` | [Mood](#mood), optional |"
    )


def test_shapes_are_found_in_what_events_hold() -> None:
    """Every Struct and choice of words that a field leads to has an entry of its own."""
    assert generate.shapes([Toasted]) == [Mood, Who]
    assert generate.shape_entry(Mood).endswith("One of `glad`, `sorry`.")


def test_no_fact_of_the_rulebook_is_missing() -> None:
    """MS-EVT-1: the rulebook's 52 kinds of facts each have a row, with an event or a reason."""
    facts = tomllib.loads((generate.DOCS / "facts.toml").read_text("utf-8"))["mortisphere"]
    assert len(facts) == 52
    assert [name for name, fact in facts.items() if not fact["events"] and not fact["note"]] == []


def test_a_fact_that_leads_nowhere_is_a_fault() -> None:
    """A row may not promise an event that no class declares."""
    with pytest.raises(generate.Undocumented, match=r"leads to .* which no class declares"):
        list(generate.facts_table(load("mortisphere"), {"campaign.founded/1"}))


def test_an_event_without_a_docstring_is_a_fault() -> None:
    """What nobody described is not put on a page."""
    with pytest.raises(generate.Undocumented, match=r"toy\.silent/1 has no docstring"):
        generate.event_entry(Silent)


def test_a_command_or_option_without_help_is_a_fault() -> None:
    """A command says what it does, and so does each of its options."""
    mute = click.Command("mute")
    with pytest.raises(generate.Undocumented, match="`mute` has no help"):
        list(generate.command_entries(click.Context(mute, info_name="mute")))
    half = click.Command("half", help="Do half of it.", params=[click.Option(["--rest"])])
    with pytest.raises(generate.Undocumented, match="option without help: --rest"):
        list(generate.command_entries(click.Context(half, info_name="half")))


def test_a_command_is_told_with_its_options() -> None:
    """Usage, help, and a row for each option."""
    pour = click.Command(
        "pour",
        help="Pour a glass.",
        params=[
            click.Argument(["who"]),
            click.Option(["--size"], type=click.Choice(["small", "large"]), help="How much."),
        ],
    )
    assert "\n\n".join(generate.command_entries(click.Context(pour, info_name="pour"))) == (
        "## `pour`\n\n```text\npour [OPTIONS] WHO\n```\n\nPour a glass.\n\n"
        "| option | |\n|---|---|\n| `--size [small\\|large]` | How much. |"
    )


def test_citations_are_read_as_people_write_them() -> None:
    """A list, a range within a part, one in full; options in backquotes do not part them."""
    assert generate.cited(
        "MS-CAP-2, -4 `two`, MS-AT-33 and MS-RES-1 to MS-RES-3, MS-SWA-7 to -9, MR-REA-1, -2"
    ) == [
        "MS-CAP-2",
        "MS-CAP-4",
        "MS-RES-1",
        "MS-RES-2",
        "MS-RES-3",
        "MS-SWA-7",
        "MS-SWA-8",
        "MS-SWA-9",
        "MR-REA-1",
        "MR-REA-2",
    ]


def test_a_rule_that_no_test_cites_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that wait for later are named; any other needs a test."""
    monkeypatch.setattr(generate, "citations", lambda *_, **__: {})
    with pytest.raises(generate.Undocumented, match="no test cites MS-GEN-1, "):
        generate.rulebook_page()
