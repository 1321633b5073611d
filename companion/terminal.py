"""What the `companion` command says, in the language of the terminal.

Typer reads the command line, and has words of its own. It passes some of them to gettext, which is
told here where the translations are. The others it writes in English, so they are recognised here
and translated. `TYPER_WORDS` lists them all; a release that has other words says those in English.
"""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from io import TextIOWrapper
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from companion.languages import DOMAIN, ENGLISH, FOLDER, Language, terminal_language
from companion.rules.errors import CompanionError
from companion.text import Text, recognized

_PASSED_ON = (
    Text("Arguments"),
    Text("Options"),
    Text("Commands"),
    Text("Error"),
    Text("Aborted!"),
    Text("Aborted."),
    Text("required"),
    Text("[required]"),
    Text("default: {default}"),
    Text("[default: {}]"),
    Text("Missing command."),
    Text("No such command {name!r}."),
    Text("Try [blue]'{command_path} {help_option}'[/] for help."),
)
_HELP = Text("Show this message and exit.")
_USAGE = Text("Usage: ")
_REFUSALS = (
    Text("Missing argument {name}."),
    Text("Missing option {name}."),
    Text("Invalid value for {name}: {problem}"),
    Text("No such option: {name} (Possible options: {names})"),
    Text("No such option: {name} Did you mean {other}?"),
    Text("No such option: {name}"),
    Text("Got unexpected extra argument(s) ({words})"),
    Text("Got unexpected extra argument ({words})"),
    Text("Got unexpected extra arguments ({words})"),
    Text("Option {name} requires an argument."),
    Text("Option {name} does not take a value."),
    Text("Input should be a valid integer, unable to parse string as an integer"),
    Text("{value} is not a valid integer."),
)

TYPER_WORDS = (*_PASSED_ON, _HELP, _USAGE, *_REFUSALS)
"""Typer's words for what can be seen of this program."""


def say(text: Text, *, err: bool = False, nl: bool = True) -> None:
    """Print a text in the terminal's language. err: on standard error. nl: with a new line."""
    typer.echo(terminal_language(os.environ).words(text), err=err, nl=nl)


def say_table(rows: Iterable[Sequence[Text]]) -> None:
    """Print rows of cells in the terminal's language, one below another. The last cell of a row may
    be as long as it is."""
    words = terminal_language(os.environ).words
    said = [[words(cell) for cell in row] for row in rows]
    most = max(map(len, said), default=0)
    widths = [
        max((len(row[column]) for row in said if column < len(row)), default=0)
        for column in range(most)
    ]
    for row in said:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=False))
        typer.echo("  ".join(cells).rstrip())


class SpokenCommand(TyperCommand):
    """A command that explains itself in the terminal's language, and refuses empty options."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Read the command's options. Raises CompanionError if one is given as an empty string,
        as an empty variable of a script does."""
        left = super().parse_args(ctx, args)
        for option in self.params:
            given = ctx.get_parameter_source(option.name)
            if ctx.params.get(option.name) == "" and given.name == "COMMANDLINE":
                name = option.opts[0]
                raise CompanionError(
                    Text("{option} is empty: give a value, or leave it out", option=name)
                )
        return left

    def get_usage(self, ctx: Any) -> str:
        """Return the line that says how the command is used."""
        return _usage(super().get_usage(ctx))

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option that shows the help."""
        return _help_option(super().get_help_option(ctx))


class SpokenGroup(TyperGroup):
    """A group of commands that explains itself and its commands in the terminal's language."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command."""
        language = terminal_language(os.environ)
        if language.code != ENGLISH:
            gettext.bindtextdomain(DOMAIN, FOLDER)
            gettext.textdomain(DOMAIN)
            for stream in (sys.stdout, sys.stderr):
                if isinstance(stream, TextIOWrapper):
                    stream.reconfigure(errors="replace")  # it may lack letters of the language
            _translate(self, language)
        return super().main(*args, **kwargs)

    def get_usage(self, ctx: Any) -> str:
        """Return the line that says how the group is used."""
        return _usage(super().get_usage(ctx))

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option that shows the help."""
        return _help_option(super().get_help_option(ctx))

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Read the group's own part of the command line."""
        return _refusing(super().make_context, *args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        """Read the rest of the command line, and run the command."""
        return _refusing(super().invoke, ctx)


class SpokenTyper(typer.Typer):
    """Commands with their help, which is translated when it is shown."""

    def __init__(self, *, help: Text, **settings: Any) -> None:
        super().__init__(cls=SpokenGroup, help=help, **settings)

    def add(self, name: str, help: Text) -> Callable[[Any], Any]:
        """Return the decorator of a function that carries out a command."""
        return self.command(name, cls=SpokenCommand, help=help)


def _translate(command: Any, language: Language) -> None:
    """Translate the help of a command, its options and all commands below it."""
    for described in (command, *command.params):
        if described.help:
            described.help = language.catalog.gettext(described.help)
    for below in getattr(command, "commands", {}).values():
        _translate(below, language)


def _usage(line: str) -> str:
    return line.replace(_USAGE, terminal_language(os.environ).words(_USAGE), 1)


def _help_option(option: Any) -> Any:
    if option is not None and option.help == _HELP:
        option.help = terminal_language(os.environ).words(_HELP)
    return option


_UsageError: type[Exception] = typer.BadParameter.__bases__[0]
# Newer releases of typer have a copy of click, so it has no other name in all of them.


def _refusing(read: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Read a command line, and refuse it in the terminal's language."""
    try:
        return read(*args, **kwargs)
    except _UsageError as error:
        refusal: Any = error
        text = recognized(refusal.format_message(), _REFUSALS)
        said = terminal_language(os.environ).words(text)
        refusal.format_message = lambda: said
        raise
