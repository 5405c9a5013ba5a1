"""Chapters 9 to 11 in play: the crowd, surrender, ways to win, figures, the opening, rulings."""

from typing import Any

import pytest

from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.dicing import TrickRolled
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.figures import FigureActed
from domain.games.morturi.flags import FlagCaptured, FlagTaken
from domain.games.morturi.play import awaited
from domain.games.morturi.rounds import RoundEnded
from domain.games.morturi.ruling import NoteAdded, RulingRecorded
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.surrender import SchoolSurrendered
from domain.games.morturi.units import Standing
from domain.games.morturi.victory import BattleConcluded, BattleEnded, HillHeld, HillLost
from domain.terms import NotFound, RuleBroken
from tests.arena_story import (
    Cast,
    Fight,
    activate,
    attack,
    change,
    conclude,
    deploy,
    done,
    man,
    move,
    no,
    note,
    roll,
    ruling,
    school,
    start,
    surrender,
    take,
    trick,
    yes,
)

A, B, C = "Ludus", "Domus", "Schola"
FAR = man("Otho", "samnite", "I9")


def duel(one: Cast, *others: Cast, **house: Any) -> Fight:
    """One gladiator against others; he is acting."""
    return Fight(school(A, one), school(B, *others), **house).do(activate(one.guest.name))


# The crowd


def test_a_final_blow_pleases_the_crowd() -> None:
    """MR-CRD-1, -2, -4: +1, and morale counts from the next damage on."""
    weak = man("Lucius", "laquerius", "C4", "s", lost=6)
    fight = duel(man("Felix", "gallus", "C3"), weak, FAR).do(attack("Lucius"), roll(2))
    assert fight.one(AttackRolled).damage == 2
    assert fight.one(FavourGained).favour == 1
    assert fight["Felix"].kills == 1


def test_last_words_and_the_final_blow_together() -> None:
    """MR-OOA-3: both favours are awarded at once."""
    tricks = ("last_words", "combat_control", "will_to_live")
    other = man("Gaius", "murmillo", "C4", "s", *tricks, lost=7)
    fight = duel(man("Felix", "gallus", "C3"), other, FAR).do(attack("Gaius"), roll(4))
    assert fight.favour(A, B) == [1, 1]


def test_everyone_loves_him() -> None:
    """Everyone loves ...!: his school begins with 1 favour more."""
    tricks = ("everyone_loves", "performance", "will_to_live")
    fight = Fight(school(A, man("Mimus", "praegenarius", "C3", "n", *tricks)), school(B, FAR))
    assert fight.favour(A, B) == [1, 0]


@pytest.mark.parametrize(
    ("edition", "face", "favour"),
    [
        ("role_page", 4, 1),
        ("role_page", 3, 0),
        ("reference_sheet", 5, 0),
        ("reference_sheet", 6, 1),
    ],
)
def test_performance(edition: str, face: int, favour: int) -> None:
    """MR-CRD-8 edition_praegenarius: 4 MP; on 4+, or by the sheet on 6."""
    tricks = ("humiliating_strike", "performance", "will_to_live")
    one = man("Mimus", "praegenarius", "C3", "n", *tricks)
    fight = duel(one, FAR, edition_praegenarius=edition).do(trick("performance"), roll(face))
    assert fight.one(TrickRolled).worked is bool(favour)
    assert (fight.points, fight.favour(A)) == (1, [favour])
    assert fight.refused(trick("performance")) == "MR-MOV-4"


@pytest.mark.parametrize(
    ("edition", "face", "favour"),
    [("role_page", 3, 1), ("reference_sheet", 3, 0), ("reference_sheet", 1, 1)],
)
def test_mockery(edition: str, face: int, favour: int) -> None:
    """MR-CRD-8: any miss against him, or by the sheet a 1, pleases the crowd."""
    tricks = ("mockery", "performance", "will_to_live")
    other = man("Mimus", "praegenarius", "C4", "s", *tricks)
    fight = duel(man("Gaius", "secutor", "C3"), other, edition_praegenarius=edition)
    assert fight.do(attack("Mimus"), roll(face)).favour(B) == [favour]


