"""Files of a campaign's folder: data from a stranger. Nothing outside the folder is read."""

from pathlib import Path

from domain import strangers
from domain.terms import NotFound, WrongUsage

FOLDER = "content"


def own_text(home: Path, name: str, most: int) -> str | None:
    """The text of a file in a campaign's folder; None where there is none.

    Raises WrongUsage, with the file's name, for what is no plain text within the folder.
    """
    path = home / name
    try:
        if not path.resolve().is_relative_to(home.resolve()):
            raise WrongUsage(f"{name} leads out of the campaign's folder")
        return strangers.text(path, most).replace("\r", "\n")
    except NotFound:
        return None
    except RuntimeError:  # what resolve() says of links in a circle
        raise WrongUsage(f"{name} leads to itself") from None
