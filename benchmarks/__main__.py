"""How quick it is beside its peers: `python -m benchmarks [rates|start|scale]`, all by default.

`python -m benchmarks postgres`: a ledger on a server beside its driver alone.
`python -m benchmarks use [GAME] [BATTLES]`: robots play until everything in its codex was used.

`python -m benchmarks faults [KIND...]`: the store under kills, power cuts, failing disks and more.
"""

import sys

SIZES = (1_000, 100_000, 1_000_000)


def main(words: list[str]) -> None:
    """Measure what is named, or everything."""
    wanted = words or ["rates", "start", "scale"]
    if wanted[0] == "use":
        from benchmarks import use  # noqa: PLC0415  likewise

        use.measure(*wanted[1:])
        return
    if wanted[0] == "postgres":
        from benchmarks import postgres  # noqa: PLC0415  likewise, and its driver is an extra

        postgres.measure()
        return
    if wanted[0] == "faults":
        from benchmarks.faults import kinds  # noqa: PLC0415  likewise

        sys.exit(kinds.measure(wanted[1:]))
    if "rates" in wanted:
        from benchmarks import rates  # noqa: PLC0415  the peers are imported only when measured

        rates.measure()
    if {"start", "scale"} & set(wanted):
        from benchmarks import startup  # noqa: PLC0415  likewise

        if "start" in wanted:
            startup.start()
        if "scale" in wanted:
            startup.scale(SIZES)


if __name__ == "__main__":
    main(sys.argv[1:])
