"""Tries the Debian packages and the archive: lintian judges the packages, and in a small Debian
with a systemd of its own they are installed, played with, hung, crashed, restarted, upgraded under
players, and purged; the archive is unpacked and serves browsers through Caddy; and visitors come by
ssh. What a unit, a maintainer's script and a sandbox do together is systemd's to
say: booting found that a small Debian has no /bin/kill to reload with, and that a server which
stopped took systemd's port along. It needs root and what `make deb tarball` has made; where
namespaces are not to be had it says so.

    run.py [NAME...]     all of them, or those whose names contain one of these
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(1, str(ROOT / "Tests"))
sys.path.insert(2, str(ROOT / "Tests/Lan"))

from machine import Machine  # noqa: E402
from screen import Screen  # noqa: E402
import suite  # noqa: E402
from suite import wait_for  # noqa: E402

PACKER = ROOT / "deploy/build-packages"
BOT = ROOT / "clients/python/bot.py"
sys.dont_write_bytecode = True

# Somebody who comes, again and again, and says if the door is shut.
VISITOR = """
import socket, time
while True:
    try:
        with socket.create_connection(("127.0.0.1", 7313), 60) as visit:
            visit.sendall(b"HELLO v=1\\n")
            print((visit.recv(64) + b" ").split()[:1], flush=True)
    except ConnectionResetError:
        pass
    except ConnectionRefusedError:
        print("refused", flush=True)
    time.sleep(0.02)
"""

# Three nodes from an archive, unpacked in $0; it prints the page of the second.
NODES = """
ip link set lo up
nodes="deploy/cluster/nodes $0/run"
trap "$nodes stop" EXIT
$nodes start "$0/bin/chromatchd" 7400
curl -sS http://127.0.0.1:7442/
"""

# Somebody who opens a room for two others, and leaves it to them once they are ready.
OPENER = """
import socket
lines = socket.create_connection(("127.0.0.1", 7313), 60).makefile("rw", newline="\\n")
lines.write("HELLO v=1\\nCREATE seats=3 rounds=8 time=10\\n")
lines.flush()
code = next(line for line in lines if line.startswith("IN ")).split("room=")[1][:4]
print(code, flush=True)
for _ in range(2):
    next(line for line in lines if line.startswith("READIED "))
lines.write("BYE\\n")
lines.flush()
"""

# Seventeen of one address who knock at the port for visitors, and whether each is answered.
KNOCKS = """
import socket
def answered(one):
    try:
        return one.recv(4) == b"SSH-"
    except ConnectionError:
        return False
