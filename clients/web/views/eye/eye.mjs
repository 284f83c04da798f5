// The page of one's own eye: the disk, the sentence, a table of all hues for those who ask for it
// and for readers, weeks, and the way to a drill.

import { word } from "../../words.mjs";
import { make, setAttribute, setClass, setHidden, setText } from "../dom.mjs";
import { button, mark } from "../parts.mjs";
import { diskOf } from "./disk.mjs";
import { drillPart, outcomeOf } from "./drill.mjs";
import { shareEye } from "./picture.mjs";
import {
  detailsOf, factsOf, headlineOf, hueOf, leftOutOf, size, unbroken, verdictOf,
} from "./words.mjs";

/** The table of all hues: the color, its rounds, how far apart, and to which side. */
function tableOf({ sectors }) {
  const head = ["color", "rounds", "apart", "side"].map((key) =>
    make("th", { scope: "col" }, word(`column.${key}`)));
  const rows = sectors.map((sector) => make(
    "tr", {}, make("th", { scope: "row" }, hueOf(sector.color)),
    make("td", {}, String(sector.rounds)),
    make("td", {}, "median" in sector ? size(sector.median) : ""),
    make("td", {}, verdictOf(sector))));
  return make(
    "table", { "aria-label": word("eye.title") }, make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...rows));
}

/** The weeks as bars, each with its number. */
function weeksOf({ weeks }) {
  const most = Math.max(...weeks.map(({ median }) => median));
  return make("ol", { class: "weeks", "aria-label": word("eye.weeks") }, ...weeks.map((week) => {
    const item = make(
      "li", { title: week.monday }, make("i"), make("span", {}, size(week.median)));
    item.style.setProperty("--h", (week.median / most).toFixed(3));
    return item;
  }));
}

/**
 * The whole page.
 *
 * @param begin has a drill begin; `take` is told a color of it, `leave` that it is over.
 */
export function eyeView({ begin, take, leave }) {
  let report = null;
  const about = make("span", { class: "push" });
  const share = button("do small", word("eye.share"), () => shareEye(report));
  const headline = make("h1", { class: "shout live", role: "status" });
  const details = make("div", { class: "lede" });
  const practice = button("go", "", begin);
  /** Shown until there is a report, which takes matches. */
  const play = make("a", { class: "go", href: "/" }, word("home.play"));
  const weeks = make("div");
  const facts = make("div", { class: "facts" });
  const map = make("section", { class: "map", "aria-label": word("eye.map") });
  const table = make("div", { class: "table" });
  const toggle = button("txt", word("eye.table"), () => showTable(!isTable));
  const notes = make("div", { class: "notes" });
  const fetched = make("p", { role: "status" });
  const read = make(
    "section", { class: "read" }, headline, details, practice, play, weeks, facts, toggle,
    notes, fetched);
  const main = make("main", { class: "eye" }, map, table, read);
  const drill = drillPart(take, leave);
  const body = make("div", { class: "body" }, main);
  const root = make(
    "div", { class: "page" },
    make(
      "header", { class: "top" },
      make("a", { class: "brand", href: "/" }, mark(), make("span", {}, "chromatch")),
      about, share),
    body);
  let isTable = false;
  /** Readers have the table even where it is not seen. */
  function showTable(isShown) {
    isTable = isShown;
    setClass(table, "vh", !isShown);
    setHidden(map, isShown);
    setAttribute(toggle, "aria-pressed", String(isShown));
  }
  showTable(false);

  function fill() {
    const isTold = Boolean(report.sectors);
    main.classList.toggle("alone", !isTold);
    for (const part of [share, practice, map, table, toggle, weeks]) setHidden(part, !isTold);
    setHidden(play, isTold);
    setText(about, `${word("eye.title")}, ${word("eye.rounds", { n: report.rounds })}`);
    details.replaceChildren();
    map.replaceChildren();
    table.replaceChildren();
    weeks.replaceChildren();
    const paragraphs = (texts) => texts.map((text) => make("p", {}, text));
    facts.replaceChildren(...paragraphs(isTold ? factsOf(report) : leftOutOf(report)));
    notes.replaceChildren(...paragraphs(
      ["eye.screen", ...isTold ? ["eye.gray", "eye.legend"] : ["eye.made"]].map(word)));
    if (!isTold) return;
    details.replaceChildren(...paragraphs(detailsOf(report)));
    map.replaceChildren(diskOf(report, headlineOf(report)));
    table.replaceChildren(tableOf(report));
    if (report.weeks.length > 1) {
      weeks.replaceChildren(make("h2", {}, word("eye.weeks")), weeksOf(report));
    }
    showTable(isTable);
  }

  return {
    root,
    /**
     * @param state the `report`, a `drill` that is under way, the last `outcome` of one as its
     *   drill and number, what a drill would be `drilled` of, and how many matches were `fetched`.
     */
    draw(state) {
      const { drill: running } = state;
      const shown = running ? drill.root : main;
      if (body.firstChild !== shown) body.replaceChildren(shown);
      if (running) return drill.draw(running);
      if (state.report !== report) {
        report = state.report;
        fill();
      }
      const { outcome } = state;
      setText(headline, unbroken(
        outcome ? outcomeOf(outcome.drill, outcome.now) : headlineOf(report)));
      setHidden(practice, state.drilled === null);
      if (state.drilled) setText(practice, word("drill.begin", { color: hueOf(state.drilled) }));
      setText(fetched, state.fetched > 0 ? word("eye.fetched", { n: state.fetched }) : "");
    },
    key(event, isDrilling) {
      if (isDrilling) return drill.key(event);
      if (event.key === "v" && report?.sectors) showTable(!isTable);
      else if (event.key === "d" && report?.sectors) begin();
      else return false;
      return true;
    },
  };
}
