// Proves a match while the page stays alive: a slice of the proof, then the page's turn.

import { verifying } from "../core/proof/proof.mjs";

/** How long one slice may take, in milliseconds. */
const SLICE = 8;

/** Proves a match from its messages, and tells what was found. */
export function proveInSlices(messages, found) {
  const steps = verifying(messages);
  const go = () => {
    const begun = performance.now();
    let step = steps.next();
    while (!step.done && performance.now() - begun < SLICE) step = steps.next();
    if (step.done) found(step.value);
    else setTimeout(go, 0);
  };
  setTimeout(go, 0);
}
