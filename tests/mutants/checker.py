"""Whether another check than the tests refuses a mutant: mypy, or the translations.

A daemon of mypy answers; a process for each mutant would take seconds. A sentence that is worded
otherwise is one that no translation knows, and one of the translations is not used any more:
`make test` counts both, and `make release-check` refuses them.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from io import BytesIO
from types import TracebackType
from typing import Any

from babel.messages.extract import extract

from companion.base.languages.collect import PYTHON
from tests.mutants.rooms import ROOT
from tests.mutants.stage import Mutant, Stage, copy, replaced, write

_IDLE = "600"  # seconds after which a daemon that was left alone ends by itself


class Checker:
    """mypy over a copy of the program, into which one mutant after another is put; it starts when
    it is first asked."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._folder = stage.folder / "typed"
        self._modules = [str(path) for path in stage.room.modules()]
        self._started = False

    def __enter__(self) -> Checker:
        return self

    def _start(self) -> None:
        self._started = True
        copy(ROOT / "companion", self._folder / "companion")
        for module in self._modules:
            write(self._folder / module, (ROOT / module).read_text(encoding="utf-8"))
        write(self._folder / "mypy.ini", settings())
        self._daemon("start", "--timeout", _IDLE)
        if not self._check():
            raise RuntimeError(f"mypy refuses the room {self._stage.room.name} as it is")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._started:
            self._daemon("stop")

    def refuses(self, mutant: Mutant) -> bool:
        """Whether this mutant is worded otherwise, or the room has errors with it."""
        path = self._folder / mutant.path
        sound = (ROOT / mutant.path).read_text(encoding="utf-8")
        changed = (self._stage.folder / "mutants" / mutant.path).read_text(encoding="utf-8")
        faulty = replaced(sound, changed, mutant.name.rpartition(".")[2])
        if rewords(sound, faulty):
            return True
        if not self._started:
            self._start()
        write(path, faulty)
        refused = not self._check()
        write(path, sound)
        return refused

    def _check(self) -> bool:
        return self._daemon("check", *self._modules)

    def _daemon(self, *arguments: str) -> bool:
        command = [sys.executable, "-m", "mypy.dmypy", *arguments]
        found = subprocess.run(command, cwd=self._folder, capture_output=True, check=False)
        return found.returncode == 0


def rewords(sound: str, faulty: str) -> bool:
    """Whether a module has a sentence for people that it did not have before."""
    return bool(_messages(faulty) - _messages(sound))


def _messages(source: str) -> set[tuple[Any, str | None]]:
    """The messages in the source of a module, each with its context."""
    found = extract("python", BytesIO(source.encode()), PYTHON)
    return {(message, context) for _, message, _, context in found}


def settings() -> str:
    """A mypy.ini with what the project says of libraries without types."""
    own = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    lines = ["[mypy]", "strict = True"]
    for override in own["overrides"]:
        lines += ["", f"[mypy-{','.join(override['module'])}]"]
        lines += [f"{key} = {value}" for key, value in override.items() if key != "module"]
    return "\n".join([*lines, ""])
