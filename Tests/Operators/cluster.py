"""Carries out deploy/CLUSTER.md as it stands there, on three machines that are namespaces of this
one, with real engines, firewalls and nodes, and on a fourth one with the keys. Then a machine is
lost, the others tell that, and it is replaced by the page's words. Rooms are given up, and two
machines are lost for good. No command of the page is left out. It needs root.

    cluster.py PROGRAM     PROGRAM is chromatchd with the trait Cluster

A machine has no systemd: `units.py` beside this starts what a unit starts, as its user."""

import atexit
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))

import suite  # noqa: E402
from suite import ROOT, wait_for  # noqa: E402

PAGE = ROOT / "deploy/CLUSTER.md"
HERE = pathlib.Path(__file__).resolve().parent
ENGINES = ROOT / ".build-engines/root/usr"
# Debian's packages, and its services that the page has stay off, are not on these machines.
STUB = "#!/bin/sh\nexit 0\n"
SSH = """#!/bin/sh
exec nsenter --target "$(cat {folder}/"${{1##*.}}"/pid)" --net --mount --pid -- \\
  env HOME=/root bash -c "cd && $2"
"""
# One process holds the namespaces of a machine; with it all that runs there ends.
HOLDER = """
mount -t tmpfs -o mode=755 tmpfs "$0"
mkdir "$0/upper" "$0/work"
cp -a /etc "$0/etc"
mount --bind "$0/etc" /etc
mount -t overlay overlay -o "lowerdir=/usr/local,upperdir=$0/upper,workdir=$0/work" /usr/local
for one in /var/lib /run /root; do mount -t tmpfs -o mode=755 tmpfs $one; done
mkdir -p /usr/local/share/doc/chromatch
ln -s "$1/deploy" /usr/local/share/doc/chromatch/deploy
ln -s "$2/chromatchd" /usr/local/bin/chromatchd
ip link set lo up
echo ready
exec sleep infinity
"""


def blocks():
    """The commands of the page, those that stand together as one."""
    found = re.findall(r"(?:^ {4,}\S.*\n)+", PAGE.read_text(), re.MULTILINE)
    return ["\n".join(line.strip() for line in block.splitlines()) for block in found]


BLOCKS = blocks()
# An example of a node's file.
CARRIED_OUT = {block for block in BLOCKS if block.startswith("# ")}


def command(start):
    """The one block of the page that begins like this."""
    alike = [one for one in BLOCKS if one.startswith(start)]
    assert len(alike) == 1, (start, alike)
    CARRIED_OUT.add(alike[0])
    return alike[0]


