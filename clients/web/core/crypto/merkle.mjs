// What the proofs of a tree prove (RFC 9162, sections 2.1.3.2 and 2.1.4.2), for those who have a
// root and not the tree, and the text that a log signs. Hashes are digits; sizes may be as large as
// numbers are exact. Invariant: checking takes as many steps as there are hashes.

import { bytesOf, bytesOfHex, hexOfBytes, sha256 } from "./hashing.mjs";

const node = (left, right) =>
  hexOfBytes(sha256(Uint8Array.from([1, ...bytesOfHex(left), ...bytesOfHex(right)])));

/** The hash of a record's body, as the log has it. */
export const leafOf = (body) => hexOfBytes(sha256(Uint8Array.from([0, ...bytesOf(body)])));

const half = (number) => Math.floor(number / 2);

/** A way up through a tree, from a node and the last one of its level, a step for each hash. */
function climbed(at, last, hashes, step) {
  for (const hash of hashes) {
    if (last === 0) return false;
    const isRight = at % 2 === 1 || at === last;
    step(hash, isRight);
    while (isRight && at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    [at, last] = [half(at), half(last)];
  }
  return last === 0;
}

/** Whether the leaf of that index is in the tree of that size and root. */
export function isIncluded({ leaf, index, path, size, root }) {
  if (index >= size) return false;
  let hash = leaf;
  const isTop = climbed(index, size - 1, path, (other, isRight) => {
    hash = isRight ? node(other, hash) : node(hash, other);
  });
  return isTop && hash === root;
}

/** Whether a tree, by its size and root, begins with all of an older one. */
export function isConsistent(old, { size, root, path }) {
  if (old.size === 0 || old.size > size) return false;
  if (old.size === size) return path.length === 0 && old.root === root;
  let [at, last] = [old.size - 1, size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  // The root of a whole subtree is known, so the proof leaves it out.
  const [first, ...rest] = at === 0 ? [old.root, ...path] : path;
  if (first === undefined) return false;
  let [oldHash, newHash] = [first, first];
  const isTop = climbed(at, last, rest, (other, isRight) => {
    if (isRight) oldHash = node(other, oldHash);
    newHash = isRight ? node(other, newHash) : node(newHash, other);
  });
  return isTop && oldHash === old.root && newHash === root;
}

/** What a log signs: a checkpoint of C2SP. */
export const checkpointOf = (log, { size, root }) =>
  `${log}\n${size}\n${btoa(String.fromCharCode(...bytesOfHex(root)))}\n`;
