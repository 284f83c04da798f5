// A model with its connection and its clock: news go in, wishes are fulfilled. It holds the only
// copy of the model; what becomes of that on a screen is the caller's.

import { deadline, update } from "./core/update.mjs";
import { Link } from "./link.mjs";

/** Milliseconds since 1970 on a clock that never jumps, of a time stamp as events have. */
export const at = (stamp) => performance.timeOrigin + stamp;
export const now = () => at(performance.now());

export class Session {
  #link = new Link((news) => this.take(news));
  #timer = 0;
  #hooks;

  /** @param hooks `changed`, and where they matter `keep` and `prove`, as wishes are named. */
  constructor(model, hooks) {
    this.model = model;
    this.#hooks = hooks;
  }

  /** Everything that happens. */
  take(news) {
    const before = this.model;
    const [model, wishes] = update(before, news, now());
    this.model = model;
    for (const wish of wishes) this.#fulfill(wish);
    clearTimeout(this.#timer);
    const due = deadline(this.model);
    if (due !== null) {
      this.#timer = setTimeout(() => this.take({ kind: "tick" }), Math.max(0, due - now()));
    }
    this.#hooks.changed(this.model, before);
  }

  /** Ends for good. */
  close() {
    clearTimeout(this.#timer);
    this.#link.close();
  }

  #fulfill(wish) {
    switch (wish.do) {
      case "connect": this.#link.open(); break;
      case "close": this.#link.close(); break;
      case "send":
        if (!this.#link.send(wish.message)) queueMicrotask(() => this.take({ kind: "unsent" }));
        break;
      default: this.#hooks[wish.do]?.(wish);
    }
  }
}
