"""The command `companion-chess`: between PGN and the text form of the companion's games.

companion journal export last > game.txt
companion-chess pgn game.txt > game.pgn
companion-chess text games.pgn > games.txt
companion journal import games.txt
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.base.files import read_regular
from companion.records.game_logs import log_of
from companion.records.game_text import read_games
from companion.records.journal.export import export
from companion.records.journal.reader import GameLog
from companion.rules import CompanionError
from companion_chess import pgn

_LARGEST = 64 << 20  # bytes


def main(arguments: Sequence[str] | None = None) -> int:
    """Convert a file to standard output. Returns 1 if a part of it could not be converted."""
    parser = argparse.ArgumentParser(prog="companion-chess", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("to", choices=("pgn", "text"), help="what to make")
    parser.add_argument("file", type=Path, help="games as text, or PGN")
    given = parser.parse_args(arguments)
    try:
        data = read_regular(given.file, _LARGEST)
    except OSError as error:
        return _complain(f"{given.file} cannot be read: {error.strerror}")
    text = pgn.decoded(data)
    found, wrong = (_to_pgn if given.to == "pgn" else _to_text)(text)
    if not found and not wrong:
        return _complain(f"{given.file} has no game")
    sys.stdout.write("\n".join(found))
    return wrong


def _to_pgn(text: str) -> tuple[list[str], int]:
    found: list[str] = []
    wrong = 0
    try:
        for game in read_games(text):
            try:
                found.append(pgn.write(log_of(game.head, game.records)))
            except CompanionError as error:
                wrong = _complain(str(error))
    except CompanionError as error:  # the games after it cannot be told apart from it
        wrong = _complain(str(error))
    return found, wrong


def _to_text(text: str) -> tuple[list[str], int]:
    found: list[str] = []
    wrong = 0
    for game in pgn.read(text):
        if isinstance(game, GameLog):
            found.append(export(game))
        else:
            wrong = _complain(str(game))
    return found, wrong


def _complain(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
