"""The voice is set by the board's menu, with the button alone."""

from __future__ import annotations

from pathlib import Path

from companion.config import parse_config
from companion.session.features.menu_feature import MenuFeature
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


def test_simulated_boards_leave_the_voice_to_the_page(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin()
        Hands(table).set_up()
        Hands(table).press(3.0)
        menu = table.state.menu
        assert menu is not None
        assert "set what the board says" not in [entry.text for entry in menu.entries]
