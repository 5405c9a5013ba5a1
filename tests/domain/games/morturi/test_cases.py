"""Failures of other tools, tried in the arena, under the numbers of the list of cases."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.battle_file import parse
from cli.staging import Stage
from domain.games.morturi.activation import GladiatorActivated, TurnEnded
from domain.games.morturi.battle import Fighting
from domain.games.morturi.harm import LifeLost
from domain.games.morturi.opening import Open
from domain.games.morturi.play import awaited, evolve
from domain.games.morturi.rounds import RoundBegan, RoundEnded
from domain.games.morturi.showing import show
from domain.games.morturi.striking import AttackDiceThrown, AttackRolled
from domain.games.morturi.victory import BattleEnded
from domain.games.morturi.waiting import Activate, Throw
from domain.ledger.fold import masked
from domain.terms import Action, Event, RuleBroken, tag
from tests.arena_story import (
    Fight,
    activate,
    attack,
    change,
    choose,
    conclude,
    done,
    face,
    man,
    move,
    note,
    roll,
    ruling,
    school,
    stance,
    trick,
)
from tests.arena_transcripts import TRANSCRIPTS, staged
from tests.random_arenas import opened, openings, steps

FILES = sorted(TRANSCRIPTS.glob("*.acta"))


def names(events: Iterator[Event] | list[Event]) -> list[str]:
    """Names of events, without game and version."""
    return [tag(type(event)).partition(".")[2].removesuffix("/1") for event in events]


def test_case_19_a_modified_wound_is_told_once() -> None:
    """Case 19, MR-TER-1, MR-DMG-2: from higher ground 4 and 1 more: one loss of 5, told once."""
    tricks = ("fight_from_high", "combat_control", "will_to_live")
    rows = ("a" * 9, *("." * 9,) * 5, "..+......", "." * 9, "b" * 9)
    fight = Fight(
        school("Ludus", man("Pelta", "peltast", "C3", "n", *tricks)),
        school("Domus", man("Lucius", "laquerius", "C4", "s")),
        rows=rows,
    ).do(activate("Pelta"), attack("Lucius"), roll(2))
    assert [(e.amount, e.gladiator.name) for e in fight.all(LifeLost)] == [(5, "Lucius")]
    told = [event.told() for event in fight.new]
    assert len([line for line in told if line.startswith("Lucius loses")]) == 1
    assert len(set(told)) == len(told)


MEETING = Fight(
    school("Ludus", man("Felix", "gallus", "C3"), man("Paris", "gallus", "E1")),
    school("Domus", man("Lucius", "laquerius", "C4", "s"), man("Otho", "samnite", "F9")),
)
ACTING = MEETING.do(activate("Felix"))
OUT = change("Lucius", "out"), change("Otho", "out")


@pytest.mark.parametrize(
    ("story", "line", "events"),
    [
        (MEETING, activate("Felix"), ["gladiator-activated"]),
        (ACTING, move("e"), ["step-taken"]),
        (ACTING, face("s"), ["gladiator-turned"]),
        (ACTING, done, ["turn-ended"]),
        (ACTING, attack("Lucius"), ["attack-declared"]),
        (ACTING.do(face("s")), attack("Lucius"), ["attack-declared", "gladiator-turned"]),
        (ACTING.do(attack("Lucius")), roll(1), ["attack-rolled", "attack-ended"]),
        (ACTING.do(attack("Lucius")), roll(2), ["attack-rolled", "life-lost", "attack-ended"]),
        (MEETING, note("a cold day"), ["note-added"]),
        (MEETING, ruling("it rains"), ["ruling-recorded"]),
        (
            MEETING,
            ruling("the gate fell", *OUT),
            ["ruling-recorded", "gladiator-out", "gladiator-out", "battle-ended"],
        ),
        (
            MEETING.do(ruling("the gate fell", *OUT)),
            conclude,
            ["battle-concluded", "battle-closed"],
        ),
    ],
)
def test_case_20_a_line_writes_its_own_events_and_no_others(
    story: Fight, line: Action, events: list[str]
) -> None:
    """Case 20: exactly these, in this order, each once."""
    assert names(story.when(line)) == events


def test_case_22_a_round_begins_once() -> None:
    """Case 22, MR-CON-8: whatever is noted or ruled between, round 2 begins and bleeds once.

    Lucius bleeds 1 at the start of a round; that of round 1 fell before he bled.
    """
    fight = Fight(
        school("Ludus", man("Felix", "gallus", "C3")),
        school("Domus", man("Lucius", "laquerius", "G7", "s")),
    )
    fight = fight.do(ruling("a nail", change("Lucius", "gains", what="bleeding")))
    whole = fight.battle.units[fight.ids["Lucius"]].now
    for line in (activate("Felix"), done, activate("Lucius"), done):
        fight = fight.do(line, note("between"), ruling("nothing"))
    assert [e.round for e in fight.events if isinstance(e, RoundBegan)] == [1, 2]
    assert [e.round for e in fight.events if isinstance(e, RoundEnded)] == [1]
    assert fight["Lucius"].now == whole - 1
    begun = [e.gladiator.name for e in fight.events if isinstance(e, GladiatorActivated)]
    assert begun == ["Felix", "Lucius"]
    assert not any(unit.acted for unit in fight.battle.units.values())


def played(path: Path) -> Stage:
    """A file's battle, played to its end."""
    file = parse(path.read_text("utf-8"), path.name)
    stage = staged(file, path.name)
    for row in file.lines:
        stage.play(row)
    return stage


