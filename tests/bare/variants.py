"""The machines on which the README's two commands are tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

BARE = ("python3", "python3-venv", "make", "git", "ca-certificates")
"""What the README asks for, and certificates for pip."""

ON_A_PI = ("python3", "libstdc++6", "ca-certificates")
"""What a Pi's commands need under emulation."""

ODD = {"LC_ALL": "C", "TZ": "Pacific/Chatham", "PATH": "/root/bin:/usr/local/bin:/usr/bin:/bin"}
"""An environment that programs stumble over: no UTF-8, a time zone with odd minutes, and a folder
on the PATH that only root can read."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A machine, and how its user works.

    release:  the Debian release.
    packages: its packages beside BARE.
    user:     who runs the commands: `tester`, an ordinary user, or `root`.
    folder:   where the project is, in the user's home.
    archive:  whether the project comes as an archive of its files, without its history.
    umask:    the user's.
    clones:   how many copies of the project run `make test` at the same time.
    processors: how many processors may be used; 0: all.
    load:     how many busy programs run meanwhile.
    commands: what is run in the project's folder, by name; `play` and `test` by default.
    arch:     the processor, by Debian's name; "" is this machine's.
    landing:  whether every change is tried on it.
    """

    release: str
    packages: tuple[str, ...] = ()
    user: str = "tester"
    folder: str = "companion"
    archive: bool = False
    umask: str = "022"
    environment: Mapping[str, str] = field(default_factory=dict)
    clones: int = 1
    processors: int = 0
    load: int = 0
    commands: tuple[str, ...] = ("play", "test")
    arch: str = ""
    landing: bool = False


VARIANTS = {
    "bookworm": Variant("bookworm"),
    "trixie": Variant("trixie"),
    "testing": Variant("testing", landing=True),
    # One of each browser, and of the programs that some tests want.
    "chromium": Variant("bookworm", ("chromium", "mosquitto"), landing=True),
    "chromium-13": Variant("trixie", ("chromium", "mosquitto")),
    "chromium-testing": Variant("testing", ("chromium",)),
    "shell": Variant("trixie", ("chromium-headless-shell",)),
    "firefox": Variant("trixie", ("firefox-esr",)),
    "node": Variant("trixie", ("nodejs", "npm")),
    "qemu": Variant("trixie", ("qemu-system-x86", "build-essential", "stockfish")),
    "systemd": Variant("trixie", ("systemd", "libpam-systemd", "strace", "faketime")),
    # Users and folders.
    "odd": Variant(
        "trixie",
        folder="Mëine Spiele/board companion",
        archive=True,
        umask="077",
        environment=ODD,
        landing=True,
    ),
    "root": Variant("trixie", user="root"),
    "root-chromium": Variant("bookworm", ("chromium",), user="root"),
    # Slow machines.
    "one-processor": Variant("bookworm", processors=1),
    "load": Variant("bookworm", load=8),
    "twice": Variant("bookworm", ("mosquitto",), clones=2),
    # The other ways to install; docs/installing.md.
    "install": Variant("trixie", ("pipx", "python3-pip"), commands=("install",)),
    # The Debian package; deb/README.md.
    "deb-12": Variant("bookworm", commands=("package",)),
    "deb-13": Variant("trixie", commands=("package",), landing=True),
    "deb-pi-12": Variant("bookworm", ("systemd",), arch="arm64", commands=("package",)),
    "deb-pi-13": Variant("trixie", ("systemd",), arch="arm64", commands=("package",)),
    # A Raspberry Pi's two systems, under emulation.
    "pi-12": Variant("bookworm", arch="arm64", commands=("pi",)),
    "pi-13": Variant("trixie", arch="arm64", commands=("pi",), landing=True),
}
"""The machines, by name."""
