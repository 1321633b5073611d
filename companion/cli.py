"""The `companion` command."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from companion import __version__
from companion.rules.errors import CompanionError, nearest
from companion.terminal import SpokenTyper, say, say_table
from companion.text import Text, joined, plural, verbatim

if TYPE_CHECKING:
    from companion.rules import AnyGame

app = SpokenTyper(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help=Text("A companion for board games on a real wooden board."),
)
journal_app = SpokenTyper(no_args_is_help=True, help=Text("The log of all games played."))
app.add_typer(journal_app, name="journal")
puzzle_app = SpokenTyper(no_args_is_help=True, help=Text("The puzzles of the star."))
app.add_typer(puzzle_app, name="puzzle")
tables_app = SpokenTyper(no_args_is_help=True, help=Text("Solomon's endings, solved."))
app.add_typer(tables_app, name="tables")

ConfigFile = Annotated[
    Path | None, typer.Option("--config", "-c", help=Text("The configuration file (TOML)."))
]


def main() -> None:
    """Run the command. An error is reported as one line on standard error, with exit status 1."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    try:
        app()
    except CompanionError as error:
        say(Text("companion: {error}", error=error.text), err=True)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the output has gone
        sys.exit(1)


def _version(wanted: bool) -> None:
    if wanted:
        say(verbatim(f"companion {__version__}"))
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help=Text("Show the version and exit.")
        ),
    ] = False,
) -> None:
    pass


@app.add("play", Text("Play on the board. Continues the last game if it was interrupted."))
def _play(
    config: ConfigFile = None,
    game: Annotated[
        str, typer.Option("--game", "-g", help=Text("The game to play; see `companion games`."))
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help=Text("An option of the game, as name=value.")),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help=Text("Start a new game, even if one is unfinished."))
    ] = False,
    position: Annotated[
        str, typer.Option("--position", help=Text("Start a new game from this position."))
    ] = "",
    bag: Annotated[
        str, typer.Option("--bag", help=Text("The bag: `drawn` by the program, or a `real` one."))
    ] = "",
    computer: Annotated[
        list[str] | None,
        typer.Option(
            "--computer",
            help=Text(
                "A seat for the computer: `black`, or `black:strong` (beginner, easy, casual, "
                "fair, good, strong)."
            ),
        ),
    ] = None,
    clock: Annotated[
        str,
        typer.Option(
            "--clock",
            help=Text(
                "A clock for a new game: `fischer 5+3` (minutes + seconds a move), "
                "`bronstein 5+3`, `move 30` (seconds) or `hourglass 2` (minutes)."
            ),
        ),
    ] = "",
    puzzle: Annotated[
        str,
        typer.Option("--puzzle", help=Text("Start with a puzzle; the button steps through it.")),
    ] = "",
    drill: Annotated[
        str,
        typer.Option(
            "--drill",
            help=Text("Train a position against the computer; `companion drills` lists them."),
        ),
    ] = "",
    menu: Annotated[
        bool,
        typer.Option("--menu", help=Text("Choose the game on the board, even on a simulated one.")),
    ] = False,
    wait: Annotated[
        bool,
        typer.Option(
            "--wait", help=Text("Wait for a missing board. A board on USB is always waited for.")
        ),
    ] = False,
    page_port: Annotated[
        int | None,
        typer.Option("--page-port", help=Text("The port of the web page; 0: any free port.")),
    ] = None,
    invite: Annotated[
        bool,
        typer.Option("--invite", help=Text("Invite somebody far away to a game.")),
    ] = False,
    seat: Annotated[
        str, typer.Option(help=Text("The seat that you play at this board, with --invite."))
    ] = "",
    join: Annotated[
        str,
        typer.Option(
            help=Text("Join somebody far away, or watch, with the code that you were told.")
        ),
    ] = "",
    spectator: Annotated[
        bool,
        typer.Option(
            "--spectator",
            help=Text("Show a code with which somebody may watch, once all are there."),
        ),
    ] = False,
    name: Annotated[
        str, typer.Option(help=Text("What you are called, with --invite or --join."))
    ] = "",
    no_page: Annotated[
        bool, typer.Option("--no-page", help=Text("Play without a web page."))
    ] = False,
    open_page: Annotated[
        bool, typer.Option("--open", help=Text("Open the web page in a browser."))
    ] = False,
) -> None:
    from msgspec.structs import replace

    from companion.app.play import PlayRequest
    from companion.app.play import play as run
    from companion.clock import TimeControl
    from companion.config import Config, load_config
    from companion.external.roster import EngineRoster
    from companion.games.registry import make
    from companion.maker.page import MakerTools
    from companion.protocol.commands import Invite, Join
    from companion.session.opponents import parse_computers

    settings = load_config(config) if config else Config()
    page = settings.page
    if page_port is not None:
        page = replace(page, port=page_port)
    if no_page:
        page = replace(page, enabled=False)
    chosen = settings.game
    if bag:
        chosen = replace(chosen, bag=_bag(bag))
    settings = replace(settings, page=page, game=chosen)
    if drill and (game or option or position or computer or clock or puzzle):
        raise CompanionError(
            Text(
                "--drill says what is played: leave out --game, --option, --position, --computer, "
                "--clock and --puzzle"
            )
        )
    wished = None
    if game or option:
        wished = make(game or settings.game.name, _options(option or []))
    elif computer or clock:
        wished = settings.make_game()
    roster = EngineRoster(settings.engines)
    computers = (
        parse_computers(wished, computer, roster) if wished is not None and computer else None
    )
    control = TimeControl.parse(clock, wished.seats) if wished is not None and clock else None
    meet: Invite | Join | None = None
    if join and (invite or seat or wished or position or puzzle or drill):
        raise CompanionError(
            Text("--join plays what the other side has chosen: leave out everything but --name")
        )
    if join:
        meet = Join(join, name)
    elif invite:
        if computers or position or puzzle or drill:
            raise CompanionError(
                Text("--invite: leave out --computer, --position, --puzzle and --drill")
            )
        wished = wished or settings.make_game()
        meet = Invite(
            game=wished.name,
            options=dict(wished.chosen),
            seat=_seat(wished, seat),
            clock=clock or settings.game.clock,
            name=name,
        )
    elif seat or name:
        raise CompanionError(Text("--seat and --name go with --invite or --join"))
    request = PlayRequest(
        wished,
        new,
        position,
        puzzle,
        drill,
        menu,
        computers,
        wait,
        control,
        open_page,
        meet,
        spectator,
    )
    run(settings, request, say, MakerTools(config))


