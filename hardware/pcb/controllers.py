"""The boards between a computer and the points: one for a Raspberry Pi, one for a Pico.

Every line that any wiring reads has its series resistor and its hole, so that the same board serves
the star and all grids. What differs is how it is fitted: on a grid the rows' resistors are links,
because nine columns draw their current through one row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hardware.pcb.kinds import (
    BULK,
    CAPACITOR,
    FUSE,
    HEADER,
    JACK,
    PICO,
    RESISTOR,
    SHIFTER,
    hole,
    pins,
    terminals,
)
from hardware.pcb.plan import GROUND, At, Fitted, Kind, Plan, Width, Words
from hardware.wiring.harness import (
    PI_3V3,
    PI_GROUND,
    PICO_3V3,
    PICO_GROUND,
    Harness,
    harnesses,
)
from hardware.wiring.levels import PULL_UP, SERIES

JACKED, SUPPLY, LOGIC = "JACK", "+5V", "+3V3"
"""The nets before and behind the fuse, and what pulls the columns up."""
GRID, STAR_BOARD = "grid", "star"
"""The two ways to fit a board, with the lamps on a Pi's SPI or behind a Pico."""
SERVED = ("star", "grid7", "grid8", "grid9")
"""The boards that the circuit boards serve."""
ON_PWM = "-pwm"
"""What the name of a way ends with for a Pi whose lamps are on PWM."""
_OHMS, _PULL = f"{SERIES:g} Ω", f"{PULL_UP / 1000:g} kΩ"
_LINK = "0 Ω"
_RESISTORS = "any, 0603, 1 %"
_PITCH = 2.54
_STEP = 0.3175


@dataclass(frozen=True, slots=True)
class Line:
    """A pin of the computer that reads or drives switches, and what it is for on each board."""

    signal: str
    pin: int
    uses: Mapping[str, str]

    @property
    def net(self) -> str:
        """The net at the computer."""
        return self.signal.replace(" ", "")

    @property
    def outer(self) -> str:
        """The net behind the series resistor."""
        return f"{self.net}_OUT"

    def named(self, kind: str) -> str | None:
        """The number of the row, column or point that it is for, if it is one on any board."""
        return next((use.split()[1] for use in self.uses.values() if use.startswith(kind)), None)


def lines(computer: str) -> tuple[Line, ...]:
    """The lines of a computer, "pi" or "pico": every pin with a switch on any board."""
    found: dict[tuple[str, int], dict[str, str]] = {}
    for harness in of(computer):
        for what, (signal, pin) in harness.signals().items():
            if what.split()[0] in ("row", "column", "point"):
                found.setdefault((signal, pin), {})[harness.name] = what
    return tuple(Line(signal, pin, uses) for (signal, pin), uses in found.items())


@cache
def of(computer: str) -> tuple[Harness, ...]:
    """The harnesses of a computer, of the boards that circuit boards serve."""
    return tuple(
        harness
        for harness in harnesses()
        if harness.name.partition("-")[0] in SERVED
        and harness.name.endswith("-pico") == (computer == "pico")
    )


@cache
def controller(computer: str) -> Plan:
    """The board for "pi" or "pico"."""
    return _Board(computer).plan()


