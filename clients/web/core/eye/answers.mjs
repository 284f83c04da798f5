// One's own answers, a match a line, as a device keeps them: when it began, the mode, and a word
// for each round. `c65b3c/c05a40/6120` is what was asked, what was made of it, and after how many
// milliseconds it was locked; a gradient has two colors each. A round that says nothing of an eye
// is the word for why. It knows no storage.
// Invariant: a line is read only if it would be written just so.

import { modes, swatchOf } from "../rules/modes.mjs";
import { COUNTDOWN } from "../rules/scoring.mjs";
import { read, readIn, tableOf } from "../wire.mjs";

/** Why a round is left out: nothing moved, never locked, with help, or given up. */
export const REASONS = ["idle", "open", "helped", "forfeit"];
/** How many matches are kept, the newest. */
export const MATCHES_MOST = 500;
/** The most rounds of one match, and its longest round in milliseconds. */
const ROUNDS_MOST = 20;
const TIME_MOST = 999_999;

/** Whether a mode says something of an eye: it has sliders, and an end that nobody fears. */
export const isMeasured = (mode) => Boolean(mode) && !mode.hasTiles && mode.lives === null;

/** What a round says, by its result and one's own score in it, which may be missing. */
function answerOf(mode, { round, target, scores }, who, { time }) {
  const score = scores.find((other) => other.who === who);
  if (!score || !target) return { why: "forfeit" };
  if (score.assist) return { why: "helped" };
  if (score.v.join() === mode.start.join()) return { why: "idle" };
  if (score.t >= mode.milliseconds(time, round)) return { why: "open" };
  return { asked: target, made: swatchOf(mode, score.v), ms: score.t };
}

/**
 * One's own answers in a match, or null where they say nothing.
 *
 * @param opens when its first round was to open, as COUNTDOWN says it.
 */
export function answersOf({ settings, results }, who, opens) {
  const mode = modes.get(settings.mode);
  if (!isMeasured(mode) || results.length === 0) return null;
  return {
    began: opens - COUNTDOWN, mode: mode.name,
    rounds: results.map((result) => answerOf(mode, result, who, settings)),
  };
}

const RECORDED = tableOf("PERSON who:player id:hex(16)?");
/** One's own answers in a record, by one's identity; null where it does not say that one played. */
export function answersInRecord(text, id) {
  let [settings, opens, who] = [null, null, null];
  const results = [];
  try {
    for (const line of text.split("\n")) {
      if (line.startsWith("PERSON ")) {
        const person = readIn(RECORDED, line);
        if (person.id === id) who = person.who;
      }
      if (!/^(?:ROOM|COUNTDOWN|SHUT|SCORE) /.test(line)) continue;
      const message = read("server", line);
      if (message.said === "ROOM") settings = message;
      if (message.said === "COUNTDOWN") opens = message.opens;
      if (message.said === "SHUT") {
        const target = swatchOf(modes.get(settings.mode), message.answer);
        results.push({ round: message.round, target, scores: [] });
      }
      if (message.said === "SCORE") results.at(-1).scores.push(message);
    }
    return who === null ? null : answersOf({ settings, results }, who, opens);
  } catch {
    // A record that cannot be read says nothing.
    return null;
  }
}

/** A match as a line. */
export const lineOf = ({ began, mode, rounds }) =>
  [began, mode, ...rounds.map(wordOf)].join(" ");
const wordOf = ({ why, asked, made, ms }) =>
  why ?? [...asked, ...made].map((hex) => hex.slice(1)).concat(ms).join("/");

function roundIn(word) {
  if (REASONS.includes(word)) return { why: word };
  const cells = word.split("/");
  const [colors, ms] = [cells.slice(0, -1), Number(cells.at(-1))];
  const isPair = colors.length === 2 || colors.length === 4;
  const isRight = isPair && colors.every((color) => /^[0-9a-f]{6}$/.test(color))
    && /^(0|[1-9][0-9]{0,5})$/.test(cells.at(-1)) && ms <= TIME_MOST;
  if (!isRight) return null;
  const hex = colors.map((color) => `#${color}`);
  return { asked: hex.slice(0, hex.length / 2), made: hex.slice(hex.length / 2), ms };
}

/** The match that a line says, or null. */
export function matchOf(line) {
  const [began, mode, ...words] = line.split(" ");
  const rounds = words.map(roundIn);
  const isRight = /^[1-9][0-9]{0,14}$/.test(began) && isMeasured(modes.get(mode))
    && rounds.length > 0 && rounds.length <= ROUNDS_MOST && !rounds.includes(null);
  return isRight ? { began: Number(began), mode, rounds } : null;
}

/** Matches by when they began, each once; only the newest are kept. */
export function gathered(matches) {
  const byMoment = new Map(matches.map((match) => [match.began, match]));
  return [...byMoment.values()].sort((one, other) => one.began - other.began)
    .slice(-MATCHES_MOST);
}
