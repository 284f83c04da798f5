// Composes the page of one's own eye: the answers that this browser keeps, those that the server
// has besides, their report, and a drill. All of it is computed here.

import { keepAnswers, keptAnswers } from "./browser/answers.mjs";
import { fetchAnswers } from "./browser/past.mjs";
import { actsOnce } from "./core/input/hand.mjs";
import { gathered } from "./core/eye/answers.mjs";
import { drilledNow, drillOf } from "./core/eye/drill.mjs";
import { SECTORS } from "./core/eye/errors.mjs";
import { drilledIn, reportOf } from "./core/eye/report.mjs";
import { speakLater } from "./languages.mjs";
import { sheet } from "./views/dom.mjs";
import { eyeView } from "./views/eye/eye.mjs";
import { word } from "./words.mjs";

await Promise.all([speakLater(), sheet("race"), sheet("controls"), sheet("eye")]);
document.title = `${word("eye.title")} – chromatch`;

const state = { report: null, drilled: null, drill: null, outcome: null, fetched: 0 };
let drills = 0;
const change = (changes) => view.draw(Object.assign(state, changes));

const view = eyeView({
  begin() {
    drills += 1;
    change({ drill: drillOf(state.report, state.report.rounds + drills), outcome: null });
  },
  take(made) {
    const drill = { ...state.drill, made: [...state.drill.made, made] };
    if (drill.made.length < drill.targets.length) return change({ drill });
    change({ drill: null, outcome: { drill, now: drilledNow(drill) } });
  },
  leave: () => change({ drill: null }),
});

function report(matches, fetched) {
  const found = reportOf(matches);
  const index = found.sectors ? drilledIn(found) : null;
  change({ report: found, drilled: index === null ? null : SECTORS[index], fetched });
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !state.report) return;
  if (event.repeat && actsOnce(event.key, false)) return event.preventDefault();
  if (event.target.matches?.("button, a") && [" ", "Enter"].includes(event.key)) return;
  if (view.key(event, state.drill !== null)) event.preventDefault();
});

const kept = await keptAnswers();
report(kept, 0);
document.getElementById("page").append(view.root);
const more = await fetchAnswers(kept.map(({ began }) => began));
if (more.length > 0) {
  await keepAnswers(more);
  report(gathered([...kept, ...more]), more.length);
}
