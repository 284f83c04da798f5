#!/usr/bin/env python3
"""Does what `systemctl` does, as far as deploy/CLUSTER.md needs it, on a machine without systemd:
starts what a unit starts, as its user, with its variables and in its state directory, and ends it.
What is started writes into a file beside the machine's folder. It restarts nothing."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

RUN = pathlib.Path("/run")
PLACES = ("/etc/systemd/system", "/usr/local/share/doc/chromatch/deploy/systemd")


def unit(name):
    """What a unit says, by key, with its instance's name in."""
    base, _, instance = name.partition("@")
    file = f"{base}@.service" if instance else f"{base}.service"
    for place in PLACES:
        path = pathlib.Path(place, file)
        if path.exists():
            said = {}
            for key, value in re.findall(r"^(\w+)=(.*)$", path.read_text(), re.MULTILINE):
                said.setdefault(key, []).append(value.replace("%i", instance))
            return said
    sys.exit(f"Unit {name} not found.")


def start(name):
    said = unit(name)
    user, folder = said["User"][0], pathlib.Path("/var/lib", said["StateDirectory"][0])
    variables = {"PATH": os.environ["PATH"]}
    for line in said.get("Environment", []):
        variables |= dict(word.split("=", 1) for word in line.split())
    for path in said.get("EnvironmentFile", []):
        variables |= dict(
            line.split("=", 1) for line in pathlib.Path(path.lstrip("-")).read_text().splitlines())
    words = []
    for word in said["ExecStart"][0].split():
        words += variables[word[1:]].split() if word.startswith("$") else [word]
    folder.mkdir(mode=0o700, exist_ok=True)
    shutil.chown(folder, user, user)
    address = subprocess.run(["ip", "-4", "-o", "address", "show", "eth0"], text=True,
                             stdout=subprocess.PIPE).stdout
    number = re.search(r"10\.0\.0\.(\d)", address)[1]
    log = pathlib.Path(__file__).resolve().parent.parent / f"{number}-{name}.log"
    with open(log, "a") as file:
        process = subprocess.Popen(
            ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", *words],
            env=variables, start_new_session=True, stdin=subprocess.DEVNULL, stdout=file,
            stderr=subprocess.STDOUT)
    (RUN / f"{name}.pid").write_text(str(process.pid))


def stop(name):
    number = int((RUN / f"{name}.pid").read_text())
    os.kill(number, signal.SIGTERM)
    # The first process of the machine leaves what has ended as it is.
    while "State:\tZ" not in pathlib.Path(f"/proc/{number}/status").read_text():
        time.sleep(0.02)


match sys.argv[1:]:
    case ["daemon-reload"] | ["disable", "--now", "etcd", "nats-server"]:
        pass
    case ["enable", "--now", *names] | ["start", *names]:
        for name in names:
            start(name)
    case ["stop", *names]:
        for name in names:
            stop(name)
    case words:
        sys.exit(f"nobody does systemctl {' '.join(words)}")
