"""Test vectors for firmware/protocol.md, computed by the program: `make types` writes them.

A conversation is what a board hears, senses and waits for, step by step, and what it then sends and
shows. `play` tries one on a board, whatever it is made of.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from companion.device.ports.link import (
    MAX_MESSAGE,
    MAX_PIXELS,
    PROTOCOL_VERSION,
    SETTLE_MS,
    TICKS_PERIOD,
    TIMEOUT_MS,
    BoardLink,
    encode_colours,
    encode_message,
)

FILE = Path(__file__).parents[2] / "firmware/protocol-vectors.json"
WORDS = "a board"

Step = dict[str, Any]


class Board(Protocol):
    """A board's end of the line. sent: what it has sent. shown: the frames it has shown."""

    sent: list[bytes]
    shown: list[bytes]

    def hear(self, data: bytes) -> None:
        """Take received bytes, and do what is due soon."""

    def change(self, switch: int, closed: bool) -> None:
        """Close or open a switch."""

    def wait(self, milliseconds: int) -> None:
        """Let time pass."""


class ProgramBoard:
    """The board's end that a Pico has."""

    def __init__(self, switches: int) -> None:
        self.sent: list[bytes] = []
        self.shown: list[bytes] = []
        self._now = TICKS_PERIOD - 1000  # so that its ticks begin anew soon
        self._link = BoardLink(switches, WORDS, self.sent.append, self.shown.append, self._now)

    def hear(self, data: bytes) -> None:
        self._link.feed(data, self._now)

    def change(self, switch: int, closed: bool) -> None:
        self._link.switch_changed(switch, closed)

    def wait(self, milliseconds: int) -> None:
        for _ in range(0, milliseconds, 10):
            self._now = (self._now + 10) % TICKS_PERIOD
            self._link.tick(self._now)


def play(board: Board, step: Step) -> tuple[str, list[str]]:
    """Try a step on a board. Returns what it sends, and the frames that it shows."""
    board.sent.clear()
    board.shown.clear()
    match step:
        case {"hears": str(text)}:
            board.hear(text.encode("latin-1"))
        case {"closes": int(switch)}:
            board.change(switch, True)
        case {"opens": int(switch)}:
            board.change(switch, False)
        case {"toggles": int(switch), "times": int(times)}:
            for i in range(times):
                board.change(switch, i % 2 == 0)
        case {"waits": int(milliseconds)}:
            board.wait(milliseconds)
        case _:
            raise ValueError(step)
    return b"".join(board.sent).decode("latin-1"), [_frame(colours) for colours in board.shown]


def _frame(colours: bytes) -> str:
    return colours.hex() if any(colours) else "dark"


def complaints(board: Board, steps: Iterable[Step]) -> Iterable[str]:
    """What a board does otherwise than the vectors say."""
    for number, step in enumerate(steps):
        sent, shown = play(board, step)
        if sent != step.get("sends", sent) or shown != step["shows"]:
            yield f"step {number}, {step}: it sends {sent!r} and shows {shown}"


def _said(*bodies: bytes) -> Step:
    return {"hears": b"".join(map(encode_message, bodies)).decode("latin-1")}


def _lit(ticket: bytes, colours: bytes) -> bytes:
    return b"F" + ticket + encode_colours(colours)


_START: list[Step] = [{"waits": 2 * SETTLE_MS}]
_GREETED = [*_START, _said(b"H%d" % PROTOCOL_VERSION)]
_STATE = _said(b"S01")
_LONGEST = bytes(range(240)) * 3

_REFUSED = (
    *(b"", b"S", b"S0", b"S0g", b"S001", b"F", b"F0", b"Fxx", b"F01!", b"F01AA=", b"F01AAAA=A"),
    *(b"F01AAAA\xff", _lit(b"01", bytes(4)), _lit(b"01", bytes(723)), b"x", b"s01", b"\xff\x00"),
)

