"""The card of the emulated Pi: Debian's kernel and system, and the program installed there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from tests.bare.system import Debian, NotRunError

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

RELEASE = "bookworm"
PYTHON = "3.11"
PACKAGES = (
    *("python3", "libstdc++6", "linux-image-arm64", "busybox-static"),
    *("systemd", "systemd-sysv", "udev"),
)

_PLATFORM = "aarch64-manylinux_2_34"
_SIZE = 2 << 30  # bytes; the emulator wants a power of two
_MODULES = (
    *("crypto/crc32c_generic", "lib/crc16", "fs/mbcache", "fs/jbd2/jbd2", "fs/ext4/ext4"),
    "drivers/mmc/host/bcm2835",
)
_REVISION = "a02082"  # what the firmware of a Raspberry Pi 3 Model B tells gpiozero

_AT_BOOT = """\
[Unit]
After=multi-user.target
[Service]
ExecStart=/bin/sh /at_boot.sh
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
"""

_COMMAND = """\
#!/usr/bin/python3
from companion.cli import main
main()
"""


@dataclass(frozen=True, slots=True)
class Boot:
    """What the emulated Pi starts from: paths of its kernel, device tree, first stage and card."""

    kernel: Path
    tree: Path
    first_stage: Path
    card: Path


def make(folder: Path, today: date) -> Boot:
    """Make a card with the program in a folder. Raises NotRunError if the system cannot be had."""
    with Debian(RELEASE, PACKAGES, "arm64").unpacked(today) as machine:
        root = machine.root
        _install(root)
        _tidy(root)
        (kernel,) = root.glob("boot/vmlinuz-*")
        version = kernel.name.removeprefix("vmlinuz-")
        boot = Boot(folder / "kernel", folder / "pi.dtb", folder / "first", folder / "card")
        shutil.copyfile(kernel, boot.kernel)
        tree = root / "usr/lib" / f"linux-image-{version}" / "broadcom" / "bcm2837-rpi-3-b.dtb"
        shutil.copyfile(tree, boot.tree)
        _run(["fdtput", "--create", str(boot.tree), "/system"])
        _run(["fdtput", "-t", "x", str(boot.tree), "/system", "linux,revision", _REVISION])
        _first_stage(root, root / "lib/modules" / version, folder / "stage", boot.first_stage)
        with boot.card.open("wb") as file:
            file.truncate(_SIZE)
        _run(["mke2fs", "-q", "-t", "ext4", "-d", str(root), str(boot.card)])
    return boot


def _install(root: Path) -> None:
    """Install the program, from wheels alone."""
    site = root / "usr/local/lib" / f"python{PYTHON}" / "dist-packages"
    _run(
        [
            *(sys.executable, "-m", "uv", "pip", "install", "--quiet"),
            *("--python-platform", _PLATFORM, "--python-version", PYTHON),
            *("--only-binary", ":all:", "--no-binary", "board-companion"),
            *("--target", str(site), f"{ROOT}[pi]"),
        ]
    )
    command = root / "usr/local/bin/companion"
    command.parent.mkdir(parents=True, exist_ok=True)
    command.write_text(_COMMAND)
    command.chmod(0o755)


def _tidy(root: Path) -> None:
    """Let the system show on its console what the tests want to see, and nothing else."""
    units = root / "etc/systemd/system"
    wanted = units / "multi-user.target.wants"
    wanted.mkdir(parents=True, exist_ok=True)
    (units / "at-boot.service").write_text(_AT_BOOT)
    (wanted / "at-boot.service").symlink_to("../at-boot.service")
    (units / "default.target").symlink_to("/lib/systemd/system/multi-user.target")
    for unit in ("serial-getty@.service", "getty@.service"):
        (units / unit).symlink_to("/dev/null")
    shutil.copyfile(HERE / "at_boot.sh", root / "at_boot.sh")
    (root / "etc/hostname").write_text("pi\n")
    (root / "etc/machine-id").write_text("")
    for name in ("usr/share/doc", "usr/share/locale", "usr/share/man", "var/cache/apt"):
        shutil.rmtree(root / name, ignore_errors=True)


def _first_stage(root: Path, modules: Path, stage: Path, target: Path) -> None:
    """Pack what mounts the card: its modules, and a shell."""
    for name in ("bin", "modules", "proc", "sys", "dev", "card"):
        (stage / name).mkdir(parents=True)
    shutil.copy(HERE / "first_stage.sh", stage / "init")
    (stage / "init").chmod(0o755)
    shutil.copy(root / "bin/busybox", stage / "bin")
    for module in _MODULES:
        shutil.copy(modules / "kernel" / f"{module}.ko", stage / "modules")
    names = "\n".join(str(path.relative_to(stage)) for path in [stage, *stage.rglob("*")])
    packed = subprocess.run(
        ["cpio", "--create", "--format=newc", "--quiet"],
        input=names.encode(),
        cwd=stage,
        capture_output=True,
        check=True,
    )
    target.write_bytes(packed.stdout)


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise NotRunError(f"{command[0]}: {done.stderr.strip()}")
