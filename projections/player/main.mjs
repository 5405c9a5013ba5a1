// The page begins: what it holds is unpacked and played, and then held against the record.

import { contradictions } from "./agreement.mjs";
import { excerpted } from "./excerpt.mjs";
import { inflated } from "./inflate.mjs";
import { play } from "./player.mjs";
import { Bad, bytes, hex, sha256 } from "./record.mjs";
import { at, element, given, rows, say } from "./words.mjs";

function opened() {
  const packed = Uint8Array.from(atob(given.packed), (sign) => sign.charCodeAt(0));
  return inflated(packed, given.size);
}

// Say whether the page holds, in words.
function tell(sound, sentences) {
  const verdict = at("verdict");
  verdict.className = sound ? "sound" : "tampered";
  verdict.replaceChildren(...sentences.map((sentence) => element("p", sentence)));
  at("verdict-short").textContent = say(sound ? "verified-short" : "tampered-short");
  at("verdict-short").className = sound ? "sound" : "tampered";
}

const signers = (note) =>
  note.signers
    .map((key) => (key.name === note.origin ? say("ledger", { id: key.id }) : `${key.name} (${key.id})`))
    .join(", ");

// What holds, as sentences.
function held(record, others) {
  const { story, lines, notes } = record;
  const told = [say("verified", { n: lines.length, story })];
  for (const note of notes) {
    const address = `${story}/${note.line}`;
    told.push(say("signed", { address, rank: note.rank, size: note.size, who: signers(note) }));
  }
  if (others) told.push(say("elsewhere", { n: others }));
  return [...told, say("not-proven")];
}

// What does not hold, as sentences; none if all does. `data` are the bytes that were unpacked.
function checked(film, data, moments) {
  const record = excerpted(bytes(film.record), film.links);
  const dice = new Map();
  for (const { lines, dice: fell } of moments) {
    for (const die of fell) dice.set(lines[die[0]], [...(dice.get(lines[die[0]]) ?? []), die]);
  }
  const shown = rows.map(({ address, text }) => ({ address, text, dice: dice.get(address) ?? [] }));
  const wrong = contradictions(record, shown, film.patterns, !film.void);
  const told = wrong.slice(0, 5).map(([address, code]) => say(`page-${code}`, { address }));
  const log = bytes(`\n${rows.map((row) => row.text).join("\n")}`);
  if (hex(sha256(data, log)) !== at("replay").dataset.seal) told.push(say("page-changed"));
  const others = shown.filter((row) => !row.address.startsWith(`${record.story}/`)).length;
  return { told, record, others };
}

function check(film, data, moments) {
  try {
    const { told, record, others } = checked(film, data, moments);
    if (told.length) tell(false, told.map((why) => say("tampered", { why })));
    else tell(true, held(record, others));
  } catch (error) {
    const why = error instanceof Bad ? error.message : say("damaged", { why: error.message });
    tell(false, [say("tampered", { why })]);
  }
}

try {
  const data = opened();
  const film = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data));
  const moments = play(film, rows);
  document.documentElement.dataset.started = Math.round(performance.now());
  setTimeout(() => check(film, data, moments), 60); // once the page is there to be seen
} catch (error) {
  tell(false, [say("tampered", { why: say("damaged", { why: error.message }) })]);
}
