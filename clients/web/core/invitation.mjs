// What people are given to come to a game by: a code, a link of any scheme or a server's address,
// as chats, mails and hands leave it. It reads text and asks nobody; the rules are the protocol's.

/** By scheme: whether it is TLS, and its usual port. */
const SCHEMES = {
  "": [false, 7313], tcp: [false, 7313], tls: [true, 7313], chromatch: [true, 7313],
  http: [false, 80], ws: [false, 80], https: [true, 443], wss: [true, 443],
};
/** More characters than that are no invitation. */
const MOST = 2048;
const CODE = /^(?:[2-9A-HJKMNP-Z]{4}|[2-9A-HJKMNP-Z]{6})$/i;
const BRACKETS = "\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}";
/** What ends a link in a text. */
const STOP = new RegExp(`[ "'\`<>|\\\\^,;、。${BRACKETS}]`, "u");
/** What stands around an address and is none of it. */
const BEFORE = new RegExp(`^(?:(?!\\[)[ "'\`<>*_~,;.!?、。…${BRACKETS}])+`, "u");
const BEHIND = new RegExp(`(?:(?!\\])[ "'\`<>*_~,;.!?、。…${BRACKETS}])+$`, "u");
const COMMAND = /(?:.* |^)chromatch (?:join|watch|play) /i;
const HASH = "^[^\\p{L}\\p{N}]*[Ss][Hh][Aa]-?256";
const PIN = new RegExp(`${HASH}|[0-9A-Fa-f:]{32}`, "u");

/** Why a text is no invitation; `what` is the part that is none. */
class Flaw extends Error {
  constructor(flaw, what = "") {
    super(flaw);
    this.what = what;
  }
}

/** One kind of space, dash and letter, and nothing that nobody sees. */
const plain = (text) => text
  .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
  .replace(/\p{Cf}/gu, "").replace(/[\p{Pd}\u2212]/gu, "-").replace(/[\s\x85]+/g, " ").trim();

/** Without escapes; those of escapes are undone, too. */
function decoded(text) {
  for (let times = 0; times < 3; times++) {
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    });
  }
  return plain(text);
}

