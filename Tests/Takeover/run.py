"""Kills nodes of a cluster in mid-round, again and again, under a room whose four players come over
TCP, TLS, WebSocket and both, each to a node as it happens. Nothing that anybody was told may be
otherwise afterwards, everybody has their seat, and all play on. It prints how long that took, and
before that what a cluster costs on which nobody plays. Then
nodes leave as they should, and those at other nodes see each other move. By how much the store
itself was late meanwhile, because its disk was, its members say in their logs; that is no pause of
the cluster's. The store may not have grown by what was dropped from it. At last two of the three
machines are lost for good, and the third goes on alone.

    run.py PROGRAM FOLDER PORT KILLS     PROGRAM is chromatchd with the trait Cluster

The cluster is started and ended by deploy/cluster/nodes, which finds a process to kill by the pid
that it wrote down."""

import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))

import suite  # noqa: E402
from player import HOST, WAYS, Lost, Player, field  # noqa: E402

NODES = (1, 2, 3)
SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "deploy/cluster"
SHARDS = 256
# From a blow until everybody has had a lock taken, at the 99th percentile, in milliseconds.
GOAL = 1_200
# Somebody who drags a slider says where it is so often, in seconds.
DRAG = 1 / 30
# For so long those at other nodes may see nobody move while a node leaves, in milliseconds, and as
# much longer as the store is late.
PAUSE_GOAL = 300
# One that dozes wakes when others are about to claim its shards, or just have, in seconds: for a
# moment two take them for theirs.
DOZE = (0.5, 1.0)
# A member of the store that forgets what was dropped stays below this, in bytes: without
# compaction it grew by three million a minute. Only a leader that lives for a minute has it forget,
# so while machines are killed it grows by so much for each.
STORE_GOAL, STORE_PER_MACHINE = 32_000_000, 1_000_000
# An idle cluster is looked at for so long, in seconds. All of it takes no more of a core, and a
# member of the store writes no more bytes a day.
IDLE_SECONDS, IDLE_CORES_GOAL, IDLE_BYTES_GOAL = 30, 0.35, 16 << 30
BLOWS = ("node", "machine", "frozen", "dozing")
# What a member of the store says when its leader could not say that it is there, mostly because it
# waited for its disk; and how many milliseconds the units are.
LATE = re.compile(
    r'failed to send out heartbeat on time.*"exceeded-duration":"([0-9.]+)(µs|ms|s)"')
UNITS = {"µs": 0.001, "ms": 1, "s": 1_000}


def weight(node, shard):
    """By this the nodes are ordered for a shard (`LaneTenures.weight`)."""
    mixed = node << 32 | shard
    for shift, factor in (30, 0xbf58476d1ce4e5b9), (27, 0x94d049bb133111eb):
        mixed = (mixed ^ mixed >> shift) * factor % (1 << 64)
    return mixed ^ mixed >> 31


# How many shards each node comes first for.
FIRST = [max(NODES, key=lambda node, shard=shard: weight(node, shard)) for shard in range(SHARDS)]
SHARES = [FIRST.count(node) for node in NODES]


