"""Hands at a virtual table: they make moves in a natural order and answer the board's questions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.base.errors import CompanionError, nearest
from companion.device.ports.simulated import InvalidHandling
from companion.hands import Phase
from companion.protocol.commands import Arrange, Choose, Confirm
from companion.rules import IllegalMove, Turn
from companion.rules.geometry import Occupancy, Point, bits, points_of
from companion.testing.acts import HandAct, natural
from companion.testing.switches import BareSwitches, PinSwitches, Switches
from companion.testing.table import VirtualTable

_PAUSES = (0.03, 0.1, 0.5)
_SETTLING = 0.5  # seconds; longer than the board has to hold still to be judged
_ANSWERS = 8  # to what the board asks about one move
_LISTED = 12  # legal moves that an error names


class NotUnderstood(CompanionError, AssertionError):
    """A legal move made by hands that the program has not played, or has taken for another one."""


class Hands:
    """Hands that move pieces at a table.

    Args:
        table: The table at which they play. Begin a game before they do anything.
        switches: The switches that they close. If left out, they use those of the table, or its
            simulated pieces; for a table of your own on pins or on a Pico, pass a `PinSwitches` or
            a `PicoSwitches`.
        seed: The seed of the order of acts, the pauses, and the moves of `play_random`.
        pauses: The pauses to choose from after each act of a move (seconds).

    Attributes:
        table: The table.
        rng: The generator that makes all choices.
        asked: The number of questions that they have answered.
        confirmed: The number of moves that they have confirmed.
    """

    def __init__(
        self,
        table: VirtualTable,
        switches: Switches | None = None,
        *,
        seed: int = 0,
        pauses: Sequence[float] = _PAUSES,
    ) -> None:
        self.table = table
        self.rng = Random(seed)  # noqa: S311 - how hands move, not secrets
        self.asked = self.confirmed = 0
        self._switches = switches
        if isinstance(switches, PinSwitches):
            switches.follow(table.clock, table.periodic)
        self._pauses = tuple(pauses)
        self._held: dict[str, int] = {}  # how many pieces each hand holds

    @property
    def switches(self) -> Switches | None:
        """The switches that these hands close; None if they move simulated pieces.

        Raises:
            InvalidHandling: If the table has neither simulated pieces nor bare switches, and no
                others were given.
        """
        given = self._switches or self.table.switches
        if given is not None:
            return given
        port = self.table.port
        if isinstance(port, BareSwitches):
            return port
        if port.pieces is not None:
            return None
        raise InvalidHandling(
            "these hands have nothing to close: pass switches=PinSwitches(…) for a board on pins, "
            "or PicoSwitches(…) for one on a Pico"
        )

    def occupancy(self) -> Occupancy:
        """Return the points that hold a piece, as bits by point index."""
        switches, pieces = self.switches, self.table.port.pieces
        if switches is not None:
            return switches.occupancy()
        assert pieces is not None
        places = pieces.piece_places().points
        return bits(Point(point) for point, stack in enumerate(places) if stack)

    # One act at a time

    def lift(self, point: str, hand: str = "own", *, wait: float = 0.1) -> None:
        """Lift the piece on a point.

        Args:
            point: The name of the point.
            hand: The name of the hand, such as "own" or "other".
            wait: The time that passes afterwards (seconds).

        Raises:
            InvalidHandling: If no piece lies there, the board has no such point or, with simulated
                pieces, the hand is full.
        """
        self._do(HandAct(self._standing(point), False, hand), wait)

    def put(self, point: str, hand: str = "own", *, wait: float = 0.1) -> None:
        """Put down the lifted piece on a point.

        Args:
            point: The name of the point.
            hand: The name of the hand that has lifted it, such as "own" or "other".
            wait: The time that passes afterwards (seconds).

        Raises:
            InvalidHandling: If the board has no such point or, with simulated pieces, the hand is
                empty.
        """
        self._do(HandAct(self._point(point), True, hand), wait)

    def take_off(self, point: str, *, wait: float = 0.1) -> None:
        """Take the piece on a point off the board, with the other hand.

        Args:
            point: The name of the point.
            wait: The time that passes afterwards (seconds).

        Raises:
            InvalidHandling: If no piece lies there, or the board has no such point.
        """
        self._do(HandAct(self._standing(point), False, "other", off=True), wait)

    def bring(self, point: str, piece: str, *, wait: float = 0.1) -> None:
        """Put a piece from beside the board on a point, with the other hand.

        Args:
            point: The name of the point.
            piece: The text of the piece.
            wait: The time that passes afterwards (seconds).

        Raises:
            InvalidHandling: If the board has no such point or, with simulated pieces, no such piece
                lies beside the board.
        """
        self._do(HandAct(self._point(point), True, "other", brought=piece), wait)

    def tap(self, point: str) -> None:
        """Lift the piece on a point and put it back.

        Raises:
            InvalidHandling: If no piece lies there, or the board has no such point.
        """
        self.lift(point, wait=0.15)
        self.put(point, wait=0.15)

    def press(self, seconds: float = 0.1) -> None:
        """Hold the button down for `seconds`.

        Raises:
            InvalidHandling: If the hands move simulated pieces, which have no button.
        """
        switches = self.switches
        if switches is None:
            raise InvalidHandling(
                "there is no button beside simulated pieces: use table.say(Confirm()), or "
                "VirtualTable(…, bare=True)"
            )
        switches.press(True)
        self.table.wait(seconds)
        switches.press(False)
        self.table.wait(0.1)

    # Whole moves

    def set_up(self) -> None:
        """Put all pieces where the game has them, and take all others away.

        Raises:
            NotUnderstood: If the program still asks for changes.
        """
        match = self.table.match
        if self.switches is None:
            self.table.say(Arrange())
        else:
            wanted = match.game.occupancy(match.position)
            for point in points_of(self.occupancy() ^ wanted):
                self._change(point, bool(wanted >> point & 1), 0.02)
        self._held.clear()
        self.table.wait(_SETTLING)
        if self.table.session.view.phase in (Phase.SETUP, Phase.ASTRAY):
            raise NotUnderstood(f"the pieces are set up, but {self._situation()}")
        sensed = self.table.port.occupancy()
        wrong = list(points_of(Occupancy(sensed ^ match.game.occupancy(match.position))))
        if wrong and self.switches is not None:
            board = self.table.board
            states = [
                f"{board.names[p]} is {'closed' if sensed >> p & 1 else 'open'}" for p in wrong
            ]
            raise NotUnderstood(
                f"the pieces are set up, but the switches do not say so: {', '.join(states)}"
            )

    @property
    def moves(self) -> dict[str, Turn]:
        """The legal turns by their text; at the computer's turn, only its chosen one."""
        match = self.table.session.match
        turns = self.table.session.live.opponents.turns
        return {match.turn_game.text(match.position, turn): turn for turn in turns}

    def play(self, move: str) -> None:
        """Make a legal move, and answer until it is played.

        Args:
            move: The text of the move, as in `VirtualTable.texts`; a draw from a real bag comes
                first, as in "draw w, w@d4".

        Raises:
            IllegalMove: If that is not a legal move.
            NotUnderstood: If the program does not play it.
        """
        moves = self.moves
        if move not in moves:
            listed = ", ".join(list(moves)[:_LISTED]) + (", …" if len(moves) > _LISTED else "")
            raise IllegalMove(
                f"{move!r} is not a legal move{nearest(move, moves)}; "
                + (f"choose from {listed}" if moves else f"the game is {self._outcome}")
            )
        self.play_turn(moves[move])

    def play_random(self) -> str:
        """Make a legal move that depends on the seed, and answer until it is played.

        Returns:
            The move's text.

        Raises:
            IllegalMove: If the game is over.
            NotUnderstood: If the program does not play the move.
        """
        moves = self.moves
        if not moves:
            raise IllegalMove(f"there is no legal move: the game is {self._outcome}")
        move = self.rng.choice(list(moves))
        self.play_turn(moves[move])
        return move

    def play_turn(self, turn: Turn) -> None:
        """Make a legal turn, and answer until it is played.

        Raises:
            NotUnderstood: If the program does not play it.
        """
        match, plies = self.table.session.match, len(self.table.texts)
        game, position = match.game, match.position
        text, wanted = match.turn_game.text(position, turn), match.turn_game.advance(position, turn)
        self.carry_out(turn)
        self.table.wait(_SETTLING)
        for _ in range(_ANSWERS):
            if len(self.table.texts) > plies:
                break
            self._respond(position, turn)
            self.table.wait(_SETTLING)
        if len(self.table.texts) <= plies:  # fewer if others agreed to a takeback meanwhile
            raise NotUnderstood(f"{text} was made, but {self._situation()}")
        # What follows without hands (a pass, a draw) may have changed the position since.
        last = self.table.match.history[min(plies + len(turn.plies), len(self.table.texts)) - 1]
        reached = game.advance(last.position, last.move)
        if game.position_text(reached) != game.position_text(wanted):
            played = ", ".join(self.table.texts[plies:])
            raise NotUnderstood(f"{text} was made, but {played} was played")

    @property
    def _outcome(self) -> str:
        return self.table.match.outcome.text

    def carry_out(self, turn: Turn) -> None:
        """Perform the acts of a legal turn, without answering any question."""
        match = self.table.session.match
        self.make(natural(match.turn_game.steps(match.position, turn), self.rng))

    def make(self, acts: Sequence[HandAct]) -> None:
        """Perform acts, with a pause after each."""
        for act in acts:
            self._do(act, self.pause())

    def pause(self) -> float:
        """Return the next pause after an act (seconds)."""
        return self.rng.choice(self._pauses)

    def _respond(self, position: Any, turn: Turn) -> None:
        """Answer the board's question about a turn that was made from a position."""
        phase = self.table.session.view.phase
        if phase is Phase.ASK:
            self.asked += 1
            if self.switches is None:
                self.table.say(Choose(self._meant(position, turn)))
            else:
                self._answer(position, turn)
        elif phase is Phase.CONFIRM:
            self.confirmed += 1
            if self.switches is None:
                self.table.say(Confirm())
            else:
                self.press()

    def _meant(self, position: Any, turn: Turn) -> int:
        """Return the number of the candidate that leads to the same position as a turn.

        Raises:
            NotUnderstood: If there is none.
        """
        turns, candidates = self.table.session.match.turn_game, self.table.session.view.candidates
        wanted = turns.advance(position, turn)
        for number, other in enumerate(candidates):
            if turns.advance(position, other) == wanted:
                return number
        raise NotUnderstood(f"the move that was made is not asked about: {self._situation()}")

    def _answer(self, position: Any, turn: Turn) -> None:
        """Tap a piece that only this move touches; otherwise step to it, and hold the button."""
        view, turns = self.table.session.view, self.table.session.match.turn_game
        meant = self._meant(position, turn)
        points = [{s.point for s in turns.steps(position, other)} for other in view.candidates]
        own = points[meant] - set().union(*points[:meant], *points[meant + 1 :])
        standing = [p for p in own if self._occupied(p)]
        if standing:
            self._tap(min(standing))
            return
        shared = set.intersection(*points)
        standing = [p for p in shared if self._occupied(p)]
        tappable = standing and all(p == shared for p in points)
        for _ in points:
            view = self.table.session.view
            if view.phase is not Phase.ASK or view.picked == meant:
                break
            if tappable:
                self._tap(min(standing))
            else:
                self.press()
        view = self.table.session.view
        if view.phase is Phase.ASK and view.picked != meant:
            self.table.say(Choose(meant))  # the taps were not heard: its switch is ignored by now
            return
        self.press(1.2)

    def _tap(self, point: Point) -> None:
        self._change(point, False, 0.15)
        self._change(point, True, 0.15)

    def _do(self, act: HandAct, wait: float) -> None:
        """Perform one act; then `wait` seconds pass."""
        pieces = self.table.port.pieces
        if self.switches is not None:
            self._hold(act)
            # On a stack, or off one, no switch changes.
            if self._occupied(act.point) != act.occupied:
                self._change(act.point, act.occupied, 0.0)
        elif pieces is not None:
            if act.brought:
                pieces.lift(None, act.hand, act.brought)
            (pieces.put if act.occupied else pieces.lift)(act.point, act.hand)
            if act.off:
                pieces.put(None, act.hand)
        self.table.wait(wait)

    def _hold(self, act: HandAct) -> None:
        """Take up the piece of an act, or put it down.

        Raises:
            InvalidHandling: If the hand holds none.
        """
        held = self._held.get(act.hand, 0)
        if not act.occupied:
            self._held[act.hand] = held if act.off else held + 1
        elif not act.brought:
            if not held:
                raise InvalidHandling(
                    f"hand {act.hand!r} holds nothing: lift a piece first, or bring one from "
                    "beside the board"
                )
            self._held[act.hand] = held - 1

    def _occupied(self, point: Point) -> bool:
        return bool(self.occupancy() >> point & 1)

    def _change(self, point: Point, occupied: bool, wait: float) -> None:
        """Close a switch, or open it; then `wait` seconds pass."""
        switches = self.switches
        assert switches is not None, "only switches are changed by themselves"
        switches.set(point, occupied)
        self.table.wait(wait)

    def _point(self, name: str) -> Point:
        board = self.table.board
        if name not in board.index:
            raise InvalidHandling(
                f"the {board.name} board has no point {name!r}{nearest(name, board.index)}"
            )
        return board.index[name]

    def _standing(self, name: str) -> Point:
        point = self._point(name)
        if not self._occupied(point):
            raise InvalidHandling(f"no piece lies on point {name}")
        return point

    def _situation(self) -> str:
        """Describe the board and the program's view of it, for messages."""
        match, view = self.table.session.match, self.table.session.view
        said = self.table.state.message if self.table.heard else ""
        names = ", ".join(self.table.board.names[p] for p in points_of(self.occupancy()))
        return (
            f"the program shows {view.phase.value!r}{f' ({said})' if said else ''} in "
            f"{match.game.position_text(match.position)!r}, with pieces on {names or 'no point'}"
        )
