"""A challenge from end to end: somebody plays and sends the link; a stranger opens it on a phone,
races their ghost within two presses, and sends the result back."""

import re
import tempfile

from selenium.webdriver.common.keys import Keys

from play import MatchCase
from support.browser import DESK, PHONE

# What is copied stays on the page: not every machine has a clipboard. None has a sheet to share.
COPYING = """
if (navigator.clipboard) {
  navigator.clipboard.writeText = async (text) => { globalThis.copied = text };
}
delete Navigator.prototype.share;
"""
# Somebody who has never said a name.
STRANGER = """
try {
  localStorage.removeItem("chromatch.profile");
} catch {}
"""


class Challenge(MatchCase):
    """Two people who are never there at once."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.options = ["--state", folder.name, "--tls", "off"]
        super().setUp()

    def meet(self, device, path="/"):
        self.addCleanup(self.browser(device).before(COPYING))
        self.addCleanup(self.browser(device).keep_nothing())
        return self.visit(device, path)

    def sent(self, browser, name):
        """The path of the link that a button copies."""
        browser.press("button", name)
        browser.says("Copied")
        link = browser.run("return globalThis.copied")
        place = f"http://127.0.0.1:{self.server.port}"
        self.assertTrue(link.startswith(f"{place}/m/"), link)
        return link.removeprefix(place)

    def race(self, browser):
        """A round, to its end and until the server keeps it."""
        self.wait_for_round(browser)
        self.copy_target(browser)
        browser.type(Keys.ENTER)
        self.finish(browser)
        browser.says("Match #")

    def test_ghost_is_raced_from_a_link_and_the_result_is_sent_back(self):
        ada = self.meet(DESK)
        self.opened(ada)
        # The round is looked at for long where a machine is slow, and ends when one has locked.
        self.turn(ada, "Seconds", 120)
        ada.press("button", "^Ready")
        ada.press("button", "^Start alone$")
        self.race(ada)
        self.assertEqual(ada.find("button", "^Send back$"), [])
        link = self.sent(ada, "^Copy link$")
        ada.leave()

        self.addCleanup(self.browser(PHONE).before(STRANGER))
        ben = self.meet(PHONE, link)
        ben.says("Pat")
        ben.press("link", "^Race it$")
        self.wait_for_round(ben)
        self.check(ben, "a race against a ghost")
        ben.says("ghost")
        # The ghost has rung the bell as soon as Ada did, and to look took longer than what was left
        # then where a machine is slow: the sliders count where they stand.
        self.finish(ben)
        ben.says("Match #")
        ben.until("the end of a duel", lambda: re.search(
            r"You beat Pat by \d|Pat beats you by \d|You and Pat are even", ben.text()))
        ben.says("Ghosts count for no rating and no board.")
        ben.says("against Pat")
        self.check(ben, "the end of a duel")
        back = self.sent(ben, "^Send back$")
        self.assertNotEqual(back, link)
        # A link that leads to a race leads to a new one, also in a window that has a seat.
        ben.open(self.server.port, back)
        ben.press("link", "^Race it$")
        self.wait_for_round(ben)
        ben.leave()

        ada = self.meet(DESK, back)
        ada.says("Pat (ghost)")
        ada.press("link", "^See it again$")
        ada.says("Pat")
        ada.says("ghost")
        ada.press("button", "^Pause$")
        self.assertEqual(self.sent(ada, "^Copy link$"), back)
        self.check(ada, "a ghost race again")
        ada.press("link", "^Race it$")
        self.wait_for_round(ada)
        # Who raced then is the ghost now, and its own ghosts are none of this race.
        self.assertEqual(ada.text().count("ghost"), 1)
