// What goes on on this server: its listed rooms, asked for over the game's own WebSocket. It plays
// no match and keeps nothing. Whatever a server says is shown as text, never as a page.

const PLAY = "/play";
const SUBPROTOCOL = "chromatch.1";
const APP = "chromatch-web/0.1";
/** From one LIST to the next, in milliseconds. */
const LIST_EVERY = 3_000;
/**
 * How long a question may be unanswered: then the page says so, then it connects anew, in
 * milliseconds. A server that has vanished closes nothing, and a browser does not notice.
 */
export const PATIENCE = { waiting: 3_000, lost: 10_000 };
/** The first pause before connecting again, and the longest, in milliseconds. */
const PAUSE = { first: 1_000, longest: 30_000 };

/** The figures that stand for players; the selector after each asks for text, not for a picture. */
const FIGURES = {
  diamond: "◆", circle: "●", triangle: "▲", square: "■", star: "★", heart: "♥", club: "♣",
  spade: "♠", sun: "☀", moon: "☾", umbrella: "☂", knight: "♞", flower: "✿", flag: "⚑", house: "⌂",
  note: "♫",
};

/**
 * Reads one line of the protocol.
 * @returns the verb and its fields, or null for what is no line.
 */
export function readLine(line) {
  const [verb, ...words] = line.split(" ");
  if (!/^[A-Z]{2,16}$/.test(verb)) return null;
  const fields = new Map();
  for (const word of words) {
    const equals = word.indexOf("=");
    if (equals < 1) return null;
    try {
      fields.set(word.slice(0, equals), decodeURIComponent(word.slice(equals + 1)));
    } catch {
      return null;
    }
  }
  return { verb, fields };
}

/** A LISTED message as a room, or null if it lacks what a card shows. */
export function readRoom(fields) {
  const number = (key) => Number.parseInt(fields.get(key) ?? "", 10);
  const [seats, taken, watchers] = ["seats", "taken", "watchers"].map(number);
  const [round, rounds] = ["round", "of"].map(number);
  const code = fields.get("room");
  if (!code || [seats, taken, watchers, round, rounds].some(Number.isNaN)) return null;
  return {
    code, seats: Math.min(seats, 64), taken, watchers, round, rounds,
    name: fields.get("name") ?? code,
    mode: fields.get("mode") ?? "",
    isPlaying: fields.get("state") === "playing",
    icons: (fields.get("icons") ?? "").split(",").filter(Boolean),
    hasPassword: fields.get("pass") === "1",
    isRated: fields.get("rated") === "1",
    isExact: fields.get("exact") === "1",
  };
}

/** `1 room`, `2 rooms`. */
const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** The rooms of a server, for as long as somebody looks. */
export class Lobby {
  #socket = null;
  #timer = 0;
  #waiting = 0;
  #silent = 0;
  #pause = PAUSE.first;
  #coming = [];

  /** @param show is told the rooms, and whether the server can be heard. */
  constructor(show) {
    this.show = show;
  }

  open() {
    if (this.#socket) return;
    this.#rest();
    const address = new URL(PLAY, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address, SUBPROTOCOL);
    this.#socket = socket;
    socket.onopen = () => this.#say(`HELLO v=1 app=${APP}`);
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      for (const line of String(event.data).split("\n")) this.#hear(line);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
    this.#await();
  }

  /** Nobody looks: a connection is a seat in the server's memory. */
  close() {
    this.#rest();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #say(line) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(`${line}\n`);
  }

  #hear(line) {
    const message = readLine(line);
    if (!message) return;
    const { verb, fields } = message;
    switch (verb) {
      case "PING":
        this.#say(`PONG nonce=${fields.get("nonce")}`);
        break;
      case "WELCOME":
        this.#pause = PAUSE.first;
        this.#ask();
        break;
      case "LISTED": {
        const room = readRoom(fields);
        if (room) this.#coming.push(room);
        break;
      }
      case "END":
        if (fields.get("of") !== "LIST") break;
        this.#rest();
        this.show({ rooms: this.#coming, isConnected: true });
        this.#timer = setTimeout(() => this.#ask(), LIST_EVERY);
        break;
      case "NO":
        this.show({ isConnected: false, why: fields.get("text") ?? fields.get("code") });
        this.#pause = PAUSE.longest;
        this.#socket?.close(1000);
        break;
    }
  }

  #ask() {
    this.#coming = [];
    this.#say("LIST");
    this.#await();
  }

  /** The server owes an answer from now on. */
  #await() {
    this.#rest();
    this.#waiting = setTimeout(
      () => this.show({ isConnected: false, why: "waiting for the server …" }), PATIENCE.waiting);
    this.#silent = setTimeout(() => {
      const socket = this.#socket;
      this.#lost();
      // It may take its time to close: nobody answers at the other end.
      socket?.close();
    }, PATIENCE.lost);
  }

  /** Nothing is due any more. */
  #rest() {
    for (const timer of [this.#timer, this.#waiting, this.#silent]) clearTimeout(timer);
  }

  #lost() {
    this.#rest();
    this.#socket = null;
    this.show({ isConnected: false });
    // Everyone lost the server at once; they need not all come back at once.
    const pause = this.#pause * (0.5 + Math.random());
    this.#pause = Math.min(this.#pause * 2, PAUSE.longest);
    this.#timer = setTimeout(() => this.open(), pause);
  }
}

