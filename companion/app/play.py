"""`companion play`: a game from the command line to its end."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.app.loop import Loop
from companion.app.notifier import Notifier
from companion.config import Config
from companion.games.registry import make
from companion.journal import reader
from companion.journal.folder import JournalFolder
from companion.journal.lock import directory_lock
from companion.journal.record import EndRecord
from companion.journal.writer import Journal
from companion.rules import AnyGame, CompanionError, Match
from companion.session.opponents import Computers, check
from companion.session.recorded import RecordedMatch


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """What the player asked for. game: None when nothing was named, so that an unfinished game may
    go on; fresh: begin anew whatever is unfinished; position: begin from there; puzzle: one of the
    board's, to be looked at first; menu: choose on the board, also where that is simulated;
    computers: the seats that the computer is to play, None when nothing was said of it; wait: where
    the board is not there, wait for it, as is done for one on USB in any case."""

    game: AnyGame | None = None
    fresh: bool = False
    position: str = ""
    puzzle: str = ""
    menu: bool = False
    computers: Computers | None = None
    wait: bool = False


def play(config: Config, request: PlayRequest, say: Callable[[str], None]) -> None:
    """Play until interrupted. CompanionError when the board, the page, the log or the game cannot
    be had, and then the unfinished games are as they were; `say` takes lines for a person."""
    config.check((request.game or config.make_game()).board)
    loop = Loop(config, notifier=Notifier(os.environ))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.stop())
    server = None
    try:
        with directory_lock(config.journal.path):
            if config.page.enabled:
                from companion.web.server import Server

                server = Server(loop, config.page.host, config.page.port, config.page.code)
                address = server.start()
            if start(loop, config, request, say):
                if server is not None:
                    say(f"Page: {address}")
                say("Ctrl-C ends the program; the game can go on later.")
                loop.run()
    finally:
        if server is not None:
            server.stop()
        loop.session.close()
    if loop.shut_down:
        _shut_down(config.menu.shut_down, say)


def _shut_down(command: Sequence[str], say: Callable[[str], None]) -> None:
    """Do what is configured for the menu's last entry; CompanionError when that fails."""
    if not command:
        say("Shut down at the board: only this program ends, as [menu] shut_down names no command.")
        return
    say(f"Shut down at the board: {shlex.join(command)}")
    try:
        subprocess.run(command, check=True)  # noqa: S603 - the owner's own words
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        raise CompanionError(
            f"[menu] shut_down: {shlex.join(command)!r} failed ({error}); "
            "name a command that this user may run"
        ) from None


def start(loop: Loop, config: Config, request: PlayRequest, say: Callable[[str], None]) -> bool:
    """Light the board: with the game that was cut off, or with a new one. Whether it was lit: not
    where it was waited for in vain, until the program was to end."""
    session = loop.session

    def had(begin: Callable[[], None]) -> bool:
        if request.wait or config.port.kind == "pico":
            return loop.wait_for_board(begin, say)
        begin()
        return True

    cut_off = None if request.fresh or request.position else _cut_off(config, request, say)
    if cut_off is not None:
        log, left = cut_off
        if not had(lambda: session.resume(log, left, loop.now())):
            return False
        if request.menu:
            session.open_menu(loop.now())
    elif (
        request.game is None
        and not request.position
        and not request.puzzle
        and _by_hand(config, request)
    ):
        lobby = config.make_game()
        if not had(lambda: session.wait(lobby, loop.now())):
            return False
        _abandon_others(config, None)
        session.advance(loop.now())
        say("Choose a game on the board: put a piece on a lit point. docs/card.md names them.")
        return True
    else:
        game = request.game or config.make_game()
        position = game.parse_position(request.position) if request.position else None
        match, computers = Match(game, position), request.computers or {}
        if not had(lambda: session.begin(match, loop.now(), computers=computers)):
            return False
        _abandon_others(config, session.match.journal.path)
    if request.puzzle:
        session.look_at(request.puzzle)
    loop.arrange()
    session.advance(loop.now())
    kind = "the simulated board" if config.port.kind == "simulated" else "the board"
    verb = "begins" if cut_off is None else "goes on"
    other = "" if cut_off is None else " (--new begins another game)"
    say(f"{session.game.title} {verb} on {kind}{other}.")
    say(f"Log:  {session.match.journal.path}")
    if session.match.journal.warning:
        say(f"Warning: {session.match.journal.warning}")
    return True


def _cut_off(
    config: Config, request: PlayRequest, say: Callable[[str], None]
) -> tuple[reader.GameLog, Match] | None:
    """The newest game and where it stood, if it was cut off and is the one that is asked for."""
    log = reader.latest_unfinished(config.journal.path)
    if log is None:
        return None
    head, asked = log.head, request.game
    if asked is not None and (head.game, head.options) != (asked.name, asked.chosen):
        return None
    if request.computers is not None and request.computers != head.computers:
        return None
    for line in log.damage:
        say(f"Warning: {line}")
    try:
        match = reader.replay(log, make(head.game, head.options))
        check(match.game, head.computers)
    except CompanionError as error:
        say(f"The unfinished game cannot go on, so a new one begins: {error}")
        return None
    if match.over:
        RecordedMatch.resume(
            log, match, JournalFolder(log.path.parent), 0.0
        )  # only the word that it has ended was cut off: it is added
        return None
    if not _fits(config, log):
        say(f"The unfinished game of {match.game.title} waits for a board that it can go on on.")
        return None
    return log, match


def _chooses(request: PlayRequest) -> bool:
    """Whether nothing was named, so that the game is still to be chosen."""
    return request.game is None and not request.position and not request.puzzle


def _by_hand(config: Config, request: PlayRequest) -> bool:
    """Whether the game is chosen on the board."""
    return request.menu or config.port.kind != "simulated"


def _abandon_others(config: Config, present: Path | None) -> None:
    """A game that was cut off and is not gone on with must not come up again later."""
    for summary in reader.list_logs(config.journal.path):
        log = summary.log
        if log is not None and not log.finished and summary.path != present and _fits(config, log):
            Journal.resume(summary.path).append(EndRecord("ongoing", "abandoned"))


def _fits(config: Config, log: reader.GameLog) -> bool:
    """Whether a logged game could be played on this board."""
    try:
        config.check(make(log.head.game, log.head.options).board)
    except CompanionError:
        return False
    return True
