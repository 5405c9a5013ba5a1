"""Who acts where nobody says so: by the campaign's settings, else by the login name."""

from contextlib import suppress

from cli import home as homes
from cli.home import Home
from cli.main import Asked
from domain.names import clean
from domain.terms import WrongUsage


def actor(asked: Asked, home: Home | None = None) -> str:
    """Who acts: `--as` or ACTA_AS, else what `acta.toml` says, else the login name."""
    named = asked.by or (home.settings.by if home else "")
    if named:
        return clean(named)
    with suppress(OSError, WrongUsage):
        return clean(homes.login())
    return "somebody"
