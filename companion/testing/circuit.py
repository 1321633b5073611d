"""Stand-ins for CircuitPython's modules, and the board that is wired to them.

They run under CPython and MicroPython, so that the firmware itself can: they are put into
`sys.modules` before it is imported. They imitate the behaviour that the firmware relies on:
scanners that debounce, queues that overflow and set a flag, `reset` that reports closed keys again.
As in CircuitPython 9.1 and later, a new scanner does not report the keys that are closed.

The scanners are those of CircuitPython's shared-module/keypad: a scan takes place every `interval`,
whatever the firmware does, and `debounce_threshold` of them have to agree before a change counts.
"""

import os
import sys

MYPY = False
if MYPY:
    from typing import Any


class Module:
    """A namespace that can be imported."""

    def __init__(self, **names: object) -> None:
        for name in names:
            setattr(self, name, names[name])


class KeyEvent:
    """A change of a key, filled in by a queue."""

    key_number = 0
    pressed = False


class EventQueue:
    """A bounded queue of changes; drops what does not fit.

    Args:
        most: The most changes that it holds.

    Attributes:
        overflowed: Whether a change has been dropped since it was last cleared.
    """

    def __init__(self, most: int) -> None:
        self.overflowed = False
        self._most = most
        self._waiting: list[tuple[int, bool]] = []

    def put(self, key: int, pressed: bool) -> None:
        if len(self._waiting) >= self._most:
            self.overflowed = True
        else:
            self._waiting.append((key, pressed))

    def get_into(self, event: KeyEvent) -> bool:
        if not self._waiting:
            return False
        event.key_number, event.pressed = self._waiting.pop(0)
        return True

    def clear(self) -> None:
        self.overflowed = False
        self._waiting = []

    def __len__(self) -> int:
        return len(self._waiting)


class KeyScanner:
    """What `Keys` and `KeyMatrix` have in common.

    Args:
        circuit: The circuit.
        wires: The pin or the pair of row and column that each key connects.
        interval: The time from one scan to the next (seconds).
        max_events: The most changes that its queue holds.
        debounce_threshold: The number of scans that have to agree.

    Attributes:
        events: The changes.
        key_count: The number of keys.
    """

    def __init__(
        self,
        circuit: "Circuit",
        wires: "list[object]",
        interval: float,
        max_events: int,
        debounce_threshold: int,
    ) -> None:
        self.events = EventQueue(max_events)
        self.key_count = len(wires)
        self._circuit = circuit
        self._wires = wires
        self._interval = round(1000 * interval)  # milliseconds
        self._since = 0
        self._threshold = debounce_threshold
        # Below 0: open; above 0: closed; nearer to 0: scans have disagreed with that.
        self._counters = [0] * len(wires)
        circuit.scanners.append(self)
        self.scan()

    def pressed(self) -> "list[bool]":
        """Return what a scan reads for each key."""
        raise NotImplementedError

    def pass_time(self, milliseconds: int) -> None:
        """Scan as often as it is time for it."""
        scans, self._since = divmod(self._since + milliseconds, self._interval)
        # Nothing changes any more after as many scans as it takes to count.
        for _ in range(min(scans, 2 * self._threshold)):
            self.scan()

    def settle(self) -> None:
        """Scan until all that has changed counts."""
        for _ in range(self._threshold):
            self.scan()

    def scan(self) -> None:
        # keypad_debounce in shared-module/keypad/__init__.c
        most = self._threshold
        for key, pressed in enumerate(self.pressed()):
            counter = self._counters[key]
            if pressed and counter < most:
                counter += 1
            elif not pressed and counter > -most:
                counter -= 1
            else:
                continue
            if counter == 0:
                counter = most if pressed else -most
                self.events.put(key, pressed)
            self._counters[key] = counter

    def reset(self) -> None:
        """Report all closed keys again, as if every key had been open."""
        self._counters = [-self._threshold] * self.key_count
        self.scan()


class Keys(KeyScanner):
    """Keys that each connect a pin to ground.

    Args:
        circuit: The circuit.
        pins: The pin of each key.
        value_when_pressed: The level of a key that is pressed. Here, a closed one is low.
        pull: Whether a pin that no key connects has the other level, and not none.
        options: The arguments of `KeyScanner`.
    """

    def __init__(
        self,
        circuit: "Circuit",
        pins: "list[object]",
        value_when_pressed: bool,
        pull: bool = True,
        **options: "Any",
    ) -> None:
        assert pull, "a pin without a pull-up floats"
        self._pressed_level = value_when_pressed
        super().__init__(circuit, pins, **options)

    def pressed(self) -> "list[bool]":
        closed, high = self._circuit.closed, self._pressed_level
        if high:  # pulled down, and closed to ground
            return [False] * self.key_count
        return [wire in closed for wire in self._wires]


