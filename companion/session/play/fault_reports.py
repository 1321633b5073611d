"""Switch faults of a board, in words and in the log."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.base.text import Text, plural, sentences
from companion.hands.switch_faults import Doubt, SwitchFault
from companion.records.journal.record import NoteRecord
from companion.rules.geometry import Board, Point
from companion.rules.reasons import listed
from companion.session.match.recorded import RecordedMatch


def warning(board: Board, found: Mapping[Point, SwitchFault]) -> Text:
    """Return the faults of a board's switches, by kind, and their effect on the game; or empty."""
    if not found:
        return Text()
    told = []
    for fault in SwitchFault:
        names = [board.names[point] for point, which in found.items() if which is fault]
        if names:
            told.append(_sentence(fault, len(names), listed(names, "and")))
    goes_on = plural("The game goes on without it.", "The game goes on without them.", len(found))
    return sentences(*told, goes_on)


def _sentence(fault: SwitchFault, count: int, points: Text) -> Text:
    match fault:
        case SwitchFault.OPEN:
            return plural(
                "The switch under {points} seems to be stuck open: it senses no piece.",
                "The switches under {points} seem to be stuck open: they sense no piece.",
                count,
                points=points,
            )
        case SwitchFault.CLOSED:
            return plural(
                "The switch under {points} seems to be stuck closed: it always senses a piece.",
                "The switches under {points} seem to be stuck closed: they always sense a piece.",
                count,
                points=points,
            )
        case SwitchFault.JOINED:
            return plural(
                "The switch under {points} is connected to another one.",
                "The switches under {points} change together.",
                count,
                points=points,
            )
        case SwitchFault.FLICKERS:
            return plural(
                "The switch under {points} flickers.",
                "The switches under {points} flicker.",
                count,
                points=points,
            )


def question(board: Board, doubt: Doubt) -> Text:
    """Return the question to the players about switches that may be faulty."""
    names = _names(board, doubt.points)
    if doubt.asks:
        return Text(
            "If your move is complete, confirm: one of the switches under {points} may be stuck.",
            points=listed(names, "or"),
        )
    empty = [name for name in names if doubt.closed >> board.index[name] & 1]
    full = [name for name in names if name not in empty]
    claims = []
    if empty:
        claims.append(Text("there is nothing on {points}", points=listed(empty, "and")))
    if full:
        claims.append(Text("there is a piece on {points}", points=listed(full, "and")))
    text = plural(
        "If {claims}, confirm: its switch may be stuck.",
        "If {claims}, confirm: their switches may be stuck.",
        len(names),
        claims=listed(claims, "and"),
    )
    if not doubt.again:
        return text
    if empty:
        first = Text("If there is a piece, lift it and put it back there first.")
    else:
        first = Text("If you put the piece down elsewhere, put it back and move it again first.")
    return sentences(text, first)


class SwitchLog:
    """Notes in the log of one match which switches become faulty, and which work again."""

    def __init__(self, match: RecordedMatch) -> None:
        self._match = match
        self._known: Mapping[Point, SwitchFault] = MappingProxyType({})

    def write(self, found: Mapping[Point, SwitchFault]) -> None:
        """Note the changes since the last call; the first call notes every known fault."""
        known, match = self._known, self._match
        if found == known:
            return
        self._known = found
        if match.over:
            return  # its log is complete
        names = match.game.board.names
        for point in sorted(known.keys() | found.keys()):
            if known.get(point) is not found.get(point):
                fault = found.get(point)
                state = "works again" if fault is None else f"is {fault.value}"
                match.journal.append(NoteRecord(f"the switch under {names[point]} {state}"))


def _names(board: Board, mask: int) -> list[str]:
    return [name for name, point in board.index.items() if mask >> point & 1]
