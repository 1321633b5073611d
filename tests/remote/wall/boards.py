"""Boards to post: what their pages are told, and what a broker is told of them."""

from __future__ import annotations

import msgspec

from companion.base.languages import find_language
from companion.config import Config
from companion.games.registry import make
from companion.protocol.views import Hello, SettingsView, State
from companion.remote.wall.wall_poster import WallBoard
from companion.rules import Seat
from companion.rules.geometry import STAR
from companion.session import view_builder
from companion.session.settings.chosen import ChosenSettings
from tests.page.table import FakeTable

STATE: State = FakeTable().state


def hello(game: str = "solomon", *players: str) -> Hello:
    """A game's greeting, with the names of its players."""
    named = {Seat(seat): name for seat, name in enumerate(players)}
    return view_builder.greeting(make(game), {}, named, simulated=True, solvable=False, puzzles=())


def state_of(game: str) -> State:
    """The state at the start of a game."""
    return FakeTable(game).state


def titled(title: str) -> SettingsView:
    """The settings of a board with this name."""
    chosen = ChosenSettings(Config())
    chosen.change("page.title", title, STAR)
    return chosen.view


def posted(node: str, game: str = "solomon", title: str = "", **changes: object) -> WallBoard:
    """A board with a game on it."""
    board = WallBoard(node, find_language(["en"]).encode)
    if title:
        board.take(titled(title), 0.0)
    board.take(hello(game, "Anna", "Ben"), 0.0)
    board.take(msgspec.structs.replace(state_of(game), **changes), 0.0)
    return board
