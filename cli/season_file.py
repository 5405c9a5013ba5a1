"""A file of a season's lines: `[season "Martius"]`, then a row for each line, all or nothing."""

import re

from cli.answers import Answer
from cli.desk import Desk
from cli.doing import Wish, record
from cli.season import NO_SEASON
from domain.names import fold, said
from domain.terms import NotFound, WrongUsage

HEADER = re.compile(r'\[season "([^"]+)"\][ \t]*(?:#.*)?$', re.MULTILINE)


def is_season(first: str) -> bool:
    """Whether the first row of a file says that it holds a season's lines."""
    return first.startswith("[season")


def play(desk: Desk, text: str, name: str, wish: Wish) -> Answer:
    """Record the lines of a file, when it is the season that the file says."""
    found = HEADER.search(text)
    if found is None:
        raise WrongUsage(f'{name}: a season is written [season "NAME"]')
    table = desk.season()
    if table is None:
        raise NotFound(NO_SEASON, hint="acta next")
    moment = str(table.shown()["moment"])
    if not fold(moment).startswith(fold(found[1])):
        raise WrongUsage(f"{name} is of {said(found[1])}, and here it is {moment}")
    lines = text[: found.start()] + text[found.end() :]  # its row stays, for the numbers of others
    return record(desk, table, lines, wish, file=name)
