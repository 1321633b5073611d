"""The programs behind the commands: solve endings, prove results, and check tables and books."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from random import Random

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from companion import __version__
from companion.base.errors import CompanionError
from companion.games.trinity import Trinity
from companion.opponents.tables.book_file import InvalidBook
from companion.opponents.tables.endings import SHIPPED, EndingTables, installed_paths
from companion.opponents.tables.layout import FEWEST, MOST_PIECES
from companion.opponents.tables.nim_book import FORMS, NimBook
from companion.opponents.tables.solomon_book import BOOK_PIECES, OPENINGS
from companion.opponents.tables.son_book import SonBook
from companion.opponents.tables.table_file import Counts, InvalidTable, TableFile
from companion.opponents.tables.trinity_book import TrinityBook, book_games
from companion.opponents.tables.trinity_moves import last_moves
from companion.rules.geometry import Point
from companion_research import checker, compiling, nim_checker, son_checker, trinity_checker
from companion_research.nim_solver import solve_nim, write_nim_book
from companion_research.openings_writer import write_openings
from companion_research.progress import OnProgress
from companion_research.set_walk import walk
from companion_research.trinity_solver import prove_trinity

SAMPLE = 20_000
"""The number of positions to check for each number of pieces, unless all are checked."""

SAMPLE_GAMES = 1000
"""The number of games of Son of Solomon to check, unless all are checked."""

SETS = "solomon-white.set", "solomon-black.set"
"""The files of the closed sets in a proof's folder."""

OUTCOMES = "solomon-outcomes-1.words"
"""The file of the outcomes in that folder; the number is its version."""

_CHECKED_AT_ONCE = 10_000

SAMPLE_WALK = 20_000
"""The number of positions in each set whose moves are also checked with the game's own rules.

It does not apply if all positions are checked.
"""

SAMPLE_HEAPS = 2000
"""The number of sets of pieces of Nim to check, unless all are checked."""

SAMPLE_ENDS = 100
SAMPLE_LINES = 10
"""The number of late positions of Trinity, and of games from a start, to check.

It does not apply if the answers to all moves are checked.
"""

_LAID = {2: 11, 3: 10, 4: 10}
"""The fewest stones already laid in late positions of Trinity, by the number of players."""

_Say = Callable[[str], None]


@contextmanager
def _progress() -> Iterator[OnProgress]:
    """Show a progress bar for each task."""
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    with Progress(*columns, TimeElapsedColumn()) as progress:
        tasks = {}

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=done, total=total)

        yield report


def _need_numba() -> None:
    """Raise CompanionError if numba is missing, without which these programs take years."""
    if not compiling.COMPILED:
        raise CompanionError("this needs numba: pip install numba")


def build(pieces: int, folder: Path, say: _Say) -> None:
    """Solve the endings of up to `pieces` pieces, write their tables, and check them.

    Raises:
        CompanionError: If the number is out of range or numba is missing.
    """
    if not FEWEST <= pieces <= MOST_PIECES:
        raise CompanionError(f"{pieces} pieces: choose a number from {FEWEST} to {MOST_PIECES}")
    _need_numba()
    from companion_research.retrograde import build_tables

    with _progress() as report:
        paths = build_tables(pieces, folder, report)
    for path in paths:
        say(f"{path}, {path.stat().st_size:,} bytes")
    check(paths, say)


def check(paths: Iterable[Path], say: _Say, *, every: bool = False) -> None:
    """Check the checksums of tables, and their positions against the rules.

    Args:
        paths: The tables; empty for the installed ones.
        say: Receives the messages.
        every: Whether to check every position, not just a sample.

    Raises:
        InvalidTable: If a table is wrong.
    """
    files = [TableFile(path) for path in paths or installed_paths()]
    for file in files:
        file.verify()
    with _progress() as report:
        for file in files:
            # Tables may have the same positions: each is asked about its own.
            tables = EndingTables((SHIPPED, *(other.path for other in files), file.path))
            ask = placed_in(tables)
            for counts in file.provenance.counts:
                _check(file, counts, ask, report, every=every)
    for file in files:
        say(f"{file.path} is sound")


