"""`acta content check` reads templates, messages and style: each mistake with file and line."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell, campaign


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign of two crews."""
    return campaign(tmp_path)


def put(shell: Shell, name: str, text: str) -> None:
    """Write a file into the folder `content`."""
    path = shell.folder / "content" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


PAGE = """\
<!doctype html>
<html lang="{{ language.tag }}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{ policy }}">
<title>{{ title }}</title>
<style>{{ style }}</style>
<main>{{ body }}</main>
{% for label, text in provenance %}
<p>{{ label }}: {{ text }}</p>
{% endfor %}
{% include "parts/foot.html" %}
"""


HEAD = PAGE.partition("<title>")[0]


def test_what_is_right_is_counted(shell: Shell) -> None:
    """A template in the place of ours, a part of its own, a language, a style sheet: exit 0."""
    put(shell, "templates/page.html", PAGE)
    put(shell, "templates/parts/foot.html", "<p>{{ say('page.about') }} {{ title|upper }}</p>")
    put(shell, "messages/de.toml", "[page]\nabout = 'Herkunft'\n")
    put(shell, "style.css", "h1 { color: maroon }\n")
    came = shell("content check")
    assert (came.code, came.err) == (0, "")
    said = "nothing is wrong in 4 files: 2 templates, 1 language, 1 style sheet\n"
    assert came.out == said
    assert shell("content check --json").json()["framed"]["faults"] == []


WRONG = {
    "syntax": (
        "templates/page.html",
        HEAD + "\n{% for x in nav %}",
        "7: unexpected end of template",
        "",
    ),
    "a name": (
        "templates/page.html",
        HEAD + "\n\n{{ titel }}",
        "8: nothing is called titel here",
        "title",
    ),
    "a filter": (
        "templates/page.html",
        HEAD + "\n{{ title|uper }}",
        "7: no filter named 'uper'",
        "",
    ),
    "a code": (
        "templates/page.html",
        HEAD + "{{ say('page.abuot') }}",
        "6: no message has the code page.abuot",
        "page.about",
    ),
    "a value": (
        "templates/page.html",
        HEAD + "\n{{ say('provenance.lines') }}",
        "7: provenance.lines needs n",
        "",
    ),
    "an inclusion": (
        "templates/page.html",
        HEAD + "\n{% include 'parts/head.html' %}",
        "7: no template is called parts/head.html",
        "",
    ),
    "a method": (
        "templates/page.html",
        HEAD + "\n{{ 'x'.upper() }}",
        "7: access to attribute 'upper'",
        "",
    ),
    "a template": (
        "templates/pgae.html",
        "x",
        "1: the program uses no template of this name, and none of yours does",
        "page.html",
    ),
    "a format": ("templates/page.typ", "= x", "1: a template's name is", "its words are messages"),
    "a place": (
        "messages/de.toml",
        "[page]\nskip = '{x}'",
        "2: page.skip: it has no place {x}",
        "",
    ),
    "no policy": ("templates/page.html", "<title>x</title>", "1: a page begins with", "policy"),
    "a way out": (
        "templates/replay.html",
        '<p>x</p><meta http-equiv=refresh content="0;url=//x.example">',
        "1: a page may not hold <meta>, which could lead its reader elsewhere",
        "",
    ),
    "a language": ("messages/german.toml", "", "1: this is no file of a language", "de.toml"),
    "a style": ("style.css", "a {}\n@import 'x'", "2: a style sheet may not hold '@import'", ""),
}


@pytest.mark.parametrize(("file", "text", "sentence", "hint"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told(
    file: str, text: str, sentence: str, hint: str, shell: Shell
) -> None:
    """Exit 2, one line a fault; where a word is near, it is named."""
    put(shell, file, text)
    came = shell("content check")
    assert came.code == 2
    told = came.lines
    assert told[0].lower().startswith(f"content/{file}:{sentence}".lower())
    if hint:
        assert hint in told[1]
    assert len([line for line in told if not line.startswith("  ")]) == 1


def test_faults_of_entries_and_of_looks_are_told_together(shell: Shell) -> None:
    """An item that costs too much, and a style that loads."""
    put(shell, "a.toml", "[[items]]\nid = 'x'\n")
    put(shell, "style.css", "a { background: url(x) }")
    came = shell("content check")
    assert came.code == 2
    files = {line.partition(":")[0] for line in came.lines if not line.startswith("  ")}
    assert files == {"content/a.toml", "content/style.css"}


def test_templates_are_there_to_be_changed(shell: Shell) -> None:
    """Listed, and printed to the letter; one that there is not is answered by the nearest."""
    names = shell("content template").lines
    assert names == shell("content template --json").json()
    assert "page.html" in names
    text = shell("content template page.html").out
    put(shell, "templates/page.html", text)
    assert shell("content check").out == "nothing is wrong in 1 file: 1 template\n"
    came = shell("content template pgae.html")
    assert (came.code, came.err) == (2, "there is no template pgae.html\nhint: page.html is near\n")
    assert shell("content template ../shelf.py").code == 2


def test_messages_are_there_to_be_translated(shell: Shell) -> None:
    """All of them make a language of English; what a language lacks is what is left of them."""
    text = shell("content messages").out
    assert "[page]\n" in text
    came = shell("content messages de")
    assert (came.code, came.out) == (0, text)
    assert came.err == "de has no file yet: acta content messages > content/messages/de.toml\n"
    assert shell("content messages ../de").code == 2
    assert 'lines = { one = "{n} line", other = "{n} lines" }\n' in text
    put(shell, "messages/de.toml", text)
    assert shell("content check").out == "nothing is wrong in 1 file: 1 language\n"
    assert shell("content messages de").out == ""
    put(shell, "messages/de.toml", text.replace("skip = ", "# skip = "))
    assert shell("content messages de").out.splitlines()[0] == "[page]"
    assert list(shell("content messages de --json").json()) == ["page.skip"]
