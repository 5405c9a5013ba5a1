"""An aftermath as a whole: when it begins, in which order, once; on a real record."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.aftermath import ItemGained, ItemLost, TreasuryChanged
from domain.audit import audit
from domain.campaign import STORY, BattleClosed
from domain.dice import PLACES
from domain.findings import Verdict
from domain.games.mortisphere.acting import Done
from domain.games.mortisphere.after.deals import OpenAftermath
from domain.games.mortisphere.after.evening import ChoiceMade, Evening, Spend
from domain.games.mortisphere.after.homecoming import AftermathOpened
from domain.games.mortisphere.after.order import AFTERMATH
from domain.games.mortisphere.after.shop import AftermathClosed
from domain.games.mortisphere.dicebox import ChangeDice, DiceChanged
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.rounds import BattleConcluded
from domain.games.mortisphere.ruling import Note, NoteAdded
from domain.games.mortisphere.throwing import AnnounceRoll, RollAnnounced
from domain.ledger.fold import fold
from domain.ledger.record import Line
from domain.members import ExperienceGained
from domain.roster import CrewFounded, FoundingEnded, MemberRecruited
from domain.terms import Action, RuleBroken
from domain.throwing import Rolled, Source
from tests.evening import Night, buy, done, no, yes
from tests.season import GAME, Season
from tests.story import Story, choose, crew, d, member, roll

BEGIN = OpenAftermath()


def played(path: Path, **how: Any) -> tuple[Season, str]:
    """A season with one battle, concluded; its aftermath is still to come."""
    season = Season(path)
    ash, iron = season.crew("ash.toml"), season.crew("iron.toml")
    return season, season.play(season.open(ash, iron, **how))


# Beginning and end


def test_it_begins_when_the_battle_is_concluded() -> None:
    """MS-CAM-2, MS-SCN-4: not before; nothing is awaited, and every line is refused."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(8, "Nine")))
    evening = Evening()
    for event in story.events:
        evening = AFTERMATH.evolve(evening, event)
    with pytest.raises(RuleBroken, match="MS-CAM-2: the battle is not concluded"):
        AFTERMATH.decide(evening, BEGIN)
    assert GAME.after.show(evening)["status"] == "none"


def test_any_line_begins_it() -> None:
    """MS-CAM-2: `acta after` begins it, and so does the first answer."""
    story = Story(crew("Ash", member("Sura", 8, out=True, lost=3)), crew("Iron", *d(8, "Nine")))
    begun = Night(story, "").do(BEGIN)
    assert begun.told(AftermathOpened).battle == "battle-1"
    assert begun.refused(BEGIN) == "MS-CAM-2"
    assert Night(story, "").do(roll(15)).told(AftermathOpened).battle == "battle-1"


def test_only_what_is_awaited_is_answered() -> None:
    """MS-CAM-2: a roll, a choice, a confirmation and a shop each take their own answers."""
    story = Story(crew("Ash", member("Sura", 8, out=True, lost=3)), crew("Iron", *d(8, "Nine")))
    night = Night(story, "")
    lines: list[Action] = [choose("Sura"), yes(), no, done, buy("Rivet Gun")]
    for line in lines:
        assert night.refused(line) == "MS-CAM-2"
    shop = night.do(roll(15))
    assert shop.asks == ("shop", "Ash")
    lines = [choose("Sura"), yes(), no, roll(1)]
    for line in lines:
        assert shop.refused(line) == "MS-CAM-2"


def test_faces_are_checked() -> None:
    """MS-RES-3: a d20 shows no 21, and is one die."""
    story = Story(crew("Ash", member("Sura", 8, out=True, lost=3)), crew("Iron", *d(8, "Nine")))
    assert Night(story, "").refused(roll(21)) == "MS-RES-3"
    assert Night(story, "").refused(roll(1, 2)) == "MS-RES-3"


