"""What the kit does where its libraries are not installed, and what loads it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARIES = ["pytest", "gpiozero", "fake_rpi", "serial", "board", "adafruit_blinka", "neopixel"]
BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name in {}:
            raise ModuleNotFoundError(name=name)

sys.meta_path.insert(0, Blocked())
"""


def without(libraries: list[str], code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python of its own that cannot import these libraries."""
    order = [sys.executable, "-c", BLOCKED.format(libraries) + code]
    return subprocess.run(order, cwd=ROOT, capture_output=True, text=True, check=False)


def test_virtual_table_needs_no_library(tmp_path: Path) -> None:
    done = without(
        LIBRARIES,
        "from companion.testing import SloppyHands, VirtualTable\n"
        "import companion.testing.matrix, companion.testing.pico, companion.testing.strip\n"
        "from pathlib import Path\n"
        f"table = VirtualTable(Path({str(tmp_path)!r}), bare=True)\n"
        "table.begin()\n"
        "hands = SloppyHands(table)\n"
        "hands.set_up()\n"
        "hands.play('14-12')\n"
        "print(table.texts)\n",
    )
    assert (done.stdout, done.stderr) == ("['14-12']\n", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("library", "code", "needs"),
    [
        ("gpiozero", "import companion.testing.pins", "companion.testing.pins"),
        ("pytest", "import companion.testing.fixtures", "companion.testing.fixtures"),
        (
            "board",
            "import companion.testing.strip as s\ns.CapturedStrip().__enter__()",
            "companion.testing.strip",
        ),
        (
            "fake_rpi",
            "import companion.testing.pins as p\np.rpigpio_switches().__enter__()",
            "rpigpio_switches",
        ),
    ],
)
def test_missing_library_is_named_in_one_line(library: str, code: str, needs: str) -> None:
    done = without([library], code)
    last = done.stderr.splitlines()[-1]
    assert last == (
        "companion.testing.needs.MissingTestLibrary: "
        f"{needs} needs the library {library}; pip install '.[testing]' brings it"
    )


@pytest.mark.slow
def test_program_starts_without_the_kit() -> None:
    done = without(
        ["companion.testing"], "import companion.cli, companion.app.play, companion.maker.run"
    )
    assert (done.returncode, done.stderr) == (0, "")
