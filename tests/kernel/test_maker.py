"""The maker's tools on the kernel's GPIO chips: what they ask the kernel itself."""

from __future__ import annotations

from companion.maker.system_info import chip_label, read_system_info
from tests.kernel.chips import Chip
from tests.kernel.machine import Machine


def test_chips_are_known_by_their_labels_without_any_library(
    header: Chip, present: Machine
) -> None:
    assert chip_label(header.device) == present.header[0]
    chips = read_system_info().chips
    assert chips[header.device.name] == present.header[0]
