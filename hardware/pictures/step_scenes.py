"""The scene of each step of a building guide: what comes into it, in order, and how it is seen.

What is added after `arrive` with a part's name is that part, as the parts list and the bags have
it. Tests compare the parts that a step's bag holds with those that its picture shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from hardware.artwork.layout import Layout
from hardware.assembly.case import PI_BOARD, Case
from hardware.assembly.harness import trunk, wire_level
from hardware.assembly.places import point_slots
from hardware.assembly.solids import Solid, block, cone, disc, plate
from hardware.assembly.stack import STACK
from hardware.guide.files import guides
from hardware.guide.page import Guide
from hardware.parts.sets import piece_set
from hardware.pictures import things
from hardware.pictures.renderer import Look, Scene
from hardware.pictures.scenes import View, grid9, printed_image, star
from hardware.pictures.things import WIRES, Looked, add, add_all, man, moved, rod, table, wire
from hardware.pieces.shapes import SIZES

SMALL = 600
"""Half of the table's width under small things, in mm."""

_EDGE = 0.8
"""From the end of a slot to its reed's lead."""
_WIRES = -1.2
"""The height of a wire above the base, which lies on its face."""
_THIN, _BESIDE = 0.7, 0.45
"""How far two wires in one channel are apart, in height and along the board."""


