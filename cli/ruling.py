"""How a dispute is opened and ruled on: what it rests on, and who consents, said or signed."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from cli.answers import Answer
from cli.branches import next_story
from cli.desk import Desk
from cli.disputed import Disputed
from cli.disputes import Case, case_of, open_cases, parties
from cli.rulebook import rules, sought
from domain import dispute
from domain.counting import there
from domain.dispute import (
    DISPUTES,
    Consent,
    OpenDispute,
    Parties,
    RuleDispute,
    Verdict,
    signed,
    statement,
)
from domain.evidence import rests
from domain.marks import behind, parted
from domain.names import clean, fold, prose, said
from domain.states import of_battle
from domain.terms import RuleBroken, WrongUsage


def opened(desk: Desk, address: str, text: str, rule: str, *, dry_run: bool) -> Answer:
    """Open a dispute about a line, on the record as it stands."""
    story, number = parted(address)
    address = f"{story}/{number}"
    marks = rests(desk.ledger, desk.game, address)
    desk.ledger.refuse_broken([mark.story for mark in marks])
    for case in open_cases(desk):
        if case.opened.about == address:
            hint = f"acta dispute show {case.number}"
            raise WrongUsage(f"{address} is disputed already: {case.opened.text}", hint=hint)
    if rule:
        rule = sought(desk.game, rule, dict(rules(desk.game.rulebook)))
    story = next_story(desk.ledger.stories(), dispute.PREFIX)
    action = OpenDispute(about=address, text=text, rests=marks, rule=rule)
    lines = desk.ledger.submit(story, DISPUTES, [action], stamp=desk.stamp, dry_run=dry_run)
    name = story.removeprefix(dispute.PREFIX)
    before = behind(desk.ledger, address)[1][0].line - 1
    fought = of_battle(marks[0].story) and len(marks) == 1  # judged by its battle alone
    branch = f" or acta branch {marks[0].story}/{before}" if fought and before else ""
    if dry_run:
        return Answer(lines=lines, dry_run=True)
    return Answer(
        lines=lines,
        next={"told": f"acta dispute show {name}{branch}, then acta dispute rule {name} …"},
        undo=f"acta undo --to {lines[0].address}",
    )


def ruled(
    desk: Desk,
    name: str,
    verdict: Verdict,
    reason: str,
    *,
    agreed: Sequence[str],
    keys: Sequence[str],
    dry_run: bool,
) -> Answer:
    """Rule on a dispute; refuses where a side has not agreed, nor a neutral organiser."""
    case = case_of(desk, name)
    if case.ruling and case.state.ruled:
        raise WrongUsage(
            f"it was ruled on already: {case.state.ruled.told()}",
            hint=f"acta undo --to {case.ruling.address} takes the ruling back",
        )
    consents = _consents(desk, case, verdict, reason, agreed=agreed, keys=keys)
    names = [desk.by, *(one.name for one in consents)]
    _check(desk, parties(desk, case), names, _typed(case, verdict, reason))
    action = RuleDispute(verdict=verdict, reason=reason, consents=tuple(consents))
    lines = desk.ledger.submit(case.story, DISPUTES, [action], stamp=desk.stamp, dry_run=dry_run)
    further = _further(desk, case, verdict, reason)
    others = [one.name for one in consents if fold(one.name) != fold(desk.by)]
    consent = f" --agreed {shlex.quote(others[0])}" if others else ""
    return Answer(
        lines=lines,
        next={"told": further} if further else {},
        undo="" if dry_run else f"acta undo --to {lines[0].address}{consent}",
        dry_run=dry_run,
    )


def _typed(case: Case, verdict: Verdict, reason: str) -> str:
    return shlex.join(["acta", "dispute", "rule", case.number, verdict.value, reason])


def _consents(
    desk: Desk,
    case: Case,
    verdict: Verdict,
    reason: str,
    *,
    agreed: Sequence[str],
    keys: Sequence[str],
) -> list[Consent]:
    """Who consents: by signature where there is a key, else as it was said."""
    found = [_signature(desk, case, verdict, reason, Path(key)) for key in keys]
    signers = {fold(one.name) for one in found}
    for each in map(clean, agreed):
        if fold(each) == fold(desk.by):
            raise WrongUsage("nobody consents to himself", hint="--agreed names the other side")
        if fold(each) not in signers:
            found.append(Consent(name=each))
    sides = parties(desk, case)
    for one in found:
        if not sides.may(one.name) and fold(one.name) != fold(desk.by):
            raise WrongUsage(f"{said(one.name)} has no say in this dispute", hint=_who(sides))
    return found


def _signature(desk: Desk, case: Case, verdict: Verdict, reason: str, path: Path) -> Consent:
    """The consent of whose key this is, by its signature of the ruling."""
    from cli import signing

    hand = signing.read(path)
    for one in desk.books().signers:
        if one.key == hand.key.text:
            text = statement(
                desk.ledger.campaign, case.story, case.opened, verdict, prose(reason, "reason")
            )
            return signed(one.name, hand.key, hand.signed(text))
    raise WrongUsage(
        f"nobody on record signs with the key {hand.key.name}+{hand.key.id.hex()}",
        hint=f"acta key name NAME {hand.key.text}",
    )


def _check(desk: Desk, sides: Parties, names: Sequence[str], command: str) -> None:
    """Refuse a ruling to which a side has not agreed."""
    missing = sides.missing(names)
    if not missing:
        return
    who = " and ".join(said(side[-1]) for side in missing)
    options = " ".join(f"--agreed {shlex.quote(side[-1])}" for side in missing)
    raise RuleBroken(
        desk.game.correction,
        f"both sides rule on a dispute, or the organiser who is on neither: {who} has not agreed",
        hint=f"{command} {options}",
    )


def _who(sides: Parties) -> str:
    names = [name for side in sides.sides for name in reversed(side)]
    return there(dict.fromkeys([*names, sides.organiser]))


def _further(desk: Desk, case: Case, verdict: Verdict, reason: str) -> str:
    """The command that mends what was overturned, with the line that a branch tried first.

    Empty where nothing of it counts any more; what stands in its place is named instead of it.
    """
    return Disputed(desk, case).amending(reason) if verdict is Verdict.OVERTURN else ""
