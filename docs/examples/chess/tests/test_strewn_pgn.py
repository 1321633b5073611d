"""Random games as PGN, with everything between their tokens that may be there, and damaged."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from companion_chess import command, notation, pgn
from companion_chess.chess import Chess
from companion_chess.pgn_games import InvalidPgn

from companion.testing import GameLog, Match, log_of, read_games

SPACE = (" ", "\t", "\n", "  \n  ")
BESIDE = (
    '{a comment; [Event "no tag"] ( $1 1-0}',
    "{in\ntwo lines é}",
    "{}",
    "; to the end ( [ * é\n",
    "\n% an escape ( [ * é\n",
    "$1",
    "$139 ",
)
BETWEEN_MOVES = ("(1. e4 {or} e5 (1... c5) 2. Nf3)", "()", "!?", "+-", "($3 1... Nf6 ; two\n)")
APART = ("\n\n", "\n \n\n", '{\n[Event "no tag"]\n}', "% an escape\n", "{a {b} ")


def a_game(random: Random, plies: int = 30) -> tuple[list[str], list[str], str]:
    """The tags of a random game, its moves, and its result."""
    number = random.choice([518, random.randrange(960)])
    match = Match(Chess({"start": number}))
    for _ in range(random.randrange(plies)):  # the game may then begin in the midst
        if not match.over:
            match.play(random.choice(match.moves))
    start = match.position
    moves: list[str] = []
    while not match.over and len(moves) < plies:
        moves.append(match.play(random.choice(match.moves)).text)
    tags = [
        f'Event "{random.choice("ABC")}"',
        f'Date "20{random.randrange(10, 99)}.01.02"',
        'White "A \\"quoted\\" \\\\ name; {é"',
        f'Black "{random.randrange(10**9)}"',
    ]
    if start != Chess().start():
        tags += ['SetUp "1"', f'FEN "{notation.fen(start)}"']
    if number != 518:
        tags += ['Variant "Chess960"']
    return tags, moves, random.choice(["1-0", "0-1", "1/2-1/2", "*"])


def tokens_of(tags: Sequence[str], moves: Sequence[str], result: str) -> list[tuple[str, bool]]:
    """The tokens of a game, each with whether a variation may follow it."""
    found = []
    for tag in tags:
        name, _, value = tag.partition(" ")
        found += [("[", False), (name, False), (value, False), ("]", False)]
    black = "FEN" in "".join(tags) and " b " in tags[5]
    for number, move in enumerate(moves, start=int(black)):
        if number % 2 == 0 or move is moves[0]:
            found += [(str(number // 2 + 1), False), (".." if number % 2 else ".", False)]
        found.append((move, True))
    return [*found, (result, False)]


def strewn(game: tuple[list[str], list[str], str], random: Random) -> str:
    """A game with anything between any two of its tokens."""
    text = ""
    for token, moved in tokens_of(*game):
        text += token
        kinds = [SPACE, BESIDE, APART, BETWEEN_MOVES] if moved else [SPACE, BESIDE, APART]
        for _ in range(random.choice([0, 0, 1, 2])):
            said = random.choice(random.choice(kinds))
            text += ("\n" if said.startswith("%") else " ") + said
        text += " "
    return text


def moves_of(log: GameLog) -> list[str]:
    return [move.text for move in log.moves]


@pytest.mark.parametrize("seed", range(30))
def test_what_stands_between_tokens_changes_no_move(
    seed: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # The game is only known by its name where the package is installed.
    monkeypatch.setattr("companion.records.game_text.make", lambda _, options: Chess(options))
    random = Random(seed)
    games = [a_game(random) for _ in range(3)]
    text = "{first}\n" + "\n".join(strewn(game, random) for game in games) + "; last"
    ends = random.choice(["\n", "\r\n", "\r"])
    coding = random.choice(["utf-8", "utf-8-sig", "latin-1"])
    file = tmp_path / "games.pgn"
    file.write_bytes(text.replace("\n", ends).encode(coding))
    assert command.main(["text", str(file)]) == 0
    out, wrong = capsys.readouterr()
    assert wrong == ""
    logs = [log_of(found.head, found.records) for found in read_games(out)]
    assert [moves_of(log) for log in logs] == [moves for _, moves, _ in games]
    assert {log.head.players[0] for log in logs} == {'A "quoted" \\ name; {é'}
    plain = [" ".join(token for token, _ in tokens_of(*game)) for game in games]
    assert [log.head.position for log in logs] == [
        log.head.position for log in pgn.read("\n".join(plain)) if isinstance(log, GameLog)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_python_chess_reads_the_same_moves(seed: int) -> None:
    chess_pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
    random = Random(seed)
    tags, moves, result = a_game(random)
    # An empty line ends a game there, and a variation has to be legal.
    text = "".join(f"[{tag}]\n" for tag in tags) + "\n"
    for token, _ in tokens_of((), moves, result):
        text += token + " " + random.choice(["", "", *BESIDE]) + " "
    theirs = chess_pgn.read_game(io.StringIO(text))
    assert not theirs.errors
    (log,) = pgn.read(text)
    assert isinstance(log, GameLog)
    match = Match(Chess(log.head.options), notation.parse_placed(log.head.position))
    assert [match.play_text(text).text for text in moves_of(log)] == moves
    board, said = theirs.board(), []
    for move in theirs.mainline_moves():
        said.append(board.san(move))
        board.push(move)
    assert said == moves


def written(game: tuple[list[str], list[str], str], random: Random) -> str:
    """A game as a program writes it, with some comments and variations."""
    tags, moves, result = game
    words = []
    for number, move in enumerate(moves):
        words += [f"{number // 2 + 1}{'...' if number % 2 else '.'}", move]
        if random.random() < 0.2:
            words.append(random.choice(["{a comment}", "(1. e4 e5 {the usual})", "$4"]))
        if random.random() < 0.1:
            words.append("\n")
    return "\n".join(f"[{tag}]" for tag in tags) + "\n\n" + " ".join([*words, result]) + "\n\n"


DEEP = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(40, 1000)]


@pytest.mark.parametrize("seed", [*range(40), *DEEP])
def test_damage_is_told_and_stays_within_its_game(seed: int) -> None:
    random = Random(seed)
    texts = [written(a_game(random, 12), random) for _ in range(3)]
    whole = read_whole(texts)
    for _ in range(10):
        hit = random.randrange(3)
        at = random.randrange(len(texts[hit].rstrip()))
        change = random.choice(["", "", *'*{}()[]";%$.1\nx é\x00', texts[hit][at] * 2])
        damaged = [*texts]
        damaged[hit] = texts[hit][:at] + change + texts[hit][at + 1 :]
        found = list(pgn.read("".join(damaged)))
        logs = [each for each in found if isinstance(each, GameLog)]
        assert len(logs) <= 3
        assert gist(found[:hit]) == gist(whole[:hit])
        assert gist(found[len(found) - 2 + hit :]) == gist(whole[hit + 1 :])
        assert len(found) >= 3  # the game, or at least one error


@pytest.mark.parametrize("seed", range(40))
def test_of_a_text_that_is_cut_off_every_whole_game_is_read(seed: int) -> None:
    random = Random(seed)
    texts = [written(a_game(random, 12), random) for _ in range(3)]
    whole = read_whole(texts)
    cut = random.randrange(sum(map(len, texts)))
    found = list(pgn.read("".join(texts)[:cut]))
    intact = sum(sum(map(len, texts[: count + 1])) <= cut for count in range(3))
    assert gist(found[:intact]) == gist(whole[:intact])
    logs = [each for each in found[intact:] if isinstance(each, GameLog)]
    assert len(logs) <= 1
    for log in logs:
        assert moves_of(log) == moves_of(whole[intact])[: len(log.moves)]


def read_whole(texts: Sequence[str]) -> list[GameLog]:
    logs = [each for each in pgn.read("".join(texts)) if isinstance(each, GameLog)]
    assert len(logs) == 3
    return logs


def gist(found: Sequence[GameLog | InvalidPgn]) -> list[object]:
    """What is compared of games: all of their logs."""
    return [each.lines if isinstance(each, GameLog) else str(each) for each in found]
