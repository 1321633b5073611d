"""The command line: help pages and refusals, in the language of the terminal.

click reads the command line, but none of its words are shown. The help page is written here, and a
refusal is composed from the attributes of click's exception.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from inspect import cleandoc
from io import TextIOWrapper
from pathlib import Path
from traceback import walk_tb

import click
from click.core import ParameterSource

from companion.app.declaring_packages import may_declare
from companion.app.slow_packages import watch_over
from companion.base import plugins
from companion.base.errors import CompanionError, nearest
from companion.base.foreign import TRACE, explained, is_plain, one_line, plain_words
from companion.base.installed_copy import stale_hint
from companion.base.languages import ENGLISH, terminal_language
from companion.base.text import Text, joined, verbatim

Rows = list[tuple[str, Text]]
"""Rows of a help page: how something is written, and its meaning."""

_TRACEBACK = "COMPANION_TRACEBACK"
"""The environment variable that does the same as `--traceback`."""

_LONGEST = 2_000  # characters of an error


def say(text: Text, *, err: bool = False, nl: bool = True) -> None:
    """Print a text in the terminal's language.

    Args:
        text: The text.
        err: Whether to print it on standard error.
        nl: Whether to end it with a new line.
    """
    words = terminal_language(os.environ).words(text)
    stream = sys.stderr if err else sys.stdout
    if stream is not None:  # it is None if it was closed before the program began
        # Flushed, so that it is noticed here if nobody reads any more.
        print(words, end="\n" if nl else "", file=stream, flush=True)


def say_table(rows: Iterable[Sequence[Text]]) -> None:
    """Print rows of cells in the terminal's language, aligned in columns.

    The last cell of a row may be of any length.
    """
    words = terminal_language(os.environ).words
    said = [[words(cell) for cell in row] for row in rows]
    most = max(map(len, said), default=0)
    widths = [
        max((len(row[column]) for row in said if column < len(row)), default=0)
        for column in range(most)
    ]
    for row in said:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=False))
        say(verbatim("  ".join(cells).rstrip()))


class _InTheTerminalsLanguage(click.Command):
    """A command whose help page is in the terminal's language.

    The `help` of the command and of its parameters is the message of a `Text`.
    """

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that shows the help page."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = Text("Show this message and exit.")
            option.callback = _show_help
        return option

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words after the command's name.

        Raises:
            click.UsageError: If they are not understood; it has its context.
        """
        try:
            return super().parse_args(ctx, args)
        except click.exceptions.NoArgsIsHelpError as error:
            say(verbatim(ctx.get_help()))
            ctx.exit(error.exit_code)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help page."""
        words = terminal_language(os.environ).words
        usage = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, usage, words(Text("Usage: ")))
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(words(_described(self)))
        for title, rows in (
            (Text("Arguments"), _arguments(self, ctx)),
            (Text("Options"), _options(self, ctx)),
            (Text("Commands"), _commands(self, ctx)),
        ):
            if rows:
                with formatter.section(words(title)):
                    formatter.write_dl([(written, words(meaning)) for written, meaning in rows])


class TerminalCommand(_InTheTerminalsLanguage):
    """A command with a help page in the terminal's language. Its options take no empty values."""

    allow_extra_args = True  # so that `parse_args` can refuse them

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words after the command's name.

        Raises:
            click.UsageError: If they are not understood.
            CompanionError: If an option is given as an empty string, as an empty variable of a
                script does.
        """
        left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            raise click.UsageError(Text("unexpected argument {word!r}", word=left[0]), ctx)
        for parameter in given(ctx):
            if ctx.params[parameter.name] == "":
                raise CompanionError(
                    Text(
                        "{option} is empty: give a value, or leave it out",
                        option=spelling(parameter),
                    )
                )
        return left


class TerminalGroup(_InTheTerminalsLanguage, click.Group):
    """A group of commands with a help page in the terminal's language."""

    command_class = TerminalCommand
    group_class = type  # a group in this one is of the same class

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order in which they were added."""
        return list(self.commands)


class ProgramGroup(TerminalGroup):
    """The commands of this program, followed by those of installed packages.

    The latter are loaded when one is called, or help lists them. A package adds commands to a group
    of this program by a group of the same name.
    """

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or None."""
        own = super().get_command(ctx, cmd_name)
        if own is not None and not isinstance(own, click.Group):
            return own
        added = self._added().get(cmd_name)
        if own is None:
            return added
        if isinstance(added, click.Group):
            more = copy(own)
            more.commands = {**own.commands, **added.commands, **own.commands}
            return more
        return own

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(dict.fromkeys([*super().list_commands(ctx), *self._added()]))

    def _added(self) -> Mapping[str, click.Command]:
        groups = {name for name, own in self.commands.items() if isinstance(own, click.Group)}
        return added_commands(frozenset(self.commands), frozenset(groups))


