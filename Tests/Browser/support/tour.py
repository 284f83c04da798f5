"""Every screen in turn, as a server on strings brings it up, in windows of every size."""

import pathlib

from support.browser import DESK
from support.case import PageCase
from support.puppet import Puppet
from support.scenes import SCREENS

LOOKS = pathlib.Path(__file__).with_name("looks.js").read_text()
# Width, height, and whether fingers touch it. A desk at 200 % has half as many pixels of the page.
SIZES = {
    "desk": (1280, 800, False), "wide": (1920, 1080, False), "zoomed": (640, 400, False),
    "upright": (390, 844, True), "on its side": (844, 390, True)}


class Tour(PageCase):
    """A test that sees every screen."""

    def setUp(self):
        super().setUp()
        # Browsers write down by themselves what is missing and what was refused.
        self.expected = ["status of 404"]

    def see(self, check, files=(), language="en-US", only=SCREENS, screens=SCREENS):
        """Calls a check at each screen, with its name and the browser.

        only: names of those of the screens that matter. files: what stands in for the page's.
        language: what the browser says it reads.
        """
        puppet = Puppet(self.server.port, files)
        self.addCleanup(puppet.end)
        self.ports.append(puppet.port)
        browser = self.visit(DESK, "/nowhere")
        browser.read(language)
        self.addCleanup(browser.read, "en-US")
        self.addCleanup(browser.fit)
        self.addCleanup(browser.keep_nothing())
        for number, (name, screen) in enumerate((name, screens[name]) for name in only):
            with self.subTest(screen=name):
                browser.fit()
                puppet.play(**screen.answers)
                # Another room of the same page would be no new page; another question makes one,
                # in the same process, which has all files at hand.
                page, mark, place = screen.path.partition("#")
                browser.open(puppet.port, f"{page}?{number}{mark}{place}")
                self.lead(browser, puppet, screen)
                check(name, browser)

    def lead(self, browser, puppet, screen):
        """From the page to the screen."""
        for place in screen.clicks:
            browser.until(place, lambda at=place: browser.driver.execute_script(
                "const found = document.querySelector(arguments[0]); found?.click();"
                "return found !== null", at))
        if screen.then or screen.is_cut:
            self.wait(browser, screen.ready)
        if screen.then:
            puppet.lines[-1].say(*screen.then)
        if screen.is_cut:
            puppet.is_deaf = True
            puppet.lines[-1].close()
        if screen.keys:
            # What a key shows comes, hidden, with the second helping of the page.
            self.wait(browser, screen.place.removesuffix(":not([hidden])"))
            browser.type(*screen.keys)
        self.wait(browser, screen.place)

    def has(self, browser, place):
        return browser.driver.execute_script(
            "return document.querySelector(arguments[0]) !== null", place)

    def wait(self, browser, place):
        browser.until(place, lambda: self.has(browser, place))

    def size(self, browser, name):
        """Gives the window another size."""
        width, height, is_touched = SIZES[name]
        browser.resize(width, height, is_touched)

    def looks(self, browser):
        """What is cut, too small, too wide, or lies over something else."""
        return browser.driver.execute_script(LOOKS)