def test_a_massive_crowd() -> None:
    """MR-BAT-8: every gain of favour counts twice."""
    weak = man("Lucius", "laquerius", "C4", "s", lost=7)
    fight = Fight(
        school(A, man("Felix", "gallus", "C3")),
        school(B, weak, FAR),
        complications=("massive_crowd",),
    )
    assert fight.do(activate("Felix"), attack("Lucius"), roll(2)).favour(A) == [2]


def test_battle_drums() -> None:
    """MR-BAT-8, MR-DMG-2: everybody's attacks do 1 more."""
    fight = Fight(
        school(A, man("Felix", "gallus", "C3")),
        school(B, man("Lucius", "laquerius", "C4", "s")),
        complications=("battle_drums",),
    )
    fight = fight.do(activate("Felix"), attack("Lucius"), roll(2))
    assert fight.one(AttackRolled).damage == 3


@pytest.mark.parametrize(("rule", "damage"), [("no", 3), ("yes", 2)])
def test_a_school_that_is_gone(rule: str, damage: int) -> None:
    """MR-CRD-5 eliminated_school_counts: a school without gladiators still rivals, or not."""
    cast = (
        school(A, man("Felix", "gallus", "C3")),
        school(B, man("Lucius", "laquerius", "C4", "s")),
        school(C, man("Titus", "laquerius", "A9")),
    )
    rows = ("aaaaaaaac", *("." * 9,) * 7, "b" * 9)
    fight = Fight(*cast, rows=rows, variants=("four_teams",), eliminated_school_counts=rule)
    scored = ruling("cheers", change(A, "scores", 1), change(C, "scores", 1))
    fight = fight.do(scored, ruling("he is ill", change("Titus", "out")))
    fight = fight.do(activate("Felix"), attack("Lucius"), roll(2))
    assert fight.one(AttackRolled).damage == damage


def test_in_memoriam() -> None:
    """In Memoriam: the whole turn, only if an ally was lost this round; on 3+ favour."""
    tricks = ("in_memoriam", "everyone_loves", "will_to_live")
    busto = man("Busto", "bustuarius", "A1", "n", *tricks)
    weak = man("Lucius", "laquerius", "C4", "s", lost=7)
    fight = Fight(school(A, man("Felix", "gallus", "C3"), FAR), school(B, busto, weak))
    quiet = fight.do(activate("Felix"), done, activate("Busto"))
    assert quiet.refused(trick("in_memoriam")) == "MR-CRE-8"
    fight = fight.do(activate("Felix"), attack("Lucius"), roll(2), done, activate("Busto"))
    fight = fight.do(trick("in_memoriam"), roll(3))
    assert fight.favour(B) == [2]
    assert fight.refused(move("n")) == "MR-MOV-7"


# Surrender


def three(**house: Any) -> Fight:
    """One school against three, of whom none has fallen."""
    return Fight(
        school(A, man("Felix", "gallus", "C3")),
        school(B, man("X", "samnite", "A9"), man("Y", "samnite", "C9"), man("Z", "samnite", "E9")),
        **house,
    )


def test_half_lost_rounded_up() -> None:
    """MR-SUR-1, -4: of three two must be out; then the rest leave, and the other school wins."""
    fight = three().do(ruling("ill", change("X", "out")), activate("Felix"), done)
    assert fight.refused(surrender(B)) == "MR-SUR-4"
    fight = fight.do(activate("Y"), done, activate("Z"), done, activate("Felix"), done)
    fight = fight.do(ruling("ill", change("Y", "out")), surrender())
    assert fight.one(SchoolSurrendered).school.name == B
    assert fight["Z"].standing is Standing.LEFT
    assert [w.name for w in fight.one(BattleEnded).winners] == [A]


def test_other_rules_of_surrender() -> None:
    """MR-SUR-4 surrender_when: any loss; any time with two or more."""
    fight = three(surrender_when="any_loss").do(activate("Felix"), done)
    assert fight.refused(surrender()) == "MR-SUR-4"
    assert fight.do(ruling("ill", change("X", "out")), surrender()).all(BattleEnded)
    free = three(surrender_when="any_time_if_2plus_entered")
    assert free.refused(surrender()) == "MR-SUR-4"
    assert free.do(activate("Felix"), done, surrender()).all(BattleEnded)


