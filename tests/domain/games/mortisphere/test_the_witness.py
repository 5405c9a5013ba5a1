"""Chapter 20, The Witness: one crew guards an old survivor, the other hunts him."""

from domain.games.mortisphere.escorts import NeutralExited, NeutralMoved, NeutralTaken
from domain.games.mortisphere.objectives import ChannelInterrupted, ObjectiveCompleted
from domain.games.mortisphere.resolve import presence
from domain.games.mortisphere.roles import role
from domain.games.mortisphere.rounds import BattleEnded
from domain.games.mortisphere.showing import show
from domain.games.mortisphere.turns import TurnTaken
from domain.games.mortisphere.units import Standing
from tests.story import (
    Cast,
    Story,
    absorb,
    choose,
    clash,
    concede,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    no,
    roll,
    ruling,
    withdraw,
)

WITNESS = "The Witness"


def witness(*guards: Cast, hunters: tuple[Cast, ...] = (), begins: str = "", **house: str) -> Story:
    """Ash guards in the Shelter, Iron hunts from the Road Out; Ash begins unless said otherwise."""
    return Story(
        crew("Ash", *guards, at="shelter"),
        crew("Iron", *(hunters or d(20, "Nine")), at="road"),
        scenario="the-witness",
        house=house,
        begins=begins,
    )


def test_who_starts_in_the_shelter_guards() -> None:
    """MS-SCN-3, chapter 20: the first role guards, the second hunts; the Witness is a d4/2."""
    story = witness(*d(6, "Rat"))
    assert {s.who.name: role(story.battle, s.id) for s in story.battle.sides} == {
        "Ash": "first",
        "Iron": "second",
    }
    unit = story[WITNESS]
    assert (unit.kind, unit.die, unit.health, unit.area) == ("survivor", 4, 2, "shelter")
    (shown,) = show(story.battle)["neutrals"]
    assert (shown["behaviour"], shown["controller"]) == ("escorted", "Ash")


def test_its_controller_orders_the_blows_at_the_witness() -> None:
    """MS-MUL-5 `responding_player`, MS-NEU-4: its controller answers for it, and so orders."""
    hunters = (member("Nine", 6, at="shelter"), member("Ten", 8, at="shelter"))
    story = witness(*d(6, "Rat"), hunters=hunters, begins="Iron", pairing_order="responding_player")
    story = story.do(clash(f"Nine > {WITNESS}", f"Ten > {WITNESS}"), absorb)
    assert story.asks == ("Ordering", "Ash")


def test_the_lower_rating_guards_unless_it_says_otherwise() -> None:
    """MS-SCN-3: Iron, 4 to 6, takes the first start Area: the Shelter."""
    story = Story(
        crew("Ash", *d(6, "Rat"), at=""),
        crew("Iron", *d(4, "Nine"), at=""),
        scenario="the-witness",
        begins=None,
    )
    assert role(story.battle, story.ids["Iron"]) == "first"
    assert story[WITNESS].controller == story.ids["Iron"]


def test_the_shelter_shelters() -> None:
    """Chapter 20: +1 Presence for all there while no enemies are; the Witness counts for none."""
    story = witness(*d(6, "Rat"))
    assert presence(story.battle, story["Rat"]) == 1 + 1
    assert presence(story.battle, story[WITNESS]) == 1 + 1
    story = story.do(ruling("Nine at shelter"))
    assert presence(story.battle, story["Rat"]) == 1
    assert presence(story.battle, story[WITNESS]) == 1


def calmed(*guards: Cast, hunters: tuple[Cast, ...] = (), **house: str) -> Story:
    """Rat has talked the Witness into leaving in round 1; round 2 begins with Ash."""
    story = witness(member("Rat", 4), *guards, hunters=hunters, **house)
    story = story.do(interact("Rat", "calm"))
    while story.battle.round == 1:
        name = story.asks[1]
        mine = [n for n in story.ids if n in story.ready and story[n].crew == story.ids[name]]
        story = story.do(hold(mine[0]))
    return story


