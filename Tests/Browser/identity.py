"""Who the user is: a page makes its key, proves it to the server, shows it as a line and takes
another one; a key that is cut off or mistyped changes nothing."""

import re

from support.browser import DESK
from play import MatchCase
from support.programs import Caller

# The key of the protocol's vectors, and whose it is.
LINE = "KNGV-37FF-ZND6-1EM4-9BT9-5V1C-RH24-KHB9-FCS6-J6BG-7EP0-675E-FXGE-439Y"
ID, TAG = "21fe31dfa154a261626bf854046fd227", "47Z3-3QX1"
# Not the button of home, which says the name.
OPENER = "^You are [0-9A-Z]{4}-[0-9A-Z]{4}$"
# A browser whose disk is busy: a database takes longer to open than pages like to wait.
SLOW = """
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...asked) {
  const late = new EventTarget();
  setTimeout(() => {
    const request = open.apply(this, asked);
    request.addEventListener("success", () => {
      late.result = request.result;
      late.dispatchEvent(new Event("success"));
    });
  }, 1500);
  return late;
};
"""


class Identity(MatchCase):
    """A key that stays, and goes elsewhere as a line."""

    def tag(self, browser):
        """The tag that the page shows, with the key below it."""
        browser.press("button", "Name and appearance$")
        name = browser.until("a tag", lambda: next(
            (name for name in browser.names("button") if re.search(OPENER, name)), None))
        browser.press("button", OPENER)
        return name.split()[-1]

    def test_slow_browser(self):
        browser = self.visit(DESK)
        tag = self.tag(browser)
        say = browser.driver.execute_cdp_cmd
        script = say("Page.addScriptToEvaluateOnNewDocument", {"source": SLOW})
        self.addCleanup(say, "Page.removeScriptToEvaluateOnNewDocument", script)
        self.visit(DESK)
        self.assertEqual(self.tag(browser), tag)

    def test_key(self):
        browser = self.visit(DESK)
        tag = self.tag(browser)
        self.assertRegex(tag, "^[0-9A-Z]{4}-[0-9A-Z]{4}$")
        self.check(browser, "a key")
        line = re.search("([0-9A-Z]{4}-){13}[0-9A-Z]{4}", browser.text()).group()
        self.assertNotEqual(line, LINE)
        for wrong, why in ((LINE[:34], "too early"), (LINE[:-1] + "Z", "fit together"),
                           (LINE + "0", "too long"), ("", "too early")):
            field = browser.get("textbox", "^Your key from another computer$")
            field.clear()
            field.send_keys(wrong)
            browser.press("button", "^Use that key$")
            browser.says(why)
        self.check(browser, "a key that is refused")
        # Loaded anew, it is the same.
        self.visit(DESK)
        self.assertEqual(self.tag(browser), tag)
        browser.get("textbox", "^Your key from another computer$").send_keys(LINE.lower())
        browser.press("button", "^Use that key$")
        browser.until("the page anew", lambda: browser.find("button", "^Open a room$"))
        self.assertEqual(self.tag(browser), TAG)
        browser.press("button", "^Cancel$")
        # The server knows who it is.
        code = self.opened(browser)
        witness = Caller(self.server.port, "HELLO v=1 name=Eve", f"WATCH room={code}")
        self.addCleanup(witness.end)
        self.assertEqual(witness.hear("SEAT")["id"], ID)
