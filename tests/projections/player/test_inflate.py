"""The page unpacks what zlib packs, whatever it is, and finds damage or stops."""

import zlib
from base64 import b64encode

import pytest

from tests.javascript import Run
from tests.season import drawn

UNPACKED = """asked.map(([packed, size]) => {
  try {
    const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    return btoa(Array.from(inflated(bytes, size), (b) => String.fromCharCode(b)).join(""));
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
  }
})"""
TEXTS = {
    "nothing": b"",
    "a byte": b"x",
    "one byte often": b"x" * 70_000,
    "a pattern of 258": bytes(range(256)) * 200 + b"ab" * 300,
    "far back": b"begin" + bytes(n * n % 251 for n in range(32_000)) + b"begin",
    "noise": bytes(drawn("noise", n, 256) for n in range(70_000)),
    "a text": "Sura gegen Élan, 5 \u2265 3; ".encode() * 900,
}


def packed(data: bytes, level: int, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> bytes:
    """Data as DEFLATE."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, 9, strategy)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize("what", TEXTS)
def test_what_zlib_packs_is_unpacked(run: Run, what: str) -> None:
    """Stored, by the fixed code and by codes of its own, quickly packed and well."""
    data = TEXTS[what]
    ways = [packed(data, level) for level in (0, 1, 9)]
    ways += [packed(data, 9, zlib.Z_FIXED), packed(data, 9, zlib.Z_HUFFMAN_ONLY)]
    found = run(UNPACKED, [[b64encode(way).decode(), len(data)] for way in ways])
    assert found == [b64encode(data).decode()] * len(ways)


def test_what_is_damaged_is_refused_or_another_text(run: Run) -> None:
    """A byte changed, a piece cut off, a wrong size: no error of another kind, no hang."""
    data = TEXTS["a text"]
    good = packed(data, 9)
    cases = [[b64encode(good).decode(), size] for size in (0, 1, len(data) - 1, len(data) + 1)]
    for place in range(len(good)):
        bent = good[:place] + bytes([good[place] ^ 1 << place % 8]) + good[place + 1 :]
        cases += [[b64encode(each).decode(), len(data)] for each in (bent, good[:place])]
    found = run(UNPACKED, cases)
    assert found[:4] == [""] * 4
    assert b64encode(data).decode() not in found[5::2]
