// A browser client in the hands of a test: news go in, models and wishes come out. Every model is
// frozen, so that nothing changes what a model was.

import { modelOf } from "../../../clients/web/core/session/model.mjs";
import { deadline, update } from "../../../clients/web/core/session/update.mjs";

export const PROFILE = { name: "Ada", icon: "star", color: "#ff8800", depth: 24 };
const SECRET = "5a".repeat(32);

/** Nothing may change what a model was. */
function frozen(value) {
  if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
}

/** A client in the hands of a test: its model, and everything it wished for. */
export class Client {
  now = 1000;
  wishes = [];

  constructor(options = {}) {
    this.model = frozen(modelOf({ profile: PROFILE, secret: SECRET, ...options }));
  }

  take(news) {
    const [model, wishes] = update(this.model, news, this.now);
    this.model = frozen(model);
    this.wishes.push(...wishes);
    return wishes;
  }

  act(kind, more = {}) { return this.take({ kind, ...more }); }
  hear(...lines) { return this.take({ kind: "lines", text: `${lines.join("\n")}\n` }); }
  pass(milliseconds) {
    const end = this.now + milliseconds;
    for (let steps = 0; steps < 1000; steps++) {
      const due = deadline(this.model);
      if (due === null || due > end) break;
      this.now = Math.max(this.now, due);
      this.take({ kind: "tick" });
    }
    this.now = end;
  }

  /**
   * Connected and welcomed as p1, by a server whose clock is 5,000 ms ahead.
   *
   * @param before what the server says before that.
   */
  welcomed(...before) {
    this.act("begin");
    this.take({ kind: "opened" });
    this.hear(...before);
    this.hear(`WELCOME v=1 me=p1 now=${this.now + 5000} resume=word1 app=test modes=rgb`);
    return this;
  }

  said(verb) {
    return this.wishes.filter((wish) => wish.do === "send" && wish.message.said === verb)
      .map(({ message }) => message);
  }
}

export const PICTURE = [
  "IN room=WAVE role=player n=3",
  "ROOM name=Here mode=rgb rounds=2 time=30 level=normal seats=4 listed=1",
  "SEAT who=p1 name=Ada icon=star color=#ff8800",
  "SEAT who=p2 name=Ben icon=moon color=#3366cc",
  `COMMIT match=1 hash=${"ab".repeat(32)}`, "HOSTED who=p1", "WATCHERS count=0",
];
export const seated = (options = {}) => {
  const client = new Client(options).welcomed();
  client.act("join", { code: "WAVE" });
  client.hear(...PICTURE);
  return client;
};
/** In a round that opened just now, with 30 s to go. */
export const racing = (options = {}) => {
  const client = seated(options);
  const opens = client.now + 5000;
  client.hear(
    `COUNTDOWN n=4 match=1 opens=${opens} players=p1,p2 nonces=-,-`,
    `ROUND n=5 round=1 of=2 opens=${opens} closes=${opens + 30_000} target=#0bb16e start=#bcbcbc`);
  return client;
};