def test_notes_are_always_open() -> None:
    """MS-HIS-3: before, while and after."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(8, "Nine")))
    over = Night(story, "").do(BEGIN, done, done)
    assert over.do(Note(text="a long night")).told(NoteAdded).text == "a long night"


def test_fates_come_crew_by_crew_in_the_order_of_the_opening() -> None:
    """MS-CAM-2: header order, and all that hangs on one fate before the next."""
    changed = member("Sura", 8, out=True, lost=3)
    story = Story(
        crew("Ash", changed, *d(8, "Vex")),
        crew("Iron", member("Nine", 8, out=True, lost=3), *d(8, "Ten")),
    )
    night = Night(story, "")
    asked = [night.asks]
    for line in (roll(19), no, choose("ruin-wise"), roll(15)):
        night = night.do(line)
        asked.append(night.asks)
    assert asked == [
        ("fate", "Ash"),
        ("new-type", "Ash"),
        ("gift", "Ash"),
        ("fate", "Iron"),
        ("shop", "Ash"),
    ]


def test_the_house_rules_of_the_battle_hold() -> None:
    """MS-EVT-2: the snapshot of the battle, not what the campaign has set since."""
    story = Story(
        crew("Ash", *d(8, "Sura")), crew("Iron", *d(8, "Nine")), house={"income": "flat_6"}
    )
    assert Night(story, "Ash").do(BEGIN).crew("Iron").treasury == 6


# What others see


def test_what_is_awaited_is_told_to_scripts() -> None:
    """`next --json`: the state, the question with its rule and offers, the dice, the patterns."""
    story = Story(
        crew("Ash", member("Sura", 8, out=True, lost=3), *d(8, "Vex")), crew("Iron", *d(8, "Nine"))
    )
    night = Night(story, "Iron")
    asked = GAME.after.ask(night.evening)
    assert (asked["awaiting"], asked["crew"]) == ("roll", "Ash")
    assert asked["dice"] == [{"member": "Sura", "die": 20, "max": 20, "again": False}]
    assert asked["patterns"] == ["roll {1..20}"]
    lesson = GAME.after.ask(night.do(roll(15)).evening)
    assert lesson["question"] == {
        "id": "lesson",
        "rule": "MS-ADV-2",
        "text": "Who learns a lesson?",
        "about": "",
        "offers": ["Sura", "Vex"],
        "min": 1,
        "max": 1,
    }


def test_every_state_is_shown() -> None:
    """Each question has its rule, each is listed in `legal`, whatever is asked."""
    own = member("Sura", 8, "mutant", captain=True, out=True, lost=3, items=("saints-finger",))
    story = Story(crew("Ash", own, *d(8, "Vex")), crew("Iron", *d(8, "Nine")))
    night, seen = Night(story, "Ash"), []
    lines: list[Action] = [
        roll(2), roll(19), yes(), roll(19), choose("machine"), choose("forgotten-orders"),
        roll(10), done,
    ]  # fmt: skip
    for line in lines:
        asked = GAME.after.ask(night.evening)
        seen.append((asked["awaiting"], asked.get("question", {}).get("id", "")))
        legal = GAME.after.legal(night.evening)
        if asked["awaiting"] in ("choose", "confirm"):
            assert night.named(line) in legal.simple() or line == yes()
        assert legal.admits(night.named(line))
        assert not legal.admits(choose("nobody"))
        night = night.do(line)
    assert ("confirm", "fate-relic") in seen
    assert ("choose", "new-type") in seen


# On record


def test_an_aftermath_is_on_record(tmp_path: Path) -> None:
    """MS-CAM-2: battle and crews together; every crew is free for the next battle afterwards."""
    season, battle = played(tmp_path / "ledger.db")
    books = season.ledger.know(GAME.books, (STORY, *season.crews)).state
    assert {crew.aftermath for crew in books.crews.values()} == {battle}
    with pytest.raises(RuleBroken, match="MS-CAM-2: the aftermath of battle-1 is not over"):
        season.open(*season.crews)
    season.settle(battle)
    books = season.ledger.know(GAME.books, (STORY, *season.crews)).state
    assert {crew.aftermath for crew in books.crews.values()} == {""}
    with pytest.raises(RuleBroken, match="there is only one"):
        season.after(battle, BEGIN)
    kinds = [type(line.data) for line in season.ledger.story(battle)]
    assert kinds.count(BattleConcluded) == kinds.count(AftermathClosed) == 1
    assert season.open(*season.crews) == "battle-2"


def test_each_batch_begins_in_the_battles_story(tmp_path: Path) -> None:
    """A line of the aftermath is one undo step, found in the story of its battle."""
    season, battle = played(tmp_path / "ledger.db")
    before = {line.batch for line in season.ledger.story(battle)}
    season.settle(battle)
    batches = {line.batch for line in season.ledger.story(battle)} - before
    touched = {
        line.batch
        for story in season.crews
        for line in season.ledger.story(story)
        if isinstance(line.data, TreasuryChanged | ExperienceGained | ItemGained)
    }
    assert touched
    assert touched <= batches
    assert all(batch.startswith(battle) for batch in batches)


def test_sealed_dice_go_on_where_the_battle_left_them(tmp_path: Path) -> None:
    """MSD-1: the aftermath belongs to its battle's dice session; places go on."""
    season, battle = played(tmp_path / "ledger.db", sealed=True)
    fought = season.state(battle).seal.places
    season.settle(battle)
    places = [
        line.data.place
        for line in season.ledger.story(battle)
        if isinstance(line.data, Rolled) and line.data.place
    ]
    assert places == list(range(1, len(places) + 1))
    assert fought < len(places) < PLACES


