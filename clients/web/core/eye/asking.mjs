// One's own answers on their way from a server's archive: who asks, what one has played there, and
// then one record after the other of the matches that this device does not have. It knows no socket
// and no storage. Invariant: it asks for no more matches than a device keeps.

import { modes } from "../rules/modes.mjs";
import { read } from "../wire.mjs";
import { answersInRecord, isMeasured, MATCHES_MOST } from "./answers.mjs";

/** As many rows as an answer has at most; a server with more of them is asked again. */
const ROWS = 100;
/** The longest record that is taken, in characters. */
const MOST = 2 ** 21;

/**
 * What is asked for.
 *
 * @param own the user's public `key` and its `id`.
 * @param known when the matches began that this device has.
 */
export const askingOf = (own, known) => ({
  ...own, known: new Set(known), rows: 0, last: 0, oldest: null, wanted: [], found: [],
  record: null, isProving: false,
});

const past = (from) => ({ said: "PAST", id: null, from });

/**
 * Takes a line of the server.
 *
 * @returns the asking from now on, and what to do: `say` a `message`, or `later`; `sign` a
 *   `challenge`; `done` with the matches that were `found`, or `failed`; or null for nothing.
 */
export function asked(asking, line) {
  const { record } = asking;
  if (record?.isInside && !line.startsWith("END ")) {
    // A record has thousands of lines: they are one array that grows.
    record.lines.push(line);
    const next = { ...record, size: record.size + line.length + 1 };
    return next.size > MOST || next.lines.length > next.total ? passed(asking)
      : [{ ...asking, record: next }, null];
  }
  let message = null;
  try {
    message = read("server", line);
  } catch {
    // A line that cannot be read is passed over, as a newer server's may be.
  }
  return message ? heard(asking, message) : [asking, null];
}

function heard(asking, message) {
  switch (message.said) {
    case "WELCOME": return [
      { ...asking, isProving: true },
      { do: "say", message: { said: "IDENTIFY", key: asking.key } },
    ];
    case "CHALLENGE": return [
      { ...asking, isProving: false },
      asking.isProving ? { do: "sign", challenge: message } : null,
    ];
    case "PROVED": return [asking, { do: "say", message: past(null) }];
    case "PING": return [asking, { do: "say", message: { said: "PONG", nonce: message.nonce } }];
    // A match that the server does not tell today may come another day.
    case "NO": return asking.record ? passed(asking) : [asking, { do: "failed" }];
    case "PLAYED": return [withRow(asking, message), null];
    case "REPLAYED": return begun(asking, message);
    case "END": return ended(asking, message);
    default: return [asking, null];
  }
}

function withRow(asking, { index, mode, at }) {
  const { rows, last, known, wanted } = asking;
  const next = { ...asking, rows: rows + 1, last: last + 1, oldest: index };
  const isNew = isMeasured(modes.get(mode)) && !known.has(at) && wanted.length < MATCHES_MOST;
  return isNew ? { ...next, known: new Set([...known, at]), wanted: [...wanted, index] } : next;
}

/** Goes on to the next record; the one that is under way is left out. */
function passed(asking) {
  const [index, ...wanted] = asking.wanted;
  if (index === undefined) return [asking, { do: "done", found: asking.found }];
  const record = { index, lines: [], size: 0, total: null, isInside: false };
  return [{ ...asking, wanted, record }, question(record)];
}
const question = ({ index, lines }) =>
  ({ do: "later", message: { said: "REPLAY", index, from: lines.length } });

function begun(asking, { index, lines, from }) {
  const { record } = asking;
  const isFitting = record && index === record.index && from === record.lines.length
    && lines > from && (record.total ?? lines) === lines;
  return isFitting ? [{ ...asking, record: { ...record, total: lines, isInside: true } }, null]
    : passed(asking);
}

function ended(asking, { of }) {
  const { record, rows, last, oldest } = asking;
  if (of === "PAST") {
    const next = { ...asking, last: 0 };
    const isMore = last >= ROWS && rows < MATCHES_MOST && oldest > 0;
    return isMore ? [next, { do: "later", message: past(oldest - 1) }] : passed(next);
  }
  if (!record?.isInside) return [asking, null];
  if (record.lines.length < record.total) {
    const next = { ...record, isInside: false };
    return [{ ...asking, record: next }, question(next)];
  }
  const match = answersInRecord(record.lines.join("\n"), asking.id);
  return passed({ ...asking, found: match ? [...asking.found, match] : asking.found });
}
