"""Own content: checked like the codex, joined to it file by file, marked; and nothing breaks it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from domain.books import Books
from domain.content import MOST_ENTRIES, MOST_FAULTS, Text, untaken
from domain.effects import Effect
from domain.games.mortisphere import checking, own_types
from domain.games.mortisphere.content import check, own, read, report
from domain.games.mortisphere.copies import book_of
from domain.games.mortisphere.shapes import Book, book
from domain.own import Own
from domain.terms import WrongUsage
from tests.domain.games.mortisphere.own import TEXTS, item, replaced, told, written


def test_the_examples_have_no_fault() -> None:
    """Three files, five entries, nothing to tell."""
    found = report("2026.1", (), [Text(f"content/{n}.toml", t) for n, t in TEXTS.items()])
    assert found.faults == found.warnings == ()
    assert [(row.kind, row.id, row.file, row.line) for row in found.rows] == [
        ("type", "drowned", "content/drowned.toml", 3),
        ("ability", "undertow", "content/drowned.toml", 19),
        ("status", "waterlogged", "content/drowned.toml", 30),
        ("item", "tide-hook", "content/hook.toml", 3),
        ("scenario", "salt-stair", "content/salt-stair.toml", 3),
    ]


def test_the_official_codex_passes_the_same_checks() -> None:
    """MS-EFF-2 to -6: all official entries make sense, word for word and number for number."""
    assert list(checking.faults(book())) == []


def test_the_price_of_a_type_is_asked_for() -> None:
    """MS-TYP-4: what carries all families in two slots and is harmed by nothing has none."""
    text = TEXTS["drowned"]
    text = text.replace("slots = 1", "slots = 2").replace('op = "modify", value = -1 },', "", 1)
    text = text.replace('  { on = "fate.roll", \n', "")
    families = '"ancient", "industrial", "biological", "relic", "extinct"'
    text = text.replace('"biological", "relic", "extinct"', families)
    sentence = "a type has a restriction or a cost in the campaign (MS-TYP-4)"
    assert told(written(drowned=text)) == [f"content/drowned.toml:3: type drowned: {sentence}"]
    for price in ("no_heal = true", 'cannot_interact = ["repair"]'):
        assert told(written(drowned=text.replace("slots = 2", f"slots = 2\n{price}"))) == []


def test_the_help_of_a_type_may_be_harm_to_others() -> None:
    """MS-TYP-4: a status on an enemy helps, one on oneself is a price."""
    wounded = 'op = "presence", value = 1, when = [{ name = "wounded" }]'
    status = 'op = "status", word = "add", what = "choked"'
    text = TEXTS["drowned"].replace('"clash.absorb"', '"clash.win"', 1)
    assert told(written(drowned=text.replace(wounded, f'{status}, to = "opponent"'))) == []
    (fault,) = told(written(drowned=text.replace(wounded, status)))
    assert fault.endswith("a type has one effect that helps, not 0 (MS-TYP-4)")


@pytest.mark.parametrize(
    ("effect", "good"),
    [
        (Effect(on="clash.roll", op="modify", value=-1), -1),
        (Effect(on="clash.roll", op="modify", value=-1, to="opponent"), 1),
        (Effect(on="initiative.value", op="modify", value=-4), 1),
        (Effect(on="recruit.cost", op="modify", value=1), -1),
        (Effect(on="clash.roll", op="set_max", value=6), -1),
        (Effect(on="clash.roll", op="set_max", value=6, to="opponent"), 1),
        (Effect(on="clash.roll", op="reroll", word="keep_worst"), -1),
        (Effect(on="clash.win", op="damage", value=1), 1),
        (Effect(on="clash.win", op="damage", value=1, to="self"), -1),
        (Effect(on="clash.win", op="activation", word="spend", to="opponent"), 1),
        (Effect(on="clash.declare", op="respond", word="forbid_defence", to="target"), 1),
        (Effect(on="clash.declare", op="target", word="must_target_bearer"), -1),
        (Effect(on="round.end", op="status", word="add", what="stunned"), -1),
        (Effect(on="round.end", op="status", word="remove", what="stunned"), 1),
        (Effect(on="round.start", op="status", word="add", what="hidden"), 1),
        (Effect(on="round.end", op="status", word="add", what="choked", to="enemies_in_area"), 1),
        (Effect(on="profile.build", op="permit", what="evolve_twice"), 1),
    ],
)
def test_an_effect_helps_or_harms_its_bearer(effect: Effect, good: int) -> None:
    """MS-TYP-4: what is bad for an opponent is good for the bearer."""
    assert own_types.helps(book(), effect) == good


def test_statuses_may_lead_to_each_other() -> None:
    """A circle of statuses is followed once."""
    status = """
