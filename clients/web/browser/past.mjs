// Fetches one's own answers from the archive of the server that the page came from, over a
// connection of its own.

import { idOf } from "../core/crypto/identity.mjs";
import { asked, askingOf } from "../core/eye/asking.mjs";
import { linesOf, write } from "../core/wire.mjs";
import { ownIdentity } from "./identity.mjs";
import { opened } from "./session.mjs";

/** From one record to the next, in milliseconds: a server takes so many lines, and no more. */
const PAUSE = 150;
/** A server that says nothing for so long says nothing more, in milliseconds. */
const PATIENCE = 10_000;

/**
 * The matches that the server keeps of the user and that are not known here; none where it keeps
 * none, does not know the user, or does not answer.
 *
 * @param known when the matches began that are known.
 */
export async function fetchAnswers(known) {
  const own = await ownIdentity();
  if (!own) return [];
  const socket = opened();
  try {
    return await told(socket, askingOf({ key: own.key, id: idOf(own.key) }, known), own);
  } finally {
    socket.close(1000);
  }
}

/** What comes of it; of a connection that ends what came until then. */
const told = (socket, asking, own) => new Promise((resolve) => {
  let [known, silence] = [asking, 0];
  const end = () => resolve(known.found);
  const wait = () => {
    clearTimeout(silence);
    silence = setTimeout(end, PATIENCE);
  };
  const say = (message) => socket.send(`${write("client", message)}\n`);
  const steps = {
    say: ({ message }) => say(message),
    later: ({ message }) => setTimeout(() => say(message), PAUSE),
    sign: async ({ challenge }) =>
      say({ said: "PROVE", sig: (await own.answer(challenge)).sig, bind: "web" }),
    done: end,
    failed: end,
  };
  wait();
  socket.addEventListener("open", () => say({ said: "HELLO", v: 1, app: "chromatch-web/1" }));
  socket.addEventListener("close", end);
  socket.addEventListener("message", ({ data }) => {
    wait();
    for (const line of linesOf("server", String(data)).lines) {
      const [next, step] = asked(known, line);
      known = next;
      if (step) steps[step.do](step);
    }
  });
});