def test_a_sealed_roll_may_be_announced(tmp_path: Path) -> None:
    """`dice.md`: a die may fall on the table in an aftermath too."""
    season, battle = played(tmp_path / "ledger.db", sealed=True)
    season.after(battle, BEGIN)
    (line,) = season.after(battle, AnnounceRoll())
    assert isinstance(line.data, RollAnnounced)
    with pytest.raises(RuleBroken, match="MS-EVT-4: this roll is announced already"):
        season.after(battle, AnnounceRoll())


def test_a_friendly_battle_between_crews_gives_nothing(tmp_path: Path) -> None:
    """Case 23: no experience, no salvage, no aftermath."""
    season, battle = played(tmp_path / "ledger.db", friendly=True)
    assert GAME.after.show(season.evening(battle))["status"] == "none"
    with pytest.raises(RuleBroken, match="MS-CAM-2: battle-1 was friendly"):
        season.after(battle, BEGIN)


def test_guests_of_a_file_have_an_aftermath_of_their_own() -> None:
    """Case 23: `[after]` of a friendly file touches the crews of the file, in its own story."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(8, "Nine")))
    night = Night(story, "").do(BEGIN, buy("Crude Blade"), done, done)
    assert set(night.evening.books.crews) == {"battle-1/1#1", "battle-1/1#2"}
    assert night.crew("Ash").treasury == 5


def lines_of(season: Season) -> list[Line]:
    """All lines of all stories, in the order in which they came onto the record."""
    return [line for _, line in season.ledger.page(0, 100_000)]


@pytest.mark.parametrize("seed", ["ash", "iron", "salt"])
def test_seasons_hold_together(tmp_path: Path, seed: str) -> None:
    """Cases 1, 2, 7, 11, 16: money is its receipts, things are unique, told twice it is alike."""
    season = Season(tmp_path / "ledger.db", seed=seed).season(3)
    season.settle("battle-3")
    books = season.ledger.know(GAME.books, (STORY, *season.crews)).state
    lines = lines_of(season)
    for name, crew_ in books.crews.items():
        mine = [line.data for line in lines if getattr(line.data, "crew", None) == crew_.who]
        assert crew_.treasury == _money(mine), name
        things = [item.id for one in crew_.members for item in one.items]
        things += [item.id for item in crew_.store]
        assert len(set(things)) == len(things) == _things(mine)
        for one in crew_.present:
            assert 0 <= one.lost < one.health
            assert one.experience >= 0
    again = fold(GAME.books, [line for line in lines if line.story in (STORY, *season.crews)])
    assert again == books
    closed = [line for line in lines if isinstance(line.data, BattleClosed)]
    assert len(closed) == len([line for line in lines if isinstance(line.data, BattleOpened)])


def _money(events: list[Any]) -> int:
    """What receipts, purse and recruits add up to."""
    balance = 0
    for event in events:
        match event:
            case CrewFounded():
                balance = event.purse
            case FoundingEnded():
                balance = event.treasury
            case MemberRecruited():
                balance -= event.cost - event.granted
            case TreasuryChanged():
                balance += event.amount
                assert event.balance == balance
            case _:
                pass
    return balance


def _things(events: list[Any]) -> int:
    """How many things a crew has, counted anew."""
    return sum(
        len(event.items)
        if isinstance(event, MemberRecruited)
        else isinstance(event, ItemGained) - isinstance(event, ItemLost)
        for event in events
    )


def test_it_goes_on_after_every_line(tmp_path: Path) -> None:
    """Resumable: told from the record after each line, the same is awaited."""
    season, battle = played(tmp_path / "ledger.db")
    season.after(battle, BEGIN)
    stories = {battle, STORY, *season.crews}
    while True:
        evening = season.evening(battle)
        record = [line for _, line in season.ledger.page(0, 100_000) if line.story in stories]
        told = fold(GAME.after.decider, record)
        assert GAME.after.awaited(told) == GAME.after.awaited(evening)
        waiting = GAME.after.awaited(evening)
        if isinstance(waiting, Spend):
            break
        season.after(battle, *_answers(evening))


def _answers(evening: Evening) -> list[Action]:
    """The lowest faces, or the first legal line."""
    sides = GAME.after.sides(evening)
    if sides:
        return [GAME.after.throw(tuple(1 for _ in sides))]
    return GAME.after.legal(evening).simple()[:1]


def test_the_dice_may_change_in_an_aftermath(tmp_path: Path) -> None:
    """`dice.md`: a party whose secret is lost goes on with the table's dice, on record."""
    season, battle = played(tmp_path / "ledger.db", sealed=True)
    season.after(battle, BEGIN)
    (line,) = season.after(battle, ChangeDice(dice=Source.TABLE, why="the words are lost"))
    assert isinstance(line.data, DiceChanged)
    assert season.evening(battle).battle.dice is Source.TABLE


