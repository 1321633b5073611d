"""Curves as SVG, on white, with their limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 56, 52
_WIDTH, _HEIGHT = 760, 300
_INKS = ("#2459b0", "#c62222", "#e07b00", "#2c8a3a")
_FONT = 'font-family="Arial, Helvetica, sans-serif"'

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Axis:
    """One direction of a chart: from where to where, a line at every `step`, and what it shows."""

    label: str
    start: float
    end: float
    step: float

    def part(self, value: float) -> float:
        """How far along the axis a value lies: 0 at its start, 1 at its end."""
        return (value - self.start) / (self.end - self.start)

    @property
    def marks(self) -> list[float]:
        """Where lines are drawn."""
        count = round((self.end - self.start) / self.step)
        return [self.start + number * self.step for number in range(count + 1)]


@dataclass(frozen=True, slots=True)
class Line:
    """A curve and its name."""

    name: str
    points: Points


@dataclass(frozen=True, slots=True)
class Mark:
    """A dashed line at a level or, if upright, at a moment.

    Attributes:
        name: What it means.
        at: The level or the moment.
        upright: Whether it is a moment.
        below: Whether its meaning is written below the line.
    """

    name: str
    at: float
    upright: bool = False
    below: bool = False


def chart(title: str, x: Axis, y: Axis, lines: Sequence[Line], marks: Sequence[Mark]) -> bytes:
    """Draw curves. What is outside of the axes is left out."""
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        _text(_LEFT, 22, title, size=15),
    ]
    for value in x.marks:
        at = _x(x, value)
        body.append(_stroke((at, _TOP), (at, _HEIGHT - _BOTTOM), "#e4e4e4"))
        body.append(_text(at, _HEIGHT - _BOTTOM + 16, f"{value:g}", "middle"))
    for value in y.marks:
        at = _y(y, value)
        body.append(_stroke((_LEFT, at), (_WIDTH - _RIGHT, at), "#e4e4e4"))
        body.append(_text(_LEFT - 8, at + 4, f"{value:g}".replace("-", "−"), "end"))
    body.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 12, x.label, "middle"))
    body.append(_text(8, _TOP - 12, y.label))
    for mark in marks:
        if mark.upright:
            at = _x(x, mark.at)
            body.append(_stroke((at, _TOP), (at, _HEIGHT - _BOTTOM), "#555", dashed=True))
            body.append(_text(at + 5, _HEIGHT - _BOTTOM - 8, mark.name))
        else:
            at = _y(y, mark.at)
            body.append(_stroke((_LEFT, at), (_WIDTH - _RIGHT, at), "#555", dashed=True))
            body.append(
                _text(_WIDTH - _RIGHT - 4, at + (15 if mark.below else -5), mark.name, "end")
            )
    for line, ink in zip(lines, _INKS, strict=False):
        along = " ".join(
            f"{_x(x, across):.1f},{_y(y, up):.1f}"
            for across, up in line.points
            if x.start <= across <= x.end and y.start <= up <= y.end
        )
        body.append(f'<polyline points="{along}" fill="none" stroke="{ink}" stroke-width="1.8"/>')
    right = _LEFT
    for line, ink in zip(lines, _INKS, strict=False):
        body.append(_stroke((right, 38), (right + 22, 38), ink, width=3))
        body.append(_text(right + 28, 42, line.name))
        right += 44 + round(6.2 * len(line.name))
    return ("\n".join([*body, "</svg>"]) + "\n").encode("utf-8")


def _x(axis: Axis, value: float) -> float:
    return _LEFT + axis.part(value) * (_WIDTH - _LEFT - _RIGHT)


def _y(axis: Axis, value: float) -> float:
    return _HEIGHT - _BOTTOM - axis.part(value) * (_HEIGHT - _TOP - _BOTTOM)


def _text(x: float, y: float, text: str, anchor: str = "start", size: int = 12) -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
    return f"<text {where} {_FONT}>{escape(text)}</text>"


def _stroke(
    start: tuple[float, float],
    end: tuple[float, float],
    ink: str,
    dashed: bool = False,
    width: float = 1,
) -> str:
    (x1, y1), (x2, y2) = start, end
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{ink}" '
        f'stroke-width="{width:g}"{dash}/>'
    )
