// Holds what a page shows against the record that it holds: which lines count, in which order, what
// their sentences say of the fields of their events, and which faces the dice show.

import { said } from "./record.mjs";

const MASKS = new Set([
  "record.batch-retracted/1",
  "record.batch-restored/1",
  "record.amended/1",
  "record.batch-amended/1",
]);

// The addresses of a story's lines that count: nothing that was taken back or amended, no masks.
function counted({ story, lines }) {
  const masked = new Set();
  const pieces = new Map();
  const open = new Map();
  const amended = new Map();
  for (const line of lines) {
    const event = line.data;
    if (event.event === "record.batch-retracted/1") masked.add(event.batch);
    if (event.event === "record.batch-restored/1") masked.delete(event.batch);
    if (event.event === "record.batch-amended/1") {
      const piece = said(event, "piece") ?? `${story}/${line.line}`;
      open.set(line.batch, piece);
      amended.set(line.batch, [...(amended.get(line.batch) ?? []), event.batch]);
    }
    if (open.has(line.batch)) pieces.set(line.line, open.get(line.batch));
  }
  const struck = new Set(masked);
  for (const [batch, replaced] of amended) {
    if (!masked.has(batch)) replaced.forEach((each) => struck.add(each));
  }
  const counts = (line) =>
    !MASKS.has(line.data.event) && !struck.has(line.batch) && !struck.has(pieces.get(line.line));
  return { addresses: lines.filter(counts).map((l) => `${story}/${l.line}`), moved: open.size > 0 };
}

function field(data, path) {
  return path.split(".").reduce((value, key) => value?.[key], data);
}

// The sentence that a pattern makes of an event: texts, and between them paths of its fields.
function filled(pattern, data) {
  return pattern.map((part, place) => (place % 2 ? field(data, part) : part)).join("");
}

function* leaves(data) {
  for (const value of Object.values(data)) {
    if (typeof value === "object") yield* leaves(value);
    else if (typeof value !== "boolean") yield String(value);
  }
}

// What is shown otherwise than it is on record, each an address and a code. `shown` are the lines of
// the log: address, sentence, dice; `patterns` are the ways to tell each event; `whole` says that
// nothing may be left out.
export function contradictions(record, shown, patterns, whole) {
  const found = [];
  const own = `${record.story}/`;
  const mine = shown.filter((row) => row.address.startsWith(own));
  for (const { address, text, dice } of mine) {
    const data = record.lines[Number(address.slice(own.length)) - 1]?.data;
    if (data === undefined) {
      found.push([address, "unknown"]);
      continue;
    }
    const ways = Object.hasOwn(patterns, data.event) ? patterns[data.event] : [];
    if (!ways.some((way) => filled(way, data) === text)) found.push([address, "otherwise"]);
    const fields = new Set(leaves(data));
    const fell = dice.every(
      ([, who, , face, exact]) => fields.has(String(face)) && (!exact || fields.has(who)),
    );
    if (!fell) found.push([address, "dice"]);
  }
  const { addresses, moved } = counted(record);
  const there = new Set(mine.map((row) => row.address));
  const due = new Set(addresses);
  if (whole) {
    for (const address of addresses) if (!there.has(address)) found.push([address, "missing"]);
    for (const { address } of mine) if (!due.has(address)) found.push([address, "gone"]);
    const numbers = mine.map((row) => Number(row.address.slice(own.length)));
    const fallen = moved ? -1 : numbers.findIndex((n, place) => place && n <= numbers[place - 1]);
    if (fallen > 0) found.push([mine[fallen].address, "order"]);
  }
  return found;
}
