// A record on its way from a server's archive to a page that shows it again: who asks, who they
// are, since a match that was not for everybody names its players to them alone, and then a piece
// after the other. Once it is whole it is held against what the server has said before. It knows no
// socket and no storage, and believes nothing.

import { sealOf } from "../crypto/hashing.mjs";
import { isKey } from "../crypto/identity.mjs";
import { isIncluded, leafOf } from "../crypto/merkle.mjs";
import { RECORDED } from "../replay/record.mjs";
import { read, readIn } from "../wire.mjs";

/** The largest record that is taken, in characters. */
const MOST = 2 ** 21;

/**
 * A record that is asked for, by its number in the server's log.
 *
 * @param key the user's public key, or null.
 */
export const requestOf = (index, key) =>
  ({ index, key, lines: [], size: 0, total: null, isInside: false, isProving: false });

const question = ({ index, lines }) =>
  ({ do: "say", message: { said: "REPLAY", index, from: lines.length } });
const failed = (why) => ({ do: "failed", why });

/**
 * Takes lines of the server.
 *
 * @returns the request from now on, and what to do, in order: `say` a `message`, `later` if it asks
 *   for more of the same record; `sign` a `challenge`; or what came of it, as the last thing: the
 *   `text` that is `whole`, or `why` it has `failed`: `nonsense`, or the code of a refusal.
 */
export function heard(request, lines) {
  const todo = [];
  let [next, at] = [request, 0];
  while (at < lines.length) {
    if (next.isInside) {
      const found = lines.findIndex((line, place) => place >= at && line.startsWith("END "));
      const end = found < 0 ? lines.length : found;
      next = grown(next, lines.slice(at, end));
      if (next.size > MOST || next.lines.length > next.total) return [next, [failed("nonsense")]];
      at = end;
      if (at === lines.length) break;
    }
    let message = null;
    try {
      message = read("server", lines[at]);
    } catch {
      // A line that cannot be read is passed over, as a newer server's may be.
    }
    at += 1;
    if (message) next = answered(next, message, todo);
    if (todo.some(({ do: what }) => what === "failed" || what === "whole")) break;
  }
  return [next, todo];
}

const grown = (request, lines) => ({
  ...request, lines: request.lines.concat(lines),
  size: lines.reduce((sum, line) => sum + line.length + 1, request.size),
});

function answered(request, message, todo) {
  switch (message.said) {
    case "WELCOME":
      todo.push(request.key === null ? question(request)
        : { do: "say", message: { said: "IDENTIFY", key: request.key } });
      return { ...request, isProving: request.key !== null };
    case "CHALLENGE":
      if (request.isProving) todo.push({ do: "sign", challenge: message });
      return { ...request, isProving: false };
    case "PROVED":
      todo.push(question(request));
      return request;
    case "PING":
      todo.push({ do: "say", message: { said: "PONG", nonce: message.nonce } });
      return request;
    case "NO": {
      // A server that knows no identities, or not this one, tells what it tells anybody.
      const isAbsent = ["IDENTIFY", "PROVE"].includes(message.verb);
      todo.push(isAbsent ? question(request) : failed(message.code));
      return { ...request, isProving: false };
    }
    case "REPLAYED": return begun(request, message, todo);
    case "END": return request.isInside ? ended({ ...request, isInside: false }, todo) : request;
    default: return request;
  }
}

/** A piece has to fit behind those that are there. */
function begun(request, { index, lines, from }, todo) {
  const isFitting = index === request.index && from === request.lines.length && lines > from
    && (request.total ?? lines) === lines;
  if (!isFitting) todo.push(failed("nonsense"));
  return { ...request, isInside: true, total: lines };
}

function ended(request, todo) {
  const isWhole = request.lines.length === request.total;
  todo.push(isWhole
    ? { do: "whole", text: request.lines.map((line) => `${line}\n`).join("") }
    : { ...question(request), do: "later" });
  return request;
}

/**
 * Where a record says that it is: `log`, `key`, `index`, `leaf`, `path`, `size`, `root`, `sig`, and
 * its `body`, which is hashed; null where it does not say so.
 */
export function placeOf(text) {
  try {
    const lines = text.trimEnd().split("\n");
    const end = lines.findIndex((line) => line.startsWith("SEED "));
    const [leaf, path, tree] = lines.slice(-3).map((line) => readIn(RECORDED, line));
    const inOrder = leaf?.said === "LEAF" && path?.said === "PATH" && tree?.said === "TREE";
    if (end < 0 || !inOrder || path.size !== tree.size) return null;
    const { size, root, sig, key } = tree;
    return {
      log: readIn(RECORDED, lines[0]).log, key, index: leaf.index, leaf: leaf.hash,
      path: path.hashes, size, root, sig,
      body: lines.slice(0, end + 1).map((line) => `${line}\n`).join(""),
    };
  } catch {
    return null;
  }
}

const isInLog = (place, isSigned) => isSigned !== false && isKey(place.key)
  && leafOf(place.body) === place.leaf && isIncluded(place);

/**
 * What does not hold of that which stands behind a match in its record, by itself: `seal`, of a
 * name, or `log`; null if all of it does.
 *
 * @param place what `placeOf` gave.
 * @param isSigned whether the head is signed; null where that cannot be checked.
 */
export function flawBehind(text, place, isSigned) {
  const lines = text.split("\n");
  const wholeOf = (verb) => lines.filter((line) => line.startsWith(`${verb} `));
  const seals = new Map(wholeOf("SEAT").map((line) => readIn(RECORDED, line))
    .map(({ who, seal }) => [who, seal]));
  const isSealed = (line) => seals.get(readIn(RECORDED, line).who) === sealOf(line);
  if (!wholeOf("PERSON").every(isSealed)) return "seal";
  return wholeOf("LEAF").length === 0 || (place && isInLog(place, isSigned)) ? null : "log";
}

/**
 * Why a record is not the one of that number in the log that is remembered; null when it is, or
 * when nothing is known of the log.
 *
 * @param place what `placeOf` gave.
 * @param isSigned whether the head is signed; null where that cannot be checked.
 */
export function faultOf(place, index, memory, isSigned) {
  if (place?.index !== index || !isInLog(place, isSigned)) return "unproved";
  if (memory.log === null) return null;
  if (memory.log !== place.log || memory.key !== place.key) return "another";
  const known = memory.matches.find((match) => match.index === index);
  const head = memory.heads.find(({ size }) => size === place.size);
  const isOther = (known && known.leaf !== place.leaf) || (head && head.root !== place.root);
  return isOther ? "rewritten" : null;
}
