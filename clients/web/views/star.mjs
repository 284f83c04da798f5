// A star beside somebody who has proved who they are: whether they are a friend, and the way to
// change that. It is told nobody.

import { befriend, friends } from "../browser/friends.mjs";
import { word } from "../words.mjs";
import { make, setAttribute, setText } from "./dom.mjs";

/** The star; `draw` takes the tag and the name. */
export function starPart() {
  let [tag, name] = ["", ""];
  const root = make("button", {
    class: "txt star", type: "button",
    click: () => {
      befriend(tag, name);
      show();
    },
  });
  const show = () => {
    const isOne = friends().has(tag);
    setText(root, isOne ? "★" : "☆");
    setAttribute(root, "aria-pressed", String(isOne));
    setAttribute(root, "aria-label", `${name}: ${word(isOne ? "friend.drop" : "friend.add")}`);
  };
  return {
    root,
    draw(...shown) {
      [tag, name] = shown;
      show();
    },
  };
}
