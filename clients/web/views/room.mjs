// A room between matches: its code for others to come, who sits there, how the match is set, and
// one bar to be ready.

import { modes } from "../core/modes.mjs";
import { isHost, seatOf } from "../core/room.mjs";
import { LEVELS, MODES } from "../core/wire.mjs";
import { word } from "../words.mjs";
import {
  make, makeSVG, onChange, rowsOf, setAttribute, setClass, setHidden, setText,
} from "./dom.mjs";
import { badge, button, mark } from "./parts.mjs";

const MARGIN = 2;

/** The code of the room, the link to it, and a square that cameras read. */
function invitePart() {
  const code = make("p", { class: "big-code live" });
  const path = makeSVG("path");
  const light = makeSVG("path", { fill: "#fff" });
  const square = makeSVG(
    "svg", {
      class: "qr", role: "img", "aria-label": word("hall.square"), "shape-rendering": "crispEdges",
    }, light, path);
  const place = make("p", { class: "live b address" });
  let link = "";
  const copied = make("span", { role: "status" });
  const copy = button("txt", word("hall.copy"), async () => {
    try {
      await navigator.clipboard.writeText(link);
      copied.textContent = word("hall.copied");
    } catch {
      // Not a secure context: what is marked can be copied by hand.
      getSelection().selectAllChildren(place);
    }
  });
  const share = button("do small", word("hall.share"), () =>
    navigator.share({ title: "chromatch", url: link }).catch(() => {}));
  share.hidden = !navigator.share;
  const root = make(
    "section", { class: "invite", "aria-label": word("room.code") }, code,
    make(
      "div", { class: "inv" }, square,
      make("div", {}, make("p", {}, word("hall.scan")), place,
        make("div", { class: "row" }, share, copy, copied))));
  /** What draws the square comes only now: a race does without. */
  const drawSquare = async () => {
    const { pathOf, qrOf } = await import("../core/qr.mjs");
    const squares = qrOf(link);
    setHidden(square, squares === null);
    if (!squares) return;
    const edge = squares.size + 2 * MARGIN;
    square.setAttribute("viewBox", `0 0 ${edge} ${edge}`);
    light.setAttribute("d", `M0 0h${edge}v${edge}h-${edge}z`);
    path.setAttribute("d", pathOf(squares, MARGIN));
  };
  return {
    root,
    draw(room) {
      setText(code, room.code);
      setAttribute(code, "aria-label", [...room.code].join(" "));
      setClass(code, "six", room.code.length > 4);
      onChange(root, "code", room.code, () => {
        link = `${location.origin}/#${room.code}`;
        place.textContent = location.host;
        drawSquare();
      });
    },
  };
}

/** A seat; its menu is the host's. */
function seatPart(act) {
  let who = null;
  const face = badge();
  const name = make("bdi", { class: "live b name" });
  const notes = make("span", { class: "notes" });
  const state = make("span", { class: "state" });
  const acts = [["make", "host"], ["kick", "kick"], ["ban", "ban"]].map(([key, kind]) =>
    button("txt", word(`hall.${key}`), () => act(kind, { who })));
  const menu = make("span", { class: "menu" }, ...acts);
  let isOpen = false;
  const more = button("txt", "⋯", () => {
    isOpen = !isOpen;
    show();
  });
  const show = () => {
    setHidden(menu, !isOpen);
    setAttribute(more, "aria-expanded", String(isOpen));
  };
  show();
  const root = make("li", { class: "seat" }, face.root, name, notes, state, more, menu);
  return {
    root,
    draw({ seat, isMe, isHosting, canHost }) {
      const isFree = seat === null;
      who = seat?.who ?? null;
      setClass(root, "free", isFree);
      setClass(face.root, "hollow", isFree);
      const hasMenu = canHost && !isMe && !isFree;
      setHidden(more, !hasMenu);
      if (!hasMenu && isOpen) {
        isOpen = false;
        show();
      }
      if (isFree) {
        setText(name, "");
        setText(notes, word("hall.free"));
        setText(state, "");
        return;
      }
      face.draw(seat);
      setText(name, seat.name);
      // A bot cannot be host.
      setHidden(acts[0], seat.bot);
      setAttribute(more, "aria-label", word("hall.more", { name: seat.name }));
      const words = [isMe && "hall.you", isHosting && "hall.host", seat.bot && "hall.bot"];
      setText(notes, words.filter(Boolean).map((key) => word(key)).join(", "));
      const isAway = seat.awayUntil !== null;
      setText(state, word(isAway ? "hall.away" : seat.isReady ? "hall.ready" : "hall.notyet"));
      setClass(state, "live", seat.isReady);
      setClass(state, "b", seat.isReady);
    },
  };
}

