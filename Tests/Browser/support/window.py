"""What tests do with a window of any browser: look, wait, press, and judge what is there. How
elements are found and pressed is the browser's own. Tests find what is on a page as screen readers
do, by role and name, so a test that finds no button has found a fault."""

import pathlib
import re
import urllib.parse

import axe_playwright_python

from support.programs import wait_for

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# What is inside of a browser is asked of nobody.
PLACES = ("data:", "blob:", "chrome:", "about:")
# This machine by a name that browsers do not trust, as they trust no other machine of a network.
LAN = "lan.test"

# Who the user is on every page from now on, unless a test wants a stranger.
KNOWN = """
try {
  localStorage["chromatch.profile"] ??=
    JSON.stringify({ name: "Pat", icon: "knight", color: "#e4743c", level: 2 });
} catch {}
"""


class Window:
    """Looks and presses. A browser adds `go`, `run`, `find`, `click`, `type`, `drag`, `pixels` and
    `faults`."""

    def open(self, port, path="/", host="127.0.0.1"):
        self.go(f"http://{host}:{port}{path}")

    def address(self):
        return self.run("return location.href")

    # What is there.

    def text(self):
        """Everything that can be read on the page."""
        return self.run("return document.body?.innerText ?? ''")

    def attribute(self, element, name):
        return self.run("return arguments[0].getAttribute(arguments[1])", element, name)

    def color(self, element):
        """The color of a field as red, green and blue."""
        text = self.run("return getComputedStyle(arguments[0]).backgroundColor", element)
        return tuple(int(number) for number in re.findall(r"\d+", text)[:3])

    # Waiting.

    def until(self, what, condition):
        """Looks again and again until a condition gives something, and gives that."""
        return wait_for(what, condition, self.text)

    def get(self, role, name=""):
        """The first element of a role and a name, as soon as there is one."""
        return self.until(f"{role} {name}", lambda: self.find(role, name))[0]

    def leave(self):
        """Leaves one window and nothing in it, so that no page asks for a server that has ended."""
        self.go("about:blank")

    def gone(self, role, name=""):
        self.until(f"no {role} {name}", lambda: not self.find(role, name))

    def says(self, text):
        self.until(f"'{text}'", lambda: text in self.text())

    # Doing.

    def press(self, role, name=""):
        """Presses something: a click on the desk, a tap on the phone."""
        self.click(self.get(role, name))

    def focus(self, element):
        self.run("arguments[0].focus()", element)

    # What must not be.

    def findings(self):
        """What axe finds against the page as it is now."""
        if not self.run("return 'axe' in globalThis"):
            self.run(AXE)
        # At its end nothing that sticks to the window lies over a part of a row.
        self.run("scrollTo(0, document.documentElement.scrollHeight)")
        found = self.run(
            "return axe.run({ runOnly: arguments[0], resultTypes: ['violations'] })"
            ".then(({ violations }) => violations)", RULES)
        return [
            f"{one['id']}: {one['help']}: " + "; ".join(
                f"{node['target']} {node['failureSummary']}" for node in one["nodes"])
            for one in found]

    def overhang(self):
        """By how many pixels the page is wider than its window."""
        return self.run(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth")


def is_here(url, ports):
    """Whether an address is one of these ports of this machine, or inside of the browser."""
    parts = urllib.parse.urlsplit(url)
    is_this = parts.hostname in ("127.0.0.1", LAN) and parts.port in ports
    return url.startswith(PLACES) or is_this
