"""The page `README.md`: `page.txt` with the tables filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.device.ports.pixel_timing import TIMINGS
from hardware.generated import HERE
from hardware.simulation.data_line import FIVE, SHORTEST, data_line, spi_bits
from hardware.simulation.results import NANOSECONDS, Result, Run
from hardware.simulation.supply import WHITE
from hardware.simulation.values import KNOWN, PIN_STRONG, Known
from hardware.simulation.waves import first

_PREFIXES = ((1e-12, "p"), (1e-9, "n"), (1e-6, "µ"), (1e-3, "m"), (1.0, ""))


def page(run: Run, held: Sequence[Result], broken: Sequence[Result]) -> str:
    """The page, with the results that hold and those that break their limits."""
    text = (HERE / "simulation/page.txt").read_text(encoding="utf-8")
    return text.format(
        results=results_table(held),
        refused=results_table(broken),
        edge=_edge(run),
        white=f"{WHITE * 1000:.0f}",
        values=_values(),
    )


def results_table(results: Iterable[Result]) -> str:
    """A table of results, each beside its limit."""
    head = ("what", "where", "simulated", "limit", "")
    rows = [(r.what, r.where, r.found, r.limit, "holds" if r.holds else "broken") for r in results]
    return _table(head, rows)


def _edge(run: Run) -> str:
    """How long the slowest rising edge at the first pixel takes, in nanoseconds."""
    found = run(data_line(spi_bits(TIMINGS["WS2812B"]), replace(SHORTEST, pin=PIN_STRONG)))
    level = found.probes["v(din)"]
    start, end = (first(found.times, level, share * FIVE, True) for share in (0.1, 0.9))
    return NANOSECONDS.text(end - start)


def _values() -> str:
    rows = ((v.what, quantity(v), v.source, "assumed" if v.assumed else "") for v in KNOWN)
    return _table(("what", "value", "source", ""), rows)


def quantity(value: Known) -> str:
    """A value with its unit, as people write it."""
    if not value.unit:
        return f"{value:.3g}"
    if 0.1 <= value < 1 and value.unit != "A":
        return f"{value:.3g} {value.unit}"
    factor, prefix = next(((f, p) for f, p in reversed(_PREFIXES) if value >= f), _PREFIXES[0])
    return f"{value / factor:.3g} {prefix}{value.unit}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
