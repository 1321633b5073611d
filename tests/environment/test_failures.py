"""What goes wrong while an environment is made: one clear line, and the next run works."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from environment.state import MARKER
from tests import needs
from tests.environment.project import PYTHON, VERSION, Outcome, Project, refusal
from tests.environment.proxies import Answering, unused_address

MAKING = f"Making an environment for Python {VERSION} in .venv (once) …"
INSTALLING = "Installing board-companion[test] and what it needs (once) …"


def in_mounts(project: Project, script: str) -> Outcome:
    """Run a shell's script that may mount file systems; `make` in it makes the environment."""
    prefix = [needs.mounts(), "-m", "sh", "-c", f'make() {{ "$@"; }}; set -- "$@"; {script}', "sh"]
    return project.make("test", prefix=prefix)


# Pythons.


def test_a_python_that_is_too_old_says_which_one_is_needed(project: Project) -> None:
    for python in needs.old_pythons():
        line = refusal(project.make("test", python=python))
        assert str(python.parent) in line
        assert line.endswith(
            "and 3.11 or later is needed; if there is one: make PYTHON=/path/to/python3.11 ..."
        )


def python_without(module: str, folder: Path) -> Path:
    """Return a copy of this Python whose standard library lacks a module."""
    library = Path(os.__file__).parent
    copied = folder / "lib" / f"python{VERSION}"
    (folder / "bin").mkdir(parents=True)
    copied.mkdir(parents=True)
    for path in library.iterdir():
        if path.name not in (module, "site-packages"):
            (copied / path.name).symlink_to(path)
    for path in Path(sys.base_prefix, "lib").glob("libpython*"):  # where it is not built in
        (folder / "lib" / path.name).symlink_to(path)
    return Path(shutil.copy(PYTHON.resolve(), folder / "bin" / PYTHON.name))


def test_a_python_without_ensurepip_says_what_to_install(project: Project) -> None:
    python = python_without("ensurepip", project.home / "lacking")
    line = refusal(project.make("test", python=python))
    assert line == (
        "this Python cannot make a virtual environment; on Debian and its kin: "
        f"sudo apt install python{VERSION}-venv"
    )
    assert not project.made.exists()


@pytest.mark.slow
def test_an_environment_of_another_python_is_made_anew(project: Project) -> None:
    other = needs.other_python()
    assert project.make("test", python=other).status == 0
    made = project.make("test")
    assert made.lines[0].startswith("Making .venv anew: it has Python 3.")
    assert made.lines[0].endswith(f" and not {VERSION}.")
    assert (made.lines[1:], made.errors) == ([MAKING, INSTALLING], [])
    assert project.works()


@pytest.mark.slow
def test_an_environment_of_a_python_that_is_gone_is_made_anew(project: Project) -> None:
    python = python_without("turtle", project.home / "gone")
    assert project.make("test", python=python).status == 0
    shutil.rmtree(project.home / "gone")
    made = project.make("test")
    assert made == Outcome(
        0, ["Making .venv anew: its Python does not work.", MAKING, INSTALLING], []
    )
    assert project.works()


# Folders.


@pytest.mark.slow
def test_a_project_that_was_moved_makes_its_environment_anew(project: Project) -> None:
    assert project.make("test").status == 0
    moved = project.moved(project.folder.with_name("it's moved"))
    made = moved.make("test")
    assert made.lines[0] == f"Making .venv anew: it was made in {project.made}."
    assert (made.status, made.errors) == (0, [])
    assert moved.works()


@pytest.mark.slow
def test_an_environment_of_the_users_own_is_kept_unless_it_was_moved(project: Project) -> None:
    subprocess.run([str(PYTHON), "-m", "venv", str(project.made)], check=True)
    project.pip("install", "--quiet", "board_companion_lamp")
    note = project.made / "note"
    note.touch()
    moved = project.moved(project.folder.with_name("moved"))
    made = moved.make("test")
    assert made.lines[0] == "Making .venv anew: it was made in another folder."
    assert (made.status, made.errors) == (0, [])
    assert moved.works()
    (moved.made / MARKER).unlink()
    note = moved.made / "note"
    note.touch()
    assert moved.make("test") == Outcome(0, [INSTALLING], [])
    assert note.exists()


@pytest.mark.parametrize("is_folder", [True, False])
def test_what_is_not_an_environment_is_left_alone(project: Project, is_folder: bool) -> None:
    mine = project.made
    if is_folder:
        project.made.mkdir()
        mine = project.made / "mine"
    mine.write_text("mine")
    line = refusal(project.make("test"))
    assert line == f"{project.made} is not a virtual environment; move it away"
    assert mine.read_text() == "mine"


def test_a_write_protected_folder_says_what_to_do_about_it(project: Project) -> None:
    user, python = None, PYTHON
    if os.geteuid() == 0:
        user, python = needs.root_and_user()
        os.chown(project.folder, user, user)
    project.folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    line = refusal(project.make("test", python=python, user=user))
    project.folder.chmod(stat.S_IRWXU)
    assert line == (
        f"{project.folder} is write-protected; let yourself write to it: "
        f"chmod u+wx '{project.folder}'"
    )


def test_a_folder_of_root_says_where_to_copy_the_project(project: Project) -> None:
    user, python = needs.root_and_user()
    line = refusal(project.make("test", python=python, user=user))
    assert line == (
        f"{project.folder} belongs to root, and you may not write to it; copy the project to a "
        f"folder of your own, and run make there: cp -r '{project.folder}' ~/board-companion"
    )


