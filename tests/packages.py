"""Packages that are installed for one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.command_line import added_commands
from companion.base import plugins
from companion.device.ports import port_kinds
from companion.games import registry
from companion.opponents.knowledge import knowledge_registry
from companion.records.game_formats import game_formats
from companion.rules import boards
from companion.session import view_builder
from companion.session.menu import builder as menu

_CACHES = (
    plugins.declared,
    registry.kinds,
    registry._modules,
    registry.built_in,
    registry.in_menu_order,
    registry._added,
    knowledge_registry._added,
    boards._added,
    view_builder._games,
    menu._boards,
    port_kinds._added,
    added_commands,
    game_formats,
)


def forget_packages() -> None:
    """Have packages looked for again."""
    for cached in _CACHES:
        cached.cache_clear()


Install = Callable[..., None]


def lay_out(
    where: Path,
    package: str,
    games: tuple[str, ...] = (),
    wood: tuple[str, ...] = (),
    **others: tuple[str, ...],
) -> None:
    """A package as it lies about when it is installed: its entry points and nothing else. others:
    what it declares in other groups, by the last word of the group's name. A value may have a name
    of its own: `bell = my_bell:Bell`."""
    info = where / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = []
    for group, values in {"games": games, "boards": wood, **others}.items():
        named = [v if "=" in v else f"{group[0]}{i} = {v}" for i, v in enumerate(values)]
        lines += [f"[companion.{group}]", *named]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@contextmanager
def packages_installed(folder: Path) -> Iterator[Install]:
    """Install packages in this context. folder: where."""
    site = folder / "site"
    site.mkdir()

    def installed(package: str, *groups: tuple[str, ...], **named: tuple[str, ...]) -> None:
        lay_out(site, package, *groups, **named)
        forget_packages()

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        yield installed
    forget_packages()


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Install]:
    """Installs packages for one test."""
    with packages_installed(tmp_path) as installed:
        yield installed