def _seat(game: AnyGame, name: str) -> int:
    """The number of a seat by its name; the first if none is named."""
    names = [seat.lower() for seat in game.seats]
    if not name:
        return 0
    if name.lower() not in names:
        raise CompanionError(
            Text(
                "--seat {name!r}: {game} has no such seat{suggestion}; choose from {seats}",
                name=name,
                game=game.title,
                suggestion=nearest(name.lower(), names),
                seats=", ".join(names),
            )
        )
    return names.index(name.lower())


def _bag(said: str) -> Literal["drawn", "real"]:
    if said == "drawn":
        return "drawn"
    if said == "real":
        return "real"
    raise CompanionError(Text("--bag {said!r}: choose from drawn, real", said=said))


def _options(given: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise CompanionError(Text("--option {text!r}: write it as name=value", text=text))
        found[name.strip()] = value.strip()
    return found


@app.add(
    "install",
    Text("Install the program as a systemd service: start it now and at every boot (Linux)."),
)
def _install(
    config: ConfigFile = None,
    power_off: Annotated[
        bool, typer.Option("--power-off", help=Text("Let the board's menu shut down the machine."))
    ] = False,
    undo: Annotated[
        bool, typer.Option("--remove", help=Text("Remove the service; the game logs are kept."))
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help=Text("Show what would be done without doing it."))
    ] = False,
) -> None:
    from companion.config import load_config
    from companion.install import service
    from companion.install.program import this_program

    system, program = service.System(), this_program()
    if undo:
        service.remove(system, program, say, dry_run=dry_run)
    elif config is None:
        raise CompanionError(Text("--config is missing: give the board's configuration file"))
    else:
        service.install(
            system,
            program,
            config,
            load_config(config),
            say,
            power_off=power_off,
            dry_run=dry_run,
        )


@app.add("games", Text("List the games and their options."))
def _games() -> None:
    from companion.games.registry import kinds
    from companion.learning.summary import summary_of

    indent = " " * 17
    for name, kind in kinds().items():
        say(joined("", [f"{name:14} ", kind.title]))
        say(joined("", [indent, summary_of(kind)]))
        chosen: dict[str, str] = {}
        for option in kind.options:
            chosen[option.name] = option.initial(chosen)
            values = option.values(chosen)
            some = ", ".join(values if len(values) <= 8 else (*values[:3], "…", values[-1]))
            value = f"{indent}{option.name} = {chosen[option.name]}: "
            say(joined("", [value, option.help, f" ({some})"]))


