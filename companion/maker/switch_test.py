"""Tests the switches live, and judges what they and the button did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.base.text import Text, joined
from companion.device.lamps.palette import RGB
from companion.device.ports.findings import Finding, fine, note, wrong
from companion.device.ports.harness import Harness
from companion.device.ports.port import EdgeTimer, MessageCounter, Port
from companion.device.ports.port_kind import PortKind
from companion.device.ports.scanning import Cells, without_diodes
from companion.maker.console import BoardConsole
from companion.maker.diagnosis import ButtonState, Readings, diagnose
from companion.maker.drawing import Mark
from companion.maker.inbox import LineEntered
from companion.maker.lamps import WHITE
from companion.maker.output import NO_WORDS, ReplyChoice
from companion.maker.switch_monitor import SwitchMonitor, join_names
from companion.rules.geometry import Occupancy, Point, Sensed, bits, points_of

SENSED_COLOUR: RGB = (0, 160, 0)

NOTHING_DETECTED = ReplyChoice("", Text("Nothing is detected"))

TOGETHER = 0.015
"""Seconds within which changes count as simultaneous: a scan of a matrix plus bounce."""


class Observations:
    """What is observed besides the switches' changes.

    Attributes:
        asked: The point to put a piece on; None if none is asked for.
        detected: The switches that closed (bits), by the point asked for.
        stuck: The switches that were closed on the empty board, as bits.
        delays: The times from edges to their callbacks (seconds).
    """

    def __init__(self, console: BoardConsole) -> None:
        self.asked: Point | None = None
        self.detected: dict[Point, int] = {}
        self.stuck = 0
        self.delays: list[float] = []
        self._console = console
        console.marks = self.marks
        console.on_report = self._timed

    def marks(self) -> Sequence[Mark]:
        """Return how to draw each point: closed or open, and how often it has changed."""
        monitor, marks = self._console.monitor, []
        for point, changes in enumerate(monitor.changes):
            closed = monitor.closed >> point & 1
            text = "●" if closed else "·"
            style = "green" if closed else "" if changes else "dim"
            if point == self.asked:
                text, style = "●" if closed else "?", "bold reverse"
            if (self.stuck | monitor.unstable) >> point & 1:
                text, style = "✗", "red"
            marks.append(Mark(f"{text}{changes or ''}", style))
        return marks

    def _timed(self, report: Sensed) -> None:
        """Record how long an edge took from the kernel to its callback.

        Only the last edge of a burst can be timed, if nothing has come after it; the others give
        negative times.
        """
        port = self._console.port
        if isinstance(port, EdgeTimer):
            delay = report.at - (self._console.inbox.now() - port.since_edge(report.point))
            if 0 <= delay < 1:
                self.delays.append(delay)


def guided(console: BoardConsole, observed: Observations) -> None:
    """Ask for a piece on one point after another."""
    console.screen.say(
        Text("Switches: put one piece on each point in turn, as named and lit, and lift it again."),
        keys=Text("Enter: nothing is detected there."),
    )
    with console.screen.drawing():
        observed.stuck = console.wait_until_empty()
        for point in map(Point, range(console.board.size)):
            if (observed.stuck | console.monitor.unstable) >> point & 1:
                continue
            observed.asked = point
            with console.offering(NOTHING_DETECTED):
                console.prompt = Text("Put a piece on point {name}.", name=console.names[point])
                if not console.screen.live:
                    console.screen.say(console.prompt)
                console.light({point: WHITE})
                detected = console.wait_for_piece(partial(_detected, console), point)
            if not console.monitor.unstable >> point & 1:
                observed.detected[point] = 0 if isinstance(detected, LineEntered) else detected
        observed.asked = None
        console.prompt = NO_WORDS
        console.lights_off()


def _detected(console: BoardConsole, closed: int) -> None:
    console.prompt = Text(
        "Detected: {points}. Lift the piece.", points=join_names(closed, console.names)
    )
    console.light(dict.fromkeys(points_of(closed), SENSED_COLOUR))


def free(console: BoardConsole, cells: Cells | None) -> list[Finding]:
    """Watch while pieces are put anywhere, until Enter.

    Returns:
        Findings about simultaneous changes.
    """
    found: dict[str, Finding] = {}
    known = before = console.closed
    group: list[Sensed] = []
    with console.screen.drawing(), console.offering(ReplyChoice("", Text("Stop"))):
        console.screen.say(
            Text("Put pieces anywhere and lift them, as you like. Press Enter to stop.")
        )
        console.prompt = Text("Pieces anywhere; Enter: stop.")
        console.paint()
        while True:
            event = console.next_event()
            if isinstance(event, Sensed):
                if group and event.at - group[0].at > TOGETHER:
                    group, before = [], known
                group.append(event)
                known ^= 1 << event.point
                if len(group) > 1:
                    finding = _at_once(console, Occupancy(before), group, cells)
                    found[finding.text] = finding
            elif isinstance(event, LineEntered) and console.is_enter(event):
                return list(found.values())


def _at_once(
    console: BoardConsole, before: Occupancy, group: Sequence[Sensed], cells: Cells | None
) -> Finding:
    """Return the finding about switches that changed at the same instant."""
    changed = bits(change.point for change in group)
    names = join_names(changed, console.names)
    if cells is not None:
        for change in group:
            alone = Occupancy(before | 1 << change.point)
            if not changed & ~without_diodes(cells, alone):
                others = join_names(before, console.names)
                return wrong(
                    Text(
                        "{names} changed at once, with pieces on {others}: one is a "
                        "ghost; a diode is missing or reversed (`companion check "
                        "--diodes` finds it)",
                        names=names,
                        others=others,
                    )
                )
    return wrong(
        Text(
            "{names} changed at once: shorted wires, or one magnet reaches both (unless "
            "two hands moved)",
            names=names,
        )
    )


def judge(
    console: BoardConsole,
    observed: Observations,
    harness: Harness,
    button: ButtonState,
    *,
    played: bool,
) -> list[Finding]:
    """Return the findings about the switches and the button.

    Args:
        console: The open port.
        observed: What was observed.
        harness: The wires of the board.
        button: What the test of the button has shown.
        played: Whether pieces were put anywhere, so that it is unknown which switches should have
            changed.
    """
    monitor, names = console.monitor, console.board.names
    readings = Readings(observed.detected, observed.stuck, monitor.unstable, button)
    found = [wrong(line) for line in diagnose(readings, harness, names)]
    if played:
        aside = observed.stuck | monitor.unstable
        idle = [n for p, n in enumerate(names) if not monitor.changes[p] and not aside >> p & 1]
        if idle:
            found.append(note(Text("never changed: {idle}", idle=", ".join(idle))))
    found += [
        wrong(
            Text(
                "{name}: {count} changes were not reported, only found by polling",
                name=name,
                count=count,
            )
        )
        for name, count in zip(harness.titles(names), console.lost, strict=True)
        if count
    ]
    if not found:
        number = len(names)
        if played:
            found.append(fine(Text("all {number} switches have changed", number=number)))
        else:
            found.append(
                fine(Text("all {number} switches work, each at its own point", number=number))
            )
    if button is ButtonState.WORKS:
        found.append(fine(Text("the button works")))
    return found


def bounce(monitor: SwitchMonitor, kind: PortKind, debounce: float) -> Finding:
    """Return the finding about bounce.

    Args:
        monitor: The monitor, with the completed bursts. Those of unstable switches are of a loose
            joint, which no debouncing helps.
        kind: The kind of board.
        debounce: The configured debounce time (seconds).
    """
    bursts = [burst for burst in monitor.bursts if not monitor.unstable >> burst.point & 1]
    changes = [burst for burst in bursts if burst.edges % 2]
    if not changes:
        return note(Text("bounce: no changes to measure"))
    edges = sorted(burst.edges for burst in changes)
    lasted = sorted(1000 * burst.lasted for burst in changes)
    middle = len(changes) // 2
    measured = [
        Text(
            "bounce: {edges} edges a change (most {most}), over {time:.1f} ms (longest "
            "{longest:.1f}), in {number} changes",
            edges=edges[middle],
            most=edges[-1],
            time=lasted[middle],
            longest=lasted[-1],
            number=len(changes),
        )
    ]
    if edges[-1] == 1 and kind.scanned:
        measured.append(Text("bounce shorter than a scan is not visible here"))
    glitches = len(bursts) - len(changes)
    if glitches:
        measured.append(Text("{number} glitches without a change", number=glitches))
    said = joined("; ", measured)
    if lasted[-1] > 1000 * debounce and not kind.debounced:
        return wrong(
            Text(
                "{said}: longer than timing.debounce = {time:.0f}; set it to {better}",
                said=said,
                time=1000 * debounce,
                better=min(100, round(1.5 * lasted[-1]) + 1),
            )
        )
    return fine(said)


def latency(delays: Sequence[float], port: Port) -> Finding:
    """Return the finding about the time from an edge in the kernel to its callback."""
    if not isinstance(port, EdgeTimer):
        return note(Text("edge to callback: can only be measured with each switch on its own pin"))
    if not delays:
        return note(Text("edge to callback: not measured"))
    times = sorted(1000 * delay for delay in delays)
    return fine(
        Text(
            "edge to callback: median {median:.2f} ms, worst {worst:.2f} ms, {number} edges",
            median=times[len(times) // 2],
            worst=times[-1],
            number=len(times),
        )
    )


def dropped(port: Port) -> list[Finding]:
    """Return the finding about the messages that a cable has damaged, if the board counts them."""
    if not isinstance(port, MessageCounter):
        return []
    there, here = port.dropped
    if there or here:
        return [
            wrong(
                Text(
                    "messages dropped: {there} by the board, {here} by this computer: use a "
                    "shorter cable, without a hub",
                    there=there,
                    here=here,
                )
            )
        ]
    return [fine(Text("no message between the board and this computer was dropped"))]
