// The first page: a pair that works at once, and every way into a room.

import { rememberedDay } from "../../browser/day.mjs";
import { letterOf } from "../../core/day.mjs";
import { wishOf } from "../../core/invitation.mjs";
import { serverAt } from "../../core/session/clock.mjs";
import { isLost } from "../../core/session/model.mjs";
import { MODES } from "../../core/wire.mjs";
import { isWord, word } from "../../words.mjs";
import {
  brought, make, onChange, rowsOf, setAttribute, setClass, setHidden, setStyle, setText,
} from "../dom.mjs";
import { badge, button, figure, mark } from "../parts.mjs";
import { dayLine } from "../results/day.mjs";
import { dayTint, tintOf } from "../tint.mjs";
import { practicePart } from "./practice.mjs";

/** Somebody's seat in a row of the list. */
function seatPart() {
  const shape = figure();
  const root = make("span", { class: "chair" }, shape.root);
  return {
    root,
    draw(icon) {
      setClass(root, "free", icon === null);
      if (icon) shape.draw(icon);
    },
  };
}

/** A room of the list; pressing it joins, or looks on where there is no seat. */
function roomPart(act) {
  let shown = null;
  const name = make("bdi", { class: "live b" });
  const verb = make("span", { class: "live b verb" });
  const about = make("span", { class: "about" });
  const seats = make("span", { class: "chairs", role: "img" });
  const link = make(
    "a", {
      href: "#",
      click: (event) => {
        event.preventDefault();
        act(canJoin(shown) ? "join" : "watch", { code: shown.room });
      },
    },
    make("span", { class: "row1" }, name, verb), make("span", { class: "row2" }, about, seats));
  const drawSeats = rowsOf(seats, seatPart);
  return {
    root: make("li", {}, link),
    draw(room) {
      shown = room;
      setText(name, room.name);
      setText(verb, word(canJoin(room) ? "room.join" : room.crowd ? "room.along" : "room.watch"));
      setText(about, aboutRoom(room));
      setAttribute(link, "href", `#${room.room}`);
      const chairs = Array.from({ length: room.seats }, (_, at) =>
        (at < room.taken ? room.icons[at] ?? "circle" : null));
      drawSeats(chairs, (_, at) => at, (part, icon) => part.draw(icon));
      setAttribute(seats, "aria-label", word("room.taken", { n: room.taken, of: room.seats }));
    },
  };
}
const canJoin = ({ state, taken, seats }) => state === "waiting" && taken < seats;

/** A newer server may have modes that there is no word for. */
const modeName = (mode) => (isWord(`mode.${mode}`) ? word(`mode.${mode}`) : mode);

function aboutRoom({ room, mode, state, round, of, pass, rated, exact, known }) {
  const round_ = of === 0 ? word("room.alone", { n: round }) : word("room.round", { n: round, of });
  const isWaiting = state === "waiting" || round === 0;
  const notes = [room, modeName(mode), isWaiting ? word("room.waiting") : round_];
  if (pass) notes.push(word("room.pass"));
  if (rated) notes.push(word("room.rated"));
  if (exact) notes.push(word("room.exact"));
  if (known) notes.push(word("room.known"));
  return notes.join(" · ");
}

const isOffline = (model) => isLost(model) || model.state === "refused";

/** The list of rooms. */
function listPart(act) {
  const title = make("h2");
  const count = make("span");
  const list = make("ul", { class: "rooms" });
  const empty = make("p", { class: "empty", role: "status" });
  const drawRooms = rowsOf(list, () => roomPart(act));
  return {
    root: make("div", {}, make("div", { class: "heading" }, title, count), list, empty),
    draw(model) {
      const { listings, state, isWaiting } = model;
      const rooms = listings ?? [];
      const sum = (key) => rooms.reduce((total, room) => total + room[key], 0);
      const people = sum("taken") - sum("bots");
      setText(title, word("home.rooms", { n: rooms.length }));
      setText(count, people > 0 ? word("home.count", { n: people }) : "");
      drawRooms(rooms, ({ room }) => room, (part, room) => part.draw(room));
      setClass(list, "stale", state !== "online" || isWaiting);
      const isOff = isOffline(model);
      const isLooking = !isOff && listings === null;
      setHidden(empty, rooms.length > 0 && !isOff && !isWaiting);
      setText(empty, word(isOff ? "home.offline" : isWaiting ? "lost.waiting"
        : isLooking ? "home.looking" : "home.none"));
    },
  };
}

const playedToday = (model, now) => rememberedDay(serverAt(model.clock, now));

/** Once the day's colors are known, the first of them. */
const homeTint = (model, now) => {
  const [color] = playedToday(model, now)?.colors ?? [];
  return color ? tintOf([color]) : dayTint(model, now);
};