def test_a_sealed_roll_that_is_taken_back_keeps_its_place(tmp_path: Path) -> None:
    """`dice.md`: places of retracted rolls stay used, in the aftermath as well."""
    season, battle = played(tmp_path / "ledger.db", sealed=True)
    season.settle(battle)
    told = [line.data for line in season.ledger.story(battle)]
    rolled = [event for event in told if isinstance(event, Rolled) and event.place]
    evening = season.evening(battle)
    unrolled = replace(evening.battle, seal=replace(evening.battle.seal, reveals=(), places=0))
    for event in rolled:
        again = AFTERMATH.struck(replace(evening, battle=unrolled), event)
        assert again.battle.seal.places == event.place
    assert evening.battle.seal.places == rolled[-1].place


def test_a_follower_finds_no_room() -> None:
    """MS-REC-4, discovery 10: a roster of 15 is full; nothing is asked."""
    names = [f"Sura {n}" for n in range(15)]
    story = Story(crew("Ash", *d(4, *names)), crew("Iron", *d(8, "Nine")))
    nine = Night(story, "Ash").do(BEGIN)
    assert nine.asks == ("advance", "Iron")
    full = nine.do(roll(10), roll(10))
    assert full.asks == ("shop", "Ash")
    assert full.told(ChoiceMade).answer == "no room"


def test_a_follower_is_answered_by_what_answers_it() -> None:
    """MS-CAM-2: while a follower waits nothing else is bought."""
    story = Story(crew("Ash", *d(8, "Sura")), crew("Iron", *d(8, "Nine")))
    night = Night(story, "Ash").do(BEGIN, roll(10))
    assert night.refused(buy("Riot Plate")) == "MS-CAM-2"
    asked = GAME.after.ask(night.evening)
    assert asked["patterns"] == ['recruit "NAME" as TYPE d4']
    assert GAME.after.legal(night.evening).simple() == [Done(crew="battle-1/1#1")]


def test_a_captive_may_be_ransomed_says_the_list() -> None:
    """`legal` lists the ransom of a captive, and what may be mended, bought, given, sold."""
    ash = crew("Ash", member("Sura", 8, out=True, lost=3), member("Vex", 8, at="tower"))
    story = Story(ash, crew("Iron", *d(8, "Nine")), house={"left_behind": "captured"})
    night = Night(story, "").do(roll(15), buy("Riot Plate"))
    kinds = {type(one).__name__ for one in GAME.after.legal(night.evening).simple()}
    assert kinds == {"Done", "Ransom", "Buy", "Sell", "Give", "Dismiss"}


@pytest.mark.parametrize("sealed", [False, True])
def test_an_aftermath_is_judged_again_by_the_audit(tmp_path: Path, *, sealed: bool) -> None:
    """`record.md`: every cause of an aftermath comes out as it is stored."""
    season = Season(tmp_path / "ledger.db").season(2, sealed=sealed)
    season.settle("battle-2")
    season.after("battle-1", Note(text="long ago"))
    report = audit(season.ledger)
    assert report.findings == ()
    assert report.verdict is Verdict.CLEAN
