// Checks a bundle (`acta-bundle/1`) as docs/verify_bundle.py does: `verify` returns its last note,
// or throws Bad with one sentence. On every input both say the same.

import {
  Bad,
  ascii,
  byPlace,
  compared,
  hex,
  isObject,
  keyOf,
  lenient,
  linesOf,
  link,
  load,
  noteOf,
  notThose,
  roots,
  said,
  same,
} from "./record.mjs";

const NUMBERS = "\\[[1-9][0-9]{0,15}(?:,[1-9][0-9]{0,15})*\\]";
const HEADER = new RegExp(
  '^\\{"campaign":"(?<campaign>[0-9a-f]{32})","format":"acta-bundle/1",' +
    '"keys":(?<keys>\\[(?:"[\\w/+=]+"(?:,"[\\w/+=]+")*)?\\]),' +
    `(?:"orders":(?<orders>\\[${NUMBERS}(?:,${NUMBERS})*\\]),)?` +
    '"size":(?<size>[1-9][0-9]{0,6})\\}$',
);
export const STORY = /^(?=.{1,100}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LF = 10;

// The first `count` rows of bytes, and what follows the last of them.
export function rowsOf(data, count) {
  const rows = [];
  let place = 0;
  while (rows.length < count) {
    const end = data.indexOf(LF, place);
    if (end < 0) break;
    rows.push(data.subarray(place, end));
    place = end + 1;
  }
  return [rows, data.subarray(place)];
}

function namedKey(event) {
  try {
    return [keyOf(typeof event.key === "string" ? event.key : "")];
  } catch {
    return []; // no key: nothing is signed with it
  }
}

// Header and lines; a line's hash is over its bytes and the hash of the line before.
function read(data) {
  const [[first = data], rest] = rowsOf(data, 1);
  const head = HEADER.exec(ascii(first))?.groups;
  if (head === undefined) throw new Bad("the header is none of acta-bundle/1");
  const size = Number(head.size);
  const [rows, tail] = first === data ? [[], rest] : rowsOf(rest, size);
  if (rows.length !== size || tail[0] !== LF) {
    throw new Bad("it has not as many lines as its header says");
  }
  const ends = new Map();
  const leaves = [];
  const keys = [];
  rows.forEach((row, place) => {
    const number = place + 1;
    const line = load(row, `line ${number}`);
    const [story, event] = [said(line, "story"), said(line, "data")];
    if (said(line, "campaign") !== head.campaign || !isObject(event)) {
      throw new Bad(`line ${number} belongs to another campaign, or tells nothing`);
    }
    if (typeof story !== "string" || !STORY.test(story)) {
      throw new Bad(`line ${number} belongs to no story that there can be`);
    }
    const [count, before] = ends.get(story) ?? [0, new Uint8Array(32)];
    if (said(line, "line") !== count + 1) {
      throw new Bad(`line ${number} is not the next one of ${story}`);
    }
    leaves.push(link(before, row));
    ends.set(story, [count + 1, leaves[place]]);
    if (said(event, "event") === "campaign.signer-named/1") keys.push(...namedKey(event));
  });
  return {
    campaign: head.campaign,
    ledgers: JSON.parse(head.keys),
    orders: JSON.parse(head.orders ?? "[]"),
    leaves,
    keys,
    tail: lenient(tail.subarray(1)),
  };
}

const rising = (values, order) =>
  values.every((value, place) => place === 0 || order(values[place - 1], value) < 0);
const bySize = (one, other) => one.size - other.size;
const byPoint = (one, other) => bySize(one, other) || compared(hex(one.root), hex(other.root));

// The notes at the end of a bundle, each held to its signers, in their order.
function notesOf(bundle) {
  const cut = bundle.orders.length;
  const origin = `acta/${bundle.campaign}`;
  const ledgers = bundle.ledgers.map(keyOf);
  const parts = bundle.tail.split("\n\n");
  const keys = byPlace([...ledgers, ...bundle.keys]);
  const notes = [];
  for (let place = 0; place < parts.length; place += 2) {
    notes.push(noteOf(parts.slice(place, place + 2).join("\n\n"), keys, true));
  }
  if (notes.map((note) => note.text).join("\n") !== bundle.tail) {
    throw new Bad("its notes are not written as notes are");
  }
  if ([...ledgers.map((key) => key.name), ...notes.map((n) => n.origin)].some((n) => n !== origin)) {
    throw new Bad("a note or key belongs to another campaign");
  }
  if (!rising(bundle.ledgers, compared)) {
    throw new Bad("its header does not name keys as they are named");
  }
  const signers = new Set(notes.flatMap((note) => note.signers.map((key) => key.text)));
  if (!ledgers.every((key) => signers.has(key.text))) {
    throw new Bad("its header names a key that signed nothing");
  }
  const last = notes[notes.length - 1];
  const names = new Set(bundle.ledgers);
  if (last.size !== bundle.leaves.length || !last.signers.some((key) => names.has(key.text))) {
    throw new Bad("it does not end with a ledger's note of all its lines");
  }
  const [others, own] = [notes.slice(0, cut), notes.slice(cut)];
  if (!own.length || !rising(own, bySize) || !rising(others, byPoint)) {
    throw new Bad("its notes do not stand in their order");
  }
  return notes;
}

// The lines in the order that another copy had them in.
function ordered(ranks, leaves, size) {
  const runs = [];
  for (let place = 0; place + 1 < ranks.length; place += 2) {
    runs.push([ranks[place], ranks[place + 1]]);
  }
  const whole =
    ranks.length % 2 === 0 &&
    runs.every(([first, last]) => first > 0 && first <= last && last <= leaves.length);
  const apart = runs.every(([first], place) => place === 0 || runs[place - 1][1] + 1 !== first);
  const count = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (!whole || !apart || count !== size) {
    throw new Bad("its header gives an order of lines that it does not have");
  }
  return runs.flatMap(([first, last]) => leaves.slice(first - 1, last));
}

// Hold a bundle against what somebody kept.
function hold(receipt, notes, found) {
  const last = notes[notes.length - 1];
  if (receipt.origin !== last.origin) throw new Bad("a receipt belongs to another campaign");
  if (!receipt.signers.length) {
    throw new Bad("nobody whose key is known signed a receipt; --key KEY names one");
  }
  if (receipt.size > last.size) {
    const claimed = linesOf(receipt.digits);
    throw new Bad(`TRUNCATED: a receipt proves ${claimed}, the bundle has ${last.size}`);
  }
  const proven = same(found.get(receipt.size), receipt.root);
  if (!proven && !notes.some((n) => n.size === receipt.size && same(n.root, receipt.root))) {
    throw new Bad(`SPLIT VIEW: a receipt proves other lines than the first ${receipt.digits}`);
  }
}

// Check a bundle (bytes), and hold it against receipts, keys and names (texts).
export function verify(data, receipts = [], keys = [], signers = []) {
  const bundle = read(data);
  const notes = notesOf(bundle);
  const trusted = [...[...bundle.ledgers, ...keys].map(keyOf), ...bundle.keys];
  const known = byPlace(trusted);
  const held = receipts.map((text) => noteOf(text, known, false));
  const found = roots(bundle.leaves, new Set([...notes, ...held].map((note) => note.size)));
  notes.forEach((note, number) => {
    const ranks = bundle.orders[number];
    const root = ranks
      ? roots(ordered(ranks, bundle.leaves, note.size), new Set([note.size])).get(note.size)
      : found.get(note.size);
    if (root === undefined || !same(root, note.root)) {
      throw new Bad(`REWRITTEN: its first ${linesOf(note.digits)} ${notThose(note.digits)} signed for`);
    }
  });
  for (const note of held) hold(note, notes, found);
  const last = notes[notes.length - 1];
  for (const name of new Set(signers)) {
    if (!last.signers.some((key) => key.name === name)) {
      throw new Bad(`${name} has not signed for all its lines`);
    }
  }
  return last;
}
