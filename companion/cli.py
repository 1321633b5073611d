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
    from companion.journal.reader import Log

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="A companion for board games on a real wooden board.",
)
journals = typer.Typer(no_args_is_help=True, help="The log of every game that was played.")
app.add_typer(journals, name="journal")
puzzles = typer.Typer(no_args_is_help=True, help="The puzzles of the star.")
app.add_typer(puzzles, name="puzzle")

ConfigFile = Annotated[
    Path | None, typer.Option("--config", "-c", help="The configuration (TOML).")
]


def main() -> None:
    """Run the command; whatever cannot be done is one line on standard error and exit status 1."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    try:
        app()
    except CompanionError as error:
        typer.echo(f"companion: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read the output has gone: nothing is left to say
        sys.exit(1)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"companion {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    pass


@app.command()
def play(
    config: ConfigFile = None,
    game: Annotated[str, typer.Option("--game", "-g", help="A game, see `companion games`.")] = "",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="An option of the game, as name=value."),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Begin anew, whatever game is unfinished.")
    ] = False,
    position: Annotated[
        str, typer.Option("--position", help="Begin anew from a position's text.")
    ] = "",
    bag: Annotated[
        str, typer.Option("--bag", help="Who draws from a bag: `drawn` by the program, or `real`.")
    ] = "",
    computer: Annotated[
        list[str] | None,
        typer.Option(
            "--computer",
            help="A seat for the computer, as in `black` or `black:strong` (easy, fair, strong).",
        ),
    ] = None,
    puzzle: Annotated[
        str,
        typer.Option("--puzzle", help="Look at a puzzle first: the button steps through it."),
    ] = "",
    menu: Annotated[
        bool,
        typer.Option("--menu", help="Choose on the board, also where it is a simulated one."),
    ] = False,
    wait: Annotated[
        bool,
        typer.Option("--wait", help="Wait for a board that is not there; for one on USB always."),
    ] = False,
    page_port: Annotated[
        int | None, typer.Option("--page-port", help="The page's port; 0: any that is free.")
    ] = None,
    no_page: Annotated[bool, typer.Option("--no-page", help="Play without a page.")] = False,
) -> None:
    """Play on the board; go on with the last game if it was cut off."""
    from msgspec.structs import replace

    from companion.app.play import PlayRequest
    from companion.app.play import play as run
    from companion.config import Config, load
    from companion.games.registry import make
    from companion.session.opponents import read

    settings = load(config) if config else Config()
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
    elif computer:
        wished = settings.make_game()
    computers = read(wished, computer) if wished is not None and computer else None
    run(settings, PlayRequest(wished, new, position, puzzle, menu, computers, wait), typer.echo)


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


@app.command()
def install(
    config: ConfigFile = None,
    power_off: Annotated[
        bool, typer.Option("--power-off", help="Let the board's menu shut the machine down.")
    ] = False,
    undo: Annotated[bool, typer.Option("--remove", help="Undo it; the games' logs stay.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done, and write nothing.")
    ] = False,
) -> None:
    """Have systemd run the program with a configuration: now, and with the machine (Linux)."""
    from companion.config import load
    from companion.install import service
    from companion.install.program import this_program

    system, program = service.System(), this_program()
    if undo:
        service.remove(system, program, typer.echo, dry_run=dry_run)
    elif config is None:
        raise CompanionError("--config: name the configuration that the board is played with")
    else:
        service.install(
            system,
            program,
            config,
            load(config),
            typer.echo,
            power_off=power_off,
            dry_run=dry_run,
        )


@app.command()
def games() -> None:
    """List the games and their options."""
    from companion.games.registry import kinds

    for name, kind in kinds().items():
        typer.echo(f"{name:14} {kind.title}")
        chosen: dict[str, str] = {}
        for option in kind.options:
            chosen[option.name] = option.initial(chosen)
            values = option.values(chosen)
            some = ", ".join(values if len(values) <= 8 else (*values[:3], "…", values[-1]))
            typer.echo(f"{'':14}   {option.name} = {chosen[option.name]}: {option.help} ({some})")


@app.command()
def check(
    config: ConfigFile = None,
    system: Annotated[bool, typer.Option("--system", help="Look at the computer.")] = False,
    lamps: Annotated[bool, typer.Option("--lamps", help="Light every lamp.")] = False,
    switches: Annotated[
        bool, typer.Option("--switches", help="Try every switch, with one piece.")
    ] = False,
    free: Annotated[
        bool, typer.Option("--free", help="Watch the switches while pieces are put anywhere.")
    ] = False,
    diodes: Annotated[
        bool, typer.Option("--diodes", help="Try the diodes of a matrix, with three pieces.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write the report to this file as well.")
    ] = None,
) -> None:
    """Check the board and its computer: all of it, or what is named. Status 0: nothing is wrong."""
    from companion.config import Config, load
    from companion.maker.check import Parts
    from companion.maker.run import run_check

    settings = load(config) if config else Config()
    parts = Parts(system, lamps, switches or free, diodes, free)
    if not (system or lamps or switches or free or diodes):
        parts = Parts(diodes=settings.port.kind == "matrix")
    if config is None:
        typer.echo("No --config is given, so this is about the simulated board.")
    if not run_check(settings, parts, report):
        raise typer.Exit(1)


@app.command()
def calibrate(
    config: Annotated[
        Path, typer.Option("--config", "-c", help="The configuration (TOML) to write into.")
    ],
    switches: Annotated[
        bool, typer.Option(help="Find which switch is at which point, or leave them.")
    ] = True,
    pixels: Annotated[
        bool | None,
        typer.Option(
            "--pixels/--no-pixels", help="Find which pixel is, or leave them; else it asks."
        ),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Forget what an interrupted calibration found.")
    ] = False,
) -> None:
    """Find which switch and which pixel is at which point, and write it into the configuration."""
    from companion.maker.run import run_calibrate

    if not run_calibrate(config, switches=switches, pixels=pixels, fresh=new):
        raise typer.Exit(1)


@app.command()
def referee() -> None:
    """Answer questions about the rules: JSON lines on standard input and output."""
    from companion.referee import answers

    for line in answers(sys.stdin.buffer):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


Which = Annotated[
    str, typer.Argument(help="A journal: its path, its name in the directory, or `last`.")
]


def _directory(config: Path | None) -> Path:
    from companion.config import Config, load

    return (load(config) if config else Config()).journal.path


def _journal(which: str, config: Path | None) -> Path:
    """The file that is meant; JournalError when there is none."""
    from companion.journal import reader
    from companion.journal.record import JournalError

    directory = _directory(config)
    if which == "last":
        found = reader.logs(directory)
        if not found:
            raise JournalError(f"no game is logged in {directory}; --config may name another")
        return found[0].path
    inside = directory / which
    return inside if inside.exists() else Path(which)


def _moves(log: Log) -> str:
    count = len(log.moves)
    return "1 move" if count == 1 else f"{count} moves"


@journals.command("list")
def journal_list(config: ConfigFile = None) -> None:
    """List the games of the log's directory, the newest first."""
    from companion.journal import reader

    directory = _directory(config)
    found = reader.logs(directory)
    if not found:
        typer.echo(f"no game is logged in {directory}")
    for summary in found:
        log = summary.log
        if log is not None:
            end = f"{log.end.outcome} ({log.end.how})" if log.end else "unfinished"
            typer.echo(f"{summary.path.name}  {log.head.game}, {_moves(log)}, {end}")
        if summary.trouble:
            typer.echo(f"{summary.path.name}  {summary.trouble}")


