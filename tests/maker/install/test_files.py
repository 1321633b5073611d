"""What `companion install` writes, read by the programs that it is written for."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.config import Config, load_config
from companion.device.ports.computer import Requirements
from companion.device.ports.port_kinds import PortSettings, StripSettings
from companion.device.speech.speech_settings import SpeechSettings
from companion.maker.install.installed_files import (
    NAME,
    POLKIT_RULE,
    STATE_DIRECTORY,
    SYSUSERS,
    UDEV_RULES,
    UNIT,
    WATCHDOG,
    Service,
    files,
    quoted,
    unit,
)
from companion.maker.install.program import InstallError
from companion.maker.install.requirements import requirements
from tests import needs

ROOT = Path(__file__).parents[3]
SPI = load_config(ROOT / "hardware/board-spi.toml")
PWM = load_config(ROOT / "hardware/board-pwm.toml")
PICO = Config(port=PortSettings(kind="pico"), strip=StripSettings(route="pico"))
MATRIX = Config(port=PortSettings(kind="matrix"), strip=StripSettings(route="none"))
EVERY = {
    "spi": requirements(SPI, pio=False),
    "pwm": requirements(PWM, pio=False),
    "pio": requirements(PWM, pio=True),
    "pico": requirements(PICO, pio=False),
    "matrix": requirements(MATRIX, pio=False),
    "simulated": requirements(Config(), pio=False),
    "silent": requirements(replace(MATRIX, speech=SpeechSettings(level="off")), pio=False),
}


def service(
    rights: Requirements,
    command: Sequence[str] = ("/usr/bin/env", "play"),
    bound_paths: tuple[Path, ...] = (),
    write_path: str = "",
    power_off: bool = False,
) -> Service:
    return Service(tuple(command), bound_paths, write_path, rights, power_off)


def settings(text: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)


def analyze(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run systemd-analyze. folder: for what it writes."""
    command = [*needs.analyzing(needs.systemd_analyze(), folder), *words]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("rights", "groups", "devices"),
    [
        ("spi", "audio gpio spi", ["char-gpiochip rw", "char-spi rw", "char-alsa rw"]),
        ("pio", "audio gpio", ["char-gpiochip rw", "/dev/pio0 rw", "char-alsa rw"]),
        ("pico", "audio dialout", ["char-ttyACM rw", "char-alsa rw"]),
        ("matrix", "audio gpio", ["char-gpiochip rw", "char-alsa rw"]),
        ("silent", "gpio", ["char-gpiochip rw"]),
    ],
)
def test_service_has_a_user_of_its_own_and_no_more_than_its_devices(
    rights: str, groups: str, devices: list[str]
) -> None:
    text = unit(service(EVERY[rights]))
    assert settings(text, "User") == [NAME]
    assert settings(text, "SupplementaryGroups") == [groups]
    assert settings(text, "DeviceAllow") == devices
    assert settings(text, "DevicePolicy") == ["closed"]
    assert settings(text, "CapabilityBoundingSet") == [""]


def test_simulated_board_wants_no_device_and_no_rule() -> None:
    written = files(service(EVERY["simulated"]))
    assert written.keys() == {UNIT, SYSUSERS}
    assert settings(written[UNIT], "DeviceAllow") == []
    assert settings(written[UNIT], "SupplementaryGroups") == []


def test_only_lamps_on_pwm_want_root_and_the_unit_says_why() -> None:
    assert [name for name, rights in EVERY.items() if rights.root] == ["pwm"]
    written = files(service(EVERY["pwm"], power_off=True))
    assert written.keys() == {UNIT, UDEV_RULES}
    assert settings(written[UNIT], "User") == []
    assert "# Root: the lamps are on PWM" in written[UNIT]
    assert settings(written[UNIT], "CapabilityBoundingSet") == ["CAP_SYS_RAWIO"]


def test_modules_are_there_before_their_devices_are_allowed() -> None:
    for name, module in (("spi", "spidev"), ("pico", "cdc_acm")):
        text = unit(service(EVERY[name]))
        for key in ("Wants", "After"):
            assert settings(text, key) == [f"modprobe@{module}.service modprobe@snd.service"]
    assert settings(unit(service(EVERY["silent"])), "After") == []


def test_board_on_usb_is_known_by_the_name_that_its_firmware_gives_it() -> None:
    boot = (ROOT / "firmware/boot.py").read_text()
    named = re.search(r'manufacturer="([^"]+)"', boot)
    assert named is not None
    assert f'ATTRS{{manufacturer}}=="{named[1]}"' in files(service(EVERY["pico"]))[UDEV_RULES]


def test_every_rule_gives_its_device_to_a_group_that_the_service_is_in() -> None:
    for rights in EVERY.values():
        for rule in rights.rules:
            pairs = dict(re.findall(r'([A-Z]+(?:\{\w+\})?)=?="([^"]+)"(?:, |$)', rule))
            assert pairs["MODE"] == "0660"
            assert pairs["GROUP"] in rights.groups
            assert (
                ", ".join(
                    part for part in rule.split(", ") if re.fullmatch(r'[\w{}]+==?"[^"]+"', part)
                )
                == rule
            )


