"""Commands as a package might add them: good ones, and some with faults."""

from __future__ import annotations

import click

from companion.app.command_line import TerminalCommand, TerminalGroup, say
from companion.base.errors import CompanionError
from companion.base.text import Text, verbatim

measure = TerminalGroup("measure", help=Text("Measure things."), no_args_is_help=True)


@measure.command("length", help=Text("Measure a length."))
@click.option("--unit", default="mm", show_default=True, help=Text("The unit."))
def _length(unit: str) -> None:
    if unit != "mm":
        raise CompanionError(f"there is no unit {unit!r}; use mm")
    say(verbatim(f"7 {unit}"))


@click.command("plain", help="A command that knows click alone.")
@click.argument("number", type=click.IntRange(1))
def plain(number: int) -> None:
    """Say the number."""
    click.echo(f"number {number}")


@click.command("games")
def games() -> None:
    """Take the name of another command."""


nameless = TerminalCommand(None)
