"""The companion, in which some callback lets an exception out as soon as point 14 changes.

That ends the one thread by which lgpio calls back: from then on no edge of any pin is heard, and
nothing says so but the thread's last words.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from companion import cli
from companion.drivers import DirectPort
from companion.drivers.port import Listener
from tests.hardware import STAR_PWM

GPIO = STAR_PWM.switches[STAR_PWM.names.index("14")]


def main() -> None:
    """Run the command."""
    genuine = DirectPort.open

    def deafened(port: DirectPort, listener: Listener) -> None:
        genuine(port, listener)
        import lgpio
        from gpiozero import Device

        assert Device.pin_factory is not None
        lgpio.callback(Device.pin_factory._handle, GPIO, lgpio.BOTH_EDGES, _raise)

    with patch.object(DirectPort, "open", deafened):
        cli.main()


def _raise(*_: Any) -> None:
    raise RuntimeError("lgpio is deaf now")


if __name__ == "__main__":
    main()
