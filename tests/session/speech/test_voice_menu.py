"""The voice is set by the board's menu, with the button alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import parse_config
from companion.device.speech.speech_settings import SpeechSettings
from companion.rules.geometry import STAR
from companion.session.features.menu_feature import MenuFeature
from companion.session.menu.builder import MenuBuilder
from companion.testing import Hands, VirtualTable
from tests.by_ear.player import PlayerByEar
from tests.ear import listen_to


def test_the_menu_sets_what_the_board_says(tmp_path: Path) -> None:
    config = parse_config('[port]\nkind = "direct"\n')
    with VirtualTable(tmp_path, config, bare=True) as table:
        table.begin()
        hands = Hands(table)
        hands.set_up()
        ear = listen_to(table)
        player = PlayerByEar(table, ear)
        player.press(3.0)
        player.choose("set what the board says")
        player.choose("errors and questions")
        assert table.session.current.config.speech.level == "errors"
        assert table.session.features.find(MenuFeature).mode is not None


def test_the_menu_sets_how_the_board_speaks(tmp_path: Path) -> None:
    config = parse_config('[port]\nkind = "direct"\n[speech]\nlevel = "everything"\n')
    with VirtualTable(tmp_path, config, bare=True) as table:
        table.begin()
        hands = Hands(table)
        hands.set_up()
        ear = listen_to(table, adjusts=True)
        player = PlayerByEar(table, ear)
        player.press(3.0)
        player.choose("set what the board says")
        said = player.choose("faster")
        assert said == ["What the board says. faster. Speed: 120 percent."]
        assert ear.deliveries[-1].rate == 120
        player.press(1.0)  # the same entry once more
        player.listen()
        assert table.session.current.config.speech.rate == 140
        player.choose("softer")
        assert ear.deliveries[-1].volume == 80
        player.choose("letters as words")
        player.choose("set what the board says")
        player.choose("quiet hours")
        player.choose("from 22:00 to 7:00")
        speech = table.session.current.config.speech
        assert (speech.rate, speech.volume, speech.letters) == (140, 80, "words")
        assert speech.quiet == "22:00-7:00"


@pytest.mark.parametrize(("volume", "lowered"), [(0, []), (20, []), (30, [20]), (100, [80])])
def test_the_menu_never_makes_the_voice_inaudible(volume: int, lowered: list[int]) -> None:
    page = MenuBuilder(STAR, "solomon", {}).voices(SpeechSettings(volume=volume))
    assert [e.does.value for e in page.entries if e.text == "softer"] == lowered  # type: ignore[attr-defined]


def test_simulated_boards_leave_the_voice_to_the_page(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin()
        Hands(table).set_up()
        Hands(table).press(3.0)
        menu = table.state.menu
        assert menu is not None
        assert "set what the board says" not in [entry.text for entry in menu.entries]
