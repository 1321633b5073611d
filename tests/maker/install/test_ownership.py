"""Real files with real modes and, where root runs the tests, real owners."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.maker.install.ownership import check_ownership
from companion.maker.install.program import InstallError, Program
from tests import needs

ME = frozenset({0, os.getuid()})


class Tree:
    """A configuration and a virtual environment, in folders of their own."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.environment = top / "opt/venv"
        (self.environment / "bin").mkdir(parents=True)
        (self.environment / "lib").mkdir()
        (self.environment / "lib/module.py").write_text("")
        (self.environment / "lib64").symlink_to("lib")
        self.python = top / "usr/bin/python3.11"
        self.python.parent.mkdir(parents=True)
        self.python.write_text("")
        (self.environment / "bin/python").symlink_to(self.python)
        self.config = top / "etc/board.toml"
        self.config.parent.mkdir()
        self.config.write_text("")

    def refusal(self, config: Path | None = None, owners: frozenset[int] = ME) -> str:
        program = Program(
            (str(self.environment / "bin/companion"),),
            (self.environment, Path("/usr")),
            (self.environment / "bin/python",),
        )
        try:
            check_ownership(program, config or self.config, owners, root=False)
        except InstallError as error:
            return str(error)
        return ""

    def mend(self, refusal: str) -> None:
        """Do as a refusal says."""
        command = refusal.partition("; mend it with: sudo ")[2]
        subprocess.run(shlex.split(command), check=True)


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Tree]:
    before = os.umask(0o022)
    yield Tree(tmp_path / "a tree")
    os.umask(before)


def test_what_only_its_owner_can_change_is_accepted(tree: Tree) -> None:
    assert tree.refusal() == ""


@pytest.mark.parametrize("mode", [0o020, 0o002, 0o022])
@pytest.mark.parametrize(
    "inside",
    [
        "etc/board.toml",
        "etc",
        "",
        "opt",
        "opt/venv",
        "opt/venv/lib/module.py",
        "opt/venv/lib",
        "usr/bin/python3.11",
        "usr/bin",
    ],
)
def test_whatever_others_can_write_is_refused_until_it_is_mended(
    tree: Tree, inside: str, mode: int
) -> None:
    path = tree.top / inside
    path.chmod(path.stat().st_mode | mode)
    refusal = tree.refusal()
    assert refusal.startswith(f"other users can write to {path}, and so could change")
    assert "\n" not in refusal
    tree.mend(refusal)
    assert tree.refusal() == ""


def test_in_a_sticky_folder_nobody_else_can_replace_anything(tree: Tree) -> None:
    tree.config.parent.chmod(0o1777)
    assert tree.refusal() == ""
    (tree.environment / "lib").chmod(0o1777)  # but a module could be added
    assert f"can write to {tree.environment / 'lib'}" in tree.refusal()


def test_the_way_through_a_link_counts_as_well(tree: Tree) -> None:
    open_ = tree.top / "open"
    open_.mkdir()
    (open_ / "board.toml").symlink_to("../etc/./board.toml")
    (tree.top / "link").symlink_to(open_)
    way = tree.top / "link/board.toml"
    assert tree.refusal(way) == ""
    open_.chmod(0o777)
    assert f"can write to {open_}," in tree.refusal(way)
    assert tree.refusal() == ""


def test_links_in_a_circle_and_missing_files_are_one_line(tree: Tree) -> None:
    (tree.top / "circle").symlink_to("circle")
    assert "too many symbolic links" in tree.refusal(tree.top / "circle")
    assert "none cannot be examined: No such file" in tree.refusal(tree.top / "none")


@needs.root.mark
@pytest.mark.parametrize("inside", ["etc/board.toml", "etc", "opt/venv/lib/module.py", "usr/bin"])
def test_what_belongs_to_another_user_is_refused_until_it_is_mended(
    tree: Tree, inside: str
) -> None:
    path = tree.top / inside
    os.chown(path, 54321, -1)
    refusal = tree.refusal()
    assert refusal.startswith(f"{path} belongs to user 54321, who could change what the service")
    assert tree.refusal(owners=ME | {54321}) == ""
    tree.mend(refusal)
    assert tree.refusal() == ""


@needs.root.mark
def test_a_link_of_another_user_is_refused_until_it_is_mended(tree: Tree) -> None:
    link = tree.top / "link"
    link.symlink_to(tree.config)
    os.lchown(link, 54321, -1)
    refusal = tree.refusal(link)
    assert refusal.startswith(f"{link} belongs to user 54321")
    tree.mend(refusal)
    assert tree.refusal(link) == ""


@needs.ordinary_user.mark
def test_what_does_not_belong_to_root_is_refused(tree: Tree) -> None:
    assert "belongs to the user" in tree.refusal(owners=frozenset({0}))
