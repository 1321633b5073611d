"""A run may be killed at any moment, and the next one works."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from environment.state import MARKER
from tests.environment.project import PYTHON, Project, outcome

pytestmark = pytest.mark.slow

SITE = "lib/python*/site-packages"
STAGES = {
    "it has begun": MARKER,
    "it is configured": "pyvenv.cfg",
    "it has a Python": "bin/python",
    "it has scripts": "bin/activate",
    "it has some of pip": f"{SITE}/pip/__init__.py",
    "it has pip": f"{SITE}/pip-*.dist-info/RECORD",
    "it has some of a package": f"{SITE}/board_companion_lamp/part0.py",
    "it has a package": f"{SITE}/board_companion_lamp-1.dist-info",
    "it has all packages": f"{SITE}/board_companion_switch-1.dist-info/INSTALLER",
    "it has some of the project": f"{SITE}/board_companion.pth",
    "it has the project": "bin/board_companion",
}


def kill_when(run: subprocess.Popen[str], folder: Path, pattern: str) -> None:
    """Kill a run and its tools once there is such a file, or wait until it ends."""
    while not any(folder.glob(pattern)) and run.poll() is None:
        pass
    os.killpg(run.pid, signal.SIGKILL)
    outcome(run)


@pytest.mark.parametrize("pattern", STAGES.values(), ids=STAGES)
def test_a_run_after_one_that_was_killed_works(project: Project, pattern: str) -> None:
    kill_when(project.start("test"), project.made, pattern)
    made = project.make("test")
    assert (made.status, made.errors) == (0, [])
    assert project.works()


KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, os.getcwd())
from environment import __main__, provide
def kill(*arguments, **options):
    {first}
    os.kill(os.getpid(), signal.SIGKILL)
provide.{function} = kill
__main__.main(Path(".venv").resolve(), ["test"])
"""


@pytest.mark.parametrize(
    ("function", "first"),
    [
        ("empty", "pass"),
        ("empty", "(arguments[0] / 'pyvenv.cfg').unlink()"),
        ("make", "pass"),
        ("install", "pass"),
    ],
)
def test_a_run_that_makes_a_moved_environment_anew_may_be_killed(
    project: Project, function: str, first: str
) -> None:
    assert project.make("test").status == 0
    moved = project.moved(project.folder.with_name("moved"))
    command = [str(PYTHON), "-Es", "-c", KILLED.format(function=function, first=first)]
    killed = subprocess.run(
        command, cwd=moved.folder, env=moved.variables, capture_output=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    made = moved.make("test")
    assert (made.status, made.errors) == (0, [])
    assert moved.works()


def test_a_run_that_is_killed_alone_leaves_its_tools_and_the_next_one_waits(
    project: Project,
) -> None:
    with project.held_up() as run:
        run.kill()  # not its tools
        run.wait()
        following = project.start("test")
        assert following.stdout
        assert following.stdout.readline() == "Waiting for another run that changes .venv …\n"
    outcome(run)
    made = outcome(following)
    assert (made.status, made.errors) == (0, [])
    assert project.works()


def test_a_run_that_is_interrupted_says_nothing_more(project: Project) -> None:
    with project.held_up() as run:
        os.killpg(run.pid, signal.SIGINT)
    # A tool that was just being started may have missed it: nothing holds that up any more.
    made = outcome(run)
    assert (made.status, made.errors) == (130, [])
    assert project.make("test").status == 0
    assert project.works()
