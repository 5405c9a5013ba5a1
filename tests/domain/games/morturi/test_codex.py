"""The codex of Morturi: complete, current, held together by its own words, honest about gaps."""

import re
from typing import Any

import pytest

from domain import codex
from domain.games.morturi.options import House
from domain.games.morturi.shapes import CODEX, book
from domain.games.morturi.words import Effect
from domain.house import Setting
from domain.terms import NotFound, WrongUsage

TOML = (CODEX / "2026_1.toml").read_text(encoding="utf-8")
RULEBOOK = (CODEX.parent / "rulebook.md").read_text(encoding="utf-8")


def faulty(right: str, wrong: str) -> WrongUsage:
    """What is said when one text in the codex is replaced."""
    assert right in TOML
    with pytest.raises(WrongUsage) as refused:
        codex.compile_text(TOML.replace(right, wrong, 1), "own.toml", "morturi")
    return refused.value


def effects(trick: str) -> list[tuple[str, str, int]]:
    """The effects of a trick, in short."""
    return [(e.on, e.op, e.value) for e in book().trick(trick).effects]


def test_the_compiled_codex_is_current() -> None:
    """What is played is what is written: `python -m domain.codex` has been run."""
    compiled = codex.compile_text(TOML, "own.toml", "morturi")
    assert compiled == (CODEX / "2026_1.json").read_bytes()


def test_every_catalogue_is_complete() -> None:
    """MR-CRE-1, -3, -5, -8, MR-CAM-2, MR-FCT-4: the numbers that the rulebook gives."""
    it = book()
    core = [role for role in it.roles if not role.faction]
    assert [sum(r.weight == w for r in core) for w in ("light", "medium", "heavy")] == [7, 8, 5]
    assert sum(not trick.faction for trick in it.tricks) == 61
    assert [grade.id for grade in it.grades] == ["servus", "novicius", "palus", "primus_palus"]
    assert [f.name for f in it.factions] == [
        *("The Legions", "The Temple", "Dwarves", "Orcs", "Elves", "Arcane"),
    ]
    assert sum(s.rule.startswith("MR-SCN") for s in it.scenarios) == 6
    assert [month.days for month in it.calendar.months] == [31, 30, 31, 30, 31, 30, 30, 31, 30, 30]


def test_what_is_limited_exists() -> None:
    """MR-STA-1, MR-FCT-4: a limit on tricks of a tag limits something: stances, magic, spells."""
    parts = (*book().specials, *book().tricks)
    tags = {tag for part in parts for tag in part.tags}
    limited = {e.what for part in parts for e in part.effects if e.op == "limit"}
    assert limited == {"stance", "fae_magic", "spell"}
    assert limited <= tags


def test_no_step_costs_less_than_one() -> None:
    """MR-MOV-3, -10: surcharges add, doublings double, and what fixes a cost fixes it at 1."""
    moments = ("move.enter", "move.leave", "move.cost")
    bearers: tuple[Any, ...] = (
        *book().specials,
        *book().tricks,
        *book().conditions,
        *book().terrain,
    )
    found = [e for part in bearers for e in part.effects if e.on in moments]
    assert {e.op for e in found} >= {"modify", "times", "set"}
    assert all(e.value >= 1 for e in found if e.op in ("modify", "times", "set"))


def test_roles_are_those_of_the_rulebook() -> None:
    """MR-CRE-7: Move, weapon and special rules as the table has them."""
    table = {}
    for role in book().roles:
        weapon = role.weapons[0] if role.weapons else None
        found = (role.weight[0].upper(), role.move, weapon and (weapon.to_hit, weapon.damage))
        table[role.name] = found
    row = re.compile(r"^\| (\w[\w ]*?) \| ([LMH]) \| (\d) \| .*? (\d)\+/(\d)", re.MULTILINE)
    rows = row.findall(RULEBOOK)
    assert len(rows) == 10
    for name, weight, move, to_hit, damage in rows:
        assert table[name] == (weight, int(move), (int(to_hit), int(damage)))
    bow = book().role("Sagitarius").weapons[1]
    assert (bow.to_hit, bow.damage, bow.range, bow.min_range, bow.needs) == (3, 3, 4, 2, "archery")


