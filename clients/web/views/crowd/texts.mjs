// What is said of those who play along, in sentences and as people of a race: who they are, how
// many, and who is best of them. Their names can be hidden, for a wall on which anybody could have
// written something.

import { cellOf } from "../../core/crowd/crowd.mjs";
import { swatchDifference, swatchOf, tenths } from "../../core/rules/modes.mjs";
import { personOf } from "../../core/session/room.mjs";
import { standings } from "../../core/session/standings.mjs";
import { REACTIONS } from "../../core/wire.mjs";
import { decimal, grouped, word } from "../../words.mjs";

/** All of them as one more player. */
export const everybody = () => ({ name: word("crowd.name"), icon: "crowd", bot: false });

let isNamed = true;
/** Whether names are shown; a presenter changes it. */
export const areNamesShown = () => isNamed;
export const toggleNames = () => { isNamed = !isNamed; };

/** What somebody is called: their name, or the number of their cell. */
export const nameOf = ({ at, name }) =>
  (isNamed && name ? name : word("crowd.number", { n: grouped(at) }));

/** One's cell, and the name that the server drew for it; of somebody who has one. */
export function cellNameText({ at, name }, profile) {
  return name !== null && name !== profile.name ? word("crowd.cell-named", { n: at, name })
    : word("crowd.cell", { n: at });
}

/** What somebody reads who waits for a presenter: who they are, and that all begin together. */
export function waitText({ room, profile }) {
  const { names } = room.settings;
  const who = cellOf(room) ? `${cellNameText(cellOf(room), profile)}.`
    : names === "drawn" ? word("present.unnamed") : names === "none" ? word("present.numbered")
      : word("present.named", { name: profile.name ?? word("who.nobody") });
  return `${who} ${word("present.waits")} ${word("present.starts")}`;
}

export const countsText = ({ of, in: locked }) => word("crowd.counts", { n: of, in: locked });

/** The seats from a place of the table on, and all together, with all their points. */
export function standingText(room, from = 0) {
  const { match } = room;
  const seats = standings(match).slice(from).map(({ place, who, total }) =>
    `${place}. \u2068${personOf(room, who)?.name ?? ""}\u2069 ${grouped(total)}`);
  const last = match.results.findLast(({ together }) => together)?.together;
  return [...seats, ...last ? [`${word("crowd.name")} ${grouped(last.total)}`] : []].join("   ");
}

/** What those who play along have shown after a round, the most first. */
export const reactsText = ({ reacts }) => (reacts ?? []).map((count, at) => [count, REACTIONS[at]])
  .filter(([count, id]) => count > 0 && id).toSorted(([one], [other]) => other - one)
  .map(([count, id]) => `${word(`react.${id}`)} ${grouped(count)}`).join("   ");

/** How somebody did in a round: points, how far off, how soon. */
export function scoreText(mode, { target, tiles }, { v, t, points }) {
  const swatch = v && swatchOf(mode, v, tiles);
  const apart = swatch && target ? decimal(tenths(swatchDifference(swatch, target))) : null;
  const facts = [`+${grouped(points ?? 0)}`, apart && word("after.apart", { apart }),
    t !== null && word("after.time", { seconds: decimal(tenths(t)) })];
  return facts.filter(Boolean).join(", ");
}