class Cluster:
    """Three nodes over engines of their own; each is told what comes last, too."""

    def __init__(self, program, folder, port, *flags):
        self.folder, self.port = pathlib.Path(folder), port
        self.run("nodes", "start", program, str(port), "--tls", "auto", *flags)

    def run(self, script, *words):
        subprocess.run(
            [SCRIPTS / script, self.folder, *words], check=True, stdout=subprocess.DEVNULL)

    def players_port(self, node):
        return self.port + 40 + node

    def admin_port(self, node):
        return self.port + 50 + node

    def figure(self, node, name):
        """One of a node's metrics; 0 while it does not answer."""
        try:
            address = f"http://{HOST}:{self.admin_port(node)}/metrics"
            with urllib.request.urlopen(address, timeout=2) as answer:
                text = answer.read().decode()
        except OSError:
            return 0
        found = re.search(rf"^{re.escape(name)} (\d+)$", text, re.MULTILINE)
        return int(found[1]) if found else 0

    def open_shards(self, node):
        """How many shards a node has open; 0 while it does not answer."""
        return self.figure(node, 'chromatch_cluster_shards{state="open"}')

    def settle(self):
        """Waits until each node has had its share of the shards for a second: then none is about to
        change hands. A node that has slept for a moment has nearly all of it, and others hand over
        the rest five seconds later."""
        end, since, shares = time.monotonic() + 60, time.monotonic(), None
        while time.monotonic() < end:
            shares = [self.open_shards(node) for node in NODES]
            if shares != SHARES:
                since = time.monotonic()
            elif time.monotonic() - since > 1:
                return
            time.sleep(0.05)
        raise Lost(f"the shards are not shared: {shares}")

    def store_bytes(self):
        """How large the largest member of the store is."""
        return max((self.folder / f"etcd{node}/member/snap/db").stat().st_size for node in NODES)

    def logs(self):
        """What the members of the store have said so far."""
        return "".join((self.folder / f"etcd{node}.log").read_text() for node in NODES)

    def lateness(self, before):
        """How late the store was at the most, in milliseconds, since its logs were like that."""
        lines = set(self.logs().splitlines()) - set(before.splitlines())
        late = [LATE.search(line) for line in lines]
        return max((float(found[1]) * UNITS[found[2]] for found in late if found), default=0)

    def process(self, name, number):
        return int((self.folder / f"{name}{number}.pid").read_text())

    def spent(self, name):
        """For how long all processes of a name have run, in seconds, and what each has written."""
        ticks, written = 0, []
        for number in NODES:
            folder = pathlib.Path(f"/proc/{self.process(name, number)}")
            ticks += sum(map(int, (folder / "stat").read_text().rsplit(")", 1)[1].split()[11:13]))
            written.append(int(re.search(r"\bwrite_bytes: (\d+)", (folder / "io").read_text())[1]))
        return ticks / os.sysconf("SC_CLK_TCK"), written

    def strike(self, blow, node):
        """Does it at once."""
        if blow == "machine":
            for name in ("etcd", "nats"):
                os.kill(self.process(name, node), signal.SIGKILL)
        process = self.process("node", node)
        os.kill(process, signal.SIGSTOP if blow in ("frozen", "dozing") else signal.SIGKILL)
        if blow == "dozing":
            threading.Timer(
                random.uniform(*DOZE), os.kill, (process, signal.SIGCONT)).start()

    def mend(self, blow, node):
        """Brings back what was struck, and is not back by itself."""
        if blow == "dozing":
            return
        if blow == "frozen":
            return self.run("nodes", "thaw", str(node))
        if blow == "machine":
            self.run("engines", "start", str(self.port), str(node))
        while subprocess.run(
                [SCRIPTS / "nodes", self.folder, "restart", str(node)], check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            time.sleep(0.02)


def all_at_once(players, work):
    """Has each of the players do something, each on a thread; says when each was done."""
    moments, faults = {}, []

    def one(player):
        try:
            work(player)
            moments[player.way] = time.monotonic()
        except (Lost, OSError) as error:
            faults.append(f"{player.name} over {player.way}: {error}")

    threads = [threading.Thread(target=one, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise Lost("; ".join(faults))
    return moments


def gather(cluster, node):
    """Four players in a room of that node, in the first round of a match."""
    players = [Player(f"P{index}", way, cluster.players_port(NODES[(node - 1 + index) % 3]))
               for index, way in enumerate(WAYS)]
    players[0].say("CREATE mode=rgb seats=4 rounds=1 time=120 listed=0")
    code = field("room", players[0].hear("IN"))
    for player in players[1:]:
        player.say(f"JOIN room={code}")
        player.hear("IN")
    for player in players:
        player.say("READY")
    rounds = [player.hear("ROUND") for player in players]
    number = re.search("[0-9a-f]{6}", field("target", rounds[0]))[0]
    return players, code, tuple(bytes.fromhex(number))


def compare(before, players):
    """How many lines were told before the blow. Each of them is told again to a watcher from the
    first one on, and no two were told otherwise."""
    now = players[0].told()
    for told in before:
        for number, line in told.items():
            if number > 1 and now.get(number) != line:
                raise Lost(f"number {number} was {line!r} and is {now.get(number)!r}")
    return max(max(told) for told in before)


def before_a_blow(cluster, node):
    """Four players in a room of that node, what it is about, and what each has been told."""
    players, code, target = gather(cluster, node)
    # Far off, and heard by all: an answered move that must not be lost. It opens before that.
    wrong = tuple(value ^ 255 for value in target)
    while True:
        players[3].lock(wrong)
        answer = players[3].hear("NO")
        if field("code", answer) == "too-far":
            break
        time.sleep(0.05)
    for player in players[:3]:
        player.hear("MISSED")
    return players, code, target, [player.told() for player in players]


def after_a_blow(players, code, target, before, left):
    """They come back to where it is still possible, and play to the end. Returns how much was told
    before the blow, and when each was back and could play."""
    back = all_at_once(players, lambda player: player.come_back(left))
    # The last has missed, and may not lock for 1.5 s after that.
    playing = all_at_once(players[:3], lambda player: player.play(target, left))
    all_at_once(players[3:], lambda player: player.play(target, left))
    witness = Player("Eve", "tcp", left[0])
    witness.say(f"WATCH room={code} since=1")
    witness.hear("IN")
    # The match has come to its end, for a watcher from its beginning on.
    witness.hear("SEED")
    count = compare(before, [witness])
    for player in [*players, witness]:
        player.stream.close()
    return count, back.values(), playing.values()


def trial(cluster, blow, node):
    """One blow. Returns how much was told before it, how often somebody who was back was sent away
    again, and how long each was away and could not play."""
    players, code, target, before = before_a_blow(cluster, node)
    left = [cluster.players_port(each) for each in NODES if each != node]
    moment = time.monotonic()
    cluster.strike(blow, node)
    count, back, playing = after_a_blow(players, code, target, before, left)
    again = sum(player.sent_away for player in players)
    cluster.mend(blow, node)
    return count, again, [1e3 * (at - moment) for at in back], \
        [1e3 * (at - moment) for at in playing]


def leave(cluster, node):
    """A node leaves under a room that it has. Returns for how long at the most somebody at a second
    node did not see somebody at a third one move, and how long it took at the most to come back, in
    milliseconds."""
    players, _, target = gather(cluster, node)
    mover, watcher = players[1:3]
    ports = [cluster.players_port(each) for each in NODES if each != node]
    end = time.monotonic() + 6
    seen, back = [], [0]

    def play(player):
        """Sees the mover move, again and again; a player sent away meanwhile comes back."""
        moves = 0
        while time.monotonic() < end:
            try:
                if player is mover:
                    time.sleep(DRAG)
                    moves += 1
                    player.say(f"SET v={target[0]},{target[1]},{moves % 256}")
                line = player.hear("MOVE", "NO", where=lambda line: field("who", line) in
                                   (None, mover.me), within=3)
                if player is watcher and line.startswith("MOVE"):
                    seen.append(time.monotonic())
            except (OSError, Lost):
                away = time.monotonic()
                player.come_back(ports)
                back.append(1e3 * (time.monotonic() - away))

    def play_or_strike(player):
        if player in (mover, watcher):
            play(player)
        elif player is players[0]:
            while len(seen) < 20 and time.monotonic() < end:
                time.sleep(0.01)
            cluster.run("nodes", "leave", str(node))

    all_at_once(players, play_or_strike)
    for player in players:
        player.stream.close()
    cluster.mend("node", node)
    if not seen:
        raise Lost("nobody was seen to move")
    # Up to the end, so that a player who never sees the other move again counts.
    pause = max(1e3 * (after - before) for before, after in zip(seen, [*seen[1:], end]))
    return pause, max(back)


def idle(cluster):
    """What a cluster costs on which nobody plays; whether that is no more than it may."""
    names = ("node", "etcd", "nats")
    before = [cluster.spent(name) for name in names]
    time.sleep(IDLE_SECONDS)
    after = [cluster.spent(name) for name in names]
    cores = [(one[0] - other[0]) / IDLE_SECONDS for one, other in zip(after, before)]
    written = max(now - then for now, then in zip(after[1][1], before[1][1]))
    daily = written * 86_400 / IDLE_SECONDS
    print("idle: " + ", ".join(f"{name} {100 * share:.1f} %" for name, share in zip(names, cores))
          + f" of a core for all three; a member of etcd writes {daily / (1 << 30):.1f} GiB a day",
          flush=True)
    return sum(cores) <= IDLE_CORES_GOAL and daily <= IDLE_BYTES_GOAL


def lose_two(cluster, node):
    """Two machines are lost, and with them most of the store: nobody plays. Then the third goes on
    from what it has. Returns how much was told before that."""
    players, code, target, before = before_a_blow(cluster, node % 3 + 1)
    for other in NODES:
        if other != node:
            cluster.strike("machine", other)
    cluster.run("nodes", "alone", str(node))
    count, _, _ = after_a_blow(players, code, target, before, [cluster.players_port(node)])
    return count


def at(share, values):
    """The value that such a share of them does not exceed (nearest rank)."""
    return sorted(values)[max(0, -int(-share * len(values) // 1) - 1)]


def main():
    program, folder, port, kills = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    suite.need(program, command="Tests/one takeover")
    suite.WATCH.begin(sys.maxsize)
    cluster = Cluster(program, folder, port)
    is_good = True
    try:
        cluster.settle()
        is_good = idle(cluster)
        for blow in BLOWS:
            told, again, back, playing = 0, 0, [], []
            for index in range(kills):
                node = NODES[index % 3]
                cluster.settle()
                count, more, one, other = trial(cluster, blow, node)
                told, again = told + count, again + more
                back, playing = back + one, playing + other
                print(f"{blow} {index + 1}/{kills}: node {node}, {count} events kept, all back "
                      f"after {max(one):.0f} ms, all play after {max(other):.0f} ms", flush=True)
            worst = at(0.99, playing)
            is_good = is_good and worst <= GOAL
            print(f"{blow}: {kills} blows, {told} events, 0 lost; {again} sent away "
                  f"again; back p50 {at(0.5, back):.0f}, "
                  f"p99 {at(0.99, back):.0f} ms; playing p50 {at(0.5, playing):.0f}, p99 "
                  f"{worst:.0f} ms (goal {GOAL})", flush=True)
        pauses = []
        for index in range(kills):
            cluster.settle()
            logs = cluster.logs()
            pause, back = leave(cluster, NODES[index % 3])
            late = cluster.lateness(logs)
            pauses.append(pause)
            is_good = is_good and pause <= PAUSE_GOAL + late
            print(f"leave {index + 1}/{kills}: nobody was seen to move for {pause:.0f} ms, to come "
                  f"back took {back:.0f} ms, the store was late by {late:.0f} ms", flush=True)
        print(f"leave: p50 {at(0.5, pauses):.0f}, most {max(pauses):.0f} ms (goal {PAUSE_GOAL})",
              flush=True)
        size, goal = cluster.store_bytes(), STORE_GOAL + kills * STORE_PER_MACHINE
        is_good = is_good and size <= goal
        print(f"store: {size / 1e6:.1f} MB a member (goal {goal / 1e6:.0f})", flush=True)
        cluster.settle()
        print(f"alone: {lose_two(cluster, NODES[1])} events, 0 lost", flush=True)
    except (Lost, subprocess.CalledProcessError) as error:
        print(f"✘ {error}", flush=True)
        is_good = False
    finally:
        cluster.run("nodes", "stop")
    sys.exit(not is_good)


if __name__ == "__main__":
    suite.until_stopped(main)