[[statuses]]
id = "{}"
text = "-"
effects = [{{ on = "clash.win", op = "status", word = "add", what = "{}" }}]
"""
    text = TEXTS["drowned"] + status.format("ebb", "flow") + status.format("flow", "ebb")
    help_ = 'op = "presence", value = 1, when = [{ name = "wounded" }]'
    ebb = 'op = "status", word = "add", what = "ebb", until = "end_of_round"'
    text = text.replace('"clash.absorb"', '"clash.win"').replace(help_, ebb)
    assert told(written(drowned=text)) == []


def test_all_faults_are_told_in_the_order_of_files_and_lines() -> None:
    """Nothing hides behind the first: two files, an entry each, three faults."""
    found = written(
        b=item("bell", "Bell").replace('"relic"', '"relics"'),
        a=item("hull", "Hull").replace("cost = 1", "cost = 9").replace('"relic"', '"ruin"'),
    )
    assert told(sorted(found, key=lambda text: text.file)) == [
        "content/a.toml:4: item hull: no family is called 'ruin'",
        "content/a.toml:5: item hull: cost is 1 to 3, not 9",
        "content/b.toml:4: item bell: no family is called 'relics'",
    ]


def test_what_names_a_broken_entry_is_not_told_as_well() -> None:
    """The ability that is open to a type which lacks its slots has no fault of its own."""
    (fault,) = told(replaced("drowned", "slots = 1\n", ""))
    assert fault == "content/drowned.toml:3: type drowned: it lacks its slots"


@pytest.mark.parametrize(
    ("id_", "name", "sentence"),
    [
        ("riot-plate", "Hull Plate", "the official item riot-plate is called so already"),
        ("hull-plate", "RIOT PLATE", "the official item riot-plate is called so already"),
        ("pounce", "Hull Plate", "the official ability pounce is called so already"),
        ("choked", "Hull Plate", "the official status choked is called so already"),
        ("remnant", "Hull Plate", "the official type remnant is called so already"),
        ("hull-plate", "Will to Rule", "the official Will rule is called so already"),
        ("tide-hook", "Hull", "the item tide-hook (content/hook.toml:3) is called so already"),
        ("hull", "Undertow", "the ability undertow (content/drowned.toml:19) is called so already"),
    ],
)
def test_no_two_things_are_called_the_same(id_: str, name: str, sentence: str) -> None:
    """What is carried, declared or suffered is told apart by id and name, in all files."""
    found = written(**TEXTS, zone=item(id_, name))
    assert told(found) == [f"content/zone.toml:1: item {id_}: {sentence}"]


def test_an_own_scenario_is_called_as_no_other() -> None:
    """Scenarios are told apart from scenarios."""
    (fault,) = told(replaced("salt-stair", '"The Salt Stair"', '"Wake the Press"'))
    assert fault == (
        "content/salt-stair.toml:3: scenario salt-stair: "
        "the official scenario wake-the-press is called so already"
    )


def test_own_entries_follow_official_ones_file_by_file() -> None:
    """The order is that of the files, then of the entries in each; each is marked own."""
    found = written(a=item("anvil", "Anvil"), b=item("bell", "Bell") + item("adze", "Adze"))
    joined = read(found, book()).book
    assert [one.id for one in joined.equipment[30:]] == ["anvil", "bell", "adze"]
    assert joined.equipment[:30] == book().equipment
    assert [one.own for one in joined.equipment] == [False] * 30 + [True] * 3
    assert joined.item("Bell").own
    assert not joined.item("riot-plate").own
    assert joined.abilities == book().abilities
    assert asdict(read(found, book()).book) == asdict(joined)


def test_an_own_name_is_composed_as_all_names_are() -> None:
    """NFC, without outer spaces."""
    joined = read(written(a=item("belle", " Belle E\u0301 ")), book()).book
    assert joined.item("belle").name == "Belle \u00c9"


def test_the_rare_conditions_are_there_for_own_content() -> None:
    """MS-EFF-4: reserved conditions, with values of their own kind."""
    for condition in (
        '{ name = "opponent_type", value = "drowned" }',
        '{ name = "round_at_least", value = "3" }',
        '{ name = "area_tag", value = "flooded" }',
        '{ name = "last_health" }',
        '{ name = "not", value = "in_swarm" }',
    ):
        found = replaced("drowned", '{ name = "defending" }', condition)
        assert told(found) == [], condition
    found = replaced(
        "drowned", '{ name = "defending" }', '{ name = "round_at_least", value = "x" }'
    )
    assert "no round is called 'x'" in told(found)[0]


def test_unusual_scenarios_are_warned_of() -> None:
    """MS-ARE-3: outside two to five Areas there is a warning, no fault."""
    found = written(**TEXTS)
    text = TEXTS["salt-stair"]
    more = "".join(
        f"""