def counting(stage: Stage) -> list[Event]:
    """What counts of a battle, in its order."""
    struck = masked(stage.lines)
    return [line.data for line in stage.lines if line.batch not in struck]


def rounds_of(events: list[Event]) -> list[tuple[int, int]]:
    """For every turn: the rounds that had begun, and the round of the battle told so far."""
    battle, begun, seen = Fighting(), 0, []
    for event in events:
        battle = evolve(battle, event)
        begun += isinstance(event, RoundBegan)
        if isinstance(event, GladiatorActivated | TurnEnded):
            seen.append((begun, battle.round))
    return seen


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_86_every_turn_stands_in_its_own_round(path: Path) -> None:
    """Case 86: the round is what has been told; a battle resumed from its log goes on counting."""
    stage = played(path)
    events = counting(stage)
    assert all(begun == number for begun, number in rounds_of(events))
    numbers = [e.round for e in events if isinstance(e, RoundBegan)]
    assert numbers == list(range(1, stage.table.fight.round + 1))


FILE = """[game morturi 2026.1]
[scenario agreed_battle]
[mode friendly]
[arena 1x5 zones north south depth 1]
.
.
.
.
.
[dice table]
[start "Ludus" at "north"]
[start "Domus" at "south"]
[crew "Ludus"]
"Felix" gallus novicius
[crew "Domus"]
"Otho" samnite novicius
[lines]
activate Otho
done
activate Felix
done
undo
redo
undo
undo
activate Felix
done
activate Otho
done
activate Felix
done
"""


def test_case_88_the_round_goes_up_by_one() -> None:
    """Case 88: also over undo and redo at a round's border, and when the log is read again."""
    stage, rounds = staged(parse(FILE), "a file"), []
    for row in stage.file.lines:
        stage.play(row)
        rounds.append(stage.table.fight.round)
    assert rounds == [1, 1, 1, 2, 1, 2, 1, 1, 1, 2, 2, 2, 2, 3]
    told = counting(stage)
    assert [e.round for e in told if isinstance(e, RoundBegan)] == [1, 2, 3]
    battle = Fighting()
    for event in told:
        battle = evolve(battle, event)
    assert battle.round == stage.table.fight.round == 3


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(openings(), st.integers(0, 10**9))
def test_case_82_every_prefix_of_the_log_folds(opening: Open, seed: int) -> None:
    """Case 82: turn, step, attack, dice and loss are events; every prefix is a battle."""
    battle = opened(opening)
    for number, step in enumerate(steps(battle, str(seed))):
        battle = step.before
        for event in step.events:
            battle = evolve(battle, event)
            awaited(battle)
            show(battle)
        assert battle == step.after
        if number > 40:
            break


def hill() -> Fight:
    """King of the Hill; the hill is D4, Felix begins beside it and takes it in round 1."""
    rows = ("a" * 9, *("." * 9,) * 4, "...^.....", "." * 9, "." * 9, "b" * 9)
    cast = (
        school("Ludus", man("Felix", "gallus", "C4")),
        school("Domus", man("Otho", "samnite", "I9")),
    )
    return Fight(*cast, rows=rows, victory="king_of_the_hill")


