// After a match: every round's target as a column, and on it what everyone made of it; a perfect
// guess cannot be seen. And whether all of it was proved.

import { giveMatch } from "../../browser/handover.mjs";
import { swatchOf } from "../../core/rules/modes.mjs";
import { isGone } from "../../core/rules/scoring.mjs";
import { ghostsOf } from "../../core/session/ghosts.mjs";
import { textOf } from "../../core/session/log.mjs";
import { logOf, modeOf, personOf } from "../../core/session/room.mjs";
import { isDeserted, standings } from "../../core/session/standings.mjs";
import { grouped, word } from "../../words.mjs";
import { make, rowsOf, setAttribute, setClass, setHidden, setStyle, setText, sheet }
  from "../dom.mjs";
import { field } from "../field.mjs";
import { saved } from "../files.mjs";
import { matchPart, placeText } from "../crowd/results.mjs";
import { button, nameTag, stepper } from "../parts.mjs";
import { everybody, nameOf } from "../crowd/texts.mjs";
import { championText, seriesPart } from "../series.mjs";
import { winnerTint } from "../tint.mjs";
import { dayPart } from "./day.mjs";
import { countsText, duelText, leadPart, offersPart } from "./ghosts.mjs";
import { verdictOf } from "./verdict.mjs";

/** A cell: a guess on its target; `tell` hears its text when it is focused or pressed. */
function cellPart(tell) {
  const target = field("goal", {}, "i");
  const guess = field("guess", {}, "i");
  const text = make("span", { class: "vh" });
  let said = "";
  const root =
    make("td", { class: "c", tabindex: "-1", focus: () => tell(said) },
      target.root, guess.root, text);
  return {
    root,
    draw({ result, score, colors, isOne }, name, at) {
      setClass(root, "gone", isOne);
      setStyle(root, "--at", String(at));
      target.draw(result.target);
      guess.draw(colors ?? result.target);
      const color = colors?.join(" ") ?? "–";
      const points = word("final.points", { n: score?.points ?? 0 });
      const cell = word("final.cell", { round: result.round, color, points });
      setText(text, cell);
      said = `${name}: ${cell}`;
    },
  };
}

/** Somebody's row: place, name, a cell for each round, total. */
function placeRow(tell) {
  const place = make("span", { class: "place" });
  const name = nameTag();
  const total = make("td", { class: "total live" });
  const root = make("tr", {}, make("th", { scope: "row" }, place, name.root));
  const cells = [];
  return {
    root,
    draw({ standing, person, items, isMe }) {
      setText(place, String(standing.place));
      name.draw(person);
      setText(total, grouped(standing.total));
      setClass(root, "me", isMe);
      setClass(root, "everybody", standing.who === "crowd");
      while (cells.length < items.length) {
        const cell = cellPart(tell);
        cells.push(cell);
        root.append(cell.root);
      }
      while (cells.length > items.length) cells.pop().root.remove();
      items.forEach((item, at) => cells[at].draw(item, person?.name ?? word("who.nobody"), at));
      if (root.lastChild !== total) root.append(total);
    },
  };
}

/** What the check of the match has found. */
function proofPart() {
  const [head, text] = [make("b", { class: "live", role: "status" }), make("p")];
  const why = make("details", {}, make("summary", {}, word("final.why")), text);
  const root = make("div", { class: "verdict" }, head, why);
  return {
    root,
    draw({ proof, number }, wronged) {
      const flaw = wronged === number ? { what: "nonces" } : proof?.flaw ?? null;
      const verdict = verdictOf(flaw, proof);
      setClass(root, "wrong", flaw !== null);
      setText(head, verdict.head);
      setText(text, verdict.text);
      setHidden(why, verdict.text === "");
    },
  };
}

/** Which match of the log it is, once the server has proved that; else null. */
const indexOf = ({ kept, room, distrust }) =>
  (kept?.room === room.code && kept.match === room.match.number && !distrust ? kept.index : null);

/**
 * Whether the server keeps the match, with a link to what it keeps, or why its log is not to be
 * trusted.
 */
