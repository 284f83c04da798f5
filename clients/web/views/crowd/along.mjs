// Below a race: for those who play along their cell, how many play, and how near all together and
// the nearest seat are; for the seats how near all together are. How near one is oneself comes once
// one has locked, as on a seat.

import { cellOf, crowdColors, isAlong, lockOf } from "../../core/crowd/crowd.mjs";
import { nearness, swatchOf } from "../../core/rules/modes.mjs";
import { modeHere, roundOf } from "../../core/session/model.mjs";
import { amPresenting, personOf, targetOf } from "../../core/session/room.mjs";
import { word } from "../../words.mjs";
import { make, rowsOf, setHidden, setText, sheet } from "../dom.mjs";
import { lane } from "../parts.mjs";
import { cellNameText, countsText, everybody } from "./texts.mjs";

/** What one is told of one's own part. */
function cellText({ room, profile }) {
  const cell = cellOf(room);
  if (cell) return cellNameText(cell, profile);
  if (isAlong(room)) return word("crowd.play");
  if (amPresenting(room)) return word("present.you");
  const { delay } = room.settings;
  return room.role === "watcher" && delay > 0 ? word("crowd.late", { n: delay }) : "";
}

/** Those whose lanes are told apart from the seats': oneself, all together, the nearest seat. */
function racersOf(model, round, isOpen, now) {
  const { room, sliders, me } = model;
  const mode = modeHere(model);
  const { crowd } = round;
  const target = targetOf(round);
  const racers = [];
  if (lockOf(model, now) !== null && !mode.isSecret) {
    const colors = swatchOf(mode, sliders.guess, sliders.tiles);
    const person = { ...model.profile, name: word("race.yours") };
    racers.push({ key: me, person, isMe: true, colors, near: nearness(mode, colors, target) });
  }
  const colors = crowd && crowdColors(crowd);
  if (colors) racers.push({ key: "crowd", person: everybody(), colors, near: crowd.near });
  if (cellOf(room) && crowd?.seat && crowd.seatcolor) {
    racers.push({
      key: crowd.seat, person: personOf(room, crowd.seat), near: crowd.seatnear,
      colors: [crowd.seatcolor, crowd.seatto].filter(Boolean),
    });
  }
  return racers.map((racer) => ({
    ...racer, target: isOpen ? target : null, move: { colors: racer.colors, near: racer.near },
  }));
}

/** The part; `draw` says nothing of a race that nobody plays along with. */
export function alongPart() {
  sheet("crowd/along");
  const [cell, counts] =
    [make("b", { class: "live", role: "status" }), make("span")];
  const list = make("ol", { class: "lanes", "aria-label": word("crowd.name") });
  const drawLanes = rowsOf(list, lane);
  const line = make("p", {}, cell, " ", counts);
  const root = make("div", { class: "along" }, line, list);
  return {
    root,
    draw(model, isOpen, now) {
      const { room } = model;
      const round = roundOf(model);
      setText(cell, cellText(model));
      setText(counts, round?.crowd ? countsText(round.crowd) : "");
      const racers = round ? racersOf(model, round, isOpen, now) : [];
      setHidden(list, racers.length === 0);
      drawLanes(racers, ({ key }) => key, (part, racer) => part.draw(racer));
      setHidden(root, cell.textContent === "" && counts.textContent === "");
    },
  };
}
