"""A campaign: its founding, name, house rules and own content, its lists of crews and battles."""

from collections.abc import Callable, Iterator
from typing import assert_never

import msgspec
from msgspec.structs import replace

from domain import house
from domain.books import Books, Crew
from domain.house import Option, Preset, Setting
from domain.names import alike, clean, said
from domain.own import Own, news, overlaid
from domain.signers import NameSigner, SignerNamed, name_signer
from domain.terms import Action, Elsewhere, Event, RuleBroken, Who, WrongUsage
from domain.voided import BattleVoided

STORY = "campaign"


class CampaignFounded(Event, frozen=True, tag="campaign.founded/1"):
    """A campaign begins: its game, edition and the house rules that differ from the rulebook's."""

    name: str
    game: str
    edition: str
    house: tuple[Setting, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        rules = "; ".join(f"{one.option} is {one.value}" for one in self.house)
        return f"{self.name} begins ({self.game} {self.edition}){rules and ': '}{rules}."


class CampaignRenamed(Event, frozen=True, tag="campaign.renamed/1"):
    """The campaign has another name."""

    name: str
    before: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"The campaign {self.before} is now {self.name}."


class HouseSet(Event, frozen=True, tag="campaign.house-set/1"):
    """A house rule was changed; in force from the next battle."""

    option: str
    before: str
    after: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"House rule {self.option}: {self.after} instead of {self.before}."


class ContentTaken(Event, frozen=True, tag="campaign.content-taken/1"):
    """Entries of the campaign's own were taken onto the record; from now on they are part of it.

    They add to the codex; `changed` are those of which there was another wording. What was taken
    stays, whatever becomes of the file that it came from.
    """

    entries: tuple[Own, ...]
    changed: tuple[str, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        files: dict[tuple[str, str], list[str]] = {}
        for one in self.entries:
            how = ", changed" if one.said in self.changed else ""
            files.setdefault((one.file, how), []).append(one.said)
        told = [f"{', '.join(said)} ({file}){how}" for (file, how), said in files.items()]
        return f"Own content is taken: {'; '.join(told)}."


class CrewListed(Event, frozen=True, tag="campaign.crew-listed/1"):
    """A crew is in the campaign's list, under this name; `before` if it had another."""

    crew: Who
    player: str
    before: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        former = f", formerly {self.before}" if self.before else ""
        return f"{self.crew.name}, led by {self.player}, is in the campaign's list{former}."


class BattleListed(Event, frozen=True, tag="campaign.battle-listed/1"):
    """A battle opened between these crews; `chooser` is the one whose scenario it is."""

    battle: str
    scenario: str
    crews: tuple[Who, ...]
    chooser: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        crews = ", ".join(crew.name for crew in self.crews) or "a friendly battle of guests"
        chose = "".join(f", the choice of {who.name}" for who in self.chooser)
        return f"{self.battle.capitalize()} opens ({self.scenario}{chose}): {crews}."


class BattleClosed(Event, frozen=True, tag="campaign.battle-closed/1"):
    """A battle is over for its crews; `void` if it does not count."""

    battle: str
    void: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.battle.capitalize()} is closed{' and void' if self.void else ''}."


class FoundCampaign(Action, frozen=True, tag="campaign.found"):
    """Found a campaign, with a preset of house rules and further ones."""

    name: str
    preset: str = ""
    house: tuple[Setting, ...] = ()


class RenameCampaign(Action, frozen=True, tag="campaign.rename"):
    """Give the campaign another name; its folder keeps its own."""

    name: str


class SetHouse(Action, frozen=True, tag="campaign.set-house"):
    """Change a house rule from the next battle on."""

    option: str
    value: str


class TakeContent(Action, frozen=True, tag="campaign.take-content"):
    """Take entries of the campaign's own onto the record."""

    entries: tuple[Own, ...]


CampaignEvent = (
    CampaignFounded
    | CampaignRenamed
    | HouseSet
    | ContentTaken
    | CrewListed
    | BattleListed
    | BattleClosed
    | BattleVoided
    | SignerNamed
)
CampaignAction = FoundCampaign | RenameCampaign | SetHouse | TakeContent | NameSigner


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign needs to know of its game: its house rules, and what it calls a crew.

    `check_content` refuses own content that does not fit the codex of an edition.
    """

    game: str
    edition: str
    options: tuple[Option, ...]
    presets: tuple[Preset, ...] = ()
    crew: str = "crew"
    check_content: Callable[[str, tuple[Own, ...]], None]


def decide(edition: Edition, books: Books, action: CampaignAction) -> Iterator[Event | Elsewhere]:
    """Judge an action: yield what comes of it, or refuse it."""
    match action:
        case FoundCampaign():
            yield _founded(edition, books, action)
        case RenameCampaign():
            founded(books)
            name = clean(action.name)
            if name == books.name:
                raise WrongUsage(f"the campaign is called {name} already")
            yield CampaignRenamed(name=name, before=books.name)
        case SetHouse():
            founded(books)
            yield _house_set(edition, books, Setting(action.option, action.value))
        case TakeContent():
            founded(books)
            yield Elsewhere(STORY, _content_taken(edition, books, action))
        case NameSigner():
            founded(books)
            yield name_signer(books.signers, action)
        case _:
            assert_never(action)


def evolve(books: Books, event: CampaignEvent) -> Books:
    """Remember an event."""
    match event:
        case CampaignFounded():
            return replace(
                books, name=event.name, game=event.game, edition=event.edition, house=event.house
            )
        case CampaignRenamed():
            return replace(books, name=event.name)
        case HouseSet():
            return _ruled(books, event)
        case ContentTaken():
            return replace(books, content=overlaid(books.content, event.entries))
        case CrewListed():
            return _listed(books, event)
        case BattleListed() | BattleClosed() | BattleVoided():
            return _fought(books, event)
        case SignerNamed():
            return replace(books, signers=(*books.signers, event))
        case _:
            assert_never(event)


def struck(books: Books, event: CampaignEvent) -> Books:
    """What still counts of a line that was taken back: the number of a battle."""
    return _numbered(books, event) if isinstance(event, BattleListed) else books


def founded(books: Books) -> None:
    """Refuse what needs a campaign where none has been founded."""
    if not books.name:
        raise WrongUsage("no campaign has been founded here", hint="acta new NAME --game GAME")


def free_name(edition: Edition, books: Books, name: str, crew: str = "") -> str:
    """A crew's name, clean, if no other crew's name is the same or looks the same."""
    kept = clean(name)
    for other in books.crews.values():
        if other.who.id != crew and alike(other.who.name) == alike(kept):
            there = f"there is a {edition.crew} {said(other.who.name)} already"
            if kept != other.who.name:
                there = f"{said(kept)} looks like another {edition.crew}'s name: {there}"
            raise WrongUsage(there, hint="give it another name")
    return kept


def warnings(edition: Edition, books: Books) -> tuple[str, ...]:
    """What the house rules of a campaign do to the balance of the game, one sentence each."""
    found = []
    for one in books.house:
        text = house.named(edition.options, one.option).warning(one.value)
        found += [f"{one.option} {one.value} {text}"] if text else []
    return tuple(found)


def _founded(edition: Edition, books: Books, action: FoundCampaign) -> CampaignFounded:
    """A founding, with house rules that this version plays."""
    if books.name:
        raise WrongUsage(f"{books.name} has been founded already")
    chosen = house.of_preset(edition.presets, action.preset) if action.preset else ()
    values = {one.option: one for one in (*chosen, *action.house)}
    options = {one.option: house.checked(edition.options, one) for one in values.values()}
    kept = [one for one in values.values() if one.value != options[one.option].default]
    return CampaignFounded(
        name=clean(action.name), game=edition.game, edition=edition.edition, house=tuple(kept)
    )


def _house_set(edition: Edition, books: Books, setting: Setting) -> HouseSet:
    """A change of a house rule that this version plays."""
    option = house.checked(edition.options, setting)
    before = books.setting(option.name, option.default)
    if before == setting.value:
        raise RuleBroken(option.rule, f"{option.name} is {before} already")
    return HouseSet(option=option.name, before=before, after=setting.value)


def _content_taken(edition: Edition, books: Books, action: TakeContent) -> ContentTaken:
    """Own content that is new or changed, and fits the codex and all that was taken before."""
    if not action.entries or news(books.content, action.entries) != action.entries:
        raise WrongUsage("there is no own content here that is new", hint="acta content list")
    known = {one.key for one in books.content}
    edition.check_content(books.edition, overlaid(books.content, action.entries))
    changed = tuple(one.said for one in action.entries if one.key in known)
    return ContentTaken(entries=action.entries, changed=changed)


def _listed(books: Books, event: CrewListed) -> Books:
    """A crew's name and player are known."""
    return books.changed(
        event.crew, lambda crew: replace(crew, who=event.crew, player=event.player)
    )


def _ruled(books: Books, event: HouseSet) -> Books:
    """A house rule has another value."""
    others = tuple(one for one in books.house if one.option != event.option)
    return replace(books, house=(*others, Setting(event.option, event.after)))


def _fought(books: Books, event: BattleListed | BattleClosed | BattleVoided) -> Books:
    """A battle opens, or is over; of one that is void no line counts that gave anything."""
    if isinstance(event, BattleVoided):
        return books
    return _opened(books, event) if isinstance(event, BattleListed) else _closed(books, event)


def _opened(books: Books, event: BattleListed) -> Books:
    """The crews of a new battle are mustered, and fight."""
    books = _numbered(books, event)
    for who in event.crews:
        books = books.changed(who, lambda crew: _fighting(crew, event))
    return books


def _fighting(crew: Crew, event: BattleListed) -> Crew:
    """A crew in a battle: its founding is over, and its recruits are counted anew.

    A choice of the scenario is used up, but for that of a crew which let another one choose.
    """
    keeps = bool(event.chooser) and crew.who.id not in {who.id for who in event.chooser}
    return replace(
        crew,
        open_battle=event.battle,
        founding=False,
        recruited=0,
        chooses_scenario=crew.chooses_scenario and keeps,
    )


def _numbered(books: Books, event: BattleListed) -> Books:
    """A battle's number is used up."""
    number = event.battle.rpartition("-")[2]
    return replace(books, battles=max(books.battles, int(number) if number.isdecimal() else 0))


def _closed(books: Books, event: BattleClosed) -> Books:
    """The crews of a battle are free again; unless it is void its aftermath awaits them."""
    due = "" if event.void else event.battle
    crews = {
        id_: replace(crew, open_battle="", aftermath=due)
        if crew.open_battle == event.battle
        else crew
        for id_, crew in books.crews.items()
    }
    return replace(books, crews=crews)
