from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.protocol.library_messages import ShelfQuery
from companion.records import index
from companion.records.index import BYTES_AT_ONCE, FILES_AT_ONCE, INDEX_NAME, LogIndex, LogPlace
from companion.records.journal.disk import LARGEST, Disk
from companion.records.log_summary import LogSummary, summarize
from tests.records.journal.games import ENTRIES
from tests.records.logs import files, library, whole, write_log


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the logs that were read since."""
    names: list[str] = []

    def noted(path: Path) -> LogSummary:
        names.append(path.name)
        return summarize(path)

    monkeypatch.setattr(index, "summarize", noted)
    return names


def names_in(found: LogIndex) -> list[str]:
    while found.refresh():
        pass
    return [name for (name,) in found.select("SELECT file FROM logs ORDER BY ordering, file")]


def test_only_new_and_changed_logs_are_read_again(tmp_path: Path, read: list[str]) -> None:
    old, changed = write_log(tmp_path, 1), write_log(tmp_path, 2, records=())
    assert names_in(LogIndex(tmp_path)) == [old.name, changed.name]
    read.clear()
    again = LogIndex(tmp_path)
    assert again.refresh() == 0
    assert read == []
    write_log(tmp_path, 2)
    new = write_log(tmp_path, 3)
    assert names_in(again) == [old.name, changed.name, new.name]
    assert read == [new.name, changed.name]


def test_log_that_is_gone_leaves_the_index(tmp_path: Path) -> None:
    gone, kept = write_log(tmp_path, 1, players={0: "Anna"}), write_log(tmp_path, 2)
    found = LogIndex(tmp_path)
    names_in(found)
    gone.unlink()
    assert names_in(found) == [kept.name]
    assert found.select("SELECT * FROM players WHERE name = 'Anna'") == []


def test_one_go_reads_a_bounded_number_of_files(tmp_path: Path) -> None:
    for number in range(FILES_AT_ONCE + 7):
        (tmp_path / f"{number}.jsonl").write_bytes(b"")
    found = LogIndex(tmp_path)
    assert found.refresh() == 7
    assert found.refresh() == 0


def test_one_go_reads_a_bounded_number_of_bytes(tmp_path: Path) -> None:
    for number in range(3):
        with (tmp_path / f"{number}.jsonl").open("wb") as big:
            big.truncate(BYTES_AT_ONCE)
    found = LogIndex(tmp_path)
    assert [found.refresh() for _ in range(3)] == [2, 1, 0]


def ruin(path: Path, how: str) -> None:
    data = path.read_bytes()
    match how:
        case "missing":
            path.unlink()
        case "empty":
            path.write_bytes(b"")
        case "cut":
            path.write_bytes(data[: len(data) // 2])
        case "no database":
            path.write_bytes(b"<b>hello</b>" * 100)
        case "damaged":
            path.write_bytes(data[:4096] + os.urandom(len(data) - 4096))
        case "old":
            with closing(sqlite3.connect(path)) as db:
                db.execute("ALTER TABLE logs DROP COLUMN how")
        case "a stranger's":
            with closing(sqlite3.connect(path)) as db:
                db.execute("CREATE TRIGGER evil AFTER DELETE ON logs BEGIN SELECT 1; END")
        case "of other types":
            with closing(sqlite3.connect(path)) as db, db:
                db.execute("UPDATE logs SET moves = 'many'")
        case "of another value":
            with closing(sqlite3.connect(path)) as db, db:
                db.execute("UPDATE logs SET outcome = 'win 1'")
        case "of another player":
            with closing(sqlite3.connect(path)) as db, db:
                db.execute("INSERT INTO players SELECT key, 5, 'Eve', '' FROM logs")
        case "not UTF-8":
            with closing(sqlite3.connect(path)) as db, db:
                db.execute("UPDATE logs SET game = CAST(x'ff' AS TEXT)")
        case "a link":
            path.unlink()
            (path.parent / "elsewhere").write_bytes(data)
            path.symlink_to("elsewhere")
        case "a pipe":
            path.unlink()
            os.mkfifo(path)


@pytest.mark.parametrize(
    "how",
    [
        "missing",
        "empty",
        "cut",
        "no database",
        "damaged",
        "old",
        "a stranger's",
        "of other types",
        "of another value",
        "of another player",
        "not UTF-8",
        "a link",
        "a pipe",
    ],
)
def test_index_that_is_not_sound_is_made_anew(tmp_path: Path, how: str, read: list[str]) -> None:
    log = write_log(tmp_path)
    names_in(LogIndex(tmp_path))
    read.clear()
    ruin(tmp_path / INDEX_NAME, how)
    found = LogIndex(tmp_path)
    assert names_in(found) == [log.name]
    assert read == [log.name]
    assert found.note == ""
    read.clear()
    assert names_in(LogIndex(tmp_path)) == [log.name]
    assert read == []


def test_index_that_is_ruined_while_the_program_runs_is_made_anew(tmp_path: Path) -> None:
    log = write_log(tmp_path)
    found = LogIndex(tmp_path)
    names_in(found)
    ruin(tmp_path / INDEX_NAME, "damaged")
    assert names_in(found) == [log.name]


def test_index_that_cannot_be_written_is_kept_in_memory(tmp_path: Path, read: list[str]) -> None:
    log = write_log(tmp_path)
    (tmp_path / INDEX_NAME).mkdir()  # even root cannot write a folder
    found = LogIndex(tmp_path)
    assert names_in(found) == names_in(found) == [log.name]
    assert read == [log.name]
    assert found.note.startswith("the list of games is made anew each time: ")
    found.close()


def test_index_on_a_read_only_card_is_copied_into_memory(
    tmp_path: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = write_log(tmp_path, 1)
    names_in(LogIndex(tmp_path))
    new = write_log(tmp_path, 2)
    read.clear()
    connect = index._connect

    def read_only(path: Path, mode: str) -> sqlite3.Connection:
        return connect(path, {"rw": "ro", "rwc": "ro"}.get(mode, mode))

    monkeypatch.setattr(index, "_connect", read_only)
    found = LogIndex(tmp_path)
    assert names_in(found) == [old.name, new.name]
    assert read == [new.name, new.name]  # once before the card was found to be read-only
    assert "readonly" in found.note
    found.close()


@pytest.mark.parametrize("deleted", [False, True])
def test_a_row_of_another_name_or_folder_has_no_place(deleted: bool) -> None:
    place = LogPlace("2026-11-20-150100-nim.jsonl", deleted)
    name = os.fsencode(place.name)
    assert LogPlace.of(place.key, int(deleted), name) == place
    assert LogPlace.of(place.key, int(not deleted), name) is None
    assert LogPlace.of(place.key, int(deleted), b"../" + name) is None


def test_an_index_that_was_locked_is_used_again_afterwards(
    tmp_path: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "_LOCKED", 0)
    old = write_log(tmp_path, 1)
    found = LogIndex(tmp_path)
    assert names_in(found) == [old.name]
    with closing(sqlite3.connect(tmp_path / index.INDEX_NAME)) as other:
        other.execute("BEGIN EXCLUSIVE")
        new = write_log(tmp_path, 2)
        assert names_in(found) == [old.name, new.name]
        assert "locked" in found.note
    assert names_in(found) == [old.name, new.name]
    assert found.note == ""
    read.clear()
    assert names_in(LogIndex(tmp_path)) == [old.name, new.name]
    assert read == []  # the file has both


def test_nothing_is_written_where_no_card_is_mounted(tmp_path: Path) -> None:
    class Removed(Disk):
        def is_mounted(self, path: Path) -> bool:
            return False

    write_log(tmp_path)
    found = LogIndex(tmp_path, Removed(tmp_path))
    assert found.refresh() == 0
    assert "no card is mounted" in found.note
    assert not (tmp_path / INDEX_NAME).exists()


def test_index_file_is_closed_after_each_question(tmp_path: Path) -> None:
    write_log(tmp_path)
    names_in(LogIndex(tmp_path))
    opened = [each.resolve() for each in Path("/proc/self/fd").iterdir()]
    assert tmp_path / INDEX_NAME not in opened


def test_missing_folder_has_no_games_and_is_not_made(tmp_path: Path) -> None:
    shelves = library(tmp_path / "none")
    assert shelves.shelf(ShelfQuery(), 0).total == 0
    assert not (tmp_path / "none").exists()
    shelves.close()


STRANGE = {
    "damaged": "line 2 is damaged",
    "torn": "the last line is incomplete",
    "empty": "has no complete line",
    "a stranger's": "does not begin with a checksum",
    "newer": "written by a newer version",
    "pipe": "not a regular file",
    "folder": "not a regular file",
    "link to nothing": os.strerror(errno.ENOENT),
    "huge": f"larger than {LARGEST >> 10} kB",
}


def make_strange(path: Path, kind: str) -> None:
    sound = write_log(path.parent, name=path.name).read_bytes()
    match kind:
        case "damaged":
            path.write_bytes(sound.replace(b'"seat":0', b'"seat":1', 1))
        case "torn":
            path.write_bytes(sound[:-5])
        case "empty":
            path.write_bytes(b"")
        case "a stranger's":
            path.write_bytes(b'{"price": 12}\n' * 9)
        case "newer":
            path.write_bytes(b'{"kind":"head","format":99,"program":"9.0<b>"}\n')
        case "pipe":
            path.unlink()
            os.mkfifo(path)
        case "folder":
            path.unlink()
            path.mkdir()
        case "link to nothing":
            path.unlink()
            path.symlink_to("nothing")
        case "huge":
            with path.open("r+b") as file:
                file.truncate(1 << 30)


@pytest.mark.parametrize(("kind", "said"), STRANGE.items())
def test_strange_file_is_listed_with_one_line(tmp_path: Path, kind: str, said: str) -> None:
    sound = write_log(tmp_path, 5)
    strange = tmp_path / "2026-11-20-150000-solomon.jsonl"
    make_strange(strange, kind)
    shelf = whole(library(tmp_path))
    assert files(shelf) == [sound.name, strange.name]
    assert said in shelf.entries[1].trouble
    assert shelf.entries[1].trouble.isprintable()
    assert str(tmp_path) not in shelf.entries[1].trouble
    assert shelf.entries[0].trouble == ""


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"<img src=x onerror=alert(1)>.jsonl", "<img src=x onerror=alert(1)>.jsonl"),
        (b"two\nlines\x1b[2J.jsonl", r"two\nlines\x1b[2J.jsonl"),
        (b"\xff\xfe.jsonl", r"\xff\xfe.jsonl"),
        ("gnp‮.txt.jsonl".encode(), r"gnp\u202e.txt.jsonl"),
        (b"'; DROP TABLE logs; --.jsonl", "'; DROP TABLE logs; --.jsonl"),
    ],
)
def test_name_of_a_file_is_shown_on_one_line(tmp_path: Path, name: bytes, shown: str) -> None:
    write_log(tmp_path).rename(tmp_path / os.fsdecode(name))
    shelves = library(tmp_path)
    [entry] = whole(shelves).entries
    assert (entry.file, entry.trouble) == (shown, "")
    assert shelves.replay(entry.key, 0).total == 5


def test_texts_of_a_strangers_header_are_printable_and_short(tmp_path: Path) -> None:
    write_log(
        tmp_path,
        name="stranger.jsonl",
        game="<script>\n" * 1000,
        seats=("A\x07", "‮B", *["more"] * 50),
        players={0: "x" * 5000, 7: "nobody's", -1: "chance"},
        started="\x00",
    )
    [entry] = whole(library(tmp_path)).entries
    texts = [entry.file, entry.game, entry.title, *entry.seats, *entry.players.values()]
    assert all(text.isprintable() and len(text) < 200 for text in [*texts, entry.started])
    assert entry.seats[:2] == (r"A\x07", r"\u202eB")
    assert len(entry.seats) == 6
    assert entry.players.keys() == {0}


def test_what_is_no_log_by_its_name_is_left_out(tmp_path: Path) -> None:
    for name in ("notes.txt", "._2026-11-20-150000-solomon.jsonl", "x.jsonl.damaged1", ".lock"):
        (tmp_path / name).write_bytes(b"")
    assert whole(library(tmp_path)).total == 0


@pytest.mark.parametrize("seed", range(6))
def test_index_is_what_reading_every_log_would_tell(tmp_path: Path, seed: int) -> None:
    random, found = Random(seed), LogIndex(tmp_path)
    (tmp_path / "deleted").mkdir()
    for _ in range(40):
        folder = tmp_path / random.choice(["", "deleted"])
        path = folder / f"2026-11-20-15{random.randrange(8):02}00-solomon.jsonl"
        match random.randrange(6):
            case 0 | 1 | 2:
                records = ENTRIES[: random.randrange(len(ENTRIES))]
                write_log(folder, name=path.name, records=records, players={0: "Anna"})
            case 3:
                path.unlink(missing_ok=True)
            case 4 if path.exists():
                path.write_bytes(path.read_bytes()[: random.randrange(900)])
            case _:
                (tmp_path / INDEX_NAME).write_bytes(random.choice([b"", b"no database" * 99]))
        if random.random() < 0.5:
            continue
        assert found.refresh() == 0
        told = found.select("SELECT file, folder, moves, outcome, trouble FROM logs")
        expected = []
        for log in tmp_path.rglob("*.jsonl"):
            whole_log = summarize(log)
            fields = (whole_log.moves, whole_log.outcome, whole_log.trouble)
            expected.append((log.name, int(log.parent != tmp_path), *fields))
        assert sorted(told) == sorted(expected)
