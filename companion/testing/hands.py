"""Hands at a virtual table: they make a move in a natural order and answer what the board asks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.drivers.simulated import InvalidHandling
from companion.geometry import Occupancy, Point, points_of
from companion.protocol.commands import Arrange, Choose, Confirm
from companion.rules import CompanionError, IllegalMove, Turn
from companion.rules.errors import nearest
from companion.testing.acts import HandAct, natural
from companion.testing.switches import BareSwitches, Switches
from companion.testing.table import VirtualTable
from companion.tracking import Phase

_PAUSES = (0.03, 0.1, 0.5)
_SETTLING = 0.5  # seconds; longer than the board has to hold still to be judged
_ANSWERS = 8  # to what the board asks about one move
_LISTED = 12  # legal moves that an error names


class NotUnderstood(CompanionError, AssertionError):
    """Hands have made a legal move, and the program has not played it or has played another one."""


class Hands:
    """Hands that move pieces at a table.

    table:    where they play. Begin a game before they do anything.
    switches: what they close. If left out, they use the table's simulated pieces or bare switches;
              for a board on pins or on a Pico, pass a `PinSwitches` or a `PicoSwitches`.
    seed:     decides the order of acts, the pauses, and the moves of `play_random`.
    pauses:   the pauses to choose from after each act of a move, in seconds.

    asked, confirmed: how many questions they have answered, and how many moves they have confirmed.
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
        self._pauses = tuple(pauses)

    @property
    def switches(self) -> Switches | None:
        """What these hands close; None if they move simulated pieces. Raises InvalidHandling if the
        table has neither simulated pieces nor bare switches, and no others were given."""
        if self._switches is not None:
            return self._switches
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
        """The points that hold a piece."""
        switches = self.switches
        return self.table.port.occupancy() if switches is None else switches.occupancy()

    # One act at a time

    def lift(self, point: str, hand: str = "own", *, wait: float = 0.1) -> None:
        """A hand lifts the piece on a point; then `wait` seconds pass. Raises InvalidHandling if
        there is none."""
        self._do(HandAct(self._standing(point), False, hand), wait)

    def put(self, point: str, hand: str = "own", *, wait: float = 0.1) -> None:
        """A hand puts down what it has lifted; then `wait` seconds pass. With simulated pieces,
        raises InvalidHandling if the hand is empty."""
        self._do(HandAct(self._point(point), True, hand), wait)

    def take_off(self, point: str, *, wait: float = 0.1) -> None:
        """The other hand takes the piece on a point off the board. Raises InvalidHandling if there
        is none."""
        self._do(HandAct(self._standing(point), False, "other", off=True), wait)

    def bring(self, point: str, piece: str, *, wait: float = 0.1) -> None:
        """The other hand puts a piece from beside the board on a point. piece: its text. With
        simulated pieces, raises InvalidHandling if no such piece lies there."""
        self._do(HandAct(self._point(point), True, "other", brought=piece), wait)

    def tap(self, point: str) -> None:
        """Lift the piece on a point and put it back. Raises InvalidHandling if there is none."""
        self.lift(point, wait=0.15)
        self.put(point, wait=0.15)

    def press(self, seconds: float = 0.1) -> None:
        """Hold the button down for so many seconds. Raises InvalidHandling if the hands move
        simulated pieces, which come without a button."""
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
        """Put all pieces where the game has them, and take all others away. Raises NotUnderstood if
        the program still asks for changes."""
        match = self.table.match
        if self.switches is None:
            self.table.say(Arrange())
        else:
            wanted = match.game.occupancy(match.position)
            for point in points_of(self.occupancy() ^ wanted):
                self._change(point, bool(wanted >> point & 1), 0.02)
        self.table.wait(_SETTLING)
        if self.table.session.view.phase is Phase.SETUP:
            raise NotUnderstood(f"the pieces are set up, but {self._situation()}")

    @property
    def moves(self) -> dict[str, Turn]:
        """The legal turns by their text; at the computer's turn, only the one that it wants."""
        match = self.table.session.match
        turns = self.table.session.live.opponents.turns
        return {match.turn_game.text(match.position, turn): turn for turn in turns}

    def play(self, move: str) -> None:
        """Make a legal move, and answer until it is played.

        move: its text, as in `VirtualTable.texts`; what the players draw from a real bag comes
              first, as in "draw w, w@d4".

        Raises IllegalMove for any other text, and NotUnderstood if the program does not play it.
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
        """Make a legal move that the seed decides. Returns its text. Raises IllegalMove if the game
        is over, and NotUnderstood if the program does not play the move."""
        moves = self.moves
        if not moves:
            raise IllegalMove(f"there is no legal move: the game is {self._outcome}")
        move = self.rng.choice(list(moves))
        self.play_turn(moves[move])
        return move

    def play_turn(self, turn: Turn) -> None:
        """Make a legal turn, and answer until it is played. Raises NotUnderstood if it is not."""
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
        if len(self.table.texts) == plies:
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
        """Do what hands do in a legal turn, without answering anything."""
        match = self.table.session.match
        self.make(natural(match.turn_game.steps(match.position, turn), self.rng))

    def make(self, acts: Sequence[HandAct]) -> None:
        """Do these acts, each with a pause after it."""
        for act in acts:
            self._do(act, self.pause())

    def pause(self) -> float:
        """Seconds to rest after an act."""
        return self.rng.choice(self._pauses)

    def _respond(self, position: Any, turn: Turn) -> None:
        """Answer what the board asks about a turn that was made from a position."""
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
        """The number of the candidate that leads where a turn leads."""
        turns, candidates = self.table.session.match.turn_game, self.table.session.view.candidates
        wanted = turns.advance(position, turn)
        for number, other in enumerate(candidates):
            if turns.advance(position, other) == wanted:
                return number
        raise NotUnderstood(f"the move that was made is not asked about: {self._situation()}")

    def _answer(self, position: Any, turn: Turn) -> None:
        """Tap a piece that only this move touches; else step to it, and hold the button."""
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
        self.press(1.2)

    def _tap(self, point: Point) -> None:
        self._change(point, False, 0.15)
        self._change(point, True, 0.15)

    def _do(self, act: HandAct, wait: float) -> None:
        """Do one act; then `wait` seconds pass."""
        pieces = self.table.port.pieces
        if self.switches is not None:
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
        """What the program makes of the board, for messages."""
        match, view = self.table.session.match, self.table.session.view
        said = self.table.state.message if self.table.heard else ""
        names = ", ".join(self.table.board.names[p] for p in points_of(self.occupancy()))
        return (
            f"the program shows {view.phase.value!r}{f' ({said})' if said else ''} in "
            f"{match.game.position_text(match.position)!r}, with pieces on {names or 'no point'}"
        )