def _check(
    file: TableFile, counts: Counts, ask: checker.Ask, report: OnProgress, *, every: bool
) -> None:
    number = counts.positions if every else min(SAMPLE, counts.positions)
    if every:
        positions = checker.every_position(counts.pieces)
    else:
        positions = checker.some_positions(counts.pieces, number, Random(counts.pieces))
    what = f"checking {number:,} positions of {counts.pieces} pieces"
    report(what, 0, number)

    def counted() -> Iterator[tuple[checker.Pieces, str]]:
        done = 0
        for done, each in enumerate(positions, 1):
            yield each
            if done % 1000 == 0:
                report(what, done, number)
        report(what, done, number)

    if fault := checker.first_fault(counted(), ask):
        raise InvalidTable(f"table {file.path} is wrong: {fault}")


def placed_in(tables: EndingTables) -> checker.Ask:
    """Adapt tables to the checker, which identifies pieces by their points."""

    def ask(pieces: checker.Pieces, player: str) -> checker.Known | None:
        own = other = kings = 0
        for point, piece in pieces.items():
            # Bit 0 is the top point from the point of view of the player to move.
            bit = 1 << (point - 1 if player == "w" else 19 - point)
            if piece.lower() == player:
                own |= bit
            else:
                other |= bit
            if piece.isupper():
                kings |= bit
        return tables.look_up(own, other, kings)

    return ask


def prove_son(path: Path, say: _Say) -> None:
    """Prove that Black wins Son of Solomon, write the book, and check a sample of games.

    Raises:
        CompanionError: If numba is missing.
    """
    _need_numba()
    from companion_research.son_solver import prove

    with _progress() as report:
        prove(path, report)
    check_son(path, say)


def check_son(path: Path, say: _Say, *, every: bool = False) -> None:
    """Check the book of Son of Solomon in a sample of games, or against every play of White.

    Raises:
        InvalidBook: If Black does not always win.
    """
    book = SonBook(path)
    ask = answers_of(book)
    wrong = (
        son_checker.every_game(ask)
        if every
        else son_checker.some_games(ask, SAMPLE_GAMES, Random(1))
    )
    number = son_checker.MOST_GAMES if every else SAMPLE_GAMES
    what = "checking that Black wins"
    done = 0
    with _progress() as report:
        report(what, 0, number)
        for done, fault in enumerate(wrong, 1):
            if fault:
                raise InvalidBook(f"book {path} is wrong: {fault}")
            if done % 10 == 0 or done == number:
                report(what, done, number)
    say(f"{path}: Black wins, in {done:,} of {done:,} games")


def answers_of(book: SonBook) -> son_checker.AskBook:
    """Adapt a book to the checker, which uses the numbers of the points."""

    def ask(pieces: son_checker.Pieces10) -> tuple[int, int] | None:
        answer = book.reply([Point(point - 1) for point in pieces])
        return None if answer is None else (answer[0] + 1, answer[1])

    return ask


def prove_solomon(folder: Path, say: _Say, *, pieces: int, threads: int = 1) -> None:
    """Prove that Solomon is a draw.

    Solves the positions of up to `pieces` pieces, finds a closed set for each player, writes
    everything to a folder, and checks the sets.

    Raises:
        CompanionError: If the number is out of range, numba is missing, or memory or disk space is
            too small.
    """
    _need_numba()
    from companion_research.outcomes import MOST_SOLVED, Outcomes
    from companion_research.set_file import write_set
    from companion_research.solomon_openings import find_openings
    from companion_research.solomon_prover import AFTER_16_10, START, Prover

    if not FEWEST <= pieces <= MOST_SOLVED:
        raise CompanionError(f"{pieces} pieces: choose a number from {FEWEST} to {MOST_SOLVED}")
    white, black = (folder / name for name in SETS)
    with _progress() as report:
        outcomes = Outcomes(folder / OUTCOMES, pieces)
        outcomes.solve(report, threads)
        prover = Prover(outcomes, report)
        holding = {move: prover.holds(key) for move, key in prover.first_moves().items()}
        firsts = [key for move, key in prover.first_moves().items() if holding[move]]
        starts = [START] if prover.holds(START) else []
        replies = [key for k in prover.after(0, START) for key in prover.after(1, k)]
        also = [key for key in replies if starts and prover.holds(key)]
        books = (
            find_openings(prover, firsts, 1, BOOK_PIECES),
            find_openings(prover, starts, 0, BOOK_PIECES, also),
        )
        won = prover.winning_set(AFTER_16_10, BOOK_PIECES)
        write_openings(folder / OPENINGS.name, chain(*books), won)
        write_set(white, "white", prover.closed_set(books[0]))
        write_set(black, "black", prover.closed_set(books[1]))
    for move, holds in holding.items():
        if holds:
            say(f"{move} and its mirror image hold the draw for White")
        else:
            say(f"{move} loses")
    check_solomon(folder, say)


