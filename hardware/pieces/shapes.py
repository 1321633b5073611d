"""The pieces as rings. All measures are in millimetres; those in `Sizes` may be changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi

from companion.base.errors import CompanionError
from hardware.artwork.layout import PITCH
from hardware.parts.magnets import PIECE, Disc
from hardware.pieces.loft import Outline, Ring, angles, ring

TEETH = 3
TOOTH = 0.5
"""How far a tooth of a marker stands out, and how deep the gap beside it is."""
LOOSE = 0.2
"""What a gap is deeper than a tooth."""
SKIN = 0.8
"""What is left between the pocket in half a marker and its outer face."""


PLAYS = (0.05, 0.55)
"""The least and the most play: with more, the walls around a magnet would be too thin."""


class InvalidSizes(CompanionError, ValueError):
    """Sizes with which no piece can be printed."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes for which pieces are made, in mm.

    At a pitch of 40 mm a lamp can be seen beside a piece that is 24 mm wide.

    Attributes:
        play: How much wider and deeper a pocket is than its magnet, for glue and for the printer.
        coin: The height of coins and stones, which need the weight, or a neighbour's magnet would
            push them.
        halma: The height of a Halma piece, which needs the weight for the same reason.

    Raises:
        InvalidSizes: If no piece can be printed with them.
    """

    width: float = 24.0
    magnet: Disc = field(default=PIECE)
    play: float = 0.35
    man: float = 7.0
    coin: float = 8.0
    halma: float = 12.0
    marker: float = 10.0
    """From one marker of a column to the next."""
    cap: float = 5.0
    """What a cap adds to the height of a column."""

    def __post_init__(self) -> None:
        least, most = PLAYS
        if not least <= self.play <= most:
            raise InvalidSizes(f"play {self.play:g} mm: choose {least:g} to {most:g} mm")

    @property
    def recess(self) -> float:
        """Radius of the dish on a man."""
        return self.width / 2 - 5

    @property
    def pocket(self) -> tuple[float, float]:
        """Radius and depth of the pocket under a piece."""
        return (self.magnet.diameter + self.play) / 2, self.magnet.thickness + self.play

    @property
    def half_pocket(self) -> tuple[float, float]:
        """Radius and depth of the pocket in half a marker, which leaves SKIN outside of it.

        The magnet is glued to its end, as near to the board as it can be.
        """
        return (self.magnet.diameter + self.play) / 2, self.marker / 2 - LOOSE - SKIN

    @property
    def marker_magnet(self) -> float:
        """How high the middle of the magnet in the lower half of a marker is above the board."""
        stands = max(half_marker_height(angle, self.marker / 2) for angle in angles())
        return stands - self.half_pocket[1] + self.magnet.thickness / 2


SIZES = Sizes()

WIDEST = 30.0
"""The widest pieces that are drawn. They are never narrower than at a pitch of 40 mm: the walls
around a magnet would be too thin, and the pieces too light."""


def usual_sizes(pitch: float) -> Sizes:
    """The sizes for boards of this pitch: up to 40 mm those of 40 mm, then in proportion."""
    return Sizes(width=min(SIZES.width * max(pitch / PITCH, 1), WIDEST))


_EDGE = 0.6  # bevel
_DEEP = 1.2  # of the dish on a man, where a crown sits
_FIT = 0.2  # between a dish and the foot of a crown, all around


def pieces(sizes: Sizes = SIZES) -> dict[str, list[Ring]]:
    """The rings of every piece, by its name."""
    half = sizes.width / 2
    found = {
        "man": _man(sizes, 0),
        "crown": _crown(sizes),
        "stone": _stone(sizes),
        "gomony-half": _half_marker(sizes, sizes.marker / 2, sizes.half_pocket),
        "gomony-cap-half": _half_marker(sizes, sizes.cap / 2),
        "coin-nickel": _coin(sizes, 0.88 * half, 1),
        "coin-dime": _coin(sizes, 0.75 * half, 2),
        "coin-quarter": _coin(sizes, half, 3),
        "halma-square": _prism(sizes, 0.68 * half, (pi / 4, 3 * pi / 4, 5 * pi / 4, 7 * pi / 4)),
        "halma-triangle": _prism(sizes, half / 2, (pi / 6, 5 * pi / 6, 3 * pi / 2)),
        "halma-circle": _prism(sizes, 0.9 * half, ()),
        "halma-diamond": _prism(sizes, *_diamond(half, 0.64 * half)),
    }
    return found | {f"number-{count}": _man(sizes, count) for count in range(1, 6)}


def _pocket(sizes: Sizes) -> list[Ring]:
    """The rings of the pocket, which opens at the underside."""
    radius, depth = sizes.pocket
    return [ring(radius, depth), ring(radius, 0)]


def _man(sizes: Sizes, notches: int) -> list[Ring]:
    """A disc with a dish on top. A finger can count the notches in its rim."""
    half, high = sizes.width / 2, sizes.man

    def rim(angle: float) -> float:
        return high - 1.6 * _wave(angle, notches, 4, 9) if notches else high

    return [
        *_pocket(sizes),
        ring(half - _EDGE, 0),
        ring(half, _EDGE),
        ring(half, lambda angle: rim(angle) - _EDGE),
        ring(half - _EDGE, rim),
        ring(half - 3.2, rim),
        ring(half - 4.2, high),
        ring(sizes.recess, high),
        ring(sizes.recess, high - _DEEP),
    ]


def _crown(sizes: Sizes) -> list[Ring]:
    """A crown whose foot sits in the dish of a man; it needs no magnet."""
    foot, wide = sizes.recess - _FIT, sizes.width / 2 - 2
    # It rests on the dish, and widens above the man's rim by 45 degrees: steep enough to be printed
    # without supports.
    rests = _DEEP + 0.1
    brim = rests + wide - 1 - foot

    def points(angle: float) -> float:
        return 5.0 + 2.2 * _wave(angle, 8, 1, 22)

    return [
        ring(foot - 0.3, 0),
        ring(foot, 0.3),
        ring(foot, rests),
        ring(wide - 1, brim),
        ring(wide, points),
        ring(wide - 1.6, points),
        ring(wide - 3, 2.6),
    ]


def _stone(sizes: Sizes) -> list[Ring]:
    """A low, rounded stone."""
    half, high = 0.8 * sizes.width / 2, sizes.coin
    rounded = [
        ring(half - 3 + 3 * (1 - (step / 5) ** 2) ** 0.5, high - 3 + 3 * step / 5)
        for step in range(5)
    ]
    return [
        *_pocket(sizes),
        ring(half - _EDGE, 0),
        ring(half, _EDGE),
        *rounded,
        ring(half - 3, high),
    ]


def _coin(sizes: Sizes, half: float, ridges: int) -> list[Ring]:
    """A coin with this many ridges around its edge."""
    high = sizes.coin
    found = [*_pocket(sizes), ring(half - _EDGE, 0), ring(half, _EDGE), ring(half, high - _EDGE)]
    found += [ring(half - _EDGE, high)]
    outer = half - 1.6
    for _ in range(ridges):
        found += [ring(outer, high), ring(outer - 0.3, high + 0.6)]
        found += [ring(outer - 1.1, high + 0.6), ring(outer - 1.4, high)]
        outer -= 2.2
    return found


def _diamond(long: float, short: float) -> tuple[float, tuple[float, ...]]:
    """The distance of a rhombus's sides from its middle, and the directions in which they face."""
    inner, facing = long * short / hypot(long, short), atan2(short, long)
    return inner, (pi / 2 - facing, pi / 2 + facing, 3 * pi / 2 - facing, 3 * pi / 2 + facing)


