"""Keeps the values of small games in the data folder, one file for each game and its options.

A file is one line of JSON, with the fingerprint of the rules, and the compressed values: a line for
each position with its value, the plies to the end or `-`, and its text. It has no values if the
game is too large, so that nobody tries again. A file that is damaged, or
was made by other rules, is ignored and later replaced.
"""

from __future__ import annotations

import json
import logging
import sys
import zlib
from hashlib import sha256
from pathlib import Path

from companion.base.files import make_folder, read_regular, replace_file
from companion.opponents.tables.endings import ExactValue
from companion.opponents.tables.small_game import Values
from companion.rules import AnyGame

_FORMAT = 1
_LARGEST = 20_000_000  # bytes of a file that is read

_log = logging.getLogger(__name__)


def rules_fingerprint(game: AnyGame) -> str:
    """Return a hash of the rules of a game with its options: of all code that may decide them.

    That is the code of its class, of all classes it derives from, and of the modules beside that in
    a package of others.
    """
    found = sha256(repr(game).encode())
    for kind in type(game).__mro__:
        package, _, _ = kind.__module__.rpartition(".")
        file = getattr(sys.modules.get(kind.__module__), "__file__", None)
        own = [Path(file)] if file else []
        foreign = package and not package.startswith("companion.")
        for path in (*own, *(sorted(own[0].parent.glob("*.py")) if own and foreign else ())):
            found.update(path.read_bytes())
    return found.hexdigest()


class ValueFiles:
    """Values in files of a folder.

    Args:
        folder: The folder; made when needed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, game: AnyGame) -> Path:
        """Return the file of a game with its options."""
        name = "-".join((game.name, *game.chosen.values()))
        plain = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name)
        return self._folder / f"{plain}.values"

    def read(self, game: AnyGame) -> Values | None:
        """Return what `write` was given; None if its file is missing, damaged or of other rules."""
        try:
            head, _, packed = read_regular(self.path(game), _LARGEST).partition(b"\n")
            if head != self._head_line(game):
                return None
            lines = zlib.decompress(packed).decode().splitlines()
            return dict(map(_parsed, lines))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, zlib.error) as error:
            _log.warning("%s cannot be read; it is made anew: %s", self.path(game), error)
            return None

    def write(self, game: AnyGame, values: Values) -> None:
        """Keep the values of a game; log a failure."""
        lines = (
            f"{end.value} {'-' if end.plies is None else end.plies} {text}"
            for text, end in values.items()
        )
        packed = zlib.compress("\n".join(lines).encode(), 9)
        try:
            make_folder(self._folder)
            replace_file(self.path(game), b"\n".join((self._head_line(game), packed)))
        except OSError as error:
            _log.warning("%s cannot be written: %s", self.path(game), error)

    def _head_line(self, game: AnyGame) -> bytes:
        head = {"format": _FORMAT, "game": repr(game), "rules": rules_fingerprint(game)}
        return json.dumps(head, ensure_ascii=False).encode()


def _parsed(line: str) -> tuple[str, ExactValue]:
    value, plies, text = line.split(" ", 2)
    return text, ExactValue(int(value), None if plies == "-" else int(plies))
