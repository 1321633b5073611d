"""A copy of the project in which mutmut changes one room, and the result of each change."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.mutants.rooms import ROOT, Room
from tests.mutants.sample import drawn

BUILD = ROOT / "build" / "mutants"

_READ = ("docs", "firmware", "hardware")  # by tests
_COPIED = ("companion", "tests", "docs", "firmware")
_CONFIGURATIONS = "hardware/*.toml"  # all that they read of that folder
_STATUS = {0: "survived", 5: "untested", 33: "untested", None: "not run"}  # by mutmut's exit code
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_TIMEOUTS = (-24, 24, 36, 152, 255)


class Mutant(NamedTuple):
    """One change: in which file and function, from what to what, and how the tests took it."""

    name: str
    path: str
    function: str
    was: str
    now: str
    status: str

    @property
    def alive(self) -> bool:
        """Whether no test noticed it."""
        return self.status not in ("killed", "timeout")


class Stage:
    """The copy for one room, in `build/mutants/`; part: its folder if only some of it is tried."""

    def __init__(self, room: Room, part: str = "") -> None:
        self.room = room
        self.folder = BUILD / room.name / part
        self.drawn: tuple[str, ...] | None = None  # the mutants to try, by name, if not all

    def set_up(self, *, anew: bool) -> None:
        """Copy the project as it is now; anew: forget what came of earlier mutants as well."""
        if anew:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in _COPIED:
            copy(ROOT / name, self.folder / name)
        (self.folder / "hardware").mkdir(exist_ok=True)
        for path in ROOT.glob(_CONFIGURATIONS):
            copy(path, self.folder / path.relative_to(ROOT))
        for path in self.room.modules():
            text = (ROOT / path).read_text(encoding="utf-8")
            write(self.folder / path, undecorated(text))
        write(self.folder / "pyproject.toml", self._settings())

    def draw(self, count: int, seed: int) -> None:
        """Try no more than so many mutants from now on, and change no other modules than theirs.
        Raises CalledProcessError if mutmut cannot make them."""
        modules = [path.as_posix() for path in self.room.modules()]
        command = [sys.executable, "-m", "tests.mutants.names", *modules]
        made = subprocess.run(
            command, cwd=self.folder, env=_environment(), check=True, stdout=subprocess.PIPE
        )
        self.drawn = drawn(made.stdout.decode().split(), count, seed)
        theirs = {name.rpartition(".")[0] for name in self.drawn}
        only = tuple(path for path in modules if dotted(path) in theirs)
        self.room = self.room._replace(only=only)
        write(self.folder / "pyproject.toml", self._settings())

    def run(self, names: tuple[str, ...] = ()) -> None:
        """Run the tests on every mutant that was not run yet, or on these alone. Raises
        CalledProcessError if mutmut fails, as when a test fails without any mutant."""
        mutmut = Path(sys.executable).parent / "mutmut"
        command = [str(mutmut), "run", "--max-children", "1", *names]
        subprocess.run(command, cwd=self.folder, env=_environment(), check=True)

    def mutants(self) -> Iterator[Mutant]:
        """Every mutant that is tried, with what the tests made of it."""
        for path in self.room.modules():
            meta = self.folder / "mutants" / f"{path}.meta"
            if not meta.exists():
                continue
            known = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
            bodies = _functions(self.folder / "mutants" / path)
            for name, code in known.items():
                if self.drawn is not None and name not in self.drawn:
                    continue
                key = name.rpartition(".")[2]
                original = key.rpartition("__mutmut_")[0]
                was, now = _difference(bodies[f"{original}__mutmut_orig"], bodies[key])
                status = "timeout" if code in _TIMEOUTS else _STATUS.get(code, "killed")
                yield Mutant(name, str(path), _plain(original), was, now, status)

    def _settings(self) -> str:
        """A pyproject.toml with mutmut's settings for this room, and pytest's own."""
        own = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        pytest = own["tool"]["pytest"]["ini_options"]
        mutmut = {
            "source_paths": ["companion"],
            "only_mutate": [str(path) for path in self.room.modules()],
            "pytest_add_cli_args": [
                *("-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile=mutants"),
                *("-m", "not slow", "-k", self.room.choice or "test"),
            ],
            "pytest_add_cli_args_test_selection": list(self.room.tests),
            "also_copy": _READ,
            "process_isolation": "forkserver",  # a test may leave a child behind
            "timeout_multiplier": 6.0,
            "track_dependencies": False,
            "use_git_change_detection": False,
        }
        lines = ["[tool.pytest.ini_options]"]
        lines += [f"{key} = {json.dumps(value)}" for key, value in pytest.items()]
        lines += ["", "[tool.mutmut]"]
        lines += [f"{key} = {json.dumps(value)}" for key, value in mutmut.items()]
        return "\n".join(lines) + "\n"


def _environment() -> dict[str, str]:
    """The environment of a process in which the copy takes the place of the project."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


