"""The one match in Chromium that every change has to pass: somebody opens a room, sets it, plays it
with the keyboard and sees it proved. It is certain however slow the machine is: rounds are as long
as they may be, and where the bell is faster all the same, another match is played."""

from selenium.common.exceptions import WebDriverException

from support.browser import DESK
from play import MatchCase

# Matches until one has a round that is long enough, and the longest round, in seconds.
TRIES, LONGEST = 5, 120


class OneMatch(MatchCase):
    """A whole match on a desk."""

    def test_a_match_is_played_to_its_proof_and_its_colors_are_exact(self):
        # What a page keeps for when there is no network has a test of its own.
        self.addCleanup(self.browser(DESK).keep_nothing())
        for _ in range(TRIES):
            browser = self.visit(DESK)
            self.opened(browser)
            self.turn(browser, "Seconds", LONGEST)
            browser.press("button", "^Ready")
            browser.press("button", "^Start alone$")
            try:
                self.wait_for_round(browser)
                target = self.copy_target(browser)
                for name in ("^Target$", "^Yours$"):
                    shown = browser.pixels(browser.get("image", name), height=8)
                    self.assertEqual({pixel for row in shown for pixel in row}, {target}, name)
                self.lock_on(browser, target)
                return
            except (AssertionError, WebDriverException):
                # The round was over before all of that was done.
                if "Fair, checked on your device." not in browser.text():
                    raise
            browser.press("button", "^Leave$")
        self.fail(f"the bell was faster in {TRIES} matches")
