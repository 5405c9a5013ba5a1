// A record's bytes: canonical lines, their links, the log (RFC 6962), keys and signed notes (C2SP).
// It decides as docs/verify_bundle.py does, in the same order and the same words.

import { P, little, sha256, signed } from "./hashes.mjs";

export class Bad extends Error {}

const LONGEST = 2 ** 20;
const DEEPEST = 32;
const UTF8 = new TextEncoder();
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });
const LATIN = new TextDecoder("latin1");
const ESCAPES = { "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
// What parts words: the whitespace of Python's str.split, which is not that of \s.
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACES = new RegExp(`[${SPACE}]+`, "u");
const PARTING = new RegExp(`[${SPACE}+\u2014]`, "gu");

export const bytes = (text) => UTF8.encode(text);
export const lenient = (data) => LENIENT.decode(data);
export const ascii = (data) => LATIN.decode(data); // what is no ASCII is something else
const latin = (data) => Array.from(data, (byte) => String.fromCharCode(byte)).join("");
export const same = (one, other) =>
  one.length === other.length && one.every((byte, place) => byte === other[place]);

// So many lines; and that they are others than those that are meant.
export const linesOf = (count) => `${count} line${Number(count) === 1 ? "" : "s"}`;
export const notThose = (count) => (Number(count) === 1 ? "is not that" : "are not those");

export function hex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// As Python orders texts: by code points, not by the halves of UTF-16.
export function compared(one, other) {
  const [mine, theirs] = [Array.from(one), Array.from(other)];
  for (let place = 0; place < Math.min(mine.length, theirs.length); place++) {
    const difference = mine[place].codePointAt(0) - theirs[place].codePointAt(0);
    if (difference) return difference;
  }
  return mine.length - theirs.length;
}

// Canonical JSON: the only way to write what a line says.

function quoted(text) {
  return `"${text.replace(
    /[\x00-\x1f"\\]/g,
    (sign) =>
      ESCAPES[sign] ??
      (sign < " " ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}` : `\\${sign}`),
  )}"`;
}

// No null, no fraction, no number beyond 2^53-1, no key outside ASCII, nothing nested too deep.
export function encode(value, depth = 0) {
  if (depth > DEEPEST) throw new Bad();
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map((part) => encode(part, depth + 1)).join(",")}]`;
  if (typeof value !== "object" || value === null) throw new Bad();
  const keys = Object.keys(value).sort();
  if (keys.some((key) => /[^\x00-\x7f]/.test(key))) throw new Bad();
  return `{${keys.map((key) => `${quoted(key)}:${encode(value[key], depth + 1)}`).join(",")}}`;
}

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// What an object says under a key that is its own.
export const said = (object, key) => (Object.hasOwn(object, key) ? object[key] : undefined);

// Read an object that is written as it must be, to the byte.
export function load(line, where) {
  try {
    const text = STRICT.decode(line);
    const found = JSON.parse(text);
    if (isObject(found) && encode(found) === text && line.length <= LONGEST) return found;
  } catch {
    // it is told below
  }
  throw new Bad(`${where} is no object in canonical form`);
}

// Base64 that is written in the one right way.
export function unpacked(text, length, what) {
  let found = null;
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) {
    const plain = atob(text);
    if (btoa(plain) === text) found = Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  }
  if (found === null || found.length !== length) throw new Bad(`${what} is cut or mistyped`);
  return found;
}

export const packed = (data) => btoa(latin(data));

// A public key, NAME+ID+KEY.
export function keyOf(text) {
  const [name, number = "", ...rest] = text.split("+");
  const data = unpacked(rest.join("+"), 33, "a key");
  const made = hex(sha256(bytes(name), Uint8Array.of(10), data).subarray(0, 4));
  const high = little(data.subarray(1)) & (2n ** 255n - 1n);
  if (number !== made || data[0] !== 1 || high >= P || name.replace(PARTING, "_") !== name) {
    throw new Bad("a key is cut or mistyped");
  }
  return { name, public: data.subarray(1), id: made, place: `${name}+${made}`, text };
}

// A note, its signatures checked; a signature by an unknown key is bad if it is read strictly.
export function noteOf(text, keys, strict) {
  const words = text.split(SPACES).filter((word) => word && word !== "\u2014");
  const [origin, size, root] = words;
  const rows = words.slice(3);
  if (!rows.length || rows.length % 2 || !/^(?:0|[1-9][0-9]{0,15})$/.test(size)) {
    throw new Bad("a note is none: it has three rows and a signature or more");
  }
  const top = unpacked(root, 32, "a root");
  const body = `${origin}\n${size}\n${root}\n`;
  const signers = [];
  const signatures = new Map();
  for (let place = 0; place < rows.length; place += 2) {
    const [name, data] = [rows[place], rows[place + 1]];
    const signature = unpacked(data, 68, `the signature of ${name}`);
    const id = hex(signature.subarray(0, 4));
    signatures.set(`${name}+${id}`, { name, id, row: `\u2014 ${name} ${data}\n` });
    const key = keys.get(`${name}+${id}`);
    if (key === undefined && strict) throw new Bad("a note is signed by a key that nobody named");
    if (key === undefined) continue;
    if (!signed(key.public, bytes(body), signature.subarray(4))) {
      throw new Bad(`the signature of ${name} does not hold`);
    }
    signers.push(key);
  }
  if (signatures.size !== rows.length / 2) throw new Bad("a note is signed twice by one key");
  const ordered = [...signatures.values()].sort(
    (one, other) => compared(one.name, other.name) || compared(one.id, other.id),
  );
  const whole = `${body}\n${ordered.map((each) => each.row).join("")}`;
  return { text: whole, origin, size: Number(size), digits: size, root: top, signers };
}

export const byPlace = (keys) => new Map(keys.map((key) => [key.place, key]));

// A line's hash: over the hash of the line before it in its story, and its own bytes.
export const link = (before, line) => sha256(Uint8Array.of(0), before, line);

const node = (left, right) => sha256(Uint8Array.of(1), left, right);

// The roots of a log at these sizes.
export function roots(leaves, sizes) {
  const found = new Map([[0, sha256()]]);
  const peaks = [];
  let size = 0;
  for (const leaf of leaves) {
    size += 1;
    let top = leaf;
    for (let rest = size; rest % 2 === 0; rest /= 2) top = node(peaks.pop(), top);
    peaks.push(top);
    if (sizes.has(size)) found.set(size, peaks.reduceRight((right, left) => node(left, right)));
  }
  return found;
}

// The root of a log of `size` leaves in which `leaf` is number `rank`, counted from 1, by the nodes
// beside its way up (RFC 9162, 2.1.3.2); null where there are too many or too few of them.
export function rootAbove(leaf, rank, size, beside) {
  if (!(rank >= 1 && rank <= size)) return null;
  let [place, last, top] = [rank - 1, size - 1, leaf];
  for (const other of beside) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      top = node(other, top);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      top = node(top, other);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? top : null;
}
