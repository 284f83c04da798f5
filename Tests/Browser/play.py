"""Whole matches in a browser, with a bot and with somebody at a terminal; a line that is cut, a
page that is loaded anew, another window. Judged fields of color are compared to the bit, in a
picture of the screen."""

import colorsys
import pathlib
import re
import subprocess
import tempfile

from selenium.webdriver.common.keys import Keys

from support.browser import DESK, PHONE
from support.case import PageCase
from support.picture import pixels
from support.programs import PROGRAMS, Cable, Caller, Program
from support.puppet import MODES
from support.window import LAN

LOCK = "^Lock"


class MatchCase(PageCase):
    """A test that plays, and what it does for that. Rounds are long, so that a busy machine has
    time to look at them; they end at once when everybody in them has locked."""

    def opened(self, browser):
        """A room with one round, which the browser opens and sets. Returns its code."""
        browser.press("button", "^Open a room$")
        self.turn(browser, "Rounds", 1)
        code = browser.address().split("#")[1]
        self.assertRegex(code, "^[2-9A-Z]{4}([2-9A-Z]{2})?$")
        return code

    def choose(self, browser, mode):
        browser.press("radio", f"^{mode}$")
        browser.until(mode, lambda: browser.attribute(
            browser.get("radio", f"^{mode}$"), "aria-checked") == "true")

    def given(self, browser, mode, seconds=60):
        """A room of a mode, with one round, that somebody opens and leaves to the browser, and
        then only looks at. Returns its code."""
        self.witness = Caller(
            self.server.port, "HELLO v=1 name=Eve", f"CREATE mode={mode} rounds=1 time={seconds}")
        self.addCleanup(self.witness.end)
        code = self.witness.hear("IN")["room"]
        self.witness.hear("WATCHERS")
        # Before its first screen a page does not hear that its address changes.
        browser.get("button", "^Play now$")
        browser.run("location.hash = arguments[0]", code)
        self.witness.hear("SEAT")
        self.witness.say("LEAVE", f"WATCH room={code}")
        self.witness.hear("IN")
        browser.says("1 of 8 seats")
        # Nothing moves any more once the host's part and the letters are there.
        browser.get("image", "QR code")
        browser.until("letters", lambda: browser.run("return document.fonts.status === 'loaded'"))
        return code

    def turn(self, browser, what, wanted):
        """Presses the minus or the plus of a number until it is so low or so high."""
        less = browser.get("button", f"^{what} less$")

        def number():
            shown = "return Number(arguments[0].nextElementSibling.textContent)"
            return browser.run(shown, less)

        way = "more" if number() < wanted else "less"
        button = browser.get("button", f"^{what} {way}$")
        while (before := number()) != wanted:
            browser.click(button)
            browser.until(f"{way} {what}", lambda: number() != before)

    def begin(self, browser, mode, seconds=60):
        """A match of one round that the browser plays alone, open. Returns what was told of it."""
        self.given(browser, mode, seconds)
        browser.press("button", "^Ready")
        browser.press("button", "^Start alone$")
        told = self.witness.hear("ROUND")
        if mode != "tiles":
            self.wait_for_round(browser)
        return told

    def wait_for_round(self, browser):
        browser.until("an open round", lambda: any(
            browser.attribute(lock, "aria-disabled") is None
            for lock in browser.find("button", LOCK)))

    def set(self, browser, channel, values):
        """Types values from a channel on."""
        browser.focus(browser.get("slider", f"^{channel}$"))
        for value in values:
            browser.type(*str(value), Keys.ENTER, Keys.ARROW_DOWN)

    def lock(self, browser):
        """Locks alone, near enough to be taken."""
        browser.type(Keys.ENTER)
        browser.gone("button", LOCK)

    def lock_on(self, browser, target):
        """Locks on the target and sees the match end. Somebody else plays, and on a busy machine
        may have rung the bell so long ago that the round is over: then sliders count where they
        stand."""
        browser.type(Keys.ENTER)
        self.finish(browser)
        browser.says(f"Round 1: #{bytes(target).hex()}")

    def winner(self, browser):
        """Who the page says has won: the user, or on a busy machine another player."""
        titles = [name for name in browser.names("heading") if re.search(" wins?[.]$", name)]
        self.assertEqual(len(titles), 1, titles)
        return titles[0]

    def plays_gradient(self, device):
        browser = self.visit(device)
        told = self.begin(browser, "gradient")
        self.check_gradient(browser, told)
        self.set(browser, "Hue", hues(channels(told["target"])))
        browser.type("x")
        self.set(browser, "Hue", hues(channels(told["to"])))
        self.lock(browser)
        self.finish(browser)

    def plays_tiles(self, device):
        browser = self.visit(device)
        told = self.begin(browser, "tiles")
        tiles = browser.until("tiles", lambda: browser.find("radio", "^Tile "))
        self.check(browser, "tiles")
        offered = told["tiles"].split(",")
        self.assertEqual(len(tiles), len(offered))
        browser.click(tiles[offered.index(told["target"])])
        browser.says("0.0 apart")
        self.check(browser, "after the round")
        self.finish(browser)

    def copy_target(self, browser):
        """Types the target's three channels. Returns it."""
        target = browser.color(browser.get("image", "^Target$"))
        self.set(browser, "Red", target)
        browser.until("the same color", lambda: browser.color(
            browser.get("image", "^Yours$")) == target)
        return target

    def check_gradient(self, browser, told):
        """The target's half has the rules' own gradient in every row, to the bit."""
        rows = browser.pixels(browser.get("image", "^Target$"), height=16)
        self.assertEqual(len({tuple(row) for row in rows}), 1, "rows are alike")
        ends = [bytes.fromhex(told[key].removeprefix("#")) for key in ("target", "to")]
        # The first and the last pixel, which the picture leaves out, are the ends themselves.
        steps = len(rows[0]) + 1
        # Rounded half up, as the rules have it.
        self.assertEqual(rows[0], [
            tuple((2 * (one * (steps - x) + other * x) + steps) // (2 * steps)
                  for one, other in zip(*ends))
            for x in range(1, steps)])

    def finish(self, browser):
        """The match to its proof."""
        browser.says("Fair, checked on your device.")


