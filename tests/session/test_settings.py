"""Settings that are changed on the page take effect at once, in the game in progress."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config, TimingSettings
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.lamps.scene import Meaning
from companion.device.ports.port_kinds import PortSettings
from companion.hands import Phase
from companion.protocol.commands import Adjust, Arrange, Back, Lift, New, Palette, Put
from companion.protocol.views import Refused, SettingsView, SettingValue
from tests.session.virtual import Virtual


def begun(directory: Path, config: Config | None = None) -> Virtual:
    table = Virtual(directory, config)
    table.begin("solomon")
    table.session.live.pieces.obey(Arrange())  # type: ignore[union-attr]
    table.wait(1)
    assert table.phase is Phase.REST
    return table


def told(table: Virtual) -> dict[str, SettingValue]:
    """The settings that the page was told last."""
    views = [message for message in table.heard if isinstance(message, SettingsView)]
    return {one.key: one.value for one in views[-1].settings}


def brightest(table: Virtual) -> int:
    return max(table.frames[-1])


def test_a_page_is_told_the_settings_when_it_joins(tmp_path: Path) -> None:
    table = begun(tmp_path, Config(lights=LightSettings(brightness=0.3)))
    assert told(table)["lights.brightness"] == 0.3


def test_brightness_changes_at_once_and_in_later_games(tmp_path: Path) -> None:
    table = begun(tmp_path)
    before = brightest(table)
    table.say(Adjust("lights.brightness", 0.3))
    assert told(table)["lights.brightness"] == 0.3
    assert brightest(table) == pytest.approx(before / 2, abs=1)
    table.say(New("crowning"))
    table.say(New("solomon"))
    table.wait(1)
    assert brightest(table) == pytest.approx(before / 2, abs=1)


def test_dark_lamps_stay_dark_until_they_are_wanted_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.say(Adjust("lights.brightness", 0))
    assert brightest(table) == 0
    table.say(Adjust("lights.brightness"))
    assert brightest(table) > 0
    assert told(table)["lights.brightness"] == 0.6


@pytest.mark.parametrize("command", [Palette("safe"), Adjust("lights.palette", "safe")])
def test_the_palette_is_a_setting_however_it_is_changed(
    tmp_path: Path, command: Palette | Adjust
) -> None:
    table = begun(tmp_path)
    before = table.frames[-1]
    table.say(command)
    assert table.state.palette == told(table)["lights.palette"] == "safe"
    assert table.frames[-1] != before


def test_only_the_page_that_asked_is_told_what_was_refused(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.say(Adjust("timing.settle", 9000, page="a"))
    (refused,) = (message for message in table.heard if isinstance(message, Refused))
    assert "timing.settle" in refused.text
    assert refused.page == "a"
    assert table.state.warning == ""
    table.say(Adjust("timing.settle", 9000))
    assert "timing.settle" in table.state.warning


def test_the_last_move_is_marked_as_soon_as_that_is_wanted(tmp_path: Path) -> None:
    table = begun(tmp_path)
    _slide(table)
    assert not table.lit(Meaning.LAST_MOVE)
    table.say(Adjust("lights.last_move", True))
    assert table.lit(Meaning.LAST_MOVE)


def test_a_board_settles_as_long_as_was_set(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.say(Adjust("timing.settle", 2000))
    _slide(table, rest=1.5)
    assert table.texts == []
    table.say(Adjust("timing.settle", 20))  # also for the move that is being waited for
    assert table.texts == ["14-9"]


def test_the_clock_is_that_of_the_next_game(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.say(Adjust("game.clock", "fischer 5+3"))
    assert table.session.match.clock is None
    assert table.session.current.clock == "fischer 5+3"
    table.session.current.begin_new(table.session.game, {}, table.now)
    assert table.session.match.clock is not None


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (Adjust("lights.brightness", 7), "lights.brightness is 7"),
        (Adjust("lights.brightness", "x"), "write a number"),
        (Adjust("timing.settle", 1), "choose from 20 to 2000 ms"),
        (Adjust("lights.palette", "sage"), "did you mean 'safe'"),
        (Adjust("game.clock", "-1"), "there is no kind '-1'"),
        (Adjust("page.port", 80), "the page has no setting 'page.port'"),
    ],
)
def test_a_bad_value_is_refused_in_one_line(tmp_path: Path, command: Adjust, says: str) -> None:
    table = begun(tmp_path)
    before = told(table)
    table.say(command)
    assert says in table.state.warning
    assert "\n" not in table.state.warning
    assert told(table) == before
    table.say(Adjust("page.title", "Attic"))
    assert table.state.warning == ""


def test_a_game_goes_on_while_settings_change(tmp_path: Path) -> None:
    quick = TimingSettings(settle=20)
    table = begun(tmp_path, Config(port=PortSettings(), timing=quick))
    table.say(Lift("14", "a"))
    table.say(Adjust("lights.brightness", 0.2))
    table.say(Adjust("timing.pause", 0))
    assert table.phase is Phase.HAND
    table.say(Put("9", "a"))
    table.wait(0.5)
    assert table.texts == ["14-9"]
    table.say(Back())
    assert table.texts == []


def _slide(table: Virtual, rest: float = 1.0) -> None:
    table.say(Lift("14", "a"))
    table.wait(0.3)
    table.say(Put("9", "a"))
    table.wait(rest)