def test_games_are_logged_in_the_folder_that_systemd_makes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = unit(service(EVERY["spi"]))
    setting, cache = settings(text, "Environment")
    monkeypatch.setenv(*setting.split("=", 1))
    assert Config().journal.path.parent == Path(STATE_DIRECTORY)
    assert settings(text, "StateDirectory") == [STATE_DIRECTORY.name]
    assert settings(text, "CacheDirectory") == [NAME]
    assert cache == f"PYTHONPYCACHEPREFIX=%C/{NAME}"


@pytest.mark.parametrize("rights", EVERY)
def test_systemd_understands_every_word_of_the_unit(rights: str, tmp_path: Path) -> None:
    path = tmp_path / f"{NAME}.service"
    path.write_text(unit(service(EVERY[rights])))
    said = analyze(tmp_path, "verify", path)
    assert (said.returncode, _of(path, said)) == (0, [])
    path.write_text(path.read_text().replace("UMask=", "Umask="))
    said = analyze(tmp_path, "verify", path)
    assert len(_of(path, said)) == 1  # it would have been told


def test_systemd_runs_what_is_meant_whatever_it_is_called(tmp_path: Path) -> None:
    folder = tmp_path / "100 %h (a);b#é"
    folder.mkdir()
    (folder / "companion").symlink_to("/usr/bin/env")
    path = tmp_path / f"{NAME}.service"
    command = (str(folder / "companion"), "play", "--config", str(folder / "b.toml"))
    path.write_text(unit(service(EVERY["spi"], command, (folder,), str(folder / "games"))))
    said = analyze(tmp_path, "verify", path)
    assert (said.returncode, _of(path, said)) == (0, [])
    (folder / "companion").unlink()
    said = analyze(tmp_path, "verify", path)
    assert f"{folder}/companion is not executable" in said.stderr


def _of(path: Path, said: subprocess.CompletedProcess[str]) -> list[str]:
    """What was said of this unit, and not of the system's own."""
    return [line for line in said.stderr.splitlines() if path.name in line]


@pytest.mark.parametrize("word", ["a:b", "a\\b", "$HOME", "O'Hara", '"a"', "a\nb", "a\x00b"])
def test_name_that_systemd_would_read_otherwise_is_refused(word: str) -> None:
    with pytest.raises(InstallError, match="choose a name without"):
        quoted(word)


def test_service_is_kept_from_what_it_does_not_need(tmp_path: Path) -> None:
    path = tmp_path / f"{NAME}.service"
    path.write_text(unit(service(EVERY["spi"])))
    said = analyze(tmp_path, "security", "--offline=true", "--threshold=25", path)
    assert said.returncode == 0, said.stdout.splitlines()[-1]


def test_user_and_groups_are_made(tmp_path: Path) -> None:
    needs.root()  # also in a folder of one's own
    sysusers = needs.systemd_sysusers()
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("gpio:x:997:pi\n")
    path = tmp_path / "users.conf"
    path.write_text(files(service(EVERY["spi"]))[SYSUSERS])
    subprocess.run([sysusers, f"--root={tmp_path}", path], check=True, capture_output=True)
    (user,) = (tmp_path / "etc/passwd").read_text().splitlines()
    assert user.startswith(f"{NAME}:")
    assert user.endswith(f":{STATE_DIRECTORY}:/usr/sbin/nologin")
    groups = (tmp_path / "etc/group").read_text().splitlines()
    assert "gpio:x:997:pi" in groups  # those that are there stay as they are
    assert any(line.startswith("spi:") for line in groups)


def test_right_to_shut_down_is_for_the_services_user_and_for_nothing_else() -> None:
    node = needs.node()
    rule = files(service(EVERY["spi"], power_off=True))[POLKIT_RULE]
    asked = [
        (NAME, "org.freedesktop.login1.power-off"),
        (NAME, "org.freedesktop.login1.power-off-multiple-sessions"),
        (NAME, "org.freedesktop.login1.reboot"),
        ("pi", "org.freedesktop.login1.power-off"),
    ]
    script = f"""
        let rule;
        const polkit = {{ addRule: (made) => {{ rule = made; }}, Result: {{ YES: "yes" }} }};
        {rule}
        console.log(JSON.stringify({json.dumps(asked)}.map(
            ([user, id]) => rule({{ id }}, {{ user }}) ?? "not handled")));
    """
    said = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(said.stdout) == ["yes", "yes", "not handled", "not handled"]
    assert POLKIT_RULE not in files(service(EVERY["spi"]))


def test_program_is_started_anew_when_it_fails_or_hangs() -> None:
    text = unit(service(EVERY["spi"]))
    assert settings(text, "Type") == ["notify"]
    assert settings(text, "Restart") == ["on-failure"]
    assert settings(text, "WatchdogSec") == [str(WATCHDOG)]
