"""Somebody at a page, in a browser of their own, who comes by the balancer's one address. What they
see is read as a whole; hands and eyes are those of the page's own tests."""

import json
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(1, str(TESTS / "Browser"))

from selenium.webdriver.common.keys import Keys  # noqa: E402

from support.browser import DESK, Browser  # noqa: E402
from killed import ENDS  # noqa: E402
from play import LOCK, MatchCase  # noqa: E402

# Whatever a page says over its screens, and every table of points, even if that is soon gone again.
REMEMBER = """
globalThis.said = new Set();
globalThis.tables = new Set();
{
  const alerts = "[role=alert]:not([hidden]), .notice:not([hidden])";
  const look = () => {
    for (const { textContent } of document.querySelectorAll(alerts)) said.add(textContent);
    const rows = [...document.querySelectorAll(".saw tbody tr")].map((row) => [
      row.querySelector("bdi").textContent,
      [row.cells[2].textContent, row.cells[3].textContent,
        row.querySelector("th > small").textContent]]);
    tables.add(JSON.stringify(Object.fromEntries(rows)));
  };
  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true });
}"""
# The rows of a board: place, name, points and colors.
ROWS = """
return [...document.querySelectorAll(".boards tbody tr")].map((row) => [
  row.querySelector(".place").textContent, row.querySelector("bdi").textContent,
  row.querySelector(".value").textContent, row.querySelector(".five").ariaLabel])"""
# What a browser writes down by itself when its connection breaks.
EXPECTED = ["WebSocket connection to"]


class Visitor:
    """One person and their browser."""

    def __init__(self, name, port):
        self.name, self.port = name, port
        self.hands = MatchCase()
        self.browser = Browser(DESK)
        self.browser.before(REMEMBER)

    def end(self):
        self.browser.end()

    def come_in(self):
        """Opens the first page and says a name."""
        browser = self.browser
        browser.open(self.port)
        browser.press("button", "Name and appearance$")
        field = browser.get("textbox", "^Name$")
        field.clear()
        field.send_keys(self.name)
        browser.press("button", "^Done$")
        browser.get("button", f"You are {self.name}")

    def load_anew(self):
        self.browser.driver.refresh()

    def forget(self):
        self.browser.run("said.clear()")

    def was_cut_off(self):
        """What was said of a lost connection since `forget`, if anything."""
        return next((
            text for text in self.browser.run("return [...said]")
            if "No connection." in text or "The room is not at this server" in text), None)

    def plays(self):
        """Waits until the page is connected and in an open round."""
        self.browser.gone("alert")
        self.hands.wait_for_round(self.browser)

    # In a room.

    def join_from_list(self, code):
        self.browser.press("link", code)

    def join_by_code(self, code):
        """Sees the room in the list all the same."""
        self.browser.get("link", code)
        self.browser.get("textbox", "^Room code$").send_keys(code, Keys.ENTER)

    def say_ready(self):
        self.browser.press("button", "^Ready")

    def set(self, values):
        self.hands.set(self.browser, "Red", values)

    def press_lock(self):
        self.browser.type(Keys.ENTER)

    def lanes(self):
        """How near everybody is, as this page shows it."""
        return self.browser.run(ENDS, ".lane")

    def tables(self):
        """Every table after a round that was to be seen: points, all points and remarks by name."""
        return [json.loads(text) for text in self.browser.run("return [...tables]")]

    def table(self, points):
        """The table with these points and sums, as soon as it was to be seen."""
        def seen():
            return next((table for table in self.tables() if points == {
                name: (number(row[0]), number(row[1])) for name, row in table.items()}), None)

        return self.browser.until(f"a table of {points}, but {self.tables()}", seen)

    def end_of_match(self):
        """Everybody's points at the end, and under which number the match is kept."""
        self.hands.finish(self.browser)
        kept = self.browser.until("a receipt", lambda: re.search(
            r"✓ Match #(\d+)", self.browser.text()))
        rows = self.browser.run(ENDS, ".mosaic tbody tr")
        return {name: number(total) for name, total in rows.items()}, int(kept[1])

    def leave(self):
        self.browser.press("button", "^Leave$")
        self.browser.get("button", "^Play now$")

    # Alone.

    def begin_day(self):
        self.browser.press("button", "^Today’s five")

    def day_round(self, turn, guess_of):
        """Plays a round of the day; returns its target."""
        browser = self.browser
        browser.until(f"round {turn}", lambda: browser.nodes("image", f"^Round {turn} of 5$"))
        self.hands.wait_for_round(browser)
        target = browser.color(browser.get("image", "^Target$"))
        self.hands.set(browser, "Hue", guess_of(target))
        self.press_lock()
        browser.gone("button", LOCK)
        return target

    def board(self):
        """The board of today, once somebody is on it."""
        self.browser.press("button", "^Boards$")
        return self.browser.until("a board", lambda: self.browser.run(ROWS))

    def faults(self):
        """What must not be on the console, and what was asked of others than the balancer."""
        return self.browser.faults([self.port], EXPECTED)


def number(text):
    return int(re.sub(r"\D", "", text))
