"""Options that a command takes from the campaign's game, when it runs or explains itself."""

from collections.abc import Callable, Iterable
from typing import Any

import click

from cli import home as homes
from cli.main import Asked
from domain import game as games
from domain.game import Game
from domain.profile import Kind, Part, Where
from domain.terms import Refusal

Options = Callable[[Game], Iterable[click.Option]]


class OfGame(click.Command):
    """A command that takes further options from its campaign's game; outside a campaign none.

    Its help names those of the campaign's game; where no campaign is read, those of every game.
    """

    def __init__(self, *args: Any, options: Options, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.options = options

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The options of the command, the game's before its own."""
        params = super().get_params(ctx)
        first = next(
            (n for n, param in enumerate(params) if isinstance(param, click.Option)), len(params)
        )
        return [*params[:first], *self._own(ctx), *params[first:]]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options; where no campaign says which game is meant, game by game."""
        super().format_options(ctx, formatter)
        if _REFUSED not in ctx.meta:
            return
        for game in map(games.load, games.installed()):
            rows = [row for each in self.options(game) if (row := each.get_help_record(ctx))]
            if rows:
                with formatter.section(f"In {game.title}"):
                    formatter.write_dl(rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; where no campaign can be read, that is told and not what is odd."""
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError:
            if refused := ctx.meta.get(_REFUSED):
                raise refused from None
            raise
        if refused := ctx.meta.get(_REFUSED):
            raise refused
        return rest

    def _own(self, ctx: click.Context) -> list[click.Option]:
        """The game's options, found once: a disk that fails now and then changes nothing."""
        if _OPTIONS not in ctx.meta:
            asked = ctx.find_object(Asked) or Asked()
            ctx.meta[_OPTIONS] = []
            try:
                found = homes.find(asked.campaign).settings.game
                ctx.meta[_OPTIONS] = list(self.options(games.load(found)))
            except Refusal as refused:
                ctx.meta[_REFUSED] = refused
        options: list[click.Option] = ctx.meta[_OPTIONS]
        return options


_OPTIONS, _REFUSED = f"{__name__}.options", f"{__name__}.refused"


def recruits(game: Game) -> Iterable[click.Option]:
    """What is told of a recruit."""
    known = game.profiles
    yield _option(known.kind, required=True)
    yield _option(known.rank, required=True)
    yield from (_option(part) for part in known.told(Where.COMMAND))


def terms(game: Game) -> Iterable[click.Option]:
    """What only this game asks when a battle opens."""
    for term in game.openings.terms:
        flag = f"--{term.word}"
        yield click.Option(
            [flag, param_of(term.word)], default="", metavar=term.metavar, help=term.help
        )


def param_of(word: str) -> str:
    """The name under which a command gets the game's option."""
    return f"own_{word.replace('-', '_')}"


def _option(part: Part, *, required: bool = False) -> click.Option:
    names, metavar = [f"--{part.word}", param_of(part.word)], part.metavar or None
    match part.kind:
        case Kind.FLAG:
            return click.Option(names, is_flag=True, help=part.help)
        case Kind.NAMES:
            return click.Option(names, multiple=True, metavar=metavar, help=part.help)
        case Kind.NUMBER:
            return click.Option(names, type=int, default=0, metavar=metavar, help=part.help)
        case Kind.WORD if required:
            return click.Option(names, required=True, metavar=metavar, help=part.help)
        case Kind.WORD:
            return click.Option(names, default="", metavar=metavar, help=part.help)