def test_unfound_profiles_follow_their_class() -> None:
    """MR-CRE-7: the ten roles without a profile say so, and have the pattern of their class."""
    unknown = [role for role in book().roles if not role.known and not role.faction]
    assert {role.name for role in unknown} == {
        *("Laquerius", "Dimachaerus", "Murmillo", "Peltast", "Provocator", "Retarius"),
        *("Thracian", "Bustuarius", "Hoplomachus", "Large Beast"),
    }
    for role in unknown:
        weight = book().weight(role.weight)
        weapon = role.weapons[0]
        assert (weapon.to_hit, weapon.damage, role.life) == (weight.to_hit, weight.damage, 8)
        assert role.move == weight.move or role.id == "large_beast"


def test_what_is_a_proposal_says_so() -> None:
    """MR-CRE-7, -8: fields, tricks and whole entries."""
    gallus = book().role("gallus")
    assert gallus.known
    assert gallus.suggested == ("specials",)
    assert book().role("samnite").suggested_tricks == ("stand_firm", "toe_to_toe")
    assert not book().role("thracian").known_tricks
    assert book().role("bestiarius").known_tricks == book().role("bestiarius").tricks
    waiting = {t.id for t in book().tricks if not t.known}
    assert waiting == {"throw_net", "leadership"}
    assert not book().resource("Kitchens").known
    assert book().special("hunter").suggested


def test_a_trick_is_its_effects() -> None:
    """MR-CRE-8, MR-ATK-10: some tricks, by hand."""
    assert effects("combat control") == [("move.leave", "modify", 1)]
    assert effects("toe to toe") == [("move.action", "attack", 0)]
    (toe,) = book().trick("toe_to_toe").effects
    assert (toe.cost, toe.price, toe.declare) == ("mp", 3, True)
    (trip,) = book().trick("trip").ways
    assert (trip.kind, trip.to_hit, trip.damage, trip.replaces) == ("melee", 4, 0, "melee")
    assert trip.effects == (
        Effect(on="attack.hit", op="condition", word="add", what="prone", to="other"),
    )
    high, low = book().trick("Retarius Enmity").effects
    assert (high.word, low.word) == ("high", "low")
    assert [c.name for c in high.when] == ["attacking", "other_is"]


def test_older_revisions_stand_beside_the_newest() -> None:
    """MR-CRE-11, MR-OOA-2, MR-STA-4: each edition's effects hold under its option."""
    for trick, newest, older in (
        ("determination", "edition_determination=odd", "edition_determination=four_plus"),
        ("coup_de_grace", "edition_coup_de_grace=either", "edition_coup_de_grace=both_only"),
        ("opportunist", "edition_opportunist=one", "edition_opportunist=four_or_five"),
        (
            "assault_stance",
            *(f"edition_assault_stance={v}" for v in ("damaging_hit", "any_attack")),
        ),
    ):
        houses = {c.value for e in book().trick(trick).effects for c in e.when if c.name == "house"}
        assert houses == {newest, older}
        assert House().has(newest)
        assert not House().has(older)


def test_every_word_is_used() -> None:
    """The vocabulary holds what effects need, and no more."""
    it, used = book(), set()
    for name in ("specials", "tricks", "conditions", "terrain", "complications", "resources"):
        for entry in getattr(it, name):
            ways = getattr(entry, "ways", ())
            for effect in (*entry.effects, *(e for way in ways for e in way.effects)):
                used |= {effect.on, effect.op, *(c.name for c in effect.when)}
            used |= {c.name for way in ways for c in way.when}
    words = [one.id for one in it.words.moments] + [one.id for one in it.words.operations]
    words += [one.id for one in it.words.conditions]
    assert [word for word in words if word not in used] == []


def test_tricks_without_effects_are_not_known() -> None:
    """MR-CRE-8: every trick whose text was found does something."""
    silent = {t.id for t in book().tricks if not t.effects and not t.ways}
    assert silent == {"leadership"}
    assert {s.id for s in book().specials if not s.effects and not s.ways} == {
        *("entertainers", "forbidden_arms"),  # reflected in the profile
    }


def test_house_rules_of_the_engine_are_those_of_the_codex() -> None:
    """Names, order, defaults: `House` has a field for each option, and takes each of its values."""
    assert [one.option for one in House().settings()] == [o.name for o in book().options]
    assert [one.value for one in House().settings()] == [o.default for o in book().options]
    for option in book().options:
        for value in option.values:
            house = book().house([Setting(option.name, value)])
            assert getattr(house, option.name) == value


