"""What is in each picture: the finished boards, and one scene for each step of the star."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import cos, radians, sin, tan

import numpy as np

from hardware.artwork.designs import DESIGNS
from hardware.artwork.editions import EDITIONS
from hardware.artwork.layout import BOARDS, PITCH, Layout
from hardware.assembly.case import Case
from hardware.assembly.harness import trunk, wire_level
from hardware.assembly.places import point_slots
from hardware.assembly.solids import block, cone, disc, plate, rectangle
from hardware.assembly.stack import STACK
from hardware.guide.files import guides
from hardware.guide.stripboard import Stripboard
from hardware.pictures import things
from hardware.pictures.print_image import image
from hardware.pictures.renderer import Array, Camera, Look, Scene
from hardware.pictures.things import WIRES, add, add_all, man, moved, rod, table, turned, wire
from hardware.pieces.shapes import SIZES

FILLED = 0.93
"""The part of a picture that its scene fills."""

ROUNDS = 12
"""How often the camera is moved until all fits."""

PIXELS = 2.2
"""Pixels of a print for a millimetre."""

SMALL = 600
"""Half of the table's width under small things, in mm."""

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
def _star() -> tuple[Layout, Stripboard]:
    guide, _ = guides()
    return guide.built.layout, guide.wires.stripboard


@cache
def _print(name: str) -> Array:
    return image(DESIGNS["framed"](EDITIONS[name], PITCH, None), PIXELS)


def _board(scene: Scene, layout: Layout, name: str, z: float = 0.0) -> None:
    """Add face, base and print; the underside of the base is at a height."""
    add(scene, things.base(layout).translate((0, 0, z)), things.BASE)
    add(scene, things.face(layout).translate((0, 0, z)), things.FACE)
    width, depth = layout.size
    sheet = plate(rectangle(0, 0, width, depth), z + _TOP - STACK.sheet, z + _TOP)
    look = Look((0.95, 0.92, 0.84), shine=0.04, image=_print(name), size=layout.size)
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
    _lit(scene, layout, lit)
    for point, (model, look) in men.items():
        man(scene, *layout.points[point], _TOP, look, model)
    return scene


def star() -> View:
    """The star at the start of a game of Solomon."""
    layout, _ = _star()
    men = dict.fromkeys((0, 2, 3, 4, 1, 5), ("man", things.DARK))
    men |= dict.fromkeys((13, 14, 15, 16, 17, 18), ("man", things.LIGHT))
    return View(whole(layout, "solomon", men, (6, 7, 9)))


def grid9() -> View:
    """The 9 × 9 with pieces of Halma."""
    _, guide = guides()
    layout = guide.built.layout
    shapes = ("halma-square", "halma-triangle", "halma-circle", "halma-diamond")
    men = {}
    for column in range(1, 8):
        model = shapes[(0, 1, 2, 3, 2, 1, 0)[column - 1]]
        men[9 * 8 + column] = (model, things.LIGHT)
        men[column] = (model, things.DARK)
    scene = whole(layout, "halma", men, (49, 40, 31))
    return View(scene)


def nine() -> View:
    """The starter board in its case, in a game of Three Men's Morris."""
    layout = Layout(BOARDS["nine"])
    men = dict.fromkeys((0, 4, 5), ("man", things.DARK))
    men |= dict.fromkeys((2, 3, 7), ("man", things.LIGHT))
    return View(whole(layout, "starter", men, (1, 8)), turn=24, tilt=34)


# The steps.


def computer() -> View:
    """Step 1: the computer."""
    scene = Scene()
    table(scene, 0, (42, 28), SMALL)
    add_all(scene, things.computer(0, 0, 3))
    add(scene, block(-14, 20, 3, 4, 36, 4), things.BLACK)
    return View(scene)


