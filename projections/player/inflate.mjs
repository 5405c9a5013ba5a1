// Unpacks what the page holds packed: DEFLATE (RFC 1951), in all browsers and at once.

const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83];
LENGTHS.push(99, 115, 131, 163, 195, 227, 258);
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];
LENGTH_BITS.push(5, 5, 5, 5, 0);
const DISTANCES = [1, 2, 3, 4];
const DISTANCE_BITS = [0, 0, 0, 0];
for (let bits = 1; bits <= 13; bits++) {
  DISTANCES.push(2 ** (bits + 1) + 1, 3 * 2 ** bits + 1);
  DISTANCE_BITS.push(bits, bits);
}
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

// A prefix code by the lengths of its words: how many of each length, and what they stand for.
function codeOf(lengths) {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  const places = new Uint16Array(17);
  for (let length = 1; length < 16; length++) places[length + 1] = places[length] + counts[length];
  const values = new Uint16Array(lengths.length);
  lengths.forEach((length, value) => {
    if (length) values[places[length]++] = value;
  });
  return { counts, values };
}

const FIXED = codeOf([
  ...Array(144).fill(8),
  ...Array(112).fill(9),
  ...Array(24).fill(7),
  ...Array(8).fill(8),
]);
const FIXED_DISTANCE = codeOf(Array(30).fill(5));

// The bytes that packed bytes stand for, of which there are `size`; throws where they are damaged.
export function inflated(packed, size) {
  const found = new Uint8Array(size);
  let [end, place, held, count] = [0, 0, 0, 0];

  function take(bits) {
    while (count < bits) {
      if (place >= packed.length) throw new RangeError("the data is cut off");
      held |= packed[place++] << count;
      count += 8;
    }
    const value = held & ((1 << bits) - 1);
    held >>>= bits;
    count -= bits;
    return value;
  }

  function next({ counts, values }) {
    let [word, first, index] = [0, 0, 0];
    for (let length = 1; length < 16; length++) {
      word |= take(1);
      if (word - counts[length] < first) return values[index + word - first];
      index += counts[length];
      first = (first + counts[length]) << 1;
      word <<= 1;
    }
    throw new RangeError("the data is damaged");
  }

  function put(byte) {
    if (end >= size) throw new RangeError("the data is longer than it says");
    found[end++] = byte;
  }

  function codes() {
    const [literals, distances, kept] = [take(5) + 257, take(5) + 1, take(4) + 4];
    const small = Array(19).fill(0);
    for (let index = 0; index < kept; index++) small[CODE_ORDER[index]] = take(3);
    const code = codeOf(small);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const value = next(code);
      if (value < 16) lengths.push(value);
      else if (value === 16) lengths.push(...Array(take(2) + 3).fill(lengths[lengths.length - 1]));
      else lengths.push(...Array(value === 17 ? take(3) + 3 : take(7) + 11).fill(0));
    }
    return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))];
  }

  function block(literal, distance) {
    for (let value = next(literal); value !== 256; value = next(literal)) {
      if (value < 256) {
        put(value);
        continue;
      }
      const length = LENGTHS[value - 257] + take(LENGTH_BITS[value - 257]);
      const way = next(distance);
      const back = DISTANCES[way] + take(DISTANCE_BITS[way]);
      if (!(back <= end)) throw new RangeError("the data is damaged");
      for (let rest = length; rest; rest--) put(found[end - back]);
    }
  }

  function stored() {
    [held, count] = [0, 0];
    const length = packed[place] | (packed[place + 1] << 8);
    place += 4;
    if (place + length > packed.length) throw new RangeError("the data is cut off");
    for (let rest = length; rest; rest--) put(packed[place++]);
  }

  for (let last = 0; !last; ) {
    last = take(1);
    const kind = take(2);
    if (kind === 0) stored();
    else if (kind === 1) block(FIXED, FIXED_DISTANCE);
    else if (kind === 2) block(...codes());
    else throw new RangeError("the data is damaged");
  }
  if (end !== size) throw new RangeError("the data is shorter than it says");
  return found;
}
