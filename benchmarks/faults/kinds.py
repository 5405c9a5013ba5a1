"""The kinds of fault that are tried: `python -m benchmarks faults [KIND...]`, all by default.

Each prints its figures; the exit code is 1 if anything was lost, broken or shown as true that is
not, or if a trial that must lose something did not.
"""

from importlib import import_module

from benchmarks.faults.outcome import Outcome, Skipped

KINDS = {
    "kill": "kills",
    "power": "power",
    "io": "failing",
    "disk": "disks",
    "flips": "flips",
    "tails": "tails",
    "links": "links",
    "writers": "writers",
}
"""Each kind, and the module whose `run` tries it."""


def measure(*words: str) -> int:
    """Try the kinds that are named, or all; returns the exit code."""
    unknown = [word for word in words if word not in KINDS]
    if unknown:
        print(f"there is no kind {unknown[0]}; there are {', '.join(KINDS)}")
        return 2
    wrong = 0
    for kind in words or KINDS:
        print(kind, flush=True)
        try:
            outcome: Outcome = import_module(f"benchmarks.faults.{KINDS[kind]}").run()
        except Skipped as why:
            print(f"  skipped: {why}")
            continue
        for line in outcome.told():
            print(f"  {line}", flush=True)
        wrong += bool(outcome.wrong)
    return int(wrong > 0)
