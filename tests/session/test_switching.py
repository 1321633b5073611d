"""Switching on and shutting down: what `companion play` makes of the menu."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.app.loop import Loop
from companion.app.play import play
from companion.app.start import PlayRequest, start
from companion.config import Config, JournalSettings, MenuSettings, PageSettings, parse_config
from companion.device.ports.port_kinds import PortSettings
from companion.games.registry import make
from companion.records.journal import reader
from companion.rules import CompanionError
from companion.testing.pins import mock_switches
from companion.testing.strip import CapturedStrip
from tests.records.journal.games import unfinished
from tests.session.virtual import Virtual


def config(directory: Path, kind: str = "simulated", *shut_down: str) -> Config:
    return Config(
        port=PortSettings(kind="direct") if kind == "direct" else PortSettings(),
        journal=JournalSettings(directory=str(directory)),
        page=PageSettings(enabled=False),
        menu=MenuSettings(shut_down=shut_down),
    )


def started(settings: Config, wish: PlayRequest) -> tuple[Loop, str]:
    """A loop in which `companion play` has begun, and what that has said."""
    loop, said = Loop(settings), list[str]()
    start(loop, settings, wish, said.append)
    return loop, "\n".join(said)


def cut_off(directory: Path) -> None:
    table = Virtual(directory)
    table.begin("nim")
    table.session.close()


def test_wooden_board_asks_what_to_play(tmp_path: Path) -> None:
    with mock_switches(), CapturedStrip() as strip:
        loop, said = started(config(tmp_path, "direct"), PlayRequest())
        assert "Choose a game on the board" in said
        assert reader.list_logs(tmp_path) == []
        assert any(map(any, strip.frames))
        loop.session.close()


def test_wooden_board_plays_what_is_named(tmp_path: Path) -> None:
    with mock_switches(), CapturedStrip():
        loop, said = started(config(tmp_path, "direct"), PlayRequest(make("nim")))
        assert said.startswith("Solomon Nim begins")
        loop.session.close()


def test_wooden_board_goes_on_with_what_was_cut_off(tmp_path: Path) -> None:
    cut_off(tmp_path)
    with mock_switches(), CapturedStrip():
        loop, said = started(config(tmp_path, "direct"), PlayRequest())
        assert said.startswith("Solomon Nim continues")
        loop.session.close()


def test_simulated_board_asks_where_that_is_wished_for(tmp_path: Path) -> None:
    loop, said = started(config(tmp_path), PlayRequest())
    assert said.startswith("Solomon begins")
    loop.session.close()
    loop, said = started(config(tmp_path / "other"), PlayRequest(menu=True))
    assert "Choose a game" in said
    loop.session.close()


def test_menu_may_be_opened_over_what_was_cut_off(tmp_path: Path) -> None:
    cut_off(tmp_path)
    loop, said = started(config(tmp_path), PlayRequest(menu=True))
    assert said.startswith("Solomon Nim continues")
    assert any(lamp.meaning.name == "ENDS" for _, lamp in loop.session.lights.lamps)
    loop.session.close()


def test_new_and_menu_together_leave_what_was_cut_off(tmp_path: Path) -> None:
    cut_off(tmp_path)
    loop, said = started(config(tmp_path), PlayRequest(fresh=True, menu=True))
    assert "Choose a game" in said
    assert unfinished(tmp_path) is None
    loop.session.close()


@pytest.fixture
def shut_down_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody chooses to shut down as soon as the program runs."""
    run = Loop.run

    def running(loop: Loop) -> None:
        loop.session.current.stop()
        run(loop)

    monkeypatch.setattr(Loop, "run", running)
    monkeypatch.setattr("companion.app.play.signal.signal", lambda *_: None)


@pytest.mark.usefixtures("shut_down_at_once")
def test_shutting_down_runs_the_command_after_all_else(tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    command = (sys.executable, "-c", f"open({str(sign)!r}, 'w').close()")
    said: list[str] = []
    play(config(tmp_path / "games", "simulated", *command), PlayRequest(), said.append)
    assert sign.exists()
    assert unfinished(tmp_path / "games") is not None


@pytest.mark.usefixtures("shut_down_at_once")
def test_shutting_down_without_a_command_ends_the_program_and_says_so(tmp_path: Path) -> None:
    said: list[str] = []
    play(config(tmp_path), PlayRequest(), said.append)
    assert "Only this program ends" in said[-1]


@pytest.mark.usefixtures("shut_down_at_once")
def test_command_that_fails_is_one_line(tmp_path: Path) -> None:
    for command in (["/nowhere/poweroff"], [sys.executable, "-c", "raise SystemExit(3)"]):
        with pytest.raises(CompanionError, match=r"\[menu\] shut_down") as refused:
            play(config(tmp_path, "simulated", *command), PlayRequest(), lambda _: None)
        assert "\n" not in str(refused.value)


def test_command_is_read_from_the_configuration() -> None:
    read = parse_config('[menu]\nshut_down = ["systemctl", "poweroff"]\n')
    assert read.menu.shut_down == ("systemctl", "poweroff")
    with pytest.raises(CompanionError, match=r"menu\.shut_down"):
        parse_config('[menu]\nshut_down = "systemctl poweroff"\n')
