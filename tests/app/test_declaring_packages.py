"""A quick look tells whether a package may add anything; in doubt, it may."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.app.declaring_packages import may_declare
from companion.base import plugins

_OTHER = "[console_scripts]\ncompanion = companion.cli:main\n"
_GAME = "[companion.games]\nchess = chess:Chess\n"


@pytest.mark.parametrize(
    ("kind", "text", "may"),
    [
        ("dist-info", _OTHER, False),
        ("dist-info", _OTHER + _GAME, True),
        ("egg-info", _GAME, True),
    ],
)
def test_a_package_that_adds_something_is_found_by_its_entry_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, text: str, *, may: bool
) -> None:
    folder = tmp_path / f"some-1.{kind}"
    folder.mkdir()
    (folder / "entry_points.txt").write_text(text)
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "none")])
    assert may_declare() is may


def test_what_is_no_folder_of_packages_may_hold_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "packages.zip"
    archive.write_bytes(b"")
    for place in (archive, tmp_path / "some.egg"):
        monkeypatch.setattr(sys, "path", [str(place)])
        assert may_declare()


def test_a_finder_of_its_own_may_find_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_distributions(self) -> None: ...

    monkeypatch.setattr(sys, "path", [])
    assert not may_declare()
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert may_declare()


def test_entry_points_are_read_only_if_a_package_may_declare_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plugins, "_first_asked", [lambda: False])
    plugins.declared.cache_clear()
    assert plugins.declared().select(group=plugins.GAMES) == ()
    plugins.declared.cache_clear()
