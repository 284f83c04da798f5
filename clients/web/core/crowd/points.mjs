// The points of a match that a server has told, as rows of a table: of the seats everybody's, of
// those who play along the best five of each round and of the match, and of all together.

import { standings } from "../session/standings.mjs";
import { personOf } from "../session/room.mjs";

/**
 * The rows: round, place, cell, name, points, all points; the match as a whole has no round.
 *
 * @param head the names of the columns.
 * @param crowd what all together are called.
 */
export function pointsOf(room, head, crowd) {
  const { match } = room;
  const nameOf = (who) => personOf(room, who)?.name ?? who;
  const bestOf = (round, best) => (best ?? []).map(({ at, name, points, total }, index) =>
    [round, index + 1, at, name ?? "", points ?? "", total]);
  const rounds = match.results.flatMap(({ round, scores, together, best }) => [
    ...scores.map(({ who, points, total }) => [round, "", "", nameOf(who), points, total]),
    ...together ? [[round, "", "", crowd, together.points, together.total]] : [],
    ...bestOf(round, best),
  ]);
  const places = standings(match).map(({ place, who, total }) =>
    ["", place, "", nameOf(who), "", total]);
  return [head, ...rounds, ...places, ...bestOf("", match.best)];
}
