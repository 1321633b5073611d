"""`companion setup` on a copy of the files of Raspberry Pi OS, there and back."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.text import Text
from companion.config import Config, parse_config
from companion.device.ports.computer import SystemInfo
from companion.maker import MakerError
from companion.maker.advice import advise, hardware_setup
from companion.maker.boot_files import (
    serial_consoles,
    with_consoles,
    with_settings,
    without_consoles,
    without_settings,
)
from companion.maker.install.steps import CommandResult
from companion.maker.pi_setup import RECORD, PiSystem, carry_out, pi_needs, plan_setup, plan_undo
from companion.maker.setup_dialog import SetupChoices, run_setup
from companion.rules.geometry import STAR
from tests.test_cli import run

# As Raspberry Pi OS Bookworm and Trixie have it, without its comments.
CONFIG_TXT = """# For more options and information see
# http://rptl.io/configtxt

#dtparam=i2c_arm=on
#dtparam=i2s=on
#dtparam=spi=on
dtparam=audio=on
camera_auto_detect=1
display_auto_detect=1
auto_initramfs=1
dtoverlay=vc4-kms-v3d
max_framebuffers=2
disable_fw_kms_setup=1
arm_64bit=1
disable_overscan=1
arm_boost=1

[cm4]
otg_mode=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
enable_uart=1
dtoverlay=w1-gpio
"""
CMDLINE = (
    "console=serial0,115200 console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 fsck.repair=yes "
    "rootwait\n"
)
GROUP = "root:x:0:\naudio:x:29:pi\nspi:x:989:pi\ngpio:x:986:\ndialout:x:20:pi\n"

STAR_SPI = parse_config('version = 3\n[port]\nkind = "direct"\n')
PWM = parse_config('version = 3\n[port]\nkind = "direct"\n[strip]\nroute = "pwm"\n')
GRID7 = parse_config('[port]\nkind = "matrix"\n[game]\nname = "soli2"\n')
PICO = parse_config('[port]\nkind = "pico"\n[strip]\nroute = "pico"\n')


class Pi:
    """The files of a Raspberry Pi in a folder, and what is said there."""

    def __init__(self, root: Path, boot: str = "boot/firmware") -> None:
        self.root, self.boot = root, root / boot
        self.said: list[str] = []
        self.commands: list[tuple[str, ...]] = []
        self.fails = ""
        self.boot.mkdir(parents=True)
        (root / "etc").mkdir()
        (self.boot / "config.txt").write_text(CONFIG_TXT)
        (self.boot / "cmdline.txt").write_text(CMDLINE)
        (root / "etc/group").write_text(GROUP)
        self.system = PiSystem(root, "pi", self.run)

    def run(self, words: Sequence[str]) -> CommandResult:
        self.commands.append(tuple(words))
        if self.fails and self.fails in words:
            return CommandResult(False, "usermod: user 'pi' does not exist\n")
        group = self.root / "etc/group"
        lines = [line.split(":") for line in group.read_text().splitlines()]
        for line in lines:
            members = [*filter(None, line[3].split(","))]
            if words[:2] == ("usermod", "-aG") and line[0] in words[2].split(","):
                members.append(words[3])
            if words[:2] == ("gpasswd", "-d") and line[0] == words[3]:
                members.remove(words[2])
            line[3] = ",".join(members)
        group.write_text("".join(":".join(line) + "\n" for line in lines))
        return CommandResult(True, "")

    def say(self, text: Text) -> None:
        self.said.append(str(text))

    def files(self) -> dict[str, str]:
        return {
            str(path.relative_to(self.root)): path.read_text()
            for path in self.root.rglob("*")
            if path.is_file()
        }

    def set_up(self, config: Config) -> None:
        carry_out(self.system, plan_setup(self.system, pi_needs(config)), self.say)

    def undo(self) -> None:
        carry_out(self.system, plan_undo(self.system), self.say)


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path / "root")


def block(pi: Pi) -> list[str]:
    """The lines of config.txt that were added, without those that frame them."""
    text = (pi.boot / "config.txt").read_text()
    return text.split("removes this\n")[1].split("\n# board-companion: end")[0].splitlines()


def test_a_star_on_spi_gets_all_that_check_asks_for(pi: Pi) -> None:
    pi.set_up(STAR_SPI)
    assert block(pi) == [
        *("[pi3]", "core_freq=250", "[pi02]", "core_freq=250"),
        *("[pi4]", "core_freq=500", "core_freq_min=500"),
        *("[all]", "dtparam=i2c_arm=off", "enable_uart=0", "dtparam=i2s=off", "dtparam=spi=on"),
    ]
    text = (pi.boot / "config.txt").read_text()
    assert "\n# board-companion disabled: dtoverlay=w1-gpio\n" in text
    assert (pi.boot / "cmdline.txt").read_text() == CMDLINE.replace("console=serial0,115200 ", "")
    assert pi.commands == [("usermod", "-aG", "gpio", "pi")]  # in the group spi already
    # What check then reads of it is right.
    settings = tuple(line for line in text.splitlines() if line and line[0] not in "#[")
    info = SystemInfo(
        "Raspberry Pi 4",
        interfaces=frozenset({"spi"}),
        settings=settings,
        devices={"spidev0.0": True},
    )
    setup = hardware_setup(STAR_SPI.port, STAR_SPI.strip, STAR)
    assert not any("core_freq" in found.line for found in advise(info, setup))


@pytest.mark.parametrize(
    ("config", "lines"),
    [
        (
            PWM,
            ["[all]", "enable_uart=0", "dtparam=spi=off", "dtparam=i2s=off", "dtparam=audio=off"],
        ),
        (PICO, None),
        (Config(), None),
    ],
)
def test_other_boards_get_what_they_need(pi: Pi, config: Config, lines: list[str] | None) -> None:
    pi.set_up(config)
    if lines is None:
        assert (pi.boot / "config.txt").read_text() == CONFIG_TXT
        assert (pi.boot / "cmdline.txt").read_text() == CMDLINE
    else:
        assert block(pi) == lines


def test_a_grid_keeps_i2c(pi: Pi) -> None:
    pi.set_up(GRID7)
    assert "dtparam=i2c_arm=off" not in block(pi)
    assert "dtparam=spi=on" in block(pi)


@pytest.mark.parametrize("config", [STAR_SPI, PWM, GRID7, PICO], ids=["spi", "pwm", "grid", "pico"])
@pytest.mark.parametrize("boot", ["boot/firmware", "boot"])
def test_it_is_done_once_and_can_be_undone(tmp_path: Path, config: Config, boot: str) -> None:
    pi = Pi(tmp_path / "root", boot)
    before = pi.files()
    pi.set_up(config)
    after = pi.files()
    assert plan_setup(pi.system, pi_needs(config)) == []
    pi.undo()
    undone = pi.files()
    assert undone == before
    assert plan_undo(pi.system) == []
    assert (after == before) is (config is PICO)


def test_another_board_replaces_the_settings_of_the_first_and_one_undo_is_enough(pi: Pi) -> None:
    before = pi.files()
    pi.set_up(STAR_SPI)
    pi.set_up(PWM)
    assert "dtparam=spi=on" not in block(pi)
    pi.set_up(STAR_SPI)
    pi.undo()
    assert pi.files() == before


def test_what_somebody_changes_afterwards_is_kept(pi: Pi) -> None:
    pi.set_up(STAR_SPI)
    config = pi.boot / "config.txt"
    config.write_text(
        config.read_text().replace("arm_boost=1", "arm_boost=0") + "hdmi_blanking=1\n"
    )
    pi.undo()
    assert config.read_text() == CONFIG_TXT.replace("arm_boost=1", "arm_boost=0") + (
        "hdmi_blanking=1\n"
    )


def test_each_change_is_shown_before_it_is_made_and_no_means_no(pi: Pi, tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text('version = 3\n[port]\nkind = "direct"\n')
    before, asked = pi.files(), list[str]()

    def no(question: Text) -> bool:
        asked.append(str(question))
        assert "    + dtparam=spi=on" in pi.said
        assert "run usermod -aG gpio pi" in pi.said
        return False

    choices = SetupChoices(service=False, root=pi.root)
    with pytest.raises(MakerError, match="nothing was changed"):
        run_setup(path, choices, pi.say, no, pi.system)
    assert asked == ["Make these changes?"]
    assert pi.files() == before
    run_setup(path, choices, pi.say, lambda _: True, pi.system)
    assert pi.said[-1] == "The Pi has to be restarted for that."
    assert pi.files() != before


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ("boot/firmware/config.txt", "this is not Raspberry Pi OS: there is no"),
        ("etc/group", "the system has no group audio, gpio and spi"),
    ],
)
def test_a_system_that_cannot_be_set_up_is_one_line(pi: Pi, spoil: str, said: str) -> None:
    (pi.root / spoil).unlink()
    before = pi.files()
    with pytest.raises(MakerError) as refused:
        pi.set_up(STAR_SPI)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert pi.files() == before


def test_a_command_that_fails_is_told_and_the_next_run_goes_on(pi: Pi) -> None:
    pi.fails = "usermod"
    with pytest.raises(MakerError, match="usermod -aG gpio pi failed: usermod: user 'pi' does not"):
        pi.set_up(STAR_SPI)
    pi.fails = ""
    pi.set_up(STAR_SPI)
    assert plan_setup(pi.system, pi_needs(STAR_SPI)) == []
    pi.undo()
    assert pi.files()["etc/group"] == GROUP


def test_a_damaged_record_is_told(pi: Pi) -> None:
    (pi.root / RECORD).parent.mkdir(parents=True)
    (pi.root / RECORD).write_text("{")
    with pytest.raises(MakerError, match="is damaged"):
        pi.undo()


lines = st.lists(
    st.sampled_from(["dtparam=spi=on", "[pi4]", "", "# words", "dtoverlay=w1-gpio,gpiopin=4"])
)


@given(lines, st.booleans())
def test_undoing_gives_any_file_back(given_lines: list[str], one_wire: bool) -> None:
    text = "".join(f"{line}\n" for line in given_lines)
    disabled = ("w1-gpio",) if one_wire else ()
    changed = with_settings(text, {"pi4": ("core_freq=500",)}, disabled)
    assert changed.endswith("[all]\n# board-companion: end\n")
    assert with_settings(changed, {"pi4": ("core_freq=500",)}, disabled) == changed
    assert without_settings(changed) == text
    assert not one_wire or "\ndtoverlay=w1-gpio" not in f"\n{changed}"


def test_consoles_are_those_of_a_serial_port() -> None:
    assert serial_consoles(CMDLINE) == ["console=serial0,115200"]
    without = without_consoles(CMDLINE)
    assert serial_consoles(without) == []
    assert "console=tty1" in without
    assert with_consoles(without, ["console=serial0,115200"]) == CMDLINE


def test_the_command_needs_a_configuration_and_says_what_it_would_do(
    pi: Pi, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUDO_USER", raising=False)
    path = tmp_path / "board.toml"
    path.write_text('version = 3\n[port]\nkind = "direct"\n')
    words = ["setup", "--config", str(path), "--root", str(pi.root), "--user", "pi"]
    before = pi.files()
    code, out, _ = run(capsys, *words, "--dry-run")
    assert code == 0
    assert "+ dtparam=spi=on" in out
    assert pi.files() == before
    code, _, err = run(capsys, "setup", "--root", str(pi.root))
    assert code == 1
    assert "--config is missing" in err


class Services:
    """What would install and remove the service. done: what it was asked for, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        where = "companion.maker.setup_dialog.service"
        monkeypatch.setattr(f"{where}.install", lambda *_: self.done.append("install"))
        monkeypatch.setattr(f"{where}.remove", lambda *_: self.done.append("remove"))
        monkeypatch.setattr("os.geteuid", lambda: 0)


