"""One target under atheris, in a process of its own: it ends as libFuzzer ends."""

import sys

import atheris


def main() -> None:
    """Instrument what is ours, then feed it until the time is up."""
    target = sys.argv.pop(1)
    with atheris.instrument_imports(include=["cli", "domain", "docs"]):
        from tests.fuzzing import TARGETS  # noqa: PLC0415  what is imported here is instrumented

    atheris.Setup(sys.argv, TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
