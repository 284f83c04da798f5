// A series of matches: who has won how many, which match it is, and when the next one begins by
// itself, which its host can stop. It draws nothing in rooms of single matches.

import { roomTime } from "../core/session/model.mjs";
import { isHost, isRunning, personOf } from "../core/session/room.mjs";
import { seriesOf } from "../core/session/standings.mjs";
import { grouped, word } from "../words.mjs";
import { make, rowsOf, setAttribute, setClass, setHidden, setText, sheet } from "./dom.mjs";
import { button, nameTag } from "./parts.mjs";

/** Somebody's row: a dot for each match that wins the series, full for each that they have won. */
function rowPart() {
  const [place, name] = [make("span", { class: "place" }), nameTag()];
  const wins = make("span", { class: "pips", role: "img" });
  const points = make("span");
  const root = make("li", {}, place, name.root, wins, points);
  return {
    root,
    draw(row, person, isMe, needed) {
      setText(place, String(row.place));
      name.draw(person);
      setText(wins, "●".repeat(row.wins) + "○".repeat(Math.max(0, needed - row.wins)));
      setAttribute(wins, "aria-label", word("series.won", { n: row.wins }));
      setText(points, grouped(row.points));
      setClass(root, "me", isMe);
    },
  };
}

/** Who has won a series, in a sentence; empty while it is open. */
export function championText(room, me) {
  const { champions } = seriesOf(room) ?? { champions: [] };
  const names = champions.map(({ who }) => personOf(room, who)?.name ?? who);
  if (names.length === 0) return "";
  if (names.length > 1) return word("series.share", { names: names.join(", ") });
  return champions[0].who === me ? word("series.you") : word("series.wins", { name: names[0] });
}

/** Which match it is: the one that is on or was just seen to its end, else the one to come. */
function matchText(room, { of, played, isDecided }, isAfter) {
  if (played === 0 && !isRunning(room)) return word("series.best", { n: of });
  const n = isAfter ? played : isDecided ? 1 : played + 1;
  return word("series.match", { n, of });
}
export const seriesText = (room, isAfter = false) => {
  const series = seriesOf(room);
  return series ? matchText(room, series, isAfter) : "";
};

/**
 * The running table and its clock.
 *
 * @param act what the host stops the clock with; null for those who only look.
 */
export function seriesPart(act) {
  sheet("room/series");
  const title = make("h2");
  const next = make("span", { class: "live b", role: "timer" });
  const stop = button("txt", word("series.stop"), () => act("halt"));
  const list = make("ol");
  const drawRows = rowsOf(list, rowPart);
  const root = make(
    "section", { class: "series", "aria-label": word("series.name") },
    make("div", { class: "heading" }, title, next, stop), list);
  return {
    root,
    /** @returns whether its clock runs. */
    draw(model, now, isAfter) {
      const { room, me } = model;
      const series = seriesOf(room);
      const isThere = series !== null && (series.rows.length > 0 || !isAfter);
      setHidden(root, !isThere);
      if (!isThere) return false;
      const isCounting = room.startsAt !== null && series.played > 0 && !series.isDecided;
      const left = Math.max(0, Math.ceil(((room.startsAt ?? 0) - roomTime(model, now)) / 1000));
      setText(title, matchText(room, series, isAfter));
      setText(next, isCounting ? word("series.next", { n: left })
        : series.isStopped ? word("series.stopped") : "");
      setHidden(next, next.textContent === "");
      setHidden(stop, !act || !isCounting || !isHost(room));
      setHidden(list, series.rows.length === 0);
      const needed = Math.floor(series.of / 2) + 1;
      drawRows(series.rows, ({ who }) => who, (part, row) =>
        part.draw(row, personOf(room, row.who), row.who === me, needed));
      return isCounting;
    },
  };
}
