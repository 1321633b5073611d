from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.registry import make
from companion.protocol.library_messages import GameEntry, ShelfQuery
from companion.records.index import INDEX_NAME, _seal
from companion.records.journal.export import export
from companion.records.journal.reader import list_logs, read_log
from companion.records.journal.record import EndRecord, JournalError, MoveRecord
from companion.rules import CompanionError, Match
from companion.session.library import replayer
from companion.session.library.selection import InvalidQuery
from companion.session.library.shelf import ENTRIES_AT_ONCE, Library, LogInUse, UnknownLog
from companion.session.view_builder import board_greeting
from tests.foreign import Foreigner
from tests.records.journal.games import ENTRIES, SOLOMON, first_moves
from tests.records.logs import ANNA, files, library, whole, write_log

DELETED = ShelfQuery(deleted=True)


def won(seat: int) -> list[EndRecord]:
    return [EndRecord(f"win {seat}", "resigned")]


@pytest.fixture
def shelves(tmp_path: Path) -> Library:
    """Anna as White wins, loses and draws against Ben; Ben plays the computer; and a solitaire."""
    write_log(tmp_path, 1, players=ANNA, records=won(0))
    write_log(tmp_path, 2, players=ANNA, records=won(1))
    write_log(tmp_path, 3, players=ANNA, records=[EndRecord("draw", "agreed")])
    write_log(tmp_path, 4, players={0: "Ben"}, computers={1: "fair"}, records=ENTRIES[:3])
    peg = make("peg")
    write_log(
        tmp_path,
        5,
        game="peg",
        options=peg.chosen,
        seats=peg.seats,
        position=peg.position_text(peg.start()),
        players={0: "Anna"},
        records=[EndRecord("won", "rules")],
    )
    return library(tmp_path)


def minutes(shelves: Library, game: str = "", player: str = "", result: str = "") -> str:
    """The minutes in which the games began that a query finds."""
    found = whole(shelves, ShelfQuery(game, player, result)).entries
    return "".join(entry.started[15] for entry in found)


def test_list_shows_the_newest_game_first(shelves: Library) -> None:
    shelf = whole(shelves)
    assert minutes(shelves) == "54321"
    assert shelf.total == 5
    assert [(each.name, each.title, each.count) for each in shelf.games] == [
        ("solomon", "Solomon", 4),
        ("peg", "Peg solitaire", 1),
    ]
    assert shelf.players == ("Anna", "Ben")
    entry = shelf.entries[1]
    assert (entry.players, entry.computers) == ({0: "Ben"}, {1: "fair"})
    assert (entry.moves, entry.seconds, entry.outcome, entry.how) == (3, 2.5, "ongoing", "")


def test_what_is_listed_can_be_shown_in_another_language(shelves: Library) -> None:
    foreigner = Foreigner()
    key = whole(shelves).entries[1].key
    for answer in (whole(shelves), shelves.replay(key, 0), shelves.statistics(ShelfQuery("peg"))):
        foreigner(answer)
    assert not foreigner.faults


def test_seats_that_the_game_does_not_have_are_listed_as_they_were_logged(tmp_path: Path) -> None:
    write_log(tmp_path, seats=("Silver", "White"))
    write_log(tmp_path, 2, game="unknown", seats=("Up", "Down"))
    assert [entry.seats for entry in whole(library(tmp_path)).entries] == [
        ("Up", "Down"),
        ("Silver", "White"),
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"game": "peg"}, "5"),
        ({"player": "Ben"}, "4321"),
        ({"player": "Anna", "result": "won"}, "51"),
        ({"player": "Ben", "result": "won"}, "2"),
        ({"player": "Ben", "result": "lost"}, "1"),
        ({"result": "won"}, "521"),
        ({"result": "lost"}, ""),
        ({"result": "drawn"}, "3"),
        ({"result": "unfinished", "game": "solomon"}, "4"),
        ({"player": "' OR 1=1 --"}, ""),
    ],
)
def test_list_is_filtered(shelves: Library, query: dict[str, str], found: str) -> None:
    assert minutes(shelves, **query) == found


