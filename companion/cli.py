"""The `companion` command."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from companion import __version__
from companion.rules.errors import CompanionError

if TYPE_CHECKING:
    from companion.journal.reader import GameLog

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="A companion for board games on a real wooden board.",
)
journal_app = typer.Typer(no_args_is_help=True, help="The log of all games played.")
app.add_typer(journal_app, name="journal")
puzzle_app = typer.Typer(no_args_is_help=True, help="The puzzles of the star.")
app.add_typer(puzzle_app, name="puzzle")
tables_app = typer.Typer(no_args_is_help=True, help="Solomon's endings, solved.")
app.add_typer(tables_app, name="tables")

ConfigFile = Annotated[
    Path | None, typer.Option("--config", "-c", help="The configuration file (TOML).")
]


def main() -> None:
    """Run the command. An error is reported as one line on standard error, with exit status 1."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    try:
        app()
    except CompanionError as error:
        typer.echo(f"companion: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the output has gone
        sys.exit(1)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"companion {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    pass


@app.command("play")
def play_command(
    config: ConfigFile = None,
    game: Annotated[
        str, typer.Option("--game", "-g", help="The game to play; see `companion games`.")
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="An option of the game, as name=value."),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Start a new game, even if one is unfinished.")
    ] = False,
    position: Annotated[
        str, typer.Option("--position", help="Start a new game from this position.")
    ] = "",
    bag: Annotated[
        str, typer.Option("--bag", help="The bag: `drawn` by the program, or a `real` one.")
    ] = "",
    computer: Annotated[
        list[str] | None,
        typer.Option(
            "--computer",
            help="A seat for the computer: `black`, or `black:strong` (easy, fair, strong).",
        ),
    ] = None,
    clock: Annotated[
        str,
        typer.Option(
            "--clock",
            help="A clock for a new game: `fischer 5+3` (minutes + seconds a move), "
            "`bronstein 5+3`, `move 30` (seconds) or `hourglass 2` (minutes).",
        ),
    ] = "",
    puzzle: Annotated[
        str,
        typer.Option("--puzzle", help="Start with a puzzle; the button steps through it."),
    ] = "",
    menu: Annotated[
        bool,
        typer.Option("--menu", help="Choose the game on the board, even on a simulated one."),
    ] = False,
    wait: Annotated[
        bool,
        typer.Option(
            "--wait", help="Wait for a missing board. A board on USB is always waited for."
        ),
    ] = False,
    page_port: Annotated[
        int | None, typer.Option("--page-port", help="The port of the web page; 0: any free port.")
    ] = None,
    no_page: Annotated[bool, typer.Option("--no-page", help="Play without a web page.")] = False,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the web page in a browser.")
    ] = False,
) -> None:
    """Play on the board. Continues the last game if it was interrupted."""
    from msgspec.structs import replace

    from companion.app.play import PlayRequest
    from companion.app.play import play as run
    from companion.clock import TimeControl
    from companion.config import Config, load_config
    from companion.games.registry import make
    from companion.maker.page import MakerTools
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
    wished = None
    if game or option:
        wished = make(game or settings.game.name, _options(option or []))
    elif computer or clock:
        wished = settings.make_game()
    computers = parse_computers(wished, computer) if wished is not None and computer else None
    control = TimeControl.parse(clock, wished.seats) if wished is not None and clock else None
    request = PlayRequest(wished, new, position, puzzle, menu, computers, wait, control, open_page)
    run(settings, request, typer.echo, MakerTools(config))


def _bag(said: str) -> Literal["drawn", "real"]:
    if said == "drawn":
        return "drawn"
    if said == "real":
        return "real"
    raise CompanionError(f"--bag {said!r}: choose from drawn, real")


