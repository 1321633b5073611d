"""The switches, live: which are stuck, dead, swapped, joined, unstable, or seen through others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.drivers import DirectPort, MatrixPort, PicoPort, Port
from companion.drivers.scanning import Cells, without_diodes
from companion.geometry import Occupancy, Point, Sensed, bits, points_of
from companion.lights.palette import RGB
from companion.maker.desk import Desk
from companion.maker.drawing import Mark
from companion.maker.findings import Finding, fine, note, wrong
from companion.maker.inbox import Typed
from companion.maker.lamps import WHITE
from companion.maker.senses import Burst, listed

GREEN: RGB = (0, 160, 0)

TOGETHER = 0.015
"""Seconds within which changes are one: a scan of a matrix, and a bounce."""


class Watch:
    """What is seen of the switches beside their changes.

    asked:  the point that a piece is wanted on. felt: by the point asked for, what closed (bits).
    stuck:  the switches that were closed with nothing on the board, as bits.
    delays: seconds from edges to their callbacks.
    """

    def __init__(self, desk: Desk) -> None:
        self.asked: Point | None = None
        self.felt: dict[Point, int] = {}
        self.stuck = 0
        self.delays: list[float] = []
        self._desk = desk
        desk.marks = self.marks
        desk.raw = self._timed

    def marks(self) -> Sequence[Mark]:
        """How each point is drawn: closed or open, and how often it has changed."""
        senses, marks = self._desk.senses, []
        for point, changes in enumerate(senses.changes):
            closed = senses.closed >> point & 1
            text = "●" if closed else "·"
            style = "green" if closed else "" if changes else "dim"
            if point == self.asked:
                text, style = "●" if closed else "?", "bold reverse"
            if (self.stuck | senses.unstable) >> point & 1:
                text, style = "✗", "red"
            marks.append(Mark(f"{text}{changes or ''}", style))
        return marks

    def _timed(self, report: Sensed) -> None:
        """Note how long an edge took from the kernel to its callback. Of a burst only the last edge
        can be timed, when nothing has come after it: the others give times below 0."""
        port = self._desk.port
        if isinstance(port, DirectPort):
            delay = report.at - (self._desk.inbox.now() - port.since_edge(report.point))
            if 0 <= delay < 1:
                self.delays.append(delay)


def guided(desk: Desk, watch: Watch) -> None:
    """Ask for one piece on one point after another."""
    desk.screen.say(
        "Switches: put one piece on each point in turn, as named and lit, and lift it again. "
        "Enter: nothing is felt there."
    )
    with desk.screen.drawing():
        watch.stuck = desk.clear()
        for point in map(Point, range(desk.board.size)):
            if (watch.stuck | desk.senses.unstable) >> point & 1:
                continue
            watch.asked = point
            desk.below = f"Put a piece on point {desk.names[point]}."
            if not desk.screen.live:
                desk.screen.say(desk.below)
            desk.light({point: WHITE})
            felt = desk.feel(lambda closed: _felt(desk, closed))
            watch.felt[point] = 0 if isinstance(felt, Typed) else felt
        watch.asked = None
        desk.below = ""
        desk.dark()


def _felt(desk: Desk, closed: int) -> None:
    desk.below = f"Felt: {listed(closed, desk.names)}. Lift the piece."
    desk.light(dict.fromkeys(points_of(closed), GREEN))


def free(desk: Desk, cells: Cells | None) -> list[Finding]:
    """Let people put pieces as they like, until Enter; what was seen through other switches."""
    desk.screen.say("Put pieces anywhere and lift them, as you like. Enter: that is all.")
    found: dict[str, Finding] = {}
    known = before = desk.closed
    group: list[Sensed] = []
    with desk.screen.drawing():
        desk.below = "Pieces anywhere; Enter: that is all."
        desk.paint()
        while True:
            heard = desk.hear()
            if isinstance(heard, Sensed):
                if group and heard.at - group[0].at > TOGETHER:
                    group, before = [], known
                group.append(heard)
                known ^= 1 << heard.point
                if len(group) > 1:
                    finding = _at_once(desk, Occupancy(before), group, cells)
                    found[finding.text] = finding
            elif heard is not None and desk.entered(heard):
                return list(found.values())


def _at_once(
    desk: Desk, before: Occupancy, group: Sequence[Sensed], cells: Cells | None
) -> Finding:
    """What it means that several switches changed at the same instant."""
    changed = bits(change.point for change in group)
    names = listed(changed, desk.names)
    if cells is not None:
        for change in group:
            alone = Occupancy(before | 1 << change.point)
            if not changed & ~without_diodes(cells, alone):
                others = listed(before, desk.names)
                return wrong(
                    f"{names} changed at once, with pieces on {others}: one is a ghost; a diode is "
                    "missing or the wrong way round (`companion check --diodes` finds it)"
                )
    return wrong(
        f"{names} changed at once: wires touch, or one magnet reaches both (unless two hands did)"
    )


def judge(desk: Desk, watch: Watch, played: bool) -> list[Finding]:
    """The findings about switches. played: pieces were put anywhere, so nothing is known of which
    one should have been felt."""
    senses, names = desk.senses, desk.names
    found = [
        wrong(f"{name} is stuck closed: a short to ground, a magnet left near, or a welded reed")
        for name in _named(watch.stuck, names)
    ]
    found += [
        wrong(f"{name} is unstable: it changes more often than hands can; a loose joint")
        for name in _named(senses.unstable, names)
    ]
    aside = watch.stuck | senses.unstable
    if played:
        idle = [n for p, n in enumerate(names) if not senses.changes[p] and not aside >> p & 1]
        if idle:
            found.append(note(f"never changed: {', '.join(idle)}"))
    else:
        found += _compared(watch.felt, names)
    found += [
        wrong(f"{name}: {count} changes were not reported and were found by a look at the pins")
        for name, count in zip(names, desk.lost, strict=True)
        if count
    ]
    if not found:
        how = "have changed" if played else "are felt, each at its own point"
        found.append(fine(f"all {len(names)} switches {how}"))
    return found


def _named(mask: int, names: Sequence[str]) -> Iterable[str]:
    return [f"point {names[p]}" for p in points_of(mask)]


def _compared(felt: Mapping[Point, int], names: tuple[str, ...]) -> list[Finding]:
    """What was felt beside what was asked for."""
    found, told = [], 0
    for point, mask in felt.items():
        name, own = names[point], 1 << point
        if mask == own or told >> point & 1:
            continue
        other = Point(mask.bit_length() - 1)
        if not mask:
            found.append(
                wrong(f"point {name} is dead: its reed, its wire, or the magnet is not over it")
            )
        elif mask & own:
            found.append(
                wrong(
                    f"a piece on point {name} is felt at {listed(mask, names)}: wires touch, or "
                    "reeds are too near"
                )
            )
        elif mask.bit_count() > 1:
            found.append(wrong(f"a piece on point {name} is felt at {listed(mask, names)} instead"))
        elif felt.get(other) == own:
            told |= 1 << other
            found.append(
                wrong(f"points {name} and {names[other]} are swapped: `companion calibrate`")
            )
        else:
            found.append(
                wrong(f"a piece on point {name} is felt at {names[other]}: `companion calibrate`")
            )
    return found


def bounce(bursts: Sequence[Burst], port: Port, debounce: float) -> Finding:
    """What the bounces come to. debounce: the configured window, in seconds."""
    changes = [burst for burst in bursts if burst.edges % 2]
    if not changes:
        return note("bounce: nothing has changed, so nothing could be measured")
    edges = sorted(burst.edges for burst in changes)
    lasted = sorted(1000 * burst.lasted for burst in changes)
    middle = len(changes) // 2
    said = (
        f"bounce: {edges[middle]} edges a change (most {edges[-1]}), over {lasted[middle]:.1f} ms "
        f"(longest {lasted[-1]:.1f}), in {len(changes)} changes"
    )
    if edges[-1] == 1 and isinstance(port, MatrixPort | PicoPort):
        said += "; what is shorter than a scan is not seen here"
    twitches = len(bursts) - len(changes)
    if twitches:
        said += f"; {twitches} twitches without a change"
    if lasted[-1] > 1000 * debounce:
        return wrong(
            f"{said}: longer than timing.debounce = {1000 * debounce:.0f}; "
            f"set it to {min(100, round(1.5 * lasted[-1]) + 1)}"
        )
    return fine(said)


def latency(delays: Sequence[float], port: Port) -> Finding:
    """How long edges take from the kernel to the program."""
    if not isinstance(port, DirectPort):
        return note(
            "edge to callback: cannot be measured here, only with switches on pins of their own"
        )
    if not delays:
        return note("edge to callback: no time could be taken")
    times = sorted(1000 * delay for delay in delays)
    return fine(
        f"edge to callback: median {times[len(times) // 2]:.2f} ms, worst {times[-1]:.2f} ms, "
        f"{len(times)} edges"
    )
