"""The common base of kinds of boards and routes to their lamps.

Each is a class whose instances are sections of the configuration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, NamedTuple

import msgspec

from companion.base.text import Text
from companion.device.ports.computer import Requirements, SystemInfo
from companion.device.ports.findings import Finding
from companion.rules.geometry import Board


class ChangedDefault(NamedTuple):
    """A default of the wiring that is no longer what it was.

    Attributes:
        version: The first version of the configuration that has the new default.
        key: The setting, such as `[port] rows`.
        use: What is wired, such as "row 8".
        before: Where it was before.
        now: Where it is now.
        kept: Whether files that name no version, or an earlier one, still have it where it was.
    """

    version: int
    key: str
    use: Text
    before: Text
    now: Text
    kept: bool = False


class PortEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry with its settings, which are the fields.

    A subclass adds the settings that only it takes, each with a default.

    Attributes:
        section: The section of the configuration.
        tag: The key of that section that names the entry, and the attribute of the class that is
            this name.
        interfaces: The computer's interfaces that it uses, as in `SystemInfo.interfaces`.
        libraries: The packages that it may need, each with how to install it.
    """

    section: ClassVar[str]
    tag: ClassVar[str]
    interfaces: ClassVar[frozenset[str]] = frozenset()
    libraries: ClassVar[Mapping[str, Text]] = {}

    def requirements(self, *, pio: bool) -> Iterable[Requirements]:
        """Return what a service needs.

        Args:
            pio: Whether the machine has /dev/pio0, as a Pi 5 does.
        """
        return ()

    def needed(self, info: SystemInfo) -> Iterable[str]:
        """Return those of `libraries` that this computer needs."""
        return self.libraries

    @property
    def named_devices(self) -> tuple[str, ...]:
        """The paths of the devices that these settings name."""
        return ()

    def advise(self, info: SystemInfo) -> Iterator[Finding]:
        """Return the findings about a computer with such a board or such lamps."""
        yield from ()

    def as_of(self, version: int) -> PortEntry:
        """Return the same settings with the defaults of a version of the configuration."""
        return self

    def changed_defaults(self, physical: Board) -> Iterable[ChangedDefault]:
        """Return the defaults that these settings rely on and that an earlier version changed.

        A default may only change together with `companion.config.CONFIG_VERSION`.

        Args:
            physical: The whole board.
        """
        return ()

    def report(self) -> str:
        """Return the settings that are not the default, for a report in a support request."""
        ours = msgspec.structs.asdict(self)
        usual = msgspec.structs.asdict(type(self)())
        said = [f"{key} {_shown(value)}" for key, value in ours.items() if value != usual[key]]
        return "; ".join(said) or "default wiring"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={entry}" for key, entry in value.items())
    return str(value)
