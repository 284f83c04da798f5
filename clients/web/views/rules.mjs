// How the match of a room is set, which everybody sees, and who looks on: what only the host can
// change, and what comes after all that a race needs.

import { tagOf } from "../core/crockford.mjs";
import { modes } from "../core/modes.mjs";
import { isHost, seatOf } from "../core/room.mjs";
import { LEVELS, MODES } from "../core/wire.mjs";
import { word } from "../words.mjs";
import { make, rowsOf, setAttribute, setHidden, setText } from "./dom.mjs";
import { badge, button } from "./parts.mjs";
import { toggle } from "./toggle.mjs";

/** Several values of which one is chosen. */
function choice(name, values, wordOf, choose) {
  const buttons = values.map((value) =>
    make("button", { class: "opt", type: "button", role: "radio", click: () => choose(value) },
      wordOf(value)));
  const root = make("div", { class: "opts", role: "radiogroup", "aria-label": name }, ...buttons);
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
function counter(key, step, change) {
  const what = word(`set.${key}`);
  const shown = make("output");
  let value = 0;
  const press = (by) => () => change(value + by);
  const buttons = [
    button("", "−", press(-step), { "aria-label": word("set.less", { what }) }),
    button("", "+", press(step), { "aria-label": word("set.more", { what }) }),
  ];
  const stepper = make("div", { class: "stepper" }, buttons[0], shown, buttons[1]);
  const root = make("div", { class: "set" }, make("b", {}, what), stepper);
  return {
    root,
    draw(number, isOff, isShown = true) {
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
    draw(isAsked, isShown) {
      hasOne = isAsked;
      setHidden(root, !isShown);
      setHidden(input, isAsked);
      setText(press, word(isAsked ? "set.take" : "set.give"));
    },
  };
}

/** Who looks on, for the host, who can put them out. */
export function lookersPart(act) {
  const list = make("ul", { class: "lookers" });
  const draw = rowsOf(list, () => {
    let who = null;
    const face = badge();
    const name = make("bdi", { class: "live b name" });
    const menu = ["kick", "ban"].map((kind) =>
      button("txt", word(`hall.${kind}`), () => {
        act(kind, { who });
        act("who");
      }));
    const tag = make("span", { class: "notes" });
    const root = make("li", { class: "seat" }, face.root, name, tag, ...menu);
    return {
      root,
      draw(person) {
        ({ who } = person);
        face.draw(person);
        setText(name, person.name);
        setText(tag, person.id ? tagOf(person.id) : "");
      },
    };
  });
  return {
    root: list,
    draw: (lookers) => draw(lookers, ({ who }) => who, (part, person) => part.draw(person)),
  };
}

/** How the match is set; only the host changes it. */
export function rulesPart(act) {
  let mine = false;
  const config = (settings) => {
    if (mine) act("config", { settings });
  };
  const mode = choice(word("hall.mode"), MODES, (name) => word(`mode.${name}`), (name) =>
    config({ mode: name }));
  const level = choice(word("set.level"), LEVELS, (name) => word(`level.${name}`), (name) =>
    config({ level: name }));
  const within = (least, most, key) => (number) =>
    config({ [key]: Math.min(most, Math.max(least, number)) });
  const rounds = counter("rounds", 1, within(1, 20, "rounds"));
  const time = counter("seconds", 5, within(5, 120, "time"));
  const seats = counter("seats", 1, within(1, 8, "seats"));
  const delay = counter("delay", 1, within(0, 30, "delay"));
  const pass = passwordPart(config);
  // Only a listed room without a password can be rated.
  const listed = toggle(word("set.listed"), (isOn) =>
    config(isOn ? { listed: true } : { listed: false, rated: false }));
  const rated = toggle(word("set.rated"), (isOn) => config({ rated: isOn }));
  const exact = toggle(word("set.exact"), (isOn) => config({ exact: isOn }));
  const known = toggle(word("set.known"), (isOn) => config({ known: isOn }));
  const assist = toggle(word("set.assist"), (isOn) => config({ assist: isOn }));
  const who = make("span");
  const levels = make("div", { class: "set" }, make("b", {}, word("set.level")), level.root);
  const root = make(
    "section", { class: "rules", "aria-label": word("hall.match") },
    make("div", { class: "heading" }, make("h2", {}, word("hall.match")), who), mode.root,
    rounds.root, time.root, levels, seats.root, delay.root, pass.root, listed.root, rated.root,
    exact.root, known.root, assist.root);
  return {
    root,
    draw(room) {
      const { settings } = room;
      mine = isHost(room);
      const host = seatOf(room, room.host);
      const isOff = !mine;
      const { isFixed, lives } = modes.get(settings.mode);
      setText(who, mine ? word("hall.only") : host ? word("hall.other", { name: host.name }) : "");
      mode.draw(settings.mode, isOff);
      rounds.draw(settings.rounds, isOff, !isFixed && lives === null);
      time.draw(settings.time, isOff, !isFixed);
      level.draw(settings.level, isOff);
      setHidden(levels, isFixed);
      seats.draw(settings.seats, isOff, !isFixed);
      delay.draw(settings.delay, isOff, mine || settings.delay > 0);
      pass.draw(settings.pass, mine);
      listed.draw(settings.listed, isOff);
      rated.draw(settings.rated, isOff, settings.rated || (settings.listed && !settings.pass));
      exact.draw(settings.exact, isOff);
      known.draw(settings.known, isOff);
      assist.draw(settings.assist, isOff, !isFixed);
    },
  };
}
