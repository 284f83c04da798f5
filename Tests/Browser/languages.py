"""That the page can be read in any language: in German, and in one that is read from right to left
and whose texts are two fifths longer. The page knows nothing of the latter: a server that stands
before the real one gives it out as German."""

import pathlib
import re

from support.tour import SIZES, Tour

WORDS = pathlib.Path(__file__).parent / "words"
NARROW = "zoomed", "upright", "on its side"
# What is the same in every language: names, codes and models of color.
NAMES = {
    "Ada", "Bob", "Ben", "Maximiliane", "Wüst", "שרה", "Zoë", "Ochre", "Ada's", "room",
    "Friday", "night", "at", "the", "workshop", "quick", "arcade", "WAVE", "TEAX", "K7QM",
    "SFXK", "Pat", "chromatch", "hex", "rgb", "hsb", "cmyk", "lab"}
# Every text that is seen or read aloud.
TEXTS = """
const seen = [document.title];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const { parentElement } = walker.currentNode;
  if (parentElement.closest("script, noscript, .letter, code")
      || !parentElement.checkVisibility()) continue;
  // A sentence may have its numbers in elements of their own.
  const isOne = [...parentElement.children].every((child) => child.matches("b.live"));
  seen.push((isOne ? parentElement : walker.currentNode).textContent);
}
for (const name of ["aria-label", "title", "placeholder", "alt"]) {
  for (const element of document.querySelectorAll(`[${name}]`)) {
    if (element.checkVisibility()) seen.push(element.getAttribute(name));
  }
}
return seen;
"""

# What does not stand where a mirror would show it. What is read from left to right in any language,
# such as scales and fields of color, is moved as a whole and keeps its inside.
MIRRORED = """
const { dir, clientWidth: width } = document.documentElement;
const isKept = (element) => getComputedStyle(element).direction === "ltr";
const parts = [...document.querySelectorAll("#page *")].filter((one) =>
  one.checkVisibility() && one.clientWidth > 0 && !one.closest("svg, .vh"));
const boxes = () => parts.map((one) => one.getBoundingClientRect());
const keepers = parts.map((one) => {
  let keeper = null;
  for (let at = one; at; at = at.parentElement) if (isKept(at)) keeper = at;
  return keeper;
});
const there = boxes();
if (dir === "rtl") document.documentElement.dir = "ltr";
const here = boxes();
const at = new Map(parts.map((one, index) => [one, index]));
const wrong = parts.filter((one, index) => {
  const keeper = at.get(keepers[index]);
  const off = keepers[index] && keepers[index] !== one
    ? there[index].left - there[keeper].left - (here[index].left - here[keeper].left)
    : there[index].left - (width - here[index].right);
  return Math.abs(off) > 2;
});
document.documentElement.dir = dir;
return wrong.map((one) => `${one.localName}.${one.className}`);
"""


class Languages(Tour):
    """Every screen in languages that are not English."""

    def fits(self, name, browser, sizes=SIZES):
        for size in sizes:
            with self.subTest(screen=name, size=size):
                self.size(browser, size)
                self.assertEqual(self.looks(browser), [])

    def is_all_translated(self, name, browser):
        """Nothing on the screen is from no table; only this page of the server's has none."""
        texts = browser.driver.execute_script(TEXTS)
        if name != "missing":
            self.assertEqual([text for text in texts if strangers(text)], [])

    def test_german(self):
        """In narrow windows; the longer made-up language is tried in all of them."""
        self.see(lambda name, browser: self.fits(name, browser, NARROW), language="de")

    def test_longer_and_from_right_to_left(self):
        def check(name, browser):
            self.is_all_translated(name, browser)
            self.assertEqual(browser.driver.execute_script(MIRRORED), [], name)
            self.fits(name, browser)

        self.see(check, {
            "/words/de.mjs": WORDS / "mirrored.mjs",
            "/words/de-later.mjs": WORDS / "mirrored-later.mjs"}, "de")


def strangers(text):
    """The words of a text that come from no table."""
    while (rest := re.sub(r"\[[^][]*\]", "", text)) != text:
        text = rest
    text = re.sub("#[0-9a-f]{6}|[0-9A-Z]{4}-[0-9A-Z]{4}", "", text)
    return [word for word in re.findall(r"#?[^\W\d_][\w']+", text) if word not in NAMES]
