"""A cluster, its balancer, and the people who play on it: which node has what, where pages are, and
what everybody is shown. It does nothing to anybody but kill nodes, and knows no order of events."""

from asking import CALLER, caller
from balancer import listens
from player import Lost, field
from run import NODES
from suite import wait_for

# How often pages are loaded anew until they are at nodes as they should be.
TRIES = 20


def require(holds, sentence):
    if not holds:
        raise Lost(sentence)


class Scene:
    """A cluster, its balancer, two people at pages, and where they are."""

    def __init__(self, cluster, balancer, visitors):
        self.cluster, self.balancer, self.visitors = cluster, balancer, visitors
        self.ada, self.ben = visitors
        self.living = list(NODES)
        self.guest = self.code = None
        # The numbers of all three in the room, by their names.
        self.players = {}
        # Under which number their match is kept.
        self.kept = None

    def pages(self):
        """How many pages each node has that lives, by its metrics."""
        return {node: self.cluster.figure(node, 'chromatch_connections{kind="ws"}')
                for node in self.living}

    def await_pages(self, count):
        """Where pages are, once there are so many: one that was left may still be closing."""
        return wait_for(f"{count} pages at {self.living}", lambda: (
            sum((pages := self.pages()).values()) == count and pages))

    def owner(self):
        """The node that has the room, which is the only one."""
        def owners():
            return [node for node in self.living if any(
                self.cluster.figure(node, f'chromatch_rooms{{state="{state}"}}')
                for state in ("waiting", "playing"))]

        return wait_for("one node that has the room", lambda: (
            len(found := owners()) == 1 and found))[0]

    def spread(self, is_good, what):
        """Loads Ben's page anew until pages are where they should be; he has no say in it."""
        for _ in range(TRIES):
            pages = self.await_pages(len(self.visitors))
            if is_good(pages):
                return pages
            self.ben.load_anew()
        raise Lost(f"{what}: pages are at {pages} after {TRIES} loads")

    def kill(self, node):
        """From then on the balancer sends every newcomer to a node that lives."""
        self.cluster.strike("node", node)
        self.living.remove(node)
        # Its door is open until all of it is gone.
        port = self.cluster.players_port(node)
        wait_for(f"the end of node {node}", lambda: not listens(port))
        self.come_by_the_balancer(f"node {node}, which is dead")

    def come_by_the_balancer(self, wrong):
        """Comes often enough to be sent to every node that somebody new may be sent to."""
        try:
            for _ in range(2 * len(NODES)):
                with caller(self.balancer.port):
                    pass
        except (Lost, OSError) as error:
            raise Lost(f"somebody new was sent to {wrong}: {error}") from error

    def under_a_page(self, owner):
        """A node other than the room's that has pages, and how many."""
        pages = self.spread(
            lambda pages: any(count for node, count in pages.items() if node != owner),
            f"no page comes to another node than {owner}, which has the room")
        return next((node, count) for node, count in pages.items() if count and node != owner)

    def await_cut(self, count):
        """Until so many pages have said that they are cut off."""
        wait_for(f"{count} pages that are cut off", lambda: sum(
            bool(visitor.was_cut_off()) for visitor in self.visitors) >= count)

    def points(self, turn):
        """What everybody got in a round and in all, by name, as was told over TCP."""
        scores = self.guest.scores(turn, self.players.values())
        return {name: (int(field("points", scores[who])), int(field("total", scores[who])))
                for name, who in self.players.items()}

    def shown_alike(self, turn):
        """Both pages show everybody's points after a round, as they were told over TCP, and all of
        them sit where they sat. Returns the table."""
        points = self.points(turn)
        anew = {field("name", line) for line in self.guest.lines("SEAT")
                if field("who", line) not in self.players.values()} - {CALLER}
        require(not anew, f"somebody came back to another seat than theirs: {anew}")
        tables = [visitor.table(points) for visitor in self.visitors]
        require(tables[0] == tables[1], f"pages differ after round {turn}: {tables}")
        return tables[0]
