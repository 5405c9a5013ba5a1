"""Questions and their answers: what is offered is taken, chosen or declined."""

import msgspec

from domain.games.morturi.battle import Fighting, attack_changed, side
from domain.games.morturi.units import Unit
from domain.games.morturi.waiting import Confirm, Offered, Pick
from domain.names import said
from domain.terms import Action, Event, RuleBroken, Telling, Who

# Events


class QuestionAnswered(Event, frozen=True, kw_only=True, tag="morturi.question-answered/1"):
    """Somebody said no to what he was offered, or let a moment pass; `question` names it."""

    question: str
    answer: str
    school: tuple[Who, ...] = ()
    about: tuple[Who, ...] = ()
    source: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        who = self.school[0].name if self.school else "The Imperator"
        what = self.source[0].name if self.source else self.question
        return f"{who} says {self.answer} ({what})."


# Actions


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A trick as a line names it: `bearer: trick`, or the trick alone as `name`."""

    name: str
    effect: str = ""

    @property
    def bearer(self) -> str:
        """Who bears it, if that was said."""
        return self.name if self.effect else ""

    @property
    def entry(self) -> str:
        """The trick that is meant."""
        return self.effect or self.name


class Choose(Action, frozen=True, kw_only=True, tag="morturi.choose"):
    """Choose among what is offered: a die, a square, a stance."""

    picks: tuple[str, ...]


class Accept(Action, frozen=True, kw_only=True, tag="morturi.accept"):
    """Use what is offered: the tricks named, in this order; all if none is."""

    effects: tuple[Named, ...] = ()


class Decline(Action, frozen=True, kw_only=True, tag="morturi.decline"):
    """Say no to what is offered."""

    question: str = ""
    effects: tuple[Named, ...] = ()


# Judging


def picked(action: Choose, asked: Pick) -> tuple[str, ...]:
    """What was chosen among the offers, each once, and as many as may be."""
    picks = tuple(dict.fromkeys(action.picks))
    if len(picks) != len(action.picks) or any(p not in asked.offers for p in picks):
        raise RuleBroken(asked.rule, f"the choice is among {', '.join(asked.offers)}, each once")
    if not max(1, asked.least) <= len(picks) <= asked.most:
        raise RuleBroken(asked.rule, f"{asked.most} may be chosen, not {len(picks)}")
    return picks


def taken(action: Accept, asked: Confirm) -> list[Offered]:
    """The offers that a line takes, in its order; with one offer a plain yes does."""
    if not action.effects:
        if len(asked.offers) > 1:
            names = ", ".join(o.name for o in asked.offers)
            raise RuleBroken(asked.rule, f"which of these: {names}", hint="yes TRICK, TRICK")
        return list(asked.offers)
    found = [_match(one, asked) for one in action.effects]
    if len(set(found)) < len(found):
        raise RuleBroken(asked.rule, "each trick is used once")
    return found


def check_no(action: Decline, asked: Confirm | Pick) -> None:
    """An answer that names a question or tricks means them, and all that is offered."""
    if isinstance(asked, Pick):
        if asked.least:
            raise RuleBroken(asked.rule, "this is no offer: something must be chosen")
        named = [action.question] if action.question else [e.entry for e in action.effects]
        strange = [n for n in named if n not in (asked.what, asked.source)]
        if strange:
            raise RuleBroken(asked.rule, f"{said(strange[0])} is not what is asked")
        return
    if action.question not in ("", asked.what):
        raise RuleBroken(asked.rule, f"{said(action.question)} is not what is asked")
    if action.effects and len([_match(e, asked) for e in action.effects]) < len(asked.offers):
        raise RuleBroken(asked.rule, "no declines all that is offered")


def check_answer(action: Accept | Decline, asked: Confirm) -> None:
    """An answer to the only offer there is means that one, if it names any."""
    if isinstance(action, Accept):
        taken(action, asked)
    else:
        check_no(action, asked)


def _match(named: Named, asked: Confirm) -> Offered:
    for offer in asked.offers:
        if offer.entry == named.entry and named.bearer in ("", offer.bearer):
            return offer
    raise RuleBroken(asked.rule, f"{said(named.entry)} is not offered now")


def answered(
    telling: Telling[Fighting], what: str, answer: str, unit: Unit, source: Who | None = None
) -> None:
    """The question is closed."""
    telling.tell(
        QuestionAnswered(
            question=what,
            answer=answer,
            school=(side(telling.state, unit.school).who,) if unit.school else (),
            about=(unit.who,),
            source=(source,) if source else (),
        )
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (QuestionAnswered,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember that the target of an attack has answered, or that an effect was not wanted."""
    if not isinstance(event, QuestionAnswered) or battle.attack is None:
        return battle
    if event.question == "react":
        return attack_changed(battle, answered=True)
    if event.question == "reroll":
        return attack_changed(battle, again=event.source[0].id)
    if event.question == "attack.roll":
        seen = (*battle.attack.offered, *(s.id for s in event.source))
        return attack_changed(battle, offered=seen)
    return battle
