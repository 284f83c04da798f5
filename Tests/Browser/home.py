"""The first page: a pair of colors to practice on, by mouse, by touch and by keyboard; and what it
says of one's days, matches and friends."""

from selenium.webdriver.common.keys import Keys

from support.browser import DESK, PHONE
from support.case import PageCase, PuppetCase
from support.scenes import LISTED, board, past

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


class Own(PuppetCase):
    """Who has played before."""

    def focused(self, browser):
        return browser.run("return document.activeElement.getAttribute('aria-label')")

    def test_a_month_is_one_stop_and_keys_go_by_day_and_by_month(self):
        browser, _ = self.meet(path="/", LIST=LISTED, PAST=past(), TOP=board())
        stops = "return document.querySelectorAll('.month [tabindex=\"0\"]').length"
        browser.until("a month with one stop", lambda: browser.run(stops) == 1)
        browser.run("document.querySelector('.month [tabindex=\"0\"]').focus()")
        self.assertRegex(self.focused(browser), "^[0-9-]{10}: not played yet$")
        browser.type(Keys.ARROW_LEFT)
        self.assertRegex(self.focused(browser), r"^[0-9-]{10}: 3\D860 points$")
        browser.type(Keys.ARROW_UP)
        self.assertRegex(self.focused(browser), "^[0-9-]{10}: missed$")
        day = self.focused(browser)[:10]
        browser.type(Keys.PAGE_UP)
        self.assertLess(self.focused(browser)[:7], day[:7])
        self.assertEqual(browser.run(stops), 1)

    def test_a_friend_is_kept_and_home_says_that_they_have_played(self):
        browser, _ = self.meet(path="/", LIST=LISTED, PAST=past(), TOP=board())
        browser.press("button", "^Boards$")
        browser.press("button", "^Ben: Add as a friend$")
        browser.get("button", "^Ben: A friend; remove$")
        browser.press("button", "^Back$")
        browser.says("Have played today:")
