// What the last screen says of a ghost race, and what leads to one: who is ahead of whom and by how
// much, in all and round by round, what it counts for, and the link by which a match is sent on.

import { duelOf, ghostsOf, racing } from "../../core/session/ghosts.mjs";
import { modeOf, personOf } from "../../core/session/room.mjs";
import { grouped, word } from "../../words.mjs";
import { make, onChange, setClass, setHidden, setText, sheet } from "../dom.mjs";
import { button } from "../parts.mjs";
import { sharingPart } from "../sharing.mjs";

sheet("ghosts");

const signed = (number) =>
  (number > 0 ? "+" : number < 0 ? "−" : "") + grouped(Math.abs(number));
/** What somebody is called; oneself is "you". */
const nameOf = (room, who, isMine) =>
  (isMine && who === room.me ? word("ghost.you") : personOf(room, who)?.name ?? who);

/** How one's own duel ended, in a sentence; empty where there is none. */
export function duelText(room) {
  const duel = duelOf(room);
  if (!duel || duel.who !== room.me) return "";
  const by = duel.totals[0] - duel.totals[1];
  const key = by > 0 ? "ghost.won" : by < 0 ? "ghost.lost" : "ghost.even";
  return word(key, { name: nameOf(room, duel.rival, false), n: Math.abs(by) });
}

/** What a ghost race counts for, and whether it was one's first try, as far as the server knows. */
export function countsText({ room, kept }) {
  const isKnown = kept?.room === room.code && kept.match === room.match.number
    && personOf(room, room.me)?.id;
  const tried = isKnown ? [word(kept.isFirst ? "ghost.first" : "ghost.later")] : [];
  return [...tried, word("ghost.counts")].join(" ");
}

/** The last row of a mosaic: by how much one was ahead in each round, and in all. */
export function leadPart() {
  const name = make("th", { scope: "row" });
  const row = make("tr", {}, name);
  const root = make("tfoot", { class: "lead" }, row);
  const cells = [];
  return {
    root,
    draw(room, isMine) {
      const duel = duelOf(room);
      setHidden(root, duel === null);
      if (!duel) return;
      const { who, rival, leads, totals } = duel;
      setText(name, word("ghost.against", {
        who: nameOf(room, who, isMine), name: nameOf(room, rival, false),
      }));
      const values = [...leads, totals[0] - totals[1]];
      while (cells.length < values.length) {
        cells.push(make("td"));
        row.append(cells.at(-1));
      }
      while (cells.length > values.length) cells.pop().remove();
      values.forEach((value, at) => {
        setText(cells[at], value === null ? "–" : signed(value));
        setClass(cells[at], "live", value > 0);
      });
    },
  };
}

/** Both totals from the first result on: one's own, then the best ghost's. */
export function sumsPart() {
  const [own, other] = [make("b", { class: "live" }), make("span")];
  const root = make("p", { class: "sums" }, own, ", ", other);
  return {
    root,
    draw(room) {
      const duel = room.match.results.length > 0 ? duelOf(room) : null;
      setHidden(root, duel === null);
      if (!duel) return;
      const text = (who, total) => `\u2068${nameOf(room, who, true)}\u2069 ${grouped(total)}`;
      setText(own, text(duel.who, duel.totals[0]));
      setText(other, text(duel.rival, duel.totals[1]));
    },
  };
}

/** The link to a match, to share or to copy. */
export function linkPart() {
  const text = make("input", { class: "field", readonly: "", "aria-label": word("hall.copy") });
  const mark = () => {
    setHidden(text, false);
    text.select();
  };
  const { share, copy, copied, send, draw } = sharingPart("txt", word("hall.copy"), mark);
  const root = make("span", { class: "row link" }, share, copy, copied, text);
  return {
    root, send,
    /** @param index its number in the log; null where there is no page of it. */
    draw: (index) => {
      setHidden(root, index === null);
      onChange(root, "index", index, () => {
        setHidden(text, true);
        text.value = `${location.origin}/m/${index}`;
        draw({ title: "chromatch", url: text.value });
      });
    },
  };
}

/** What can be done with a match that the server keeps: race it, send it on, send it back. */
export function offersPart(act) {
  let known = null;
  const link = linkPart();
  const race = button("txt", word("ghost.race"), () => act("create", racing(known)));
  const back = button("go", word("ghost.send"), link.send);
  return {
    race, back, link: link.root,
    /** @param index its number in the log, or null. */
    draw({ room }, index) {
      known = index;
      const { settings } = room.match;
      const isGhostly = ghostsOf(room).length > 0;
      // Nobody races a day before it is over, and only what is listed has a page.
      setHidden(race, index === null || (modeOf(room).isDaily && !isGhostly));
      const isShown = settings.listed && !settings.pass;
      link.draw(isShown ? index : null);
      setHidden(back, index === null || !isShown || !isGhostly || duelOf(room)?.who !== room.me);
    },
  };
}
