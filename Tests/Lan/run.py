"""Finds games on a network: two machines in namespaces of their own, with real Avahi daemons, on
which the real programs host, find, join and vanish: a fake would say what we believe of Avahi. It
needs root and the debug build of the programs; where it cannot run it says why.

    run.py [NAME...]     all of them, or those whose names contain one of these
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(1, str(ROOT / "Tests"))

from lan import Lan  # noqa: E402
from screen import Screen  # noqa: E402
import suite  # noqa: E402
from suite import wait_for  # noqa: E402

PROGRAM = ROOT / ".build/debug/chromatch"
SERVER = ROOT / ".build/debug/chromatchd"
# Seconds that the game looks for others, try by try: on a busy machine it has to describe them all.
WINDOWS = [2] * 8 + [5, 10, 20, 40, 60, 60]
# A server that everybody hears of, and whose log can be read.
HEARD = ["--host", "0.0.0.0", "--port", "0", "--no-admin", "--log-format", "json"]
OTHER = "SHA256:" + "0f" * 32
sys.dont_write_bytecode = True


def logged(machine, log, message):
    """The facts of each line of a server's log with this message."""
    lines = [json.loads(line) for line in machine.said(log).splitlines(True) if line[-1] == "\n"]
    return [line["facts"] for line in lines if line["message"] == message]


def screen(machine, *words, **variables):
    """The client on a machine, on a terminal of its own."""
    shown = Screen(machine.within(PROGRAM, *words, TERM="xterm-256color", **variables))
    machine.processes.append(shown.process)
    return shown


class LanCase(unittest.TestCase):
    has_ipv4 = True

    @classmethod
    def setUpClass(cls):
        cls.lan = Lan(ROOT_OF_PACKAGES, cls.has_ipv4)
        cls.addClassCleanup(cls.lan.end)
        cls.kestrel, cls.finch = cls.lan.machines
        cls.lan.begin_daemons()

    def state(self, machine):
        return {"XDG_STATE_HOME": str(machine.folder / f"state-{machine.name}"),
                "XDG_CONFIG_HOME": str(machine.folder / f"config-{machine.name}")}

    def host(self, *words):
        """A game on one machine; what it writes."""
        log = f"host-{self.id()}"
        process = self.kestrel.start(
            PROGRAM, "host", "--plain", "--name", "Kestrel", "--port", "0", *words, output=log,
            stdin=subprocess.PIPE, **self.state(self.kestrel))
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        wait_for("a room", lambda: "others join with" in self.kestrel.said(log))
        return process, log

    def server(self, *words):
        """A server on one machine; what it writes."""
        log = f"server-{self.id()}-{len(self.kestrel.processes)}"
        process = self.kestrel.start(
            SERVER, *HEARD, "--tls", "auto", "--state", self.kestrel.folder / f"{log}-state",
            *words, output=f"{log}.log")
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, f"{log}.log"

    def find_until(self, pattern):
        """What a pattern finds in what the other machine finds, which looks ever longer."""
        for seconds in WINDOWS:
            done = self.finch.run(
                PROGRAM, "find", "--seconds", seconds, **self.state(self.finch))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            if found := re.search(pattern, done.stdout):
                return found
        raise AssertionError(f"{pattern}: not in {len(WINDOWS)} tries, but:\n{done.stdout}")

    def announce(self, name, port, *items):
        """An announcement that nobody vouches for; what is written of it."""
        log = f"publish-{name}"
        process = self.kestrel.start(
            self.kestrel.root / "usr/bin/avahi-publish", "-s", name, "_chromatch._tcp", port,
            *items, output=log)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return log

    def publish(self, *words):
        """An announcement that has been made."""
        log = self.announce(*words)
        wait_for("its announcement", lambda: "Established" in self.kestrel.said(log))


