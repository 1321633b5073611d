"""The building guide: its commands run, and it names every board and every room."""

from __future__ import annotations

import re
import shlex
import sys

import pytest

from companion.cli import main
from companion.maker.coupon import FITS
from hardware.generated import HERE
from hardware.wiring.harness import ROOT

GUIDE = (HERE / "README.md").read_text(encoding="utf-8")
STEPS = [(HERE / f"guide/{name}.md").read_text(encoding="utf-8") for name in ("star", "grid9")]

CHANGING = ("setup", "install")


def test_commands_of_the_guide_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.play.play", lambda *_: None)
    for tool in ("run_check", "run_calibrate"):
        monkeypatch.setattr(f"companion.maker.run.{tool}", lambda *_, **__: True)
    monkeypatch.chdir(ROOT)
    lines = [
        line
        for page in (GUIDE, *STEPS)
        for line in re.findall(r"(?:^ +|`)(?:\.venv/bin/)?companion ([^\n`]+)", page, re.MULTILINE)
    ]
    # Those that change the computer are tested in `tests/maker`.
    lines = [line for line in lines if "--config" in line and line.split()[0] not in CHANGING]
    assert len(lines) >= 18
    for line in lines:
        words = shlex.split(line)
        words = ["hardware/board-grid7.toml" if word == "board.toml" else word for word in words]
        monkeypatch.setattr(sys, "argv", ["companion", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert not stopped.value.code, line


def test_every_configuration_is_in_the_guide_with_its_picture() -> None:
    rows = re.findall(
        r"^\| .* \| \[([\w.-]+)\]\(\1\) \| \[([\w-]+)\]\((?:wiring|breadboard)/\2\.svg\) \|$",
        GUIDE,
        re.M,
    )
    assert sorted(name for name, _ in rows) == sorted(p.name for p in HERE.glob("board-*.toml"))
    for name, picture in rows:
        board = name.removeprefix("board-").removesuffix(".toml")
        parts = board.split("-")
        others = {"spi": "star-spi", "pwm": "star-pwm", "first-evening": "first-evening-pi"}
        others["pico-first-evening"] = "first-evening-pico"
        wanted = others.get(board) or (f"{parts[1]}-pico" if parts[0] == "pico" else f"{board}-spi")
        assert picture == wanted


@pytest.mark.parametrize("room", ["", "pieces/", "parts/", "assembly/", "magnets/", "simulation/"])
def test_links_of_the_pages_lead_somewhere(room: str) -> None:
    path = HERE / room / "README.md"
    for link, heading in re.findall(r"\]\(([^)#\s]+)(?:#([^)]+))?\)", path.read_text("utf-8")):
        if link.startswith("https://"):
            continue
        target = path.parent / link
        assert target.exists(), link
        if heading:
            names = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.M)
            slugs = [re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-") for name in names]
            assert heading in slugs, (link, heading)


def test_the_guide_has_the_sizes_of_the_small_print() -> None:
    for fit in FITS:
        (row,) = re.findall(rf"^\| .*: .*\| `{fit.option}` \|$", GUIDE, re.MULTILINE)
        cells = [cell.strip().removesuffix(" mm") for cell in row.split("|")[2:-2]]
        assert [float(cell) for cell in cells if cell] == list(fit.values)


def test_every_program_that_makes_files_is_named() -> None:
    rooms = sorted(path.parent.name for path in HERE.glob("*/__main__.py"))
    assert sorted(re.findall(r"-m hardware\.(\w+)$", GUIDE, re.M)) == rooms
