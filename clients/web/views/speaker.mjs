// The button that turns the sounds down and off: loud, quiet, none, and loud again. What was chosen
// is remembered.

import { rememberProfile } from "../browser/memory.mjs";
import { word } from "../words.mjs";
import { make, makeSVG, onChange, setAttribute, setHidden, sheet } from "./dom.mjs";

/** How loud a user may have it, each with its text and its drawing. */
const STEPS = [
  { sound: true, volume: 1, key: "sound.loud", waves: "M15 9a4 4 0 0 1 0 6m3-9a8 8 0 0 1 0 12" },
  { sound: true, volume: 0.4, key: "sound.quiet", waves: "M15 9a4 4 0 0 1 0 6" },
  { sound: false, volume: 1, key: "sound.off", waves: "M15 9l6 6m0-6l-6 6" },
];
const stepOf = ({ sound, volume }) =>
  STEPS.findIndex((step) => step.sound === sound && (!sound || step.volume === volume));

/** The button; `draw` takes a model. Where nobody has a choice, as in a replay, it is not there. */
export function speakerPart(act) {
  sheet("race/feel");
  let profile = null;
  const waves = makeSVG("path", { class: "waves" });
  const press = () => {
    const { sound, volume } = STEPS[(stepOf(profile) + 1) % STEPS.length];
    const next = { ...profile, sound, volume };
    rememberProfile(next);
    act("profile", { profile: next });
  };
  const root = make(
    "button", { class: "speaker", type: "button", click: press },
    makeSVG(
      "svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" },
      makeSVG("path", { d: "M2 9v6h4l6 5V4L6 9z" }), waves));
  return {
    root,
    draw(model) {
      ({ profile } = model);
      const step = STEPS[stepOf(profile)];
      setHidden(root, step === undefined);
      onChange(root, "step", step?.key, () => {
        if (!step) return;
        waves.setAttribute("d", step.waves);
        setAttribute(root, "aria-label", word(step.key));
      });
    },
  };
}
