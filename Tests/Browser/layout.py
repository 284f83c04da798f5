"""Where things stand on each screen, compared with what was looked at and found good: names,
places and sizes of what a screen is made of, so that a layout that slips is noticed. Fonts differ
between machines, so a few pixels are none. CHROMATCH_GOLDEN=write writes it anew; the review is
its diff."""

import os
import pathlib
import time

from tour import SIZES, Tour

GOLDEN = pathlib.Path(__file__).with_name("Golden") / "layout.tsv"
# Two fonts differ in the heights of lines, which add up from the top of a page to its end.
NEAR, SHARE = 16, 0.06
# How long a screen may take to have all its parts, in seconds.
SETTLING = 10
BOXES = """
const parts = "header, main, section, footer, .steps, .pair, .half, .deck, .channels, .lock,"
  + " .lanes, .foot, .tiles, .wheel, .ends, .big-code, .qr, .seats, .start, .rules, .models, .saw,"
  + " .mosaic, .proof, .acts, .bust, .fields, .mix, .stage, .photo, .wall, .rm, .lost, .notice,"
  + " .door";
return [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility()).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  // Whether a game is live, and white letters suit a color, is no matter of layout.
  const classes = [...one.classList].filter((name) => name !== "live" && name !== "w");
  return [[one.localName, ...classes].join("."), ...[x, y, width, height].map(Math.round)];
});
"""


class Layout(Tour):
    """Every screen in three windows."""

    maxDiff = None

    def test_is_as_it_was(self):
        seen, golden = {}, {}
        is_written = os.environ.get("CHROMATCH_GOLDEN") == "write"
        for line in "" if is_written else GOLDEN.read_text().splitlines():
            name, size, part, *box = line.split("\t")
            golden.setdefault((name, size), []).append([part, *map(int, box)])

        def look(name, browser):
            for size in "desk", "upright", "wide":
                self.size(browser, size)
                # Where a machine is busy, a page may say for a while that it hears nothing.
                end = time.monotonic() + (0 if is_written else SETTLING)
                while True:
                    boxes = browser.driver.execute_script(BOXES)
                    known = golden.get((name, size), [])
                    if names(boxes) == names(known) or time.monotonic() > end:
                        break
                    time.sleep(0.1)
                seen[name, size] = boxes

        self.see(look)
        if is_written:
            GOLDEN.parent.mkdir(exist_ok=True)
            GOLDEN.write_text("".join(
                "\t".join([name, size, *map(str, box)]) + "\n"
                for (name, size), boxes in seen.items() for box in boxes))
            return
        self.assertEqual(seen.keys(), golden.keys())
        for (name, size), boxes in seen.items():
            with self.subTest(screen=name, size=size):
                known = golden[name, size]
                self.assertEqual(names(boxes), names(known))
                height = SIZES[size][1]
                slips = [
                    f"{old[0]}: {new[1:]}, not {old[1:]}" for new, old in zip(boxes, known)
                    if any(abs(one - other) > NEAR + SHARE * height
                           for one, other in zip(new[1:], old[1:]))]
                self.assertEqual(slips, [])


def names(boxes):
    """What stands there, without where."""
    return [name for name, *_ in boxes]
