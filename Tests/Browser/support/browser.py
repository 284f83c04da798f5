"""A real browser for the tests: headless Chromium as apt brings it, on a desk or on a phone. What
is on the page is found by role and name, as readers find it, in the tree that the browser makes for
them. The browser gets nowhere but to this machine."""

import base64
import contextlib
import json
import os
import pathlib
import re
import signal

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains

from support.picture import pixels
from support.window import KNOWN, LAN, Window, is_here

# Named, so that selenium looks for none elsewhere.
CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
FLAGS = (
    # Tests may run as root, which Chromium's sandbox does not allow.
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
    "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-extensions", "--force-color-profile=srgb", "--hide-scrollbars", "--lang=en-US",
    f"--host-resolver-rules=MAP {LAN} 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
# For the driver, whose commands have limits in seconds; the run's watch ends what hangs.
HOURS = 3 * 3_600
# Width, height, pixels of the screen to one of the page, and whether fingers touch it.
DESK = {"width": 1280, "height": 800, "pixelRatio": 1.0, "touch": False, "mobile": False}
PHONE = {"width": 390, "height": 844, "pixelRatio": 2.0, "touch": True, "mobile": True}


class Browser(Window):
    """One browser; every test begins with an empty window of it.

    more: flags besides; of two that say different things the last counts.
    """

    def __init__(self, device, *more):
        self.device = device
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in (*FLAGS, *more):
            options.add_argument(flag)
        if device["mobile"]:
            options.add_experimental_option("mobileEmulation", {"deviceMetrics": device})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        self.driver.set_page_load_timeout(HOURS)
        self.driver.set_script_timeout(HOURS)
        self.before(KNOWN)
        self.fit()

    def fit(self):
        """Gives the window the size of its device, which a desktop's frame would take from it."""
        if not self.device["mobile"]:
            self.resize(self.device["width"], self.device["height"])

    def resize(self, width, height, is_touched=False):
        """Makes the window another one until it is fitted again, and draws in it once."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_touched})
        self.driver.execute_cdp_cmd(
            "Emulation.setTouchEmulationEnabled", {"enabled": is_touched})
        self.frame()

    def frame(self):
        """Waits until what is to be seen now has been drawn."""
        self.driver.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def prefer(self, **features):
        """What a person has set their system to, as style sheets ask for it; nothing else."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": name.replace("_", "-"), "value": value}
            for name, value in features.items()]})

    def read(self, language):
        """What language a person reads."""
        agent = self.driver.execute_script("return navigator.userAgent")
        self.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {
            "userAgent": agent, "acceptLanguage": language})

    def end(self):
        self.driver.quit()

    @contextlib.contextmanager
    def asleep(self):
        """What a laptop does whose lid is shut: nothing of the browser runs any more."""
        processes = below(self.driver.service.process.pid)
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def go(self, address):
        self.driver.get(address)

    def leave(self):
        first, *others = self.driver.window_handles
        for handle in others:
            self.driver.switch_to.window(handle)
            self.driver.close()
        self.driver.switch_to.window(first)
        super().leave()

    def run(self, script, *values):
        return self.driver.execute_script(script, *values)

    def picture(self):
        return self.driver.get_screenshot_as_png()

    def before(self, script):
        """Has every page from now on run a script before its own. Returns what takes it back."""
        known = self.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": script})
        return lambda: self.driver.execute_cdp_cmd(
            "Page.removeScriptToEvaluateOnNewDocument", known)

    def keep_nothing(self):
        """Has pages from now on keep nothing for when there is no network, as where an address is
        not trusted: the worker that does fetches every file of a page again, which takes longer
        than most of what is tried. Returns what takes it back."""
        return self.before("delete Navigator.prototype.serviceWorker")

    @contextlib.contextmanager
    def without(self, *addresses):
        """Meanwhile the page gets nothing from addresses of these patterns."""
        self.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": addresses})
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})

    # What is there.

    def find(self, role, name=""):
        """All elements of a role that a reader is told of, with names in which a pattern is found.

        role: as Chromium calls it, which is mostly what ARIA does; an img is an image.
        """
        found = []
        for node in self.nodes(role, name):
            try:
                found.append(self.element(node))
            except WebDriverException as error:
                # It has gone since.
                if "node" not in error.msg and "stale" not in error.msg:
                    raise
        return found

    def names(self, role):
        """The names of everything of a role, in the order of the page."""
        return [node["name"]["value"] for node in self.nodes(role)]

    def nodes(self, role, name=""):
        document = self.driver.execute_cdp_cmd("DOM.getDocument", {"depth": 0})
        query = {"nodeId": document["root"]["nodeId"], "role": role}
        try:
            nodes = self.driver.execute_cdp_cmd("Accessibility.queryAXTree", query)["nodes"]
        except WebDriverException as error:
            # Another page has come since.
            if "Could not find node" not in error.msg:
                raise
            return []
        return [
            node for node in nodes
            if not node["ignored"] and re.search(name, node["name"]["value"])]

    def element(self, node):
        """The element of a node of the tree."""
        place = {"backendNodeId": node["backendDOMNodeId"]}
        resolved = self.driver.execute_cdp_cmd("DOM.resolveNode", place)["object"]
        self.driver.execute_cdp_cmd("Runtime.callFunctionOn", {
            "objectId": resolved["objectId"],
            "functionDeclaration": "function() { globalThis[Symbol.for('found')] = this }"})
        return self.driver.execute_script("return globalThis[Symbol.for('found')]")

    # Doing.

    def click(self, element):
        # What sticks to the window's edge may lie over an element that has only just come into it.
        self.run("arguments[0].scrollIntoView({ block: 'center' })", element)
        element.click()

    def pixels(self, element, height=None):
        """What the screen shows of an element, a row of pixels each, but for its very edge. The
        element begins and ends at whole pixels of the page.

        height: of the middle that is enough; all of it, if nothing is said.
        """
        box = element.rect
        height = height or box["height"] - 2
        clip = {
            "x": box["x"] + 1, "y": box["y"] + (box["height"] - height) // 2,
            "width": box["width"] - 2, "height": height, "scale": 1}
        shot = self.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"format": "png", "clip": clip})
        return pixels(base64.b64decode(shot["data"]))

    def drag(self, element, start, end):
        """Moves the mouse or a finger along an element, from one share of its width to another."""
        width = element.rect["width"]
        chain = ActionChains(self.driver, duration=40)
        chain.move_to_element_with_offset(element, round((start - 0.5) * width), 0)
        chain.click_and_hold()
        chain.move_by_offset(round((end - start) * width / 2), 0)
        chain.move_by_offset(round((end - start) * width / 2), 0)
        chain.release().perform()

    def type(self, *keys):
        """Types where the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    # What must not be.

    def faults(self, ports, expected=()):
        """What was written to the console since this was last asked, but for messages with one of
        the words that are expected, and what was asked of others than these ports here."""
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        messages = [text for text in messages if not any(word in text for word in expected)]
        return messages + [url for url in self.requests() if not is_here(url, ports)]

    def requests(self):
        """The address of every request and every WebSocket since this was last asked."""
        urls = []
        for entry in self.driver.get_log("performance"):
            event = json.loads(entry["message"])["message"]
            if event["method"] == "Network.requestWillBeSent":
                urls.append(event["params"]["request"]["url"])
            elif event["method"] == "Network.webSocketCreated":
                urls.append(event["params"]["url"])
        return urls


def below(parent):
    """The processes that a process has begun, and theirs."""
    parents = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found = list(parents.get(parent, []))
    for process in found:
        found += parents.get(process, [])
    return found
