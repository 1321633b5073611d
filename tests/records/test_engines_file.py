"""What was chosen for engines is kept beside the logs, and never replaced by mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.records.engines_file import (
    ENGINES_NAME,
    EngineChoice,
    EnginesFile,
    EnginesFileError,
)


def test_what_was_chosen_is_read_again(tmp_path: Path) -> None:
    choices = {
        "stockfish": EngineChoice(seconds=0.5, options={"Hash": 64, "Ponder": True, "Style": "A"}),
        "toga": EngineChoice(on=False),
    }
    assert EnginesFile(tmp_path).load() == {}
    EnginesFile(tmp_path).save(choices)
    assert EnginesFile(tmp_path).load() == choices


def test_the_file_of_the_first_version_is_read(tmp_path: Path) -> None:
    (tmp_path / ENGINES_NAME).write_text(
        '{"version": 1, "engines": {"toga": {"on": false, "seconds": 2, "options": {"Hash": 8}},'
        ' "gnu": {}}}'
    )
    assert EnginesFile(tmp_path).load() == {
        "toga": EngineChoice(on=False, seconds=2, options={"Hash": 8}),
        "gnu": EngineChoice(),
    }


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    later = '{"version": 2, "engines": []}'
    (tmp_path / ENGINES_NAME).write_text(later)
    file = EnginesFile(tmp_path)
    for act in (file.load, lambda: file.save({})):
        with pytest.raises(EnginesFileError, match="has version 2, and this program reads"):
            act()
    assert file.path.read_text() == later


@pytest.mark.parametrize("text", ["{", '{"version": 1, "engines": {"toga": {"seconds": "soon"}}}'])
def test_a_damaged_file_is_put_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / ENGINES_NAME).write_text(text)
    file = EnginesFile(tmp_path)
    with pytest.raises(EnginesFileError, match="is damaged: engines are used as configured"):
        file.load()
    file.save({"toga": EngineChoice(on=False)})
    assert EnginesFile(tmp_path).load() == {"toga": EngineChoice(on=False)}
    assert (tmp_path / f"{ENGINES_NAME}.damaged").read_text() == text


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(EnginesFileError, match="lasts only until the program ends"):
        EnginesFile(tmp_path / "missing").save({})
