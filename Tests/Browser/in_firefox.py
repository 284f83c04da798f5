"""Matches in Firefox, with every kind of control, by mouse and by keyboard: what is judged is
compared to the bit in a picture of the screen, as in Chromium."""

from selenium.webdriver.common.keys import Keys

import pages
import sound
from support.firefox import FIREFOX
from play import LOCK, MatchCase, channels, hues


class InFirefox(MatchCase):
    """What a person sees and does in a room, in another browser."""

    def test_sliders(self):
        browser = self.visit(FIREFOX)
        self.begin(browser, "rgb", seconds=120)
        self.check(browser, "the race")
        browser.drag(browser.get("slider", "^Green$"), 0.5, 0.9)
        browser.until("more green", lambda: browser.color(
            browser.get("image", "^Yours$"))[1] > 200)
        target = self.copy_target(browser)
        for name in ("^Target$", "^Yours$"):
            seen = {pixel for row in browser.pixels(browser.get("image", name)) for pixel in row}
            self.assertEqual(seen, {target}, name)
        browser.type(Keys.ENTER)
        browser.says("0.0 apart")
        self.check(browser, "after the round")
        self.finish(browser)
        self.check(browser, "after the match")

    def test_wheel(self):
        browser = self.visit(FIREFOX)
        told = self.begin(browser, "hsb")
        browser.type("m")
        before = browser.color(browser.get("image", "^Yours$"))
        browser.drag(browser.get("group", "^Hue, Saturation$"), 0.5, 0.8)
        browser.until("a hue", lambda: browser.color(
            browser.get("image", "^Yours$")) != before)
        browser.type("m")
        self.set(browser, "Hue", hues(channels(told["target"])))
        browser.press("button", LOCK)
        browser.gone("button", LOCK)
        self.finish(browser)

    def test_gradient(self):
        self.plays_gradient(FIREFOX)

    def test_tiles(self):
        self.plays_tiles(FIREFOX)


class BadPagesInFirefox(pages.BadPages):
    """What is wrong is noticed here as well."""

    devices = [FIREFOX]


class SoftnessInFirefox(sound.Softness):
    """What is heard here is as soft."""

    device = FIREFOX
