"""Plays over ssh: a real sshd, set up as deploy/README.md says, real clients of ssh, a real server;
and whatever else a visitor may try with an account that needs no password. All of it is in
namespaces of its own, with an /etc and a /usr/local of its own. It needs root, OpenSSH and the
debug build of the programs, and where these are not to be had it says so.

    run.py [NAME...]     all of them, or those whose names contain one of these
"""

import atexit
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(1, str(ROOT / "Tests"))
sys.path.insert(0, str(ROOT / "Tests/Lan"))

from screen import Screen  # noqa: E402
import suite  # noqa: E402
from suite import wait_for  # noqa: E402

PROGRAMS = ROOT / ".build/debug"
SSH_PORT, GAME_PORT, ADMIN_PORT = 2222, 7313, 7314
GET = b"GET /metrics HTTP/1.0\r\n\r\n"
INSIDE = "CHROMATCH_SSH_TEST"
# Where its packages are unpacked: an sshd that is installed would listen on this machine.
PACKAGES = pathlib.Path(os.environ.get(INSIDE, "/"))
SSHD = PACKAGES / "usr/sbin/sshd"
LIBRARIES = {"PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": next(
    (str(path.parent) for path in PACKAGES.glob("usr/lib/*/libwrap.so.0")), "")}
# What the game finds in its environment, and nothing besides.
VARIABLES = {"PATH", "TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
             "SSH_CONNECTION"}
# What the client writes to ask a terminal whether it takes any color.
QUESTION = "48;2;1;2;3"
# How the client takes a terminal over.
TAKEN = "\x1b[?1049h"
# What the home screen says where no room is open.
HOME = "not played here"
# How a visitor's client is told to ask for nothing by itself.
CLIENT = ["-F", "none", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=accept-new"]


def run(*words, **options):
    return subprocess.run([str(word) for word in words], text=True, capture_output=True,
                          **options)


def page_commands(heading):
    """The first commands that the runbook has below a heading."""
    text = (ROOT / "deploy/README.md").read_text().split(f"\n## {heading}\n")[1]
    lines = text.split("\n## ")[0].splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("    "))
    last = next(index for index in range(first, len(lines)) if not lines[index].strip())
    return "\n".join(line.strip() for line in lines[first:last])


class Listener(threading.Thread):
    """What systemd does with the socket: an sshd for each connection."""

    def __init__(self, log):
        super().__init__(daemon=True)
        self.log = open(log, "w")
        self.socket = socket.create_server(("127.0.0.1", SSH_PORT))
        self.start()

    def run(self):
        while True:
            connection, _ = self.socket.accept()
            with connection:
                subprocess.Popen(
                    [SSHD, "-i", "-f", "/etc/chromatch-ssh/sshd_config"], env=LIBRARIES,
                    stdin=connection, stdout=connection, stderr=self.log)


