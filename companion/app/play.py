"""`companion play`: starts the program, plays, and ends it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbits
from time import monotonic
from typing import TYPE_CHECKING

from companion import __version__
from companion.app.garbage import exempt_present_objects
from companion.app.loop import Loop
from companion.app.notifier import SystemdNotifier
from companion.app.own_drills import OwnDrillJob
from companion.app.pictures import shows_pictures
from companion.app.threads import LATE_AFTER
from companion.clock import TimeControl
from companion.config import Config
from companion.engines.contract import Stop, never
from companion.games.registry import make
from companion.geometry import Board
from companion.journal import reader
from companion.journal.folder import JournalFolder
from companion.journal.lock import directory_lock
from companion.journal.record import EndRecord
from companion.languages import terminal_language
from companion.learning.drills import OWN, Drill, find_drill
from companion.library.records import game_of
from companion.protocol.commands import Invite, Join
from companion.protocol.library import GameLibrary
from companion.protocol.views import SettingValue
from companion.qr import terminal_lines
from companion.rules import AnyGame, CompanionError, Match
from companion.session.opponents import Computers, check_computers
from companion.session.own_drill import checked_drill
from companion.session.recorded import RecordedMatch, logged_control
from companion.session.search import SearchResult
from companion.session.tools import ToolStarter
from companion.session.views import board_greeting
from companion.settings.chosen import NO_VALUES, ChosenSettings
from companion.settings.file import SettingsFile, SettingsFileError
from companion.text import Text, joined, verbatim

if TYPE_CHECKING:
    from companion.home.link import HomeLink
    from companion.web.announcer import Announcer
    from companion.web.server import Server

Echo = Callable[[Text], None]
"""Prints a line."""

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")  # a Linux desktop sets at least one of them
_LEAVING = 3.0  # seconds for Home Assistant to be told that the board is away
_DIGITS = 6  # of a pairing code that the program makes


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """What the player asked for.

    game:      the game to play; None if none was named, so that an unfinished one may be resumed.
    fresh:     whether to begin a new game even if one is unfinished.
    position:  the position to begin with; empty for the start of the game.
    puzzle:    a puzzle of the board to show first; or empty.
    drill:     the name of a drill to begin with; or empty.
    menu:      whether to choose on the board even if that is simulated.
    computers: the seats that the computer plays; None if that was left open.
    wait:      whether to wait for a board that is not there. For one on USB that is always done.
    control:   how time is controlled in a new game; None without a clock.
    browse:    whether to open the page in a browser.
    meet:      what to invite people far away to, or how to join them; None to play here.
    spectator: whether to show a code with which somebody may watch, once people far away are there.
    """

    game: AnyGame | None = None
    fresh: bool = False
    position: str = ""
    puzzle: str = ""
    drill: str = ""
    menu: bool = False
    computers: Computers | None = None
    wait: bool = False
    control: TimeControl | None = None
    browse: bool = False
    meet: Invite | Join | None = None
    spectator: bool = False


def play(
    config: Config,
    request: PlayRequest,
    echo: Echo,
    tools: ToolStarter | None = None,
) -> None:
    """Play until interrupted. Raises CompanionError if the board, the page, the log or the game is
    unavailable; unfinished games then stay as they are. Raises it at the end if part of the log
    could not be written. echo: prints a line. tools: those that the page can start."""
    drill = _find_drill(request.drill, config, echo) if request.drill else None
    if drill is not None:
        request = replace(request, game=make(drill.game, drill.options))
    board = (request.game or config.make_game()).board
    config.check(board)
    if request.browse and not config.page.enabled:
        raise CompanionError(Text("there is no page to open: leave out --open, or serve the page"))
    settings = _load_settings(config, board, echo)
    if request.meet is not None or request.spectator:
        config.remote.require()
    loop = Loop(config, notifier=SystemdNotifier(os.environ), settings=settings, tools=tools)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.stop())
    loop.remote.echo = echo
    loop.session.wants_spectator = request.spectator
    for trouble in loop.engines.troubles:
        echo(_warning(trouble))
    server = announcer = home = None
    try:
        with directory_lock(config.journal.path, config.journal.disk):
            if config.page.enabled:
                from companion.web.server import Server

                page, library = config.page, _open_library(loop, config, echo)
                server = Server(
                    loop, page.host, page.port, page.code, library=library, name=page.name
                )
                address = server.start()
                announcer = _announce(page.name, server, echo)
                if _waits(config, request):
                    print_page(address, server, echo)  # the page says what is waited for
                    _browse(address, request, echo)
            home = _join_home(loop, config, echo)
            if start(loop, config, request, echo, drill):
                if server is not None and not _waits(config, request):
                    print_page(address, server, echo)
                    _browse(address, request, echo)
                echo(Text("Press Ctrl-C to quit; you can resume the game later."))
                exempt_present_objects()
                loop.run()
            unwritten = loop.journals.finish()
    finally:
        if home is not None:
            home.close()
        if announcer is not None:
            announcer.stop()
        if server is not None:
            server.stop()
        loop.session.close()
        loop.engines.close()
        if home is not None:
            home.join(_LEAVING)
    for loss in unwritten:
        echo(_warning(loss))
    if loop.shut_down:
        _shut_down(config.menu.shut_down, echo)
    if unwritten:
        raise CompanionError(
            Text(
                "the log in {path} is not complete: what could not be written is lost",
                path=config.journal.path,
            )
        )


def _warning(trouble: str) -> Text:
    return Text("Warning: {trouble}", trouble=trouble)


def _load_settings(config: Config, board: Board, echo: Echo) -> ChosenSettings:
    """The configuration with what was chosen on the page before."""
    file = SettingsFile(config.journal.path, config.journal.disk)
    values: Mapping[str, SettingValue] = NO_VALUES
    try:
        values = file.load()
    except SettingsFileError as error:
        echo(_warning(error.text))
    settings = ChosenSettings(config, file.save, values)
    for trouble in settings.apply(board):
        echo(_warning(joined(": ", [str(file.path), trouble])))
    if settings.keys:
        chosen = ", ".join(settings.keys)
        echo(Text("Chosen on the page: {keys} ({path})", keys=chosen, path=file.path))
    return settings


def _open_library(loop: Loop, config: Config, echo: Echo) -> GameLibrary | None:
    """The library for the page. None if this Python was built without SQLite."""
    try:
        from companion.library.shelf import Library
    except ImportError as error:
        trouble = Text(
            "the page shows no logged games, because this Python lacks SQLite: {error}", error=error
        )
        echo(_warning(trouble))
        return None
    journal = config.journal
    return Library(
        journal.path,
        board_greeting,
        lambda: loop.logs_in_use,
        journal.disk,
        background=lambda work: _search_for(work, loop),
        engines=loop.engines,
    )


@dataclass(frozen=True, slots=True)
class _Work:
    """Work of the library, as a search."""

    do: Callable[[Stop, Stop], None]

    def run(self, stop: Stop, late: Stop = never) -> SearchResult:
        self.do(stop, late)
        return SearchResult(None)

    def failed(self) -> SearchResult:
        """Nothing: whoever asks the library hears why."""
        return SearchResult(None)


def _search_for(work: Callable[[Stop, Stop], None], loop: Loop) -> None:
    """Have work done where the searches run: one at a time, none in the loop's thread, and after
    all that somebody at the board waits for."""
    loop.search(_Work(work), lambda _: None, ahead=True)


def _announce(name: str, server: Server, echo: Echo) -> Announcer | None:
    """Announce a page under a name, if the page is served to a network."""
    if not name or server.phone is None:
        return None
    from companion.web.announcer import Announcer

    announcer = Announcer(name, server.phone.address, echo)
    announcer.start()
    return announcer


def _join_home(loop: Loop, config: Config, echo: Echo) -> HomeLink | None:
    """Announce the board to Home Assistant, if that is wanted. Whatever is wrong with that, the
    game goes on."""
    if not config.home_assistant.enabled:
        return None

    def warn(problem: Text) -> None:
        echo(_warning(problem))

    try:
        from companion.home.link import HomeLink
        from companion.home.messages import HomeMessages

        words = terminal_language(os.environ).words
        messages = HomeMessages(config.home_assistant, __version__, words)
        home = HomeLink(config.remote, messages, loop.command, warn)
    except ImportError as error:
        warn(
            Text(
                "{module} is missing; install it with: pip install board-companion[remote]",
                module=error.name,
            )
        )
        return None
    except CompanionError as error:
        warn(Text("Home Assistant is not told anything: {problem}", problem=error.text))
        return None
    loop.subscribe(home.hear)
    return home


def print_page(address: str, server: Server, echo: Echo) -> None:
    """Print how to get to the page: its address, its code and, on a terminal, both as a QR code."""
    echo(Text("Page: {address}", address=address))
    code = server.code
    if code:
        spaced = f"{code[:3]} {code[3:]}" if len(code) == _DIGITS and code.isdecimal() else code
        echo(Text("Code: {code}", code=spaced))
    if server.phone is not None and shows_pictures(sys.stdout):
        echo(Text("Scan this with a phone in the same network; it opens the page, with the code:"))
        for line in terminal_lines(server.phone.url):
            echo(verbatim(line))


def _browse(address: str, request: PlayRequest, echo: Echo) -> None:
    """Open the page in a browser if that is wanted."""
    if request.browse and not open_browser(address):
        echo(Text("No browser could be opened; open that address yourself."))


def open_browser(address: str) -> bool:
    """Open a page in a browser with a window. Returns False if there is none."""
    if sys.platform == "linux" and not any(map(os.environ.get, _SCREENS)):
        return False  # one in the terminal would take it from this program
    return webbrowser.open(address)


def _shut_down(command: Sequence[str], echo: Echo) -> None:
    """Run the command configured for `shut down` in the menu. Raises CompanionError if it fails."""
    if not command:
        echo(
            Text(
                "Shut down on the board. Only this program ends: [menu] shut_down names no command."
            )
        )
        return
    echo(Text("Shut down on the board: {command}", command=shlex.join(command)))
    try:
        subprocess.run(command, check=True)  # noqa: S603 - from the owner's configuration
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        raise CompanionError(
            Text(
                "[menu] shut_down: {command!r} failed ({problem}); name a command that this user "
                "may run",
                command=shlex.join(command),
                problem=error,
            )
        ) from None


def _find_drill(name: str, config: Config, echo: Echo) -> Drill:
    """The drill of that name; one from the players' own games is looked for. Raises CompanionError
    if there is none."""
    if not name.startswith(OWN):
        return find_drill(name)
    game = make(name.removeprefix(OWN)).name
    echo(Text("Looking through the logged games …"))
    end = monotonic() + LATE_AFTER
    job = OwnDrillJob(config.journal.path, game, randbits(32))
    return checked_drill(job.run(lambda: False, lambda: monotonic() > end))


def start(
    loop: Loop, config: Config, request: PlayRequest, echo: Echo, drill: Drill | None = None
) -> bool:
    """Open the board and begin: with the interrupted game, a new one, or the menu. Returns False if
    the program was stopped while it waited for the board."""
    session = loop.session

    def begun(begin: Callable[[], None]) -> bool:
        if _waits(config, request):
            return loop.wait_for_board(begin, echo)
        begin()
        return True

    interrupted = None
    if not (request.fresh or request.position or request.drill or request.meet):
        interrupted = _interrupted_game(config, loop.journals, request, echo)
    if interrupted is not None:
        log, match = interrupted
        if not begun(lambda: _resume(loop, log, match, echo)):
            return False
        if request.menu:
            session.open_menu(loop.now())
    elif request.meet is not None:
        lobby, meet = request.game or config.make_game(), request.meet
        if not begun(lambda: session.wait(lobby, loop.now())):
            return False
        session.meet(meet)
        session.advance(loop.now())
        if isinstance(meet, Join):
            echo(Text("Joining …"))
        return True
    elif _chooses(request) and _by_hand(config, request):
        lobby = config.make_game()
        if not begun(lambda: session.wait(lobby, loop.now())):
            return False
        _abandon_others(config, loop.journals, None, echo)
        session.advance(loop.now())
        echo(
            Text(
                "Choose a game on the board: put a piece on a lit point (docs/card.md lists them)."
            )
        )
        return True
    elif drill is not None:
        training = drill
        if not begun(lambda: session.begin_found(training, loop.now())):
            return False
    else:
        game = request.game or config.make_game()
        position = game.parse_position(request.position) if request.position else None
        match, computers = Match(game, position), request.computers or {}
        control = request.control or session.control_for(game)
        if not begun(
            lambda: session.begin(match, loop.now(), computers=computers, control=control)
        ):
            return False
        _abandon_others(config, loop.journals, session.match.journal.path, echo)
    if request.puzzle:
        session.look_at(request.puzzle)
    if interrupted is None:
        loop.arrange()
    session.advance(loop.now())
    echo(_beginning(session.game, config, interrupted is not None))
    if drill is not None:
        echo(Text("A drill is not logged."))
    else:
        echo(Text("Log:  {path}", path=session.match.journal.path))
    if session.match.journal.warning:
        echo(_warning(session.match.journal.warning))
    return True


def _resume(loop: Loop, log: reader.GameLog, match: Match, echo: Echo) -> None:
    """Resume a game, with the boards far away that play it too. Without them, it goes on here."""
    table = None
    try:
        opened = loop.remote.find(log.path)
        table = None if opened is None else opened.take_place()
    except CompanionError as error:
        echo(_warning(Text("the game goes on at this board alone: {problem}", problem=error.text)))
    loop.session.resume(log, match, loop.now(), table)


def _beginning(game: AnyGame, config: Config, interrupted: bool) -> Text:
    """Say which game begins or continues, and where."""
    if config.port.kind == "simulated":
        if interrupted:
            return Text(
                "{game} continues on the simulated board (--new begins another game).",
                game=game.title,
            )
        return Text("{game} begins on the simulated board.", game=game.title)
    if interrupted:
        return Text("{game} continues on the board (--new begins another game).", game=game.title)
    return Text("{game} begins on the board.", game=game.title)


def _interrupted_game(
    config: Config, journals: JournalFolder, request: PlayRequest, echo: Echo
) -> tuple[reader.GameLog, Match] | None:
    """The newest game, if it was interrupted and suits the request, with its match so far."""
    log = _newest(config, echo)
    if log is None:
        return None
    head, asked = log.head, request.game
    if asked is not None and (head.game, head.options) != (asked.name, asked.chosen):
        return None
    if request.computers is not None and request.computers != head.computers:
        return None
    if request.control is not None and request.control.text(head.seats) != head.clock:
        return None
    for damage in log.damage:
        echo(_warning(damage))
    if log.damage:
        echo(Text("The game continues from before the damage; a copy of the damaged log is kept."))
    try:
        match = reader.replay(log, game_of(log))
        check_computers(match.game, head.computers, roster=None)
        logged_control(log, match.game)
    except CompanionError as error:
        echo(
            Text(
                "The unfinished game cannot be resumed, so a new one begins: {problem}",
                problem=error.text,
            )
        )
        return None
    if match.over:
        # Only the record of its end was missing; this adds it.
        RecordedMatch.resume(log, match, journals, 0.0)
        return None
    return log, match


def _newest(config: Config, echo: Echo) -> reader.GameLog | None:
    """The newest log of a game for this board, if that game is unfinished. Says which logs are
    passed over."""
    for newest, summary in enumerate(reader.recent_logs(config.journal.path)):
        log = summary.log
        if newest == 0 and (log is None or (log.damage and log.finished)):
            echo(
                _warning(
                    Text("the newest game cannot be resumed: {problem}", problem=summary.trouble)
                )
            )
        if log is None:
            continue
        if _fits(config, log):
            return None if log.finished else log
        if not log.finished:
            echo(_hindrance(log))
    return None


def _hindrance(log: reader.GameLog) -> Text:
    """Why an unfinished game cannot be played on this board."""
    try:
        title = game_of(log).title
    except CompanionError as error:
        return Text(
            "The unfinished game is kept for later, and cannot be resumed now: {problem}",
            problem=error.text,
        )
    return Text(
        "The unfinished game of {game} needs another board; it is kept for later.", game=title
    )


def _waits(config: Config, request: PlayRequest) -> bool:
    """Whether a missing board is waited for."""
    return request.wait or config.port.kind == "pico"


def _chooses(request: PlayRequest) -> bool:
    """Whether nothing was named, so that the game has still to be chosen."""
    return request.game is None and not request.position and not request.puzzle


def _by_hand(config: Config, request: PlayRequest) -> bool:
    """Whether games are chosen on the board."""
    return request.menu or config.port.kind != "simulated"


def _abandon_others(
    config: Config, journals: JournalFolder, present: Path | None, echo: Echo
) -> None:
    """Mark other interrupted games as abandoned, so that they are not resumed later."""
    for summary in reader.recent_logs(config.journal.path):
        log = summary.log
        if log is not None and not log.finished and summary.path != present and _fits(config, log):
            journal = journals.resume(log)
            journal.append(EndRecord("ongoing", "abandoned"))
            if journal.warning:
                echo(_warning(journal.warning))


def _fits(config: Config, log: reader.GameLog) -> bool:
    """Whether a logged game can be played on this board."""
    try:
        config.check(game_of(log).board)
    except CompanionError:
        return False
    return True
