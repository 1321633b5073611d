"""What is in the Debian package besides Python's files: texts only.

All of the program is in a folder of its own, /opt/board-companion, with the libraries that Debian
has not, or not in the version that is needed, for each Python side by side. So nothing of the
system's own Python changes. `companion setup` and `companion install` work as they do elsewhere:
the unit that they write into /etc replaces the one of the package.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.device.ports import DirectKind, PicoKind, SpiLamps
from companion.device.ports.computer import Requirements
from companion.maker.install.installed_files import (
    NAME,
    SYSUSERS,
    UDEV_RULES,
    UNIT,
    Service,
    files,
)

HOME = f"opt/{NAME}"
LAUNCHER = f"{HOME}/bin/companion"
CONFIG = f"/etc/{NAME}/board.toml"
PYTHONS = ("3.11", "3.13")
"""Of Debian 12 and 13, and of the Raspberry Pi OS made from each."""

_LAUNCHER = f'''#!/usr/bin/python3
"""Starts the board companion of the package {NAME}."""
import sys

python = "%d.%d" % sys.version_info[:2]
if python not in {PYTHONS!r}:
    sys.exit(f"companion: this package has no libraries for Python {{python}}; install a newer one")
sys.path.insert(0, f"/{HOME}/lib/python{{python}}")
from companion.__main__ import greet_and_run

greet_and_run()
'''


def texts() -> dict[str, str]:
    """Return the text of each file of the package, by its path."""
    made = files(Service((f"/{LAUNCHER}", "play", "--wait", "--config", CONFIG), (), "", _rights(),
                         power_off=False))  # fmt: skip
    unit = made[UNIT].replace(
        "StartLimitIntervalSec", f"ConditionPathExists={CONFIG}\nStartLimitIntervalSec", 1
    )
    return {
        LAUNCHER: _LAUNCHER,
        f"usr/lib/systemd/system/{NAME}.service": _packaged(unit),
        f"usr/lib/sysusers.d/{NAME}.conf": _packaged(made[SYSUSERS]),
        f"usr/lib/udev/rules.d/99-{NAME}.rules": _packaged(made[UDEV_RULES]),
        f"etc/{NAME}/README": (
            f"`companion config` lists the boards. Write one of them here:\n\n"
            f"    companion config star-spi | sudo tee {CONFIG}\n"
            f"    sudo companion setup --config {CONFIG}\n"
        ),
    }


def _packaged(text: str) -> str:
    return text.replace(text.splitlines()[0], f"# Of the package {NAME}.", 1)


def _rights() -> Requirements:
    """Return what a board on a Pi's pins with lamps on SPI needs, and one behind a Pico."""
    parts = [
        part
        for entry in (DirectKind(), SpiLamps(), PicoKind())
        for part in entry.requirements(pio=False)
    ]
    return Requirements(
        groups=tuple(sorted({name for part in parts for name in part.groups})),
        devices=tuple(name for part in parts for name in part.devices),
        modules=tuple(name for part in parts for name in part.modules),
        rules=tuple(rule for part in parts for rule in part.rules),
    )


def control(version: str, architecture: str, kilobytes: int) -> dict[str, str]:
    """Return the files of the package's control part.

    Args:
        version: The version of the program.
        architecture: Debian's name of the architecture.
        kilobytes: The size of all installed files.
    """
    return {
        "control": "".join(
            f"{key}: {value}\n"
            for key, value in {
                "Package": NAME,
                "Version": version,
                "Architecture": architecture,
                "Maintainer": "The board companion's developers <nobody@localhost>",
                "Installed-Size": kilobytes,
                "Depends": "python3 (>= 3.11), python3 (<< 3.14), "
                "systemd | systemd-standalone-sysusers",
                "Recommends": "python3-lgpio",
                "Section": "games",
                "Priority": "optional",
                "Description": "companion for board games on a real wooden board\n"
                " Reed switches under the board tell where pieces stand; lamps show what they may\n"
                " do. Also a simulated board in a web page.",
            }.items()
        ),
        "conffiles": f"/etc/{NAME}/README\n",
        "postinst": _POSTINST,
        "prerm": _PRERM,
        "postrm": _POSTRM,
    }


def scripts() -> Mapping[str, str]:
    """Return the scripts among them."""
    return {"postinst": _POSTINST, "prerm": _PRERM, "postrm": _POSTRM}


_POSTINST = f"""#!/bin/sh
set -e
if [ "$1" = configure ]; then
    systemd-sysusers {NAME}.conf
    if [ -d /run/systemd/system ]; then
        udevadm control --reload || true
        systemctl daemon-reload
        if [ -e {CONFIG} ]; then
            systemctl enable {NAME}.service
            systemctl restart {NAME}.service
        fi
    fi
fi
"""

_PRERM = f"""#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    systemctl disable --now {NAME}.service || true
    if [ -e {UNIT} ]; then
        /{LAUNCHER} install --remove || true
    fi
fi
# What Python has compiled is not the package's.
find /{HOME} -name __pycache__ -type d -prune -exec rm -rf {{}} +
"""

_POSTRM = f"""#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
fi
if [ "$1" = purge ]; then
    rm -rf /etc/{NAME}
    echo "The game logs are kept in /var/lib/{NAME}."
fi
"""
