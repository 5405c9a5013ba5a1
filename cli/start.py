"""Where `acta` begins: an interrupt while it is still being imported ends it as any other."""

import sys
from importlib import import_module

INTERRUPTED = 130


def acta() -> None:
    """Run the command line."""
    try:
        import_module("cli.main").cli()  # by its name: that module tells an interrupt as this one
    except KeyboardInterrupt:
        sys.exit(interrupted())


def interrupted() -> int:
    """Say that it was interrupted; returns the exit code."""
    sys.stderr.write("interrupted; nothing was half written\n")
    return INTERRUPTED
