"""Plays in a real browser against a real server: whole matches to their proofs, a connection that
is cut, another window. Judged fields are compared to the bit, in a picture of the screen. A message
on the console or a request to anywhere else fails. It needs chromium and chromium-driver.

    run.py .build/release/chromatchd [TEST]
"""

import asyncio
import re
import socket
import subprocess
import sys
import threading
import unittest

from driver import Browser

ENTER, DOWN = "\ue007", "\ue015"
DESK, PHONE = (1280, 800), (390, 844, 2)
SERVER = sys.argv.pop(1)
TARGET = "document.querySelector('.race .pair .half:not(.hollow)')"


class House:
    """A server, and a way to it that can be cut."""

    def __init__(self):
        command = [SERVER, "--port", "0", "--no-admin", "--web", "clients/web"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            found = re.search(r"address=127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        # Nobody reads the rest, but it must not fill the pipe.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.loop = asyncio.new_event_loop()
        self.writers, self.is_cut = [], False
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        listening = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self.carry, "127.0.0.1", 0), self.loop)
        self.listener = listening.result()
        way = self.listener.sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{way}"

    async def carry(self, reader, writer):
        """Carries bytes both ways until one side ends."""
        if self.is_cut:
            writer.close()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers += [writer, back]

        async def pass_on(source, target):
            try:
                while data := await source.read(65536):
                    target.write(data)
                    await target.drain()
            except OSError:
                pass
            target.close()

        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    def cut(self):
        """Cuts every connection, and lets no other begin."""
        self.is_cut = True

        def abort():
            for writer in self.writers:
                writer.transport.abort()
            self.writers.clear()

        self.loop.call_soon_threadsafe(abort)

    def mend(self):
        """Lets connections begin again."""
        self.is_cut = False

    def close(self):
        """Ends the server."""
        self.process.terminate()
        self.process.wait()
        self.loop.call_soon_threadsafe(self.loop.stop)