class Machine:
    """One of three, at 10.0.0.N, on which the server is installed."""

    def __init__(self, folder, number):
        self.number, self.folder = number, folder / str(number)
        self.path = f"{folder}/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        (self.folder / "changes").mkdir(parents=True)
        self.holder = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "--", "unshare", "--net", "--mount", "--pid",
             "--fork", "--kill-child", "--mount-proc", "--propagation", "private", "--",
             "bash", "-euc", HOLDER, self.folder / "changes", ROOT, folder / "bin"],
            stdout=subprocess.PIPE, text=True)
        atexit.register(self.end)
        assert self.holder.stdout.readline() == "ready\n"
        parent = self.holder.pid
        self.pid = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().strip()
        (self.folder / "pid").write_text(self.pid)
        link = f"v{self.pid}"
        must("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", self.pid)
        must("ip", "link", "set", link, "master", "bridge", "up")
        self.must(f"ip address add 10.0.0.{number}/24 dev eth0; ip link set eth0 up")
        self.must(f"systemd-sysusers {ROOT}/deploy/systemd/chromatch.conf")

    def run(self, text):
        """Carries out commands as root; the status, and what they say."""
        done = subprocess.run(
            ["nsenter", "--target", self.pid, "--net", "--mount", "--pid", "--", "env", "-i",
             "HOME=/root", f"PATH={self.path}", "bash", "-e", "-o", "pipefail", "-c",
             f"cd /usr/local/share/doc/chromatch\n{text}"],
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def must(self, text):
        status, said = self.run(text)
        assert status == 0, f"on machine {self.number}: {text}\n{said}\n{self.logs()}"
        return said

    def logs(self):
        """The ends of what its services have said."""
        return "\n".join(
            line for log in sorted(self.folder.parent.glob(f"{self.number}-*.log"))
            for line in [str(log), *log.read_text().splitlines()[-8:]])

    def carry_out(self, start, before=""):
        """Carries out a block of the page with the number of this machine."""
        text = re.sub(r"^N=\d$", "", command(start), flags=re.MULTILINE)
        return self.must(f"N={self.number}\n{before}\n{text}")

    def status(self):
        return self.run("chromatchd status")[1]

    def end(self):
        self.holder.kill()
        self.holder.wait()


def must(*words, **options):
    """Runs a command on the fourth machine, which is this process's."""
    done = subprocess.run(
        words, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, **options)
    assert done.returncode == 0, f"{words}\n{done.stdout}"
    return done.stdout


class ClusterTests(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.folder.chmod(0o755)
        programs, self.home = self.folder / "bin", self.folder / "checkout"
        programs.mkdir()
        self.home.mkdir()
        # Not everybody may look into a checkout.
        for program in (PROGRAM, *(ENGINES / "bin").glob("etcd*"), ENGINES / "sbin/nats-server"):
            shutil.copy(program, programs)
        (self.home / "deploy").symlink_to(ROOT / "deploy")
        shutil.copy(HERE / "units.py", programs / "systemctl")
        for name, text in (("apt-get", STUB), ("ssh", SSH.format(folder=self.folder))):
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        must("ip", "link", "add", "bridge", "type", "bridge")
        must("ip", "address", "add", "10.0.0.4/24", "dev", "bridge")
        must("ip", "link", "set", "bridge", "up")
        self.machines = {}
        for number in (1, 2, 3):
            self.add(number)

    def add(self, number):
        self.machines[number] = Machine(self.folder, number)
        self.addCleanup(self.machines[number].end)

    def at_home(self, start):
        """Carries out a block where the keys are."""
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        return must("bash", "-e", "-o", "pipefail", "-c", command(start), cwd=self.home,
                    env={**os.environ, "PATH": path})

    def set_up(self, machine, more=""):
        """Steps 2 to 4."""
        machine.carry_out("N=1\napt-get")
        machine.carry_out("nft add table")
        machine.carry_out("all()", more)

    def start_node(self, machine):
        """Step 5, once there is a certificate for players."""
        for kind, mode in (("pem", "644"), ("key", "640")):
            machine.must(f"install -m {mode} -g chromatch {self.home}/players.{kind} "
                         f"/etc/chromatch/players.{kind}")
        machine.carry_out("printf '%s\\n' \"node = $N\"")

    def until_well(self):
        """Waits until each node hears all, has its share and has nothing to complain of."""
        count = len(self.machines)

        def holds(machine):
            said = machine.status()
            shares = [int(share) for share in re.findall(r"(\d+) shards t?here", said)]
            return re.search(rf"\b{count} nodes?,", said) and sum(shares) == 256 \
                and min(shares) > 180 // count and "\n!" not in said

        for machine in self.machines.values():
            wait_for(f"machine {machine.number}", lambda: holds(machine),
                     lambda: machine.status() + machine.logs())

    def test_the_page_leads_to_a_cluster_and_through_its_losses(self):
        self.assertEqual(self.at_home("for n in 1 2 3; do deploy").count(": OK\n"), 6)
        must("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-subj", "/CN=play.example", "-keyout", self.home / "players.key", "-out",
             self.home / "players.pem")
        for machine in self.machines.values():
            self.set_up(machine)
        self.look_at_engines()
        for machine in self.machines.values():
            self.start_node(machine)
            machine.carry_out("nft add rule inet chromatch input ip saddr != { 127.0.0.1")
        self.until_well()
        # Both pages say that all nodes have the same bans.
        self.machines[1].must("chromatchd ban name badger --state /var/lib/chromatch")
        wait_for("the ban", lambda: "name badger" in self.machines[3].must(
            "chromatchd ban --state /var/lib/chromatch"))

        self.machines.pop(2).end()
        for machine in self.machines.values():
            wait_for("what is away", lambda: re.search(
                r"^! https://10\.0\.0\.2:2379 does not answer: .*\n"
                r"! tls://10\.0\.0\.2:4222 does not answer\n", machine.status(), re.MULTILINE),
                lambda: machine.status())
        shutil.rmtree(self.folder / "2")
        self.add(2)
        successor = self.machines[2]
        self.machines[1].must(command("cd /etc/chromatch/keys\nN=2"))
        self.at_home("N=2\ntar")
        self.set_up(successor, command("MORE="))
        self.at_home("ssh root@10.0.0.1 'systemctl stop")
        self.start_node(successor)
        self.until_well()

        for machine in self.machines.values():
            machine.must("systemctl stop chromatchd")
        self.machines[1].must(command("cd /etc/chromatch/keys\nctl"))
        for machine in self.machines.values():
            machine.must("systemctl start chromatchd")
        self.until_well()

        for number in (2, 3):
            self.machines.pop(number).end()
        self.machines[1].must(command("systemctl stop chromatchd chromatch-engine@etcd"))
        self.machines[1].must(command("sed -i -E"))
        self.until_well()
        self.assertEqual([block for block in BLOCKS if block not in CARRIED_OUT], [])

    def look_at_engines(self):
        """What the page says of the engines once they run."""
        health, routes, outside = command("for n in 1 2 3; do (cd").splitlines()
        first = self.machines[1]
        wait_for("three members", lambda: first.run(f"N=1; {health}")[1].count(
            '"health":"true"') == 3, first.logs)
        wait_for("two routes", lambda: len(
            set(re.findall(r"10\.0\.0\.[23](?=:)", first.must(routes)))) == 2, first.logs)
        done = subprocess.run(outside, shell=True, stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual(done.returncode, 28, done.stderr)


def main():
    global PROGRAM
    if os.geteuid() != 0:
        suite.skip("only root may make namespaces")
    if "--within" not in sys.argv:
        tried = subprocess.run(["unshare", "--net", "--mount", "--pid", "--fork", "true"],
                               capture_output=True)
        if tried.returncode != 0:
            suite.skip("no namespaces are to be had here")
        os.execvp("unshare", ["unshare", "--net", "--", sys.executable, *sys.argv, "--within"])
    sys.argv.remove("--within")
    PROGRAM = sys.argv.pop(1)
    suite.need(PROGRAM, ENGINES / "bin/etcd", command="Tests/one machines")
    must("ip", "link", "set", "lo", "up")
    suite.run()


if __name__ == "__main__":
    main()