def stripboard() -> View:
    """Step 2: the stripboard with the ribbon cable."""
    _, made = _star()
    scene = Scene()
    table(scene, -3, (47, 32), SMALL)
    add_all(scene, things.strip_board(made))
    for row in range(24):
        y = 3.5 + 2.5 * row
        look = WIRES["grey"] if row else WIRES["red"]
        wire(scene, [(4.4, y, 1.8), (-3, y, 5), (-60, 16 + 1.27 * row, 0)], look, 0.6)
    return View(scene, tilt=46)


def reeds() -> View:
    """Step 3: a pair of reeds, and the piece that closes it."""
    layout, _ = _star()
    scene = Scene()
    table(scene, -9, (0, 0), SMALL)
    for slot in point_slots(layout):
        add_all(scene, things.reed(slot, 0, -8, layout.measures.glass))
    for x, look in ((-16.0, WIRES["orange"]), (16.0, WIRES["black"])):
        wire(scene, [(x * 0.62, 2, -7.6), (x, 0, -8), (x * 3, -14, -8)], look)
    wood = block(-30, 2.2, 0, 30, 26, STACK.face)
    add(scene, wood, things.FACE)
    add(scene, block(-30, 2.2, STACK.face, 30, 26, STACK.cover), things.WHITE)
    man(scene, 0, 15, STACK.cover, things.DARK)
    return View(scene, turn=-14, tilt=26, near=1.3)


def lamp() -> View:
    """Step 4: jack, fuse, stripboard and the first pixel."""
    _, made = _star()
    scene = Scene()
    table(scene, -3, (40, 30), SMALL)
    add_all(scene, things.strip_board(made))
    add(scene, block(20, -58, -3, 34, -20, 10), things.BLACK)
    add(scene, rod((48, -40, 2), (100, -40, 2), 5, 20), things.GLASS)
    for x in (48, 92):
        add(scene, rod((x, -40, 2), (x + 8, -40, 2), 5.4, 20), things.METAL)
    wire(scene, [(34, -40, 2), (48, -40, 2)], WIRES["red"], 1.2)
    wire(scene, [(100, -40, 2), (118, -30, 0), (128, 30, 0)], WIRES["red"], 1.2)
    wire(scene, [(34, -28, 0), (60, -18, -1), (124, 6, -1), (124, 27, 0)], WIRES["black"], 1.2)
    wire(scene, [(118, -30, 0), (60, -8, 0), (11, 2.6, 2)], WIRES["red"])
    wire(scene, [(66, 36, 2), (84, 48, 5), (106, 34, 0), (118, 32, 0)], WIRES["orange"])
    upright = [(s.rotate((180, 0, 0)), look) for s, look in things.pixel(0, 0, 0)]
    add_all(scene, moved(upright, 132, 32, -2.6))
    add(scene, plate(disc(132, 32, 1.6, 16), -0.5, -0.4), things.LIT)
    add(scene, rod((112, 44, 2), (128, 44, 2), 5, 20), things.BLUE)
    return View(scene, tilt=48)


def printed() -> View:
    """Step 5: the tiles of the print, laid out."""
    layout, _ = _star()
    scene = Scene()
    width, depth = layout.size
    table(scene, -1, (width / 2, depth / 2))
    picture = _print("solomon")
    for column in (0, 1):
        for row in (0, 1):
            west, south = column * width / 2, row * depth / 2
            gap = 14.0
            left, low = west + column * gap, south + row * gap
            sheet = block(left - 8, low - 8, -0.6, left + width / 2 + 8, low + depth / 2 + 8, -0.4)
            add(scene, sheet, things.WHITE)
            look = Look((1, 1, 1), image=picture, size=layout.size)
            tile = block(left, low, -0.4, left + width / 2, low + depth / 2, -0.1)
            add(scene, tile, look, (column * gap, row * gap))
    return View(scene, tilt=52)


def wood() -> View:
    """Step 6: the base, and the face above it."""
    layout, _ = _star()
    scene = Scene()
    width, depth = layout.size
    table(scene, -2, (width / 2, depth / 2))
    add(scene, things.base(layout), things.BASE)
    lifted = things.face(layout).translate((0, 0, -STACK.base))
    add(scene, lifted.rotate((34, 0, 0)).translate((0, 60, 120)), things.FACE)
    return View(scene, tilt=36)