@journals.command("show")
def journal_show(which: Which = "last", config: ConfigFile = None) -> None:
    """Show everything that a journal says, line by line."""
    from companion.journal import export, reader

    typer.echo(export.show(reader.read(_journal(which, config))), nl=False)


@journals.command("replay")
def journal_replay(which: Which = "last", config: ConfigFile = None) -> None:
    """Play a game again: the position at the start, and after each move."""
    from companion.games.registry import make
    from companion.journal import reader

    log = reader.read(_journal(which, config))
    positions = reader.texts(log, make(log.head.game, log.head.options))
    for text, position in zip(("", *(move.text for move in log.moves)), positions, strict=True):
        typer.echo(f"{text:12} {position}")


@journals.command("verify")
def journal_verify(which: Which = "last", config: ConfigFile = None) -> None:
    """Check a journal: every checksum, and every move by the rules."""
    from companion.games.registry import make
    from companion.journal import reader

    path = _journal(which, config)
    log = reader.read(path)
    complaints = reader.verify(path, make(log.head.game, log.head.options))
    for complaint in complaints:
        typer.echo(complaint)
    if complaints:
        raise typer.Exit(1)
    typer.echo(f"{path.name} is sound: {_moves(log)}")


@journals.command("export")
def journal_export(which: Which = "last", config: ConfigFile = None) -> None:
    """Print a game as plain text, with tags and numbered moves."""
    from companion.journal import export, reader

    typer.echo(export.export(reader.read(_journal(which, config))), nl=False)


FigureNumber = Annotated[
    int | None, typer.Option("--number", "-n", help="Show this one alone, with names.")
]


def _show_figures(puzzle: str, number: int | None) -> None:
    from companion.puzzles import text
    from companion.puzzles.viewer import Figures

    shown = Figures(puzzle)
    typer.echo(text.gallery(shown) if number is None else text.picture(shown.at(number)), nl=False)


@puzzles.command("triangles")
def puzzle_triangles(number: FigureNumber = None) -> None:
    """Show the triangles whose sides lie along the star's lines."""
    _show_figures("triangles", number)


@puzzles.command("quadrilaterals")
def puzzle_quadrilaterals(number: FigureNumber = None) -> None:
    """Show the quadrilaterals whose sides lie along the star's lines."""
    _show_figures("quadrilaterals", number)


@puzzles.command("magic")
def puzzle_magic(
    labels: Annotated[
        list[str] | None,
        typer.Argument(help="Numbers, as point=number, or all 19 in reading order, `.` for none."),
    ] = None,
    complete: Annotated[bool, typer.Option("--complete", help="Fill in the rest.")] = False,
    count: Annotated[bool, typer.Option("--count", help="Count all magic labellings.")] = False,
) -> None:
    """Check or complete a labelling with 1 to 19 in which every line has the same sum."""
    from companion.puzzles import counting, text
    from companion.puzzles.magic import InvalidLabels, check

    if count:
        if labels or complete:
            raise InvalidLabels(
                "--count counts all labellings: leave the labels and --complete out"
            )
        total = 0
        for line_sum, found in counting.count():
            typer.echo(f"sum {line_sum}: {found}")
            total += found
        typer.echo(f"{total} magic labellings, rotations and reflections not counted")
        return
    given = text.parse_labels(labels or [])
    typer.echo(text.completed(given) if complete else text.labelling(given), nl=False)
    if check(given).faults:
        raise typer.Exit(1)


if __name__ == "__main__":
    main()
