// A room's stage as an overlay for a stream: on nothing, and nothing but what its address asks
// for; and the form that makes such an address. It comes only where somebody wants one.

import { isFloor } from "../../core/crowd/crowd.mjs";
import { COLORS, hashOf, overlayOf, SHOWN, SIZE, USUAL } from "../../core/overlay.mjs";
import { isHidden, roomTime, roundOf, screenOf } from "../../core/session/model.mjs";
import { targetOf } from "../../core/session/room.mjs";
import { word } from "../../words.mjs";
import { endingPart } from "../crowd/ending.mjs";
import { crowdPart } from "../crowd/stage.mjs";
import { make, onChange, setHidden, setText } from "../dom.mjs";
import { field } from "../field.mjs";
import { button } from "../parts.mjs";
import { squarePart } from "../room/invite.mjs";
import { choice, counter } from "../room/rules.mjs";
import { toggle } from "../toggle.mjs";
import { podiumPart, stateOf } from "./lobby.mjs";
import { clockPart, roundText } from "./stage.mjs";

/** How one comes in: the code, large, and its square. */
function codePart() {
  const [square, code] = [squarePart(), make("p", { class: "code live" })];
  return {
    root: make("section", { class: "way" }, square.root, code, make("p", {}, location.host)),
    draw({ code: shown }) {
      square.draw(`${location.origin}/#${shown}`);
      setText(code, shown);
    },
  };
}

/** Round and clock; before a match who is waited for. */
function timePart() {
  const clock = clockPart();
  const about = make("p", { class: "live" });
  return {
    root: make("header", { class: "when" }, clock.root, about),
    draw(model, now) {
      const { match, seats } = model.room;
      const isOn = match !== null && !match.isOver;
      setHidden(clock.root, !isOn);
      if (isOn) clock.draw(model, now);
      setText(about, isOn ? roundText(model)
        : seats.length > 0 ? stateOf(model, roomTime(model, now)) : "");
    },
  };
}

/** Shows a sentence: an address that asks for something that is none is not a blank. */
const flawView = ({ flaw, ...values }) => ({
  root: make("main", { class: "flaw" }, make("p", { role: "alert" }, word(flaw, values))),
  shows: () => true,
  draw: () => false,
});

/** The whole screen. */
function viewOf({ show, size, colors }) {
  const page = document.documentElement;
  page.classList.add(`over-${colors}`);
  page.style.setProperty("--size", String(size / 100));
  const [time, way, goal, hall] = [timePart(), codePart(), field("goal"), crowdPart()];
  const [podium, ending] = [podiumPart(), endingPart()];
  for (const [name, parts] of Object.entries(hall.parts)) {
    for (const part of parts) if (!show.includes(name)) part.remove();
  }
  const root = make("div", { class: "page staging overlaid" });
  const put = (...parts) => onChange(root, "parts", parts.map(([name]) => name).join(" "), () =>
    root.replaceChildren(...parts.map(([, part]) => part)));
  return {
    root,
    shows: (model, name) => ["room", "race", "results", "final"].includes(name),
    draw(model, now) {
      const { room } = model;
      const { match } = room;
      const screen = screenOf(model, now);
      const isOn = screen === "race" || screen === "results";
      const isEnd = screen === "final" && show.includes("results");
      const end = isEnd ? (isFloor(match) ? ending : podium) : null;
      const isHall = isOn && ["field", "lanes", "results"].some((name) => show.includes(name));
      put(...[
        ["clock", time.root, screen !== "final"], ["code", way.root, true],
        ["target", goal.root, isOn],
      ].filter(([name, , isNow]) => isNow && show.includes(name)),
      ...isHall ? [["hall", hall.root]] : [], ...end ? [["end", end.root]] : []);
      time.draw(model, now);
      way.draw(room);
      end?.draw(model, now);
      if (!isOn) return true;
      const round = roundOf(model);
      const isOpen = round !== null && roomTime(model, now) >= round.opens;
      const isSeen = isOpen && !isHidden(model, now);
      const target = round ? isSeen && targetOf(round) : match.results.at(-1)?.target;
      setHidden(goal.root, !target);
      goal.draw(target || null);
      hall.draw(model, isOpen, isSeen, now);
      return true;
    },
  };
}

/** The screen that an address asks for; null where it only looks like one that does. */
export function overlayView(hash) {
  const found = overlayOf(hash);
  if (!found) return null;
  document.documentElement.classList.add("overlay");
  return found.flaw ? flawView(found) : viewOf(found);
}

/** What an overlay shows, how large and over what; and its address, to be copied. */
export function overlayForm(code) {
  let settings = USUAL;
  const place = make("code", { class: "live address" });
  const said = make("span", { role: "status" });
  const set = (change) => {
    settings = { ...settings, ...change };
    draw();
  };
  const shown = SHOWN.map((name) => [name, toggle(word(`overlay.${name}`), (isOn) => set({
    show: SHOWN.filter((one) => (one === name ? isOn : settings.show.includes(one))),
  }))]);
  const size = counter(word("overlay.size"), SIZE, 25, (value) => set({ size: value }));
  const colors = choice(
    word("overlay.colors"), COLORS, (name) => word(`over.${name}`),
    (value) => set({ colors: value }));
  const copy = button("do small", word("hall.copy"), async () => {
    try {
      await navigator.clipboard.writeText(place.textContent);
      said.textContent = word("hall.copied");
    } catch {
      // Not a secure context: what is marked can be copied by hand.
      getSelection().selectAllChildren(place);
    }
  });
  const draw = () => {
    for (const [name, part] of shown) {
      const isOn = settings.show.includes(name);
      // Something has to be shown.
      part.draw(isOn, isOn && settings.show.length === 1);
    }
    size.draw(settings.size, false, true);
    colors.draw(settings.colors, false);
    place.textContent = `${location.origin}/${hashOf(code, settings)}`;
    said.textContent = "";
  };
  draw();
  return make(
    "div", { class: "overlaying" }, make("p", {}, word("overlay.about")),
    ...shown.map(([, { root }]) => root), size.root,
    make("div", { class: "set" }, make("b", {}, word("overlay.colors")), colors.root),
    place, make("div", { class: "row" }, copy, said));
}