[[scenarios.areas]]
id = "step-{n}"
name = "Step {n}"
purpose = "down"
tags = ["wet"]
adjoins = ["vault"]
"""
        for n in (1, 2, 3)
    )
    text = text.replace(
        'tags = ["ruin", "wet"]\nadjoins = ["stair"]\n',
        """tags = ["ruin", "wet"]
adjoins = ["stair", "step-1", "step-2", "step-3"]
"""
        + more,
    )
    found = [each for each in found if "salt" not in each.file]
    told_ = report("2026.1", (), [*found, Text("content/salt-stair.toml", text)])
    assert told_.faults == ()
    (warning,) = told_.warnings
    assert warning.told() == (
        "content/salt-stair.toml:3: scenario salt-stair: "
        "it has 6 Areas, most have two to five (MS-ARE-3)"
    )


def test_there_is_a_limit_to_entries_and_faults() -> None:
    """A campaign has 500 entries of its own, and a hundred faults are enough to begin with."""
    many = "".join(item(f"thing-{n}", f"Thing {n}") for n in range(MOST_ENTRIES + 1))
    (fault,) = told(written(a=many))
    assert fault.startswith("content/a.toml:3501: item thing-500: is one too many")
    assert len(told(written(a=many.replace('"relic"', '"ruin"')))) == MOST_FAULTS


def at_home(home: Path, **texts: str) -> Path:
    """A campaign's folder with own content."""
    (home / "content").mkdir()
    for name, text in texts.items():
        (home / "content" / f"{name}.toml").write_text(text, encoding="utf-8")
    return home


def campaign(*content: Own) -> Books:
    """A campaign's books that have taken this content."""
    return Books(game="mortisphere", edition="2026.1", content=content)


def test_a_campaign_without_own_content_plays_the_official_codex(tmp_path: Path) -> None:
    """Nothing is read or made anew."""
    assert untaken(campaign(), tmp_path) == ()
    assert untaken(campaign(), at_home(tmp_path)) == ()
    assert book_of(campaign()) is book()


def test_a_campaign_plays_its_own_content(tmp_path: Path) -> None:
    """What is taken is in its codex, marked; nothing is then left to take."""
    home = at_home(tmp_path, **TEXTS)
    taken = untaken(campaign(), home)
    rules = book_of(campaign(*taken))
    assert rules.type("Drowned").own
    assert rules.scenario("salt-stair").neighbours("stair") == ("quay", "vault")
    assert untaken(campaign(*taken), home) == ()


def test_content_with_faults_is_not_taken(tmp_path: Path) -> None:
    """The first fault is the refusal; the hint leads to all."""
    wrong = item("bell", "Bell").replace("cost = 1", "cost = 9")
    home = at_home(tmp_path, a=wrong, b=item("hull", "Hull").replace('"relic"', '"relics"'))
    with pytest.raises(WrongUsage) as refused:
        untaken(campaign(), home)
    assert refused.value.message == "content/a.toml:5: item bell: cost is 1 to 3, not 9"
    assert refused.value.hint == "acta content check tells 1 more"


BELL = own("2026.1", (), written(a=item("bell", "Bell")))


