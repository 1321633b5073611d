"""A sheet of paper in millimetres, y up, for line drawings with fills, labels and dimensions.

The same inks and letters on every drawing: white paper by day and by night, like the diagrams of
`hardware/wiring`. Each sheet remembers where its words are, so that a test can tell whether two of
them overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfmetrics import stringWidth

from hardware.artwork.shapes import XY, box, number

At = tuple[float, float]

INK = {
    "line": "#222222",
    "soft": "#777777",
    "paper": "#ffffff",
    "print": "#fff8e6",
    "face": "#ecd3a6",
    "base": "#d6a460",
    "dark": "#8a5c33",
    "light": "#ffe680",
    "glass": "#cfe8ef",
    "metal": "#9a9a9a",
    "pixel": "#fffbe8",
    "tape": "#f2f2f2",
    "white": "#fdfdfd",
    "plastic": "#dde4e9",
    "felt": "#5d8a57",
    "north": "#c0392b",
    "south": "#34608f",
    "board": "#3d8a57",
    "black": "#111111",
    "hollow": "#b98a4c",
}
"""The inks by what they stand for: the wood is that of the pieces' picture."""

WIRES = {"5 V": "#c62222", "0 V": "#111111", "data": "#2459b0", "signal": "#e07b00"}
"""The colours of wires: those of the wiring diagrams."""

EDGE, THIN = 0.3, 0.15
"""The two weights of lines (mm): of what a thing is bounded by, and of all that explains it."""

LETTERS = 3.0
"""The usual size of letters, in mm: 8.5 points."""


@dataclass(frozen=True, slots=True)
class Words:
    """Where a line of text is: its box."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: Words) -> bool:
        """Whether two lines of text overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.bottom < other.top
            and other.bottom < self.top
        )


