"""A machine of its own for the commands of the runbook: a network, an /etc and a /var/lib that are
nobody else's, and the debug build as what is installed. It has no systemd: `systemctl` is done here
by hand, as far as the runbook needs it, by starting what the unit starts, as its user and with its
variables, and by signals. All of it is gone when the last process ends, however that comes.

It needs root."""

import atexit
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile

from suite import wait_for

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEBUG = ROOT / ".build/debug"
# Whatever is started ends with this process, even if it is killed.
LEASH = ["setpriv", "--pdeathsig", "KILL"]

# One process holds the namespaces; with it they end.
HOLDER = """
cp -a /etc "$0/etc"
mount --bind "$0/etc" /etc
mount -t tmpfs -o mode=755 tmpfs /var/lib
mkdir -m 700 /var/lib/chromatch
ip link set lo up
echo ready
exec sleep infinity
"""

JOURNALCTL = """#!/bin/sh
if [ "$1 $2" != "-u chromatchd" ]; then echo "no such unit: $*" >&2; exit 1; fi
cat {log}
"""


class Machine:
    """A machine on which the server's unit is installed."""

    def __init__(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.folder.chmod(0o755)
        self.log = self.folder / "log"
        self.log.touch()
        self.server, self.processes = None, []
        programs = self.folder / "bin"
        programs.mkdir()
        # Not everybody may look into a checkout.
        shutil.copy(DEBUG / "chromatchd", programs)
        (programs / "chromatch").symlink_to(DEBUG / "chromatch")
        (programs / "journalctl").write_text(JOURNALCTL.format(log=self.log))
        (programs / "journalctl").chmod(0o755)
        atexit.register(self.end)
        self.holder = subprocess.Popen(
            [*LEASH, "--", "unshare", "--net", "--mount", "--propagation", "private", "--",
             "bash", "-euc", HOLDER, str(self.folder)], stdout=subprocess.PIPE, text=True)
        self.processes.append(self.holder)
        if self.holder.stdout.readline() != "ready\n":
            raise OSError("no namespaces are to be had")

    def within(self, *words, leash=LEASH, **variables):
        """A command as it is run on this machine."""
        setting = {"PATH": f"{self.folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin", **variables}
        return ["nsenter", "--target", str(self.holder.pid), "--net", "--mount", "env",
                f"--chdir={ROOT}",
                *(f"{key}={value}" for key, value in setting.items()),
                *leash, "--", *map(str, words)]

    def start(self, *words, leash=LEASH, output=None, **variables):
        """Starts a command, which writes to a file."""
        with open(output or self.log, "a") as file:
            process = subprocess.Popen(
                self.within(*words, leash=leash, **variables), stdin=subprocess.DEVNULL,
                stdout=file, stderr=subprocess.STDOUT)
        self.processes.append(process)
        return process

    def run(self, command):
        """Carries out a command of the runbook; its status, and what it writes."""
        if command.startswith("systemctl "):
            return self.systemctl(shlex.split(command)[1:])
        done = subprocess.run(
            self.within("bash", "-o", "pipefail", "-c", command), text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def systemctl(self, words):
        match words:
            case ["start", "chromatchd"]:
                self.begin()
            case ["stop", "chromatchd"]:
                self.stop()
            case ["restart", "chromatchd"]:
                self.stop()
                self.begin()
            case ["reload", "chromatchd"]:
                self.server.send_signal(signal.SIGHUP)
            case ["kill", "--kill-whom=main", name, "chromatchd"] if name.startswith("--signal="):
                self.server.send_signal(signal.Signals[name.removeprefix("--signal=")])
            case _:
                raise AssertionError(f"nobody does systemctl {' '.join(words)}")
        return 0, ""

    def begin(self):
        """Starts the server as its unit says, and waits until it listens."""
        unit = (ROOT / "deploy/systemd/chromatchd.service").read_text()
        defaults = self.folder / "etc/default/chromatchd"
        text = " ".join(re.findall("^Environment=(.*)$", unit, re.MULTILINE))
        text += " " + (defaults.read_text() if defaults.exists() else "")
        variables = dict(word.split("=", 1) for word in text.split())
        user = re.search("^User=(.*)$", unit, re.MULTILINE)[1]
        status, said = self.run(f"chown {user}: /var/lib/chromatch")
        assert status == 0, said
        assert "\nExecStart=/usr/local/bin/chromatchd\n" in unit
        before = self.count("listening")
        self.server = self.start(
            "chromatchd", leash=[*LEASH, f"--reuid={user}", f"--regid={user}", "--init-groups"],
            **variables)
        self.wait_to_listen(before)

    def wait_to_listen(self, before=0):
        """Waits until a server says so once more."""
        def holds():
            assert self.server.poll() is None, self.log.read_text()
            return self.count("listening") > before

        wait_for("a server that listens", holds)

    def count(self, message):
        """How often the log says this."""
        return len(re.findall(rf"\b{re.escape(message)}\b", self.log.read_text()))

    def stop(self):
        self.server.terminate()
        self.wait_for_end()

    def wait_for_end(self):
        status = self.server.wait()
        assert status == 0, (status, self.log.read_text())

    def play(self):
        """Two bots play a match to its end."""
        bots = []
        for entry in (["127.0.0.1", "--open", "rounds=1 time=5 seats=2"], None):
            if not entry:
                said = self.folder / "bot-0"
                room = wait_for("a room", lambda: re.search(r"in room (\w+)", said.read_text()))
                entry = [f"127.0.0.1/{room[1]}"]
            bots.append(self.start(
                "python3", ROOT / "clients/python/bot.py", *entry, "--seconds", "1", "--matches",
                "1", output=self.folder / f"bot-{len(bots)}"))
        for number, bot in enumerate(bots):
            status = bot.wait()
            assert status == 0, (self.folder / f"bot-{number}").read_text()
            (self.folder / f"bot-{number}").unlink()

    def end(self):
        for process in reversed(self.processes):
            process.kill()
        for process in reversed(self.processes):
            process.wait()
        if self.processes:
            self.holder.stdout.close()
        self.processes = []
        self.scratch.cleanup()
