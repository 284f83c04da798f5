// How the match of a room is set, which everybody sees, and who looks on: what only the host can
// change, and what comes after all that a race needs. Settings and ranges are the fields of CREATE
// in wire.mjs; this file adds only what depends on the mode or on other settings.

import { tagOf } from "../../core/crypto/crockford.mjs";
import { modes } from "../../core/rules/modes.mjs";
import { isHost, seatOf } from "../../core/session/room.mjs";
import { LEVELS, MESSAGES, MODES } from "../../core/wire.mjs";
import { word } from "../../words.mjs";
import { chooseByArrows } from "../choosing.mjs";
import { make, rowsOf, setAttribute, setHidden, setText } from "../dom.mjs";
import { badge, button } from "../parts.mjs";
import { toggle } from "../toggle.mjs";

/** Several values of which one is chosen. */
export function choice(name, values, wordOf, choose) {
  const buttons = values.map((value) =>
    make("button", { class: "opt", type: "button", role: "radio", click: () => choose(value) },
      wordOf(value)));
  const root = make("div", { class: "opts", role: "radiogroup", "aria-label": name }, ...buttons);
  chooseByArrows(root, buttons, (at) => choose(values[at]));
  return {
    root,
    draw(shown, isOff) {
      buttons.forEach((item, at) => {
        setAttribute(item, "aria-checked", String(values[at] === shown));
        setAttribute(item, "aria-disabled", isOff ? "true" : null);
        setAttribute(item, "tabindex", values[at] === shown ? "0" : "-1");
      });
    },
  };
}

/** A number with less and more. */
export function counter(what, { least, most }, step, change) {
  const shown = make("output");
  let value = 0;
  const press = (by) => () => change(Math.min(most, Math.max(least, value + by)));
  const buttons = [
    button("", "−", press(-step), { "aria-label": word("set.less", { what }) }),
    button("", "+", press(step), { "aria-label": word("set.more", { what }) }),
  ];
  const stepper = make("div", { class: "stepper" }, buttons[0], shown, buttons[1]);
  const root = make("div", { class: "set" }, make("b", {}, what), stepper);
  return {
    root,
    draw(number, isOff, isShown) {
      value = number;
      setText(shown, String(number));
      setHidden(root, !isShown);
      for (const item of buttons) setAttribute(item, "aria-disabled", isOff ? "true" : null);
    },
  };
}

/** The room's password: the host gives it one, or takes it away. */
function passwordPart(config) {
  let hasOne = false;
  const what = word("set.pass");
  const input = make("input", {
    class: "field", maxlength: 32, autocomplete: "off", spellcheck: "false", "aria-label": what,
  });
  const change = () => {
    if (hasOne) config({ open: true });
    else if (input.value) config({ pass: input.value, rated: false });
    input.value = "";
  };
  const press = button("do small", "", change);
  const root = make(
    "div", { class: "set" }, make("b", {}, what), make("div", { class: "row" }, input, press));
  return {
    root,
    draw(isAsked, isOff, isShown) {
      hasOne = isAsked;
      setHidden(root, !isShown);
      setHidden(input, isAsked);
      setText(press, word(isAsked ? "set.take" : "set.give"));
    },
  };
}

/** Puts somebody out by the number of their cell, also one who is away. */
export function cellPart(act) {
  const what = word("present.which");
  const input = make("input", {
    class: "field", type: "number", min: "1", step: "1", required: "", "aria-label": what,
    placeholder: what,
  });
  const press = (verb) => () => {
    if (!input.reportValidity()) return;
    act("putOut", { verb, cell: Number(input.value) });
    input.value = "";
  };
  return {
    root: make(
      "div", { class: "row" }, input, button("txt", word("hall.kick"), press("KICK")),
      button("txt", word("hall.ban"), press("BAN"))),
    focus: () => input.focus(),
  };
}

/** Who looks on, for the host, who can put them out. */
export function lookersPart(act) {
  const cell = cellPart(act);
  const list = make("ul", { class: "lookers" });
  const draw = rowsOf(list, () => {
    let who = null;
    const face = badge();
    const name = make("bdi", { class: "live b name" });
    const [give, ...menu] = [["hall.make", "host"], ["hall.kick", "kick"], ["hall.ban", "ban"]]
      .map(([key, kind]) => button("txt", word(key), () => {
        act(kind, { who });
        act("who");
      }));
    const tag = make("span", { class: "notes" });
    const root = make("li", { class: "seat" }, face.root, name, tag, give, ...menu);
    return {
      root,
      draw(person, isPresented) {
        ({ who } = person);
        // Only a presenter needs no seat.
        setHidden(give, !isPresented);
        face.draw(person);
        setText(name, person.name);
        setText(tag, person.id ? tagOf(person.id) : "");
      },
    };
  });
  return {
    root: make("div", {}, cell.root, list),
    draw(lookers, { me, settings }) {
      const others = lookers.filter(({ who }) => who !== me);
      setHidden(cell.root, others.length === 0);
      draw(others, ({ who }) => who, (part, person) => part.draw(person, settings.present));
    },
  };
}