class Playing(unittest.TestCase):
    """What a person sees and does."""

    @classmethod
    def setUpClass(cls):
        cls.house = House()

    @classmethod
    def tearDownClass(cls):
        cls.house.close()

    def setUp(self):
        self.house.mend()
        self.browser = Browser()
        self.addCleanup(self.browser.close)
        self.browser.size(*DESK)
        self.browser.open(f"{self.house.address}/")

    def judge(self, is_cut=False):
        """The console is silent, and nothing was asked of anybody else."""
        said = [text for text in self.browser.console() if not (is_cut and "/play" in text)]
        self.assertEqual(said, [])
        own = self.house.address.removeprefix("http://")
        for address in self.browser.addresses():
            place = re.match(r"(?:http|ws)://([^/]*)/|(?:data|blob):", address)
            self.assertTrue(place and place[1] in (own, None), address)

    def set_up(self, mode, seconds):
        """A room of that mode with one round, and a bot; the round begins."""
        browser = self.browser
        browser.press("Open a room")
        browser.wait("document.querySelector('.hall')")
        browser.press(mode)
        browser.wait("document.querySelector('.opt[aria-checked=true]').textContent === "
                     f"'{mode}'")
        for row, least in (("Rounds", 1), ("Seconds", seconds)):
            self.count_down(row, least)
        browser.press("Add a bot")
        browser.wait("document.querySelectorAll('.seat:not(.free)').length === 2")
        browser.press("Ready")
        browser.wait(TARGET)

    def count_down(self, row, least):
        """Presses a counter's minus until it shows so few."""
        part = ("[...document.querySelectorAll('.set')].find((row) => "
                f"row.firstChild.textContent === '{row}')")
        shown = f"{part}.querySelector('output').textContent"
        while (number := int(self.browser.run(shown))) > least:
            self.browser.run(f"{part}.querySelector('button').click()")
            self.browser.wait(f"{shown} !== '{number}'")

    def target(self):
        """The target's color, from what is seen."""
        text = self.browser.run(f"{TARGET}.style.getPropertyValue('--c')")
        return tuple(int(text[at:at + 2], 16) for at in (1, 3, 5))

    def match_by_keys(self):
        """Types the target's three channels and locks."""
        wanted = self.target()
        for value in wanted:
            self.browser.type(*str(value), ENTER, DOWN)
        shown = "[...document.querySelectorAll('.race output')].map((item) => item.textContent)"
        expected = ",".join(map(str, wanted))
        self.browser.wait(f"{shown}.join() === '{expected}'")
        return wanted

    def colors_of_halves(self):
        """All colors in the picture of the pair, by its halves."""
        box = self.browser.run(
            "(() => { const box = document.querySelector('.pair').getBoundingClientRect();"
            " return [box.left, box.top, box.right, box.bottom].map(Math.round); })()")
        left, top, right, bottom = box
        middle, rows = (left + right) // 2, self.browser.pixels()[top + 1:bottom - 1]
        return [
            {pixel for row in rows for pixel in row[start:end]}
            for start, end in ((left + 1, middle - 1), (middle + 1, right - 1))
        ]

    def test_match_to_its_proof(self):
        """A match by keys, exact to the bit, proved on the page."""
        self.set_up("rgb", 30)
        wanted = self.match_by_keys()
        self.assertEqual(self.colors_of_halves(), [{wanted}, {wanted}])
        self.browser.type(ENTER)
        self.browser.wait("document.querySelector('.lock').textContent.includes('Locked')")
        self.browser.wait(
            "document.querySelector('.after .sum')?.textContent.startsWith('0.0 apart')")
        self.browser.wait("document.querySelector('.final .proof')?.textContent.includes('Proved')")
        self.assertIn("wins", self.browser.run("document.querySelector('.final h1').textContent"))
        self.judge()

    def test_modes(self):
        """Every other mode of two runs to its proof."""
        for mode in ("hsb", "cmyk", "gradient", "tiles", "memory"):
            with self.subTest(mode):
                self.set_up(mode, 5)
                self.browser.wait(
                    "document.querySelector('.final .proof')?.textContent.includes('Proved')")
                self.judge()
                self.browser.press("Leave")
                self.browser.wait("document.querySelector('.home')")

    def test_target_is_hidden_before_it_opens(self):
        """Before a round opens no element has its target."""
        self.browser.run(
            "void (window.seen = [], new MutationObserver(() => {"
            " const half = document.querySelector('.race .half');"
            " if (half) seen.push([half.classList.contains('hollow'),"
            " half.style.getPropertyValue('--c'), document.querySelector('.clock').textContent]);"
            "}).observe(document.body, { subtree: true, childList: true, attributes: true,"
            " characterData: true }))")
        self.set_up("rgb", 5)
        seen = self.browser.run("seen")
        before = [color for is_hollow, color, _ in seen if is_hollow]
        self.assertTrue(before)
        self.assertEqual(set(before), {"transparent"})

    def test_drag(self):
        """A drag sets what it says, on the page of a phone, too."""
        self.browser.size(*PHONE)
        self.browser.drag(".try .track", (0.5, 0.5), (0.9, 0.5))
        value = "Number(document.querySelector('.try output').textContent)"
        self.assertGreater(self.browser.wait(f"{value} > 220 && {value}"), 220)
        width = self.browser.run("document.documentElement.scrollWidth")
        self.assertLessEqual(width, PHONE[0])
        self.judge()

    def test_wheel(self):
        """A press on the wheel sets hue and saturation, and stays after it ends."""
        self.set_up("hsb", 30)
        self.browser.type("m")
        self.browser.wait("document.querySelector('.wheel').offsetParent")
        self.browser.drag(".wheel", (0.5, 0.5), (0.5, 0.02))
        self.browser.wait("document.querySelector('.loupe').style.top.startsWith('calc(2')"
                          " || parseFloat(document.querySelector('.loupe').style.top.slice(5)) < 5")
        self.judge()

    def test_lost_and_back(self):
        """A cut connection is told, sliders go on, and the seat is there again."""
        self.set_up("rgb", 60)
        self.house.cut()
        self.browser.wait("document.querySelector('.lost')?.innerText.includes('No connection')")
        self.browser.type("7", ENTER)
        self.browser.wait("document.querySelector('.race output').textContent === '7'")
        self.house.mend()
        self.browser.wait("document.querySelector('.lost').hidden")
        shown = self.browser.run("document.querySelector('.race output').textContent")
        self.assertEqual(shown, "7")
        self.browser.wait("document.querySelector('.lock').getAttribute('aria-disabled') === null")
        self.judge(is_cut=True)

    def test_reload(self):
        """Loading the page anew leads back to the seat."""
        self.set_up("rgb", 60)
        self.browser.call("POST", "/refresh", {})
        self.browser.wait(TARGET)
        self.assertEqual(
            self.browser.run("document.querySelector('.lane.me') !== null"), True)
        self.judge(is_cut=True)

    def test_played_elsewhere(self):
        """Whoever comes back elsewhere is told of here, and can come back here."""
        self.set_up("rgb", 60)
        word = self.browser.run("sessionStorage.getItem('chromatch.resume')")
        with socket.create_connection(("127.0.0.1", self.house.port)) as other:
            other.sendall(f"HELLO v=1 resume={word}\n".encode())
            self.browser.wait(
                "document.querySelector('.lost').innerText.includes('another window')")
            self.browser.press("Play here")
            self.browser.wait("document.querySelector('.lost').hidden")
        self.browser.wait(TARGET)
        self.judge()


if __name__ == "__main__":
    unittest.main()
