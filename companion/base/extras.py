"""The command that installs an extra, fitted to how the program itself was installed."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.base.text import Text

_PROJECT = "board-companion"


class Remedies(Mapping[str, Text]):
    """How to install libraries, by their names; each is found out when it is looked up.

    Args:
        remedies: Returns how to install a library, by its name.
    """

    def __init__(self, remedies: Mapping[str, Callable[[], Text]]) -> None:
        self._remedies = remedies

    def __getitem__(self, name: str) -> Text:
        return self._remedies[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._remedies)

    def __len__(self) -> int:
        return len(self._remedies)


def by_extra(extra: str) -> Callable[[], Text]:
    """Return what says how to install an extra."""
    return lambda: Text("install it with {command}", command=install_command(extra))


def missing_library(module: str | None, extra: str) -> Text:
    """Return what is said of a module that is not installed.

    Args:
        module: The module, or the name under which people know its library.
        extra: The extra that brings it.
    """
    return Text(
        "the library {name} is missing; install it with {command}",
        name=module,
        command=install_command(extra),
    )


@cache
def install_command(extra: str) -> str:
    """Return a command that installs an extra of this program into its own environment.

    The program is on no index, so the command names the folder that it was installed from. If that
    is gone, as with a wheel, it names what the extra requires.

    Args:
        extra: The name of the extra, as in `pyproject.toml`.
    """
    # Slow to import, and seldom needed.
    from importlib.metadata import Distribution, PackageNotFoundError
    from urllib.parse import unquote, urlsplit

    from companion.base.json_text import decode_json

    try:
        found = Distribution.from_name(_PROJECT)
    except PackageNotFoundError:  # it runs from its source, uninstalled
        source = Path(__file__).parents[2]
        return command_for(extra, f"{source}[{extra}]", editable=False)
    origin = decode_json(found.read_text("direct_url.json") or "{}", dict[str, Any])
    parts = urlsplit(origin.get("url", ""))
    folder = Path(unquote(parts.path)) if parts.scheme == "file" else None
    if folder is not None and (folder / "pyproject.toml").is_file():
        editable = bool(origin.get("dir_info", {}).get("editable"))
        return command_for(extra, f"{folder}[{extra}]", editable=editable)
    return command_for(extra, *required(found.requires or (), extra), editable=False)


def required(requirements: Iterable[str], extra: str) -> list[str]:
    """Return what an extra requires, without the marker that names it.

    Args:
        requirements: Requirements as in a distribution's metadata.
        extra: The name of the extra.
    """
    wanted = []
    for requirement in requirements:
        what, _, marker = requirement.partition(";")
        conditions = marker.replace('"', "'").strip()
        named = f"extra == '{extra}'"
        if not conditions.endswith(named):
            continue
        others = conditions.removesuffix(named).strip().removesuffix("and").strip()
        wanted.append(f"{what.strip()}; {others}" if others else what.strip())
    return wanted


def command_for(extra: str, *wanted: str, editable: bool) -> str:
    """Return the command that installs these requirements with the installer that is there.

    Args:
        extra: The name of the extra.
        wanted: The requirements; if there are none, the extra of the program by name.
        editable: Whether they are the program itself, installed editable.
    """
    python = shlex.quote(sys.executable)
    flags = "--editable " if editable else ""
    what = " ".join(map(shlex.quote, wanted or [f"{_PROJECT}[{extra}]"]))
    if find_spec("pip") is None:
        return f"uv pip install --python {python} {flags}{what}"
    return f"{python} -m pip install {flags}{what}"
