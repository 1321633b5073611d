"""Writes the mappings of a calibration into the configuration.

Everything else in the file, including comments, stays unchanged, and a backup is kept beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tomlkit
from msgspec.structs import replace
from tomlkit.exceptions import TOMLKitError

from companion.base.errors import CompanionError
from companion.base.text import Text, joined
from companion.config import Config, parse_config
from companion.device.ports.port_kind import SwitchId
from companion.maker import MakerError
from companion.maker.progress import write_file


def update_config(
    path: Path,
    key: str,
    switches: Mapping[str, SwitchId] | None,
    pixels: Mapping[str, int] | None,
) -> list[Text]:
    """Write the mappings into a configuration.

    Args:
        path: The configuration file.
        key: The name of the switch mapping in `[port]`.
        switches: The switch of each point, by the point's name; None leaves the mapping unchanged.
        pixels: The pixel of each point, by the point's name; None leaves the mapping unchanged.

    Returns:
        What was changed, line by line.

    Raises:
        MakerError: If the file cannot be read or written, or has a format that cannot be edited.
    """
    path = path.resolve()  # keep a symbolic link
    try:
        before = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise MakerError(
            Text(
                "configuration {name}: it cannot be read: {problem}", name=path.name, problem=error
            )
        ) from None
    maps: dict[tuple[str, str], dict[str, Any]] = {}
    if switches is not None:
        join_names = {n: list(p) if isinstance(p, tuple) else p for n, p in switches.items()}
        maps["port", key] = join_names
    if pixels is not None:
        maps["strip", "pixels"] = dict(pixels)
    was = parse_config(before)
    wanted = _expected(was, key, switches, pixels)
    after = _changed(before, maps, wanted)
    changes = _differences(was, wanted, key)
    if not changes:
        return [Text("The configuration is already up to date.")]
    backup = _backup(path)
    write_file(backup, before.encode())
    write_file(path, after.encode())
    written = Text("Written to {name}; backup: {backup}", name=path.name, backup=backup.name)
    return [*changes, written]


def _changed(text: str, maps: Mapping[tuple[str, str], Mapping[str, Any]], wanted: Config) -> str:
    """Return the text with these mappings, checked to differ in nothing else.

    Raises:
        MakerError: If the format cannot be edited.
    """
    # A table section of its own if possible, as in hardware/; inside an inline table it is not.
    for form in (tomlkit.table, tomlkit.inline_table):
        try:
            after = _with(text, maps, form)
            if parse_config(after) == wanted:
                return after
        except (TOMLKitError, CompanionError, TypeError, ValueError, AttributeError):
            continue
    lines = " ".join(
        f"[{section}.{name}] " + ", ".join(f"{point} = {value}" for point, value in values.items())
        for (section, name), values in maps.items()
    )
    raise MakerError(
        Text("this format of the configuration cannot be edited; add by hand: {lines}", lines=lines)
    )


def _with(
    text: str, maps: Mapping[tuple[str, str], Mapping[str, Any]], form: Callable[[], Any]
) -> str:
    document = tomlkit.parse(text)
    for (section, name), values in maps.items():
        if section not in document:
            document.add(section, tomlkit.table())
        table: Any = document[section]
        if name not in table:
            table.add(name, form())
        # Item by item, to keep the maker's comments and order.
        entries = table[name]
        for point in [point for point in entries if point not in values]:
            del entries[point]
        for point, value in values.items():
            entries[point] = value
    return tomlkit.dumps(document)


def _expected(
    config: Config,
    key: str,
    switches: Mapping[str, SwitchId] | None,
    pixels: Mapping[str, int] | None,
) -> Config:
    port, strip = config.port, config.strip
    if switches is not None:
        port = replace(port, **{key: dict(switches)})
    if pixels is not None:
        strip = replace(strip, pixels=dict(pixels))
    return replace(config, port=port, strip=strip)


def _differences(before: Config, after: Config, key: str) -> list[Text]:
    pairs: tuple[tuple[str, Mapping[str, Any], Mapping[str, Any]], ...] = (
        (f"[port.{key}]", getattr(before.port, key), getattr(after.port, key)),
        ("[strip.pixels]", before.strip.pixels, after.strip.pixels),
    )
    lines = []
    for name, old, new in pairs:
        changed = {p: v for p, v in new.items() if old.get(p) != v}
        if changed and not old:
            lines.append(Text("{setting}: new, {number} points", setting=name, number=len(new)))
        elif changed:
            values = [
                Text("{point} = {value} (was {old})", point=p, value=_short(v), old=_short(old[p]))
                for p, v in changed.items()
            ]
            lines.append(joined(": ", [name, joined(", ", values)]))
    return lines


def _short(value: Any) -> str:
    return str(list(value)) if isinstance(value, tuple) else str(value)


def _backup(path: Path) -> Path:
    """Return a free name, so that no older backup is lost."""
    number = 1
    while True:
        found = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        if not found.exists():
            return found
        number += 1
