// The second load: what nobody needs before a race is over. Screens that come after a round, or
// beside the game; its sounds; receipts; the page for when there is no network. A race of sliders
// needs at most 200 KB as the files stand and 60 KB as the server sends them, which a test holds.
// Loading the rest later took off 14 %; stripping comments would take off 20 % more and what a
// browser shows would no longer be the source.

import { keepAnswers } from "./browser/answers.mjs";
import { rememberDay, rememberedDay } from "./browser/day.mjs";
import * as holding from "./browser/holding.mjs";
import { takeLine } from "./browser/identity.mjs";
import { rememberProfile } from "./browser/memory.mjs";
import { Places } from "./browser/places.mjs";
import { rememberRating } from "./browser/ratings.mjs";
import { Receipts } from "./browser/receipts.mjs";
import { now } from "./browser/session.mjs";
import { answersOf } from "./core/eye/answers.mjs";
import { familyOf } from "./core/session/archive.mjs";
import { isRunning, logOf, modeOf } from "./core/session/room.mjs";
import { suitedLevel } from "./core/session/standings.mjs";
import { brought, sheet } from "./views/dom.mjs";
import { boardsView } from "./views/home/boards.mjs";
import { selfView } from "./views/home/self.mjs";
import { leavePart } from "./views/leave.mjs";
import { finalView } from "./views/results/final.mjs";
import { resultsView } from "./views/results/results.mjs";
import { stageView } from "./views/watch/stage.mjs";
import { word } from "./words.mjs";

export class Later {
  #session;
  #act;
  #identity;
  #closeAside;
  /** The sounds of the game, for a user who wants them. */
  #ears = null;
  #isListening = false;
  #receipts;
  /** The newest RATED that is remembered. */
  #rated = null;
  /** The match that one was seen to play last, until it has taught which bot suits one. */
  #played = null;

  /**
   * @param identity the user's key, once it is there, or null.
   * @param closeAside is told when the user is through with who they are, or with boards.
   * @param went is told the place that Back, Forward or a typed link leads to; null on a stage.
   */
  constructor(session, act, identity, closeAside, went) {
    [this.#session, this.#act] = [session, act];
    [this.#identity, this.#closeAside] = [identity, closeAside];
    this.#receipts = new Receipts(session);
    const { name, icon } = session.model.profile;
    act("catchUp");
    // Until they have said one, people are called by their figure.
    if (name === null) act("profile", { profile: { name: nameFrom(word(`figure.${icon}`)) } });
    /** The way out of a match, and where the user is in the browser's history. */
    this.leave = leavePart(act);
    this.places = went && new Places(went);
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.#dropped(event));
    this.hear(session.model);
  }

  /** The screens by their names, once their style sheets are there. */
  async fetchViews() {
    const [own] = await Promise.all([
      this.#identity, sheet("home/self"), sheet("watch/stage"), sheet("home/boards"),
      sheet("crowd/crowd"), sheet("results/final"),
    ]);
    // A stage has its own address, and so has an overlay.
    const isOverlay = this.places === null && /\?.*\boverlay\b/.test(location.hash);
    const stage = isOverlay
      ? (await brought("watch/overlay", () => import("./views/watch/overlay.mjs")))
        .overlayView(location.hash) ?? stageView(this.#act)
      : stageView(this.#act);
    return {
      results: resultsView(this.#act), final: finalView(this.#act, holding), stage,
      self: selfView(
        (profile) => this.#became(profile), own, takeKey, () => this.#act("forget")),
      boards: boardsView(this.#act, () => this.#closeAside(false), own?.tag ?? null),
    };
  }

  /** Sounds what follows from a model, and watches over the log of a server that is new. */
  hear(model) {
    if (!this.#ears) this.#listen();
    this.#ears?.hear(model);
    this.#receipts.hear(model);
    this.#learn(model);
    const { room, me } = model;
    if (room?.rated && room.rated !== this.#rated) {
      this.#rated = room.rated;
      rememberRating(familyOf(modeOf(room).name), room.rated);
    }
    if (!room?.match?.isOver || !modeOf(room).isDaily) return;
    const { match } = room;
    const countdown = logOf(room).find(({ said }) => said === "COUNTDOWN");
    const own = match.places.find(({ who }) => who === me);
    // Colors that were known before are nobody's day.
    if (!countdown || countdown.last || !own) return;
    if (!countdown.ranked && rememberedDay(countdown.opens)) return;
    const colors = match.results.map(({ target }) => target?.[0]).filter(Boolean);
    const apart = match.results.flatMap(({ scores }) =>
      scores.filter(({ who }) => who === me).map(({ de }) => de));
    rememberDay(countdown.opens, { total: own.total, colors, apart });
  }

  /** What the server says of its log. */
  take(message) {
    this.#receipts.take(message);
  }

  /** Last of all, where browsers have a place for it. */
  async keepOffline() {
    if (!isSecureContext || !("serviceWorker" in navigator)) return;
    (await brought(null, () => import("./browser/offline.mjs"))).keepOffline();
  }

  /** Shows the match in a file, where nobody leaves a room by that. */
  async #dropped(event) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file || this.#session.model.room) return;
    const { showDropped } = await brought(null, () => import("./browser/dropping.mjs"));
    await showDropped(file, () => this.#act("nowhere", { why: "replay.wrong" }));
  }

  #became(profile) {
    if (profile) this.#keep(profile);
    this.#closeAside(profile !== null);
  }

  #keep(profile) {
    rememberProfile(profile);
    this.#act("profile", { profile });
  }

  /** Once a match is over that one has played here, its answers stay, and another bot may suit. */
  #learn({ room, me, profile }) {
    const match = room?.match;
    if (!match?.players.includes(me)) return;
    const name = `${room.code} ${match.number}`;
    if (isRunning(room)) this.#played = name;
    if (match.seed === null || this.#played !== name) return;
    this.#played = null;
    const countdown = logOf(room).find(({ said }) => said === "COUNTDOWN");
    const answers = countdown ? answersOf(match, me, countdown.opens) : null;
    if (answers) keepAnswers([answers]);
    this.#keep({ ...profile, level: suitedLevel(room, profile.level) });
  }

  async #listen() {
    if (this.#isListening || !this.#session.model.profile.sound) return;
    this.#isListening = true;
    const { Ears } = await brought(null, () => import("./browser/sound.mjs"));
    this.#ears = new Ears(now);
    this.#ears.hear(this.#session.model);
  }
}

const nameFrom = ([first, ...rest]) => first.toUpperCase() + rest.join("");

/** Takes a key from another computer: why not, or null, and then the page begins anew. */
async function takeKey(text) {
  const flaw = await takeLine(text);
  if (flaw === null) location.reload();
  return flaw;
}