/** A room and maybe its stage; null where nothing is said. */
function placeIn(text) {
  const said = text.replace(/^[ /#!]+/, "");
  const steps = said.split(/[?&#]/, 1)[0].split("/")
    .map((step) => step.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")).filter(Boolean);
  if (steps.length === 0) return null;
  const room = steps[0].replace(/[ -]/g, "");
  const isStage = steps[1]?.toLowerCase() === "stage";
  if (!CODE.test(room) || steps.length > (isStage ? 2 : 1)) throw new Flaw("no-code", said);
  return { room: room.toUpperCase(), isStage };
}

function placeOrNull(text) {
  try {
    return placeIn(text);
  } catch {
    return null;
  }
}

/** A host and a port; without a scheme an IPv6 address may stand bare. */
function endpointIn(text, usual, mayBeBare) {
  const parts = text.split(":");
  let [host, port] = parts;
  if (text.startsWith("[")) {
    const found = /^\[([^\]]*:[^\]]*)\](?::(.*))?$/s.exec(text);
    if (!found) throw new Flaw("brackets", text);
    [, host, port] = found;
  } else if (parts.length > 2) {
    if (!mayBeBare) throw new Flaw("brackets", text);
    [host, port] = [text];
  }
  if (!host) throw new Flaw("no-host");
  if (/[\x00-\x20\x7f[\]@]/.test(host)) throw new Flaw("bad-host", host);
  const number = port === undefined ? usual : Number(/^[0-9]{1,5}$/.test(port) ? port : 0);
  if (number < 1 || number > 65535) throw new Flaw("bad-port", port);
  return { host, port: number };
}

function pinIn(text) {
  const digits = text.replace(new RegExp(HASH, "u"), "").replace(/[^\p{L}\p{N}]/gu, "");
  if (!/^[0-9a-f]{64}$/i.test(digits)) throw new Flaw("bad-fingerprint", text);
  return `SHA256:${digits.toLowerCase()}`;
}

/** An address; `rest` is what followed it, which may be a room. */
function addressIn(scheme, text, rest) {
  if (!Object.hasOwn(SCHEMES, scheme)) throw new Flaw("other-scheme", scheme);
  const [isSecure, usual] = SCHEMES[scheme];
  const [, authority, path, , hash] = /^([^/?#]*)([^?#]*)([^#]*)(.*)$/s.exec(text);
  const endpoint = endpointIn(authority, usual, scheme === "");
  const isOurs = scheme === "tls" || scheme === "chromatch";
  let [said, pin] = [path, null];
  for (const part of hash.split("#").slice(1)) {
    const isRoomSaid = /[\p{L}\p{N}]/u.test(said);
    if (PIN.test(part) || (isOurs && (isRoomSaid || part === ""))) pin ??= part;
    else if (part) said = part;
  }
  const place = placeIn(said);
  const next = scheme ? placeOrNull(rest) : placeIn(rest);
  if (place && next && place.room !== next.room) throw new Flaw("two-rooms", next.room);
  if (pin !== null && !isSecure) throw new Flaw("needs-tls");
  const fingerprint = pin === null ? null : pinIn(pin.split(/[?&]/, 1)[0]);
  return { scheme, ...endpoint, ...place ?? next ?? NOWHERE, fingerprint, lone: null };
}
const NOWHERE = { room: null, isStage: false };

/**
 * Reads what a person was given, whatever its form.
 *
 * @returns `scheme`, `host`, `port` and `fingerprint` of a server, all null for the one that is at
 *   hand; `room`, `isStage`, and `lone`, the word that may as well be a host; or a `flaw`, and
 *   `what` is wrong. The flaw `nothing` is no wish.
 */
export function readInvitation(given) {
  try {
    return invitationIn(given);
  } catch (flaw) {
    if (!(flaw instanceof Flaw)) throw flaw;
    return { flaw: flaw.message, what: flaw.what };
  }
}

function invitationIn(given) {
  if (given.length > MOST) throw new Flaw("too-long");
  let text = plain(given);
  if (!text.includes("://")) text = decoded(text);
  const link = /([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text);
  if (link) {
    const [, scheme, body] = link;
    const start = body.startsWith("[") ? body.indexOf("]") + 1 : 0;
    const length = body.slice(start).search(STOP);
    const end = length < 0 ? body.length : start + length;
    const address = decoded(body.slice(0, end)).replace(BEHIND, "");
    return addressIn(scheme.toLowerCase(), address, body.slice(end));
  }
  text = text.replace(COMMAND, "");
  if (!/[\p{L}\p{N}]/u.test(text)) throw new Flaw("nothing");
  if (/^\[[^\]]*\]$/.test(text) && !text.includes(":")) text = text.slice(1, -1);
  text = text.replace(BEFORE, "").replace(BEHIND, "").replace(/^\/\//, "");
  if (!text.includes("[")) text = text.replace(/\]+$/, "").replace(BEHIND, "");
  const nowhere = { scheme: null, host: null, port: null, fingerprint: null };
  if (/^[/#]/.test(text)) {
    const place = placeIn(text);
    if (!place) throw new Flaw("nothing");
    return { ...nowhere, ...place, lone: null };
  }
  const [first, ...others] = text.split(" ");
  const isApart = others.length === 1 && placeOrNull(others[0]);
  const place = isApart ? null : placeOrNull(text);
  if (place) return { ...nowhere, ...place, lone: /[ /?#]/.test(text) ? null : text };
  return addressIn("", first, others.join(" "));
}

/** A link to a race against the ghosts of a kept match, and what chats put behind it. */
const RACE = /^[ /#!]*race=(\d{1,15})[^\p{L}\p{N}]*(?:[?&].*)?$/iu;
/** The most that is said again of what cannot be read, in characters. */
const SAID = 40;

/**
 * What somebody wants who gives that to a page.
 *
 * @param here the page's `hostname` and `port`.
 * @returns an act by its `kind`: `join` or `watch` a room by its `code`, `create` one that races a
 *   match, or `nowhere`, with the text that says `why` and `what` it is about; null for no wish.
 */
export function wishOf(given, here) {
  const [, match] = RACE.exec(decoded(given)) ?? [];
  if (match) {
    return { kind: "create", code: null, settings: { ghost: Number(match) }, isAtOnce: true };
  }
  const { flaw, what, scheme, host, port, room, isStage } = readInvitation(given);
  if (flaw === "nothing") return null;
  const nowhere = (why, about) =>
    ({ kind: "nowhere", why, what: [...about].slice(0, SAID).join("") });
  const isNamed = host !== null && (scheme || room);
  if (isNamed && !isHere(host, port, SCHEMES[scheme], here)) {
    return nowhere("code.elsewhere", `${host}:${port}`);
  }
  if (flaw || !room) return nowhere("code.wrong", what || plain(given));
  return { kind: isStage ? "watch" : "join", code: room };
}

/** Whether a server is the page's own; behind a proxy it may have the usual port instead. */
function isHere(host, port, [, usual], { hostname, port: own }) {
  const isOwnPort = String(port) === own || port === usual;
  return host.toLowerCase() === hostname.replace(/^\[|\]$/g, "") && isOwnPort;
}