@cache
def added_commands(taken: frozenset[str], groups: frozenset[str]) -> Mapping[str, click.Command]:
    """Return the commands of installed packages by name, apart from names that are taken.

    Args:
        taken: The names of this program's commands.
        groups: Those of them that belong to groups, which a group may extend.
    """

    def accept(loaded: object, others: Mapping[str, click.Command]) -> tuple[str, click.Command]:
        if not isinstance(loaded, click.Command) or not loaded.name:
            raise plugins.InvalidPlugin(
                Text(
                    "it is {value!r}, not a command; the entry point must name a click.Command "
                    "that has a name",
                    value=loaded,
                )
            )
        extends = isinstance(loaded, click.Group) and loaded.name in groups
        if loaded.name in others or (loaded.name in taken and not extends):
            raise plugins.InvalidPlugin(
                Text(
                    "there is already a command {name!r}; rename it, or uninstall one of the "
                    "packages",
                    name=loaded.name,
                )
            )
        return loaded.name, loaded

    return plugins.load(plugins.COMMANDS, lambda loaded, others, _: accept(loaded, others))


class WholeNumber(click.ParamType[int]):
    """A whole number."""

    name = "number"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number.

        Raises:
            click.BadParameter: If it is not a whole number.
        """
        try:
            return int(str(value))
        except ValueError:
            self.fail(Text("{text!r} is not a whole number", text=value), param, ctx)


def _show_help(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        say(verbatim(ctx.get_help()))
        ctx.exit()


def given(ctx: click.Context) -> list[click.Parameter]:
    """Return the parameters that are given on the command line."""
    return [
        parameter
        for parameter in ctx.command.params
        if parameter.name in ctx.params
        and ctx.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    ]


def spelling(parameter: click.Parameter) -> str:
    """Return how a parameter is written: `--option`, or `ARGUMENT`."""
    if isinstance(parameter, click.Argument):
        return parameter.human_readable_name
    return max(parameter.opts, key=len)


class PlainFormatter(logging.Formatter):
    """Formats records of the log without control characters, which a terminal would obey."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as lines."""
        return "\n".join(map(plain_words, super().format(record).split("\n")))


def show_tracebacks() -> None:
    """Show the traceback of every failure from now on."""
    TRACE.setLevel(logging.DEBUG)


def run(program: click.Group) -> int:
    """Run the command that is given on the command line.

    Returns:
        The exit status: 1 if the command raised CompanionError, 2 if it was not understood. Either
            is explained in one line.
    """
    before = TRACE.level
    if os.environ.get(_TRACEBACK):
        show_tracebacks()
    try:
        return _run(program)
    finally:
        TRACE.setLevel(before)


def _run(program: click.Group) -> int:
    plugins.ask_first(may_declare)
    plugins.watch_with(watch_over)
    plugins.hint_with(stale_hint)
    language = terminal_language(os.environ)
    for stream in (sys.stdout, sys.stderr):
        if language.code != ENGLISH and isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # it may lack letters of the language
    try:
        # However Python was started: `python -m companion` is the same command.
        ended: object = program.main(prog_name="companion", standalone_mode=False)
    except click.ClickException as error:
        say(Text("companion: {error}", error=explain_refusal(error)), err=True)
        return error.exit_code
    except CompanionError as error:
        plain = error.text if is_plain(error.text) else one_line(error.text, _LONGEST)
        say(Text("companion: {error}", error=plain), err=True)
        TRACE.debug("its traceback:", exc_info=error.__cause__ or error)
        return 1
    except click.Abort:
        say(Text("Aborted."), err=True)
        return 1
    except Exception as error:
        if TRACE.isEnabledFor(logging.DEBUG):
            raise
        say(Text("companion: {error}", error=_unexpected(error)), err=True)
        return 1
    return ended if isinstance(ended, int) else 0


