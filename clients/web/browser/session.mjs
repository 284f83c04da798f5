// A model with its connection and its clock: news go in, wishes are fulfilled. It holds the only
// copy of the model, and knows no rule; what becomes of that on a screen is the caller's.

import { deadline, update } from "../core/session/update.mjs";
import { write } from "../core/wire.mjs";

/** Milliseconds since 1970 on a clock that never jumps, of a time stamp as events have. */
export const at = (stamp) => performance.timeOrigin + stamp;
export const now = () => at(performance.now());

const SUBPROTOCOL = "chromatch.1";
/** With so many bytes unsent, positions wait: the newest is worth more than all. */
const BUSY = 4096;

/** A WebSocket to the server. */
export function opened() {
  const address = new URL("/play", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address, SUBPROTOCOL);
}

/**
 * The WebSocket to the server: lines out, texts in. It tries nothing again. Of one connection at a
 * time there is news, and none after its end.
 */
class Link {
  #socket = null;
  #tell;

  /** @param tell is told `opened`, `lines` and `closed`. */
  constructor(tell) {
    this.#tell = tell;
  }

  open() {
    this.close();
    const socket = opened();
    this.#socket = socket;
    const listen = (event, news) => socket.addEventListener(event, (what) => {
      if (this.#socket === socket) this.#tell(news(what));
    });
    listen("open", () => ({ kind: "opened" }));
    listen("message", ({ data }) => ({ kind: "lines", text: String(data) }));
    listen("close", () => ({ kind: "closed" }));
  }

  close() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket && socket.readyState < WebSocket.CLOSING) socket.close(1000);
  }

  /** Says a message; false when it was a position that has to wait. */
  send(message) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return true;
    if (message.said === "SET" && socket.bufferedAmount > BUSY) return false;
    socket.send(`${write("client", message)}\n`);
    return true;
  }
}

export class Session {
  #link;
  #timer = 0;
  #hooks;

  /**
   * @param hooks `changed`, and where they matter `keep` and `prove`, as wishes are named.
   * @param way makes the way to the other side, which tells what it hears.
   */
  constructor(model, hooks, way = (tell) => new Link(tell)) {
    this.model = model;
    this.#hooks = hooks;
    this.#link = way((news) => this.take(news));
  }

  /** Begins where no connection has to be made. */
  open() { this.#link.open(); }

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
