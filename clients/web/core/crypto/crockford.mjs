// Bytes as letters and digits that people can read aloud and type: Crockford's base32. It reads
// nothing; see identity.mjs.

import { bytesOfHex } from "./hashing.mjs";

/** Crockford's digits: no I, L, O and U. */
export const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Whole groups of five bytes as letters, four together. */
export function written(bytes) {
  let letters = "";
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    [bits, count] = [(bits << 8) | byte, count + 8];
    while (count >= 5) {
      count -= 5;
      letters += DIGITS[(bits >> count) & 31];
    }
    bits &= 31;
  }
  return letters.match(/.{4}/g).join("-");
}

/** What people see of who somebody is: the first 40 bits of an id. */
export const tagOf = (id) => written(bytesOfHex(id.slice(0, 10)));
