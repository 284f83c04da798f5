"""A kept match, seen again: from a file, at any moment, with anybody's eyes, by mouse and keys."""

import pathlib
import re
import tempfile

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from browser import DESK, PHONE
from case import PageCase
from programs import ROOT

RECORD = re.search(
    r"RECORD = `(.*?)`", (ROOT / "Tests/Web/kept.mjs").read_text(), re.DOTALL)[1]
# Moves the slider of a match to a moment of it, in milliseconds.
SEEK = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'));"


class Replay(PageCase):
    """The page /replay/."""

    def open_file(self, browser, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "match.txt")
        path.write_text(text)
        chooser = browser.until(
            "a chooser", lambda: browser.driver.find_elements("css selector", "#file"))
        chooser[0].send_keys(str(path))

    def see(self, browser, milliseconds):
        browser.run(SEEK, browser.get("slider", "^Moment$"), milliseconds)
        browser.frame()

    def eyes(self, browser, name):
        Select(browser.get("combobox", "^Seen by$")).select_by_visible_text(name)
        browser.frame()

    def looks(self, device):
        browser = self.visit(device, "/replay/")
        browser.says("See a match again.")
        self.check(browser, "without a match")
        self.open_file(browser, "Dear diary,\n")
        browser.says("That file does not hold a match.")
        self.open_file(browser, RECORD)
        browser.press("button", "^Pause$")
        browser.says("Proved on this device.")
        self.see(browser, 5_500)
        browser.says("Round 1 of 2")
        browser.says("7.5")
        self.check(browser, "a round, looked on")
        self.eyes(browser, "Ada")
        browser.until(
            "what Ada saw", lambda: browser.run(
                "return [...document.querySelectorAll('.channels output')]"
                ".map(({ textContent }) => textContent).join()") == "43,95,40")
        self.check(browser, "a round, as Ada saw it")
        self.see(browser, 9_000)
        browser.says("841")
        self.check(browser, "a result, as Ada saw it")
        self.see(browser, 60_000)
        browser.says("Ada wins.")
        self.check(browser, "the whole match")
        self.assertEqual(browser.find("button", "^(Again|Leave)$"), [])
        browser.press("button", "^Another match$")
        browser.says("See a match again.")

    def test_on_a_desk(self):
        self.looks(DESK)

    def test_on_a_phone(self):
        self.looks(PHONE)

    def test_by_keys(self):
        browser = self.visit(DESK, "/replay/")
        self.open_file(browser, RECORD)
        browser.get("button", "^Pause$")
        browser.type(Keys.SPACE)
        browser.get("button", "^Play$")
        self.see(browser, 0)
        moment = browser.get("slider", "^Moment$")
        browser.type(Keys.PAGE_DOWN)
        browser.until("the first round", lambda: moment.get_property("value") == "3000")
        browser.type(Keys.ARROW_RIGHT)
        browser.until("the first move", lambda: moment.get_property("value") == "3600")
        browser.type(Keys.ARROW_LEFT)
        browser.until("its announcement", lambda: moment.get_property("value") == "2800")
        speed = Select(browser.get("combobox", "^Speed$"))
        browser.type("+", "+", "+", "+")
        browser.until("eight times", lambda: speed.first_selected_option.text == "×8")
        browser.type(Keys.SPACE)
        browser.says("Ada wins.")
        browser.type(Keys.ESCAPE)
        browser.says("See a match again.")
