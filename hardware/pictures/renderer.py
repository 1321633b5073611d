"""A small renderer: triangles, a camera, a sun with soft shadows, and the light of the sky.

Everything is computed with numpy, in one order, from the solids alone: there is no randomness, and
no graphics card. For each pixel the nearest triangle is found by its inverse distance, which is
linear on the screen. Then all pixels are lit together.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from math import radians, tan

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

OVER = 2
"""Rays along each side of a pixel."""

SUN = (-0.45, -0.55, 1.0)
"""Where the sun is."""

DROP = 0.25
"""From how high things arrive, as a part of the scene's longest side."""

SHADOW = 1100
"""Pixels of the shadow's map, along each side."""

REACH = (-2, -1, 0, 1, 2)
"""Which pixels of the shadow's map around a place decide how much of the sun it sees."""

_SKY, _GROUND, _SUNLIGHT = np.array((0.50, 0.52, 0.56)), np.array((0.26, 0.24, 0.22)), 0.62
_BACK = np.array((0.93, 0.925, 0.91))


@dataclass(frozen=True)
class Look:
    """What a surface looks like.

    Attributes:
        colour: Red, green and blue, from 0 to 1.
        grain: How strongly it is grained, as wood along x.
        shine: How much it shines.
        glow: How much light it gives itself.
        image: An image that lies on what faces up: rows from the south, columns from the west.
        size: The width and depth of the image, in mm; its corner is the solid's origin.
    """

    colour: tuple[float, float, float]
    grain: float = 0.0
    shine: float = 0.0
    glow: float = 0.0
    image: Array | None = None
    size: tuple[float, float] = (1.0, 1.0)


class Shadows:
    """A map of what the sun sees: how high the highest surface is along each of its rays.

    Args:
        triangles: What casts shadows.
    """

    def __init__(self, triangles: Array) -> None:
        sun = _unit(np.asarray(SUN))
        # The highest surface along a ray of a closed solid faces the sun.
        triangles = triangles[_normals(triangles) @ sun > 0]
        right = _unit(np.cross(sun, (0.0, 1.0, 0.0)))
        self._axes = np.stack([right, np.cross(sun, right), sun])
        seen = triangles @ self._axes.T
        self._least = seen[..., :2].min(axis=(0, 1))
        most = seen[..., :2].max(axis=(0, 1))
        self._scale = (SHADOW - 6) / (most - self._least).max()
        self._bottom = seen[..., 2].min() - 1
        mapped = np.empty_like(seen)
        mapped[..., :2] = (seen[..., :2] - self._least) * self._scale + 3
        mapped[..., 2] = seen[..., 2] - self._bottom
        self._high, _ = _raster(mapped, np.arange(len(mapped)), SHADOW, SHADOW)
        self._around = self._high
        for axis in (0, 1):
            shifted = [np.roll(self._around, step, axis) for step in REACH]
            self._around = np.maximum.reduce(shifted)

    def sunlit(self, places: Array, normal: Array) -> Array:
        """Return how much of the sun each place sees, from 0 to 1."""
        mine = (places + 0.6 * normal) @ self._axes.T
        x, y = ((mine[:, :2] - self._least) * self._scale + 3).T
        level = mine[:, 2] - self._bottom + 0.3 + 1.0 / self._scale
        within = (x >= 3) & (x < SHADOW - 3) & (y >= 3) & (y < SHADOW - 3)
        lit = np.ones(len(places))
        # Only where something around is higher, it matters how much of it is.
        column, row = x[within].astype(int), y[within].astype(int)
        doubtful = np.flatnonzero(within)[self._around[row, column] > level[within]]
        x, y, level = x[doubtful], y[doubtful], level[doubtful]
        total = np.zeros(len(doubtful))
        for dx in REACH:
            for dy in REACH:
                high = self._high[(y + dy).astype(int), (x + dx).astype(int)]
                total += (high == 0) | (high <= level)
        lit[doubtful] = total / len(REACH) ** 2
        return lit


