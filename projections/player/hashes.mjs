// SHA-256 and SHA-512 (FIPS 180-4) and the verification of Ed25519 signatures (RFC 8032), as
// docs/verify_bundle.py has them. Nothing here is secret, so nothing need take constant time.

const POWER_64 = (1n << 64n) - 1n;

function primes(count) {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

// The largest whole number whose power is at most `number`.
function rootOf(number, power) {
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= number) low = middle;
    else high = middle;
  }
  return low;
}

// The standard's constants: the first 64 bits behind the point of a prime's square or cube root.
const fraction = (prime, power) => rootOf(BigInt(prime) << (64n * power), power) & POWER_64;
const START_512 = primes(8).map((prime) => fraction(prime, 2n));
const STEPS_512 = primes(80).map((prime) => fraction(prime, 3n));
const START_256 = START_512.map((number) => Number(number >> 32n));
const STEPS_256 = STEPS_512.slice(0, 64).map((number) => Number(number >> 32n));

// A message as SHA-2 pads it to whole blocks.
function padded(parts, block) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(Math.ceil((length + 1 + block / 8) / block) * block);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  whole[length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(whole.length - 4, (length * 8) >>> 0);
  return view;
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(...parts) {
  const message = padded(parts, 64);
  const state = Int32Array.from(START_256);
  const words = new Int32Array(64);
  for (let block = 0; block < message.byteLength; block += 64) {
    for (let t = 0; t < 16; t++) words[t] = message.getInt32(block + 4 * t);
    for (let t = 16; t < 64; t++) {
      const early = words[t - 15];
      const late = words[t - 2];
      words[t] =
        words[t - 16] +
        words[t - 7] +
        (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
        (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
      const one =
        (h +
          (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
          ((e & f) ^ (~e & g)) +
          STEPS_256[t] +
          words[t]) |
        0;
      const two =
        (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => {
      state[place] += word;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setInt32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

const turned64 = (word, by) => ((word >> by) | (word << (64n - by))) & POWER_64;

export function sha512(...parts) {
  const message = padded(parts, 128);
  const state = [...START_512];
  for (let block = 0; block < message.byteLength; block += 128) {
    const words = Array.from({ length: 16 }, (_, t) => message.getBigUint64(block + 8 * t));
    for (let t = 16; t < 80; t++) {
      const early = words[t - 15];
      const late = words[t - 2];
      words[t] =
        (words[t - 16] +
          words[t - 7] +
          (turned64(early, 1n) ^ turned64(early, 8n) ^ (early >> 7n)) +
          (turned64(late, 19n) ^ turned64(late, 61n) ^ (late >> 6n))) &
        POWER_64;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 80; t++) {
      const one =
        h +
        (turned64(e, 14n) ^ turned64(e, 18n) ^ turned64(e, 41n)) +
        ((e & f) ^ ((e ^ POWER_64) & g)) +
        STEPS_512[t] +
        words[t];
      const two =
        (turned64(a, 28n) ^ turned64(a, 34n) ^ turned64(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & POWER_64, c, b, a, (one + two) & POWER_64];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => {
      state[place] = (state[place] + word) & POWER_64;
    });
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => digest.setBigUint64(8 * place, word));
  return new Uint8Array(digest.buffer);
}

// Ed25519: a point is [X, Y, Z, T] with x = X/Z, y = Y/Z, xy = T/Z.

export const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const modulo = (number, by) => ((number % by) + by) % by;

function power(base, exponent) {
  let result = 1n;
  for (let rest = modulo(base, P); exponent; exponent >>= 1n) {
    if (exponent & 1n) result = (result * rest) % P;
    rest = (rest * rest) % P;
  }
  return result;
}

const inverse = (number) => power(number, P - 2n);
const D = modulo(-121665n * inverse(121666n), P);
const ROOT_OF_MINUS_1 = power(2n, (P - 1n) / 4n);

// A number by its bytes, the lowest first.
export function little(bytes) {
  let number = 0n;
  for (let place = bytes.length - 1; place >= 0; place--) {
    number = (number << 8n) | BigInt(bytes[place]);
  }
  return number;
}

// The point at this height whose x is odd or even, if there is one.
function pointAt(y, odd) {
  const square = modulo((y * y - 1n) * inverse(D * y * y + 1n), P);
  let x = power(square, (P + 3n) / 8n);
  if (modulo(x * x - square, P)) x = (x * ROOT_OF_MINUS_1) % P;
  if ((x & 1n) !== odd) x = P - x;
  if (y >= P || x === P || modulo(x * x - square, P)) return null;
  return [x, y, 1n, (x * y) % P];
}

function sum(p, q) {
  const a = (p[1] - p[0]) * (q[1] - q[0]);
  const b = (p[1] + p[0]) * (q[1] + q[0]);
  const c = 2n * p[3] * q[3] * D;
  const d = 2n * p[2] * q[2];
  const [e, f, g, h] = [b - a, d - c, d + c, b + a].map((number) => modulo(number, P));
  return [(e * f) % P, (g * h) % P, (f * g) % P, (e * h) % P];
}

function times(number, point) {
  let total = [0n, 1n, 1n, 0n];
  for (; number; number >>= 1n) {
    if (number & 1n) total = sum(total, point);
    point = sum(point, point);
  }
  return total;
}

const BASE = pointAt(modulo(4n * inverse(5n), P), 0n);
const LOW_255 = 2n ** 255n - 1n;

// Whether this public key made this signature of this text; all three are bytes.
export function signed(key, text, signature) {
  const number = little(key);
  const s = little(signature.subarray(32));
  const mine = pointAt(number & LOW_255, number >> 255n);
  if (mine === null || s >= ORDER) return false;
  const digest = little(sha512(signature.subarray(0, 32), key, text)) % ORDER;
  const minus = [P - mine[0], mine[1], 1n, P - mine[3]];
  const [x, y, z] = sum(times(s, BASE), times(digest, minus));
  const scale = inverse(z);
  const found = ((y * scale) % P) | ((((x * scale) % P) & 1n) << 255n);
  return found === little(signature.subarray(0, 32));
}
