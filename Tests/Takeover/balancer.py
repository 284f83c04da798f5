"""The balancer that the runbook recommends for a cluster, as its file stands, before three nodes on
this machine: only its addresses, its user and its folder are other ones here."""

import os
import pathlib
import socket
import subprocess
import time

from player import HOST, PATIENCE, Lost
from run import NODES, SCRIPTS

# It ends with this process, even if that is killed.
LEASH = ["setpriv", "--pdeathsig", "KILL", "--"]
OWN_USER = """    user haproxy
    group haproxy
    chroot /var/lib/haproxy
"""
LINE = "server node{0} 10.0.0.{0}:7313 check port 7314"


class Balancer:
    """One address for all nodes.

    packages: where `deploy/install proxies` has unpacked it.
    """

    def __init__(self, packages, cluster):
        self.port = cluster.port + 40
        self.log = cluster.folder / "balancer.log"
        path = cluster.folder / "haproxy.cfg"
        path.write_text(configuration(cluster, self.port))
        libraries = ":".join(map(str, pathlib.Path(packages).glob("usr/lib/*-linux-gnu")))
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [*LEASH, f"{packages}/usr/sbin/haproxy", "-db", "-f", path], stdout=log,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                env={"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": libraries})

    def await_start(self):
        end = time.monotonic() + PATIENCE
        while not listens(self.port):
            if self.process.poll() is not None or time.monotonic() > end:
                raise Lost(f"the balancer does not start: {self.log.read_text()}")
            time.sleep(0.02)

    def end(self):
        self.process.kill()
        self.process.wait()


def configuration(cluster, port):
    """The file, with what has to be otherwise here; each of that has to stand there."""
    changes = {OWN_USER: "", "maxconn 20000": "maxconn 1000",
               "bind :::7313 v4v6": f"bind {HOST}:{port}"}
    for node in NODES:
        changes[LINE.format(node)] = (
            f"server node{node} {HOST}:{cluster.players_port(node)} "
            f"check port {cluster.admin_port(node)}")
    text = (SCRIPTS / "haproxy.cfg").read_text()
    for old, new in changes.items():
        if old not in text:
            raise Lost(f"haproxy.cfg has no {old!r}")
        text = text.replace(old, new)
    return text


def listens(port):
    with socket.socket() as near:
        return near.connect_ex((HOST, port)) == 0
