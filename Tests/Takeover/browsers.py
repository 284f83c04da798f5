"""Two browsers behind one balancer play one game over the three nodes of a cluster. The balancer is
HAProxy with the file that the runbook recommends; browsers know its address and no other. They come
to two nodes and join a room that is at the third, where somebody plays over plain TCP. Then a node
under a browser is frozen in mid-round, the node that has the room is killed, and after that a node
under a browser: pages come back by themselves, with seats, points and locks, and nobody presses a
key for that. The day, its board and the log of matches are the same at every node, those included
that were away.

    browsers.py PROGRAM PACKAGES FOLDER PORT

    PROGRAM is chromatchd with the trait Cluster, PACKAGES what `deploy/install proxies` prints

It says a line for each thing that is proved. The cluster is started and ended by
deploy/cluster/nodes."""

import contextlib
import os
import pathlib
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))

from asking import asked, first_of_the_day, listed, quick  # noqa: E402
from balancer import Balancer  # noqa: E402
from guest import Guest  # noqa: E402
from player import HOST, Lost, field  # noqa: E402
from run import NODES, SCRIPTS, Cluster  # noqa: E402
from scene import Scene, require  # noqa: E402
import suite  # noqa: E402
from suite import wait_for  # noqa: E402
from visitor import Visitor, number  # noqa: E402

from selenium.common.exceptions import WebDriverException  # noqa: E402
from play import hues  # noqa: E402

PAGES = pathlib.Path(__file__).resolve().parent.parent.parent / "clients/web"
# Ticks without news after which it is ended.
LIMIT = 300
# So many rounds, so long: a bell ends each.
ROUNDS, TIME = 5, 120
# A page itself counts on its server for so long, in seconds: who is back before that owes it to the
# balancer.
SILENCE = 5
DAY = 5


def say(text):
    suite.WATCH.news()
    print(f"✔ {text}", flush=True)


def come_to_two_nodes(scene):
    """Returns where both pages are."""
    for visitor in scene.visitors:
        visitor.come_in()
    pages = scene.spread(
        lambda pages: max(pages.values()) == 1, "two pages never come to two nodes")
    first, second = (node for node, count in pages.items() if count)
    say(f"one address, two nodes: pages are at nodes {first} and {second}, "
        f"by chromatch_connections {pages}")
    return first, second


def play_the_day(scene):
    """Both play today's five, each at a node of their own, one of them not so well."""
    firsts = [first_of_the_day(scene.cluster.players_port(node)) for node in NODES]
    require(len(set(firsts)) == 1, f"nodes have other targets of the day: {firsts}")
    for visitor in scene.visitors:
        visitor.begin_day()
    targets = []
    for turn in range(1, DAY + 1):
        one = scene.ada.day_round(turn, hues)
        # A little off, and still near enough to lock.
        other = scene.ben.day_round(turn, lambda target: dim(hues(target)))
        require(one == other, f"round {turn} of the day is {one} at a node, {other} at another")
        targets.append(one)
    require(targets[0] == firsts[0],
            f"the day begins with {targets[0]} at pages, {firsts[0]} over TCP")
    for visitor in scene.visitors:
        visitor.hands.finish(visitor.browser)
        visitor.browser.says("Your one ranked try of today.")
        visitor.leave()
    say(f"all {DAY} targets of the day are the same on both pages, and the first one at all nodes "
        "over TCP")


def dim(values):
    hue, saturation, brightness = values
    return hue, saturation, brightness + (-2 if brightness > 50 else 2)


def open_a_room(scene, node):
    """Somebody opens a public room at a node, and has it there."""
    port = scene.cluster.players_port(node)
    scene.guest = Guest("Tess", port, scene.balancer.port)
    scene.guest.say(f"CREATE mode=rgb seats=4 rounds={ROUNDS} time={TIME}")
    line = scene.guest.learn("of a room", lambda: scene.guest.lines("IN"))[0]
    scene.code = field("room", line)
    require(scene.owner() == node, f"a room that is opened at node {node} is elsewhere")


