"""What happens in a game, one moment at a time: it begins, ends, goes back, is played wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from companion.base.text import Text
from companion.protocol.views import Hello, State, Waiting
from companion.remote.home_assistant.at_board import AtBoard

EVENT_TYPES = ("began", "won", "lost", "drawn", "solved", "illegal", "takeback")
"""The types of events. A person wins or loses against the computer, or against a board far away;
where people play at one board, one of them wins."""


class GameEvent(msgspec.Struct, frozen=True):
    """An event.

    Attributes:
        event_type: One of `EVENT_TYPES`.
        game: The title of the game.
        seat: Who won it, or is to move; None where that is nobody.
        player: The same in words.
        text: What the board says of it.
    """

    event_type: str
    game: str
    seat: int | None
    player: str | None
    text: str


class GameEvents:
    """Takes the messages to pages, and finds events in them.

    Args:
        words: Translates a text into the language of the home.
    """

    def __init__(self, words: Callable[[Text], str]) -> None:
        self._words = words
        self._board: AtBoard | None = None
        self._last: State | None = None
        self._begun = False

    def take(self, message: object) -> tuple[GameEvent, ...]:
        """Take a message, and return what has happened.

        Nothing has in the first state of a game with moves: it was resumed.
        """
        match message:
            case Hello():
                self._board, self._last, self._begun = AtBoard(message, self._words), None, False
            case Waiting():
                self._board = self._last = None
            case State() if self._board is not None:
                last, self._last = self._last, message
                return tuple(self._compared(self._board, last, message))
        return ()

    def _compared(self, board: AtBoard, last: State | None, now: State) -> Iterator[GameEvent]:
        def event(kind: str, seat: int | None, text: Text) -> GameEvent:
            return GameEvent(kind, board.game, seat, board.player(seat), board.said(text))

        if not self._begun and now.phase != "setup":
            self._begun = True
            if not any(move.seat >= 0 for move in now.moves):
                yield event("began", now.turn, now.headline)
        if last is None:
            return
        if now.refusal is not None and now.refusal != last.refusal:
            yield event("illegal", now.turn, now.refusal.text)
        over, was_over = now.outcome != "ongoing", last.outcome != "ongoing"
        if len(now.moves) < len(last.moves) or (was_over and not over):
            yield event("takeback", now.turn, now.headline)
        if over and not was_over:
            yield event(*_ending(board.hello, now), now.headline)


def _ending(hello: Hello, state: State) -> tuple[str, int | None]:
    """Return the type of the event that ends a game, and the seat that won."""
    kind, _, seat = state.outcome.partition(" ")
    match kind:
        case "win":
            winner = int(seat)
            here = None if state.remote is None else state.remote.seat
            against = winner in hello.computers if here is None else winner != here
            return ("lost" if against else "won"), winner
        case "draw":
            return "drawn", None
        case "won":
            return "solved", None
        case _:
            return "lost", None
