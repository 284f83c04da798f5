// Fetches a record from the archive of the server that the page came from, over a connection of its
// own.

import { heard, placeOf, requestOf } from "../core/proof/records.mjs";
import { copiedIn } from "../core/replay/record.mjs";
import { linesOf, write } from "../core/wire.mjs";
import { ownIdentity } from "./identity.mjs";
import { faultOfRecord } from "./receipts.mjs";
import { opened } from "./session.mjs";

/** From one piece to the next, in milliseconds: a server takes so many lines, and no more. */
const PAUSE = 100;
/** A server that says nothing for so long says nothing more, in milliseconds. */
const PATIENCE = 10_000;

/** There is no record; the message is the key of a text that says why. */
export class NoRecord extends Error {}

const WHY = { "no-match": "fetch.absent", nonsense: "log.unproved", silent: "lost.waiting" };

/**
 * The text of a record, by its number in the server's log.
 *
 * @throws NoRecord
 */
export async function fetchRecord(index) {
  const own = await ownIdentity();
  const socket = opened();
  try {
    const text = await told(socket, requestOf(index, own?.key ?? null), own);
    const fault = await faultOfRecord(index, text);
    if (fault) throw new NoRecord(`log.${fault}`);
    return text;
  } finally {
    socket.close(1000);
  }
}

/**
 * The record of the match that a ghost race copies, which says who its ghosts were; null where
 * there is none, or not for us.
 */
export async function fetchOriginal(text) {
  const copied = copiedIn(text);
  if (copied === null) return null;
  try {
    const original = await fetchRecord(copied.index);
    return placeOf(original)?.leaf === copied.leaf ? original : null;
  } catch (error) {
    if (error instanceof NoRecord) return null;
    throw error;
  }
}

/** What a server tells of a record, once that is all. */
const told = (socket, request, own) => new Promise((resolve, reject) => {
  const fail = (why) => reject(new NoRecord(WHY[why] ?? "fetch.refused"));
  let silence = 0;
  const wait = () => {
    clearTimeout(silence);
    silence = setTimeout(() => fail("silent"), PATIENCE);
  };
  const say = (message) => socket.send(`${write("client", message)}\n`);
  const steps = {
    say: ({ message }) => say(message),
    later: ({ message }) => setTimeout(() => say(message), PAUSE),
    sign: async ({ challenge }) =>
      say({ said: "PROVE", sig: (await own.answer(challenge)).sig, bind: "web" }),
    whole: ({ text }) => resolve(text),
    failed: ({ why }) => fail(why),
  };
  let known = request;
  wait();
  socket.addEventListener("open", () => say({ said: "HELLO", v: 1, app: "chromatch-web/1" }));
  socket.addEventListener("close", () => fail("silent"));
  socket.addEventListener("message", ({ data }) => {
    wait();
    const [next, todo] = heard(known, linesOf("server", String(data)).lines);
    known = next;
    for (const step of todo) steps[step.do](step);
  });
});
