"""The page round every HTML export: one file, no network, no script but ours, for everybody."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from domain.terms import WrongUsage
from projections.frame.page import page, policy
from projections.frame.provenance import Audited, Provenance
from projections.frame.shelf import packaged
from projections.frame.templates import Frame
from tests.browser import LOOKS, Browse
from tests.hostile_names import KEPT

BORN = Provenance(
    campaign="The Final Age",
    id="00" * 16,
    game="Mortisphere",
    edition="2026.1",
    as_of="battle-1/17",
    lines=36,
    root="0123456789abcdef",
    house=(("captain_falls", "captured"),),
    program="acta 0.2.0",
    read=36,
    stories=4,
    battles=1,
)
BODY = Markup(
    '<h2 id="members">Members</h2><table><caption>Who is here</caption><thead><tr>'
    '<th scope="col">Name</th><th scope="col" class="number">Health</th></tr></thead><tbody>'
    '<tr><td>Vex</td><td class="number">3</td></tr></tbody></table><p><a href="#members">Vex</a> at'
    ' <code class="address">battle-1/17</code>.</p><blockquote><p>It rained.</p></blockquote>'
)
Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes the file of a page."""

    def made(folder: Path | None = None, *, born: Provenance = BORN, **given: Any) -> Path:
        path = tmp_path / "page.html"
        nav = [("#members", "Members")]
        text = page(Frame(folder), born, **{"title": "Ash", "body": BODY, "nav": nav} | given)
        path.write_text(text, "utf-8")
        return path

    return made


@pytest.mark.parametrize(("size", "dark"), LOOKS)
def test_everybody_can_read_it(
    make: Make, browse: Browse, size: tuple[int, int], *, dark: bool
) -> None:
    """axe-core finds nobody shut out, nobody scrolls sideways, whatever names are in it."""
    names = Markup("").join(Markup("<p>{}</p>").format(name) for name in KEPT.values())
    title = KEPT["80 letters"]
    window = browse(make(title=title, subtitle=title, body=BODY + names), size=size, dark=dark)
    assert window.faults() == []
    assert window.wider() == 0


def test_light_or_dark_is_a_choice(make: Make, browse: Browse) -> None:
    """The system decides until somebody does; without script there is no switch to be seen."""
    background = "getComputedStyle(document.body).backgroundColor"
    window = browse(make(), dark=True)
    night = window.page.evaluate(background)
    window.page.get_by_label("Light or dark").select_option("light")
    day = window.page.evaluate(background)
    window.page.get_by_label("Light or dark").select_option("")
    assert window.page.evaluate(background) == night != day
    assert not browse(make(), script=False).page.get_by_label("Light or dark").is_visible()


def test_the_first_key_leads_to_the_content(make: Make, browse: Browse) -> None:
    """The skip link is the first stop of the keyboard."""
    window = browse(make())
    window.page.keyboard.press("Tab")
    window.page.keyboard.press("Enter")
    assert window.page.evaluate("document.activeElement.id") == "content"


def test_its_script_reads_its_data(make: Make, browse: Browse) -> None:
    """Data of any kind arrive to the letter, and ours alone runs."""
    js = (
        "document.title = JSON.parse(document.getElementById('data').textContent)"
        ".filter((name) => name.includes('script')).join();"
    )
    window = browse(make(data=list(KEPT.values()), js=js))
    assert window.page.title() == KEPT["HTML"]


@pytest.mark.parametrize(
    "body",
    [
        "<script>document.title = 'run'</script>",
        "<img src=x onerror=\"document.title = 'run'\">",
        "<svg onload=\"document.title = 'run'\"></svg>",
        "<iframe srcdoc=\"<script>parent.document.title = 'run'</script>\"></iframe>",
        "<a id=a href=\"javascript:document.title = 'run'\">a</a>",
        "<base href='https://elsewhere.invalid/'><script src=x.js></script>",
        "<style>@import 'https://elsewhere.invalid/x.css'; body { display: none }</style>",
        "<p style=\"background: url('https://elsewhere.invalid/x.png')\">x</p>",
        "<object data='https://elsewhere.invalid/x'></object>",
        "<form action='https://elsewhere.invalid/'><button id=b>b</button></form>",
    ],
    ids=["script", "image", "svg", "frame", "link", "base", "style", "colour", "object", "form"],
)
def test_what_gets_into_a_page_does_nothing(body: str, make: Make, browse: Browse) -> None:
    """Even a body that is a stranger's markup runs nothing, loads nothing, hides nothing."""
    window = browse(make(body=Markup(body)))  # noqa: S704  that is what is tried
    for name in ("a", "b"):
        if window.page.locator(f"#{name}").count():
            window.page.locator(f"#{name}").click(no_wait_after=True)
    assert window.page.evaluate("document.title") == "Ash"
    assert window.page.locator("body").is_visible()
    assert window.asked == []
    window.page.close()  # after that nothing more is told
    window.errors.clear()  # the browser says what it barred


