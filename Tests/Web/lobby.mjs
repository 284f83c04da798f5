// The lobby of the web page against a server that vanishes without a word: the page says that it
// waits, connects anew by itself, and shows rooms again. Time and sockets are made up here, so
// nothing waits. `make web` runs it; it throws where the page does not do as it should.

let now = 0;
let timers = [];
const sockets = [];

globalThis.setTimeout = (act, pause) => {
  const timer = { act, due: now + pause };
  timers.push(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => {
  timers = timers.filter((other) => other !== timer);
};
globalThis.location = { href: "http://ams-1:7300/", protocol: "http:" };
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  said = [];
  isClosed = false;

  constructor() {
    sockets.push(this);
  }

  send(line) {
    this.said.push(line.trim());
  }

  /** A peer that has vanished lets nothing close. */
  close() {
    this.isClosed = true;
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  hear(...lines) {
    this.onmessage({ data: lines.join("\n") });
  }
};

/** Lets time pass, from one timer to the next. */
function pass(milliseconds) {
  const end = now + milliseconds;
  for (;;) {
    const due = timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
    if (!due) break;
    clearTimeout(due);
    now = due.due;
    due.act();
  }
  now = end;
}

function expect(what, holds) {
  if (!holds) throw new Error(`${what}, after ${now} ms: ${JSON.stringify(news)}`);
}

const { Lobby, PATIENCE } = await import("../../clients/web/rooms.mjs");
const room =
  "LISTED room=AZUR name=race mode=rgb seats=4 taken=1 watchers=0 state=waiting round=0 of=5";
let news = {};
const lobby = new Lobby((latest) => {
  news = { ...news, why: undefined, ...latest };
});
const answer = (socket) => socket.hear(room, "END of=LIST count=1");
const isWaiting = () => !news.isConnected && news.why?.startsWith("waiting");

lobby.open();
sockets[0].open();
sockets[0].hear("WELCOME v=1 me=p1 now=0 resume=x app=x modes=rgb");
answer(sockets[0]);
expect("rooms are shown", news.isConnected && news.rooms.length === 1);
for (let time = 0; time < 5; time += 1) {
  pass(3_000);
  answer(sockets[0]);
  expect("all is well", news.isConnected);
}

// An answer that comes late is an answer.
pass(3_000 + PATIENCE.waiting);
expect("the page says that it waits", isWaiting());
answer(sockets[0]);
expect("the server is heard again", news.isConnected && sockets.length === 1);

// None comes any more.
pass(3_000 + PATIENCE.waiting);
expect("the page says that it waits", isWaiting());
pass(PATIENCE.lost - PATIENCE.waiting);
expect("the connection is given up", sockets[0].isClosed && !news.isConnected);
pass(2_000);
expect("another is made", sockets.length === 2);
sockets[0].onclose();
answer(sockets[0]);
expect("the old one is not heard any more", !news.isConnected && sockets.length === 2);

// Not even a connection is made.
pass(PATIENCE.lost);
expect("that one is given up as well", sockets[1].isClosed);
pass(3_000);
expect("a third is made", sockets.length === 3);
sockets[2].open();
sockets[2].hear("WELCOME v=1 me=p2 now=0 resume=x app=x modes=rgb");
answer(sockets[2]);
expect("rooms are shown again", news.isConnected && news.rooms.length === 1);

// Nobody looks: nothing is due.
lobby.close();
expect("all is quiet", timers.length === 0 && sockets[2].isClosed);
console.log("The page waits, says so, and comes back.");
