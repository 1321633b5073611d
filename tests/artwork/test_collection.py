"""What is published shows what the program makes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.artwork import __main__ as artwork
from hardware.artwork.__main__ import HOME, main
from hardware.artwork.collection import NAMES, collection
from hardware.assembly import __main__ as assembly
from hardware.generated import changed_files
from hardware.pieces.files import files
from hardware.pieces.shapes import SIZES
from tests.slow import slow_after


@pytest.fixture(scope="module")
def published() -> dict[str, bytes]:
    return {
        path.relative_to(HOME).as_posix(): path.read_bytes()
        for path in HOME.rglob("*")
        if path.is_file() and path.name != ".gitattributes"
    }


@pytest.mark.parametrize(
    "only", slow_after(1, [("trinity", "grid7", "coupon"), NAMES]), ids=["some", "all"]
)
def test_published_files_are_what_is_made_now(
    only: tuple[str, ...], published: dict[str, bytes]
) -> None:
    made = dict(collection(only=only))
    wanted = [name for name in published if only == NAMES or name.startswith(only)]
    assert sorted(made) == sorted(wanted), "run `make hardware`"
    assert changed_files(HOME, made) == []


@pytest.mark.slow
def test_a_second_run_makes_the_same() -> None:
    made, again = (dict(collection(only=("trinity", "grid8"))) for _ in range(2))
    assert again == made
    assert len(again) == 23


def test_files_carry_no_date_and_are_small_enough_to_publish(published: dict[str, bytes]) -> None:
    assert sum(map(len, published.values())) < 8_000_000
    for name, content in published.items():
        assert b"CreationDate (D:20000101000000" in content or not name.endswith(".pdf"), name


def test_check_names_what_differs_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ["--only", "star", "--to", str(tmp_path)]
    assert main(chosen) == 0
    assert main([*chosen, "--check"]) == 0
    (tmp_path / "star/face.svg").write_text("another")
    (tmp_path / "star/face.dxf").unlink()
    capsys.readouterr()
    assert main([*chosen, "--check"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told == [
        f"artwork: {tmp_path}/star/face.svg is out of date: it cannot be read: "
        "syntax error: line 1, column 0; run `make hardware`",
        f"artwork: {tmp_path}/star/face.dxf is out of date: it is missing; run `make hardware`",
    ]
    assert not (tmp_path / "star/face.dxf").exists()


def test_another_pitch_goes_to_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["--only", "star", "--pitch", "50"]) == 0
    assert (tmp_path / "boards-50mm/star/face.dxf").exists()


@pytest.mark.parametrize("program", [main, assembly.main], ids=["artwork", "assembly"])
@pytest.mark.parametrize("word", ["abc", "nan", ""])
def test_what_is_no_number_is_refused_in_one_line(
    program: Callable[[list[str]], int], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for option in ("--pitch", "--slot-width"):
        with pytest.raises(SystemExit) as stopped:
            program([option, word])
        assert stopped.value.code == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert re.fullmatch(
            rf"\w+: argument {option}: {word!r} is not a number of millimetres, such as .*\n",
            said.err,
        )


@pytest.mark.slow
def test_pockets_with_another_play_go_to_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # What is drawn does not matter here, and takes a while.
    monkeypatch.setattr(artwork, "collection", lambda *_, **__: iter(()))
    assert main(["--play", "0.5"]) == 0
    made = tmp_path / "boards-40mm-play-0.5/pieces"
    assert (made / "man.stl").read_bytes() == files(replace(SIZES, play=0.5))["man.stl"]
    assert (made / "coupon.stl").exists()
    assert (made / "man.stl").read_bytes() != files()["man.stl"]


@pytest.mark.slow
def test_a_play_that_leaves_no_wall_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--play", "0.7"]) == 1
    assert capsys.readouterr().err == "artwork: play 0.7 mm: choose 0.05 to 0.55 mm\n"


def test_tiles_come_as_svg_when_they_are_wanted(tmp_path: Path) -> None:
    assert main(["--only", "solomon", "--svg-tiles", "--to", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("solomon/plain-a4-*.svg"))) > 1


def test_a_pitch_that_cannot_be_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--pitch", "12", "--to", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        "artwork: pitch 12 mm: choose 30 to 100 mm; closer, a magnet would close its neighbour's "
        "reeds\n"
    )
    assert list(tmp_path.iterdir()) == []
