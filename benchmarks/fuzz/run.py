"""Fuzzing by coverage: `python -m benchmarks fuzz TARGET [--seconds N]`.

The targets are `tests.fuzzing`'s. What breaks one is kept in `tests/corpus/TARGET`, where every
test run tries it again. Wants atheris (`pip install acta-mortis[fuzz]`; Linux).
"""

import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tests.fuzzing import TARGETS, seeds

ROOT = Path(__file__).parent.parent.parent
CORPUS = ROOT / "tests" / "corpus"
SECONDS = 60
LONGEST = 4096  # bytes of an input
MEMORY = 2048  # megabytes
SLOW = 10  # seconds for one input


def measure(target: str = "", *options: str) -> int:
    """Fuzz a target, or each in turn; returns how many of them broke."""
    if find_spec("atheris") is None:
        print("skipped: atheris is not installed here (pip install acta-mortis[fuzz], on Linux)")
        return 0
    wanted = [target] if target in TARGETS else list(TARGETS)
    words = [word for word in (target, *options) if word not in TARGETS]
    seconds = int(words[1]) if words[:1] == ["--seconds"] else SECONDS
    return sum(_fuzzed(each, seconds) for each in wanted)


def _fuzzed(target: str, seconds: int) -> bool:
    """Whether a target broke in so many seconds; what broke it is kept and told."""
    kept = CORPUS / target
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="acta-fuzz-") as folder:
        for number, seed in enumerate(seeds(target)):
            (Path(folder) / f"seed-{number}").write_bytes(seed)
        before = set(kept.iterdir())
        limits = (f"-max_len={LONGEST}", f"-rss_limit_mb={MEMORY}", f"-timeout={SLOW}")
        done = subprocess.run(
            [
                *(sys.executable, "-m", "benchmarks.fuzz.driver", target, folder, str(kept)),
                *(f"-max_total_time={seconds}", f"-artifact_prefix={kept}/", *limits),
            ],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            check=False,
        )
        broke = sorted(set(kept.iterdir()) - before)
        told = [row for row in done.stderr.splitlines() if re.match(r"#\d", row)]
        grown = len(list(Path(folder).iterdir()))
    print(f"{target}: {told[-1] if told else done.stderr[-300:]}; {grown} inputs that differ")
    if broke or done.returncode:
        print(done.stderr[-3000:], *(f"kept: {path}" for path in broke), sep="\n")
    return bool(broke or done.returncode)