def test_unknown_result_is_refused(shelves: Library) -> None:
    with pytest.raises(InvalidQuery, match="choose from won, lost, drawn, unfinished"):
        shelves.shelf(ShelfQuery(result="1=1"), 0)


def test_list_comes_in_parts(tmp_path: Path) -> None:
    names = [write_log(tmp_path, name=f"{n:03}.jsonl").name for n in range(ENTRIES_AT_ONCE + 3)]
    shelves = library(tmp_path)
    first = whole(shelves)
    second = shelves.shelf(ShelfQuery(), ENTRIES_AT_ONCE)
    assert sorted([*files(first), *files(second)]) == names
    assert len(second.entries) == 3
    assert shelves.shelf(ShelfQuery(), 10**9).entries == ()


def only(shelves: Library, query: ShelfQuery = ShelfQuery()) -> GameEntry:  # noqa: B008 - frozen
    [entry] = whole(shelves, query).entries
    return entry


def test_game_is_replayed_move_by_move(tmp_path: Path) -> None:
    write_log(tmp_path, records=ENTRIES)
    shelves = library(tmp_path)
    part = shelves.replay(only(shelves).key, 0)
    assert [ply.text for ply in part.plies] == ["14-9", "2x12", "15x9", "3-7", "9x3"]
    assert [ply.seat for ply in part.plies] == [0, 1, 0, 1, 0]
    assert part.position == SOLOMON.position_text(SOLOMON.start())
    assert [each.name for each in part.hello.games] == ["solomon"]
    stacks = list(part.stacks)
    for ply in part.plies:
        for point, now in ply.changes.items():
            assert stacks[point] != now
            stacks[point] = now
        position = SOLOMON.parse_position(ply.position)
        assert stacks == [tuple(p.text for p in stack) for stack in SOLOMON.stacks(position)]
        assert sum(ply.shares) == pytest.approx(1, abs=0.01)
    assert part.estimated


def test_clock_of_each_move_is_replayed(tmp_path: Path) -> None:
    moves = [MoveRecord("14-9", 0, 1.5, (298.5, 300.0)), MoveRecord("2x12", 1, 4.0, (298.5, 297.5))]
    write_log(tmp_path, records=moves, clock="fischer 5")
    shelves = library(tmp_path)
    part = shelves.replay(only(shelves).key, 0)
    assert part.clock == "fischer 5"
    assert [(ply.at, ply.left) for ply in part.plies] == [(m.at, m.left) for m in moves]


@pytest.mark.parametrize(("name", "estimated"), [("nim", True), ("soli2", True), ("peg", False)])
def test_page_is_told_whether_a_game_is_estimated(
    tmp_path: Path, name: str, estimated: bool
) -> None:
    game = make(name)
    write_log(
        tmp_path,
        records=first_moves(2, game),
        game=name,
        options=game.chosen,
        seats=game.seats,
        position=game.position_text(game.start()),
    )
    shelves = library(tmp_path)
    part = shelves.replay(only(shelves).key, 0)
    assert part.estimated == estimated
    assert [bool(ply.shares) for ply in part.plies] == [estimated, estimated]


def test_the_last_move_of_a_finished_game_has_its_result(tmp_path: Path) -> None:
    game = make("nim")
    match = Match(game)
    while not match.over:
        match.play(match.moves[0])
    records = [MoveRecord(played.text, int(played.seat), 1.0) for played in match.history]
    position = game.position_text(game.start())
    write_log(
        tmp_path,
        records=records,
        game="nim",
        options=game.chosen,
        seats=game.seats,
        position=position,
    )
    shelves = library(tmp_path)
    last = shelves.replay(only(shelves).key, 0).plies[-1]
    assert match.outcome.winner is not None
    assert last.shares == tuple(float(seat == match.outcome.winner) for seat in (0, 1))


def test_long_game_is_replayed_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replayer, "PLIES_AT_ONCE", 3)
    write_log(tmp_path)
    shelves = library(tmp_path)
    key = only(shelves).key
    beyond = shelves.replay(key, 10_000)  # not replayed yet: it begins where it can
    assert (beyond.start, len(beyond.plies), beyond.total) == (0, 3, 5)
    rest = shelves.replay(key, 3)
    assert (rest.start, [ply.text for ply in rest.plies]) == (3, ["3-7", "9x3"])
    assert shelves.replay(key, 1).plies == (*beyond.plies[1:], rest.plies[0])


