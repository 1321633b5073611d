"""Those who wait for what links and pairings report."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from companion.base.text import Text
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.mqtt.tables import join
from companion.remote.table.seat_link import PairingDelayed, PairingReport

R = TypeVar("R")

_PATIENCE = 60.0  # seconds; only a test that fails waits so long


class Reports(Generic[R]):
    """What has been reported, from whatever thread. Pass it as `listen`."""

    def __init__(self) -> None:
        self._new: SimpleQueue[R] = SimpleQueue()
        self.all: list[R] = []

    def __call__(self, report: R) -> None:
        self._new.put(report)

    def until(self, wanted: Callable[[R], bool] | type[Any]) -> R:
        """Wait for a report that is wanted, and return it. What came before it is passed over."""
        accepts = (lambda one: isinstance(one, wanted)) if isinstance(wanted, type) else wanted
        while True:
            try:
                report = self._new.get(timeout=_PATIENCE)
            except Empty:
                raise AssertionError(f"not reported; there was {self.all}") from None
            self.all.append(report)
            if accepts(report):
                return report

    def drain(self) -> list[R]:
        """Return what has come and was not waited for."""
        drained: list[R] = []
        while not self._new.empty():
            drained.append(self._new.get())
        self.all += drained
        return drained


def refusal(settings: RemoteSettings) -> Text:
    """What somebody is told who tries to join over this broker."""
    reports: Reports[PairingReport] = Reports()
    cancel = join(settings, "4711-tiger-soda", reports)
    told = reports.until(PairingDelayed)
    cancel()
    assert isinstance(told, PairingDelayed)
    return told.text
