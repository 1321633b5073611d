"""The menu on every kind of board: it opens, every question can be answered, and no two entries lie
on one point."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.base.errors import CompanionError
from companion.config import Config, GameSettings
from companion.device.ports import PortSettings, StripSettings
from companion.games.registry import in_menu_order, make
from companion.rules import Match, TurnMatch
from companion.rules.boards import LEAST
from companion.rules.geometry import Board
from companion.session.menu.builder import Draft, MenuBuilder
from companion.session.menu.menu import MenuPage
from tests.packages import Install, install

__all__ = ["install"]

_PORTS = (("pico", "pico"), ("matrix", "spi"), ("direct", "none"), ("simulated", "none"))
_BOARDS = ("", "star", "grid7", "grid8", "grid9", "nine", "five")
_ROOMY = 7
"""From so many points on, every entry that is needed most has one of its own."""

_MOST = 2000
"""Drafts that are followed; only Halma has more."""


def configs() -> Iterator[Config]:
    """Every kind of board with every game that it can carry."""
    for kind, route in _PORTS:
        for board in _BOARDS:
            for name in in_menu_order():
                config = Config(
                    port=PortSettings(kind, board=board),
                    strip=StripSettings(route),
                    game=GameSettings(name),
                )
                if fits(config, make(name).board):
                    yield config


def fits(config: Config, board: Board) -> bool:
    try:
        config.check(board)
    except CompanionError:
        return False
    return True


def pages(builder: MenuBuilder, match: TurnMatch) -> Iterator[MenuPage]:
    """Every page of a menu, with the game of every draft checked to begin."""
    lobby = builder.lobby()
    yield from (lobby, builder.main(match), builder.main(match, paused=False))
    yield from (builder.lessons(ends=True), builder.far_away(None), builder.clocks(""))
    drafts = [entry.does for entry in lobby.entries if isinstance(entry.does, Draft)]
    for _ in range(_MOST):
        if not drafts:
            return
        draft = drafts.pop()
        page = builder.ask(draft, ends=True)
        if page is None:
            builder.begin(draft)
            continue
        yield page
        drafts += [e.does for e in page.entries if isinstance(e.does, Draft)]


def doubled(page: MenuPage) -> bool:
    points = [entry.point for entry in page.entries if entry.point is not None]
    return len(points) != len(set(points)) or min(points) < 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "config", list(configs()), ids=lambda c: f"{c.port.kind} {c.port.board} {c.game.name}"
)
def test_every_menu_opens_and_its_entries_lie_apart(config: Config) -> None:
    game = config.make_game()
    builder = MenuBuilder(game.board, game.name, {}, lambda b: fits(config, b), meets=True)
    for page in pages(builder, TurnMatch(Match(game))):
        assert not doubled(page), page.title


@pytest.mark.parametrize(("kind", "route"), [("pico", "pico"), ("matrix", "spi")])
def test_an_unnamed_board_opens_its_menu(kind: str, route: str) -> None:
    config = Config(port=PortSettings(kind), strip=StripSettings(route))
    game = config.make_game()
    builder = MenuBuilder(game.board, game.name, {}, lambda board: fits(config, board))
    assert not any(doubled(page) for page in pages(builder, TurnMatch(Match(game))))


@pytest.mark.parametrize("points", range(LEAST, 21))
def test_a_small_board_leaves_entries_to_the_button(install: Install, points: int) -> None:
    install("tiny-games", ("tests.tiny:Tiny",), ("tests.tiny:ROW",))
    row = range(points)
    board = Board(
        f"row{points}",
        [f"p{n}" for n in row],
        [row],
        [(float(n), 0.0) for n in row],
        [row],
        style="points",
    )
    builder = MenuBuilder(board, "tiny", {}, lambda board: board.name == "row9", meets=True)
    for page in pages(builder, TurnMatch(Match(make("tiny")))):
        assert not doubled(page), page.title
    places = [(str(e.text), e.point) for e in builder.main(TurnMatch(Match(make("tiny")))).entries]
    assert ("the same game again", points - 1) in places
    assert ("back to the game", points - 2) in places
    needed = {"another game", "resign", "the same game again", "back to the game", "shut down"}
    assert needed <= {text for text, point in places if point is not None or points < _ROOMY}
    lobby = [entry for entry in builder.lobby().entries if isinstance(entry.does, Draft)]
    assert all(entry.point is not None for entry in lobby) or points < _ROOMY
    assert lobby[-1].point == points - 1
