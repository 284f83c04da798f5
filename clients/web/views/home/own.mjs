// What the day and the past have for the user, on the first page: who of their friends has played,
// a month of days, their rating and what changed it, their best, and their last ten matches. Who is
// a friend stays in this browser. Invariant: at most one question is asked at a time, and none
// sooner than a minute after its last answer.

import { rememberedPoints } from "../../browser/day.mjs";
import { friends } from "../../browser/friends.mjs";
import { ratingOf } from "../../browser/ratings.mjs";
import { tagOf } from "../../core/crypto/crockford.mjs";
import { idOf } from "../../core/crypto/identity.mjs";
import { dateOf, dayOf } from "../../core/day.mjs";
import { bestOf, firstOf, monthLater, pointsOf, rowUntil, weeksOf } from "../../core/past.mjs";
import { modes } from "../../core/rules/modes.mjs";
import { familyOf } from "../../core/session/archive.mjs";
import { grouped, word } from "../../words.mjs";
import { make, onChange, rowsOf, setAttribute, setClass, setHidden, setText } from "../dom.mjs";
import { button } from "../parts.mjs";
import { matchRow, modeName } from "./matches.mjs";

/** From one answer to the next question of the same, in milliseconds. */
const EVERY = 60_000;
/** So many answers of PAST are asked for, of a hundred matches each. */
const PAGES = 5;
const ROWS = 100;
const LAST = 10;
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));
const isRated = (mode) => mode !== "daily" && modes.has(mode);

/** What the server has told of the user: their matches, today's board, and a row of a board. */
function askingPart(act) {
  let [matches, isUnknown, board, rank] = [[], true, [], null];
  /** When each question is due, by its name. */
  const due = { past: 0, daily: 0, rating: 0 };
  let [taken, asked, pages, rows] = [null, null, 0, []];
  const questionOf = (name) => (name === "past"
    ? { said: "PAST", id: null, from: pages === 0 ? null : rows.at(-1).index - 1 }
    : {
      said: "TOP", board: name === "daily" ? name : `rating-${family()}`, span: null, day: null,
      from: null,
    });
  const newest = () => matches.find(({ mode }) => isRated(mode))?.mode ?? null;
  const family = () => (newest() ? familyOf(newest()) : null);
  const answered = {
    past(lookup) {
      isUnknown = lookup.refusal !== null;
      rows = [...rows, ...lookup.rows];
      pages += 1;
      const isMore = lookup.rows.length === ROWS && pages < PAGES && rows.at(-1).index > 0;
      if (isMore) return 0;
      [matches, rows, pages] = [rows, [], 0];
      return EVERY;
    },
    daily(lookup) {
      board = lookup.rows;
      return EVERY;
    },
    rating(lookup) {
      rank = lookup.rows;
      return EVERY;
    },
  };
  return {
    /** Takes what was found, and asks what is due. */
    follow(model, now) {
      const { lookup, telling } = model;
      if (asked && lookup && lookup !== taken && lookup.question === asked.question) {
        due[asked.name] = now + answered[asked.name](lookup);
        [taken, asked] = [lookup, null];
      }
      if (telling || model.state !== "online" || model.room || model.want.kind !== "home") return;
      const name = ["daily", "past", "rating"].find((one) =>
        due[one] <= now && (one === "daily" || model.identity)
          && (one !== "rating" || newest() !== null));
      if (!name) return;
      asked = { name, question: questionOf(name) };
      // Where nothing comes, it is asked again as late as after an answer.
      due[name] = now + EVERY;
      act("lookUp", { question: asked.question });
    },
    matches: () => matches,
    /** Points by day, or null where the server knows nobody. */
    points: () => (isUnknown ? null : pointsOf(matches)),
    board: () => board,
    newest,
    /** The rating of the family played last, with its margin, from the board or from before. */
    rating(tag) {
      if (!newest()) return null;
      const row = rank?.find((one) => one.tag === tag);
      const known = ratingOf(family());
      return row ? { ...known, rating: row.value, off: row.off, left: 0 } : known;
    },
    family,
  };
}

