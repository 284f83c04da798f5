// Composes the browser client: a session, what the browser remembers, the address, the screens.

import { rememberedProfile, Seat } from "./browser/memory.mjs";
import { at, Session } from "./browser/session.mjs";
import { hexOfBytes } from "./core/crypto/hashing.mjs";
import { actsOnce } from "./core/input/hand.mjs";
import { modelOf, screenOf } from "./core/session/model.mjs";
import { speakHere } from "./languages.mjs";
import { brought, frames, make, setStyle } from "./views/dom.mjs";
import { notice } from "./views/parts.mjs";
import { raceView } from "./views/race/race.mjs";
import { word } from "./words.mjs";

/** The ways into a race, of which a link to a room needs home later, and home the room. */
const DOORS = {
  home: () => brought("home/home", () => import("./views/home/home.mjs")),
  room: () => brought("room/room", () => import("./views/room/room.mjs")),
};
const isLink = location.hash.length > 1;
const first = isLink ? "room" : "home";
const door = DOORS[first]();
const asked = wishInAddress();
/** Who the user is; null where a page can have no key. */
const identity =
  import("./browser/identity.mjs").then(({ ownIdentity }) => ownIdentity(), () => null);
await speakHere();

const chance = crypto.getRandomValues(new Uint8Array(32));
const seat = new Seat();
const profile = rememberedProfile(chance[0]);
const session = new Session(modelOf({
  profile: {
    ...profile, depth: screen.colorDepth >= 24 ? 24 : screen.colorDepth,
  },
  secret: hexOfBytes(chance),
}), {
  changed: (model) => {
    later?.hear(model);
    tellPlace();
    ask();
  },
  keep: ({ resume }) => seat.keep(resume),
  prove: async ({ match, messages }) => {
    const { proveInSlices } = await brought(null, () => import("./browser/proving.mjs"));
    proveInSlices(messages, (proof) => session.take({ kind: "proved", match, proof }));
  },
  log: ({ message }) => later?.take(message),
  sign: async ({ challenge }) => session.take(await (await identity).answer(challenge)),
});
const meant = (await asked)?.kind;
const isOnStage = meant === "watch";

/** What the page's address asks for. */
async function wishInAddress(hash = location.hash) {
  if (hash.length < 2) return null;
  const { wishOf } = await import("./core/invitation.mjs");
  return wishOf(hash, location);
}

// What the user does. Times of events are of the page; those of the model count from 1970.

function act(kind, fields = {}) {
  session.take("at" in fields ? { kind, ...fields, at: at(fields.at) } : { kind, ...fields });
}

/** Whether the user has once said who they are, and what waits for that. */
let isKnown = profile.name !== null;
let waiting = null;
/** Does what may lead to other people: the first time the user is asked who they are. */
function enter(kind, fields = {}) {
  const leads = kind === "join" || (kind === "create" && !fields.isAtOnce);
  if (isKnown || !leads) return act(kind, fields);
  waiting = { kind, ...fields };
  openAside("self");
}

