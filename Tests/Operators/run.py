"""Tries what operators are given. Alerts, dashboard and metrics: with a real Prometheus, which
scrapes a real server that is played on. The commands of the runbook and of the page for incidents:
each is carried out as it stands there, on a machine of its own. It needs the debug build of the
programs. Where Prometheus or namespaces are not to be had it says so.

    run.py [NAME...]     all of them, or those whose names contain one of these
"""

import json
import os
import pathlib
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import urllib.request

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))

from machine import DEBUG, LEASH, ROOT, Machine  # noqa: E402
import suite  # noqa: E402
from suite import wait_for  # noqa: E402

DEPLOY = ROOT / "deploy"
# Chapters of the runbook whose commands have a test of their own, run by Tests/one.
TRIED_ELSEWHERE = {
    "On a network": "lan", "Play by ssh": "ssh", "As a container": "container",
    "Install": "debian", "HTTPS": "debian",
}
sys.dont_write_bytecode = True


def commands(page):
    """The commands that stand on lines of their own, without comments. A comment may be another
    one."""
    chapter = ""
    for line in (DEPLOY / page).read_text().split("\n"):
        if line.startswith("##"):
            chapter = line.lstrip("# ")
        if chapter in TRIED_ELSEWHERE:
            continue
        if found := re.fullmatch(r" {4,}(\S.*)", line):
            one, _, comment = found[1].partition("    # ")
            yield " ".join(one.split())
            if comment.startswith("or: "):
                yield comment.removeprefix("or: ")


# What a node knows of each other node and of engines: a server of its own has their heads, and no
# line below.
OF_OTHERS = re.compile(r"\bchromatch_cluster_(?:node|engine)_\w+")
COMMANDS = {one for page in ("README.md", "REFERENCE.md", "INCIDENTS.md")
            for one in commands(page)}
CARRIED_OUT = set()
# What nothing here can carry out, and why.
ELSEWHERE = {
}


def fetch(address):
    with urllib.request.urlopen(address) as answer:
        return answer.read().decode()


def dashboard():
    return json.loads((DEPLOY / "grafana/dashboard.json").read_text())


class PrometheusCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = subprocess.run(
            [DEPLOY / "install", "prometheus"], capture_output=True, text=True)
        if made.returncode != 0:
            raise unittest.SkipTest(made.stderr.strip())
        cls.programs = pathlib.Path(made.stdout.strip()) / "usr/bin"

    def promtool(self, *words, **streams):
        done = subprocess.run(
            [self.programs / "promtool", *words], cwd=DEPLOY / "prometheus", text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **streams)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout


class FileTests(PrometheusCase):
    def test_the_configuration_is_valid_and_its_rules_are(self):
        said = self.promtool("check", "config", "prometheus.yml")
        self.assertIn("SUCCESS: 1 rule files found", said)

    def test_every_alert_comes_when_it_must_and_not_otherwise(self):
        self.promtool("test", "rules", "rules_test.yml")
        rules = (DEPLOY / "prometheus/rules.yml").read_text()
        played = (DEPLOY / "prometheus/rules_test.yml").read_text()
        alerts = re.findall(r"- alert: (\w+)", rules)
        self.assertGreater(len(alerts), 10)
        for alert in alerts:
            self.assertRegex(played, rf"alertname: {alert}\n +exp_alerts:\n +- ")
            self.assertRegex(played, rf"{{ eval_time: \w+, alertname: {alert} }}")

    def test_the_panels_of_the_dashboard_lie_beside_one_another(self):
        taken, numbers = set(), set()
        for panel in dashboard()["panels"]:
            place = panel["gridPos"]
            cells = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                     for y in range(place["y"], place["y"] + place["h"])}
            self.assertLessEqual(place["x"] + place["w"], 24, panel["title"])
            self.assertFalse(taken & cells, panel["title"])
            self.assertNotIn(panel["id"], numbers)
            self.assertTrue(panel["type"] == "row" or panel["description"], panel["title"])
            taken |= cells
            numbers.add(panel["id"])


