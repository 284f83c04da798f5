"""Runs the cases of the Autobahn TestSuite against `chromatch-bench echo`, over ws and over wss,
and fails unless each is passed to the letter. `Tests/one conformance` says which echo and which
Python, and kosoku (see Tests/Peers/requirements.txt) does the running. Compression, cases 12 and
13, is left out, because this server never agrees to it.

    run.py .build/release/chromatch-bench .build-conformance [CASE…]
"""

import argparse
import asyncio
import collections
import json
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))

import suite  # noqa: E402

# The RFC leaves these open, and the suite has no verdict but INFORMATIONAL on them.
OPEN_QUESTIONS = {
    "7.1.6": "how much of 256 KiB comes back when a Close follows at once",
    "7.13.1": "what becomes of a close code beyond all ranges",
    "7.13.2": "what becomes of a close code that does not fit its two bytes",
}
PATIENCE = 10


class Echo:
    """The echo, for as long as the context lasts."""

    def __init__(self, program, *options):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.command = [program, "echo", "--port", str(self.port), *options]

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(*self.command)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return self.port
            except OSError:
                if self.process.returncode is not None or time.monotonic() > deadline:
                    sys.exit(f"this does not listen: {' '.join(self.command)}")
                await asyncio.sleep(0.05)

    async def __aexit__(self, *_):
        if self.process.returncode is not None:
            sys.exit(f"the echo has ended with status {self.process.returncode}")
        self.process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(self.process.wait(), PATIENCE)


class TLSRelay:
    """Speaks TLS for the suite, which cannot; what it says and hears goes through as it is."""

    def __init__(self, port, certificate):
        self.port = port
        self.trust = ssl.create_default_context(cafile=certificate)
        self.carrying = set()

    async def __aenter__(self):
        try:
            _, writer = await self.connect()
        except OSError as reason:
            sys.exit(f"the echo speaks no TLS: {reason}")
        writer.close()
        self.server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    async def __aexit__(self, *_):
        self.server.close()
        for task in self.carrying:
            task.cancel()
        await asyncio.gather(*self.carrying, return_exceptions=True)

    async def connect(self):
        return await asyncio.open_connection(
            "127.0.0.1", self.port, ssl=self.trust, server_hostname="localhost",
            ssl_handshake_timeout=PATIENCE,
        )  # fmt: skip

    async def carry(self, reader, writer):
        self.carrying.add(asyncio.current_task())
        far_reader, far_writer = await self.connect()

        async def copy(source, sink):
            try:
                while piece := await source.read(1 << 16):
                    sink.write(piece)
                    await sink.drain()
            except OSError:
                pass
            finally:
                sink.close()

        await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))


def make_certificate(folder):
    """A key and a certificate of its own for localhost, as files."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*command.split(), *names, *files], check=True, stderr=subprocess.DEVNULL)
    return key, certificate


async def judge(name, port, report, cases):
    """Runs the cases against a port, prints what came of them, and says whether all is well."""
    print(f"{name}: running, for about half a minute", flush=True)
    included = [word for case in cases for word in ("--include", case)]
    excluded = ["--exclude", "12.*", "--exclude", "13.*"]
    judge = await asyncio.create_subprocess_exec(
        pathlib.Path(sys.executable).parent / "kosoku", f"ws://127.0.0.1:{port}",
        *included, *excluded, "--outdir", report / name,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    _, complaints = await judge.communicate()
    try:
        (results,) = json.loads((report / name / "index.json").read_text()).values()
    except (OSError, ValueError):
        sys.exit(f"{name}: no case was run\n{complaints.decode()}")
    counts = collections.Counter()
    for case, result in results.items():
        verdict, closing = result["behavior"], result["behaviorClose"]
        if verdict == closing == "INFORMATIONAL" and case in OPEN_QUESTIONS:
            counts["left open by the RFC"] += 1
            print(f"{name}: {case} asks {OPEN_QUESTIONS[case]}; any answer will do")
        elif verdict == closing == "OK":
            counts["passed"] += 1
        else:
            counts["not passed"] += 1
            told = json.loads((report / name / result["reportfile"]).read_text())
            print(f"{name}: {case} is {verdict}, its closing {closing}: {told['result']}")
            print(f"{name}: {case} {told['resultClose']}")
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    print(f"{name}: {len(results)} cases, {summary}: {report}/{name}/index.html", flush=True)
    return counts["passed"] > 0 and counts["not passed"] == 0


async def main():
    parser = argparse.ArgumentParser(description="Runs the Autobahn cases against the echo.")
    parser.add_argument("program")
    parser.add_argument("report", type=pathlib.Path)
    parser.add_argument("case", nargs="*", help="such as 7.1.6 or 6.*; all of them if none is said")
    options = parser.parse_args()
    suite.need(options.program, command="Tests/one conformance")
    if not shutil.which("openssl"):
        suite.skip("the program openssl makes a certificate for wss; apt-get install openssl")
    options.report.mkdir(parents=True, exist_ok=True)
    async with Echo(options.program) as port:
        is_plain_well = await judge("ws", port, options.report, options.case)
    key, certificate = make_certificate(options.report)
    async with Echo(options.program, "--tls-cert", certificate, "--tls-key", key) as port:
        async with TLSRelay(port, certificate) as relay:
            is_secure_well = await judge("wss", relay, options.report, options.case)
    sys.exit(0 if is_plain_well and is_secure_well else 1)


if __name__ == "__main__":
    asyncio.run(main())
