// How others come to a room: its code, the link to it, and a square that cameras read.

import { pathOf, qrOf } from "../../core/qr.mjs";
import { word } from "../../words.mjs";
import { make, makeSVG, onChange, setAttribute, setClass, setHidden, setText } from "../dom.mjs";
import { sharingPart } from "../sharing.mjs";

/** How much is left free around the square, in squares of it. */
const MARGIN = 2;

/** A square that says a link to cameras. */
export function squarePart() {
  const path = makeSVG("path");
  const light = makeSVG("path", { fill: "#fff" });
  const root = makeSVG(
    "svg", {
      class: "qr", role: "img", "aria-label": word("hall.square"), "shape-rendering": "crispEdges",
    }, light, path);
  const drawn = (link) => {
    const squares = qrOf(link);
    setHidden(root, squares === null);
    if (!squares) return;
    const edge = squares.size + 2 * MARGIN;
    root.setAttribute("viewBox", `0 0 ${edge} ${edge}`);
    light.setAttribute("d", `M0 0h${edge}v${edge}h-${edge}z`);
    path.setAttribute("d", pathOf(squares, MARGIN));
  };
  return { root, draw: (link) => onChange(root, "link", link, () => drawn(link)) };
}

/** The section, which is drawn anew for another room. */
export function invitePart() {
  const code = make("p", { class: "big-code live" });
  const square = squarePart();
  const place = make("p", { class: "live b address" });
  const sharing = sharingPart("txt", word("hall.copy"), () =>
    getSelection().selectAllChildren(place));
  const root = make(
    "section", { class: "invite", "aria-label": word("room.code") }, code,
    make(
      "div", { class: "inv" }, square.root,
      make("div", {}, make("p", {}, word("hall.scan")), place,
        make("div", { class: "row" }, sharing.share, sharing.copy, sharing.copied))));
  return {
    root,
    draw(room) {
      setText(code, room.code);
      setAttribute(code, "aria-label", [...room.code].join(" "));
      setClass(code, "six", room.code.length > 4);
      onChange(root, "code", room.code, () => {
        const link = `${location.origin}/#${room.code}`;
        sharing.draw({ title: "chromatch", url: link });
        place.textContent = location.host;
        square.draw(link);
      });
    },
  };
}
