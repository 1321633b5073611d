"""Checks that the service can see every file and program that its configuration names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec

from companion.base.text import Text
from companion.base.toml import shown
from companion.config import Config
from companion.maker.install.program import InstallError, is_in_home, is_temporary

_IN_OWN_HOME = re.compile(r"~[\w.-]*(/.*)?")
_SEPARATORS = re.compile("[=:,]")  # in `--book=/opt/book`, or in a list of folders

_PROGRAMS = "/usr/local/bin"
_FILES = "/etc/board-companion"


def check_visible(config: Config, bound: Collection[Path]) -> None:
    """Check that nothing that a configuration names is hidden from the service.

    Every text is looked at, so the settings of packages and engines are, too.

    Args:
        config: The configuration.
        bound: The paths in home directories that the service sees all the same.

    Raises:
        InstallError: If something is hidden; the message names the key, the value and where to put
            the file.
    """
    for key, said in _texts("", msgspec.to_builtins(config, enc_hook=str)):
        if not any(_is_hidden(part, bound) for part in (said, *_SEPARATORS.split(said))):
            continue
        program = re.fullmatch(r".*\.(command|shut_down)\[0\]", key)
        raise InstallError(
            Text(
                "{key} is {value}, which is hidden from the service: put it where every user may "
                "read it, for example in {folder}, and change the configuration",
                key=key.removesuffix("[0]") if program else key,
                value=shown(said),
                folder=_PROGRAMS if program else _FILES,
            )
        )


def _texts(key: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield every text in settings, with its key."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, inside in value.items():
            yield from _texts(f"{key}.{name}" if key else str(name), inside)
    elif isinstance(value, list | tuple):
        for i, inside in enumerate(value):
            yield from _texts(f"{key}[{i}]", inside)


def _is_hidden(said: str, bound: Collection[Path]) -> bool:
    # The service's own home directory is not that of the user who wrote the configuration.
    if _IN_OWN_HOME.fullmatch(said):
        return "/" in said
    if not said.startswith("/"):
        return False
    path = Path(said)
    return any(
        is_temporary(place)
        or (is_in_home(place) and not any(place.is_relative_to(seen) for seen in bound))
        for place in (path, path.resolve())
    )
