// A short text as a square that cameras read: a QR code (ISO/IEC 18004) in byte mode, versions 1 to
// 10, at the lower two levels of correction, since screens do not get scratched. It knows no page.

import { bytesOf } from "./crypto/hashing.mjs";

/** Bytes of correction in each block, and blocks, by version from 1 on. */
const LEVELS = [
  // About 15 in 100 can be damaged. Beyond version 5 the next smaller one holds as much at `low`.
  { format: 0, corrections: [10, 16, 26, 18, 24], blocks: [1, 1, 1, 2, 2] },
  // About 7 in 100.
  {
    format: 1, corrections: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18],
    blocks: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4],
  },
];

// What stands in it.

/** How many bytes a version has place for, correction and all. */
function capacity(version) {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    bits -= (25 * marks - 10) * marks - 55;
  }
  return Math.floor((version >= 7 ? bits - 36 : bits) / 8);
}

/** Mode, length, text, end and padding; null if that is too much. */
function dataOf(text, version, count) {
  const lengthBits = version < 10 ? 8 : 16;
  if (8 * text.length > 8 * count - 4 - lengthBits) return null;
  const bits = [];
  const push = (number, width) => {
    for (let at = width - 1; at >= 0; at--) bits.push((number >> at) & 1);
  };
  push(0b0100, 4);
  push(text.length, lengthBits);
  for (const byte of text) push(byte, 8);
  push(0, Math.min(4, 8 * count - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const bytes = [];
  for (let at = 0; at < bits.length; at += 8) {
    bytes.push(bits.slice(at, at + 8).reduce((byte, bit) => (byte << 1) | bit));
  }
  for (let pad = 0xec; bytes.length < count; pad ^= 0xec ^ 0x11) bytes.push(pad);
  return bytes;
}

/** In the field of 256 elements that the code is made in. */
function multiplied(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** The product of (x − 2^i), without its leading 1. */
function divisorOf(degree) {
  const product = [...Array(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) {
      product[at] = multiplied(product[at], root) ^ (product[at + 1] ?? 0);
    }
    root = multiplied(root, 2);
  }
  return product;
}

function remainderOf(data, divisor) {
  const rest = Array(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((term, at) => { rest[at] ^= multiplied(term, factor); });
  }
  return rest;
}

/** Data in blocks, each with its remainder, dealt out in turns. */
function dealt(data, blockCount, corrections) {
  const short = Math.floor(data.length / blockCount);
  const long = data.length % blockCount;
  const blocks = [];
  let start = 0;
  for (let at = 0; at < blockCount; at++) {
    const end = start + short + (at < blockCount - long ? 0 : 1);
    blocks.push(data.slice(start, end));
    start = end;
  }
  const divisor = divisorOf(corrections);
  const remainders = blocks.map((block) => remainderOf(block, divisor));
  const turns = (rows, count) => Array.from({ length: count }, (_, place) =>
    rows.filter((row) => place < row.length).map((row) => row[place])).flat();
  return [...turns(blocks, short + 1), ...turns(remainders, corrections)];
}

/** The text in the smallest version that holds it, at the higher level it can have; or null. */
function codewords(text) {
  for (let version = 1; version <= 10; version++) {
    for (const { format, corrections, blocks } of LEVELS) {
      if (version > blocks.length) continue;
      const [correction, count] = [corrections[version - 1], blocks[version - 1]];
      const data = dataOf(text, version, capacity(version) - correction * count);
      if (data) return { version, format, bytes: dealt(data, count, correction) };
    }
  }
  return null;
}

// Its squares.

const MASKS = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Data and the remainder of its division by a polynomial (BCH). */
function protectedBits(data, polynomial, degree) {
  let rest = data;
  for (let step = 0; step < degree; step++) {
    rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  }
  return (data << degree) | rest;
}

/** Squares along an edge, row by row, dark or not; `fixed` ones are no part of the text. */
class Grid {
  constructor(size) {
    this.size = size;
    this.dark = new Uint8Array(size * size);
    this.fixed = new Uint8Array(size * size);
  }

  set(x, y, isDark) {
    this.dark[y * this.size + x] = isDark ? 1 : 0;
    this.fixed[y * this.size + x] = 1;
  }

  /** A square of rings around a middle, as far as it lies within. */
  rings(middleX, middleY, reach, isDark) {
    const { size } = this;
    for (let y = Math.max(0, middleY - reach); y <= Math.min(size - 1, middleY + reach); y++) {
      for (let x = Math.max(0, middleX - reach); x <= Math.min(size - 1, middleX + reach); x++) {
        this.set(x, y, isDark(Math.max(Math.abs(x - middleX), Math.abs(y - middleY))));
      }
    }
  }

  patterns(version) {
    const { size } = this;
    const isFinder = (ring) => ring !== 2 && ring !== 4;
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) this.rings(x, y, 4, isFinder);
    for (let place = 8; place < size - 8; place++) {
      this.set(place, 6, place % 2 === 0);
      this.set(6, place, place % 2 === 0);
    }
    const last = size - 7;
    const centers = version === 1 ? [] : version < 7 ? [6, last] : [6, (size - 1) / 2, last];
    for (const y of centers) {
      for (const x of centers) {
        // Finders stand in three of the corners.
        const isCorner = (x === 6 || x === last) && (y === 6 || y === last);
        if (!isCorner || Math.min(x, y) === last) this.rings(x, y, 2, (ring) => ring !== 1);
      }
    }
    if (version < 7) return;
    const bits = protectedBits(version, 0x1f25, 12);
    for (let at = 0; at < 18; at++) {
      const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
      this.set(far, near, (bits >> at) & 1);
      this.set(near, far, (bits >> at) & 1);
    }
  }

  /** Which level and mask it has, twice. */
  format(level, mask) {
    const { size } = this;
    const bits = protectedBits((level << 3) | mask, 0x537, 10) ^ 0x5412;
    for (let at = 0; at < 15; at++) {
      const isDark = (bits >> at) & 1;
      if (at < 8) this.set(8, at < 6 ? at : at + 1, isDark);
      else this.set(at === 8 ? 7 : 14 - at, 8, isDark);
      if (at < 8) this.set(size - 1 - at, 8, isDark);
      else this.set(8, size - 15 + at, isDark);
    }
    this.set(8, size - 8, true);
  }

  /** Lays the bits in columns of two, up and down by turns, from the right. */
  fill(bytes) {
    const { size } = this;
    let bit = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      // The column of the dotted line is left out.
      if (right === 6) right = 5;
      const goesUp = ((right + 1) & 2) === 0;
      for (let step = 0; step < size; step++) {
        const y = goesUp ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y * size + x] || bit >= 8 * bytes.length) continue;
          this.dark[y * size + x] = (bytes[bit >> 3] >> (7 - (bit % 8))) & 1;
          bit++;
        }
      }
    }
  }

  masked(mask, level) {
    const grid = new Grid(this.size);
    grid.dark = this.dark.map((dark, at) => {
      const [x, y] = [at % this.size, Math.floor(at / this.size)];
      return !this.fixed[at] && MASKS[mask](x, y) ? 1 - dark : dark;
    });
    grid.format(level, mask);
    return grid;
  }

  /** How hard it is to read: long runs, blocks, what looks like a finder, too much of one kind. */
  get penalty() {
    const { size, dark } = this;
    const all = [...Array(size).keys()];
    const rows = all.map((y) => all.map((x) => dark[y * size + x]));
    const columns = all.map((x) => all.map((y) => dark[y * size + x]));
    let sum = [...rows, ...columns].reduce((total, line) => total + linePenalty(line), 0);
    for (let y = 1; y < size; y++) {
      for (let x = 1; x < size; x++) {
        const four = rows[y][x] + rows[y][x - 1] + rows[y - 1][x] + rows[y - 1][x - 1];
        if (four === 0 || four === 4) sum += 3;
      }
    }
    const count = dark.reduce((total, square) => total + square, 0);
    const off = Math.abs(20 * count - 10 * dark.length);
    return sum + Math.floor((off + dark.length - 1) / dark.length) * 10 - 10;
  }
}

