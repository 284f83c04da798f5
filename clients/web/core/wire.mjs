// Lines of the protocol and what they mean, in both directions. It knows no socket and no game.
// Invariant: what is read has every field of the table, of its type or null; what is written is the
// one canonical form.

import { client, ICONS, REACTIONS, REASONS, REFUSALS, server } from "./fields.mjs";

export { ICONS, REACTIONS };

/** The longest line of either side, in bytes of UTF-8 without its ending. */
export const LINE_BYTES = { client: 1024, server: 4096 };
export const FIELDS_MAX = 32;
export const NAME_CHARACTERS = 16;

export const MODES = "rgb hsb cmyk gradient tiles memory arcade daily".split(" ");
export const LEVELS = ["easy", "normal", "hard"];

/** Why a line is not taken: a code, and the verb where there is one. */
export class Refusal extends Error {
  constructor(code, verb, text) {
    super(text);
    this.code = code;
    this.verb = verb ?? null;
  }
}

/** What a reader gives for another type. */
export const WRONG = Symbol("wrong");
/** A newer server's word: the line is passed over. */
const NEWER = Symbol("newer");

const PLAIN = /^(0|-?[1-9][0-9]{0,15})$/;
const integer = (text, least, most) => {
  if (!PLAIN.test(text)) return WRONG;
  // Sixteen digits do not fit a double: the comparison has to be exact.
  const exact = BigInt(text);
  return exact < BigInt(least) || exact > BigInt(most) ? WRONG : Number(exact);
};
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const utf8 = new TextEncoder();

/** How many characters a person sees in a text. */
export const characters = (text) => {
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
};

