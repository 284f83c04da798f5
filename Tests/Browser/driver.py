"""A browser under WebDriver, by Python's own library: chromedriver speaks JSON over HTTP. What the
page says on its console is kept, and every address that it asks for."""

import base64
import json
import socket
import struct
import subprocess
import time
import urllib.error
import urllib.request
import zlib

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--force-color-profile=srgb",
    "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 30


def free_port():
    """A port that nobody has."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Browser:
    """One window of headless Chromium."""

    def __init__(self):
        port = free_port()
        self.process = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        self.base = f"http://127.0.0.1:{port}"
        options = {
            "args": FLAGS, "perfLoggingPrefs": {"enableNetwork": True, "enablePage": False},
        }
        logs = {"browser": "ALL", "performance": "ALL"}
        capabilities = {"goog:chromeOptions": options, "goog:loggingPrefs": logs}
        self.session = None
        end = time.monotonic() + PATIENCE
        while self.session is None:
            try:
                body = {"capabilities": {"alwaysMatch": capabilities}}
                self.session = self.call("POST", "/session", body)["sessionId"]
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def call(self, method, path, body=None):
        """Asks chromedriver; `path` begins after the session, once there is one."""
        if self.session is not None:
            path = f"/session/{self.session}{path}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from error

    def close(self):
        """Ends the browser."""
        self.call("DELETE", "")
        self.process.terminate()
        self.process.wait()

    def size(self, width, height, ratio=1):
        """Sets the window's size; a ratio above 1 makes it a phone, with touch."""
        metrics = {
            "width": width, "height": height, "deviceScaleFactor": ratio, "mobile": ratio > 1,
        }
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)
        self.devtools("Emulation.setTouchEmulationEnabled", {"enabled": ratio > 1})

    def devtools(self, command, parameters):
        """Asks Chromium itself."""
        body = {"cmd": command, "params": parameters}
        return self.call("POST", "/goog/cdp/execute", body)

    def open(self, address):
        """Loads a page."""
        self.call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """The value of a script."""
        body = {"script": f"return {script}", "args": list(arguments)}
        return self.call("POST", "/execute/sync", body)

    def wait(self, script, patience=PATIENCE):
        """Waits until a script's value is true, and gives it."""
        end = time.monotonic() + patience
        while True:
            value = self.run(script)
            if value:
                return value
            if time.monotonic() > end:
                text = self.run("document.body.innerText")
                raise AssertionError(f"{script} never came true; the page says: {text}")
            time.sleep(0.05)

    def press(self, text):
        """Presses the visible button of that text."""
        script = (
            "(() => { const found = [...document.querySelectorAll('button, a')]"
            f".find((item) => item.offsetParent && item.textContent.includes({json.dumps(text)}));"
            " found?.click(); return Boolean(found); })()")
        self.wait(script)

    def type(self, *keys):
        """Types keys, one after another."""
        presses = [
            {"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": presses}]
        self.call("POST", "/actions", {"actions": actions})

    def drag(self, selector, start, end):
        """Drags from one place on an element to another, both as shares of its size."""
        box = self.run(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; })()")
        left, top, width, height = box

        def move(place):
            x, y = place
            return {
                "type": "pointerMove", "duration": 50,
                "x": round(left + x * width), "y": round(top + y * height),
            }

        steps = [
            move(start), {"type": "pointerDown", "button": 0}, move(end),
            {"type": "pointerUp", "button": 0},
        ]
        actions = [{"type": "pointer", "id": "mouse", "actions": steps}]
        self.call("POST", "/actions", {"actions": actions})

    def console(self):
        """What the console said since the last time, but what only Chromium's authors heed."""
        entries = self.call("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] != "DEBUG"]

    def addresses(self):
        """What was asked for since the last time."""
        found = []
        for entry in self.call("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
            elif message["method"] == "Network.webSocketCreated":
                found.append(message["params"]["url"])
        return found

    def pixels(self):
        """The screen, as rows of triples."""
        return decoded(base64.b64decode(self.call("GET", "/screenshot")))


def decoded(png):
    """The pixels of a PNG with 8 bits a channel, as rows of (red, green, blue)."""
    place, data, size, channels = 8, b"", None, 3
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place:place + 8])
        body = png[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", body[:10])
            size, channels = (width, height), {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            data += body
        place += length + 12
    raw, stride = zlib.decompress(data), size[0] * channels
    rows, before = [], bytes(stride)
    for number in range(size[1]):
        start = number * (stride + 1)
        line = bytearray(raw[start + 1:start + 1 + stride])
        unfilter(raw[start], line, before, channels)
        rows.append([tuple(line[at:at + 3]) for at in range(0, stride, channels)])
        before = line
    return rows


def unfilter(kind, line, before, step):
    """Takes the filter of a PNG off a line."""
    for at in range(len(line) if kind else 0):
        left = line[at - step] if at >= step else 0
        corner = before[at - step] if at >= step else 0
        line[at] = (line[at] + predicted(kind, left, before[at], corner)) & 255


def predicted(kind, left, above, corner):
    """What a filter of PNG expects."""
    if kind == 1:
        return left
    if kind == 2:
        return above
    if kind == 3:
        return (left + above) // 2
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))
