"""What may be done in an aftermath: what the rules accept; the listing is plain lines."""

from collections.abc import Iterator

from domain.books import Crew, Standing
from domain.games.mortisphere.acting import Choose, Decline, Done
from domain.games.mortisphere.after.care import FOLLOWER_DIE, WOUNDS
from domain.games.mortisphere.after.deals import (
    Buy,
    Dismiss,
    Give,
    Hire,
    Mend,
    Ransom,
    Rename,
    Sell,
)
from domain.games.mortisphere.after.discoveries import FOLLOWER
from domain.games.mortisphere.after.evening import (
    Confirm,
    Evening,
    Spend,
    crew_of,
    house,
    rules,
)
from domain.games.mortisphere.after.offers import offered
from domain.games.mortisphere.after.order import awaited, decide, settled
from domain.games.mortisphere.after.trade import STORE
from domain.games.mortisphere.drafting import drafted
from domain.games.mortisphere.drawing import Draw, one
from domain.games.mortisphere.using import Accept
from domain.games.mortisphere.waiting import Pick, Throw
from domain.terms import Action, Refusal

RECRUIT = 'recruit "NAME" as TYPE DIE [health NUMBER] [ability NAMES] [item NAMES]'


class AfterLegal:
    """The legal lines of an aftermath at one moment."""

    def __init__(self, evening: Evening) -> None:
        self._evening = settled(evening)
        self._awaited = awaited(self._evening)

    def admits(self, action: Action) -> bool:
        """Whether the rules would accept the action now."""
        try:
            decide(self._evening, action)
        except Refusal:
            return False
        return True

    def simple(self) -> list[Action]:
        """The plain lines, each acceptable as it stands."""
        return [action for action in self.candidates() if self.admits(action)]

    def patterns(self) -> list[str]:
        """The lines that hold numbers or new names."""
        match self._awaited:
            case Throw() as throw:
                return ["roll " + " ".join(f"{{1..{d.sides}}}" for d in throw.dice)]
            case Spend(what="follower"):
                return ['recruit "NAME" as TYPE d4']
            case Spend():
                return [RECRUIT, 'rename NAME to "NAME"']
            case _:
                return []

    def drawn(self, draw: Draw) -> Iterator[Action]:
        """What fills the pattern of a recruit, or of a follower, as numbers draw it."""
        asked, evening = self._awaited, self._evening
        if not isinstance(asked, Spend):
            return
        die = FOLLOWER_DIE if asked.what == FOLLOWER else 0
        draft = drafted(rules(evening), house(evening), draw, die)
        crew = crew_of(evening, asked.crew)
        willed = crew.founding and crew.captain is None
        yield Hire(
            name=draft.name,
            profile=f"{draft.kind} d{draft.die}",
            health=draft.health,
            abilities=draft.abilities,
            items=draft.items,
            will=one(rules(evening).wills, draw).id if willed else "",
        )
        if (mates := crew.present) and draw(8) == 0:
            yield Rename(member=one(mates, draw).who.id, name=draft.name)

    def combine(self) -> dict[str, str]:
        """Nothing of an aftermath is joined into one line."""
        return {}

    def always(self) -> list[str]:
        """What is open at any moment."""
        return ['note "TEXT"', "undo", "redo"]

    def candidates(self) -> Iterator[Action]:
        """What the plain lines are sifted from: not each of them is legal."""
        match self._awaited:
            case Pick() as pick:
                yield from (Choose(picks=(offer,)) for offer in pick.offers)
                yield Decline(question=pick.what)
            case Confirm() as asked:
                yield from (Accept(effects=(offered(asked, offer),)) for offer in asked.offers)
                yield Decline(question=asked.what)
            case Spend(crew=crew, what=what):
                yield Done(crew=crew)
                if what != FOLLOWER:
                    yield from self._shop(crew_of(self._evening, crew))
            case _:
                return

    def _shop(self, crew: Crew) -> Iterator[Action]:
        for member in crew.present:
            if member.status is Standing.CAPTIVE:
                yield Ransom(member=member.who.id)
            for injury in (*dict.fromkeys(member.injuries), WOUNDS):
                yield Mend(member=member.who.id, injury=injury)
        yield from self._trade(crew)
        yield from (Dismiss(member=member.who.id) for member in crew.present)

    def _trade(self, crew: Crew) -> Iterator[Action]:
        members = [member.who.id for member in crew.present if member.home]
        for goods in rules(self._evening).equipment:
            yield from (Buy(item=goods.id, bearer=bearer) for bearer in ("", *members))
        held = [(STORE, item.kind) for item in crew.store]
        held += [(one.who.id, item.kind) for one in crew.present for item in one.items]
        for holder, kind in dict.fromkeys(held):
            yield Sell(item=kind, bearer=holder)
            for taker in (STORE, *members):
                yield Give(item=kind, taker=taker, giver=holder)