def check_solomon(folder: Path, say: _Say, *, every: bool = False) -> None:
    """Check every position of the closed sets in a folder.

    A sample of them, or every one, is checked again with the game's own rules.

    Raises:
        CompanionError: If numba is missing, or a set is invalid.
    """
    _need_numba()
    from companion_research.set_checker import check_part, starts_in
    from companion_research.set_file import InvalidSet, read_set

    for name in SETS:
        path = folder / name
        made, keys = read_set(path)
        if not starts_in(keys, holder_first=made.holder == "white"):
            raise InvalidSet(f"set {path} is wrong: it does not have the start")
        what = f"checking {keys.size:,} positions of {path.name}"
        moves = 0
        with _progress() as report:
            report(what, 0, keys.size)
            for start in range(0, keys.size, _CHECKED_AT_ONCE):
                found = check_part(keys, keys[start : start + _CHECKED_AT_ONCE])
                if found.fault:
                    raise InvalidSet(f"set {path} is wrong: {found.fault}")
                moves += found.moves
                report(what, min(start + _CHECKED_AT_ONCE, keys.size), keys.size)
        say(
            f"{path}: {made.holder.capitalize()} never loses. All {moves:,} moves of the other "
            f"side, in {made.positions:,} positions, have an answer"
        )
        positions = keys.tolist()
        chosen = positions
        if not every and len(positions) > SAMPLE_WALK:
            chosen = Random(1).sample(positions, SAMPLE_WALK)
        walked = _walk(path, positions, chosen)
        say(
            f"{path}: by the game's own rules, too, all {walked:,} moves in {len(chosen):,} of the "
            "positions have an answer"
        )


def _walk(path: Path, keys: list[int], chosen: list[int]) -> int:
    """Make every move in the chosen positions of a set.

    Returns:
        The number of moves.

    Raises:
        InvalidSet: If a move has no answer.
    """
    from companion_research.set_file import InvalidSet

    moves = 0
    with _progress() as report:
        for done, (number, fault) in enumerate(walk(frozenset(keys), chosen), 1):
            if fault:
                raise InvalidSet(f"set {path} is wrong: {fault}")
            moves += number
            if done % 1000 == 0 or done == len(chosen):
                report(f"playing {len(chosen):,} positions of {path.name}", done, len(chosen))
    return moves


def prove_nim(path: Path, say: _Say) -> None:
    """Solve Nim in both forms, write the book, and check a sample of sets."""
    with _progress() as report:
        what, forms = "solving Nim", []
        report(what, 0, len(FORMS))
        for last in FORMS:
            forms.append(solve_nim(last))
            report(what, len(forms), len(FORMS))
    program = f"companion tables prove-nim, version {__version__}"
    write_nim_book(path, program, (forms[0], forms[1]))
    check_nim(path, say)


