"""`companion play`: starts the program, plays, and ends it."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from random import SystemRandom
from socket import socket
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from companion import __version__
from companion.app.garbage import exempt_present_objects
from companion.app.loading import load_rest
from companion.app.loop import Loop
from companion.app.notifier import SystemdNotifier
from companion.app.page_thread import NoPage, PageThread
from companion.app.pictures import shows_pictures
from companion.app.settings_file import SettingsFile, SettingsFileError
from companion.app.start import Echo, PlayRequest, start, warning_line
from companion.app.threads import LATE_AFTER
from companion.base.errors import CompanionError
from companion.base.extras import missing_library
from companion.base.files import remove_drafts
from companion.base.languages import find_language, terminal_language
from companion.base.text import Text, joined, verbatim
from companion.config import Config
from companion.games.registry import make
from companion.opponents.contract import Stop, never
from companion.opponents.search_jobs import SearchResult
from companion.page import listener
from companion.protocol.library_messages import GameLibrary
from companion.protocol.views import SettingValue
from companion.records.journal.lock import directory_lock
from companion.rules.geometry import Board
from companion.session.features.people_feature import PeopleFeature
from companion.session.features.remote_feature import RemoteFeature
from companion.session.own_drill import checked_drill
from companion.session.settings.chosen import NO_VALUES, ChosenSettings
from companion.session.tools import ToolStarter
from companion.session.view_builder import board_greeting

if TYPE_CHECKING:
    from companion.coach.drills import Drill
    from companion.page.announcer import Announcer
    from companion.page.server import Server
    from companion.protocol.wall_messages import WallMessage
    from companion.remote.relay.relay_threads import PushThread, RelayThread
    from companion.session.settings.chosen_engines import ChosenEngines

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")  # a Linux desktop sets at least one of them
_LEAVING = 3.0  # seconds for Home Assistant to be told that the board is away
_SILENCE = 4.0  # seconds for the voice to say its last words
_DIGITS = 6  # of a pairing code that the program makes


def play(
    config: Config,
    request: PlayRequest,
    echo: Echo,
    tools: ToolStarter | None = None,
) -> None:
    """Play until interrupted.

    Args:
        config: The configuration.
        request: The player's choices on the command line.
        echo: Prints a line.
        tools: The tools that the page can start.

    Raises:
        CompanionError: If the board, the page, the log or the game is unavailable; unfinished games
            then stay as they are. At the end, if part of the log could not be written.
    """
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
    engines = _load_engines(config, echo)
    loop = Loop(
        config,
        notifier=SystemdNotifier(os.environ),
        settings=settings,
        tools=tools,
        engines=engines,
        interrupted=True,
    )
    hangup = getattr(signal, "SIGHUP", None)
    for number in (signal.SIGINT, signal.SIGTERM, hangup):
        if number is None or (number == hangup and signal.getsignal(number) is signal.SIG_IGN):
            continue  # Windows has no such signal, and nohup has it ignored
        signal.signal(number, lambda *_: loop.interrupt())
    loop.remote.echo = echo
    if loop.remote.missing:
        echo(
            warning_line(
                Text("People far away cannot be invited: {problem}", problem=loop.remote.missing)
            )
        )
    loop.session.features.find(RemoteFeature).wants_spectator = request.spectator
    for trouble in (*config.warnings(board), *loop.engines.troubles):
        echo(warning_line(trouble))
    with ExitStack() as last, ExitStack() as closing:
        closing.callback(loop.engines.close)
        closing.callback(loop.session.close)
        with directory_lock(config.journal.path, config.journal.disk):
            remove_drafts(config.journal.path)
            loop.remote.remove_drafts()
            page = _page_thread(loop, config, request, echo)
            closing.callback(page.stop)

            others = _Others(closing, last)

            def tell_others() -> None:
                _join_home(loop, config, echo, others, lambda: page.address)
                _post_board(loop, config, echo, others)
                _relay_games(loop, config, echo, others)
                _give_voice(loop, settings.config, echo, others)

            waits = request.waits(config)
            if waits:  # they also say that the board is missing
                tell_others()
            if start(loop, config, request, echo, drill, missing=page.start):
                echo(Text("Press Ctrl-C to quit; you can resume the game later."))
                exempt_present_objects()
                page.start()
                if not waits:  # the lamps come first
                    tell_others()
                loop.run()
            unwritten = loop.journals.finish()
    for loss in unwritten:
        echo(warning_line(loss))
    if loop.shut_down:
        _shut_down(config.menu.shut_down, echo)
    if unwritten:
        raise CompanionError(
            Text(
                "the log in {path} is not complete: what could not be written is lost",
                path=config.journal.path,
            )
        )


def _page_thread(
    loop: Loop, config: Config, request: PlayRequest, echo: Echo
) -> PageThread | NoPage:
    """Return the thread that will serve the page, if there is one.

    Raises:
        ServerError: If the page cannot be served.
    """
    page = config.page
    if not page.enabled:
        return NoPage(lambda: load_rest(request.game or config.make_game()))

    def serve(opened: socket, closing: ExitStack) -> str:
        from companion.page.server import Server

        library = _open_library(loop, config, echo)
        server = Server(
            loop,
            page.host,
            page.port,
            page.code,
            library=library,
            name=page.name,
            guests=page.guests,
            guest_code=page.guest_code,
            wall=_read_wall(config, echo, closing),
        )
        closing.callback(server.stop)
        address = server.start(opened)
        announcer = _announce(page.name, server, echo)
        if announcer is not None:
            closing.callback(announcer.stop)
        _show_page(address, server, request, echo)
        load_rest(request.game or config.make_game())
        exempt_present_objects()
        return "" if server.phone is None else server.phone.address

    listener.check_code(page.code)
    listener.check_code(page.guest_code)
    return PageThread(lambda: listener.listen(page.host, page.port), serve, echo)


def _load_settings(config: Config, board: Board, echo: Echo) -> ChosenSettings:
    """Return the configuration with the settings chosen on the page before."""
    file = SettingsFile(config.journal.path, config.journal.disk)
    values: Mapping[str, SettingValue] = NO_VALUES
    try:
        values = file.load()
    except SettingsFileError as error:
        echo(warning_line(error.text))
    settings = ChosenSettings(config, file.save, values)
    for trouble in settings.apply(board):
        echo(warning_line(joined(": ", [str(file.path), trouble])))
    if settings.keys:
        chosen = ", ".join(settings.keys)
        echo(Text("Chosen on the page: {keys} ({path})", keys=chosen, path=file.path))
    return settings


def _load_engines(config: Config, echo: Echo) -> ChosenEngines | None:
    """Return the engines with what was chosen for them before; None without engines."""
    if not config.engines:
        return None
    from companion.app.engine_choices import open_engines

    engines = open_engines(config, lambda line: echo(warning_line(line)))
    if engines is not None and engines.changed:
        echo(Text("Chosen for engines: {names}", names=", ".join(engines.changed)))
    return engines


def _open_library(loop: Loop, config: Config, echo: Echo) -> GameLibrary | None:
    """Return the library for the page; None if this Python was built without SQLite."""
    try:
        from companion.session.library.shelf import Library
    except ImportError as error:
        trouble = Text(
            "the page shows no logged games, because this Python lacks SQLite: {error}", error=error
        )
        echo(warning_line(trouble))
        return None
    journal = config.journal
    return Library(
        journal.path,
        board_greeting,
        lambda: loop.logs_in_use,
        journal.disk,
        background=lambda work: _search_for(work, loop),
        engines=loop.engines,
        people=lambda: loop.session.features.find(PeopleFeature).household,
    )


@dataclass(frozen=True, slots=True)
class _Work:
    """Work of the library, as a search."""

    do: Callable[[Stop, Stop], None]

    def run(self, stop: Stop, late: Stop = never) -> SearchResult:
        self.do(stop, late)
        return SearchResult(None)

    def failed(self) -> SearchResult:
        """Return an empty result; the library reports the failure to its caller."""
        return SearchResult(None)


def _search_for(work: Callable[[Stop, Stop], None], loop: Loop) -> None:
    """Run work of the library among the searches.

    They run one at a time, none in the loop's thread. This work comes after everything that players
    at the board wait for.
    """
    loop.search(_Work(work), lambda _: None, ahead=True)


def _announce(name: str, server: Server, echo: Echo) -> Announcer | None:
    """Announce a page under a name, if the page is served to a network."""
    if not name or server.phone is None:
        return None
    from companion.page.announcer import Announcer

    announcer = Announcer(name, server.phone.address, echo)
    announcer.start()
    return announcer


@contextmanager
def _or_without(warn: Callable[[Text], None], said: Callable[[Text], Text]) -> Iterator[None]:
    """Report what keeps something from being begun beside the game, which goes on without it.

    Args:
        warn: Prints a warning.
        said: Returns what is said of a problem.
    """
    try:
        yield
    except ImportError as error:
        warn(missing_library(error.name, "remote"))
    except CompanionError as error:
        warn(said(error.text))


def _warnings(echo: Echo) -> Callable[[Text], None]:
    """Return a function that prints warnings."""
    return lambda problem: echo(warning_line(problem))


class _Ending(Protocol):
    """Something that runs beside the game."""

    def close(self) -> None:
        """Begin to end."""

    def join(self, seconds: float) -> object:
        """Wait until it has ended, this many seconds at most."""


@dataclass(frozen=True, slots=True)
class _Others:
    """What runs beside the game, and is told of it.

    Attributes:
        closing: Begins to end them when the board is closed.
        last: Waits for their ends after that.
    """

    closing: ExitStack
    last: ExitStack

    def add(self, other: _Ending, seconds: float) -> None:
        """Add one; its end is waited for this many seconds at most."""
        self.closing.callback(other.close)
        self.last.callback(other.join, seconds)


def _join_home(
    loop: Loop, config: Config, echo: Echo, others: _Others, address: Callable[[], str]
) -> None:
    """Announce the board to Home Assistant, or remove what an earlier run announced.

    A failure is only reported, and the game goes on.

    Args:
        loop: The loop.
        config: The configuration.
        echo: Prints a line.
        others: What runs beside the game.
        address: Returns the page's address for other machines; empty until there is one.
    """
    if not config.home_assistant.enabled:
        _leave_home(config, others)
        return

    warn = _warnings(echo)
    with _or_without(
        warn,
        lambda problem: Text("Home Assistant is not told anything: {problem}", problem=problem),
    ):
        from companion.remote.home_assistant.home_link import HomeLink
        from companion.remote.home_assistant.home_messages import HomeMessages
        from companion.remote.home_assistant.own_node import own_node
        from companion.remote.home_assistant.told_topics import ToldTopics

        words = terminal_language(os.environ).words
        settings = config.home_assistant.named(own_node(config.journal.path))
        messages = HomeMessages(settings, __version__, words, time.monotonic, address)
        home = HomeLink(
            config.remote, messages, loop.command, warn, told=ToldTopics(config.journal.path)
        )
        loop.subscribe(home.hear)
        others.add(home, _LEAVING)


def _read_wall(
    config: Config, echo: Echo, closing: ExitStack
) -> Callable[[Callable[[WallMessage], None]], Callable[[], None]] | None:
    """Hear the boards that are posted at the broker, if the page is to show them.

    Args:
        config: The configuration.
        echo: Prints a line.
        closing: Is told how to end that.

    Returns:
        What subscribes to them; None if they are not heard, which is only reported.
    """
    if not config.wall.show:
        return None

    warn = _warnings(echo)
    with _or_without(
        warn, lambda problem: Text("The wall hears no board: {problem}", problem=problem)
    ):
        from companion.remote.wall.wall_reader import WallReader

        reader = WallReader(config.remote, warn)
        closing.callback(reader.close)
        return reader.subscribe
    return None


def _post_board(loop: Loop, config: Config, echo: Echo, others: _Others) -> None:
    """Post this board at the broker, if the configuration wants it, as `_relay_games` does."""
    if not config.wall.post:
        return

    warn = _warnings(echo)
    with _or_without(
        warn, lambda problem: Text("The wall is not told anything: {problem}", problem=problem)
    ):
        from companion.remote.home_assistant.own_node import own_node
        from companion.remote.wall.wall_poster import WallBoard, WallPoster

        node = config.wall.node or config.home_assistant.node or own_node(config.journal.path)
        board = WallBoard(node, terminal_language(os.environ).encode)
        poster = WallPoster(config.remote, board, warn)
        others.add(poster, _LEAVING)
        loop.subscribe(poster.listen)


def _relay_games(loop: Loop, config: Config, echo: Echo, others: _Others) -> None:
    """Write and send the games for relays, if the configuration wants it.

    A failure is only reported, and the game goes on.

    Args:
        loop: The loop.
        config: The configuration.
        echo: Prints a line.
        others: What runs beside the game.
    """
    settings = config.relay
    if not settings.enabled:
        return
    from companion.remote.relay.relay_files import RelayFiles
    from companion.remote.relay.relay_threads import PushThread, RelayThread

    warn = _warnings(echo)
    push = None
    if settings.push:
        with _or_without(
            warn, lambda problem: Text("The games are not sent: {problem}", problem=problem)
        ):
            push = PushThread(settings, settings.password(), warn, SystemRandom())
    files = RelayFiles(settings, config.journal.path, datetime.now, warn)
    relay = RelayThread(settings, files, None if push is None else push.add, warn)
    others.last.callback(_end_relay, relay, push)
    others.closing.callback(relay.close)
    loop.subscribe(relay.hear)


def _end_relay(relay: RelayThread, push: PushThread | None) -> None:
    """Wait until the last move is written, and has been tried to be sent."""
    relay.join(_LEAVING)
    if push is not None:
        push.close()
        push.join(_LEAVING)


def _give_voice(loop: Loop, config: Config, echo: Echo, others: _Others) -> None:
    """Give the board a voice, unless the board is simulated and nothing could be heard.

    A failure is only reported, and the game goes on.
    """
    from companion.device.speech.finding_speaker import find_speaker, has_sound, is_installed

    speech = config.speech
    sound = has_sound() and is_installed(speech)
    wanted = speech.level not in ("auto", "off")
    heard = sound or wanted or speech.buzzer_pin is not None
    if config.port.simulated and not heard:  # the menu of a board of wood may still want a voice
        return
    from companion.app.voice import Voice, VoiceThread, minute_of_day

    warn = _warnings(echo)
    language = (
        find_language([speech.language]) if speech.language else terminal_language(os.environ)
    )
    buzzer = None
    if speech.buzzer_pin is not None:
        from companion.device.speech.buzzer import Buzzer

        try:
            buzzer = Buzzer(speech.buzzer_pin)
        except CompanionError as error:
            warn(error.text)
    voice = Voice(
        speech,
        language,
        find_speaker,
        warn,
        wooden=not config.port.simulated,
        sound=sound,
        minute=minute_of_day,
        buzzer=buzzer,
    )
    thread = VoiceThread(voice)
    thread.start()
    loop.subscribe(thread.hear)
    others.add(thread, _SILENCE)


def _leave_home(config: Config, others: _Others) -> None:
    """Remove the board from Home Assistant, if an earlier run announced it."""
    from companion.remote.home_assistant.told_topics import ToldTopics

    told = ToldTopics(config.journal.path)
    if not told.topics:
        return
    with suppress(ImportError, CompanionError):  # a library or the broker is missing by now
        from companion.remote.home_assistant.home_removal import HomeRemoval

        others.add(HomeRemoval(config.remote, told), _LEAVING)


def _show_page(address: str, server: Server, request: PlayRequest, echo: Echo) -> None:
    """Open the page in a browser if requested, and print how to get there."""
    if request.browse and not open_browser(address):
        echo(Text("No browser could be opened; open the page yourself."))
    print_page(address, server, echo)


def print_page(address: str, server: Server, echo: Echo) -> None:
    """Print how to get to the page: its address, its code and, on a terminal, both as a QR code.

    The address is printed last, where it is seen.
    """
    if server.phone is not None and shows_pictures(sys.stdout):
        echo(Text("Scan this with a phone in the same network; it opens the page, with the code:"))
        from companion.base.qr import terminal_lines

        for line in terminal_lines(server.phone.url):
            echo(verbatim(line))
    code = server.code
    if code:
        spaced = f"{code[:3]} {code[3:]}" if len(code) == _DIGITS and code.isdecimal() else code
        echo(Text("Code: {code}", code=spaced))
    echo(Text("Page: {address}", address=address))


def open_browser(address: str) -> bool:
    """Open a page in a browser with a window. Returns False if there is none."""
    if sys.platform == "linux" and not any(map(os.environ.get, _SCREENS)):
        return False  # one in the terminal would take it from this program
    import webbrowser  # slow to load, and seldom used

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
    import subprocess

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
    """Return the named drill; one from the players' own games is looked for.

    Raises CompanionError if there is none.
    """
    from companion.coach.drills import OWN, find_drill

    if not name.startswith(OWN):
        return find_drill(name)
    game = make(name.removeprefix(OWN)).name
    echo(Text("Looking through the logged games …"))
    from companion.app.own_drills import OwnDrillJob

    end = monotonic() + LATE_AFTER
    job = OwnDrillJob(config.journal.path, game, SystemRandom().getrandbits(32))
    return checked_drill(job.run(lambda: False, lambda: monotonic() > end))