@app.add("drills", Text("List the drills: positions to train against the computer."))
def _drills() -> None:
    from companion.learning.drills import DRILLS, OWN

    for drill in DRILLS.values():
        say(joined("", [f"{drill.name:16} ", drill.title]))
        say(joined("", [" " * 17, drill.task]))
    own = Text("A win from your games, as in own:solomon: a position in which only one move wins.")
    say(joined("", [f"{OWN}GAME         ", own]))


@app.add(
    "config",
    Text(
        "List the configurations for wooden boards, or print one: "
        "companion config star-spi > board.toml."
    ),
)
def _config(
    name: Annotated[
        str, typer.Argument(help=Text("The configuration to print, such as star-spi."))
    ] = "",
) -> None:
    from companion.maker.examples import SOURCES, TITLES, read_example

    if name:
        typer.echo(read_example(name), nl=False)
    else:
        for each in SOURCES:
            say(joined("", [f"{each:11} ", TITLES[each]]))


@app.add(
    "check",
    Text(
        "Check the board and its computer: everything, or the named parts. "
        "Exit status 0: no faults."
    ),
)
def _check(
    config: ConfigFile = None,
    system: Annotated[bool, typer.Option("--system", help=Text("Check the computer."))] = False,
    lamps: Annotated[bool, typer.Option("--lamps", help=Text("Test every lamp."))] = False,
    switches: Annotated[
        bool, typer.Option("--switches", help=Text("Test every switch with one piece."))
    ] = False,
    free: Annotated[
        bool, typer.Option("--free", help=Text("Watch the switches while you put pieces anywhere."))
    ] = False,
    diodes: Annotated[
        bool, typer.Option("--diodes", help=Text("Test the diodes of a matrix with three pieces."))
    ] = False,
    coupon: Annotated[
        bool,
        typer.Option(
            "--coupon", help=Text("Try reeds and magnet on the test coupon before you cut a board.")
        ),
    ] = False,
    report: Annotated[
        Path | None, typer.Option("--report", help=Text("Also write the report to this file."))
    ] = None,
) -> None:
    from companion.config import Config, load_config
    from companion.maker.check import CheckParts
    from companion.maker.run import run_check

    settings = load_config(config) if config else Config()
    parts = CheckParts(system, lamps, switches or free, diodes, free, coupon)
    if not (system or lamps or switches or free or diodes or coupon):
        parts = CheckParts(diodes=settings.port.kind == "matrix")
    if config is None:
        say(Text("No --config given: checking the simulated board."))
    if not run_check(settings, parts, report):
        raise typer.Exit(1)


@app.add(
    "calibrate",
    Text("Find which switch and which pixel is at which point, and update the configuration."),
)
def _calibrate(
    config: Annotated[
        Path, typer.Option("--config", "-c", help=Text("The configuration file (TOML) to update."))
    ],
    switches: Annotated[
        bool, typer.Option(help=Text("Find the switches, or keep the configured ones."))
    ] = True,
    pixels: Annotated[
        bool | None,
        typer.Option(
            "--pixels/--no-pixels",
            help=Text("Find the pixels, or keep the configured ones. Default: ask."),
        ),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help=Text("Discard an interrupted calibration."))
    ] = False,
) -> None:
    from companion.maker.run import run_calibrate

    if not run_calibrate(config, switches=switches, pixels=pixels, fresh=new):
        raise typer.Exit(1)


@app.add(
    "referee", Text("Answer questions about the rules, as JSON lines on standard input and output.")
)
def _referee() -> None:
    from companion.referee.stream import answer_stream

    if sys.stdin is None or sys.stdout is None:
        raise CompanionError(Text("the referee needs its standard input and output: one is closed"))
    answer_stream(sys.stdin.fileno(), sys.stdout.fileno())


Which = Annotated[
    str, typer.Argument(help=Text("A journal: its path, its name in the directory, or `last`."))
]


def _directory(config: Path | None) -> Path:
    from companion.config import Config, load_config

    return (load_config(config) if config else Config()).journal.path


