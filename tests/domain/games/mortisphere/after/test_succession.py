"""Chapter 11 after the battle: a Captain is lost for good (MS-CAP-10)."""

from domain.aftermath import CaptainNamed, CrewEnded, CrewRefounded
from domain.books import Standing
from tests.evening import Night, done, recruit
from tests.story import Story, choose, crew, d, member, roll


def fallen(*others: str, **house: str) -> Night:
    """Oum, Captain of Ash, has fallen; these are left; Iron has won nothing."""
    story = Story(
        crew("Ash", member("Oum", 10, captain=True, out=True, lost=3), *d(8, *others)),
        crew("Iron", *d(8, "Nine", "Ten", "Eleven"), at="tower"),
        house=house,
    )
    return Night(story, "")


def lost(*others: str, **house: str) -> Night:
    """Oum is lost: two dice, both Lost."""
    return fallen(*others, **house).do(roll(1), roll(2))


def test_the_player_names_another_captain() -> None:
    """Case 35, MS-CAP-10 `succession`: another member, then its new Will; Resolve is as new."""
    night = lost("Sura", "Vex")
    assert (night.asks, night.offers) == (("successor", "Ash"), ["Sura", "Vex"])
    named = night.do(choose("Vex"))
    assert named.asks == ("will", "Ash")
    assert named.offers == ["endure", "devour", "reach", "rule", "remain", "remember"]
    after = named.do(choose("remain"))
    vex = after.member("Vex")
    assert (vex.captain, vex.will, vex.resolve) == (True, "remain", 0)
    assert after.told(CaptainNamed).will.name == "Will to Remain"
    assert after.asks == ("shop", "Ash")


def test_the_only_one_left_is_captain() -> None:
    """MS-CAP-10: with one member there is nobody to choose, only a Will."""
    night = lost("Sura")
    assert night.asks == ("will", "Ash")
    assert night.do(choose("rule")).member("Sura").captain


def test_a_crew_without_members_waits_for_recruits() -> None:
    """MS-CAP-10 "if the crew has one": nobody is asked until somebody has joined."""
    night = lost()
    assert night.asks == ("shop", "Ash")
    joined = night.do(recruit("Pip", "creature d4"))
    assert joined.asks == ("will", "Ash")
    led = night.do(recruit("Pip", "creature d4", will="endure"))
    assert led.member("Pip").captain
    assert led.asks == ("shop", "Ash")


def test_a_missing_captain_is_not_lost() -> None:
    """MS-FAT-4 Missing: it may return, and leads still."""
    night = fallen("Sura").do(roll(3))
    assert night.member("Oum").status is Standing.MISSING
    assert night.asks == ("shop", "Ash")


def test_a_crew_may_be_founded_anew() -> None:
    """MS-CAP-10 `refound`: three quarters of the purse (37 of 50), recruits as at a founding."""
    night = lost("Sura", "Vex", captain_loss="refound")
    assert night.told(CrewRefounded).purse == 37
    ash = night.crew("Ash")
    assert (ash.founding, ash.treasury, ash.present, ash.store) == (True, 37, (), ())
    assert night.asks == ("shop", "Ash")
    new = night.do(recruit("Pip", "creature d4", will="endure"), recruit("Pop", "survivor d8"))
    more = new.do(recruit("Pup", "survivor d4"), recruit("Pep", "survivor d4"))
    assert more.crew("Ash").treasury == 37 - 4 - 8 - 4 - 4
    assert more.crew("Ash").captain == more.member("Pip")


def test_a_purse_of_another_size_is_quartered_too() -> None:
    """MS-REC-3, MS-CAP-10: three quarters of 60 are 45."""
    night = lost("Sura", captain_loss="refound", founding_purse="p60")
    assert night.told(CrewRefounded).purse == 45


def test_a_campaign_may_end_for_a_crew() -> None:
    """MS-CAP-10 `campaign_end`: nothing more is asked of it; the others go on."""
    night = lost("Sura", captain_loss="campaign_end")
    assert night.told(CrewEnded).crew.name == "Ash"
    assert night.crew("Ash").ended
    assert night.asks == ("shop", "Iron")
    assert night.do(done).asks == ("", "")
