// Boards: today's tries with the colors of everybody's five, ratings, the best matches, and one's
// own past ones. Which list is looked at is chosen here, and whether of friends alone; what is on
// it is the model's.

import { friends } from "../../browser/friends.mjs";
import { dayOf } from "../../core/day.mjs";
import { BOARDS, SPANS } from "../../core/session/archive.mjs";
import { serverAt } from "../../core/session/clock.mjs";
import { grouped, word } from "../../words.mjs";
import { make, rowsOf, setAttribute, setClass, setHidden, setStyle, setText } from "../dom.mjs";
import { badge, button, mark } from "../parts.mjs";
import { starPart } from "../star.mjs";
import { dayTint } from "../tint.mjs";
import { matchRow, modeName } from "./matches.mjs";

/** The list of one's own matches, beside the boards. */
const PAST = "past";
/** From one question to the next, in milliseconds. */
const EVERY = 5000;
/** How many colors a day has. */
const FIVE = 5;

const kindOf = (board) => board.split("-")[0];

function titleOf(board) {
  const [kind, name] = board.split("-");
  switch (kind) {
    case "best": return word("boards.best", { mode: modeName(name) });
    case "rating": {
      const family = name === "sliders" ? word("boards.sliders") : modeName(name);
      return word("boards.rating", { family });
    }
    default: return word(kind === PAST ? "boards.past" : "boards.daily");
  }
}

/** What has to be asked for a list. */
const questionOf = (board, span) =>
  (board === PAST ? { said: "PAST", id: null, from: null }
    : { said: "TOP", board, span: kindOf(board) === "best" ? span : null, day: null, from: null });
const isSame = (one, other) =>
  one.said === other.said && one.board === other.board && one.span === other.span;

/** Some words of which one is chosen. */
function choice(label, values, textOf, choose) {
  const options = values.map((value) => make("option", { value }, textOf(value)));
  const root = make("select", { class: "pick", "aria-label": label }, ...options);
  root.addEventListener("change", () => choose(root.value));
  return root;
}

/** Somebody on a board. */
function placePart(tag) {
  const place = make("td", { class: "place" });
  const face = badge();
  const name = make("bdi");
  const own = make("small");
  const colors = make("td", { class: "five", role: "img" });
  const fields = Array.from({ length: FIVE }, () => make("i"));
  colors.append(...fields);
  const value = make("td", { class: "value live" });
  const star = starPart();
  const margin = make("td", { class: "margin" });
  const root = make(
    "tr", {}, place, make(
      "th", { scope: "row" },
      make("span", { class: "whose" }, face.root, make("span", {}, name, " ", own))),
    colors, margin, value, make("td", {}, star.root));
  return {
    root,
    draw(row) {
      const isMine = row.tag === tag;
      star.draw(row.tag, row.name);
      setHidden(star.root, isMine);
      setText(place, String(row.place));
      face.draw(row);
      setText(name, row.name);
      setText(own, isMine ? word("boards.you") : row.bot ? word("hall.bot") : row.tag);
      setClass(root, "me", isMine);
      setHidden(colors, row.colors.length === 0);
      setAttribute(colors, "aria-label", row.colors.join(" "));
      fields.forEach((field, at) => {
        setHidden(field, at >= row.colors.length);
        setStyle(field, "--c", row.colors[at] ?? "transparent");
      });
      setText(value, grouped(row.value));
      setHidden(margin, row.off === null);
      setText(margin, row.off === null ? "" : `±${row.off}`);
    },
  };
}

/** What stands in the place of a list that is not there. */
function remarkOf(lookup, board) {
  if (!lookup) return "boards.asking";
  if (lookup.refusal) return lookup.refusal === "unproved" ? "boards.unknown" : "boards.off";
  if (lookup.rows.length === 0) return "boards.nobody";
  return `boards.about-${lookup.home ? "home" : kindOf(board)}`;
}

/**
 * The whole screen.
 *
 * @param close is told when the user has seen enough.
 * @param tag by which boards name the user, or null.
 */
export function boardsView(act, close, tag) {
  let [board, span] = [BOARDS[0], SPANS[0]];
  const ask = () => act("lookUp", { question: questionOf(board, span) });
  /** What is seen is asked for anew, as long as it is seen. */
  let clock = null;
  const which = choice(word("boards.which"), [...BOARDS, PAST], titleOf, (value) => {
    board = value;
    ask();
  });
  const time = choice(word("boards.time"), SPANS, (value) => word(`boards.${value}`), (value) => {
    span = value;
    ask();
  });
  let isOfFriends = false;
  const whose = choice(
    word("boards.who"), ["everyone", "friends"], (value) => word(`boards.${value}`), (value) => {
      isOfFriends = value === "friends";
      ask();
    });
  const [places, matches] = [make("tbody"), make("tbody")];
  const drawPlaces = rowsOf(places, () => placePart(tag));
  const race = (...wish) => {
    close();
    act(...wish);
  };
  const drawMatches = rowsOf(matches, () => matchRow(race, (date) => date));
  const remark = make("p", { role: "status" });
  const play = button("go small", "", () => {
    close();
    if (kindOf(board) === "daily") {
      act("create", { settings: { mode: "daily", listed: false }, isAtOnce: true });
    } else act("quick", { mode: kindOf(board) === "best" ? board.slice("best-".length) : null });
  });
  const note = make("p", {}, word("friend.here"));
  const table = make("table", { "aria-label": word("boards.title") }, places, matches);
  const eye = make("a", { class: "txt", href: "/eye/" }, word("eye.title"));
  const root = make(
    "div", { class: "page" },
    make(
      "header", { class: "top" },
      make("span", { class: "brand" }, mark(), make("h1", {}, word("boards.title"))),
      button("txt push", word("boards.back"), close)),
    make(
      "main", { class: "boards" }, make("div", { class: "which" }, which, time, whose), remark,
      table, note,
      eye, play));
  return {
    root,
    title: word("boards.title"),
    tint: dayTint,
    open() {
      clearInterval(clock);
      clock = setInterval(ask, EVERY);
      ask();
    },
    /** The user is elsewhere, however they left. */
    left: () => clearInterval(clock),
    draw(model, now) {
      const question = questionOf(board, span);
      const lookup = model.lookup && isSame(model.lookup.question, question) ? model.lookup : null;
      const rows = lookup?.rows ?? [];
      setHidden(time, kindOf(board) !== "best");
      setText(remark, word(remarkOf(lookup, board)));
      setHidden(table, rows.length === 0);
      setHidden(whose, board === PAST);
      setHidden(note, board === PAST || friends().size === 0);
      const isShown = (one) => !isOfFriends || one.tag === tag || friends().has(one.tag);
      setHidden(eye, board !== PAST);
      setText(play, word(kindOf(board) === "daily" ? "boards.today" : "home.play"));
      drawPlaces(rows.filter((one) => one.said === "TOPPED" && isShown(one)), ({ id }) => id,
        (part, row) => part.draw(row));
      drawMatches(rows.filter(({ said }) => said === "PLAYED"), ({ index }) => index,
        (part, row) => part.draw(row, dayOf(serverAt(model.clock, now))));
      return false;
    },
    key: ({ key }) => {
      if (key !== "Escape") return false;
      close();
      return true;
    },
  };
}
