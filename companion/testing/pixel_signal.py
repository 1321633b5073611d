"""The signal on a strip's data line as pixels read it: by how long it is high and low.

A pixel does not know of bytes or clocks. It measures how long the line is high, takes that for a 0
or a 1, and shows what it has read once the line has been low for a reset. The datasheets say how
long each of these may be; a signal that none of them allows is not read here, either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.base.errors import CompanionError
from companion.device.ports.pixel_sheets import PIXEL_SHEETS, PixelSheet, Window

Pulse = tuple[int, int]
"""How long the line is high, and how long it is low after that, in periods of a clock."""


class UnreadableSignal(CompanionError, ValueError):
    """A signal that no kind of pixel reads."""


@dataclass(frozen=True, slots=True)
class PixelSignal:
    """What is sent to a strip at once.

    Attributes:
        clock: The periods per second.
        before: How long the line is low before the first pulse, in periods.
        shapes: The different pulses.
        order: The pulses in the order in which they are sent, each as the character whose code is
            its index in `shapes`: a frame has thousands of pulses of three shapes.
        source: What sent it, for messages.
    """

    clock: float
    before: int
    shapes: tuple[Pulse, ...]
    order: str
    source: str

    @property
    def pulses(self) -> list[Pulse]:
        """The pulses in the order in which they are sent."""
        return [self.shapes[ord(shape)] for shape in self.order]

    @property
    def lead(self) -> float:
        """How long the line is low before the first pulse (seconds)."""
        return self.before / self.clock

    @property
    def rest(self) -> float:
        """How long the line is low after the last pulse (seconds)."""
        return self.shapes[ord(self.order[-1])][1] / self.clock if self.order else self.lead

    def edges(self) -> list[tuple[int, int]]:
        """Return the time of each edge (periods) and the level after it.

        The last one is the end of the signal, at a low level.
        """
        edges, at = [], self.before
        for high, low in self.pulses:
            edges += [(at, 1), (at + high, 0)]
            at += high + low
        return [*edges, (at, 0)]


@lru_cache(maxsize=64)  # a frame is often sent again
def spi_signal(sent: bytes, clock: int) -> PixelSignal:
    """Return the signal of bytes on SPI's data line, the first bit of each first.

    Args:
        sent: The bytes of a transfer.
        clock: The frequency of SPI (Hz), at which a bit lasts for a period.
    """
    before, found = _pulses_of(sent)
    return _signal(clock, before, found, f"SPI at {clock / 1e6:g} MHz")


def parts_signal(parts: bytes, clock: float, low_after: int, source: str) -> PixelSignal:
    """Return the signal of bits that are sent one after the other, and of a pause after them.

    Args:
        parts: The bits, in bytes; the first of each is sent first.
        clock: The bits per second.
        low_after: How long the line is low afterwards, in bits.
        source: What sends it, for messages.
    """
    before, found = _pulses_of(parts)
    if found:
        found[-1] += "0" * low_after
    return _signal(clock, before, found, source)


def _pulses_of(sent: bytes) -> tuple[int, list[str]]:
    """Return the number of zeros before the first pulse, and each pulse as ones and zeros."""
    bits = bin(int.from_bytes(b"\1" + sent, "big"))[3:]
    found: list[str] = re.findall("1+0*", bits)
    return len(bits) - sum(map(len, found)), found


def _signal(clock: float, before: int, found: list[str], source: str) -> PixelSignal:
    different = list(dict.fromkeys(found))
    shapes = tuple((text.count("1"), text.count("0")) for text in different)
    symbols = {text: chr(index) for index, text in enumerate(different)}
    return PixelSignal(clock, before, shapes, "".join(map(symbols.__getitem__, found)), source)


def read_frames(signal: PixelSignal, kinds: Iterable[str] = PIXEL_SHEETS) -> tuple[bytes, ...]:
    """Return the frames that pixels read, each ended by a reset.

    Args:
        signal: The signal.
        kinds: The kinds of pixels, of which at least one has to read it: names of `PIXEL_SHEETS`.

    Raises:
        UnreadableSignal: If none of them reads it, or if they read different frames.
    """
    read, faults = _read(signal, tuple(kinds))
    if not read:
        raise UnreadableSignal(f"{_by_kind(faults)} ({signal.source})")
    first, *others = read.values()
    if any(frames != first for frames in others):
        raise UnreadableSignal(f"{', '.join(read)} read different frames ({signal.source})")
    return first


def readers(signal: PixelSignal) -> frozenset[str]:
    """Return the kinds of pixels whose datasheet allows a signal: names of `PIXEL_SHEETS`."""
    return frozenset(_read(signal, tuple(PIXEL_SHEETS))[0])


def vcd(signals: Iterable[PixelSignal], pause: float = 1e-3) -> str:
    """Return signals as a value change dump, which PulseView and GTKWave open.

    Args:
        signals: The signals, in the order in which they were sent.
        pause: The low between two signals (seconds). How long it really was depends on the
            computer, and is not captured.
    """
    lines = ["$timescale 1 ps $end", "$scope module strip $end", "$var wire 1 ! data $end"]
    lines += ["$upscope $end", "$enddefinitions $end", "#0", "0!"]
    begin = 0
    for signal in signals:
        period = 1e12 / signal.clock
        for at, level in signal.edges():
            lines += [f"#{begin + round(at * period)}", f"{level}!"]
        begin += round(at * period) + round(pause * 1e12)
    return "\n".join([*lines, f"#{begin}", ""])


class _Fault(Exception):
    """What a kind of pixel does not read."""


@lru_cache(maxsize=64)
def _read(
    signal: PixelSignal, kinds: tuple[str, ...]
) -> tuple[dict[str, tuple[bytes, ...]], dict[str, str]]:
    """Return the frames that kinds of pixels read, and the faults of those that read nothing."""
    read, faults = {}, {}
    for kind in kinds:
        try:
            read[kind] = tuple(_frames(signal, PIXEL_SHEETS[kind]))
        except _Fault as fault:
            faults[kind] = str(fault)
    return read, faults


def _frames(signal: PixelSignal, sheet: PixelSheet) -> Iterable[bytes]:
    period = 1e9 / signal.clock
    bits = signal.order.translate(
        {index: _bit(shape, period, sheet) for index, shape in enumerate(signal.shapes)}
    )
    *frames, rest = bits.split(" ")
    if rest:
        raise _Fault(f"no reset ends the frame: the line is low for {_time(signal.rest * 1e9)}")
    for frame in frames:
        if len(frame) % 8:
            raise _Fault(f"{len(frame)} bits are not whole bytes")
        yield int(f"1{frame}", 2).to_bytes(len(frame) // 8 + 1, "big")[1:]


def _bit(pulse: Pulse, period: float, sheet: PixelSheet) -> str:
    """Return "0" or "1", with a space after the last bit of a frame."""
    high, low = (length * period for length in pulse)
    ends = low >= sheet.reset * 1e9
    fault = f"high for {_time(high)} is neither a 0 nor a 1"
    for bit, highs, lows in (
        ("0", sheet.zero_high, sheet.zero_low),
        ("1", sheet.one_high, sheet.one_low),
    ):
        if _within(high, highs):
            # Nothing follows the last pulse of a signal that has no reset.
            if ends or not low or _within(low, lows):
                return f"{bit} " if ends else bit
            fault = f"low for {_time(low)} after a {bit} is neither the rest of it nor a reset"
    raise _Fault(fault)


def _within(length: float, window: Window) -> bool:
    return window[0] - 0.5 <= length <= window[1] + 0.5  # sheets give whole nanoseconds


def _time(nanoseconds: float) -> str:
    return f"{nanoseconds / 1e3:.0f} µs" if nanoseconds >= 1e4 else f"{nanoseconds:.0f} ns"


def _by_kind(faults: Mapping[str, str]) -> str:
    """Return all faults in one line, each once."""
    kinds: dict[str, list[str]] = {}
    for kind, fault in faults.items():
        kinds.setdefault(fault, []).append(kind)
    return "; ".join(f"{', '.join(names)}: {fault}" for fault, names in kinds.items())
