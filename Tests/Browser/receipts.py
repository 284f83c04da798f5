"""What a server promises to keep: a page keeps its receipts, and says when a promise is broken."""

from support.case import PuppetCase
from support.scenes import KEPT, TREE, proved
from support.window import LAN


class Receipts(PuppetCase):
    """A match whose end the page has heard, and a log that its server keeps, or does not."""

    def final(self, path="/#SFXK", tree=TREE, **more):
        """A page that has seen a match to its end, and asked how the log stands."""
        browser, line = self.meet(path=path, JOIN=proved(), TREE=[tree], **more)
        browser.says("Fair, checked on your device.")
        self.puppet.hear("TREE")
        return browser, line

    def test_receipt(self):
        browser, line = self.final()
        line.say(KEPT)
        browser.says("✓ Match #7")
        self.check(browser, "a receipt")
        # The log has to begin with what it was then, now and on each later visit.
        self.assertEqual(self.puppet.hear("TREE", 2), "TREE since=13")
        browser, _ = self.final("/?again#SFXK", TREE.replace("key=03", "key=04"))
        self.assertEqual(self.puppet.hear("TREE"), "TREE since=13")
        browser.says("This server's log of matches is another one than before.")
        self.check(browser, "a log that is another one")

    def test_forged_receipt(self):
        browser, line = self.final()
        line.say(KEPT.replace("index=7", "index=6"))
        browser.says("The server has no proof that it keeps its matches.")

    def test_without_signatures(self):
        """Over plain HTTP from another machine a page can check no signature."""
        # Browsers write down by themselves what an address that is not trusted cannot have.
        self.expected = ["Cross-Origin-Opener-Policy"]
        browser, line = self.final(host=LAN)
        line.say(KEPT)
        browser.says("Match #7. This browser cannot check the server's signature.")
