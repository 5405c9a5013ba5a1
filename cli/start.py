"""Where `acta` begins: an interrupt while it is still being imported ends it as any other."""

import gc
import sys
from importlib import import_module

# A command lives for a tenth of a second and keeps nearly all that it makes: looking for garbage
# while modules are imported, click's among them, costs a tenth of that. Long work still has its
# garbage collected.
gc.set_threshold(50_000)

INTERRUPTED = 130


def acta() -> None:
    """Run the command line."""
    try:
        import_module("cli.main").cli()  # by its name: that module tells an interrupt as this one
    except KeyboardInterrupt:
        sys.exit(interrupted())
    except RuntimeError as error:
        if not by_interrupt(error):
            raise
        sys.exit(interrupted())


def by_interrupt(error: Exception) -> bool:
    """Whether an interrupt is behind an error: Python 3.11 wraps one that falls into a class."""
    return isinstance(error.__cause__, KeyboardInterrupt)


def interrupted() -> int:
    """Say that it was interrupted; returns the exit code."""
    sys.stderr.write("interrupted; nothing was half written\n")
    return INTERRUPTED
