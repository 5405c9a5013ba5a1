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
    shown: dict[int, dict[int, str]] = {}
    for each in file.sealed:
        if isinstance(each, Reveal):
            shown.setdefault(each.place, {})[each.party] = each.hex

    def reveals(place: int) -> tuple[str, ...]:
        if sealing is None:
            known = shown.get(place, {})
            return tuple(known[party] for party in sorted(known))
        battle = bytes.fromhex(sealing.battle)
        return tuple(
            dice.reveal(bytes.fromhex(secret), battle, party, min(place, dice.PLACES)).hex()
            for party, secret in enumerate(sealing.secrets, 1)
        )

    def follow(table: Table) -> Action | None:
        if not table.game.rolls_sealed(table.state):
            return None
        found = reveals(table.game.chains(table.state).places + 1)
        return table.game.roll(found) if found else None

    return follow
