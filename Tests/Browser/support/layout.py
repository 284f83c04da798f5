"""Where things stand on each screen, compared with what was looked at and found good: names,
places and sizes of what a screen is made of, so that a layout that slips is noticed. Fonts differ
between machines, so a few pixels are none. CHROMATCH_GOLDEN=write writes it anew; the review is
its diff."""

import os
import pathlib
import time

from support.tour import SIZES

GOLDEN = pathlib.Path(__file__).parents[1] / "Golden/layout.tsv"
# Two fonts differ in the heights of lines, which add up from the top of a page to its end.
NEAR, SHARE = 16, 0.06
# How often a screen is looked at until it has all its parts.
LOOKS = 200
# Windows whose layout is written down.
WINDOWS = "desk", "upright"
BOXES = """
const parts = "header, main, section, footer, .steps, .pair, .half, .deck, .channels, .lock,"
  + " .lanes, .foot, .tiles, .wheel, .ends, .big-code, .qr, .seats, .seat, .start, .rules,"
  + " .models, .saw, .mosaic, .proof, .acts, .bust, .fields, .mix, .stage, .photo, .wall, .rm,"
  + " .lost, .notice, .door, .guests, .entry, .series, .plot, .tops, .best, .along, .keys";
return [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility()).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  // Whether a game is live, and white letters suit a color, is no matter of layout.
  const classes = [...one.classList].filter((name) => name !== "live" && name !== "w");
  return [[one.localName, ...classes].join("."), ...[x, y, width, height].map(Math.round)];
});
"""


class Layout:
    """Where everything stood, and where it stands now."""

    def __init__(self):
        self.is_written = os.environ.get("CHROMATCH_GOLDEN") == "write"
        self.golden, self.seen = {}, {}
        for line in "" if self.is_written else GOLDEN.read_text().splitlines():
            name, size, part, *box = line.split("\t")
            self.golden.setdefault((name, size), []).append([part, *map(int, box)])

    def slips(self, browser, name, size):
        """What stands elsewhere than it did in a window of this size: a line for each part."""
        if size not in WINDOWS:
            return []
        known = self.golden.get((name, size), [])
        # Where a machine is busy, a page may say for a while that it hears nothing.
        for _ in range(1 if self.is_written else LOOKS):
            boxes = browser.run(BOXES)
            if names(boxes) == names(known):
                break
            time.sleep(0.05)
        self.seen[name, size] = boxes
        if self.is_written:
            return []
        if names(boxes) != names(known):
            return [f"{names(boxes)}, not {names(known)}"]
        height = SIZES[size][1]
        return [
            f"{old[0]}: {new[1:]}, not {old[1:]}" for new, old in zip(boxes, known)
            if any(abs(one - other) > NEAR + SHARE * height
                   for one, other in zip(new[1:], old[1:]))]

    def unseen(self):
        """The screens that were not looked at, and those that are new; or writes them all down."""
        if not self.is_written:
            return sorted(self.seen.keys() ^ self.golden.keys())
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text("".join(
            "\t".join([name, size, *map(str, box)]) + "\n"
            for (name, size), boxes in self.seen.items() for box in boxes))
        return []


def names(boxes):
    """What stands there, without where."""
    return [name for name, *_ in boxes]
