// What is said over any screen while there is no connection and somebody waits for it: the room
// stays, the seat is kept, when it is tried again; and on home a way to want nothing more.

import { isLost } from "../core/session/model.mjs";
import { seatOf } from "../core/session/room.mjs";
import { isWord, word } from "../words.mjs";
import { make, setHidden, setStyle, setText } from "./dom.mjs";
import { button } from "./parts.mjs";

/** How long a server keeps a seat, in milliseconds. */
const KEPT = 60_000;

/** The band; `draw` takes the model and says whether it counts down. */
export function lostBand(act) {
  const [head, text] = [make("b"), make("span")];
  const wait = make("span");
  const now_ = button("go small", "", () => act("begin"));
  const cancel = button("txt", word("who.cancel"), () => act("home"));
  const drain = make("div", { class: "drain" });
  const root = make(
    "div", { class: "lost", role: "alert" },
    make(
      "div", { class: "keep" }, make("p", {}, head, " ", text),
      make("div", { class: "row" }, wait, now_, cancel)), drain);
  return {
    root,
    draw(model, now) {
      const { state, room, want } = model;
      const isElsewhere = state === "elsewhere";
      const isAway = isLost(model) && (room !== null || want.kind !== "home");
      const isWaiting = room !== null && state === "online" && model.isWaiting;
      const isShown = isElsewhere || state === "refused" || isAway || isWaiting;
      setHidden(root, !isShown);
      if (!isShown) return false;
      const why = `why.${model.why}`;
      setText(head, word(isElsewhere ? "lost.elsewhere" : isWaiting ? "lost.waiting"
        : isWord(why) ? why : state === "refused" ? "lost.version" : "lost.no"));
      const isSeated = isAway && room?.role === "player" && seatOf(room, model.me) !== null;
      const left = isSeated ? Math.max(0, model.lastHeard + KEPT - now) : 0;
      const kept = word("lost.kept", { n: Math.ceil(left / 1000) });
      setText(text, isSeated ? `${kept} ${word("lost.later")}` : "");
      setStyle(drain, "--p", `${(left / KEPT) * 100}%`);
      setHidden(drain, !isSeated);
      const pause = model.retryAt === null ? 0 : Math.ceil((model.retryAt - now) / 1000);
      setText(wait, !isAway ? ""
        : pause > 0 ? word("lost.again", { n: pause }) : word("lost.trying"));
      setText(now_, word(isElsewhere ? "lost.here" : "lost.now"));
      setHidden(now_, isWaiting || (isAway && state !== "lost"));
      setHidden(cancel, !isAway || room !== null);
      return true;
    },
  };
}