_CONVERSATIONS: dict[str, tuple[int, list[Step]]] = {
    "it asks for a greeting once it knows its switches": (
        19,
        [{"closes": 6}, _said(b"H1", b"S01"), *_START, _said(b"H1"), _STATE],
    ),
    "until it is greeted, it answers with r alone": (
        19,
        [
            *_START,
            _STATE,
            _said(_lit(b"01", bytes(57))),
            _said(b"x"),
            {"hears": "noise\n"},
            {"closes": 3},
            _said(b"H1"),
            _STATE,
        ],
    ),
    "only its own version, written exactly so, greets": (
        19,
        [*_START, *(_said(body) for body in (b"H", b"Hx", b"H01", b"H 1", b"H4294967297")), _STATE],
    ),
    "a greeting of another version is answered, and does not greet": (
        19,
        [*_START, _said(b"H2"), {"closes": 3}, _STATE, _said(b"H1"), _STATE, _said(b"H11"), _STATE],
    ),
    "changes are numbered, and the button comes after the switches": (
        19,
        [
            *_GREETED,
            *({"closes": 3}, {"closes": 3}, {"closes": 19}, {"opens": 3}, {"opens": 3}),
            _said(b"Sa7"),
            _said(b"H1"),
            {"closes": 0},
            _said(b"Sff"),
        ],
    ),
    "after ffff comes 0000": (
        19,
        [*_GREETED, {"toggles": 3, "times": 65_535}, _STATE, {"opens": 3}, {"closes": 18}, _STATE],
    ),
    **{
        f"the state of {switches} switches": (
            switches,
            [{"closes": switches}, {"closes": 1}, *_GREETED, _STATE, {"closes": switches - 1}],
        )
        for switches in (7, 8, 15, 16, 64, 81)
    },
    "frames are shown and answered": (
        19,
        [
            *_GREETED,
            _said(_lit(b"2a", bytes.fromhex("008000" * 2))),
            _said(_lit(b"00", bytes(range(57)))),
            _said(_lit(b"ff", b"")),
        ],
    ),
    "the longest frame": (
        19,
        [*_GREETED, _said(_lit(b"01", _LONGEST)), _said(_lit(b"02", bytes(3 * MAX_PIXELS)))],
    ),
    "messages come in pieces, and several at once": (
        19,
        [
            *_GREETED,
            *({"hears": piece} for piece in ("S0", "7*f640", "da07", "\n")),
            _said(b"S08", b"S09", _lit(b"01", b"\7\7\7")),
        ],
    ),
    "an empty message ends one that is not complete": (
        19,
        [*_GREETED, {"hears": "\n\n"}, {"hears": "S07*f6"}, {"hears": "\nS07*f640da07\n"}, _STATE],
    ),
    "what is not valid is dropped and counted": (
        19,
        [
            *_GREETED,
            {"hears": "S07*f640da08\n"},
            {"hears": "S07*F640DA07\n"},
            {"hears": "S07f640da07\n"},
            {"hears": "noise\xff\x00\n*\n"},
            _STATE,
            *(_said(body) for body in _REFUSED),
            _STATE,
        ],
    ),
    "after ff messages that were dropped, 00 follows": (
        19,
        [*_GREETED, {"hears": "noise\n" * 255}, _STATE, {"hears": "noise\n"}, _STATE],
    ),
    "a message that is too long is dropped to its end": (
        19,
        [
            *_GREETED,
            {"hears": "x" * (MAX_MESSAGE + 1)},
            {"hears": "S07*f640da07\n"},
            _STATE,
            {"hears": "x" * (3 * MAX_MESSAGE) + "\nS07*f640da07\n"},
            _STATE,
        ],
    ),
    "without a message for 3 s, the lamps go out and the greeting is forgotten": (
        19,
        [
            *_GREETED,
            _said(_lit(b"01", bytes([9] * 57))),
            {"waits": TIMEOUT_MS - 100},
            _STATE,
            {"waits": TIMEOUT_MS - 100},
            {"hears": "noise\n"},
            {"waits": 200},
            {"closes": 3},
            _STATE,
            _said(b"H1"),
            _STATE,
        ],
    ),
}


def vectors() -> dict[str, Any]:
    """All test vectors."""
    return {
        "protocol": PROTOCOL_VERSION,
        "words": WORDS,
        "conversations": [
            {"name": name, "switches": switches, "steps": _answered(switches, steps)}
            for name, (switches, steps) in _CONVERSATIONS.items()
        ],
    }


def _answered(switches: int, steps: Iterable[Step]) -> list[Step]:
    board, answered = ProgramBoard(switches), []
    for step in steps:
        sent, shown = play(board, step)
        # The reports of very many changes are left out.
        said = {} if "times" in step else {"sends": sent}
        answered.append(step | said | {"shows": shown})
    return answered


if __name__ == "__main__":
    sys.stdout.write(json.dumps(vectors(), indent=1) + "\n")
