"""The `companion` command."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from companion import __version__
from companion.app.command_line import (
    PlainFormatter,
    ProgramGroup,
    TerminalCommand,
    TerminalGroup,
    WholeNumber,
    given,
    run,
    say,
    say_table,
    show_tracebacks,
    spelling,
)
from companion.app.garbage import collections_put_off
from companion.base.errors import CompanionError, nearest
from companion.base.text import Text, joined, plural, verbatim

if TYPE_CHECKING:
    from companion.app.start import PlayRequest
    from companion.config import Config
    from companion.opponents.external.engine_levels import EngineRoster
    from companion.rules import AnyGame


def main() -> None:
    """Run the command. An error is reported as one line on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(PlainFormatter("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    sys.exit(run(app))


def _trace(_: click.Context, __: click.Parameter, wanted: bool) -> None:
    if wanted:
        show_tracebacks()


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        say(verbatim(f"companion {__version__}"))
        ctx.exit()


app = ProgramGroup(
    "companion",
    help=Text("A companion for board games on a real wooden board."),
    no_args_is_help=True,
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help=Text("Show the version and exit."),
        ),
        click.Option(
            ["--traceback"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_trace,
            help=Text("Show the traceback of every failure, also of a package that is ignored."),
        ),
    ],
)

_FILE = click.Path(path_type=Path)

_CONFIG = click.option(
    "--config", "-c", type=_FILE, metavar="FILE", help=Text("The configuration file (TOML).")
)

_Parameter = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Declares an option or an argument of the function that it decorates."""

# The board and the page, which all commands that play have.
_BOARD: tuple[_Parameter, ...] = (
    click.option(
        "--bag",
        default="",
        metavar="BAG",
        help=Text("The bag: `drawn` by the program, or a `real` one."),
    ),
    click.option(
        "--wait",
        is_flag=True,
        help=Text("Wait for a missing board. A board on USB is always waited for."),
    ),
    click.option(
        "--spectator",
        is_flag=True,
        help=Text("Show a code with which somebody may watch, once all are there."),
    ),
    click.option(
        "--page-port",
        type=WholeNumber(),
        metavar="PORT",
        help=Text("The port of the web page; 0: any free port."),
    ),
    click.option("--no-page", is_flag=True, help=Text("Play without a web page.")),
    click.option(
        "--fault",
        multiple=True,
        metavar="FAULT",
        help=Text(
            "Something that is out of order on a simulated board: `stuck:14@30s`, `dead:5`, "
            "`weak:5`, `chatter:5`, `swapped:5,8`, `unplugged@30s-40s` or `unlit:14`."
        ),
    ),
    click.option("--open", "open_page", is_flag=True, help=Text("Open the web page in a browser.")),
)

_GAME: tuple[_Parameter, ...] = (
    click.option(
        "--game",
        "-g",
        default="",
        metavar="GAME",
        help=Text("The game to play; see `companion games`."),
    ),
    click.option(
        "--option",
        "-o",
        multiple=True,
        metavar="NAME=VALUE",
        help=Text("An option of the game, as name=value."),
    ),
    click.option(
        "--clock",
        default="",
        metavar="CLOCK",
        help=Text(
            "A clock for a new game: `fischer 5+3` (minutes + seconds a move), "
            "`bronstein 5+3`, `move 30` (seconds) or `hourglass 2` (minutes)."
        ),
    ),
)

_NAME = click.option("--name", default="", metavar="NAME", help=Text("What you are called."))
_SEAT = click.option(
    "--seat", default="", metavar="SEAT", help=Text("The seat that you play at this board.")
)


def _plays(
    name: str, help: Text, *own: _Parameter, cls: type[TerminalCommand] = TerminalCommand
) -> Callable[[Callable[..., PlayRequest]], click.Command]:
    """Declare a command that plays.

    Its function returns the request, from the configuration and the values of the command's own
    parameters.
    """

    def declare(request_for: Callable[..., PlayRequest]) -> click.Command:
        def play(
            config: Path | None,
            bag: str,
            wait: bool,
            spectator: bool,
            page_port: int | None,
            no_page: bool,
            fault: tuple[str, ...],
            open_page: bool,
            **values: Any,
        ) -> None:
            with collections_put_off():
                from msgspec.structs import replace as with_changes

                from companion.app.play import play as start
                from companion.device.ports.simulated_kind import with_faults
                from companion.maker.page import MakerTools

                settings = _settings(config)
                page, game = settings.page, settings.game
                if page_port is not None:
                    page = with_changes(page, port=page_port)
                if no_page:
                    page = with_changes(page, enabled=False)
                if bag:
                    game = with_changes(game, bag=_bag(bag))
                port = with_faults(settings.port, fault) if fault else settings.port
                settings = with_changes(settings, page=page, game=game, port=port)
                request = replace(
                    request_for(settings, **values),
                    wait=wait,
                    browse=open_page,
                    spectator=spectator,
                    bag=bag,
                )
                start(settings, request, say, MakerTools(config))

        command: Callable[..., Any] = play
        parameters: tuple[_Parameter, ...] = (_CONFIG, *own, *_BOARD)
        for parameter in reversed(parameters):
            command = parameter(command)
        return app.command(name, help=help, cls=cls)(command)

    return declare


class _Play(TerminalCommand):
    """`play`, with its former options.

    `--invite`, `--join CODE` and `--drill NAME` mean the commands `invite`, `join` and `train`.
    They are accepted, and not listed.
    """

    def invoke(self, ctx: click.Context) -> None:
        """Play, or run the command that a former option means.

        Raises:
            CompanionError: If that command lacks another option that is given.
        """
        written = {parameter.name: spelling(parameter) for parameter in given(ctx)}
        for name, command in (("invite", _invite), ("code", _join), ("drill", _train)):
            if name in written:
                known = {parameter.name for parameter in command.params}
                allowed = {*known, name, "new", "menu"}  # the last two had no effect
                others = [option for other, option in written.items() if other not in allowed]
                if others:
                    raise CompanionError(
                        Text(
                            "{option}: leave out {others}",
                            option=written[name],
                            others=", ".join(others),
                        )
                    )
                ctx.invoke(command, **{each: ctx.params[each] for each in known})
                return
        if written.keys() & {"seat", "name"}:
            raise CompanionError(Text("--seat and --name go with --invite or --join"))
        for former in ("invite", "code", "drill", "seat", "name"):
            del ctx.params[former]
        super().invoke(ctx)


@_plays(
    "play",
    Text("Play on the board. Continues the last game if it was interrupted."),
    *_GAME,
    click.option("--new", is_flag=True, help=Text("Start a new game, even if one is unfinished.")),
    click.option(
        "--position",
        default="",
        metavar="POSITION",
        help=Text("Start a new game from this position."),
    ),
    click.option(
        "--computer",
        multiple=True,
        metavar="SEAT",
        help=Text(
            "A seat for the computer: `black`, or `black:strong` (beginner, easy, casual, "
            "fair, good, strong)."
        ),
    ),
    click.option(
        "--puzzle",
        default="",
        metavar="PUZZLE",
        help=Text("Start with a puzzle; the button steps through it."),
    ),
    click.option(
        "--menu",
        is_flag=True,
        help=Text("Choose the game on the board, even on a simulated one."),
    ),
    click.option("--invite", is_flag=True, hidden=True),
    click.option("--seat", default="", hidden=True),
    click.option("--join", "code", default="", hidden=True),
    click.option("--name", default="", hidden=True),
    click.option("--drill", default="", hidden=True),
    cls=_Play,
)
def _play(
    settings: Config,
    game: str,
    option: tuple[str, ...],
    clock: str,
    new: bool,
    position: str,
    computer: tuple[str, ...],
    puzzle: str,
    menu: bool,
) -> PlayRequest:
    from companion.app.start import PlayRequest
    from companion.rules.clock import TimeControl
    from companion.session.match.opponents import parse_computers

    named = _named_game(settings, game, option)
    request = PlayRequest(named, fresh=new, position=position, puzzle=puzzle, menu=menu)
    if computer or clock:
        played = named or settings.make_game()
        roster = _roster(settings)
        request = replace(
            request,
            game=played,
            computers=parse_computers(played, computer, roster) if computer else None,
            control=TimeControl.parse(clock, played.seats) if clock else None,
        )
    return request


@_plays("invite", Text("Invite somebody far away to a game."), *_GAME, _SEAT, _NAME)
def _invite(
    settings: Config, game: str, option: tuple[str, ...], clock: str, seat: str, name: str
) -> PlayRequest:
    from companion.app.start import PlayRequest
    from companion.protocol.commands import Invite
    from companion.rules.clock import TimeControl

    chosen = _named_game(settings, game, option) or settings.make_game()
    if clock:
        TimeControl.parse(clock, chosen.seats)  # refuses what is no clock
    meet = Invite(
        game=chosen.name,
        options=dict(chosen.chosen),
        seat=_seat(chosen, seat),
        clock=clock or settings.game.clock,
        name=name,
    )
    return PlayRequest(chosen, meet=meet)


@_plays(
    "join",
    Text("Join somebody far away, or watch, with the code that you were told."),
    click.argument("code", help=Text("The code, such as 4711-tiger-soda.")),
    _NAME,
)
def _join(_: Config, code: str, name: str) -> PlayRequest:
    from companion.app.start import PlayRequest
    from companion.protocol.commands import Join

    return PlayRequest(meet=Join(code, name))


@_plays(
    "train",
    Text("Train a position against the computer."),
    click.argument("drill", help=Text("The position; `companion drills` lists them.")),
)
def _train(_: Config, drill: str) -> PlayRequest:
    from companion.app.start import PlayRequest

    return PlayRequest(drill=drill)


def _settings(config: Path | None) -> Config:
    """Read a configuration. Without one, the board is simulated."""
    from companion.config import Config, load_config

    return load_config(config) if config else Config()


def _roster(settings: Config) -> EngineRoster:
    """Return the engines of a configuration, as they were last used."""
    from companion.app.engine_choices import open_engines
    from companion.opponents.external.engine_levels import EngineRoster

    engines = open_engines(settings, lambda _: None)
    return EngineRoster({}) if engines is None else engines.roster


def _named_game(settings: Config, name: str, options: tuple[str, ...]) -> AnyGame | None:
    """Return the game of that name, or with those options; None if neither is given."""
    from companion.games.registry import make

    return make(name or settings.game.name, _options(options)) if name or options else None


def _seat(game: AnyGame, name: str) -> int:
    """Return the number of a seat by its name; the first if none is named."""
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


def _options(texts: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CompanionError(Text("--option {text!r}: write it as name=value", text=text))
        found[name.strip()] = value.strip()
    return found


@app.command(
    "install",
    help=Text("Install the program as a systemd service: start it now and at every boot (Linux)."),
)
@_CONFIG
@click.option("--power-off", is_flag=True, help=Text("Let the board's menu shut down the machine."))
@click.option(
    "--remove", "undo", is_flag=True, help=Text("Remove the service; the game logs are kept.")
)
@click.option("--dry-run", is_flag=True, help=Text("Show what would be done without doing it."))
def _install(config: Path | None, power_off: bool, undo: bool, dry_run: bool) -> None:
    from companion.config import load_config
    from companion.maker.install import service
    from companion.maker.install.program import this_program

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


@app.command(
    "new-game",
    help=Text("Write the package of a game of your own, to be played at once and then changed."),
)
@click.argument("name", help=Text("The name of the game: lower-case letters, digits and _."))
@click.option(
    "--directory",
    type=_FILE,
    default=Path(),
    metavar="DIRECTORY",
    help=Text("Where the folder of the package is made; by default, here."),
)
@click.option(
    "--base",
    type=click.Choice(["men", "game"]),
    default="men",
    help=Text(
        "What it begins from: `men`, for single pieces on points, of which little is to be "
        "written; or `game`, with every method, for any other game."
    ),
)
def _new_game(name: str, directory: Path, base: str) -> None:
    from companion.app.new_game import write_package

    for path in write_package(name, directory, base):
        say(verbatim(str(path)))
    say(Text("Install it, play it, change it, and test it:"))
    for line in (
        f"pip install --editable {directory / name}",
        f"companion play --game {name}",
        f"companion test-game {name}",
    ):
        say(verbatim(f"    {line}"))


@app.command(
    "test-game",
    help=Text("Test a game of your own: its rules, hands that play it, and what is shown of it."),
)
@click.argument("name", help=Text("The name of the game; see `companion games`."))
@click.option(
    "--option",
    "-o",
    multiple=True,
    metavar="NAME=VALUE",
    help=Text("An option of the game, as name=value."),
)
def _test_game(name: str, option: tuple[str, ...]) -> None:
    from tempfile import TemporaryDirectory

    from companion.games.registry import make
    from companion.testing.game_report import examine

    game = make(name, _options(option))
    wrong = 0
    with TemporaryDirectory() as folder:
        for finding in examine(game, Path(folder)):
            wrong += finding.wrong
            say(finding.line)
    if wrong:
        raise click.exceptions.Exit(1)
    say(Text("{game} is well.", game=game.title))


@app.command(
    "hil",
    help=Text(
        "Test a real board, hardware in the loop: every switch, every lamp, and a game of each "
        "kind. A jig works it, or a person. Exit status 0: no test failed."
    ),
)
@click.option(
    "--config", type=_FILE, required=True, metavar="FILE", help=Text("The board's configuration.")
)
@click.option("--jig", default="", metavar="DEVICE", help=Text("The serial device of the jig."))
@click.option("--person", is_flag=True, help=Text("Ask a person to move the pieces instead."))
@click.option("--junit", type=_FILE, metavar="FILE", help=Text("Write a report as JUnit XML."))
@click.option("--json", "report", type=_FILE, metavar="FILE", help=Text("Write a report as JSON."))
@click.option(
    "--only", default="", metavar="WORDS", help=Text("Run only tests with these in their names.")
)
def _hil(
    config: Path, jig: str, person: bool, junit: Path | None, report: Path | None, only: str
) -> None:
    from companion.testing.board_report import run_board_suite

    if bool(jig) == person:
        raise click.UsageError(Text("say who works the board: --jig DEVICE or --person"))
    if not config.is_file():
        raise click.UsageError(
            Text("there is no file {file}; `companion config` prints one", file=config)
        )
    board = f"jig:{jig}" if jig else "person"
    status = run_board_suite(board, config, only=only, junit=junit, report=report)
    if status:
        raise click.exceptions.Exit(status)


@app.command(
    "setup",
    help=Text(
        "Set up a Raspberry Pi for the board: SPI, pins, groups and the service. Every change is "
        "shown first."
    ),
)
@_CONFIG
@click.option("--undo", is_flag=True, help=Text("Take back what this command has changed."))
@click.option("--yes", is_flag=True, help=Text("Make the changes without asking."))
@click.option("--dry-run", is_flag=True, help=Text("Show what would be done without doing it."))
@click.option("--no-service", is_flag=True, help=Text("Leave the service out."))
@click.option(
    "--user", metavar="NAME", help=Text("Who runs the program by hand; default: who called sudo.")
)
@click.option(
    "--root",
    type=_FILE,
    default=Path("/"),
    metavar="FOLDER",
    help=Text("The folder with the system's files, such as a mounted card; implies --no-service."),
)
def _setup(
    config: Path | None,
    undo: bool,
    yes: bool,
    dry_run: bool,
    no_service: bool,
    user: str | None,
    root: Path,
) -> None:
    from companion.maker.setup_dialog import SetupChoices, run_setup

    choices = SetupChoices(
        undo=undo,
        yes=yes,
        dry_run=dry_run,
        service=not no_service and root == Path("/"),
        user=user,
        root=root,
    )
    run_setup(config, choices, say)


@app.command("games", help=Text("List the games and their options."))
@click.argument("game", default="", help=Text("The one game to list; by default, all."))
def _games(game: str) -> None:
    from companion.coach.game_summary import summary_of
    from companion.games.registry import kinds, make

    indent = " " * 17
    if game:
        make(game)  # an unknown one is named with its nearest neighbour
    for name, kind in kinds().items():
        if game not in ("", name):
            continue
        say(joined("", [f"{name:14} ", kind.title]))
        say(joined("", [indent, summary_of(kind)]))
        chosen: dict[str, str] = {}
        for option in kind.options:
            chosen[option.name] = option.initial(chosen)
            values = option.values(chosen)
            some = ", ".join(values if len(values) <= 8 else (*values[:3], "…", values[-1]))
            value = f"{indent}{option.name} = {chosen[option.name]}: "
            say(joined("", [value, option.help, f" ({some})"]))


@app.command("drills", help=Text("List the drills: positions to train against the computer."))
def _drills() -> None:
    from companion.coach.drills import DRILLS, OWN

    for drill in DRILLS.values():
        say(joined("", [f"{drill.name:16} ", drill.title]))
        say(joined("", [" " * 17, drill.task]))
    own = Text("A win from your games, as in own:solomon: a position in which only one move wins.")
    say(joined("", [f"{OWN}GAME         ", own]))


@app.command(
    "config",
    help=Text(
        "List the configurations for wooden boards, or print one: "
        "companion config star-spi > board.toml."
    ),
)
@click.argument("name", default="", help=Text("The configuration to print, such as star-spi."))
def _print_config(name: str) -> None:
    from companion.maker.example_configs import SOURCES, TITLES, read_example

    if name:
        click.echo(read_example(name), nl=False)
    else:
        for each in SOURCES:
            say(joined("", [f"{each:11} ", TITLES[each]]))


@app.command(
    "firmware",
    help=Text(
        "Put the firmware onto a Pico: onto its drive, or with --uf2 into one file together with "
        "CircuitPython."
    ),
)
@click.argument("drive", type=_FILE, required=False, help=Text("The drive of the Pico."))
@click.option(
    "--board",
    default="",
    metavar="NAME",
    help=Text("The board it is under: star, grid7 to 9, nine or five."),
)
@click.option(
    "--uf2", type=_FILE, metavar="FILE", help=Text("The CircuitPython image for the Pico.")
)
@click.option(
    "--to", type=_FILE, metavar="FILE", help=Text("The file to write, to drag onto the Pico.")
)
def _firmware(drive: Path | None, board: str, uf2: Path | None, to: Path | None) -> None:
    from companion.maker.pico_files import copy_firmware, make_uf2

    if drive is not None and uf2 is None and to is None:
        said = copy_firmware(drive, board)
    elif drive is None and uf2 is not None and to is not None:
        said = make_uf2(uf2, to, board)
    else:
        raise click.UsageError(
            Text(
                "give the Pico's DRIVE, or --uf2 FILE and --to FILE; see companion firmware --help"
            )
        )
    for line in said:
        say(line)


@app.command(
    "check",
    help=Text(
        "Check the board and its computer: everything, or the named parts. "
        "Exit status 0: no faults."
    ),
)
@_CONFIG
@click.option("--system", is_flag=True, help=Text("Check the computer."))
@click.option("--lamps", is_flag=True, help=Text("Test every lamp."))
@click.option(
    "--first",
    type=int,
    metavar="N",
    help=Text("Test only the first N lamps of the strip, while it grows."),
)
@click.option(
    "--switches", is_flag=True, help=Text("Test the button, and every switch with one piece.")
)
@click.option(
    "--free", is_flag=True, help=Text("Watch the switches while you put pieces anywhere.")
)
@click.option("--diodes", is_flag=True, help=Text("Test the diodes of a matrix with three pieces."))
@click.option(
    "--coupon",
    is_flag=True,
    help=Text("Try reeds and magnet on the test coupon before you cut a board."),
)
@click.option(
    "--report", type=_FILE, metavar="FILE", help=Text("Also write the report to this file.")
)
def _check(
    config: Path | None,
    system: bool,
    lamps: bool,
    first: int | None,
    switches: bool,
    free: bool,
    diodes: bool,
    coupon: bool,
    report: Path | None,
) -> None:
    from companion.maker.check import CheckParts
    from companion.maker.run import run_check

    settings = _settings(config)
    lamps = lamps or first is not None
    parts = CheckParts(system, lamps, switches or free, diodes, free, coupon, first)
    if not (system or lamps or switches or free or diodes or coupon):
        parts = CheckParts(diodes=settings.port.diodes)
    if config is None:
        say(Text("No --config given: checking the simulated board."))
    if not run_check(settings, parts, report):
        raise click.exceptions.Exit(1)


@app.command(
    "calibrate",
    help=Text("Find which switch and which pixel is at which point, and update the configuration."),
)
@click.option(
    "--config",
    "-c",
    type=_FILE,
    required=True,
    metavar="FILE",
    help=Text("The configuration file (TOML) to update."),
)
@click.option(
    "--switches/--no-switches",
    default=True,
    show_default=True,
    help=Text("Find the switches, or keep the configured ones."),
)
@click.option(
    "--pixels/--no-pixels",
    default=None,
    help=Text("Find the pixels, or keep the configured ones. Default: ask."),
)
@click.option("--new", is_flag=True, help=Text("Discard an interrupted calibration."))
def _calibrate(config: Path, switches: bool, pixels: bool | None, new: bool) -> None:
    from companion.maker.run import run_calibrate

    if not run_calibrate(config, switches=switches, pixels=pixels, fresh=new):
        raise click.exceptions.Exit(1)


@app.command(
    "referee",
    help=Text("Answer questions about the rules, as JSON lines on standard input and output."),
)
def _referee() -> None:
    from companion.app.referee.stream import answer_stream

    if sys.stdin is None or sys.stdout is None:
        raise CompanionError(Text("the referee needs its standard input and output: one is closed"))
    answer_stream(sys.stdin.fileno(), sys.stdout.fileno())


_journals = TerminalGroup(
    "journal", help=Text("The log of all games played."), no_args_is_help=True
)
app.add_command(_journals)

_WHICH = click.argument(
    "which",
    default="last",
    help=Text("A journal: its path, its name in the directory, or `last`."),
)


def _directory(config: Path | None) -> Path:
    return _settings(config).journal.path


def _journal(which: str, config: Path | None) -> Path:
    """Return the path of a journal. Raises JournalError if there is none."""
    from companion.records.journal.log_names import newest_path
    from companion.records.journal.record import JournalError

    directory = _directory(config)
    if which == "last":
        newest = newest_path(directory)
        if newest is None:
            raise JournalError(
                Text(
                    "no games are logged in {directory}; use --config for another directory",
                    directory=directory,
                )
            )
        return newest
    for inside in (directory / which, directory / f"{which}.jsonl"):
        if os.path.lexists(inside):
            return inside
    return Path(which)


def _moves(count: int) -> Text:
    return plural("{number} move", "{number} moves", count)


@_journals.command("list", help=Text("List the logged games, the newest first."))
@_CONFIG
def _journal_list(config: Path | None) -> None:
    from companion.records.journal import export, reader

    directory = _directory(config)
    found = reader.list_logs(directory)
    if not found:
        say(Text("no games are logged in {directory}", directory=directory))
    for summary in found:
        log = summary.log
        if log is not None:
            name = f"{summary.path.name}  {log.head.game}"
            end = export.result(log.head, log.end) if log.end else Text("unfinished")
            say(joined(", ", [name, _moves(len(log.moves)), end]))
        if summary.trouble:
            say(joined("  ", [summary.path.name, summary.trouble]))


@app.command("people", help=Text("Show who plays here, who beat whom, and what suits whom."))
@_CONFIG
def _people(config: Path | None) -> None:
    from companion.app.people_report import people_report
    from companion.records.people_file import PeopleFile

    journal = _settings(config).journal
    household = PeopleFile(journal.path, journal.disk).load()
    for line in people_report(journal.path, household, journal.disk):
        say(line)


@_journals.command("show", help=Text("Show a journal record by record."))
@_WHICH
@_CONFIG
def _journal_show(which: str, config: Path | None) -> None:
    from companion.records.journal import export, reader

    say(export.show(reader.read_log(_journal(which, config))))


@_journals.command(
    "replay", help=Text("Replay a game: show the position at the start and after each move.")
)
@_WHICH
@_CONFIG
def _journal_replay(which: str, config: Path | None) -> None:
    from companion.records.game_logs import game_of
    from companion.records.journal import reader

    log = reader.read_log(_journal(which, config))
    positions = reader.position_texts(log, game_of(log))
    for text, position in zip(("", *(move.text for move in log.moves)), positions, strict=True):
        say(verbatim(f"{text:12} {position}"))


@_journals.command(
    "verify", help=Text("Check a journal: every checksum, and every move by the rules.")
)
@_WHICH
@_CONFIG
def _journal_verify(which: str, config: Path | None) -> None:
    from companion.records.game_logs import game_of
    from companion.records.journal import reader

    path = _journal(which, config)
    log = reader.read_log(path)
    complaints = reader.verify(path, game_of(log))
    for complaint in complaints:
        say(complaint)
    if complaints:
        raise click.exceptions.Exit(1)
    say(Text("{name} is intact: {moves}", name=path.name, moves=_moves(len(log.moves))))


@_journals.command(
    "repair", help=Text("Save what is sound of a damaged journal into a new one beside it.")
)
@_WHICH
@_CONFIG
def _journal_repair(which: str, config: Path | None) -> None:
    from companion.records.game_logs import game_of
    from companion.records.journal import reader
    from companion.records.journal.repair import repair

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


@_journals.command("export", help=Text("Print a game as plain text, with tags and numbered moves."))
@_WHICH
@_CONFIG
@click.option("--times", is_flag=True, help=Text("Add when each move was made, and the clock."))
def _journal_export(which: str, config: Path | None, times: bool) -> None:
    from companion.records.journal import export, reader

    say(verbatim(export.export(reader.read_log(_journal(which, config)), times=times)), nl=False)


@_journals.command(
    "import",
    help=Text("Add the games of a file to the journal. Exit status 0: all of them could be read."),
)
@click.argument("file", type=_FILE, help=Text("A log, a download of many, or games as text."))
@_CONFIG
def _journal_import(file: Path, config: Path | None) -> None:
    from datetime import datetime

    from companion.records.importing import import_games

    settings = _settings(config).journal
    report = import_games(file, settings.path, datetime.now(), settings.disk)
    for path in report.stored:
        say(Text("Imported: {name}", name=path.name))
    for trouble in report.trouble:
        say(Text("Not imported: {trouble}", trouble=trouble))
    if report.known:
        say(Text("Already there: {known}", known=report.known))
    if report.trouble:
        raise click.exceptions.Exit(1)


@app.command(
    "analyse",
    help=Text("Find the mistakes of a logged game: what each move was worth, and what was better."),
)
@_WHICH
@_CONFIG
@click.option(
    "--effort",
    default="normal",
    show_default=True,
    metavar="EFFORT",
    help=Text("How hard to try: quick, normal or thorough."),
)
@click.option(
    "--engine",
    default="",
    metavar="ENGINE",
    help=Text("An engine of the configuration that rates the moves, as `stockfish`."),
)
@click.option(
    "--json", "as_json", is_flag=True, help=Text("Print the result as JSON, for programs.")
)
def _analyse(which: str, config: Path | None, effort: str, engine: str, as_json: bool) -> None:
    from companion.coach import review_report
    from companion.records.journal import reader

    wanted = review_report.effort_named(effort)
    log = reader.read_log(_journal(which, config))
    roster = _roster(_settings(config))
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
        click.echo(review_report.report_json(log, review))
        return
    for trouble in review_report.troubles(log, review):
        say(Text("Warning: {trouble}", trouble=trouble), err=True)
    say(review_report.heading(log, review))
    say_table(review_report.table(review))
    for line in review_report.closing(log, review, sys.stdout):
        say(line)


@app.command(
    "engines",
    help=Text(
        "List the external engines of the configuration, show one, try it, or change how it is "
        "used."
    ),
)
@click.argument("engine", default="", help=Text("The one engine to show; by default, all."))
@_CONFIG
@click.option(
    "--try", "trial", is_flag=True, help=Text("Let it choose a move from the start of a game.")
)
@click.option(
    "--game",
    default="",
    metavar="GAME",
    help=Text("The game to try it in; by default, the first that it plays."),
)
@click.option("--on/--off", "on", default=None, help=Text("Offer it as an opponent, or do not."))
@click.option("--seconds", type=float, metavar="N", help=Text("The seconds for a move."))
@click.option(
    "--option",
    "-o",
    multiple=True,
    metavar="NAME=VALUE",
    help=Text("An option of the engine, as name=value; `name=` returns to the configuration."),
)
@click.option("--reset", is_flag=True, help=Text("Return to the configuration."))
def _engines(
    engine: str,
    config: Path | None,
    trial: bool,
    game: str,
    on: bool | None,
    seconds: float | None,
    option: tuple[str, ...],
    reset: bool,
) -> None:
    from companion.app.engine_choices import open_engines
    from companion.app.engines_report import Changes, change, list_engines, show_engine

    settings = _settings(config)
    chosen = open_engines(settings, lambda line: say(line, err=True))
    if chosen is None:
        raise CompanionError(
            Text("the configuration names no engines; docs/engines.md says how to name one")
        )
    changes = Changes(on, seconds, option, reset)
    if not engine:
        if trial or game or changes != Changes():
            raise CompanionError(Text("name the engine; `companion engines` lists them"))
        say_table(list_engines(chosen))
        return
    chosen.roster.settings(engine)  # an unknown one is named with its nearest neighbour
    try:
        if changes != Changes():
            change(chosen, engine, changes, settings)
        good, lines = show_engine(chosen, engine, game, moves=trial or bool(game))
    finally:
        chosen.roster.close()
    for line in lines:
        say(line)
    if not good:
        raise click.exceptions.Exit(1)


_puzzles = TerminalGroup("puzzle", help=Text("The puzzles of the star."), no_args_is_help=True)
app.add_command(_puzzles)

_NUMBER = click.option(
    "--number",
    "-n",
    type=WholeNumber(),
    metavar="NUMBER",
    help=Text("Show only this one, with point names."),
)


def _show_figures(puzzle: str, number: int | None) -> None:
    from companion.games.puzzles import puzzle_text
    from companion.games.puzzles.viewer import FigureBrowser

    shown = FigureBrowser(puzzle)
    said = (
        puzzle_text.format_gallery(shown)
        if number is None
        else puzzle_text.format_figure(shown.at(number))
    )
    say(verbatim(said), nl=False)


@_puzzles.command(
    "triangles", help=Text("Show the triangles whose sides lie along the star's lines.")
)
@_NUMBER
def _puzzle_triangles(number: int | None) -> None:
    _show_figures("triangles", number)


@_puzzles.command(
    "quadrilaterals", help=Text("Show the quadrilaterals whose sides lie along the star's lines.")
)
@_NUMBER
def _puzzle_quadrilaterals(number: int | None) -> None:
    _show_figures("quadrilaterals", number)


@_puzzles.command(
    "magic",
    help=Text("Check or complete a labelling with 1 to 19 in which every line has the same sum."),
)
@click.argument(
    "labels",
    nargs=-1,
    help=Text("Numbers as point=number, or all 19 in reading order, `.` for an empty point."),
)
@click.option("--complete", is_flag=True, help=Text("Fill in the rest."))
@click.option("--count", is_flag=True, help=Text("Count all magic labellings."))
def _puzzle_magic(labels: tuple[str, ...], complete: bool, count: bool) -> None:
    from companion.games.puzzles import counting, puzzle_text
    from companion.games.puzzles.magic import InvalidLabels, check_labels

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
    given = puzzle_text.parse_labels(labels or [])
    said = puzzle_text.format_completion(given) if complete else puzzle_text.format_labels(given)
    say(verbatim(said), nl=False)
    if check_labels(given).faults:
        raise click.exceptions.Exit(1)


@_puzzles.command(
    "daily", help=Text("Show the puzzle of the day: an ending, a few pegs, or a labelling.")
)
@click.option("--date", default="", metavar="DATE", help=Text("Another day, as in 2026-11-28."))
@click.option("--hint", is_flag=True, help=Text("Say where to begin."))
@click.option("--solution", is_flag=True, help=Text("Show the solution."))
@_CONFIG
def _puzzle_daily(date: str, hint: bool, solution: bool, config: Path | None) -> None:
    from datetime import datetime

    from companion.app.daily_report import daily_report

    day = date or datetime.now().astimezone().date().isoformat()
    for line in daily_report(day, _directory(config), hint=hint, solution=solution):
        say(line)


_tables = TerminalGroup("tables", help=Text("Solomon's endings, solved."), no_args_is_help=True)
app.add_command(_tables)


@_tables.command("list", help=Text("List the tables of endings, and what they hold."))
def _tables_list() -> None:
    from companion.opponents.tables.table_list import list_tables

    list_tables(say)


if __name__ == "__main__":
    main()
