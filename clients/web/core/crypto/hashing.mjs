// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), because a page from a LAN's http:// is no secure
// context and has no crypto.subtle. Bytes in, bytes out; nothing here is secret or timed.

const primes = [];
for (let number = 2; primes.length < 64; number++) {
  if (primes.every((prime) => number % prime !== 0)) primes.push(number);
}
/** The first 32 bits of what follows the point. */
const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0;
const ROUND_CONSTANTS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const FIRST_STATE = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function padded(bytes) {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(blocks.length - 4, bytes.length << 3);
  return view;
}

function schedule(view, offset, words) {
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(offset + 4 * at);
  for (let at = 16; at < 64; at++) {
    const [before, last] = [words[at - 15], words[at - 2]];
    const low = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
    const high = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    words[at] = words[at - 16] + low + words[at - 7] + high;
  }
}

/** The 32 bytes of a message's SHA-256. */
export function sha256(bytes) {
  const view = padded(bytes);
  const words = new Int32Array(64);
  const state = Int32Array.from(FIRST_STATE);
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    schedule(view, offset, words);
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at++) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const one = (h + sum1 + choice + ROUND_CONSTANTS[at] + words[at]) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + sum0 + majority) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] += word; });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

const joined = (one, other) => {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
};

/** The HMAC-SHA-256 of a message under a key. */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

const utf8 = new TextEncoder();
/** The bytes of a text. */
export const bytesOf = (text) => utf8.encode(text);
/** Lower-case digits of bytes. */
export const hexOfBytes = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** The bytes of lower-case digits. */
export const bytesOfHex = (digits) =>
  Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));

/** What a nonce is while it is secret: the SHA-256 of its digits. */
export const sealOf = (nonce) => hexOfBytes(sha256(bytesOf(nonce)));