def dotted(path: str) -> str:
    """`companion.rules` for `companion/rules/__init__.py`: how mutmut begins a mutant's name."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def undecorated(text: str) -> str:
    """The same module with each `@property` written as `name = property(name)` below its function:
    mutmut leaves functions with decorators alone."""
    lines = text.splitlines()
    found = [
        (node, decorator)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and len(node.decorator_list) == 1
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Name) and decorator.id == "property"
    ]
    for node, decorator in sorted(found, key=lambda pair: -pair[0].lineno):
        assert node.end_lineno is not None
        indent = " " * node.col_offset
        lines.insert(node.end_lineno, f"{indent}{node.name} = property({node.name})")
        del lines[decorator.lineno - 1]
    return "\n".join(lines) + "\n"


def replaced(sound: str, changed: str, key: str) -> str:
    """A module with one function as mutmut changed it. key: what mutmut called that one."""
    *within, name = _plain(key.rpartition("__mutmut_")[0]).split(".")
    lines = sound.splitlines()
    old = _named(sound, name, within)
    new = _named(changed, key, within)
    body = changed.splitlines()[new.lineno - 1 : new.end_lineno]
    body[0] = body[0].replace(key, name, 1)
    lines[old.lineno - 1 : old.end_lineno] = body
    return "\n".join(lines) + "\n"


def _named(text: str, name: str, within: list[str]) -> _Function:
    scope: list[ast.stmt] = ast.parse(text).body
    if within:
        scope = next(n.body for n in scope if isinstance(n, ast.ClassDef) and n.name == within[0])
    return next(n for n in scope if isinstance(n, _Function) and n.name == name)


def copy(source: Path, target: Path) -> None:
    """Copy a file, or what has changed of a folder."""
    if source.is_file():
        write(target, source.read_text(encoding="utf-8"))
        return
    files = [path for path in source.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    for path in files:
        copied = target / path.relative_to(source)
        if not copied.exists() or copied.stat().st_mtime < path.stat().st_mtime:
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copied)


def write(path: Path, text: str) -> None:
    """Write a file unless it says so already: mutmut goes by the time it was changed."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _functions(path: Path) -> dict[str, list[str]]:
    """The lines of each function that mutmut wrote, by its name."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    return {
        node.name: [line.strip() for line in lines[node.lineno - 1 : node.end_lineno]]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, _Function) and "__mutmut_" in node.name
    }


def _difference(was: list[str], now: list[str]) -> tuple[str, str]:
    """The lines in which two functions differ, without the names of the functions."""
    before, after = was[1:], now[1:]
    if before == after:  # only an argument's default, beside the name
        return was[0].partition("(")[2], now[0].partition("(")[2]
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return " ".join(before), " ".join(after)


def _plain(mangled: str) -> str:
    """`Match.play` for `xǁMatchǁplay`, and `read` for `x_read`."""
    if mangled.startswith("xǁ"):
        return mangled[2:].replace("ǁ", ".")
    return mangled.removeprefix("x_")