def find_by_the_wire(scene):
    """LIST and QUICK over TCP know the room at every node, while its host is ready."""
    rows = set()
    scene.guest.say("READY")
    for turn, node in enumerate(NODES, 1):
        port = scene.cluster.players_port(node)
        # A node may hear a moment later that the one before has left.
        rows.add(wait_for(f"{scene.code} in the list of node {node}", lambda port=port: next(
            (row for row in [listed(port, scene.code) or ""]
             if " taken=1 " in row and " quick=1" in row), None)))
        room = quick(port)
        require(room == scene.code, f"QUICK at node {node} leads to {room}")
        # The next one finds the room as this one did.
        scene.guest.learn("that they leave", lambda turn=turn: (
            len(scene.guest.lines("GONE")) == turn))
    require(len(rows) == 1, f"nodes list the room otherwise: {rows}")
    scene.guest.say("READY on=0")
    say(f"LIST at every node tells the same of {scene.code}, and QUICK leads there from each")


def join_from_two_nodes(scene, owner):
    """Both pages list the room and sit down in it from where they are."""
    scene.ada.join_from_list(scene.code)
    scene.ben.join_by_code(scene.code)
    for visitor in scene.visitors:
        visitor.browser.says("3 of 4 seats")
        require(visitor.browser.address().endswith(f"#{scene.code}"), "the address has no code")
    guests = wait_for(f"two guests at node {owner}", lambda: scene.cluster.figure(
        owner, "chromatch_cluster_guests") == 2)
    lent = {node: scene.cluster.figure(node, "chromatch_cluster_lent") for node in NODES}
    require(guests and lent == {node: int(node != owner) for node in NODES},
            f"people are lent otherwise: {lent}")
    scene.players = {name: scene.guest.number_of(name)
                     for name in ("Tess", scene.ada.name, scene.ben.name)}
    say(f"both pages list {scene.code}, which node {owner} has, and join it from two others, by "
        f"the list and by its code: chromatch_cluster_lent {lent}")


def play_a_round(scene, turn):
    """A whole round, in which each sees the other move, to the same points on both pages."""
    target = begin_round(scene, turn)
    far = tuple(value ^ 128 for value in target)
    for mover, other in (scene.visitors, scene.visitors[::-1]):
        for guess in far, target:
            mover.set(guess)
            scene.guest.move(scene.players[mover.name], guess)
            sees_move(mover, other, guess == target)
    lock_all(scene, turn, target)
    scene.shown_alike(turn)


def sees_move(mover, other, is_there):
    """One page shows how near the other one is, who does not see it before they lock."""
    def is_seen():
        near = other.lanes().get(mover.name, "")
        return near.isdigit() and (near == "100") == is_there

    other.browser.until(f"how near {mover.name} is", is_seen)
    own = mover.lanes().get(mover.name, "")
    require(not own.isdigit(), f"{mover.name} sees how near they are: {own}")


def begin_round(scene, turn):
    """The target of a round that is open on both pages."""
    target = scene.guest.target(turn)
    for visitor in scene.visitors:
        visitor.plays()
        shown = visitor.browser.color(visitor.browser.get("image", "^Target$"))
        require(shown == target, f"{visitor.name}'s page has the target {shown}, not {target}")
    return target


def set_before_a_blow(scene, ada, ben):
    """Both pages set their sliders, which is told; what was said of connections is forgotten."""
    for visitor, values in (scene.ben, ben), (scene.ada, ada):
        visitor.set(values)
        scene.guest.move(scene.players[visitor.name], values)
        visitor.forget()


def lock_all(scene, turn, target):
    """Everybody locks where they stand, and is heard."""
    for visitor in scene.visitors:
        visitor.press_lock()
    scene.guest.lock(target)
    for who in scene.players.values():
        scene.guest.lock_of(turn, who)


def freeze_under_a_page(scene, turn):
    """A node under a page stops, but its kernel takes whatever is sent to it: nobody there is told
    so but by the balancer, which hangs up on them."""
    owner = scene.owner()
    node, count = scene.under_a_page(owner)
    target = begin_round(scene, turn)
    set_before_a_blow(scene, target, target)
    moment = time.monotonic()
    scene.cluster.strike("frozen", node)
    scene.living.remove(node)
    scene.await_cut(count)
    scene.await_pages(len(scene.visitors))
    away = time.monotonic() - moment
    require(away < SILENCE, f"pages at node {node}, which is frozen, were away for {away:.1f} s")
    scene.come_by_the_balancer(f"node {node}, which is frozen")
    for visitor in scene.visitors:
        visitor.plays()
    lock_all(scene, turn, target)
    table = scene.shown_alike(turn)
    require(scene.owner() == owner, "the room has moved, though its node lives")
    say(f"node {node}, under {count} of the pages, is frozen in mid-round: what was there is back "
        f"at another after {away:.1f} s, sliders are kept, and both show the same points "
        f"{brief(table)}")
    scene.cluster.mend("frozen", node)
    scene.living = sorted([*scene.living, node])
    scene.cluster.settle()


