"""Headless Firefox as apt brings it. It speaks WebDriver BiDi by itself, over a WebSocket
(https://w3c.github.io/webdriver-bidi), so no driver stands between; Debian has none. It gets
nowhere but to this machine: everything else goes to a proxy that is not there."""

import base64
import json
import pathlib
import re
import subprocess
import tempfile

import websocket

from support.picture import pixels
from support.programs import finish
from support.window import KNOWN, Window, is_here

FIREFOX_PROGRAM = "/usr/bin/firefox-esr"
FIREFOX = {"width": 1280, "height": 800}
SETTINGS = {
    "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 1,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 1, "intl.accept_languages": "en-US",
}
# What is wrong with a page by its content policy is in no log of the protocol.
REPORTS = """() => {
  globalThis.reports = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    reports.push(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`);
  });
}"""
NAMES = """return arguments[0].map((element) =>
  element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent)"""
LISTENED = ["log.entryAdded", "network.beforeRequestSent"]


class Firefox(Window):
    """One browser with one window."""

    device = FIREFOX

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        settings = "".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in SETTINGS.items())
        pathlib.Path(self.folder.name, "user.js").write_text(settings)
        self.process = subprocess.Popen(
            [FIREFOX_PROGRAM, "--headless", "--no-remote", "--remote-debugging-port", "0",
             "--profile", self.folder.name],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={"HOME": self.folder.name, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})
        self.asked, self.events, self.socket = 0, [], None
        try:
            self.begin()
        except BaseException:
            self.end()
            raise

    def begin(self):
        """Begins a session with one tab."""
        self.socket = websocket.create_connection(
            f"{self.found_address()}/session", suppress_origin=True)
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=LISTENED)
        self.call("script.addPreloadScript", functionDeclaration=REPORTS)
        self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {KNOWN} }}")
        # The tab that a headless Firefox begins with never has the focus.
        tab = self.call("browsingContext.create", type="tab")
        self.place = {"context": tab["context"]}
        self.call("browsingContext.setViewport", viewport=FIREFOX, devicePixelRatio=1, **self.place)

    def found_address(self):
        """Where it listens, which it says once it does."""
        for line in self.process.stderr:
            if found := re.search(rb"listening on (ws://\S+)", line):
                return found[1].decode()
        raise AssertionError("Firefox ended before it listened")

    def end(self):
        if self.socket:
            self.socket.close()
        finish(self.process)
        self.process.stderr.close()
        self.folder.cleanup()

    # The protocol.

    def call(self, method, **parameters):
        """Has a command done, and gives its result. Events that come meanwhile are kept."""
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": parameters}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.asked:
            self.events.append(answer)
        if answer["type"] == "error":
            raise AssertionError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def go(self, address):
        self.call("browsingContext.navigate", url=address, wait="complete", **self.place)

    def run(self, script, *values):
        """What a script returns, whose `arguments` are values and elements."""
        answer = self.call(
            "script.callFunction", target=self.place, awaitPromise=True,
            functionDeclaration="async function() {"
            f"  const found = await (function() {{ {script} }}).apply(null, arguments);"
            "  return JSON.stringify(found ?? null); }",
            arguments=[said(value) for value in values])
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    # What is there.

    def find(self, role, name=""):
        """All elements of a role that a reader is told of, with names in which a pattern is found.
        The role is from the tree that Firefox makes for readers."""
        elements = self.call(
            "browsingContext.locateNodes", **self.place,
            locator={"type": "accessibility", "value": {"role": role}})["nodes"]
        names = self.run(NAMES, elements) if elements else []
        return [
            element for element, said in zip(elements, names) if re.search(name, said.strip())]

    def box(self, element):
        """Where an element is in the window."""
        return self.run("return arguments[0].getBoundingClientRect()", element)

    def picture(self, clip=None):
        clip = {"clip": {"type": "box", **clip}} if clip else {}
        shot = self.call("browsingContext.captureScreenshot", **self.place, **clip)
        return base64.b64decode(shot["data"])

    def pixels(self, element, height=None):
        """What the screen shows of an element, as `Browser.pixels` has it."""
        box = self.box(element)
        height = height or box["height"] - 2
        return pixels(self.picture({
            "x": box["x"] + 1, "y": box["y"] + (box["height"] - height) // 2,
            "width": box["width"] - 2, "height": height}))

    # Doing.

    def act(self, kind, actions, **more):
        source = {"type": kind, "id": kind, "actions": actions, **more}
        self.call("input.performActions", actions=[source], **self.place)

    def mouse(self, *places):
        """Presses at the first of some places in the window, and lets go at the last."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 40}
            for x, y in places]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self.act("pointer", [moves[0], down, *moves[1:], up], parameters={"pointerType": "mouse"})

    def click(self, element):
        """Clicks an element; once more if it has moved from under the mouse meanwhile."""
        def lands():
            self.run(
                "arguments[0].scrollIntoView({ block: 'center' }); globalThis.missed = true;"
                "arguments[0].addEventListener("
                "  'pointerdown', () => { missed = false }, { once: true })", element)
            box = self.box(element)
            self.mouse((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
            return not self.run("return globalThis.missed")
        self.until("the click lands", lands)

    def drag(self, element, start, end):
        """Moves the mouse along an element, from one share of its width to another."""
        box = self.box(element)
        middle = box["y"] + box["height"] / 2
        self.mouse(*(
            (box["x"] + share * box["width"], middle)
            for share in (start, (start + end) / 2, end)))

    def type(self, *keys):
        """Types where the focus is."""
        self.act("key", [
            {"type": kind, "value": key} for key in "".join(keys) for kind in ("keyDown", "keyUp")])

    # What must not be.

    def faults(self, ports, expected=()):
        """What was written to the console since this was last asked, but for messages with one of
        the words that are expected, and what was asked of others than these ports here."""
        messages = self.run("return globalThis.reports?.splice(0) ?? []")
        events, self.events = self.events, []
        for event in events:
            if event["method"] == "log.entryAdded":
                messages.append(event["params"]["text"])
        messages = [text for text in messages if not any(word in text for word in expected)]
        asked = [
            event["params"]["request"]["url"] for event in events
            if event["method"] == "network.beforeRequestSent"]
        return messages + [
            url for url in asked if not is_here(url, ports) and not url.startswith("resource:")]


def said(value):
    """A value as the protocol has it."""
    if isinstance(value, dict):
        return {"sharedId": value["sharedId"]}
    if isinstance(value, list):
        return {"type": "array", "value": [said(item) for item in value]}
    return {"type": "string", "value": value}
