// The way out of a match that is on, for those who have no Escape key: a small cross, and a
// question before a race is left.

import { amPresenting, amRacing, isRunning } from "../core/session/room.mjs";
import { word } from "../words.mjs";
import { make, setHidden } from "./dom.mjs";
import { button } from "./parts.mjs";

/** Whether a match misses somebody who goes. */
const isNeeded = (room) => amRacing(room) || amPresenting(room);

/** Both; `ask` leaves, or asks first where one races. */
export function leavePart(act) {
  let [shown, isAsking] = [null, false];
  const show = (isShown) => {
    isAsking = isShown;
    setHidden(question, !isShown);
    if (isShown) stay.focus();
  };
  const leave = () => {
    show(false);
    act("home");
  };
  const ask = () => (shown?.room && isNeeded(shown.room) ? show(true) : leave());
  const cross = button("cross", "✕", ask, { "aria-label": word("hall.leave"), hidden: "" });
  const stay = button("go small", word("leave.stay"), () => show(false));
  const question = make(
    "div", {
      class: "asking", role: "alertdialog", "aria-labelledby": "asking", hidden: "",
      keydown: (event) => {
        // No key of the race below is meant.
        event.stopPropagation();
        if (event.key === "Escape") show(false);
      },
    },
    make("p", { id: "asking" }, word("leave.ask")),
    make("div", { class: "row" }, stay, button("do small", word("hall.leave"), leave)));
  return {
    root: make("div", {}, cross, question),
    ask,
    draw(model) {
      shown = model;
      const isOn = model.room !== null && isRunning(model.room);
      setHidden(cross, !isOn);
      if (isAsking && !(isOn && isNeeded(model.room))) show(false);
    },
  };
}