def _journal(which: str, config: Path | None) -> Path:
    """Return the path of a journal. Raises JournalError if there is none."""
    from companion.journal import reader
    from companion.journal.record import JournalError

    directory = _directory(config)
    if which == "last":
        newest = reader.newest_path(directory)
        if newest is None:
            raise JournalError(
                Text(
                    "no games are logged in {directory}; use --config for another directory",
                    directory=directory,
                )
            )
        return newest
    inside = directory / which
    return inside if os.path.lexists(inside) else Path(which)


def _moves(count: int) -> Text:
    return plural("{number} move", "{number} moves", count)


@journal_app.add("list", Text("List the logged games, the newest first."))
def _journal_list(config: ConfigFile = None) -> None:
    from companion.journal import export, reader

    directory = _directory(config)
    found = reader.list_logs(directory)
    if not found:
        say(Text("no games are logged in {directory}", directory=directory))
    for summary in found:
        log = summary.log
        if log is not None:
            name = f"{summary.path.name}  {log.head.game}"
            end = export.ending(log.end) if log.end else Text("unfinished")
            say(joined(", ", [name, _moves(len(log.moves)), end]))
        if summary.trouble:
            say(joined("  ", [summary.path.name, summary.trouble]))


@journal_app.add("show", Text("Show a journal record by record."))
def _journal_show(which: Which = "last", config: ConfigFile = None) -> None:
    from companion.journal import export, reader

    say(export.show(reader.read_log(_journal(which, config))))


@journal_app.add(
    "replay", Text("Replay a game: show the position at the start and after each move.")
)
def _journal_replay(which: Which = "last", config: ConfigFile = None) -> None:
    from companion.journal import reader
    from companion.library.records import game_of

    log = reader.read_log(_journal(which, config))
    positions = reader.position_texts(log, game_of(log))
    for text, position in zip(("", *(move.text for move in log.moves)), positions, strict=True):
        say(verbatim(f"{text:12} {position}"))


@journal_app.add("verify", Text("Check a journal: every checksum, and every move by the rules."))
def _journal_verify(which: Which = "last", config: ConfigFile = None) -> None:
    from companion.journal import reader
    from companion.library.records import game_of

    path = _journal(which, config)
    log = reader.read_log(path)
    complaints = reader.verify(path, game_of(log))
    for complaint in complaints:
        say(complaint)
    if complaints:
        raise typer.Exit(1)
    say(Text("{name} is intact: {moves}", name=path.name, moves=_moves(len(log.moves))))


@journal_app.add(
    "repair", Text("Save what is sound of a damaged journal into a new one beside it.")
)
def _journal_repair(which: Which = "last", config: ConfigFile = None) -> None:
    from companion.journal import reader
    from companion.journal.repair import repair
    from companion.library.records import game_of

    log = reader.read_log(_journal(which, config))
    repaired = repair(log, game_of(log))
    if repaired is None:
        say(Text("{name} is intact: there is nothing to repair", name=log.path.name))
        return
    for lost in repaired.lost:
        say(Text("Lost: {lost}", lost=lost))
    say(
        plural(
            "{number} move saved in {path}; {name} is as it was",
            "{number} moves saved in {path}; {name} is as it was",
            repaired.moves,
            path=repaired.path,
            name=log.path.name,
        )
    )


@journal_app.add("export", Text("Print a game as plain text, with tags and numbered moves."))
def _journal_export(
    which: Which = "last",
    config: ConfigFile = None,
    times: Annotated[
        bool, typer.Option("--times", help=Text("Add when each move was made, and the clock."))
    ] = False,
) -> None:
    from companion.journal import export, reader

    typer.echo(export.export(reader.read_log(_journal(which, config)), times=times), nl=False)


@journal_app.add(
    "import",
    Text("Add the games of a file to the journal. Exit status 0: all of them could be read."),
)
def _journal_import(
    file: Annotated[
        Path, typer.Argument(help=Text("A log, a download of many, or games as text."))
    ],
    config: ConfigFile = None,
) -> None:
    from datetime import datetime

    from companion.config import Config, load_config
    from companion.library.importing import import_games

    settings = (load_config(config) if config else Config()).journal
    report = import_games(file, settings.path, datetime.now(), settings.disk)
    for path in report.stored:
        say(Text("Imported: {name}", name=path.name))
    for trouble in report.trouble:
        say(Text("Not imported: {trouble}", trouble=trouble))
    if report.known:
        say(Text("Already there: {known}", known=report.known))
    if report.trouble:
        raise typer.Exit(1)


