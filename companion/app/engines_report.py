"""What `companion engines` prints and changes: the external engines of the configuration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.base.errors import CompanionError
from companion.base.text import Text, joined, verbatim
from companion.config import Config
from companion.opponents.external.engine_trial import try_engine
from companion.protocol.views import EngineOptionView, EngineView
from companion.records.journal.lock import directory_lock
from companion.session.settings.chosen_engines import ChosenEngines

_VALUES = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be changed of an engine.

    Attributes:
        on: Whether it is offered as an opponent; None to leave that.
        seconds: Its seconds for a move; None to leave them.
        options: Its own options, as name=value.
        reset: Whether to return to the configuration first.
    """

    on: bool | None = None
    seconds: float | None = None
    options: tuple[str, ...] = ()
    reset: bool = False


def list_engines(chosen: ChosenEngines) -> Iterator[tuple[Text, ...]]:
    """Yield a row for each engine."""
    for engine in chosen.view().engines:
        games = ", ".join(engine.games)
        yield verbatim(engine.name), _state(chosen, engine), verbatim(games)


def change(chosen: ChosenEngines, name: str, changes: Changes, config: Config) -> None:
    """Change how an engine is used, and keep that.

    Raises:
        CompanionError: If that is not possible, for example while the program runs.
    """
    if changes.options:  # only the engine knows its options
        trial = try_engine(chosen.roster, name, moves=False)
        chosen.note(trial)
        if not trial.introduction.name:
            raise CompanionError(trial.text)
    with directory_lock(config.journal.path, config.journal.disk):
        if changes.reset:
            chosen.reset(name)
        if changes.on is not None:
            chosen.change(name, "on", changes.on)
        if changes.seconds is not None:
            chosen.change(name, "seconds", changes.seconds)
        for text in changes.options:
            option, equals, value = (part.strip() for part in text.partition("="))
            if not equals:
                raise CompanionError(Text("--option {text!r}: write it as name=value", text=text))
            chosen.change(name, "option", _value(value), option)
    if chosen.keeper.trouble:
        raise CompanionError(chosen.keeper.trouble)


def show_engine(
    chosen: ChosenEngines, name: str, game: str, *, moves: bool
) -> tuple[bool, list[Text]]:
    """Start an engine, and show what it says of itself and how it is used.

    Args:
        chosen: The engines.
        name: The engine's name.
        game: The game that it is tried in; empty for the first that it plays.
        moves: Whether it is to choose a move.

    Returns:
        Whether it did what it was asked, and the lines.
    """
    trial = try_engine(chosen.roster, name, game, moves=moves)
    chosen.note(trial)
    (engine,) = (each for each in chosen.view().engines if each.name == name)
    return trial.good, list(_lines(chosen, engine))


def _lines(chosen: ChosenEngines, engine: EngineView) -> Iterator[Text]:
    yield joined(": ", [verbatim(engine.name), _state(chosen, engine)])
    if engine.called and engine.author:
        yield Text("  {name}, by {author}", name=engine.called, author=engine.author)
    elif engine.called:
        yield verbatim(f"  {engine.called}")
    yield Text("  games: {games}", games=", ".join(engine.games) or "-")
    yield Text("  levels: {levels}", levels=", ".join(engine.levels))
    usual = ", ".join(f"{seconds:g}" for seconds in engine.usual_seconds)
    yield Text("  seconds for a move: {seconds}", seconds=engine.seconds or usual)
    for option in engine.options:
        about = joined("", ["; ", option.fixed]) if option.fixed else Text()
        yield joined(
            "", [f"  {option.name} = {_shown(option.value)} ({_range(option)}", about, ")"]
        )
    if engine.outcome:
        yield engine.outcome


def _state(chosen: ChosenEngines, engine: EngineView) -> Text:
    if not engine.on:
        return Text("off")
    if engine.name not in chosen.roster.names:
        return Text("cannot be used")
    return Text("on, changed") if engine.changed else Text("on")


def _range(option: EngineOptionView) -> str:
    match option.type:
        case "check":
            return "true, false"
        case "spin":
            return f"{option.least} … {option.most}"
    return ", ".join(option.choices) or option.type


def _shown(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _value(text: str) -> str | int | bool | None:
    """Return a value as it was meant: none, a switch, a whole number, or a word."""
    if not text:
        return None
    try:
        return _VALUES[text.lower()] if text.lower() in _VALUES else int(text)
    except ValueError:
        return text
