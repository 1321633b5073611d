"""What a configuration's hardware requires of the system. Nothing is changed here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.config import Config
from companion.text import Text, joined

_NONE = Text()


@dataclass(frozen=True, slots=True)
class Requirements:
    """Access to devices.

    groups:  the groups that the devices belong to.
    devices: their names for `DeviceAllow=` in a systemd unit.
    modules: kernel modules that define those names. If systemd does not know a group of devices
             when the program starts, the program cannot open any of them, even if one is plugged in
             later.
    rules:   udev rules that assign the devices to the groups. Raspberry Pi OS has most of them;
             other systems do not.
    root:    why the program must run as root; "" if it need not.
    """

    groups: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    root: Text = _NONE


_PINS = Requirements(
    groups=("gpio",),
    devices=("char-gpiochip",),
    rules=('SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660"',),
)

_SPI = Requirements(
    groups=("gpio", "spi"),
    devices=("char-spi",),
    modules=("spidev",),
    rules=('SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"',),
)

# The rule comes from Raspberry Pi: github.com/raspberrypi/utils, piolib/README.md.
_PIO = Requirements(
    groups=("gpio",),
    devices=("/dev/pio0",),
    rules=('SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"',),
)

# rpi_ws281x maps the registers of PWM and DMA, and asks the firmware for memory.
_PWM = Requirements(
    devices=("/dev/mem", "/dev/vcio"),
    root=Text(
        'the lamps are on PWM ([strip] route = "pwm"), and that writes to the processor\'s own '
        'registers; lamps on SPI ("spi") do not need root'
    ),
)

# ModemManager would mistake the port for a modem's and send commands to it.
_PICO = Requirements(
    groups=("dialout",),
    devices=("char-ttyACM",),
    modules=("cdc_acm",),
    rules=(
        'SUBSYSTEM=="tty", ATTRS{manufacturer}=="Board companion", GROUP="dialout", MODE="0660", '
        'ENV{ID_MM_PORT_IGNORE}="1"',
    ),
)


def requirements(config: Config, *, pio: bool) -> Requirements:
    """Return what a configuration requires. pio: whether the machine has /dev/pio0, as a Pi 5 does;
    it then drives lamps on PWM, without root."""
    parts: list[Requirements] = []
    if config.port.kind == "pico":
        parts.append(_PICO)
    elif config.port.kind != "simulated":
        parts.append(_PINS)
        if config.strip.route == "spi":
            parts.append(_SPI)
        elif config.strip.route == "pwm":
            parts.append(_PIO if pio else _PWM)
    return Requirements(
        groups=tuple(sorted({name for part in parts for name in part.groups})),
        devices=tuple(name for part in parts for name in part.devices),
        modules=tuple(name for part in parts for name in part.modules),
        rules=tuple(rule for part in parts for rule in part.rules),
        root=joined("", [part.root for part in parts]),
    )