@app.add(
    "analyse",
    Text("Find the mistakes of a logged game: what each move was worth, and what was better."),
)
def _analyse(
    which: Which = "last",
    config: ConfigFile = None,
    effort: Annotated[
        str, typer.Option("--effort", help=Text("How hard to try: quick, normal or thorough."))
    ] = "normal",
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            help=Text("An engine of the configuration that rates the moves, as `stockfish`."),
        ),
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help=Text("Print the result as JSON, for programs."))
    ] = False,
) -> None:
    from companion.config import Config, load_config
    from companion.external.roster import EngineRoster
    from companion.journal import reader
    from companion.library import review_report

    wanted = review_report.effort_named(effort)
    log = reader.read_log(_journal(which, config))
    roster = EngineRoster((load_config(config) if config else Config()).engines)
    try:
        review = review_report.review_log(
            log,
            wanted,
            bar=not as_json,
            analyst=(lambda game: roster.analyst(game, engine).analyse) if engine else None,
        )
    finally:
        roster.close()
    if as_json:
        typer.echo(review_report.report_json(log, review))
        return
    for trouble in review_report.troubles(log, review):
        say(Text("Warning: {trouble}", trouble=trouble), err=True)
    say(review_report.heading(log, review))
    say_table(review_report.table(review))
    for line in review_report.closing(log, review, sys.stdout):
        say(line)


FigureNumber = Annotated[
    int | None, typer.Option("--number", "-n", help=Text("Show only this one, with point names."))
]


def _show_figures(puzzle: str, number: int | None) -> None:
    from companion.puzzles import text
    from companion.puzzles.viewer import FigureBrowser

    shown = FigureBrowser(puzzle)
    said = text.format_gallery(shown) if number is None else text.format_figure(shown.at(number))
    say(verbatim(said), nl=False)


@puzzle_app.add("triangles", Text("Show the triangles whose sides lie along the star's lines."))
def _puzzle_triangles(number: FigureNumber = None) -> None:
    _show_figures("triangles", number)


@puzzle_app.add(
    "quadrilaterals", Text("Show the quadrilaterals whose sides lie along the star's lines.")
)
def _puzzle_quadrilaterals(number: FigureNumber = None) -> None:
    _show_figures("quadrilaterals", number)


@puzzle_app.add(
    "magic",
    Text("Check or complete a labelling with 1 to 19 in which every line has the same sum."),
)
def _puzzle_magic(
    labels: Annotated[
        list[str] | None,
        typer.Argument(
            help=Text(
                "Numbers as point=number, or all 19 in reading order, `.` for an empty point."
            )
        ),
    ] = None,
    complete: Annotated[bool, typer.Option("--complete", help=Text("Fill in the rest."))] = False,
    count: Annotated[
        bool, typer.Option("--count", help=Text("Count all magic labellings."))
    ] = False,
) -> None:
    from companion.puzzles import counting, text
    from companion.puzzles.magic import InvalidLabels, check_labels

    if count:
        if labels or complete:
            raise InvalidLabels(
                Text("--count counts all labellings: use it without labels and --complete")
            )
        total = 0
        for line_sum, found in counting.count():
            say(Text("sum {sum}: {found}", sum=line_sum, found=found))
            total += found
        say(
            Text(
                "{total} magic labellings, rotations and reflections not counted",
                total=total,
            )
        )
        return
    given = text.parse_labels(labels or [])
    said = text.format_completion(given) if complete else text.format_labels(given)
    say(verbatim(said), nl=False)
    if check_labels(given).faults:
        raise typer.Exit(1)


@tables_app.add("list", Text("List the tables of endings, and what they hold."))
def _tables_list() -> None:
    from companion.tables.command import list_tables

    list_tables(say)


@tables_app.add(
    "build",
    Text(
        "Solve all endings of up to so many pieces. Needs numba, which the extra `tables` brings."
    ),
)
def _tables_build(
    pieces: Annotated[int, typer.Argument(help=Text("Up to how many pieces: 2 to 7."))],
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder", help=Text("Where to put the table; by default, where it is found.")
        ),
    ] = None,
) -> None:
    from companion.tables.command import build
    from companion.tables.endings import table_folder

    build(pieces, folder or table_folder(), say)


