"""Names of lines are looked up by kind and side, and written so that only they are meant."""

import pytest

from cli.lines import Scene, actions, line
from domain.games.mortisphere.acting import Decline
from domain.games.mortisphere.announcing import Declare
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.clash import Clash, Guard, GuardKind, Respond, Strike
from domain.games.mortisphere.lines import LANGUAGE
from domain.games.mortisphere.ordering import Order, Pair
from domain.games.mortisphere.throwing import AnnounceRoll, Roll
from domain.games.mortisphere.using import Accept, Named
from domain.lines import Redo, Undo
from domain.terms import Action, Ambiguous, NotFound, WrongUsage
from domain.throwing import Shown
from tests.cli.scenes import ANA, BEN, GREY, NAMES, WET, unit


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("c rat>fir;ra;3", ["clash Rat > First Voice", "respond absorb", "roll 3"]),
        (
            "c rat vs fir then rd fir then 3 7 seen by Ana",
            ["clash Rat > First Voice", "respond defend First Voice", "roll 3 7 !Ana"],
        ),
        ("m rat to bel", ["move Rat to Bell Tower"]),
        ("i tal with open copy 02", ["interact Tallow with Open a bin copy 2"]),
        ("h qui # she waits; truly", ["hold The Quiet Girl"]),
        ("  CLASH  Rat   VS the h ", ["clash Rat > The Host"]),
        ("clash rat vs fir and tal vs the host", ["clash Rat > First Voice & Tallow > The Host"]),
        ("o tal>the host&rat>fir", ["order Tallow > The Host & Rat > First Voice"]),
        ('x "Low Note"', ["choose Low Note"]),
        ("x last", ["choose The Last Granary"]),
        ("p;.;p grey", ["pass", "done", "pass Grey Ledger"]),
        ("hold @rat", ["hold Rat"]),
        ("hold grey/RAT", ["hold Rat"]),
        ("4r9r10 007", ["roll 4r9r10 7"]),
        ("roll! 5 3 !  Ana", ["roll! 5 3 !Ana"]),
        ("u;u clash;redo", ["undo", "undo clash", "redo"]),
        ("y;n", ["yes", "no"]),
        ("hold rat\nhold tal", ["hold Rat", "hold Tallow"]),
        ("w rat;w tal bringing nin", ["withdraw Rat", "withdraw Tallow bringing Nine-of-Nine"]),
        ("deploy rat, tal at bell", ["deploy Rat, Tallow at Bell Tower"]),
        ("x > fir;x to bell", ["choose First Voice", "choose Bell Tower"]),
    ],
)
def test_short_forms_and_words_stand_for_long_ones(typed: str, canonical: list[str]) -> None:
    """A short form, a sign's word, a short name: the line that is stored is the same."""
    assert [line(done, LANGUAGE, ANA) for done in actions(typed, LANGUAGE, ANA)] == canonical


def one(text: str, scene: Scene = ANA) -> Action | Undo | Redo:
    """The action of one line."""
    (done,) = actions(text, LANGUAGE, scene)
    return done


def test_a_clash_names_ids() -> None:
    """MS-CLA-2 to -7: strikes of initiators and targets; a Swarm and its leader are marked."""
    assert one("clash Rat, Tallow > First Voice & swarm other led by oth > the o") == Clash(
        strikes=(
            Strike(initiators=(f"{GREY}/6", f"{GREY}/4"), targets=(f"{WET}/2",)),
            Strike(
                initiators=(f"{GREY}/7",), targets=(f"{WET}/7",), swarm=True, leader=f"{GREY}/7"
            ),
        )
    )


def test_guards_say_how_they_defend() -> None:
    """MS-CLA-12 to -18, MS-SWA-11: for themselves, in another's place, beside, as a Swarm."""
    assert one("ra", BEN) == Respond()
    assert one("rd the h for first against rat & low beside the h", BEN) == Respond(
        guards=(
            Guard(
                kind=GuardKind.FOR,
                members=(f"{WET}/6",),
                place_of=f"{WET}/2",
                against=(f"{GREY}/6",),
            ),
            Guard(kind=GuardKind.BESIDE, members=(f"{WET}/3",), place_of=f"{WET}/6"),
        )
    )
    assert one("rd swarm low, lower, lowest", BEN) == Respond(
        guards=(Guard(kind=GuardKind.SWARM, members=(f"{WET}/3", f"{WET}/4", f"{WET}/5")),)
    )


def test_all_is_spelled_out() -> None:
    """MS-CLA-17: `defend all` is stored with the names of all who are asked."""
    done = actions("rd all", LANGUAGE, BEN)[0]
    assert done == Respond(guards=(Guard(members=(f"{WET}/6", f"{WET}/2")),))
    assert line(done, LANGUAGE, BEN) == "respond defend The Host, First Voice"
    with pytest.raises(WrongUsage, match="`all` means nobody"):
        one("rd all", ANA)


def test_an_order_names_pairings() -> None:
    """MS-MUL-5: the pairings in the order in which they are settled."""
    assert one("order tal > fir & rat > the h") == Order(
        pairs=(
            Pair(initiator=f"{GREY}/4", target=f"{WET}/2"),
            Pair(initiator=f"{GREY}/6", target=f"{WET}/6"),
        )
    )