def kill_the_room(scene, turn):
    """The node that has the room dies as soon as a lock was told."""
    target = begin_round(scene, turn)
    guess = (target[0] ^ 64, *target[1:])
    set_before_a_blow(scene, target, guess)
    owner = scene.owner()
    ada, ben = (scene.players[visitor.name] for visitor in scene.visitors)
    scene.ada.press_lock()
    scene.guest.lock_of(turn, ada)
    scene.kill(owner)
    for visitor in scene.visitors:
        visitor.browser.until("a word of a lost connection", visitor.was_cut_off)
    table = scene.shown_alike(turn)
    held = scene.guest.learn("that the match stood still", lambda: scene.guest.lines("HELD"))
    scores = scene.guest.scores(turn, scene.players.values())
    require(field("v", scores[ada]) == joined(target), f"Ada's lock is lost: {scores[ada]}")
    require(field("v", scores[ben]) == joined(guess), f"Ben's sliders are lost: {scores[ben]}")
    require("not locked" not in table[scene.ada.name][2], f"Ada's lock is not shown: {table}")
    require("not locked" in table[scene.ben.name][2], f"Ben has not locked: {table}")
    say(f"node {owner}, which had the room, is killed in mid-round: both pages are back by "
        f"themselves, a lock that was told and sliders are kept ({len(held)} times HELD), and both "
        f"show the same points {brief(table)}; node {scene.owner()} has the room")


def kill_under_a_page(scene, turn):
    """A node dies under a page, and has no room, as soon as all locks of pages were told."""
    scene.guest.target(turn)
    owner = scene.owner()
    node, count = scene.under_a_page(owner)
    target = begin_round(scene, turn)
    set_before_a_blow(scene, target, target)
    for visitor in scene.visitors:
        visitor.press_lock()
    locks = {visitor.name: scene.guest.lock_of(turn, scene.players[visitor.name])
             for visitor in scene.visitors}
    scene.kill(node)
    scene.await_cut(count)
    scene.await_pages(len(scene.visitors))
    table = scene.shown_alike(turn)
    scores = scene.guest.scores(turn, scene.players.values())
    for name, lock in locks.items():
        score = scores[scene.players[name]]
        require(field("t", score) == field("t", lock), f"{name}'s lock is lost: {score}")
    require(scene.owner() == owner, "the room has moved, though its node lives")
    say(f"node {node}, under {count} of the pages, is killed in mid-round: what was there is "
        f"back by itself at node {owner}, the last one, both locks are kept, and both show the "
        f"same points {brief(table)}")
    say("a browser that came just after any of that was sent to a node that lives")


def end_the_match(scene):
    """The points at the end are the sums of all rounds, and proved on both pages."""
    totals = {name: total for name, (_, total) in scene.points(ROUNDS).items()}
    sums = {name: sum(scene.points(turn)[name][0] for turn in range(1, ROUNDS + 1))
            for name in totals}
    require(sums == totals, f"points are lost: {sums} in rounds, {totals} in all")
    ends = [visitor.end_of_match() for visitor in scene.visitors]
    for rows, index in ends:
        require(rows == totals, f"a page ends with {rows}, not {totals}")
        require(index == ends[0][1], f"pages have receipts of two matches: {ends}")
    gone = [line for line in scene.guest.lines("GONE")
            if field("who", line) in scene.players.values()]
    require(not gone, f"seats are lost: {gone}")
    scene.kept = ends[0][1]
    say(f"the match ends on both pages with {totals}, the sums of its rounds, is proved on both "
        f"and kept as #{scene.kept}")
    for visitor in scene.visitors:
        visitor.leave()
    scene.guest.say("BYE")
    scene.guest.stream.close()


def bring_back(scene):
    """Who was killed is there again, and has its share."""
    for node in NODES:
        if node not in scene.living:
            scene.cluster.mend("node", node)
            scene.living.append(node)
    scene.living.sort()
    scene.cluster.settle()