def _unexpected(error: Exception) -> Text:
    """Explain in one line that the program, or a package, is at fault, and where."""
    package = plugins.package_at_fault(error)
    if package is not None:
        return Text(
            "package {package} has failed: {problem}; update or uninstall it, or report this to "
            "its author",
            package=package.name,
            problem=explained(error),
        )
    *_, (frame, line) = walk_tb(error.__traceback__)
    return Text(
        "unexpected error: {problem} ({file}, line {line}); `companion --traceback …` shows where "
        "it came from: please report that",
        problem=one_line(f"{type(error).__name__}: {error}"),
        file=Path(frame.f_code.co_filename).name,
        line=line,
    )


def explain_refusal(error: click.ClickException) -> Text:
    """Explain in one line what is wrong with a command line, and where to find help."""
    problem = _problem(error)
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return problem
    return Text(
        "{problem}; see `{command} --help`", problem=problem, command=error.ctx.command_path
    )


def _problem(error: click.ClickException) -> Text:
    match error:
        case click.NoSuchOption():
            near = nearest(error.option_name, error.possibilities or ())
            return Text(
                "unknown option {name!r}{suggestion}", name=error.option_name, suggestion=near
            )
        case click.NoSuchCommand(ctx=click.Context(command=click.Group() as group) as ctx):
            near = nearest(error.command_name, group.list_commands(ctx))
            return Text(
                "unknown command {name!r}{suggestion}", name=error.command_name, suggestion=near
            )
        case click.BadOptionUsage() if _is_flag(error):
            return Text("{option} takes no value", option=error.option_name)
        case click.BadOptionUsage():
            return Text("{option} needs a value", option=error.option_name)
        case click.MissingParameter(param=click.Parameter() as parameter):
            return Text("{name} is missing", name=spelling(parameter))
        case click.BadParameter(param=click.Parameter() as parameter):
            return joined(": ", [spelling(parameter), error.message])
    return error.message if isinstance(error.message, Text) else verbatim(error.format_message())


def _is_flag(error: click.BadOptionUsage) -> bool:
    return error.ctx is not None and any(
        isinstance(parameter, click.Option) and parameter.is_flag
        for parameter in error.ctx.command.get_params(error.ctx)
        if error.option_name in (*parameter.opts, *parameter.secondary_opts)
    )


def _arguments(command: click.Command, ctx: click.Context) -> Rows:
    return [
        (parameter.make_metavar(ctx), _help(parameter, _default(parameter.default)))
        for parameter in command.get_params(ctx)
        if isinstance(parameter, click.Argument)
    ]


def _options(command: click.Command, ctx: click.Context) -> Rows:
    found = []
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if isinstance(parameter, click.Option) and record is not None:
            extra = parameter.get_help_extra(ctx)
            required = Text("[required]") if parameter.required else Text()
            found.append((record[0], _help(parameter, _default(extra.get("default")), required)))
    return found


def _commands(command: click.Command, ctx: click.Context) -> Rows:
    if not isinstance(command, click.Group):
        return []
    below = ((name, command.get_command(ctx, name)) for name in command.list_commands(ctx))
    return [(name, _described(each)) for name, each in below if each and not each.hidden]


def _help(parameter: click.Parameter, *more: Text) -> Text:
    return joined("  ", [_described(parameter), *more])


def _described(part: click.Command | click.Parameter) -> Text:
    return Text(cleandoc(part.help)) if part.help else Text()  # of click's own, a docstring


def _default(value: object) -> Text:
    return Text("[default: {value}]", value=value) if isinstance(value, str) and value else Text()
