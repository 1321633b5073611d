"""The start of `companion play`: the choice of the game that opens the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.app.loop import Loop
from companion.base.errors import CompanionError
from companion.base.foreign import PackageFault
from companion.base.text import Text
from companion.config import Config
from companion.protocol.commands import Invite, Join, Puzzle
from companion.records.game_logs import game_of
from companion.records.journal import reader
from companion.records.journal.folder import JournalFolder
from companion.records.journal.record import EndRecord
from companion.rules import AnyGame, Match
from companion.rules.clock import TimeControl
from companion.rules.reasons import unplayable
from companion.session.features.drill_feature import DrillFeature
from companion.session.features.menu_feature import MenuFeature
from companion.session.match.bag import has_bag
from companion.session.match.opponents import Computers, check_computers
from companion.session.match.recorded import RecordedMatch, logged_control

if TYPE_CHECKING:
    from companion.coach.drills import Drill

Echo = Callable[[Text], None]
"""Prints a line."""


def warning_line(trouble: str) -> Text:
    """Return a line that warns of a problem that does not keep the game from being played."""
    return Text("Warning: {trouble}", trouble=trouble)


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """The player's choices on the command line.

    Attributes:
        game: The game to play; None if none was named, so that an unfinished one may be resumed.
        fresh: Whether to begin a new game even if one is unfinished.
        position: The position to begin with; empty for the start of the game.
        puzzle: A puzzle of the board to show first; or empty.
        drill: The name of a drill to begin with; or empty.
        menu: Whether to choose on the board even if that is simulated.
        bag: The bag that was asked for, `drawn` or `real`; or empty.
        computers: The seats that the computer plays; None if that was left open.
        wait: Whether to wait for a missing board. A board on USB is always waited for.
        control: The time control of a new game; None without a clock.
        browse: Whether to open the page in a browser.
        meet: The invitation to people far away, or how to join them; None to play here.
        spectator: Whether to show a code for a spectator, once people far away are there.
    """

    game: AnyGame | None = None
    fresh: bool = False
    position: str = ""
    puzzle: str = ""
    drill: str = ""
    menu: bool = False
    bag: str = ""
    computers: Computers | None = None
    wait: bool = False
    control: TimeControl | None = None
    browse: bool = False
    meet: Invite | Join | None = None
    spectator: bool = False

    def waits(self, config: Config) -> bool:
        """Return whether a missing board is waited for."""
        return self.wait or config.port.plugged

    def leaves_choice(self, config: Config) -> bool:
        """Return whether the game is chosen on the board."""
        named = self.game is not None or self.position or self.puzzle
        return not named and (self.menu or not config.port.simulated)


def start(
    loop: Loop,
    config: Config,
    request: PlayRequest,
    echo: Echo,
    drill: Drill | None = None,
    missing: Callable[[], None] = lambda: None,
) -> bool:
    """Open the board and begin: with the interrupted game, a new one, or the menu.

    Args:
        loop: The loop that will run the session.
        config: The configuration.
        request: The player's choices.
        echo: Prints a line.
        drill: The drill to begin with, if any.
        missing: Called, once or more, while the board is missing and is waited for.

    Returns:
        False if the program was stopped while it waited for the board.
    """
    chosen = _choose(loop, config, request, echo, drill)
    try:
        if not request.waits(config):
            chosen.open(loop, echo)
        elif not loop.wait_for_board(lambda: chosen.open(loop, echo), echo, missing):
            return False
    except PackageFault as fault:
        if not isinstance(chosen, _New | _Resume):
            raise
        # The board stays in use: another game can be begun.
        loop.session.current.close_failed(fault, loop.now(), chosen.match)
        loop.session.advance(loop.now())
        return True
    chosen.proceed(loop, config, echo)
    loop.session.advance(loop.now())
    for line in chosen.lines(loop, config):
        echo(line)
    return True


class _Resume(msgspec.Struct, frozen=True):
    """The interrupted game goes on, with the boards far away that play it too.

    Without them, it goes on here.
    """

    log: reader.GameLog
    match: Match
    menu: bool
    puzzle: str

    def open(self, loop: Loop, echo: Echo) -> None:
        """Open the board with this game. Raises PortError if there is none."""
        table, alone = None, Text()
        try:
            opened = loop.remote.find(self.log.path)
            table = None if opened is None else opened.take_place()
        except CompanionError as error:
            alone = Text("the game goes on at this board alone: {problem}", problem=error.text)
            echo(warning_line(alone))
        loop.session.current.resume(self.log, self.match, loop.now(), table)
        if alone:
            loop.session.current.say(alone)

    def proceed(self, loop: Loop, config: Config, echo: Echo) -> None:
        """Give up games without a move, and show over the game what was asked for."""
        _abandon_others(config, loop.journals, self.log.path, echo, empty=True)
        if self.menu:
            loop.session.features.find(MenuFeature).open(loop.now())
        if self.puzzle:
            loop.session.features.obey(Puzzle(self.puzzle), loop.now())

    def lines(self, loop: Loop, config: Config) -> list[Text]:
        """Return the lines for the terminal."""
        game = loop.session.game
        if config.port.simulated:
            continues = Text(
                "{game} continues on the simulated board (--new begins another game).",
                game=game.title,
            )
        else:
            continues = Text(
                "{game} continues on the board (--new begins another game).", game=game.title
            )
        return [continues, *_log_lines(loop)]


class _New(msgspec.Struct, frozen=True):
    """A new game."""

    match: Match
    computers: Computers
    control: TimeControl | None
    puzzle: str

    def open(self, loop: Loop, echo: Echo) -> None:
        """Open the board with this game. Raises PortError if there is none."""
        control = self.control or loop.session.current.control_for(self.match.game)
        loop.session.current.begin(
            self.match, loop.now(), computers=self.computers, control=control
        )

    def proceed(self, loop: Loop, config: Config, echo: Echo) -> None:
        """Give up the games before it, and set up the pieces."""
        _abandon_others(config, loop.journals, loop.session.match.journal.path, echo)
        if self.puzzle:
            loop.session.features.obey(Puzzle(self.puzzle), loop.now())
        loop.arrange()

    def lines(self, loop: Loop, config: Config) -> list[Text]:
        """Return the lines for the terminal."""
        return [_begins(loop, config), *_log_lines(loop)]


class _Train(msgspec.Struct, frozen=True):
    """A drill."""

    drill: Drill

    def open(self, loop: Loop, echo: Echo) -> None:
        """Open the board with the drill. Raises PortError if there is none."""
        loop.session.features.find(DrillFeature).begin(self.drill, loop.now())

    def proceed(self, loop: Loop, config: Config, echo: Echo) -> None:
        """Set up the pieces."""
        loop.arrange()

    def lines(self, loop: Loop, config: Config) -> list[Text]:
        """Return the lines for the terminal."""
        return [_begins(loop, config), Text("A drill is not logged.")]


class _Meet(msgspec.Struct, frozen=True):
    """A game with people far away; until then, the board waits for a game of its own."""

    game: AnyGame
    with_whom: Invite | Join

    def open(self, loop: Loop, echo: Echo) -> None:
        """Open the board. Raises PortError if there is none."""
        loop.session.features.find(MenuFeature).wait(self.game, loop.now())

    def proceed(self, loop: Loop, config: Config, echo: Echo) -> None:
        """Invite or join."""
        loop.session.features.obey(self.with_whom, loop.now())

    def lines(self, loop: Loop, config: Config) -> list[Text]:
        """Return the lines for the terminal."""
        return [Text("Joining …")] if isinstance(self.with_whom, Join) else []


class _Lobby(msgspec.Struct, frozen=True):
    """The game is chosen on the board. Until then, it shows the points of this one."""

    game: AnyGame

    def open(self, loop: Loop, echo: Echo) -> None:
        """Open the board. Raises PortError if there is none."""
        loop.session.features.find(MenuFeature).wait(self.game, loop.now())

    def proceed(self, loop: Loop, config: Config, echo: Echo) -> None:
        """Give up the games before it."""
        _abandon_others(config, loop.journals, None, echo)

    def lines(self, loop: Loop, config: Config) -> list[Text]:
        """Return the lines for the terminal."""
        return [
            Text(
                "Choose a game on the board: put a piece on a lit point (docs/card.md lists them)."
            )
        ]


_Start = _Resume | _New | _Train | _Meet | _Lobby
"""The activity that the board is opened with."""


def _choose(
    loop: Loop, config: Config, request: PlayRequest, echo: Echo, drill: Drill | None
) -> _Start:
    """Choose what to begin with, and print why games are passed over.

    Raises:
        CompanionError: If a bag was asked for, and the game has none.
    """
    if request.bag and drill is None and not request.leaves_choice(config):
        named = request.game or config.make_game()
        if not has_bag(Match(named)):
            raise CompanionError(
                Text(
                    "--bag {bag}: {game} has no bag; leave it out, or choose a game with --game",
                    bag=request.bag,
                    game=named.title,
                )
            )
    if request.meet is not None:
        return _Meet(request.game or config.make_game(), request.meet)
    if drill is not None:
        return _Train(drill)
    if not (request.fresh or request.position):
        interrupted = _interrupted_game(config, loop.journals, request, echo)
        if interrupted is not None:
            return _Resume(*interrupted, request.menu, request.puzzle)
    if request.leaves_choice(config):
        return _Lobby(config.make_game())
    game = request.game or config.make_game()
    position = game.parse_position(request.position) if request.position else None
    if position is not None and (trouble := unplayable(game, position)):
        raise CompanionError(trouble)
    return _New(Match(game, position), request.computers or {}, request.control, request.puzzle)


def _begins(loop: Loop, config: Config) -> Text:
    """Return a line that names the game that begins, and the board."""
    title = loop.session.game.title
    if config.port.simulated:
        return Text("{game} begins on the simulated board.", game=title)
    return Text("{game} begins on the board.", game=title)


def _log_lines(loop: Loop) -> list[Text]:
    """Return the lines that name the log of the game."""
    journal = loop.session.match.journal
    where = Text("Log:  {path}", path=journal.path)
    return [where, warning_line(journal.warning)] if journal.warning else [where]


def _interrupted_game(
    config: Config, journals: JournalFolder, request: PlayRequest, echo: Echo
) -> tuple[reader.GameLog, Match] | None:
    """Return the newest game with its match so far.

    None unless it was interrupted and suits the request.
    """
    log = _newest(config, echo)
    if log is None:
        return None
    head, asked = log.head, request.game
    if asked is not None and (head.game, head.options) != (asked.name, asked.chosen):
        return None
    if request.bag and (request.bag == "drawn") != ("bag" in head.seeds):
        return None
    if request.computers is not None and request.computers != head.computers:
        return None
    if request.control is not None and request.control.text(head.seats) != head.clock:
        return None
    for damage in log.damage:
        echo(warning_line(damage))
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
    """Return the newest log of a game for this board, if that game is unfinished.

    A game without a move is never in the way of an older one that has some, so a game whose package
    was missing for a while comes back with the package. Prints which logs are passed over.
    """
    empty = None
    for newest, summary in enumerate(reader.recent_logs(config.journal.path)):
        log = summary.log
        if newest == 0 and (log is None or (log.damage and log.finished)):
            echo(
                warning_line(
                    Text("the newest game cannot be resumed: {problem}", problem=summary.trouble)
                )
            )
        if log is None:
            continue
        if _fits(config, log):
            if log.moves:
                return empty if log.finished else log
            empty = empty or (None if log.finished else log)
        elif not log.finished:
            echo(_hindrance(log))
    return empty


def _hindrance(log: reader.GameLog) -> Text:
    """Return why an unfinished game cannot be played on this board."""
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


def _abandon_others(
    config: Config,
    journals: JournalFolder,
    present: Path | None,
    echo: Echo,
    *,
    empty: bool = False,
) -> None:
    """Mark other interrupted games as abandoned, so that they are not resumed later.

    Args:
        config: The configuration.
        journals: The folder of the logs.
        present: The log of the game that is played.
        echo: Prints a line.
        empty: Whether only games without a move are given up.
    """
    for summary in reader.recent_logs(config.journal.path):
        log = summary.log
        if log is None or log.finished or summary.path == present or (empty and log.moves):
            continue
        if _fits(config, log):
            journal = journals.resume(log)
            journal.append(EndRecord("ongoing", "abandoned"))
            if journal.warning:
                echo(warning_line(journal.warning))


def _fits(config: Config, log: reader.GameLog) -> bool:
    """Return whether a logged game can be played on this board."""
    try:
        config.check(game_of(log).board)
    except CompanionError:
        return False
    return True
