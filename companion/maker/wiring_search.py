"""The search for a board's two mappings, as described in `companion.maker.calibrate`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.base.text import Text, joined
from companion.device.lamps.palette import RGB
from companion.maker import MakerError
from companion.maker.console import BoardConsole
from companion.maker.drawing import Mark
from companion.maker.inbox import LineEntered
from companion.maker.lamps import LAMP_TIME, WHITE
from companion.maker.output import NO_WORDS, ReplyChoice
from companion.maker.progress import CalibrationProgress, only_left
from companion.maker.switch_monitor import join_names
from companion.maker.switch_test import NOTHING_DETECTED, SENSED_COLOUR
from companion.rules.geometry import points_of

_TIMES = 2  # how often to ask for a piece if it closes several switches


class MappingSearch:
    """The search on one board.

    Args:
        console: The open port.
        pixels: The configured pixels of the points.
        progress: The results so far.
        save: Stores the progress.

    Attributes:
        troubles: The faults in the wiring, one line each.
    """

    def __init__(
        self,
        console: BoardConsole,
        pixels: Sequence[int],
        progress: CalibrationProgress,
        save: Callable[[], None],
    ) -> None:
        self.troubles: list[Text] = []
        self._console = console
        self._pixels = pixels
        self._progress = progress
        self._save = save
        self._asked = ""  # the point to put a piece on

    @property
    def complete(self) -> bool:
        """Whether both mappings are known."""
        names, progress = self._console.board.names, self._progress
        known = (
            progress.switches.keys()
            if progress.pixels_match
            else progress.switches.keys() & progress.pixels
        )
        return known >= set(names)

    def run(self) -> None:
        """Find the unknown parts of the mappings."""
        console, progress = self._console, self._progress
        console.marks = self._marks
        with console.screen.drawing():
            for switch in points_of(console.wait_until_empty()):
                self.troubles.append(
                    Text(
                        "{name} is stuck closed: a short, or a magnet nearby",
                        name=console.names[switch],
                    )
                )
            if progress.pixels_match is None:
                progress.pixels_match = self._reading_order()
                self._save()
            self._switches()
            if not progress.pixels_match and progress.switches.keys() >= set(console.board.names):
                self._lamps()
            self._ask("", NO_WORDS, NO_WORDS)
            console.lights_off()
        for switch in points_of(console.monitor.unstable):
            self.troubles.append(
                Text(
                    "{name} is unstable: it changes faster than hands can move",
                    name=console.names[switch],
                )
            )

    def _reading_order(self) -> bool:
        """Ask whether the configured order of the lamps is the reading order."""
        console = self._console
        with console.offering(ReplyChoice("", Text("Yes")), ReplyChoice("n", Text("No"))):
            console.screen.say(
                Text(
                    "The lamps light up one after another, repeatedly. Do they go through "
                    "all points in reading order, row by row from the top, each from left to "
                    "right?"
                ),
                keys=Text("Enter: yes; n: no."),
            )
            console.prompt, console.keys = Text("In reading order?"), Text("Enter: yes; n: no.")
            return self._answered()

    def _answered(self) -> bool:
        console = self._console
        while not console.input_closed:
            for lamp in self._pixels:
                console.light({lamp: WHITE})
                until = console.inbox.now() + LAMP_TIME
                while (event := console.next_event(until)) is not None:
                    if not isinstance(event, LineEntered):
                        continue
                    if event.text.lower() in ("", "y", "yes"):
                        return True
                    if event.text.lower() in ("n", "no"):
                        return False
        raise MakerError(
            Text(
                "nobody said whether the lamps are in order: run it in a terminal, or "
                "with --pixels or --no-pixels"
            )
        )

    # What is at each point?

    def _switches(self) -> None:
        """Ask for a piece on every point whose switch is unknown."""
        console, names, known = self._console, self._console.board.names, self._progress.switches
        lamps = dict(zip(names, self._pixels, strict=True)) if self._progress.pixels_match else {}

        def ask(name: str) -> int | None:
            self._ask(
                name,
                Text("Put the piece on point {name}, then lift it.", name=name),
                Text("Enter: nothing is detected."),
            )
            console.light({lamps[name]: WHITE} if name in lamps else {})
            return self._detected([lamps[name]] if name in lamps else [])

        todo = [name for name in names if name not in known]
        count = len(console.names)
        missing = self._pairs(todo, ask, known, _point_name, lambda switch: console.names[switch])
        left = only_left(known, names, count) if len(missing) == 1 and count == len(names) else None
        if left is not None:
            name, switch = left
            known[name] = switch
            missing = []
            self._save()
            self.troubles.append(
                Text(
                    "point {name}: nothing was detected; {switch} is the only one left and is "
                    "assigned to it: check its reed and wires",
                    name=name,
                    switch=console.names[switch],
                )
            )
        for name in missing:
            self.troubles.append(Text("point {name}: no switch was found for it", name=name))
        if missing:
            spare = [n for k, n in enumerate(console.names) if k not in known.values()]
            if spare and count == len(names):
                self.troubles.append(
                    Text("not detected at any point: {switches}", switches=joined(", ", spare))
                )

    # Where is each pixel?

    def _lamps(self) -> None:
        """Ask for a piece on every pixel whose point is unknown."""
        console, known = self._console, self._progress.pixels
        points = {switch: name for name, switch in self._progress.switches.items()}
        count = console.lighting.lamps

        def ask(pixel: str) -> int | None:
            self._ask(
                "",
                Text("Put the piece on the lit point, then lift it (lamp {number}).", number=pixel),
                Text("Enter: none."),
            )
            console.light({int(pixel): WHITE})
            switch = self._detected([int(pixel)])
            if switch is None or switch in points:
                return switch
            console.screen.say(
                Text("{name} is not at any known point.", name=console.names[switch]), "red"
            )
            return None

        found = {str(pixel): self._progress.switches[name] for name, pixel in known.items()}
        todo = [str(pixel) for pixel in range(count) if str(pixel) not in found]

        def save() -> None:
            self._progress.pixels = {points[switch]: int(pixel) for pixel, switch in found.items()}
            self._save()

        self._pairs(todo, ask, found, _lamp_name, lambda switch: _point_name(points[switch]), save)
        save()
        left = only_left(self._progress.pixels, console.board.names, count)
        if left is not None:
            name, pixel = left
            self._progress.pixels[name] = pixel
            self._save()
            self.troubles.append(
                Text(
                    "point {name}: no lamp was found; lamp {number} is the only one left and is "
                    "assigned to it",
                    name=name,
                    number=pixel,
                )
            )
        lampless = [name for name in console.board.names if name not in self._progress.pixels]
        self.troubles += [
            Text("point {name}: no lamp was found for it", name=name) for name in lampless
        ]

    # Both

    def _pairs(
        self,
        todo: Iterable[str],
        ask: Callable[[str], int | None],
        known: dict[str, int],
        place: Callable[[str], Text],
        called: Callable[[int], str],
        save: Callable[[], None] | None = None,
    ) -> list[str]:
        """Ask what is detected at each of `todo`, and store it in `known`.

        A switch that is detected at two places is asked for again at both. If that does not help,
        it is a fault.

        Returns:
            The places without an answer.
        """
        console, queue, missing = self._console, deque(todo), list[str]()
        doubted: set[frozenset[str]] = set()
        while queue:
            thing = queue.popleft()
            detected = ask(thing)
            if detected is None:
                missing.append(thing)
                continue
            other = next((name for name, had in known.items() if had == detected), None)
            if other is None:
                known[thing] = detected
            else:
                del known[other]
                pair = frozenset((thing, other))
                said = Text(
                    "{found} was detected for {one} and for {other}",
                    found=called(detected),
                    one=place(other),
                    other=place(thing),
                )
                if pair in doubted:
                    self.troubles.append(
                        Text("{said}, again: shorted wires, or one magnet reaches both", said=said)
                    )
                    missing += [thing, other]
                else:
                    doubted.add(pair)
                    console.screen.say(Text("{said}: try both again.", said=said), "yellow")
                    queue.extend([thing, other])
            (save or self._save)()
        return missing

    def _detected(self, lit: Sequence[int]) -> int | None:
        """Return the switch that a piece closes; None if it closes none, or always several."""
        console = self._console

        def rested(closed: int) -> None:
            console.prompt = Text(
                "Detected: {points}. Lift the piece.", points=join_names(closed, console.names)
            )
            console.keys = NO_WORDS
            console.light(dict.fromkeys(lit, SENSED_COLOUR))

        for turn in range(_TIMES):
            with console.offering(NOTHING_DETECTED):
                detected = console.wait_for_piece(rested)
            if isinstance(detected, LineEntered):
                return None
            if detected.bit_count() == 1:
                return detected.bit_length() - 1
            said = Text("{switches} closed at once", switches=join_names(detected, console.names))
            if turn + 1 < _TIMES:
                console.screen.say(
                    Text("{said}: put the piece there once more.", said=said), "yellow"
                )
                console.prompt = Text("Again, on the same point.")
                white: Mapping[int, RGB] = dict.fromkeys(lit, WHITE)
                console.light(white)
        where = _point_name(self._asked) if self._asked else _lamp_name(str(lit[0]))
        self.troubles.append(
            Text(
                "{where}: {said}: shorted wires, or one magnet reaches both reeds",
                where=where,
                said=said,
            )
        )
        return None

    def _ask(self, point: str, line: Text, keys: Text) -> None:
        console = self._console
        self._asked = point
        console.prompt, console.keys = line, keys
        if line and not console.screen.live:
            console.screen.say(line, keys=keys)
        console.paint()

    def _marks(self) -> list[Mark]:
        """Return how to draw each point: asked for, known or unknown."""
        progress = self._progress
        marks = []
        for name in self._console.board.names:
            switch, lamp = (
                name in progress.switches,
                progress.pixels_match or name in progress.pixels,
            )
            if name == self._asked:
                marks.append(Mark("?", "bold reverse"))
            elif switch and lamp:
                marks.append(Mark("✓", "green"))
            else:
                marks.append(Mark("●" if switch else "·", "" if switch else "dim"))
        return marks


def _point_name(name: str) -> Text:
    return Text("point {name}", name=name)


def _lamp_name(number: str) -> Text:
    return Text("lamp {number}", number=number)