/** A screen that the user has put over the game's: `self`, `boards` or null. */
let aside = null;
const openAside = async (name) => {
  await rest;
  aside = name;
  views[name].open(session.model.profile, waiting !== null);
  tellPlace();
  ask();
};
const closeAside = (isSaid) => {
  views[aside]?.left?.();
  aside = null;
  isKnown ||= isSaid;
  if (isSaid && waiting) act(waiting.kind, waiting);
  waiting = null;
  tellPlace();
  ask();
};
/** Keeps one entry in the browser's history for where the user is; a stage has its own address. */
function tellPlace() {
  const { want, state } = session.model;
  const code = want.code ?? waiting?.code;
  if (!isOnStage && state !== "off") later?.places.show(code ? `#${code}` : aside ?? "");
}
/** Goes where Back, Forward or a link in the address leads. */
async function went(place) {
  if (/^#./.test(place)) await follow(place);
  else if (aside) closeAside(false);
  else if (place === "") later.leave.ask();
}

// Screens.

const page = document.getElementById("page");
const news = notice();
const views = {
  blank: { root: make("main"), draw: () => false }, race: raceView(act),
};
const open = (name, { viewOf }) => {
  views[name] = viewOf(enter, openAside);
  ask();
};
/** What is said without a connection. */
let band = null;
brought("lost", () => import("./views/lost.mjs")).then(({ lostBand }) => {
  band = lostBand(act);
  page.prepend(band.root);
  ask();
});
/** What comes after everything else. */
let later = null;
const rest = brought("results/after", () => import("./later.mjs")).then(async ({ Later }) => {
  later = new Later(session, act, identity, closeAside, isOnStage ? null : went);
  page.append(later.leave.root);
  tellPlace();
  Object.assign(views, await later.fetchViews());
  await there;
  ask();
  later.keepOffline();
});
let shown = null;

function show(name) {
  if (shown === name) return;
  shown = name;
  page.replaceChildren(
    ...band ? [band.root] : [], views[name].root, news.root, ...later ? [later.leave.root] : []);
  document.title = `${views[name].title ?? word("app.race")} – chromatch`;
}

/** Draws the newest model at a frame; whether something moves by itself. */
function draw(stamp) {
  const { model } = session;
  // What is drawn now is seen half a frame later.
  const moment = at(stamp) + 8;
  const usual = screenOf(model, moment);
  // A projector's screen: on a stage, and to a presenter during a match.
  const isStaged = "stage" in views && views.stage.shows(model, usual, moment, isOnStage);
  const screenName = isStaged ? "stage" : usual;
  document.documentElement.classList.toggle("big", isStaged);
  // Nobody misses a match over a board.
  const name = usual === "home" || (usual === "room" && aside === "self")
    ? aside ?? screenName : screenName;
  // Until a screen has come, the one before it stands still. Another window that plays has none.
  if (name in views) show(name);
  const isMoving = (name === shown || name === "elsewhere") && views[shown].draw(model, moment);
  const tint = views[shown]?.tint;
  setStyle(document.documentElement, "--tint", tint?.(model, moment) ?? "#767676");
  const isCounting = band?.draw(model, moment);
  const isTelling = news.draw(model, moment);
  if (!isOnStage) later?.leave.draw(model);
  return isMoving || isCounting || isTelling;
}
const ask = frames(draw);
const second = isLink ? "home" : "room";
if (isLink) door.then((module) => open(first, module));
else open(first, await door);
const there = DOORS[second]().then((module) => open(second, module));

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const isTyping =
    event.target.matches?.("input:not([type=range]), select") && event.key !== "Escape";
  if (event.repeat && actsOnce(event.key, isTyping)) return event.preventDefault();
  const isPress = event.target.matches?.("button, a") && [" ", "Enter"].includes(event.key);
  if (isTyping || isPress) return;
  if (views[shown]?.key?.(event, at(event.timeStamp))) {
    event.preventDefault();
    ask();
  }
});
/** The word of the seat that this page had before it was loaded anew. */
let resume = null;
/** Follows an address. */
async function follow(hash) {
  const want = await wishInAddress(hash);
  if (want?.why) rest.then(() => act(want.kind, want));
  // A page that is loaded anew in a room goes on there.
  else if (want && want.code !== session.model.want.code) {
    (resume ? act : enter)(want.kind, { ...want, field: isOnStage });
  }
}
addEventListener("online", () => session.take({ kind: "online" }));
document.addEventListener("visibilitychange", () => {
  session.take({ kind: "visible", isVisible: !document.hidden });
  if (!document.hidden) session.take({ kind: "online" });
});

show(isLink ? "blank" : "home");
ask();
let own;
[resume, own] = await Promise.all([seat.ask(), identity]);
// A link to a race leads to a room of its own.
if (meant === "create") resume = null;
session.model = { ...session.model, resume, identity: own?.key ?? null };
await follow();
session.take({ kind: "begin" });
