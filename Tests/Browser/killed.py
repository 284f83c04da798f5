"""A server that is killed under people who play, one in a browser and one at a terminal: both see
that the match stands still, and go on where they were. Nobody presses a key for that."""

import os
import pathlib
import re
import select
import subprocess
import sys
import tempfile
import threading

from selenium.webdriver.common.keys import Keys

from support.browser import DESK
from play import MatchCase
from support.programs import PROGRAMS, ROOT, Program, Server, finish, wait_for

sys.path.insert(1, str(ROOT / "Tests/Lan"))

from screen import Screen  # noqa: E402

DOWN, ENTER = "\x1b[B", "\r"
# Whatever a page says over its screens from now on, even if that is soon gone again.
READ = """
globalThis.said = new Set();
const look = () => {
  const shown = document.querySelectorAll("[role=alert]:not([hidden]), .notice:not([hidden])");
  for (const { textContent } of shown) said.add(textContent);
};
new MutationObserver(look).observe(document.body, {
  subtree: true, childList: true, attributes: true, characterData: true });"""

# Of each row of a list or table whose it is, and what stands at its end.
ENDS = """
return Object.fromEntries([...document.querySelectorAll(arguments[0])].map((row) =>
  [row.querySelector("bdi").textContent, row.lastElementChild.textContent]))"""


class Terminal(Screen):
    """The client on a terminal that somebody looks at all the time."""

    def __init__(self, home, *words):
        super().__init__([
            "env", "-i", "TERM=xterm-256color", "LANG=C.UTF-8", f"HOME={home}",
            PROGRAMS / "chromatch", *words])
        Program.running.add(self)
        self.shown, self.seen = "", set()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while self.process.poll() is None:
            select.select([self.near], [], [], 0.2)
            lines = [line.rstrip() for line in self.lines if not line.isspace()]
            self.shown = "".join(f"{line}\n" for line in lines)
            self.seen.update(lines)

    def wait_for(self, pattern):
        """What a pattern finds on the screen, once it does."""
        return wait_for(
            f"the terminal shows {pattern}", lambda: re.search(pattern, self.shown),
            lambda: self.shown)

    def says(self, words):
        """Waits until a line with these words has been there since `forget`."""
        wait_for(
            f"the terminal says {words}", lambda: any(words in line for line in list(self.seen)),
            lambda: self.shown)

    def forget(self):
        self.seen.clear()

    def set(self, values):
        """Sets the sliders, from the first on, and sees them set."""
        self.type(DOWN.join(f"{value}{ENTER}" for value in values))
        self.stands(values)

    def stands(self, values):
        self.wait_for("".join(
            rf"  [▸ ] {name} .* {value}\n" for name, value in zip("RGB", values, strict=True)))

    def end(self):
        finish(self.process)
        Program.running.discard(self)
        self.reader.join()
        os.close(self.near)


# How near a guess is to a target, in percent, by the page's own rules.
NEAR = """
const swatches = [...arguments];
return import("/core/rules/modes.mjs").then(({ modes, nearness, swatchOf }) => {
  const mode = modes.get("rgb");
  return nearness(mode, ...swatches.map((values) => swatchOf(mode, values)));
});
"""


