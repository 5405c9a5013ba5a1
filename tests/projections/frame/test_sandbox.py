"""Templates of a stranger: they read what they are given, escape it, and end."""

import time
from html import unescape
from pathlib import Path

import pytest
from markupsafe import Markup

from domain.terms import Refusal, WrongUsage
from projections.frame.checking import report
from projections.frame.templates import Frame
from tests.hostile_names import KEPT


def own(home: Path, text: str, name: str = "page.html") -> Path:
    """A campaign's folder with a template of its own."""
    path = home / "content" / "templates" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return home


def rendered(home: Path, text: str, **values: object) -> str:
    """What becomes of a template of the campaign's own."""
    return Frame(own(home, text)).render("page.html", **values)


REACHING = {
    "a class": "{{ title.__class__ }}",
    "a class by a subscript": "{{ title['__class__'] }}",
    "a class by a filter": "{{ title|attr('__class__') }}",
    "all classes": "{{ ().__class__.__base__.__subclasses__() }}",
    "the globals of a function": "{{ say.__globals__ }}",
    "the code of a macro": "{% macro m() %}{% endmacro %}{{ m._func.__globals__ }}",
    "a method of a text": "{{ title.format(1) }}",
    "a format that reads": "{{ '{0.__class__}'.format(title) }}",
    "the template itself": "{{ self._TemplateReference__context }}",
    "the context": "{{ self.__context }}",
    "a module": "{{ cycler.__init__.__globals__.os }}",
    "a path of python": "{{ namespace.__init__.__globals__ }}",
    "a file above": "{% include '../../acta.toml' %}",
    "a file by its path": "{% include '/etc/passwd' %}",
    "a file by a variable": "{% set f = '/etc/' ~ 'passwd' %}{% include f %}",
    "an import": "{% import '../secret.html' as s %}{{ s.x }}",
    "a text that says it is markup": "{{ title|safe }}",
    "an extension": "{% do title %}",
    "a list as text": "{{ [1, 2] }}",
    "what is not there": "{{ nothing_of_this_name }}",
}

ENDLESS = {
    "two loops": "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
    "a loop of much text": "{% for a in range(9999) %}" + "x" * 90_000 + "{% endfor %}",
    "a range": "{% for a in range(10 ** 12) %}{% endfor %}",
    "a large range": "{% for a in range(999999999) %}{% endfor %}",
    "a macro that calls itself": "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "calls without end": "{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}"
    "{% endmacro %}{{ m(60) }}",
    "an inclusion of itself": "{% include 'page.html' %}{% include 'page.html' %}",
    "a power": "{{ 9 ** 9 ** 9 ** 9 }}",
    "a product": "{{ 'x' * 10 ** 10 }}",
    "a product of lists": "{{ ([0] * 10 ** 10)|length }}",
    "a width": "{{ '%9999999999d' % 1 }}",
    "a filter's width": "{{ title|center(10 ** 10) }}",
    "a text that doubles": "{% set n = namespace(t='x') %}{% for a in range(200) %}"
    "{% set n.t = n.t ~ n.t %}{% endfor %}",
    "a sum that doubles": "{% set n = namespace(t='x') %}{% for a in range(200) %}"
    "{% set n.t = n.t + n.t %}{% endfor %}",
    "a block that doubles": "{% set n = namespace(t='x') %}{% for a in range(200) %}"
    "{% set n.t %}{{ n.t }}{{ n.t }}{% endset %}{% endfor %}",
    "a number that squares": "{% set n = namespace(t=9) %}{% for a in range(99) %}"
    "{% set n.t = n.t * n.t %}{% endfor %}",
    "a list of lists": "{% set n = namespace(t=[]) %}{% for a in range(99) %}"
    "{% set n.t = [n.t, n.t] %}{% endfor %}{{ n.t == n.t }}",
    "lists of arguments": "{% macro m() %}{{ m(varargs, varargs) }}{% endmacro %}{{ m() }}",
    "a loop within itself": "{% for a in [1] recursive %}{{ loop([1, 1]) }}{% endfor %}",
    "brackets": "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "a long search": "{% set t = range(9999)|list %}{% for a in range(9999) %}"
    "{% for b in range(99) %}{{ -1 in t }}{% endfor %}{% endfor %}",
}


