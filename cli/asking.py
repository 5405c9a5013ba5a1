"""What a battle, its aftermath or a season waits for, in one sentence."""

from collections.abc import Mapping
from typing import Any


def asked(ask: Mapping[str, Any], deeds: Mapping[str, str]) -> str:
    """Who is to do what, in one sentence; `deeds` are the game's words for it."""
    crew = ask["crew"]
    asks = f"{crew}: " if crew else ""
    match ask["awaiting"]:
        case "none" if "season" in ask:
            return "nothing is awaited: it is over"
        case "none" if ask.get("aftermath") == "over":
            return "nothing is awaited: the aftermath is over"
        case "none" if ask["status"] == "concluded":
            return f"nothing: {ask['battle']} is concluded"
        case "none":
            return "nothing is awaited; acta battle conclude confirms a result"
        case "roll":
            dice = ", ".join(f"{die['member']} d{die['die']}".strip() for die in ask["dice"])
            pattern = next(iter(ask["patterns"]), "")
            others = any(die["member"] != crew for die in ask["dice"])
            crew = asks if others and ("aftermath" in ask or "season" in ask) else ""
            lot = ", ".join(f"{n} {name}" for n, name in enumerate(ask.get("lot", ()), 1))
            return " · ".join(part for part in (f"{crew}dice: {dice}", pattern, lot) if part)
        case "choose" | "start" | "field" | "confirm" | "bid":
            question = ask["question"]
            offers = ", ".join(question["offers"])
            about = f"{question['about']}: " if question.get("about") else ""
            return f"{asks}{about}{question['text']} ({question['rule']}) {offers}".rstrip()
        case "spend":
            question = ask["question"]
            return f"{asks}{question['text']} ({question['rule']})"
        case awaiting:
            member = f" ({ask['member']})" if ask["member"] else ""
            return f"{crew} is to {deeds.get(awaiting, awaiting)}{member}"
