// The pair to practice on, which works at once: on the first page, and for a guest who waits.

import { tenths } from "../../core/rules/modes.mjs";
import { practiceOf, PRACTICE_MODE, seenIn } from "../../core/rules/practice.mjs";
import { decimal, word } from "../../words.mjs";
import { make, setHidden, setText } from "../dom.mjs";
import { button, pair } from "../parts.mjs";
import { goneText, seamPart } from "../vanish.mjs";
import { channelsPart } from "../race/channels.mjs";

/** The pair, below a headline. */
export function practicePart(act, headline, title) {
  const colors = pair();
  let practice = null;
  const set = (guess) => act("practice", { practice: { ...practice, guess } });
  const colorOf = (values) => PRACTICE_MODE.swatch(values)[0];
  const channels = channelsPart(PRACTICE_MODE.channels, colorOf, set);
  const apart = make("b", { class: "live" });
  const more = make("span");
  const again = button("txt", word("home.next"), () =>
    act("practice", { practice: practiceOf(practice.number + 1) }));
  const seam = seamPart(colors.root);
  const shout = make(headline, { id: "shout", class: "shout live" });
  /** The pair, when its first move was seen, and how long it took; null as long as it stands. */
  let tried = { number: -1 };
  const root = make(
    "section", { class: "try", "aria-labelledby": "shout" }, shout, colors.root,
    channels.root, make("p", { class: "say" }, apart, " ", more, " ", again));
  return {
    root,
    key: channels.key,
    draw(model, now) {
      // What chance the page has leads to the first color.
      practice = model.practice ?? practice ?? practiceOf(parseInt(model.secret.slice(0, 2), 16));
      if (tried.number !== practice.number) tried = { number: practice.number, since: null };
      if (model.practice) tried.since ??= now;
      const { own, apart: thousandths } = seenIn(practice);
      colors.draw([practice.target], [own]);
      channels.draw(practice.guess);
      const isGone = thousandths < 1000;
      tried.took = isGone ? tried.took ?? now - tried.since : null;
      seam.draw(isGone ? practice.number : null);
      setText(shout, isGone ? goneText(thousandths, tried.took) : word(title));
      setText(apart, word("home.apart", { n: decimal(tenths(thousandths)) }));
      setText(more, word(isGone ? "home.gone" : "home.nobody"));
      setHidden(again, !isGone);
    },
  };
}
