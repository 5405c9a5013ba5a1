"""Secret choices: a digest is shown first, the line and its salt afterwards (MR-AUC-5, MR-SCN-11).

The digest is SHA-256 of the salt, a zero byte and the line as it is written in full:
`bid Ludus Ferox 1200`, `pass Domus Ursi`, `accept Domus Ursi: Mus stake 500`.
"""

import re
from hashlib import sha256

from domain.games.morturi.doings import Bid, Pass, Seal, TakeUp, Unseal
from domain.names import said
from domain.terms import Event, RuleBroken, Who

DIGEST = re.compile("[0-9a-f]{64}")
_SIGN = re.compile(r"[,;>&:/#\"\\]")

# Events


class ChoiceSealed(Event, frozen=True, kw_only=True, tag="morturi.choice-sealed/1"):
    """A school has made a secret choice; its digest binds it."""

    school: Who
    digest: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} seals its choice ({self.digest[:8]}…)."


# Judging


def digest(salt: str, line: str) -> str:
    """What binds a school to a line."""
    return sha256(salt.encode() + b"\0" + line.encode()).hexdigest()


def check(action: Seal, rule: str) -> None:
    """A digest is one."""
    if not DIGEST.fullmatch(action.digest):
        raise RuleBroken(rule, "a choice is sealed by 64 hexadecimal digits (a SHA-256)")


def opened(rule: str, action: Unseal, shown: str, school: Who, gladiator: str = "") -> None:
    """A choice that is opened is the one that was sealed."""
    if action.choice.crew != action.crew:
        raise RuleBroken(rule, f"what {school.name} has sealed is its own choice")
    line = written(action.choice, school.name, gladiator)
    if digest(action.salt, line) != shown:
        sentence = f"{said(line)} with this salt is not what {school.name} sealed"
        raise RuleBroken(rule, sentence)


def written(action: Bid | Pass | TakeUp, school: str, gladiator: str = "") -> str:
    """The line of a choice as it is written in full."""
    match action:
        case Bid():
            return f"bid {_name(school)} {action.amount}"
        case Pass():
            return f"pass {_name(school)}"
        case TakeUp():
            stake = f" stake {action.stake}" if action.stake else ""
            names = f"{_name(school, 'stake')}: {_name(gladiator, 'stake')}"
            return f"accept {names}{stake}"


def _name(text: str, *particles: str) -> str:
    """A name as such a line holds it: in quotes where it would be misread without."""
    words = text.split()
    odd = (
        text != " ".join(words)
        or text.startswith("@")
        or text.isdecimal()
        or _SIGN.search(text)
        or any(word.startswith("!") for word in words)
        or not {*particles, "then"}.isdisjoint(word.lower() for word in words)
    )
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if odd else text


EVENTS: tuple[type[Event], ...] = (ChoiceSealed,)