def test_a_whole_setup_on_this_system_and_back(
    pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, services = tmp_path / "board.toml", Services(monkeypatch)
    path.write_text('version = 3\n[port]\nkind = "direct"\n')
    asked: list[str] = []

    def yes(question: Text) -> bool:
        asked.append(str(question))
        return True

    run_setup(path, SetupChoices(), pi.say, yes, pi.system)
    assert asked == ["Make these changes?", "Restart it now?"]
    assert pi.commands[-1] == ("systemctl", "reboot")
    asked.clear()
    run_setup(path, SetupChoices(), pi.say, yes, pi.system)
    assert (asked, pi.said[-1]) == ([], "Nothing to change: the system is as it should be.")
    run_setup(path, SetupChoices(dry_run=True, undo=True), pi.say, yes, pi.system)
    run_setup(None, SetupChoices(undo=True, yes=True, user="root"), pi.say, yes, pi.system)
    assert (asked, services.done) == ([], ["install", "install", "remove"])
    assert pi.files()["boot/firmware/config.txt"] == CONFIG_TXT


def test_a_setup_that_cannot_be_is_one_line(
    pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.toml"
    path.write_text('version = 3\n[port]\nkind = "direct"\n')
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(MakerError, match="--config is missing"):
        run_setup(None, SetupChoices(), pi.say, None, pi.system)
    with pytest.raises(MakerError, match=f"this needs root: sudo .*setup --config {path}"):
        run_setup(path, SetupChoices(), pi.say, None, pi.system)
    with pytest.raises(MakerError, match=r"this needs root: sudo .*setup --undo"):
        run_setup(None, SetupChoices(undo=True), pi.say, None, pi.system)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("sys.stdin", StringIO())
    with pytest.raises(MakerError, match="there is no terminal; --yes answers for you"):
        run_setup(path, SetupChoices(service=False), pi.say, None, pi.system)
