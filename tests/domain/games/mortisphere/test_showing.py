"""A battle as others see it: `battle show`, `next`, and what may be done (`cli.md`)."""

from typing import Any

import pytest

from domain.games.mortisphere import showing
from domain.games.mortisphere.acting import Choose, Decline, Pass
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.deployment import ChooseStart
from domain.games.mortisphere.gathering import open_battle
from domain.games.mortisphere.legal import Legal
from domain.games.mortisphere.opening import FieldTeam, Guest, GuestCrew, Open
from domain.games.mortisphere.ordering import Order
from domain.games.mortisphere.play import evolve
from domain.games.mortisphere.rounds import Conclude
from domain.house import Setting
from domain.terms import Elsewhere
from tests.random_battles import BOOKS
from tests.story import (
    Story,
    absorb,
    clash,
    conclude,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    respond,
    roll,
    ruling,
)

HALL = Story(
    crew("Ash", member("Oum", 10, captain=True, lost=3), *d(4, "Rat", "Cat", "Dog")),
    crew("Iron", *d(8, "Nine"), member("Ten", 8, out=True)),
)


def one(rows: list[dict[str, Any]], key: str, value: Any) -> dict[str, Any]:
    """The row in which a key has this value."""
    return next(row for row in rows if row[key] == value)


def test_a_battle_is_shown() -> None:
    """`battle show --json`: round, turn, Areas, objectives, members, scores."""
    shown = showing.show(HALL.battle)
    assert (shown["battle"], shown["status"], shown["round"]) == ("battle-1", "open", 1)
    assert shown["turn"] == {
        "crew": "Ash",
        "awaiting": "act",
        "may_act": ["Oum", "Rat", "Cat", "Dog"],
    }
    assert one(shown["areas"], "id", "hall")["controlled_by"] == ""
    assert one(shown["objectives"], "id", "bins")["progress"] == {}
    oum = one(shown["members"], "name", "Oum")
    assert (oum["health"], oum["max_roll"], oum["state"]) == (0, 4, "broken")
    assert one(shown["members"], "name", "Ten")["state"] == "incapacitated"
    assert shown["values"] == {"Ash": 22, "Iron": 8}


def test_awaited_dice_are_shown() -> None:
    """Whose, of how many faces, and what counts at most."""
    shown = showing.show(HALL.do(clash("Oum > Nine"), respond("Nine")).battle)
    assert shown["dice"] == [
        {"member": "Oum", "die": 10, "max": 4, "again": False},
        {"member": "Nine", "die": 8, "max": 8, "again": False},
    ]


def test_dice_of_crews_are_shown() -> None:
    """MS-INI-2: equal crews throw."""
    story = Story(crew("Ash", *d(6, "Rat")), crew("Iron", *d(6, "Nine")), begins=None)
    assert [row["member"] for row in showing.show(story.battle)["dice"]] == ["Ash", "Iron"]


def test_a_fallen_captain_and_a_winner_are_shown() -> None:
    """`state` fallen; `status` ended, then concluded; `winner` by name."""
    story = HALL.do(ruling("Oum out"))
    assert one(showing.show(story.battle)["members"], "name", "Oum")["state"] == "fallen"
    story = story.do(ruling("Rat acted", "Cat acted", "Dog acted", "Nine out"))
    shown = showing.show(story.battle)
    assert (shown["status"], shown["winner"], shown["scores"]) == (
        "ended",
        "Ash",
        {"Ash": 2, "Iron": 0},
    )
    assert showing.status(story.do(conclude).battle) == "concluded"


def test_progress_is_shown_by_crew_or_for_all() -> None:
    """MS-OBJ-10: each crew's, or one counter."""
    for value, expected in (("per_crew", {"Ash": 1}), ("shared", {"all": 1})):
        story = Story(
            crew("Ash", member("Sura", 6, "mycelian"), at="turbine"),
            crew("Iron", *d(20, "Nine"), at="press"),
            scenario="wake-the-press",
            house={"objective_progress": value, "objective_contest": "instant"},
        ).do(interact("Sura", "prime"))
        row = one(showing.show(story.battle)["objectives"], "id", "prime")
        assert (row["progress"], row["by"]) == (expected, [])


def asked(story: Story) -> dict[str, Any]:
    """What `next` says."""
    return showing.ask(story.battle)


def test_next_in_a_turn() -> None:
    """Who acts, what may be joined, what is open always."""
    told = asked(HALL)
    assert (told["awaiting"], told["crew"], told["question"]) == ("act", "Ash", {})
    assert set(told["combine"]) == {"clash"}
    assert told["always"][-1] == "concede CREW"
    assert told["patterns"] == []


def test_next_for_a_group() -> None:
    """MS-TRN-3 `same_area_group`."""
    story = Story(
        crew("Ash", *d(4, "Rat", "Cat")),
        crew("Iron", *d(8, "Nine")),
        house={"noncombat_group": "same_area_group"},
    )
    assert set(asked(story)["combine"]) == {"clash", "move", "interact"}


def test_next_asks_for_an_answer() -> None:
    """MS-CLA-12: who is asked, and whom `all` means."""
    story = HALL.do(clash("Rat > Nine"))
    assert asked(story)["awaiting"] == "respond"
    assert showing.asked(story.battle) == (story.ids["Iron"], (story.ids["Nine"],))
    assert showing.asked(HALL.battle) == (HALL.ids["Ash"], ())
    assert set(asked(story)["combine"]) == {"respond"}


