"""A genuine Mosquitto, on a port of its own, that can be killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

from paho.mqtt import publish

from tests import needs
from tests.ports import free_port

_START = 20.0  # seconds that a broker may take to listen; it takes some hundredths


class Mosquitto:
    """One broker. folder: its own, made if it is missing. settings: further lines of its
    configuration."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self._program = needs.mosquitto()
        self.port = free_port()
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self._process: subprocess.Popen[bytes] | None = None
        self._config = folder / "mosquitto.conf"
        lines = [
            f"listener {self.port} 127.0.0.1",
            "persistence true",
            f"persistence_location {folder}/",
            "autosave_interval 1",
            "autosave_on_changes true",
            f"log_dest file {folder}/log",
            f"pid_file {folder}/pid",
            "set_tcp_nodelay true",
        ]
        if os.geteuid() == 0:
            lines.append("user root")
        if not any(line.startswith("password_file") for line in settings):
            lines.append("allow_anonymous true")
        self._config.write_text("\n".join([*lines, *settings, ""]), encoding="utf-8")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with (self.folder / "stderr").open("ab") as said:
            self._process = subprocess.Popen([self._program, "-c", str(self._config)], stderr=said)
        end = time.monotonic() + _START
        while time.monotonic() < end and self._process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.005)  # the only way to learn that another process listens
        raise AssertionError(
            (self.folder / "stderr").read_text() + (self.folder / "log").read_text()
        )

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kill it: what it has not stored is gone."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it; it stores what is retained."""
        self._end(signal.SIGTERM)

    def forget(self) -> None:
        """Remove its store, while it is not running."""
        (self.folder / "mosquitto.db").unlink(missing_ok=True)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(_START)
            self._process = None


def password_file(folder: Path, user: str, password: str) -> Path:
    """A file of passwords for a broker."""
    path = folder / "passwords"
    subprocess.run([needs.mosquitto_passwd(), "-b", "-c", str(path), user, password], check=True)
    path.chmod(0o600)
    return path


def write(broker: Mosquitto, topic: str, message: bytes, retain: bool = True) -> None:
    """Publish something as any client may."""
    publish.single(topic, message, 1, retain, hostname="127.0.0.1", port=broker.port)


class Wire:
    """A wire to a broker, which can be cut. Connect to its port."""

    def __init__(self, broker: Mosquitto) -> None:
        self._broker = broker
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._ends: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cut what is connected. Whoever connects again finds it mended."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Cut it for good."""
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._broker.port))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    @staticmethod
    def _pass_on(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)
        one.close()