/** Runs of five and more, and finders: 1:1:3:1:1 with four light squares at one side. */
function linePenalty(line) {
  let sum = 0;
  let run = 0;
  line.forEach((square, at) => {
    run = at > 0 && line[at - 1] === square ? run + 1 : 1;
    if (run >= 5) sum += run === 5 ? 3 : 1;
  });
  const wide = `0000${line.join("")}0000`;
  for (let start = 4; start <= line.length - 3; start++) {
    if (wide.slice(start, start + 7) !== "1011101") continue;
    if (wide.slice(start - 4, start) === "0000") sum += 40;
    if (wide.slice(start + 7, start + 11) === "0000") sum += 40;
  }
  return sum;
}

/**
 * The smallest code that holds a text, as well protected as that size allows.
 *
 * @param mask the pattern to lay over it, 0 to 7; left out for whichever reads best.
 * @returns `size` and `dark`, the squares row by row; null for a text that is too long.
 */
export function qrOf(text, mask = null) {
  const words = codewords(bytesOf(text));
  if (!words) return null;
  const grid = new Grid(17 + 4 * words.version);
  grid.patterns(words.version);
  // Reserves its place; what it says follows with the mask.
  grid.format(words.format, 0);
  grid.fill(words.bytes);
  const masks = mask === null ? [...MASKS.keys()] : [mask];
  const codes = masks.map((number) => grid.masked(number, words.format));
  const { size, dark } = codes.reduce((best, code) => (code.penalty < best.penalty ? code : best));
  return { size, dark };
}

/** The outline of a code's dark squares, as the path of an SVG with a margin. */
export function pathOf({ size, dark }, margin) {
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!dark[y * size + x]) continue;
      const start = x;
      while (x < size && dark[y * size + x]) x++;
      path += `M${start + margin} ${y + margin}h${x - start}v1h${start - x}z`;
    }
  }
  return path;
}
