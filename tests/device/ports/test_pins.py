from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock, patch

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.device.ports import PortError, gpio_pins
from companion.device.ports.gpio_pins import chip_numbers, header_chip, import_lgpio, pin_factory
from companion.testing.modules import modules_restored

PI5_OLD = ["gpio-brcmstb@107d508500"] * 4 + ["pinctrl-rp1"]
PI5_NEW = ["pinctrl-rp1"] + ["gpio-brcmstb@107d508500"] * 4
PI4 = ["pinctrl-bcm2711", "raspberrypi-exp-gpio"]
PI3 = ["pinctrl-bcm2835", "raspberrypi-exp-gpio"]


class FakeLgpio:
    """lgpio's three functions for chips, with a label a chip; None is one without rights."""

    class error(Exception):  # noqa: N801 - lgpio's own name
        pass

    def __init__(self, labels: Sequence[str | None]) -> None:
        self.labels = labels
        self.open: set[int] = set()

    def gpiochip_open(self, number: int) -> int:
        if self.labels[number] is None:
            raise self.error("can not open gpiochip")
        self.open.add(number)
        return number

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        assert handle in self.open
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle)


@pytest.fixture(autouse=True)
def _process() -> Iterator[None]:
    with patch.object(Device, "pin_factory", None), patch.dict(os.environ):
        os.environ.pop("GPIOZERO_PIN_FACTORY", None)
        os.environ.pop("LG_WD", None)
        yield


@pytest.mark.parametrize(
    ("labels", "chip"), [(PI5_OLD, 4), (PI5_NEW, 0), (PI4, 0), (PI3, 0), ([None, *PI4], 1)]
)
def test_the_header_chip_is_found_by_its_label(labels: list[str | None], chip: int) -> None:
    lgpio = FakeLgpio(labels)
    assert header_chip(lgpio, range(len(labels))) == chip
    assert lgpio.open == set()


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ([], "found none at all"),
        (["gpio-ich"], "found only gpio-ich"),
        ([None, None], "/dev/gpiochip0 cannot be opened"),
        (["gpio-ich", None], "/dev/gpiochip1 cannot be opened"),
    ],
)
def test_without_a_header_chip_the_error_says_why(labels: list[str | None], said: str) -> None:
    lgpio = FakeLgpio(labels)
    with pytest.raises(PortError, match=said):
        header_chip(lgpio, range(len(labels)))
    assert lgpio.open == set()


def test_a_linked_chip_counts_once(tmp_path: Path) -> None:
    for number in (0, 10, 11):
        (tmp_path / f"gpiochip{number}").touch()
    (tmp_path / "gpiochip4").symlink_to(tmp_path / "gpiochip0")
    assert chip_numbers(tmp_path) == [0, 10, 11]


def test_a_given_factory_is_used() -> None:
    factory = object()
    assert pin_factory(factory) is factory
    assert Device.pin_factory is None


def test_the_factory_of_the_process_is_used_again() -> None:
    Device.pin_factory = MockFactory()
    assert pin_factory() is Device.pin_factory


def test_the_environment_names_the_factory() -> None:
    os.environ["GPIOZERO_PIN_FACTORY"] = "mock"
    factory = pin_factory()
    assert isinstance(factory, MockFactory)
    assert pin_factory() is factory


def test_an_unknown_factory_in_the_environment_is_named() -> None:
    os.environ["GPIOZERO_PIN_FACTORY"] = "mokc"
    with pytest.raises(PortError, match="GPIOZERO_PIN_FACTORY names 'mokc', which is unavailable"):
        pin_factory()
    assert Device.pin_factory is None


def test_without_lgpio_the_error_says_how_to_install_it() -> None:
    with (
        patch.object(gpio_pins, "chip_numbers", lambda: [0]),
        patch.dict(sys.modules, {"lgpio": None}),
        pytest.raises(PortError, match=r"lgpio is missing; install it with .*pip install"),
    ):
        pin_factory()


def test_a_machine_without_gpio_chips_is_told_so_rather_than_to_install_lgpio() -> None:
    with (
        patch.object(gpio_pins, "chip_numbers", list),
        patch.dict(sys.modules, {"lgpio": None}),
        pytest.raises(PortError, match=r"no GPIO header: .* found none at all"),
    ):
        pin_factory()


@pytest.mark.parametrize("name", [None, "lgpio"])
def test_gpiozeros_lgpio_factory_is_made_once_and_on_the_header_chip(name: str | None) -> None:
    if name is not None:
        os.environ["GPIOZERO_PIN_FACTORY"] = name
    fake = FakeLgpio(PI5_OLD)
    lgpio = MagicMock(
        error=fake.error,
        gpiochip_open=fake.gpiochip_open,
        gpio_get_chip_info=fake.gpio_get_chip_info,
        gpiochip_close=fake.gpiochip_close,
    )
    with (
        modules_restored("gpiozero.pins.lgpio"),
        patch.object(gpio_pins, "chip_numbers", lambda: range(5)),
        patch.dict(sys.modules, {"lgpio": lgpio}),
    ):
        factory = pin_factory()
        assert pin_factory() is factory is Device.pin_factory
        assert factory.chip == 4
        factory.close()


@pytest.mark.parametrize(("labels", "chip"), [(PI5_OLD, 4), (PI5_NEW, 0), (PI4, 0), (PI3, 0)])
def test_the_header_is_lgpio_and_the_number_of_its_chip(labels: list[str], chip: int) -> None:
    lgpio = FakeLgpio(labels)
    with (
        patch.object(gpio_pins, "chip_numbers", lambda: range(len(labels))),
        patch.object(gpio_pins, "import_lgpio", lambda: lgpio),
    ):
        assert gpio_pins.find_header() == (lgpio, chip)


@pytest.fixture
def lgpio_on_path(tmp_path: Path) -> Iterator[None]:
    """A stand-in for lgpio that, when imported, moves to LG_WD and makes its pipe there."""
    (tmp_path / "lgpio.py").write_text(
        "import os\n"
        "os.chdir(os.environ.get('LG_WD', '.'))\n"
        "open('.lgd-nfy0', 'wb').close()\n"
        "class error(Exception): pass\n"
    )
    before = sys.modules.pop("lgpio", None)
    with patch.object(sys, "path", [str(tmp_path), *sys.path]):
        yield
    sys.modules.pop("lgpio", None)
    if before is not None:
        sys.modules["lgpio"] = before


@pytest.mark.usefixtures("lgpio_on_path")
def test_lgpio_puts_its_pipe_elsewhere_and_the_working_directory_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    lgpio = import_lgpio()
    assert isinstance(lgpio, ModuleType)
    assert Path.cwd() == work
    assert list(work.iterdir()) == []
    assert (Path(os.environ["LG_WD"]) / ".lgd-nfy0").exists()


@pytest.mark.usefixtures("lgpio_on_path")
def test_the_users_folder_for_lgpio_is_kept(tmp_path: Path) -> None:
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    os.environ["LG_WD"] = str(chosen)
    import_lgpio()
    assert (chosen / ".lgd-nfy0").exists()


@pytest.mark.usefixtures("lgpio_on_path")
def test_a_folder_for_lgpio_that_is_not_there_is_named() -> None:
    os.environ["LG_WD"] = "/nowhere/at/all"
    with pytest.raises(PortError, match=r"/nowhere/at/all \(LG_WD\)"):
        import_lgpio()
