"""What is in the pictures of the finished boards, and how a scene is seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin, tan

import numpy as np

from hardware.artwork.designs import DESIGNS
from hardware.artwork.editions import EDITIONS
from hardware.artwork.layout import BOARDS, PITCH, Layout
from hardware.assembly.case import Case
from hardware.assembly.solids import disc, plate, rectangle
from hardware.assembly.stack import STACK
from hardware.pictures import things
from hardware.pictures.print_image import image
from hardware.pictures.renderer import Array, Camera, Look, Scene
from hardware.pictures.things import WIRES, add, man, rod, table

FILLED = 0.93
"""The part of a picture that its scene fills."""

ROUNDS = 12
"""How often the camera is moved until all fits."""

PIXELS = 2.2
"""Pixels of a print for a millimetre."""

_TOP = STACK.base + STACK.face + STACK.sheet


@dataclass(frozen=True)
class View:
    """A scene and how it is seen.

    Attributes:
        scene: The scene.
        turn: From where it is seen: 0 from the south, 90 from the east, in degrees.
        tilt: How high the camera stands, in degrees above the horizon.
        near: How much nearer the camera is than where all of it fits.
        middle: What is in the middle of the picture, if it is not all of it.
    """

    scene: Scene
    turn: float = -24.0
    tilt: float = 38.0
    near: float = 1.0
    middle: tuple[float, float, float] | None = None

    def camera(self, shape: tuple[int, int], turned_by: float = 0.0) -> Camera:
        """Return a camera that sees the whole scene.

        Args:
            shape: The width and height of the picture.
            turned_by: How far it is moved around the scene, in degrees.
        """
        turn, tilt = radians(self.turn + turned_by), radians(self.tilt)
        way = np.array((sin(turn) * cos(tilt), -cos(turn) * cos(tilt), sin(tilt)))
        corners = self.scene.subject.reshape(-1, 3)
        target = np.asarray(self.middle or (corners.min(axis=0) + corners.max(axis=0)) / 2)
        far = 4.0 * float(np.ptp(corners, axis=0).max())
        wide = tan(radians(Camera.angle) / 2)
        limits = np.array((wide, wide * shape[1] / shape[0])) * FILLED
        for _ in range(ROUNDS):
            camera = _camera(target, way, far)
            axes = camera.axes()
            seen = (corners - np.asarray(camera.eye)) @ axes.T
            flat = seen[:, :2] / seen[:, 2:]
            least, most = flat.min(axis=0), flat.max(axis=0)
            if self.middle is None:
                target = target + far * ((least + most) / 2) @ axes[:2]
            far *= float(((most - least) / 2 / limits).max())
        return _camera(target, way, far / self.near)


def _camera(target: Array, way: Array, far: float) -> Camera:
    x, y, z = (float(each) for each in target + far * way)
    a, b, c = (float(each) for each in target)
    return Camera((x, y, z), (a, b, c))


@cache
def printed_image(name: str) -> Array:
    """Return the framed print of a game as an image."""
    return image(DESIGNS["framed"](EDITIONS[name], PITCH, None), PIXELS)


def _board(scene: Scene, layout: Layout, name: str, z: float = 0.0) -> None:
    """Add face, base and print; the underside of the base is at a height."""
    add(scene, things.base(layout).translate((0, 0, z)), things.BASE)
    add(scene, things.face(layout).translate((0, 0, z)), things.FACE)
    width, depth = layout.size
    sheet = plate(rectangle(0, 0, width, depth), z + _TOP - STACK.sheet, z + _TOP)
    look = Look((0.95, 0.92, 0.84), shine=0.04, image=printed_image(name), size=layout.size)
    add(scene, sheet, look)


def _lit(scene: Scene, layout: Layout, lamps: tuple[int, ...]) -> None:
    for lamp in lamps:
        x, y = layout.lamps[lamp]
        add(scene, plate(disc(x, y, layout.lamp_radius, 16), _TOP, _TOP + 0.1), things.LIT)


def whole(
    layout: Layout, name: str, men: dict[int, tuple[str, Look]], lit: tuple[int, ...]
) -> Scene:
    """The finished board on its feet, with pieces and lit lamps."""
    scene, case = Scene(), Case(layout)
    width, depth = layout.size
    table(scene, case.low - STACK.foot, (width / 2, depth / 2))
    for x in (14, width - 14):
        for y in (14, depth - 14):
            add(scene, things.foot(x, y, case.low), things.FELT)
    add(scene, case.frame, things.PLASTIC)
    at = case.button
    level = -case.stack.room / 2
    add(scene, rod((at.x, 0, level), (at.x, -3, level), 10, 24), things.BLACK)
    add(scene, rod((at.x, -3, level), (at.x, -7, level), 6, 24), WIRES["red"])
    _board(scene, layout, name)
    for placed in dict.fromkeys(look.colour for _, look in men.values()):
        scene.arrive()
        for point, (model, look) in men.items():
            if look.colour == placed:
                man(scene, *layout.points[point], _TOP, look, model)
    scene.arrive()
    _lit(scene, layout, lit)
    return scene


def star() -> View:
    """The star at the start of a game of Solomon."""
    layout = Layout(BOARDS["star"])
    men = dict.fromkeys((0, 2, 3, 4, 1, 5), ("man", things.DARK))
    men |= dict.fromkeys((13, 14, 15, 16, 17, 18), ("man", things.LIGHT))
    return View(whole(layout, "solomon", men, (6, 7, 9)))


def grid9() -> View:
    """The 9 × 9 with pieces of Halma."""
    layout = Layout(BOARDS["grid9"])
    shapes = ("halma-square", "halma-triangle", "halma-circle", "halma-diamond")
    men = {}
    for column in range(1, 8):
        model = shapes[(0, 1, 2, 3, 2, 1, 0)[column - 1]]
        men[9 * 8 + column] = (model, things.LIGHT)
        men[column] = (model, things.DARK)
    return View(whole(layout, "halma", men, (49, 40, 31)))


def nine() -> View:
    """The starter board in its case, in a game of Three Men's Morris."""
    layout = Layout(BOARDS["nine"])
    men = dict.fromkeys((0, 4, 5), ("man", things.DARK))
    men |= dict.fromkeys((2, 3, 7), ("man", things.LIGHT))
    return View(whole(layout, "starter", men, (1, 8)), turn=24, tilt=34)
