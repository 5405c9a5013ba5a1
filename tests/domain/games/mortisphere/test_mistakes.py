"""Mistakes in own content: each is told in one sentence, with file, line and nearest right word."""

import pytest

from domain.games.mortisphere.content import read
from domain.games.mortisphere.shapes import book
from tests.domain.games.mortisphere.own import TEXTS, replaced, told, written

MISTAKES: list[tuple[str, str, str, list[str]]] = [
    # words of effects that do not exist (MS-EFF-2 to -5)
    (
        "hook",
        '"damage.taken"',
        '"damage.takn"',
        ["10: item tide-hook: no moment is called 'damage.takn'"],
    ),
    (
        "hook",
        '"prevent", value',
        '"prevnt", value',
        ["10: item tide-hook: no operation is called 'prevnt'"],
    ),
    ("hook", '"scenario" }', '"scenery" }', ["10: item tide-hook: no limit is called 'scenery'"]),
    (
        "hook",
        "times = 1",
        'cost = "gold", price = 1, times = 1',
        ["10: item tide-hook: no cost is called 'gold'"],
    ),
    ("drowned", '"opponent"', '"oponent"', ["27: ability undertow: no scope is called 'oponent'"]),
    (
        "drowned",
        '"defending"',
        '"defendng"',
        ["27: ability undertow: no condition is called 'defendng'"],
    ),
    (
        "drowned",
        '"end_of_next_round"',
        '"end_of_war"',
        ["27: ability undertow: no duration is called 'end_of_war'"],
    ),
    ("drowned", 'word = "add"', 'word = "ad"', ["27: ability undertow: no word is called 'ad'"]),
    (
        "drowned",
        '"objective_tag", value = "carry"',
        '"opponent_type", value = "ghost"',
        ["12: type drowned: no type is called 'ghost'"],
    ),
    (
        "drowned",
        '"objective_tag", value = "carry"',
        '"objective_tag"',
        ["12: type drowned: the condition objective_tag lacks its value"],
    ),
    (
        "drowned",
        '{ name = "defending" }',
        '{ name = "not" }',
        ["27: ability undertow: the condition not lacks its value"],
    ),
    # ids that are referred to and missing
    (
        "drowned",
        '"waterlogged", to',
        '"waterloged", to',
        ["27: ability undertow: no status is called 'waterloged'"],
    ),
    ("drowned", '"mycelian"', '"myclian"', ["23: ability undertow: no type is called 'myclian'"]),
    ("drowned", '"biology"', '"geology"', ["22: ability undertow: no source is called 'geology'"]),
    (
        "drowned",
        'affinity = "carry"',
        'affinity = "cary"',
        [
            "6: type drowned: no objective tag is called 'cary'",
            "3: type drowned: no effect gives it its affinity to cary (MS-TYP-4)",
        ],
    ),
    (
        "drowned",
        'text = "-1 on Clash rolls."',
        'text = "-1"\nblocks = "sleep"',
        ["33: status waterlogged: no thing to block is called 'sleep'"],
    ),
    ("hook", '"biological"', '"biologic"', ["6: item tide-hook: no family is called 'biologic'"]),
    (
        "salt-stair",
        'area = "stair"',
        'area = "stairs"',
        ["15: scenario salt-stair: no Area is called 'stairs'"],
    ),
    (
        "salt-stair",
        'first = ["quay"]',
        'first = ["key"]',
        ["11: scenario salt-stair: no Area is called 'key'"],
    ),
    (
        "salt-stair",
        'objective = "seal"',
        'objective = "sea"',
        ["14: scenario salt-stair: no objective is called 'sea'"],
    ),
    (
        "salt-stair",
        'progress = "shared"',
        'progress = "shared"\nrequires = "amphora"',
        ["68: scenario salt-stair: no objective is called 'amphora'"],
    ),
    (
        "salt-stair",
        '"control.end"',
        '"control.never"',
        ["15: scenario salt-stair: no scoring event is called 'control.never'"],
    ),
    (
        "salt-stair",
        'when = "all_ob',
        'when = "al_ob',
        ["18: scenario salt-stair: no end is called 'al_objectives_completed'"],
    ),
    (
        "salt-stair",
        '"lower_rating"',
        '"a coin"',
        ["11: scenario salt-stair: no chooser is called 'a coin'"],
    ),
    # operations, conditions and scopes that make no sense at their moment
    (
        "hook",
        '"damage.taken"',
        '"recruit.cost"',
        ["10: item tide-hook: prevent makes no sense at recruit.cost"],
    ),
    (
        "drowned",
        '"clash.absorb"',
        '"clash.roll"',
        ["14: type drowned: presence makes no sense at clash.roll"],
    ),
    (
        "drowned",
        'op = "status", word = "add", what = "waterlogged"',
        'op = "activation", word = "keep"',
        ["27: ability undertow: activation keep makes no sense at clash.win"],
    ),
    (
        "drowned",
        '"clash.win", op',
        '"round.end", op',
        [
            "27: ability undertow: status makes no sense at round.end",
            "27: ability undertow: the condition defending has no meaning at round.end",
            "27: ability undertow: there is no opponent at round.end",
        ],
    ),
    (
        "hook",
        'op = "prevent", value = 1',
        'op = "gain", what = "slot", value = 1',
        ["10: item tide-hook: gain makes no sense at damage.taken"],
    ),
    (
        "hook",
        "optional = true",
        "declare = true",
        ["10: item tide-hook: nothing is declared at damage.taken, which lies in no Clash"],
    ),
    (
        "hook",
        "optional = true",
        "optional = true, declare = true",
        [
            "10: item tide-hook: an effect is declared or optional, not both",
            "10: item tide-hook: nothing is declared at damage.taken, which lies in no Clash",
        ],
    ),
    (
        "hook",
        "optional = true",
        'cost = "discard", price = 1',
        ["10: item tide-hook: what has a cost is declared or optional, for it is paid on use"],
    ),
    (
        "hook",
        "optional = true",
        'until = "clash"',
        ["10: item tide-hook: only a status lasts until something, prevent does not"],
    ),
    (
        "hook",
        '"damage.taken", op = "prevent"',
        '"profile.build", op = "gain", what = "slot"',
        ["10: item tide-hook: what holds at profile.build is neither chosen nor limited"],
    ),
    (
        "hook",
        '"damage.taken", op = "prevent"',
        '"unit.incapacitated", op = "heal"',
        ["10: item tide-hook: heal makes no sense at unit.incapacitated"],
    ),
    # MS-TYP-4: the template of own types
    (
        "drowned",
        'affinity = "carry"',
        'affinity = "hunt"',
        ["3: type drowned: no effect gives it its affinity to hunt (MS-TYP-4)"],
    ),
    (
        "drowned",
        'name = "wounded" }] }',
        'name = "wounded" }] },\n  { on = "fate.roll", op = "modify", value = 1 }',
        ["3: type drowned: beside its affinity a type has one effect that helps, not 2 (MS-TYP-4)"],
    ),
    # numbers out of range, words for numbers, limits by halves
    ("drowned", "cost = 2", "cost = 3", ["24: ability undertow: cost is 1 to 2, not 3"]),
    ("hook", "cost = 1", "cost = 0", ["7: item tide-hook: cost is 1 to 3, not 0"]),
    ("hook", "value = 1", "value = 4", ["10: item tide-hook: prevent goes from 1 to 3, not to 4"]),
    ("hook", "value = 1", "value = 0", ["10: item tide-hook: prevent has a number that is not 0"]),
    (
        "hook",
        "times = 1",
        "times = 0",
        ["10: item tide-hook: a limit says how often and in what"],
    ),
    (
        "drowned",
        'word = "add"',
        'word = "add", value = 2',
        ["27: ability undertow: status has a word and no number"],
    ),
    (
        "drowned",
        'clash.roll", op = "modify", value = -1',
        'clash.roll", op = "modify", value = -3',
        ["33: status waterlogged: modify goes from -2 to 2, not to -3"],
    ),
    (
        "salt-stair",
        "rounds = 6",
        "rounds = 60",
        ["8: scenario salt-stair: rounds is 1 to 20, not 60"],
    ),
    (
        "salt-stair",
        "copies = 3",
        "copies = 30",
        ["56: scenario salt-stair: copies is 1 to 9, not 30"],
    ),
    (
        "salt-stair",
        "points = 3",
        "points = 1000000000000000000000",
        ["14: scenario salt-stair: points is too large a number"],
    ),
    # fields that are missing, unknown, or of another kind
    ("drowned", 'affinity = "carry"\n', "", ["3: type drowned: it lacks its affinity"]),
    (
        "drowned",
        "campaign = ",
        "campain = ",
        ["3: type drowned: it lacks its campaign", "9: type drowned: no field is called 'campain'"],
    ),
    ("hook", 'op = "prevent", ', "", ["10: item tide-hook: effects 1 lacks its op"]),
    ("hook", "cost = 1", 'cost = "1"', ["7: item tide-hook: cost is a whole number, not a text"]),
    (
        "hook",
        "cost = 1",
        "cost = 1.0",
        ["7: item tide-hook: cost is a whole number, not a fraction"],
    ),
    (
        "hook",
        "cost = 1",
        "cost = true",
        ["7: item tide-hook: cost is a whole number, not true or false"],
    ),
    (
        "hook",
        'name = "Tide Hook"',
        "name = 2026-11-29",
        ["5: item tide-hook: name is a text, not a date or time"],
    ),
    (
        "hook",
        "optional = true",
        "optional = 1",
        ["10: item tide-hook: optional is true or false, not a whole number"],
    ),
    (
        "drowned",
        '["drowned", "mycelian"]',
        '"drowned"',
        ["23: ability undertow: types is a list, not a text"],
    ),
    ("hook", "cost = 1", "cost = 1\nown = true", ["8: item tide-hook: no field is called 'own'"]),
    (
        "salt-stair",
        "rounds = 6",
        "rounds = 6\nworks = false",
        ["9: scenario salt-stair: no field is called 'works'"],
    ),
    # names, ids and texts
    (
        "hook",
        "Tide Hook",
        "Tide\\u0007Hook",
        ["5: item tide-hook: a name holds no invisible characters, this one U+0007"],
    ),
    (
        "hook",
        "Tide Hook",
        "H" * 81,
        ["5: item tide-hook: a name has 1 to 80 characters, this one has 81"],
    ),
    (
        "hook",
        "Tide Hook",
        " ",
        ["5: item tide-hook: a name has 1 to 80 characters, this one has 0"],
    ),
    (
        "hook",
        "Once per scenario, p",
        "P\\u00ad",
        ["8: item tide-hook: a text holds no invisible characters, this one U+00AD SOFT HYPHEN"],
    ),
    ("hook", '"tide-hook"', '"Tide Hook!"', ["4: item Tide Hook!: 'Tide Hook!' is no id"]),
    (
        "salt-stair",
        '"ruin", "high"',
        '"ruin", "High!"',
        ["37: scenario salt-stair: 'High!' is no tag"],
    ),
    # scenarios that cannot be played
    (
        "salt-stair",
        'adjoins = ["quay", "vault"]',
        'adjoins = ["quay"]',
        ["43: scenario salt-stair: stair does not adjoin vault in turn"],
    ),
    (
        "salt-stair",
        'adjoins = ["quay", "vault"]',
        'adjoins = ["quay", "vault", "stair"]',
        ["33: scenario salt-stair: stair adjoins itself"],
    ),
    (
        "salt-stair",
        'tags = ["ruin", "wet"]\nadjoins = ["stair"]',
        'tags = ["ruin", "wet"]',
        ["33: scenario salt-stair: vault does not adjoin stair in turn"],
    ),
    (
        "salt-stair",
        'name = "Salt Stair"',
        'name = "DRY quay"',
        ["33: scenario salt-stair: areas already has one called 'DRY quay'"],
    ),
    (
        "salt-stair",
        'objective = "seal", ',
        "",
        ["14: scenario salt-stair: points for objective.completed lack their objective"],
    ),
    (
        "salt-stair",
        'second = ["vault"]',
        "second = []",
        ["11: scenario salt-stair: the second crew has no Area to start in"],
    ),
    (
        "salt-stair",
        'to = "all_in_area"',
        'to = "self"',
        ["40: scenario salt-stair: an Area's effect is for all_in_area or for a crew"],
    ),
    (
        "salt-stair",
        'to = "all_in_area"',
        'to = "crew", optional = true',
        ["40: scenario salt-stair: an Area's effect is not chosen or limited: nobody bears it"],
    ),
    (
        "salt-stair",
        ', family = "relic"',
        "",
        ["23: scenario salt-stair: an item, and nothing else, is won with its family"],
    ),
    (
        "salt-stair",
        '"gather_resources"',
        '"make_peace"',
        ["6: scenario salt-stair: no kind of scenario is called 'make_peace'"],
    ),
    (
        "salt-stair",
        'progress = "shared"',
        'progress = "shared"\nrequires = "seal"',
        ["60: scenario salt-stair: seal requires itself in the end"],
    ),
    (
        "salt-stair",
        'progress = "shared"',
        'progress = "shared"\nneeds = [{ what = "moon_full", of = "" }]',
        ["68: scenario salt-stair: no need is called 'moon_full'"],
    ),
    (
        "salt-stair",
        "ends = [",
        (
            'special = [{ id = "tide", name = "The tide", text = "It comes.", die = 6, chances = ['
            '{ from_round = 3, low = 5, high = 7, area = "quay", hit = 4 }] }]\nends = ['
        ),
        ["17: scenario salt-stair: a d6 has no faces 5 to 7"],
    ),
    (
        "salt-stair",
        "ends = [",
        (
            'neutrals = [{ id = "old", name = "Old", type = "drowned", die = 7, health = 2, '
            'area = "quay", behaviour = "escorted" }]\nends = ['
        ),
        [
            "17: scenario salt-stair: no Existence Die is called '7'",
            "17: scenario salt-stair: who is escorted has a controller, first or second (MS-NEU-4)",
        ],
    ),
    # files that are no such files
    ("hook", "[[items]]", "[[itmes]]", ["3: own content has no 'itmes'"]),
    ("hook", "[[items]]", "[items]", ["3: items is no list of entries"]),
    ("hook", "cost = 1", "cost = ", ["7: no TOML at character 8: invalid value"]),
    (
        "hook",
        'tag = "biological"',
        'name = "Hook"',
        ["6: no TOML at character 14: cannot overwrite a value"],
    ),
    (
        "hook",
        "cost = 1",
        "cost = " + "9" * 5000,
        ["1: it holds a number of too many digits"],
    ),
    ("hook", "[[items]]", "x = " + "[" * 5000 + "\n[[items]]", ["1: it is nested too deeply"]),
    (
        "hook",
        '"damage.taken", op = "prevent", value = 1, optional = true, times = 1, per = "scenario"',
        '"clash.declare", op = "permit", what = "swarm_count"',
        ["10: item tide-hook: swarm_count has a number"],
    ),
    (
        "hook",
        '"damage.taken", op = "prevent", value = 1, optional = true, times = 1, per = "scenario"',
        '"profile.build", op = "permit", what = "evolve_twice", value = 1',
        ["10: item tide-hook: evolve_twice has no number"],
    ),
    (
        "hook",
        '"damage.taken", op = "prevent", value = 1, optional = true, times = 1, per = "scenario"',
        '"round.end", op = "heal", value = 1, times = 1, per = "clash"',
        ["10: item tide-hook: round.end lies in no Clash, so its limit is per another span"],
    ),
    (
        "drowned",
        'name = "wounded" }] }',
        (
            'name = "wounded" }] },\n  { on = "action.interact", op = "objective", value = 1, '
            'when = [{ name = "objective_tag", value = "hunt" }] }'
        ),
        ["3: type drowned: a type has one affinity, this one has carry, hunt (MS-TYP-4)"],
    ),
    (
        "salt-stair",
        'on = "winner"',
        'on = "loser"',
        ["23: scenario salt-stair: no moment is called 'loser'"],
    ),
    (
        "salt-stair",
        'of = "amphorae"',
        'of = "jars"',
        ["22: scenario salt-stair: no deed is called 'jars'"],
    ),
    (
        "salt-stair",
        'id = "seal"\nname',
        'id = "amphorae"\nname',
        [
            "14: scenario salt-stair: no objective is called 'seal'",
            "60: scenario salt-stair: objectives already has an entry 'amphorae'",
        ],
    ),
    (
        "salt-stair",
        'purpose = "where the boats still lie"',
        'purpose = ""',
        ["29: scenario salt-stair: a text has 1 to 2000 characters, this one has 0"],
    ),
]