@dataclass(frozen=True)
class StepScenes:
    """The scenes of a building guide.

    Attributes:
        guide: The guide.
        game: The game whose print is on the board.
        finished: The finished board.
    """

    guide: Guide
    game: str
    finished: Callable[[], View]

    @property
    def all(self) -> tuple[Callable[[], View], ...]:
        """What makes the scene of each step."""
        return (
            self.computer,
            self.stripboard,
            self.reeds,
            self.lamp,
            self.printed,
            self.wood,
            self.men,
            self.row_by_row,
            self.button,
            self.pixels,
            self.case,
            self.play,
        )

    @property
    def layout(self) -> Layout:
        """The board's layout."""
        return self.guide.built.layout

    @property
    def matrix(self) -> bool:
        """Whether the reeds are wired in rows and columns, with diodes."""
        return bool(self.guide.circuit.matrix)

    @cached_property
    def inks(self) -> dict[str, Look]:
        """The look of each wire, by what it carries."""
        return {cut.what: WIRES[cut.colour] for cut in self.guide.wires.cuts if cut.colour in WIRES}

    # The steps.

    def computer(self) -> View:
        """Step 1: the computer, its card and its supply."""
        scene = Scene()
        table(scene, 0, (42, 28), SMALL)
        scene.arrive("Raspberry Pi")
        add_all(scene, things.computer(0, 0, 3))
        scene.arrive("Raspberry Pi")
        add(scene, block(-14, 20, 3, 4, 36, 4), things.BLACK)
        scene.arrive("Raspberry Pi")
        add(scene, block(6.4, -22, 4, 16, -1, 11), things.BLACK)
        wire(scene, [(11.2, -22, 7.5), (11.2, -38, 4), (40, -46, 2), (96, -40, 2)],
             things.BLACK, 1.8)  # fmt: skip
        return View(scene)

    def stripboard(self) -> View:
        """Step 2: the stripboard with the ribbon cable; the chip is still to come."""
        scene = Scene()
        table(scene, -3, (47, 32), SMALL)
        parts = things.strip_board(self.guide.wires.stripboard)
        for name in ("stripboard", "", "resistor", "capacitor", "socket"):
            scene.arrive(name)
            add_all(scene, parts[name])
        scene.arrive("header socket")
        for row in range(24):
            y = 3.5 + 2.5 * row
            look = WIRES["grey"] if row else WIRES["red"]
            wire(scene, [(4.4, y, 1.8), (-3, y, 5), (-60, 16 + 1.27 * row, 0)], look, 0.6)
        add(scene, block(-66, 5, -3, -60, 57, 5), things.BLACK)
        return View(scene, tilt=46)

    def reeds(self) -> View:
        """Step 3: a pair of reeds, and the piece that closes it with its magnet."""
        scene = Scene()
        table(scene, -9, (0, 0), SMALL)
        scene.arrive("reed switch")
        for slot in point_slots(self.layout):
            add_all(scene, things.reed(slot, 0, -8, self.layout.measures.glass))
        east = 16.0
        if self.matrix:
            scene.arrive("diode")
            add_all(scene, things.diode((9.9, 2, -7.6), (18, 0, -7.6)))
            east = 18.0
        scene.arrive()
        for x, look in ((-16.0, WIRES["orange"]), (east, things.BLACK)):
            inner = x if self.matrix and x > 0 else x * 0.62
            wire(scene, [(inner, 2, -7.6), (x, 0, -8), (x * 3, -14, -8)], look)
        scene.arrive()
        add(scene, block(-30, 2.2, 0, 30, 26, STACK.face), things.FACE)
        add(scene, block(-30, 2.2, STACK.face, 30, 26, STACK.cover), things.WHITE)
        scene.arrive("disc magnet")
        magnet, low = SIZES.magnet, STACK.cover + 6
        add(scene, cone(0, 15, low, low + magnet.thickness, magnet.diameter / 2,
                        magnet.diameter / 2), things.METAL)  # fmt: skip
        scene.arrive()
        man(scene, 0, 15, STACK.cover + 16, things.DARK)
        return View(scene, turn=-14, tilt=26, near=1.2)

    def lamp(self) -> View:
        """Step 4: supply, jack, fuse, the first pixel, and at last the chip."""
        scene = Scene()
        table(scene, -3, (40, 30), SMALL)
        parts = things.strip_board(self.guide.wires.stripboard)
        chip = parts.pop("level shifter")
        for solids in parts.values():
            add_all(scene, solids)
        scene.arrive("supply jack")
        add(scene, block(20, -58, -3, 34, -20, 10), things.BLACK)
        add(scene, block(21, -26, 10, 33, -21, 11), WIRES["green"])
        scene.arrive("fuse holder")
        for x in (42, 90):
            add(scene, rod((x, -40, 2), (x + 16, -40, 2), 6, 20), things.BLACK)
        scene.arrive("fuse")
        add(scene, rod((58, -40, 2), (90, -40, 2), 3, 20), things.GLASS)
        for x in (58, 84):
            add(scene, rod((x, -40, 2), (x + 6, -40, 2), 3.3, 20), things.METAL)
        scene.arrive()
        wire(scene, [(34, -40, 2), (42, -40, 2)], WIRES["red"], 1.2)
        wire(scene, [(106, -40, 2), (118, -30, 0), (128, 30, 0)], WIRES["red"], 1.2)
        wire(scene, [(34, -28, 0), (60, -18, -1), (124, 6, -1), (124, 27, 0)], things.BLACK, 1.2)
        wire(scene, [(118, -30, 0), (60, -8, 0), (11, 2.6, 2)], WIRES["red"])
        wire(scene, [(60, -18, -1), (10, -8, 0), (6, 5.2, 2)], things.BLACK)
        scene.arrive("pixel")
        upright = [(s.rotate((180, 0, 0)), look) for s, look in things.pixel(0, 0, 0)]
        add_all(scene, moved(upright, 132, 32, -2.6))
        scene.arrive("capacitor")
        add(scene, rod((112, 48, 2), (128, 48, 2), 5, 20), things.BLUE)
        scene.arrive("resistor")
        wire(scene, [(66, 36, 2), (84, 42, 5), (98, 36, 0), (118, 32, 0)], WIRES["orange"])
        add(scene, rod((103, 35, 0), (112, 33, 0), 1.6), things.RESISTOR)
        scene.arrive("level shifter")
        add_all(scene, chip)
        scene.arrive("lamp supply")
        add(scene, block(-44, -70, -3, -8, -36, 22), things.BLACK)
        wire(scene, [(-8, -54, 4), (8, -74, 0), (27, -72, 3)], things.BLACK, 1.6)
        add(scene, rod((27, -72, 3), (27, -58, 3), 4, 16), things.BLACK)
        add(scene, plate(disc(132, 32, 1.6, 16), -0.5, -0.4), things.LIT)
        return View(scene, tilt=48)

    def printed(self) -> View:
        """Step 5: the tiles of the print, laid out."""
        scene = Scene()
        width, depth = self.layout.size
        table(scene, -1, (width / 2, depth / 2))
        look = Look((1, 1, 1), image=printed_image(self.game), size=self.layout.size)
        gap = 14.0
        for column, row in ((0, 1), (1, 1), (0, 0), (1, 0)):
            scene.arrive("printed board")
            left, low = column * (width / 2 + gap), row * (depth / 2 + gap)
            right, high = left + width / 2, low + depth / 2
            add(scene, block(left - 8, low - 8, -0.6, right + 8, high + 8, -0.4), things.WHITE)
            tile = block(left, low, -0.4, right, high, -0.1)
            add(scene, tile, look, (column * gap, row * gap))
        return View(scene, tilt=52)

    def wood(self) -> View:
        """Step 6: the base with its white wells, the face, and what goes onto them."""
        scene, layout = Scene(), self.layout
        width, depth = layout.size
        table(scene, -2, (width / 2, depth / 2))
        scene.arrive("plywood")
        add(scene, things.base(layout), things.BASE)
        scene.arrive("paint")
        wells = layout.well_radius
        for x, y in layout.lamps:
            ring = disc(x, y, wells + 0.2, 12) - disc(x, y, wells - 0.8, 12)
            add(scene, plate(ring, 0.2, STACK.base + 0.1), things.WHITE)
        add_all(scene, things.tin(width + 60, 40, -2, things.WHITE))
        scene.arrive("plywood")
        lifted = things.face(layout).translate((0, 0, -STACK.base))
        lifted = lifted.rotate((34, 0, 0)).translate((0, depth * 0.4, 100))
        add(scene, lifted, things.FACE)
        scene.arrive("glue")
        add_all(scene, things.tin(width + 60, 120, -2, things.GLUE))
        scene.arrive("varnish")
        add_all(scene, things.tin(width + 60, 200, -2, things.RESISTOR))
        return View(scene, tilt=36)

    def men(self) -> View:
        """Step 7: the pieces of the board, one with its pocket and magnet to be seen."""
        scene = Scene()
        table(scene, 0, (0, 0), SMALL)
        models = list(piece_set(self.guide.built.board))
        wide = (len(models) + 1) // 2
        for number, model in enumerate(models):
            scene.arrive()
            row, column = divmod(number, wide)
            look = things.LIGHT if (row + column) % 2 else things.DARK
            man(scene, 34 * (column - (wide - 1) / 2) + 8 * row, 34 - 36 * row, 0, look, model)
        magnet = SIZES.magnet
        for x, y in ((-26.0, -38.0), (-12.0, -44.0)):
            scene.arrive("disc magnet")
            add(scene, cone(x, y, 0, magnet.thickness, magnet.diameter / 2, magnet.diameter / 2),
                things.METAL)  # fmt: skip
        scene.arrive()
        # One lies on its back: its triangles are turned over.
        lying = Scene()
        man(lying, 0, 0, 0, things.LIGHT)
        over = lying.triangles * (1, -1, -1) + (20, -40, SIZES.man)
        scene.add(over, things.LIGHT)
        scene.arrive("disc magnet")
        add(scene, cone(20, -40, SIZES.man - 2.6, SIZES.man - 0.2, 3, 3), things.METAL)
        return View(scene, tilt=40)

    def row_by_row(self) -> View:
        """Step 8: two rows of reeds, in the base seen from below."""
        scene = Scene()
        self._wood_below(scene)
        rows = self._order[:2]
        for row in rows:
            self._reeds(scene, row)
            if self.matrix:
                scene.arrive("diode")
            self._wires(scene, row)
        self._bundle(scene, rows)
        width, depth = self.layout.size
        middle = (width / 2, depth * (0.24 if self.matrix else 0.72), 0)
        # From high above: the glass lies deep in its slot.
        return View(scene, turn=-6, tilt=80, near=1.9, middle=middle)

    def button(self) -> View:
        """Step 9: the button in the south wall of the case."""
        scene, case = Scene(), Case(self.layout)
        at, level = case.button, -case.stack.room / 2
        table(scene, case.low, (at.x, 0), SMALL)
        add(scene, case.frames["se"], things.PLASTIC)
        scene.arrive("push button")
        add(scene, rod((at.x, 0, level), (at.x, -3, level), 10, 32), things.BLACK)
        add(scene, rod((at.x, -3, level), (at.x, -8, level), 6, 32), WIRES["red"])
        add(scene, rod((at.x, 4, level), (at.x, 22, level), 6, 24), things.BLACK)
        scene.arrive()
        for aside, look in ((-3, self.inks.get("button", WIRES["orange"])), (3, things.BLACK)):
            wire(scene, [(at.x + aside, 22, level), (at.x - 8 + aside * 1.3, 62, level),
                         (at.x - 70, 93 + aside, level)], look)  # fmt: skip
        return View(scene, turn=-28, tilt=38)

    def pixels(self) -> View:
        """Step 10: all reeds and pixels, in the base seen from below."""
        scene, layout = Scene(), self.layout
        self._wood_below(scene)
        for row in self._order:
            self._wires(scene, row)
        self._bundle(scene, self._order)
        for points in layout.board.rows:
            scene.arrive("pixel")
            for point in points:
                parts = things.pixel(*layout.lamps[point], 0)
                add(scene, self._turned(parts[0][0].translate((0, 0, -0.1))), things.WHITE)
            scene.arrive()
            lamps = [layout.lamps[point] for point in points]
            for before, after in pairwise(lamps):
                for aside, name in ((-2.5, "black"), (0, "white"), (2.5, "red")):
                    y = before.y + aside
                    if after.x - before.x > 30:
                        run = rod((before.x + 14, y, -1), (after.x - 14, y, -1), 0.8, 8)
                        add(scene, self._turned(run), WIRES[name])
        return View(scene, turn=-18, tilt=50)

    def case(self) -> View:
        """Step 11: the open case with all that lies in it, its screws and its feet."""
        scene, box = Scene(), Case(self.layout)
        width, depth = self.layout.size
        table(scene, box.low - 1, (width / 2, depth / 2))
        add(scene, box.floor, things.BASE)
        add(scene, box.frame, things.PLASTIC)
        low = -box.stack.room
        pi, jack, fuse, shifter = box.pi, box.jack, box.fuse, box.shifter
        scene.arrive()
        parts = moved(things.computer(0, 0, 0), pi.right, pi.top, low + box.stack.stand, 180)
        add_all(scene, parts)
        scene.arrive("machine screw")
        for x, y in box.holes(PI_BOARD):
            level = low + box.stack.stand + 1.5
            add(scene, cone(x, y, level, level + 2, 2.5, 2.5), things.METAL)
        scene.arrive()
        add(scene, block(jack.left, jack.bottom, low, jack.right, jack.top - 2, low + 12),
            things.BLACK)  # fmt: skip
        middle = fuse.middle.x
        for south, north in ((fuse.bottom, fuse.bottom + 16), (fuse.top - 16, fuse.top)):
            add(scene, rod((middle, south, low + 6), (middle, north, low + 6), 6, 20),
                things.BLACK)  # fmt: skip
        glass = rod((middle, fuse.bottom + 16, low + 6), (middle, fuse.top - 16, low + 6), 3, 20)
        add(scene, glass, things.GLASS)
        scene.arrive()
        for solids in things.strip_board(self.guide.wires.stripboard).values():
            add_all(scene, moved(solids, shifter.right, shifter.bottom, low + 3, 90))
        scene.arrive()
        header = pi.right - 32, pi.top - 52
        for row in range(20):
            start = (shifter.left + 6 + 2.6 * row, shifter.bottom + 6, low + 5)
            end = (header[0] - 24 + 2.54 * row, header[1], low + 20)
            between = (start[0] + 24, start[1] - 12, low + 12)
            look = WIRES["grey"] if row else WIRES["red"]
            wire(scene, [start, between, end], look, 0.6)
        scene.arrive("cable tie")
        ties = box.ties
        for west, east, high in zip(ties[::2], ties[1::2], (13, 13, 6, 8), strict=True):
            self._tie(scene, (west[0], west[1]), (east[2], east[3]), low, low + high)
        scene.arrive("machine screw")
        for x, y in self.layout.screws:
            add(scene, rod((x, y, box.low), (x, y, box.low + 60), 2, 12), things.METAL)
            add(scene, cone(x, y, box.low + 60, box.low + 63, 3.6, 3.6), things.METAL)
        scene.arrive("foot")
        for number in range(4):
            y = depth * (0.3 + 0.11 * number)
            add(scene, things.foot(-24, y, box.low - 1 + STACK.foot), things.FELT)
        return View(scene, turn=-20, tilt=52, near=1.12)

    def play(self) -> View:
        """Step 12: the board in a game, from nearer."""
        width, depth = self.layout.size
        scene = self.finished().scene
        return View(scene, turn=22, tilt=34, near=1.25, middle=(width / 2, depth / 2, 0))

    # What several steps share.

    @property
    def _order(self) -> Sequence[int]:
        """The rows in the order in which they are wired: a grid's begin where its columns come."""
        rows = range(len(self.layout.board.rows))
        return rows[::-1] if self.matrix else rows

    def _turned(self, solid: Solid) -> Solid:
        return things.turned(solid, self.layout)

    def _add_turned(self, scene: Scene, parts: Looked) -> None:
        add_all(scene, [(self._turned(solid), look) for solid, look in parts])

    def _wood_below(self, scene: Scene) -> None:
        """Add face and base, turned over."""
        width, depth = self.layout.size
        table(scene, -STACK.base - STACK.face - 3, (width / 2, depth / 2))
        add(scene, self._turned(things.face(self.layout)), things.FACE)
        add(scene, self._turned(things.base(self.layout)), things.BASE)

    def _reeds(self, scene: Scene, row: int) -> None:
        """Add the reeds of a row with their glue, seen from below."""
        layout = self.layout
        slots = [slot for point in layout.board.rows[row] for slot in layout.slots_of(point)]
        scene.arrive("reed switch")
        for slot in slots:
            parts = things.reed(slot, STACK.base, _WIRES, layout.measures.glass)
            self._add_turned(scene, parts)
        scene.arrive("glue")
        for slot in slots:
            y = (slot.bottom + slot.top) / 2
            for x in (slot.left + _EDGE, slot.right - _EDGE):
                drop = cone(x, y, _WIRES - 0.6, 1.0, 0.9, 1.5)
                self._add_turned(scene, [(drop, things.GLUE)])

    def _wires(self, scene: Scene, row: int) -> None:
        """Add the diodes and the wires of a row, seen from below."""
        layout = self.layout
        points = layout.board.rows[row]
        if self.matrix:
            for point in points:
                x, y, level = self._lead(point, row, east=True)
                parts = things.diode((x, y, _WIRES), (x, level, _WIRES))
                self._add_turned(scene, parts)
        if len(scene.stages) > 1:
            scene.arrive()
        for number, point in enumerate(points):
            self._wire(scene, row, point, number)
        far = layout.points[points[-1]].x + layout.measures.span
        level = self._level(row, east=True)
        look = self.inks.get(f"row {row}", things.BLACK)
        self._run(scene, [(trunk(layout), level), (far, level)], look)

    def _bundle(self, scene: Scene, rows: Sequence[int]) -> None:
        """Add the wires of some rows where they run together, through the trunk to the north."""
        levels = [wire_level(self.layout, row) for row in rows]
        west, depth = trunk(self.layout), self.layout.size[1]
        for aside, name in ((-1.8, "grey"), (0.0, "orange"), (1.8, "black")):
            run = rod((west + aside, min(levels), _WIRES), (west + aside, depth - 4, _WIRES), 1, 8)
            add(scene, self._turned(run), WIRES[name])

    def _level(self, row: int, *, east: bool) -> float:
        """Where the wires of the eastern or of the western leads lie in a row's channel."""
        return wire_level(self.layout, row) + (1.4 if east else -0.7)

    def _lead(self, point: int, row: int, *, east: bool) -> tuple[float, float, float]:
        """Where the joined leads of a point are, and how far down the board they go."""
        eastern, western = self.layout.slots_of(point)
        slot = eastern if east else western
        x = slot.right - _EDGE if east else slot.left + _EDGE
        return x, (slot.bottom + slot.top) / 2, self._level(row, east=east)

    def _wire(self, scene: Scene, row: int, point: int, number: int) -> None:
        """Add the wires of one point: from its western leads, and to its row's wire."""
        layout = self.layout
        x, y, level = self._lead(point, row, east=False)
        if self.matrix:
            column = number
            west = layout.points[point].x - layout.pitch / 2 if column else trunk(layout)
            last = self._level(len(layout.board.rows) - 1, east=False)
            look = self.inks[f"column {column}"]
            self._run(scene, [(x, y), (x, level), (west, level), (west, last)], look)
            if row == len(layout.board.rows) - 1:
                self._run(scene, [(west, last), (trunk(layout), last)], look, number)
            return
        look = self.inks[f"point {layout.board.names[point]}"]
        level -= _BESIDE * number
        self._run(scene, [(x, y), (x, level), (trunk(layout), level)], look, number)
        x, y, level = self._lead(point, row, east=True)
        self._run(scene, [(x, y), (x, level)], things.BLACK)

    def _run(
        self, scene: Scene, places: Sequence[tuple[float, float]], look: Look, layer: int = 0
    ) -> None:
        """Add a wire through places; layers lie upon each other."""
        level = _WIRES - _THIN * layer
        for (x, y), (u, v) in pairwise(places):
            if (x, y) != (u, v):
                run = rod((x, y, level), (u, v, level), 0.7, 6)
                add(scene, self._turned(run), look)

    def _tie(
        self,
        scene: Scene,
        west: tuple[float, float],
        east: tuple[float, float],
        low: float,
        high: float,
    ) -> None:
        """Add a cable tie between two slots of the floor, over what it holds."""
        (left, south), (right, north) = west, east
        outer = block(left, south, low, right, north, high + 1)
        inner = block(left + 1, south - 1, low - 1, right - 1, north + 1, high)
        add(scene, outer - inner, things.WHITE)


def step_scenes() -> dict[str, StepScenes]:
    """Return the scenes of each guide, by the guide's name."""
    first, second = guides()
    return {
        first.name: StepScenes(first, "solomon", star),
        second.name: StepScenes(second, "halma", grid9),
    }
