"""Every line that an aftermath lists can be typed: written, read again, accepted."""

from pathlib import Path
from typing import Any

from cli.lines import action, line
from cli.phrases import phrases
from cli.sitting import Table
from domain.game import settling
from domain.terms import Action
from tests.season import GAME, Season

AFTER = settling(GAME)


class Reader(Season):
    """A season that reads each listed line again, and remembers what was asked."""

    asked: frozenset[str] = frozenset()

    def _settling(self, evening: Any) -> Action | None:
        table = Table("battle-1", AFTER, evening, aftermath=True)
        self.asked |= {AFTER.ask(evening)["awaiting"]}
        for one in AFTER.legal(evening).simple():
            text = line(one, AFTER.language, table.scene)
            (phrase,) = phrases(text, AFTER.language)
            back = action(phrase, AFTER.language, table.scene)
            assert isinstance(back, Action)
            assert line(back, AFTER.language, table.scene) == text
            assert AFTER.legal(evening).admits(back)
        return super()._settling(evening)


def test_every_listed_line_is_read_again(tmp_path: Path) -> None:
    """`lines.md`: choices, offers that are taken or declined, and what a shop does."""
    season = Reader(tmp_path / "ledger.db", seed="t0")
    crews = season.crew("grey-ledger.toml"), season.crew("wet-choir.toml")
    for _ in range(2):
        season.settle(season.play(season.open(*crews)))
    season.ledger.close()
    assert season.asked >= {"roll", "choose", "confirm", "spend", "none"}
