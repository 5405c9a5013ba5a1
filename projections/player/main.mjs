// The page begins: what it holds is unpacked and played, and then held against the record.

import { inspected, opened } from "./inspection.mjs";
import { play } from "./player.mjs";
import { Bad } from "./record.mjs";
import { at, element, given, rows, say } from "./words.mjs";

const MOST = 5; // so many faults are told

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

function check(page) {
  try {
    const { wrong, record, others } = inspected(page, rows, at("replay").dataset.seal);
    const told = wrong.slice(0, MOST).map(([address, code]) => say(`page-${code}`, { address }));
    if (told.length) tell(false, told.map((why) => say("tampered", { why })));
    else tell(true, held(record, others));
  } catch (error) {
    const why = error instanceof Bad ? error.message : say("damaged", { why: error.message });
    tell(false, [say("tampered", { why })]);
  }
  document.documentElement.dataset.checked = Math.round(performance.now());
}

try {
  const page = opened(given);
  play(page.film, rows);
  document.documentElement.dataset.started = Math.round(performance.now());
  setTimeout(() => check(page), 60); // once the page is there to be seen
} catch (error) {
  tell(false, [say("tampered", { why: say("damaged", { why: error.message }) })]);
}
