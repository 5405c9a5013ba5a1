"""The refusal of what answers nothing that is awaited, by the rule of the chapter it is of."""

from domain.games.morturi import activation, attacking, deployment, opening, surrender, throwing
from domain.games.morturi.doings import BETWEEN, Pass
from domain.games.morturi.waiting import (
    Acting,
    Activate,
    Awaited,
    Confirm,
    Deploy,
    Field,
    Nothing,
    Pick,
    React,
    Start,
    Throw,
)
from domain.terms import Action, RuleBroken

AWAITED = {
    Field: "a team is to be entered",
    Start: "a side of the arena is to be chosen",
    Deploy: "a gladiator is to be deployed",
    Activate: "a gladiator is to be activated",
    Acting: "a gladiator acts",
    React: "the target may turn to face",
    Throw: "dice are to be rolled",
    Pick: "a choice is to be made",
    Confirm: "tricks are offered",
    Nothing: "nothing is awaited",
}
RULES: dict[type[Action], str] = {
    throwing.Roll: "MR-GEN-3",
    attacking.Respond: "MR-REA-1",
    surrender.Surrender: "MR-SUR-4",
    activation.Activate: "MR-RND-1",
    opening.FieldTeam: "MR-BAT-2",
    deployment.ChooseStart: "MR-BAT-3",
    deployment.DeployMembers: "MR-BAT-1",
}


def out_of_turn(action: Action, waiting: Awaited) -> RuleBroken:
    """The refusal of an action that answers nothing that is awaited."""
    if isinstance(action, Pass):
        return RuleBroken("MR-RND-2", "nobody passes who can act")
    if type(action) in BETWEEN:
        sentence = "that is done between battles, and one is under way"
        return RuleBroken("MR-CAM-3", sentence, hint="acta next")
    rule = RULES.get(type(action), "MR-RND-1")
    return RuleBroken(rule, f"not now: {AWAITED[type(waiting)]}", hint="acta next")
