"""What every test of the page has: a server, browsers of both devices, and at its end a look at
what must never be: a word on the console, a report of the content policy, a request to others."""

import threading
import unittest

from support.browser import DESK, PHONE, Browser
from support.firefox import FIREFOX, Firefox
from support.programs import PAGES, ROOT, Server
from support.puppet import Puppet

# What browsers write down by themselves of a line that is gone. On a busy machine a page that hears
# nothing for seconds gives its line up and comes back, which is no fault of the page.
LOST = [
    "WebSocket connection to", "establish a connection to the server at ws",
    "connection to ws", "interrupted while the page was loading"]
PICTURES = ROOT / ".build/tests/browser"


class PageCase(unittest.TestCase):
    """A test with a server of its own and, as far as it wants them, browsers.

    options: what else the server is told.
    expected: what the console may say, by words that such a message has: browsers write down by
        themselves what they did not get.
    """

    pages = PAGES
    options = []
    browsers = []
    mine = threading.local()

    def browser(self, device):
        """The browser of a device, which all tests of a thread share."""
        key = name_of(device)
        if not hasattr(self.mine, key):
            setattr(self.mine, key, Firefox() if device is FIREFOX else Browser(device))
            self.browsers.append(getattr(self.mine, key))
        return getattr(self.mine, key)

    def setUp(self):
        self.used = []
        self.expected = []
        self.server = Server(self.pages, 0, *self.options)
        self.addCleanup(self.server.end)
        self.ports = [self.server.port]

    def visit(self, device, path="/", port=None, host="127.0.0.1"):
        """The browser of a device, with a page of this test's server."""
        browser = self.browser(device)
        if browser not in self.used:
            browser.faults([])
            self.used.append(browser)
        browser.open(port or self.server.port, path, host)
        return browser

    def tearDown(self):
        for browser in self.used:
            if self.has_failed():
                self.keep_picture(browser)
            faults = browser.faults(self.ports, [*LOST, *self.expected])
            browser.leave()
            self.assertEqual(faults, [], "on the console, or asked of others")

    def has_failed(self):
        result = self._outcome.result
        return any(getattr(test, "test_case", test) is self
                   for test, _ in result.failures + result.errors)

    def keep_picture(self, browser):
        PICTURES.mkdir(parents=True, exist_ok=True)
        path = PICTURES / f"{self.id()}-{name_of(browser.device)}.png"
        path.write_bytes(browser.picture())

    def check(self, browser, what):
        """The page as it is now keeps WCAG 2.2 AA and stays within its window."""
        self.assertEqual(browser.findings(), [], what)
        self.assertLessEqual(browser.overhang(), 0, f"{what} is wider than the window")


class PuppetCase(PageCase):
    """A test whose page has a server that says what the test wants."""

    def setUp(self):
        super().setUp()
        self.puppet = Puppet(self.server.port)
        self.addCleanup(self.puppet.end)
        self.ports.append(self.puppet.port)

    def meet(self, device=DESK, path="/#WAVE", host="127.0.0.1", **answers):
        """A page that hears these answers, and its line to say more by."""
        self.puppet.play(**answers)
        self.addCleanup(self.browser(device).keep_nothing())
        browser = self.visit(device, path, self.puppet.port, host)
        self.puppet.hear("HELLO")
        browser.get("main")
        return browser, self.puppet.lines[-1]


DEVICES = [DESK, PHONE]


def name_of(device):
    return "phone" if device is PHONE else "firefox" if device is FIREFOX else "desk"
