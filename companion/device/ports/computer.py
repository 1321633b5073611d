"""The facts that a board needs about its computer, and the access that it requires."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.base.text import Text, join_words

_NONE = Text()


@dataclass(frozen=True, slots=True)
class SystemInfo:
    """The facts about a computer.

    Attributes:
        model: From the device tree; "" if there is none.
        system: The name of the operating system.
        kernel: The name, release and architecture of the kernel.
        python: The version and implementation of Python.
        chips: The label of each GPIO chip by its device; None: no permission to read it.
        devices: The devices that matter, and whether this user may read and write each.
        interfaces: The enabled ones that use pins of the header: spi, spi1, i2c, console, uart,
            1-wire, i2s, audio.
        settings: The effective lines of config.txt.
        groups: The groups of this process.
        member: The user's groups from the next login.
        root: Whether the user is root.
        versions: The versions of installed packages; "?" if unknown.
        boards: The serial ports of boards that pyserial lists, and whether this user may read and
            write each.
        named: The devices that the configuration names, by their paths, and whether this user may
            read and write each; those that are not there are left out.
        throttled: The firmware's status bits for supply and temperature; None if it has none.
    """

    model: str = ""
    system: str = ""
    kernel: str = ""
    python: str = ""
    chips: dict[str, str | None] = field(default_factory=dict)
    devices: dict[str, bool] = field(default_factory=dict)
    interfaces: frozenset[str] = frozenset()
    settings: tuple[str, ...] = ()
    groups: frozenset[str] = frozenset()
    member: frozenset[str] = frozenset()
    root: bool = False
    versions: dict[str, str] = field(default_factory=dict)
    boards: dict[str, bool] = field(default_factory=dict)
    named: dict[str, bool] = field(default_factory=dict)
    throttled: int | None = None

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")

    @property
    def is_pi5(self) -> bool:
        """Whether it is a Raspberry Pi with the header chip of a Pi 5."""
        return self.model.startswith(
            ("Raspberry Pi 5", "Raspberry Pi 500", "Raspberry Pi Compute Module 5")
        )

    def how_to_join(self, *groups: str) -> Text:
        """Return how this user gets access to devices that belong to these groups."""
        if self.groups.issuperset(groups):
            return Text(
                "your groups are right, the device's is not: install Raspberry Pi OS's udev rules"
            )
        if self.member.issuperset(groups):
            return Text(
                "you have been added to {groups}: log in again", groups=join_words([*groups])
            )
        command = f'sudo usermod -aG {",".join(groups)} "$USER"'
        return Text("`{command}`, and log in again", command=command)


@dataclass(frozen=True, slots=True)
class Requirements:
    """Access to devices that the program needs.

    Attributes:
        groups: The groups that the devices belong to.
        devices: Their names for `DeviceAllow=` in a systemd unit.
        modules: Kernel modules that define those names. If systemd does not know a group of devices
            when the program starts, the program cannot open any of them, even if one is plugged in
            later.
        rules: udev rules that assign the devices to the groups. Raspberry Pi OS has most of them;
            other systems do not.
        root: Why the program must run as root; "" if it need not.
    """

    groups: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    root: Text = _NONE
