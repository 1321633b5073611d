from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

from companion.base.errors import CompanionError
from companion.cli import app
from companion.games.registry import make
from companion.protocol.library_messages import ShelfQuery
from companion.records.game_formats import GameFormat, game_formats
from companion.records.game_logs import log_of
from companion.records.game_text import read_games
from companion.records.importing import ImportFailed, add_games, import_games
from companion.records.journal.disk import Disk
from companion.records.journal.reader import GameLog, list_logs, read_log
from companion.records.journal.record import EndRecord, MoveRecord, NoteRecord
from companion.session.library.selection import InvalidQuery
from tests.packages import Install, install
from tests.records.journal.games import ENTRIES
from tests.records.logs import ANNA, library, whole, write_log

__all__ = ["install"]

NOW = datetime(2026, 12, 1, 12, 0, 0)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with a finished game and an unfinished one."""
    folder = tmp_path / "kept"
    folder.mkdir()
    write_log(folder, 1, players=ANNA)
    write_log(folder, 2, records=ENTRIES[:3])
    return folder


def download(kept: Path, form: str) -> Path:
    shelves = library(kept)
    whole(shelves)
    file = kept.parent / f"games.{form}"
    file.write_bytes(b"".join(shelves.files(ShelfQuery(), form).parts))
    return file


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_downloaded_games_are_imported_once(kept: Path, tmp_path: Path, form: str) -> None:
    folder = tmp_path / "new"
    report = import_games(download(kept, form), folder, NOW)
    assert (len(report.stored), report.known, report.trouble) == (2, 0, [])
    second, first = (found.log for found in list_logs(folder))
    assert first is not None and second is not None
    was = read_log(kept / "2026-11-20-150100-solomon.jsonl")
    assert (first.head, first.moves, first.end) == (was.head, was.moves, was.end)
    assert first.path.name == was.path.name
    assert second.end == EndRecord("ongoing", "abandoned")
    assert NoteRecord(f"imported from games.{form}") in second.records
    again = import_games(download(kept, form), folder, NOW)
    assert (again.stored, again.known) == ([], 2)


def test_games_go_beside_others_of_the_same_second(kept: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    log = write_log(other, 1, players={0: "Otto"})
    [stored] = import_games(log, kept, NOW).stored
    assert stored.name == "2026-11-20-150100-solomon-2.jsonl"


def test_a_file_of_the_same_second_that_is_no_log_hides_no_game(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    name = "2026-11-20-150100-solomon.jsonl"
    (folder / name).write_text("something else\n", encoding="utf-8")
    report = import_games(kept / name, folder, NOW)
    assert (len(report.stored), report.known) == (1, 0)


def test_log_of_the_future_is_named_after_now(kept: Path, tmp_path: Path) -> None:
    for number, started in enumerate(("2999-01-01T00:00:00", "soon")):
        log = write_log(tmp_path, name=f"x{number}.jsonl", started=started)
        [stored] = import_games(log, kept, NOW).stored
        assert stored.name.startswith("2026-12-01-120000-solomon")


def test_what_cannot_be_read_is_said_and_the_rest_imported(kept: Path, tmp_path: Path) -> None:
    file = download(kept, "jsonl")
    data = file.read_bytes()
    file.write_bytes(b'{"price":1}\n' + data.replace(b'"15x9"', b'"15x8"', 1))
    report = import_games(file, tmp_path / "new", NOW)
    assert len(report.stored) == 2
    assert "game 1, line 1 is damaged" in report.trouble[0]
    assert "game 2, line 4 is damaged" in report.trouble[1]
    text = tmp_path / "games.txt"
    text.write_bytes(b"\xff")
    assert import_games(text, tmp_path / "new", NOW).trouble == [
        "games.txt is neither a log nor UTF-8 text"
    ]
    text.write_text("hello\n")
    [said] = import_games(text, tmp_path / "new", NOW).trouble
    assert said.startswith("games.txt, line 1: a game begins with its tags")


@pytest.mark.parametrize(
    "text",
    [
        b'[Event "?"]\n[White "M\xfcller"]\n\n1. e4 {good} *\n',
        b'{exported}\n[White "A"]\n',
        b'\xef\xbb\xbf[FEN "4k3/8/8/8/8/8/8/4K3 w - -"]\r\n\r\n*',
    ],
)
def test_the_converter_of_pgn_is_named_in_one_line(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(text)
    [said] = import_games(file, tmp_path / "new", NOW).trouble
    assert said.startswith("games.pgn is PGN: convert it with `companion-chess text FILE`")
    assert "\n" not in said


class Exclaimed(GameFormat):
    """Games of Solomon as moves with exclamation marks, one a line."""

    name = "exclaimed"

    def recognises(self, data: bytes) -> bool:
        return data.startswith(b"!")

    def read(self, data: bytes) -> Iterator[GameLog | CompanionError]:
        for number, line in enumerate(data.decode().splitlines(), start=1):
            if line == "!?":
                yield CompanionError(f"line {number}: no game")
            else:
                text = f'[Game "solomon"]\n\n{line.strip("!")}\n'
                for game in read_games(text):
                    yield log_of(game.head, game.records)

    def writes(self, game: str) -> bool:
        return game == "solomon"

    def write(self, log: GameLog) -> str:
        return "".join(f"!{move.text}!\n" for move in log.moves)


FORMAT = f"exclaimed = {__name__}:Exclaimed"


def test_a_package_reads_the_format_of_another_program(tmp_path: Path, install: Install) -> None:
    install("other-games", formats=(FORMAT,))
    file = tmp_path / "games.x"
    file.write_text("!1. 14-9!\n!?\n!1. 14-12!\n")
    report = import_games(file, tmp_path / "new", NOW)
    assert [[move.text for move in read_log(path).moves] for path in report.stored] == [
        ["14-9"],
        ["14-12"],
    ]
    assert report.trouble == ["games.x, line 2: no game"]
    with pytest.raises(ImportFailed, match=r"games\.x has more than 1 games"):
        add_games(file.read_bytes(), "games.x", tmp_path / "none", NOW, most=1)
    assert not (tmp_path / "none").exists()


def test_a_package_writes_its_format_for_the_games_that_have_it(
    tmp_path: Path, install: Install
) -> None:
    install("other-games", formats=(FORMAT,))
    write_log(tmp_path, 1)
    nim = make("nim")
    write_log(
        tmp_path,
        2,
        game="nim",
        options=nim.chosen,
        seats=nim.seats,
        position=nim.position_text(nim.start()),
        records=[MoveRecord("14", 0, 1.0)],
    )
    write_log(tmp_path, 3)
    shelves = library(tmp_path)
    shelf = whole(shelves)
    assert shelf.forms == ("exclaimed",)
    assert whole(shelves, ShelfQuery(game="nim")).forms == ()
    forms = {entry.game: shelves.replay(entry.key, 0).forms for entry in shelf.entries}
    assert forms == {"solomon": ("exclaimed",), "nim": ()}
    keys = {entry.game: entry.key for entry in shelf.entries}
    file = shelves.file(keys["solomon"], "exclaimed")
    assert file.name.endswith(".exclaimed")
    assert b"".join(file.parts).startswith(b"!14-9!\n!2x12!\n")
    with pytest.raises(InvalidQuery, match="Solomon Nim is not written as exclaimed"):
        shelves.file(keys["nim"], "exclaimed")
    all_of_them = b"".join(shelves.files(ShelfQuery(), "exclaimed").parts)
    assert all_of_them.count(b"!14-9!") == 2
    with pytest.raises(InvalidQuery, match="choose from jsonl, text, exclaimed"):
        shelves.file(keys["nim"], "pgn")


@pytest.mark.parametrize(
    ("formats", "said"),
    [
        (("x = pathlib:Path",), "not a format; the entry point must name a class"),
        (("x = companion.records.game_formats:GameFormat",), "its name '' is empty or taken"),
        ((FORMAT, FORMAT.replace("exclaimed", "x", 1)), "its name 'exclaimed' is empty or taken"),
    ],
)
def test_a_faulty_format_is_left_out(
    formats: tuple[str, ...], said: str, install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    install("other-games", formats=formats)
    assert len(game_formats()) == len(formats) - 1
    assert said in caplog.text


class Broken(Exclaimed):
    """Fails in every method, once it is armed."""

    armed = False

    def recognises(self, data: bytes) -> bool:
        self.fail()
        return super().recognises(data)

    def read(self, data: bytes) -> Iterator[GameLog | CompanionError]:
        yield next(super().read(data))
        self.fail()

    def writes(self, game: str) -> bool:
        self.fail()
        return super().writes(game)

    def write(self, log: GameLog) -> str:
        self.fail()
        return super().write(log)

    def fail(self) -> None:
        if self.armed:
            raise KeyError(7)


class Odd(Exclaimed):
    """Returns what it must not."""

    def read(self, data: bytes) -> Iterator[GameLog | CompanionError]:
        yield cast(GameLog, 5)

    def write(self, log: GameLog) -> str:
        return cast(str, None)


def test_a_format_that_fails_hides_nothing(
    tmp_path: Path,
    install: Install,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install("other-games", formats=(f"broken = {__name__}:Broken",))
    write_log(tmp_path, 1)
    shelves = library(tmp_path)
    [entry] = whole(shelves).entries
    monkeypatch.setattr(Broken, "armed", True)
    for _ in range(2):
        assert whole(shelves).forms == ()
        assert shelves.replay(entry.key, 0).forms == ()
    with pytest.raises(InvalidQuery, match="is not written as exclaimed"):
        shelves.file(entry.key, "exclaimed")
    fault = "package other-games: format 'exclaimed': writes() failed: KeyError: 7; test_importing"
    assert caplog.text.count(fault) == 1


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("Broken", "write() failed: KeyError: 7; test_importing.py line "),
        ("Odd", "write() returned None; it must be str"),
    ],
)
def test_a_game_that_a_format_fails_to_write_is_not_downloaded(
    tmp_path: Path, install: Install, monkeypatch: pytest.MonkeyPatch, kind: str, said: str
) -> None:
    install("other-games", formats=(f"x = {__name__}:{kind}",))
    write_log(tmp_path, 1)
    shelves = library(tmp_path)
    [entry] = whole(shelves).entries
    monkeypatch.setattr(Broken, "armed", True)
    monkeypatch.setattr(Broken, "writes", Exclaimed.writes)
    with pytest.raises(CompanionError) as raised:
        b"".join(shelves.file(entry.key, "exclaimed").parts)
    assert str(raised.value).startswith(f"package other-games: format 'exclaimed': {said}")


@pytest.mark.parametrize(
    ("kind", "stored", "said"),
    [
        ("Broken", 1, "read() failed: KeyError: 7; test_importing.py line "),
        ("Odd", 0, "read() returned 5; it must be GameLog / CompanionError"),
    ],
)
def test_an_import_keeps_what_was_read_before_a_format_failed(
    tmp_path: Path,
    install: Install,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    stored: int,
    said: str,
) -> None:
    install("other-games", formats=(f"x = {__name__}:{kind}",))
    monkeypatch.setattr(Broken, "armed", True)
    monkeypatch.setattr(Broken, "recognises", Exclaimed.recognises)
    report = add_games(b"!1. 14-9!\n!1. 14-12!\n", "games.x", tmp_path / "new", NOW)
    assert len(report.stored) == stored
    [trouble] = report.trouble
    assert str(trouble).startswith(f"games.x, package other-games: format 'exclaimed': {said}")


def test_what_no_format_recognises_is_read_as_text(
    tmp_path: Path, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("other-games", formats=(f"broken = {__name__}:Broken",))
    monkeypatch.setattr(Broken, "armed", True)
    report = add_games(b"!1. 14-9!\n", "games.x", tmp_path / "new", NOW)
    assert not report.stored
    assert len(report.trouble) == 1


def test_nothing_is_imported_from_a_pipe_or_without_a_card(kept: Path, tmp_path: Path) -> None:
    class Removed(Disk):
        def is_mounted(self, path: Path) -> bool:
            return False

    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ImportFailed, match="not a regular file"):
        import_games(tmp_path / "pipe", kept, NOW)
    log = kept / "2026-11-20-150100-solomon.jsonl"
    with pytest.raises(ImportFailed, match="no card is mounted"):
        import_games(log, tmp_path / "new", NOW, Removed(tmp_path))
    assert not (tmp_path / "new").exists()


def test_command_imports_and_exports(kept: Path, tmp_path: Path) -> None:
    config = tmp_path / "board.toml"
    config.write_text(f"[journal]\ndirectory = {str(tmp_path / 'new')!r}\n")
    run = CliRunner().invoke
    command = ["journal", "import", str(download(kept, "text")), "--config", str(config)]
    done = run(app, command)
    assert (done.exit_code, done.stdout.count("Imported: 2026-11-20-15")) == (0, 2)
    assert run(app, command).stdout == "Already there: 2\n"
    exported = run(app, ["journal", "export", "last", "--times", "--config", str(config)])
    assert "1. 14-9 {0.5} 2x12 {1.5}\n" in exported.stdout
    (tmp_path / "bad.txt").write_text("hello\n")
    failed = run(app, ["journal", "import", str(tmp_path / "bad.txt"), "--config", str(config)])
    assert (failed.exit_code, failed.stdout.startswith("Not imported: bad.txt")) == (1, True)
