"""The texts of the Debian package. Building and installing it is tried by hand: deb/README.md."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import deb
from companion.cli import app
from companion.maker.install.installed_files import NAME
from deb.contents import CONFIG, LAUNCHER, PYTHONS, control, scripts, texts


def test_the_unit_starts_the_packages_own_program_with_its_configuration() -> None:
    unit = texts()[f"usr/lib/systemd/system/{NAME}.service"]
    assert f"ExecStart=/{LAUNCHER} play --wait --config {CONFIG}\n" in unit
    assert f"ConditionPathExists={CONFIG}\n" in unit
    assert "companion install" not in unit
    for name in ("gpio", "spi", "dialout"):
        assert name in unit.split("SupplementaryGroups=")[1].splitlines()[0]
        assert f"g {name} -\n" in texts()[f"usr/lib/sysusers.d/{NAME}.conf"]


def test_the_launcher_names_a_python_without_libraries() -> None:
    launcher = texts()[LAUNCHER]
    assert all(f"'{python}'" in launcher for python in PYTHONS)
    old = launcher.replace(repr(PYTHONS), "('3.0',)")
    done = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "this package has no libraries for Python" in done.stderr


@pytest.mark.parametrize("name", scripts())
def test_the_scripts_are_shell(name: str) -> None:
    done = subprocess.run(["sh", "-n"], input=scripts()[name], text=True, check=False)
    assert done.returncode == 0
    assert control("1.0", "arm64", 10)[name] == scripts()[name]


def test_the_note_in_etc_names_commands_that_there_are() -> None:
    note = texts()[f"etc/{NAME}/README"]
    for line in note.splitlines():
        if "companion" in line and line.startswith("    "):
            words = line.replace("sudo ", "").split()
            assert words[0] == "companion"
            assert words[1] in app.commands


def test_the_first_start_of_a_card_runs_commands_that_there_are() -> None:
    text = (Path(deb.__file__).parent / "user-data").read_text(encoding="utf-8")
    assert text.startswith("#cloud-config\n")
    ran = [line for line in text.splitlines() if line.startswith("  - [")]
    assert len(ran) == 4
    for line in ran:
        words = line.strip(' -[]"').replace('"', "").replace(",", " ").split()
        if "companion" in words:
            assert words[words.index("companion") + 1] in app.commands
    assert text.count(CONFIG) == 2


def test_the_control_file_has_what_dpkg_requires() -> None:
    made = control("0.2.0", "amd64", 4711)["control"]
    for line in ("Package: board-companion", "Version: 0.2.0", "Architecture: amd64"):
        assert f"{line}\n" in made
