"""The curves that the page shows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from companion.device.ports.pixel_timing import TIMINGS
from hardware.parts.boards import boards
from hardware.simulation.chart import Axis, Line, Mark, Points, chart
from hardware.simulation.data_line import FIVE, SHORTEST, DataLine, data_line, spi_bits
from hardware.simulation.ngspice import Curves
from hardware.simulation.reeds import PICO_READER, START, Matrix, settling
from hardware.simulation.results import LARGEST, Run
from hardware.simulation.supply import PLUGGED, all_on, evenly, farthest, inrush, strip
from hardware.simulation.values import PIN_STRONG, PIXEL_HIGH, PIXEL_LOW, PIXEL_VOLTS
from hardware.wiring.levels import BAT85, HIGH


def curves(run: Run) -> dict[str, bytes]:
    """Draw each curve, by the name of its file."""
    return {
        "column.svg": _column(run),
        "data.svg": _data(run),
        "strip.svg": _strip(run),
        "plugged-in.svg": _plugged_in(run),
    }


def _column(run: Run) -> bytes:
    pico, column = Matrix(LARGEST, PICO_READER), 0
    probe = f"v(pin_column{column})"
    lines = []
    for name, matrix in (
        ("SD101C and 10 kΩ", pico),
        ("BAT85 and 10 kΩ", replace(pico, diode=BAT85)),
        ("SD101C, pulled up inside only", replace(pico, pull_up=None)),
    ):
        found = run(settling(matrix, 0, column))
        lines.append(Line(name, _sampled(found, probe, START - 0.2e-6, START + 3e-6, 1e6, START)))
    marks = [
        Mark("surely high", HIGH),
        Mark("read", PICO_READER.wait * 1e6, upright=True),
    ]
    title = "The last vacant square of a 9 × 9 grid: its column after the row above is let go"
    x, y = Axis("µs", 0, 3, 0.5), Axis("V", 0, 3.5, 0.5)
    return chart(title, x, y, lines, marks)


def _data(run: Run) -> bytes:
    bits = spi_bits(TIMINGS["WS2812B-V5"])[:1]
    hard = replace(SHORTEST, pin=PIN_STRONG)
    lines = []
    for name, line in (
        ("330 Ω at both ends", DataLine()),
        ("none at the pin", DataLine(source=0.001)),
        ("none at the pixel", DataLine(series=0.001)),
    ):
        found = run(data_line(bits, hard, line))
        lines.append(Line(name, _sampled(found, "v(din)", 0, 0.5e-6, 1e9, 0)))
    marks = [
        Mark("surely high", PIXEL_HIGH * FIVE),
        Mark("surely low", PIXEL_LOW * FIVE),
    ]
    title = "A 0 at the first pixel, behind 1 m of cable and 20 cm of wire"
    return chart(title, Axis("ns", 0, 500, 50), Axis("V", -1, 6, 1), lines, marks)


def _strip(run: Run) -> bytes:
    (built,) = (built for built in boards() if built.name == "grid9-matrix")
    lines = []
    for name, deck in (
        ("budget shared by all", strip(built, evenly(built))),
        ("budget in the farthest", strip(built, farthest(built))),
        ("all pulses at once", strip(built, all_on(built))),
        ("shared, fed at one end only", strip(built, evenly(built), feeds=(0,))),
    ):
        found = run(deck)
        volts = [found.last(probe) for probe in deck.probes if probe.startswith("v")]
        lines.append(Line(name, list(enumerate(volts, start=1))))
    marks = [
        Mark("WS2812B keep their sheet", PIXEL_VOLTS["characteristics"], below=True),
        Mark("WS2812B-V5 work", PIXEL_VOLTS["works"]),
    ]
    title = "The lamps of a 9 × 9 grid along their strip, the supply at 4.75 V"
    return chart(title, Axis("lamp", 0, 81, 9), Axis("V", 3.4, 5, 0.2), lines, marks)


def _plugged_in(run: Run) -> bytes:
    (built,) = (built for built in boards() if built.name == "grid9-matrix")
    lines = []
    for name, deck in (
        ("with 1000 µF", inrush(built)),
        ("without", inrush(built, bulk=0)),
    ):
        found = run(deck)
        points = _sampled(found, "v(five)", PLUGGED - 5e-6, PLUGGED + 95e-6, 1e6, PLUGGED)
        lines.append(Line(name, points))
    marks = [Mark("pixels bear at most", PIXEL_VOLTS["most"])]
    title = "The lamps' 5 V when the plug of a live adaptor is put in"
    return chart(title, Axis("µs", 0, 90, 10), Axis("V", 0, 9, 1), lines, marks)


def _sampled(
    found: Curves, probe: str, start: float, end: float, scale: float, zero: float
) -> Points:
    """A curve at 251 moments, in other units of time, counted from `zero`."""
    return [
        ((at - zero) * scale, _value(found, probe, at))
        for at in _moments(start, end)
        if found.times[0] <= at <= found.times[-1]
    ]


def _moments(start: float, end: float) -> Iterator[float]:
    for number in range(251):
        yield start + (end - start) * number / 250


def _value(found: Curves, probe: str, at: float) -> float:
    after = max(bisect_left(found.times, at), 1)
    values = found.probes[probe]
    start, end = found.times[after - 1], found.times[after]
    return values[after - 1] + (values[after] - values[after - 1]) * (at - start) / (end - start)
