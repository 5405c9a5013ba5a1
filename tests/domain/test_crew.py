"""Crews: founding, names, recruits, retirement, notes, and what waits while they fight."""

from pathlib import Path

import pytest

from domain import crew_file
from domain.aftermath import AftermathDone
from domain.books import Crew, Item, Member, Standing
from domain.campaign import STORY, BattleClosed, BattleListed, CrewListed, FoundCampaign
from domain.crew import (
    AddNote,
    FoundCrew,
    Recruit,
    RenameCrew,
    RenameMember,
    RetireMember,
    mustered,
    story_of,
)
from domain.games.mortisphere.rosters import PROFILES
from domain.ledger.record import Catalogue
from domain.names import find
from domain.roster import (
    CrewFounded,
    CrewRenamed,
    FoundingEnded,
    MemberRecruited,
    MemberRenamed,
    MemberRetired,
    NoteAdded,
)
from domain.terms import (
    Action,
    Ambiguous,
    Elsewhere,
    Event,
    NotFound,
    RuleBroken,
    Who,
    WrongUsage,
)
from tests.domain.household import GAME, Household

ASH = Who("crew-ash", "Ash")
SURA = Who("crew-ash/2", "Sura")
EXAMPLES = Path(__file__).parents[2] / "examples"


def campaign() -> Household:
    """A campaign without crews."""
    home = Household()
    home.judge(STORY, FoundCampaign(name="The Final Age"))
    return home


def ash(*names: str) -> Household:
    """Ash, and d4 survivors of these names; the first is on line 2 of its story."""
    home = campaign()
    home.judge("crew-ash", FoundCrew(crew="crew-ash", name="Ash", player="Ana"))
    for name in names:
        home.judge("crew-ash", Recruit(crew="crew-ash", name=name, kind="survivor", die=4))
    return home


def fighting(home: Household) -> Household:
    """The same crew in an open battle."""
    home.tell(STORY, BattleListed(battle="battle-1", scenario="x", crews=(ASH,)))
    return home


def test_a_crew_is_founded_in_its_own_story() -> None:
    """It is listed in the campaign's, and has the purse of the game (MS-REC-3)."""
    found = FoundCrew(crew="crew-ash", name=" Ash ", player="Ana")
    assert campaign().judge("crew-ash", found) == [
        CrewFounded(crew=ASH, player="Ana", purse=50),
        Elsewhere(STORY, CrewListed(crew=ASH, player="Ana")),
    ]
    assert ash().books.crew("crew-ash") == Crew(who=ASH, player="Ana", purse=50, treasury=50)


@pytest.mark.parametrize("name", ["Ash", "ASH", "ásh", "\u0410sh", "  ash "])
def test_crews_names_are_told_apart(name: str) -> None:
    """Unique in a campaign without case and accents, and no look-alikes."""
    with pytest.raises(WrongUsage, match="there is a crew Ash already"):
        ash().judge("crew-ash-2", FoundCrew(crew="crew-ash-2", name=name, player="Ben"))


def test_a_crews_story_is_its_slug() -> None:
    """Numbered where taken; it stays when the name changes."""
    home = ash()
    assert story_of(home.books, "Rust Choir") == "crew-rust-choir"
    assert story_of(home.books, "Ash!") == "crew-ash-2"
    home.judge("crew-ash", RenameCrew(crew="crew-ash", name="Ember"))
    assert story_of(home.books, "Ash") == "crew-ash-2"


@pytest.mark.parametrize("story", ["crew-ash", "ash", "crew-", "crew-A b", "campaign", "crew-con"])
def test_not_every_word_is_a_crews_story(story: str) -> None:
    """A story is `crew-` and a slug that nobody has."""
    with pytest.raises(WrongUsage, match="cannot be the story of a new crew"):
        ash().judge(story, FoundCrew(crew=story, name="Iron", player="Ben"))


def test_a_crew_is_renamed_in_both_stories() -> None:
    """The former name is free again."""
    home = ash()
    ember = Who("crew-ash", "Ember")
    assert home.judge("crew-ash", RenameCrew(crew="crew-ash", name="Ember")) == [
        CrewRenamed(crew=ember, before="Ash"),
        Elsewhere(STORY, CrewListed(crew=ember, player="Ana", before="Ash")),
    ]
    assert home.books.crew("crew-ash").who == ember
    home.judge("crew-ash-2", FoundCrew(crew="crew-ash-2", name="Ash", player="Ben"))
    with pytest.raises(WrongUsage, match="there is a crew Ash already"):
        home.judge("crew-ash", RenameCrew(crew="crew-ash", name="ash"))
    with pytest.raises(WrongUsage, match="called Ember already"):
        home.judge("crew-ash", RenameCrew(crew="crew-ash", name="Ember"))


