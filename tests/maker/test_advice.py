"""What is said of a computer: on every Pi, from files laid out as it has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.base.extras import install_command
from companion.config import load_config, parse_config
from companion.device.ports import NoLamps, PicoKind, PicoLamps, SimulatedKind
from companion.device.ports.computer import SystemInfo
from companion.device.ports.findings import Severity
from companion.maker.advice import HardwareSetup, advise, hardware_setup
from companion.maker.system_info import chip_label, read_system_info
from companion.rules.geometry import STAR, grid

ROOT = Path(__file__).parents[2]
SPI = load_config(ROOT / "hardware/board-spi.toml")
PWM = load_config(ROOT / "hardware/board-pwm.toml")
LIBRARIES = {
    "gpiozero": "2.0.1",
    "lgpio": "0.2.2.0",
    "Adafruit-Blinka": "10.0.0",
    "adafruit-circuitpython-neopixel": "6.4.2",
    "adafruit-circuitpython-neopixel-spi": "1.0.16",
    "rpi_ws281x": "5.0.0",
    "pyserial": "3.5",
}
ON_SPI = hardware_setup(SPI.port, SPI.strip, STAR)
ON_PWM = hardware_setup(PWM.port, PWM.strip, STAR)


def pi4(**changes: object) -> SystemInfo:
    """A Pi 4 on which no faults."""
    good: dict[str, object] = {
        "model": "Raspberry Pi 4 Model B Rev 1.4",
        "system": "Debian GNU/Linux 12 (bookworm)",
        "chips": {"gpiochip0": "pinctrl-bcm2711", "gpiochip1": "raspberrypi-exp-gpio"},
        "devices": {"gpiochip0": True, "spidev0.0": True},
        "interfaces": frozenset({"spi"}),
        "settings": ("core_freq=500", "core_freq_min=500"),
        "groups": frozenset({"gpio", "spi"}),
        "versions": LIBRARIES,
        "throttled": 0,
    }
    return SystemInfo(**{**good, **changes})  # type: ignore[arg-type]


def faults(info: SystemInfo, setup: HardwareSetup = ON_SPI) -> list[str]:
    return [f.text for f in advise(info, setup) if f.level is not Severity.FINE]


def test_nothing_is_wrong_where_nothing_is() -> None:
    assert faults(pi4()) == []
    assert [f.text for f in advise(pi4(), ON_SPI)][1] == (
        "the header is gpiochip0, labelled pinctrl-bcm2711"
    )


@pytest.mark.parametrize("chip", ["gpiochip0", "gpiochip4", "gpiochip10"])
def test_on_a_pi_5_the_chip_is_found_under_any_number_and_its_clock_wants_nothing(
    chip: str,
) -> None:
    info = pi4(
        model="Raspberry Pi 5 Model B Rev 1.0",
        chips={chip: "pinctrl-rp1", "gpiochip13": "gpio-brcmstb@107d517c00"},
        settings=(),
    )
    assert faults(info) == []
    assert f"the header is {chip}" in advise(info, ON_SPI)[1].text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"interfaces": frozenset({"spi", "i2c"})},
            "I2C is enabled and uses GPIO 2 (point 1): `sudo",
        ),
        (
            {"interfaces": frozenset({"spi", "1-wire"})},
            "1-Wire is enabled and uses GPIO 4 (point 3)",
        ),
        (
            {"interfaces": frozenset({"spi", "console", "uart"})},
            "the serial console is enabled and uses GPIO 14 (point 2), GPIO 15 (the button): `sudo",
        ),
        ({"interfaces": frozenset({"spi", "uart"})}, "the serial port is enabled and uses GPIO 14"),
        ({"interfaces": frozenset({"spi", "i2s"})}, "I2S is enabled and uses GPIO 18 (point 10)"),
        ({"devices": {}}, "SPI is off, but the lamps need it"),
        (
            {"devices": {"spidev0.0": False}, "groups": frozenset()},
            'no permission for /dev/spidev0.0: `sudo usermod -aG spi,gpio "$USER"`, and log in '
            "again",
        ),
        (
            {
                "devices": {"spidev0.0": False},
                "groups": frozenset(),
                "member": frozenset({"spi", "gpio"}),
            },
            "you have been added to spi and gpio: log in again",
        ),
        (
            {"chips": {"gpiochip0": None}, "groups": frozenset()},
            "no permission for /dev/gpiochip0: `sudo usermod -aG gpio",
        ),
        ({"chips": {"gpiochip0": "pinctrl-new"}}, "(seen: pinctrl-new); update"),
        ({"settings": ()}, "put core_freq=500 and core_freq_min=500 into config.txt"),
        ({"throttled": 0x50005}, "supply voltage is too low"),
        ({"throttled": 0x50000}, "supply voltage has been too low since"),
        ({"versions": {**LIBRARIES, "lgpio": "0.0.0.2"}}, "lgpio 0.0.0.2 is too old"),
        (
            {"versions": {k: v for k, v in LIBRARIES.items() if k != "gpiozero"}},
            f"gpiozero is missing: install it with {install_command('pi')}",
        ),
        (
            {"versions": {**LIBRARIES, "RPi.GPIO": "0.7.1", "rpi-lgpio": "0.6"}},
            "both installed",
        ),
    ],
)
def test_each_fault_is_one_line_that_says_what_to_do(changes: dict[str, object], said: str) -> None:
    (line,) = faults(pi4(**changes))
    assert said in line


def test_the_route_pwm_wants_root_silence_and_no_pi_5() -> None:
    good = {"root": True, "interfaces": frozenset()}
    assert faults(pi4(**good), ON_PWM) == []
    assert any("need root" in line for line in faults(pi4(**{**good, "root": False}), ON_PWM))
    audio = faults(pi4(**{**good, "interfaces": frozenset({"audio"})}), ON_PWM)
    assert any("dtparam=audio=off" in line for line in audio)
    five = faults(pi4(**good, model="Raspberry Pi 5 Model B Rev 1.0"), ON_PWM)
    assert any("a Pi 5 has no PWM for lamps" in line for line in five)
    # SPI has pins that points are on there.
    on = faults(pi4(root=True), ON_PWM)
    assert any("SPI is enabled and uses GPIO 7 (point 4)" in line for line in on)


def test_a_plain_computer_can_have_a_pico_or_a_simulated_board_only() -> None:
    here = SystemInfo(system="Debian", interfaces=frozenset({"console"}), versions=LIBRARIES)
    (line,) = faults(here)
    assert "this is not a Raspberry Pi" in line
    assert faults(here, HardwareSetup(SimulatedKind(), NoLamps())) == []
    assert faults(here, HardwareSetup(PicoKind(), PicoLamps())) == [
        "there is no /dev/ttyACM…: is the Pico connected, with a USB cable that carries data?"
    ]
    shut = SystemInfo(devices={"ttyACM0": False}, versions=LIBRARIES)
    assert (
        "no permission for /dev/ttyACM0: `sudo usermod -aG dialout"
        in faults(shut, HardwareSetup(PicoKind(), PicoLamps()))[0]
    )


PICO = HardwareSetup(PicoKind(), PicoLamps())


def test_a_pico_is_found_where_pyserial_lists_it() -> None:
    mac = SystemInfo(kernel="Darwin 24.1.0 arm64", versions=LIBRARIES)
    assert faults(mac, PICO) == [
        "no serial port of a Pico is found: is it connected, with a USB cable that carries data?"
    ]
    found = SystemInfo(
        kernel="Darwin 24.1.0 arm64",
        versions=LIBRARIES,
        boards={"/dev/cu.usbmodem1": True, "/dev/cu.usbmodem3": True},
    )
    assert faults(found, PICO) == []
    assert "/dev/cu.usbmodem1 and /dev/cu.usbmodem3 can be opened" in [
        finding.text for finding in advise(found, PICO)
    ]
    windows = SystemInfo(kernel="Windows 11 AMD64", versions=LIBRARIES, boards={"COM5": True})
    assert "COM5 can be opened" in [finding.text for finding in advise(windows, PICO)]


def test_a_pico_that_the_files_and_pyserial_name_is_named_once() -> None:
    info = SystemInfo(devices={"ttyACM0": True}, boards={"/dev/ttyACM0": True}, versions=LIBRARIES)
    assert "/dev/ttyACM0 can be opened" in [finding.text for finding in advise(info, PICO)]


def test_a_named_device_is_the_one_that_is_judged(tmp_path: Path) -> None:
    here = tmp_path / "serial-by-id"
    named = HardwareSetup(PicoKind(device=str(here)), PicoLamps())
    other = {"ttyACM0": True}
    info = SystemInfo(devices=other, versions=LIBRARIES)
    assert faults(info, named) == [
        f"[port] device is {here}, which is not there; plugged in: /dev/ttyACM0"
    ]
    assert faults(SystemInfo(versions=LIBRARIES), named) == [
        f"[port] device is {here}, which is not there"
    ]
    here.touch()
    read = read_system_info(tmp_path, devices_listed=list, named=named.port.named_devices)
    assert read.named == {str(here): True}
    found = SystemInfo(devices=other, versions=LIBRARIES, named={str(here): True})
    assert faults(found, named) == []
    assert f"{here} can be opened" in [finding.text for finding in advise(found, named)]
    shut = SystemInfo(devices=other, versions=LIBRARIES, named={str(here): False})
    assert f"no permission for {here}" in faults(shut, named)[0]
    windows = HardwareSetup(PicoKind(device="COM5"), PicoLamps())
    assert faults(SystemInfo(versions=LIBRARIES, boards={"COM5": True}), windows) == []


def test_boards_are_read_from_the_list_of_serial_ports(tmp_path: Path) -> None:
    shut = tmp_path / "cu.usbmodem1"
    shut.touch(0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.access", lambda path, _: path != shut)
        info = read_system_info(tmp_path, devices_listed=lambda: [str(shut), "COM5"])
    assert info.boards == {str(shut): False, "COM5": True}


def test_missing_library_for_lamps_on_pwm_is_named_with_what_builds_it() -> None:
    versions = {name: version for name, version in LIBRARIES.items() if name != "rpi_ws281x"}
    info = pi4(root=True, interfaces=frozenset(), versions=versions)
    assert faults(info, ON_PWM) == [
        "rpi_ws281x is missing: `sudo apt install gcc python3-dev`, then install it with "
        f'{install_command("pwm")}, or use [strip] route = "spi"'
    ]
    assert faults(pi4(versions=versions)) == []  # lamps on SPI do not need it


def test_a_matrix_needs_its_rows_and_columns() -> None:
    config = parse_config('[port]\nkind = "matrix"\n')
    users = hardware_setup(config.port, config.strip, grid(9)).users
    assert (users[4], users[18], users[15]) == ("row 0", "column 0", "the button")
    assert len(users) == 19


def test_facts_are_read_from_where_a_pi_has_them(tmp_path: Path) -> None:
    root = tmp_path
    files = {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "proc/device-tree/soc/i2s@7e203000/status": "okay\0",
        "proc/cmdline": "console=serial0,115200 console=tty1 root=/dev/mmcblk0p2",
        "proc/asound/cards": " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones",
        "etc/os-release": 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
        "etc/group": "root:x:0:\ngpio:x:997:maria\nbroken\n",
        "boot/firmware/config.txt": "# comment\ndtparam=spi=on\ncore_freq = 500 # lamps\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50000\n",
        **dict.fromkeys(["dev/gpiochip0", "dev/spidev0.0", "dev/i2c-1", "dev/serial0"], ""),
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "dev/gpiochip4").symlink_to("gpiochip0")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("USER", "maria")
        info = read_system_info(root, lambda _: "pinctrl-bcm2711")
    assert info.model == "Raspberry Pi 4 Model B Rev 1.4"
    assert info.system == "Debian GNU/Linux 12 (bookworm)"
    assert info.chips == {"gpiochip0": "pinctrl-bcm2711"}
    assert info.interfaces == {"spi", "i2c", "console", "uart", "i2s", "audio"}
    assert info.settings == ("dtparam=spi=on", "core_freq=500")
    assert info.member == {"gpio"}
    assert info.throttled == 0x50000
    assert info.devices["spidev0.0"]
    assert info.versions["gpiozero"]


def test_a_computer_without_any_of_it_has_facts_all_the_same(tmp_path: Path) -> None:
    info = read_system_info(tmp_path)
    assert (info.model, info.chips, info.interfaces, info.throttled) == (
        "",
        {},
        frozenset(),
        None,
    )


def test_what_is_no_gpio_chip_has_no_label(tmp_path: Path) -> None:
    assert chip_label(tmp_path / "nothing") is None
    (tmp_path / "file").write_text("")
    assert chip_label(tmp_path / "file") is None
