"""Judges whether a computer is set up for a board: pure, so it can judge any Pi from anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.base.text import Text, joined, verbatim
from companion.device.ports.computer import SystemInfo
from companion.device.ports.findings import Finding, fine, note, wrong
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.port_kind import PortKind
from companion.rules.geometry import Board

PINS: Mapping[str, tuple[Text, tuple[int, ...], Text]] = {
    "i2c": (verbatim("I2C"), (2, 3), verbatim("`sudo raspi-config nonint do_i2c 1`")),
    "1-wire": (verbatim("1-Wire"), (4,), verbatim("`sudo raspi-config nonint do_onewire 1`")),
    "console": (
        Text("the serial console"),
        (14, 15),
        verbatim("`sudo raspi-config nonint do_serial_cons 1`"),
    ),
    "uart": (
        Text("the serial port"),
        (14, 15),
        verbatim("`sudo raspi-config nonint do_serial_hw 1`"),
    ),
    "spi": (verbatim("SPI"), (7, 8, 9, 10, 11), verbatim("`sudo raspi-config nonint do_spi 1`")),
    "spi1": (
        verbatim("SPI1"),
        (16, 17, 18, 19, 20, 21),
        Text("take dtoverlay=spi1… out of config.txt"),
    ),
    "i2s": (
        verbatim("I2S"),
        (18, 19, 20, 21),
        Text("take dtparam=i2s=on and sound cards out of config.txt"),
    ),
}
"""Interfaces that use pins of the header: their names, their pins, and how to disable them."""

_LOW_NOW, _LOW_ONCE = 1 << 0, 1 << 16  # bits of the firmware's supply status: below 4.63 V


@dataclass(frozen=True, slots=True)
class HardwareSetup:
    """The hardware that a board uses.

    Attributes:
        port: The kind of board.
        lamps: The lamps that the board really has.
        users: The use of each GPIO number, except for the lamps.
    """

    port: PortKind
    lamps: LampRoute
    users: dict[int, Text] = field(default_factory=dict)


def hardware_setup(port: PortKind, strip: LampRoute, physical: Board) -> HardwareSetup:
    """Return the hardware that the configured board uses.

    Raises:
        InvalidWiring: If the settings are not possible.
    """
    claims = port.claims(strip, physical)
    users = {claim.gpio: claim.user for claim in claims if claim.gpio is not None}
    return HardwareSetup(port, port.lamps(strip), users)


def advise(info: SystemInfo, setup: HardwareSetup) -> list[Finding]:
    """Return the findings about a computer."""
    if setup.port.header and not info.is_pi:
        return list(_computer(info, setup))  # without a GPIO header, nothing else matters
    return [
        *_computer(info, setup),
        *_power(info),
        *setup.port.advise(info),
        *_interfaces(info, setup),
        *setup.lamps.advise(info),
        *_libraries(info, setup),
    ]


def _computer(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    if info.is_pi:
        yield fine(verbatim(f"{info.model}, {info.system}"))
    elif setup.port.header:
        model = f" ({info.model})" if info.model else ""
        yield wrong(
            Text(
                'this is not a Raspberry Pi{model}: [port] kind = "{kind}" needs one; use '
                '"pico" or "simulated"',
                model=model,
                kind=setup.port.kind,
            )
        )
    else:
        yield fine(Text("not a Raspberry Pi, and none is needed; {system}", system=info.system))


def _power(info: SystemInfo) -> Iterator[Finding]:
    if info.throttled is None:
        return
    if info.throttled & _LOW_NOW:
        yield wrong(
            Text("the Pi's supply voltage is too low: use its own power supply and a short cable")
        )
    elif info.throttled & _LOW_ONCE:
        yield note(Text("the Pi's supply voltage has been too low since it started"))


def _interfaces(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    for name in PINS:
        if name not in info.interfaces or name in setup.port.interfaces | setup.lamps.interfaces:
            continue
        if name == "uart" and "console" in info.interfaces:
            continue  # reported already
        what, pins, remedy = PINS[name]
        taken = [gpio for gpio in pins if gpio in setup.users]
        if taken:
            whose = joined(
                ", ", [joined("", [f"GPIO {gpio} (", setup.users[gpio], ")"]) for gpio in taken]
            )
            yield wrong(
                Text(
                    "{what} is enabled and uses {whose}: {do}, and restart",
                    what=what,
                    whose=whose,
                    do=remedy,
                )
            )


def _libraries(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    has, entries = info.versions, (setup.port, setup.lamps)
    remedies = {name: how for entry in entries for name, how in entry.libraries.items()}
    wanted = [name for entry in entries for name in entry.needed(info)]
    for library in wanted:
        if library not in has:
            yield wrong(
                Text("{library} is missing: {advice}", library=library, advice=remedies[library])
            )
    if wanted and all(library in has for library in wanted):
        yield fine(verbatim(", ".join(f"{library} {has[library]}" for library in wanted)))
    if "RPi.GPIO" in has and "rpi-lgpio" in has:
        yield wrong(Text("RPi.GPIO and rpi-lgpio are both installed: remove one of them"))