def test_log_that_has_grown_is_replayed_anew(tmp_path: Path) -> None:
    write_log(tmp_path, records=ENTRIES[:2])
    shelves = library(tmp_path)
    key = only(shelves).key
    assert shelves.replay(key, 0).total == 2
    write_log(tmp_path, records=ENTRIES)
    assert [ply.text for ply in shelves.replay(key, 0).plies][-1] == "9x3"


def test_moves_after_an_impossible_one_are_not_shown(tmp_path: Path) -> None:
    write_log(tmp_path, records=[*ENTRIES[:2], MoveRecord("1-2", 0, 3.0), *ENTRIES[2:4]])
    shelves = library(tmp_path)
    part = shelves.replay(only(shelves).key, 0)
    assert len(part.plies) == 2
    assert "move 3 is not possible" in part.trouble


def test_game_that_is_not_installed_is_listed_but_not_replayed(tmp_path: Path) -> None:
    write_log(tmp_path, game="ludo")
    shelves = library(tmp_path)
    entry = only(shelves)
    assert (entry.game, entry.title, entry.trouble) == ("ludo", "ludo", "")
    with pytest.raises(CompanionError, match="a game of 'ludo', which is not installed"):
        shelves.replay(entry.key, 0)
    assert b"".join(shelves.file(entry.key, "jsonl").parts)


def test_game_is_downloaded_as_it_was_logged_and_as_text(tmp_path: Path) -> None:
    path = write_log(tmp_path, players=ANNA)
    shelves = library(tmp_path)
    key = only(shelves).key
    log = shelves.file(key, "jsonl")
    assert (log.name, b"".join(log.parts)) == (path.name, path.read_bytes())
    text = shelves.file(key, "text")
    assert text.name == f"{path.stem}.txt"
    assert b"".join(text.parts).decode() == export(read_log(path), times=True)
    with pytest.raises(InvalidQuery, match="choose from jsonl, text"):
        shelves.file(key, "exe")


def test_all_games_of_a_query_are_downloaded_in_one_file(shelves: Library, tmp_path: Path) -> None:
    torn = tmp_path / "2026-11-20-150200-solomon.jsonl"
    torn.write_bytes(torn.read_bytes() + b'{"crc":')
    (tmp_path / "2026-11-20-150900-solomon.jsonl").write_bytes(b"nothing")
    whole(shelves)
    query = ShelfQuery(game="solomon")
    lines = b"".join(shelves.files(query, "jsonl").parts).splitlines()
    assert sum(b'"kind":"head"' in line for line in lines) == 4
    assert [b'"win 0"' in lines[1], b'"win 1"' in lines[3]] == [True, True]
    text = b"".join(shelves.files(query, "text").parts).decode()
    assert text.count('[Game "solomon"]') == 4
    assert text.index('[Result "win 0"]') < text.index('[Result "win 1"]')


def test_deleted_game_can_be_restored(tmp_path: Path) -> None:
    path = write_log(tmp_path)
    data = path.read_bytes()
    shelves = library(tmp_path)
    key = only(shelves).key
    there = shelves.delete(key)
    assert list_logs(tmp_path) == []
    assert whole(shelves).total == 0
    assert (tmp_path / "deleted" / path.name).read_bytes() == data
    deleted = only(shelves, DELETED)
    assert (deleted.key, deleted.deleted) == (there, True)
    assert whole(shelves).deleted == 1
    assert shelves.replay(deleted.key, 0).total == 5
    assert shelves.delete(there) == there  # once is enough
    assert shelves.restore(there) == key
    assert shelves.restore(key) == key
    assert path.read_bytes() == data
    assert only(shelves).file == path.name
    assert whole(shelves, DELETED).total == 0


