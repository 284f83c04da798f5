"""A kept match, seen again: from a file, at any moment, with anybody's eyes, by mouse and keys."""

import html.parser
import pathlib
import re
import subprocess
import tempfile
import time
import urllib.request

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from support.browser import DESK, PHONE
from support.case import PageCase, PuppetCase
from support.picture import pixels
from support.programs import PAGES, PROGRAMS, ROOT, Caller, Server

KEPT = (ROOT / "Tests/Web/support/kept.mjs").read_text()
DIGITS = dict(re.findall(r'const (\w+) = "([0-9a-f]+)";', KEPT))
RECORD = re.sub(
    r"\$\{(\w+)\}", lambda name: DIGITS[name[1]],
    re.search(r"RECORD = `(.*?)`", KEPT, re.DOTALL)[1])
EXAMPLE = (ROOT / "protocol/vectors/records/match.record").read_text()
# One round of ten seconds, in which Ada locks before its third is over.
HAUNTED = (ROOT / "protocol/vectors/records/ghost.record").read_text()
# What keeps a name's direction to itself, and is not seen.
ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
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
        browser.says("It is neither a saved match nor a record: line 1 is no line of a server.")
        self.open_file(browser, RECORD)
        browser.press("button", "^Pause$")
        browser.says("Fair, checked on your device.")
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

    def races(self, device):
        browser = self.visit(device, "/replay/")
        self.open_file(browser, RECORD.replace("LOCK v=40,92,37", "LOCK v=40,92,38"))
        browser.press("button", "^Race it$")
        browser.says("That match does not add up, so nobody races it.")
        browser.press("button", "^Another match$")
        self.open_file(browser, HAUNTED)
        browser.press("button", "^Race it$")
        browser.until("a ghost that has locked", lambda: browser.run(
            "return document.querySelector('.lane:has(.ghost) .near')?.textContent") == "✓")
        # The server can go: it has no part in this.
        self.server.end()
        self.check(browser, "a race without a server")
        browser.says("Raced on this device alone. No server keeps it, and it counts nowhere.")
        browser.says("Ada beats you by")
        browser.says("against Ada")
        self.check(browser, "the end of a race without a server")
        offered = "^(Share the picture|Save the match|See it again|Room|Race it|Copy link)$"
        self.assertEqual(browser.find("button", offered), [])
        browser.press("button", "^Again$")
        browser.until("another race", lambda: browser.run(
            "return document.querySelector('main.race') !== null"))
        browser.type(Keys.ESCAPE, Keys.ESCAPE)
        browser.get("button", "^Play$")

    def test_raced_on_a_desk(self):
        self.races(DESK)

    def test_raced_on_a_phone(self):
        self.races(PHONE)

    def test_dropped_on_the_game(self):
        self.addCleanup(self.browser(DESK).keep_nothing())
        browser = self.visit(DESK)
        browser.says("Play now")
        drop = ("const data = new DataTransfer();"
                "data.items.add(new File([arguments[0]], 'match.txt'));"
                "dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));")
        browser.until("a refusal", lambda: browser.run(drop, "Dear diary,\n")
                      or "That file does not hold a match." in browser.text())
        browser.run(drop, RECORD)
        browser.get("button", "^Pause$")
        self.assertTrue(browser.address().endswith("/replay/"))

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


class Kept(PuppetCase):
    """A match by its number, from the server that the page came from."""

    def replay(self, index, device=DESK, **answers):
        """The page of a match, with a server on strings."""
        self.puppet.play(**answers)
        return self.visit(device, f"/replay/#{index}", self.puppet.port)

    def sees(self, device):
        lines = EXAMPLE.splitlines()
        first, rest = lines[:20], lines[20:]

        def told(fields):
            start = int(fields.get("from", 0))
            part = rest if start else first
            return [f"REPLAYED index=7 lines={len(lines)}" + (f" from={start}" if start else ""),
                    *part, f"END of=REPLAY count={len(part)}"]

        browser = self.replay(7, device, REPLAY=told)
        browser.press("button", "^Pause$")
        browser.says("Fair, checked on your device.")
        self.assertEqual(self.puppet.hear("REPLAY", 2), "REPLAY index=7 from=20")
        self.check(browser, "a match from the server")
        # A match that is closed is asked for no more.
        browser.press("button", "^Another match$")
        browser.says("See a match again.")
        self.assertTrue(browser.address().endswith("/replay/"))

    def test_on_a_desk(self):
        self.sees(DESK)

    def test_on_a_phone(self):
        self.sees(PHONE)

    def test_none(self):
        browser = self.replay(8, REPLAY=["NO code=no-match verb=REPLAY"])
        browser.says("This server has no match #8, or does not keep it any longer.")
        self.check(browser, "no match")

    def test_forged(self):
        forged = EXAMPLE.replace("SET v=63,115,60", "SET v=63,115,61").splitlines()
        browser = self.replay(7, REPLAY=[
            f"REPLAYED index=7 lines={len(forged)}", *forged,
            f"END of=REPLAY count={len(forged)}"])
        browser.says("The server has no proof that it keeps its matches.")


