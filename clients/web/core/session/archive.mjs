// What is said of the archive: boards, past matches, ratings, its log, being forgotten; and what
// becomes of the model by it. No race needs it, so it comes later and adds itself to what came
// before.
//
// In the model: `lookup` is what was found last, as the question and its `rows`, or a `refusal`;
// `telling` is the same while it is being told. `forgotten` is whether the server has forgotten us,
// or `refused`.

import { among, int, learn, MODES, WRONG } from "../wire.mjs";
import { ACTS } from "./acting.mjs";
import { LATER } from "./hearing.mjs";
import { noticed } from "./model.mjs";

/** The family in which a mode is rated, where it is not a family of its own. */
const FAMILIES = { rgb: "sliders", hsb: "sliders", cmyk: "sliders" };
/** In which family a mode is rated. */
export const familyOf = (mode) => FAMILIES[mode] ?? mode;
const others = MODES.filter((mode) => mode !== "daily");
/** Every board there is. */
export const BOARDS = [
  "daily", ...new Set(others.map((mode) => `rating-${familyOf(mode)}`)),
  ...others.map((mode) => `best-${mode}`),
];
/** What a board of matches may look at. */
export const SPANS = ["always", "week", "day"];

const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Whether a text is a date such as 2026-11-21, and there is such a day. */
function isDate(text) {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? [];
  const [, year, month, day] = parts.map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day > 0 && day <= LENGTHS[month - 1] && (isLeap || month !== 2 || day < 29);
}

learn({
  rating: int(-99_999, 99_999),
  board: among(BOARDS),
  span: among(SPANS),
  day: { read: (text) => (isDate(text) ? text : WRONG) },
});

/** The most rows of one answer. */
const ROWS = 100;

/** Looks something up: a `TOP` or a `PAST`. Only one question is under way at a time. */
ACTS.lookUp = (model, { question }, now, todo) => {
  if (model.state !== "online" || model.inside !== null || isBusy(model, now)) return model;
  todo.push({ do: "send", message: question });
  return { ...model, telling: { question, rows: [], at: now } };
};
/** An answer that has not come by then will not. */
const PATIENCE = 6000;
const isBusy = ({ telling }, now) => Boolean(telling) && now - telling.at < PATIENCE;

/** Asks how the server's log stands, and tells what came of it: a receipt, or distrust. */
ACTS.tree = (model, { since }, _, todo) => {
  if (model.state === "online") todo.push({ do: "send", message: { said: "TREE", since } });
  return model;
};
ACTS.kept = (model, { kept }) => ({ ...model, kept });
ACTS.distrusted = (model, { why }, now) => noticed({ ...model, distrust: why }, { why }, now);

/** Has the server forget who one is. */
ACTS.forget = (model, _, now, todo) => {
  if (model.state !== "online" || model.inside !== null) return model;
  todo.push({ do: "send", message: { said: "FORGET", sure: true } });
  return { ...model, forgotten: false };
};

const row = (model, message) => {
  const { telling } = model;
  if (!telling || telling.rows.length >= ROWS) return model;
  return { ...model, telling: { ...telling, rows: [...telling.rows, message] } };
};
const found = (model, refusal, home = false) => (model.telling
  ? { ...model, telling: null, lookup: { ...model.telling, refusal, home } } : model);

Object.assign(LATER, {
  TOPPED: row,
  PLAYED: row,
  END: (model, { home }) => found(model, null, home),
  FORGOTTEN: (model) => ({ ...model, forgotten: true }),
  RATED: (model, message) => {
    const { room } = model;
    const isOurs = room?.match?.number === message.match && message.who === model.me;
    return isOurs ? { ...model, room: { ...room, rated: message } } : model;
  },
  "NO FORGET": (model) => ({ ...model, forgotten: "refused" }),
  "NO TOP": (model, { code }) => found(model, code),
  "NO PAST": (model, { code }) => found(model, code),
});