def test_one_against_one_does_not_surrender() -> None:
    """MR-SUR-3: half of one rounded up is one."""
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, FAR))
    assert fight.refused(surrender()) == "MR-SUR-4"
    assert fight.refused(surrender(B)) == "MR-SUR-4"


def test_no_surrender() -> None:
    """MR-SUR-2: where it is forbidden, trying takes all the remaining out of action."""
    fight = Fight(
        school(A, man("Felix", "gallus", "C3"), man("Paris", "gallus", "C5")),
        school(B, man("X", "samnite", "A9"), man("Y", "samnite", "C9")),
        scenario="crossfire",
        rows=("a" * 9, *("." * 9,) * 7, "b" * 9),
    )
    fight = fight.do(ruling("ill", change("Felix", "out")), surrender(A))
    assert fight.one(SchoolSurrendered).forbidden
    assert fight["Paris"].standing is Standing.OUT


# Victory


def test_the_last_school_wins() -> None:
    """MR-VIC-1: at once, when its last enemy falls; then the result is confirmed."""
    fight = duel(man("Felix", "gallus", "C3"), man("Lucius", "laquerius", "C4", "s", lost=7))
    assert fight.refused(conclude) == "MR-VIC-1"
    fight = fight.do(attack("Lucius"), roll(2))
    assert (fight.battle.ended, fight.asks[0]) == ("last_school", "Nothing")
    assert fight.refused(done) == "MR-VIC-1"
    fight = fight.do(conclude)
    assert fight.one(BattleConcluded).told() == "The battle is concluded."
    assert fight.refused(ruling("late", change("Felix", "loses", 1))) == "MR-VIC-1"
    assert fight.do(note("a good fight", "Felix")).one(NoteAdded).text == "a good fight"


def test_all_fall_together() -> None:
    """MR-VIC-2: if the last of all schools fall at the same moment it is a draw."""
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, FAR))
    fight = fight.do(ruling("the stand fell", change("Felix", "out"), change("Otho", "out")))
    assert fight.battle.ended == "draw"
    assert fight.one(BattleEnded).winners == ()


def test_a_stalemate_is_the_imperators_to_end() -> None:
    """MR-VIC-3: asked after so many rounds without damage, then every round."""
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, FAR), stalemate_rounds="10")
    for _ in range(10):
        assert fight.asks == ("Activate", A)
        fight = fight.do(activate("Felix"), done, activate("Otho"), done)
    assert fight.one(RoundEnded).quiet == 10
    assert (fight.asks, fight.offers) == (("Confirm", ""), ["stalemate"])
    over = fight.do(yes())
    assert (over.battle.ended, over.one(BattleEnded).winners) == ("stalemate", ())
    on = fight.do(no())
    assert (on.battle.round, on.asks) == (11, ("Activate", A))
    on = on.do(activate("Felix"), done, activate("Otho"), done)
    assert on.asks == ("Confirm", "")


def hill(**house: Any) -> Fight:
    """King of the Hill is a way to win; the hill is D4."""
    rows = ("a" * 9, *("." * 9,) * 4, "...^.....", "." * 9, "." * 9, "b" * 9)
    cast = school(A, man("Felix", "gallus", "C4")), school(B, FAR)
    return Fight(*cast, rows=rows, victory="king_of_the_hill", **house)


def round_of(fight: Fight, *lines: object) -> Fight:
    """A round in which Felix does something."""
    return fight.do(activate("Felix"), *lines, done, activate("Otho"), done)  # type: ignore[arg-type]  # lines


def test_king_of_the_hill() -> None:
    """MR-VIC-4: three rounds begun and ended on the hill by the same gladiator."""
    fight = round_of(hill(), move("e"))
    assert fight.one(HillHeld).begun[0].name == "Felix"
    for rounds in (1, 2):
        fight = round_of(fight)
        assert next(h.rounds for h in fight.all(HillHeld)) == rounds
    fight = round_of(fight)
    assert (fight.battle.ended, fight.one(BattleEnded).winners[0].name) == ("king_of_the_hill", A)


