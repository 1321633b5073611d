"""What the facts of a computer mean for a board: pure, so that every Pi can be judged anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.drivers import PortSettings, StripSettings
from companion.drivers.pins import HEADER_LABELS
from companion.drivers.settings import matrix_lines, wiring
from companion.geometry import Board
from companion.maker.facts import Facts
from companion.maker.findings import Finding, fine, note, wrong

_PINS: Mapping[str, tuple[str, tuple[int, ...], str]] = {
    "i2c": ("I2C", (2, 3), "sudo raspi-config nonint do_i2c 1"),
    "1-wire": ("1-Wire", (4,), "sudo raspi-config nonint do_onewire 1"),
    "console": ("the serial console", (14, 15), "sudo raspi-config nonint do_serial_cons 1"),
    "uart": ("the serial port", (14, 15), "sudo raspi-config nonint do_serial_hw 1"),
    "spi": ("SPI", (7, 8, 9, 10, 11), "sudo raspi-config nonint do_spi 1"),
    "spi1": ("SPI1", (16, 17, 18, 19, 20, 21), "take dtoverlay=spi1… out of config.txt"),
    "i2s": ("I2S", (18, 19, 20, 21), "take dtparam=i2s=on and sound cards out of config.txt"),
}
"""Interfaces that take pins of the header: their names, their pins, and how to switch them off."""

_CLOCKS: Mapping[str, tuple[str, ...]] = {
    "Raspberry Pi 3": ("core_freq=250",),
    "Raspberry Pi Zero 2": ("core_freq=250",),
    "Raspberry Pi 4": ("core_freq=500", "core_freq_min=500"),
}
"""What SPI's clock wants in config.txt, by the model; see wiring.md."""

_LOW_NOW, _LOW_ONCE = 1 << 0, 1 << 16  # of the firmware's word on its supply: below 4.63 V


@dataclass(frozen=True, slots=True)
class Needs:
    """What a board needs of its computer. users: who uses each GPIO number but for the lamps."""

    kind: str
    route: str
    users: dict[int, str] = field(default_factory=dict)


def needs(port: PortSettings, strip: StripSettings, wood: Board) -> Needs:
    """What the board of the settings needs; InvalidWiring when they cannot be followed."""
    users: dict[int, str] = {}
    if port.kind == "direct":
        wired = wiring(port, strip, wood)
        users = {g: f"point {n}" for n, g in zip(wood.names, wired.switches, strict=True)}
    elif port.kind == "matrix":
        rows, columns = matrix_lines(port, strip, wood)
        users = {g: f"row {i}" for i, g in enumerate(rows)}
        users |= {g: f"column {i}" for i, g in enumerate(columns)}
    if port.kind in ("direct", "matrix") and port.button != "none":
        users[port.button] = "the button"
    route = "none" if port.kind == "simulated" else strip.route
    return Needs(port.kind, route, users)


def advise(facts: Facts, need: Needs) -> list[Finding]:
    """What is to be said of each fact that matters."""
    if need.kind in ("direct", "matrix") and not _is_pi(facts):
        return list(_computer(facts, need))  # without a header, nothing on it matters
    return [
        *_computer(facts, need),
        *_power(facts),
        *_chip(facts, need),
        *_interfaces(facts, need),
        *_lamps(facts, need),
        *_pico(facts, need),
        *_libraries(facts, need),
    ]


def _is_pi(facts: Facts) -> bool:
    return facts.model.startswith("Raspberry Pi")


def _is_pi5(facts: Facts) -> bool:
    return facts.model.startswith(
        ("Raspberry Pi 5", "Raspberry Pi 500", "Raspberry Pi Compute Module 5")
    )


def _computer(facts: Facts, need: Needs) -> Iterator[Finding]:
    if _is_pi(facts):
        yield fine(f"{facts.model}, {facts.system}")
    elif need.kind in ("direct", "matrix"):
        said = f" ({facts.model})" if facts.model else ""
        yield wrong(
            f'this is no Raspberry Pi{said}: [port] kind = "{need.kind}" wants one; use "pico", '
            'or "simulated"'
        )
    else:
        yield fine(f"no Raspberry Pi, and none is needed; {facts.system}")


def _power(facts: Facts) -> Iterator[Finding]:
    if facts.throttled is None:
        return
    if facts.throttled & _LOW_NOW:
        yield wrong("the Pi's supply is too weak just now: take its own supply, and a short cable")
    elif facts.throttled & _LOW_ONCE:
        yield note("the Pi's supply was too weak for a moment since it started")


def _chip(facts: Facts, need: Needs) -> Iterator[Finding]:
    if need.kind not in ("direct", "matrix"):
        return
    labels = {label: name for name, label in facts.chips.items()}
    header = next((label for label in HEADER_LABELS if label in labels), None)
    if header is not None:
        yield fine(f"the header is {labels[header]}, labelled {header}")
    elif None in labels:
        yield wrong(f"no rights on /dev/{labels[None]}: {_join(facts, 'gpio')}")
    else:
        seen = ", ".join(filter(None, labels)) or "none"
        yield wrong(
            f"no GPIO chip is labelled {' or '.join(HEADER_LABELS)} (seen: {seen}); "
            "update the system"
        )