def men() -> View:
    """Step 7: pieces, one with its pocket and magnet to be seen."""
    scene = Scene()
    table(scene, 0, (0, 0), SMALL)
    for x, y, look, name in (
        (-46, 8, things.DARK, "man"), (-18, 20, things.LIGHT, "man"),
        (12, 26, things.DARK, "crown"), (42, 16, things.LIGHT, "number-3"),
        (58, -12, things.DARK, "coin-quarter"),
    ):  # fmt: skip
        man(scene, x, y, 0, look, name)
    magnet = SIZES.magnet
    for x, y in ((-22, -20), (-10, -26)):
        add(scene, cone(x, y, 0, magnet.thickness, magnet.diameter / 2, magnet.diameter / 2),
            things.METAL)  # fmt: skip
    # One lies on its back: its triangles are turned over.
    lying = Scene()
    man(lying, 0, 0, 0, things.LIGHT)
    over = lying.triangles * (1, -1, -1) + (18, -16, SIZES.man)
    scene.add(over, things.LIGHT)
    add(scene, cone(18, -16, SIZES.man - 2.6, SIZES.man - 0.2, 3, 3), things.METAL)
    return View(scene, tilt=40)


def _under(done: int, strips: bool) -> Scene:
    """The base from below, with the reeds of some rows."""
    layout, _ = _star()
    scene = Scene()
    width, depth = layout.size
    table(scene, -STACK.base - STACK.face - 3, (width / 2, depth / 2))
    add(scene, turned(things.face(layout), layout), things.FACE)
    add(scene, turned(things.base(layout), layout), things.BASE)
    west = trunk(layout)
    for number, row in enumerate(layout.board.rows[:done]):
        level = wire_level(layout, number)
        for point in row:
            for slot in layout.slots_of(point):
                parts = things.reed(slot, STACK.base, -1.2, layout.measures.glass)
                add_all(scene, [(turned(solid, layout), look) for solid, look in parts])
            for end, look, aside in ((0, WIRES["orange"], -1.6), (1, WIRES["black"], 1.6)):
                slots = layout.slots_of(point)
                x = slots[0].right - 0.8 if end else slots[1].left + 0.8
                y = (slots[1 - end].bottom + slots[1 - end].top) / 2
                way = rod((x, y, -1.2), (x, level + aside, -1.2), 0.7, 8)
                add(scene, turned(way, layout), look)
        far = layout.points[row[-1]].x + layout.measures.span
        for look, aside in ((WIRES["orange"], -1.6), (WIRES["black"], 1.6)):
            run = rod((west, level + aside, -1.2), (far, level + aside, -1.2), 0.8, 8)
            add(scene, turned(run, layout), look)
    if strips:
        for at in layout.lamps:
            parts = things.pixel(at.x, at.y, 0)
            tape = parts[0][0].translate((0, 0, -0.1))
            add(scene, turned(tape, layout), things.WHITE)
        for row in layout.board.rows:
            lamps = [layout.lamps[point] for point in row]
            for before, after in pairwise(lamps):
                for aside, name in ((-2.5, "black"), (0, "white"), (2.5, "red")):
                    y = before.y + aside
                    run = rod((before.x + 14, y, -1), (after.x - 14, y, -1), 0.8, 8)
                    if after.x - before.x > 30:
                        add(scene, turned(run, layout), WIRES[name])
    low = layout.channels[0].bottom
    for look, aside in ((WIRES["orange"], -2.0), (WIRES["black"], 2.0)):
        run = rod((west + aside, low + 4, -1.2), (west + aside, depth - 4, -1.2), 1.1, 8)
        add(scene, turned(run, layout), look)
    return scene


def row_by_row() -> View:
    """Step 8: two rows of reeds, in the base seen from below."""
    layout, _ = _star()
    width, depth = layout.size
    return View(
        _under(2, strips=False),
        turn=-18,
        tilt=46,
        near=1.7,
        middle=(width / 2, depth * 0.72, 0),
    )