def _prism(sizes: Sizes, inner: float, facing: tuple[float, ...]) -> list[Ring]:
    """Return a piece with flat sides.

    Args:
        sizes: The sizes of the pieces.
        inner: The distance of the sides from the axis, in mm.
        facing: The directions that the sides face, in radians; a round piece without any.
    """

    def outline(inset: float) -> Outline:
        return lambda angle: (inner - inset) / max((cos(angle - way) for way in facing), default=1)

    high = sizes.halma
    # A corner goes in by more than a side. The edge below is as high as that, so that nothing leans
    # over by more than 45 degrees.
    foot, widest = (max(map(outline(inset), angles())) for inset in (_EDGE, 0))
    return [
        *_pocket(sizes),
        ring(outline(_EDGE), 0),
        ring(outline(0), widest - foot),
        ring(outline(0), high - _EDGE),
        ring(outline(_EDGE), high),
        ring(outline(2.2), high),
        ring(outline(2.6), high - 0.6),
    ]


def _half_marker(
    sizes: Sizes, thick: float, pocket: tuple[float, float] | None = None
) -> list[Ring]:
    """Return half a marker or half a cap, its inner face down.

    Two halves are glued together, in a marker around a magnet. Teeth on the outer face fit between
    those of any other, either side up.
    """
    half = sizes.width / 2

    def face(angle: float) -> float:
        return half_marker_height(angle, thick)

    level = thick - LOOSE
    return [
        *([ring(pocket[0], pocket[1]), ring(pocket[0], 0)] if pocket else []),
        ring(half - 0.3, 0),
        ring(half, 0.3),
        ring(half, level - TOOTH - 1),
        ring(half - _EDGE, face),
        ring(half - 6, face),
        ring(half - 6.3, level),
    ]


def half_marker_height(angle: float, thick: float = SIZES.marker / 2) -> float:
    """How far the teeth's face of a half that is so thick is from its inner face, in a direction.

    A tooth is narrower than a gap, and lower than it is deep: two faces whose teeth are a sixth of
    a turn apart rest on the teeth, their inner faces twice as far apart as each is thick.
    """
    tooth = _wave(angle, TEETH, 22.5, 30)
    return thick + LOOSE / 2 - (TOOTH + LOOSE) + (2 * TOOTH + LOOSE) * tooth


def _wave(angle: float, count: int, flat: float, foot: float) -> float:
    """Return a wave: 1 at `count` places around, and 0 between them.

    It is at its height for `flat` degrees to either side of each place, and down at 0 from `foot`
    degrees on.
    """
    part = 360 / count
    far = abs((angle * 180 / pi + part / 2) % part - part / 2)
    return min(1.0, max(0.0, (foot - far) / (foot - flat)))