def test_the_campaigns_list_alone_knows_names_and_stories() -> None:
    """Who only reads the campaign's story can still tell whether a name is free."""
    home = campaign()
    home.tell(STORY, CrewListed(crew=ASH, player="Ana"))
    with pytest.raises(WrongUsage, match=r"there is a crew .* already"):
        home.judge("crew-ash-2", FoundCrew(crew="crew-ash-2", name="ash", player="Ben"))


def test_a_recruit_is_a_member_under_its_address() -> None:
    """Its id is the line that brought it; its things are named after it."""
    home = ash()
    home.judge(
        "crew-ash",
        Recruit(
            crew="crew-ash", name="Sura", kind="survivor", die=6, items=("rivet-gun", "rivet-gun")
        ),
    )
    crew = home.books.crew("crew-ash")
    assert crew.member("crew-ash/2") == Member(
        who=SURA,
        handle="SUR",
        kind="survivor",
        die=6,
        health=2,
        items=(
            Item("crew-ash/2#rivet-gun", "rivet-gun"),
            Item("crew-ash/2#rivet-gun-2", "rivet-gun"),
        ),
    )
    assert crew.treasury == 50 - 6 - 2


def test_twins_share_a_name_but_no_handle() -> None:
    """`@abc` tells them apart."""
    books = ash("Rat", "Rat", "Other Rat").books
    assert find("as", books.named()).id == "crew-ash"
    crew = books.crew("crew-ash")
    assert [member.handle for member in crew.members] == ["RAT", "RAA", "OTH"]
    with pytest.raises(Ambiguous, match="rat may be Ash/RAT Rat, Ash/RAA Rat"):
        find("rat", crew.named())
    assert find("@raa", crew.named()).id == "crew-ash/3"


def test_a_member_is_renamed_there_and_back() -> None:
    """The handle stays; each former name is on record."""
    home = ash("Sura")
    ember = Who("crew-ash/2", "Ember")
    rename = RenameMember(crew="crew-ash", member="crew-ash/2", name="Ember")
    assert home.judge("crew-ash", rename) == [
        MemberRenamed(crew=ASH, member=ember, before="Sura"),
    ]
    with pytest.raises(WrongUsage, match="Ember is called so already"):
        home.judge("crew-ash", rename)
    back = RenameMember(crew="crew-ash", member="crew-ash/2", name="Sura")
    assert home.judge("crew-ash", back) == [MemberRenamed(crew=ASH, member=SURA, before="Ember")]
    assert home.books.crew("crew-ash").member("crew-ash/2").handle == "SUR"


def test_a_member_retires_once() -> None:
    """It is fielded no more; its profile stays."""
    home = ash("Sura", "Vex")
    home.judge("crew-ash", RetireMember(crew="crew-ash", member="crew-ash/3"))
    retire = RetireMember(crew="crew-ash", member="crew-ash/2", reason="old wounds")
    assert home.judge("crew-ash", retire) == [
        MemberRetired(crew=ASH, member=SURA, reason="old wounds"),
    ]
    crew = home.books.crew("crew-ash")
    assert crew.fit == ()
    assert crew.member("crew-ash/2").status is Standing.RETIRED
    with pytest.raises(WrongUsage, match="Sura has left Ash already"):
        home.judge("crew-ash", retire)


def test_notes_are_added() -> None:
    """MS-HIS-3: to a member's history, or to the crew's; also while it fights."""
    home = fighting(ash("Sura"))
    note = AddNote(crew="crew-ash", member="crew-ash/2", text=" rang the bell\ntwice ")
    assert home.judge("crew-ash", note) == [
        NoteAdded(crew=ASH, members=(SURA,), text="rang the bell\ntwice"),
    ]
    assert home.judge("crew-ash", AddNote(crew="crew-ash", text="lost the map")) == [
        NoteAdded(crew=ASH, text="lost the map"),
    ]


@pytest.mark.parametrize("text", ["", " \n ", "x" * 2001, "bell\x1b[2J", "a\u202eb"])
def test_a_note_is_text(text: str) -> None:
    """One to 2,000 visible characters."""
    with pytest.raises(WrongUsage):
        ash().judge("crew-ash", AddNote(crew="crew-ash", text=text))


