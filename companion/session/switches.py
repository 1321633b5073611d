"""Switch faults of a board, in words and in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from companion.geometry import Board, Point
from companion.journal.record import NoteRecord
from companion.rules.reasons import listed
from companion.session.recorded import RecordedMatch
from companion.tracking.faults import Doubt, SwitchFault

_VERBS = {
    SwitchFault.OPEN: (
        "seems to be stuck open: it senses no piece",
        "seem to be stuck open: they sense no piece",
    ),
    SwitchFault.CLOSED: (
        "seems to be stuck closed: it always senses a piece",
        "seem to be stuck closed: they always sense a piece",
    ),
    SwitchFault.JOINED: ("is connected to another one", "change together"),
    SwitchFault.FLICKERS: ("flickers", "flicker"),
}


def warning(board: Board, found: Mapping[Point, SwitchFault]) -> str:
    """The faults of a board's switches, by kind, and what they mean for the game; or empty."""
    sentences = []
    for fault, (one, many) in _VERBS.items():
        points = [point for point, which in found.items() if which is fault]
        if points:
            verb = one if len(points) == 1 else many
            sentences.append(f"{_switches(board, points)} {verb}.")
    if not sentences:
        return ""
    return f"{' '.join(sentences)} The game goes on without {'it' if len(found) == 1 else 'them'}."


def question(board: Board, doubt: Doubt) -> str:
    """What to ask the players about switches that may be faulty."""
    names = _names(board, doubt.points)
    if doubt.asks:
        what = f"one of the switches under {' or '.join(names)} may be stuck"
        return f"If your move is complete, confirm: {what}."
    empty = [name for name in names if doubt.closed >> board.index[name] & 1]
    full = [name for name in names if name not in empty]
    claims = [f"there is nothing on {' and '.join(empty)}"] if empty else []
    claims += [f"there is a piece on {' and '.join(full)}"] if full else []
    what = "its switch" if len(names) == 1 else "their switches"
    text = f"If {' and '.join(claims)}, confirm: {what} may be stuck."
    if doubt.again and empty:
        text += " If there is a piece, lift it and put it back there first."
    elif doubt.again:
        text += " If you put the piece down elsewhere, put it back and move it again first."
    return text


class SwitchLog:
    """Notes in the log of one match which switches are faulty, and which work again."""

    def __init__(self, match: RecordedMatch) -> None:
        self._match = match
        self._known: Mapping[Point, SwitchFault] = MappingProxyType({})

    def write(self, found: Mapping[Point, SwitchFault]) -> None:
        """Note what has changed since the last call; the first call notes every known fault."""
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


def _switches(board: Board, points: Iterable[Point]) -> str:
    names = [board.names[point] for point in points]
    return f"The {'switch' if len(names) == 1 else 'switches'} under {listed(names, 'and')}"


def _names(board: Board, mask: int) -> list[str]:
    return [name for name, point in board.index.items() if mask >> point & 1]