class ScrapeTests(PrometheusCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        cls.server_log, cls.log = cls.folder / "server", cls.folder / "prometheus"
        cls.start(
            cls.server_log, DEBUG / "chromatchd", "--port", "0", "--admin-port", "0", "--tls",
            "auto", "--state", cls.folder / "state")
        found = wait_for("a server", lambda: re.search(
            r"\baddress=127\.0\.0\.1:(\d+) .* listening\n", cls.server_log.read_text()))
        cls.port = int(found[1])
        cls.admin = re.search(r"admin=http://([0-9.:]+)/", cls.server_log.read_text())[1]
        cls.start_prometheus()
        bots = [cls.bot("--open", "rounds=1 time=5 seats=2")]
        said = cls.folder / "bot-1"
        wait_for("a room", lambda: "in room" in said.read_text())
        bots.append(cls.bot())
        for bot in bots:
            assert bot.wait() == 0, said.read_text()

    @classmethod
    def start(cls, output, *words):
        with open(output, "w") as file:
            process = subprocess.Popen(
                [*LEASH, "--", *map(str, words)], stdin=subprocess.DEVNULL, stdout=file,
                stderr=subprocess.STDOUT)
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.kill)
        return process

    @classmethod
    def bot(cls, *words):
        cls.bots = getattr(cls, "bots", 0) + 1
        return cls.start(
            cls.folder / f"bot-{cls.bots}", "python3", ROOT / "clients/python/bot.py",
            f"127.0.0.1:{cls.port}", *words, "--seconds", "1", "--matches", "1")

    @classmethod
    def start_prometheus(cls):
        """With the configuration that is given, but for the place and the intervals."""
        text = (DEPLOY / "prometheus/prometheus.yml").read_text()
        for given, wanted in [("127.0.0.1:7314", cls.admin), ("15s", "1s"),
                              ("- rules.yml", f"- {DEPLOY}/prometheus/rules.yml")]:
            assert given in text, given
            text = text.replace(given, wanted)
        (cls.folder / "prometheus.yml").write_text(text)
        cls.start(
            cls.log, cls.programs / "prometheus", "--web.listen-address=127.0.0.1:0",
            f"--config.file={cls.folder}/prometheus.yml", f"--storage.tsdb.path={cls.folder}/data")
        found = wait_for("Prometheus", lambda: re.search(
            r'msg="Listening on" address=([0-9.:]+)', cls.log.read_text()))
        cls.prometheus = found[1]

    def ask(self, path, **fields):
        """What Prometheus answers."""
        return json.loads(fetch(
            f"http://{self.prometheus}/api/v1/{path}?{urllib.parse.urlencode(fields)}"))["data"]

    def visit(self):
        """Somebody looks at the page, and somebody is refused."""
        for words in (b"HELLO v=9\n", b"GET / HTTP/1.0\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.port)) as visitor:
                visitor.sendall(words)
                while visitor.recv(65_536):
                    pass

    def test_prometheus_finds_nothing_to_blame_in_names_and_units(self):
        self.assertEqual(
            self.promtool("check", "metrics", input=fetch(f"http://{self.admin}/metrics")), "")

    def test_every_panel_of_the_dashboard_shows_something(self):
        waiting, metrics = {}, fetch(f"http://{self.admin}/metrics")
        for panel in dashboard()["panels"]:
            for target in panel.get("targets", []):
                expression = target["expr"].replace("$instance", ".*")
                if found := OF_OTHERS.search(expression):
                    self.assertIn(f"# TYPE {found[0]} ", metrics)
                else:
                    waiting[expression.replace("$__rate_interval", "15s")] = panel["title"]
        self.assertGreater(len(waiting), 40)

        def holds():
            self.visit()
            for expression in list(waiting):
                if self.ask("query", query=expression)["result"]:
                    del waiting[expression]
            return not waiting

        try:
            wait_for("something in each panel", holds)
        except AssertionError:
            self.fail(f"nothing comes of {waiting}")

    def test_rules_are_evaluated_and_a_server_that_is_well_alerts_nobody(self):
        def rules():
            groups = self.ask("rules")["groups"]
            return [rule for group in groups for rule in group["rules"]]

        wait_for("all rules", lambda: rules() and all(one["health"] == "ok" for one in rules()))
        self.assertEqual([one["name"] for one in rules() if one["state"] != "inactive"], [])


class RunbookTests(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("only root may make namespaces")
        tried = subprocess.run(["unshare", "--net", "--mount", "true"], capture_output=True)
        if tried.returncode != 0:
            self.skipTest("no namespaces are to be had here")
        self.machine = Machine()
        self.addCleanup(self.machine.end)

    def command(self, start):
        """The one command of the pages that begins like this."""
        alike = [one for one in COMMANDS if one.startswith(start)]
        self.assertEqual(len(alike), 1, (start, alike))
        CARRIED_OUT.add(alike[0])
        return alike[0]

    def carry_out(self, *starts, status=0, **replacing):
        """Carries out a command of the pages, or several in one shell, and returns what it says."""
        text = " && ".join(map(self.command, starts))
        for old, new in replacing.items():
            self.assertIn(old, text)
            text = text.replace(old, new)
        done, said = self.machine.run(text)
        self.assertEqual(done == 0, status == 0, f"{text}\n{said}")
        return said

    def install(self):
        status, said = self.machine.run(f"systemd-sysusers {DEPLOY}/systemd/chromatch.conf")
        self.assertEqual(status, 0, said)

    def start(self):
        self.install()
        self.carry_out("systemctl start chromatchd")

    def archive(self, command, status=0):
        start = f"runuser -u chromatch -- chromatchd archive {command}"
        return self.carry_out(start, status=status)

    def wait_for_match(self):
        wait_for("the match in the archive", lambda: "1 match," in self.archive("check"))

    def test_a_server_is_started_by_hand_and_says_how_it_is(self):
        words = shlex.split(self.command(".build/release/chromatchd --host 0.0.0.0 --port"))
        self.machine.server = self.machine.start(DEBUG / "chromatchd", *words[1:])
        self.machine.wait_to_listen()
        self.assertRegex(self.carry_out("chromatchd status"), r"^state +ready\n")
        self.machine.stop()
        words = shlex.split(self.command("chromatchd --port 7312 --trusted-proxy").strip(" …"))
        self.machine.server = self.machine.start(*words)
        self.machine.wait_to_listen(1)

    def test_the_first_looks_change_nothing_and_say_what_is(self):
        self.start()
        self.assertRegex(self.carry_out("chromatchd status"), r"^state +ready\n")
        said = self.carry_out("runuser -u chromatch -- chromatchd check")
        self.assertNotIn("FAIL", said)
        self.assertIn(f"process {self.machine.server.pid}, which has the state", said)
        self.assertIn("listening", self.carry_out("journalctl -u chromatchd -n 100"))
        # As the page says, root is no help here.
        status, said = self.machine.run("chromatchd check --state /var/lib/chromatch")
        self.assertEqual((status, said.count("belongs to user")), (1, 1), said)

    def test_an_upgrade_keeps_the_process_and_a_reload_too(self):
        self.start()
        number = self.machine.server.pid
        self.carry_out("runuser -u chromatch -- chromatchd check")
        self.carry_out("systemctl kill --kill-whom=main --signal=SIGUSR2 chromatchd")
        self.machine.wait_to_listen(1)
        self.assertEqual(self.machine.count("upgrading"), 1)
        self.machine.run("systemctl reload chromatchd")
        wait_for("a reload", lambda: self.machine.count("reloaded"))
        self.assertEqual((self.machine.server.pid, self.machine.server.poll()), (number, None))
        self.carry_out("systemctl restart chromatchd")

    def test_a_server_is_ruled_while_it_runs(self):
        self.start()
        self.assertIn("banned: name badger", self.carry_out("chromatchd ban"))
        self.assertIn("banned no more", self.carry_out("chromatchd unban"))

    def test_draining_ends_the_server(self):
        self.start()
        self.assertIn("has stopped", self.carry_out("chromatchd drain"))
        self.machine.wait_for_end()
        self.carry_out("systemctl start chromatchd")
        self.carry_out("systemctl kill --kill-whom=main --signal=SIGUSR1 chromatchd")
        self.machine.wait_for_end()

    def test_the_archive_is_looked_at_while_it_is_used_and_mended_when_it_is_not(self):
        self.start()
        self.machine.play()
        self.wait_for_match()
        key = re.search(r"signed by the key (\w+)", self.archive("export"))[1]
        status, said = self.machine.run(
            f"chromatch verify --key {key} /var/lib/chromatch/records/0.record")
        self.assertEqual(status, 0, said)
        self.archive("top")
        self.assertIn("1 match and daily.key, log-key, tls.pem are in", self.archive("backup"))
        restore = "restore --state /var/lib/chromatch --from /var"
        for change in ("rebuild", "forget", restore):
            self.assertIn("another", self.archive(change, status=1))
        self.carry_out("systemctl stop chromatchd")
        self.assertIn("the archive has 1 match of", self.archive(restore))
        self.assertIn("from 1 match", self.archive("rebuild"))
        self.assertIn("nobody with the id", self.archive("forget", status=1))

    def test_addresses_are_counted_by_those_who_ask_for_it(self):
        self.install()
        defaults = self.machine.folder / "etc/default/chromatchd"
        defaults.write_text("CHROMATCH_LOG_ADDRESSES=1\n")
        self.carry_out("systemctl start chromatchd")
        for _ in range(3):
            self.machine.run(
                "exec 3<>/dev/tcp/127.0.0.1/7313; echo HELLO v=9 >&3; cat <&3")
        wait_for("their lines", lambda: self.machine.count("address=127.0.0.1"))
        self.assertRegex(
            self.carry_out("journalctl -u chromatchd | grep"), r"^ +\d address=127\.0\.0\.1\n$")

    def test_a_full_disk_ends_no_match_and_all_is_well_when_there_is_room_again(self):
        self.install()
        status, said = self.machine.run(
            "mount -t tmpfs -o size=80m,mode=700 tmpfs /var/lib/chromatch")
        self.assertEqual(status, 0, said)
        self.carry_out("systemctl start chromatchd")
        self.machine.run("cat /dev/zero > /var/lib/chromatch/filler")
        self.until_said("the journal is off", self.open_rooms)
        self.until_said("the archive cannot be written", self.machine.play)
        self.assertIn("but the journal is off and matches are not being kept",
                      self.carry_out("chromatchd status"))
        self.assertIn("100%", self.carry_out("df -h"))
        self.assertIn("filler", self.carry_out("du -sh"))
        self.machine.run("rm /var/lib/chromatch/filler")
        wait_for("its end", lambda: self.machine.count("the archive is written again"))
        self.wait_for_match()
        wait_for("its journal", lambda: self.machine.count("the journal is on again"))
        self.assertRegex(self.carry_out("chromatchd status"), r"^state +ready\n")

    def until_said(self, message, act):
        """Does something again and again, as the last pages of files take a little more."""
        def holds():
            act()
            return self.machine.count(message)

        wait_for(message, holds)

    def open_rooms(self):
        self.machine.run(
            "exec 3<>/dev/tcp/127.0.0.1/7313; echo HELLO v=1 >&3; for room in {1..9}; do "
            "echo CREATE name=A-name-of-a-room-of-32-letters >&3; echo LEAVE >&3; done; "
            "echo BYE >&3; cat <&3")

    def test_an_expired_certificate_is_named_and_renewed_while_the_server_runs(self):
        self.install()
        self.sign(-1)
        (self.machine.folder / "etc/default/chromatchd").write_text(
            "CHROMATCH_TLS=\nCHROMATCH_TLS_CERT=/etc/chromatch/cert.pem\n"
            "CHROMATCH_TLS_KEY=/etc/chromatch/key.pem\n")
        self.carry_out("systemctl start chromatchd")
        self.assertIn("! the certificate has expired", self.carry_out("chromatchd status"))
        self.sign(90)
        count = self.machine.count
        wait_for("a reload", lambda: count("reloaded") > count("not reloaded"))
        self.assertNotIn("certificate", self.carry_out("chromatchd status"))

    def sign(self, days):
        """Puts a certificate where the server looks, with a key that it may read."""
        status, said = self.machine.run(
            "mkdir -p /etc/chromatch && cd /etc/chromatch && openssl req -newkey ec -nodes "
            "-pkeyopt ec_paramgen_curve:P-256 -keyout new-key.pem -subj /CN=localhost "
            "-out request.pem && openssl x509 -req -in request.pem -signkey new-key.pem "
            f"-days {days} -out cert.pem && chgrp chromatch new-key.pem && chmod 640 new-key.pem "
            "&& mv new-key.pem key.pem")
        self.assertEqual(status, 0, said)

    def test_a_damaged_archive_is_replaced_and_a_backup_put_back_by_hand(self):
        self.start()
        self.machine.play()
        self.wait_for_match()
        self.carry_out("systemctl stop chromatchd")
        self.machine.run(
            "head -c 8192 /dev/zero | dd of=/var/lib/chromatch/archive/archive.db bs=4096 seek=1 "
            "conv=notrunc")
        self.carry_out("systemctl start chromatchd")
        self.assertEqual(self.machine.count("the archive was damaged"), 1)
        self.assertIn("all is well", self.archive("check"))
        self.carry_out("systemctl stop chromatchd")
        _, names = self.machine.run("ls /var/lib/chromatch/archive/backups")
        self.carry_out(
            "cd /var/lib/chromatch/archive",
            "runuser -u chromatch -- chromatchd archive restore --state /var/lib/chromatch "
            "--from backups",
            DAY=names.split()[0].removesuffix(".db"))
        self.carry_out("systemctl start chromatchd")
        self.assertIn("all is well", self.archive("check"))
        self.carry_out("systemctl stop chromatchd")


def uncarried(result):
    """The commands of the runbook that nobody carries out, once all tests ran."""
    if sys.argv[1:] or not result.wasSuccessful() or result.skipped:
        return []
    return [f"nobody carries out: {one}"
            for one in sorted(COMMANDS - CARRIED_OUT - ELSEWHERE.keys())]


def main():
    suite.need(DEBUG / "chromatch", DEBUG / "chromatchd")
    suite.run(whatever_else=uncarried)


if __name__ == "__main__":
    main()
