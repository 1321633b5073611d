"""Stand-ins for CircuitPython's modules, and the board that is wired to them.

They run under CPython and MicroPython, so that the firmware itself can: they are put into
`sys.modules` before it is imported. They imitate the behaviour that the firmware relies on:
scanners that report changes, queues that overflow and set a flag, `reset` that reports closed keys
again. As in CircuitPython 9.1 and later, a new scanner does not report the keys that are closed.
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
    """The stand-in for `Keys` and `KeyMatrix`.

    Args:
        circuit: The circuit.
        wires: The pin or the pair of row and column that each key connects.
        most: The most changes that its queue holds.
    """

    def __init__(self, circuit: "Circuit", wires: "list[object]", most: int) -> None:
        self.events = EventQueue(most)
        self.key_count = len(wires)
        self._circuit = circuit
        self._wires = wires
        self._seen: list[bool | None] = [None] * len(wires)
        circuit.scanners.append(self)

    def scan(self) -> None:
        for key, wire in enumerate(self._wires):
            closed = wire in self._circuit.closed
            before, self._seen[key] = self._seen[key], closed
            if before is not None and closed != before:
                self.events.put(key, closed)

    def reset(self) -> None:
        """Report all closed keys again, as if every key had been open."""
        self._seen = [False] * self.key_count


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
        scanners: The scanners of the firmware: the switches' first, then the button's.
        serial: The serial channel.
    """

    def __init__(self, settings: "dict[str, str]", sent: "Any", shown: "Any") -> None:
        self.sent = sent
        self.shown = shown
        self.now = 0  # milliseconds
        self.fed = 0
        self.closed: set[object] = set()
        self.scanners: list[KeyScanner] = []
        self.serial = Serial(self)

    def modules(self) -> "dict[str, Module]":
        """Return the modules that the firmware imports, by name."""
        circuit = self

        def keys(
            pins: "list[str]",
            value_when_pressed: bool,
            interval: float,
            max_events: int,
            debounce_threshold: int,
        ) -> KeyScanner:
            assert not value_when_pressed, "the switches close to ground"
            assert interval == 0.005 and debounce_threshold == 2
            return KeyScanner(circuit, list(pins), max_events)

        def key_matrix(
            row_pins: "list[str]",
            column_pins: "list[str]",
            columns_to_anodes: bool,
            interval: float,
            max_events: int,
            debounce_threshold: int,
        ) -> KeyScanner:
            assert columns_to_anodes, "a Pico 2 has no pull-downs to speak of"
            assert interval == 0.005 and debounce_threshold == 2
            wires: list[object] = [(row, column) for row in row_pins for column in column_pins]
            return KeyScanner(circuit, wires, max_events)

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
        for scanner in self.scanners:
            scanner.scan()

    def wire(self, switch: int) -> object:
        """Return the wire that a switch closes; the number after the last one is the button."""
        switches, button = self.scanners
        wires = switches._wires + button._wires
        return wires[switch]

    def set(self, switch: int, closed: bool) -> None:
        """Close or open a switch, and scan all switches."""
        if closed:
            self.closed.add(self.wire(switch))
        else:
            self.closed.discard(self.wire(switch))
        self.scan()


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
        ours: dict[str, Any] = self.circuit.modules()
        environment: dict[str, str] = {}
        if sys.implementation.name == "micropython":
            ours["os"] = Module(getenv=settings.get)
        else:
            environment.update(os.environ)
            os.environ.update(settings)
        before: dict[str, Any] = {name: sys.modules.get(name) for name in ours}
        for name in ("shell", "link", "pins"):
            before[name] = sys.modules.get(name)
        for name in before:
            sys.modules.pop(name, None)
        sys.modules.update(ours)
        sys.path.insert(0, drive)
        try:
            from shell import Shell  # type: ignore[import-not-found,unused-ignore]

            self.shell = Shell()
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

        for switch in closed:
            self.circuit.closed.add(self.circuit.wire(switch))

    def turn(self, now: int) -> None:
        """Run the firmware at a time (`now`, milliseconds) until it has no work left."""
        self.circuit.now = now
        while True:
            self.circuit.scan()
            self.shell.turn()
            if not self.circuit.serial.in_waiting and not any(
                scanner.events or scanner.events.overflowed for scanner in self.circuit.scanners
            ):
                break