def test_next_asks_for_dice() -> None:
    """`patterns` holds the faces."""
    story = HALL.do(clash("Rat > Nine"), respond("Nine"))
    assert asked(story)["patterns"] == ["roll {1..4} {1..8}"]
    assert showing.sides(story.battle) == (4, 8)


def test_next_asks_who_is_struck() -> None:
    """MS-SWA-10: as many names as blows."""
    story = HALL.do(clash("swarm Rat, Cat, Dog > Nine"), respond("Nine"), roll(1, 1, 1, 8))
    told = asked(story)
    assert told["question"] == {
        "id": "blows",
        "rule": "MS-SWA-10",
        "text": "Who of the Swarm is struck?",
        "offers": ["Rat", "Cat", "Dog"],
        "min": 2,
        "max": 2,
    }
    assert told["combine"] == {"choose": "2 names, each once, parted by a comma"}
    assert [type(a) for a in Legal(story.battle).simple()] == [Choose]
    assert len(Legal(story.battle).all()) == 3


@pytest.mark.parametrize(
    ("house", "line", "rule"),
    [
        ({"leave_contested": "opposed_roll"}, move("Rat", "well"), "MS-MOV-4"),
        ({"objective_contest": "opposed"}, interact("Rat", "bins"), "MS-OBJ-9"),
    ],
)
def test_next_asks_whether(house: dict[str, str], line: Any, rule: str) -> None:
    """An offer may be declined: `min` is 0."""
    story = Story(crew("Ash", *d(4, "Rat")), crew("Iron", *d(8, "Nine")), house=house).do(line)
    question = asked(story)["question"]
    assert (question["rule"], question["min"], question["offers"]) == (rule, 0, ["Nine"])
    assert [type(a) for a in Legal(story.battle).all()] == [Choose, Decline]


def test_next_asks_for_an_order() -> None:
    """MS-MUL-5 `responding_player`: the order, or as it was typed."""
    story = Story(
        crew("Ash", *d(4, "Rat", "Cat")),
        crew("Iron", *d(8, "Nine", "Ten")),
        house={"pairing_order": "responding_player"},
    ).do(clash("Rat > Nine", "Cat > Ten"), absorb)
    assert asked(story)["awaiting"] == "order"
    assert Legal(story.battle).simple() == [Pass()]
    assert [type(a) for a in Legal(story.battle).all()] == [Order, Order, Pass]


def guests(*dice: tuple[int, ...], **house: str) -> Fighting:
    """A battle of guests whose start Areas are asked."""
    cast = tuple(
        GuestCrew(
            name="AB"[n],
            members=tuple(
                Guest(name=f"{'ab'[n]}{m}", handle="", kind="survivor", die=die)
                for m, die in enumerate(team)
            ),
        )
        for n, team in enumerate(dice)
    )
    action = Open(
        battle="battle-1",
        scenario="last-granary",
        guests=cast,
        ask_start=True,
        friendly=True,
        house=tuple(Setting(o, v) for o, v in house.items()),
    )
    battle = Fighting()
    for event in open_battle(BOOKS, action):
        battle = battle if isinstance(event, Elsewhere) else evolve(battle, event)
    return battle


def test_next_asks_for_a_start() -> None:
    """MS-SCN-3: among Areas, by name."""
    battle = guests((4,), (6,))
    question = showing.ask(battle)["question"]
    assert (question["id"], question["offers"]) == ("start", ["Well Yard", "Bell Tower"])
    simple = Legal(battle).simple()
    assert [type(a) for a in simple] == [ChooseStart, ChooseStart]
    assert Legal(battle).all() == simple


def test_next_asks_for_a_team() -> None:
    """MS-REC-8 `value_cap`: any team within it."""
    battle = guests((4,), (4, 4), deploy_limit="value_cap")
    question = showing.ask(battle)["question"]
    assert (question["rule"], question["offers"], question["max"]) == ("MS-REC-8", ["b0", "b1"], 2)
    simple = Legal(battle).simple()
    assert [type(a) for a in simple] == [FieldTeam, FieldTeam]
    assert Legal(battle).all() == simple


def test_after_the_end() -> None:
    """MS-SCN-4: `conclude` is left; nobody concedes any more."""
    story = Story(crew("Ash", *d(4, "Rat")), crew("Iron", *d(8, "Nine")))
    story = story.do(ruling("Nine out"), hold("Rat"))
    legal = Legal(story.battle)
    assert legal.simple() == legal.all() == [Conclude()]
    assert "concede CREW" not in legal.always()
    assert asked(story)["awaiting"] == "none"


def test_names_and_chains() -> None:
    """Everything a line may name, with its kind; and what sealed dice are bound to."""
    kinds = [name.kind for name in showing.names(HALL.battle)]
    assert [kinds.count(k) for k in ("unit", "crew", "place", "objective")] == [6, 2, 3, 2]
    assert showing.chains(HALL.battle).places == 0
    assert not showing.sealed_next(HALL.battle)


@pytest.mark.parametrize(("value", "health"), [("table", 8), ("half_die", 10), ("flat_3", 3)])
def test_guests_have_the_health_of_their_die(value: str, health: int) -> None:
    """MS-HEA-5: a d20 by the table, by half its faces, or 3."""
    battle = guests((20,), (6,), health_by_die=value)
    assert battle.units["battle-1/1#1.1"].health == health
