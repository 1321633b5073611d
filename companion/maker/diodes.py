"""The diodes of a matrix: three pieces at a time show whether the one in the corner has its own.

Of three pieces at the corners of a rectangle, the middle one lets current through to the fourth
corner when its diode is missing. Pieces that walk down a staircase of such corners try every
diode with one piece moved at a time.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.drivers.scanning import Cells, Ghost, ghosts, without_diodes
from companion.geometry import Occupancy, Point, bits, points_of
from companion.maker.desk import FOREVER, REST, Desk
from companion.maker.drawing import Mark
from companion.maker.findings import Finding, fine, note, wrong
from companion.maker.inbox import Typed
from companion.maker.lamps import WHITE
from companion.maker.senses import listed


class Corner(NamedTuple):
    """Three points to put pieces on; the diode of `tried` is tried."""

    tried: Point
    others: tuple[Point, Point]


def corners(cells: Cells) -> list[Corner]:
    """A way to try every diode that can be tried: a point needs another one in its row, one in its
    column, and one where these cross; without those, its missing diode shows nowhere."""
    at = {cell: Point(p) for p, cell in enumerate(cells)}
    choices = {
        point: [
            Corner(point, (beside, below))
            for (r, c), beside in at.items()
            if r == row and c != column
            for (r2, c2), below in at.items()
            if c2 == column and r2 != row and (r2, c) in at
        ]
        for (row, column), point in at.items()
    }
    found: list[Corner] = []
    left = {point for point, some in choices.items() if some}
    lie: set[Point] = set()
    while left:
        # The fewest pieces to move, onto points that are still to be tried themselves.
        best = max(
            (corner for point in sorted(left) for corner in choices[point]),
            key=lambda corner: (
                len({corner.tried, *corner.others} & lie),
                len(left & {*corner.others}),
            ),
        )
        found.append(best)
        left.remove(best.tried)
        lie = {best.tried, *best.others}
    return found


def check_diodes(desk: Desk, cells: Cells) -> list[Finding]:
    """Ask for three pieces in one corner after another; Enter: that is all."""
    todo = corners(cells)
    desk.screen.say(
        f"Diodes: three pieces on the three lit points, {len(todo)} times, mostly one piece moved. "
        "Enter: that is all."
    )
    seen: dict[Point, tuple[Point, ...]] = {}
    tried = 0
    with desk.screen.drawing():
        for corner in todo:
            stands = bits([corner.tried, *corner.others])
            read = _placed(desk, stands, without_diodes(cells, stands))
            if read is None:
                break
            tried += 1
            for ghost in ghosts(cells, stands, read):
                seen[ghost.point] = ghost.culprits
                desk.screen.say(_told(desk, ghost), "red")
        desk.dark()
    culprits = bits(p for points in seen.values() for p in points)
    found = [
        wrong(f"the diode of point {desk.names[p]} is missing or lets current through both ways")
        for p in points_of(culprits)
    ]
    if tried < len(todo):
        found.append(note(f"{len(todo) - tried} of {len(todo)} diodes were not tried"))
    return found or [fine(f"all {tried} diodes that can show are good")]


def _told(desk: Desk, ghost: Ghost) -> str:
    blamed = listed(bits(ghost.culprits), desk.names)
    return f"  {desk.names[ghost.point]} reads closed without a piece: the diode at {blamed}."


def _placed(desk: Desk, stands: Occupancy, shows: Occupancy) -> Occupancy | None:
    """Wait until pieces stand there and nowhere else, and lie still; what the switches read then.
    None when that was refused. shows: what they may read when diodes are missing."""
    desk.below = f"Pieces on {listed(stands, desk.names)}, and nowhere else."
    if not desk.screen.live:
        desk.screen.say(desk.below)

    def marks() -> list[Mark]:
        closed = desk.senses.closed
        return [
            Mark("●" if closed >> p & 1 else "·", "bold reverse" if stands >> p & 1 else "dim")
            for p in range(desk.board.size)
        ]

    desk.marks = marks
    desk.light(dict.fromkeys(points_of(stands), WHITE))
    asked = False
    while True:
        read = Occupancy(desk.closed)
        complete = not stands & ~read and not read & ~shows
        waiting = not complete or asked
        heard = desk.hear(FOREVER if waiting else desk.inbox.now() + REST)
        if heard is None:
            ghosts_or_pieces = read & ~stands
            if not ghosts_or_pieces:
                return read
            # A ghost, or a piece that was forgotten there: only eyes can tell.
            asked = True
            desk.screen.say(
                f"{listed(ghosts_or_pieces, desk.names)} reads closed: take the piece away; Enter "
                "if there is none."
            )
        elif not isinstance(heard, Typed):
            asked = False
        elif desk.entered(heard):
            return read if asked else None
