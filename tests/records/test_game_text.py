from __future__ import annotations

import re
import textwrap
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.games import registry
from companion.records.game_logs import log_of
from companion.records.game_text import InvalidGameText, LoggedGame, read_games
from companion.records.journal.export import export
from companion.records.journal.record import EndRecord, EventRecord, Header, MoveRecord
from companion.rules import Match
from tests.records.journal.games import ENTRIES, head

TEXT = """\
[Game "solomon"]
[Player 0 "Anna \\"Ace\\" B."]
[Started "2026-11-20T15:30:12"]

1. 14-9 {1.5} 2x12
2. 15x9 {3.25 295.5 298}
ongoing
"""


def only(text: str) -> LoggedGame:
    [game] = read_games(text)
    return game


def test_text_is_read() -> None:
    game = only(TEXT)
    assert game.head.players == {0: 'Anna "Ace" B.'}
    assert game.head.seats == ("White", "Black")
    assert game.records == (
        MoveRecord("14-9", 0, 1.5),
        MoveRecord("2x12", 1, 0.0),
        MoveRecord("15x9", 0, 3.25, (295.5, 298.0)),
    )


def random_game(name: str, random: Random) -> tuple[Header, list[EventRecord]]:
    """A game to its end, or a part of one that ends as people end it."""
    game = registry.make(name)
    match, records, at = Match(game), [], 0.0
    for _ in range(random.randrange(1, 60)):
        if match.over:
            break
        played = match.play(random.choice(match.moves))
        at = round(at + random.uniform(0, 30), 3)
        left = tuple(round(random.uniform(-5, 300), 3) for _ in game.seats)
        records.append(MoveRecord(played.text, int(played.seat), at, left))
    ends: list[EventRecord] = [*records]
    if match.over:
        by_rules = game.outcome(match.position).over
        ends.append(EndRecord(match.outcome.text, "rules" if by_rules else "repetition"))
    elif len(game.seats) == 2:
        ends.append(EndRecord("win 1", "resigned"))
    else:
        ends.append(EndRecord("ongoing", "abandoned"))
    first = msgspec.structs.replace(
        head(game), players={0: "Änne ] [ \u2028 \\"}, clock="move 30", computers={}
    )
    return first, ends


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", registry.kinds())
def test_every_game_that_is_written_is_read_back(name: str, seed: int) -> None:
    first, records = random_game(name, Random(f"{name} {seed}"))
    game = only(export(log_of(first, records), times=True))
    assert game == LoggedGame(first, tuple(records))


def test_text_without_times_is_read_back_too() -> None:
    log = log_of(head(), ENTRIES)
    game = only(export(log))
    assert game.head == log.head
    assert [move.text for move in log_of(*game).moves] == [move.text for move in log.moves]
    assert log_of(*game).end == log.end


def test_many_games_are_read_one_after_another() -> None:
    text = export(log_of(head(), ENTRIES), times=True)
    games = list(read_games(f"{text}\n{TEXT}\r\n{text}"))
    assert [len(game.records) for game in games] == [6, 3, 6]


def test_a_game_without_moves_and_a_result_is_read() -> None:
    text = '[Game "nim"]\n[Player 0 "Anna"]\n\n[Game "solomon"]\n\n1. 14-9\n'
    nim, solomon = read_games(text)
    assert (nim.head.game, nim.head.players, nim.records) == ("nim", {0: "Anna"}, ())
    assert (solomon.head.game, len(solomon.records)) == ("solomon", 1)


def test_move_that_would_be_misread_is_quoted() -> None:
    texts = ("a) b", "(x", "y z", '"')
    moves = [MoveRecord(text, seat, 0.0) for seat, text in enumerate(texts, start=-1)]
    text = export(log_of(msgspec.structs.replace(head(), seats=("a", "b", "c")), moves))
    assert '\n1. ("a) b") "(x" "y z" "\\""\n' in text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. 14-9\n", "line 1: a game begins with its tags"),
        ('[Game "ludo"]\n', "line 1: unknown game 'ludo'"),
        ('[Seat 0 "White"]\n', 'line 1: the game has no tag [Game "…"]'),
        ("\n[Game solomon]\n", "line 2: a tag is written as"),
        ('[Game "\\x"]\n', 'line 1: "\\x" is not a text in quotes'),
        ('[Game "solomon"]\n[Option first "purple"]\n', "line 1: "),
        ('[Game "solomon"]\n[Position "x"]\n', "line 1: "),
        ('[Game "solomon"]\n[Player white "A"]\n', "line 1: 'white' is not a whole number"),
        ('[Game "solomon"]\n\n1. 14-9 3-99\n', "line 3: "),
        ('[Game "solomon"]\n\n1. 14-9 {soon}\n', "line 3: the times 'soon' are not numbers"),
        ('[Game "solomon"]\n\n1. {5} 14-9\n', "line 3: times in braces follow the move"),
        ('[Game "solomon"]\n\n1. 14-9 {5} {6}\n', "line 3: times in braces follow the move"),
        ('[Game "solomon"]\n\n1. 14-9 (x\n', "line 3: '(x' is not a move"),
        ('[Game "solomon"]\n[Ending "won"]\n', "line 2: choose an ending from rules"),
        (
            '[Game "solomon"]\n[Result "win 0"]\n[Ending "rules"]\n\n1. 14-9\n',
            "line 1: the game does not fit its tags: the recorded outcome is 'win 0'",
        ),
    ],
)
def test_text_that_cannot_be_read_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(InvalidGameText) as refused:
        list(read_games(text))
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_documented_example_is_read_and_written_again() -> None:
    page = (Path(__file__).parents[2] / "docs" / "logged-games.md").read_text(encoding="utf-8")
    block = re.search(r"## Text\n\n((?: {4}.*\n|\n)+)", page)
    assert block is not None
    text = textwrap.dedent(block[1]).strip("\n") + "\n"
    assert export(log_of(*only(text)), times=True) == text
