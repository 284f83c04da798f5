// A room between matches: who sits there, and one bar to be ready; how others come and how the
// match is set follow after all that a race needs.

import { roomTime } from "../../core/session/model.mjs";
import { amPresenting, isHost, seatOf } from "../../core/session/room.mjs";
import { awaited } from "../../core/session/standings.mjs";
import { word } from "../../words.mjs";
import { setCounts } from "../crowd/counts.mjs";
import { waitText } from "../crowd/texts.mjs";
import { brought, make, rowsOf, setAttribute, setClass, setHidden, setText } from "../dom.mjs";
import { badge, button, mark } from "../parts.mjs";
import { starPart } from "../star.mjs";
import { roomTint } from "../tint.mjs";

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
  const star = starPart();
  const self = button(
    "txt", "✎", () => open("self"), { "aria-label": word("who.yours") });
  const root = make("li", { class: "seat" }, face.root, name, notes, state, star.root, self,
    more, menu);
  for (const part of [face.root, name]) {
    part.addEventListener("click", () => {
      if (!self.hidden) open("self");
    });
  }
  return {
    root,
    draw({ seat, isMe, isHosting, canHost, moment }) {
      const isFree = seat === null;
      who = seat?.who ?? null;
      setClass(root, "free", isFree);
      setClass(face.root, "hollow", isFree);
      const hasMenu = canHost && !isMe && !isFree;
      setHidden(more, !hasMenu);
      setHidden(self, !isMe);
      const tag = isFree || isMe || !seat.id ? "" : tagOf(seat.id);
      setHidden(star.root, tag === "");
      if (tag) star.draw(tag, seat.name);
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
      const kind = seat.ghost ? "hall.ghost" : "hall.bot";
      const words = [isMe && "hall.you", isHosting && "hall.host", seat.bot && kind]
        .map((key) => key && word(key));
      setText(notes, [...words, seat.id && tagOf(seat.id)].filter(Boolean).join(", "));
      const left = Math.max(0, Math.ceil(((seat.awayUntil ?? 0) - moment) / 1000));
      setText(state, seat.awayUntil !== null ? word("hall.away", { n: left })
        : word(seat.isReady ? "hall.ready" : seat.isIdle ? "hall.idle" : "hall.notyet"));
      setClass(root, "idle", seat.isIdle === true);
      setClass(state, "live", seat.isReady);
      setClass(state, "b", seat.isReady);
    },
  };
}

/** How many people have come to an open floor, but for its presenter. */
const othersHere = ({ watchers, host }) => Math.max(0, watchers - (host === null ? 0 : 1));

