"""Judges whether a computer is set up for a board: pure, so that any Pi can be judged anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.drivers import PortSettings, StripSettings
from companion.drivers.pins import HEADER_LABELS
from companion.drivers.settings import direct_wiring, matrix_lines
from companion.geometry import Board
from companion.maker.findings import Finding, fine, note, wrong
from companion.maker.system_info import SystemInfo

_PINS: Mapping[str, tuple[str, tuple[int, ...], str]] = {
    "i2c": ("I2C", (2, 3), "sudo raspi-config nonint do_i2c 1"),
    "1-wire": ("1-Wire", (4,), "sudo raspi-config nonint do_onewire 1"),
    "console": ("the serial console", (14, 15), "sudo raspi-config nonint do_serial_cons 1"),
    "uart": ("the serial port", (14, 15), "sudo raspi-config nonint do_serial_hw 1"),
    "spi": ("SPI", (7, 8, 9, 10, 11), "sudo raspi-config nonint do_spi 1"),
    "spi1": ("SPI1", (16, 17, 18, 19, 20, 21), "take dtoverlay=spi1… out of config.txt"),
    "i2s": ("I2S", (18, 19, 20, 21), "take dtparam=i2s=on and sound cards out of config.txt"),
}
"""Interfaces that use pins of the header: their names, their pins, and how to disable them."""

_CLOCKS: Mapping[str, tuple[str, ...]] = {
    "Raspberry Pi 3": ("core_freq=250",),
    "Raspberry Pi Zero 2": ("core_freq=250",),
    "Raspberry Pi 4": ("core_freq=500", "core_freq_min=500"),
}
"""The config.txt settings that the SPI clock needs, by model; see wiring.md."""

_LOW_NOW, _LOW_ONCE = 1 << 0, 1 << 16  # bits of the firmware's supply status: below 4.63 V


@dataclass(frozen=True, slots=True)
class HardwareSetup:
    """The hardware that a board uses. users: the use of each GPIO number, except for the lamps."""

    kind: str
    route: str
    users: dict[int, str] = field(default_factory=dict)


def hardware_setup(port: PortSettings, strip: StripSettings, physical: Board) -> HardwareSetup:
    """Return the hardware that the configured board uses. Raises InvalidWiring if the settings are
    not possible."""
    users: dict[int, str] = {}
    if port.kind == "direct":
        wired = direct_wiring(port, strip, physical)
        users = {g: f"point {n}" for n, g in zip(physical.names, wired.switches, strict=True)}
    elif port.kind == "matrix":
        rows, columns = matrix_lines(port, strip, physical)
        users = {g: f"row {i}" for i, g in enumerate(rows)}
        users |= {g: f"column {i}" for i, g in enumerate(columns)}
    if port.kind in ("direct", "matrix") and port.button != "none":
        users[port.button] = "the button"
    route = "none" if port.kind == "simulated" else strip.route
    return HardwareSetup(port.kind, route, users)


def advise(info: SystemInfo, setup: HardwareSetup) -> list[Finding]:
    """Return the findings about a computer."""
    if setup.kind in ("direct", "matrix") and not _is_pi(info):
        return list(_computer(info, setup))  # without a GPIO header, nothing else matters
    return [
        *_computer(info, setup),
        *_power(info),
        *_chip(info, setup),
        *_interfaces(info, setup),
        *_lamps(info, setup),
        *_pico(info, setup),
        *_libraries(info, setup),
    ]


def _is_pi(info: SystemInfo) -> bool:
    return info.model.startswith("Raspberry Pi")


def _is_pi5(info: SystemInfo) -> bool:
    return info.model.startswith(
        ("Raspberry Pi 5", "Raspberry Pi 500", "Raspberry Pi Compute Module 5")
    )


def _computer(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    if _is_pi(info):
        yield fine(f"{info.model}, {info.system}")
    elif setup.kind in ("direct", "matrix"):
        said = f" ({info.model})" if info.model else ""
        yield wrong(
            f'this is not a Raspberry Pi{said}: [port] kind = "{setup.kind}" needs one; use "pico" '
            'or "simulated"'
        )
    else:
        yield fine(f"not a Raspberry Pi, and none is needed; {info.system}")


def _power(info: SystemInfo) -> Iterator[Finding]:
    if info.throttled is None:
        return
    if info.throttled & _LOW_NOW:
        yield wrong(
            "the Pi's supply voltage is too low: use its own power supply and a short cable"
        )
    elif info.throttled & _LOW_ONCE:
        yield note("the Pi's supply voltage has been too low since it started")


def _chip(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    if setup.kind not in ("direct", "matrix"):
        return
    labels = {label: name for name, label in info.chips.items()}
    header = next((label for label in HEADER_LABELS if label in labels), None)
    if header is not None:
        yield fine(f"the header is {labels[header]}, labelled {header}")
    elif None in labels:
        yield wrong(f"no permission for /dev/{labels[None]}: {_join(info, 'gpio')}")
    else:
        seen = ", ".join(filter(None, labels)) or "none"
        yield wrong(
            f"no GPIO chip is labelled {' or '.join(HEADER_LABELS)} (seen: {seen}); "
            "update the system"
        )


def _join(info: SystemInfo, *groups: str) -> str:
    if info.groups.issuperset(groups):
        return "your groups are right, the device's is not: install Raspberry Pi OS's udev rules"
    if info.member.issuperset(groups):
        return f"you have been added to {' and '.join(groups)}: log in again"
    return f'`sudo usermod -aG {",".join(groups)} "$USER"`, and log in again'


def _interfaces(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    for name in _PINS:
        if name not in info.interfaces or (name == "spi" and setup.route == "spi"):
            continue
        if name == "uart" and "console" in info.interfaces:
            continue  # reported already
        what, pins, remedy = _PINS[name]
        taken = [gpio for gpio in pins if gpio in setup.users]
        if taken:
            whose = ", ".join(f"GPIO {gpio} ({setup.users[gpio]})" for gpio in taken)
            do = f"`{remedy}`" if remedy.startswith("sudo") else remedy
            yield wrong(f"{what} is enabled and uses {whose}: {do}, and restart")


def _lamps(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    if setup.route == "spi":
        yield from _spi(info)
    elif setup.route == "pwm":
        yield from _pwm(info)


def _spi(info: SystemInfo) -> Iterator[Finding]:
    allowed = info.devices.get("spidev0.0")
    if allowed is None:
        yield wrong(
            "SPI is off, but the lamps need it: `sudo raspi-config nonint do_spi 0`, and restart"
        )
        return
    if not allowed:
        yield wrong(f"no permission for /dev/spidev0.0: {_join(info, 'spi', 'gpio')}")
    else:
        yield fine("SPI is enabled, and this user may use it")
    for model, lines in _CLOCKS.items():
        missing = [line for line in lines if line not in info.settings]
        if info.model.startswith(model) and missing:
            yield note(
                f"colours may be wrong under load: put {' and '.join(missing)} into config.txt, "
                "and restart"
            )


def _pwm(info: SystemInfo) -> Iterator[Finding]:
    if _is_pi5(info):
        if "Adafruit-Blinka-Raspberry-Pi5-Neopixel" not in info.versions:
            yield wrong('a Pi 5 has no PWM for lamps: use [strip] route = "spi"')
        elif not info.devices.get("pio0"):
            yield wrong(
                "/dev/pio0 is missing or this user may not use it: update the system, see wiring.md"
            )
        return
    if not info.root:
        yield wrong('lamps on PWM need root: use sudo, or [strip] route = "spi"')
    if "audio" in info.interfaces:
        yield wrong(
            "analogue audio disturbs lamps on PWM: put dtparam=audio=off into config.txt, "
            "and restart"
        )


def _pico(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    if setup.kind != "pico":
        return
    serial = {name: open_ for name, open_ in info.devices.items() if name.startswith("ttyACM")}
    serial = {f"/dev/{name}": open_ for name, open_ in serial.items()} | info.boards
    shut = [device for device, open_ in serial.items() if not open_]
    if shut:
        yield wrong(f"no permission for {shut[0]}: {_join(info, 'dialout')}")
    elif serial:
        yield fine(f"{' and '.join(serial)} can be opened")
    elif info.kernel and not info.kernel.startswith("Linux"):
        yield note(
            "no serial port of a Pico is found: is it connected, with a USB cable that carries "
            "data?"
        )
    else:
        yield note(
            "there is no /dev/ttyACM…: is the Pico connected, with a USB cable that carries data?"
        )


def _remedy(library: str) -> str:
    """How to install a library."""
    if library == "rpi_ws281x":
        return (
            "`sudo apt install gcc python3-dev`, then install it with pip install '.[pwm]', "
            'or use [strip] route = "spi"'
        )
    extra = "serial" if library == "pyserial" else "pi"
    other = " (or apt's python3-lgpio, see wiring.md)" if library == "lgpio" else ""
    return f"install it with pip install '.[{extra}]'{other}"


def _libraries(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    has = info.versions
    wanted = {
        "direct": ["gpiozero", "lgpio"],
        "matrix": ["lgpio"],
        "pico": ["pyserial"],
    }.get(setup.kind, [])
    wanted += {
        "spi": ["Adafruit-Blinka", "adafruit-circuitpython-neopixel-spi"],
        "pwm": ["Adafruit-Blinka", "adafruit-circuitpython-neopixel"],
    }.get(setup.route, [])
    if setup.route == "pwm" and not _is_pi5(info):
        wanted.append("rpi_ws281x")
    for library in wanted:
        if library not in has:
            yield wrong(f"{library} is missing: {_remedy(library)}")
        elif library == "lgpio" and has[library].startswith("0.0"):
            yield wrong(
                f"lgpio {has[library]} is too old for gpiozero: install 0.2.2, or apt's "
                "python3-lgpio (see wiring.md)"
            )
    if wanted and all(library in has for library in wanted):
        yield fine(", ".join(f"{library} {has[library]}" for library in wanted))
    if "RPi.GPIO" in has and "rpi-lgpio" in has:
        yield wrong("RPi.GPIO and rpi-lgpio are both installed: remove one of them")
