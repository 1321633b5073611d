"""Files are replaced whole, durably, and never readable by others for a moment."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.base.files import make_folder, remove_drafts, replace_file
from tests import needs


class Watched:
    """What is synced, in order, and the permissions of drafts at that time."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.synced: list[str] = []
        self.modes: list[int] = []
        fsync, rename = os.fsync, Path.replace

        def sync(file: int) -> None:
            number = os.fstat(file).st_ino
            found = [folder, *folder.iterdir()]
            self.synced += [path.name for path in found if path.stat().st_ino == number]
            self.modes += [path.stat().st_mode & 0o777 for path in folder.glob(".*.new")]
            fsync(file)

        def renamed(path: Path, target: Path) -> Path:
            self.synced.append("renamed")
            return rename(path, target)

        monkeypatch.setattr(os, "fsync", sync)
        monkeypatch.setattr(Path, "replace", renamed)


@needs.posix.mark
@pytest.mark.parametrize("mask", [0, 0o022, 0o077])
def test_a_file_is_synced_renamed_and_its_folder_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mask: int
) -> None:
    watched = Watched(tmp_path, monkeypatch)
    former = os.umask(mask)
    try:
        replace_file(tmp_path / "key", b"secret", mode=0o600)
        replace_file(tmp_path / "key", (b"another", b" one"))
        replace_file(tmp_path / "open", b"", mode=0o644)
    finally:
        os.umask(former)
    once = [".key.new", "renamed", tmp_path.name]
    assert watched.synced == [*once, *once, ".open.new", "renamed", tmp_path.name]
    assert watched.modes == [0o600, 0o600, 0o644]
    assert (tmp_path / "key").read_bytes() == b"another one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key", "open"]


@needs.posix.mark
def test_what_a_killed_run_left_is_never_written_through(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    (tmp_path / ".log.new").symlink_to(elsewhere)
    replace_file(tmp_path / "log", b"new")
    assert elsewhere.read_text() == "mine"
    assert (tmp_path / "log").read_bytes() == b"new"
    assert not (tmp_path / "log").is_symlink()


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_file_that_cannot_be_replaced_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os if failing == "fsync" else Path, failing, fail)
    with pytest.raises(OSError, match="No space left"):
        replace_file(path, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["log"]
    assert path.read_bytes() == b"old"


_KILLED = """
import os, signal, sys
from pathlib import Path
from companion.base.files import replace_file
os.fsync = lambda file: os.kill(os.getpid(), signal.SIGKILL)
replace_file(Path(sys.argv[1]), b"new", mode=0o600)
"""


@needs.posix.mark
def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "TABLE.table"
    path.write_bytes(b"old")
    old = tmp_path / "TABLE.table.new"  # as earlier versions called it
    old.write_bytes(b"half")
    (tmp_path / "notes.new").write_text("somebody's own")
    killed = subprocess.run([sys.executable, "-c", _KILLED, str(path)], check=False)
    assert killed.returncode < 0
    (draft,) = tmp_path.glob(".*.new")
    assert draft.stat().st_mode & 0o777 == 0o600
    remove_drafts(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"TABLE.table", "notes.new"}
    assert path.read_bytes() == b"old"
    remove_drafts(tmp_path / "nowhere")


@needs.posix.mark
def test_folders_are_made_durably(tmp_path: Path) -> None:
    synced: list[Path] = []
    make_folder(tmp_path / "games" / "remote", synced.append)
    assert set(synced) == {tmp_path, tmp_path / "games"}
    synced.clear()
    make_folder(tmp_path / "games" / "remote", synced.append)
    assert synced == []
