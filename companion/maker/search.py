"""The search for the two maps of a board, as `companion.maker.calibrate` describes it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.geometry import points_of
from companion.lights.palette import RGB
from companion.maker import MakerError
from companion.maker.desk import Desk
from companion.maker.drawing import Mark
from companion.maker.finds import Finds, only_left
from companion.maker.inbox import Typed
from companion.maker.lamps import STEP, WHITE
from companion.maker.senses import listed
from companion.maker.switches import GREEN

_TIMES = 2  # that the same thing is asked for when it contradicts what was felt


class Search:
    """The search on one board.

    pixels:   the pixels of the points as they are configured.
    keep:     writes the finds down.
    troubles: what is wrong with the wiring, line by line. complete: whether both maps are known.
    """

    def __init__(
        self, desk: Desk, pixels: Sequence[int], finds: Finds, keep: Callable[[], None]
    ) -> None:
        self.troubles: list[str] = []
        self._desk = desk
        self._pixels = pixels
        self._finds = finds
        self._keep = keep
        self._asked = ""  # the point that a piece is wanted on

    @property
    def complete(self) -> bool:
        """Whether everything is known that was looked for."""
        names, finds = self._desk.board.names, self._finds
        known = finds.switches.keys() if finds.right else finds.switches.keys() & finds.pixels
        return known >= set(names)

    def run(self) -> None:
        """Look for what is not known yet."""
        desk, finds = self._desk, self._finds
        desk.marks = self._marks
        with desk.screen.drawing():
            for switch in points_of(desk.clear()):
                self.troubles.append(
                    f"{desk.names[switch]} is stuck closed: a short, or a magnet left near"
                )
            if finds.right is None:
                finds.right = self._reading_order()
                self._keep()
            self._switches()
            if not finds.right and finds.switches.keys() >= set(desk.board.names):
                self._lamps()
            self._ask("", "")
            desk.dark()
        for switch in points_of(desk.senses.unstable):
            self.troubles.append(
                f"{desk.names[switch]} is unstable: it changes more often than hands can"
            )

    def _reading_order(self) -> bool:
        """Whether the lamps are lit in reading order when they are lit as configured."""
        desk = self._desk
        desk.screen.say(
            "Lamps are lit one after another, again and again. Do they go through all points in "
            "reading order, row by row from the top, each from left to right? Enter: yes; n: no."
        )
        desk.below = "In reading order? Enter: yes; n: no."
        while not desk.silent:
            for lamp in self._pixels:
                desk.light({lamp: WHITE})
                until = desk.inbox.now() + STEP
                while (heard := desk.hear(until)) is not None:
                    if not isinstance(heard, Typed):
                        continue
                    if heard.text.lower() in ("", "y", "yes"):
                        return True
                    if heard.text.lower() in ("n", "no"):
                        return False
        raise MakerError(
            "nobody has said whether the lamps are in order: run it in a terminal, or with "
            "--pixels or --no-pixels"
        )

    # What is at each point?

    def _switches(self) -> None:
        """Ask for a piece on every point whose switch is not known."""
        desk, names, known = self._desk, self._desk.board.names, self._finds.switches
        lamps = dict(zip(names, self._pixels, strict=True)) if self._finds.right else {}

        def ask(name: str) -> int | None:
            self._ask(name, f"Put the piece on point {name}, then lift it. Enter: nothing is felt.")
            desk.light({lamps[name]: WHITE} if name in lamps else {})
            return self._felt([lamps[name]] if name in lamps else [])

        todo = [name for name in names if name not in known]
        count = len(desk.names)
        missing = self._pairs(todo, ask, known, "point", lambda switch: desk.names[switch])
        left = only_left(known, names, count) if len(missing) == 1 and count == len(names) else None
        if left is not None:
            name, switch = left
            known[name] = switch
            missing = []
            self._keep()
            self.troubles.append(
                f"point {name}: nothing was felt; {desk.names[switch]} is the only one left and is "
                "taken for it: look at its reed and wires"
            )
        for name in missing:
            self.troubles.append(f"point {name}: no switch was found for it")
        if missing:
            spare = [n for k, n in enumerate(desk.names) if k not in known.values()]
            if spare and count == len(names):
                self.troubles.append(f"felt at no point: {', '.join(spare)}")

    # Where is each pixel?

    def _lamps(self) -> None:
        """Ask for a piece on every pixel whose point is not known."""
        desk, known = self._desk, self._finds.pixels
        points = {switch: name for name, switch in self._finds.switches.items()}
        count = desk.lighting.lamps

        def ask(pixel: str) -> int | None:
            self._ask(
                "", f"Put the piece on the lit point, then lift it (lamp {pixel}). Enter: none."
            )
            desk.light({int(pixel): WHITE})
            switch = self._felt([int(pixel)])
            if switch is None or switch in points:
                return switch
            desk.screen.say(f"{desk.names[switch]} is at no point that is known.", "red")
            return None

        found = {str(pixel): self._finds.switches[name] for name, pixel in known.items()}
        todo = [str(pixel) for pixel in range(count) if str(pixel) not in found]

        def keep() -> None:
            self._finds.pixels = {points[switch]: int(pixel) for pixel, switch in found.items()}
            self._keep()

        self._pairs(todo, ask, found, "lamp", lambda switch: f"point {points[switch]}", keep)
        keep()
        left = only_left(self._finds.pixels, desk.board.names, count)
        if left is not None:
            name, pixel = left
            self._finds.pixels[name] = pixel
            self._keep()
            self.troubles.append(
                f"point {name}: no lamp was found; lamp {pixel} is the only one left and is taken "
                "for it"
            )
        lampless = [name for name in desk.board.names if name not in self._finds.pixels]
        self.troubles += [f"point {name}: no lamp was found for it" for name in lampless]

    # Both

    def _pairs(
        self,
        todo: Iterable[str],
        ask: Callable[[str], int | None],
        known: dict[str, int],
        what: str,
        called: Callable[[int], str],
        keep: Callable[[], None] | None = None,
    ) -> list[str]:
        """Ask for every one of `todo` what is felt there, into `known`; what has no answer.

        What is felt a second time somewhere else is asked again at both places, and is a fault
        when that does not help.
        """
        desk, queue, missing = self._desk, deque(todo), list[str]()
        doubted: set[frozenset[str]] = set()
        while queue:
            thing = queue.popleft()
            felt = ask(thing)
            if felt is None:
                missing.append(thing)
                continue
            other = next((name for name, had in known.items() if had == felt), None)
            if other is None:
                known[thing] = felt
            else:
                del known[other]
                pair = frozenset((thing, other))
                said = f"{called(felt)} was felt for {what} {other} and for {what} {thing}"
                if pair in doubted:
                    self.troubles.append(f"{said}, again: joined wires, or a magnet reaches both")
                    missing += [thing, other]
                else:
                    doubted.add(pair)
                    desk.screen.say(f"{said}: both once more.", "yellow")
                    queue.extend([thing, other])
            (keep or self._keep)()
        return missing

    def _felt(self, lit: Sequence[int]) -> int | None:
        """The one switch that a piece closes; None when it is none, or never one alone."""
        desk = self._desk

        def rested(closed: int) -> None:
            desk.below = f"Felt: {listed(closed, desk.names)}. Lift the piece."
            desk.light(dict.fromkeys(lit, GREEN))

        for turn in range(_TIMES):
            felt = desk.feel(rested)
            if isinstance(felt, Typed):
                return None
            if felt.bit_count() == 1:
                return felt.bit_length() - 1
            said = f"{listed(felt, desk.names)} closed at once"
            if turn + 1 < _TIMES:
                desk.screen.say(f"{said}: put the piece there once more.", "yellow")
                desk.below = "Once more, on the same point."
                white: Mapping[int, RGB] = dict.fromkeys(lit, WHITE)
                desk.light(white)
        where = f"point {self._asked}" if self._asked else f"lamp {lit[0]}"
        self.troubles.append(f"{where}: {said}: wires touch, or one magnet reaches both reeds")
        return None

    def _ask(self, point: str, line: str) -> None:
        desk = self._desk
        self._asked = point
        desk.below = line
        if line and not desk.screen.live:
            desk.screen.say(line)
        desk.paint()

    def _marks(self) -> list[Mark]:
        """How each point is drawn: asked for, known, or not yet."""
        finds = self._finds
        marks = []
        for name in self._desk.board.names:
            switch, lamp = name in finds.switches, finds.right or name in finds.pixels
            if name == self._asked:
                marks.append(Mark("?", "bold reverse"))
            elif switch and lamp:
                marks.append(Mark("✓", "green"))
            else:
                marks.append(Mark("●" if switch else "·", "" if switch else "dim"))
        return marks
