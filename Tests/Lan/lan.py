"""Two machines on one host, for a test: network namespaces joined by a cable, each with a message
bus and an Avahi daemon of its own. Nothing of it reaches an interface of this machine, and all of
it is gone when the last process ends, however that comes.

It needs root, and what `deploy/install lan` has unpacked."""

import atexit
import pathlib
import subprocess
import tempfile

from suite import wait_for

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path=/run/dbus/system_bus_socket</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_type="method_call"/>
    <allow send_destination="*"/>
    <allow receive_type="method_call"/>
    <allow receive_sender="*"/>
    <allow send_requested_reply="true" send_type="*"/>
  </policy>
</busconfig>
"""

AVAHI = """[server]
host-name={name}
allow-interfaces=eth1
enable-dbus=yes
ratelimit-interval-usec=1000000
ratelimit-burst=1000
[wide-area]
enable-wide-area=no
[publish]
publish-hinfo=no
publish-workstation=no
"""

# Whatever is started ends with this process, even if it is killed.
LEASH = ["setpriv", "--pdeathsig", "KILL", "--"]

# One process holds the namespaces of a machine; with it they end.
HOLDER = """
hostname "$0"
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/dbus /run/avahi-daemon
# Avahi asks for a user of its own even where it is not to become it.
{ grep -v ^avahi: /etc/passwd; echo avahi:x:65533:65533::/:/bin/false; } > /run/passwd
{ grep -v ^avahi: /etc/group; echo avahi:x:65533:; } > /run/group
for list in passwd group; do mount --bind /run/$list /etc/$list; done
ip link set lo up
echo ready
exec sleep infinity
"""


class Machine:
    """One of them."""

    def __init__(self, name, root, folder):
        self.name, self.root, self.folder = name, root, folder
        self.processes = []
        self.holder = subprocess.Popen(
            [*LEASH, "unshare", "--net", "--mount", "--uts", "--propagation", "private", "--",
             "bash", "-euc", HOLDER, name],
            stdout=subprocess.PIPE, text=True)
        self.processes.append(self.holder)
        if self.holder.stdout.readline() != "ready\n":
            raise OSError("no namespace is to be had")

    def within(self, *words, **variables):
        """A command as it is run on this machine."""
        libraries = self.root / "usr/lib/x86_64-linux-gnu"
        setting = {
            "LD_LIBRARY_PATH": f"{next(self.root.glob('usr/lib/*-linux-gnu'), libraries)}",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/run/dbus/system_bus_socket",
            "LANG": "C.UTF-8", "AVAHI_COMPAT_NOWARN": "1", **variables}
        return [*LEASH, "nsenter", "--target", str(self.holder.pid), "--net", "--mount", "--uts",
                "env", *(f"{key}={value}" for key, value in setting.items()), *map(str, words)]

    def run(self, *words, **variables):
        """Runs a command and waits for it."""
        return subprocess.run(
            self.within(*words, **variables), stdin=subprocess.DEVNULL, text=True,
            capture_output=True)

    def start(self, *words, output, stdin=subprocess.DEVNULL, **variables):
        """Starts a command, which writes to a file."""
        with open(self.folder / output, "w") as file:
            process = subprocess.Popen(
                self.within(*words, **variables), stdin=stdin, stdout=file,
                stderr=subprocess.STDOUT, text=True)
        self.processes.append(process)
        return process

    def said(self, output):
        return (self.folder / output).read_text(errors="replace")

    def plug_in(self, cable, address):
        """Gives the machine its end of the cable."""
        steps = [
            ["ip", "link", "set", cable, "name", "eth1"],
            # Otherwise its own address is none for a second.
            ["bash", "-euc",
             "cd /proc/sys/net/ipv6/conf/eth1; echo 0 | tee accept_dad dad_transmits"],
            *([["ip", "addr", "add", f"{address}/24", "brd", "+", "dev", "eth1"]]
              if address else []),
            ["ip", "link", "set", "eth1", "up"],
            ["ip", "route", "add", "224.0.0.0/4", "dev", "eth1"],
        ]
        for step in steps:
            done = self.run(*step)
            assert done.returncode == 0, (step, done.stderr)

    def begin_daemons(self):
        bus = self.folder / "bus.conf"
        bus.write_text(BUS)
        log = f"bus-{self.name}.log"
        self.start(self.root / "usr/bin/dbus-daemon", f"--config-file={bus}", "--nofork",
                   "--nopidfile", "--print-address", output=log)
        wait_for("a bus", lambda: self.said(log).startswith("unix:"))
        self.begin_avahi()

    def begin_avahi(self):
        avahi = self.folder / f"avahi-{self.name}.conf"
        avahi.write_text(AVAHI.format(name=self.name))
        log = f"avahi-{self.name}.log"
        self.avahi = self.start(
            self.root / "usr/sbin/avahi-daemon", f"--file={avahi}", "--no-drop-root", "--no-chroot",
            "--no-rlimits", "--no-proc-title", output=log)
        wait_for("Avahi", lambda: "Server startup complete" in self.said(log))

    def end(self):
        for process in reversed(self.processes):
            process.kill()
        for process in reversed(self.processes):
            process.wait()
        self.holder.stdout.close()


class Lan:
    """Two machines and a cable."""

    def __init__(self, root, has_ipv4=True):
        self.scratch = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.scratch.name)
        folder.chmod(0o755)
        self.machines = []
        atexit.register(self.end)
        for name in ("kestrel", "finch"):
            self.machines.append(Machine(name, root, folder))
        one, other = self.machines
        # Names of interfaces are short, and two tests may run at once.
        ends = [f"c{one.holder.pid}a", f"c{one.holder.pid}b"]
        subprocess.run(
            ["ip", "link", "add", ends[0], "netns", str(one.holder.pid), "type", "veth", "peer",
             "name", ends[1], "netns", str(other.holder.pid)], check=True)
        one.plug_in(ends[0], "10.77.0.1" if has_ipv4 else None)
        other.plug_in(ends[1], "10.77.0.2" if has_ipv4 else None)

    def begin_daemons(self):
        for machine in self.machines:
            machine.begin_daemons()

    def end(self):
        for machine in self.machines:
            machine.end()
        self.machines = []
        self.scratch.cleanup()
