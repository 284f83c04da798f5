// A room between matches: who sits there, and one bar to be ready; how others come and how the
// match is set follow after all that a race needs.

import { isHost, seatOf } from "../../core/session/room.mjs";
import { word } from "../../words.mjs";
import { brought, make, rowsOf, setAttribute, setClass, setHidden, setText } from "../dom.mjs";
import { badge, button, mark } from "../parts.mjs";

/** The tag of who somebody is, which nobody needs to race. */
let tagOf = () => "";

/** A seat; its menu is the host's. */
function seatPart(act, open) {
  let who = null;
  const face = badge();
  const name = make("bdi", { class: "live b name" });
  const notes = make("span", { class: "notes" });
  const state = make("span", { class: "state" });
  const acts = [["hall.make", "host"], ["hall.kick", "kick"], ["hall.ban", "ban"]]
    .map(([key, kind]) => button("txt", word(key), () => act(kind, { who })));
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
  const self = button(
    "txt", word("who.change"), () => open("self"), { "aria-label": word("who.yours") });
  const root = make("li", { class: "seat" }, face.root, name, notes, state, self, more, menu);
  for (const part of [face.root, name]) {
    part.addEventListener("click", () => {
      if (!self.hidden) open("self");
    });
  }
  return {
    root,
    draw({ seat, isMe, isHosting, canHost }) {
      const isFree = seat === null;
      who = seat?.who ?? null;
      setClass(root, "free", isFree);
      setClass(face.root, "hollow", isFree);
      const hasMenu = canHost && !isMe && !isFree;
      setHidden(more, !hasMenu);
      setHidden(self, !isMe);
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
      const words = [isMe && "hall.you", isHosting && "hall.host", seat.bot && "hall.bot"]
        .map((key) => key && word(key));
      setText(notes, [...words, seat.id && tagOf(seat.id)].filter(Boolean).join(", "));
      const isAway = seat.awayUntil !== null;
      setText(state, word(isAway ? "hall.away" : seat.isReady ? "hall.ready" : "hall.notyet"));
      setClass(state, "live", seat.isReady);
      setClass(state, "b", seat.isReady);
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
      // A seat of several that nobody else has taken: the host may begin all the same.
      const isAlone = there.length === 1 && room.settings.seats > 1;
      const values = { n: missing.length, names: missing[0]?.name ?? "" };
      const isWaiting = isReady && missing.length > 0;
      setText(text, role === "watcher" ? word("hall.sit")
        : isWaiting ? word("hall.waiting", values)
          : word(isReady && isAlone ? "hall.lonely" : "hall.ready"));
      setText(count, role === "player" && !isReady && there.length > 1
        ? word("hall.are", { n: ready, of: there.length }) : "");
      setClass(bar, "hollow", isReady);
      setAttribute(bar, "aria-pressed", String(isReady));
      setHidden(start, !isHost(room) || ready === 0 || (missing.length === 0 && !isAlone));
      setText(start, word(isAlone ? "hall.alone" : "hall.start"));
      setHidden(promise, room.commit === null);
      const hash = room.commit?.hash ?? "";
      setText(code, `${hash.slice(0, 12)}…${hash.slice(-4)}`);
    },
  };
}

/** The whole screen. */
export function viewOf(act, open) {
  const title = make("bdi");
  const watching = button("txt push", "", () => act("who"), { title: word("hall.who") });
  const stage = make(
    "a", { class: "txt wide", target: "_blank", rel: "noopener" }, word("stage.open"));
  const look = button("txt", word("hall.look"), () => act("look"));
  const count = make("h2");
  const add = button("txt", word("hall.add"), () => act("bot"));
  const list = make("ul", { class: "seats" });
  const drawSeats = rowsOf(list, () => seatPart(act, open));
  const [door, place, crowd] = [make("section"), make("section"), make("ul")];
  let [invite, rules, lookers, shown] = [null, null, null, null];
  const drawPeople = ({ me, room }) => {
    const free = Array(Math.max(0, room.settings.seats - room.seats.length)).fill(null);
    drawSeats([...room.seats, ...free], (seat, at) => seat?.who ?? `free ${at}`, (part, seat) =>
      part.draw({
        seat, isMe: seat?.who === me, isHosting: seat !== null && seat.who === room.host,
        canHost: isHost(room),
      }));
  };
  const drawAround = () => {
    drawPeople(shown);
    invite?.draw(shown.room);
    rules?.draw(shown.room);
    lookers?.draw(shown.room.watchers > 0 ? shown.lookers ?? [] : []);
  };
  // A player whom QUICK seats can race without the invitation, and without what the host changes.
  const more = () => Promise.all(
    [import("./invite.mjs"), import("./rules.mjs"), import("../../core/crypto/crockford.mjs")]);
  brought("rules", more).then(([{ invitePart }, { lookersPart, rulesPart }, crockford]) => {
    ({ tagOf } = crockford);
    [invite, rules, lookers] = [invitePart(), rulesPart(act), lookersPart(act)];
    door.replaceWith(invite.root);
    place.replaceWith(rules.root);
    crowd.replaceWith(lookers.root);
    if (shown) drawAround();
  });
  const ready = readyPart(act);
  const root = make(
    "div", { class: "page" },
    make(
      "header", { class: "top" },
      make("span", { class: "brand" }, mark(), title), watching, stage, look,
      button("txt", word("hall.leave"), () => act("home"))),
    make(
      "main", { class: "hall" }, door,
      make("section", {}, make("div", { class: "heading" }, count, add), list, crowd),
      place, ready.root));
  return {
    root,
    draw(model) {
      const { room } = model;
      setText(title, room.settings.name);
      setText(watching, room.watchers > 0 ? word("hall.watching", { n: room.watchers }) : "");
      setAttribute(watching, "aria-disabled", isHost(room) ? null : "true");
      setHidden(look, room.role !== "player");
      setAttribute(stage, "href", `/#${room.code}/stage`);
      const { seats } = room.settings;
      setClass(list, "many", seats > 5);
      setText(count, word("hall.seats", { n: seats, taken: room.seats.length }));
      setHidden(add, !isHost(room) || room.seats.length >= seats);
      shown = model;
      drawAround();
      ready.draw(room);
      return false;
    },
  };
}
