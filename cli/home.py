"""A campaign's folder: found, checked, read, made. It is data from a stranger (`docs`, Trust)."""

import errno
import os
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from domain import strangers
from domain.names import clean, said
from domain.terms import NotFound, StorageFailed, WrongUsage

if TYPE_CHECKING:
    from domain.ledger.store import Place

FILE = "acta.toml"
LEDGER = "ledger.db"
VIEWS = "views.db"
DEEDS = "deeds.db"
SEARCH = "search.db"
KEYS = "keys"
LARGEST = 100_000
_HINT = "acta new NAME --game GAME makes one; --campaign FOLDER names one"
_ID_DIGITS = 32


class Settings(msgspec.Struct, frozen=True, rename={"by": "as"}):
    """What `acta.toml` says; other entries are left alone."""

    campaign: str
    game: str
    ledger: str = LEDGER
    by: str = ""


class Home(msgspec.Struct, frozen=True):
    """A campaign's folder, and what its `acta.toml` says."""

    folder: Path
    settings: Settings

    @property
    def ledger(self) -> "Place":
        """The file that is sacred, or the server where the record is."""
        from domain.ledger import server

        if server.is_url(self.settings.ledger):
            return server.given(self.settings.ledger, self.settings.campaign)
        return self.folder / self.settings.ledger

    @property
    def views(self) -> "Place":
        """The file that may be deleted, or the server where the views are."""
        ledger = self.ledger
        return self.folder / VIEWS if isinstance(ledger, Path) else ledger

    @property
    def deeds(self) -> "Place":
        """Where the views are that hold deeds too: a file that may be deleted as well."""
        ledger = self.ledger
        return self.folder / DEEDS if isinstance(ledger, Path) else ledger

    @property
    def search(self) -> "Place":
        """Where the view is that is searched: a file that may be deleted as well."""
        ledger = self.ledger
        return self.folder / SEARCH if isinstance(ledger, Path) else ledger

    @property
    def keys(self) -> Path:
        """Where keys and the secrets of sealed dice lie."""
        return self.folder / KEYS


def here() -> Path:
    """The folder somebody is in. Raises NotFound where it was taken away meanwhile."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        sentence = "the folder that you are in is no longer there"
        raise NotFound(sentence, hint="cd to one that is") from None


def find(named: str, start: Path | None = None) -> Home:
    """The folder that was named, or the nearest above `start` (or here) that is a campaign.

    Raises NotFound where there is none, StorageFailed where it is not to be trusted.
    """
    if named:
        folder = Path(named)
        if not (folder / FILE).is_file():
            raise NotFound(f"{said(named)} is no campaign: it has no {FILE}", hint=_HINT)
        return read(folder.absolute())
    start = start or here()
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            _check_owner(folder)
            return read(folder)
    raise NotFound("there is no campaign here", hint=_HINT)


def _check_owner(folder: Path) -> None:
    """Refuse a folder that belongs to somebody else, unless it was named."""
    mine = getattr(os, "getuid", lambda: None)()
    if mine is None:
        return
    for path in (folder, folder / FILE):
        if path.stat().st_uid != mine:
            raise StorageFailed(
                f"{path} belongs to somebody else, so it is not used unasked",
                hint=f"--campaign {folder} says that you trust it",
            )


def read(folder: Path) -> Home:
    """Read a folder's `acta.toml`. Raises StorageFailed, WrongUsage."""
    path = folder / FILE
    home = Home(folder, _settings(strangers.text(path, LARGEST), path))
    try:
        place, root = home.ledger, folder.resolve()
        ledger = place.resolve() if isinstance(place, Path) else root / LEDGER
    except (OSError, RuntimeError):  # what resolve() says of links in a circle
        raise StorageFailed(f"{home.ledger} leads to itself") from None
    if not ledger.is_relative_to(root) or ledger == root:
        raise StorageFailed(f"{path} leads to a ledger outside its folder: {said(str(ledger))}")
    if not isinstance(place, Path) and place.password:
        raise WrongUsage(
            f"{path} holds a password, which is not used",
            hint=f'ledger = "{place}", and PGPASSWORD or a row in ~/.pgpass',
        )
    return home


def _settings(text: str, path: Path) -> Settings:
    """What the text says, each value of the right form."""
    from domain import textfile

    settings = textfile.read(text, Settings, str(path))
    if len(settings.campaign) != _ID_DIGITS or set(settings.campaign) - set("0123456789abcdef"):
        raise WrongUsage(f"{path}: campaign is 32 hex digits, not {said(settings.campaign)}")
    if not settings.game.isidentifier():
        raise WrongUsage(f"{path}: {said(settings.game)} is no game")
    return settings


def written(settings: Settings) -> str:
    """The text of a new campaign's `acta.toml`."""
    return (
        "# A campaign of Acta Mortis. What happened is in the ledger; this says where that is.\n"
        f'campaign = "{settings.campaign}"\n'
        f'game = "{settings.game}"\n'
        f'ledger = "{settings.ledger}"\n'
        '# as = "Ana"    # who acts, where neither --as nor ACTA_AS says so\n'
    )


def led(text: str, ledger: str) -> str:
    """The text of an `acta.toml` with another ledger; all else stays as somebody wrote it."""
    row = f'ledger = "{ledger}"'
    text, count = re.subn(r"^ledger[ \t]*=.*$", lambda _: row, text, count=1, flags=re.MULTILINE)
    return text if count else f"{row}\n{text}"