def test_who_bleeds_to_death_does_not_begin_the_round_on_the_hill() -> None:
    """MR-RND-5, MR-VIC-4: bleeding comes first, then the round is counted for who still stands."""
    dying = man("Felix", "gallus", "D4", lost=7, conditions=("bleeding",))
    rows = ("a" * 9, *("." * 9,) * 4, "...^.....", "." * 9, "." * 9, "b" * 9)
    mate = man("Varro", "gallus", "A1")
    fight = Fight(school(A, dying, mate), school(B, FAR), rows=rows, victory="king_of_the_hill")
    assert fight.battle.round == 1
    assert not fight["Felix"].active
    assert not fight.all(HillHeld)
    assert not fight.battle.holds


@pytest.mark.parametrize(("rule", "kept"), [("consecutive", 0), ("total", 1)])
def test_leaving_the_hill(rule: str, kept: int) -> None:
    """MR-VIC-4 hill_rounds: rounds in a row, or all together."""
    fight = round_of(round_of(hill(hill_rounds=rule), move("e")))
    fight = round_of(fight, move("w"))
    assert fight.one(HillLost).rounds == kept


def test_capture_the_flag() -> None:
    """MR-VIC-4: 3 MP on its square; its bearer may not attack; brought home it wins."""
    rows = ("a..", "...", "b..")
    fight = Fight(
        school(A, man("Felix", "gallus", "B1")),
        school(B, man("Otho", "samnite", "C3")),
        rows=rows,
        victory="capture_the_flag",
    )
    assert [f.square for f in fight.battle.flags] == ["A3", "A1"]
    fight = fight.do(activate("Felix"))
    assert fight.refused(take) == "MR-VIC-4"
    fight = fight.do(move("w"), take)
    assert (fight.one(FlagTaken).school.name, fight.points) == (B, 1)
    assert fight.refused(take) == "MR-VIC-4"
    fight = fight.do(move("n"), done, activate("Otho"), move("s"), done, activate("Felix"))
    fight = fight.do(move("e"))
    assert fight.refused(attack("Otho")) == "MR-VIC-4"
    fight = fight.do(move("w n"))
    assert fight.one(FlagCaptured).school.name == A
    assert fight.battle.ended == "capture_the_flag"


def test_a_flag_drops_where_its_bearer_falls() -> None:
    """MR-VIC-4: and a bearer has laid his shield down."""
    rows = ("aaa", "...", "bbb")
    fight = Fight(
        school(A, man("Felix", "gallus", "A1", "e"), man("Gaius", "gallus", "A3")),
        school(B, man("Otho", "gallus", "C2", "s")),
        rows=rows,
        victory="capture_the_flag",
    )
    fight = fight.do(activate("Felix"), move("e"), take, done)
    assert fight.battle.flags[1].bearer == fight.ids["Felix"]
    struck = fight.do(activate("Otho"), move("s"), attack("Felix"), roll(2))
    assert struck.one(AttackRolled).number == 2
    fight = fight.do(ruling("he trips", change("Felix", "out")))
    assert [(f.square, f.bearer) for f in fight.battle.flags] == [("B3", ""), ("B1", "")]


# Figures


def noxii() -> Fight:
    """The Slaughter of the Noxii with two schools, in its own arena."""
    fight = Fight(
        school(A, *(man(f"A{n}", "gallus") for n in range(3))),
        school(B, *(man(f"B{n}", "samnite") for n in range(3))),
        scenario="slaughter_of_the_noxii",
        placed=False,
    )
    fight = fight.do(start(B, "north-west"), start(A, "north-east"))
    for n, square in enumerate(["A15", "B15", "A14"]):
        fight = fight.do(deploy(f"B{n}", square), deploy(f"A{n}", ["O15", "N15", "O14"][n]))
    return fight


def test_eight_noxii_ring_the_pit() -> None:
    """MR-SCN-9, -10: eight on every second square round the pit, 6 LP, Move 3, no attack."""
    figures = [u for u in noxii().battle.units.values() if u.figure]
    assert len(figures) == 8
    assert {u.square for u in figures} == {"F10", "H10", "J10", "F8", "J8", "F6", "H6", "J6"}
    assert {(u.life, u.move, u.weapons) for u in figures} == {(6, 3, ())}


