// What the transcripts of the protocol have each client hear, with something that fits wherever a
// pattern takes anything. The server's side of them is played by the tests in Swift.

import { channelsOf, toCMYK, toHSB } from "../../../clients/web/core/color/color.mjs";
// What comes later is heard, too.
import "../../../clients/web/core/crowd/crowd.mjs";
import "../../../clients/web/core/session/archive.mjs";
import { MESSAGES } from "../../../clients/web/core/wire.mjs";
import { namesIn, textOf } from "./files.mjs";

/** Digits of as many bytes as a field takes. */
const hexOf = ({ type }) => [16, 32, 64].map((bytes) => "ab".repeat(bytes))
  .find((digits) => type.read(digits) === digits);

/** Something of a type. */
const FITTING = {
  bytes: "AAAA",
  instant: "1767225600000", count: "7", word: "abc", text: "Text", color: "#3a678c", code: "WAVE",
  player: "p1", guess: "1,2,3", thousandths: "4.96", icon: "star",
  some: "3", list: "",
};

const ANSWERS = { rgb: (color) => color, hsb: toHSB, cmyk: toCMYK };

class Filling {
  #known = new Map();
  #players = 0;

  /** The value that a pattern stands for in a field. */
  value(pattern, field) {
    const range = /^(\d+)\.\.\d+$/.exec(pattern);
    if (range) return range[1];
    if (pattern === "*") return this.#fitting(field);
    return pattern.replace(/\$([a-z0-9]+)(?:\.([a-z]+))?/g, (_, name, suffix) => {
      if (!this.#known.has(name)) this.#known.set(name, this.#fitting(field));
      const known = this.#known.get(name);
      if (suffix in ANSWERS) return ANSWERS[suffix](channelsOf(known)).join(",");
      return suffix ? "1" : known;
    });
  }

  #fitting(field) {
    const { kind, key } = field;
    if (kind === "player" || key === "players") return `p${++this.#players}`;
    if (key === "tiles") return "#3a678c,#5a678c,#3a87ac,#1a476c";
    if (key === "nonces") return "-";
    if (kind === "hex") return hexOf(field);
    return FITTING[kind] ?? "1";
  }

  line(pattern) {
    const [verb, ...fields] = pattern.split(" ");
    const isOpen = fields.at(-1) === "...";
    if (isOpen) fields.pop();
    const known = MESSAGES.server.get(verb);
    const values = new Map(fields.map((said) => {
      const at = said.indexOf("=");
      const field = known.find(({ key }) => key === said.slice(0, at));
      return [field.key, this.value(said.slice(at + 1), field)];
    }));
    // What a pattern leaves open is said all the same.
    for (const field of known) {
      if (isOpen && field.isRequired && !values.has(field.key)) {
        values.set(field.key, this.#fitting(field));
      }
    }
    return [verb, ...Array.from(values, ([key, value]) => `${key}=${value}`)].join(" ");
  }
}

/**
 * For each transcript what each of its clients hears, where that leaves something out, and where
 * its connection ends. The lines of records are not there: they mean nothing to a session.
 */
export function heardIn(folder) {
  return namesIn(folder).filter((name) => name.endsWith(".txt")).map((name) => {
    const filling = new Filling();
    const clients = {};
    const inRecord = new Set();
    for (const step of textOf(`${folder}/${name}`).split("\n")) {
      const heard = /^([a-z]+)<(~?) (.*)$/.exec(step);
      const end = /^([a-z]+)[.-]$/.exec(step);
      if (step === "crash") {
        for (const steps of Object.values(clients)) {
          if (!steps.at(-1).isEnd) steps.push({ isEnd: true });
        }
        continue;
      }
      const who = (heard ?? end)?.[1];
      if (!who) continue;
      const verb = heard?.[3].split(" ", 1)[0];
      if (inRecord.has(who) && heard && verb !== "END") continue;
      inRecord.delete(who);
      if (verb === "REPLAYED") inRecord.add(who);
      clients[who] ??= [];
      clients[who].push(
        end ? { isEnd: true } : { line: filling.line(heard[3]), isGap: heard[2] === "~" });
    }
    return { name, clients };
  });
}
