"""The sealed dice of a battle file: of its seed, of its anchors and reveals, or drawn for it."""

from collections.abc import Callable

from cli.battle_file import BattleFile
from cli.battle_header import Anchor, Reveal
from cli.keeper import Sealing
from cli.keeper import several as drawn_for
from cli.keeper import solo as solo_sealing
from cli.sitting import Table
from domain import dice
from domain.dicebox import DiceSealed
from domain.game import Chains
from domain.terms import Action, WrongUsage

Follow = Callable[[Table], Action | None]


def sealing_of(file: BattleFile) -> Sealing | None:
    """The secrets behind a file's dice: of its seed, or drawn where it holds no anchors."""
    if file.dice != "sealed":
        return None
    if file.seed:
        return solo_sealing(file.seed)
    return None if file.sealed else drawn_for(len(file.crews))


def seal_of(file: BattleFile) -> DiceSealed:
    """What the header says of sealed dice: the battle's bytes and the anchors."""
    anchors = sorted(
        (each for each in file.sealed if isinstance(each, Anchor)), key=lambda each: each.party
    )
    if not file.id or [each.party for each in anchors] != list(range(1, len(anchors) + 1)):
        raise WrongUsage("sealed dice need [id …] and an [anchor …] of every party, from 1 on")
    hexes = tuple(each.hex for each in anchors)
    return DiceSealed(battle=file.id, anchors=hexes, solo=len(anchors) == 1)


def following(file: BattleFile, sealing: Sealing | None) -> Follow:
    """The roll that follows by itself, from the seed or from the reveals of the header."""
    shown = _shown(file)

    def reveals(chains: Chains) -> tuple[str, ...]:
        place = chains.places + 1
        if sealing is None or chains.battle != sealing.battle:
            found = shown.get(place, [])
            return next((one for one in found if len(found) == 1 or _leads_back(one, chains)), ())
        battle = bytes.fromhex(sealing.battle)
        return tuple(
            dice.reveal(bytes.fromhex(secret), battle, party, min(place, dice.PLACES)).hex()
            for party, secret in enumerate(sealing.secrets, 1)
        )

    def follow(table: Table) -> Action | None:
        if not table.game.rolls_sealed(table.state):
            return None
        found = reveals(table.game.chains(table.state))
        return table.game.roll(found) if found else None

    return follow


def _shown(file: BattleFile) -> dict[int, list[tuple[str, ...]]]:
    """What all parties showed for a place: once for each set of anchors that a battle had."""
    found: dict[int, list[tuple[str, ...]]] = {}
    for each in file.sealed:
        if isinstance(each, Reveal):
            mine = found.setdefault(each.place, [])
            before = mine.pop() if mine and len(mine[-1]) == each.party - 1 else ()
            mine.append((*before, each.hex))
    return found


def _leads_back(reveals: tuple[str, ...], chains: Chains) -> bool:
    """Whether what was shown for the next place leads to these anchors."""
    battle = bytes.fromhex(chains.battle)
    if len(reveals) != len(chains.anchors):
        return False
    for party, (shown, anchor) in enumerate(zip(reveals, chains.anchors, strict=True), 1):
        value = bytes.fromhex(shown)
        for _ in range(chains.places + 1):
            value = dice.step(battle, party, value)
        if value.hex() != anchor:
            return False
    return True
