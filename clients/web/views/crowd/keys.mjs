// What a presenter presses while a match is on a wall: a row of buttons that hides as long as
// nobody points, and the letters that do the same. Rounds and matches are the presenter's only on
// an open floor.

import { pointsOf } from "../../core/crowd/points.mjs";
import { isFloor } from "../../core/crowd/crowd.mjs";
import { csvOf } from "../../core/csv.mjs";
import { amPresenting } from "../../core/session/room.mjs";
import { word } from "../../words.mjs";
import { make, setAttribute, setClass, setHidden, setText } from "../dom.mjs";
import { saved } from "../files.mjs";
import { squarePart } from "../room/invite.mjs";
import { cellPart } from "../room/rules.mjs";
import { areNamesShown, toggleNames } from "./texts.mjs";

/** How long the row stays once nobody points any more, in milliseconds. */
const STAYS = 3000;
/** How long a second press still ends a match, in milliseconds. */
const SURE = 3000;

/** Gives the points to the user as a table. */
function savePoints(room) {
  const head = ["round", "place", "cell"].map((key) => word(`present.${key}`));
  const columns = [
    ...head, word("after.player"), word("after.points", { n: 2 }), word("present.total")];
  const text = csvOf(pointsOf(room, columns, word("crowd.name")));
  // With its mark spreadsheets read UTF-8.
  saved(new File(
    ["\ufeff", text], `${room.code}-${room.match.number}.csv`, { type: "text/csv" }));
}

/** A button with the letter that does the same. */
function keyPart(letter, press) {
  const text = make("span");
  const root = make(
    "button", { type: "button", click: press, tabindex: "-1" }, make("kbd", {}, letter), text);
  return { root, draw: (key) => setText(text, word(key)) };
}

/** A row of buttons: one stop for Tab, and arrows within. */
function toolbar(buttons) {
  const root = make(
    "div", { class: "keys", role: "toolbar", "aria-label": word("present.keys") }, ...buttons);
  root.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const there = buttons.filter((one) => !one.hidden);
    const at = there.indexOf(document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    there.at((at + step) % there.length).focus();
  });
  return root;
}

/** The code and its square, large, over the field. */
function codePart() {
  const square = squarePart();
  const [code, place] = [make("p", { class: "code live" }), make("p", { class: "live b" })];
  const root = make("aside", { class: "overcode" }, square.root, code, place);
  return {
    root,
    draw({ code: shown }) {
      square.draw(`${location.origin}/#${shown}`);
      setText(code, shown);
      setText(place, location.host);
    },
  };
}

/** Asks for the cell that is to be put out. */
function outPart(act) {
  const cell = cellPart(act);
  const root = make("aside", { class: "putout" }, cell.root);
  return { root, focus: () => cell.focus() };
}

/** All of it. */
export function keysPart(act) {
  let [shown, isCoded, isOut, asked, pointed] = [null, false, false, -Infinity, -Infinity];
  const out = outPart(act);
  let time = 0;
  const isOpen = () => shown.match?.round !== null;
  const does = {
    n: () => (shown.match.isOver ? act("start") : !isOpen() && act("next")),
    e() {
      if (isOpen() || time - asked < SURE) {
        asked = -Infinity;
        act("end");
      } else asked = time;
    },
    h: () => toggleNames(),
    q: () => { isCoded = !isCoded; },
    k() {
      isOut = !isOut;
      setHidden(out.root, !isOut);
      if (isOut) out.focus();
    },
    s: () => savePoints(shown),
    r: () => act("seen"),
  };
  const can = {
    n: ({ match }) => match.isOver || (isFloor(match) && match.round === null
      && match.results.length > 0),
    e: ({ match }) => isFloor(match) && !match.isOver
      && (match.round !== null || match.results.length > 0),
    h: () => true, q: () => true, k: () => true,
    s: ({ match }) => match.isOver, r: ({ match }) => match.isOver,
  };
  const press = (letter) => {
    if (!shown || !can[letter]?.(shown)) return false;
    does[letter]();
    return true;
  };
  const parts = Object.fromEntries(Object.keys(does).map((letter) =>
    [letter, keyPart(letter.toUpperCase(), () => press(letter))]));
  const buttons = Object.values(parts).map(({ root }) => root);
  const root = toolbar(buttons);
  for (const kind of ["pointermove", "pointerdown", "keydown"]) {
    addEventListener(kind, () => { pointed = time; });
  }
  const code = codePart();
  return {
    root, over: [code.root, out.root],
    key({ key }) {
      if (key === "Escape" && isOut) return press("k");
      return press(key.toLowerCase());
    },
    draw({ room }, now) {
      time = now;
      const isMine = amPresenting(room) && room.match !== null;
      if (isMine && !shown) pointed = now;
      shown = isMine ? room : null;
      setHidden(root, !isMine);
      setHidden(code.root, !isMine || !isCoded);
      setHidden(out.root, !isMine || !isOut);
      if (!isMine) return;
      if (isCoded) code.draw(room);
      setClass(root, "away", now - pointed > STAYS);
      const { match } = room;
      parts.n.draw(match.isOver ? "present.again" : "present.next");
      const isAsking = now - asked < SURE;
      parts.e.draw(match.round ? "present.end" : isAsking ? "present.sure" : "present.over");
      parts.h.draw(areNamesShown() ? "present.hide" : "present.names");
      parts.q.draw("present.code");
      parts.k.draw("present.remove");
      parts.s.draw("present.save");
      parts.r.draw("final.room");
      let isFirst = true;
      for (const [letter, part] of Object.entries(parts)) {
        const isThere = can[letter](room);
        setHidden(part.root, !isThere);
        setAttribute(part.root, "tabindex", isThere && isFirst ? "0" : "-1");
        isFirst &&= !isThere;
      }
    },
  };
}