class KeyMatrix(KeyScanner):
    """Keys that each connect a row and a column through a diode.

    A scan drives one row after the other, and reads all columns; the other rows are inputs. With
    `columns_to_anodes`, the row is driven low and all the rest is pulled up, so that current flows
    from columns to rows; otherwise the row is high, and current flows from rows to columns.

    Args:
        circuit: The circuit.
        rows: The pins of the rows.
        columns: The pins of the columns.
        columns_to_anodes: Whether the scan suits diodes whose anodes are at the columns.
        options: The arguments of `KeyScanner`.
    """

    def __init__(
        self,
        circuit: "Circuit",
        rows: "list[str]",
        columns: "list[str]",
        columns_to_anodes: bool = True,
        **options: "Any",
    ) -> None:
        self._rows = rows
        self._columns = columns
        self._forward = 0 if columns_to_anodes else 1
        wires: list[object] = [(row, column) for row in rows for column in columns]
        super().__init__(circuit, wires, **options)

    def pressed(self) -> "list[bool]":
        read = []
        for row in self._rows:
            found = self._columns_of(row)
            read += [column in found for column in self._columns]
        return read

    def _columns_of(self, row: str) -> "set[object]":
        """Return the columns that take over the level of a row, by whatever way."""
        diodes, forward = self._circuit.diodes, self._forward
        pairs = [wire for wire in self._circuit.closed if isinstance(wire, tuple)]
        rows: list[object] = [row]
        columns: set[object] = set()
        for driven in rows:  # which grows on the way
            for pair in pairs:
                lets = diodes.get(pair, GOOD)
                if pair[0] == driven and lets[forward] and pair[1] not in columns:
                    columns.add(pair[1])
                    # Through a diode that is missing or reversed, a column drives other rows.
                    for other in pairs:
                        back = diodes.get(other, GOOD)[1 - forward]
                        if other[1] == pair[1] and back and other[0] not in rows:
                            rows.append(other[0])
        return columns


GOOD = (True, False)
"""A diode lets current through from its column to its row, and not from its row to its column."""


class Serial:
    """The serial channel: data that the board writes goes to the circuit's `sent`."""

    def __init__(self, circuit: "Circuit") -> None:
        self.timeout: object = None
        self.write_timeout: object = None
        self._circuit = circuit
        self._came = b""

    @property
    def in_waiting(self) -> int:
        return len(self._came)

    def come(self, data: bytes) -> None:
        self._came += data

    def read(self, size: int) -> bytes:
        assert self.timeout == 0, "a read would wait for ever"
        data, self._came = self._came[:size], self._came[size:]
        return data

    def write(self, data: bytes) -> int:
        assert self.write_timeout, "a write would wait for ever"
        self._circuit.sent(data)
        return len(data)


class Circuit:
    """Wires between pins, closed by reeds and the button.

    Args:
        settings: The board's settings.
        sent: Takes the data that the board writes.
        shown: Takes the pin of the pixels and the bytes that they are sent.

    Attributes:
        sent: Takes the data that the board writes.
        shown: Takes the pin of the pixels and the bytes that they are sent.
        now: The time (milliseconds).
        fed: The number of times that the watchdog was fed.
        closed: The pins that are connected to ground, and the pairs of row and column that are
            connected.
        diodes: The diodes that are not good, by the pair of row and column: whether they let
            current through from the column to the row, and from the row to the column.
        scanners: The scanners of the firmware: the switches' first, then the button's.
        serial: The serial channel.
    """

    def __init__(self, settings: "dict[str, str]", sent: "Any", shown: "Any") -> None:
        self.sent = sent
        self.shown = shown
        self.now = 0  # milliseconds
        self.fed = 0
        self.closed: set[object] = set()
        self.diodes: dict[object, tuple[bool, bool]] = {}
        self.scanners: list[KeyScanner] = []
        self.serial = Serial(self)

    def modules(self) -> "dict[str, Module]":
        """Return the modules that the firmware imports, by name."""
        circuit = self

        def keys(pins: "list[object]", **options: "Any") -> Keys:
            return Keys(circuit, list(pins), **options)

        def key_matrix(
            row_pins: "list[str]", column_pins: "list[str]", **options: "Any"
        ) -> KeyMatrix:
            return KeyMatrix(circuit, row_pins, column_pins, **options)

        class DigitalInOut:
            def __init__(self, pin: str) -> None:
                self.pin = pin
                self.direction = "in"

        def neopixel_write(lamps: DigitalInOut, colours: bytes) -> None:
            assert lamps.direction == "out"
            circuit.shown(lamps.pin, bytes(colours))

        class Dog:
            timeout = 0
            mode = ""

            def feed(self) -> None:
                assert self.mode == "reset"
                circuit.fed += 1

        numbers = list(range(23)) + [26, 27, 28]  # noqa: RUF005 - MicroPython takes no star here
        pins = {f"GP{n}": f"GP{n}" for n in numbers}
        return {
            "board": Module(board_id="a_fake_pico", **pins),
            "digitalio": Module(DigitalInOut=DigitalInOut, Direction=Module(OUTPUT="out")),
            "keypad": Module(Event=KeyEvent, Keys=keys, KeyMatrix=key_matrix),
            "microcontroller": Module(watchdog=Dog()),
            "neopixel_write": Module(neopixel_write=neopixel_write),
            "supervisor": Module(ticks_ms=lambda: circuit.now),
            "usb_cdc": Module(data=self.serial),
            "watchdog": Module(WatchDogMode=Module(RESET="reset")),
        }

    def scan(self) -> None:
        """Let each scanner scan once."""
        for scanner in self.scanners:
            scanner.scan()

    def pass_time(self, now: int) -> None:
        """Let the time come (milliseconds, of 29 bits), and all scans until then."""
        passed, self.now = (now - self.now) % 2**29, now
        for scanner in self.scanners:
            scanner.pass_time(passed)

    def wire(self, switch: int) -> object:
        """Return the wire that a switch closes; the number after the last one is the button."""
        switches, button = self.scanners
        wires = switches._wires + button._wires
        return wires[switch]

    def set(self, switch: int, closed: bool) -> None:
        """Close or open a switch; no scan has read it yet."""
        if closed:
            self.closed.add(self.wire(switch))
        else:
            self.closed.discard(self.wire(switch))

    def settle(self) -> None:
        """Let as many scans pass as it takes for all switches to count."""
        for scanner in self.scanners:
            scanner.settle()


