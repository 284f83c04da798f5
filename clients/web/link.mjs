// The WebSocket to the server: lines out, texts in. It knows no rule and tries nothing again.
// Invariant: of one connection at a time there is news, and none after its end.

import { write } from "./core/wire.mjs";

const SUBPROTOCOL = "chromatch.1";
/** With so many bytes unsent, positions wait: the newest is worth more than all. */
const BUSY = 4096;

export class Link {
  #socket = null;
  #tell;

  /** @param tell is told `opened`, `lines` and `closed`. */
  constructor(tell) {
    this.#tell = tell;
  }

  open() {
    this.close();
    const address = new URL("/play", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address, SUBPROTOCOL);
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