def test_options_are_those_of_the_rulebook() -> None:
    """Each stands under the rule that it cites, with its values; section 18 lists them all."""
    text, _, index = RULEBOOK.partition("## 18.")
    found = {}
    for rule in re.split(r"^- (?=\*\*MR-)", text, flags=re.MULTILINE)[1:]:
        for name, values in re.findall(r"`opt:(\w+) = ([^`]*)`", rule):
            found[name] = (rule[2:].partition("**")[0], tuple(values.split(" | ")))
    assert found == {option.name: (option.rule, option.values) for option in book().options}
    listed = " ".join(re.findall(r"`([^`]*)`", index.partition("## 19.")[0]))
    assert set(re.findall(r"\w+", listed)) == set(found)


def test_presets_set_what_they_say() -> None:
    """MR-CRE-7, -8: without proposals only what was found is played."""
    preset = next(p for p in book().presets if p.id == "only_what_was_found")
    house = book().house(preset.settings)
    assert (house.unknown_profiles, house.unknown_tricks) == ("disable_role", "only_known")


def test_everything_has_its_source() -> None:
    """Section 19: roles and tricks name their pages; what has none is a proposal, or has a note."""
    it = book()
    assert [role.id for role in it.roles if not role.source] == []
    assert [trick.id for trick in it.tricks if not trick.source] == ["throw_net"]
    for name in re.findall(r"\b(?:roc|medium|heavy|light)_s\d+\b", RULEBOOK):
        assert any(source.id == name for source in it.sources)


# faults


@pytest.mark.parametrize(
    ("right", "wrong", "sentence", "hint"),
    [
        ('on = "move.leave"', 'on = "move.leaf"', "no moment is called 'move.leaf'", "move.leave"),
        ('op = "favour", value = 1 }', 'op = "favor", value = 1 }', "no operation", "favour"),
        ('op = "heal", value = 1,', 'op = "keep", value = 1,', "keep makes no sense at", "takes"),
        ('{ name = "life_odd" }', '{ name = "life_old" }', "no condition", "life_odd"),
        ('value = "non_human" }', 'value = "nonhuman" }', "no role, faction or", "non_human"),
        ('value = "prone" }', 'value = "prune" }', "no condition is called 'prune'", "prone"),
        ('_stance=any_attack"', '_stance=an_attack"', "no value of edition_", "any_attack"),
        ('cost = "mp", price = 4', 'cost = "mp"', "what it costs has a price", ""),
        ("roll = 4", "roll = 7", "a D6 shows 1 to 6, not 7", ""),
        ('name = "attacking" }, { name = "higher"', 'name = "higher"', "says whose attack", ""),
        (
            '"survivors_wits", "target_weak',
            '"survivor_wits", "target_weak',
            "no trick",
            "survivors",
        ),
        ('weight = "light"', 'weight = "lite"', "no class is called 'lite'", "light"),
        (
            '"will_to_live"]\nsource = ["light_s5"',
            '"courage"]\nsource = ["light_s5"',
            "7 tricks",
            "",
        ),
        ('source = ["light_s15"]', 'source = ["light_s51"]', "no source", "light_s"),
        ('  "OO..a..OO",', '  "OO..a..OQ",', "row 1 of the arena: Q is nothing", "known are"),
        ('  "OO..a..OO",', '  "OO.....OO",', "side a has fewer places than gladiators", ""),
        (".....n.n.n.....", ".....n...n.....", "8 neutrals start on 7 squares", ""),
    ],
)
def test_a_fault_names_its_line_and_the_right_word(
    right: str, wrong: str, sentence: str, hint: str
) -> None:
    """File, line, one sentence, the nearest right word."""
    told = faulty(right, wrong)
    assert re.match(r"own\.toml:\d+: ", told.message)
    assert sentence in told.message
    assert hint in told.hint


def test_what_nobody_knows_is_not_found() -> None:
    """An unknown entry is named, with the nearest right word; an unknown edition is refused."""
    with pytest.raises(NotFound, match="no role is called murmilo") as refused:
        book().role("murmilo")
    assert refused.value.hint == "murmillo is near"
    with pytest.raises(NotFound, match="no edition"):
        book("1.0")