def test_faces_are_dice_not_names() -> None:
    """MS-RES-3, MS-RES-7: faces die by die, what was rolled again before, who watched."""
    assert one("5 3 !Ana") == Roll(faces=(Shown(5), Shown(3)), witness="Ana")
    assert one("4r9r10") == Roll(faces=(Shown(4, (9, 10)),))
    assert one("roll! 2") == Roll(faces=(Shown(2),), typed=True)
    assert one("roll!") == AnnounceRoll()


def test_a_sealed_roll_has_no_line() -> None:
    """In a sealed battle the same lines stand without `roll`."""
    assert line(Roll(reveals=("00" * 32,)), LANGUAGE, ANA) == ""


def test_undo_is_no_action_of_the_battle() -> None:
    """`undo` and `redo` are about lines on record; the one who keeps the record answers them."""
    assert one("u") == Undo()
    assert one("undo round") == Undo(span="round")
    assert one("undo to battle-3/17") == Undo(to="battle-3/17")
    assert one("redo") == Redo()


def test_a_name_is_looked_up_on_the_side_of_its_slot() -> None:
    """Rule 3: kind and side decide, so a short name means the same all battle long."""
    twins = (*NAMES, unit(WET, 8, "Rattle", "RTT"), unit(GREY, 8, "Firkin", "FRK"))
    mine = Scene(twins, GREY)
    assert one("clash ratt > firk", mine) == one("clash Wet Choir/rattle > Grey Ledger/fir", mine)
    assert one("clash fir > rat", mine) == Clash(
        strikes=(Strike(initiators=(f"{GREY}/8",), targets=(f"{WET}/8",)),)
    )


def test_two_of_one_name_are_written_with_their_crew() -> None:
    """Rule 3: `Crew/Name` narrows, and is what is stored where two have one name."""
    scene = Scene((*NAMES, unit(WET, 8, "RÁT", "RTT")), GREY)
    done = actions("clash rat > rat", LANGUAGE, scene)[0]
    assert line(done, LANGUAGE, scene) == "clash Grey Ledger/Rat > Wet Choir/RÁT"
    assert one("clash Grey Ledger/Rat > Wet Choir/RÁT", Scene(scene.names, WET)) == done


def test_twins_of_one_crew_are_written_by_handle() -> None:
    """Rule 3: `@abc` is the handle, and parts twins of one crew."""
    scene = Scene((*NAMES, unit(GREY, 8, "Rat", "RTT")), GREY)
    assert line(one("hold @rtt", scene), LANGUAGE, scene) == "hold @RTT"
    with pytest.raises(Ambiguous) as refused:
        one("move rat to hall", scene)
    assert refused.value.candidates == ("Grey Ledger/RAT Rat", "Grey Ledger/RTT Rat")
    assert refused.value.hint == ("acta do 'move @RAT to hall' or acta do 'move @RTT to hall'")


def test_a_fielded_member_is_looked_up_in_the_crew_that_is_named() -> None:
    """MS-REC-8: the lines to type for two Rats of the named crew, not of the other."""
    scene = Scene((*NAMES, unit(WET, 8, "Ratter", "RTT"), unit(WET, 9, "Ratling", "RLG")), GREY)
    assert line(one("field wet: ratter, fir", scene), LANGUAGE, scene) == (
        "field Wet Choir: Ratter, First Voice"
    )
    with pytest.raises(Ambiguous) as refused:
        one("field wet: rat", scene)
    assert refused.value.hint == ("acta do 'field wet: Ratter' or acta do 'field wet: Ratling'")


def test_a_ruling_names_a_crew_where_it_scores() -> None:
    """MS-EVT-5: points go to a crew, everything else befalls a member."""
    with pytest.raises(NotFound, match="no crew is called Rat"):
        one('ruling "x": Rat scores 2')
    with pytest.raises(NotFound, match="nobody here is called Wet Choir"):
        one('ruling "x": Wet Choir loses 2')
    text = 'ruling "x": Wet Choir scores 2, Rat at Bell Tower, Rat gains Unseen'
    assert line(one(text), LANGUAGE, ANA) == text


def test_an_unknown_name_is_told_by_its_kind() -> None:
    """An unknown name: what was looked for, and what is near."""
    with pytest.raises(NotFound, match=r"^no place is called Wel Yard$") as refused:
        one("move Rat to Wel Yard")
    assert refused.value.hint == "Well Yard is near"
    with pytest.raises(NotFound, match=r"^nobody here is called Rok$"):
        one("clash Rat > Rok")
    with pytest.raises(NotFound, match=r"^no objective is called the moon$"):
        one("interact Rat with the moon")


def test_effects_have_a_bearer_and_a_name() -> None:
    """Chapter 16: declared, taken up in a line, offered and taken, or left; `bringing` an ally."""
    rat, first = f"{GREY}/6", f"{WET}/2"
    assert one("d rat: adr") == Declare(effects=(Named(rat, "adrenal-sac"),))
    assert one("c rat vs fir with rat: furnace") == Clash(
        strikes=(Strike(initiators=(rat,), targets=(first,)),),
        effects=(Named(rat, "furnace-sprayer"),),
    )
    assert one("yes nin: plated") == Accept(effects=(Named(f"{GREY}/3", "plated-housing"),))
    assert one("no nin: plated") == Decline(effects=(Named(f"{GREY}/3", "plated-housing"),))
    assert one("m tal to yard bringing rat") == Move(
        members=(f"{GREY}/4",), to="yard", bringing=rat
    )
