"""Makes the image of deploy/container/Dockerfile without an engine, and runs it as one would:
nobody, a root that cannot be written, a volume, and no capability. It needs root, buildah and
mmdebstrap, and where these are not to be had it says so and does nothing. The first time it takes
minutes, since it makes a small Debian; .build-container keeps that.

What the image of Swift would do `make tarball` has done, and its archive takes the place of the
first stages, as in the release's workflow. Debian's image is stood in for by one of Debian's
packages.

    run.py [NAME...]     all tests, or those whose names contain one of these
"""

import atexit
import glob
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(1, str(ROOT / "Tests"))

import suite  # noqa: E402
from suite import wait_for  # noqa: E402

FOLDER = ROOT / ".build-container"
BASE = "docker.io/library/debian:bookworm-slim"
IMAGE = "localhost/chromatchd"
NOBODY = 65_534


def run(*words, **options):
    return subprocess.run([str(word) for word in words], text=True, **options)


def done(*words, **options):
    """What a command prints that has to go well."""
    ended = run(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    assert ended.returncode == 0, f"{words}:\n{ended.stdout}{ended.stderr}"
    return ended.stdout.strip()


def buildah(*words):
    return done("buildah", "--root", FOLDER / "storage", "--runroot", FOLDER / "running",
                "--storage-driver", "vfs", *words)


def make_base():
    """Stands in for Debian's image."""
    if BASE in buildah("images", "--format", "{{.Name}}:{{.Tag}}").splitlines():
        return
    tree = FOLDER / "base.tar"
    sources = glob.glob("/etc/apt/sources.list.d/*.sources") + ["/etc/apt/sources.list"]
    done("mmdebstrap", "--variant=minbase", "bookworm", tree,
         *(source for source in sources if os.path.exists(source)))
    container = buildah("from", "scratch")
    buildah("add", container, tree, "/")
    buildah("commit", "--format", "docker", container, BASE)
    buildah("rm", container)
    tree.unlink()


def make_image():
    """Carries out the Dockerfile."""
    stages = re.split(r"^(?=FROM )", (ROOT / "deploy/container/Dockerfile").read_text(),
                      flags=re.MULTILINE)[1:]
    assert len(stages) == 3 and stages[0].startswith("FROM swift:")
    (archive,) = (ROOT / ".build-dist").glob("chromatch-*.tar.gz")
    stage = FOLDER / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir()
    done("tar", "-C", stage, "--strip-components", 1, "-xzf", archive)
    make_base()
    file = FOLDER / "Dockerfile"
    file.write_text(stages[2])
    buildah("bud", "--isolation", "chroot", "--pull-never", "--format", "docker", "--tag", IMAGE,
            "--build-context", f"build={stage}", "--file", file, stage)
    # What the tag was on before.
    buildah("rmi", "--prune", "--force")


# What an engine does with the options that the Dockerfile names: its arguments are the image's
# root, the volume, and what is to be run there.
ENGINE = f"""
root=$1 volume=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --bind "$volume" "$root/var/lib/chromatch"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -o remount,ro "$root/dev"
ip link set lo up
exec chroot "$root" setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all -- "$@"
"""


TALK = """
import socket, sys
stream = socket.create_connection(("127.0.0.1", 7313))
stream.sendall("".join(line + "\\n" for line in sys.argv[2:]).encode())
for line in stream.makefile():
    print(line, end="")
    if line.split()[0] == sys.argv[1]:
        break
"""


class Container:
    """The image, running."""

    def __init__(self, volume):
        self.log = tempfile.NamedTemporaryFile(mode="r", suffix=".log")
        self.process = subprocess.Popen(
            ["unshare", "--mount", "--net", "--pid", "--uts", "--ipc", "--fork", "--kill-child",
             "--propagation", "private", "bash", "-euc", ENGINE, "engine", TREE, volume,
             *inside(*CONFIG["Entrypoint"])],
            stdin=subprocess.DEVNULL, stderr=open(self.log.name, "w"))
        atexit.register(self.process.kill)
        wait_for("the server", lambda: "listening" in self.said())
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        self.first = int(pathlib.Path(children).read_text().split()[0])

    def said(self):
        return pathlib.Path(self.log.name).read_text()

    def execute(self, *words):
        """Runs something in it, as `docker exec` does."""
        return run("nsenter", "--target", self.first, "--mount", "--net", "--pid", "--root", "--wd",
                   "setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups",
                   "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", "--",
                   *inside(*words), capture_output=True)

    def visit(self, *words):
        """Runs something outside that reaches its ports."""
        return run("nsenter", "--target", self.first, "--net", *words, capture_output=True)

    def say(self, *lines, until):
        """Says lines to the server, and prints what it answers up to a verb."""
        return self.visit(sys.executable, "-c", TALK, until, *lines)

    def end(self, number):
        os.kill(self.first, number)
        return self.process.wait()


def inside(*words):
    return ["env", "-i", *CONFIG["Env"], *words]


class ContainerTests(unittest.TestCase):
    def volume(self):
        """A new volume, which begins as an engine makes it: as the image's folder."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        was = (TREE / "var/lib/chromatch").stat()
        os.chown(folder.name, was.st_uid, was.st_gid)
        os.chmod(folder.name, was.st_mode & 0o777)
        return pathlib.Path(folder.name)

    def start(self, volume):
        container = Container(volume)
        self.addCleanup(container.process.wait)
        self.addCleanup(container.process.kill)
        return container

    def test_the_image_says_how_it_is_to_be_run_and_holds_nothing_else(self):
        self.assertEqual(CONFIG["User"], f"{NOBODY}:{NOBODY}")
        self.assertEqual(list(CONFIG["Volumes"]), ["/var/lib/chromatch"])
        self.assertEqual(list(CONFIG["ExposedPorts"]), ["7313/tcp"])
        self.assertEqual(CONFIG["Healthcheck"]["Test"], ["CMD", "chromatchd", "status"])
        self.assertEqual(sorted(path.name for path in (TREE / "usr/local/bin").iterdir()),
                         ["chromatchd"])
        self.assertTrue((TREE / "usr/local/share/chromatch/web/index.html").exists())
        for name in ("usr/bin/swift", "usr/bin/gcc", "source", "made"):
            self.assertFalse((TREE / name).exists(), name)

    def test_compose_names_what_the_image_and_the_tree_have(self):
        text = (ROOT / "deploy/compose.yaml").read_text()
        self.assertIn(f":{list(CONFIG['Volumes'])[0]}\n", text)
        self.assertIn(f":{list(CONFIG['ExposedPorts'])[0].removesuffix('/tcp')}\"\n", text)
        places = re.findall(r"- \./(\S+?):/", text)
        self.assertEqual(len(places), 2)
        for place in places:
            self.assertTrue((ROOT / "deploy" / place).exists(), place)

    def test_it_is_nobody_who_can_write_nothing_but_the_volume(self):
        volume = self.volume()
        container = self.start(volume)
        status = pathlib.Path(f"/proc/{container.first}/status").read_text()
        for line in (rf"Uid:\t{NOBODY}\t{NOBODY}", r"CapEff:\t0+\n", r"CapBnd:\t0+\n",
                     r"NoNewPrivs:\t1\n", r"NSpid:\t\d+\t1\n"):
            self.assertRegex(status, line)
        for place in ("/", "/tmp", "/usr/local/bin", "/etc", "/dev"):
            self.assertNotEqual(container.execute("touch", f"{place}/new").returncode, 0, place)
        self.assertEqual(container.execute("touch", "/var/lib/chromatch/new").returncode, 0)
        check = container.execute("chromatchd", "--cluster", "/nowhere")
        self.assertNotRegex(check.stdout + check.stderr, "a node needs|without the trait")
        kept = sorted(path.name for path in (volume / "state").iterdir())
        self.assertEqual(
            kept, ["archive", "control", "daily.key", "journal", "log-key", "tls.pem"])
        self.assertNotRegex(container.said(), " error |is off|cannot")

    def test_a_match_is_played_the_page_is_shown_and_its_health_is_known(self):
        container = self.start(self.volume())
        health = CONFIG["Healthcheck"]["Test"][1:]
        well = container.execute(*health)
        self.assertEqual(well.returncode, 0, well.stdout + well.stderr)
        self.assertIn("ready", well.stdout)
        played = container.say("HELLO v=1 name=Ada", "CREATE rounds=1 time=5 seats=2",
                               "BOT level=2", "READY", until="SEED")
        self.assertEqual(played.returncode, 0, played.stdout + played.stderr)
        self.assertIn("PLACE ", played.stdout)
        wait_for("its note", lambda: "match finished" in container.said())
        page = container.visit(sys.executable, "-c", "import urllib.request as r; "
                               "print(r.urlopen('http://127.0.0.1:7313/').read().decode())")
        self.assertEqual(page.stdout.strip(), (ROOT / "clients/web/index.html").read_text().strip())
        # A server that is stuck is not well.
        os.kill(container.first, signal.SIGSTOP)
        self.assertNotEqual(container.execute(*health).returncode, 0)
        os.kill(container.first, signal.SIGCONT)
        self.assertEqual(container.end(getattr(signal, CONFIG["StopSignal"])), 0)
        self.assertIn("stopped", container.said())

    def test_what_the_volume_holds_outlives_a_kill(self):
        volume = self.volume()
        container = self.start(volume)
        certificate = re.search(r"SHA256:[0-9a-f]{64}", container.said())[0]
        opened = container.say("HELLO v=1 name=Ada", "CREATE", until="HOSTED")
        self.assertEqual(opened.returncode, 0, opened.stderr)
        container.end(signal.SIGKILL)
        again = self.start(volume)
        self.assertIn(certificate, again.said())
        self.assertRegex(again.said(), r"rooms=1\b.*rooms restored|rooms restored.*rooms=1\b")


def reason_to_skip():
    """Why nothing can be tested here, if so."""
    if os.geteuid() != 0:
        return "only root may make namespaces"
    for program in ("buildah", "mmdebstrap", "ip", "nsenter", "setpriv", "unshare"):
        if not shutil.which(program):
            return f"there is no {program}: apt-get install buildah mmdebstrap iproute2 util-linux"
    tried = subprocess.run(["unshare", "--net", "--mount", "--pid", "--fork", "true"],
                           capture_output=True)
    return "no namespaces are to be had here" if tried.returncode != 0 else None


def main():
    global CONFIG, TREE
    reason = reason_to_skip()
    if reason:
        suite.skip(reason)
    FOLDER.mkdir(exist_ok=True)
    if not list((ROOT / ".build-dist").glob("chromatch-*.tar.gz")):
        suite.skip("there is no archive; `make tarball` makes it")
    make_image()
    image = json.loads(buildah("inspect", "--type", "image", IMAGE))
    CONFIG = image["Docker"]["config"]
    container = buildah("from", "--pull-never", IMAGE)
    atexit.register(buildah, "rm", container)
    TREE = pathlib.Path(buildah("mount", container))
    suite.run()


if __name__ == "__main__":
    main()