/** The bar that one is ready by. */
function readyPart(act) {
  let isReady = false;

  const text = make("span");
  const count = make("small");
  const bar = make("button", { class: "go tall", type: "button" }, text, count);
  const start = button("txt", word("hall.start"), () => act("start"));
  const code = make("code");
  const promise = make("p", { class: "promise" }, `${word("hall.promise")} `, code);
  let [role, isMine] = ["player", false];
  bar.addEventListener("click", () => {
    if (role === "player") act("ready", { isReady: !isReady });
    else act(isMine ? "start" : "sit");
  });
  const about = make("p", { class: "b" });
  return {
    root: make(
      "div", { class: "start" }, bar, make("div", { class: "under" }, about, promise, start)),
    draw(model, now) {
      const { room } = model;
      const seat = seatOf(room, room.me);
      ({ role } = room);
      isMine = amPresenting(room);
      const isFloor = room.settings.seats === 0;
      setHidden(bar, isFloor && !isMine);
      const isPresented = room.settings.present && role === "watcher";
      setText(about, isMine ? [word("present.you"), isFloor && word("present.floor")]
        .filter(Boolean).join(" ") : isPresented ? waitText(model) : "");
      setClass(about, "waits", isPresented && !isMine);
      setHidden(about, about.textContent === "");
      isReady = seat?.isReady ?? false;
      const there = awaited(room);
      const ready = there.filter((item) => item.isReady).length;
      const missing = there.filter((item) => !item.isReady);
      // A seat of several that nobody else has taken: the host may begin all the same.
      const isAlone = there.length === 1 && room.settings.seats > 1;
      // A room starts with its host, or where nobody is host of it by a clock that all can see.
      const clock = room.startsAt == null ? null
        : Math.max(0, Math.ceil((room.startsAt - roomTime(model, now)) / 1000));
      const host = clock === null ? missing.find(({ who }) => who === room.host) : null;
      const values = host ? { n: 1, names: host.name }
        : { n: missing.length, names: missing[0]?.name ?? "" };
      const isWaiting = isReady && missing.length > 0;
      const isAwaited = !isReady && role === "player" && missing.length === 1 && there.length > 1;
      setText(text, isMine ? word("present.start") : role === "watcher" ? word("hall.sit")
        : isWaiting ? word("hall.waiting", values)
          : word(isReady && isAlone ? "hall.lonely" : "hall.ready"));
      setText(count, clock !== null ? word("hall.starts", { n: clock })
        : isAwaited ? word("hall.awaited", { n: ready })
          : role === "player" && !isReady && there.length > 1
            ? word("hall.are", { n: ready, of: there.length }) : "");
      // A series goes on without anybody's press.
      const isDue = isAwaited || (clock !== null && room.series === null);
      setClass(bar, "pulse", role === "player" && !isReady && isDue);
      setClass(bar, "hollow", isReady);
      setAttribute(bar, "aria-pressed", String(isReady));
      const isBar = isMine || (missing.length === 0 && !isAlone);
      setHidden(start, !isHost(room) || ready === 0 || isBar);
      setText(start, word(isAlone ? "hall.alone" : "hall.start"));
      setHidden(promise, room.commit === null);
      const hash = room.commit?.hash ?? "";
      setText(code, `${hash.slice(0, 12)}…${hash.slice(-4)}`);
      return clock !== null;
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
  const table = make("section");
  let [invite, rules, lookers, practice, series, shown] = Array(6).fill(null);
  let isCounting = false;
  /** The time of the page, and of the room. */
  let [time, moment] = [0, 0];
  const drawPeople = ({ me, room }) => {
    const free = Array(Math.max(0, room.settings.seats - room.seats.length)).fill(null);
    drawSeats([...room.seats, ...free], (seat, at) => seat?.who ?? `free ${at}`, (part, seat) =>
      part.draw({
        seat, isMe: seat?.who === me, isHosting: seat !== null && seat.who === room.host,
        canHost: isHost(room), moment,
      }));
  };
  const drawAround = () => {
    drawPeople(shown);
    invite?.draw(shown.room);
    practice?.draw(shown, time);
    rules?.draw(shown.room);
    isCounting = series?.draw(shown, time, false) === true;
    lookers?.draw(shown.room.watchers > 0 ? shown.lookers ?? [] : [], shown.room);
  };
  // A player whom QUICK seats can race without the invitation, and without what the host changes.
  const more = () => Promise.all(
    [import("./invite.mjs"), import("./rules.mjs"), import("../../core/crypto/crockford.mjs"),
      import("../home/practice.mjs"), import("../series.mjs")]);
  brought("room/rules", more).then(([{ invitePart }, { lookersPart, rulesPart }, ...others]) => {
    const [crockford, pairs, matches] = others;
    ({ tagOf } = crockford);
    series = matches.seriesPart(act);
    table.replaceWith(series.root);
    // A guest has a color to match while the others get ready.
    practice = pairs.practicePart(act, "h2", "hall.warm");
    [invite, rules, lookers] = [invitePart(), rulesPart(act), lookersPart(act)];
    door.replaceWith(make("div", { class: "entry" }, practice.root, invite.root));
    place.replaceWith(rules.root);
    crowd.replaceWith(lookers.root);
    if (shown) drawAround();
  });
  const ready = readyPart(act);
  const main = make(
    "main", { class: "hall" }, door,
    make("section", {}, table, make("div", { class: "heading" }, count, add), list, crowd),
    place, ready.root);
  const root = make(
    "div", { class: "page" },
    make(
      "header", { class: "top" },
      make("span", { class: "brand" }, mark(), title), watching, stage, look,
      button("txt", word("hall.leave"), () => act("home"))),
    main);
  return {
    root,
    tint: roomTint,
    draw(model, now) {
      const { room } = model;
      [time, moment] = [now, roomTime(model, now)];
      const isFloor = room.settings.seats === 0;
      setClass(main, "guest", !isHost(room) && (isFloor || room.role === "player"));
      setClass(main, "open", isFloor && isHost(room));
      setText(title, room.settings.name);
      setText(watching, room.watchers > 0 ? word("hall.watching", { n: room.watchers }) : "");
      setAttribute(watching, "aria-disabled", isHost(room) ? null : "true");
      setHidden(look, room.role !== "player");
      setAttribute(stage, "href", `/#${room.code}/stage`);
      const { seats } = room.settings;
      setClass(list, "many", seats > 5);
      setCounts(count, seats > 0 ? word("hall.seats", { n: seats, taken: room.seats.length })
        : word("present.here", { n: othersHere(room) }));
      setHidden(add, !isHost(room) || room.seats.length >= seats);
      shown = model;
      drawAround();
      const isStarting = ready.draw(model, now);
      return isStarting || isCounting || room.seats.some(({ awayUntil }) => awayUntil !== null);
    },
  };
}