def channels(color):
    """The 8-bit channels of `#rrggbb`."""
    return tuple(bytes.fromhex(color.removeprefix("#")))


def hues(color):
    """The values of hue, saturation and brightness that make about a color of 8-bit channels."""
    hue, saturation, brightness = colorsys.rgb_to_hsv(*(channel / 255 for channel in color))
    return round(hue * 360) % 360, round(saturation * 100), round(brightness * 100)


def inks(color):
    """The values of cyan, magenta, yellow and black that make about a color."""
    light = max(color)
    return *(round(100 - 100 * channel / light) for channel in color), round(100 - light / 2.55)


class Playing(MatchCase):
    """What a person sees and does in a room."""

    def test_picture_of_a_match(self):
        browser = self.visit(DESK)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        browser.driver.execute_cdp_cmd(
            "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder.name})
        code = self.given(browser, "rgb")
        browser.press("button", "^Add a bot$")
        browser.press("button", "^Ready")
        self.wait_for_round(browser)
        target = self.copy_target(browser)
        self.lock_on(browser, target)
        # Without a way to share, it is saved.
        browser.run("navigator.canShare = undefined")
        browser.press("button", "^Share the picture$")
        path = pathlib.Path(folder.name, f"{code}-1.png")
        browser.until("the picture", path.is_file)
        rows = pixels(path.read_bytes())
        self.assertEqual((len(rows[0]), len(rows)), (1200, 630))
        seen = {pixel for row in rows[180:300] for pixel in row[300:1000]}
        self.assertIn(target, seen)
        # The user's guess cannot be seen on its target: all of the winner's cell is one color.
        if self.winner(browser) == "You win.":
            self.assertEqual(seen, {target})
        self.assertEqual(rows[0][0], (0x76, 0x76, 0x76))
        verify = subprocess.run(
            [PROGRAMS / "chromatch", "verify", path], capture_output=True, text=True)
        self.assertEqual((verify.returncode, verify.stdout.endswith("\nproved\n")), (0, True))
        # Where there is one, it goes there with a text.
        browser.run(
            "navigator.canShare = () => true;"
            "navigator.share = async ({ files: [file], text }) => {"
            "  globalThis.shared = [file.name, file.type, file.size, text]; }")
        browser.press("button", "^Share the picture$")
        name, kind, size, text = browser.until(
            "a picture", lambda: browser.run("return globalThis.shared"))
        self.assertEqual((name, kind, size), (path.name, "image/png", path.stat().st_size))
        for words in (code, "rgb", "Pat", " wins.", "1. ", "2. ", " points"):
            self.assertIn(words, text)
        # What the page has heard can be seen again in a window of its own.
        browser.press("button", "^See it again$")
        window = browser.until("a window", lambda: browser.driver.window_handles[1:])[-1]
        browser.driver.switch_to.window(window)
        browser.says("Fair, checked on your device.")
        self.check(browser, "the match, again")

    def test_match_with_a_terminal(self):
        browser = self.visit(PHONE)
        code = self.given(browser, "rgb")
        place = f"127.0.0.1:{self.server.port}/{code}"
        guest = Program(
            "chromatch", "join", place, "--plain", "--name", "Bea", "--autoplay", "1")
        self.addCleanup(guest.end)
        browser.says("Bea")
        self.check(browser, "the room")
        browser.press("button", "^Ready")
        self.wait_for_round(browser)
        self.check(browser, "the race")
        self.lock_on(browser, self.copy_target(browser))
        self.check(browser, "after the match")
        guest.wait_for("verified|proved|fair|✓")

    def test_every_setting(self):
        browser = self.visit(DESK)
        self.opened(browser)
        for mode in MODES.split(","):
            self.choose(browser, mode)
        self.choose(browser, "arcade")
        browser.gone("button", "^Rounds less$")
        self.choose(browser, "rgb")
        self.turn(browser, "Seconds", 5)

    def test_gradient(self):
        self.plays_gradient(DESK)

    def test_cmyk(self):
        browser = self.visit(PHONE)
        told = self.begin(browser, "cmyk")
        self.set(browser, "Cyan", inks(channels(told["target"])))
        self.lock(browser)
        self.finish(browser)

    def test_memory(self):
        browser = self.visit(DESK)
        told = self.begin(browser, "memory")
        browser.get("image", "^The target is hidden$")
        self.assertEqual(browser.find("image", "^Target$"), [])
        self.set(browser, "Hue", hues(channels(told["target"])))
        self.lock(browser)
        self.finish(browser)

    def test_tiles(self):
        self.plays_tiles(PHONE)

    def test_match_on_a_network_of_ones_own(self):
        """Over plain HTTP from another machine a browser has neither crypto.subtle nor service
        workers, and no clipboard; everything but installing works without."""
        # Chromium says of one header that it is for HTTPS.
        self.expected = ["Cross-Origin-Opener-Policy"]
        browser = self.visit(PHONE, host=LAN)
        browser.get("main")
        lacking = browser.run(
            "return [isSecureContext, 'subtle' in crypto, 'serviceWorker' in navigator,"
            " 'clipboard' in navigator, 'share' in navigator]")
        self.assertEqual(lacking, [False] * 5)
        code = self.opened(browser)
        self.assertTrue(browser.address().startswith(f"http://{LAN}:{self.server.port}/#{code}"))
        browser.press("button", "^Copy link$")
        browser.until("a marked address", lambda: (
            browser.run("return getSelection().toString()") == f"{LAN}:{self.server.port}"))
        browser.press("button", "^Add a bot$")
        browser.press("button", "^Ready")
        self.wait_for_round(browser)
        self.lock_on(browser, self.copy_target(browser))
        browser.get("button", "^Save the match$")
        self.assertEqual(browser.run("return typeof caches"), "undefined")

    def test_proof_that_has_to_be_fetched_twice(self):
        self.addCleanup(self.browser(DESK).keep_nothing())
        browser = self.visit(DESK)
        self.expected = ["proving.mjs"]
        self.begin(browser, "rgb")
        with browser.without("*/proving.mjs"):
            self.copy_target(browser)
            self.lock(browser)
            browser.says("Checking the match")
        self.finish(browser)

    def test_lost_and_back(self):
        cable = Cable(self.server.port)
        self.addCleanup(cable.end)
        self.ports.append(cable.port)
        browser = self.visit(DESK, port=cable.port)
        self.begin(browser, "rgb")
        cable.cut()
        browser.until("word of it", lambda: any(
            "No connection." in alert.text for alert in browser.find("alert")))
        self.check(browser, "a lost connection")
        browser.get("slider", "^Red$").send_keys("")
        browser.type("7", Keys.ENTER)
        cable.mend()
        browser.gone("alert")
        self.wait_for_round(browser)
        own = browser.color(browser.get("image", "^Yours$"))
        self.assertEqual(own[0], 7, "what was set meanwhile stays")
        # Loading the page anew leads back to the seat, too.
        browser.driver.refresh()
        self.wait_for_round(browser)
        target = self.copy_target(browser)
        browser.type(Keys.ENTER)
        browser.says("0.0 apart")
        self.assertEqual(len(target), 3)

    def test_played_elsewhere(self):
        browser = self.visit(DESK)
        self.begin(browser, "rgb")
        word = browser.run("return sessionStorage.getItem('chromatch.resume')")
        other = Caller(self.server.port, f"HELLO v=1 resume={word}")
        self.addCleanup(other.end)
        other.hear("WELCOME")
        browser.says("You are playing in another window.")
        browser.press("button", "^Play here$")
        browser.gone("alert")
        self.wait_for_round(browser)

    def test_wheel(self):
        browser = self.visit(PHONE)
        self.begin(browser, "hsb")
        before = browser.color(browser.get("image", "^Yours$"))
        # By touch it is there without a press.
        wheel = browser.get("group", "^Hue, Saturation$")
        browser.drag(wheel, 0.5, 0.8)
        browser.until("a hue", lambda: browser.color(
            browser.get("image", "^Yours$")) != before)
        self.check(browser, "the wheel")

    def test_second_tab(self):
        self.open_another_tab(before="")

    def test_second_tab_of_a_busy_one(self):
        # It has no time to answer.
        self.open_another_tab(before="BroadcastChannel.prototype.postMessage = () => {};")

    def open_another_tab(self, before):
        browser = self.visit(DESK)
        code = self.given(browser, "rgb")
        browser.run(before)
        first = browser.driver.current_window_handle
        # A tab that is opened like this begins with what the first one keeps, its seat's word too.
        browser.run("window.open(location.href)")
        others = browser.until("a tab", lambda: [
            handle for handle in browser.driver.window_handles if handle != first])
        browser.driver.switch_to.window(others[0])
        browser.fit()
        browser.says("2 of")
        self.assertTrue(browser.address().endswith(f"#{code}"))
        browser.press("button", "^Leave$")
        browser.get("button", "^Play now$")
        browser.driver.close()
        browser.driver.switch_to.window(first)
        browser.says("1 of")
        browser.gone("alert")

    def test_target_is_nowhere_before_it_opens(self):
        browser = self.visit(DESK)
        browser.run(
            "globalThis.seen = [];"
            "const look = () => {"
            "  const half = document.querySelector('.race [role=img][aria-label=Target]');"
            "  const timer = document.querySelector('.race [role=timer]');"
            "  if (half && timer?.isConnected) {"
            "    seen.push([timer.textContent, getComputedStyle(half).backgroundColor]);"
            "  }"
            "};"
            "new MutationObserver(look).observe(document.body, {"
            "  subtree: true, childList: true, attributes: true, characterData: true })")
        self.begin(browser, "rgb")
        seen = browser.run("return seen")
        # Before it opens the clock counts whole seconds, and tenths from then on.
        before = {color for clock, color in seen if "." not in clock}
        self.assertEqual(before, {"rgba(0, 0, 0, 0)"})
        after = {color for clock, color in seen if "." in clock}
        self.assertTrue(after - before)