class FindingTests(LanCase):
    def test_a_game_is_found_joined_by_enter_and_gone_when_its_host_is_killed(self):
        process, log = self.host("--mode", "hsb", "--seats", "4")
        found = self.find_until(
            r"Kestrel's room: hsb  1/4  waiting  chromatch join tls://10\.77\.0\.1:(\d+)/(\w{4})\n")
        home = screen(self.finch, **self.state(self.finch))
        wait_for("the game on the home screen", lambda: home.shows("goes to Kestrel's room"))
        home.type("g")
        wait_for("the game in the list", lambda: home.shows("hsb  1/4  waiting"))
        home.type("\r")
        wait_for("a guest", lambda: " is in\n" in self.kestrel.said(log))
        known = self.finch.folder / "state-finch/chromatch/known-servers"
        fingerprint = re.search(r"SHA256:[0-9a-f]{64}", self.kestrel.said(log))[0]
        self.assertIn(f"10.77.0.1:{found[1]} {fingerprint}\n", known.read_text())
        self.find_until(r"Kestrel's room: hsb  2/4  waiting")
        home.process.kill()
        process.kill()
        self.find_until(r"^There is no game on this network\.\n$")

    def test_a_room_that_is_hidden_says_no_code(self):
        self.host("--password", "sesame")
        found = self.find_until(r"Kestrel's room: .*  waiting  (.*)\n")
        self.assertRegex(found[1], r"^chromatch play tls://10\.77\.0\.1:\d+$")

    def test_what_is_no_announcement_of_ours_is_counted_and_shown_nowhere(self):
        good = ["v=1", "mode=rgb", "seats=1/8", "state=waiting"]
        self.publish("Fine\x1b[2J game", 9, *good, "later=1")
        bad = {
            "Version": ["v=2", *good[1:]], "Nothing": [],
            "Seats": [*good[:2], "seats=9/8", good[3]], "Code": [*good, "code=O0"],
            "Pin": [*good, "tls=1", "fp=SHA256:12"], "Unsealed": [*good, f"fp={OTHER}"],
            "Long": [*good, *["x=" + "y" * 250] * 4],
        }
        for name, items in bad.items():
            self.publish(name, 9, *items)
        self.find_until(
            r"^Fine ?\[2J game: rgb  1/8  does not answer  chromatch play 10\.77\.0\.1:9\n"
            r"What 7 more say of themselves cannot be understood\.\n$")

    def test_many_announcements_are_too_many(self):
        for number in range(40):
            self.announce(f"Game {number}", 9, "v=1", "mode=rgb", "seats=1/8", "state=waiting")
        self.find_until(r"\A((?!Game ).*\n)*(Game .*\n){32}(?!Game )")
        # Each question takes a thread and a connection of the bus: eight, and one that looks.
        finder = self.finch.start(
            PROGRAM, "find", "--seconds", 3, output="crowd", **self.state(self.finch))
        threads = descriptors = 0
        while finder.poll() is None:
            threads = max(threads, len(os.listdir(f"/proc/{finder.pid}/task")))
            descriptors = max(descriptors, len(os.listdir(f"/proc/{finder.pid}/fd")))
            time.sleep(0.01)
        self.assertIn("Game ", self.finch.said("crowd"))
        self.assertLess(threads, 24)
        self.assertLess(descriptors, 100)

    def test_a_server_that_shows_another_certificate_hears_nothing(self):
        _, log = self.host("--no-announce")
        address = re.search(r"chromatch://10\.77\.0\.1:(\d+)/(\w{4})", self.kestrel.said(log))
        self.publish("Decoy", address[1], "v=1", "mode=rgb", "seats=1/8", "state=waiting", "tls=1",
                     f"code={address[2]}", f"fp={OTHER}")
        home = screen(self.finch, **self.state(self.finch))
        wait_for("the decoy on the home screen", lambda: home.shows("goes to Decoy"))
        home.type("g")
        wait_for("the decoy in the list", lambda: home.shows("rgb  1/8  waiting"))
        home.type("\r")
        wait_for("a warning", lambda: home.shows("is not the server that was announced"))
        self.assertIsNone(home.process.poll())
        self.assertNotRegex(self.kestrel.said(log), r"is in\b")

    def test_a_machine_that_vanishes_is_marked(self):
        self.host()
        self.find_until(r"Kestrel's room: rgb  1/8  waiting")
        home = screen(self.finch, **self.state(self.finch))
        wait_for("the game on the home screen", lambda: home.shows("goes to Kestrel's room"))
        home.type("g")
        wait_for("the game in the list", lambda: home.shows("waiting"))
        # Neither its daemon nor its server can say good-bye.
        os.kill(self.kestrel.avahi.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.kestrel.avahi.pid, signal.SIGCONT)
        self.kestrel.run("ip", "link", "set", "eth1", "down")
        self.addCleanup(self.kestrel.run, "ip", "link", "set", "eth1", "up")
        wait_for("the mark", lambda: home.shows("does not answer"))
        home.process.kill()