/** The page. */
class Page {
  #link = document.getElementById("link");
  #summary = document.getElementById("summary");
  #list = document.getElementById("rooms");
  #empty = document.getElementById("empty");
  #template = document.getElementById("room");
  #cards = new Map();

  constructor() {
    // An https page without a port still has one.
    const port = location.port || (location.protocol === "https:" ? "443" : "80");
    this.address = `${location.hostname}:${port}`;
    for (const place of document.querySelectorAll(".address")) place.textContent = this.address;
    const host = location.hostname.replace(/^\[|\]$/g, "");
    document.getElementById("by-hand").textContent =
      location.protocol === "https:"
        ? `openssl s_client -quiet -connect ${this.address}` : `nc ${host} ${port}`;
  }

  show({ rooms, isConnected, why }) {
    this.#link.classList.toggle("on", isConnected);
    this.#list.classList.toggle("stale", !isConnected);
    this.#setText(this.#link, isConnected ? "live" : why ?? "looking for the server …");
    if (!rooms) return;
    const players = rooms.reduce((sum, room) => sum + room.taken, 0);
    const watchers = rooms.reduce((sum, room) => sum + room.watchers, 0);
    this.#setText(
      this.#summary,
      `${count(rooms.length, "room")}, ${count(players, "player")}, ${count(watchers, "watcher")}`);
    this.#empty.hidden = rooms.length > 0;
    this.#arrange(rooms);
  }

  /** Keeps the cards of rooms that stay, so that a marked command stays marked. */
  #arrange(rooms) {
    const codes = new Set(rooms.map((room) => room.code));
    for (const [code, card] of this.#cards) {
      if (codes.has(code)) continue;
      card.remove();
      this.#cards.delete(code);
    }
    rooms.forEach((room, index) => {
      const card = this.#cards.get(room.code) ?? this.#made(room.code);
      this.#fill(card, room);
      if (this.#list.children[index] !== card) {
        this.#list.insertBefore(card, this.#list.children[index] ?? null);
      }
    });
  }

  #made(code) {
    const card = this.#template.content.firstElementChild.cloneNode(true);
    this.#cards.set(code, card);
    return card;
  }

  #fill(card, room) {
    const part = (name) => card.querySelector(`.${name}`);
    card.classList.toggle("playing", room.isPlaying);
    this.#setText(part("room-name"), room.name);
    this.#setText(part("state"), this.#stateOf(room));
    this.#setText(part("room-mode"), `${room.code} · ${room.mode}`);
    this.#setText(part("room-notes"), this.#notesOf(room));
    const verb = room.isPlaying || room.taken >= room.seats ? "watch" : "join";
    this.#setText(part("command"), `chromatch ${verb} ${this.address} ${room.code}`);
    this.#fillSeats(part("seats"), room);
  }

  #stateOf({ isPlaying, round, rounds }) {
    if (!isPlaying) return "waiting";
    if (round === 0) return "starting";
    return rounds === 0 ? `round ${round}` : `round ${round} of ${rounds}`;
  }

  #notesOf(room) {
    const notes = [`${room.taken} of ${count(room.seats, "seat")} taken`];
    if (room.watchers > 0) notes.push(count(room.watchers, "watcher"));
    if (room.hasPassword) notes.push("password");
    if (room.isRated) notes.push("counts");
    if (room.isExact) notes.push("full color only");
    return notes.join(" · ");
  }

  #fillSeats(place, room) {
    const wanted = Array.from({ length: room.seats }, (_, seat) =>
      seat < room.taken ? FIGURES[room.icons[seat]] ?? "●" : "");
    const key = wanted.join("|");
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.setAttribute("aria-hidden", "true");
    place.replaceChildren(
      ...wanted.map((figure) => {
        const seat = document.createElement("span");
        seat.className = figure ? "seat" : "seat free";
        seat.textContent = figure && `${figure}\uFE0E`;
        return seat;
      }));
  }

  /** A text that is the same is left alone: screen readers would say it again. */
  #setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }
}

if (globalThis.document) {
  const page = new Page();
  const lobby = new Lobby((news) => page.show(news));
  const look = () => (document.hidden ? lobby.close() : lobby.open());
  document.addEventListener("visibilitychange", look);
  look();
}