def check_free(folder: Path, besides: Path | None = None, hint: str = "--at FOLDER") -> None:
    """Refuse a folder that is not empty, but for the file `besides`; `hint` says what helps."""
    if folder.exists() and (
        not folder.is_dir() or any(path != besides for path in folder.absolute().iterdir())
    ):
        what = "this folder is not empty" if folder == Path() else f"{folder} exists already"
        raise WrongUsage(f"{what}; nothing was overwritten", hint=hint)


def made_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, and those above it that are missing, and have their names on disk."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode)
        settle(each.parent)


def settle(folder: Path) -> None:
    """Have the names in a folder on disk: a file that is there may lose its own in a power cut."""
    if not hasattr(os, "O_DIRECTORY"):  # Windows
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NEVER:
            raise
    finally:
        os.close(descriptor)


_NEVER = {errno.EINVAL, errno.ENOTSUP}  # what a file system says that cannot do it


def private_file(path: Path, content: bytes) -> None:
    """Write a new file that only its owner can read, and have it on disk before going on."""
    made_folder(path.parent, 0o700)
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
    descriptor = os.open(path, flags, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        settle(path.parent)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def text_file(path: Path, text: str, *, force: bool = False, hint: str = "") -> None:
    """Write a text as a file, whole or not at all (`whole_file`)."""
    whole_file(path, [text.encode()], force=force, hint=hint)


def whole_file(path: Path, parts: Iterable[bytes], *, force: bool = False, hint: str = "") -> None:
    """Write a file, whole or not at all: beside it first, then under its name.

    Raises WrongUsage where there is one already and `force` does not say to replace it, where it
    is a folder, a campaign's own file, or a link that leads out of its folder; StorageFailed, with
    the file's name, where it cannot be written. Whoever changes the name meanwhile does not change
    what is written over.
    """
    check_place(path)
    if not force and (path.exists() or path.is_symlink()):
        raise WrongUsage(f"{path} exists already; nothing was overwritten", hint=hint)
    try:
        target = path.resolve() if force else path
        if target.exists() and not target.is_file():
            _into(target, parts)  # a device
            return
        if force and target.parent != path.parent.resolve():  # it was a link a moment ago
            raise WrongUsage(
                f"{path} is a link that leads out of its folder; nothing was overwritten",
                hint=f"-o {target}",
            )
        _beside(target, parts, force=force)
    except FileExistsError:
        raise WrongUsage(f"{path} exists already; nothing was overwritten", hint=hint) from None
    except RuntimeError:  # what resolve() says of links in a circle
        raise StorageFailed(f"{path} cannot be written: it leads to itself") from None
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror}") from error


def check_place(path: Path) -> None:
    """Refuse what no file that is written may replace: a folder, and what a campaign is made of."""
    if path.is_dir():
        raise WrongUsage(f"{path} is a folder; nothing was overwritten", hint="-o FILE")
    try:
        own = _own(path.resolve())
    except RuntimeError:  # as above
        raise StorageFailed(f"{path} cannot be written: it leads to itself") from None
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror}") from error
    if own:
        sentence = f"{path} is a campaign's own file; nothing was overwritten"
        raise WrongUsage(sentence, hint="-o with another name")


def _own(path: Path) -> bool:
    """Whether a file is a record, views, what SQLite keeps beside them, an `acta.toml` or a key."""
    key = path.parent.name == KEYS and (path.parent.parent / FILE).exists()
    if path.is_file() and (key or path.name == FILE):
        return True
    base = path.with_name(re.sub("(?<=.)-(wal|shm|journal)$", "", path.name))
    if not base.is_file():
        return False
    with base.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"  # the head of every database


def _into(device: Path, parts: Iterable[bytes]) -> None:
    """Write to a device; never into a file that has taken its place."""
    descriptor = os.open(device, os.O_WRONLY)
    with os.fdopen(descriptor, "wb") as file:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise FileExistsError
        file.writelines(parts)


def _beside(target: Path, parts: Iterable[bytes], *, force: bool) -> None:
    """Write a file beside its place, then give it its name; an old one is replaced by `force`."""
    written = target.with_name(f".acta-{os.urandom(8).hex()}.new")
    try:
        with written.open("xb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        if force:
            written.replace(target)
            settle(target.parent)
        else:
            named(written, target)
    finally:
        with suppress(OSError):
            written.unlink()


def named(written: Path, target: Path) -> None:
    """Give a new file its name; raises FileExistsError where that has come to be taken."""
    try:
        target.hardlink_to(written)
    except FileExistsError:
        raise
    except OSError:  # a file system without a second name for a file
        if target.exists() or target.is_symlink():
            raise FileExistsError from None
        written.replace(target)
    try:
        settle(target.parent)
    except OSError:
        with suppress(OSError):
            target.unlink()
        raise


def actor(named: str = "") -> str:
    """Who acts: whoever is named, else whoever is logged in."""
    if named:
        return clean(named)
    with suppress(OSError, WrongUsage):
        return clean(login())
    return "somebody"


def login() -> str:
    """The name under which somebody is logged in, as the system (not the environment) knows it."""
    try:
        import pwd
    except ImportError:  # Windows
        return os.getlogin()
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return "somebody"


def plain(value: Any) -> Any:
    """A struct or tuple as JSON would hold it."""
    return msgspec.to_builtins(value)