crowd = [socket.create_connection(("127.0.0.1", 2222), 60) for _ in range(17)]
print([answered(one) for one in crowd].count(True), "answered", flush=True)
"""

# How a visitor's ssh is told to ask for nothing.
VISITOR_OPTIONS = ["-F", "none", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=accept-new"]


def page_commands(heading):
    """The commands that the runbook has below a heading."""
    text = re.split(rf"\n##+ {heading}\n", (ROOT / "deploy/README.md").read_text())[1]
    lines = re.split(r"\n##+ ", text)[0].splitlines()
    return "\n".join(line.strip() for line in lines if line.startswith("    "))


def made(folder, version=None):
    """Makes the packages of what is built, and returns their files, the game's first."""
    words = [PACKER, folder, *([version] if version else [])]
    done = subprocess.run(words, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return [pathlib.Path(line) for line in done.stdout.split()]


class PackageTests(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def test_lintian_finds_no_errors_and_no_warnings(self):
        done = subprocess.run(
            ["lintian", "--fail-on", "error,warning", "--tag-display-limit", "0", *PACKAGES],
            text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotRegex(done.stdout, r"(?m)^[EW]:")

    def test_the_same_programs_are_packed_to_the_same_bytes(self):
        former = os.umask(0o077)
        self.addCleanup(os.umask, former)
        with unittest.mock.patch.dict(os.environ, TZ="Asia/Tokyo", LC_ALL="C", HOME="/nowhere"):
            again = made(self.folder / "again")
        for file, other in zip(again, PACKAGES, strict=True):
            self.assertEqual(file.read_bytes(), other.read_bytes(), file.name)

    def test_the_pages_in_them_lead_to_what_is_in_them(self):
        for package in PACKAGES:
            subprocess.run(["dpkg-deb", "--extract", package, self.folder], check=True)
        self.assert_whole("usr/share/doc/chromatch*")

    def test_the_pages_in_the_archive_lead_to_what_is_in_it(self):
        subprocess.run(["tar", "-C", self.folder, "-xzf", ARCHIVE], check=True)
        self.assert_whole("*/share/doc/chromatch")

    def assert_whole(self, folders):
        """No link of a page in these folders is dead."""
        pages = sorted(self.folder.glob(f"{folders}/**/*.md"))
        found = [(page, link) for page in pages
                 for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text())
                 if "://" not in link]
        lost = [(str(page.relative_to(self.folder)), link) for page, link in found
                if not (self.folder / link[1:] if link.startswith("/")
                        else page.parent / link).exists()]
        self.assertEqual(lost, [])
        self.assertGreater(len(found), len(pages))

    def test_the_archive_is_the_same_whoever_packs_it_and_whenever(self):
        before = ARCHIVE.read_bytes()
        former = os.umask(0o077)
        self.addCleanup(os.umask, former)
        environment = {**os.environ, "TZ": "Asia/Tokyo", "LC_ALL": "C", "HOME": "/nowhere"}
        subprocess.run([ROOT / "deploy/build-tarball", ".build-dist"], check=True, cwd=ROOT,
                       env=environment, capture_output=True)
        self.assertEqual(ARCHIVE.read_bytes(), before)
        with tarfile.open(ARCHIVE) as archive:
            members = archive.getmembers()
        self.assertEqual({(one.uid, one.gid, one.mode & 0o7022) for one in members}, {(0, 0, 0)})
        self.assertEqual(len({one.mtime for one in members}), 1)
        names = [one.name for one in members]
        self.assertEqual(names, sorted(names, key=lambda name: name.split("/")))

    def test_what_needs_a_swift_that_others_lack_is_not_installed(self):
        (self.folder / "main.c").write_text("int one(void); int main(void) { return one(); }")
        (self.folder / "one.c").write_text("int one(void) { return 0; }")
        subprocess.run(
            "cc -shared -o libswiftCore.so one.c; for name in chromatch chromatchd; do "
            "cc -Wl,-rpath,/home/ada/swift -o $name main.c -L. -lswiftCore; done", shell=True,
            check=True, cwd=self.folder)
        done = subprocess.run(
            ["make", "install", f"BUILT={self.folder}", f"DESTDIR={self.folder}/there"], cwd=ROOT,
            text=True, capture_output=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("needs a Swift that may not be there for others", done.stderr)
        self.assertIn("looks for libraries in '/home/ada/swift'", done.stderr)
        self.assertFalse((self.folder / "there").exists())

    def test_a_toolchain_without_a_static_runtime_is_refused(self):
        swift = self.folder / "swift"
        swift.write_text("#!/bin/sh\necho '\"runtimeResourcePath\": \"/nowhere\"'\n")
        swift.chmod(0o755)
        done = subprocess.run(
            [ROOT / "deploy/build-release"], text=True, capture_output=True,
            env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, f"chromatch: {swift} has no static runtime in /nowhere; "
                         "use a toolchain of swift.org/install\n")

    def test_nodes_of_a_cluster_run_from_the_archive_and_serve_the_page(self):
        subprocess.run(["tar", "-C", self.folder, "--strip-components", "1", "-xzf", ARCHIVE],
                       check=True)
        done = subprocess.run(
            ["unshare", "--net", "bash", "-euc", NODES, self.folder], text=True, cwd=ROOT,
            capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        page = (ROOT / "clients/web/index.html").read_text()
        self.assertTrue(done.stdout.endswith(page), done.stdout[-1_000:])


class DebianCase(unittest.TestCase):
    def setUp(self):
        self.machine = Machine(SYSTEM)
        self.addCleanup(self.machine.end)
        self.machine.boot()

    def install(self, *packages):
        for package in packages:
            shutil.copy(package, self.machine.root / "root")
        self.machine.must("apt-get", "install", "--yes", "--no-install-recommends",
                          *(f"/root/{package.name}" for package in packages))

    def service(self, name, unit="chromatchd.service"):
        """What systemd says of the service."""
        return self.machine.must("systemctl", "show", "--property", name, "--value", unit)

    def log(self):
        return self.machine.must("journalctl", "--unit", "chromatchd", "--output", "cat")

    def wait_for_log(self, words, count=1):
        wait_for(words, lambda: self.log().count(words) >= count, self.log)

    def wait_for_restart(self):
        """Waits until systemd has started the server once again, by itself."""
        wait_for("another start", lambda: self.service("NRestarts") == "1"
                 and self.service("ActiveState") == "active", self.log)

    def play(self):
        """A match between two bots that are no programs of ours, over TLS."""
        pin = re.search(r"certificate=(SHA256:[0-9a-f]{64})", self.log())[1]
        place, options = "chromatch://127.0.0.1", ("--seconds", "0.5", "--matches", "1")

        def bot(name, *words):
            return self.machine.start(
                name, self.machine.nearby(sys.executable, "-B", BOT, *words, *options))

        opener = bot("opener", f"{place}#{pin}", "--open", "mode=hsb rounds=1 time=6 seats=2")
        opener.wait_for("in room ")
        code = re.search(r"in room (\w{4})", opener.said())[1]
        for player in (opener, bot("joiner", f"{place}/{code}#{pin}")):
            self.assertEqual(player.status(), 0, player.said())
            self.assertIn("match 1 was fair", player.said())

    def race(self):
        """Two who race each other, in a match that lasts a minute or two."""
        opener = self.machine.start(
            "opener", self.machine.nearby(sys.executable, "-c", OPENER))
        opener.wait_for("\n")
        code = opener.said().strip()
        players = [self.machine.start(name, self.machine.within(
            "chromatch", "join", f"127.0.0.1/{code}", "--plain", "--name", name,
            "--autoplay", "2")) for name in ("Ada", "Bea")]
        for one in players:
            one.wait_for("round 1 of 8")
        return players


class GameTests(DebianCase):
    def test_the_game_alone_plays(self):
        self.install(PACKAGES[0])
        self.assertEqual(self.machine.must("chromatch", "--version"), VERSION)
        text = self.machine.must("chromatch", "play", "--plain", "--rounds", "1", "--time", "5")
        self.assertIn("standings: 1 ", text)
        self.assertIn("targets verified", text)


class ArchiveTests(DebianCase):
    def test_from_nothing_to_https(self):
        """As the runbook says, but for the name, whose certificate Caddy's own authority signs."""
        machine = self.machine
        shutil.copy(ARCHIVE, machine.root / "root")
        (caddy,) = (ROOT / ".build-proxies/archives").glob("caddy_*.deb")
        shutil.copy(caddy, machine.root / "root")
        (first, *commands) = page_commands("HTTPS").splitlines()
        self.assertTrue(first.startswith("apt-get install --yes caddy "), first)
        machine.must("dpkg", "--force-depends", "--install", f"/root/{caddy.name}")
        (machine.root / "etc/hosts").write_text("127.0.0.1 localhost\n")
        machine.must("sh", "-euxc", "\n".join(["cd /root", *commands]).replace(
            "YOUR.NAME", "localhost"))

        self.assertEqual(machine.must("chromatch", "--version"), VERSION)
        authority = machine.root / \
            "var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
        wait_for("Caddy's authority", authority.exists,
                 lambda: machine.must("journalctl", "--unit", "caddy", "--output", "cat"))

        def answer(address):
            return subprocess.run(
                machine.nearby("curl", "-sS", "--cacert", authority, address), text=True,
                capture_output=True).stdout

        page = (ROOT / "clients/web/index.html").read_text()
        wait_for("the page", lambda: answer("https://localhost/") == page, self.log)
        self.play()
        self.assertNotIn("cannot be believed", self.log())
        self.assertRegex(machine.must("chromatchd", "status"), r"^state +ready\n")


class ServiceTests(DebianCase):
    def test_it_listens_only_when_it_is_told_to_and_a_purge_leaves_nothing(self):
        machine = self.machine
        (before, listeners) = machine.files(), machine.listeners()
        self.install(*PACKAGES)
        self.assertEqual(machine.listeners(), listeners)
        for unit in ("chromatchd.service", "chromatchd.socket"):
            self.assertEqual(machine.run("systemctl", "is-enabled", unit).stdout, "disabled\n")
            self.assertEqual(self.service("ActiveState", unit), "inactive")
        self.assertEqual(machine.must("systemd-analyze", "verify", "--man=no", "chromatchd.service",
                                      "chromatchd.socket"), "")
        machine.must("systemd-analyze", "security", "--offline=true", "--threshold=15",
                     "/lib/systemd/system/chromatchd.service")

        machine.must("systemctl", "enable", "--now", "chromatchd")
        self.assertIn("*:7313", machine.listeners())
        self.assertEqual(
            machine.must("stat", "--format", "%a %U %G", "/var/lib/chromatch"),
            "700 chromatch chromatch")
        self.assertRegex(machine.must("chromatchd", "status"), r"^state +ready\n")
        self.play()
        self.assertRegex(self.service("StatusText"), r"^\d+ rooms, \d+ players, \d+ watchers$")

        machine.must("systemctl", "restart", "chromatchd")
        self.assertEqual(self.service("Result"), "success")
        machine.must("apt-get", "purge", "--yes", "chromatch", "chromatch-server")
        self.assertEqual(machine.listeners(), listeners)
        # What apt and systemd write about all that they do.
        own = re.compile(r"/(root/\S+\.deb |var/(log|cache|lib/apt|lib/systemd/(?!deb-))[/ ])")
        left = {line for line in machine.files() ^ before if not own.match(line)}
        self.assertEqual(left, set())
        # Debian keeps the account, so that no later one gets its number, and files with it.
        self.assertIn("chromatch", machine.must("getent", "passwd", "chromatch"))

    def test_reload_restart_and_upgrade_lose_nobody(self):
        self.install(*PACKAGES)
        # Packing takes its time, and the match does not wait for it.
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        newer = made(pathlib.Path(scratch.name), f"{VERSION}+1")
        self.machine.must("systemctl", "start", "chromatchd")
        players = self.race()
        process = self.service("MainPID")

        self.machine.must("systemctl", "reload", "chromatchd")
        self.wait_for_log(" reloaded")
        self.assertEqual(self.service("MainPID"), process)
        for player in players:
            self.assertNotIn("connection lost", player.said())

        self.machine.must("systemctl", "restart", "chromatchd")
        self.wait_for_log("rooms restored")
        for player in players:
            player.wait_for("back in room")
        process = self.service("MainPID")

        self.install(*newer)
        self.wait_for_log("rooms restored", count=2)
        self.assertNotIn("not upgraded", self.log())
        # The same process, and in it the program that has just been installed.
        self.assertEqual(self.service("MainPID"), process)
        self.assertEqual(self.machine.must("readlink", f"/proc/{process}/exe"),
                         "/usr/bin/chromatchd")
        self.assertEqual(self.service("NRestarts"), "0")

        for player in players:
            self.assertEqual(player.status(), 0, player.said())
            text = player.said()
            self.assertEqual(text.count("back in room"), 2, text)
            self.assertIn("targets verified", text)
            self.assertIn("round 8 over.", text)
            self.assertRegex(text, r"standings: 1 .*, 2 ")

    def test_a_server_that_hangs_is_started_anew_with_its_rooms(self):
        self.install(*PACKAGES)
        change = self.machine.root / "etc/systemd/system/chromatchd.service.d/impatient.conf"
        change.parent.mkdir()
        change.write_text("[Service]\nWatchdogSec=2s\nTimeoutAbortSec=1s\n")
        self.machine.must("systemctl", "daemon-reload")
        self.machine.must("systemctl", "start", "chromatchd")
        players = self.race()
        self.machine.must("sh", "-c", f"kill -STOP {self.service('MainPID')}")
        self.wait_for_restart()
        self.assertIn("Watchdog timeout", self.log())
        for player in players:
            player.wait_for("back in room")

    def test_a_server_that_crashes_is_started_anew_with_its_rooms(self):
        self.install(*PACKAGES)
        self.machine.must("systemctl", "start", "chromatchd")
        players = self.race()
        self.machine.must("sh", "-c", f"kill -SEGV {self.service('MainPID')}")
        self.wait_for_restart()
        for player in players:
            player.wait_for("back in room")

    def test_where_systemd_opens_the_port_nobody_is_refused_while_the_server_is_started_anew(self):
        self.install(*PACKAGES)
        self.machine.must("systemctl", "enable", "--now", "chromatchd.socket")
        self.assertEqual(self.service("ActiveState"), "inactive")
        visitor = self.machine.start(
            "visitor", self.machine.nearby(sys.executable, "-c", VISITOR))
        visitor.wait_for("WELCOME")
        self.assertEqual(self.service("ActiveState"), "active")
        for _ in range(2):
            self.machine.must("systemctl", "restart", "chromatchd.service")
            count = visitor.said().count("WELCOME")
            wait_for("more visits", lambda: visitor.said().count("WELCOME") > count + 2,
                     visitor.said)
        self.assertNotIn("refused", visitor.said())


class SshTests(DebianCase):
    """Visitors by ssh, whom systemd lets in and limits, set up as the runbook says."""

    def setUp(self):
        super().setUp()
        self.install(*PACKAGES)
        self.machine.must("systemctl", "enable", "--now", "chromatchd")
        # The runbook names its files as they lie in the tree.
        self.machine.must("ln", "-s", "/usr/share/doc/chromatch-server/examples", "/root/deploy")
        self.machine.must("sh", "-euxc", "cd /root\n" + page_commands("Play by ssh"))

    def visit(self):
        """A visitor at the home screen."""
        known = f"UserKnownHostsFile={self.machine.folder}/known"
        screen = Screen(self.machine.nearby(
            "env", "TERM=xterm-256color", "ssh", "-tt", *VISITOR_OPTIONS, "-o", known,
            "-p", "2222", "play@127.0.0.1"), 24, 80)
        self.addCleanup(screen.process.wait)
        self.addCleanup(screen.process.kill)
        self.see(screen, "not played here")
        return screen

    def see(self, screen, words):
        wait_for(words, lambda: screen.shows(words), lambda: "\n".join(screen.lines))

    def visits(self):
        """The units of those who are there."""
        listed = self.machine.must("systemctl", "list-units", "--plain", "--no-legend",
                                   "chromatch-ssh@*.service")
        return [line.split()[0] for line in listed.splitlines()]

    def test_a_visitor_races_within_limits_and_leaves_nothing(self):
        screen = self.visit()
        (visit,) = self.visits()
        limits = [self.service(name, visit)
                  for name in ("MemoryMax", "TasksMax", "RuntimeMaxUSec", "ActiveState")]
        self.assertEqual(limits, [str(128 << 20), "32", "6h", "active"])
        screen.type("d")
        self.see(screen, "space ready")
        screen.type(" ")
        self.see(screen, "TARGET")
        screen.process.kill()
        wait_for("nobody", lambda: not self.visits())
        self.assertEqual(self.machine.run("pgrep", "--uid", "play").stdout, "")
        self.assertNotIn("BUG", self.machine.must("journalctl", "--output", "cat"))

    def test_one_address_has_sixteen_visitors_at_the_most(self):
        crowd = self.machine.start(
            "crowd", self.machine.nearby(sys.executable, "-c", KNOCKS))
        crowd.wait_for("answered")
        self.assertEqual(crowd.said().split()[0], "16")
        wait_for("nobody", lambda: not self.visits())
        self.visit()


def reason_to_skip():
    """Why nothing can be tried here, if so; else the small Debian is there."""
    if os.geteuid() != 0:
        return "only root may make namespaces", None
    for program in ("debootstrap", "lintian", "nsenter", "setpriv", "ss", "ssh", "systemd-nspawn"):
        if not shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin"):
            return f"there is no {program}", None
    tried = subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True)
    if tried.returncode != 0:
        return "no namespaces are to be had here", None
    made = subprocess.run([ROOT / "deploy/install", "debian"], capture_output=True, text=True)
    if made.returncode != 0:
        return made.stderr.strip(), None
    return None, pathlib.Path(made.stdout.strip())


def main():
    global ARCHIVE, PACKAGES, SYSTEM, VERSION
    reason, SYSTEM = reason_to_skip()
    if reason:
        suite.skip(reason)
    # What is mounted from here on is nobody else's, and goes with this process.
    if os.environ.pop("CHROMATCH_MOUNTS", None) is None:
        words = ["unshare", "--mount", "--propagation", "private", "--", sys.executable, *sys.argv]
        os.execvpe(words[0], words, {**os.environ, "CHROMATCH_MOUNTS": "own"})
    VERSION = subprocess.run([ROOT / "deploy/version"], check=True, text=True,
                             capture_output=True).stdout.strip()
    PACKAGES = [found for name in ("chromatch", "chromatch-server")
                for found in (ROOT / ".build-dist").glob(f"{name}_{VERSION}_*.deb")]
    ARCHIVE = ROOT / f".build-dist/chromatch-{VERSION}-linux-{os.uname().machine}.tar.gz"
    if len(PACKAGES) != 2 or not ARCHIVE.exists():
        suite.skip("there are no packages of this version; `make deb tarball` makes them")
    suite.run()


if __name__ == "__main__":
    main()
