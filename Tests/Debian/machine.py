"""A small Debian for a test: systemd boots in it, in namespaces of its own, on a tree that forgets
everything when it ends. It has a loopback interface and no other.

It needs root, and what deploy/install has made. Its caller has a mount namespace of its own
already, so nothing that it mounts outlives the caller."""

import pathlib
import subprocess
import tempfile

from suite import wait_for

# Whatever is started ends with this process, even if it is killed.
LEASH = ["setpriv", "--pdeathsig", "KILL", "--"]


class Process:
    """A program that runs on a machine, and what it says."""

    def __init__(self, words, log):
        self.log = log
        with open(log, "w") as file:
            self.process = subprocess.Popen(
                [*LEASH, *words], stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)

    def said(self):
        return self.log.read_text(errors="replace")

    def wait_for(self, words):
        """Waits until it has said something."""
        def holds():
            assert self.process.poll() is None or words in self.said(), self.said()
            return words in self.said()

        wait_for(repr(words), holds, self.said)

    def status(self):
        """Waits for its end."""
        return wait_for("its end", lambda: self.process.poll() is not None and self, self.said)\
            .process.returncode

    def end(self):
        self.process.kill()
        self.process.wait()


class Machine:
    """One of them, off."""

    def __init__(self, root):
        self.scratch = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.scratch.name)
        self.folder, self.root = folder, folder / "root"
        self.boots, self.processes = None, []
        changes = folder / "changes"
        for path in (changes, self.root):
            path.mkdir()
        self.host("mount", "-t", "tmpfs", "tmpfs", changes)
        for name in ("upper", "work"):
            (changes / name).mkdir()
        self.host("mount", "-t", "overlay", "overlay", "-o",
                  f"lowerdir={root},upperdir={changes}/upper,workdir={changes}/work", self.root)

    @staticmethod
    def host(*words):
        """Runs a command on the machine that this is all on."""
        done = subprocess.run(
            [str(word) for word in words], stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, (words, done.stdout)
        return done.stdout

    def boot(self):
        """Turns it on, and waits until systemd has started everything."""
        log = self.folder / "boot.log"
        self.boots = Process(
            ["systemd-nspawn", "--quiet", "--directory", str(self.root), "--private-network",
             "--register=no", "--keep-unit", "--link-journal=no", "--boot"], log)
        nspawn = self.boots.process
        children = pathlib.Path(f"/proc/{nspawn.pid}/task/{nspawn.pid}/children")

        def is_up():
            assert nspawn.poll() is None, self.boots.said()
            self.leader = (children.read_text().split() or [None])[0]
            state = self.leader and self.run("systemctl", "is-system-running").stdout.strip()
            return state in ("running", "degraded")

        wait_for("systemd", is_up, self.boots.said)

    def within(self, *words):
        """A command as it is run on this machine, booted or not."""
        place = ["nsenter", "--target", self.leader, "--all"] if self.boots else \
            ["chroot", str(self.root)]
        setting = ["env", "-i", "HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
                   "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/games"]
        return [*place, *setting, *map(str, words)]

    def nearby(self, *words):
        """A command of the host's as it is run in this machine's network."""
        return ["nsenter", "--target", self.leader, "--net", *map(str, words)]

    def run(self, *words):
        """Runs a command on it, and waits for it."""
        return subprocess.run(
            self.within(*words), stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)

    def must(self, *words):
        """The same, of a command that has to succeed; what it says."""
        done = self.run(*words)
        assert done.returncode == 0, f"{' '.join(map(str, words))}: {done.stdout}"
        return done.stdout.strip()

    def start(self, name, words):
        """Starts a command, which is given as `within` or `nearby` have it."""
        process = Process(words, self.folder / f"{name}.log")
        self.processes.append(process)
        return process

    def listeners(self):
        """What listens on it, or has bound a port."""
        return self.host(*self.nearby("ss", "--no-header", "--numeric", "--listening",
                                      "--tcp", "--udp"))

    def files(self):
        """Everything that is on it: paths with kinds, modes, owners, and sizes of files."""
        listed = self.must(
            "find", "/", "-xdev", "(", "-path", "/proc", "-o", "-path", "/sys", "-o", "-path",
            "/dev", "-o", "-path", "/run", "-o", "-path", "/tmp", ")", "-prune", "-o",
            "-printf", r"%p %y %m %u %g %l\n")
        return set(listed.splitlines())

    def end(self):
        for process in self.processes:
            process.end()
        if self.boots:
            if self.boots.process.poll() is None:
                self.run("systemctl", "poweroff", "--force", "--force")
            self.boots.end()
        self.host("umount", self.root)
        self.host("umount", self.folder / "changes")
        self.scratch.cleanup()
