// What the check of a match has found, in words.

import { word } from "../../words.mjs";

const short = (digits) => `${digits.slice(0, 8)}…${digits.slice(-4)}`;

/**
 * A verdict: its `head`, and a `text` with the reasons; one of them may be empty.
 *
 * @param flaw what is wrong with the match, or null.
 * @param proof what was found; null while it is being checked, without a `seed` where what was kept
 *   of the match was cut.
 */
export function verdictOf(flaw, proof) {
  if (flaw) {
    return { head: word("final.wrong", { what: word(`flaw.${flaw.what}`, flaw) }), text: "" };
  }
  if (proof === null) return { head: word("final.proving"), text: "" };
  if (!proof.seed) return { head: word("final.long"), text: "" };
  if (!proof.isProved) return { head: word("final.unknown"), text: "" };
  const { targets, scores } = proof;
  return {
    head: `✓ ${word("final.proved")}`,
    text: word("final.sentence", {
      seed: short(proof.seed), hash: short(proof.promise),
      targets: word("final.targets", { n: targets }), scores: word("final.scores", { n: scores }),
    }),
  };
}
