// What is read in a race by some: what a room that helps tells of the target, and the order of the
// race for players who cannot see the lanes.

import { channelsOf } from "../../core/color/color.mjs";
import { hint, nameOf } from "../../core/color/naming.mjs";
import { modes, swatchDifference, tenths } from "../../core/rules/modes.mjs";
import { moveOf } from "../../core/session/model.mjs";
import { personOf } from "../../core/session/room.mjs";
import { decimal, word } from "../../words.mjs";

/** What a room that helps tells while one races: the target's name, how far, and which way. */
export function helpText(mode, own, target) {
  if (mode.hasTiles) return "";
  const [from, to] = [own[0], target[0]].map(channelsOf);
  const n = decimal(tenths(swatchDifference(own, target)));
  const values = { n, name: nameOf(to, word), hint: hint(from, to, word) };
  return target.length === 1 ? word("race.help", values) : word("home.apart", values);
}

/**
 * Who is where in a race, the nearest first, for players who cannot see the lanes; oneself only as
 * far as one may know it.
 */
export function orderText(model) {
  const { room } = model;
  const { match } = room;
  const { round } = match;
  if (!round) return "";
  if (modes.get(match.settings.mode).isSecret) return word("race.secret");
  const near = (who) => (who in round.locks ? 101 : moveOf(model, who)?.near ?? 0);
  const known = match.players.filter((who) => who !== model.me || moveOf(model, who));
  return known.toSorted((one, other) => near(other) - near(one)).map((who, at) => {
    const far = who in round.locks ? word("race.locked") : near(who);
    return word("race.order", { place: at + 1, name: personOf(room, who)?.name ?? "", far });
  }).join(" ");
}
