"""What earlier versions wrote is read as it was meant."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.app.settings_file import SettingsFile
from companion.config import load_config
from companion.records.game_logs import game_of
from companion.records.journal.disk import Disk
from companion.records.journal.folder import JournalFolder
from companion.records.journal.reader import read_log, replay
from companion.records.journal.record import FORMAT, EndRecord, TakebackRecord, least_format
from tests.records.logs import library, whole

VERSIONS = sorted(path for path in (Path(__file__).parent / "data").iterdir())
VERSION = pytest.mark.parametrize("folder", VERSIONS, ids=[path.name for path in VERSIONS])


def expected(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    assert len(found) == 36
    return found


def copied(folder: Path, to: Path) -> list[Path]:
    return [Path(shutil.copy(path, to)) for path in sorted(folder.glob("*.jsonl"))]


@VERSION
def test_every_log_is_read_to_the_position_of_then(folder: Path) -> None:
    for name, then in expected(folder).items():
        log = read_log(folder / name)
        game = game_of(log)
        match = replay(log, game)
        assert not log.damage
        assert {key: game.chosen[key] for key in then["options"]} == then["options"], name
        assert len(log.moves) == then["moves"], name
        assert game.position_text(match.position) == then["position"], name


@VERSION
def test_every_log_is_in_the_library(folder: Path, tmp_path: Path) -> None:
    copied(folder, tmp_path)
    shelf = whole(library(tmp_path))
    assert sorted(entry.file for entry in shelf.entries) == sorted(expected(folder))
    assert [entry for entry in shelf.entries if entry.trouble] == []


@VERSION
def test_every_unfinished_log_can_be_continued(folder: Path, tmp_path: Path) -> None:
    journals = JournalFolder(tmp_path)
    for path in copied(folder, tmp_path):
        log = read_log(path)
        if log.finished:
            continue
        journals.resume(log).append(EndRecord("ongoing", "abandoned"))
        again = read_log(path)
        assert again.records == (*log.records, EndRecord("ongoing", "abandoned")), path.name
        assert again.lines[0] == log.lines[0], "the program of then could not read it any more"
        assert not again.damage


@VERSION
def test_every_log_names_a_format_that_knows_all_its_records(folder: Path, tmp_path: Path) -> None:
    journals = JournalFolder(tmp_path)
    for path in copied(folder, tmp_path):
        log = read_log(path)
        assert log.head.format >= max(map(least_format, log.records), default=1)
        journals.resume(log).append(TakebackRecord(0))
        again = read_log(path)
        assert again.head.format == (FORMAT if log.head.format < 3 else log.head.format)
        assert again.records == (*log.records, TakebackRecord(0)), path.name


@VERSION
def test_every_configuration_fits_its_board(folder: Path) -> None:
    for path in sorted(folder.glob("configurations/*.toml")):
        config = load_config(path)
        board = config.make_game().board
        config.check(board)
        assert config.warnings(board) == [], path.name  # they give all pins


def test_settings_chosen_on_the_page_are_kept() -> None:
    folder = next(path for path in VERSIONS if path.name == "format-4")
    assert SettingsFile(folder, Disk()).load() == {
        "lights.brightness": 0.4,
        "timing.pause": 6000,
    }