@pytest.mark.parametrize(("name", "right", "wrong", "sentences"), MISTAKES)
def test_a_mistake_is_told(name: str, right: str, wrong: str, sentences: list[str]) -> None:
    """One sentence for each: file, line of the entry or key, what is wrong (MS-EFF, MS-TYP-4)."""
    expected = sorted(f"content/{name}.toml:{sentence}" for sentence in sentences)
    assert sorted(told(replaced(name, right, wrong))) == expected


@pytest.mark.parametrize(
    ("name", "right", "wrong", "hint"),
    [
        ("hook", '"damage.taken"', '"damage.takn"', "damage.taken is near"),
        ("hook", '"prevent", value', '"prevnt", value', "prevent is near"),
        ("hook", "cost = 1", "cst = 1", "cost is near"),
        ("hook", '"biological"', '"biologic"', "biological is near"),
        ("hook", "[[items]]", "[[itmes]]", "items is near"),
        (
            *("hook", "[[items]]", "[[equipment]]"),
            "there are types, abilities, items, statuses, scenarios",
        ),
        ("hook", "[[items]]", "[items]", "[[items]] begins an entry"),
        ("hook", '"damage.taken"', '"clash.compare"', "clash.compare takes tie"),
        ("drowned", '"waterlogged", to', '"waterloged", to', "waterlogged is near"),
        ("drowned", '["drowned", "mycelian"]', '["drowend"]', "drowned is near"),
        ("salt-stair", 'objective = "seal"', 'objective = "sael"', "seal is near"),
    ],
)
def test_the_nearest_right_word_is_told(name: str, right: str, wrong: str, hint: str) -> None:
    """Own words and official ones alike; where none is near, what may stand there."""
    faults = read(replaced(name, right, wrong), book()).faults
    assert hint in [fault.hint for fault in faults]


