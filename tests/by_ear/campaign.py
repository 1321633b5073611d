"""Thousands of turns by ear: every game, with mishaps and questions, from set-up to the end."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.games.registry import kinds, make
from companion.rules import AnyGame, Match, Seat
from companion.testing import VirtualTable
from tests.by_ear.mishaps import MISHAPS
from tests.by_ear.player import PlayerByEar
from tests.ear import listen_to

_EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
_PACKAGES = {
    "chess": ("chess", "companion_chess.chess", "Chess"),
    "draughts": ("classic-games", "companion_classics.draughts", "Draughts"),
    "morris": ("classic-games", "companion_classics.morris", "Morris"),
    "alquerque": ("old-games", "companion_old_games.alquerque", "Alquerque"),
    "fox_and_geese": ("old-games", "companion_old_games.fox_and_geese", "FoxAndGeese"),
    "hare_and_hounds": ("old-games", "companion_old_games.hare_and_hounds", "HareAndHounds"),
    "konane": ("old-games", "companion_old_games.konane", "Konane"),
    "three_mens_morris": (
        "old-games",
        "companion_old_games.three_mens_morris",
        "ThreeMensMorris",
    ),
}
"""The games of docs/examples, with their folder, module and class."""

GAMES = (*kinds(), *_PACKAGES)
"""All games that are played."""

_MISHAPS = 0.25  # how often one happens before a turn
_LONG = 150  # turns after which a player resigns
_LOOKS = 0.2


@dataclass(slots=True)
class Tally:
    """What has been played.

    turns:    the turns that were made.
    stuck:    where the player did not know what to do: what was said last.
    """

    games: int = 0
    resigned: int = 0
    turns: int = 0
    acts: int = 0
    asked: int = 0
    mishaps: Counter[str] = field(default_factory=Counter)
    stuck: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.resigned += other.resigned
        self.turns += other.turns
        self.acts += other.acts
        self.asked += other.asked
        self.mishaps += other.mishaps
        self.stuck += other.stuck


def game(name: str) -> AnyGame:
    """Return a game of the box, or of docs/examples."""
    if name not in _PACKAGES:
        return make(name)
    folder, module, kind = _PACKAGES[name]
    path = str(_EXAMPLES / folder)
    if path not in sys.path:
        sys.path.append(path)
    made: AnyGame = getattr(import_module(module), kind)()
    return made


class _Life:
    """What happens between the turns of one game. turns: how many have been made."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self.turns = 0
        self.tally = Tally()

    def __call__(self, player: PlayerByEar) -> bool:
        if self._rng.random() < _MISHAPS:
            name = self._rng.choice(list(MISHAPS))
            self.tally.mishaps[name] += 1
            MISHAPS[name](player, self._rng)
            return True
        self.turns += 1
        if self.turns % _LONG == 0:
            self.tally.resigned += 1
            player.press(3.0)
            player.choose_if("resign|give up", "back to the game", hold=3.5)
            return True
        return False


def play(name: str, seed: int) -> Tally:
    """Play one game from its set-up to its end."""
    rng = Random(seed)
    life = _Life(seed)
    tally = life.tally
    with TemporaryDirectory() as folder, VirtualTable(Path(folder), bare=True) as table:
        played = game(name)
        computers = {}
        if len(played.seats) > 1 and name in kinds() and rng.random() < 0.5:
            computers = {Seat(rng.randrange(len(played.seats))): "beginner"}
        table.begin_match(Match(played), computers)
        ear = listen_to(table, looks=_LOOKS)
        player = PlayerByEar(table, ear, seed, life)
        try:
            player.play()
            assert table.match.over, f"the end was said, but not reached: {ear.words[-3:]}"
        except AssertionError as lost:
            tally.stuck.append(f"{name}, seed {seed}: {lost}")
        tally.games, tally.turns = 1, life.turns
        tally.acts, tally.asked = player.acts, player.asked
    return tally


def rounds(games: tuple[str, ...], seed: int) -> Iterator[tuple[str, int]]:
    """Yield game after game, each with a seed of its own, without end."""
    while True:
        for name in games:
            yield name, seed
            seed += 1
