"""Runs the companion with a callback that raises an exception as soon as point 14 changes.

That ends lgpio's only callback thread: from then on no edge of any pin is reported, and only the
thread's traceback shows why.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from companion import cli
from companion.device.ports import DirectPort
from companion.device.ports.port import ReportListener
from companion.testing.wiring import STAR_PWM

GPIO = STAR_PWM.switches[STAR_PWM.names.index("14")]


def main() -> None:
    """Run the command."""
    genuine = DirectPort.open

    def with_broken_callback(port: DirectPort, listener: ReportListener) -> None:
        genuine(port, listener)
        import lgpio
        from gpiozero import Device

        assert Device.pin_factory is not None
        lgpio.callback(Device.pin_factory._handle, GPIO, lgpio.BOTH_EDGES, _raise)

    with patch.object(DirectPort, "open", with_broken_callback):
        cli.main()


def _raise(*_: Any) -> None:
    raise RuntimeError("lgpio callbacks have stopped")


if __name__ == "__main__":
    main()
