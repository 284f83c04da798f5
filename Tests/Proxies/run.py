"""Tries the configurations of deploy/proxies with the real programs of Debian: terminals, browsers
and WebSockets come through each, and the server knows where from. Everything happens in a network
namespace of its own, so the files are used with the ports and names that stand in them; only what a
test cannot have is replaced: certificates, users, that many descriptors, and timeouts that it would
have to wait for. It needs root and the debug build of the programs, and where namespaces are not to
be had it says so.

    run.py [NAME...]     all of them, or those whose names contain one of these
"""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(1, str(ROOT / "Tests"))
sys.path.insert(1, str(ROOT / "Tests/Browser"))

from support.browser import DESK, Browser  # noqa: E402
from peers import LIE, NAME, SITE, SITE_6, Lines, Messages, Person  # noqa: E402
import suite  # noqa: E402
from suite import wait_for  # noqa: E402

PROGRAMS = ROOT / ".build/debug"
# Where the proxies are unpacked, told to this program when it begins anew within its namespace.
PACKAGES = "CHROMATCH_PROXIES"
# Whatever is started ends with this process, even if it is killed.
LEASH = ["setpriv", "--pdeathsig", "KILL", "--"]
# How long a proxy bears silence, in place of what stands in its file, and how many seconds somebody
# is silent then, whom the server asks every 5 s.
USUAL_SILENCE, SILENCE, QUIET = "15m", "12s", 40

# Ways in: the kind of people, their port, and whether it is TLS.
THROUGH = {
    "lines": (Lines, 7313, False), "lines over TLS": (Lines, 7313, True),
    "messages": (Messages, 7313, False), "messages over TLS": (Messages, 7313, True),
}
ENDING = {"messages to the proxy's TLS": (Messages, 443, True)}
VISITORS_6 = [f"2001:db8:0:{number}::99" for number in range(1, 6)]


def listens(port):
    with socket.socket() as near:
        return near.connect_ex((SITE, port)) == 0


