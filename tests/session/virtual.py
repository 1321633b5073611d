"""The virtual table of the public kit, under the names that the project's tests and benches use."""

from __future__ import annotations

from companion.testing.switches import BareSwitches as BarePort
from companion.testing.table import TODAY, at_once
from companion.testing.table import VirtualTable as Virtual

__all__ = ["TODAY", "BarePort", "Virtual", "at_once"]
