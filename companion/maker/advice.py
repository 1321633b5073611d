"""Judges whether a computer is set up for a board: pure, so that any Pi can be judged anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.drivers import PortSettings, StripSettings
from companion.drivers.pins import HEADER_LABELS
from companion.drivers.settings import column_name, direct_wiring, matrix_lines, row_name
from companion.geometry import Board
from companion.maker.findings import Finding, fine, note, wrong
from companion.maker.switch_monitor import join_words
from companion.maker.system_info import SystemInfo
from companion.text import Text, joined, verbatim

_PINS: Mapping[str, tuple[Text, tuple[int, ...], Text]] = {
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
    users: dict[int, Text] = field(default_factory=dict)


def hardware_setup(port: PortSettings, strip: StripSettings, physical: Board) -> HardwareSetup:
    """Return the hardware that the configured board uses. Raises InvalidWiring if the settings are
    not possible."""
    users: dict[int, Text] = {}
    if port.kind == "direct":
        wired = direct_wiring(port, strip, physical)
        pins = zip(physical.names, wired.switches, strict=True)
        users = {gpio: Text("point {name}", name=name) for name, gpio in pins}
    elif port.kind == "matrix":
        rows, columns = matrix_lines(port, strip, physical)
        users = {g: row_name(i) for i, g in enumerate(rows)}
        users |= {g: column_name(i) for i, g in enumerate(columns)}
    if port.kind in ("direct", "matrix") and port.button != "none":
        users[port.button] = Text("the button")
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
        yield fine(verbatim(f"{info.model}, {info.system}"))
    elif setup.kind in ("direct", "matrix"):
        model = f" ({info.model})" if info.model else ""
        yield wrong(
            Text(
                'this is not a Raspberry Pi{model}: [port] kind = "{kind}" needs one; use '
                '"pico" or "simulated"',
                model=model,
                kind=setup.kind,
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


def _chip(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    if setup.kind not in ("direct", "matrix"):
        return
    labels = {label: name for name, label in info.chips.items()}
    header = next((label for label in HEADER_LABELS if label in labels), None)
    if header is not None:
        yield fine(
            Text("the header is {chip}, labelled {label}", chip=labels[header], label=header)
        )
    elif None in labels:
        yield wrong(
            Text(
                "no permission for {device}: {advice}",
                device=f"/dev/{labels[None]}",
                advice=_join(info, "gpio"),
            )
        )
    else:
        seen: str = ", ".join(filter(None, labels)) or Text("none")
        yield wrong(
            Text(
                "no GPIO chip is labelled {labels} (seen: {seen}); update the system",
                labels=" or ".join(HEADER_LABELS),
                seen=seen,
            )
        )


def _join(info: SystemInfo, *groups: str) -> Text:
    if info.groups.issuperset(groups):
        return Text(
            "your groups are right, the device's is not: install Raspberry Pi OS's udev rules"
        )
    if info.member.issuperset(groups):
        return Text("you have been added to {groups}: log in again", groups=join_words([*groups]))
    command = f'sudo usermod -aG {",".join(groups)} "$USER"'
    return Text("`{command}`, and log in again", command=command)


def _interfaces(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    for name in _PINS:
        if name not in info.interfaces or (name == "spi" and setup.route == "spi"):
            continue
        if name == "uart" and "console" in info.interfaces:
            continue  # reported already
        what, pins, remedy = _PINS[name]
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


def _lamps(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    if setup.route == "spi":
        yield from _spi(info)
    elif setup.route == "pwm":
        yield from _pwm(info)


def _spi(info: SystemInfo) -> Iterator[Finding]:
    allowed = info.devices.get("spidev0.0")
    if allowed is None:
        yield wrong(
            Text(
                "SPI is off, but the lamps need it: `sudo raspi-config nonint do_spi 0`, "
                "and restart"
            )
        )
        return
    if not allowed:
        yield wrong(
            Text(
                "no permission for {device}: {advice}",
                device="/dev/spidev0.0",
                advice=_join(info, "spi", "gpio"),
            )
        )
    else:
        yield fine(Text("SPI is enabled, and this user may use it"))
    for model, lines in _CLOCKS.items():
        missing = [line for line in lines if line not in info.settings]
        if info.model.startswith(model) and missing:
            yield note(
                Text(
                    "colours may be wrong under load: put {missing} into config.txt, and restart",
                    missing=join_words(missing),
                )
            )


def _pwm(info: SystemInfo) -> Iterator[Finding]:
    if _is_pi5(info):
        if "Adafruit-Blinka-Raspberry-Pi5-Neopixel" not in info.versions:
            yield wrong(Text('a Pi 5 has no PWM for lamps: use [strip] route = "spi"'))
        elif not info.devices.get("pio0"):
            yield wrong(
                Text(
                    "/dev/pio0 is missing or this user may not use it: update the "
                    "system, see wiring.md"
                )
            )
        return
    if not info.root:
        yield wrong(Text('lamps on PWM need root: use sudo, or [strip] route = "spi"'))
    if "audio" in info.interfaces:
        yield wrong(
            Text(
                "analogue audio disturbs lamps on PWM: put dtparam=audio=off into "
                "config.txt, and restart"
            )
        )


def _pico(info: SystemInfo, setup: HardwareSetup) -> Iterator[Finding]:
    if setup.kind != "pico":
        return
    serial = {name: open_ for name, open_ in info.devices.items() if name.startswith("ttyACM")}
    serial = {f"/dev/{name}": open_ for name, open_ in serial.items()} | info.boards
    shut = [device for device, open_ in serial.items() if not open_]
    if shut:
        yield wrong(
            Text(
                "no permission for {device}: {advice}",
                device=shut[0],
                advice=_join(info, "dialout"),
            )
        )
    elif serial:
        yield fine(Text("{devices} can be opened", devices=join_words([*serial])))
    elif info.kernel and not info.kernel.startswith("Linux"):
        yield note(
            Text(
                "no serial port of a Pico is found: is it connected, with a USB cable "
                "that carries data?"
            )
        )
    else:
        yield note(
            Text(
                "there is no /dev/ttyACM…: is the Pico connected, with a USB cable that "
                "carries data?"
            )
        )


def _remedy(library: str) -> Text:
    """How to install a library."""
    if library == "rpi_ws281x":
        return Text(
            "`sudo apt install gcc python3-dev`, then install it with pip install '.[pwm]', "
            'or use [strip] route = "spi"'
        )
    if library == "lgpio":
        return Text("install it with pip install '.[pi]' (or apt's python3-lgpio, see wiring.md)")
    extra = "serial" if library == "pyserial" else "pi"
    return Text("install it with pip install '.[{extra}]'", extra=extra)


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
            yield wrong(
                Text("{library} is missing: {advice}", library=library, advice=_remedy(library))
            )
        elif library == "lgpio" and has[library].startswith("0.0"):
            yield wrong(
                Text(
                    "lgpio {version} is too old for gpiozero: install 0.2.2, or apt's "
                    "python3-lgpio (see wiring.md)",
                    version=has[library],
                )
            )
    if wanted and all(library in has for library in wanted):
        yield fine(verbatim(", ".join(f"{library} {has[library]}" for library in wanted)))
    if "RPi.GPIO" in has and "rpi-lgpio" in has:
        yield wrong(Text("RPi.GPIO and rpi-lgpio are both installed: remove one of them"))