function keptPart() {
  const [fault, link] = [make("span"), make("a", { target: "_blank" })];
  const root = make("p", { class: "kept", role: "status" }, fault, link);
  return {
    root,
    draw(model) {
      const { kept, distrust } = model;
      const isKept = indexOf(model) !== null;
      const at = `${kept?.index}`;
      setText(fault, distrust ? word(distrust) : "");
      setText(link, isKept ? word(kept.isSigned ? "final.kept" : "final.unsigned", { at }) : "");
      setHidden(link, !isKept);
      if (isKept) setAttribute(link, "href", `/replay/#${at}`);
      setHidden(root, !isKept && !distrust);
      setClass(root, "wrong", distrust !== null);
    },
  };
}

/** What the match counts for: what has become of one's rating, or whether it is today's try. */
function worthOf(model) {
  const { room } = model;
  const { match, rated } = room;
  if (ghostsOf(room).length > 0) return countsText(model);
  if (rated?.match === match.number) {
    const delta = rated.delta < 0 ? `−${-rated.delta}` : `+${rated.delta}`;
    return rated.left > 0 ? word("final.unrated", { n: rated.left })
      : word("final.rated", { rating: rated.rating, delta, off: rated.off });
  }
  const countdown = logOf(room).find(({ said }) => said === "COUNTDOWN");
  return countdown?.ranked ? word("final.ranked") : "";
}

/** Gives the match to the user as a file. */
const saveMatch = (room) => saved(new File(
  [textOf(room)], `${room.code}-${room.match.number}.txt`, { type: "text/plain" }));

/** Shows the match again, in a window of its own: a player who plays on stays in the room. */
function replayMatch(room) {
  giveMatch(textOf(room));
  window.open("/replay/");
}

const headline = (room, table, me = null) => {
  const first = table.filter(({ place }) => place === 1);
  const names = first.map(({ who }) => personOf(room, who)?.name ?? who);
  if (table.length === 1) return word("final.alone", { n: table[0].total });
  if (names.length === 1 && first[0].who === me) return word("final.you");
  return names.length === 1 ? word("final.wins", { name: names[0] })
    : word("final.share", { names: names.join(", ") });
};

/** How a match ended, in a sentence; where nobody sat for oneself, or for the best. */
function headlineOf(room, me) {
  const { match } = room;
  const table = standings(match);
  if (match.players.length === 0) {
    const [best] = match.best ?? [];
    return placeText(room) || word(best ? "final.wins" : "final.deserted", {
      name: best && nameOf(best),
    });
  }
  return table.length === 0 ? word("final.deserted")
    : championText(room, me) || (me && duelText(room)) || headline(room, table, me);
}

/** A guess on each round's target, by what somebody got for it. */
function itemsOf(room, scoreOf) {
  const mode = modeOf(room);
  return room.match.results.map((result) => {
    const score = scoreOf(result) ?? null;
    return {
      result, score, colors: score ? swatchOf(mode, score.v, result.tiles) : null,
      isOne: score !== null && isGone(mode, score.de),
    };
  });
}

/**
 * The rows of the mosaic: every seat's, best first; then, where people play along, what all of them
 * made together, and oneself.
 */
function mosaicOf({ room, profile }) {
  const { match } = room;
  const seats = standings(match).map((standing) => ({
    standing, person: personOf(room, standing.who), isMe: standing.who === room.me,
    items: itemsOf(room, ({ scores }) => scores.find(({ who }) => who === standing.who)),
  }));
  const row = (who, person, scoreOf) => {
    const items = itemsOf(room, scoreOf);
    const total = items.findLast(({ score }) => score)?.score.total;
    const standing = { who, place: "", total };
    return total === undefined ? [] : [{ standing, person, isMe: who === "cell", items }];
  };
  return [
    ...seats, ...row("crowd", everybody(), ({ together }) => together),
    ...row("cell", profile, ({ yours }) => yours)];
}

