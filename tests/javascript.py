"""The replay page's programs in tests: in Node where there is one, else in a browser."""

import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from projections.player.scripts import INSPECTOR, joined
from tests.bundles import theirs

JUDGE = """
  const judge = ({ data, receipts, keys, signers }) => {
    try {
      verify(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)), receipts, keys, signers);
      return "";
    } catch (error) {
      if (error instanceof Bad) return error.message;
      throw error;
    }
  };
"""
AT_ONCE = 250

Run = Callable[[str, Any], Any]
"""The value of an expression of the page's programs, in which `asked` is what is given."""


class Case(NamedTuple):
    """A bundle, and what it is held against."""

    data: bytes
    receipts: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    signers: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {**self._asdict(), "data": b64encode(self.data).decode()}

    def python(self) -> str:
        """Why `docs/verify_bundle.py` refuses it; empty if it does not."""
        return theirs(self.data, *self.receipts, keys=self.keys, signers=self.signers)


Judge = Callable[[list[Case]], list[str]]
"""Why the JavaScript verifier refuses each of them; empty where it does not."""


def in_node(folder: Path) -> Run | None:
    """The programs in Node, if there is one."""
    node = shutil.which("node")
    if node is None:
        return None
    script = folder / "run.cjs"

    def run(expression: str, asked: Any) -> Any:
        last = (
            f"{JUDGE}const asked = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n"
            f"process.stdout.write(JSON.stringify({expression}));\n"
        )
        script.write_text(joined(INSPECTOR, last), "utf-8")
        done = subprocess.run(
            [node, script],
            input=json.dumps(asked),
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        return json.loads(done.stdout)

    return run


def in_page(page: Any) -> Run:
    """The programs in a page of a browser."""

    def run(expression: str, asked: Any) -> Any:
        script = joined(INSPECTOR, f"{JUDGE}window.run = (asked) => {expression};\n")
        page.evaluate(script)
        return page.evaluate("asked => window.run(asked)", asked)

    return run


def judging(run: Run) -> Judge:
    """The verifier of bundles."""

    def judge(cases: list[Case]) -> list[str]:
        found: list[str] = run("asked.map(judge)", [case.plain() for case in cases])
        return found

    return judge


def agreed(judge: Judge, cases: Iterable[Case]) -> tuple[int, int]:
    """Both verifiers say the same of each bundle, to the word; returns how many hold, how many not.

    Cases are taken as they come, some hundred at a time.
    """
    held = refused = 0
    rest = iter(cases)
    while chunk := [case for _, case in zip(range(AT_ONCE), rest, strict=False)]:
        for case, said in zip(chunk, judge(chunk), strict=True):
            assert said == case.python(), case
            held, refused = held + (not said), refused + bool(said)
    return held, refused
