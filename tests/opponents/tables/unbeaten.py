"""Lets the computer play Solomon from the start against a player with ten-piece tables.

    python -m tests.opponents.tables.unbeaten FOLDER --games 200

FOLDER is that of `companion tables prove-solomon`. The computer takes each side in turn and plays
by the tables of endings that are installed, up to seven pieces if `companion tables build 7` was
run. The other player never spoils a draw or a win that its tables know of, and leaves the computer
as few moves that do not lose as it can. In one game of ten that the computer plays as Black, it
opens with 16-10, which loses. It needs numba.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random

from companion.games.solomon import Move, Solomon
from companion.opponents import knowledge_for
from companion.opponents.opponent import choose
from companion.rules import Match
from companion_research.outcomes import MOST_SOLVED, Outcomes
from companion_research.programs import OUTCOMES

GAME = Solomon()
BLUNDER = "16-10"


class Trapper:
    """The player with ten-piece tables."""

    def __init__(self, outcomes: Outcomes, random: Random) -> None:
        self._outcomes, self._random = outcomes, random

    def value(self, position: int) -> int:
        """What a position is worth to the player to move; 0 if that is not known."""
        if GAME.occupancy(position).bit_count() > MOST_SOLVED:
            values = (-self.value(after) for after in self._known_after(position))
            return max(values, default=0)
        if GAME.outcome(position).over:
            return 0 if GAME.outcome(position).winner is None else -1
        own, other, kings = GAME.seen_by_mover(position)
        if self._outcomes.attacker_wins(0, own, other, kings):
            return 1
        own, other, kings = (int(f"{points:019b}"[::-1], 2) for points in (own, other, kings))
        return -int(self._outcomes.attacker_wins(1, other, own, kings))

    def _known_after(self, position: int) -> list[int]:
        after = [GAME.advance(position, move) for move in GAME.moves(position)]
        return [each for each in after if GAME.occupancy(each).bit_count() <= MOST_SOLVED]

    def move(self, match: Match) -> Move:
        """A move that keeps what the position is worth, and is hard to answer."""
        before = [played.position for played in match.history]
        known = knowledge_for(GAME).best_moves(match.position, before)
        if known is not None and known.ending.value:
            chosen: Move = self._random.choice(known.moves)
            return chosen
        found: list[tuple[int, float, Move]] = []
        for move in GAME.moves(match.position):
            after = GAME.advance(match.position, move)
            replies = GAME.moves(after)
            safe = sum(self.value(GAME.advance(after, reply)) <= 0 for reply in replies)
            hard = safe / max(1, len(replies)) + self._random.random() / 3
            found.append((self.value(after), hard, move))
        return min(found)[2]


def main() -> None:
    """Play, and say how it went."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--first", type=int, default=0, help="the number of the first game")
    arguments.add_argument("--level", default="strong")
    arguments.add_argument("--effort", type=float, default=1.0, help="share of the level's nodes")
    given = arguments.parse_args()
    outcomes = Outcomes(given.folder / OUTCOMES, MOST_SOLVED)
    found: Counter[str] = Counter()
    for number in range(given.first, given.first + given.games):
        seat = number % 2
        trapper = Trapper(outcomes, Random(number))
        match = Match(GAME)
        lost_by = ""
        while not match.over:
            before = [played.position for played in match.history]
            if match.to_act == seat:
                move = choose(
                    GAME,
                    match.position,
                    given.level,
                    before=before,
                    seed=number,
                    effort=given.effort,
                ).move
                text = GAME.move_text(match.position, move)
                worth = trapper.value(match.position)
                kept = -trapper.value(GAME.advance(match.position, move))
                if kept < 0 <= worth and not lost_by:
                    lost_by = f"{GAME.position_text(match.position)}: {text}"
                if not before and text == BLUNDER:
                    found["opened with 16-10"] += 1
            elif not before and number % 20 == 1:
                found["faced 16-10"] += 1
                move = GAME.parse_move(match.position, BLUNDER)
            else:
                move = trapper.move(match)
            match.play(move)
        side = ("White", "Black")[seat]
        winner = match.outcome.winner
        result = "draws" if winner is None else "wins" if winner == seat else "losses"
        found[f"{side}: {result}"] += 1
        if GAME.move_text(GAME.start(), match.history[0].move) == BLUNDER and winner == 1:
            found["16-10 was punished"] += 1
        print(number, side, result, len(match.history), lost_by, flush=True)
    for what, count in sorted(found.items()):
        print(f"{count:4} {what}")


if __name__ == "__main__":
    main()