def round_of(fight: Fight, *lines: Action) -> Fight:
    """A round in which Felix does something."""
    return fight.do(activate("Felix"), *lines, done, activate("Otho"), done)


def test_case_89_the_last_round_counts_to_its_end() -> None:
    """Case 89, MR-VIC-3, -4: the third round on the hill, to be held; the tenth without a blow.

    He takes the hill in round 1 and begins rounds 2, 3 and 4 on it: the end of round 4 wins. If he
    leaves it in round 4, nothing is won. Ten rounds without damage are a stalemate; not if the
    tenth has some.
    """
    fight = round_of(round_of(round_of(hill(), move("e"))))
    assert (fight.battle.round, fight.battle.ended) == (4, "")
    won = round_of(fight)
    assert (won.one(BattleEnded).rounds, won.one(BattleEnded).winners[0].name) == (4, "Ludus")
    assert round_of(fight, move("w")).battle.ended == ""
    quiet = MEETING_FAR
    for _ in range(9):
        quiet = round_of(quiet)
    assert quiet.battle.round == 10
    assert round_of(quiet).asks == ("Confirm", "")
    hurt = quiet.do(ruling("a nail", change("Otho", "loses", 1)))
    assert round_of(hurt).asks == ("Activate", "Ludus")


MEETING_FAR = Fight(
    school("Ludus", man("Felix", "gallus", "A1")),
    school("Domus", man("Otho", "samnite", "I9")),
    stalemate_rounds="10",
)


def test_case_119_as_many_faces_as_dice() -> None:
    """Case 119, MR-GEN-3, MR-ATK-8: one D6, or two of which one counts; 1 to 6 are its faces."""
    one = ACTING.do(attack("Lucius"))
    two = Fight(
        school("Ludus", man("Nepos", "dimachaerus", "C3", "n", *DUELLIST)),
        school("Domus", man("Lucius", "laquerius", "C4", "s")),
    ).do(activate("Nepos"), stance("duellist_stance"), attack("Lucius"))
    for fight, dice in ((one, 1), (two, 2)):
        assert isinstance(fight.awaited, Throw)
        assert len(fight.awaited.dice) == dice
        for count in (0, 1, 2, 3):
            if count != dice:
                assert fight.refused(roll(*[3] * count)) == "MR-GEN-3"
        for number in (0, 7):
            with pytest.raises(RuleBroken, match=f"a d6 cannot show {number}") as refused:
                fight.when(roll(*[number] * dice))
            assert refused.value.hint == "its faces are 1 to 6"
        fight.when(roll(*[3] * dice))


DUELLIST = ("duellist_stance", "combat_mastery", "will_to_live")


def test_case_121_both_dice_are_kept() -> None:
    """Case 121, MR-ATK-8: of 2 and 5 the 5 is chosen: both are on record, and which counts."""
    fight = Fight(
        school("Ludus", man("Nepos", "dimachaerus", "C3", "n", *DUELLIST)),
        school("Domus", man("Lucius", "laquerius", "C4", "s")),
    ).do(activate("Nepos"), stance("duellist_stance"), attack("Lucius"), roll(2, 5), choose("5"))
    rolled = fight.one(AttackRolled)
    assert (rolled.faces, rolled.natural) == ((2, 5), 5)
    thrown = next(e for e in fight.events if isinstance(e, AttackDiceThrown))
    assert "2 and 5" in thrown.told()


def test_case_127_a_turn_that_was_put_off_does_not_keep_a_round_open() -> None:
    """Case 127, MR-FCT-4: Optio will act after Titus; Titus falls: Optio acts, it is round 2.

    Nobody waits for the fallen, and nobody acts twice.
    """
    fight = Fight(
        school("Ludus", man("Optio", "optio", "A1"), man("Titus", "legionnaire", "C3")),
        school("Domus", man("Lucius", "laquerius", "G7")),
    ).knowing("Optio", "coordinated_action")
    fight = fight.do(activate("Optio"), trick("coordinated_action", "Titus"))
    fight = fight.do(activate("Lucius"), done)
    fight = fight.do(ruling("the gate fell", change("Titus", "out")))
    acted = []
    while fight.battle.round == 1:
        assert isinstance(fight.awaited, Activate)
        (one,) = fight.awaited.members
        acted.append(fight.called(one))
        fight = fight.do(activate(fight.called(one)), done)
    assert acted == ["Optio"]
    assert fight.battle.round == 2