def test_calming_is_for_the_guards() -> None:
    """MS-OBJ-12, chapter 20: guards: calm 1; hunters cannot."""
    story = witness(*d(6, "Rat"), hunters=(member("Nine", 6, at="shelter"),))
    later = story.do(hold("Rat"))
    assert later.refused(interact("Nine", "calm")) == "MS-OBJ-12"
    story = story.do(interact("Rat", "calm"), hold("Nine"))
    assert story.scored == [("Ash", 1, "Talk the Witness into leaving")]


def test_before_it_is_calm_it_does_not_come() -> None:
    """MS-NEU-4: it moves only as the scenario says."""
    story = witness(*d(6, "Rat"))
    assert story.refused(move("Rat", "road", WITNESS)) == "MS-NEU-4"
    assert story.do(move("Rat", "road"))[WITNESS].area == "shelter"


def test_the_witness_moves_with_a_guard() -> None:
    """Chapter 20: from the same Area to the same Area; named in the line, nothing is asked."""
    story = calmed(member("Cat", 4)).do(move("Rat", "road", WITNESS))
    assert story.one(NeutralMoved).told() == (
        "The Witness moves from the Shelter to the Road Out (with Rat)."
    )
    assert (story["Rat"].area, story[WITNESS].area) == ("road", "road")
    assert story.activated == ["Rat"]
    assert story.asks == ("Turn", "Iron")


def test_a_guard_that_moves_is_asked() -> None:
    """Chapter 20: its controller may; without a word in the line it is asked."""
    story = calmed(member("Cat", 4)).do(move("Rat", "road"))
    assert (story.asks, story.offers) == (("Pick", "Ash"), [WITNESS])
    assert story.do(choose(WITNESS))[WITNESS].area == "road"
    alone = story.do(no)
    assert (alone["Rat"].area, alone[WITNESS].area) == ("road", "shelter")


def test_it_comes_with_guards_that_move_together() -> None:
    """Chapter 20, MS-TRN-3 `same_area_group`: the line names it once; nobody else is asked."""
    story = calmed(member("Cat", 4), noncombat_group="same_area_group")
    story = story.do(move("Rat, Cat", "road", WITNESS))
    assert [story[n].area for n in ("Rat", "Cat", WITNESS)] == ["road"] * 3
    assert len(story.all(NeutralMoved)) == 1
    assert story.asks == ("Turn", "Iron")


def test_the_next_guard_may_take_it_where_the_first_is_held() -> None:
    """MS-MOV-4 `opposed_roll`: Rat's 1 against 4 stays; Cat, whom nobody opposes, is asked."""
    story = calmed(
        member("Cat", 4),
        hunters=(member("Nine", 20, at="shelter"),),
        noncombat_group="same_area_group",
        leave_contested="opposed_roll",
    )
    story = story.do(move("Rat, Cat", "road", WITNESS), choose("Nine"), roll(1, 4))
    assert (story["Rat"].area, story[WITNESS].area) == ("shelter", "shelter")
    assert (story.asks, story.offers) == (("Pick", "Ash"), [WITNESS])
    story = story.do(choose(WITNESS), no)
    assert (story["Cat"].area, story[WITNESS].area) == ("road", "road")


def test_only_from_its_own_area() -> None:
    """MS-NEU-4: a guard elsewhere takes nobody along, and is not asked."""
    story = calmed(member("Cat", 4, at="road"))
    assert story.refused(move("Cat", "shelter", WITNESS)) == "MS-NEU-4"
    assert story.do(move("Cat", "shelter")).asks == ("Turn", "Iron")


def test_hunters_do_not_lead_it() -> None:
    """MS-NEU-4: it goes with its controller's members."""
    story = calmed(hunters=(member("Nine", 20, at="shelter"),)).do(hold("Rat"))
    assert story.refused(move("Nine", "road", WITNESS)) == "MS-NEU-4"