def answers(scene, question, last, is_whole):
    """What all three nodes answer, once they answer alike and it is whole."""
    def told():
        found = [asked(scene.cluster.players_port(node), question, last) for node in NODES]
        told.last = found
        return found[0] if len(set(found)) == 1 and is_whole(found[0]) else None

    try:
        return wait_for(f"one answer to {question} at all nodes", told)
    except Lost as error:
        raise Lost(f"{error}, but {told.last}") from error


def compare_boards(scene):
    """The day's board and the log are alike from each node, on pages and over TCP."""
    scene.spread(lambda pages: max(pages.values()) == 1, "two pages never come to two nodes")
    top = answers(scene, "TOP board=daily", "END", lambda lines: len(lines) == 3)
    tree = answers(
        scene, "TREE", "TREE", lambda lines: field("size", lines[0]) == str(scene.kept + 1))
    rows = [[field("place", line), field("name", line), int(field("value", line))]
            for line in top[:-1]]
    require(not any(field("colors", line) for line in top), "a stranger is told the day's colors")
    guesses = None
    for visitor in scene.visitors:
        board = visitor.board()
        shown = [[place, name, number(value)] for place, name, value, _ in board]
        require(shown == rows, f"{visitor.name}'s board has {shown}, not {rows}")
        colors = [row[3].split() for row in board]
        require(all(len(row) == 5 for row in colors) and guesses in (None, colors),
                f"{visitor.name}'s board has the guesses {colors}, not {guesses}")
        guesses = colors
    require({row[1] for row in rows} == {visitor.name for visitor in scene.visitors},
            f"others are on the board: {rows}")
    say(f"TOP answers alike at all nodes, with {len(rows)} rows, and so do both pages' boards; "
        f"TREE has {field('size', tree[0])} matches under one root at all nodes")


def check_pages(scene):
    """Nothing is on the console, and nobody was asked but the balancer."""
    for visitor in scene.visitors:
        faults = visitor.faults()
        require(not faults, f"{visitor.name}'s page: {faults}")
    say("no page has a fault on its console, or has asked anybody but the balancer")


def joined(values):
    return ",".join(map(str, values))


def brief(table):
    return {name: number(row[1]) for name, row in table.items()}


def play(scene):
    """All of it, in its order."""
    pages = come_to_two_nodes(scene)
    play_the_day(scene)
    third = next(node for node in NODES if node not in pages)
    open_a_room(scene, third)
    find_by_the_wire(scene)
    join_from_two_nodes(scene, third)
    scene.guest.say("READY")
    for visitor in scene.visitors:
        visitor.say_ready()
    play_a_round(scene, 1)
    say("a whole round: each page sees the other's lane as that shows it, and both the same points")
    freeze_under_a_page(scene, 2)
    kill_the_room(scene, 3)
    kill_under_a_page(scene, 4)
    play_a_round(scene, ROUNDS)
    end_the_match(scene)
    bring_back(scene)
    compare_boards(scene)
    check_pages(scene)


def stop_nodes(folder):
    subprocess.run(
        [SCRIPTS / "nodes", folder, "stop"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        check=False)


def main():
    program, packages, folder, port = *sys.argv[1:4], int(sys.argv[4])
    suite.need(program, command="Tests/one balancer")
    suite.WATCH.begin(LIMIT)
    # What browsers keep goes with the folder.
    os.environ["TMPDIR"] = folder
    begun = time.monotonic()
    with contextlib.ExitStack() as ending:
        try:
            ending.callback(stop_nodes, folder)
            cluster = Cluster(
                program, folder, port, "--web", str(PAGES), "--trusted-proxy", HOST)
            cluster.settle()
            balancer = Balancer(packages, cluster)
            ending.callback(balancer.end)
            balancer.await_start()
            visitors = []
            for name in ("Ada", "Ben"):
                visitors.append(Visitor(name, balancer.port))
                ending.callback(visitors[-1].end)
            play(Scene(cluster, balancer, visitors))
        except (AssertionError, Lost, OSError, WebDriverException,
                subprocess.CalledProcessError) as error:
            print(f"✘ {error}", flush=True)
            sys.exit(1)
    print(f"✔ All of it is proved, after {time.monotonic() - begun:.0f} s.", flush=True)


if __name__ == "__main__":
    suite.until_stopped(main)
