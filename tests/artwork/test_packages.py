"""Printed boards of packages: they are drawn like our own, and a faulty one stops nothing."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.artwork import __main__ as artwork
from hardware.artwork.__main__ import main
from hardware.artwork.collection import collection
from hardware.artwork.editions import EDITIONS, all_editions, check_edition
from tests.artwork import faces
from tests.packages import Install, packages_installed


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Install]:
    """Installs packages with printed boards for one test, and games if needed."""
    with packages_installed(tmp_path) as laid_out:

        def installed(package: str, *names: str, games: tuple[str, ...] = ()) -> None:
            laid_out(package, games, artwork=tuple(f"tests.artwork.faces:{n}" for n in names))

        yield installed


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    assert all(record.levelno == logging.WARNING for record in caplog.records)
    return [record.getMessage() for record in caplog.records]


@pytest.mark.parametrize("name", all_editions())
def test_every_printed_board_fulfils_the_contract(name: str) -> None:
    check_edition(all_editions()[name])


def test_a_package_brings_a_board_in_both_designs(install: Install, tmp_path: Path) -> None:
    install("mine-games", "MINE")
    assert main(["--only", "mine", "--to", str(tmp_path / "out")]) == 0
    made = {p.name: p.read_bytes() for p in (tmp_path / "out/mine").iterdir()}
    kinds = (".pdf", "-a4.pdf", "-letter.pdf", ".svg")
    assert sorted(made) == sorted(f"{d}{kind}" for d in ("plain", "framed") for kind in kinds)
    # It is the board of the game, and only its words are others.
    own = dict(collection(only=("gomony",)))["gomony/framed.svg"].decode()
    words = {"GOMONY": "MINE", "Gomony": "Mine", "Checkers of columns": "A game of mine"}
    for theirs, mine in words.items():
        own = own.replace(theirs, mine)
    assert made["framed.svg"].decode() == own


def test_boards_of_packages_are_not_put_among_the_published_ones(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("mine-games", "MINE")
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "published"
    monkeypatch.setattr(artwork, "HOME", home)
    assert main(["--only", "mine", "coupon"]) == 0
    assert {path.name for path in home.iterdir()} == {"coupon"}
    assert {path.name for path in (tmp_path / "boards-40mm").iterdir()} == {"mine"}
    assert main(["--only", "mine", "coupon", "--check"]) == 0


@pytest.mark.parametrize(
    ("face", "said"),
    [
        ("LATER", "version 2 of the contract of artwork, and this program has version 1; install"),
        ("SAME_LATER", "version 2 of the contract of artwork, and this program has version 1"),
        ("Later", "version 2 of the contract of artwork, and this program has version 1"),
        ("ABSENT", "AttributeError: module 'tests.artwork.faces' has no attribute 'ABSENT'; up"),
        (
            "Edition",
            "not a printed board; the entry point must name a companion.games.artwork.Edition",
        ),
        ("UNNAMED", "its name is '../Mine'; use lower-case letters, digits, - and _"),
        ("TAKEN", "there is already a printed board 'gomony'; rename it, or uninstall"),
        ("LIKE_A_TEMPLATE", "there is already a printed board 'grid8'; rename it"),
        ("STRANGE_GAME", "unknown game 'mines'"),
        ("STRANGE_OPTION", "mines"),
        ("ELSEWHERE", "there is no layout for the board 'row9'; choose a game on star, grid7, "),
        ("ASTRAY", "the board grid8 has no point 'z9'; mend starts"),
        ("RAISING", "game 'faulty' is installed, but ignored: "),
        ("LONG", "framed design: 'MINE, THE LONG GAME' and '"),
        ("LONGER", " is wider than the board; shorten it"),
        ("UNPRINTABLE", "no font has the 'Ш' of 'Шахматы'; write it without"),
    ],
)
def test_a_faulty_board_is_named_and_the_others_are_made(
    install: Install,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    face: str,
    said: str,
) -> None:
    games = {"ELSEWHERE": "tests.tiny:Tiny", "RAISING": "tests.artwork.faces:Faulty"}
    install("a-faulty", face, games=(games[face],) if face in games else ())
    install("mine-games", "MINE")
    # What is in the files does not matter here.
    monkeypatch.setattr(
        artwork, "collection", lambda *_, editions, **__: dict.fromkeys(editions, b"")
    )
    assert main(["--to", str(tmp_path / "out")]) == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {*EDITIONS, "mine"}
    (line,) = [each for each in faults(caplog) if ": artwork " in each]
    assert line.startswith("package a-faulty: artwork 'a0' is ignored: ")
    assert said in line
    assert "\n" not in line


def test_of_two_boards_of_one_name_the_first_package_has_it(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    install("b-games", "MINE")
    install("a-games", "MINE")
    assert set(all_editions()) == {*EDITIONS, "mine"}
    (line,) = faults(caplog)
    assert line.startswith("package b-games: artwork 'a0' is ignored: there is already")


def test_a_board_that_is_not_installed_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "mine"])
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("artwork: argument --only: invalid choice: 'mine' (choose from ")
    assert said.err.count("\n") == 1


def test_a_title_never_becomes_markup() -> None:
    title = replace(faces.MINE, title="Mine & <yours>")
    files = dict(collection(only=("mine",), editions={"mine": title}))
    assert b"MINE &amp; &lt;YOURS&gt;" in files["mine/framed.svg"]