const CONTROLS = /[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/;

const readText = (escaped, most) => {
  if (/%(?![0-9A-F]{2})/.test(escaped)) return WRONG;
  let text;
  try {
    text = decodeURIComponent(escaped);
  } catch {
    return WRONG;
  }
  const fits = text !== "" && !CONTROLS.test(text) && utf8.encode(text).length <= 8 * most;
  return fits && characters(text) <= most ? text : WRONG;
};
const escapedByte = (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
const writeText = (text) => text.replace(/[\x00-\x20%\x7f]/g, escapedByte);

const readThousandths = (text) => {
  const parts = /^(0|[1-9][0-9]{0,5})(?:\.([0-9]{0,2}[1-9]))?$/.exec(text);
  return parts ? Number(parts[1]) * 1000 + Number((parts[2] ?? "").padEnd(3, "0")) : WRONG;
};
const writeThousandths = (number) => {
  const rest = String(number % 1000).padStart(3, "0").replace(/0+$/, "");
  return Math.floor(number / 1000) + (rest && `.${rest}`);
};

const matching = (pattern) => ({ read: (text) => (pattern.test(text) ? text : WRONG) });
export const among = (words, unknown = WRONG) => ({
  read: (text) => (words.includes(text) ? text : WORD.test(text) ? unknown : WRONG),
});
const flag = {
  read: (text) => (text === "1" ? true : text === "0" ? false : WRONG),
  write: (value) => (value ? "1" : "0"),
};
const WORD = /^[!-$&-~]{1,64}$/;
export const int = (least, most) => ({ least, most, read: (text) => integer(text, least, most) });
const count = int(0, 2 ** 53);
const list = (item) => ({
  read: (text) => {
    const values = text === "" ? [] : text.split(",").map((part) => item.read(part));
    return values.length > 64 || values.includes(WRONG) ? WRONG : values;
  },
  write: (values) => values.map(item.write ?? String).join(","),
});
const guess = list(int(-9999, 9999));

/** Types without a number; a client reads those of `SHOWN` more widely. */
const TYPES = {
  count, flag, mark: flag, instant: count,
  thousandths: { read: readThousandths, write: writeThousandths },
  word: matching(WORD),
  color: matching(/^#[0-9a-f]{6}$/),
  guess: {
    ...guess,
    read: (text) => (text === "" || text.split(",").length > 8 ? WRONG : guess.read(text)),
  },
  player: {
    read: (text) => (text[0] === "p" && count.read(text.slice(1)) !== WRONG ? text : WRONG),
  },
  mode: among(MODES),
  level: among(LEVELS),
  code: {
    read: (text) =>
      /^[2-9A-HJKMNP-Z]{4}(?:[2-9A-HJKMNP-Z]{2})?$/i.test(text) ? text.toUpperCase() : WRONG,
  },
  names: among(["own", "drawn", "none"]),
  state: among(["waiting", "playing"]),
  role: among(["player", "watcher"]),
  nonce: matching(/^[0-9a-f]{2,64}$/),
  seatnonce: matching(/^(?:-|[0-9a-f]{2,64})$/),
  key: matching(/^(?:(?:0[23])?[0-9a-f]{64})$/),
  binding: among(["tls", "web", "open", "addr"]),
  icon: among(ICONS),
  reaction: among(REACTIONS, NEWER),
  reason: among(REASONS, "left"),
  refusal: among(REFUSALS, NEWER),
};
const SHOWN = { __proto__: TYPES, icon: among(ICONS, ICONS[0]) };

/** The type of a name such as `text(16)` or `list(color)`. */
function typeNamed(name, types) {
  const [, kind, inside] = /^([a-z]+)(?:\((.*)\))?$/.exec(name);
  switch (kind) {
    case "int": return int(...inside.split("-"));
    case "some": return int(0, inside ?? 2 ** 53);
    case "text": return { read: (text) => readText(text, inside), write: writeText };
    case "hex": return matching(new RegExp(`^[0-9a-f]{${2 * inside}}$`));
    case "list": return list(typeNamed(inside, types));
    default: return types[kind];
  }
}

/** `key:type`, `key:type?` or `key:type=1` as a value. */
function fieldOf(said, types) {
  const [, key, name, optional, usual] = /^([a-z0-9_]+):([^?=]+)(\?)?(?:=(.*))?$/.exec(said);
  const type = typeNamed(name, types);
  const kind = name.replace(/\(.*/, "");
  const absent = { mark: false, some: 0, list: optional ? [] : undefined }[kind] ?? null;
  return {
    key, type, kind,
    isRequired: !optional && usual === undefined,
    usual: usual === undefined ? absent : type.read(usual),
    /** Whether a value goes without saying. */
    isUnsaid: (value) => (value ?? null) === null || (!value && /mark|some/.test(kind))
      || (kind === "list" && optional && !value.length),
  };
}

/** Verbs with their fields in canonical order, but for those of types that come later. */
export const tableOf = (rows, types = TYPES) => new Map(rows.trim().split(/\n(?! )/)
  .map((row) => row.split(/\s+/))
  .map(([verb, ...fields]) => [verb, fields.map((said) => fieldOf(said, types))])
  .filter(([, fields]) => fields.every(({ type }) => type)));
const tables = () => ({ client: tableOf(client), server: tableOf(server, SHOWN) });
export const MESSAGES = tables();

/** Knows more types, and their verbs. */
export const learn = (types) => {
  Object.assign(TYPES, types);
  Object.assign(MESSAGES, tables());
};

/** What is wrong with fields together, by verb. */
const TOGETHER = {
  COUNTDOWN: ({ players, nonces }) =>
    (players.length === nonces.length ? null : "nonces are as many as players"),
  SERIES: ({ players, wins, points }) =>
    (players.length === wins.length && players.length === points.length
      ? null : "wins and points are as many as players"),
  ROOM: ({ mode, rounds, time, level, assist }) =>
    (mode !== "daily" || (rounds === 5 && time === 30 && level === "normal" && !assist)
      ? null : "rounds or time are not those of the mode"),
};

/** A line's verb and its values. */
function split(line) {
  const [verb, ...said] = line.split(" ");
  if (!/^[A-Z]{2,16}$/.test(verb)) throw new Refusal("unknown-verb", null, "no verb");
  const values = new Map();
  for (const field of said) {
    const parts = /^([a-z0-9_]{1,16})=([^\x00-\x1f\x7f]*)$/.exec(field);
    if (!parts) throw new Refusal("bad-field", verb, "a field is key=value");
    if (values.size === FIELDS_MAX) throw new Refusal("bad-field", verb, "too many fields");
    if (values.has(parts[1])) throw new Refusal("bad-field", verb, `${parts[1]} is repeated`);
    values.set(parts[1], parts[2]);
  }
  return { verb, values };
}

/**
 * What a line of `client` or `server` means.
 *
 * @returns the verb in `said` and every field of the table by its key, or null for what is passed
 *   over.
 * @throws Refusal
 */
export const read = (from, line) => readIn(MESSAGES[from], line, from === "server");

/** The same by a table; `passesNewer` passes over what may be a newer server's. */
export function readIn(table, line, passesNewer = false) {
  if (line === "") return null;
  const { verb, values } = split(line);
  const fields = table.get(verb);
  if (!fields) {
    if (passesNewer) return null;
    throw new Refusal("unknown-verb", verb, `there is no verb ${verb}`);
  }
  const message = { said: verb };
  let isNewer = false;
  for (const { key, type, isRequired, usual } of fields) {
    const said = values.get(key);
    if (said === undefined && isRequired) throw new Refusal("bad-field", verb, `${key} is missing`);
    const value = said === undefined ? usual : type.read(said);
    if (value === NEWER && passesNewer) isNewer = true;
    else if (value === WRONG || value === NEWER) {
      throw new Refusal("bad-field", verb, `${key} is not of its type`);
    }
    message[key] = value;
  }
  const flaw = TOGETHER[verb]?.(message);
  if (flaw) throw new Refusal("bad-field", verb, flaw);
  return isNewer ? null : message;
}

/** The canonical line of a message of that side, without its ending. */
export const write = (from, message) => writeIn(MESSAGES[from], message);

/** The same by a table. */
export function writeIn(table, message) {
  let line = message.said;
  for (const { key, type, isUnsaid } of table.get(message.said)) {
    const value = message[key];
    if (!isUnsaid(value)) line += ` ${key}=${(type.write ?? String)(value)}`;
  }
  return line;
}

/**
 * The lines of one WebSocket message; its end also ends a line.
 *
 * @returns `lines`, and in `broken` why nothing after them can be taken, or null.
 */
export function linesOf(from, text) {
  const lines = [];
  const said = text.split("\n");
  if (said.at(-1) === "") said.pop();
  for (const ended of said) {
    const line = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
    // No character takes more than three bytes for each of its UTF-16 units.
    const isLong = line.length > LINE_BYTES[from] / 3
      && utf8.encode(line).length > LINE_BYTES[from];
    if (isLong) return { lines, broken: "too-long" };
    if (line.includes("\0")) return { lines, broken: "nul" };
    lines.push(line);
  }
  return { lines, broken: null };
}