def test_nothing_is_overwritten_by_deleting_and_restoring(tmp_path: Path) -> None:
    first = write_log(tmp_path, records=ENTRIES[:1]).read_bytes()
    shelves = library(tmp_path)
    shelves.delete(only(shelves).key)
    second = write_log(tmp_path, records=ENTRIES[:2]).read_bytes()
    shelves.delete(only(shelves).key)
    third = write_log(tmp_path, records=ENTRIES[:3]).read_bytes()
    for entry in whole(shelves, DELETED).entries:
        shelves.restore(entry.key)
    found = [path.read_bytes() for path in tmp_path.glob("*.jsonl")]
    assert sorted(found) == sorted([first, second, third])
    assert len(list_logs(tmp_path)) == 3


def test_game_on_the_board_is_not_deleted(tmp_path: Path) -> None:
    path = write_log(tmp_path)
    shelves = Library(tmp_path, board_greeting, lambda: [path])
    entry = only(shelves)
    assert entry.in_use
    with pytest.raises(LogInUse, match="still on the board"):
        shelves.delete(entry.key)
    assert path.exists()


def test_log_that_cannot_be_moved_stays(tmp_path: Path) -> None:
    path = write_log(tmp_path)
    (tmp_path / "deleted").write_bytes(b"")
    shelves = library(tmp_path)
    with pytest.raises(JournalError, match="could not be moved"):
        shelves.delete(only(shelves).key)
    assert path.exists()


@pytest.mark.parametrize("key", ["", "../../etc/passwd", "2026-11-20-150000-solomon.jsonl"])
def test_only_logs_in_the_list_can_be_asked_for(tmp_path: Path, key: str) -> None:
    write_log(tmp_path)
    shelves = library(tmp_path)
    whole(shelves)
    for act in (shelves.delete, shelves.restore, lambda key: shelves.replay(key, 0)):
        with pytest.raises(UnknownLog, match="not in the library any more"):
            act(key)


@pytest.mark.parametrize("name", [b"../secret", b"../elsewhere.jsonl", b"/etc/passwd"])
def test_row_that_names_a_file_elsewhere_is_not_followed(tmp_path: Path, name: bytes) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    write_log(folder)
    elsewhere = write_log(tmp_path, name="elsewhere.jsonl")
    shelves = library(folder)
    key = only(shelves).key
    with closing(sqlite3.connect(folder / INDEX_NAME)) as db, db:
        db.execute("UPDATE logs SET name = ?, seats = 'White'", [name])
        *row, _ = db.execute("SELECT * FROM logs").fetchone()
        players = db.execute("SELECT * FROM players ORDER BY log, seat").fetchall()
        db.execute("UPDATE logs SET seal = ?", [_seal(row, players)])  # anybody can make one
    assert only(shelves).seats == ()
    for act in (shelves.delete, lambda key: shelves.replay(key, 0)):
        with pytest.raises(UnknownLog):
            act(key)
    assert b"".join(shelves.files(ShelfQuery(), "jsonl").parts) == b""
    assert elsewhere.exists()


def test_statistics_count_results_lengths_and_times(shelves: Library) -> None:
    whole(shelves)
    found = shelves.statistics(ShelfQuery(game="solomon"))
    assert found.games == 4
    assert found.seats == ("White", "Black")
    assert {each.result: each.count for each in found.results} == {
        "win 0": 1,
        "win 1": 1,
        "draw": 1,
        "ongoing": 1,
    }
    assert [(each.least, each.below, each.count) for each in found.moves] == [
        (0, 1, 3),
        (1, 2, 0),
        (2, 3, 0),
        (3, 4, 1),
    ]
    assert sum(each.count for each in found.minutes) == 1  # the others have no times
    assert [(each.month, each.count) for each in found.months] == [("2026-11", 4)]
    assert (found.average_moves, found.average_seconds) == (0.75, 2.5)


def test_statistics_of_a_player_count_what_the_player_did(shelves: Library) -> None:
    whole(shelves)
    found = shelves.statistics(ShelfQuery(player="Ben"))
    assert {each.result: each.count for each in found.results} == {
        "won": 1,
        "lost": 1,
        "drawn": 1,
        "unfinished": 1,
    }
    assert shelves.statistics(ShelfQuery(player="Nobody")).games == 0
