"""What an environment is seen to be, and what a run decides to do about it."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from environment.causes import Trouble
from environment.provide import requirements, why_anew
from environment.state import (
    MARKER,
    NEW_MARKER,
    Interpreter,
    Made,
    empty,
    forget_incomplete,
    is_usable,
    was_moved,
)

FINISHED = "of these requirements"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the outline of an environment that is finished."""
    folder = tmp_path / ".venv"
    site = folder / "site"
    (folder / "bin").mkdir(parents=True)
    activate_for(folder, folder)
    (folder / "pyvenv.cfg").touch()
    install(site, "pip", version="24.0")
    made(folder).write(folder)
    return folder


def activate_for(folder: Path, home: Path | str) -> None:
    (folder / "bin" / "activate").write_text(f"VIRTUAL_ENV={shlex.quote(str(home))}\n")


def install(site: Path, name: str, *, version: str = "1", installer: bool = True) -> Path:
    """Write a package as an installer leaves it, or before it has finished."""
    package, info = site / name, site / f"{name}-{version}.dist-info"
    package.mkdir(parents=True)
    info.mkdir()
    (package / "__init__.py").write_text("pass\n")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    record = f"{name}/__init__.py,sha256=x,5\n{name}/__pycache__/gone.pyc,,\n{info.name}/RECORD,,\n"
    if installer:
        (info / "INSTALLER").write_text("pip\n")
        record += f"{info.name}/INSTALLER,sha256=x,4\n"
    (info / "RECORD").write_text(record)
    return info


def made(folder: Path) -> Made:
    return Made(str(folder), "3.13", FINISHED, ("test",))


def python(folder: Path, version: str = "3.13") -> Interpreter:
    return Interpreter(folder / "bin" / "python", version, folder / "site")


def test_an_environment_that_fits_stays(folder: Path) -> None:
    assert why_anew(folder, made(folder), python(folder), "3.13") == ""
    assert why_anew(folder, None, python(folder), "3.13") == ""  # the user's own
    unfinished = replace(made(folder), project="")
    assert why_anew(folder, unfinished, python(folder), "3.13") == ""


@pytest.mark.parametrize("names", [[], [MARKER], [NEW_MARKER], [MARKER, NEW_MARKER]])
def test_a_run_that_was_killed_at_once_leaves_nothing_to_empty(
    tmp_path: Path, names: list[str]
) -> None:
    assert why_anew(tmp_path / "missing", None, None, "3.13") == ""
    for name in names:
        (tmp_path / name).touch()
    assert why_anew(tmp_path, None, None, "3.13") == ""


def test_an_environment_that_does_not_fit_is_made_anew(folder: Path) -> None:
    fits, works = made(folder), python(folder)
    unfinished = replace(fits, project="")
    emptied = replace(unfinished, folder="")
    elsewhere = replace(fits, folder="/elsewhere/.venv")
    older = replace(fits, python="3.12")
    assert [
        why_anew(folder, *case)
        for case in (
            (fits, None, "3.13"),
            (None, None, "3.13"),
            (unfinished, None, "3.13"),
            (emptied, works, "3.13"),
            (emptied, None, "3.13"),
            (elsewhere, works, "3.13"),
            (older, works, "3.13"),
            (fits, works, "3.14"),
            (None, works, "3.14"),
        )
    ] == [
        "its Python does not work",
        "its Python does not work",
        "an earlier run did not finish",
        "an earlier run did not finish",
        "an earlier run did not finish",
        "it was made in /elsewhere/.venv",
        "it was made for Python 3.12",
        "it has Python 3.13 and not 3.14",
        "it has Python 3.13 and not 3.14",
    ]
    (folder / "site").rename(folder / "lost")
    assert why_anew(folder, fits, works, "3.13") == "it was made for another Python"


def test_an_environment_without_a_marker_that_was_moved_is_made_anew(folder: Path) -> None:
    activate_for(folder, "/elsewhere/.venv")
    assert why_anew(folder, None, python(folder), "3.13") == "it was made in another folder"
    assert why_anew(folder, made(folder), python(folder), "3.13") == ""  # the marker knows


@pytest.mark.parametrize("name", ["plain", "with a space", "it's", 'a "quoted" $name', "Spiële"])
def test_scripts_name_their_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    (folder / "bin").mkdir(parents=True)
    assert not was_moved(folder)  # it has no scripts
    for written in (str(folder), shlex.quote(str(folder))):
        (folder / "bin/activate").write_text(f"VIRTUAL_ENV={written}\n")
        assert not was_moved(folder)
    activate_for(folder, tmp_path / "other")
    assert was_moved(folder)


