// Lines of the protocol and what they mean, in both directions: the table of protocol/messages.tsv,
// a reader and a writer for it. It knows no socket and no game.
// Invariant: what is read has every field of the table, of its type or null; what is written is the
// one canonical form.

/** The longest line of either side, in bytes of UTF-8 without its ending. */
export const LINE_BYTES = { client: 1024, server: 4096 };
export const FIELDS_MAX = 32;
export const NAME_CHARACTERS = 16;

export const ICONS = (
  "diamond circle triangle square star heart club spade sun moon umbrella knight flower flag house "
  + "note").split(" ");
export const REACTIONS = "wave clap laugh wow oops thanks thumb heart".split(" ");
export const MODES = "rgb hsb cmyk gradient tiles memory arcade daily".split(" ");
export const LEVELS = ["easy", "normal", "hard"];
const REASONS = "left lost closed kicked banned watching".split(" ");
const REFUSALS = (
  "bad-line bad-field unknown-verb too-fast not-now not-yours no-room room-full wrong-pass banned "
  + "inexact no-player bad-version bad-token bad-seal off-grid too-far frozen too-many-rooms idle "
  + "too-slow replaced shutting-down moved server-full bad-signature unproved no-match").split(" ");

const SETTINGS =
  "mode:mode? rounds:int(1-20)? time:int(5-120)? level:level? seats:int(1-8)? listed:flag? "
  + "pass:text(32)? name:text(32)? rated:flag? assist:flag? delay:int(0-30)? exact:flag?";
const PERSON = "who:player name:text(16) icon:icon color:color bot:mark? id:hex(16)?";
const HEAD = "size:count root:hex(32) sig:hex(64)";

/** The fields of every message, as messages.tsv has them; a test compares the two. */
export const FIELDS = {
  client: {
    HELLO: "v:int(0-999) name:text(16)? icon:icon? color:color? bot:mark? resume:word? "
      + "app:text(64)? depth:int(0-24)?",
    PING: "t:count",
    PONG: "nonce:word",
    LIST: "mode:mode?",
    CREATE: `${SETTINGS} known:flag?`,
    JOIN: "room:code pass:text(32)?",
    WATCH: "room:code pass:text(32)? since:count?",
    QUICK: "mode:mode?",
    LEAVE: "",
    CONFIG: `${SETTINGS} open:mark? known:flag?`,
    HOST: "who:player",
    KICK: "who:player",
    BAN: "who:player",
    BOT: "level:int(1-4)=2",
    READY: "on:flag=1 nonce:nonce? seal:hex(32)?",
    REVEAL: "nonce:nonce",
    START: "",
    SET: "v:guess",
    LOCK: "v:guess t:count?",
    REACT: "id:reaction",
    BYE: "",
    WHO: "",
    IDENTIFY: "key:key",
    PROVE: "sig:hex(64) bind:binding",
    TREE: "since:count?",
    REPLAY: "index:count from:some?",
  },
  server: {
    WELCOME: "v:int(0-999) me:player now:instant resume:word app:text(64) modes:list(word)",
    NO: "code:refusal verb:word? text:text(4096)?",
    PONG: "t:count now:instant",
    PING: "nonce:word",
    LISTED: "room:code name:text(32) mode:word seats:int(1-8) taken:count watchers:count "
      + "state:state round:count of:count pass:mark? icons:list(icon) rated:mark? exact:mark? "
      + "bots:some? known:mark?",
    END: "of:word count:count home:mark?",
    IN: "room:code role:role n:count",
    OUT: "room:code why:reason",
    ROOM: "n:count? name:text(32) mode:mode rounds:int(1-20) time:int(5-120) level:level "
      + "seats:int(1-8) listed:flag pass:mark? rated:mark? assist:mark? delay:some(30)? "
      + "exact:mark? known:mark?",
    SEAT: `n:count? ${PERSON}`,
    AWAY: "n:count? who:player until:instant",
    BACK: "n:count? who:player",
    GONE: "n:count? who:player why:reason",
    HOSTED: "n:count? who:player",
    READIED: "n:count? who:player on:flag nonce:nonce? seal:hex(32)?",
    COMMIT: "n:count? match:count hash:hex(32)",
    REVEAL: "n:count? match:count players:list(player)",
    COUNTDOWN:
      "n:count? match:count opens:instant players:list(player) nonces:list(seatnonce) ranked:mark?",
    ROUND: "n:count? round:count of:count opens:instant closes:instant target:color start:color "
      + "to:color? tiles:list(color)? hides:instant? within:thousandths? late:some?",
    LOCKED: "n:count? who:player t:count lag:some?",
    MISSED: "n:count? who:player t:count lag:some?",
    BELL: "n:count? closes:instant",
    HELD: "n:count? by:count until:instant",
    SHUT: "n:count? round:count answer:guess next:instant?",
    SCORE: "n:count? who:player v:guess de:thousandths t:count points:count total:count lag:some? "
      + "missed:some? first:mark? assist:mark? lives:count?",
    OVER: "n:count?",
    PLACE: "n:count? place:count who:player total:count",
    SEED: "n:count? seed:hex(32)",
    MOVE: "who:player near:int(0-100) color:color to:color?",
    WATCHERS: "count:count",
    REACTED: "who:player id:reaction",
    WATCHER: PERSON,
    CHALLENGE: "nonce:hex(32) server:hex(32) log:word",
    PROVED: "id:hex(16) tag:word",
    KEPT: `match:count index:count leaf:hex(32) ${HEAD} path:list(hex(32))`,
    TREE: `log:word key:hex(32) ${HEAD} since:count path:list(hex(32))`,
    STOPPING: "until:instant",
    REPLAYED: "index:count lines:count from:some?",
  },
};

