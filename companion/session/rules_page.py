"""Builds the message with the rules of a game: its page, its board, and examples of its moves."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from string import ascii_lowercase
from typing import Any

import msgspec

from companion.base.text import Text, verbatim
from companion.coach.game_summary import summary_of
from companion.coach.lessons import LESSONS, lesson_match
from companion.coach.move_examples import ExampleFrame, MoveExample, move_examples
from companion.coach.rule_pages import as_html, read_card, rules_html
from companion.device.lamps.frame import frame
from companion.device.lamps.legend import LEGEND, legend_entry
from companion.device.lamps.palette import Palette, find_palette
from companion.device.lamps.scene import Meaning, Scene
from companion.games.registry import make
from companion.protocol.commands import Learn
from companion.protocol.views import ExampleView, FrameView, LampView, LegendView, RulesPage
from companion.rules import AnyGame, InvalidPosition
from companion.rules.geometry import Board
from companion.session import view_builder
from companion.session.play.scene_builder import in_colours, lit_as

_SEED = 1  # of the example games: everybody is shown the same ones


def rules_page(asked: Learn, language: str = "") -> RulesPage:
    """Return the rules of a game, with its page in the given language if there is one.

    Raises:
        UnknownGame: If there is no such game.
        InvalidOption: If the game does not have these options.
        LightsError: If there is no such palette.
    """
    game, palette = make(asked.game, asked.options), find_palette(asked.palette)
    if asked.brief:
        board = msgspec.structs.replace(_board(game), asked=asked.options, brief=True)
        lesson = LESSONS.get(game.name)
        if any(board.start) or lesson is None:
            return board
        match = lesson_match(lesson)  # A board without pieces is no picture of a game.
        return msgspec.structs.replace(board, start=_texts(match.game, match.position))
    page = _page(game.name, tuple(game.chosen.items()), palette.name)
    told = rules_html(type(game), language, palette.colours)
    card = as_html(read_card(language))
    return msgspec.structs.replace(page, asked=asked.options, page=told, card=card)


@lru_cache(maxsize=16)
def _page(name: str, options: tuple[tuple[str, str], ...], palette: str) -> RulesPage:
    game, colours = make(name, dict(options)), find_palette(palette)
    examples = move_examples(game, Random(_SEED).randrange)  # noqa: S311 - games, not secrets
    return msgspec.structs.replace(
        _board(game),
        examples=tuple(_example(game, example, colours) for example in examples),
        legend=_legend(game, colours),
    )


def _board(game: AnyGame) -> RulesPage:
    """Return the page without rules, examples and lamps: what is needed to draw the start."""
    start = game.start()
    table = view_builder.greeting(game, {}, simulated=False, solvable=False, puzzles=())
    return RulesPage(
        game=game.name,
        asked={},
        summary=summary_of(type(game)),
        page="",
        table=msgspec.structs.replace(table, games=()),
        start=_texts(game, start),
        position=game.position_text(start),
        fields=game.position_fields,
        examples=(),
        legend=(),
        choices=tuple(_choices(game, number) for number in range(len(game.position_fields))),
    )


def _texts(game: AnyGame, position: Any) -> tuple[tuple[str, ...], ...]:
    """Return the texts of the pieces on every point."""
    return tuple(tuple(piece.text for piece in stack) for stack in game.stacks(position))


def _choices(game: AnyGame, field: int) -> dict[str, str]:
    """Return the texts of a field of positions that name who is to move, each with the seat."""
    parts = game.position_text(game.start()).split(" ")
    found: dict[str, str] = {}
    if field == 0:
        return found  # the placement
    for letter in ascii_lowercase:
        try:
            position = game.parse_position(" ".join([*parts[:field], letter, *parts[field + 1 :]]))
        except InvalidPosition:
            continue
        seat = game.to_act(position)
        if 0 <= seat < len(game.seats):
            found[letter] = game.seats[seat]
    return found if len(set(found.values())) > 1 else {}


def _legend(game: AnyGame, palette: Palette) -> tuple[LegendView, ...]:
    """Return the meanings of the lamps: first the colours of the seats, then each meaning."""
    lit = [lit_as(game.colour(seat)) for seat in range(len(game.seats))]
    seats = [
        LampView(verbatim(name), palette.hues[seat], bytes(palette.seat(seat)).hex(), ())
        for name, seat in zip(game.seats, lit, strict=True)
    ]
    groups = [
        LegendView(title, tuple(_lamp(m, lit[0], palette) for m in meanings))
        for title, meanings in LEGEND
    ]
    return LegendView(Text("The players"), tuple(seats)), *groups


def _lamp(meaning: Meaning, seat: int, palette: Palette) -> LampView:
    entry = legend_entry(meaning, palette)
    colour = palette.seat(seat) if entry.colour is None else entry.colour
    return LampView(entry.text, entry.look, bytes(colour).hex(), entry.beats, meaning.name.lower())


def _example(game: AnyGame, example: MoveExample, palette: Palette) -> ExampleView:
    return ExampleView(
        example.title,
        example.text,
        tuple(_frame(game, game.board, shown, palette) for shown in example.frames),
    )


def _frame(game: AnyGame, board: Board, shown: ExampleFrame, palette: Palette) -> FrameView:
    scene = in_colours(Scene(lamps=shown.lamps), game)
    return FrameView(
        shown.text,
        tuple(tuple(piece.text for piece in stack) for stack in shown.stacks),
        frame(scene, palette, 0.0, board.size).hex(),
        () if shown.moved is None else tuple(map(int, shown.moved)),
    )
