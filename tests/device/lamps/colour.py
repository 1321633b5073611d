"""How far apart two lights look, to eyes of every kind.

Matrices for linear light at full severity: Machado, Oliveira and Fernandes, "A Physiologically-
based Model for Simulation of Color Vision Deficiency", 2009. Distances are CIE 1976 (L*a*b*), D65.
"""

from __future__ import annotations

from math import dist

Light = tuple[float, float, float]
Matrix = tuple[Light, Light, Light]

EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)


def _times(matrix: Matrix, light: Light) -> Light:
    r, g, b = (sum(m * c for m, c in zip(row, light, strict=True)) for row in matrix)
    return r, g, b


def seen(eye: str, light: Light) -> Light:
    """A light (0 to 1 per channel) as that kind of eye sees it."""
    r, g, b = (min(max(channel, 0.0), 1.0) for channel in _times(EYES[eye], light))
    return r, g, b


def distance(one: Light, other: Light) -> float:
    return dist(_lab(one), _lab(other))


def _lab(light: Light) -> Light:
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (v / w for v, w in zip(_times(_TO_XYZ, light), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
