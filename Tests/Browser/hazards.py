"""What real rooms seldom show: servers that talk nonsense, a great many lines at once, names that
are markup, doors that stay shut, hosts who put people out, and servers that die and come back."""

import random

from selenium.webdriver.common.keys import Keys

from support.browser import DESK, PHONE
from support.case import PageCase, PuppetCase
from support.programs import Caller, Server
from support.puppet import welcome
from support.scenes import MOVES, STAGED, TILES, proved, room, round_of

MARKUP = "<img src=x onerror=alert(1)>"


class Puppets(PuppetCase):
    """A page whose server says what a test wants."""

    def until_drawn(self, browser):
        """A round that is open, with its sliders."""
        browser.until("a lock", lambda: browser.find("button", "^Lock") and browser.get(
            "button", "^Lock").get_attribute("aria-disabled") is None)

    # Keys.

    def guess(self, browser):
        """The values of the newest SET, once what was typed has been told."""
        said = self.puppet.hear("SET")
        return [int(value) for value in said.split("v=")[1].split(",")]

    def told(self, browser, values):
        browser.until(f"a SET of {values}", lambda: any(
            line.startswith("SET") and self.guess(browser) == values for line in self.puppet.heard))

    def test_keys_of_sliders(self):
        browser, _ = self.meet(JOIN=[*round_of(), *MOVES])
        self.until_drawn(browser)
        for keys, values in [
                (["1", "2", "3", Keys.ENTER], [123, 188, 188]),
                ([Keys.ARROW_RIGHT], [124, 188, 188]),
                ([Keys.PAGE_DOWN], [114, 188, 188]),
                ([Keys.ARROW_DOWN, Keys.HOME], [114, 0, 188]),
                ([Keys.ARROW_DOWN, Keys.END], [114, 0, 255]),
                ([Keys.ARROW_UP, "9", "1", Keys.BACKSPACE, Keys.ENTER], [114, 9, 255]),
                (["u"], [114, 0, 255])]:
            browser.type(*keys)
            self.told(browser, values)
        browser.type("o")
        browser.until("the order", lambda: any(
            text.startswith("1. Ben, 84.") and "2. Maximiliane Wüst, 41." in text
            and "Ochre" in text for text in self.statuses(browser)))
        browser.type(Keys.ENTER)
        self.assertRegex(self.puppet.hear("LOCK"), r"^LOCK v=114,0,255 t=\d+$")

    def statuses(self, browser):
        return browser.driver.execute_script(
            "return [...document.querySelectorAll('[role=status]')].map((one) => one.textContent)")

    def test_nobody_sees_how_near_they_are(self):
        """Before they lock, unless the room helps: neither as a number nor as a bar."""
        lane = (
            "const bar = document.querySelector('.lane.me .bar');"
            "return [document.querySelector('.lane.me .near').textContent,"
            " bar.checkVisibility()]")
        for more, near in ("", ["", False]), (" assist=1", ["31", True]):
            # Another question makes a new page.
            browser, line = self.meet(
                path=f"/?{len(more)}#WAVE", JOIN=[*round_of(more=more), *MOVES])
            self.until_drawn(browser)
            browser.type("9", "0", Keys.ENTER)
            self.told(browser, [90, 188, 188])
            browser.until("an own lane", lambda: "84" in browser.text())
            self.assertEqual(browser.run(lane), near)
            browser.type("o")
            browser.until("the order", lambda: any(
                "1. Ben, 84." in text and ("Ada" in text) == bool(more)
                for text in self.statuses(browser)))
            line.say("LOCKED who=p1 t=900")
            browser.until("a lane to the end", lambda: browser.run(lane) == ["✓", True])

    def test_keys_of_the_wheel(self):
        browser, _ = self.meet(JOIN=[*round_of("hsb"), *MOVES])
        self.until_drawn(browser)
        browser.until("the wheel", lambda: browser.type("m") or browser.find("group", "^Hue"))
        for keys, what in [
                ("=", lambda hue, saturation, light: saturation > 0),
                (".", lambda hue, saturation, light: hue != 0),
                ("[", lambda hue, saturation, light: light < 74),
                ("]", lambda hue, saturation, light: light >= 74),
                ("{", lambda hue, saturation, light: light < 74),
                ("-", lambda hue, saturation, light: saturation == 0)]:
            browser.type(keys)
            browser.until(keys, lambda: any(
                line.startswith("SET") for line in self.puppet.heard) and what(
                    *self.guess(browser)))
        browser.type("m")
        browser.get("slider", "^Saturation$")

    def test_keys_of_a_gradient(self):
        browser, _ = self.meet(JOIN=[*round_of("gradient", fields=" to=#c14f9a"), *MOVES])
        self.until_drawn(browser)
        browser.type("7", Keys.ENTER)
        self.told(browser, [7, 0, 74, 0, 0, 74])
        browser.type("x", "9", Keys.ENTER)
        self.told(browser, [7, 0, 74, 9, 0, 74])
        browser.type("s")
        self.told(browser, [9, 0, 74, 7, 0, 74])
        # Keys that come before the next frame count as well.
        browser.run(
            "for (const key of arguments[0]) document.body.dispatchEvent("
            "new KeyboardEvent('keydown', { key, bubbles: true }))",
            ["x", "8", "Enter", "x", "6", "Enter", "s"])
        self.told(browser, [6, 0, 74, 8, 0, 74])

    def test_keys_of_tiles(self):
        browser, line = self.meet(JOIN=round_of("tiles", fields=TILES))
        self.until_tiles(browser)
        browser.type("4")
        self.assertRegex(self.puppet.hear("LOCK"), r"^LOCK v=4 t=\d+$")
        line.say("MISSED who=p1 t=300", "NO code=too-far verb=LOCK")
        browser.get("radio", "^Tile 4, wrong$")
        # An arrow only leads there; what was missed is not said again.
        browser.type("4", Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
        # A miss costs a while in which nothing counts.
        browser.until("another try", lambda: browser.type(Keys.ENTER) or sum(
            line.startswith("LOCK") for line in self.puppet.heard) > 1)
        self.assertRegex(self.puppet.hear("LOCK", 2), r"^LOCK v=5 t=\d+$")

    def until_tiles(self, browser):
        browser.until("tiles", lambda: browser.find("radio", "^Tile 9"))

    def test_keys_of_the_stage(self):
        browser, _ = self.meet(path="/#WAVE/stage", WATCH=STAGED)
        browser.until("the stage", lambda: browser.driver.execute_script(
            "return document.querySelector('.stage') !== null"))
        browser.type("d")
        for is_dark in True, False:
            self.assertEqual(browser.driver.execute_script(
                "return document.documentElement.classList.contains('dark')"), is_dark)
            browser.type("d")
        browser.type("f")
        browser.until("the whole screen", lambda: browser.driver.execute_script(
            "return document.fullscreenElement !== null"))
        browser.driver.execute_script("document.exitFullscreen()")

    def test_escape_asks_before_it_leaves(self):
        browser, _ = self.meet(JOIN=round_of())
        self.until_drawn(browser)
        browser.type(Keys.ESCAPE)
        browser.says("Press Escape again.")
        browser.type(Keys.ESCAPE)
        self.puppet.hear("LEAVE")
        browser.get("button", "^Play now$")

    # Screens against what was told.

    def test_mosaic_is_what_was_told(self):
        browser, _ = self.meet(path="/#SFXK", JOIN=proved())
        browser.says("Fair, checked on your device.")
        cells = browser.driver.execute_script(
            "return [...document.querySelectorAll('.mosaic tbody tr')].map((row) =>"
            " [...row.querySelectorAll('.c')].map((cell) => [cell.textContent,"
            " ...['.goal', '.guess'].map((one) =>"
            " getComputedStyle(cell.querySelector(one)).backgroundColor)]))")
        lines = [line.split() for line in proved()]
        said = [(line[0], dict(word.split("=") for word in line[1:])) for line in lines]
        targets = [fields["target"] for verb, fields in said if verb == "ROUND"]
        ranked = [fields["who"] for verb, fields in said if verb == "PLACE"]
        self.assertEqual(len(ranked), 2)
        for who, row in zip(ranked, cells, strict=True):
            scores = [fields for verb, fields in said if verb == "SCORE" and fields["who"] == who]
            for number, (score, target, cell) in enumerate(zip(scores, targets, row, strict=True)):
                guess = [int(value) for value in score["v"].split(",")]
                color = "#" + bytes(guess).hex()
                self.assertEqual(
                    cell[0], f"Round {number + 1}: {color}, {score['points']} points")
                goal = list(bytes.fromhex(target[1:]))
                self.assertEqual(cell[1], f"rgb({', '.join(map(str, goal))})")
                self.assertEqual(cell[2], f"rgb({', '.join(map(str, guess))})")

    def test_phone_vibrates_when_refused(self):
        browser, line = self.meet(PHONE, JOIN=room())
        browser.get("button", "^Ready")
        browser.driver.execute_script(
            "globalThis.felt = []; navigator.vibrate = (length) => felt.push(length)")
        line.say("NO code=not-now verb=CONFIG")
        browser.says("You cannot do that now.")
        self.assertEqual(browser.driver.execute_script("return felt"), [], "before any touch")
        browser.press("button", "^Add a bot$")
        self.puppet.hear("BOT")
        line.say("NO code=too-fast verb=BOT")
        browser.says("That was too much at once")
        self.assertEqual(browser.driver.execute_script("return felt"), [40])

    def test_help_is_told_and_is_named_in_scores(self):
        help_ = " assist=1"
        browser, line = self.meet(JOIN=[*round_of(more=help_), *MOVES])
        browser.says("27.6 apart, much more green, and darker.")
        line.say("SHUT round=1 answer=11,177,110 next=@60000", *(
            f"SCORE who=p{at} v=11,177,110 de=0 t=5000 points=900 total=900 assist=1"
            for at in (1, 2, 3, 4)))
        browser.says("with help")

    # What no server should say.

    def test_many_lines_in_one_frame(self):
        browser, line = self.meet(JOIN=[*round_of(), *MOVES])
        self.until_drawn(browser)
        browser.driver.execute_script(
            "globalThis.texts = 0;"
            "new MutationObserver((records) => { texts += records.length; })"
            ".observe(document.querySelector('.lanes'), { subtree: true, childList: true })")
        line.say(*(f"MOVE who=p2 near={at % 90} color=#{at:02x}8040" for at in range(200)),
                 "MOVE who=p2 near=97 color=#0ab26f")
        browser.until("the newest", lambda: "97" in browser.text())
        # Two hundred lines are one drawing, in which one number became another.
        self.assertLessEqual(browser.driver.execute_script("return texts"), 4)

    def test_nonsense(self):
        race = [*round_of(), *MOVES]
        # A player who comes back gets the same seat.
        browser, line = self.meet(JOIN=race, HELLO=lambda fields: [
            *welcome({}), *(race if "resume" in fields else [])])
        self.until_drawn(browser)
        chance = random.Random(1)
        # A page that is let into another room leaves for the one it wants.
        lines = [said for said in [*race, *proved()] if not said.startswith("IN")]
        for _ in range(150):
            words = chance.choice(lines).split()
            chance.shuffle(words)
            broken = " ".join(words)[:chance.randrange(1, 200)]
            line.say(broken.replace("@", "7"), "SCORE", "ROUND round=1", "=", "")
        line.say("PING nonce=after")
        self.assertEqual(self.puppet.hear("PONG"), "PONG nonce=after")
        line.close()
        self.puppet.hear("HELLO", 2)
        self.until_drawn(browser)
        # Bytes that are no text end the connection, and a line that never ends does, too.
        for data in (b"\xff\xfe\n", b"MOVE " + b"x" * 100_000):
            count = len(self.puppet.lines)
            self.puppet.lines[-1].send(data)
            browser.until("a new line", lambda: len(self.puppet.lines) > count)
            self.until_drawn(browser)
        self.expected = ["Could not decode a text frame"]

    def test_names_are_no_markup(self):
        said = MARKUP.replace(" ", "%20")
        names = [line.replace("Ada's%20room", said).replace("name=Ada", "name=<b>Ada</b>")
                 for line in room()]
        listed = [f"LISTED room=WAVE name={said} mode=rgb seats=4 taken=1 watchers=0 state=waiting"
                  " round=0 of=5 icons=star", "END of=LIST count=1"]
        browser, _ = self.meet(JOIN=names, LIST=listed)
        browser.says(MARKUP)
        browser.says("<b>Ada</b>")
        browser.press("button", "^Leave$")
        browser.says(MARKUP)
        self.assertEqual(browser.driver.execute_script(
            "return document.querySelectorAll('#page img, #page b b').length"), 0)


class Doors(PageCase):
    """Rooms that somebody does not get into, or does not stay in, on a real server."""

    def caller(self, *lines):
        caller = Caller(self.server.port, *lines)
        self.addCleanup(caller.end)
        return caller

    def test_password(self):
        host = self.caller("HELLO v=1 name=Eve", "CREATE pass=hush")
        code = host.hear("IN")["room"]
        browser = self.visit(DESK, f"/#{code}")
        browser.says(f"{code} asks for a password.")
        browser.get("textbox", "^Password$").send_keys("loud", Keys.ENTER)
        browser.says("That password was wrong.")
        browser.get("textbox", "^Password$").send_keys("hush", Keys.ENTER)
        browser.says("2 of 8 seats")

    def test_put_out_twice(self):
        host = self.caller("HELLO v=1 name=Eve", "CREATE")
        code = host.hear("IN")["room"]
        host.hear("WATCHERS")
        browser = self.visit(DESK, f"/#{code}")
        acts = ("KICK", "you may come back"), ("BAN", "removed you from the room for good")
        for verb, text in acts:
            who = host.hear("SEAT")["who"]
            browser.says("2 of")
            host.say(f"{verb} who={who}")
            browser.says(text)
            browser.get("button", "^Play now$")
            if verb == "KICK":
                browser.get("textbox", "^Room code$").send_keys(code, Keys.ENTER)
        browser.get("textbox", "^Room code$").send_keys(code, Keys.ENTER)
        browser.says("removed you from that room for good")

    def test_server_that_ends_dies_and_comes_back(self):
        # What the page keeps for later is fetched while the server goes.
        self.expected = [
            "WebSocket connection to", "Failed to load resource", "fetching the script"]
        host = self.caller("HELLO v=1 name=Eve", "CREATE")
        code = host.hear("IN")["room"]
        browser = self.visit(DESK, f"/#{code}")
        browser.says("2 of")
        self.server.end()
        browser.says("The server is shutting down.")
        self.again()
        # That server knows no room of before.
        browser.get("button", "^Play now$")
        browser.gone("alert")
        browser.says("No room is open.")
        browser.press("button", "^Open a room$")
        browser.says("1 of")
        self.server.kill()
        browser.says("No connection.")
        self.again()
        browser.get("button", "^Play now$")
        browser.gone("alert")

    def test_server_that_is_about_to_stop(self):
        # A match keeps it that lasts longer than this test.
        racer = self.caller("HELLO v=1 name=Eve", "CREATE seats=1 rounds=20 time=120", "READY")
        racer.hear("COUNTDOWN")
        browser = self.visit(DESK, "/")
        browser.get("button", "^Play now$")
        self.server.drain()
        racer.hear("STOPPING")
        browser.says("The server stops soon")
        browser.press("button", "^Play now$")
        browser.says("The server stops soon")
        browser.get("button", "^Play now$")

    def again(self):
        """Another server in the place of the one before."""
        self.server = Server(self.pages, self.server.port)
        self.addCleanup(self.server.end)