/** From one number to the next, where that is not 1. */
const STEPS = { time: 5 };

/** When a setting is of use, by key: in a mode, beside the other settings, to the host. */
const SHOWN = {
  rounds: ({ isFixed, lives }) => !isFixed && lives === null,
  time: ({ isFixed }) => !isFixed,
  level: ({ isFixed }) => !isFixed,
  seats: ({ isFixed }) => !isFixed,
  present: () => false,
  names: (mode, { present }) => present,
  assist: ({ isFixed }) => !isFixed,
  series: ({ isDaily }, { seats }) => !isDaily && seats > 0,
  pass: (mode, settings, mine) => mine,
  delay: (mode, { delay, present }, mine) => !present && (mine || delay > 0),
  rated: (mode, { rated, listed, pass, present }) => rated || (listed && !pass && !present),
};

/** Of how many matches a series may be here: of an even number nobody may win. */
const LENGTHS = [0, 3, 5, 7, 9];

/** A choice beside its name. */
function row(what, values, wordOf, set) {
  const part = choice(what, values, wordOf, set);
  const root = make("div", { class: "set" }, make("b", {}, what), part.root);
  return {
    root,
    draw(value, isOff, isShown) {
      part.draw(value, isOff);
      setHidden(root, !isShown);
    },
  };
}

/** What a setting is that goes without saying. */
const USUAL = { names: "own" };
/** How many seats a room of this server may have; none only where somebody presents. */
const SEATS = { least: 0, most: 8 };

/** What people may be called. */
const NAMES = ["own", "drawn", "none"];

/** The part of each field, by its key or else its kind. */
const PARTS = {
  mode: (field, set) =>
    choice(word("hall.mode"), MODES, (name) => word(`mode.${name}`), set),
  level: (field, set) => row(word("set.level"), LEVELS, (name) => word(`level.${name}`), set),
  series: (field, set) => row(word("set.series"), LENGTHS, (n) => String(n || 1), set),
  seats: (field, set) => counter(word("set.seats"), SEATS, 1, set),
  int: ({ key, type }, set) => counter(word(`set.${key}`), type, STEPS[key] ?? 1, set),
  names: (field, set) => row(word("set.names"), NAMES, (name) => word(`names.${name}`), set),
  text: (field, set, config) => passwordPart(config),
  flag: ({ key }, set) => toggle(word(`set.${key}`), set),
};
const LATER = ["text", "flag"];
/** What a form does not ask for: the name, and the match that ghosts race again. */
const UNASKED = ["name", "ghost"];
/** What the form asks for, switches last. */
const SETTINGS = MESSAGES.client.get("CREATE").filter(({ key }) => !UNASKED.includes(key))
  .sort((one, other) => LATER.indexOf(one.kind) - LATER.indexOf(other.kind));

/** How the match is set; only the host changes it. */
export function rulesPart(act) {
  let [mine, isPresented] = [false, false];
  const config = (settings) => {
    if (mine) act("config", { settings });
  };
  // Only a listed room without a password can be rated.
  const setting = ({ key }) => (value) => {
    if (key === "seats" && value === 0 && !isPresented) return;
    config(key === "listed" && !value ? { listed: false, rated: false } : { [key]: value });
  };
  const parts = SETTINGS.map((field) => {
    const create = PARTS[field.key] ?? PARTS[field.kind];
    return { key: field.key, ...create(field, setting(field), config) };
  });
  const who = make("span");
  const root = make(
    "section", { class: "rules", "aria-label": word("hall.match") },
    make("div", { class: "heading" }, make("h2", {}, word("hall.match")), who),
    ...parts.map((part) => part.root));
  return {
    root,
    draw(room) {
      const { settings } = room;
      [mine, isPresented] = [isHost(room), settings.present];
      const host = seatOf(room, room.host);
      const mode = modes.get(settings.mode);
      setText(who, mine ? word("hall.only") : host ? word("hall.other", { name: host.name }) : "");
      for (const { key, draw } of parts) {
        draw(settings[key] ?? USUAL[key], !mine, SHOWN[key]?.(mode, settings, mine) ?? true);
      }
    },
  };
}
