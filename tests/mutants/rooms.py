"""Which rooms are mutated, and by which tests: those that are fast and made for the room."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent


class Room(NamedTuple):
    """sources: what is mutated; tests: what has to notice; choice: which of them, for pytest -k;
    only: the modules that are mutated now, if not all are."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    choice: str = ""
    only: tuple[str, ...] = ()

    def modules(self) -> list[Path]:
        """The modules that are mutated, as seen from the project."""
        found = {path.relative_to(ROOT) for each in self.sources for path in ROOT.glob(each)}
        return sorted(path for path in found if not self.only or path.as_posix() in self.only)


_BESIDE_THE_LOOP = (
    *("own_drills", "settings_file", "table_mail", "threads", "watchdog", "writer_thread"),
)
_WITHOUT_BROWSER = ("announcer", "guard", "hostile", "phone", "prepared", "send_queue", "server")

ROOMS = (
    Room("rules", ("companion/rules/*.py", "companion/base/errors.py"), ("tests/rules",)),
    Room("journal", ("companion/records/journal/*.py",), ("tests/records/journal",)),
    Room(
        "protocol",
        ("companion/device/ports/link.py", "companion/device/ports/host_*.py"),
        ("tests/device/ports/test_link.py",),
    ),
    Room("tracking", ("companion/hands/*.py",), ("tests/hands",), "not test_sloppy"),
    Room("clock", ("companion/rules/clock/*.py",), ("tests/rules/clock",)),
    Room(
        "games",
        ("companion/games/*.py", "companion/games/puzzles/*.py"),
        ("tests/games", "tests/conformance", "tests/base/test_plugins.py"),
        # Two compare pages, and the third the lines of a traceback, in which mutmut has its own.
        "not test_german and not test_pages and not names_its_own_line",
    ),
    Room("session", ("companion/session/**/*.py",), ("tests/session",)),
    Room("remote", ("companion/remote/table/*.py",), ("tests/remote/table",)),
    Room("engines", ("companion/opponents/external/*.py",), ("tests/opponents/external",)),
    Room(
        "page",
        ("companion/page/*.py",),
        tuple(f"tests/page/test_{name}.py" for name in _WITHOUT_BROWSER),
    ),
    Room(
        "ports",
        ("companion/device/ports/[!hl]*.py",),  # the others are in the room protocol
        (
            "tests/device/ports",
            "tests/maker/test_advice.py",  # what a kind of board or of lamps advises
            "tests/maker/test_diagnosis.py",  # and how it is wired
        ),
        "not test_link and not test_firmware and not test_wiring",  # the latter compare pages
    ),
    Room("lamps", ("companion/device/lamps/*.py",), ("tests/device/lamps",)),
    Room(
        "records",
        ("companion/records/*.py",),  # journal/ is a room of its own
        (
            "tests/records",
            "tests/session/settings/test_chosen.py",
            "tests/session/test_slow_card.py",
        ),
    ),
    Room(
        "app",
        tuple(f"companion/app/{name}.py" for name in _BESIDE_THE_LOOP),
        tuple(f"tests/app/test_{name}.py" for name in _BESIDE_THE_LOOP),
    ),
)