@tables_app.add(
    "check",
    Text("Check tables of endings by their checksums, and by the rules in a sample of positions."),
)
def _tables_check(
    files: Annotated[
        list[Path] | None, typer.Argument(help=Text("The tables; by default, the installed ones."))
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help=Text("Check every position. Six pieces take many hours."))
    ] = False,
) -> None:
    from companion.tables.command import check

    check(files or [], say, every=every)


@tables_app.add(
    "prove-solomon",
    Text(
        "Prove that Solomon is a draw. Ten pieces take 4 GB of memory, 11 GB of disk and a quarter "
        "of an hour. Needs numba, which the extra `tables` brings."
    ),
)
def _tables_prove_solomon(
    folder: Annotated[
        Path,
        typer.Argument(help=Text("Where to put what is found. A run that was stopped goes on.")),
    ],
    pieces: Annotated[
        int,
        typer.Option(
            "--pieces",
            help=Text(
                "Up to how many pieces to solve all positions first. With fewer than ten, "
                "the search takes longer."
            ),
        ),
    ] = 10,
    threads: Annotated[
        int, typer.Option("--threads", min=1, help=Text("How many threads solve."))
    ] = 1,
) -> None:
    from companion.tables.command import prove_solomon

    prove_solomon(folder, say, pieces=pieces, threads=threads)


@tables_app.add(
    "check-solomon",
    Text(
        "Check every position of a proof that Solomon is a draw. "
        "Needs numba, which the extra `tables` brings."
    ),
)
def _tables_check_solomon(
    folder: Annotated[Path, typer.Argument(help=Text("Where `prove-solomon` put the sets."))],
    every: Annotated[
        bool,
        typer.Option(
            "--all", help=Text("Play every position by the game's own rules, too, not a sample.")
        ),
    ] = False,
) -> None:
    from companion.tables.command import check_solomon

    check_solomon(folder, say, every=every)


@tables_app.add(
    "prove-son",
    Text(
        "Prove that Black wins Son of Solomon, and write the book of it. "
        "Needs numba, which the extra `tables` brings."
    ),
)
def _tables_prove_son(
    file: Annotated[Path, typer.Argument(help=Text("Where to write the book."))],
) -> None:
    from companion.tables.command import prove_son

    prove_son(file, say)


@tables_app.add(
    "check-son", Text("Check that Black wins Son of Solomon by the book, in a sample of games.")
)
def _tables_check_son(
    file: Annotated[
        Path | None, typer.Argument(help=Text("The book; by default, the one of the program."))
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help=Text("Check the answer to everything that White can do."))
    ] = False,
) -> None:
    from companion.tables.command import check_son
    from companion.tables.son_book import BOOK

    check_son(file or BOOK, say, every=every)


@tables_app.add("prove-nim", Text("Solve Solomon Nim in both forms, and write the book of it."))
def _tables_prove_nim(
    file: Annotated[Path, typer.Argument(help=Text("Where to write the book."))],
) -> None:
    from companion.tables.command import prove_nim

    prove_nim(file, say)


@tables_app.add("check-nim", Text("Check the book of Solomon Nim in a sample of sets of pieces."))
def _tables_check_nim(
    file: Annotated[
        Path | None, typer.Argument(help=Text("The book; by default, the one of the program."))
    ] = None,
    every: Annotated[bool, typer.Option("--all", help=Text("Check every set."))] = False,
) -> None:
    from companion.tables.command import check_nim
    from companion.tables.nim_book import NIM_BOOK

    check_nim(file or NIM_BOOK, say, every=every)


@tables_app.add(
    "prove-trinity",
    Text("Solve the first plies of Solomon's Trinity for two, and write the book of them."),
)
def _tables_prove_trinity(
    file: Annotated[Path, typer.Argument(help=Text("Where to write the book."))],
) -> None:
    from companion.tables.command import prove_trinity_book

    prove_trinity_book(file, say)


@tables_app.add(
    "check-trinity",
    Text("Check who wins Solomon's Trinity, in a sample of late positions and of games."),
)
def _tables_check_trinity(
    file: Annotated[
        Path | None, typer.Argument(help=Text("The book; by default, the one of the program."))
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", help=Text("Check the answer to everything that the loser can do.")),
    ] = False,
) -> None:
    from companion.tables.command import check_trinity
    from companion.tables.trinity_book import TRINITY_BOOK

    check_trinity(file or TRINITY_BOOK, say, every=every)


if __name__ == "__main__":
    main()
