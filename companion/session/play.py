"""`companion play`: a game from the command line to its end."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass

from companion.config import Config
from companion.journal import reader
from companion.rules import AnyGame, CompanionError
from companion.session.loop import Loop


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player asked for. game: None when nothing was named, so that an unfinished game may
    go on; fresh: begin anew whatever is unfinished."""

    game: AnyGame | None = None
    fresh: bool = False


def play(config: Config, wish: Wish, say: Callable[[str], None]) -> None:
    """Play until interrupted. CompanionError when the board, the page or the game cannot be had;
    `say` takes lines for a person."""
    loop = Loop(config)
    try:
        start(loop, config, wish, say)
        serve(loop, config, say)
    finally:
        loop.session.close()


def start(loop: Loop, config: Config, wish: Wish, say: Callable[[str], None]) -> None:
    """Light the board: with the game that was cut off, or with a new one."""
    session = loop.session
    log = None if wish.fresh else _unfinished(config, wish.game, say)
    if log is not None:
        try:
            session.resume(log, loop.now())
        except CompanionError as error:
            say(f"The unfinished game cannot go on: {error}. A new one begins.")
            log = None
    if log is None:
        game = wish.game or config.make_game()
        config.check(game.board)
        _abandon_others(config)
        session.begin(game, loop.now())
    loop.arrange()
    session.advance(loop.now())
    kind = "the simulated board" if config.port.kind == "simulated" else "the board"
    verb = "goes on" if log is not None else "begins"
    say(f"{session.game.title} {verb} on {kind}.")
    say(f"Log:  {session.journal.path}")
    if session.journal.warning:
        say(f"Warning: {session.journal.warning}")


def serve(loop: Loop, config: Config, say: Callable[[str], None]) -> None:
    """Serve the page, and run the loop until it is interrupted."""
    server = None
    if config.page.enabled:
        # The page's libraries take a while to load: the lamps are lit before.
        from companion.web.server import Server

        server = Server(loop, config.page.host, config.page.port, config.page.code)
        say(f"Page: {server.start()}")
    say("Ctrl-C ends the program; the game can go on later.")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.stop())
    try:
        loop.run()
    finally:
        if server is not None:
            server.stop()


def _unfinished(
    config: Config, game: AnyGame | None, say: Callable[[str], None]
) -> reader.Log | None:
    """The newest game, if it was cut off and is the one that is wished for."""
    found = reader.unfinished(config.journal.path)
    if found is None:
        return None
    if game is not None and (found.head.game, found.head.options) != (game.name, game.chosen):
        return None
    for line in found.damage:
        say(f"Warning: {line}")
    return found


def _abandon_others(config: Config) -> None:
    """What was cut off and is not gone on with is finished: it must not come up again later."""
    from companion.journal.record import End
    from companion.journal.writer import Journal

    while (log := reader.unfinished(config.journal.path)) is not None:
        journal = Journal.resume(log.path)
        journal.append(End("ongoing", "abandoned"))
        if journal.warning:
            return