/** Why a line is not taken: a code of the table of refusals, and the verb where there is one. */
export class Refusal extends Error {
  constructor(code, verb, text) {
    super(text);
    this.code = code;
    this.verb = verb ?? null;
  }
}

/** What a type's reader gives for bytes that are not of the type. */
export const WRONG = Symbol("wrong");
/** What it gives for a word of a newer server, with which the whole line is passed over. */
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
export const int = (least, most) => ({ read: (text) => integer(text, least, most) });
const count = int(0, 2 ** 53);
const list = (item) => ({
  read: (text) => {
    const values = text === "" ? [] : text.split(",").map((part) => item.read(part));
    return values.length > 64 || values.includes(WRONG) ? WRONG : values;
  },
  write: (values) => values.map(item.write ?? String).join(","),
});
const guess = list(int(-9999, 9999));

/** Types without a number in their names; `SHOWN` has those that a client reads more widely. */
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
const SHOWN = { ...TYPES, icon: among(ICONS, ICONS[0]) };

/** The type of a name such as `text(16)` or `list(color)`. */
function typeNamed(name, types) {
  const [, kind, inside] = /^([a-z]+)(?:\((.*)\))?$/.exec(name);
  switch (kind) {
    case "int": {
      const [least, most] = inside.split("-").map(Number);
      return int(least, most);
    }
    case "some": return int(0, inside ?? 2 ** 53);
    case "text": return { read: (text) => readText(text, Number(inside)), write: writeText };
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
    isUnsaid: (value) =>
      value === null || value === undefined || (kind === "mark" && !value)
      || (kind === "some" && value === 0) || (kind === "list" && optional && value.length === 0),
  };
}

/** Verbs with their fields in canonical order, as `FIELDS` writes them. */
export const tableOf = (verbs, types = TYPES) =>
  new Map(Object.entries(verbs).map(([verb, fields]) =>
    [verb, fields.split(" ").filter(Boolean).map((said) => fieldOf(said, types))]));
/** For either side every verb's fields in canonical order. */
export const MESSAGES = {
  client: tableOf(FIELDS.client),
  server: tableOf(FIELDS.server, SHOWN),
};

/** Knows more verbs from now on, with types of their own. */
export function learn(fields, types) {
  for (const [side, known] of [["client", TYPES], ["server", SHOWN]]) {
    for (const [verb, row] of tableOf(fields[side], { ...known, ...types })) {
      MESSAGES[side].set(verb, row);
    }
  }
}

/** What the fields of a message owe each other, by verb: a sentence where they do not. */
const TOGETHER = {
  COUNTDOWN: ({ players, nonces }) =>
    (players.length === nonces.length ? null : "nonces are as many as players"),
  ROOM: ({ mode, rounds, time, level, assist }) => {
    const isUsual = rounds === 5 && time === 30 && level === "normal" && !assist;
    return mode !== "daily" || isUsual ? null : "rounds or time are not those of the mode";
  },
};

/** A line's verb and the values of its keys, as they stand. */
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
 * What a line means.
 *
 * @param from whose line it is: `client` or `server`.
 * @returns the verb in `said` and every field of the table by its key, or null for what is passed
 *   over.
 * @throws Refusal
 */
export const read = (from, line) => readIn(MESSAGES[from], line, from === "server");

/** What a line means by a table; `passesNewer` passes over what may be a newer server's. */
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

/**
 * The canonical line of a message, without its ending.
 *
 * @param from whose line it is: `client` or `server`.
 */
export function write(from, message) {
  let line = message.said;
  for (const { key, type, isUnsaid } of MESSAGES[from].get(message.said)) {
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
