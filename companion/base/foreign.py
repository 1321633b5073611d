"""Code of packages: it may fail in any way, and every failure is told in one line.

The line names the package, what failed, and the file and line where it did. It holds neither line
breaks nor anything else that a terminal would obey. The whole traceback goes to the logger
`TRACE`, which `companion --traceback` switches on.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from opcode import opname
from traceback import walk_tb
from types import FrameType
from typing import NamedTuple
from unicodedata import category

from companion.base.errors import CompanionError
from companion.base.text import Text, joined, verbatim

TRACE = logging.getLogger("companion.traceback")
"""Logs tracebacks, at level DEBUG."""

_LONGEST = 200  # characters of what a package says, in one line
_PROGRAM = "companion"


class Package(NamedTuple):
    """An installed package.

    Attributes:
        name: Its name; for code that belongs to no package, that of its module.
        version: Its version; empty if unknown.
    """

    name: str
    version: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.version}".rstrip()


class PackageFault(CompanionError, RuntimeError):
    """The code of a package has failed, or returned what it must not.

    Args:
        package: The package.
        about: What of it is concerned, such as its game.
        problem: What failed, where, and how.

    Attributes:
        problem: What failed, where, and how.
    """

    def __init__(self, package: Package, about: str, problem: Text) -> None:
        super().__init__(
            Text(
                "package {package}: {about}: {problem}",
                package=package.name,
                about=about,
                problem=problem,
            )
        )
        self.problem = problem


class CallEnded(BaseException):
    """Code of a package was ended where it was, because it did not come to an end by itself."""


def one_line(words: str, longest: int = _LONGEST) -> str:
    """Return words on one line, without control characters, and cut if they are too long.

    Args:
        words: Words of a package.
        longest: The greatest length (characters).
    """
    line = " ".join(plain_words(words[: 4 * longest]).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def plain_words(words: str) -> str:
    """Return words with a space for each control character."""
    return "".join(letter if _is_plain_letter(letter) else " " for letter in words)


def is_plain(words: str) -> bool:
    """Return whether words are on one line, without control characters."""
    return str.isprintable(words) or all(map(_is_plain_letter, words))


def _is_plain_letter(letter: str) -> bool:
    return letter.isprintable() or category(letter) == "Zs"  # such as a no-break space


def value_words(value: object) -> str:
    """Return a value as code on one line; its own `repr` may fail."""
    try:
        return one_line(repr(value), 60)
    except Exception:
        return f"a faulty {type(value).__name__}"


def explained(error: BaseException, module: str = "") -> Text:
    """Return what an error says and where it arose, in one line.

    Args:
        error: The error.
        module: The module whose package's lines are named rather than others.
    """
    if isinstance(error, CallEnded):
        return joined("; ", [Text("it did not come to an end"), place_of(error, module)])
    try:
        words = one_line(error.msg if isinstance(error, SyntaxError) else str(error))
    except Exception:
        words = ""
    kind = type(error).__name__
    return joined("; ", [f"{kind}: {words}" if words else kind, place_of(error, module)])


@contextmanager
def contained(
    method: str, module: str, fault: Callable[[Text, BaseException], CompanionError]
) -> Iterator[None]:
    """Turn what a package's method raises into a fault that says where, in one line.

    What it may raise by contract, a CompanionError, and what is meant for the program, pass.

    Args:
        method: The method, as in `open()`.
        module: The module of the package.
        fault: Makes the fault of what failed and why, and of the error.
    """
    try:
        yield
    except CompanionError:
        raise
    except BaseException as error:
        if ends_program(error):
            raise
        problem = explained(error, module)
        text = Text("{method} failed: {problem}", method=method, problem=problem)
        raise fault(text, error) from error


def place_of(error: BaseException, module: str = "") -> Text:
    """Return the file and line of a package's code at which an error arose; empty if unknown.

    Args:
        error: The error.
        module: The module whose package's lines are named rather than others.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return place_words(error.filename, error.lineno or 1)
    found = list(_foreign(walk_tb(error.__traceback__)))
    own = [(frame, line) for frame, line in found if _root(frame) == module.partition(".")[0]]
    for frame, line in reversed(own or found):
        return place_words(frame.f_code.co_filename, line)
    return Text()


def place_now(thread: int, module: str = "") -> Text:
    """Return the file and line of a package's code that a thread is at; empty if it is at none.

    Args:
        thread: The identifier of the thread.
        module: The module whose package's lines are named rather than others.
    """
    frames = []
    frame = sys._current_frames().get(thread)
    while frame is not None:
        frames.append((frame, frame.f_lineno))
        frame = frame.f_back
    found = list(_foreign(iter(frames)))
    own = [each for each in found if _root(each[0]) == module.partition(".")[0]]
    for at, line in own or found:
        return place_words(at.f_code.co_filename, line)
    return Text()


def comes_from(error: BaseException, module: str) -> bool:
    """Return whether an error passed through code of the package that a module belongs to."""
    root = module.partition(".")[0]
    return root != _PROGRAM and any(
        _root(frame) == root for frame, _ in walk_tb(error.__traceback__)
    )


def ends_program(error: BaseException) -> bool:
    """Return whether an error is meant for the program, although a package's code was running.

    That is a Ctrl-C of the user, or what a signal handler of the program raises. A package that
    raises such an error itself does not end the program.
    """
    if isinstance(error, Exception | CallEnded):
        return False
    frames = list(walk_tb(error.__traceback__))
    if not frames:
        return True
    frame, _ = frames[-1]
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    if _root(frame) == _PROGRAM:
        return True
    raises = at is not None and _instruction(frame, at.tb_lasti) == "RAISE_VARARGS"
    return isinstance(error, KeyboardInterrupt) and not raises


def _instruction(frame: FrameType, offset: int) -> str:
    """Return the name of the instruction of a frame's code at an offset (bytes)."""
    return opname[frame.f_code.co_code[offset]]


def _foreign(frames: Iterator[tuple[FrameType, int]]) -> Iterator[tuple[FrameType, int]]:
    """Return the frames that belong neither to this program nor to Python."""
    for frame, line in frames:
        if _root(frame) not in (_PROGRAM, *sys.stdlib_module_names):
            yield frame, line


def _root(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def place_words(path: str, line: int) -> Text:
    """Return a file and a line in words."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return Text("{file} line {line}", file=verbatim(one_line(name, 60)), line=line)
