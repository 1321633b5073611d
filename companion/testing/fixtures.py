"""The kit as pytest fixtures.

They are not loaded automatically; a conftest.py has to name them:

    pytest_plugins = ["companion.testing.fixtures"]

Each table is closed at the end of the test, and logs its games under `tmp_path`. Failed tests show
boards: see `companion.testing.failures`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.config import Config
from companion.device.ports.direct_kind import DirectKind
from companion.device.ports.pico_kind import PicoKind, PicoLamps
from companion.testing.needs import needed_by
from companion.testing.pico import SimulatedPico, unhurried
from companion.testing.strip import CapturedStrip
from companion.testing.switches import SwitchBank
from companion.testing.table import VirtualTable

with needed_by("companion.testing.fixtures"):
    import pytest

pytest_plugins = ["companion.testing.failures"]


@pytest.fixture
def virtual_table(tmp_path: Path) -> Iterator[VirtualTable]:
    """Yield a table with simulated pieces, as on the page."""
    with VirtualTable(tmp_path / "games") as table:
        yield table


@pytest.fixture
def bare_table(tmp_path: Path) -> Iterator[VirtualTable]:
    """Yield a table with bare switches and a button; it does not know which pieces are on it."""
    with VirtualTable(tmp_path / "games", bare=True) as table:
        yield table


@pytest.fixture
def mock_pins() -> Iterator[SwitchBank]:
    """Yield the switches of a star, on gpiozero's mock pins."""
    from companion.testing.pins import mock_switches

    with mock_switches() as bank:
        yield bank


@pytest.fixture
def captured_strip() -> Iterator[CapturedStrip]:
    """Yield a strip that keeps what the NeoPixel libraries send."""
    with CapturedStrip() as strip:
        yield strip


@pytest.fixture
def pin_table(
    tmp_path: Path,
    mock_pins: SwitchBank,  # noqa: ARG001 - they are there while the table is
    captured_strip: CapturedStrip,  # noqa: ARG001 - likewise
) -> Iterator[VirtualTable]:
    """Yield a table whose board is a star on `mock_pins`, with its lamps on `captured_strip`."""
    config = Config(port=DirectKind())
    with VirtualTable(tmp_path / "games", config) as table:
        yield table


@pytest.fixture
def simulated_pico() -> Iterator[SimulatedPico]:
    """Yield a Pico under a star, plugged in."""
    with SimulatedPico("star") as pico:
        yield pico


@pytest.fixture
def pico_table(
    tmp_path: Path, simulated_pico: SimulatedPico, monkeypatch: pytest.MonkeyPatch
) -> Iterator[VirtualTable]:
    """Yield a table whose board is a star on `simulated_pico`, which is given time to answer."""
    unhurried(monkeypatch)
    port = PicoKind(device=simulated_pico.device)
    config = Config(port=port, strip=PicoLamps())
    with VirtualTable(tmp_path / "games", config) as table:
        yield table