@pytest.mark.slow
@pytest.mark.parametrize("part", [".", "lib", "bin/activate"])
def test_what_root_has_made_is_removed_with_the_rights_of_root(project: Project, part: str) -> None:
    user, python = needs.root_and_user()
    os.chown(project.folder, user, user)
    project.home.chmod(0o777)
    assert project.make("test", python=python, user=user).status == 0
    os.chown(project.made / part, 0, 0)
    project.require("more")
    made = project.make("test", python=python, user=user)
    if made.status:  # or it could do without writing that
        assert refusal(made).endswith(f"remove it: sudo rm -r '{project.made}'")
    shutil.rmtree(project.made)
    assert project.make("test", python=python, user=user).status == 0


@pytest.mark.slow
def test_a_home_that_cannot_be_written_is_not_needed(project: Project) -> None:
    user, python = needs.root_and_user()
    os.chown(project.folder, user, user)
    made = project.make("test", python=python, user=user, HOME="/nonexistent", TMPDIR="/tmp")
    assert (made.status, made.errors) == (0, [])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("ro", "is on a file system that is read-only; copy the project to a folder of your own"),
        ("noexec", "is on a file system from which no programs may be run; copy the project"),
    ],
)
def test_a_file_system_that_cannot_be_used(project: Project, options: str, reason: str) -> None:
    mount = f'mount --bind . . && mount -o remount,bind,{options} . && cd "$PWD"'
    made = in_mounts(project, f'{mount}; make "$@"')
    assert refusal(made).startswith(f"{project.folder} {reason}")


# Disks.


@pytest.mark.slow
@pytest.mark.parametrize("size", ["nr_inodes=1", "size=4k", "size=1m", "size=6m", "nr_inodes=500"])
def test_a_disk_that_becomes_full_while_the_environment_is_made(
    project: Project, size: str
) -> None:
    made = in_mounts(
        project,
        f"mkdir .venv; mount -t tmpfs -o size=900m,nr_inodes=90k,{size} none .venv; "
        'make "$@" && exit 9; '
        "mount -o remount,size=900m,nr_inodes=90k .venv; "
        'make "$@" && .venv/bin/board_companion_lamp; exit 1',
    )
    assert made.lines[-2:] == [INSTALLING, f"board_companion_lamp in {project.made}"]
    line = refusal(made)
    assert line.startswith(f"there is too little room on the disk of {project.made}, where ")
    assert line.endswith(" free; make room, then run make again")


@pytest.mark.slow
def test_a_disk_that_is_full_while_packages_are_installed(project: Project) -> None:
    made = in_mounts(
        project,
        "mkdir .venv; mount -t tmpfs -o size=100m none .venv; "
        'make "$@"; echo "[tool.hatch.more]" >>pyproject.toml; '
        "rm -r .venv/lib/python*/site-packages/board_companion_lamp*; "
        "cat /dev/zero >.venv/filler 2>/dev/null; "
        'make "$@" && exit 9; rm .venv/filler; '
        'make "$@" && .venv/bin/board_companion_lamp; exit 1',
    )
    assert made.lines[-2:] == [INSTALLING, f"board_companion_lamp in {project.made}"]
    room = f"there is too little room on the disk of {project.made}, where 0 MB are free"
    assert refusal(made) == f"{room}; make room, then run make again"


# The network.


@pytest.mark.slow
def test_without_a_network(finished: Project) -> None:
    prefix = needs.no_network()
    finished.require("network")
    made = Project(finished.folder)
    made.use_the_network()
    line = refusal(made.make("test", prefix=prefix))
    assert line.startswith("pypi.org cannot be reached (")
    assert line.endswith("); connect this computer to the network, then run make again")
    assert finished.make("test").status == 0
    assert finished.works()


@pytest.mark.slow
@pytest.mark.parametrize("answers", [True, False])
def test_a_proxy_that_does_not_connect(finished: Project, answers: bool) -> None:
    finished.require(f"proxy that answers: {answers}")
    made = Project(finished.folder)
    made.use_the_network()
    with Answering("403 Forbidden") as server:
        address = server.address if answers else unused_address()
        line = refusal(made.make("test", HTTPS_PROXY=f"http://{address}"))
    reason = "Tunnel connection failed: 403 Forbidden" if answers else "Connection refused"
    assert line == (
        f"the proxy {address} does not connect to pypi.org ({reason}); correct HTTPS_PROXY, "
        "then run make again"
    )
    assert finished.make("test").status == 0
    assert finished.works()


@pytest.mark.slow
def test_a_disk_lost_some_of_a_package(finished: Project) -> None:
    (part,) = finished.made.glob("lib/python*/site-packages/board_companion_lamp/__init__.py")
    part.write_text("")
    finished.require("loss")
    assert finished.make("test") == Outcome(0, [INSTALLING], [])
    assert finished.works()


# The package index.


@pytest.mark.slow
@needs.package_index.mark
def test_an_old_pip_is_replaced(project: Project) -> None:
    assert project.make("test").status == 0
    offline, project.variables = project.variables, {**os.environ}
    project.pip("install", "--quiet", "pip==21.2.4")
    project.variables = offline
    project.require("old pip")
    assert project.make("test") == Outcome(0, [MAKING, INSTALLING], [])
    assert project.works()


@pytest.mark.slow
@needs.package_index.mark
def test_uv_installs_what_pip_would(project: Project) -> None:
    links = f"{project.home / 'wheels'} {os.environ.get('PIP_FIND_LINKS', '')}"
    project.variables = {**os.environ, "PIP_FIND_LINKS": links}
    assert project.make("test") == Outcome(0, [MAKING, INSTALLING], [])
    (installer,) = project.made.glob(
        "lib/python*/site-packages/board_companion_lamp-1.dist-info/INSTALLER"
    )
    assert installer.read_text() == "uv"
    assert project.works()
