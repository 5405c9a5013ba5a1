"""How quick it is beside its peers: `python -m benchmarks [rates|start]`, both by default.

`python -m benchmarks postgres`: a ledger on a server beside its driver alone.
`python -m benchmarks use [GAME] [BATTLES]`: robots play until everything in its codex was used.
`python -m benchmarks dice [DICE]`: statistics of the dice, and planted flaws that they must find.
`python -m benchmarks edits [TRIES]`: edits with all hashes rebuilt, and how many are caught.
`python -m benchmarks million [LINES]`: what commands cost in a ledger that has lived so long.
`python -m benchmarks replay-page`: what the page of a battle of 2,000 events weighs and takes.
`python -m benchmarks book [BATTLES]`: a season of 500 battles as a book, in every format.
`python -m benchmarks faults [KIND...]`: the store under kills, power cuts, failing disks and more.
`python -m benchmarks fuzz [TARGET] [--seconds N]`: bytes by coverage (`benchmarks/fuzz`).
"""

import sys
from importlib import import_module

PROGRAMS = {
    "use": "benchmarks.use",
    "dice": "benchmarks.dicestats.measure",
    "edits": "benchmarks.edits.measure",
    "million": "benchmarks.million",
    "book": "benchmarks.book",
    "faults": "benchmarks.faults.kinds",
    "fuzz": "benchmarks.fuzz.run",
    "postgres": "benchmarks.postgres",
    "replay-page": "benchmarks.replay_page",
}
"""What is measured by itself, by a module's `measure`; imported only then."""


def main(words: list[str]) -> None:
    """Measure what is named, or everything."""
    wanted = words or ["rates", "start"]
    if wanted[0] in PROGRAMS:
        sys.exit(import_module(PROGRAMS[wanted[0]]).measure(*wanted[1:]))
    if "rates" in wanted:
        from benchmarks import rates  # noqa: PLC0415  the peers are imported only when measured

        rates.measure()
    if "start" in wanted:
        from benchmarks import startup  # noqa: PLC0415  likewise

        startup.start()


if __name__ == "__main__":
    main(sys.argv[1:])