def button() -> View:
    """Step 9: the button in the south wall of the case."""
    layout, _ = _star()
    scene, case = Scene(), Case(layout)
    at, level = case.button, -case.stack.room / 2
    table(scene, case.low, (at.x, 0), SMALL)
    add(scene, case.frames["se"], things.PLASTIC)
    add(scene, rod((at.x, 0, level), (at.x, -3, level), 10, 32), things.BLACK)
    add(scene, rod((at.x, -3, level), (at.x, -8, level), 6, 32), WIRES["red"])
    add(scene, rod((at.x, 4, level), (at.x, 22, level), 6, 24), things.BLACK)
    wire(scene, [(at.x - 3, 22, level), (at.x - 12, 60, level), (at.x - 70, 90, level)],
         WIRES["orange"])  # fmt: skip
    wire(scene, [(at.x + 3, 22, level), (at.x - 4, 64, level), (at.x - 70, 96, level)],
         WIRES["black"])  # fmt: skip
    return View(scene, turn=-28, tilt=38)


def pixels() -> View:
    """Step 10: all reeds and pixels, in the base seen from below."""
    return View(_under(7, strips=True), turn=-18, tilt=50)


def case() -> View:
    """Step 11: the open case with all that lies in it."""
    layout, made = _star()
    scene, box = Scene(), Case(layout)
    width, depth = layout.size
    table(scene, box.low - 1, (width / 2, depth / 2))
    add(scene, box.floor, things.BASE)
    add(scene, box.frame, things.PLASTIC)
    low = -box.stack.room
    pi = box.pi
    parts = moved(things.computer(0, 0, 0), pi.right, pi.top, low + box.stack.stand, 180)
    add_all(scene, parts)
    jack, fuse, shifter = box.jack, box.fuse, box.shifter
    add(scene, block(jack.left, jack.bottom, low, jack.right, jack.top - 2, low + 12), things.BLACK)
    x = fuse.middle.x
    add(scene, rod((x, fuse.bottom, low + 6), (x, fuse.top, low + 6), 5, 20), things.GLASS)
    board = things.strip_board(made)
    add_all(scene, moved(board, shifter.right, shifter.bottom, low + 3, 90))
    header = pi.right - 32, pi.top - 52
    for row in range(20):
        y = shifter.bottom + 6
        start = (shifter.left + 6 + 2.6 * row, y, low + 5)
        end = (header[0] - 24 + 2.54 * row, header[1], low + 20)
        look = WIRES["grey"] if row else WIRES["red"]
        between = (start[0] + 24, start[1] - 12, low + 12)
        wire(scene, [start, between, end], look, 0.6)
    middle = (width * 0.52, depth * 0.66, low)
    return View(scene, turn=-20, tilt=52, near=1.45, middle=middle)


def play() -> View:
    """Step 12: the board in a game, from nearer."""
    layout, _ = _star()
    men_at = {0: things.DARK, 2: things.DARK, 6: things.DARK, 9: things.LIGHT, 12: things.LIGHT,
              15: things.LIGHT, 18: things.LIGHT}  # fmt: skip
    placed = {point: ("man", look) for point, look in men_at.items()}
    width, depth = layout.size
    scene = whole(layout, "solomon", placed, (9, 6, 12))
    return View(scene, turn=22, tilt=30, near=1.35, middle=(width / 2, depth / 2, 0))


STEPS: tuple[Callable[[], View], ...] = (
    computer,
    stripboard,
    reeds,
    lamp,
    printed,
    wood,
    men,
    row_by_row,
    button,
    pixels,
    case,
    play,
)
"""What makes the scene of each step."""


def all_views() -> dict[str, Callable[[], View]]:
    """Return what makes each picture's scene, by the picture's name."""
    steps = {f"step-{number:02}": make for number, make in enumerate(STEPS, 1)}
    return {"star": star, "grid9": grid9, "nine": nine} | steps