def test_the_fastest_way_out_takes_three_rounds() -> None:
    """Chapter 20, fastest: calm, the Road, out with round 3: 1 + 5 points, and the battle ends."""
    story = calmed().do(move("Rat", "road", WITNESS), hold("Nine"))
    story = story.do(withdraw("Rat", WITNESS), hold("Nine"))
    assert story.one(NeutralExited).told() == "The Witness leaves by the Road Out with Rat."
    assert [e.kind for e in story.all(TurnTaken)] == ["withdraw", "hold"]
    end = story.one(BattleEnded)
    assert end.rounds == 3
    assert story.points("Ash", "Iron") == [1 + 5, 0]


def test_out_with_a_guard_that_stays_in_the_field() -> None:
    """MS-SCN-4 exited: another guard still stands, and the battle ends for that reason."""
    story = calmed(member("Cat", 4)).do(move("Rat", "road", WITNESS), hold("Nine"), hold("Cat"))
    story = story.do(withdraw("Rat", WITNESS))
    assert story[WITNESS].standing is Standing.WITHDRAWN
    assert story.scored == [("Ash", 5, "The Witness is out")]
    story = story.do(hold("Nine"), hold("Cat"))
    assert (story.one(BattleEnded).reason, story.scored) == ("exited", [])


def test_who_withdraws_beside_it_is_asked() -> None:
    """Chapter 20: withdrawing works alike."""
    story = calmed(member("Cat", 4)).do(move("Rat", "road", WITNESS), hold("Nine"), hold("Cat"))
    story = story.do(withdraw("Rat"))
    assert (story.asks, story.offers) == (("Pick", "Ash"), [WITNESS])
    left = story.do(no)
    assert (left["Rat"].standing, left[WITNESS].standing) == (Standing.WITHDRAWN, Standing.ACTIVE)
    assert story.do(choose(WITNESS)).all(NeutralExited)


def hunt(*hunters: Cast, **house: str) -> Story:
    """Hunters in the Shelter, where Rat guards; they begin."""
    at = tuple(hunters) or (member("Nine", 6, at="shelter"), member("Ten", 6, at="shelter"))
    return witness(*d(20, "Rat"), hunters=at, begins="Iron", **house)


def test_hunters_take_it_away() -> None:
    """Chapter 20: take away (hunt 2): 5 points, the Witness is gone, the battle ends."""
    story = hunt().do(interact("Nine", "silence"), hold("Rat"), interact("Ten", "silence"))
    assert story.one(NeutralTaken).told() == "Ten takes The Witness away for Iron."
    assert story[WITNESS].standing is Standing.TAKEN
    assert story.one(BattleEnded).reason == "objective_completed"
    assert story.points("Ash", "Iron") == [0, 5]


def test_a_creature_hunts_alone() -> None:
    """MS-TYP-3: affinity hunt: 1 + 1 the first time."""
    story = hunt(member("Nine", 6, "creature", at="shelter")).do(interact("Nine", "silence"))
    assert story.do(hold("Rat")).all(NeutralTaken)


def test_guards_do_not_take_it() -> None:
    """MS-OBJ-12 `needs`: the hunting crew only."""
    assert witness(*d(6, "Rat")).refused(interact("Rat", "silence")) == "MS-OBJ-12"


def test_it_must_be_there() -> None:
    """MS-OBJ-12 `needs`: the Witness in the Area; and at the round's end still (MS-OBJ-9)."""
    story = calmed(hunters=(member("Nine", 20), member("Ten", 20, at="shelter")))
    assert story.do(hold("Rat")).refused(interact("Nine", "silence")) == "MS-OBJ-12"
    story = story.do(hold("Rat"), interact("Ten", "silence"), hold("Nine"))
    assert story.battle.progress[-1].points == 1
    story = story.do(move("Rat", "road", WITNESS))
    assert story.refused(interact("Ten", "silence")) == "MS-OBJ-12"


