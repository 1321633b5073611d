"""The command that installs an extra: it works from where its reader stands."""

from __future__ import annotations

import json
import shlex
import sys
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest

from companion.base import extras
from companion.base.extras import command_for, install_command, required


class _Installed:
    """What pip has noted of the program."""

    def __init__(self, origin: dict[str, Any] | None, *requires: str) -> None:
        self.requires = list(requires)
        self._origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self._origin is None else json.dumps(self._origin)


def told(monkeypatch: pytest.MonkeyPatch, installed: _Installed, extra: str) -> list[str]:
    monkeypatch.setattr(Distribution, "from_name", lambda _: installed)
    install_command.cache_clear()
    try:
        return shlex.split(install_command(extra))
    finally:
        install_command.cache_clear()


def test_a_folder_that_is_still_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a board"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    origin = {"url": folder.as_uri(), "dir_info": {"editable": True}}
    words = told(monkeypatch, _Installed(origin), "remote")
    assert words[0] == sys.executable
    assert words[-2:] == ["--editable", f"{folder}[remote]"]
    origin["dir_info"] = {}
    words = told(monkeypatch, _Installed(origin), "remote")
    assert words[-1] == f"{folder}[remote]"
    assert "--editable" not in words


@pytest.mark.parametrize("origin", [None, {"url": "file:///tmp/gone/board.whl"}])
def test_a_wheel_names_what_the_extra_needs(
    origin: dict[str, Any] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs = (
        "click>=8",
        'paho-mqtt>=2.1; extra == "remote"',
        "pyserial>=3.5; extra == 'serial'",
        "lgpio>=0.2.2; (sys_platform == 'linux') and extra == 'remote'",
    )
    words = told(monkeypatch, _Installed(origin, *needs), "remote")
    assert words[-2:] == ["paho-mqtt>=2.1", "lgpio>=0.2.2; (sys_platform == 'linux')"]
    assert required(needs, "serial") == ["pyserial>=3.5"]


def test_an_environment_without_pip_is_served_by_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    words = shlex.split(command_for("remote", "paho-mqtt>=2.1", editable=False))
    assert words == ["uv", "pip", "install", "--python", sys.executable, "paho-mqtt>=2.1"]
