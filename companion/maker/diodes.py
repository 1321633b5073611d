"""Tests the diodes of a matrix: three pieces at a time show whether the middle one's diode works.

Of three pieces at the corners of a rectangle, the middle one lets current through to the fourth
corner if its diode is missing. The pieces walk along a staircase of such corners, so that every
test needs only one piece to be moved.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.base.text import Text
from companion.device.ports.findings import Finding, fine, note, wrong
from companion.device.ports.scanning import Cells, Ghost, ghosts, without_diodes
from companion.maker.console import FOREVER, SETTLE_TIME, BoardConsole
from companion.maker.drawing import Mark
from companion.maker.inbox import LineEntered
from companion.maker.lamps import WHITE
from companion.maker.output import ReplyChoice
from companion.maker.switch_monitor import join_names
from companion.rules.geometry import Occupancy, Point, bits, points_of


class DiodeTest(NamedTuple):
    """Three points to put pieces on, to test the diode of `tried`."""

    tried: Point
    others: tuple[Point, Point]


def diode_tests(cells: Cells) -> list[DiodeTest]:
    """Return tests for every diode that can be tested.

    A point needs another one in its row, one in its column, and one where these cross; otherwise
    its missing diode has no effect.
    """
    at = {cell: Point(p) for p, cell in enumerate(cells)}
    choices = {
        point: [
            DiodeTest(point, (beside, below))
            for (r, c), beside in at.items()
            if r == row and c != column
            for (r2, c2), below in at.items()
            if c2 == column and r2 != row and (r2, c) in at
        ]
        for (row, column), point in at.items()
    }
    found: list[DiodeTest] = []
    left = {point for point, some in choices.items() if some}
    lie: set[Point] = set()
    while left:
        # Move the fewest pieces, preferably onto points that still need testing themselves.
        best = max(
            (test for point in sorted(left) for test in choices[point]),
            key=lambda test: (
                len({test.tried, *test.others} & lie),
                len(left & {*test.others}),
            ),
        )
        found.append(best)
        left.remove(best.tried)
        lie = {best.tried, *best.others}
    return found


def check_diodes(console: BoardConsole, cells: Cells) -> list[Finding]:
    """Ask for three pieces in one position after another, until Enter."""
    todo = diode_tests(cells)
    console.screen.say(
        Text(
            "Diodes: three pieces on the three lit points, {number} times, mostly one piece moved.",
            number=len(todo),
        ),
        keys=Text("Press Enter to stop."),
    )
    seen: dict[Point, tuple[Point, ...]] = {}
    tried = 0
    with console.screen.drawing():
        for test in todo:
            stands = bits([test.tried, *test.others])
            with console.offering(ReplyChoice("", Text("Stop testing diodes"))):
                read = _placed(console, stands, without_diodes(cells, stands))
            if read is None:
                break
            tried += 1
            for ghost in ghosts(cells, stands, read):
                seen[ghost.point] = ghost.suspects
                console.screen.say(_told(console, ghost), "red", inset=True)
        console.lights_off()
    culprits = bits(p for points in seen.values() for p in points)
    found = [
        wrong(
            Text(
                "the diode of point {name} is missing or conducts in both directions",
                name=console.names[p],
            )
        )
        for p in points_of(culprits)
    ]
    if tried < len(todo):
        found.append(
            note(
                Text(
                    "{left} of {number} diodes were not tested",
                    left=len(todo) - tried,
                    number=len(todo),
                )
            )
        )
    return found or [fine(Text("all {tried} testable diodes are good", tried=tried))]


def _told(console: BoardConsole, ghost: Ghost) -> Text:
    return Text(
        "{name} reads closed without a piece: the diode at {points}.",
        name=console.names[ghost.point],
        points=join_names(bits(ghost.suspects), console.names),
    )


def _placed(console: BoardConsole, stands: Occupancy, shows: Occupancy) -> Occupancy | None:
    """Wait until pieces lie still on these points and nowhere else.

    Args:
        console: The open port.
        stands: The points to put pieces on.
        shows: What the switches may read if diodes are missing.

    Returns:
        What the switches then read, or None if the user stops.
    """
    console.prompt = Text(
        "Pieces on {points}, and nowhere else.", points=join_names(stands, console.names)
    )
    if not console.screen.live:
        console.screen.say(console.prompt)

    def marks() -> list[Mark]:
        closed = console.monitor.closed
        return [
            Mark("●" if closed >> p & 1 else "·", "bold reverse" if stands >> p & 1 else "dim")
            for p in range(console.board.size)
        ]

    console.marks = marks
    console.light(dict.fromkeys(points_of(stands), WHITE))
    asked = False
    while True:
        read = Occupancy(console.closed)
        complete = not stands & ~read and not read & ~shows
        waiting = not complete or asked
        event = console.next_event(FOREVER if waiting else console.inbox.now() + SETTLE_TIME)
        if event is None:
            ghosts_or_pieces = read & ~stands
            if not ghosts_or_pieces:
                return read
            # A ghost or a forgotten piece: only the user can tell.
            asked = True
            console.screen.say(
                Text(
                    "{points} reads closed: take the piece away.",
                    points=join_names(ghosts_or_pieces, console.names),
                ),
                keys=Text("Press Enter if there is none."),
            )
            console.screen.offer([ReplyChoice("", Text("There is no piece"))])
        elif not isinstance(event, LineEntered):
            asked = False
        elif console.is_enter(event):
            return read if asked else None
