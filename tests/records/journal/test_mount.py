"""A card that is mounted on the journal's folder itself, or above it, and is taken out."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.config import InvalidConfig, JournalSettings
from companion.records.journal.disk import Disk, mount_point
from companion.records.journal.folder import JournalFolder
from companion.records.journal.lock import directory_lock
from companion.records.journal.reader import list_logs, read_log
from tests import needs
from tests.records.journal.disks import Card
from tests.records.journal.games import first_moves, head


def test_nothing_is_written_to_the_mount_point_of_a_card_that_is_out(tmp_path: Path) -> None:
    card = Card(tmp_path / "card")
    games = JournalFolder(card.folder, disk=card)
    journal = games.create(head())
    moves = first_moves(4)
    journal.append(moves[0])
    card.take_out()
    journal.append(moves[1])
    another = games.create(head())
    another.append(moves[0])
    assert list(card.folder.iterdir()) == []
    assert another.waiting == 3
    assert (
        f"(no card is mounted at {card.folder}): 3 lines wait in memory for the next try; "
        "put the card back" in another.warning
    )
    card.put_in()
    another.retry()
    assert (another.waiting, another.warning) == (0, "")
    assert [summary.path for summary in list_logs(card.folder)] == [another.path, journal.path]
    assert list(read_log(journal.path).records) == moves[:2]


def test_a_folder_is_neither_made_nor_locked_while_no_card_is_mounted(tmp_path: Path) -> None:
    card = Card(tmp_path / "card")
    card.take_out()
    with directory_lock(card.folder / "games", card):
        assert list(card.folder.iterdir()) == []
    card.put_in()
    with directory_lock(card.folder / "games", card):
        assert (card.folder / "games").is_dir()


def test_a_disk_is_found_mounted_or_not(tmp_path: Path) -> None:
    assert Path(os.path.realpath(tmp_path)).is_relative_to(mount_point(tmp_path / "not" / "yet"))
    assert mount_point(Path("/proc/self")) == Path("/proc")
    (tmp_path / "link").symlink_to("/proc")
    assert mount_point(tmp_path / "link") == Path("/proc")
    Disk(Path("/proc")).check_mounted()
    Disk().check_mounted()
    for place in (tmp_path, tmp_path / "missing"):
        with pytest.raises(OSError, match=f"no card is mounted at {place}") as caught:
            Disk(place).check_mounted()
        assert caught.value.errno == errno.ENODEV


def test_the_mount_point_of_the_configuration_counts() -> None:
    settings = JournalSettings(directory="/mnt/card/games", mount="/mnt/card")
    settings.check()
    assert settings.disk.mount == Path("/mnt/card")
    assert JournalSettings(directory="/proc/self").disk.mount == Path("/proc")


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (JournalSettings("/mnt/card", "card"), "journal.mount is 'card'; write the whole path"),
        (JournalSettings("/mnt/cards", "/mnt/card"), "choose a directory on that card"),
        (JournalSettings("", "/mnt/card"), "journal.directory is ''; choose a directory on"),
    ],
)
def test_an_impossible_mount_point_is_refused(settings: JournalSettings, complaint: str) -> None:
    with pytest.raises(InvalidConfig, match=complaint):
        settings.check()


MOUNTED = """
import subprocess, sys
from pathlib import Path
from companion.config import JournalSettings
from companion.records.journal.folder import JournalFolder
from companion.records.journal.reader import list_logs, read_log
from tests.records.journal.games import first_moves, head

card, kept = Path(sys.argv[1]), Path(sys.argv[2])
def run(*words): subprocess.run(words, check=True)
run("mount", "-t", "tmpfs", "none", kept)
run("mount", "--bind", kept, card)
settings = JournalSettings(directory=str(card))
journal = JournalFolder(card, disk=settings.disk).create(head())
moves = first_moves(3)
journal.append(moves[0])
run("umount", card)
journal.append(moves[1])
assert not list(card.iterdir()), "written beneath the mount point"
assert f"no card is mounted at {card}" in journal.warning, journal.warning
run("mount", "--bind", kept, card)
journal.append(moves[2])
assert not journal.warning
(summary,) = list_logs(card)
assert list(read_log(summary.path).records) == moves
print("played on a card")
"""


def test_a_card_that_is_really_unmounted_is_missed(tmp_path: Path) -> None:
    unshare = needs.mounts()
    card, kept = tmp_path / "card", tmp_path / "kept"
    card.mkdir()
    kept.mkdir()
    done = subprocess.run(
        [unshare, "-m", sys.executable, "-c", MOUNTED, str(card), str(kept)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "played on a card\n", done.stderr