def test_it_says_where_it_comes_from(make: Make) -> None:
    """Campaign, as-of address, edition, house rules, program, verdict of the audit."""
    text = make().read_text("utf-8")
    for said in ("The Final Age", "Mortisphere 2026.1", "captain_falls captured", "acta 0.2.0"):
        assert said in text
    assert "battle-1/17, 36 lines, log 0123456789abcdef" in text
    assert "clean: 36 lines in 4 stories read again" in text
    assert "unsound" not in text.partition("<body>")[2]


def test_a_page_of_a_bad_record_says_so_at_its_head(make: Make) -> None:
    """The first line that does not hold is named under the title, with what is wrong of it."""
    bad = {"audited": Audited.FORGED, "first_bad": "battle-1/9", "finding": "no d6 shows 7"}
    born = Provenance(**{name: getattr(BORN, name) for name in BORN.__struct_fields__} | bad)
    head = make(born=born).read_text("utf-8").partition("<main")[0]
    assert "NOT BY THE RULES" in head
    assert "first at battle-1/9: no d6 shows 7" in head


def test_a_campaign_s_style_is_in_it(make: Make, tmp_path: Path, browse: Browse) -> None:
    """`content/style.css` stands behind ours, and the policy knows it."""
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "style.css").write_text("h1 { color: rgb(1, 2, 3) }")
    window = browse(make(tmp_path))
    assert window.page.evaluate("getComputedStyle(document.querySelector('h1')).color") == (
        "rgb(1, 2, 3)"
    )


@pytest.mark.parametrize(
    "css",
    [
        "body { background: url(https://x.invalid/) }",
        "@import 'x.css';",
        "@IMPORT 'x.css';",
        "body { background: image-set('x.png' 1x) }",
        "body { background: u\\72l(x) }",
        "</style><script>alert(1)</script>",
        "<!-- -->",
    ],
)
def test_a_style_that_loads_or_ends_its_element_is_refused(
    css: str, make: Make, tmp_path: Path
) -> None:
    """With file and line."""
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "style.css").write_text(f"\n{css}")
    with pytest.raises(WrongUsage, match=r"^content/style\.css:2: a style sheet may not hold"):
        make(tmp_path)


def test_ours_cannot_end_its_element_either(make: Make) -> None:
    """A script or style of ours that would is a mistake of ours."""
    with pytest.raises(ValueError, match="end its own element"):
        make(js="'</script>'")
    assert re.search("script-src 'none'", policy(["a"], []))


@pytest.mark.parametrize(
    "tag",
    [
        "<meta http-equiv=refresh content='0;url=//x.example'>",
        '<META HTTP-EQUIV="refresh" CONTENT="0">',
        '<meta name="a" content="b" http-equiv="refresh">',
        '<meta name="a" content="b"<p http-equiv="refresh">',
        '<meta name="a" content="<" http-equiv="refresh">',
        "<meta\nhttp-equiv=refresh>",
        "<meta/http-equiv=refresh>",
        "<link rel=preconnect href=//x.example>",
        "<base href=//x.example>",
        "{% set x %}<me{% endset %}{{ x }}ta http-equiv=refresh>",
        "<meta http-equiv=refresh",
    ],
)
def test_no_template_of_a_stranger_leads_elsewhere(tag: str, tmp_path: Path) -> None:
    """What a policy does not bar, a page of a campaign's own templates may not hold."""
    path = tmp_path / "content" / "templates" / "page.html"
    path.parent.mkdir(parents=True)
    text = packaged("page.html") or ""
    path.write_text(text.replace("<main", f"{tag}<main"), "utf-8")
    with pytest.raises(WrongUsage, match="could lead its reader elsewhere"):
        page(Frame(tmp_path), BORN, title="Ash", body=BODY)


def test_a_template_of_its_own_may_say_what_a_page_is_about(tmp_path: Path) -> None:
    """A `<meta>` of name and content does nothing; a name that looks like one is none."""
    path = tmp_path / "content" / "templates" / "page.html"
    path.parent.mkdir(parents=True)
    text = packaged("page.html") or ""
    path.write_text(
        text.replace("<title>", '<meta name="author" content="Ana" />\n<title>'), "utf-8"
    )
    made = page(Frame(tmp_path), BORN, title="<meta http-equiv=refresh>", body=BODY)
    assert '<meta name="author" content="Ana" />' in made
