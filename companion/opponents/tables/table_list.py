"""The list of the installed tables of endings."""

from __future__ import annotations

from collections.abc import Callable

from companion.base.text import Text, verbatim
from companion.opponents.tables.endings import installed_paths
from companion.opponents.tables.table_file import InvalidTable, TableFile


def list_tables(say: Callable[[Text], None]) -> None:
    """List the contents of the installed tables."""
    for path in installed_paths():
        try:
            made = TableFile(path).provenance
        except InvalidTable as error:
            say(error.text)
            continue
        say(verbatim(str(path)))
        say(
            Text(
                "  by {program}; {game}, rules {rules}; sha256 {sha256}",
                program=made.program,
                game=made.game,
                rules=made.rules,
                sha256=made.sha256,
            )
        )
        for c in made.counts:
            say(
                Text(
                    "  {pieces} pieces: {positions:,} positions, {won:,} won, {drawn:,} drawn, "
                    "{lost:,} lost; the longest takes {longest} plies",
                    pieces=c.pieces,
                    positions=c.positions,
                    won=c.won,
                    drawn=c.drawn,
                    lost=c.lost,
                    longest=c.longest,
                )
            )