class Machine:
    """The machine with the game on it, which this one is within its namespaces, and a visitor."""

    def __init__(self):
        self.isolate()
        self.home = self.folder / "visitor"
        self.home.mkdir()
        self.install()
        self.listener = Listener(self.folder / "sshd.log")
        log = open(self.folder / "server.log", "w")
        self.server = subprocess.Popen(
            [PROGRAMS / "chromatchd"], stdin=subprocess.DEVNULL, stderr=log, cwd="/",
            env={"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "HOME": str(self.folder)})
        wait_for("a server", lambda: "listening" in (self.folder / "server.log").read_text())

    def isolate(self):
        """Whatever is changed is changed here alone."""
        def mount(*words):
            subprocess.run(["mount", *words], check=True)

        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        for place, mode in (("/run", 755), ("/tmp", 1777), ("/usr/local", 755), ("/var/log", 755)):
            # Somebody may have the sources there.
            if pathlib.Path(place) not in ROOT.parents:
                mount("-t", "tmpfs", "-o", f"mode={mode}", "tmpfs", place)
        self.folder = pathlib.Path(tempfile.mkdtemp(dir="/run"))
        copy = self.folder / "etc"
        subprocess.run(["cp", "--archive", "/etc", copy], check=True)
        mount("--bind", str(copy), "/etc")
        # sshd stands aside in there, as this user, while it does not know who comes.
        os.makedirs("/run/sshd")
        if run("id", "sshd").returncode != 0:
            run("useradd", "--system", "--home-dir", "/run/sshd", "--shell", "/bin/false", "sshd")
        os.makedirs("/usr/local/bin")
        program = pathlib.Path("/usr/local/bin/chromatch")
        program.touch()
        mount("--bind", str(PROGRAMS / "chromatch"), str(program))

    def install(self):
        """Does what the runbook says."""
        done = run("bash", "-euxc", page_commands("Play by ssh"), cwd=ROOT)
        assert done.returncode == 0, done.stdout + done.stderr

    def ssh(self, *words, program="ssh", **variables):
        """A visitor's command."""
        port = "-p" if program == "ssh" else "-P"
        known = f"UserKnownHostsFile={self.home}/known"
        setting = {"PATH": os.environ["PATH"], "HOME": str(self.home), "TERM": "xterm-256color",
                   "LANG": "C.UTF-8", **variables}
        return ["env", "-i", *(f"{key}={value}" for key, value in setting.items()), program,
                *CLIENT, "-o", known, port, str(SSH_PORT), *map(str, words)]

    def said(self):
        return (self.folder / "sshd.log").read_text()


def games():
    """The processes of the game that visitors play."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"--restricted" in words and words[0].endswith(b"chromatch"):
            found.append(folder)
    return found


def all_of(connection):
    """All that comes until the end."""
    got = b""
    try:
        while piece := connection.recv(4_096):
            got += piece
    except ConnectionError:
        pass
    return got


def visitors():
    """The processes of the visitors' account that live."""
    user = int(run("id", "--user", "play").stdout)
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if folder.stat().st_uid == user and (folder / "cmdline").read_bytes():
                found.append(folder)
        except OSError:
            continue
    return found


class SshCase(unittest.TestCase):
    def see(self, screen, what, holds):
        """Waits until something holds on a screen."""
        try:
            return wait_for(what, holds)
        except AssertionError as error:
            raise AssertionError("\n".join([f"{error}:", *screen.lines, f"{error}"])) from None

    def play(self, *words, rows=24, columns=80, **variables):
        """A visitor at the home screen."""
        screen = Screen(MACHINE.ssh("-t", *words, "play@127.0.0.1", **variables), rows, columns)
        self.addCleanup(screen.process.wait)
        self.addCleanup(screen.process.kill)
        self.see(screen, "the game", lambda: screen.shows(HOME))
        self.addCleanup(wait_for, "nobody", lambda: not visitors())
        self.addCleanup(screen.process.kill)
        return screen

    def leave(self, screen):
        screen.type("q")
        self.see(screen, "its end", lambda: screen.process.poll() is not None)
        self.assertEqual(screen.process.returncode, 0)


class PlayTests(SshCase):
    def test_a_round_is_played_with_keys_and_mouse_in_a_window_that_grows(self):
        screen = self.play("-o", "SendEnv=COLORTERM", COLORTERM="truecolor")
        screen.type("d")
        self.see(screen, "a room", lambda: screen.shows("space ready"))
        screen.type(" ")
        self.see(screen, "a round", lambda: screen.shows("▸ H") and any(
            re.search(r"TARGET .* \d+\.\d s .* YOURS", line) for line in screen.lines))
        row = next(at for at, line in enumerate(screen.lines) if "▸ H" in line)

        def hue(differs=None):
            """The slider's value, as it is shown once it is another one."""
            found = re.search(r"\d+°", screen.lines[row])
            return found and found[0] != differs and found[0]

        before = self.see(screen, "the slider", hue)
        # SGR: a press of the left button on the track, a drag, and its end.
        screen.type(f"\x1b[<0;20;{row + 1}M")
        pressed = self.see(screen, "a press", lambda: hue(before))
        screen.type(f"\x1b[<32;60;{row + 1}M\x1b[<0;60;{row + 1}m")
        dragged = self.see(screen, "a drag", lambda: hue(pressed))
        self.assertGreater(int(dragged[:-1]), int(pressed[:-1]))
        screen.type("\x1b[C")
        moved = self.see(screen, "a key", lambda: hue(dragged))
        self.assertEqual(int(moved[:-1]), int(dragged[:-1]) + 1)
        screen.resize(40, 120)
        self.see(screen, "the whole window", lambda: any(
            line.strip() for line in screen.lines[30:]) and any(
                line[100:].strip() for line in screen.lines))
        self.assertIn("8;2;", screen.raw.replace(QUESTION, ""))
        # A lock that is near enough ends the round at once, and the clock any other.
        screen.type("\r")
        self.see(screen, "the next round", lambda: screen.shows("round 2 of 5"))
        screen.type("\x03")
        self.see(screen, "its end", lambda: screen.process.poll() is not None)

    def test_a_terminal_that_promises_nothing_is_shown_256_colors(self):
        screen = self.play()
        self.assertNotIn("8;2;", screen.raw.replace(QUESTION, ""))
        self.assertIn("8;5;", screen.raw)
        self.leave(screen)

    def test_two_visitors_are_two_players(self):
        one, other = self.play(), self.play()
        self.assertEqual(len(games()), 4, "each is a game and who watches over its terminal")
        self.leave(one)
        self.leave(other)


class NothingElseTests(SshCase):
    def refused(self, *words, program="ssh", **variables):
        """Something that leads to nothing but words."""
        done = run(*MACHINE.ssh(*words, program=program, **variables), input="")
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("root:", done.stdout)
        return done

    def test_a_command_is_not_run(self):
        done = self.refused("play@127.0.0.1", "cat /etc/passwd; touch /tmp/came")
        self.assertIn("needs a terminal", done.stderr)
        screen = Screen(MACHINE.ssh("-tt", "play@127.0.0.1", "cat /etc/passwd; touch /tmp/came"))
        self.addCleanup(screen.process.kill)
        self.see(screen, "the game", lambda: screen.shows(HOME))
        self.assertNotIn("root:", screen.raw)
        self.leave(screen)
        self.assertFalse(os.path.exists("/tmp/came"))

    def test_no_file_is_read_or_written(self):
        got = MACHINE.home / "got"
        for words in (["play@127.0.0.1:/etc/passwd", got],
                      ["-O", "play@127.0.0.1:/etc/passwd", got],
                      ["/etc/hostname", "play@127.0.0.1:/tmp/put"],
                      ["-O", "/etc/hostname", "play@127.0.0.1:/tmp/put"]):
            self.refused(*words, program="scp")
        self.refused("play@127.0.0.1", program="sftp")
        self.refused("-s", "play@127.0.0.1", "sftp")
        self.assertFalse(got.exists())
        self.assertFalse(os.path.exists("/tmp/put"))

    def test_nothing_is_forwarded(self):
        for words in (["-W", f"127.0.0.1:{ADMIN_PORT}"], ["-N", "-R", "4001:127.0.0.1:22"],
                      ["-N", "-R", "/tmp/socket:127.0.0.1:22"], ["-N", "-w", "any"]):
            self.refused("-o", "ExitOnForwardFailure=yes", *words, "play@127.0.0.1")
        screen = self.play("-L", f"4002:127.0.0.1:{ADMIN_PORT}", "-D", "4003",
                           "-L", f"{MACHINE.home}/local:/run/anything")
        for port, greeting in ((4002, GET), (4003, b"\x05\x01\x00")):
            with socket.create_connection(("127.0.0.1", port)) as visitor:
                visitor.sendall(greeting)
                if port == 4003:
                    self.assertEqual(visitor.recv(2), b"\x05\x00", "its own client answers")
                    visitor.sendall(b"\x05\x01\x00\x01\x7f\x00\x00\x01"
                                    + ADMIN_PORT.to_bytes(2, "big") + GET)
                self.assertNotIn(b"chromatch", all_of(visitor))
        with socket.create_connection(("127.0.0.1", ADMIN_PORT)) as operator:
            operator.sendall(GET)
            self.assertIn(b"chromatch", all_of(operator), "or the others would prove nothing")
        self.leave(screen)

    def test_neither_agent_nor_display_nor_any_variable_gets_through(self):
        agent = run("ssh-agent", "-s").stdout
        path, process = re.search(r"=(/[^;]*);", agent)[1], re.search(r"PID=(\d+);", agent)[1]
        self.addCleanup(os.kill, int(process), signal.SIGKILL)
        screen = self.play(
            "-A", "-X", "-o", "SendEnv=BASH_ENV ENV COLORTERM HOME TMUX",
            "-o", "SetEnv=CHROMATCH_SERVER=10.0.0.1 XDG_STATE_HOME=/tmp CHROMATCH_NAME=Eve",
            SSH_AUTH_SOCK=path, DISPLAY=":0", BASH_ENV="/tmp/evil", ENV="/tmp/evil",
            TMUX="/tmp/evil,1,0", COLORTERM="truecolor")
        for folder in games():
            told = dict(item.split("=", 1) for item in
                        (folder / "environ").read_text().split("\0") if item)
            known = {name: told.pop(name) for name in VARIABLES}
            # A guardian tells the game that it is there.
            self.assertLessEqual(set(told), {"CHROMATCH_GUARDIAN", "SWIFT_BACKTRACE"})
            self.assertEqual((known["TERM"], known["COLORTERM"]), ("xterm-256color", "truecolor"))
            self.assertEqual(known["PATH"], "/usr/local/bin:/usr/bin:/usr/games")
        self.leave(screen)

    def test_nobody_else_gets_in(self):
        for name in ("root", "nobody", "daemon", "sshd"):
            done = self.refused(f"{name}@127.0.0.1")
            self.assertIn("Permission denied", done.stderr)

    def test_in_the_game_there_is_no_way_out_and_nothing_is_kept(self):
        screen = self.play()
        # Other servers, and a stop that only a shell could end.
        screen.type("g\x1a")
        self.see(screen, "its return", lambda: screen.lines and screen.raw.count(TAKEN) == 2)
        screen.type("s")
        self.see(screen, "the settings", lambda: screen.shows("as the terminal can"))
        screen.type("Eve\r")
        self.see(screen, "the new name", lambda: screen.shows("Eve@"))
        self.assertFalse(screen.shows("could not be saved"))
        screen.type("?")
        self.see(screen, "the keys", lambda: screen.shows("this help"))
        self.assertFalse(screen.shows("another server"))
        screen.type("\x1b")
        self.see(screen, "the list", lambda: not screen.shows("this help"))
        user = int(run("id", "-u", "play").stdout)
        owned = run("find", "/etc", "/home", "/opt", "/root", "/run", "/srv", "/tmp", "/usr/local",
                    "/var", "/dev/shm", "-user", str(user)).stdout
        self.assertEqual(owned, "")
        self.leave(screen)

    def test_a_game_that_is_killed_leaves_no_shell(self):
        screen = self.play()
        for folder in games():
            os.kill(int(folder.name), signal.SIGKILL)
        self.see(screen, "its end", lambda: screen.process.poll() is not None)
        wait_for("nobody", lambda: not visitors())

    def test_a_visitor_who_vanishes_leaves_nothing_behind(self):
        screen = self.play()
        screen.process.kill()
        wait_for("nobody", lambda: not visitors())

    def test_the_account_is_a_game_wherever_else_it_is_used(self):
        done = run("su", "--login", "play", "--command", "cat /etc/passwd", input="")
        self.assertIn("needs a terminal", done.stderr)
        self.assertNotIn("root:", done.stdout)


def unpacked():
    """Where the packages of sshd are, or ends with why nothing can be tested here."""
    if os.geteuid() != 0:
        suite.skip("only root may make namespaces")
    made = run(ROOT / "deploy/install", "ssh")
    if made.returncode != 0:
        suite.skip(made.stderr.strip())
    if run("unshare", "--net", "--mount", "--pid", "--fork", "true").returncode != 0:
        suite.skip("no namespaces are to be had here")
    return made.stdout.splitlines()[-1]


def told_by_machine(result):
    """What the machine said helps only where something failed."""
    return [] if result.wasSuccessful() else [MACHINE.said()]


def main():
    global MACHINE
    if INSIDE not in os.environ:
        packages = unpacked()
        # With the first process in there everything ends.
        os.execvpe("unshare", [
            "unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
            "--propagation", "private", sys.executable, *sys.argv],
            {**os.environ, INSIDE: packages})
    suite.need(PROGRAMS / "chromatch", PROGRAMS / "chromatchd")
    MACHINE = Machine()
    atexit.register(shutil.rmtree, MACHINE.folder, ignore_errors=True)
    suite.run(whatever_else=told_by_machine)


if __name__ == "__main__":
    main()