def test_noxii_run_at_the_rounds_end() -> None:
    """MR-SCN-9, MR-RND-5: each as far from all gladiators as it can, never into the pit."""
    fight = noxii()
    for n in range(3):
        fight = fight.do(activate(f"B{n}"), done, activate(f"A{n}"), done)
    while awaited(fight.battle).__class__.__name__ == "Throw":
        fight = fight.do(roll(1))
    ran = {u.who.name: u.square for u in fight.battle.units.values() if u.figure}
    assert ran["Noxius 1"] != "F6"
    assert not set(ran.values()) & {"G9", "H9", "I9", "G8", "H8", "I8", "G7", "H7", "I7"}
    assert fight.battle.round == 2
    assert ran["Noxius 1"] == "F3"


def test_a_noxius_is_worth_500() -> None:
    """MR-SCN-9: a killing blow on one gives +1 favour in place of the usual, and 500 denarii."""
    fight = noxii()
    one = next(u for u in fight.battle.units.values() if u.figure)
    fight.ids["Noxius"] = one.id
    fight = fight.do(
        ruling("he is thrown out", change("Noxius", "loses", 5), change("B0", "at", what="F5")),
        ruling("he lands", change("B0", "at", what="E6")),
    )
    fight = fight.do(activate("B0"), attack("Noxius"), roll(5))
    out = fight.one(GladiatorOut)
    assert (out.denarii, fight.favour(B)) == (500, [1])
    assert not fight.battle.ended


def test_the_slaughter_ends_with_the_last_of_them() -> None:
    """MR-SCN-5: it ends when every noxius is dead."""
    fight = noxii()
    figures = [u for u in fight.battle.units.values() if u.figure]
    for u in figures:
        fight.ids[u.who.name] = u.id
    fight = fight.do(ruling("lions", *(change(u.who.name, "out") for u in figures)))
    assert (fight.battle.ended, fight.one(BattleEnded).winners) == ("slaughter_condemned", ())
    assert not fight.all(FigureActed)


# Rulings, notes and what is refused


def test_rulings() -> None:
    """MR-GEN-4: life points, squares, conditions, turns, out and back, each by its event."""
    fight = Fight(
        school(A, man("Felix", "gallus", "C3")), school(B, FAR, man("Mus", "gallus", "I1"))
    )
    fight = fight.do(
        ruling(
            "the stand fell",
            change("Otho", "loses", 3),
            change("Otho", "gains", what="prone"),
            change("Felix", "at", what="D4"),
            change("Mus", "acted"),
        )
    )
    assert fight.one(RulingRecorded).text == "the stand fell"
    assert (fight["Otho"].now, fight["Felix"].square) == (5, "D4")
    assert fight["Otho"].under("prone")
    assert fight["Mus"].acted
    fight = fight.do(ruling("not so bad", change("Otho", "regains", 2), change("Mus", "ready")))
    assert (fight["Otho"].now, fight["Mus"].acted) == (7, False)
    fight = fight.do(ruling("carried out", change("Mus", "out")))
    fight = fight.do(ruling("he rises", change("Mus", "back", what="I2")))
    assert (fight["Mus"].square, fight["Mus"].active) == ("I2", True)
    for wrong in (
        change("Otho", "loses"),
        change("Felix", "regains", 1),
        change("Felix", "at", what="I9"),
        change("Felix", "at"),
        change("Felix", "sheds", what="prone"),
        change("Felix", "back"),
    ):
        assert fight.refused(ruling("no", wrong)) == "MR-GEN-4"
    assert fight.refused(ruling(" ")) == "MR-GEN-4"
    assert fight.refused(note(" ")) == "MR-GEN-4"
    acting = fight.do(activate("Felix"))
    assert acting.refused(ruling("no", change("Felix", "acted"))) == "MR-GEN-4"


def test_names_must_be_there() -> None:
    """A line names gladiators, schools and squares of its battle."""
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, FAR))
    for line in (activate("Nemo"), surrender("Nobody"), note("x", "Nemo")):
        with pytest.raises(NotFound):
            fight.when(line)
    acting = fight.do(activate("Felix"))
    with pytest.raises(RuleBroken, match="MR-ATK-2"):
        acting.when(attack())
    with pytest.raises(NotFound):
        acting.when(attack("Otho", at="Z30"))


