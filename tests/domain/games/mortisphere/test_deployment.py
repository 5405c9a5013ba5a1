"""Chapter 15: roles of several start Areas, three and four crews (MS-SCN-3, -7)."""

import msgspec

from domain.games.mortisphere import play
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.deployment import ChooseStart, DeployMembers
from domain.games.mortisphere.legal import Legal
from domain.games.mortisphere.lines import LANGUAGE
from domain.games.mortisphere.opening import BattleOpened, CrewFielded, MemberFielded
from domain.games.mortisphere.shapes import EDITIONS, book
from domain.games.mortisphere.showing import show
from domain.games.mortisphere.waiting import Deploy, Start
from domain.terms import Action, RuleBroken, Telling, Who


def fielded(crew: str, *names: str, die: int) -> CrewFielded:
    """A crew with members of one die."""
    members = tuple(
        MemberFielded(member=Who(n, n), handle=n, kind="survivor", die=die, health=2) for n in names
    )
    return CrewFielded(
        crew=Who(crew, crew), rating=die * len(names), roster_value=0, members=members
    )


def temple(*crews: CrewFielded, ask: bool = True) -> Fighting:
    """The Empty Altar, but the first role may start in the Ossuary or the Nave."""
    scenario = book().scenario("empty-altar")
    deployment = msgspec.structs.replace(
        scenario.deployment, first=("ossuary", "nave"), chooser="lower_rating"
    )
    opened = BattleOpened(
        battle="battle-1",
        edition=EDITIONS[-1],
        scenario=msgspec.structs.replace(scenario, deployment=deployment),
        house=(),
        crews=crews,
        ask_start=ask,
    )
    telling = Telling(Fighting(), play.evolve)
    telling.tell(opened)
    play.proceed(telling)
    return telling.state


def after(battle: Fighting, *actions: Action) -> Fighting:
    """The battle after these lines."""
    for action in actions:
        telling = Telling(battle, play.evolve)
        play.judge(telling, action)
        play.proceed(telling)
        battle = telling.state
    return battle


def refused(battle: Fighting, action: Action) -> str:
    """The rule by which a line is refused."""
    try:
        after(battle, action)
    except RuleBroken as broken:
        return broken.rule
    return ""


def two() -> Fighting:
    """Ash, the lower, takes the first role; Iron the second."""
    battle = temple(fielded("Ash", "Rat", "Cat", "Dog", die=4), fielded("Iron", "Nine", die=20))
    assert play.awaited(battle) == Start("Ash", ("ossuary", "nave", "west"))
    return after(battle, ChooseStart(crew="Ash", area="ossuary"))


def test_a_role_is_taken_whole() -> None:
    """MS-SCN-3: Ash takes the first role, and Iron has the second: there is no question left."""
    battle = two()
    assert [s.start for s in battle.sides] == ["ossuary", "west"]
    assert battle.units["Nine"].area == "west"


def test_several_start_areas_are_deployed_member_by_member() -> None:
    """MS-SCN-3: the crew says who begins where, one or several at a time."""
    battle = two()
    assert play.awaited(battle) == Deploy("Ash", ("ossuary", "nave"), ("Rat", "Cat", "Dog"))
    battle = after(battle, DeployMembers(members=("Rat", "Dog"), to="nave"))
    assert play.awaited(battle) == Deploy("Ash", ("ossuary", "nave"), ("Cat",))
    assert (show(battle)["turn"]["awaiting"], battle.round) == ("deploy", 0)
    battle = after(battle, DeployMembers(members=("Cat",), to="ossuary"))
    areas = {name: battle.units[name].area for name in ("Rat", "Cat", "Dog")}
    assert areas == {"Rat": "nave", "Cat": "ossuary", "Dog": "nave"}
    assert battle.round == 1


def test_only_there_and_only_ones_own() -> None:
    """MS-SCN-3: in the role's Areas, and each member once."""
    battle = two()
    assert refused(battle, DeployMembers(members=("Rat",), to="altar")) == "MS-SCN-3"
    assert refused(battle, DeployMembers(members=("Nine",), to="nave")) == "MS-SCN-3"
    assert refused(battle, DeployMembers(members=(), to="nave")) == "MS-SCN-3"
    battle = after(battle, DeployMembers(members=("Rat",), to="nave"))
    assert refused(battle, DeployMembers(members=("Rat",), to="nave")) == "MS-SCN-3"
    assert refused(two(), ChooseStart(crew="Ash", area="nave")) == "MS-SCN-3"


def test_deploying_is_listed() -> None:
    """Each member with each Area, and that several may be named together."""
    legal = Legal(two())
    assert len(legal.simple()) == 3 * 2
    assert set(legal.combine()) == {"deploy"}
    assert any(form.verb == "deploy" and form.action for form in LANGUAGE.forms)


def test_a_third_and_fourth_crew() -> None:
    """MS-SCN-7: in any Area that is no start Area; then, with none left, where fewest are."""
    battle = temple(
        fielded("Ash", "Rat", die=4),
        fielded("Iron", "Nine", die=6),
        fielded("Choir", "Low", die=8),
        fielded("Hold", "Oum", die=10),
    )
    battle = after(battle, ChooseStart(crew="Ash", area="west"))
    assert play.awaited(battle) == Start("Iron", ("ossuary", "nave"))
    battle = after(battle, ChooseStart(crew="Iron", area="nave"))
    assert play.awaited(battle) == Start("Choir", ("east", "altar"))
    battle = after(battle, ChooseStart(crew="Choir", area="altar"))
    assert [s.start for s in battle.sides] == ["west", "nave", "altar", "east"]