/** Several values of which one is chosen. */
function choice(name, values, wordOf, choose) {
  const buttons = values.map((value) =>
    make("button", { class: "opt", type: "button", role: "radio", click: () => choose(value) },
      wordOf(value)));
  const root = make("div", { class: "opts", role: "radiogroup", "aria-label": name }, ...buttons);
  return {
    root,
    draw(shown, isOff) {
      buttons.forEach((item, at) => {
        setAttribute(item, "aria-checked", String(values[at] === shown));
        setAttribute(item, "aria-disabled", isOff ? "true" : null);
        setAttribute(item, "tabindex", values[at] === shown ? "0" : "-1");
      });
    },
  };
}

/** A number with less and more. */
function counter(key, step, change) {
  const what = word(`set.${key}`);
  const shown = make("output");
  let value = 0;
  const press = (by) => () => change(value + by);
  const buttons = [
    button("", "−", press(-step), { "aria-label": word("set.less", { what }) }),
    button("", "+", press(step), { "aria-label": word("set.more", { what }) }),
  ];
  const stepper = make("div", { class: "stepper" }, buttons[0], shown, buttons[1]);
  const root = make("div", { class: "set" }, make("b", {}, what), stepper);
  return {
    root,
    draw(number, isOff, isShown = true) {
      value = number;
      setText(shown, String(number));
      setHidden(root, !isShown);
      for (const item of buttons) setAttribute(item, "aria-disabled", isOff ? "true" : null);
    },
  };
}

/** Something that is on or off. */
function toggle(key, change) {
  let value = false;
  const root = make(
    "button", { class: "switch", type: "button", role: "switch", click: () => change(!value) },
    word(`set.${key}`));
  return {
    root,
    draw(isOn, isOff, isShown = true) {
      value = isOn;
      setHidden(root, !isShown);
      setAttribute(root, "aria-checked", String(isOn));
      setAttribute(root, "aria-disabled", isOff ? "true" : null);
    },
  };
}

/** The room's password: the host gives it one, or takes it away. */
function passwordPart(config) {
  let hasOne = false;
  const what = word("set.pass");
  const input = make("input", {
    class: "field", maxlength: 32, autocomplete: "off", spellcheck: "false", "aria-label": what,
  });
  const change = () => {
    if (hasOne) config({ open: true });
    else if (input.value) config({ pass: input.value, rated: false });
    input.value = "";
  };
  const press = button("do small", "", change);
  const root = make(
    "div", { class: "set" }, make("b", {}, what), make("div", { class: "row" }, input, press));
  return {
    root,
    draw(isAsked, isShown) {
      hasOne = isAsked;
      setHidden(root, !isShown);
      setHidden(input, isAsked);
      setText(press, word(isAsked ? "set.take" : "set.give"));
    },
  };
}

/** Who looks on, for the host, who can put them out. */
function lookersPart(act) {
  const list = make("ul", { class: "lookers" });
  const draw = rowsOf(list, () => {
    let who = null;
    const face = badge();
    const name = make("bdi", { class: "live b name" });
    const menu = ["kick", "ban"].map((kind) =>
      button("txt", word(`hall.${kind}`), () => {
        act(kind, { who });
        act("who");
      }));
    const root = make("li", { class: "seat" }, face.root, name, make("span"), ...menu);
    return {
      root,
      draw(person) {
        ({ who } = person);
        face.draw(person);
        setText(name, person.name);
      },
    };
  });
  return {
    root: list,
    draw: (lookers) => draw(lookers, ({ who }) => who, (part, person) => part.draw(person)),
  };
}

/** How the match is set; only the host changes it. */
function rulesPart(act) {
  let mine = false;
  const config = (settings) => {
    if (mine) act("config", { settings });
  };
  const mode = choice(word("hall.mode"), MODES, (name) => word(`mode.${name}`), (name) =>
    config({ mode: name }));
  const level = choice(word("set.level"), LEVELS, (name) => word(`level.${name}`), (name) =>
    config({ level: name }));
  const within = (least, most, key) => (number) =>
    config({ [key]: Math.min(most, Math.max(least, number)) });
  const rounds = counter("rounds", 1, within(1, 20, "rounds"));
  const time = counter("seconds", 5, within(5, 120, "time"));
  const seats = counter("seats", 1, within(1, 8, "seats"));
  const delay = counter("delay", 1, within(0, 30, "delay"));
  const pass = passwordPart(config);
  // Only a listed room without a password can be rated.
  const listed = toggle("listed", (isOn) =>
    config(isOn ? { listed: true } : { listed: false, rated: false }));
  const rated = toggle("rated", (isOn) => config({ rated: isOn }));
  const exact = toggle("exact", (isOn) => config({ exact: isOn }));
  const assist = toggle("assist", (isOn) => config({ assist: isOn }));
  const who = make("span");
  const levels = make("div", { class: "set" }, make("b", {}, word("set.level")), level.root);
  const root = make(
    "section", { class: "rules", "aria-label": word("hall.match") },
    make("div", { class: "heading" }, make("h2", {}, word("hall.match")), who), mode.root,
    rounds.root, time.root, levels, seats.root, delay.root, pass.root, listed.root, rated.root,
    exact.root, assist.root);
  return {
    root,
    draw(room) {
      const { settings } = room;
      mine = isHost(room);
      const host = seatOf(room, room.host);
      const isOff = !mine;
      const { isFixed, lives } = modes.get(settings.mode);
      setText(who, mine ? word("hall.only") : host ? word("hall.other", { name: host.name }) : "");
      mode.draw(settings.mode, isOff);
      rounds.draw(settings.rounds, isOff, !isFixed && lives === null);
      time.draw(settings.time, isOff, !isFixed);
      level.draw(settings.level, isOff);
      setHidden(levels, isFixed);
      seats.draw(settings.seats, isOff, !isFixed);
      delay.draw(settings.delay, isOff, mine || settings.delay > 0);
      pass.draw(settings.pass, mine);
      listed.draw(settings.listed, isOff);
      rated.draw(settings.rated, isOff, settings.rated || (settings.listed && !settings.pass));
      exact.draw(settings.exact, isOff);
      assist.draw(settings.assist, isOff, !isFixed);
    },
  };
}