@pytest.mark.parametrize(
    "action",
    [
        Recruit(crew="crew-ash", name="Vex", kind="mutant", die=4),
        RetireMember(crew="crew-ash", member="crew-ash/2"),
        RenameMember(crew="crew-ash", member="crew-ash/2", name="Vex"),
        RenameCrew(crew="crew-ash", name="Ember"),
    ],
)
def test_a_roster_waits_while_its_crew_fights(action: Action) -> None:
    """MS-CAM-2: recruiting comes after the battle; then it goes on."""
    home = fighting(ash("Sura"))
    with pytest.raises(RuleBroken, match="MS-CAM-2: Ash stands in battle-1") as refused:
        home.judge("crew-ash", action)
    assert refused.value.code == 1
    home.tell(STORY, BattleClosed(battle="battle-1"))
    home.tell("crew-ash", AftermathDone(crew=ASH, battle="battle-1"))
    assert home.judge("crew-ash", action)


@pytest.mark.parametrize(
    "action",
    [
        RetireMember(crew="crew-ash", member="crew-ash/9"),
        RenameCrew(crew="crew-iron", name="Ember"),
    ],
)
def test_nobody_else_is_there(action: Action) -> None:
    """Unknown crews and members are not found."""
    with pytest.raises(NotFound):
        ash().judge("crew-ash", action)


def test_other_actions_are_not_judged_here() -> None:
    """A campaign knows its own actions and remembers its own events."""

    class Elsewise(Action, frozen=True, tag="test.elsewise"):
        """An action of something else."""

    class Happened(Event, frozen=True, tag="test.happened/1"):
        """An event of something else."""

    home = ash()
    with pytest.raises(WrongUsage, match="no action of a campaign"):
        home.judge("crew-ash", Elsewise())
    assert home.rules.evolve(home.books, Happened()) == home.books
    assert home.rules.struck(home.books, Happened()) == home.books
    with pytest.raises(WrongUsage, match="no campaign has been founded here"):
        Household().judge("crew-ash", FoundCrew(crew="crew-ash", name="Ash", player="Ana"))


def test_founding_ends_with_the_first_battle() -> None:
    """MS-REC-3: of what is unspent 5 are kept; later battles take nothing."""
    home = ash("Sura", "Vex")
    captain = Recruit(
        crew="crew-ash", name="Oum", kind="survivor", die=20, captain=True, will="rule"
    )
    home.judge("crew-ash", captain)
    ended = FoundingEnded(crew=ASH, battle="battle-1", unspent=22, treasury=5)
    assert list(mustered(GAME, home.books, ["crew-ash"], "battle-1")) == [
        Elsewhere("crew-ash", ended),
    ]
    home.tell("crew-ash", ended)
    assert home.books.crew("crew-ash").treasury == 5
    assert list(mustered(GAME, home.books, ["crew-ash"], "battle-2")) == []
    with pytest.raises(RuleBroken, match="MS-CAM-2"):
        list(mustered(GAME, fighting(home).books, ["crew-ash"], "battle-2"))


def test_events_about_nobody_change_nothing() -> None:
    """Remembering never refuses: a rename whose recruit was taken back is no harm."""
    home = ash()
    before = home.books
    ghost = Who("crew-ash/7", "Ghost")
    assert home.tell("crew-ash", MemberRenamed(crew=ASH, member=ghost, before="G")) == before
    assert home.tell("crew-ash", MemberRetired(crew=ASH, member=ghost)) == before


def test_events_are_fit_for_the_record() -> None:
    """Every field is of the closed list of types."""
    events: list[type[Event]] = [
        *(BattleListed, BattleClosed, CrewListed, CrewFounded, CrewRenamed, MemberRecruited),
        *(MemberRenamed, MemberRetired, NoteAdded, FoundingEnded),
    ]
    actions: list[type[Action]] = [
        *(FoundCampaign, FoundCrew, RenameCrew, Recruit, RenameMember, RetireMember, AddNote)
    ]
    assert Catalogue(events, actions).event("crew.founded/1") is CrewFounded


