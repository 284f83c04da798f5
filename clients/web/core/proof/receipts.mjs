// What a server has promised to keep, and whether it keeps it: each match of which it has said so
// stays in its log, and the log only ever grows. It checks what the server says and remembers heads
// of the log and receipts, as lines of the protocol. It knows no storage, and no signature: whether
// one holds is an argument, null where nobody can tell, and then roots alone are compared.
// Invariant: nothing is remembered that was not proved; what failed changes nothing, so that it
// shows again on every connection.

import { isKey } from "../crypto/identity.mjs";
import { isConsistent, isIncluded } from "../crypto/merkle.mjs";
import { read, write } from "../wire.mjs";

/** How many heads are remembered, and how many matches, the newest. */
export const HEADS = 16;
export const MATCHES = 20;

/** What is remembered before a server has told anything. */
export const NOTHING = { log: null, key: null, heads: [], matches: [] };

const isSame = (one, other) => one.size === other.size && one.root === other.root;

function withHead(memory, { size, root, sig }) {
  if (memory.heads.some((head) => isSame(head, { size, root }))) return memory;
  return { ...memory, heads: [...memory.heads, { size, root, sig }].slice(-HEADS) };
}
const withMatch = (memory, match) =>
  ({ ...memory, matches: [...memory.matches, match].slice(-MATCHES) });

/**
 * Judges how a log stands.
 *
 * @param asked the head that it was asked to begin with, or null.
 * @param isSigned whether the signature holds; null where that cannot be checked.
 * @returns the `memory` from now on, and in `fault` why the log is not to be trusted, or null:
 *   `unproved`, `another`, `forgotten` or `rewritten`.
 */
export function heardTree(memory, asked, tree, isSigned) {
  const broken = (fault) => ({ memory, fault });
  const known = memory.log === null ? { ...memory, log: tree.log, key: tree.key } : memory;
  if (known.log !== tree.log || known.key !== tree.key) return broken("another");
  if (isSigned === false || !isKey(tree.key)) return broken("unproved");
  if (asked && tree.size < asked.size) return broken("forgotten");
  if (asked && asked.size > 0 && !isConsistent(asked, tree)) return broken("rewritten");
  const rest = known.heads.filter((head) => !asked || !isSame(head, asked));
  return { memory: withHead({ ...known, heads: rest }, tree), fault: null };
}

/** Judges the promise that a match is kept; before a log has a name, nothing is promised. */
export function heardKept(memory, kept, isSigned) {
  if (memory.log === null) return { memory, fault: null };
  if (isSigned === false || !isIncluded(kept)) return { memory, fault: "unproved" };
  return { memory: withHead(withMatch(memory, kept), kept), fault: null };
}

/** What is remembered, as text. */
export function writtenReceipts({ log, key, heads, matches }) {
  if (log === null) return "";
  const lines = [
    ...heads.map((head) => ({ said: "TREE", log, key, ...head, since: 0, path: [] })), ...matches];
  return lines.map((message) => `${write("server", message)}\n`).join("");
}

/** What a text says that is remembered; what cannot be read is forgotten. */
export function readReceipts(text) {
  let memory = NOTHING;
  for (const line of text.split("\n")) {
    try {
      const message = read("server", line);
      if (message?.said === "TREE") {
        const { log, key } = message;
        memory = withHead(memory.log === null ? { ...memory, log, key } : memory, message);
      }
      if (message?.said === "KEPT" && memory.log !== null) memory = withMatch(memory, message);
    } catch {
      // Storage may hold anything.
    }
  }
  return memory;
}