/** The bar that one is ready by. */
function readyPart(act) {
  let isReady = false;
  const text = make("span");
  const count = make("small");
  const bar = make("button", { class: "go tall", type: "button" }, text, count);
  const start = button("txt", word("hall.start"), () => act("start"));
  const code = make("code");
  const promise = make("p", { class: "promise" }, `${word("hall.promise")} `, code);
  let role = "player";
  bar.addEventListener("click", () => {
    if (role === "player") act("ready", { isReady: !isReady });
    else act("sit");
  });
  return {
    root: make("div", { class: "start" }, bar, make("div", { class: "under" }, promise, start)),
    draw(room) {
      const seat = seatOf(room, room.me);
      ({ role } = room);
      isReady = seat?.isReady ?? false;
      const there = room.seats.filter(({ awayUntil }) => awayUntil === null);
      const ready = there.filter((item) => item.isReady).length;
      const missing = there.filter((item) => !item.isReady);
      const values = { n: missing.length, names: missing[0]?.name ?? "" };
      const isWaiting = isReady && missing.length > 0;
      setText(text, role === "watcher" ? word("hall.sit")
        : isWaiting ? word("hall.waiting", values) : word("hall.ready"));
      setText(count, role === "player" && !isReady && there.length > 1
        ? word("hall.are", { n: ready, of: there.length }) : "");
      setClass(bar, "hollow", isReady);
      setAttribute(bar, "aria-pressed", String(isReady));
      setHidden(start, !isHost(room) || ready === 0 || missing.length === 0);
      setHidden(promise, room.commit === null);
      const hash = room.commit?.hash ?? "";
      setText(code, `${hash.slice(0, 12)}…${hash.slice(-4)}`);
    },
  };
}

/** The whole screen. */
export function roomView(act) {
  const title = make("bdi");
  const watching = button("txt push", "", () => act("who"), { title: word("hall.who") });
  const lookers = lookersPart(act);
  const stage = make(
    "a", { class: "txt wide", target: "_blank", rel: "noopener" }, word("stage.open"));
  const look = button("txt", word("hall.look"), () => act("look"));
  const invite = invitePart();
  const count = make("h2");
  const add = button("txt", word("hall.add"), () => act("bot"));
  const list = make("ul", { class: "seats" });
  const drawSeats = rowsOf(list, () => seatPart(act));
  const rules = rulesPart(act);
  const ready = readyPart(act);
  const root = make(
    "div", { class: "page" },
    make(
      "header", { class: "top" },
      make("span", { class: "brand" }, mark(), title), watching, stage, look,
      button("txt", word("hall.leave"), () => act("home"))),
    make(
      "main", { class: "hall" }, invite.root,
      make("section", {}, make("div", { class: "heading" }, count, add), list, lookers.root),
      rules.root,
      ready.root));
  return {
    root,
    draw(model) {
      const { room } = model;
      setText(title, room.settings.name);
      setText(watching, room.watchers > 0 ? word("hall.watching", { n: room.watchers }) : "");
      setAttribute(watching, "aria-disabled", isHost(room) ? null : "true");
      lookers.draw(room.watchers > 0 ? model.lookers ?? [] : []);
      setHidden(look, room.role !== "player");
      setAttribute(stage, "href", `/#${room.code}/stage`);
      invite.draw(room);
      const { seats } = room.settings;
      setClass(list, "many", seats > 5);
      setText(count, word("hall.seats", { n: seats, taken: room.seats.length }));
      setHidden(add, !isHost(room) || room.seats.length >= seats);
      const free = Array(Math.max(0, seats - room.seats.length)).fill(null);
      drawSeats([...room.seats, ...free], (seat, at) => seat?.who ?? `free ${at}`, (part, seat) =>
        part.draw({
          seat, isMe: seat?.who === model.me, isHosting: seat !== null && seat.who === room.host,
          canHost: isHost(room),
        }));
      rules.draw(room);
      ready.draw(room);
      return false;
    },
  };
}
