"""What is wrong with the switches of a board, in words and in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from companion.geometry import Board, Point
from companion.journal.record import NoteRecord
from companion.session.recorded import RecordedMatch
from companion.tracking.faults import Doubt, Fault

_SAID = {
    Fault.OPEN: (
        "seems stuck open: nothing is felt there",
        "seem stuck open: nothing is felt there",
    ),
    Fault.CLOSED: (
        "seems stuck closed: something is always felt there",
        "seem stuck closed: something is always felt there",
    ),
    Fault.JOINED: ("is joined to another one", "change together"),
    Fault.FLICKERS: ("flickers", "flicker"),
}


def warning(board: Board, found: Mapping[Point, Fault]) -> str:
    """The faults of a board's switches, by kind, and what they mean to the players; or empty."""
    said = []
    for fault, (one, many) in _SAID.items():
        points = [point for point, which in found.items() if which is fault]
        if points:
            verb = one if len(points) == 1 else many
            said.append(f"{_switches(board, points)} {verb}.")
    if not said:
        return ""
    return f"{' '.join(said)} The game goes on without {'it' if len(found) == 1 else 'them'}."


def question(board: Board, doubt: Doubt) -> str:
    """What the players are asked about a switch that may be at fault."""
    names = _names(board, doubt.points)
    if doubt.asks:
        what = f"one of the switches under {' or '.join(names)} may be stuck"
        return f"If your move is complete, confirm: {what}."
    empty = [name for name in names if doubt.closed >> board.index[name] & 1]
    full = [name for name in names if name not in empty]
    claims = [f"nothing stands on {' and '.join(empty)}"] if empty else []
    claims += [f"a piece stands on {' and '.join(full)}"] if full else []
    what = "its switch" if len(names) == 1 else "their switches"
    text = f"If {' and '.join(claims)}, confirm: {what} may be stuck."
    if doubt.again and empty:
        text += " If a piece does, lift it and put it back there first."
    elif doubt.again:
        text += " If it was put down elsewhere, put it back and move it once more first."
    return text


class SwitchLog:
    """Writes into the log of one match which switches are at fault, and which work again."""

    def __init__(self, match: RecordedMatch) -> None:
        self._match = match
        self._known: Mapping[Point, Fault] = MappingProxyType({})

    def write(self, found: Mapping[Point, Fault]) -> None:
        """Note what has changed since the last time; at first, all that is known."""
        known, match = self._known, self._match
        if found == known:
            return
        self._known = found
        if match.over:
            return  # its log has ended
        names = match.game.board.names
        for point in sorted(known.keys() | found.keys()):
            if known.get(point) is not found.get(point):
                fault = found.get(point)
                state = "works again" if fault is None else f"is {fault.value}"
                match.journal.append(NoteRecord(f"the switch under {names[point]} {state}"))


def _switches(board: Board, points: Iterable[Point]) -> str:
    names = [board.names[point] for point in points]
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return f"The {'switch' if len(names) == 1 else 'switches'} under {listed}"


def _names(board: Board, mask: int) -> list[str]:
    return [name for name, point in board.index.items() if mask >> point & 1]
