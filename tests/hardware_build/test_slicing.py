"""Models in a slicer: what it says is read, kept, and compared; none may need supports."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.generated import HERE
from hardware.pieces.loft import ring, solid, stl
from hardware.slicing.__main__ import main
from hardware.slicing.prints import DATA, UNPUBLISHED, changes, pages, prints_file, read_prints
from hardware.slicing.slicer import (
    SETTINGS,
    Sliced,
    SlicerFailed,
    is_solid,
    read_gcode,
    slice_model,
)
from tests import needs

GCODE = """\
;LAYER_CHANGE
;Z:0.2
;TYPE:Perimeter
G1 X1 Y1 E1
;Z:3.4
;TYPE:{type}
G1 X1 Y1 E1
; filament used [g] = 12.34
; estimated printing time (normal mode) = {time}
"""


def test_weight_and_time_are_read() -> None:
    made = read_gcode(GCODE.format(type="Top solid infill", time="1d 2h 3m 30s"))
    assert made == Sliced(12.34, 24 * 60 + 2 * 60 + 3.5)
    assert read_gcode(GCODE.format(type="Bridge infill", time="59s")).minutes < 1


@pytest.mark.parametrize("kind", ["Support material", "Support material interface"])
def test_supports_are_found_with_their_height(kind: str) -> None:
    assert read_gcode(GCODE.format(type=kind, time="9m 1s")).supports == 3.4


@pytest.mark.parametrize("line", ["; filament", "; estimated"])
def test_gcode_without_weight_or_time_is_refused(line: str) -> None:
    text = GCODE.format(type="Perimeter", time="9m").replace(line, "; nothing")
    with pytest.raises(SlicerFailed, match="does not say"):
        read_gcode(text)


# What is kept


def test_every_published_model_has_its_figures_and_no_other() -> None:
    models = {str(path.relative_to(HERE)) for path in HERE.rglob("*.stl")}
    assert {model for model in read_prints() if not model.startswith(UNPUBLISHED)} == models
    assert any(is_solid(Path(model)) for model in models)
    assert prints_file(read_prints()) == DATA.read_text(encoding="utf-8")


def test_the_pages_beside_the_models_have_the_figures() -> None:
    found = pages(read_prints())
    assert HERE / "pieces/README.md" in found
    for page, text in found.items():
        assert page.read_text(encoding="utf-8") == text
    assert "| [man](man.stl) | 100 % |" in found[HERE / "pieces/README.md"]
    assert not any(is_solid(Path(model)) for model in read_prints() if "pieces/" not in model)


def test_differences_are_told_beyond_what_versions_differ_by() -> None:
    kept = {"a.stl": Sliced(10, 60), "b.stl": Sliced(0.5, 3)}
    assert changes(kept, {"a.stl": Sliced(10.4, 68), "b.stl": Sliced(0.54, 2.1)}) == []
    assert changes(kept, {"a.stl": Sliced(10.6, 60), "c.stl": Sliced(1, 1)}) == [
        "b.stl: there is no such model",
        "c.stl: its figures are not kept",
        "a.stl: 10.60 g in 60 min, but 10.00 g in 60 min are kept",
    ]
    # What is made but not published need not be there.
    assert changes(kept | {"build/hardware/c.stl": Sliced(1, 1)}, kept) == []
    assert changes(kept, kept | {"a.stl": Sliced(10, 70)}) == [
        "a.stl: 10.00 g in 70 min, but 10.00 g in 60 min are kept"
    ]


# The command, with a stand-in for the slicer

SETTLED = "".join(
    f"; {line}\n" for line in SETTINGS.read_text(encoding="utf-8").splitlines() if " = " in line
)


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A slicer that runs this script; $made is the file to write, and $gcode a good one."""
    (folder / "gcode").write_text(
        GCODE.format(type="Perimeter", time="10m 0s") + SETTLED, encoding="utf-8"
    )
    command = folder / "prusa-slicer"
    command.write_text(
        f"#!/bin/sh\ngcode={folder}/gcode\n"
        'while [ "$1" != --output ]; do shift; done\nmade=$2\nmodel=$3\n' + script,
        encoding="utf-8",
    )
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with a model."""
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "disc.stl").write_bytes(stl("disc", solid([ring(9, 0), ring(9, 9)])))
    return folder


def test_weights_and_times_are_printed(
    tmp_path: Path,
    models: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stand_in(tmp_path, monkeypatch, 'cp "$gcode" "$made"')
    assert main([str(models)]) == 0
    assert capsys.readouterr().out == "disc: 12.34 g, 10 min, supports: none\n"


def test_a_model_that_needs_supports_fails(
    tmp_path: Path,
    models: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stand_in(tmp_path, monkeypatch, 'sed "s/:Perimeter/:Support material/" "$gcode" > "$made"')
    assert main([str(models)]) == 1
    assert capsys.readouterr().err == f"slicing: {models}/disc.stl: it needs supports\n"


def test_published_figures_that_differ_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(tmp_path, monkeypatch, 'cp "$gcode" "$made"')
    assert main([]) == 1
    kept = read_prints()["pieces/man.stl"].grams
    assert f"man.stl: 12.34 g in 10 min, but {kept:.2f} g" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo error: It does not fit; exit 1", "disc.stl: the slicer failed: error: It does not"),
        ("exit 0", "disc.stl: the slicer failed: it gave no reason"),
        ('grep -v layer_height "$gcode" > "$made"', "does not know layer_height, first_layer_h"),
    ],
)
def test_a_slicer_that_fails_is_told_in_one_line(
    script: str,
    said: str,
    tmp_path: Path,
    models: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stand_in(tmp_path, monkeypatch, script)
    assert main([str(models)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("slicing: ")
    assert said in told
    assert told.count("\n") == 1


def test_without_a_slicer_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", "")
    assert main([]) == 0
    assert capsys.readouterr().err.startswith("NOT RUN: every model in a slicer")
    monkeypatch.setenv("CI", "true")
    assert main([]) == 1


def test_an_empty_folder_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(tmp_path, monkeypatch, "exit 0")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == "slicing: there are no models in these folders\n"


# The slicer itself, where it is installed


@pytest.mark.slow
def test_the_slicer_finds_what_overhangs(tmp_path: Path) -> None:
    slicer = needs.slicer()
    foot = [ring(3, 0), ring(3, 12)]
    table = [*foot, ring(10, 12), ring(10, 14)]
    for name, rings in (("foot", foot), ("table", table)):
        (tmp_path / f"{name}.stl").write_bytes(stl(name, solid(rings)))
    made = slice_model(slicer, tmp_path / "table.stl")
    assert made.supports is not None
    assert slice_model(slicer, tmp_path / "foot.stl").supports is None