def check_nim(path: Path, say: _Say, *, every: bool = False) -> None:
    """Check the book of Nim for a sample of sets of pieces, or for all.

    Raises:
        InvalidBook: If it is wrong.
    """
    ask = heaps_of(NimBook(path))
    number = nim_checker.MOST_SETS if every else SAMPLE_HEAPS
    heaps = nim_checker.every_heap() if every else nim_checker.some_heaps(number, Random(1))
    _find_fault(path, f"checking {number:,} sets", nim_checker.nim_faults(heaps, ask), number)
    say(f"{path} is sound in {number:,} sets of pieces")


def heaps_of(book: NimBook) -> nim_checker.AskNim:
    """Adapt a book to the checker, which uses the numbers of the points."""

    def ask(pieces: nim_checker.Heap, last: str) -> tuple[bool, int]:
        found = book.look_up(last, sum(1 << point - 1 for point in pieces))
        return found.value > 0, found.plies or 0

    return ask


def prove_trinity_book(path: Path, say: _Say) -> None:
    """Solve the first plies of Trinity for two, write the book, and check a sample."""
    program = f"companion tables prove-trinity, version {__version__}"
    with _progress() as report:
        prove_trinity(path, program, lambda done, total: report("solving Trinity", done, total))
    check_trinity(path, say)


def check_trinity(path: Path, say: _Say, *, every: bool = False) -> None:
    """Check the answers for Trinity, which come from its book and a search.

    They are checked in late positions for two to four players, and in some games from a start; or,
    for two players, in all games in which the winner follows the answers.

    Raises:
        InvalidBook: If an answer is wrong.
    """
    book, random = TrinityBook(path), Random(1)
    if every:
        games = book_games()
        for game in games:
            blocked, stones = game.chosen["blocked"], int(game.chosen["stones"])
            first = trinity_checker.at_start(stones, 0 if blocked == "none" else int(blocked))
            what = f"all games from {first.text}"
            _find_fault(path, what, trinity_checker.every_line(first, 2, coins_of(game, book)), 0)
            say(f"{first.text}: the winner always wins")
        return
    for seats, laid in _LAID.items():
        late = trinity_checker.late_boards(seats, laid, SAMPLE_ENDS, random)
        faults = (
            trinity_checker.answer_to(now, seats, coins_of(_game_of(now, seats), book))
            for now in late
        )
        _find_fault(path, f"late positions for {seats}", faults, SAMPLE_ENDS)
    first = trinity_checker.at_start(16)
    ask = coins_of(_game_of(first, 2), book)
    lines = (trinity_checker.some_line(first, 2, ask, random) for _ in range(SAMPLE_LINES))
    _find_fault(path, "games from the start", lines, SAMPLE_LINES)
    say(f"{path} is sound in {SAMPLE_ENDS * len(_LAID):,} late positions and {SAMPLE_LINES} games")


def _game_of(now: trinity_checker.CoinBoard, seats: int) -> Trinity:
    stones = now.supply + len(now.stones)
    blocked = str(now.blocked) if now.blocked else "none"
    return Trinity({"seats": str(seats), "stones": str(stones), "blocked": blocked})


def coins_of(game: Trinity, book: TrinityBook) -> trinity_checker.AskTrinity:
    """Adapt the answers for Trinity to the checker, which identifies positions by their text."""

    def ask(text: str) -> trinity_checker.Told:
        position = game.parse_position(text)
        found = last_moves(game, position, book, (), lambda: None)
        if found is None:
            return trinity_checker.Told(None, 0, frozenset())
        best = (game.position_text(game.advance(position, move)) for move in found.moves)
        return trinity_checker.Told(found.winner, found.plies, frozenset(best))

    return ask


def _find_fault(path: Path, what: str, faults: Iterable[str], number: int) -> None:
    """Look for the first text that is not empty.

    Args:
        path: The book.
        what: The name of the task, for the progress bar.
        faults: The texts.
        number: The number of texts, for the progress bar; 0 if unknown.

    Raises:
        InvalidBook: If there is one.
    """
    with _progress() as report:
        report(what, 0, number)
        for done, fault in enumerate(faults, 1):
            if fault:
                raise InvalidBook(f"book {path} is wrong: {fault}")
            if done % 100 == 0 or done == number:
                report(what, done, max(number, done))