@dataclass
class Scene:
    """Triangles with their looks, in the order in which they come into the picture.

    Attributes:
        looks: The look of each mesh.
        stages: What came in each stage: a part, by its name in the parts list, or nothing that is
            counted. The first stage is what was there before.
    """

    looks: list[Look] = field(default_factory=list)
    stages: list[str] = field(default_factory=lambda: [""])
    _stage_of: list[int] = field(default_factory=list)
    _meshes: list[Array] = field(default_factory=list)
    _owners: list[NDArray[np.int64]] = field(default_factory=list)
    _origins: list[tuple[float, float]] = field(default_factory=list)
    _around: list[bool] = field(default_factory=list)

    def add(
        self,
        triangles: Array,
        look: Look,
        origin: tuple[float, float] = (0, 0),
        *,
        around: bool = False,
    ) -> None:
        """Add triangles, n × 3 × 3, counter-clockwise from outside.

        Args:
            triangles: Their corners, in mm.
            look: What they look like.
            origin: Where the corner of the look's image lies.
            around: Whether it is not what the picture is of: it need not fit, and casts no shadow.
        """
        self._around.append(around)
        self._stage_of.append(len(self.stages) - 1)
        self.looks.append(look)
        self._origins.append(origin)
        self._meshes.append(np.asarray(triangles, np.float64))
        self._owners.append(np.full(len(triangles), len(self.looks) - 1))

    def arrive(self, part: str = "") -> None:
        """Begin a stage: what is added from here on comes together, after what is there."""
        self.stages.append(part)

    def before(self, time: float) -> Scene:
        """Return the scene while its stages arrive from above, one after another.

        Args:
            time: From 0, when the first stage sets out, to 1, when the last one is there.
        """
        found = Scene(stages=self.stages)
        steps = len(self.stages) - 1
        high = DROP * float(np.ptp(self.subject.reshape(-1, 3), axis=0).max())
        for number, mesh in enumerate(self._meshes):
            stage = self._stage_of[number]
            part = min(1.0, time * steps - stage + 1) if stage else 1.0
            if part <= 0:
                continue
            found._meshes.append(mesh + np.array((0, 0, high * (1 - part) ** 2)))
            found._owners.append(np.full(len(mesh), len(found.looks)))
            found.looks.append(self.looks[number])
            found._origins.append(self._origins[number])
            found._around.append(self._around[number])
            found._stage_of.append(stage)
        return found

    def part(self, look: int) -> str:
        """Return which part a look belongs to, or nothing."""
        return self.stages[self._stage_of[look]]

    @cached_property
    def subject(self) -> Array:
        """The triangles of what the picture is of."""
        pairs = zip(self._meshes, self._around, strict=True)
        return np.concatenate(
            [np.empty((0, 3, 3)), *(mesh for mesh, around in pairs if not around)]
        )

    @cached_property
    def shadows(self) -> Shadows | None:
        """What the sun sees, if anything casts a shadow."""
        return Shadows(self.subject) if len(self.subject) else None

    @cached_property
    def triangles(self) -> Array:
        """All triangles."""
        return np.concatenate(self._meshes)

    @cached_property
    def owners(self) -> NDArray[np.int64]:
        """The look of each triangle, by its number."""
        return np.concatenate(self._owners)

    def origin(self, look: int) -> tuple[float, float]:
        """Return where the corner of a look's image lies."""
        return self._origins[look]


@dataclass(frozen=True)
class Camera:
    """A camera.

    Attributes:
        eye: Where it is, in mm.
        target: What is in the middle of the picture.
        angle: How much it sees from left to right, in degrees.
    """

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    angle: float = 32.0

    def axes(self) -> Array:
        """Return the directions to the right, up and forwards, as rows."""
        forwards = _unit(np.subtract(self.target, self.eye))
        right = _unit(np.cross(forwards, (0.0, 0.0, 1.0)))
        return np.stack([right, np.cross(right, forwards), forwards])

    def focus(self, wide: int) -> float:
        """Return how many pixels away a picture of this width is from the eye."""
        return wide / 2 / tan(radians(self.angle) / 2)


def render(scene: Scene, camera: Camera, width: int, height: int) -> NDArray[np.uint8]:
    """Return the picture of a scene: rows × columns × 3."""
    wide, high = width * OVER, height * OVER
    normals = _normals(scene.triangles)
    nearest, found = _nearest(scene, normals, camera, wide, high)
    axes, eye, focus = camera.axes(), np.asarray(camera.eye), camera.focus(wide)
    picture = np.broadcast_to(_BACK, (high, wide, 3)).copy()
    rows, columns = np.nonzero(found >= 0)
    if len(rows):
        hit = found[rows, columns]
        far = 1 / nearest[rows, columns]
        across = (columns + 0.5 - wide / 2) / focus
        up = (high / 2 - rows - 0.5) / focus
        rays = np.stack([across, up, np.ones_like(up)], axis=1) @ axes
        places = eye + rays * far[:, None]
        lit = _shaded(scene, normals, places, hit, scene.owners, eye)
        picture[rows, columns] = lit
    picture = picture.reshape(height, OVER, width, OVER, 3).mean(axis=(1, 3))
    return np.asarray(np.rint(255 * np.clip(picture, 0, 1) ** (1 / 1.12)), np.uint8)


def visible(scene: Scene, camera: Camera, width: int, height: int) -> Counter[str]:
    """Return how many pixels of a picture show each part, by the part's name."""
    normals = _normals(scene.triangles)
    _, found = _nearest(scene, normals, camera, width, height)
    looks = Counter(scene.owners[found[found >= 0]].tolist())
    pixels: Counter[str] = Counter()
    for look, count in looks.items():
        pixels[scene.part(look)] += count
    return pixels


