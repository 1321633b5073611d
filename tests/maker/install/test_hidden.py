"""What the unit hides from the service is refused, whatever setting names it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.base.toml import shown
from companion.config import Config, MenuSettings
from companion.device.ports.port_kinds import PortSettings
from companion.maker.install import program as programs
from companion.maker.install.hidden import check_visible
from companion.maker.install.program import InstallError
from companion.opponents.external.engine_settings import EngineSettings, LevelSettings
from companion.remote.mqtt.broker_settings import RemoteSettings

FILES = ("password_file", "ca", "cert", "key")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(programs, "HOMES", (tmp_path / "home",))
    monkeypatch.setattr(programs, "_TEMPORARY", (tmp_path / "tmp",))
    return tmp_path


def engine(*command: str, **options: str) -> Config:
    return Config(engines={"fish": EngineSettings(command=command, options={**options})})


def refused(config: Config, *bound: Path) -> str:
    with pytest.raises(InstallError) as error:
        check_visible(config, bound)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("key", FILES)
@pytest.mark.parametrize("inside", ["home/pi/secret", "tmp/secret", "opt/../home/secret"])
def test_a_file_of_the_broker_in_a_hidden_folder_is_refused(
    folder: Path, key: str, inside: str
) -> None:
    remote = msgspec.structs.replace(RemoteSettings(), **{key: f"{folder}/{inside}"})
    assert refused(Config(remote=remote)) == (
        f"remote.{key} is {shown(f'{folder}/{inside}')}, which is hidden from the service: put it "
        "where every user may read it, for example in /etc/board-companion, and change the "
        "configuration"
    )


@pytest.mark.parametrize("value", ["~/secret", "~pi/secret"])
def test_a_file_in_ones_own_home_is_refused(value: str) -> None:
    assert refused(Config(remote=RemoteSettings(ca=value))).startswith(f"remote.ca is '{value}'")


def test_a_link_into_a_hidden_folder_is_refused(folder: Path) -> None:
    (folder / "ca.pem").symlink_to(folder / "home/pi/ca.pem")
    assert "remote.ca is" in refused(Config(remote=RemoteSettings(ca=str(folder / "ca.pem"))))


def test_an_engine_in_a_hidden_folder_is_refused_with_where_programs_belong(folder: Path) -> None:
    path = f"{folder}/home/pi/fish"
    assert refused(engine(path, "--fast")) == (
        f"engines.fish.command is {shown(path)}, which is hidden from the service: put it "
        "where every user may read it, for example in /usr/local/bin, and change the configuration"
    )
    off = Config(menu=MenuSettings(shut_down=(f"{folder}/home/pi/off",)))
    assert refused(off).startswith("menu.shut_down is")


def test_what_an_engine_is_given_is_refused_too(folder: Path) -> None:
    home = f"{folder}/home/pi"
    assert "engines.fish.command[1] is" in refused(engine("python3", f"{home}/fish.py"))
    assert "engines.fish.command[1] is" in refused(engine("fish", f"--book={home}/book"))
    assert "engines.fish.options.SyzygyPath is" in refused(
        engine("fish", SyzygyPath=f"/opt/tables:{home}/tables")
    )
    level = LevelSettings(options={"EvalFile": f"{folder}/tmp/net"})
    config = Config(engines={"fish": EngineSettings(command=("fish",), levels={"easy": level})})
    assert "engines.fish.levels.easy.options.EvalFile is" in refused(config)


def test_what_the_service_sees_is_accepted(folder: Path) -> None:
    venv = folder / "home/pi/board-companion/.venv"
    for config in (
        Config(),
        Config(port=PortSettings(kind="pico", device="/dev/ttyACM0")),
        Config(remote=RemoteSettings(ca="/etc/ssl/ca.pem", password_file="password")),
        engine("/usr/games/stockfish", "~", SyzygyPath="/opt/a:/opt/b", Style="~soft~"),
        engine(f"{venv}/bin/fish"),
    ):
        check_visible(config, [venv])
