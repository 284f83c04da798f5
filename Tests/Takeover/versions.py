"""Brings another version into a cluster, one node at a time, under rooms whose players come over
TCP, TLS, WebSocket and both. If the versions may share rooms, each node leaves twice: as the old
one, and as the new one whose rooms go to old ones; nothing that anybody was told may be otherwise
afterwards. If they may not, the new one takes no room beside the old ones and says why, and they
play on.

    versions.py OLD NEW FOLDER PORT     OLD and NEW are chromatchd with the trait Cluster"""

import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

from player import HOST, Lost
from run import NODES, SHARDS, Cluster, after_a_blow, before_a_blow, suite

# How both lines end that a node may log which may share no room: by what other nodes say, and by
# what the store does.
REFUSAL = re.compile(r"(a node has|the store has rooms of) other .*; no shard is claimed")
# For so long a node that may share no room is watched, in seconds; any other has its share by then.
WATCHED = 20


def bring(cluster, node, program):
    """Ends a node as it should, and starts it as that program."""
    cluster.run("nodes", "leave", str(node))
    (cluster.folder / "program").write_text(f"{program}\n")
    cluster.mend("node", node)


def refusal(cluster, node):
    """Why a node takes no room, by its log; None where it has not said."""
    lines = (cluster.folder / f"node{node}.log").read_text().splitlines()
    return next((found[0] for line in lines if (found := REFUSAL.search(line))), None)


def play_through(cluster, node, others, work):
    """Four players in a room of that node play to its end at the other two, and something is done
    in mid-round. Returns how many lines were told before that; each is told again."""
    players, code, target, before = before_a_blow(cluster, node)
    work()
    left = [cluster.players_port(other) for other in others]
    return after_a_blow(players, code, target, before, left)[0]


def share(cluster, new):
    """All nodes become the new version, and rooms go from either to either."""
    for node in NODES:
        for version in ("old", "new"):
            cluster.settle()
            others = [other for other in NODES if other != node]
            count = play_through(
                cluster, node, others, lambda node=node: bring(cluster, node, new))
            print(f"node {node} leaves as the {version} version: {count} events, 0 lost",
                  flush=True)
    cluster.settle()


def is_ready(cluster, node):
    """Whether it would have a balancer send people to it."""
    try:
        with urllib.request.urlopen(f"http://{HOST}:{cluster.port + 50 + node}/readyz", timeout=2):
            return True
    except urllib.error.HTTPError:
        return False


def await_share_or_refusal(cluster, node):
    """Waits until it has a shard, or has said why not."""
    end = time.monotonic() + WATCHED
    while not cluster.open_shards(node) and not refusal(cluster, node):
        if time.monotonic() > end:
            raise Lost(f"node {node} has no shard, and does not say why")
        time.sleep(0.1)


def refuse(cluster, node, others):
    """A node that may share no room takes none, and says that it is not ready; the others have
    all."""
    end = time.monotonic() + WATCHED
    while time.monotonic() < end:
        if cluster.open_shards(node):
            raise Lost(f"node {node} has shards beside another version")
        if is_ready(cluster, node):
            raise Lost(f"node {node} says that it is ready, and has no shard")
        time.sleep(0.5)
    if sum(cluster.open_shards(other) for other in others) != SHARDS:
        raise Lost("the others do not have all shards")
    print(f"node {node} has none of {SHARDS} shards after {WATCHED} s: {refusal(cluster, node)}",
          flush=True)


def main():
    old, new, folder, port = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    suite.need(old, new, command="Tests/one versions")
    suite.WATCH.begin(sys.maxsize)
    cluster = Cluster(old, folder, port)
    is_good = True
    try:
        cluster.settle()
        first, *others = NODES
        count = play_through(cluster, others[0], others, lambda: bring(cluster, first, new))
        print(f"node {first} is the new version: {count} events, 0 lost", flush=True)
        await_share_or_refusal(cluster, first)
        if refusal(cluster, first):
            refuse(cluster, first, others)
        else:
            bring(cluster, first, old)
            share(cluster, new)
    except (Lost, OSError, subprocess.CalledProcessError) as error:
        print(f"✘ {error}", flush=True)
        is_good = False
    finally:
        cluster.run("nodes", "stop")
    sys.exit(not is_good)


if __name__ == "__main__":
    suite.until_stopped(main)
