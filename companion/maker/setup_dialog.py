"""The dialog of `companion setup`: shows the changes, asks, makes them, and asks to restart."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.base.text import Text
from companion.config import load_config
from companion.maker import MakerError
from companion.maker.install import service
from companion.maker.install.program import this_program
from companion.maker.pi_setup import (
    Change,
    PiSystem,
    carry_out,
    pi_needs,
    plan_setup,
    plan_undo,
)

Say = Callable[[Text], None]
Ask = Callable[[Text], bool]


@dataclass(frozen=True, slots=True)
class SetupChoices:
    """What was asked for.

    Attributes:
        undo: Whether to take the setup back.
        yes: Whether to make the changes without asking.
        dry_run: Whether only to show them.
        service: Whether the service is installed, or removed, as well.
        user: Who runs the program by hand; None: who called sudo.
        root: The folder with the system's files.
    """

    undo: bool = False
    yes: bool = False
    dry_run: bool = False
    service: bool = True
    user: str | None = None
    root: Path = Path("/")


def run_setup(
    path: Path | None,
    choices: SetupChoices,
    say: Say,
    ask: Ask | None = None,
    system: PiSystem | None = None,
) -> None:
    """Set up a Raspberry Pi for a board, or take that back.

    Args:
        path: The configuration; None only to undo.
        choices: What was asked for.
        say: Called with each line.
        ask: Asks a question; default: on the terminal.
        system: The system; default: this one, below the chosen root.

    Raises:
        CompanionError: If it is not possible. What was done until then stays, and the same command
            goes on.
    """
    ask = ask or _ask
    user = choices.user if choices.user is not None else os.environ.get("SUDO_USER", "")
    system = system or PiSystem(choices.root, "" if user == "root" else user)
    if choices.undo:
        changes = plan_undo(system)
    elif path is None:
        raise MakerError(Text("--config is missing: give the board's configuration file"))
    else:
        config = load_config(path)
        changes = plan_setup(system, pi_needs(config))
    if choices.root == Path("/") and not choices.dry_run and hasattr(os, "geteuid"):
        _need_root(path, undo=choices.undo)
    _show(changes, say)
    if choices.dry_run:
        return
    if changes:
        if not choices.yes and not ask(Text("Make these changes?")):
            raise MakerError(Text("nothing was changed"))
        carry_out(system, changes, say)
    if choices.service:
        if choices.undo:
            service.remove(service.System(), this_program(), say)
        elif path is not None:
            service.install(service.System(), this_program(), path, config, say)
    if any(change.reboot for change in changes):
        say(Text("The Pi has to be restarted for that."))
        if choices.root == Path("/") and not choices.yes and ask(Text("Restart it now?")):
            system.run(("systemctl", "reboot"))


def _show(changes: list[Change], say: Say) -> None:
    if not changes:
        say(Text("Nothing to change: the system is as it should be."))
    for change in changes:
        for line in change.lines():
            say(line)


def _need_root(path: Path | None, *, undo: bool) -> None:
    if os.geteuid() != 0:
        words = ("setup", "--undo") if undo else ("setup", "--config", str(path))
        raise MakerError(
            Text(
                "this needs root: {command}", command=f"sudo {this_program().shell_command(*words)}"
            )
        )


def _ask(question: Text) -> bool:
    """Ask on the terminal.

    Raises:
        MakerError: If there is none.
    """
    if not sys.stdin.isatty():
        raise MakerError(Text("nobody can be asked: there is no terminal; --yes answers for you"))
    import click

    return click.confirm(question)