def test_events_are_told() -> None:
    """One sentence each, with the names as they were."""
    recruited = MemberRecruited(
        crew=ASH,
        member=SURA,
        handle="SUR",
        kind="survivor",
        die=6,
        health=2,
        cost=8,
        treasury=42,
        captain=True,
        will="rule",
        abilities=("stubborn",),
        items=(Item("crew-ash/2#rivet-gun", "rivet-gun"),),
    )
    told = [
        CrewFounded(crew=ASH, player="Ana", purse=50),
        CrewRenamed(crew=ASH, before="Rust"),
        recruited,
        MemberRecruited(
            crew=ASH, member=SURA, handle="SUR", kind="mutant", die=4, health=1, cost=4, treasury=0
        ),
        MemberRenamed(crew=ASH, member=SURA, before="Vex"),
        MemberRetired(crew=ASH, member=SURA),
        MemberRetired(crew=ASH, member=SURA, reason="old wounds"),
        NoteAdded(crew=ASH, text="lost the map"),
        NoteAdded(crew=ASH, members=(SURA,), text="rang twice"),
        FoundingEnded(crew=ASH, battle="battle-1", unspent=22, treasury=5),
    ]
    assert [event.told() for event in told] == [
        "Ana founds Ash with a purse of 50.",
        "Rust is now Ash.",
        (
            "Sura (survivor d6, 2 Health; stubborn, rivet-gun) joins Ash as its Captain (rule): "
            "8 paid, 42 left."
        ),
        "Sura (mutant d4, 1 Health) joins Ash: 4 paid, 0 left.",
        "Vex of Ash is now Sura.",
        "Sura leaves Ash.",
        "Sura leaves Ash: old wounds.",
        "Note on Ash: “lost the map”",
        "Note on Sura: “rang twice”",
        "Ash is mustered for battle-1: 5 of 22 unspent are kept.",
    ]


@pytest.mark.parametrize(
    ("file", "members", "left"),
    [("ash", 4, 20), ("iron", 4, 14), ("grey-ledger", 6, 5), ("wet-choir", 6, 1)],
)
def test_crews_come_from_files(file: str, members: int, left: int) -> None:
    """The examples are legal crews: they can be founded and fielded."""
    read = crew_file.load(EXAMPLES / f"{file}.toml", PROFILES)
    home, story = campaign(), f"crew-{file}"
    for action in read.actions(story):
        home.judge(story, action)
    crew = home.books.crew(story)
    assert len(crew.fit) == members
    assert crew.treasury == left
    assert list(mustered(GAME, home.books, [story], "battle-1"))


def test_a_file_says_who_leads_or_the_line_does() -> None:
    """A crew has a player."""
    read = crew_file.read('name = "Ash"', "ash.toml", PROFILES)
    with pytest.raises(WrongUsage, match="nobody is said to lead Ash"):
        read.actions("crew-ash")
    assert read.actions("crew-ash", "Ana") == [
        FoundCrew(crew="crew-ash", name="Ash", player="Ana"),
    ]


FIELDS = "there are type, die, name, handle, name_kind, captain, health, abilities, items"


@pytest.mark.parametrize(
    ("text", "sentence", "hint"),
    [
        ("", "ash.toml:1: name is missing", ""),
        ('nmae = "Ash"', "ash.toml:1: nmae is no entry", "name is near"),
        ("name = Ash", "ash.toml:1: no TOML at character 8: invalid value", ""),
        (
            'name = "Ash"\n\n[[members]]\nname = "Sura"\ntype = "survivor"\ndie = "6d"\n',
            "ash.toml:6: 6d is no die",
            'die = "d6"',
        ),
        (
            (
                'name = "Ash"\n[[members]]\ntype = "x"\ndie = "d6"\n'
                '[[members]]\ndie = "d6"\nkind = 1\n'
            ),
            "ash.toml:7: members.1: kind is no entry",
            FIELDS,
        ),
        ('name = "Ash"\nmembers = [', "ash.toml:2: no TOML: invalid value", ""),
        ("name = 3", "ash.toml:1: name: a text in quotes is expected, not a whole number", ""),
        (
            'name = "Ash"\nmembers = 3\n',
            "ash.toml:2: members: a list is expected, not a whole number",
            "",
        ),
    ],
)
def test_a_wrong_file_is_refused(text: str, sentence: str, hint: str) -> None:
    """File, line, sentence, nearest right word."""
    with pytest.raises(WrongUsage, match=sentence) as refused:
        crew_file.read(text, "ash.toml", PROFILES)
    assert refused.value.hint == hint


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """Not there, a folder, no text."""
    with pytest.raises(NotFound, match="there is no file"):
        crew_file.load(tmp_path / "ash.toml", PROFILES)
    (tmp_path / "bad.toml").write_bytes(b"name = \xff")
    with pytest.raises(WrongUsage, match="is no text in UTF-8"):
        crew_file.load(tmp_path / "bad.toml", PROFILES)
    with pytest.raises(WrongUsage, match="is no file"):
        crew_file.load(tmp_path, PROFILES)
    (tmp_path / "bom.toml").write_text('\ufeffname = "Ash"', encoding="utf-8")
    assert crew_file.load(tmp_path / "bom.toml", PROFILES).name == "Ash"
