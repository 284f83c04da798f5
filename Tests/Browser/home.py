"""The first page: a pair of colors to practice on, by mouse, by touch and by keyboard."""

from selenium.webdriver.common.keys import Keys

from support.browser import DESK, PHONE
from support.case import PageCase

CHANNELS = ("Red", "Green", "Blue")


class Home(PageCase):
    """Practice, before there is a name or a room."""

    def value(self, browser, channel):
        """Where a channel stands, as its field of color has it."""
        own = browser.color(browser.get("image", "^Yours$"))
        return own[CHANNELS.index(channel)]

    def drags(self, device):
        browser = self.visit(device)
        for channel in CHANNELS:
            slider = browser.get("slider", f"^{channel}$")
            browser.drag(slider, 0.5, 0.9)
            browser.until(f"more {channel}", lambda: self.value(browser, channel) > 200)
            browser.drag(slider, 0.9, 0.2)
            browser.until(f"less {channel}", lambda: self.value(browser, channel) < 80)

    def test_by_mouse(self):
        self.drags(DESK)

    def test_by_touch(self):
        self.drags(PHONE)

    def test_by_keys(self):
        browser = self.visit(DESK)
        target = browser.color(browser.get("image", "^Target$"))
        browser.until("a slider", lambda: browser.find("slider", "^Red$"))
        # Tab leads there as well as a press.
        for _ in range(20):
            browser.type(Keys.TAB)
            if browser.driver.switch_to.active_element.accessible_name == "Red":
                break
        for value in target:
            browser.type(*str(value), Keys.ENTER, Keys.ARROW_DOWN)
        browser.says("0.0 apart")
        browser.until("the line has gone", lambda: browser.run(
            "return document.querySelector('.seam') === null"))
        own, goal = (browser.pixels(browser.get("image", name)) for name in ("Yours", "Target"))
        self.assertEqual({pixel for row in own for pixel in row}, {target})
        self.assertEqual({pixel for row in goal for pixel in row}, {target})
        browser.get("slider", "^Green$").send_keys(Keys.HOME)
        browser.until("no green", lambda: self.value(browser, "Green") == 0)
        browser.type(Keys.ARROW_RIGHT)
        browser.until("one green", lambda: self.value(browser, "Green") == 1)
