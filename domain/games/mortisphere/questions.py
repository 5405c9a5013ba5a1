"""What a battle asks: the state of `next`, and each question with its rule and its offers."""

from typing import Any

from domain.games.mortisphere import announcing
from domain.games.mortisphere.battle import Fighting, setting
from domain.games.mortisphere.happenings import said
from domain.games.mortisphere.prey import choices, named
from domain.games.mortisphere.waiting import (
    Answer,
    Awaited,
    Confirm,
    Declaring,
    Deploy,
    Field,
    Nothing,
    Ordering,
    Pick,
    Start,
    Throw,
    Turn,
)

STATES = {
    Start: "start",
    Deploy: "deploy",
    Field: "field",
    Turn: "act",
    Answer: "respond",
    Declaring: "declare",
    Confirm: "confirm",
    Ordering: "order",
    Throw: "roll",
    Pick: "choose",
    Nothing: "none",
}

QUESTIONS = {
    "blows": ("MS-SWA-10", "Who of the Swarm is struck?"),
    "retarget": ("MS-MUL-7", "The target has fallen: turn on another?"),
    "leave": ("MS-MOV-4", "Does anybody dispute the move?"),
    "interact": ("MS-OBJ-9", "Does anybody oppose it?"),
    "escort": ("MS-NEU-4", "Does it come along?"),
    "steer": ("MS-NEU-2", "Whom does it strike, or where does it go?"),
}

OFFERS = {
    "damage.taken": ("MS-DMG-9", "Is the loss of Health prevented?"),
    "round.start": ("MS-RND-5", "Which effects are used as the round begins?"),
    "clash.roll": ("MS-RES-7", "Is a die rolled again?"),
    "clash.end": ("MS-CLA-1", "Which effects are used as the Clash ends?"),
    "action.move": ("MS-MOV-1", "Which effects are used with the move?"),
}

# What a throw decides, where it is not the pairing of a Clash.
THROWS = {
    "chooser": ("MS-SCN-3", "Who chooses where to start?"),
    "initiative": ("MS-INI-7", "Who has the Initiative?"),
    "captain": ("MS-CAP-4", "Does the Captain stay up?"),
    "leave": ("MS-MOV-4", "Does it get away?"),
    "interact": ("MS-OBJ-9", "Does it succeed?"),
    "lot": ("MS-NEU-2", "By lot: to which of these, numbered in this order?"),
    "hit": ("MS-ABS-4", "Who is harmed?"),
    "happening": ("MS-SCN-2", "What does the scenario do?"),
}


def question(battle: Fighting, waiting: Awaited) -> dict[str, Any]:
    """The question that is asked, with its rule and its offers."""
    match waiting:
        case Pick():
            rule, text = QUESTIONS[waiting.what]
            offers = [named(battle, o).name for o in waiting.offers]
            least, most = waiting.least, waiting.most
        case Throw() if waiting.what in THROWS:
            rule, text = _decided(battle, waiting)
            offers = _lots(battle, waiting)
            least = most = len(offers[:1])
        case Start():
            rule, text = "MS-SCN-3", "From where does the crew start?"
            offers = [setting(battle).area(a).name for a in waiting.areas]
            least, most = 1, 1
        case Deploy():
            rule, text = "MS-SCN-3", "Who is deployed where?"
            offers = [battle.units[u].who.name for u in waiting.members]
            least, most = 1, len(offers)
        case Field():
            rule, text = "MS-REC-8", f"Who is fielded? (a value of {waiting.cap} at most)"
            own = [u for u in battle.units.values() if u.crew == waiting.crew]
            offers, least, most = [u.who.name for u in own], 1, len(own)
        case Confirm():
            rule, text = OFFERS[waiting.what]
            offers = [f"{battle.units[o.bearer].who.name}: {o.name}" for o in waiting.offers]
            least, most = 0, len(offers)
        case Declaring():
            rule, text = "MS-CLA-15", "Which effects are declared for the Clash?"
            found = announcing.declarables(battle, waiting.crew)
            offers = [f"{battle.units[o.bearer].who.name}: {o.source.name}" for o in found]
            least, most = 0, len(offers)
        case _:
            return {}
    return {
        "id": getattr(waiting, "what", STATES[type(waiting)]),
        "rule": rule,
        "text": text,
        "offers": offers,
        "min": least,
        "max": most,
    }


def _decided(battle: Fighting, throw: Throw) -> tuple[str, str]:
    """The rule and what dice are to decide; of what a scenario does, what each face means."""
    rule, text = THROWS[throw.what]
    if throw.what == "happening":
        text = said(battle, setting(battle).happening(throw.dice[0].unit))
    return rule, text


def _lots(battle: Fighting, throw: Throw) -> list[str]:
    """What a lot is drawn among; nothing, where dice are compared."""
    if throw.what != "lot":
        return []
    return [named(battle, each).name for each in choices(battle, battle.units[throw.dice[0].unit])]