def on_drive(
    drive: str,
    files: "tuple[str, ...]",
    modules: "dict[str, Module]",
    settings: "dict[str, str]",
    start: "Any",
) -> "Any":
    """Call `start` while a drive's files and CircuitPython's modules can be imported.

    Args:
        drive: The folder of the drive.
        files: Its modules, which are imported afresh.
        modules: The stand-ins for CircuitPython's modules, by name.
        settings: The settings in settings.toml.
        start: What is called.

    Returns:
        What it returns.
    """
    ours: dict[str, Any] = dict(modules)
    environment: dict[str, str] = {}
    if sys.implementation.name == "micropython":
        ours["os"] = Module(getenv=settings.get)
    else:
        environment.update(os.environ)
        os.environ.update(settings)
    before: dict[str, Any] = {name: sys.modules.get(name) for name in ours}
    for name in files:
        before[name] = sys.modules.get(name)
    for name in before:
        sys.modules.pop(name, None)
    sys.modules.update(ours)
    sys.path.insert(0, drive)
    try:
        return start()
    finally:
        sys.path.remove(drive)
        for name in before:
            sys.modules.pop(name, None)
            if before[name] is not None:
                sys.modules[name] = before[name]
        if sys.implementation.name != "micropython":
            for name in settings:
                if name in environment:
                    os.environ[name] = environment[name]
                else:
                    del os.environ[name]


def _shell() -> "Any":
    from shell import Shell  # type: ignore[import-not-found,unused-ignore]

    return Shell()


class FirmwareBoard:
    """The firmware from a Pico's drive, on a circuit.

    Args:
        drive: The folder of the drive.
        settings: The settings in settings.toml.
        sent: Takes the data that the board writes.
        shown: Takes the pin of the pixels and the bytes that they are sent.
        now: The time when it is powered up (milliseconds).
        closed: The switches that are closed when it is powered up.

    Attributes:
        circuit: The circuit.
        shell: The firmware's `Shell`.
    """

    def __init__(
        self,
        drive: str,
        settings: "dict[str, str]",
        sent: "Any",
        shown: "Any",
        now: int = 0,
        closed: "Any" = (),
    ) -> None:
        self.circuit = Circuit(settings, sent, shown)
        self.circuit.now = now
        modules = self.circuit.modules()
        self.shell = on_drive(drive, ("shell", "link", "pins"), modules, settings, _shell)
        for switch in closed:
            self.circuit.closed.add(self.circuit.wire(switch))

    def set(self, switch: int, closed: bool) -> None:
        """Close or open a switch for as long as it takes to count."""
        self.circuit.set(switch, closed)
        self.circuit.settle()

    def turn(self, now: int) -> None:
        """Run the firmware at a time (`now`, milliseconds) until it has no work left."""
        self.circuit.pass_time(now)
        while True:
            self.shell.turn()
            if not self.circuit.serial.in_waiting and not any(
                scanner.events or scanner.events.overflowed for scanner in self.circuit.scanners
            ):
                break
