// Something that the user gives to others: by the sheet that the system has for that, or as a copy.
// Where the page is in no secure context there is neither, and what is marked is copied by hand.

import { word } from "../words.mjs";
import { make, onChange } from "./dom.mjs";
import { button } from "./parts.mjs";

/**
 * The buttons, and what is said once something was copied.
 *
 * @param kind how the one that copies looks, and `label` what it says.
 * @param mark marks on the page what cannot be copied.
 */
export function sharingPart(kind, label, mark) {
  let shared = {};
  const copied = make("span", { role: "status" });
  const copying = async () => {
    try {
      await navigator.clipboard.writeText(shared.url ?? shared.text);
      copied.textContent = word("hall.copied");
    } catch {
      mark();
    }
  };
  const sharing = () => navigator.share(shared).catch(() => {});
  const copy = button(kind, label, copying);
  const share = button("do small", word("hall.share"), sharing);
  share.hidden = !navigator.share;
  return {
    share, copy, copied,
    /** Shares where there is a sheet for that, and else copies. */
    send: () => (navigator.share ? sharing() : copying()),
    /** @param next a `text`, or a `url` and its `title`. */
    draw: (next) => onChange(copied, "shared", next.url ?? next.text, () => {
      shared = next;
      copied.textContent = "";
    }),
  };
}
