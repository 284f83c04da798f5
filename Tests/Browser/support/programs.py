"""The real programs that the page is tried with, each for one test: a server on a port of its own,
a terminal client in plain lines, and a cable that can be cut between a browser and a server.
A wait ends when what it waits for comes; the run's watch ends what never ends."""

import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(1, str(ROOT / "Tests"))

from suite import DEBUG as PROGRAMS, wait_for  # noqa: E402

PAGES = ROOT / "clients/web"


def finish(process):
    """Has a process end, and ends it if it does not."""
    process.terminate()
    try:
        wait_for("its end", lambda: process.poll() is not None)
    except AssertionError:
        process.kill()
        process.wait()


class Program:
    """A program whose output is read as it comes."""

    folder = PROGRAMS
    running = set()

    def __init__(self, name, *options):
        self.name = name
        self.text = ""
        self.process = subprocess.Popen(
            [self.folder / name, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env={"LANG": "C.UTF-8"})
        self.running.add(self)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.text += line.decode()

    def wait_for(self, pattern):
        """What a pattern finds in the output, once it does."""
        wait_for(
            f"{self.name} says {pattern}",
            lambda: re.search(pattern, self.text) or not self.reader.is_alive(),
            lambda: self.text[-2_000:])
        found = re.search(pattern, self.text)
        assert found, f"{self.name} never said {pattern}:\n{self.text[-2_000:]}"
        return found

    def type(self, line):
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def kill(self):
        """Ends it as nobody would wish to end."""
        self.process.kill()
        self.process.wait()

    def end(self):
        finish(self.process)
        self.running.discard(self)
        self.process.stdin.close()
        self.reader.join()
        self.process.stdout.close()


class Server(Program):
    """A server that shows a folder of pages."""

    def __init__(self, pages=PAGES, port=0, *options):
        super().__init__(
            "chromatchd", "--port", str(port), "--no-admin", "--web", str(pages), *options)
        self.port = int(self.wait_for(r"address=127\.0\.0\.1:(\d+)")[1])

    def drain(self):
        """Lets its matches end and has it begin no more."""
        self.process.send_signal(signal.SIGUSR1)


class Caller:
    """Somebody without a program, as with nc: says some lines and hears what comes."""

    def __init__(self, port, *lines):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.say(*lines)

    def say(self, *lines):
        self.socket.sendall("".join(f"{line}\n" for line in lines).encode())

    def hear(self, *verbs):
        """The fields of the next line of one of these verbs."""
        for line in self.lines:
            words = line.split()
            if any(verb in words[:2] for verb in verbs):
                return dict(word.split("=", 1) for word in words if "=" in word)
        raise AssertionError(f"the server hung up before it said {' or '.join(verbs)}")

    def end(self):
        self.lines.close()
        self.socket.close()


def carry(near, far):
    """Takes bytes from one end to another until either ends."""
    try:
        while data := near.recv(65_536):
            far.sendall(data)
    except OSError:
        pass
    for end in (near, far):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Cable:
    """Stands between a browser and a server. When it is cut, what was connected is reset, and
    nobody gets through any more until it is mended."""

    def __init__(self, port):
        self.server = ("127.0.0.1", port)
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.is_cut = False
        self.lock = threading.Lock()
        self.open = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            with self.lock:
                if self.is_cut:
                    near.close()
                    continue
                far = socket.create_connection(self.server)
                self.open += [near, far]
            for ends in ((near, far), (far, near)):
                threading.Thread(target=carry, args=ends, daemon=True).start()

    def cut(self):
        with self.lock:
            self.is_cut = True
            for end in self.open:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                end.close()
            self.open = []

    def mend(self):
        with self.lock:
            self.is_cut = False

    def end(self):
        self.cut()
        self.door.close()
