"""Reads the golden data of this folder; README.md says where the figures come from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.registry import make
from companion.rules import AnyGame

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Setting:
    """A game with its options, and the text of a position of it (None: the start)."""

    game: str
    options: tuple[tuple[str, str], ...]
    text: str | None
    name: str

    def make(self) -> tuple[AnyGame, Any]:
        game = make(self.game, dict(self.options))
        return game, game.start() if self.text is None else game.parse_position(self.text)


@dataclass(frozen=True)
class Count:
    """One line of perft.txt."""

    setting: Setting
    depth: int
    nodes: int

    def __str__(self) -> str:
        return f"{self.setting.name}:{self.depth}"


@dataclass(frozen=True)
class Met:
    """One line of random.jsonl."""

    setting: Setting
    moves: tuple[str, ...]
    outcome: str


def _lines(name: str) -> list[str]:
    lines = (_HERE / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _pairs(words: list[str]) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, value in (word.split("=") for word in words))


@cache
def positions() -> dict[str, Setting]:
    """The positions of positions.txt by name."""
    found = {}
    for line in _lines("positions.txt"):
        name, head, text = line.split(" | ")
        game, *words = head.split()
        found[name] = Setting(game, _pairs(words), text, f"{game}:{name}")
    return found


@cache
def counts() -> tuple[Count, ...]:
    """The lines of perft.txt."""
    found = []
    for line in _lines("perft.txt"):
        head, figures = line.split(" | ")
        game, *words = head.split()
        depth, nodes = map(int, figures.split())
        options = _pairs([word for word in words if not word.startswith("from=")])
        start = [word.removeprefix("from=") for word in words if word.startswith("from=")]
        text = positions()[start[0]].text if start else None
        found.append(Count(Setting(game, options, text, ":".join((game, *words))), depth, nodes))
    return tuple(found)


@cache
def met() -> tuple[Met, ...]:
    """The lines of random.jsonl."""
    found = []
    for line in _lines("random.jsonl"):
        record = json.loads(line)
        options = tuple((key, str(value)) for key, value in record["options"].items())
        name = ":".join((record["game"], *(f"{key}={value}" for key, value in options)))
        setting = Setting(record["game"], options, record["text"], name)
        found.append(Met(setting, tuple(record["moves"]), record["outcome"]))
    return tuple(found)
