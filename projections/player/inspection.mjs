// Looks a replay page over: what it packs, its seal, its record, and its log held against that.

import { contradictions } from "./agreement.mjs";
import { excerpted } from "./excerpt.mjs";
import { inflated } from "./inflate.mjs";
import { bytes, hex, sha256 } from "./record.mjs";

// What a page holds packed, as bytes and as an object.
export function opened({ packed, size }) {
  const data = inflated(
    Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0)),
    size,
  );
  return { data, film: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data)) };
}

// The dice of each line that moments show.
function diceOf(moments) {
  const found = new Map();
  for (const { lines, dice = [] } of moments) {
    for (const die of dice) found.set(lines[die[0]], [...(found.get(lines[die[0]]) ?? []), die]);
  }
  return found;
}

// What does not hold of a page, as pairs of a code and its address; its record; how many lines of
// its log belong to other stories. `rows` are the log: address and sentence. Throws Bad.
export function inspected({ data, film }, rows, seal) {
  const record = excerpted(bytes(film.record), film.links);
  const dice = diceOf(film.moments);
  const shown = rows.map(({ address, text }) => ({ address, text, dice: dice.get(address) ?? [] }));
  const wrong = contradictions(record, shown, film.patterns, !film.void);
  const log = bytes(`\n${rows.map((row) => row.text).join("\n")}`);
  if (hex(sha256(data, log)) !== seal) wrong.push(["", "changed"]);
  const others = rows.filter((row) => !row.address.startsWith(`${record.story}/`)).length;
  return { wrong, record, others };
}