class _Board:
    """A board in the making. The upper right part is as wide as a board for the Pi's header."""

    def __init__(self, computer: str) -> None:
        self.pi = computer == "pi"
        self.computer = computer
        self.lines = lines(computer)
        # The header is where it is on the boards that are made for it; the grid begins at its
        # first pin. The Pico lies on its side, with its USB socket at the right edge.
        self.width, self.height = (93.0, 56.5) if self.pi else (93.0, 70.0)
        self.left = 28.2025
        self.parts: list[Fitted] = []
        self.words: list[Words] = []
        self.counts: dict[str, int] = {}
        self.rows: list[str] = []
        self.pulls: dict[str, Fitted] = {}
        """The pull-up of each line that has one, by the line's net."""
        self.routes: dict[str, Fitted] = {}
        """The resistor at the pin of the lamps, by the route that they are on."""

    def plan(self) -> Plan:
        self._computer()
        self._strips()
        self._lamps()
        self._power()
        title = "a Raspberry Pi" if self.pi else "a Pico"
        self.words.append(
            Words(f"board companion: {self.computer}", (60.0, self.height - 21.0), 1.2)
        )
        return Plan(
            f"controller-{self.computer}",
            f"The board between {title} and the points",
            (self.width, self.height),
            tuple(self.parts),
            tuple(self.words),
            {
                JACKED: Width(2.0, 1.0),
                SUPPLY: Width(2.0, 0.5),
                GROUND: Width(0.8, 0.4),
                LOGIC: Width(0.3, 0.3),
            },
            (GROUND, JACKED, SUPPLY, LOGIC),
            _STEP,
            (JACKED, SUPPLY),
            self._variants(),
        )

    def _variants(self) -> dict[str, dict[str, str]]:
        made: dict[str, dict[str, str]] = {GRID: dict.fromkeys(self.rows, _LINK), STAR_BOARD: {}}
        if "pwm" in self.routes:
            # The lamps' pin is then that of a column, whose pull-up would lift it.
            spi, pwm = self.routes["spi"], self.routes["pwm"]
            moved = {spi.ref: "", pwm.ref: _OHMS, self.pulls[pwm.nets["1"]].ref: ""}
            made |= {f"{name}{ON_PWM}": values | moved for name, values in made.items()}
        return made

    def _add(
        self, kind: Kind, value: str, at: At, turned: int, nets: Mapping[str, str], maker: str = "",
        machine: bool = False, fitted: bool = True, heavy: bool = False,
    ) -> Fitted:  # fmt: skip
        number = self.counts[kind.letter] = self.counts.get(kind.letter, 0) + 1
        at = round(at[0], 4), round(at[1], 4)
        part = Fitted(
            f"{kind.letter}{number}", kind, value, at, turned, nets, maker, machine, fitted, heavy
        )
        self.parts.append(part)
        return part

    def _resistor(
        self, value: str, at: At, turned: int, nets: tuple[str, str], fitted: bool = True
    ) -> Fitted:
        ends = {"1": nets[0], "2": nets[1]}
        return self._add(RESISTOR, value, at, turned, ends, _RESISTORS, machine=True, fitted=fitted)

    def _net(self, pin: int) -> str | None:
        """The net at a pin of the computer; none at one that is free."""
        if pin in (PI_GROUND if self.pi else PICO_GROUND):
            return GROUND
        if pin in (PI_3V3 if self.pi else (PICO_3V3,)):
            return LOGIC
        names = {line.pin: line.net for line in self.lines}
        for harness in of(self.computer):
            for what in ("lamps", "button"):
                signal, number = harness.signals()[what]
                names.setdefault(number, signal.replace(" ", ""))
        return names.get(pin)

    def _computer(self) -> None:
        nets = {str(pin): net for pin in range(1, 41) if (net := self._net(pin)) is not None}
        if self.pi:
            self.first = 36.5125, 4.7625
            maker = "any, 2 × 20 (a box header, or a socket from below)"
            self._add(HEADER, "Raspberry Pi", self.first, 0, nets, maker)
            # As far from the header as on the Pi.
            near, far = self.first[0] - 8.37 + 3.5, self.first[1] - 4.77 + 3.5
            for x, y in ((0.0, 0.0), (58.0, 0.0), (0.0, 49.0), (58.0, 49.0)):
                self._add(hole(2.7), "M2.5", (near + x, far + y), 0, {})
        else:
            self.first = 89.535, 6.0325
            self._add(PICO, "Pico", self.first, 270, nets, "Raspberry Pi Pico H, or in sockets")
            for x, y in ((31.7, 28.0), (89.7, 28.0), (31.7, 66.0), (89.7, 66.0)):
                self._add(hole(2.7), "M2.5", (x, y), 0, {})

    def _strips(self) -> None:
        """Place rows and columns along the lower edge, each line with its series resistor above.

        The columns' pull-ups are above that. What belongs to neither is on the right.
        """
        rows = sorted((n, line) for line in self.lines if (n := line.named("row")))
        columns = sorted(
            (n, line) for line in self.lines if (n := line.named("column")) and not _beside(line)
        )
        y = self.height - 4.9
        x = 36.5125
        for which, found in (("rows", rows), ("columns", columns)):
            self._strip(which, [line for _, line in found], (x, y))
            x += 10 * _PITCH + 0.635
        named = {line.pin for _, line in (*rows, *columns)}
        others = [line for line in self.lines if line.pin not in named]
        self._others(others)

    def _strip(self, which: str, found: list[Line], at: At) -> None:
        count = len(found) + 1
        nets = {str(i): line.outer for i, line in enumerate(found, start=1)} | {str(count): GROUND}
        middle = at[0] + (count - 1) / 2 * _PITCH
        self._add(pins(count), which, (middle, at[1]), 90, nets)
        for i, line in enumerate(found):
            x = at[0] + i * _PITCH
            made = self._resistor(_OHMS, (x, at[1] - 5.08), 90, (line.outer, line.net))
            letter = "r" if which == "rows" else "c"
            if which == "rows":
                self.rows.append(made.ref)
            else:
                pull = self._resistor(_PULL, (x, at[1] - 11.43), 90, (line.outer, LOGIC))
                self.pulls[line.net] = pull
            kind = "row" if which == "rows" else "column"
            self.words.append(Words(f"{letter}{line.named(kind)}", (x, at[1] + 1.9), 0.8))
            if point := _star(line):
                self.words.append(Words(point, (x, at[1] + 3.4), 0.8))
        self.words.append(Words("0V", (at[0] + (count - 1) * _PITCH, at[1] + 1.9), 0.8))

    def _others(self, found: list[Line]) -> None:
        """The lines that only the star has, the button, and ground, along the right edge."""
        button = next(iter(of(self.computer))).signals()["button"][0].replace(" ", "")
        entries: list[tuple[str, str, str, Line | None]] = [
            (line.outer, line.net, _star(line) or line.signal, line) for line in found
        ]
        entries.append(("BUTTON", button, "button", None))
        count = len(entries) + 2
        x = self.width - 2.8575
        top = 13.0175 if self.pi else 37.1475
        nets = {str(i): entry[0] for i, entry in enumerate(entries, start=1)}
        nets |= {str(count - 1): GROUND, str(count): GROUND}
        self._add(pins(count), "others", (x, top + (count - 1) / 2 * _PITCH), 0, nets)
        for i, (outer, net, text, line) in enumerate(entries):
            y = top + i * _PITCH
            self._resistor(_OHMS, (x - 9.525, y), 0, (net, outer))
            if line is not None and line.named("column"):
                self._resistor(_PULL, (x - 14.605, y), 0, (LOGIC, outer))
                text = f"c{line.named('column')} PWM"
            self.words.append(Words(text, (x - 4.7, y), 0.8))
        for i in (count - 2, count - 1):
            self.words.append(Words("0V", (x - 3.2, top + i * _PITCH), 0.8))

    def _lamps(self) -> None:
        """The level shifter, with all that is around it."""
        x, y = (46.0375, 28.8925) if self.pi else (39.0525, 36.83)
        routes = {h.name.split("-")[1]: h.signals()["lamps"][0] for h in of(self.computer)}
        nets = {
            "1": GROUND, "2": "DATA_IN", "3": "DATA_5V", "4": SUPPLY, "5": GROUND, "7": GROUND,
            "9": GROUND, "10": SUPPLY, "12": GROUND, "13": SUPPLY, "14": SUPPLY,
        }  # fmt: skip
        self._add(SHIFTER, "74AHCT125", (x, y), 0, nets, "TI SN74AHCT125DR", machine=True)
        for i, (route, signal) in enumerate(sorted(routes.items(), reverse=True)):
            made = self._resistor(
                _OHMS, (x - 7.62, y - 3.81 + 3.175 * i), 0, (signal.replace(" ", ""), "DATA_IN"),
                fitted=i == 0,
            )  # fmt: skip
            self.routes[route] = made
            if len(routes) > 1:
                self.words.append(Words(route.upper(), (x - 11.2, made.at[1]), 0.8))
        self._resistor(_PULL, (x - 7.62, y + 3.175), 0, ("DATA_IN", GROUND))
        ends = {"1": SUPPLY, "2": GROUND}
        self._add(CAPACITOR, "100 nF", (x + 5.715, y - 2.54), 270, ends, "any X7R, 16 V", True)
        self._resistor(_OHMS, (x - 7.62, y + 6.35), 180, ("DATA_5V", "DATA_OUT"))

    def _power(self) -> None:
        """Jack, fuse and capacitor, and the terminals of the lamps."""
        jack = {"1": JACKED, "2": GROUND, "3": GROUND}
        self._add(JACK, "5 V", (14.2, 7.62), 270, jack, "CUI Devices PJ-102AH", heavy=True)
        fuse = {"1": JACKED, "2": SUPPLY}
        self._add(FUSE, "star T 1 A, grid T 2 A", (21.9075, 5.08), 270, fuse,
                  "open holder for 5 × 20 mm (PTF78 or equal)", heavy=True)  # fmt: skip
        ends = {"1": SUPPLY, "2": GROUND}
        self._add(BULK, "1000 µF, 10 V", (13.97, 22.86), 180, ends, "Panasonic EEU-FR1A102",
                  heavy=True)  # fmt: skip
        y = self.height - 6.35
        maker = "CUI Devices TB007-508"
        data = {"1": SUPPLY, "2": "DATA_OUT", "3": GROUND}
        self._add(terminals(3), "lamps", (3.175, y), 0, data, f"{maker}-03", heavy=True)
        self._add(terminals(2), "feed", (20.32, y), 0, ends, f"{maker}-02", heavy=True)
        self._add(terminals(2), "feed", (6.6675, 33.02), 270, ends, f"{maker}-02", heavy=True)
        for text, x in (
            ("5V", 3.81),
            ("DATA", 8.89),
            ("0V", 13.97),
            ("5V", 20.955),
            ("0V", 26.035),
        ):
            self.words.append(Words(text, (x, y - 6.3), 0.8))
        self.words.append(Words("5V", (14.2, 33.02), 0.8))
        self.words.append(Words("0V", (14.2, 38.1), 0.8))
        self.words.append(Words("5 V =", (6, 16.2), 1.0))


def _star(line: Line) -> str | None:
    """What a line is on the star, with the lamps where they usually are."""
    for name, use in line.uses.items():
        if name in ("star-spi", "star-pico"):
            return use.split()[1]
    return None


def _beside(line: Line) -> bool:
    """Whether a line is a column only with the lamps on PWM, and has no room in the strip."""
    return all(name.endswith("-pwm") for name, use in line.uses.items() if use.startswith("column"))