class Document(html.parser.HTMLParser):
    """What a preview of a link reads, and what runs there."""

    def __init__(self, text):
        super().__init__()
        self.metas = {}
        self.images = []
        self.links = []
        self.scripts = 0
        self.said = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag == "meta" and "content" in values:
            self.metas[values.get("property", values.get("name"))] = values["content"]
        self.images += [values["src"]] if tag == "img" else []
        self.links += [values["href"]] if tag == "a" else []
        self.scripts += tag == "script" or any(name.startswith("on") for name in values)

    def handle_data(self, data):
        self.said.append(data)


class Archive(PageCase):
    """A match that a real server has kept."""

    def keep(self, name="Ada"):
        """A server, and the number of the match that it keeps."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = Server(PAGES, 0, "--state", folder.name, "--tls", "off")
        self.addCleanup(server.end)
        self.ports.append(server.port)
        player = Caller(server.port, f"HELLO v=1 name={name}", "CREATE seats=1 rounds=1 time=60")
        self.addCleanup(player.end)
        player.hear("HOSTED")
        player.say("READY")
        # A match in which nobody locks is not kept. When the round is open is the server's to say:
        # a lock that comes too early is refused, and said again.
        target = bytes.fromhex(player.hear("ROUND")["target"].removeprefix("#"))
        refused = {"code": None}
        while "code" in refused:
            player.say(f"LOCK v={','.join(map(str, target))}")
            refused = player.hear("NO", "LOCKED")
            time.sleep(0.1)
        return server, player.hear("KEPT")["index"]

    def test_seen_again(self):
        server, index = self.keep()
        browser = self.visit(DESK, f"/replay/#{index}", server.port)
        browser.press("button", "^Pause$")
        browser.says("Fair, checked on your device.")
        browser.says("Ada")

    def get(self, server, path, method="GET", **fields):
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}{path}", method=method, headers=fields)
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def test_shared(self):
        server, index = self.keep('<img%20src="x')
        place = f"http://127.0.0.1:{server.port}/m/{index}"
        page = Document(self.get(server, f"/m/{index}").decode())
        title = page.metas["og:title"].translate(ISOLATES)
        self.assertRegex(title, '^<img src="x [0-9,]+: 1 round of rgb$')
        self.assertEqual(page.metas["og:image"], f"{place}.png")
        self.assertEqual(page.metas["og:url"], place)
        self.assertEqual((page.images, page.scripts), ([f"/m/{index}.png"], 0))
        self.assertIn(f"/replay/#{index}", page.links)
        self.assertIn('<img src="x', page.said)
        for agent in ("facebookexternalhit/1.1", "", "Mozilla/5.0 (compatible; Discordbot/2.0)"):
            other = self.get(server, f"/m/{index}", **{"User-Agent": agent})
            self.assertEqual(Document(other.decode()).metas, page.metas, agent)
        self.assertEqual(self.get(server, f"/m/{index}", "HEAD"), b"")
        picture = self.get(server, f"/m/{index}.png")
        self.assertEqual(len(pixels(picture)), 630)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "match.png")
        path.write_bytes(picture)
        verify = subprocess.run(
            [PROGRAMS / "chromatch", "verify", path], capture_output=True, text=True)
        self.assertEqual((verify.returncode, verify.stdout.endswith("\nproved\n")), (0, True))
        for device in (PHONE, DESK):
            browser = self.visit(device, f"/m/{index}", server.port)
            browser.says("1 round of rgb")
            self.check(browser, "the page of a match")
        browser.press("link", "^See it again$")
        browser.press("button", "^Another match$")
        # The picture is the match.
        chooser = browser.until(
            "a chooser", lambda: browser.driver.find_elements("css selector", "#file"))
        chooser[0].send_keys(str(path))
        browser.says("Fair, checked on your device.")

    def test_room(self):
        player = Caller(self.server.port, "HELLO v=1 name=Ada", "CREATE seats=2 name=Lunch")
        self.addCleanup(player.end)
        code = player.hear("IN")["room"]
        browser = self.visit(PHONE, f"/r/{code}")
        browser.says("rgb: 1 of 2 seats taken, it waits for players.")
        self.check(browser, "the page of a room")
        browser.press("link", "^Join$")
        browser.says("Lunch")