def test_answers_out_of_turn() -> None:
    """MR-RND-1, MR-GEN-3, MR-REA-1: what is not awaited is refused by its rule."""
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, FAR))
    assert fight.refused(roll(3)) == "MR-GEN-3"
    assert fight.refused(move("n")) == "MR-RND-1"
    acting = fight.do(activate("Felix"))
    assert acting.refused(activate("Felix")) == "MR-RND-1"
    assert acting.refused(move("")) == "MR-MOV-2"
    assert acting.refused(move("x")) == "MR-MOV-2"
    assert acting.refused(trick("execute")) == "MR-CRE-8"


def noxius_and_hunter(*conditions: str, **house: Any) -> Fight:
    """One noxius of eight is left, in a corridor with a hunter at its end."""
    fight = Fight(
        school(A, *(man(f"Ana{n}", "gallus") for n in range(3))),
        school(B, *(man(f"Ben{n}", "samnite") for n in range(3))),
        scenario="slaughter_of_the_noxii",
        rows=("aaa......", "nnnnnnnnX", "bbb......"),
        placed=False,
        **house,
    )
    fight = fight.do(start(B, "south-west"))
    for n, column in enumerate("AB"):
        fight = fight.do(deploy(f"Ben{n}", f"{column}1"), deploy(f"Ana{n}", f"{column}3"))
    for u in fight.battle.units.values():
        if u.figure:
            fight.ids[u.who.name] = u.id
    lions = [change(f"Noxius {n}", "out") for n in range(1, 8)]
    shown = [change("Noxius 8", "gains", what=c) for c in conditions]
    return fight.do(ruling("lions", *lions, *shown))


def pass_the_round(fight: Fight) -> Fight:
    """Nobody does anything, and the figures act."""
    for n in range(3):
        fight = fight.do(activate(f"Ben{n}"), done, activate(f"Ana{n}"), done)
    return fight


def test_equal_flights_are_drawn() -> None:
    """MR-SCN-9: ties by the sum of distances, then a lot; equal facings by lot as well."""
    fight = pass_the_round(noxius_and_hunter())
    assert fight.awaited.what == "flight"  # type: ignore[union-attr]  # a Throw
    assert fight.awaited.lot == ("I1", "I3")  # type: ignore[union-attr]  # a Throw
    fight = fight.do(roll(2))
    assert fight.one(FigureActed).to == "I3"
    assert fight.one(FigureActed).facing == "e"


def test_a_figure_that_lies_stands_up() -> None:
    """MR-SCN-9, MR-CON-1: it has 3 MP, and standing up takes them."""
    fight = pass_the_round(noxius_and_hunter("prone"))
    assert fight["Noxius 8"].square == "H2"
    assert not fight["Noxius 8"].under("prone")


def test_a_figure_in_a_net_stays() -> None:
    """MR-CON-4: entangled it does not leave its square; it struggles free with its 3 MP."""
    fight = pass_the_round(noxius_and_hunter("entangled"))
    assert fight["Noxius 8"].square == "H2"
    assert not fight["Noxius 8"].under("entangled")


@pytest.mark.parametrize(("rule", "asked"), [("no", "Throw"), ("yes", "React")])
def test_noxii_turn_by_option(rule: str, asked: str) -> None:
    """MR-SCN-9 noxii_turn_to_face: they never do; by option the Imperator says so."""
    fight = noxius_and_hunter(noxii_turn_to_face=rule)
    near = ruling("closer", change("Ben0", "at", what="H1"))
    fight = fight.do(near, activate("Ben0"), attack("Noxius 8"))
    assert fight.asks[0] == asked


def test_an_arena_without_room_for_them() -> None:
    """MR-SCN-10: eight squares are drawn for eight noxii."""
    with pytest.raises(RuleBroken, match="MR-SCN-10"):
        Fight(
            school(A, *(man(f"Ana{n}", "gallus") for n in range(3))),
            school(B, *(man(f"Ben{n}", "samnite") for n in range(3))),
            scenario="slaughter_of_the_noxii",
            rows=("aaa", "nnn", "bbb"),
        )
