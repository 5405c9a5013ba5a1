// Checks an excerpt (`acta-excerpt/1`): the lines of one story, each linked to the one before, and
// for each receipt the way from the last line that it is about up to the root that was signed for.

import { STORY, rowsOf } from "./bundle.mjs";
import {
  Bad,
  byPlace,
  hex,
  isObject,
  keyOf,
  lenient,
  linesOf,
  link,
  load,
  noteOf,
  notThose,
  rootAbove,
  said,
  same,
} from "./record.mjs";

const LINE_FEED = 10;
const digest = (text) => Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16));

function headOf(row) {
  const head = load(row, "the header");
  const sound =
    said(head, "format") === "acta-excerpt/1" &&
    /^[0-9a-f]{32}$/.test(head.campaign) &&
    STORY.test(head.story) &&
    head.size > 0 &&
    Array.isArray(head.keys) &&
    Array.isArray(head.witnesses) &&
    head.keys.every((key) => typeof key === "string") &&
    head.witnesses.every(
      (each) =>
        isObject(each) &&
        Number.isInteger(each.line) &&
        Number.isInteger(each.rank) &&
        Array.isArray(each.path) &&
        each.path.every((node) => /^[0-9a-f]{64}$/.test(node)),
    );
  if (!sound) throw new Bad("the header is none of acta-excerpt/1");
  return head;
}

// The lines of a story as objects, and the hash of each. `links` are the first digits of the hashes
// as they were: they prove nothing, but say at which line another record begins.
function chained(rows, head, links) {
  const lines = [];
  const leaves = [];
  let before = new Uint8Array(32);
  rows.forEach((row, place) => {
    const address = `${head.story}/${place + 1}`;
    const line = load(row, address);
    if (said(line, "campaign") !== head.campaign || !isObject(said(line, "data"))) {
      throw new Bad(`${address} belongs to another campaign, or tells nothing`);
    }
    if (said(line, "story") !== head.story || said(line, "line") !== place + 1) {
      throw new Bad(`${address} is not the next line of ${head.story}`);
    }
    before = link(before, row);
    if (links && hex(before).slice(0, 8) !== links.slice(8 * place, 8 * place + 8)) {
      throw new Bad(`${address} is not the line that was linked to those before it`);
    }
    lines.push(line);
    leaves.push(before);
  });
  return [lines, leaves];
}

function witnessed(tail, head, leaves) {
  const keys = head.keys.map(keyOf);
  const parts = tail.split("\n\n");
  const notes = [];
  for (let place = 0; place < parts.length; place += 2) {
    notes.push(noteOf(parts.slice(place, place + 2).join("\n\n"), byPlace(keys), true));
  }
  if (notes.map((note) => note.text).join("\n") !== tail) {
    throw new Bad("its receipts are not written as receipts are");
  }
  if (notes.length !== head.witnesses.length) throw new Bad("a receipt has no proof");
  return notes.map((note, place) => {
    const { line, rank, path } = head.witnesses[place];
    if (note.origin !== `acta/${head.campaign}`) {
      throw new Bad("a receipt belongs to another campaign");
    }
    const leaf = leaves[line - 1];
    const root = leaf && rootAbove(leaf, rank, note.size, path.map(digest));
    if (!root || !same(root, note.root)) {
      throw new Bad(`REWRITTEN: its first ${linesOf(line)} ${notThose(line)} signed for`);
    }
    return { ...note, line, rank };
  });
}

// Check an excerpt (bytes); throws Bad with one sentence. Returns what it holds.
export function excerpted(data, links = "") {
  const [[first], rest] = rowsOf(data, 1);
  if (!first) throw new Bad("the header is none of acta-excerpt/1");
  const head = headOf(first);
  const [rows, tail] = rowsOf(rest, head.size);
  if (rows.length !== head.size || tail[0] !== LINE_FEED) {
    throw new Bad("it has not as many lines as its header says");
  }
  const [lines, leaves] = chained(rows, head, links);
  const notes = witnessed(lenient(tail.subarray(1)), head, leaves);
  const last = notes[notes.length - 1];
  if (last.line !== head.size || !last.signers.some((key) => key.name === last.origin)) {
    throw new Bad("it does not end with a ledger's receipt of all its lines");
  }
  return { story: head.story, lines, notes, last };
}