class ServerTests(LanCase):
    def test_a_server_is_found_with_its_rooms_until_it_drains(self):
        process, log = self.server("--announce")
        said = wait_for("its name", lambda: logged(self.kestrel, log, "announced"))
        self.assertEqual(said, [{"name": "chromatch on kestrel"}])
        found = self.find_until(r"^chromatch on kestrel: 0 rooms  0 players  "
                                r"chromatch play tls://10\.77\.0\.1:(\d+)\n$")
        guest = self.finch.start(
            PROGRAM, "play", f"tls://10.77.0.1:{found[1]}", "--mode", "hsb", "--plain", "--name",
            "Ada", output="opener", stdin=subprocess.PIPE, **self.state(self.finch))
        self.addCleanup(guest.stdin.close)
        self.find_until(r"chromatch on kestrel: 1 room  1 player  ")
        state = {name: f"{path}-2" for name, path in self.state(self.finch).items()}
        home = screen(self.finch, **state)
        wait_for("the server on the home screen",
                 lambda: home.shows("goes to chromatch on kestrel"))
        home.type("g")
        wait_for("the server in the list", lambda: home.shows("1 room  1 player"))
        home.type("\r")
        wait_for("its room", lambda: home.shows("open rooms: 1") or home.shows("1 waiting"))
        known = self.finch.folder / "state-finch-2/chromatch/known-servers"
        fingerprint = re.search(r"SHA256:[0-9a-f]{64}", self.kestrel.said(log))[0]
        self.assertIn(f"10.77.0.1:{found[1]} {fingerprint}\n", known.read_text())
        home.process.kill()
        process.send_signal(signal.SIGUSR1)
        self.find_until(r"^There is no game on this network\.\n$")

    def test_of_two_servers_with_one_name_one_gets_a_number(self):
        for name in ("Arena", "Arena #2"):
            _, log = self.server("--announce", "Arena")
            said = wait_for(name, lambda: logged(self.kestrel, log, "announced"))
            self.assertEqual(said, [{"name": name}])
        self.find_until(r"Arena( #2)?: 0 rooms(.|\n)*Arena( #2)?: 0 rooms")

    def test_a_server_says_once_that_avahi_is_gone_and_is_found_when_it_is_back(self):
        _, log = self.server("--announce", "Arena")
        self.find_until(r"^Arena: ")
        self.kestrel.avahi.terminate()
        self.kestrel.avahi.wait()
        wait_for("a warning", lambda: logged(self.kestrel, log, "not announced"))
        self.kestrel.begin_avahi()
        wait_for("its return", lambda: len(logged(self.kestrel, log, "announced")) == 2)
        self.assertEqual(len(logged(self.kestrel, log, "not announced")), 1)
        self.find_until(r"^Arena: ")


class Version6Tests(LanCase):
    has_ipv4 = False

    def test_a_game_is_found_where_there_is_ipv6_alone(self):
        self.host("--bind", "::")
        found = self.find_until(
            r"waiting  chromatch join tls://(\[fe80::[0-9a-f:]+%eth1\]:\d+/\w{4})\n")
        log = "guest"
        guest = self.finch.start(
            PROGRAM, "join", f"tls://{found[1]}", "--plain", output=log, stdin=subprocess.PIPE,
            **self.state(self.finch))
        wait_for("a seat", lambda: "connected to" in self.finch.said(log))
        guest.stdin.close()
        guest.kill()


class SilenceTests(unittest.TestCase):
    def test_without_avahi_find_says_so_and_the_game_says_nothing(self):
        lan = Lan(ROOT_OF_PACKAGES)
        self.addCleanup(lan.end)
        machine = lan.machines[0]
        done = machine.run(PROGRAM, "find", "--seconds", "1")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "chromatch: Cannot look for games on this network: "
                         "the Avahi daemon does not answer.\n")
        done = machine.run(PROGRAM, "find", "--seconds", "1", LD_LIBRARY_PATH="")
        self.assertEqual(done.returncode, 1)
        self.assertIn("which is not installed", done.stderr)
        for setting, why in (({}, "the Avahi daemon does not answer"),
                             ({"LD_LIBRARY_PATH": ""}, "which is not installed")):
            log = f"server-{len(setting)}"
            machine.start(SERVER, *HEARD, "--announce", output=log, **setting)
            said = wait_for(why, lambda: logged(machine, log, "not announced"))
            self.assertEqual(len(said), 1)
            self.assertIn(why, said[0]["why"])
            done = machine.run(SERVER, "check", *HEARD, "--announce", **setting)
            self.assertRegex(done.stdout, f"look  announced  +not as chromatch on kestrel: .*{why}")


def reason_to_skip():
    """Why nothing can be tested here, if so; else the packages are unpacked."""
    if os.geteuid() != 0:
        return "only root may make namespaces", None
    suite.need(PROGRAM, SERVER)
    for program in ("ip", "nsenter", "setpriv", "unshare"):
        if not shutil.which(program):
            return f"there is no {program}", None
    tried = subprocess.run(["unshare", "--net", "--mount", "--uts", "true"], capture_output=True)
    if tried.returncode != 0:
        return "no namespaces are to be had here", None
    made = subprocess.run([ROOT / "deploy/install", "lan"], capture_output=True, text=True)
    if made.returncode != 0:
        return made.stderr.strip(), None
    return None, pathlib.Path(made.stdout.strip())


def main():
    global ROOT_OF_PACKAGES
    reason, ROOT_OF_PACKAGES = reason_to_skip()
    if reason:
        suite.skip(reason)
    suite.run()


if __name__ == "__main__":
    main()
