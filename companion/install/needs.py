"""What the hardware of a configuration wants of the system. Nothing is touched here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.config import Config


@dataclass(frozen=True, slots=True)
class Needs:
    """Rights to devices.

    groups:  those that the devices belong to.
    devices: what a systemd unit calls them in `DeviceAllow=`.
    modules: kernel modules without which those names mean nothing: a group of devices that systemd
             does not know when the program starts stays closed to it, whatever is plugged in later.
    rules:   udev's rules that give the devices to the groups. Raspberry Pi OS has most of them;
             other systems do not.
    root:    why only root will do; "" where anybody will.
    """

    groups: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    root: str = ""


_PINS = Needs(
    groups=("gpio",),
    devices=("char-gpiochip",),
    rules=('SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660"',),
)

_SPI = Needs(
    groups=("gpio", "spi"),
    devices=("char-spi",),
    modules=("spidev",),
    rules=('SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"',),
)

# The rule is Raspberry Pi's own: github.com/raspberrypi/utils, piolib/README.md.
_PIO = Needs(
    groups=("gpio",),
    devices=("/dev/pio0",),
    rules=('SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"',),
)

# rpi_ws281x maps the registers of PWM and DMA, and asks the firmware for memory.
_PWM = Needs(
    devices=("/dev/mem", "/dev/vcio"),
    root='the lamps are on PWM ([strip] route = "pwm"), and that writes to the processor\'s own '
    'registers; lamps on SPI ("spi") want no root',
)

# ModemManager would take the line for a modem's, and try commands on it.
_PICO = Needs(
    groups=("dialout",),
    devices=("char-ttyACM",),
    modules=("cdc_acm",),
    rules=(
        'SUBSYSTEM=="tty", ATTRS{manufacturer}=="Board companion", GROUP="dialout", MODE="0660", '
        'ENV{ID_MM_PORT_IGNORE}="1"',
    ),
)


def needs(config: Config, *, pio: bool) -> Needs:
    """What a configuration wants. pio: whether the machine has /dev/pio0, as a Pi 5 does: there,
    lamps on PWM are lit by it, and want no root."""
    parts: list[Needs] = []
    if config.port.kind == "pico":
        parts.append(_PICO)
    elif config.port.kind != "simulated":
        parts.append(_PINS)
        if config.strip.route == "spi":
            parts.append(_SPI)
        elif config.strip.route == "pwm":
            parts.append(_PIO if pio else _PWM)
    return Needs(
        groups=tuple(sorted({name for part in parts for name in part.groups})),
        devices=tuple(name for part in parts for name in part.devices),
        modules=tuple(name for part in parts for name in part.modules),
        rules=tuple(rule for part in parts for rule in part.rules),
        root="".join(part.root for part in parts),
    )
