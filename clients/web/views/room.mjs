// A room between matches: its code for others to come, who sits there, how the match is set, and
// one bar to be ready.

import { isHost, seatOf } from "../core/room.mjs";
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
export function roomView(act) {
  const title = make("bdi");
  const watching = button("txt push", "", () => act("who"), { title: word("hall.who") });
  const stage = make(
    "a", { class: "txt wide", target: "_blank", rel: "noopener" }, word("stage.open"));
  const look = button("txt", word("hall.look"), () => act("look"));
  const invite = invitePart();
  const count = make("h2");
  const add = button("txt", word("hall.add"), () => act("bot"));
  const list = make("ul", { class: "seats" });
  const drawSeats = rowsOf(list, () => seatPart(act));
  const place = make("section", { class: "rules", "aria-label": word("hall.match") });
  const crowd = make("ul");
  let [rules, lookers, shown] = [null, null, null];
  const drawSettings = () => {
    rules?.draw(shown.room);
    lookers?.draw(shown.room.watchers > 0 ? shown.lookers ?? [] : []);
  };
  // Whoever is found a room can race without what only its host changes.
  import("./rules.mjs").then(({ lookersPart, rulesPart }) => {
    [rules, lookers] = [rulesPart(act), lookersPart(act)];
    place.replaceWith(rules.root);
    crowd.replaceWith(lookers.root);
    if (shown) drawSettings();
  });
  const ready = readyPart(act);
  const root = make(
    "div", { class: "page" },
    make(
      "header", { class: "top" },
      make("span", { class: "brand" }, mark(), title), watching, stage, look,
      button("txt", word("hall.leave"), () => act("home"))),
    make(
      "main", { class: "hall" }, invite.root,
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
      shown = model;
      drawSettings();
      ready.draw(room);
      return false;
    },
  };
}
