"""A guest's view of a board, made of the messages to pages.

What a guest may know is listed here: every field by its name, and every meaning of a lamp. People,
finds, the puzzle of the day, settings, paths, warnings, hints, questions and menus are not.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from companion.device.lamps.scene import Meaning
from companion.protocol.views import Broadcast, ClockView, Hello, Lamps, Shining, State, Waiting
from companion.protocol.watched_messages import (
    WatchedAway,
    WatchedBoard,
    WatchedClock,
    WatchedFrame,
    WatchedLamps,
    WatchedMessage,
    WatchedMove,
    WatchedPosition,
)

LAST_MOVES = 40
"""The most moves that a guest is told; a game may have thousands."""

GUEST_MEANINGS = frozenset(
    meaning.name.lower()
    for meaning in (
        Meaning.MAY_MOVE,
        Meaning.LAST_MINUTE,
        Meaning.LAST_SECONDS,
        Meaning.MUST_JUMP,
        Meaning.FROM,
        Meaning.TO,
        Meaning.VICTIM,
        Meaning.TAKE_OFF,
        Meaning.KEEP_JUMPING,
        Meaning.CROWN,
        Meaning.PASSES,
        Meaning.SET_UP,
        Meaning.PUT_HERE,
        Meaning.TAKE_AWAY,
        Meaning.THEIR_FROM,
        Meaning.THEIR_TO,
        Meaning.LAST_MOVE,
    )
)
"""The meanings of lamps that guests are shown, as in `ShineView`."""

_DARK = "000000"
_DIGITS = len(_DARK)


@dataclass(frozen=True)
class _At:
    """A message, and when it came (seconds)."""

    message: WatchedClock | WatchedLamps
    at: float


class WatchedView:
    """What guests are shown of one board, message by message."""

    def __init__(self) -> None:
        self._board: WatchedBoard | WatchedAway | None = None
        self._game: WatchedPosition | None = None
        self._clock: _At | None = None
        self._lamps: _At | None = None
        self._frame: WatchedFrame | None = None
        self._hidden: frozenset[int] = frozenset()  # points whose lamps are not for guests

    def take(self, message: Broadcast, at: float) -> WatchedMessage | None:
        """Take a message to pages.

        Args:
            message: The message.
            at: When it came (seconds).

        Returns:
            The message to guests; None if nothing changes for them.
        """
        match message:
            case Hello():
                self._forget()
                self._board = _board(message)
                return self._board
            case Waiting():
                self._forget()
                self._board = WatchedAway()
                return self._board
            case State():
                game = _game(message)
                if game == self._game:
                    return None
                self._game = game
                return game
            case ClockView(control, left, running, shares):
                clock = WatchedClock(control, left, running, shares)
                self._clock = _At(clock, at)
                return clock
            case Shining():
                return self._shine(message, at)
            case Lamps(rgb) if self._framed:
                self._frame = WatchedFrame(self._masked(rgb))
                return self._frame
        return None

    def present(self, at: float) -> tuple[WatchedMessage, ...]:
        """Return everything for a guest who comes at `at` (seconds)."""
        clock, lamps = self._clock, self._lamps
        current = (
            self._board,
            self._game,
            None if clock is None else _aged(clock, at),
            None if lamps is None else _aged(lamps, at),
            self._frame,
        )
        return tuple(message for message in current if message is not None)

    @property
    def _framed(self) -> bool:
        lamps = None if self._lamps is None else self._lamps.message
        return isinstance(lamps, WatchedLamps) and lamps.frames

    def _forget(self) -> None:
        self._game = self._clock = self._lamps = self._frame = None
        self._hidden = frozenset()

    def _shine(self, told: Shining, at: float) -> WatchedLamps:
        shown = tuple(shine for shine in told.shines if shine.meaning in GUEST_MEANINGS)
        lit = {point for shine in shown for point, _ in shine.lamps}
        every = {point for shine in told.shines for point, _ in shine.lamps}
        self._hidden = frozenset(every - lit)
        lamps = WatchedLamps(shown, told.elapsed, told.frames)
        self._lamps, self._frame = _At(lamps, at), None
        return lamps

    def _masked(self, rgb: str) -> str:
        if not self._hidden:
            return rgb
        lamps = [rgb[at : at + _DIGITS] for at in range(0, len(rgb), _DIGITS)]
        return "".join(_DARK if i in self._hidden else lamp for i, lamp in enumerate(lamps))


def _board(hello: Hello) -> WatchedBoard:
    return WatchedBoard(
        title=hello.title,
        seats=hello.seats,
        players=hello.players,
        computers=hello.computers,
        colours=hello.colours,
        board=hello.board,
        style=hello.style,
        points=hello.points,
        areas=hello.areas,
        lines=hello.lines,
        palaces=hello.palaces,
        pieces=hello.pieces,
    )


def _game(state: State) -> WatchedPosition:
    return WatchedPosition(
        preparing=state.phase == "setup",
        turn=state.turn,
        outcome=state.outcome,
        stacks=tuple(tuple(piece.text for piece in stack) for stack in state.believed),
        sensed=state.sensed,
        last=state.last,
        told=state.told,
        plies=len(state.moves),
        moves=tuple(WatchedMove(move.seat, move.text) for move in state.moves[-LAST_MOVES:]),
    )


def _aged(known: _At, at: float) -> WatchedClock | WatchedLamps:
    """Return a message as it would be sent now: time has run down, a rhythm has gone on."""
    message, seconds = known.message, max(0.0, at - known.at)
    if isinstance(message, WatchedLamps):
        return msgspec.structs.replace(message, elapsed=message.elapsed + round(seconds * 1000))
    if message.running is None:
        return message
    others = seconds / (len(message.left) - 1) if message.shares else 0.0
    left = tuple(
        round(time - seconds if seat == message.running else time + others, 3)
        for seat, time in enumerate(message.left)
    )
    return msgspec.structs.replace(message, left=left)