def _join(facts: Facts, *groups: str) -> str:
    if facts.groups.issuperset(groups):
        return "the groups are right, so the device is not theirs: install Raspberry Pi OS's rules"
    if facts.member.issuperset(groups):
        return f"you have been added to {' and '.join(groups)}: log in again"
    return f'`sudo usermod -aG {",".join(groups)} "$USER"`, and log in again'


def _interfaces(facts: Facts, need: Needs) -> Iterator[Finding]:
    for name in _PINS:
        if name not in facts.interfaces or (name == "spi" and need.route == "spi"):
            continue
        if name == "uart" and "console" in facts.interfaces:
            continue  # said already
        what, pins, remedy = _PINS[name]
        taken = [gpio for gpio in pins if gpio in need.users]
        if taken:
            whose = ", ".join(f"GPIO {gpio} ({need.users[gpio]})" for gpio in taken)
            do = f"`{remedy}`" if remedy.startswith("sudo") else remedy
            yield wrong(f"{what} is on and has {whose}: {do}, and restart")


def _lamps(facts: Facts, need: Needs) -> Iterator[Finding]:
    if need.route == "spi":
        yield from _spi(facts)
    elif need.route == "pwm":
        yield from _pwm(facts)


def _spi(facts: Facts) -> Iterator[Finding]:
    allowed = facts.devices.get("spidev0.0")
    if allowed is None:
        yield wrong(
            "SPI is off, and the lamps are on it: `sudo raspi-config nonint do_spi 0`, and restart"
        )
        return
    if not allowed:
        yield wrong(f"no rights on /dev/spidev0.0: {_join(facts, 'spi', 'gpio')}")
    else:
        yield fine("SPI is on, and open to this user")
    for model, lines in _CLOCKS.items():
        missing = [line for line in lines if line not in facts.settings]
        if facts.model.startswith(model) and missing:
            yield note(
                f"colours may be wrong under load: put {' and '.join(missing)} into config.txt, "
                "and restart"
            )


def _pwm(facts: Facts) -> Iterator[Finding]:
    if _is_pi5(facts):
        if "Adafruit-Blinka-Raspberry-Pi5-Neopixel" not in facts.versions:
            yield wrong('a Pi 5 has no PWM for lamps: use [strip] route = "spi"')
        elif not facts.devices.get("pio0"):
            yield wrong("/dev/pio0 is missing or not open to this user: update, and mind its rules")
        return
    if not facts.root:
        yield wrong('the lamps on PWM want root: use sudo, or [strip] route = "spi"')
    if "audio" in facts.interfaces:
        yield wrong(
            "the headphone jack's sound disturbs lamps on PWM: dtparam=audio=off in config.txt, "
            "and restart"
        )


def _pico(facts: Facts, need: Needs) -> Iterator[Finding]:
    if need.kind != "pico":
        return
    serial = {name: open_ for name, open_ in facts.devices.items() if name.startswith("ttyACM")}
    shut = [name for name, open_ in serial.items() if not open_]
    if shut:
        yield wrong(f"no rights on /dev/{shut[0]}: {_join(facts, 'dialout')}")
    elif serial:
        yield fine(f"{' and '.join(f'/dev/{name}' for name in serial)} can be opened")
    else:
        yield note("no /dev/ttyACM… is here: is the Pico's USB cable connected, and one for data?")


def _libraries(facts: Facts, need: Needs) -> Iterator[Finding]:
    has = facts.versions
    wanted = {
        "direct": ["gpiozero", "lgpio"],
        "matrix": ["lgpio"],
        "pico": ["pyserial"],
    }.get(need.kind, [])
    wanted += {
        "spi": ["Adafruit-Blinka", "adafruit-circuitpython-neopixel-spi"],
        "pwm": ["Adafruit-Blinka", "adafruit-circuitpython-neopixel"],
    }.get(need.route, [])
    if need.route == "pwm" and not _is_pi5(facts):
        wanted.append("rpi_ws281x")
    extra = "serial" if need.kind == "pico" else "pi"
    for library in wanted:
        if library not in has:
            other = " (or apt's python3-lgpio, see wiring.md)" if library == "lgpio" else ""
            yield wrong(f"{library} is missing: pip install '.[{extra}]' brings it{other}")
        elif library == "lgpio" and has[library].startswith("0.0"):
            yield wrong(
                f"lgpio {has[library]} is too old for gpiozero: install 0.2.2, or apt's "
                "python3-lgpio (wiring.md says how)"
            )
    if wanted and all(library in has for library in wanted):
        yield fine(", ".join(f"{library} {has[library]}" for library in wanted))
    if "RPi.GPIO" in has and "rpi-lgpio" in has:
        yield wrong("RPi.GPIO and rpi-lgpio are both installed: remove one of them")