def test_what_is_not_an_environment_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letters").touch()
    with pytest.raises(Trouble, match="is not a virtual environment; move it away"):
        why_anew(tmp_path, None, None, "3.13")
    with pytest.raises(Trouble, match="is not a virtual environment; move it away"):
        why_anew(tmp_path / "letters", None, None, "3.13")


def test_the_marker_round_trips_and_covers_fewer_extras(tmp_path: Path) -> None:
    wanted = Made(str(tmp_path), "3.13", FINISHED, ("test", "docs"))
    wanted.write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [MARKER]
    found = Made.read(tmp_path)
    assert found == wanted
    assert found.covers(replace(wanted, extras=("docs",)))
    assert found.covers(replace(wanted, extras=()))
    for other in (
        replace(wanted, extras=("research",)),
        replace(wanted, folder="/elsewhere"),
        replace(wanted, python="3.12"),
        replace(wanted, project="changed"),
    ):
        assert not found.covers(other)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"folder": 1', '{"folder": "x"}', "\x00\x00"])
def test_a_marker_that_cannot_be_read_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / MARKER).write_text(text)
    assert Made.read(tmp_path) is None


def test_incomplete_packages_are_forgotten(tmp_path: Path) -> None:
    complete = install(tmp_path, "complete")
    install(tmp_path, "unfinished", installer=False)
    shorter = install(tmp_path, "shorter")
    (tmp_path / "shorter/__init__.py").write_text("")
    (install(tmp_path, "unrecorded") / "RECORD").unlink()
    (install(tmp_path, "garbled") / "RECORD").write_text("garbled/__init__.py,sha256=x,many\n")
    (install(tmp_path, "binary") / "RECORD").write_bytes(b"\xff\x00\n")
    install(tmp_path, "lost")
    (tmp_path / "lost/__init__.py").unlink()
    forgotten = ["binary-1", "garbled-1", "lost-1", "shorter-1", "unfinished-1", "unrecorded-1"]
    assert sorted(forget_incomplete(tmp_path)) == forgotten
    assert [info.name for info in tmp_path.glob("*.dist-info")] == [complete.name]
    assert not shorter.exists()
    assert forget_incomplete(tmp_path) == []


@pytest.mark.parametrize(
    ("version", "usable"),
    [("9.0.3", False), ("20.3.4", False), ("21.2.4", False), ("21.3", True), ("24.0", True),
     ("25.1b1", True)],
)  # fmt: skip
def test_an_old_pip_is_not_usable(folder: Path, version: str, usable: bool) -> None:
    (folder / "site/pip-24.0.dist-info/METADATA").write_text(
        f"Metadata-Version: 2.1\nName: pip\nVersion: {version}\n"
    )
    assert is_usable(folder, python(folder)) is usable


def test_an_environment_without_pip_or_its_own_scripts_is_not_usable(folder: Path) -> None:
    assert is_usable(folder, python(folder))
    activate_for(folder, "/elsewhere/.venv")
    assert not is_usable(folder, python(folder))
    (folder / "bin/activate").write_text("")  # as after a power cut
    assert not is_usable(folder, python(folder))
    (folder / "bin/activate").unlink()
    assert not is_usable(folder, python(folder))
    activate_for(folder, folder)
    (folder / "site").rename(folder / "lost")
    assert not is_usable(folder, python(folder))


def test_emptying_leaves_the_marker_and_what_links_lead_to(folder: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter").touch()
    (folder / "lib64").symlink_to(mine)
    empty(folder)
    assert [path.name for path in folder.iterdir()] == [MARKER]
    assert (mine / "letter").exists()


def test_requirements_are_what_an_installer_reads(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    digests = []
    for text in (
        '[project]\nname = "x"\n',
        '[project]\nname = "x"\n[tool.ruff]\nline-length = 100\n',
        '[project]\nname = "x"\ndependencies = ["y"]\n',
        '[project]\nname = "x"\n[tool.hatch]\nversion = 1\n',
    ):
        project.write_text(text)
        digests.append(requirements(tmp_path))
    assert digests[0] == digests[1]
    assert len({*digests}) == 3
    project.write_text("[project\n")
    with pytest.raises(Trouble, match=r"^pyproject\.toml: "):
        requirements(tmp_path)
