"""That everybody can read every screen: WCAG 2.2 AA as axe judges it, with more contrast, with the
colors of a system, with less motion, in large and small windows; that the keyboard is seen; and
that everything stands where it stood."""

from selenium.webdriver.common.keys import Keys

from support.layout import Layout
from support.puppet import MODES
from support.scenes import MOVES, TILES, Screen, round_of
from support.tour import SIZES, Tour

# What is judged: how a person has set their system, in which window.
SETTINGS = [
    ({}, "desk"), ({}, "upright"), ({"prefers_contrast": "more"}, "zoomed"),
    ({"forced_colors": "active"}, "on its side")]
# Writes down wherever the focus comes to, and whether somebody who tabs could see it there the last
# time. Returns how many places there may be.
FOLLOW = """
globalThis.visited = new Map();
document.addEventListener("keyup", () => {
  const { activeElement: at } = document;
  if (at === document.body) return;
  const ring = at.matches(".track input") ? at.nextElementSibling
    : at.matches(".wheel input") ? at.closest(".wheel") : at;
  const { outlineStyle, outlineWidth } = getComputedStyle(ring);
  const name = `${at.localName}.${at.className} ${at.ariaLabel ?? at.textContent.slice(0, 20)}`;
  const isSeen = outlineStyle !== "none" && parseFloat(outlineWidth) === 3;
  visited.set(name, isSeen);
});
return document.querySelectorAll("a, button, input, select, [tabindex]").length;
"""
# What a mode's rounds have besides.
FIELDS = {"gradient": " to=#c14f9a", "tiles": TILES, "memory": " hides=@-100"}
# Where hue and saturation can be set by a wheel.
WHEELED = "hsb", "gradient", "memory", "daily"
# What of the hands is not in the window as it stands before anybody scrolls.
HANDS = """
scrollTo(0, 0);
return [...document.querySelectorAll(".lock, .wheel, .track, .tile, .pair")]
  .filter((one) => one.checkVisibility()).filter((one) => {
    const { top, bottom, width } = one.getBoundingClientRect();
    return top < 0 || bottom > innerHeight || width < 40;
  }).map(({ className }) => className);
"""
# How many animations run, over some frames in which all bars become longer and shorter.
LENGTHS = ["0.2", "0.9", "0.4"]
MOVING = """
const [lengths, done] = arguments;
const bars = document.querySelectorAll(".lane, .stage li");
let count = 0;
const step = (at) => requestAnimationFrame(() => {
  count += document.getAnimations().length;
  if (at === lengths.length) return done(count);
  for (const bar of bars) bar.style.setProperty("--n", lengths[at]);
  step(at + 1);
});
// What has begun before is none of these.
Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => step(0));
"""


class Everybody(Tour):
    """What must hold on every screen for everybody."""

    maxDiff = None

    def test_every_screen(self):
        self.layout = Layout()
        self.see(self.check_screen)
        self.assertEqual(self.layout.unseen(), [])

    def check_screen(self, name, browser):
        for size in SIZES:
            with self.subTest(screen=name, size=size):
                self.size(browser, size)
                self.assertEqual(self.looks(browser), [])
                self.assertEqual(self.layout.slips(browser, name, size), [])
        for setting, size in SETTINGS:
            with self.subTest(screen=name, size=size, **setting):
                browser.prefer(**setting)
                self.size(browser, size)
                self.assertEqual(browser.findings(), [])
        browser.prefer()

    def test_every_mode_fits(self):
        """In each size of the design, with sliders and with the wheel: nothing is cut, and the
        lock is there without scrolling."""
        def check(name, browser):
            # It comes a while after the sliders.
            if name in WHEELED:
                browser.get("switch", "^wheel$")
            for _ in range(2 if name in WHEELED else 1):
                for size in SIZES.keys() - {"zoomed"}:
                    with self.subTest(mode=name, size=size):
                        self.size(browser, size)
                        self.assertEqual(self.looks(browser), [])
                        self.assertEqual(browser.driver.execute_script(HANDS), [])
                browser.type("m")
                browser.frame()

        def scene(mode):
            # Today's five are played alone.
            people = 1 if mode == "daily" else 4
            lines = round_of(mode, people, fields=FIELDS.get(mode, ""))
            return Screen(".answer", JOIN=[*lines, *MOVES])

        modes = {mode: scene(mode) for mode in MODES.split(",")}
        self.see(check, only=modes, screens=modes)

    def test_focus_is_seen(self):
        def check(name, browser):
            places = browser.driver.execute_script(FOLLOW)
            for setting in {}, {"prefers_contrast": "more"}, {"forced_colors": "active"}:
                browser.prefer(**setting)
                browser.frame()
                # Around the page twice: the first time styles may still be on their way.
                browser.type(*[Keys.TAB] * (2 * places))
                visited = browser.driver.execute_script(
                    "const all = [...visited]; visited.clear(); return all")
                self.assertTrue(visited, name)
                for place, is_seen in visited:
                    self.assertTrue(is_seen, f"{place} of {name} with {setting}")
            browser.prefer()

        self.see(check, only=(
            "password", "self", "menu", "wheel", "gradient", "tiles", "final", "presenting"))

    def test_less_motion(self):
        moving = {}

        def check(name, browser):
            for choice in "no-preference", "reduce":
                browser.prefer(prefers_reduced_motion=choice)
                moving[choice] = moving.get(choice, 0) + browser.driver.execute_async_script(
                    MOVING, LENGTHS)
            browser.prefer()

        self.see(check, only=("bell", "sliders", "results", "final", "stage", "crowd"))
        self.assertGreater(moving["no-preference"], 0, "or nothing was looked at")
        self.assertEqual(moving["reduce"], 0)
