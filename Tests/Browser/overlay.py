"""A stage as an overlay for a stream: transparent, with nothing on it but what its address asks
for; and the form on the stage that makes such an address."""

from support.browser import DESK
from support.case import PuppetCase
from support.scenes import CROWD, STAGED, field, room

# What there is to show, and how it is known.
PARTS = {
    "clock": ".stage-clock", "target": ".overlaid > .goal", "field": ".plot", "lanes": ".lanes",
    "code": ".qr"}
SEEN = """
return Object.entries(arguments[0])
  .filter(([, place]) => document.querySelector(place)?.checkVisibility()).map(([name]) => name);
"""
GROUNDS = """
return ["html", "body", "#page", "#page > .page"].map((place) =>
  getComputedStyle(document.querySelector(place)).backgroundColor);
"""
NOTHING = "rgba(0, 0, 0, 0)"


class Overlay(PuppetCase):
    """What a streamer puts over a picture."""

    def stage(self, query, lines, page="/"):
        """A stage with such a query, which is told these lines."""
        self.puppet.play(WATCH=lines)
        self.addCleanup(self.browser(DESK).keep_nothing())
        browser = self.visit(DESK, f"{page}#WAVE/stage{query}", self.puppet.port)
        self.puppet.hear("WATCH")
        return browser

    def test_shows_what_was_asked_on_nothing(self):
        for number, names in enumerate((["clock"], ["field", "lanes"], list(PARTS))):
            with self.subTest(names=names):
                query = f"?overlay=1&size=50&colors=light&show={','.join(names)}"
                # Another question of the path makes a new page.
                browser = self.stage(query, STAGED, f"/?{number}")
                browser.until("the overlay", lambda: browser.run(
                    "return document.querySelector('.overlaid') !== null"))
                self.puppet.lines[-1].say(CROWD, *field(2))
                browser.until("what was asked", lambda: sorted(
                    browser.run(SEEN, PARTS)) == sorted(names))
                self.assertEqual(browser.run(GROUNDS), [NOTHING] * 4)
                self.assertLessEqual(browser.overhang(), 0)

    def test_address_that_a_chat_has_changed_shows_the_stage(self):
        browser = self.stage("?overlay%3D1", STAGED)
        browser.until("the stage", lambda: browser.run(
            "return document.querySelector('footer.photo') !== null"))
        self.assertFalse(browser.run("return document.querySelector('.overlaid') !== null"))

    def test_bad_setting_is_told(self):
        browser = self.stage("?overlay=1&size=9000", STAGED)
        browser.says("An overlay’s size cannot be “9000”; it takes 25–400.")
        self.assertEqual(browser.run(SEEN, PARTS), [])

    def test_form_makes_the_address(self):
        browser = self.stage("", room(role="watcher"))
        browser.until("the form", lambda: browser.run(
            "const found = document.querySelector('.stream summary'); found?.click();"
            "return found !== null"))
        browser.press("switch", "^Room code$")
        browser.press("switch", "^Clock$")
        browser.press("radio", "^a light picture$")
        browser.says(
            "/#WAVE/stage?overlay=1&show=target,field,lanes,results,code&colors=light")
        self.check(browser, "the form of an overlay")