@pytest.mark.parametrize("text", REACHING.values(), ids=REACHING)
def test_a_template_reaches_nothing_but_what_it_is_given(text: str, tmp_path: Path) -> None:
    """Refused in one sentence with file and line; the check says so too."""
    (tmp_path / "acta.toml").write_text("hidden")
    with pytest.raises(WrongUsage, match=r"^content/templates/page\.html:1: ") as refused:
        rendered(tmp_path, text, title="Vex")
    assert refused.value.hint == "acta content check"
    assert "hidden" not in refused.value.message
    assert report(tmp_path).faults != ()


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_a_template_ends(text: str, tmp_path: Path) -> None:
    """Loops, calls, texts and numbers that grow are stopped, after seconds of work."""
    began = time.process_time()
    with pytest.raises(WrongUsage, match=r"^content/templates/page\.html:1: "):
        rendered(tmp_path, text, title="Vex")
    assert time.process_time() - began < 5


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    """A template that is a link to a file elsewhere is refused, not read."""
    secret = tmp_path / "secret.html"
    secret.write_text("a secret")
    home = tmp_path / "home"
    (home / "content" / "templates").mkdir(parents=True)
    (home / "content" / "templates" / "page.html").symlink_to(secret)
    with pytest.raises(Refusal, match="leads out of the campaign's folder"):
        Frame(home).render("page.html")
    assert [fault.sentence for fault in report(home).faults] == [
        "content/templates/page.html leads out of the campaign's folder"
    ]


@pytest.mark.parametrize("name", KEPT.values(), ids=KEPT)
def test_names_are_texts_in_every_format(name: str, tmp_path: Path) -> None:
    """HTML knows no element in them, and reads them back to the letter; plain text has them so."""
    home = own(tmp_path, "<p title='{{ name }}'>{{ name }}</p>", "x.html")
    shown = Frame(home).render("x.html", name=name)
    assert shown.count("<") == 2
    assert unescape(shown) == f"<p title='{name}'>{name}</p>"
    own(tmp_path, "{{ name }}", "x.txt")
    assert Frame(home).render("x.txt", name=name) == name


def test_markup_stays_markup_through_macros_blocks_and_joins(tmp_path: Path) -> None:
    """What was escaped once is not escaped again; what was not is, wherever it is joined."""
    own(tmp_path, "{% macro u(x) %}<u>{{ x }}</u>{% endmacro %}", "marks.html")
    text = (
        "{% import 'marks.html' as marks %}{{ marks.u(name) }}"
        "{% macro b(x) %}<b>{{ x }}</b>{% endmacro %}{% set s %}<i>{{ name }}</i>{% endset %}"
        "{{ b(name) }}{{ s }}{{ link }}{{ name ~ link }}{{ [name, link]|join('<') }}"
    )
    shown = rendered(tmp_path, text, name="<x>", link=Markup("<a></a>"))
    assert shown == (
        "<u>&lt;x&gt;</u><b>&lt;x&gt;</b><i>&lt;x&gt;</i><a></a>&lt;x&gt;<a></a>&lt;x&gt;&lt;<a></a>"
    )


def test_a_template_may_do_what_documents_need(tmp_path: Path) -> None:
    """Loops with their numbers, tables by their keys, conditions, filters, sums."""
    text = (
        "{% for row in rows|sort(attribute='name') if row.health > 0 %}{{ loop.index }}/"
        "{{ loop.length }} {{ row.name|upper }} {{ row.items }} {{ row.health + 1 }}"
        "{% if not loop.last %}, {% endif %}{% endfor %}"
        "{% for key, value in table.items() %} {{ key }}={{ value }}{% endfor %}"
        "{% set n = namespace(sum=0) %}{% for r in rows %}{% set n.sum = n.sum + r.health %}"
        "{% endfor %} {{ n.sum }}"
    )
    rows = [
        {"name": "Vex", "health": 3, "items": "rope"},
        {"name": "Rook", "health": 2, "items": "none"},
        {"name": "Moth", "health": 0, "items": "none"},
    ]
    shown = rendered(tmp_path, text, rows=rows, table={"a": 1})
    assert shown == "1/2 ROOK none 3, 2/2 VEX rope 4 a=1 5"


def test_ours_is_used_where_a_campaign_has_none(tmp_path: Path) -> None:
    """A template of its own stands in the place of ours, and may include others of ours."""
    frame = Frame(own(tmp_path, "{% include 'part.html' %} {{ say('page.about') }}"))
    own(tmp_path, "<b>{{ title }}</b>", "part.html")
    assert frame.render("page.html", title="Vex & Rook") == "<b>Vex &amp; Rook</b> About this page"
