"""Bare Debians in a folder, made by mmdebstrap, and commands in them.

A command sees the file system of its Debian alone, has processes, mounts and a /tmp of its own, and
uses this machine's network.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"

_PASSED_ON = ("http_proxy", "https_proxy", "no_proxy", "PIP_INDEX_URL", "PIP_DEFAULT_TIMEOUT")
_TRUSTED = ("PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")  # name the certificates for a tool
_APT = ("Acquire::Check-Valid-Until", "Acquire::Check-Date")  # a mirror may be weeks old
_BINFMT = Path("/proc/sys/fs/binfmt_misc")
_ELF = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
_MASK = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"

_ENTER = """
set -e
root=$1; shift
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
mount -t tmpfs run "$root/run"
chroot "$root" "$@"; exit $?
"""


class NotRunError(Exception):
    """No Debian can be made here; the message says why, and what to do."""


def check() -> None:
    """Raises NotRunError if no Debian can be made here."""
    if sys.platform != "linux":
        raise NotRunError(f"this is {sys.platform}; Linux is needed")
    if os.geteuid() != 0:
        raise NotRunError("only root can make one: sudo make test-bare")
    if shutil.which("mmdebstrap") is None:
        raise NotRunError("mmdebstrap is not installed: sudo apt install mmdebstrap")


def check_emulation() -> None:
    """Have programs for 64-bit ARM run by QEMU. Raises NotRunError if they cannot be."""
    if platform.machine() == "aarch64" or (_BINFMT / "qemu-aarch64").exists():
        return
    emulator = shutil.which("qemu-aarch64-static")
    if emulator is None:
        raise NotRunError("ARM is not emulated: sudo apt install qemu-user-static")
    try:
        if not (_BINFMT / "register").exists():
            command = ["mount", "-t", "binfmt_misc", "none", str(_BINFMT)]
            subprocess.run(command, capture_output=True, check=False)
        # F: the kernel opens the emulator now, so that it need not be in the Debian.
        (_BINFMT / "register").write_text(rf":qemu-aarch64:M::{_ELF}:{_MASK}:{emulator}:F")
    except OSError as error:
        raise NotRunError(f"the kernel cannot pass ARM programs to QEMU: {error}") from None


@dataclass(frozen=True, slots=True)
class Debian:
    """A Debian as it was installed.

    release:  its name.
    packages: what is installed beside its essential packages.
    arch:     the processor, by Debian's name; "" is this machine's.
    """

    release: str
    packages: tuple[str, ...]
    arch: str = ""

    def archive(self, today: date) -> Path:
        """Return the archive of its files, made once a day. Raises NotRunError."""
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = cache / "board-companion"
        key = sha256(repr(self).encode()).hexdigest()[:8]
        begin = f"debian-{self.release}-{key}-"
        path = folder / f"{begin}{today:%Y-%m-%d}.tar"
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob(f"{begin}*"):
                old.unlink()
            making = path.with_suffix(".making.tar")
            bare(self.release, self.packages, making, self.arch)
            making.rename(path)
        return path

    @contextmanager
    def unpacked(self, today: date) -> Iterator[Machine]:
        """A machine with this Debian. It is gone afterwards. Raises NotRunError."""
        root = Path(mkdtemp(prefix="debian-"))
        try:
            subprocess.run(["tar", "xf", self.archive(today), "-C", root], check=True)
            root.chmod(0o755)
            yield Machine(root)
        finally:
            shutil.rmtree(root, ignore_errors=True)


def bare(release: str, packages: Sequence[str], target: Path, arch: str = "") -> None:
    """Make a Debian in a folder, or an archive of one. Raises NotRunError."""
    # To set packages up under emulation takes ten minutes.
    foreign = ["--variant=extract", f"--arch={arch}", "--include=?essential"]
    command = [
        "mmdebstrap",
        *(foreign if arch else ["--variant=minbase"]),
        *(f"--aptopt={line}" for line in _apt_options()),
        f"--include={','.join(packages)}",
        release,
        str(target),
    ]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        failed = [line for line in made.stderr.splitlines() if line.startswith("E:")]
        raise NotRunError(f"mmdebstrap cannot make {release}: {'; '.join(failed[:2])}")


def _apt_options() -> Iterator[str]:
    """Yield what apt is told here about old mirrors."""
    for name in _APT:
        said = subprocess.run(["apt-config", "dump", name], capture_output=True, text=True)
        yield from (line for line in said.stdout.splitlines() if line)


class Machine:
    """A Debian in a folder, new or kept. `tester` is its ordinary user."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in (CERTIFICATES, "/etc/resolv.conf"):
            (root / name.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(name, self.root / name.lstrip("/"))
        for name in ("passwd", "group"):
            if not (root / "etc" / name).exists():  # the packages were only unpacked
                shutil.copyfile(root / f"usr/share/base-passwd/{name}.master", root / "etc" / name)
        if self.home("tester").exists():  # the folder was kept
            return
        for name, line in (
            ("passwd", "tester:x:1000:1000::/home/tester:/bin/bash"),
            ("group", "tester:x:1000:"),
        ):
            with (root / "etc" / name).open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        self.home("tester").mkdir(parents=True)

    def home(self, user: str) -> Path:
        """The user's home, as seen from outside."""
        return self.root / ("root" if user == "root" else f"home/{user}")

    def command(
        self,
        script: str,
        *,
        user: str = "tester",
        folder: str = ".",
        environment: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
    ) -> list[str]:
        """Return the command that runs a script of bash.

        folder: where, in the user's home.
        prefix: a command in front of it, on this machine, such as `taskset`.
        """
        home = "/root" if user == "root" else f"/home/{user}"
        system = "/usr/local/sbin:/usr/sbin:/sbin:" if user == "root" else ""
        variables = {
            "PATH": f"{system}/usr/local/bin:/usr/bin:/bin:/usr/games",
            "HOME": home,
            "USER": user,
            "LANG": "C.UTF-8",
            **{name: os.environ[name] for name in _PASSED_ON if name in os.environ},
            **dict.fromkeys(_TRUSTED, CERTIFICATES),
            **(environment or {}),
        }
        return [
            *prefix,
            *("unshare", "--mount", "--pid", "--ipc", "--fork", "--kill-child"),
            *("bash", "-c", _ENTER, "enter", str(self.root)),
            *("env", "-i", *(f"{name}={value}" for name, value in variables.items())),
            *("setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"),
            *("bash", "-c", f"cd ~/{shlex.quote(folder)} && {script}"),
        ]

    def check(self, script: str, *, user: str = "tester") -> None:
        """Run a script that must not fail."""
        subprocess.run(self.command(script, user=user), check=True, capture_output=True)