@dataclass
class Paper:
    """A drawing on a sheet of this size, in mm."""

    width: float
    height: float
    title: str
    words: list[Words] = field(default_factory=list)
    _body: list[str] = field(default_factory=list)

    def shape(
        self,
        corners: Sequence[At],
        fill: str | None = None,
        line: str | None = INK["line"],
        weight: float = EDGE,
        *,
        closed: bool = True,
        holes: Iterable[Sequence[At]] = (),
        dash: str = "",
        opacity: float = 1,
    ) -> None:
        """A polygon with holes, or an open run of lines."""
        runs = " ".join(self._run(loop, closed) for loop in (corners, *holes))
        more = ' fill-rule="evenodd"' if holes else ""
        more += f' fill-opacity="{opacity:g}"' if opacity != 1 else ""
        more += f' stroke-dasharray="{dash}"' if dash else ""
        self._add(f'<path d="{runs}"{_ink(fill, line, weight)}{more}/>')

    def line(
        self, *corners: At, ink: str = INK["line"], weight: float = EDGE, dash: str = ""
    ) -> None:
        """An open run of lines."""
        self.shape(corners, None, ink, weight, closed=False, dash=dash)

    def wire(self, *corners: At, ink: str, weight: float = 0.8) -> None:
        """A wire: a coloured line with a dark edge."""
        self.line(*corners, ink=INK["line"], weight=weight + 0.3)
        self.line(*corners, ink=ink, weight=weight)

    def box(
        self,
        left: float,
        bottom: float,
        right: float,
        top: float,
        fill: str | None = None,
        line: str | None = INK["line"],
        weight: float = EDGE,
    ) -> None:
        """An upright rectangle."""
        self.shape(box(left, bottom, right, top), fill, line, weight)

    def circle(
        self,
        at: At,
        radius: float,
        fill: str | None = None,
        line: str | None = INK["line"],
        weight: float = EDGE,
    ) -> None:
        """A circle."""
        x, y = self._place(at)
        self._add(f'<circle cx="{x}" cy="{y}" r="{number(radius)}"{_ink(fill, line, weight)}/>')

    def text(
        self,
        at: At,
        text: str,
        size: float = LETTERS,
        anchor: str = "start",
        *,
        bold: bool = False,
        ink: str = INK["line"],
    ) -> None:
        """A line of text on its baseline."""
        x, y = self._place(at)
        more = ' font-weight="bold"' if bold else ""
        self._add(
            f'<text x="{x}" y="{y}" font-size="{number(size)}" text-anchor="{anchor}" '
            f'fill="{ink}"{more}>{escape(text)}</text>'
        )
        wide = stringWidth(text, "Helvetica-Bold" if bold else "Helvetica", size)
        left = at[0] - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        self.words.append(Words(text, left, at[1] - 0.22 * size, left + wide, at[1] + 0.75 * size))

    def label(self, at: At, text: str, *to: At, anchor: str = "start") -> None:
        """Write text, with a line from its nearer end to each thing that it names.

        Args:
            at: Where the text begins or ends, and the height of its middle.
            text: The text; a line feed makes a second line.
            to: The things that it names.
            anchor: As in SVG: "start", "middle" or "end".
        """
        lines = text.split("\n")
        top = at[1] + (len(lines) - 1) * 0.6 * LETTERS - 0.27 * LETTERS
        for count, line in enumerate(lines):
            self.text((at[0], top - 1.2 * count * LETTERS), line, anchor=anchor)
        said = self.words[-len(lines) :]
        left, right = min(w.left for w in said) - 1, max(w.right for w in said) + 1
        for target in to:
            start = (left if target[0] < (left + right) / 2 else right, at[1])
            self.line(start, target, ink=INK["soft"], weight=THIN)
            self.circle(target, 0.45, INK["line"], None)

    def size(self, start: At, end: At, text: str = "", side: float = 1) -> None:
        """Draw a dimension between two places on a horizontal or vertical line.

        Args:
            start: Where it begins.
            end: Where it ends.
            text: What it says.
            side: The side of the line on which the text is: 1 for above or right, -1 for the other.
        """
        self.line(start, end, ink=INK["soft"], weight=THIN)
        along = hypot(end[0] - start[0], end[1] - start[1])
        u, v = (end[0] - start[0]) / along, (end[1] - start[1]) / along
        # Where there is no room between the ends, the arrows point at them from outside.
        inward = 1 if along > 5 else -1
        for at, way in ((start, inward), (end, -inward)):
            tip = [
                (at[0] + way * 1.6 * u + s * 0.5 * v, at[1] + way * 1.6 * v - s * 0.5 * u)
                for s in (1, -1)
            ]
            self.shape((at, *tip), INK["soft"], None)
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if not text:
            return
        if abs(u) > abs(v):
            self.text((x, y + (1 if side > 0 else -0.75 * LETTERS - 1)), text, anchor="middle")
        else:
            anchor = "start" if side > 0 else "end"
            self.text((x + side * 1.2, y - 0.27 * LETTERS), text, anchor=anchor)

    def head(self, text: str, under: str = "") -> None:
        """The title at the top of the sheet, with a line of explanation."""
        self.text((4, self.height - 7), text, 4.6, bold=True)
        if under:
            self.text((4, self.height - 12.5), under, ink=INK["soft"])

    def svg(self) -> bytes:
        """The sheet as a file, one element a line."""
        width, height = number(self.width), number(self.height)
        lines = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}" font-family="Arial, Helvetica, sans-serif" '
            'stroke-linejoin="round" stroke-linecap="round">',
            f"<title>{escape(self.title)}</title>",
            '<rect width="100%" height="100%" fill="white"/>',
            *self._body,
            "</svg>",
            "",
        )
        return "\n".join(lines).encode("utf-8")

    def _add(self, element: str) -> None:
        self._body.append(element)

    def _place(self, at: At) -> tuple[str, str]:
        return short(at[0]), short(self.height - at[1])

    def _run(self, corners: Sequence[At], closed: bool) -> str:
        places = "L".join(" ".join(self._place(at)) for at in corners)
        return f"M{places}{'z' * closed}"


@dataclass(frozen=True, slots=True)
class View:
    """A part of a sheet with a scale and an origin of its own."""

    origin: At
    scale: float = 1

    def at(self, x: float, y: float) -> XY:
        """The place on the sheet."""
        return XY(self.origin[0] + self.scale * x, self.origin[1] + self.scale * y)

    def all(self, *places: At) -> list[XY]:
        """The places on the sheet."""
        return [self.at(*place) for place in places]

    def corners(
        self, left: float, bottom: float, right: float, top: float
    ) -> tuple[float, float, float, float]:
        """The edges of a rectangle on the sheet."""
        return *self.at(left, bottom), *self.at(right, top)


def short(value: float) -> str:
    """Format a length to a hundredth of a millimetre."""
    return number(round(value, 2))


def _ink(fill: str | None, line: str | None, weight: float) -> str:
    drawn = f' stroke="{line}" stroke-width="{number(weight)}"' if line else ""
    return f' fill="{fill or "none"}"{drawn}'
