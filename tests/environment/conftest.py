"""Projects to make environments in."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.environment.project import Project


@pytest.fixture
def project() -> Iterator[Project]:
    """A project without an environment, in a folder that every user can read."""
    folder = Path(tempfile.mkdtemp()).resolve()
    folder.chmod(0o755)
    yield Project(folder / "project").set_up()
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with an environment, in which a test may let things go wrong and right again."""
    project = Project(tmp_path_factory.mktemp("finished") / "project").set_up()
    assert project.make("test").status == 0
    return project
