"""A ledger in one file: made, opened as it stands, copied."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path

from domain.ledger import trouble
from domain.ledger.shelf import RESTORE
from domain.ledger.sqlite import Factory, Recorder
from domain.ledger.store import SCHEMA, Fact
from domain.ledger.tables import APPLICATION
from domain.terms import StorageFailed

PAUSE = 0.5  # seconds between two looks for new lines


class InFile:
    """The file of a ledger, open."""

    def __init__(self, place: Path, factory: Factory) -> None:
        self.place: Path = place
        self.recorder: Recorder = factory.recorder()
        self._factory = factory

    @classmethod
    def make(cls, path: Path, campaign: str) -> "InFile":
        """Make a new, empty ledger; nothing is overwritten, and what fails leaves nothing."""
        with trouble.new_file(path):
            store = cls(path, Factory(path))
            store.recorder.found(campaign)
        return store

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> "InFile":
        """Open a ledger as it stands: no table is made or changed."""
        with trouble.told(path):
            if not path.is_file():
                raise StorageFailed(f"there is no ledger at {path}", hint=RESTORE)
            if read_only and trouble.unfinished(path).exists():
                with closing(Factory(path)) as factory:
                    factory.recorder().kind()  # a writer takes back what was left unfinished
        store = cls(path, Factory(path, read_only=read_only))
        try:
            with store.told():
                store.check_kind()
        except BaseException:
            store.close()
            raise
        return store

    def check_kind(self) -> None:
        """Refuse a file that is no ledger, or one that a newer version made."""
        application, schema = self.recorder.kind()
        if application != APPLICATION:
            raise StorageFailed(f"{self.place} is no ledger", hint=RESTORE)
        if schema > SCHEMA:
            raise trouble.too_new(self.place, schema)

    def told(self) -> AbstractContextManager[None]:
        """Turn the store's errors into one sentence; an IntegrityError is an answer."""
        return trouble.told(self.place)

    @staticmethod
    def unsaved(failed: StorageFailed, *, certain: bool) -> StorageFailed:
        """What the error says, if its lines were looked for and not found."""
        if not certain:
            failed.hint = "acta log says whether it is on record"
        return failed

    def backup(self, target: Path) -> None:
        """Copy the file, as it stands at one moment, to an empty one."""
        with trouble.told(target):
            self.recorder.copy(target)

    @staticmethod
    def facts() -> list[Fact]:
        """A file says nothing of itself that nobody can see."""
        return []

    @contextmanager
    def watch(self) -> Iterator["InFile"]:
        """Wait for new lines: a file tells nobody of them, so it is looked at now and then."""
        yield self

    @staticmethod
    def wait() -> None:
        """Wait a little."""
        time.sleep(PAUSE)

    def discard(self) -> None:
        """Remove a ledger that this program has just made, and close it."""
        self.close()
        with suppress(OSError):
            self.place.unlink()

    def close(self) -> None:
        """Close the file."""
        self._factory.close()
