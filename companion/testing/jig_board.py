"""A real board whose switches a jig works: `pytest --board=jig:DEVICE --board-config=FILE`."""

from __future__ import annotations

import time
from contextlib import ExitStack

from companion.device.ports.pixel_strip import SpiLamps
from companion.device.ports.port import Port
from companion.device.ports.simulated_kind import SimulatedKind
from companion.rules.geometry import Board
from companion.testing.board_lock import locked
from companion.testing.board_under_test import (
    BoardChoice,
    BoardMaker,
    BoardUnderTest,
    UnknownBoard,
    open_there,
)
from companion.testing.jig import BUTTON, Jig, JigError, JigWiring
from companion.testing.stand_ins import Pixel, StandIn, answered
from companion.testing.switches import SwitchBank

SETTLE = 0.04
"""Seconds for a board to report a switch: two scans of 5 ms, a cable and a thread."""

_ABILITIES = frozenset({"button", "faults", "lamps", "one clock"})


def jig_board(device: str) -> BoardMaker:
    """Return what makes the board that is wired to the jig on a serial device."""

    def make(stack: ExitStack, choice: BoardChoice) -> BoardUnderTest:
        name = f"jig:{device}"
        if choice.config is None:
            raise UnknownBoard(
                f"--board={name} needs the board's configuration: add --board-config=FILE"
            )
        port, strip, board = choice.sections(SimulatedKind(), SpiLamps())
        if port.simulated:
            raise UnknownBoard(
                f"--board={name} needs a real board, and the configured one is simulated"
            )
        stack.enter_context(locked(device))
        try:
            jig = stack.enter_context(Jig(device))
            wiring = JigWiring.find(choice.jigs, jig, board)
        except JigError as error:
            raise UnknownBoard(str(error)) from None
        worked = _WorkedBoard(jig, wiring, board)
        open_there(port, strip, board)
        hardware = StandIn(
            port,
            strip,
            board,
            SwitchBank.by_number(board.names, worked.drive, "jig", button=worked.button),
            lambda: _pixels(jig, strip.order),
            worked.heard,
            {"jig": f"{jig.identity} {jig.about}", "wiring of the jig": wiring.source},
            worked.reaction,
        )
        return BoardUnderTest(name, hardware, _ABILITIES, settings=choice.config)

    return make


class _WorkedBoard:
    """The switches of a board, worked by a jig."""

    def __init__(self, jig: Jig, wiring: JigWiring, board: Board) -> None:
        self._jig = jig
        self._pins = [wiring.pins[name] for name in board.names]
        self.button = None
        if BUTTON in wiring.pins:
            self.button = board.size
            self._pins.append(wiring.pins[BUTTON])
        self._changed_at = 0.0

    def drive(self, number: int, closed: bool) -> None:
        """Close or open a switch for as long as it takes to count.

        Raises:
            JigError: If the jig does not answer.
        """
        self._changed_at = self._jig.set(self._pins[number], closed)
        time.sleep(SETTLE)

    def heard(self, port: Port) -> None:
        """Wait until a port has reported the switches, and the jig has told what the lamps show.

        Both are asked, and so have had their turn, however slow the machine is: an answer comes
        after all that was said before.
        """
        time.sleep(SETTLE)
        answered(port)
        self._jig.catch_up()

    def reaction(self, patience: float) -> float | None:
        """Return the seconds from the last change of a switch to the first frame after it."""
        frame = self._jig.wait_for_frame(self._changed_at, patience)
        return None if frame is None else frame.at - self._changed_at


def _pixels(jig: Jig, order: str) -> list[Pixel] | None:
    """Return the colours (red, green, blue) of the pixels that the last frame reaches."""
    if not jig.frames:
        return None
    sent = jig.frames[-1].colours
    red, green, blue = (order.index(part) for part in "RGB")
    return [(sent[i + red], sent[i + green], sent[i + blue]) for i in range(0, len(sent), 3)]