/** Arrows lead from cell to cell of a table, which is one stop for Tab. */
function walked(body) {
  let stop = null;
  const go = (to) => {
    if (!to?.classList.contains("c")) return;
    setAttribute(stop ?? to, "tabindex", "-1");
    stop = to;
    setAttribute(to, "tabindex", "0");
  };
  body.addEventListener("focusin", ({ target }) => go(target));
  body.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const rows = { ArrowUp: "previousSibling", ArrowDown: "nextSibling" };
    const columns = { ArrowLeft: "previousSibling", ArrowRight: "nextSibling" };
    if (key in columns) target[columns[key]]?.focus();
    else if (key in rows) target.parentNode[rows[key]]?.children[target.cellIndex].focus();
    else return;
    event.preventDefault();
  });
  /** Tab comes to the first cell as long as it has come to none that is there. */
  return () => {
    if (!stop?.isConnected) go(body.firstChild?.children[1]);
  };
}

/**
 * The whole screen.
 *
 * @param holder gives the match as a file, `matchOf`, and has a picture hold it, `held`; or where
 *   nobody keeps the match, and it proves nothing, a `note` of that.
 * @param isMine whether the user has played the match, and does not see it again.
 */
export function finalView(act, holder, isMine = true) {
  sheet("race/feel");
  const { note = null } = holder;
  const steps = stepper();
  const title = make("h1", { class: "shout live" });
  let shown = null;
  const again = button("go", "", () =>
    (shown.room.role === "player" ? act("ready", { isReady: true }) : act("quick")));
  const offers = offersPart(act);
  const acts = make(
    "div", { class: "acts" }, offers.back, again,
    note ? null : button("do", word("final.room"), () => act("seen")),
    button("txt", word("hall.leave"), () => act("home")));
  const body = make("tbody");
  const line = make("p", { class: "cell-line" });
  const worth = make("p", { class: "worth", role: "status" });
  const drawRows = rowsOf(body, () => placeRow((text) => setText(line, text)));
  const beginWalk = walked(body);
  const [proof, kept, series] = [proofPart(), keptPart(), seriesPart(isMine ? act : null)];
  const [along, day, lead] = [matchPart(), dayPart(), leadPart()];
  const save = button("txt", word("final.save"), () => saveMatch(shown.room));
  const replay = button("txt", word("final.replay"), () => replayMatch(shown.room));
  const share = button("txt", word("final.picture"), async () => {
    const { sharePicture } = await import("./picture.mjs");
    const { room } = shown;
    const [title, rows] = [headlineOf(room, null), mosaicOf(shown)];
    const text = await holder.matchOf(indexOf(shown), textOf(room));
    await sharePicture(room, title, rows, text, holder.held);
  });
  const main = make(
    "main", { class: "final" }, make("div", { class: "headline" }, title, acts),
    worth, day.root, series.root, make("table", { class: "mosaic" }, body, lead.root), line,
    along.root,
    note ? null : make(
      "div", { class: "proof" }, make("div", {}, proof.root, kept.root),
      make("div", { class: "row" }, offers.race, offers.link, share, replay, save)));
  return {
    root: make("div", { class: "page" }, steps.root, main),
    tint: winnerTint,
    draw(model, now) {
      const { room } = model;
      const { match } = room;
      shown = model;
      const rows = mosaicOf(model);
      steps.draw(model, now);
      along.draw(model);
      setText(title, headlineOf(room, isMine ? model.me : null));
      setText(worth, note ?? worthOf(model));
      setHidden(worth, worth.textContent === "");
      day.draw(model, now, isMine && modeOf(room).isDaily && ghostsOf(room).length === 0);
      lead.draw(room, isMine);
      offers.draw(model, indexOf(model));
      setAttribute(again, "class", offers.back.hidden ? "go" : "do");
      // Nothing more comes of a room that all players have left: a watcher can play elsewhere.
      setText(again, word(room.role === "player" ? "final.again" : "home.play"));
      setHidden(again, room.role !== "player" && (!isDeserted(room) || room.settings.present));
      drawRows(rows, ({ standing }) => standing.who, (part, row) => part.draw(row));
      beginWalk();
      proof.draw(match, room.wronged);
      kept.draw(model);
      // A match that was left in its countdown has nothing to see again.
      const isBare = match.seed === null || match.results.length === 0;
      for (const item of [save, replay]) setHidden(item, isBare);
      return series.draw(model, now, true);
    },
  };
}
