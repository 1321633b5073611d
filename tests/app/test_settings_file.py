"""The file of settings: atomic, readable, and harmless whatever is in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.settings_file import SettingsFile, SettingsFileError
from companion.protocol.views import SettingValue
from companion.records.journal.disk import Disk

VALUES: dict[str, SettingValue] = {
    "lights.brightness": 0.4,
    "game.clock": "fischer 5+3",
    "page.title": 'An "attic"',
}


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path, Disk())


def reopened(file: SettingsFile) -> SettingsFile:
    return SettingsFile(file.path.parent, Disk())


def test_without_a_file_nothing_was_chosen(file: SettingsFile) -> None:
    assert file.load() == {}


def test_what_is_saved_is_loaded(file: SettingsFile) -> None:
    file.save(VALUES)
    assert reopened(file).load() == VALUES
    file.save({})
    assert reopened(file).load() == {}
    assert [path.name for path in file.path.parent.iterdir()] == ["settings.toml"]


def test_the_file_says_what_it_is_for(file: SettingsFile) -> None:
    file.save({"lights.brightness": 0.4})
    comment, *lines = file.path.read_text().splitlines()
    assert comment.startswith("# What was chosen on the page. It goes before the configuration")
    assert lines[1:] == ["version = 1", "", "[lights]", "brightness = 0.4"]


@pytest.mark.parametrize(
    "text",
    [
        "= 1",
        "[lights",
        "a = " + "[" * 400,
        "",
        "[lights]\nbrightness = 0.1",
        "version = true",
        'version = "1"',
        "version = {}",
    ],
)
def test_a_damaged_file_is_said_and_put_aside(file: SettingsFile, text: str) -> None:
    file.path.write_text(text)
    with pytest.raises(SettingsFileError, match="its settings are not used") as refused:
        file.load()
    assert "\n" not in str(refused.value)
    file.save(VALUES)
    assert reopened(file).load() == VALUES
    assert file.path.with_name("settings.toml.damaged").read_text() == text


@pytest.mark.parametrize("text", ["version = 2", "version = 0\n[lights]\nbrightness = 0.1"])
def test_a_file_of_another_version_is_left_alone(file: SettingsFile, text: str) -> None:
    file.path.write_text(text)
    for act in (file.load, lambda: file.save(VALUES)):
        with pytest.raises(SettingsFileError, match="update the program, or delete the file"):
            act()
    assert file.path.read_text() == text


def test_a_place_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file where the folder should be")
    with pytest.raises(SettingsFileError, match="last only until the program ends") as refused:
        SettingsFile(tmp_path / "folder", Disk()).save(VALUES)
    assert "\n" not in str(refused.value)


def test_a_folder_or_a_pipe_in_its_place_is_said(file: SettingsFile) -> None:
    file.path.mkdir()
    with pytest.raises(SettingsFileError, match="cannot be read"):
        file.load()
    file.save(VALUES)
    assert reopened(file).load() == VALUES
    assert file.path.with_name("settings.toml.damaged").is_dir()


def test_a_file_that_is_too_large_is_put_aside(file: SettingsFile) -> None:
    file.path.write_text("version = 1\n" + "# long\n" * 3000)
    with pytest.raises(SettingsFileError, match="cannot be read: larger than 16 kB"):
        file.load()
    file.save(VALUES)
    assert reopened(file).load() == VALUES
    assert file.path.with_name("settings.toml.damaged").stat().st_size > 20_000


def test_nothing_is_written_without_the_card(tmp_path: Path) -> None:
    with pytest.raises(SettingsFileError, match="no card is mounted"):
        SettingsFile(tmp_path, Disk(tmp_path / "card")).save(VALUES)
    assert list(tmp_path.iterdir()) == []


def test_settings_on_a_card_that_was_missing_are_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SettingsFile(tmp_path, Disk()).save(VALUES)
    late = SettingsFile(tmp_path, Disk(tmp_path))
    with pytest.raises(SettingsFileError, match="cannot be read: no card is mounted"):
        late.load()
    monkeypatch.setattr(Disk, "is_mounted", lambda *_: True)  # it comes back
    with pytest.raises(SettingsFileError, match="start the program again"):
        late.save({})
    assert SettingsFile(tmp_path, Disk()).load() == VALUES