def test_what_a_scenario_is_fought_for_is_told_if_it_lacks() -> None:
    """MS-OBJ-1, MS-SCN-5: neither objectives nor points."""
    text = TEXTS["salt-stair"]
    start, end = text.index("scoring ="), text.index("[[scenarios.areas]]")
    bare = text[:start] + "scoring = []\nends = []\nrewards = []\nobjectives = []\n\n" + text[end:]
    bare = bare[: bare.index("[[scenarios.objectives]]")]
    entry = "content/salt-stair.toml:3: scenario salt-stair: it has no"
    assert told(written(**{"salt-stair": bare})) == [
        f"{entry} objectives, so nothing is fought for (MS-OBJ-1)",
        f"{entry} scoring, so nothing is fought for (MS-SCN-5)",
    ]


def test_a_map_in_two_pieces_is_told() -> None:
    """MS-MOV-3: the Vault alone by itself cannot be reached, though all is mutual."""
    text = TEXTS["salt-stair"].replace('adjoins = ["quay", "vault"]', 'adjoins = ["quay"]')
    text = text.replace('tags = ["ruin", "wet"]\nadjoins = ["stair"]', 'tags = ["ruin", "wet"]')
    (fault,) = told(written(**{"salt-stair": text}))
    assert fault.endswith(":43: scenario salt-stair: vault cannot be reached from quay")