class Killed(MatchCase):
    """A match whose server dies twice."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.options = ["--state", str(self.folder / "state"), "--tls", "off"]
        super().setUp()

    def test_match_of_a_page_and_a_terminal(self):
        # A broken line is written down by the browser itself.
        self.addCleanup(self.browser(DESK).keep_nothing())
        tess = Terminal(
            self.folder, "play", f"127.0.0.1:{self.server.port}", "--name", "Tess", "--mode", "rgb",
            "--rounds", "2", "--time", "60")
        self.addCleanup(tess.end)
        code = tess.wait_for(r"room code +(\w{4})\n")[1]
        browser = self.visit(DESK, f"/#{code}")
        browser.press("button", "^Ready")
        name = tess.wait_for(r"(Pat) +ready")[1]
        browser.run(READ)
        tess.type(" ")

        # In the middle of a round, in which the terminal has locked and the page has not.
        target = self.wait_for_target(browser, tess)
        guess = (target[0] ^ 64, *target[1:])
        tess.set(target)
        self.set(browser, "Red", guess)
        tess.type(ENTER)
        locked = tess.wait_for(r"Gone\. 0\.0 apart in \d+\.\d s")[0]
        browser.until("her lock", lambda: self.lanes(browser)["Tess"] == "✓")
        lanes = self.lanes(browser)
        self.assertEqual(lanes[name], "", "nobody sees how near they are before they lock")
        near = browser.run(NEAR, guess, target)
        tess.wait_for(rf"{name} .* {near}%")
        self.kill_and_begin_again(browser, tess)
        tess.wait_for(locked)
        tess.stands(target)
        tess.wait_for(rf"{name} .* {near}%")
        browser.until(f"{lanes}", lambda: self.lanes(browser) == lanes)
        self.assertEqual(browser.color(browser.get("image", "^Yours$")), guess)
        # The bell ends the round: one has locked, of the other the sliders count.
        first = self.standing(browser, tess, name)
        browser.says("0.0 apart, ")
        browser.says(", not locked")
        self.assertGreater(first["Tess"], 500)

        # Between two rounds.
        self.kill_and_begin_again(browser, tess)
        self.assertEqual(self.standing(browser, tess, name), first)

        # The other way round, to the end.
        last = self.wait_for_target(browser, tess)
        self.set(browser, "Red", last)
        tess.set([*last[:2], last[2] ^ 2])
        browser.type(Keys.ENTER)
        tess.type(ENTER)
        self.finish(browser)
        browser.says("✓ Match #0")
        tess.wait_for("✓ Fair")
        tess.wait_for("Match #0")
        self.shown_alike(browser, ".mosaic tbody tr", tess, name, "")
        cells = browser.run(
            "return [...document.querySelectorAll('.mosaic .c')].map((one) => one.textContent)")
        for color, who in (target, "Tess"), (guess, name):
            self.assertIn(f"Round 1: #{bytes(color).hex()}, {first[who]} points", cells)
        self.check_archive()

    def wait_for_target(self, browser, tess):
        """The target of a round that is open for both."""
        self.wait_for_round(browser)
        tess.wait_for(r"TARGET .* \d+\.\d s ")
        return browser.color(browser.get("image", "^Target$"))

    def kill_and_begin_again(self, browser, tess):
        """Kills the server and begins another one. Both say that the connection is lost and, since
        they are back by themselves, that the match goes on."""
        browser.run("said.clear()")
        tess.forget()
        self.server.kill()
        self.server = Server(self.pages, self.server.port, *self.options)
        self.addCleanup(self.server.end)
        for words in "No connection.", "The server was gone: the match goes on in a moment.":
            browser.until(words, lambda said=words: any(
                said in text for text in browser.run("return [...said]")))
        for words in "Connection lost ", "The server was gone: the match goes on in ":
            tess.says(words)
        browser.gone("alert")

    def lanes(self, browser):
        """How near everybody is, as the page shows it."""
        return browser.run(ENDS, ".lane")

    def standing(self, browser, tess, name):
        """Everybody's points after a round, which both show alike."""
        browser.says("next in")
        return self.shown_alike(browser, ".saw tbody tr", tess, name, r"\+\d+")

    def shown_alike(self, browser, rows, tess, name, before):
        """Everybody's points on the page, once the terminal shows the same behind their names."""
        ends = browser.run(ENDS, rows)
        totals = {who: int(re.sub(r"\D", "", text)) for who, text in ends.items()}
        self.assertEqual(set(totals), {"Tess", name})
        for who, total in totals.items():
            tess.wait_for(rf"{who} .*{before} +{total}\n")
        return totals

    def check_archive(self):
        """The match is kept as it was played, and has stood still twice."""
        state, records = self.options[:2], self.folder / "records"
        self.assertEqual(
            self.said("chromatchd", "archive", "check", *state),
            "1 match, 1 record, 2 players: all is well\n")
        self.said("chromatchd", "archive", "export", *state, "--to", records)
        self.assertTrue(
            self.said("chromatch", "verify", records / "0.record").endswith("\nproved\n"))
        verbs = re.findall(r"(?m)^(ROUND|LOCKED|HELD|SHUT) ", (records / "0.record").read_text())
        self.assertEqual(verbs[:6], ["ROUND", "LOCKED", "HELD", "SHUT", "HELD", "ROUND"])
        self.assertEqual(verbs.count("HELD"), 2)

    def said(self, program, *words):
        """What a program says that ends by itself, and well."""
        return subprocess.run(
            [PROGRAMS / program, *words], env={"LANG": "C.UTF-8", "HOME": str(self.folder)},
            stdout=subprocess.PIPE, text=True, check=True).stdout
