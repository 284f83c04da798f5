// Buttons of which one is chosen, as a keyboard has them: a stop for Tab, and arrows between them.

/**
 * Has arrows go from each of some buttons to its neighbor and choose that.
 *
 * @param root holds the buttons.
 * @param choose is told the number of a button, from 0.
 */
export function chooseByArrows(root, buttons, choose) {
  root.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(event.target);
    if (!by || at < 0 || event.target.ariaDisabled === "true") return;
    event.preventDefault();
    event.stopPropagation();
    const next = (at + by + buttons.length) % buttons.length;
    buttons[next].focus();
    choose(next);
  });
}