def test_words_that_mean_something_else_name_no_area() -> None:
    """MS-OBJ-4: `any` stands for all Areas."""
    text = TEXTS["salt-stair"].replace('"vault"', '"any"')
    (fault,) = told(written(**{"salt-stair": text}))
    assert fault.endswith(
        ":43: scenario salt-stair: no Area is called any, which means all of them"
    )


def test_a_scenario_has_twelve_areas_at_most() -> None:
    """What a board cannot show is not played."""
    text = TEXTS["salt-stair"].replace('adjoins = ["stair"]\n', "")
    text = text.replace('adjoins = ["quay", "vault"]\n', "")
    more = "".join(
        f'[[scenarios.areas]]\nid = "a{n}"\nname = "A {n}"\npurpose = "-"\ntags = []\n\n'
        for n in range(10)
    )
    text = text.replace("[[scenarios.objectives]]", more + "[[scenarios.objectives]]", 1)
    (fault,) = told(written(**{"salt-stair": text}))
    assert fault.endswith(":3: scenario salt-stair: it has 13 Areas, 12 at most can be shown")


def test_an_entry_is_a_table() -> None:
    """A list of anything else is told, one by one."""
    assert told(written(a="items = [1, { id = 2 }]")) == [
        "content/a.toml:1: item 1: it is no table",
        *(f"content/a.toml:1: item 2: {sentence}" for sentence in LACKING),
    ]


LACKING = (
    "id is a text, not a whole number",
    *(f"it lacks its {field}" for field in ("name", "tag", "cost", "text", "effects")),
)
