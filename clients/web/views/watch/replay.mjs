// What a kept match is opened with, and what it is played with: pace, place, and whose eyes.

import { word } from "../../words.mjs";
import { make, onChange, setAttribute, setClass, setHidden, setText } from "../dom.mjs";
import { button, mark } from "../parts.mjs";
import { linkPart } from "../results/ghosts.mjs";
import { verdictOf } from "../results/verdict.mjs";

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
/** A quarter is written as such. */
const speedText = (speed) => `×${{ 0.25: "¼", 0.5: "½" }[speed] ?? speed}`;

/** The page before a match is there. */
export function openerView(open) {
  const file = make("input", {
    type: "file", class: "vh", id: "file", accept: ".txt,.record,.png,text/plain,image/png",
    change: () => { if (file.files[0]) open(file.files[0]); },
  });
  const flaw = make("p", { class: "live", role: "alert" });
  return {
    root: make(
      "div", { class: "page" },
      make(
        "header", { class: "top" },
        make("a", { class: "brand", href: "/" }, mark(), make("span", {}, "chromatch"))),
      make(
        "main", { class: "opener" }, make("h1", {}, word("replay.shout")),
        make("p", {}, word("replay.about")), file,
        make("label", { class: "go", for: "file" }, word("replay.choose")), flaw)),
    say(text) {
      setText(flaw, text ?? "");
      file.value = "";
    },
  };
}

const clock = (milliseconds) => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

const option = (value, text) => make("option", { value }, text);

/** What moves through a match. */
export function transport(tell) {
  const place = make("input", {
    type: "range", min: "0", step: "100", class: "moment", "aria-label": word("replay.moment"),
    input: () => tell.seek(place.value / place.max),
  });
  const toggle = button("go small", word("replay.play"), tell.toggle);
  const step = (key, sign, act, isForward) =>
    button("do small", sign, () => act(isForward), { "aria-label": word(key), title: word(key) });
  const time = make("span", { class: "live time" });
  const speed = make(
    "select", { class: "pick", "aria-label": word("replay.speed"),
      change: () => tell.speed(Number(speed.value)) },
    ...SPEEDS.map((value) => option(value, speedText(value))));
  const eyes = make("select", {
    class: "pick", "aria-label": word("replay.eyes"), change: () => tell.look(eyes.value || null),
  });
  const proof = make("span", { role: "status" });
  const race = make("a", { class: "do small" }, word("ghost.race"));
  const here = button("do small", word("ghost.race"), tell.race);
  const link = linkPart();
  const changed = make("p", { class: "say", role: "status", hidden: true });
  const unraced = make("p", { class: "say", role: "status", hidden: true });
  const tellUnraced = (why) => {
    setText(unraced, why);
    setHidden(unraced, why === "");
  };
  const root = make(
    "footer", { class: "transport" }, changed, unraced, place,
    make(
      "div", { class: "row" },
      step("replay.roundback", "«", tell.round, false),
      step("replay.back", "‹", tell.step, false),
      toggle,
      step("replay.forward", "›", tell.step, true),
      step("replay.roundforward", "»", tell.round, true),
      time, speed, eyes, race, here, link.root, proof,
      button("txt push", word("replay.other"), tell.close)));
  /** Keys may come faster than frames. */
  let pace = 1;
  const faster = (by) => {
    pace = SPEEDS[SPEEDS.indexOf(pace) + by] ?? pace;
    tell.speed(pace);
  };
  return {
    root,
    draw({ match, index, viewer, at, isPlaying, speed: drawn, proof: found, length }) {
      pace = drawn;
      onChange(eyes, "match", match, () => eyes.replaceChildren(
        option("", word("replay.all")),
        ...match.people.map(({ who, name }) => option(who, name))));
      eyes.value = viewer ?? "";
      speed.value = String(drawn);
      const gone = at - match.begins;
      place.max = String(length);
      place.value = String(gone);
      const said = `${clock(gone)} / ${clock(length)}`;
      setAttribute(place, "aria-valuetext", said);
      setText(time, said);
      setText(toggle, word(isPlaying ? "replay.pause" : "replay.play"));
      setClass(proof, "live", found?.flaw != null);
      const { head, text } = found?.isForeign ? { text: word("replay.foreign") }
        : found ? verdictOf(found.flaw, found) : { text: "" };
      setText(proof, head || text);
      setHidden(race, index === null);
      setAttribute(race, "href", `/#race=${index}`);
      // A match of a file is raced here.
      setHidden(here, index !== null);
      onChange(unraced, "match", match, () => tellUnraced(""));
      link.draw(index);
    },
    /** Says what was done to a file on its way, and was undone to read it. */
    tellChanges(changes) {
      const what = changes.map((change) => word(`saved.${change}`)).join(", ");
      setText(changed, word("replay.changed", { what }));
      setHidden(changed, changes.length === 0);
    },
    /** Says why the match is not raced. */
    tellUnraced,
    /** Whether a key meant something. */
    key({ key }) {
      switch (key) {
        case " ": tell.toggle(); return true;
        case "ArrowLeft": case "ArrowRight": tell.step(key === "ArrowRight"); return true;
        case "PageUp": case "PageDown": tell.round(key === "PageDown"); return true;
        case "+": faster(1); return true;
        case "-": faster(-1); return true;
        case "Escape": tell.close(); return true;
        default: return false;
      }
    },
  };
}
