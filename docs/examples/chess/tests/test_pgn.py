"""Games as PGN, both ways, and a stranger's file with errors."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from companion_chess import command, notation, pgn
from companion_chess.chess import Chess
from companion_chess.pgn_games import InvalidPgn, InvalidTag

from companion.testing import (
    EndRecord,
    GameLog,
    Header,
    Match,
    MoveRecord,
    export,
    log_of,
    read_games,
    replay,
)

SCHOLAR = """[Event "Somewhere"]
[White "A \\"quoted\\" name"]
[Black "B"]
[Date "2024.02.29"]
[Result "1-0"]

1. e4 e5 {the usual; [Event "no tag"]} 2. Qh5?! $6 (2. Nf3 Nc6 (2... d6) 3. Bb5) 2... Nc6
; a remark to the end of the line ( { )
% an escape
3.Bc4 Nf6?? 4. Qxf7# 1-0
"""


def read(text: str) -> list[GameLog | InvalidPgn]:
    return list(pgn.read(text))


def only(text: str) -> GameLog:
    (found,) = read(text)
    assert isinstance(found, GameLog), found
    return found


def test_a_game_is_read_with_all_that_people_put_beside_its_moves() -> None:
    log = only(SCHOLAR)
    assert [move.text for move in log.moves] == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert log.end == EndRecord("win 0", "rules")
    assert log.head.players == {0: 'A "quoted" name', 1: "B"}
    assert log.head.started == "2024-02-29"
    assert replay(log, Chess(log.head.options)).over


@pytest.mark.parametrize(
    ("tags", "moves", "end"),
    [
        ("", "1. e4 *", None),
        ("", "1. e4", None),
        ("", "1. e4 1/2-1/2", EndRecord("draw", "agreed")),
        ("", "1. e4 0-1", EndRecord("win 1", "resigned")),
        ('[Termination "Time forfeit"]\n', "1. e4 1-0", EndRecord("win 0", "time")),
        ('[Result "1-0"]\n', "1. e4", EndRecord("win 0", "resigned")),
        ("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", EndRecord("draw", "repetition")),
        ("", "1. f3 e5 2. g4 Qh4 *", EndRecord("win 1", "rules")),
    ],
)
def test_how_a_game_ended(tags: str, moves: str, end: EndRecord | None) -> None:
    assert only(f"{tags}\n{moves}\n").end == end


def test_a_game_that_went_on_after_the_third_time_is_read() -> None:
    again = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *"
    log = only(f'[White "A"]\n\n{again}\n')
    assert log.head.options["draws"] == "five"
    assert len(log.moves) == 9


@pytest.mark.parametrize(
    ("tags", "started"),
    [
        ('[Date "1858.11.02"]', "1858-11-02"),
        ('[Date "1858.11.02"]\n[Time "20:15:00"]', "1858-11-02T20:15:00"),
        ('[UTCDate "2026.01.02"]\n[UTCTime "03:04:05"]', "2026-01-02T03:04:05"),
        ('[Date "2026.01.02"]\n[Time "late"]', "2026-01-02"),
        ('[Date "1858.??.??"]', ""),
        ('[Time "20:15:00"]', ""),
    ],
)
def test_when_a_game_began_is_known_as_far_as_its_tags_say(tags: str, started: str) -> None:
    assert only(f"{tags}\n\n1. e4 *").head.started == started


def test_one_bad_game_loses_no_other() -> None:
    bad = '[White "X"]\n\n1. e4 e5\n2. Ke3 d6 *\n\n'
    first, wrong, last = read(SCHOLAR + "\n" + bad + SCHOLAR)
    assert isinstance(first, GameLog)
    assert isinstance(last, GameLog)
    assert isinstance(wrong, InvalidPgn)
    assert str(wrong).startswith("line 15: move 'Ke3' is not legal in 'rnbqkbnr/pppp1ppp")
    assert "\n" not in str(wrong)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. e4 e5 2. Hf3", "line 1: 'Hf3' is not a move of Chess"),
        ("1. e4 {never closed", "line 1: a comment or variation is not closed"),
        ("1. e4 (1. d4", "not closed"),
        ("1. e4 )", "closes no variation"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4', "White has 0 kings"),
        ('[Result "2-0"]\n\n1. e4', "the result is '2-0'"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "the game is over"),
        ("\x00\xff", "is not a move"),
        ('[Variant "Atomic"]\n\n1. e4 *', "line 1: the variant is 'Atomic'; only chess"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, said: str) -> None:
    (found,) = read(text)
    assert isinstance(found, InvalidPgn)
    assert said in str(found)
    assert "\n" not in str(found)


@pytest.mark.parametrize("variant", ["Standard", "From Position", "Chess960", "Fischer Random"])
def test_variants_that_are_played_here_are_read(variant: str) -> None:
    assert len(only(f'[Variant "{variant}"]\n\n1. e4 *').moves) == 1


def test_games_without_tags_follow_one_another() -> None:
    games = read("1. e4 e5 1-0\n\n1. d4 {first} * {between} *\n\n1. c4 c5 0-1 ; last\n")
    assert all(isinstance(game, GameLog) for game in games)
    moves = [[move.text for move in game.moves] for game in games if isinstance(game, GameLog)]
    assert moves == [["e4", "e5"], ["d4"], ["c4", "c5"]]


@pytest.mark.parametrize(
    "bad",
    [
        '[White "X]',
        "[White X]",
        '[White "X"',
        '[White "An "unescaped" name"]',
        '[Whi~te "X"]',
        'White "X"]',
        "[White]",
        "[",
        '["X"]',
        '[Black "Z"]',
        "*",
    ],
)
def test_a_bad_tag_is_passed_over_alone(bad: str) -> None:
    rest = '[Event "?"]\n[Black "Y"]\n'
    text = f'{SCHOLAR}\n{rest}{bad}\n[Date "2024.02.29"]\n\n1. e4 *\n\n{SCHOLAR}'
    first, wrong, log, last = read(text)
    assert isinstance(wrong, InvalidTag)
    assert str(wrong).startswith("line 14: ")
    assert isinstance(log, GameLog)
    assert (log.head.players, log.head.started) == ({1: "Y"}, "2024-02-29")
    assert [move.text for move in log.moves] == ["e4"]
    assert isinstance(first, GameLog) and isinstance(last, GameLog)
    assert first.moves == last.moves == only(SCHOLAR).moves


ENDING = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"


@pytest.mark.parametrize(
    "fen", [ENDING, ENDING.removesuffix(" 0 1"), f"{ENDING[:-1]}0", f" {ENDING.replace(' ', '  ')}"]
)
@pytest.mark.parametrize("tag", ["FEN", "Fen"])
def test_moves_start_at_the_position_of_the_tag(fen: str, tag: str) -> None:
    log = only(f'[{tag} "{fen}"]\n; a remark\n[SetUp "1"]\n\n1... e5 *')
    assert log.head.position == Chess().position_text(notation.parse_fen(ENDING)[0])


@pytest.mark.parametrize(
    "tags",
    [
        f'[FEN "{ENDING}]',
        f'[FEN {ENDING}"]',
        f'FEN "{ENDING}"]',
        f'[F~N "{ENDING}"]',
        f'["{ENDING}"]',
        '[FEN "nowhere"]',
        '[FEN ""]',
        '[SetUp "1"]',
        f'[FEN "{ENDING}"]\n[FEN "{ENDING.replace("b", "w")}"]',
        '[Variant "Atomic]',
    ],
)
def test_a_game_whose_start_cannot_be_read_is_refused(tags: str) -> None:
    *wrong, last = read(f'[Event "?"]\n{tags}\n\n1. e4 e5 *\n\n[White "Y"]\n\n1. d4 *\n')
    assert all(isinstance(each, InvalidPgn) for each in wrong)
    assert not all(isinstance(each, InvalidTag) for each in wrong)
    assert all(str(each).startswith(("line 2: ", "line 3: ")) for each in wrong)
    assert isinstance(last, GameLog) and last.head.players == {0: "Y"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("; a remark\n{ and\nanother }\n% and an escape\n", []),
        ('{[White "no tag"]}\n\n1. e4 *', [["e4"]]),
        ('{\n[White "no tag"]\n}\n\n1. e4 *', [["e4"]]),
        ('[White "A"]\n% [White "B"]\n; [Black "C"]\n{\n}[Black "D"] 1. e4 *', [["e4"]]),
        ('[White "A"]\n\n[White "B"]\n\n1. e4 *', [[], ["e4"]]),
        ('[White "A"]\n\n1. e4\n[White "B"]\n\n1. d4', [["e4"], ["d4"]]),
        ('[White "A"] 1. e4 * [White "B"] 1. d4 *', [["e4"], ["d4"]]),
        ('[White "A"] * [White "B"] *', [[], []]),
        ("1. e4 e5\n\n1. d4 d5\n", [["e4", "e5"], ["d4", "d5"]]),
        ("1. e4 e5 1-0 1-0\n1. d4 (1. c4\n\n1. b4) d5\n", [["e4", "e5"], ["d4", "d5"]]),
        ("1 e4 e5 2 d4 *", [["e4", "e5", "d4"]]),
        ("1. e4 { a comment\n\nwith { and } e5 *", [["e4", "e5"]]),
        # What is no game is told.
        ("*", "line 1: the result * belongs to no game"),
        ("1. e4 1-0 0-1", [["e4"], "line 1: the result 0-1 belongs to no game"]),
        ("1. e4 * e5 2. Nf3 *", [["e4"], "line 1: 'e5' comes after the end of a game"]),
        ("1. e4 *\n2. d4 *", [["e4"], "line 2: '2' comes after the end of a game"]),
        ("1. e4 *\n1. d4 12. d5 *", [["e4"], "line 2: number 12 is at move 1"]),
        ("1. e4 )\n*\n1. d4 *", ["line 1: ')' closes no variation", ["d4"]]),
        ("1. e4 (1. d4 *\n\n1. c4 *", ["line 1: a comment or variation is not", ["c4"]]),
        ('1. e4 {*\n\n[White "B"]\n\n1. c4 {!} *', ["line 1: a comment or", ["c4"]]),
        ('[White "A"]\n{\n[White "B"]\n\n1. c4 {!} *', ["line 2: a comment or", ["c4"]]),
        ("1. e4 e5} *", ["line 1: '}' closes no comment"]),
        ('1. e4 [White "X"] e5 *', ["line 1: '[' stands among the moves"]),
        ("1. e4 e5 2. -- d5 *", ["line 1: '--' is not a move"]),
    ],
)
def test_every_game_is_a_log_or_a_line(text: str, found: list[list[str] | str]) -> None:
    games = read(text)
    expected = [found] if isinstance(found, str) else found
    assert len(games) == len(expected), games
    for game, wanted in zip(games, expected, strict=True):
        if isinstance(wanted, str):
            assert isinstance(game, InvalidPgn)
            assert str(game).startswith(wanted)
        else:
            assert isinstance(game, GameLog), game
            assert [move.text for move in game.moves] == wanted


def test_nothing_is_no_game() -> None:
    assert read("") == read("\n \n") == []


@pytest.mark.parametrize("number", [518, 0, 959])
def test_what_is_written_is_read(number: int) -> None:
    game, random = Chess({"start": number}), Random(number)
    match = Match(game)
    while not match.over and len(match.history) < 120:
        match.play(random.choice(match.moves))
    head = Header(
        game="chess",
        options=game.chosen,
        seats=game.seats,
        started="2026-01-02T10:11:12",
        program="x",
        position=game.position_text(game.start()),
        players={0: "A\\B"},
        computers={1: "good"},
    )
    records = [MoveRecord(played.text, int(played.seat), 1.0) for played in match.history]
    text = pgn.write(log_of(head, records))
    assert max(map(len, text.split("\n")[-10:])) < 80
    again = only(text)
    assert [move.text for move in again.moves] == [played.text for played in match.history]
    assert again.head.options == head.options
    assert again.head.position == head.position
    assert again.head.players == {0: "A\\B", 1: "Companion (good)"}


def test_python_chess_reads_what_is_written() -> None:
    chess_pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
    theirs = chess_pgn.read_game(io.StringIO(pgn.write(only(SCHOLAR))))
    assert not theirs.errors
    assert theirs.end().board().is_checkmate()


def test_a_game_that_begins_with_black_is_numbered() -> None:
    fen = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"
    text = pgn.write(only(f'[FEN "{fen}"]\n\n1... e5 2. Ke2 *'))
    assert f'[FEN "{fen}"]' in text
    assert "1... e5 2. Ke2 *" in text


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "latin-1"])
def test_a_file_is_known_to_be_pgn_and_read(coding: str) -> None:
    form = pgn.Pgn()
    for text in (SCHOLAR, "% an escape\n{a comment}\n" + SCHOLAR.replace("A", "Ä", 1)):
        data = text.encode(coding)
        assert form.recognises(data)
        (log,) = form.read(data)
        assert isinstance(log, GameLog) and log.moves == only(SCHOLAR).moves
        assert form.write(log) == pgn.write(log)
    assert form.writes("chess") and not form.writes("solomon")
    for log_or_text in ('{"kind":"head"}\n', '[Seat 0 "White"]\n', "1. e4\n"):
        assert not form.recognises(log_or_text.encode())


def test_the_command_goes_both_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The game is only known by its name where the package is installed.
    monkeypatch.setattr("companion.records.game_text.make", lambda _, options: Chess(options))
    games = tmp_path / "games.pgn"
    games.write_text(SCHOLAR + '\n[White "X"]\n\n1. e5 *\n', encoding="utf-8")
    assert command.main(["text", str(games)]) == 1
    out, wrong = capsys.readouterr()
    assert wrong.startswith("line 14: move 'e5' is not legal")
    assert len(wrong.splitlines()) == 1
    (found,) = read_games(out)
    assert export(log_of(found.head, found.records)) == out
    text = tmp_path / "games.txt"
    text.write_text(out, encoding="utf-8")
    assert command.main(["pgn", str(text)]) == 0
    assert "4. Qxf7# 1-0" in capsys.readouterr().out
    for to in ("text", "pgn"):
        text.write_text("\n")
        assert command.main([to, str(text)]) == 1
        assert capsys.readouterr() == ("", f"{text} has no game\n")
    assert command.main(["pgn", str(tmp_path / "none")]) == 1
    assert "cannot be read: No such file" in capsys.readouterr().err
