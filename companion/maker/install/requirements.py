"""The system requirements of a configuration's hardware and voice; nothing is changed here."""

from __future__ import annotations

from companion.base.text import joined
from companion.config import Config
from companion.device.ports.computer import Requirements


def requirements(config: Config, *, pio: bool) -> Requirements:
    """Return what a configuration requires.

    Args:
        config: The configuration.
        pio: Whether the machine has /dev/pio0, as a Pi 5 does; it then drives lamps on PWM without
            root.
    """
    entries = (config.port, config.port.lamps(config.strip))
    parts = [part for entry in entries for part in entry.requirements(pio=pio)]
    if not config.port.simulated:
        parts.extend(config.speech.requirements())
    return Requirements(
        groups=tuple(sorted({name for part in parts for name in part.groups})),
        devices=tuple(name for part in parts for name in part.devices),
        modules=tuple(name for part in parts for name in part.modules),
        rules=tuple(rule for part in parts for rule in part.rules),
        root=joined("", [part.root for part in parts]),
    )
