"""The commands that this package adds to `companion tables`.

They are declared here, and import their programs only when they are called, so that the companion's
help stays quick.
"""

from __future__ import annotations

from pathlib import Path

import click

_FILE = click.Path(path_type=Path)
_BOOK = click.argument("file", type=_FILE, required=False)
_TO = click.argument("file", type=_FILE)


@click.group(no_args_is_help=True)
def tables() -> None:
    """Solve endings, prove who wins, and check tables and books."""


@tables.command()
@click.argument("pieces", type=int)
@click.option("--folder", type=_FILE, help="Where to put the table; by default, where it is found.")
def build(pieces: int, folder: Path | None) -> None:
    """Solve all endings of up to PIECES pieces, 2 to 7."""
    from companion.opponents.tables.endings import table_folder
    from companion_research import programs

    programs.build(pieces, folder or table_folder(), click.echo)


@tables.command()
@click.argument("files", type=_FILE, nargs=-1)
@click.option("--all", "every", is_flag=True, help="Check every position: six pieces take hours.")
def check(files: tuple[Path, ...], every: bool) -> None:
    """Check tables, by default the installed ones.

    Checks their checksums, and a sample of positions by the rules.
    """
    from companion_research import programs

    programs.check(files, click.echo, every=every)


@tables.command()
@click.argument("folder", type=_FILE)
@click.option(
    "--pieces",
    default=10,
    help="Up to how many pieces to solve all positions first. With fewer, the search takes longer.",
)
@click.option("--threads", type=click.IntRange(1), default=1, help="How many threads solve.")
def prove_solomon(folder: Path, pieces: int, threads: int) -> None:
    """Prove that Solomon is a draw, with all intermediate results in FOLDER.

    A run that was stopped continues. Ten pieces take 4 GB of memory, 11 GB of disk and a
    quarter of an hour.
    """
    from companion_research import programs

    programs.prove_solomon(folder, click.echo, pieces=pieces, threads=threads)


@tables.command()
@click.argument("folder", type=_FILE)
@click.option(
    "--all", "every", is_flag=True, help="Play every position by the game's own rules, too."
)
def check_solomon(folder: Path, every: bool) -> None:
    """Check every position of the proof that `prove-solomon` put into FOLDER."""
    from companion_research import programs

    programs.check_solomon(folder, click.echo, every=every)


@tables.command()
@_TO
def prove_son(file: Path) -> None:
    """Prove that Black wins Son of Solomon, and write its book."""
    from companion_research import programs

    programs.prove_son(file, click.echo)


@tables.command()
@_BOOK
@click.option("--all", "every", is_flag=True, help="Check the answer to all that White can do.")
def check_son(file: Path | None, every: bool) -> None:
    """Check that Black wins Son of Solomon by the book, in a sample of games.

    The book is the program's by default.
    """
    from companion.opponents.tables.son_book import BOOK
    from companion_research import programs

    programs.check_son(file or BOOK, click.echo, every=every)


@tables.command()
@_TO
def prove_nim(file: Path) -> None:
    """Solve Solomon Nim in both forms, and write its book."""
    from companion_research import programs

    programs.prove_nim(file, click.echo)


@tables.command()
@_BOOK
@click.option("--all", "every", is_flag=True, help="Check every set.")
def check_nim(file: Path | None, every: bool) -> None:
    """Check the book of Solomon Nim, by default the program's, in a sample of sets of pieces."""
    from companion.opponents.tables.nim_book import NIM_BOOK
    from companion_research import programs

    programs.check_nim(file or NIM_BOOK, click.echo, every=every)


@tables.command()
@_TO
def prove_trinity(file: Path) -> None:
    """Solve the first plies of Solomon's Trinity for two, and write their book."""
    from companion_research import programs

    programs.prove_trinity_book(file, click.echo)


@tables.command()
@_BOOK
@click.option("--all", "every", is_flag=True, help="Check the answer to all that the loser can do.")
def check_trinity(file: Path | None, every: bool) -> None:
    """Check the winners of Solomon's Trinity in a sample of late positions and of games.

    The games are checked by the book, by default the program's.
    """
    from companion.opponents.tables.trinity_book import TRINITY_BOOK
    from companion_research import programs

    programs.check_trinity(file or TRINITY_BOOK, click.echo, every=every)
