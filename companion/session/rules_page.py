"""Builds the message with the rules of a game: its page, its board, and examples of its moves."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import msgspec

from companion.base.text import Text, verbatim
from companion.coach.game_summary import summary_of
from companion.coach.move_examples import ExampleFrame, MoveExample, move_examples
from companion.coach.rule_pages import as_html, read_rules
from companion.device.lamps.frame import frame
from companion.device.lamps.legend import LEGEND, legend_entry
from companion.device.lamps.palette import Palette, find_palette
from companion.device.lamps.scene import Meaning, Scene
from companion.games.registry import make
from companion.protocol.commands import Learn
from companion.protocol.views import ExampleView, FrameView, LampView, LegendView, RulesPage
from companion.rules import AnyGame
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
    page = _page(game.name, tuple(game.chosen.items()), palette.name)
    told = read_rules(type(game), language)
    return msgspec.structs.replace(page, asked=asked.options, page=as_html(told))


@lru_cache(maxsize=16)
def _page(name: str, options: tuple[tuple[str, str], ...], palette: str) -> RulesPage:
    game, colours = make(name, dict(options)), find_palette(palette)
    table = view_builder.greeting(game, {}, simulated=False, solvable=False, puzzles=())
    examples = move_examples(game, Random(_SEED).randrange)  # noqa: S311 - games, not secrets
    return RulesPage(
        game=name,
        asked={},
        summary=summary_of(type(game)),
        page="",
        table=msgspec.structs.replace(table, games=()),
        start=tuple(tuple(piece.text for piece in stack) for stack in game.stacks(game.start())),
        position=game.position_text(game.start()),
        fields=game.position_fields,
        examples=tuple(_example(game, example, colours) for example in examples),
        legend=_legend(game, colours),
    )


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
