// A sentence whose numbers are what matters in it: they are white and bold.

import { make, onChange } from "../dom.mjs";

/** Writes such a sentence, if it differs. */
export const setCounts = (node, text) => onChange(node, "counts", text, () =>
  node.replaceChildren(...text.split(/(\d[\d\u202f]*)/).map((part, at) =>
    (at % 2 === 1 ? make("b", { class: "live" }, part) : part))));
