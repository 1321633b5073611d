"""Makes the golden data of this folder again, by the rules core as it is: `make golden`.

Every line keeps what it asks: the game, its options, the position, the depth. What it answers is
worked out anew. Games of the printed card that are in no file yet get lines of their own: counts
from the start, and positions of random games. Data that has not changed leaves the files as they
are, byte by byte.

    python -m tests.golden.generate            counts of up to 100,000 moves
    python -m tests.golden.generate --deep     all of them; takes a while
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion.games.registry import make
from companion.rules import CHANCE, AnyGame
from tests import golden
from tests.conformance.option_sets import option_sets
from tests.published import PUBLISHED

HERE = Path(golden.__file__).parent
SHALLOW = 100_000  # moves
_NEW = 20_000  # moves in the deepest count of a game that is new
_MET = 100  # positions of such a game


def count(game: AnyGame, position: Any, depth: int, known: dict[tuple[Any, int], int]) -> int:
    """`perft`, with equal positions counted once."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.moves(position))
    if (position, depth) not in known:
        known[position, depth] = sum(
            count(game, game.advance(position, move), depth - 1, known)
            for move in game.moves(position)
        )
    return known[position, depth]


def counts(text: str, limit: float) -> str:
    """perft.txt with its counts of up to so many moves worked out anew, and new games added."""
    found = [line for line in text.splitlines() if line.startswith("#")]
    known: dict[golden.Setting, dict[tuple[Any, int], int]] = {}
    most: dict[
        golden.Setting, int
    ] = {}  # of the counts of a setting so far: the deep ones may be 0
    for line in golden.counts():
        nodes, setting = line.nodes, line.setting
        most[setting] = max(most.get(setting, 0), nodes)
        if most[setting] <= limit:
            game, position = setting.make()
            nodes = count(game, position, line.depth, known.setdefault(setting, {}))
        head = " ".join(setting.name.split(":"))
        found.append(f"{head} | {line.depth} {nodes}")
    have = {line.setting.game for line in golden.counts()}
    for name, options in option_sets():
        if name in PUBLISHED and name not in have:
            found += _new_counts(name, options)
    return "".join(f"{line}\n" for line in found)


def _new_counts(name: str, options: Mapping[str, str]) -> Iterator[str]:
    game, depth, nodes = make(name, options), 0, 1
    known: dict[tuple[Any, int], int] = {}
    while nodes * 8 < _NEW and depth < 12:
        depth += 1
        nodes = count(game, game.start(), depth, known)
        yield f"{' '.join((name, *(f'{k}={v}' for k, v in options.items())))} | {depth} {nodes}"


def positions(text: str) -> str:
    """positions.txt with every position read and printed again."""
    found = [line for line in text.splitlines() if line.startswith("#")]
    for name, setting in golden.positions().items():
        game, position = setting.make()
        head = " ".join((setting.game, *(f"{key}={value}" for key, value in setting.options)))
        found.append(f"{name} | {head} | {game.position_text(position)}")
    return "".join(f"{line}\n" for line in found)


def met(text: str) -> str:
    """random.jsonl with the moves and the outcome of every position worked out anew, and positions
    of new games added."""
    records = [json.loads(line) for line in text.splitlines()]
    have = {record["game"] for record in records}
    records += [record for name in PUBLISHED if name not in have for record in _new_records(name)]
    found = []
    for record in records:
        game = make(record["game"], record["options"])
        position = game.parse_position(record["text"])
        record["moves"] = sorted(game.move_text(position, m) for m in game.moves(position))
        record["outcome"] = game.outcome(position).text
        found.append(json.dumps(record))
    return "".join(f"{line}\n" for line in found)


def _new_records(name: str) -> list[dict[str, Any]]:
    random, found = Random(name), dict[str, dict[str, Any]]()
    sets = [options for game, options in option_sets() if game == name]
    while len(found) < _MET:
        options = random.choice(sets)
        game = make(name, options)
        position = game.start()
        for _ in range(random.randrange(200)):
            moves = game.moves(position)
            if not moves:
                break
            position = game.advance(position, _drawn(game, position, moves, random))
        text = game.position_text(position)
        record = {"game": name, "options": options, "text": text, "moves": [], "outcome": ""}
        found[f"{options} {text}"] = record
    return list(found.values())


def _drawn(game: AnyGame, position: Any, moves: Sequence[Any], random: Random) -> Any:
    if game.to_act(position) == CHANCE:
        return random.choices(moves, [game.weight(position, move) for move in moves])[0]
    return random.choice(moves)


def made(limit: float = SHALLOW) -> dict[str, str]:
    """The text of every file, by its name."""
    text = {name: (HERE / name).read_text(encoding="utf-8") for name in FILES}
    return {
        "perft.txt": counts(text["perft.txt"], limit),
        "positions.txt": positions(text["positions.txt"]),
        "random.jsonl": met(text["random.jsonl"]),
    }


FILES = ("perft.txt", "positions.txt", "random.jsonl")


def main() -> None:
    """Write the files that have changed, and print their names."""
    parser = argparse.ArgumentParser(description="Make the golden data again.")
    parser.add_argument("--deep", action="store_true", help="count the deepest lines as well")
    limit = float("inf") if parser.parse_args().deep else SHALLOW
    for name, text in made(limit).items():
        same = (HERE / name).read_text(encoding="utf-8") == text
        print(f"{name}: {'as it was' if same else 'written'}")
        if not same:
            (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
