"""`companion play`: a game from the command line to its end."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.config import Config
from companion.games.registry import make
from companion.journal import reader
from companion.journal.lock import held
from companion.journal.record import End
from companion.journal.writer import Journal
from companion.rules import AnyGame, CompanionError, Match
from companion.session.ledger import Ledger
from companion.session.loop import Loop
from companion.session.notifier import Notifier
from companion.session.opponents import Computers, check


@dataclass(frozen=True, slots=True)
class Wish:
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


def play(config: Config, wish: Wish, say: Callable[[str], None]) -> None:
    """Play until interrupted. CompanionError when the board, the page, the log or the game cannot
    be had, and then the unfinished games are as they were; `say` takes lines for a person."""
    config.check((wish.game or config.make_game()).board)
    loop = Loop(config, notifier=Notifier(os.environ))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.stop())
    server = None
    try:
        with held(config.journal.path):
            if config.page.enabled:
                from companion.web.server import Server

                server = Server(loop, config.page.host, config.page.port, config.page.code)
                address = server.start()
            if start(loop, config, wish, say):
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


def start(loop: Loop, config: Config, wish: Wish, say: Callable[[str], None]) -> bool:
    """Light the board: with the game that was cut off, or with a new one. Whether it was lit: not
    where it was waited for in vain, until the program was to end."""
    session = loop.session

    def had(begin: Callable[[], None]) -> bool:
        if wish.wait or config.port.kind == "pico":
            return loop.wait_for_board(begin, say)
        begin()
        return True

    cut_off = None if wish.fresh or wish.position else _cut_off(config, wish, say)
    if cut_off is not None:
        log, left = cut_off
        if not had(lambda: session.resume(log, left, loop.now())):
            return False
        if wish.menu:
            session.open_menu(loop.now())
    elif wish.game is None and not wish.position and not wish.puzzle and _by_hand(config, wish):
        lobby = config.make_game()
        if not had(lambda: session.wait(lobby, loop.now())):
            return False
        _abandon_others(config, None)
        session.advance(loop.now())
        say("Choose a game on the board: put a piece on a lit point. docs/card.md names them.")
        return True
    else:
        game = wish.game or config.make_game()
        position = game.parse_position(wish.position) if wish.position else None
        match, computers = Match(game, position), wish.computers or {}
        if not had(lambda: session.begin(match, loop.now(), computers=computers)):
            return False
        _abandon_others(config, session.ledger.journal.path)
    if wish.puzzle:
        session.look_at(wish.puzzle)
    loop.arrange()
    session.advance(loop.now())
    kind = "the simulated board" if config.port.kind == "simulated" else "the board"
    verb = "begins" if cut_off is None else "goes on"
    other = "" if cut_off is None else " (--new begins another game)"
    say(f"{session.game.title} {verb} on {kind}{other}.")
    say(f"Log:  {session.ledger.journal.path}")
    if session.ledger.journal.warning:
        say(f"Warning: {session.ledger.journal.warning}")
    return True


def _cut_off(
    config: Config, wish: Wish, say: Callable[[str], None]
) -> tuple[reader.Log, Match] | None:
    """The newest game and where it stood, if it was cut off and is the one that is wished for."""
    log = reader.unfinished(config.journal.path)
    if log is None:
        return None
    head, wished = log.head, wish.game
    if wished is not None and (head.game, head.options) != (wished.name, wished.chosen):
        return None
    if wish.computers is not None and wish.computers != head.computers:
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
        Ledger.resume(log, match, 0.0)  # only the word that it has ended was cut off: it is added
        return None
    if not _fits(config, log):
        say(f"The unfinished game of {match.game.title} waits for a board that it can go on on.")
        return None
    return log, match


def _by_hand(config: Config, wish: Wish) -> bool:
    """Whether the game is chosen on the board."""
    return wish.menu or config.port.kind != "simulated"


def _abandon_others(config: Config, present: Path | None) -> None:
    """A game that was cut off and is not gone on with must not come up again later."""
    for summary in reader.logs(config.journal.path):
        log = summary.log
        if log is not None and not log.finished and summary.path != present and _fits(config, log):
            Journal.resume(summary.path).append(End("ongoing", "abandoned"))


def _fits(config: Config, log: reader.Log) -> bool:
    """Whether a logged game could be played on this board."""
    try:
        config.check(make(log.head.game, log.head.options).board)
    except CompanionError:
        return False
    return True