def _nearest(
    scene: Scene, normals: Array, camera: Camera, wide: int, high: int
) -> tuple[Array, NDArray[np.int64]]:
    """Return the inverse distance of what each pixel shows, and the number of its triangle."""
    triangles, axes, eye = scene.triangles, camera.axes(), np.asarray(camera.eye)
    focus = camera.focus(wide)
    seen = (triangles - eye) @ axes.T
    depth = seen[..., 2]
    keep = (depth > 1.0).all(axis=1)
    keep &= np.einsum("ij,ij->i", normals, triangles[:, 0] - eye) < 0
    numbers = np.flatnonzero(keep)
    screen = np.empty((len(numbers), 3, 3))
    screen[..., 0] = wide / 2 + focus * seen[numbers][..., 0] / depth[numbers]
    screen[..., 1] = high / 2 - focus * seen[numbers][..., 1] / depth[numbers]
    screen[..., 2] = 1 / depth[numbers]
    return _raster(screen, numbers, wide, high)


def _raster(
    screen: Array, numbers: NDArray[np.int64], wide: int, high: int
) -> tuple[Array, NDArray[np.int64]]:
    """Return the greatest third coordinate of each pixel, and the number of its triangle."""
    nearest = np.zeros((high, wide))
    found = np.full((high, wide), -1)
    # The pixels whose middles are between a triangle's edges; small triangles have none.
    low = np.ceil(screen[..., :2].min(axis=1) - 0.5).astype(int)
    top = np.floor(screen[..., :2].max(axis=1) - 0.5).astype(int) + 1
    low, top = np.maximum(low, 0), np.minimum(top, (wide, high))
    first, second = screen[:, 1] - screen[:, 0], screen[:, 2] - screen[:, 0]
    areas = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    keep = (low < top).all(axis=1) & (abs(areas) >= 1e-9)
    for (a, b, c), number, (x0, y0), (x1, y1), area in zip(
        screen[keep], numbers[keep], low[keep], top[keep], areas[keep], strict=True
    ):
        x = np.arange(x0, x1) + 0.5
        y = (np.arange(y0, y1) + 0.5)[:, None]
        u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area
        v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area
        w = 1 - u - v
        near = u * a[2] + v * b[2] + w * c[2]
        window = np.s_[y0:y1, x0:x1]
        inside = (u >= 0) & (v >= 0) & (w >= 0) & (near > nearest[window])
        nearest[window][inside] = near[inside]
        found[window][inside] = number
    return nearest, found


def _shaded(
    scene: Scene,
    normals: Array,
    places: Array,
    hit: NDArray[np.int64],
    owners: NDArray[np.int64],
    eye: Array,
) -> Array:
    """Return the colour of each place."""
    sun = _unit(np.asarray(SUN))
    normal, look = normals[hit], owners[hit]
    colour = np.empty((len(places), 3))
    shine, glow = np.empty(len(places)), np.empty(len(places))
    for number in np.unique(look):
        mine, what = look == number, scene.looks[number]
        colour[mine] = _coloured(what, places[mine], normal[mine], scene.origin(number))
        shine[mine], glow[mine] = what.shine, what.glow
    lit = np.clip(normal @ sun, 0, None)
    if scene.shadows is not None:
        lit *= scene.shadows.sunlit(places, normal)
    sky = (0.5 + 0.5 * normal[:, 2])[:, None]
    light = sky * _SKY + (1 - sky) * _GROUND + _SUNLIGHT * lit[:, None]
    back = _unit(eye - places)
    half = _unit(back + sun)
    gleam = shine * lit * np.clip(np.einsum("ij,ij->i", normal, half), 0, 1) ** 40
    light = np.maximum(light, glow[:, None])
    return np.asarray(colour * light + gleam[:, None])


def _coloured(look: Look, places: Array, normal: Array, origin: tuple[float, float]) -> Array:
    """Return the colour of a surface at its places."""
    colour = np.broadcast_to(np.asarray(look.colour, np.float64), places.shape).copy()
    if look.grain:
        x, y, z = places.T
        bent = y + 4 * np.sin(0.011 * x + 0.03 * y) + 1.5 * np.sin(0.037 * x)
        wave = np.sin(0.23 * bent + 2 * np.sin(0.071 * bent) + 0.4 * z)
        fine = np.sin(2.3 * bent + 3 * np.sin(0.19 * bent) + 2.0 * z)
        colour *= (1 + look.grain * (0.5 * wave + 0.5 * fine))[:, None]
    if look.image is not None:
        rows, columns, _ = look.image.shape
        up = normal[:, 2] > 0.9
        x = (places[up, 0] - origin[0]) / look.size[0] * columns
        y = (places[up, 1] - origin[1]) / look.size[1] * rows
        across = np.clip(x.astype(int), 0, columns - 1)
        colour[up] = look.image[np.clip(y.astype(int), 0, rows - 1), across]
    return colour


def _normals(triangles: Array) -> Array:
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return _unit(np.cross(b - a, c - a))


def _unit(vectors: Array) -> Array:
    size = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(size > 1e-12, size, 1))