/** Today's five: one press plays them; afterwards what they came to, which leads to the board. */
function todayPart(act, open) {
  const [text, points] = [make("span"), make("small")];
  const colors = make("span", { class: "chips", "aria-hidden": "true" });
  const drawColors = rowsOf(colors, () => ({ root: make("i") }));
  const hollow = Array(5).fill(null);
  let isPlayed = false;
  const root = make("button", {
    class: "do", type: "button",
    click: () => {
      if (isPlayed) open("boards");
      else act("create", { settings: { mode: "daily", listed: false }, isAtOnce: true });
    },
  }, text, colors, points);
  return {
    root,
    draw(today) {
      isPlayed = today !== null;
      setText(text, word("home.daily"));
      const letters = today?.apart.map(letterOf).join("") ?? "";
      const sum = isPlayed ? word("final.points", { n: today.total }) : word("own.unplayed");
      setText(points, [letters, sum].filter(Boolean).join(" · "));
      // Colors once they are known, and before that five fields without any.
      drawColors(today?.colors ?? hollow, (_, at) => at, (part, color) => {
        setClass(part.root, "hollow", color === null);
        setStyle(part.root, "--c", color ?? "transparent");
      });
    },
  };
}

/** The door that asks for a password. */
function doorPart(act) {
  const text = make("p", { class: "say" });
  const input = make("input", {
    class: "field", maxlength: 32, autocomplete: "off", spellcheck: "false",
    "aria-label": word("door.label"),
  });
  const knock = () => {
    if (input.value) act("knock", { pass: input.value });
    input.value = "";
  };
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") knock();
    if (key === "Escape") act("home");
  });
  const root = make(
    "div", { class: "door", role: "alert" }, text,
    make("div", { class: "two" }, input, button("do", word("door.enter"), knock)));
  return {
    root,
    draw({ door }) {
      setHidden(root, door === null);
      onChange(root, "door", door?.code, () => {
        if (door) input.focus();
      });
      if (!door) return;
      const asks = word("door.asks", { code: door.code });
      setText(text, door.isWrong ? `${word("door.wrong")} ${asks}` : asks);
    },
  };
}

/** The whole page. */
export function viewOf(act, open) {
  const face = badge();
  const name = make("bdi", { class: "live b" });
  const me =
    make(
      "button", { class: "me-button", type: "button", click: () => open("self") }, face.root, name);
  const practice = practicePart(act, "h1", "home.shout");
  const list = listPart(act);
  const door = doorPart(act);
  const code = make("input", {
    class: "field", id: "code", placeholder: word("home.code"),
    autocapitalize: "characters", autocomplete: "off", spellcheck: "false",
  });
  const enter = () => {
    const wish = wishOf(code.value, location);
    if (wish) act(wish.kind, wish);
    code.value = "";
  };
  code.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") enter();
  });
  const mode = make(
    "select", { class: "pick", "aria-label": word("home.mode") },
    ...[null, ...MODES].map((name) =>
      make("option", { value: name ?? "" }, word(name ? `mode.${name}` : "home.any"))));
  const today = todayPart(act, open);
  const row = make("p", { class: "today" });
  // What the day and the past have for the user comes when home is there.
  const [friend, past] = [make("p"), make("section")];
  let own = null;
  brought("own", () => import("./own.mjs")).then(({ ownPart }) => {
    own = ownPart(act, open);
    friend.replaceWith(own.friends);
    past.replaceWith(own.root);
  });
  const play = button("go tall", "", () => act("quick", { mode: mode.value || null }));
  const begin = make(
    "section", { class: "begin", "aria-label": word("home.play") },
    door.root, play, today.root, row, friend, mode,
    make(
      "div", { class: "two" },
      make("label", { for: "code", class: "vh" }, word("room.code")), code,
      button("do", word("home.open"), () => act("create", {}))),
    button("txt", word("set.present"), () =>
      act("create", { settings: { present: true, seats: 0, names: "drawn" } })),
    list.root, past,
    // Where the top of the page has no room for them.
    make(
      "nav", { class: "more", "aria-label": word("home.more") },
      button("txt", word("home.boards"), () => open("boards")),
      make("a", { class: "txt", href: "/eye/" }, word("eye.title"))));
  const root = make(
    "div", { class: "page" },
    make(
      "header", { class: "top" },
      make("a", { class: "brand", href: "/" }, mark(), make("span", {}, "chromatch")),
      make("a", { class: "txt push", href: "/eye/" }, word("eye.title")),
      make("a", { class: "txt", href: "/wall/" }, word("home.wall")),
      button("txt", word("home.boards"), () => open("boards")), me),
    make("main", { class: "home" }, practice.root, begin));
  return {
    root,
    title: word("app.race"),
    tint: homeTint,
    key: (event) => practice.key(event),
    draw(model, now) {
      face.draw(model.profile);
      const shown = model.profile.name ?? word("who.nobody");
      setText(name, shown);
      setAttribute(me, "aria-label", word("home.you", { name: shown }));
      practice.draw(model, now);
      list.draw(model);
      door.draw(model);
      today.draw(playedToday(model, now));
      // Without the server's clock nobody knows when its day ends.
      const isKnown = model.clock.roundTrip !== null;
      setHidden(row, !isKnown);
      if (isKnown) {
        const moment = serverAt(model.clock, now);
        setText(row, dayLine(moment, own?.days(moment)));
        own?.draw(model, now, moment);
      }
      const isBeginning = !isOffline(model)
        && (model.room !== null || ["quick", "create"].includes(model.want.kind));
      setText(play, word(isBeginning ? "home.begins" : "home.play"));
      setClass(play, "hollow", isBeginning);
      return isBeginning;
    },
  };
}