def test_taken_from_under_their_hands() -> None:
    """MS-OBJ-9: begun, but the Witness left with a guard before the round's end."""
    story = calmed(hunters=(member("Ten", 4, at="shelter"), member("Nine", 4)))
    story = story.do(hold("Rat")) if story.asks == ("Turn", "Ash") else story
    assert story.asks == ("Turn", "Iron")
    story = story.do(interact("Ten", "silence"))
    story = story.do(ruling("Rat ready"), move("Rat", "road", WITNESS), hold("Nine"))
    lost = story.one(ChannelInterrupted)
    assert (lost.member.name, lost.reason) == ("Ten", "gone")
    assert lost.told().endswith("(what it needs is gone).")


def test_felling_it() -> None:
    """Chapter 20: hunters: felled 4 (and no foe's point: it is of no crew); the battle ends."""
    story = hunt().do(ruling(f"{WITNESS} loses 1"))
    story = story.do(clash(f"Nine > {WITNESS}"), absorb, roll(5))
    assert story.scored == [("Iron", 4, "The Witness felled")]
    story = story.do(hold("Rat"), hold("Ten"))
    assert story.one(BattleEnded).reason == "neutral_incapacitated"
    assert story.points("Ash", "Iron") == [0, 4]


def test_it_still_stands_at_the_end() -> None:
    """Chapter 20: guards: standing at the end 3."""
    story = witness(*d(6, "Rat")).do(concede("Iron"))
    assert story.scored == [("Ash", 3, "The Witness still stands")]
    assert story.points("Ash", "Iron") == [3, 0]


def test_felled_foes_are_capped_at_three() -> None:
    """Chapter 20: either side: any felled foe 1, at most 3."""
    hens = d(4, "Hen", "Eel", "Fox", "Owl")
    hunters = tuple(member(n, 20, at="shelter") for n in "ABCD")
    story = witness(*hens, hunters=hunters, begins="Iron")
    gained = []
    for striker, foe in zip("ABCD", ("Hen", "Eel", "Fox", "Owl"), strict=True):
        story = story.do(clash(f"{striker} > {foe}"), absorb, roll(20))
        gained += [row for row in story.scored if row[0] == "Iron"]
        if story.asks == ("Turn", "Ash"):
            story = story.do(hold(next(n for n in ("Fox", "Owl", "Eel") if n in story.ready)))
    assert gained == [("Iron", 1, "an enemy felled")] * 3
    assert story.points("Iron") == [3]


def test_hunters_share_their_role() -> None:
    """MS-SCN-7: of three crews the two hunters share the role, and each earns for itself."""
    story = Story(
        crew("Ash", *d(20, "Rat"), at="shelter"),
        crew("Iron", member("Nine", 6, at="shelter"), at="road"),
        crew("Choir", member("Low", 6, at="shelter"), at="road"),
        scenario="the-witness",
        begins="Choir",
    )
    assert role(story.battle, story.ids["Choir"]) == "second"
    story = story.do(ruling(f"{WITNESS} loses 1"))
    story = story.do(clash(f"Low > {WITNESS}"), absorb, roll(6))
    assert story.points("Ash", "Iron", "Choir") == [0, 0, 4]


def test_it_is_calmed_once() -> None:
    """MS-OBJ-12 `claim: first`, one copy."""
    assert calmed().refused(interact("Rat", "calm")) == "MS-OBJ-12"


def test_it_is_taken_once() -> None:
    """MS-RND-6, MS-OBJ-12: where the scenario's own ends do not count, it is gone all the same."""
    story = hunt(round_limit="fixed_6")
    story = story.do(interact("Nine", "silence"), hold("Rat"), interact("Ten", "silence"))
    assert [e.objective.name for e in story.all(ObjectiveCompleted)] == ["Take the Witness away"]
    assert (story.battle.round, story.battle.ended) == (2, "")
    assert story.refused(interact("Ten", "silence")) == "MS-OBJ-12"
