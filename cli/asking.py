"""What a battle, its aftermath or a season waits for, in one sentence."""

from collections.abc import Mapping
from typing import Any


def asked(ask: Mapping[str, Any], deeds: Mapping[str, str]) -> str:
    """Who is to do what, in one sentence; `deeds` are the game's words for it."""
    crew = ask["crew"]
    asks = f"{crew}: " if crew else ""
    match ask["awaiting"]:
        case "none":
            return _nothing(ask)
        case "roll":
            dice = ", ".join(f"{die['member']} d{die['die']}".strip() for die in ask["dice"])
            pattern = next(iter(ask["patterns"]), "")
            others = any(die["member"] != crew for die in ask["dice"])
            crew = asks if others and ("aftermath" in ask or "season" in ask) else ""
            why = f": {_question(ask['question'])}" if ask["question"] else ""
            lot = ", ".join(f"{n} {name}" for n, name in enumerate(ask.get("lot", ()), 1))
            asked_of = ask["question"] and ask["question"]["offers"]
            lot = "" if asked_of else lot  # the question says what there is to choose among
            return " · ".join(part for part in (f"{crew}dice: {dice}{why}", pattern, lot) if part)
        case "choose" | "start" | "field" | "confirm" | "bid":
            question = ask["question"]
            about = f"{question['about']}: " if question.get("about") else ""
            return f"{asks}{about}{_question(question)}"
        case "spend":
            purse = ", ".join(f"{name} {has}" for name, has in ask.get("purse", {}).items())
            return f"{asks}{_question(ask['question'])}" + (f" · {purse}" if purse else "")
        case awaiting:
            member = f" ({ask['member']})" if ask["member"] else ""
            return f"{crew} is to {deeds.get(awaiting, awaiting)}{member}"


def _nothing(ask: Mapping[str, Any]) -> str:
    """Why nothing is awaited."""
    if "season" in ask:
        return "nothing is awaited: it is over"
    if ask.get("aftermath") == "over":
        return "nothing is awaited: the aftermath is over"
    if "branch" in ask:
        return f"nothing is awaited: {ask['battle']} is played out, and counts for nothing"
    if ask["status"] == "concluded":
        return f"nothing: {ask['battle']} is concluded"
    return "nothing is awaited; acta battle conclude confirms a result"


def _question(question: Mapping[str, Any]) -> str:
    """A question with its rule, and what there is to choose among."""
    return f"{question['text']} ({question['rule']}) {', '.join(question['offers'])}".rstrip()