/** A month as a table with one tab stop: arrows go by day, Page keys by month. */
function monthPart() {
  let [chosen, today, points] = [null, null, new Map()];
  const language = document.documentElement.lang;
  const format = (options) =>
    new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options });
  const narrow = format({ weekday: "narrow" });
  const long = format({ weekday: "long" });
  const at = (day) => new Date(day * 86_400_000);
  // 5 January 1970 was a Monday.
  const heads = Array.from({ length: 7 }, (_, weekday) => make(
    "th", { scope: "col", abbr: long.format(at(4 + weekday)) }, narrow.format(at(4 + weekday))));
  const caption = make("caption");
  const body = make("tbody");
  const root = make("table", { class: "month" }, caption,
    make("thead", {}, make("tr", {}, ...heads)), body);
  const saying = (day) => {
    const date = dateOf(day);
    if (points.has(day)) return word("own.day", { date, n: points.get(day) });
    return word(day > today ? "own.coming" : day === today ? "own.open" : "own.missed", { date });
  };
  const dayPart = () => {
    const cell = make("td");
    return {
      root: cell,
      draw(day) {
        setText(cell, day === null ? "" : String(Number(dateOf(day).slice(-2))));
        const isPast = day !== null && day <= today;
        setClass(cell, "played", day !== null && points.has(day));
        setClass(cell, "missed", isPast && !points.has(day));
        setClass(cell, "now", day === today);
        setAttribute(cell, "tabindex", day === null ? null : day === chosen ? "0" : "-1");
        setAttribute(cell, "aria-label", day === null ? null : saying(day));
        setAttribute(cell, "title", day === null ? null : saying(day));
      },
    };
  };
  const weekPart = () => {
    const row = make("tr");
    const drawDays = rowsOf(row, dayPart);
    return {
      root: row, draw: (week) => drawDays(week, (_, day) => day, (part, day) => part.draw(day)),
    };
  };
  const drawWeeks = rowsOf(body, weekPart);
  const show = () => {
    const first = firstOf(chosen);
    setText(caption, dateOf(first).slice(0, -3));
    drawWeeks(weeksOf(first), (_, week) => week, (part, week) => part.draw(week));
  };
  const go = (day, isFocused = true) => {
    chosen = Math.min(day, monthLater(firstOf(today), 1) - 1);
    show();
    if (isFocused) body.querySelector("[tabindex='0']")?.focus();
  };
  root.addEventListener("keydown", (event) => {
    const by = KEYS[event.key] ?? 0;
    const months = { PageUp: -1, PageDown: 1 }[event.key] ?? 0;
    if (by === 0 && months === 0) return;
    event.preventDefault();
    event.stopPropagation();
    go(months === 0 ? chosen + by : monthLater(firstOf(chosen), months));
  });
  return {
    root: make(
      "div", {}, root,
      make(
        "div", { class: "row" },
        button("txt", "←", () => go(monthLater(firstOf(chosen), -1), false),
          { "aria-label": word("own.earlier") }),
        button("txt", "→", () => go(monthLater(firstOf(chosen), 1), false),
          { "aria-label": word("own.later") }))),
    draw(now, known) {
      [today, points] = [now, known];
      chosen ??= now;
      show();
    },
  };
}

/** Both parts: a line about friends, and what lies below the rooms. */
export function ownPart(act, open) {
  const asking = askingPart(act);
  const line = button("txt", "", () => open("boards"), { hidden: "" });
  const days = make("h2", {}, word("own.days"));
  const row = make("p");
  const month = monthPart();
  const calendar = make("section", { class: "own", hidden: "" }, days, row, month.root);
  const [rating, change, best] = [make("p"), make("p"), make("p")];
  const list = make("tbody");
  const drawMatches = rowsOf(list, () => matchRow(act, (date) => date.slice(5)));
  const results = make(
    "section", { class: "own", hidden: "" }, make("h2", {}, word("boards.past")), rating, change,
    best, make("table", { class: "last", "aria-label": word("own.last") }, list));
  const pointsNow = () => asking.points() ?? rememberedPoints();
  return {
    friends: line,
    root: make("div", {}, calendar, results),
    /** How many days in a row the server knows of, or null where it knows nobody. */
    days: (moment) => {
      const known = asking.points();
      return known && rowUntil(known, dayOf(moment));
    },
    draw(model, now, moment) {
      asking.follow(model, now);
      const known = friends();
      const there = asking.board().filter((one) => known.has(one.tag));
      setHidden(line, known.size === 0);
      // A name that is written from right to left stays by its points.
      const names = there
        .map(({ name, value }) => `\u2068${name}\u2069 ${grouped(value)}`).join(", ");
      setText(line, there.length > 0 ? word("own.friends", { names })
        : word("own.alone", { n: known.size }));
      const points = pointsNow();
      setHidden(calendar, points.size === 0);
      const matches = asking.matches();
      setHidden(results, matches.length === 0);
      const today = dayOf(moment);
      const stand = `${today} ${points.size} ${points.get(today)}`;
      onChange(calendar, "stand", stand, () => month.draw(today, points));
      const count = rowUntil(points, today);
      const inRow = word("day.row", { n: count });
      setText(row, asking.points() ? inRow : word("day.here", { row: inRow }));
      drawMatches(matches.slice(0, LAST), ({ index }) => index,
        (part, one) => part.draw(one, today));
      this.drawRating(model.identity ? tagOf(idOf(model.identity)) : null);
    },
    drawRating(tag) {
      const found = asking.rating(tag);
      setHidden(rating, !found);
      setHidden(change, !found || !Number.isInteger(found.delta));
      const family = asking.family();
      if (found) {
        const name = family === "sliders" ? word("boards.sliders") : modeName(family);
        setText(rating, found.left > 0 ? word("final.unrated", { n: found.left })
          : `${word("boards.rating", { family: name })}: ${grouped(found.rating)} ±${found.off}`);
        setText(change, word("own.change", { delta: signed(found.delta ?? 0) }));
      }
      const mode = asking.newest();
      const most = mode && bestOf(asking.matches(), mode);
      setHidden(best, !most);
      if (most) {
        setText(best, `${word("boards.best", { mode: modeName(mode) })}: ${grouped(most.total)}`);
      }
    },
  };
}