def test_what_was_taken_is_part_of_the_campaign() -> None:
    """Another entry of its name is told apart from it; the same entry may change."""
    (fault,) = read(written(b=item("gong", "Bell")), book(), BELL).faults
    told_ = "content/b.toml:1: item gong: the campaign's item bell is called so already"
    assert fault.told() == told_
    (changed,) = own("2026.1", BELL, written(b=item("bell", "Great Bell")))
    assert (changed.key, changed.file) == (("item", "bell"), "content/b.toml")


def test_a_list_says_what_is_on_record() -> None:
    """Taken as it is, changed since, new, or kept without a file."""
    found = written(b=item("bell", "Bell"), c=item("gong", "Gong"))
    rows = report("2026.1", BELL, found).rows
    assert [(row.id, row.record) for row in rows] == [("bell", "taken"), ("gong", "new")]
    rows = report("2026.1", BELL, written(b=item("bell", "Great Bell"))).rows
    assert [(row.id, row.name, row.record) for row in rows] == [("bell", "Great Bell", "changed")]
    (row,) = report("2026.1", BELL, []).rows
    assert (row.id, row.name, row.file, row.line, row.record) == ("bell", "Bell", "", 0, "kept")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "ghost"}, "own content has no ghost"),
        ({"id": "gong"}, "item gong is not as own content is written"),
        ({"text": "{}"}, "item bell cannot be read: Object missing required field `id`"),
        ({"text": BELL[0].text.replace('"own":true,', "")}, "item bell is not as own content"),
        ({"text": BELL[0].text.replace('"cost":1', '"cost": 1')}, "item bell is not as own"),
        ({"text": BELL[0].text.replace('"cost":1', '"cost":9')}, "cost is 1 to 3, not 9"),
        ({"text": BELL[0].text.replace('"relic"', '"relics"')}, "'relics'"),
    ],
)
def test_what_is_no_content_is_not_taken(change: dict[str, str], sentence: str) -> None:
    """Judged by the record alone: fit, marked own, canonical, of the codex's words."""
    check("2026.1", BELL)
    with pytest.raises(WrongUsage, match=sentence):
        check("2026.1", (replace(BELL[0], **change),))


# Whatever a file holds, it is told in sentences.


VALUES = st.recursive(
    st.one_of(
        st.booleans().map(lambda yes: str(yes).lower()),
        st.integers().map(str),
        st.floats().map(str),
        st.sampled_from(["'clash.roll'", "'self'", "'survivor'", "''", "2026-11-29", "07:32:00"]),
        st.text("abc-\u00e9\u202e", max_size=5).map(lambda text: f"'{text}'"),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.dictionaries(
            st.sampled_from(["on", "op", "name", "value", "id", "x"]), inner, max_size=3
        ).map(lambda parts: "{" + ", ".join(f"{k} = {v}" for k, v in parts.items()) + "}"),
    ),
    max_leaves=6,
)
WHOLE = "\n".join(TEXTS.values())
ROWS = WHOLE.split("\n")


def tell_all(text: str) -> None:
    """Every fault is a sentence in one line, at a line of the file; a book comes in any case."""
    reading = read(written(any=text), book())
    assert isinstance(reading.book, Book)
    for fault in reading.faults:
        assert fault.told().isprintable(), fault
        assert 1 <= fault.line <= text.count("\n") + 1


@settings(deadline=None, max_examples=60)
@given(row=st.integers(0, len(ROWS) - 1), value=VALUES)
def test_any_value_in_any_place_is_told(row: int, value: str) -> None:
    """A value of the examples replaced by anything that TOML knows is right or told."""
    key, equals, _ = ROWS[row].partition(" = ")
    changed = f"{key} = {value}" if equals else ROWS[row]
    tell_all("\n".join([*ROWS[:row], changed, *ROWS[row + 1 :]]))


@settings(deadline=None, max_examples=60)
@given(start=st.integers(0, len(WHOLE)), length=st.integers(0, 40), put=st.text(max_size=6))
def test_any_slip_of_the_hand_is_told(start: int, length: int, put: str) -> None:
    """The examples with a piece cut out, and something else put in."""
    tell_all(WHOLE[:start] + put + WHOLE[start + length :])


@settings(deadline=None)
@given(text=st.text(max_size=200))
def test_any_text_is_told(text: str) -> None:
    """No text is too strange."""
    tell_all(text)