def _options(given: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise CompanionError(f"--option {text!r}: write it as name=value")
        found[name.strip()] = value.strip()
    return found


@app.command("install")
def install_command(
    config: ConfigFile = None,
    power_off: Annotated[
        bool, typer.Option("--power-off", help="Let the board's menu shut down the machine.")
    ] = False,
    undo: Annotated[
        bool, typer.Option("--remove", help="Remove the service; the game logs are kept.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be done without doing it.")
    ] = False,
) -> None:
    """Install the program as a systemd service: start it now and at every boot (Linux)."""
    from companion.config import load_config
    from companion.install import service
    from companion.install.program import this_program

    system, program = service.System(), this_program()
    if undo:
        service.remove(system, program, typer.echo, dry_run=dry_run)
    elif config is None:
        raise CompanionError("--config is missing: give the board's configuration file")
    else:
        service.install(
            system,
            program,
            config,
            load_config(config),
            typer.echo,
            power_off=power_off,
            dry_run=dry_run,
        )


@app.command()
def games() -> None:
    """List the games and their options."""
    from companion.games.registry import kinds
    from companion.learning.summary import summary_of

    for name, kind in kinds().items():
        typer.echo(f"{name:14} {kind.title}")
        typer.echo(f"{'':14}   {summary_of(kind)}")
        chosen: dict[str, str] = {}
        for option in kind.options:
            chosen[option.name] = option.initial(chosen)
            values = option.values(chosen)
            some = ", ".join(values if len(values) <= 8 else (*values[:3], "…", values[-1]))
            typer.echo(f"{'':14}   {option.name} = {chosen[option.name]}: {option.help} ({some})")


@app.command("config")
def config_command(
    name: Annotated[str, typer.Argument(help="The configuration to print, such as star-spi.")] = "",
) -> None:
    """List the configurations for wooden boards, or print one: companion config star-spi >
    board.toml."""
    from companion.maker.examples import SOURCES, read_example, title

    if name:
        typer.echo(read_example(name), nl=False)
    else:
        for each in SOURCES:
            typer.echo(f"{each:11} {title(each)}")


@app.command("check")
def check_command(
    config: ConfigFile = None,
    system: Annotated[bool, typer.Option("--system", help="Check the computer.")] = False,
    lamps: Annotated[bool, typer.Option("--lamps", help="Test every lamp.")] = False,
    switches: Annotated[
        bool, typer.Option("--switches", help="Test every switch with one piece.")
    ] = False,
    free: Annotated[
        bool, typer.Option("--free", help="Watch the switches while you put pieces anywhere.")
    ] = False,
    diodes: Annotated[
        bool, typer.Option("--diodes", help="Test the diodes of a matrix with three pieces.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option("--report", help="Also write the report to this file.")
    ] = None,
) -> None:
    """Check the board and its computer: everything, or the named parts. Exit status 0: no
    faults."""
    from companion.config import Config, load_config
    from companion.maker.check import CheckParts
    from companion.maker.run import run_check

    settings = load_config(config) if config else Config()
    parts = CheckParts(system, lamps, switches or free, diodes, free)
    if not (system or lamps or switches or free or diodes):
        parts = CheckParts(diodes=settings.port.kind == "matrix")
    if config is None:
        typer.echo("No --config given: checking the simulated board.")
    if not run_check(settings, parts, report):
        raise typer.Exit(1)


@app.command("calibrate")
def calibrate_command(
    config: Annotated[
        Path, typer.Option("--config", "-c", help="The configuration file (TOML) to update.")
    ],
    switches: Annotated[
        bool, typer.Option(help="Find the switches, or keep the configured ones.")
    ] = True,
    pixels: Annotated[
        bool | None,
        typer.Option(
            "--pixels/--no-pixels",
            help="Find the pixels, or keep the configured ones. Default: ask.",
        ),
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Discard an interrupted calibration.")] = False,
) -> None:
    """Find which switch and which pixel is at which point, and update the configuration."""
    from companion.maker.run import run_calibrate

    if not run_calibrate(config, switches=switches, pixels=pixels, fresh=new):
        raise typer.Exit(1)


@app.command()
def referee() -> None:
    """Answer questions about the rules, as JSON lines on standard input and output."""
    from companion.referee.stream import answer_stream

    if sys.stdin is None or sys.stdout is None:
        raise CompanionError("the referee needs its standard input and output: one is closed")
    answer_stream(sys.stdin.fileno(), sys.stdout.fileno())


Which = Annotated[
    str, typer.Argument(help="A journal: its path, its name in the directory, or `last`.")
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
                f"no games are logged in {directory}; use --config for another directory"
            )
        return newest
    inside = directory / which
    return inside if inside.exists() else Path(which)


def _moves(log: GameLog) -> str:
    count = len(log.moves)
    return "1 move" if count == 1 else f"{count} moves"


@journal_app.command("list")
def journal_list(config: ConfigFile = None) -> None:
    """List the logged games, the newest first."""
    from companion.journal import reader

    directory = _directory(config)
    found = reader.list_logs(directory)
    if not found:
        typer.echo(f"no games are logged in {directory}")
    for summary in found:
        log = summary.log
        if log is not None:
            end = f"{log.end.outcome} ({log.end.how})" if log.end else "unfinished"
            typer.echo(f"{summary.path.name}  {log.head.game}, {_moves(log)}, {end}")
        if summary.trouble:
            typer.echo(f"{summary.path.name}  {summary.trouble}")


@journal_app.command("show")
def journal_show(which: Which = "last", config: ConfigFile = None) -> None:
    """Show a journal record by record."""
    from companion.journal import export, reader

    typer.echo(export.show(reader.read_log(_journal(which, config))), nl=False)


@journal_app.command("replay")
def journal_replay(which: Which = "last", config: ConfigFile = None) -> None:
    """Replay a game: show the position at the start and after each move."""
    from companion.games.registry import make
    from companion.journal import reader

    log = reader.read_log(_journal(which, config))
    positions = reader.position_texts(log, make(log.head.game, log.head.options))
    for text, position in zip(("", *(move.text for move in log.moves)), positions, strict=True):
        typer.echo(f"{text:12} {position}")


@journal_app.command("verify")
def journal_verify(which: Which = "last", config: ConfigFile = None) -> None:
    """Check a journal: every checksum, and every move by the rules."""
    from companion.games.registry import make
    from companion.journal import reader

    path = _journal(which, config)
    log = reader.read_log(path)
    complaints = reader.verify(path, make(log.head.game, log.head.options))
    for complaint in complaints:
        typer.echo(complaint)
    if complaints:
        raise typer.Exit(1)
    typer.echo(f"{path.name} is intact: {_moves(log)}")


@journal_app.command("repair")
def journal_repair(which: Which = "last", config: ConfigFile = None) -> None:
    """Save what is sound of a damaged journal into a new one beside it."""
    from companion.games.registry import make
    from companion.journal import reader
    from companion.journal.repair import repair

    log = reader.read_log(_journal(which, config))
    repaired = repair(log, make(log.head.game, log.head.options))
    if repaired is None:
        typer.echo(f"{log.path.name} is intact: there is nothing to repair")
        return
    for lost in repaired.lost:
        typer.echo(f"Lost: {lost}")
    count = "1 move" if repaired.moves == 1 else f"{repaired.moves} moves"
    typer.echo(f"{count} saved in {repaired.path}; {log.path.name} is as it was")


@journal_app.command("export")
def journal_export(
    which: Which = "last",
    config: ConfigFile = None,
    times: Annotated[
        bool, typer.Option("--times", help="Add when each move was made, and the clock.")
    ] = False,
) -> None:
    """Print a game as plain text, with tags and numbered moves."""
    from companion.journal import export, reader

    typer.echo(export.export(reader.read_log(_journal(which, config)), times=times), nl=False)


@journal_app.command("import")
def journal_import(
    file: Annotated[Path, typer.Argument(help="A log, a download of many, or games as text.")],
    config: ConfigFile = None,
) -> None:
    """Add the games of a file to the journal. Exit status 0: all of them could be read."""
    from datetime import datetime

    from companion.config import Config, load_config
    from companion.library.importing import import_games

    settings = (load_config(config) if config else Config()).journal
    report = import_games(file, settings.path, datetime.now(), settings.disk)
    for path in report.stored:
        typer.echo(f"Imported: {path.name}")
    for trouble in report.trouble:
        typer.echo(f"Not imported: {trouble}")
    if report.known:
        typer.echo(f"Already there: {report.known}")
    if report.trouble:
        raise typer.Exit(1)


FigureNumber = Annotated[
    int | None, typer.Option("--number", "-n", help="Show only this one, with point names.")
]


def _show_figures(puzzle: str, number: int | None) -> None:
    from companion.puzzles import text
    from companion.puzzles.viewer import FigureBrowser

    shown = FigureBrowser(puzzle)
    typer.echo(
        text.format_gallery(shown) if number is None else text.format_figure(shown.at(number)),
        nl=False,
    )


@puzzle_app.command("triangles")
def puzzle_triangles(number: FigureNumber = None) -> None:
    """Show the triangles whose sides lie along the star's lines."""
    _show_figures("triangles", number)


@puzzle_app.command("quadrilaterals")
def puzzle_quadrilaterals(number: FigureNumber = None) -> None:
    """Show the quadrilaterals whose sides lie along the star's lines."""
    _show_figures("quadrilaterals", number)


@puzzle_app.command("magic")
def puzzle_magic(
    labels: Annotated[
        list[str] | None,
        typer.Argument(
            help="Numbers as point=number, or all 19 in reading order, `.` for an empty point."
        ),
    ] = None,
    complete: Annotated[bool, typer.Option("--complete", help="Fill in the rest.")] = False,
    count: Annotated[bool, typer.Option("--count", help="Count all magic labellings.")] = False,
) -> None:
    """Check or complete a labelling with 1 to 19 in which every line has the same sum."""
    from companion.puzzles import counting, text
    from companion.puzzles.magic import InvalidLabels, check_labels

    if count:
        if labels or complete:
            raise InvalidLabels(
                "--count counts all labellings: use it without labels and --complete"
            )
        total = 0
        for line_sum, found in counting.count():
            typer.echo(f"sum {line_sum}: {found}")
            total += found
        typer.echo(f"{total} magic labellings, rotations and reflections not counted")
        return
    given = text.parse_labels(labels or [])
    typer.echo(text.format_completion(given) if complete else text.format_labels(given), nl=False)
    if check_labels(given).faults:
        raise typer.Exit(1)


@tables_app.command("list")
def tables_list() -> None:
    """List the tables of endings, and what they hold."""
    from companion.tables.command import list_tables

    list_tables(typer.echo)


@tables_app.command("build")
def tables_build(
    pieces: Annotated[int, typer.Argument(help="Up to how many pieces: 2 to 7.")],
    folder: Annotated[
        Path | None,
        typer.Option("--folder", help="Where to put the table; by default, where it is found."),
    ] = None,
) -> None:
    """Solve all endings of up to so many pieces. Needs numba: pip install
    'board-companion[tables]'."""
    from companion.tables.command import build
    from companion.tables.endings import table_folder

    build(pieces, folder or table_folder(), typer.echo)


@tables_app.command("check")
def tables_check(
    files: Annotated[
        list[Path] | None, typer.Argument(help="The tables; by default, the installed ones.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Check every position. Six pieces take many hours.")
    ] = False,
) -> None:
    """Check tables of endings by their checksums, and by the rules in a sample of positions."""
    from companion.tables.command import check

    check(files or [], typer.echo, every=every)


@tables_app.command("prove-son")
def tables_prove_son(
    file: Annotated[Path, typer.Argument(help="Where to write the book.")],
) -> None:
    """Prove that Black wins Son of Solomon, and write the book of it. Needs numba: pip install
    'board-companion[tables]'."""
    from companion.tables.command import prove_son

    prove_son(file, typer.echo)


@tables_app.command("check-son")
def tables_check_son(
    file: Annotated[
        Path | None, typer.Argument(help="The book; by default, the one of the program.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Check the answer to everything that White can do.")
    ] = False,
) -> None:
    """Check that Black wins Son of Solomon by the book, in a sample of games."""
    from companion.tables.command import check_son
    from companion.tables.son_book import BOOK

    check_son(file or BOOK, typer.echo, every=every)


if __name__ == "__main__":
    main()