class Place:
    """A folder, a server, and what stands in front of it."""

    def __init__(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.folder.chmod(0o755)
        (self.folder / "empty").mkdir()
        self.processes = []

    def start(self, name, *words):
        """Starts a program, which writes to a file of that name."""
        root = pathlib.Path(os.environ[PACKAGES])
        libraries = ":".join(map(str, root.glob("usr/lib/*-linux-gnu")))
        environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(self.folder),
            "LD_LIBRARY_PATH": libraries, "XDG_STATE_HOME": str(self.folder / f"state-{name}"),
            "XDG_CONFIG_HOME": str(self.folder / f"config-{name}"),
            "XDG_DATA_HOME": str(self.folder / f"data-{name}"),
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere"}
        with open(self.folder / f"{name}.log", "w") as file:
            process = subprocess.Popen(
                [*LEASH, *map(str, words)], env=environment, stdin=subprocess.PIPE, stdout=file,
                stderr=subprocess.STDOUT)
        self.processes.append(process)

    def said(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def serve(self):
        """The server as the files want it, and a certificate, which is the proxy's as well."""
        self.start(
            "server", PROGRAMS / "chromatchd", "--port", 7312, "--trusted-proxy", "127.0.0.1",
            "--state", self.folder / "state", "--tls", "auto", "--no-admin", "--lanes", 2,
            "--lane-connections-max", 1, "--rooms-per-address-max", 1, "--log-level", "debug",
            "--log-addresses")
        wait_for("a server", lambda: "] listening\n" in self.said("server"))
        return self.folder / "state/tls.pem"

    def adapt(self, name, changes):
        """A file of deploy/proxies with what a test replaces; each of that has to stand there."""
        text = (ROOT / "deploy/proxies" / name).read_text()
        for old, new in changes.items():
            assert old in text, f"{name} has no {old}"
            text = text.replace(old, str(new))
        path = self.folder / name
        path.write_text(text)
        return path

    def end(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
            process.stdin.close()
        self.scratch.cleanup()


class HAProxy(unittest.TestCase):
    """Everything holds behind it; the others are tried in the same way."""

    ways = {**THROUGH, **ENDING}
    terminals = [f"{SITE}:7313", f"tls://{SITE}:7313"]
    pages = [f"http://{NAME}:7313", f"https://{NAME}:7313", f"https://{NAME}"]

    @classmethod
    def begin(cls, place, root, certificate):
        path = place.adapt("haproxy.cfg", {
            USUAL_SILENCE: SILENCE, "maxconn 20000": "maxconn 1000",
            "/etc/haproxy/play.example.pem": certificate,
            "user haproxy": "user nobody", "group haproxy": "group nogroup",
            "chroot /var/lib/haproxy": f"chroot {place.folder / 'empty'}"})
        place.start("proxy", root / "usr/sbin/haproxy", "-db", "-f", path)

    @classmethod
    def setUpClass(cls):
        cls.place = Place()
        cls.addClassCleanup(cls.place.end)
        certificate = cls.place.serve()
        cls.begin(cls.place, pathlib.Path(os.environ[PACKAGES]), certificate)
        for _, port, _ in cls.ways.values():
            wait_for(
                f"port {port}", lambda at=port: listens(at), lambda: cls.place.said("proxy"))
        # They say nothing while the other tests run.
        cls.began = time.monotonic()
        cls.quiet = {way: cls.person(way, f"203.0.113.{100 + number}")
                     for number, way in enumerate(cls.ways)}
        cls.deaf = {way: cls.person(way, f"203.0.113.{120 + number}", is_deaf=True)
                    for number, way in enumerate(cls.ways)}
        # No request leaves this machine, whatever the name.
        cls.browser = Browser(
            DESK, "--ignore-certificate-errors",
            f"--host-resolver-rules=MAP {NAME} {SITE} , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1")
        cls.addClassCleanup(cls.browser.end)

    @classmethod
    def person(cls, way, source, **about):
        person = Person(cls.ways[way], source, **about)
        cls.addClassCleanup(person.end)
        return person

    def room(self, source):
        """Somebody who has opened a room, and its code."""
        host = self.person(next(iter(self.ways)), source)
        host.say("CREATE")
        return host, host.hear("IN")[1]["room"]

    def assert_introduced(self, address):
        """The server knows of somebody from there, through the proxy."""
        pattern = rf" address={re.escape(address)} .*\] introduced\n"
        wait_for(f"{address} in the server's log",
                 lambda: re.search(pattern, self.place.said("server")))

    def test_address_has_its_own_limits_whatever_a_client_says(self):
        for number, way in enumerate(self.ways):
            with self.subTest(way):
                one, other = f"203.0.113.{30 + number}", f"203.0.113.{50 + number}"
                for source, expected in (one, "IN"), (one, "NO"), (other, "IN"):
                    person = self.person(way, source)
                    person.say("CREATE")
                    verb, fields = person.hear("IN", "NO")
                    self.assertEqual(verb, expected)
                    if verb == "NO":
                        self.assertEqual(fields["code"], "too-many-rooms")
                self.assert_introduced(one)
        self.assertFalse(LIE in self.place.said("server"), "a client has chosen its address")

    def test_address_of_version_6(self):
        for way, source in zip(self.ways, VISITORS_6):
            with self.subTest(way):
                self.person(way, source)
                self.assert_introduced(source.replace("99", "/64"))

    def test_browser_loads_the_page_and_sits_down(self):
        host, code = self.room("203.0.113.10")
        host.hear("WATCHERS")
        for address in self.pages:
            with self.subTest(address):
                self.browser.go(f"{address}/#{code}")
                self.browser.says("of 8 seats")
                host.hear("SEAT")
        self.assert_introduced(SITE)

    def test_terminal_plays_and_proves_who_it_is(self):
        for number, address in enumerate(self.terminals):
            with self.subTest(address):
                host, code = self.room(f"203.0.113.{20 + number}")
                host.hear("WATCHERS")
                log = f"terminal-{number}"
                self.place.start(
                    log, PROGRAMS / "chromatch", "join", f"{address}/{code}", "--plain",
                    "--name", "Finch")
                seat = host.hear("SEAT")[1]
                self.assertEqual(seat["name"], "Finch")
                # Over TLS a proof holds only if the server itself is its other end; in plain lines
                # to a new host the client asks first, and nobody answers here.
                self.assertEqual("id" in seat, address.startswith("tls://"))
                wait_for("a connection", lambda at=log: "connected to" in self.place.said(at))

    def test_a_quiet_client_stays(self):
        # It is the silence that is tried, so there is nothing else to wait for.
        time.sleep(max(0, self.began + QUIET - time.monotonic()))
        for way, person in self.quiet.items():
            with self.subTest(way):
                self.assertFalse(person.has_ended)
                person.say("LIST")
                person.hear("END")

    def test_a_dead_client_is_ended(self):
        for way, person in self.deaf.items():
            with self.subTest(way):
                wait_for("an end", lambda at=person: at.has_ended)
                # The server would have said so, after two minutes.
                self.assertNotIn("NO", [words[0] for words in person.heard])


class Nginx(HAProxy):
    @classmethod
    def begin(cls, place, root, certificate):
        folders = "".join(
            f"{kind}_temp_path {place.folder / kind}; "
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        path = place.adapt("nginx.conf", {
            USUAL_SILENCE: SILENCE, "/etc/nginx/play.example.crt": certificate,
            "/etc/nginx/play.example.key": certificate, "/run/nginx.pid": place.folder / "pid",
            "modules/ngx_stream": root / "usr/lib/nginx/modules/ngx_stream",
            "access_log off;": f"access_log off; {folders}"})
        place.start("proxy", root / "usr/sbin/nginx", "-e", "stderr", "-g", "daemon off;",
                    "-p", place.folder, "-c", path)


class Caddy(HAProxy):
    ways, terminals, pages = ENDING, [], [f"https://{NAME}"]
    # It bears any silence once a WebSocket is open.
    test_a_dead_client_is_ended = None

    @classmethod
    def begin(cls, place, root, certificate):
        path = place.adapt("Caddyfile", {
            "7313}": "7312}",
            f"{{$SITE:{NAME}}} {{": "{\n\tadmin off\n\tauto_https disable_redirects\n}\n\n"
            f"{{$SITE:{NAME}}} {{\n\ttls {certificate} {certificate}"})
        place.start("proxy", root / "usr/bin/caddy", "run", "--adapter", "caddyfile",
                    "--config", path)


def reason_to_skip():
    """Why nothing can be tested here, if so; else the packages are unpacked."""
    if os.geteuid() != 0:
        return "only root may make namespaces", None
    for program in ("ip", "setpriv", "unshare"):
        if not shutil.which(program):
            return f"there is no {program}", None
    if subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode != 0:
        return "no namespaces are to be had here", None
    made = subprocess.run([ROOT / "deploy/install", "proxies"], capture_output=True, text=True)
    if made.returncode != 0:
        return made.stderr.strip(), None
    return None, made.stdout.strip()


def settle():
    """Gives the namespace its addresses: the site's, and those that people come from."""
    steps = [
        "link set lo up", f"addr add {SITE}/32 dev lo", "route add local 203.0.113.0/24 dev lo",
        *(f"-6 addr add {address}/128 dev lo nodad" for address in (SITE_6, *VISITORS_6)),
    ]
    for step in steps:
        subprocess.run(["ip", *step.split()], check=True)


def main():
    suite.need(PROGRAMS / "chromatch", PROGRAMS / "chromatchd")
    if PACKAGES not in os.environ:
        reason, packages = reason_to_skip()
        if reason:
            suite.skip(reason)
        os.environ[PACKAGES] = packages
        os.execvp("unshare", ["unshare", "--net", "--", sys.executable, *sys.argv])
    settle()
    suite.run()


if __name__ == "__main__":
    main()
