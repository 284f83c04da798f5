"""What holds for every page, whatever is on it; and that each of these checks can fail."""

import pathlib
import tempfile

from support.browser import DESK
from support.case import DEVICES, PageCase

BAD = """<!doctype html>
<html><head><title>bad</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="/icon.svg"></head>
<body style="margin: 0"><img src="/icon.svg"><img src="http://127.0.0.1:9/else.png">
<p id="wide">wide</p>
<script>console.log("inline")</script><script src="/bad.js"></script></body></html>
"""
SCRIPT = """console.log("a word");
document.getElementById("wide").style.width = "3000px";
"""
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"""


class Pages(PageCase):
    """The pages of the web client."""

    def test_home(self):
        for device in DEVICES:
            browser = self.visit(device)
            browser.get("main")
            self.check(browser, "home")
            self.assertIn("chromatch", browser.driver.title)

    def test_wall(self):
        browser = self.visit(DESK, "/wall/")
        browser.get("main")
        self.check(browser, "the wall")

    def test_missing(self):
        for device in DEVICES:
            browser = self.visit(device, "/nowhere")
            # The browser itself writes that down.
            self.expected = ["status of 404"]
            browser.get("link")
            self.check(browser, "the page for what is missing")

    def test_sent_small(self):
        browser = self.visit(DESK)
        browser.get("main")
        sent = browser.run(
            "return performance.getEntriesByType('resource').concat("
            "performance.getEntriesByType('navigation')).map((entry) =>"
            " [entry.name, entry.encodedBodySize, entry.decodedBodySize])")
        # A typeface is packed as it stands.
        texts = [entry for entry in sent
                 if entry[2] > 2_000 and not entry[0].endswith(".woff2")]
        self.assertTrue(texts)
        for name, encoded, decoded in texts:
            self.assertLess(encoded, decoded * 0.7, name)


class BadPages(PageCase):
    """A folder in which everything is wrong that the checks look for."""

    devices = DEVICES

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.pages = pathlib.Path(folder.name)
        for name, text in ("index.html", BAD), ("bad.js", SCRIPT), ("icon.svg", PICTURE):
            (self.pages / name).write_text(text)
        super().setUp()

    def test_is_noticed(self):
        for device in self.devices:
            browser = self.visit(device)
            browser.says("wide")
            findings = " ".join(browser.findings())
            self.assertIn("image-alt", findings)
            self.assertIn("html-has-lang", findings)
            self.assertGreater(browser.overhang(), 0)
            faults = " ".join(browser.faults(self.ports))
            self.assertIn("a word", faults)
            self.assertIn("Content Security Policy", faults)
            self.assertIn("http://127.0.0.1:9/else.png", faults)
