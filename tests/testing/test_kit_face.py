"""What `companion.testing` offers, and what that imports."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import companion.testing


def test_everything_that_is_offered_is_there() -> None:
    for name in companion.testing.__all__:
        assert getattr(companion.testing, name) is not None
    assert set(companion.testing.__all__) <= set(dir(companion.testing))


@pytest.mark.parametrize(
    "name",
    [
        *("SwitchBank", "CapturedStrip", "ReedMatrix", "mock_matrix", "mock_switches"),
        *("rpigpio_switches", "SimulatedPico", "StandIn"),
    ],
)
def test_hardware_is_simulated_without_importing_a_game(name: str) -> None:
    code = (
        f"from companion.testing import {name}\nimport sys\n"
        "names = [name.split('.') for name in sys.modules if name.startswith('companion.')]\n"
        "rooms = {parts[1] for parts in names}\n"
        "assert not rooms & {'games', 'hands', 'opponents', 'records', 'app'}, rooms\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_name_is_offered_from_one_module() -> None:
    source = Path(companion.testing.__file__).read_text(encoding="utf-8")
    offered = source.partition("lazy.offer(")[2].partition("__all__")[0]
    names = Counter(re.findall(r'"(\w+)"', offered))
    assert [name for name, times in names.items() if times > 1] == []
