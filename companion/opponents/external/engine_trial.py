"""Trying an engine: it starts, says who it is, and chooses a move from the start of a game."""

from __future__ import annotations

from time import monotonic

from companion.base.errors import CompanionError
from companion.base.monotonic import Clock
from companion.base.text import Text, joined
from companion.games.registry import kinds, make
from companion.opponents.external.engine_faults import EngineFault, EngineFaultKind
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.external.introduction import EngineIntroduction, EngineTrial
from companion.opponents.question import Question
from companion.rules import CHANCE, AnyGame

TRIAL_SECONDS = 3.0
"""The most seconds for the move of a trial, and for the little that an introduction needs."""


def try_engine(
    roster: EngineRoster,
    name: str,
    game: str = "",
    *,
    moves: bool = True,
    clock: Clock = monotonic,
) -> EngineTrial:
    """Try an engine. This takes as long as the engine likes, within limits.

    Args:
        roster: The engines.
        name: The engine's name.
        game: The name of the game; empty for the first that it plays.
        moves: Whether it is to choose a move; otherwise it only introduces itself.
        clock: Returns seconds, for the time that it takes.

    Raises:
        Interrupted: If the roster is closed meanwhile.
    """
    try:
        settings = roster.settings(name)
        played = _game(roster, name, game)
        player = roster.trial(name, played or make(next(iter(kinds()))), TRIAL_SECONDS)
    except CompanionError as error:
        return EngineTrial(name, EngineIntroduction(), error.text, good=False)
    greeted, began = False, clock()
    try:
        player.begin()
        greeted = True
        if not moves:
            return EngineTrial(name, player.introduction, Text(), good=True)
        if played is None:
            return EngineTrial(name, player.introduction, _no_game(settings), good=False)
        question = Question(played, played.start())
        chosen = player.attempt(question)
    except EngineFault as fault:
        met = player.introduction
        if played is None and met.name:
            return EngineTrial(name, met, _no_game(settings), good=not moves)
        text = Text("engine {name}: {problem}", name=name, problem=fault.text)
        if advice := _advice(fault.kind, settings, greeted=greeted):
            text = joined(". ", [text, advice])
        return EngineTrial(name, met, text, good=False)
    finally:
        player.rest()
    text = Text(
        "{game}: it plays {move}, {seconds:.1f} s after its start",
        game=played.title,
        move=played.move_text(question.position, chosen.move),
        seconds=clock() - began,
    )
    return EngineTrial(name, player.introduction, text, good=True)


def _game(roster: EngineRoster, name: str, wanted: str) -> AnyGame | None:
    """Return the game to try an engine in; None if it plays none that is installed.

    Raises:
        CompanionError: If the engine does not play the wanted game.
    """
    names = roster.games(name)
    if wanted and wanted not in names:
        raise CompanionError(
            Text("engine {name} does not play {game}", name=name, game=make(wanted).title)
        )
    games = (make(each) for each in ([wanted] if wanted else names))
    return next((game for game in games if game.to_act(game.start()) != CHANCE), None)


def _no_game(settings: EngineSettings) -> Text:
    if settings.games:
        return Text("it answers, but none of its `games` is installed; `companion games` lists all")
    return Text(
        "it speaks UCI, but no installed game can be written for it: install a package of chess, "
        "for example"
    )


def _advice(kind: EngineFaultKind, settings: EngineSettings, *, greeted: bool) -> Text:
    """Return what to do about a failure."""
    match kind:
        case EngineFaultKind.CANNOT_RUN:
            return Text("Is it a program for this machine? Install the right one.")
        case EngineFaultKind.MEMORY:
            return Text(
                "Lower its options for memory, such as Hash, or raise `memory` in its section of "
                "the configuration, now {memory} MB.",
                memory=settings.memory,
            )
        case EngineFaultKind.ENDED:
            return Text("Run its command in a terminal to see why.")
        case EngineFaultKind.SILENT if not greeted:
            return Text(
                "Does it speak the protocol {protocol!r}, and does its command need another word?",
                protocol=settings.protocol,
            )
        case EngineFaultKind.SILENT:
            return Text("It hangs, or keeps no time limit: use another version of it.")
        case EngineFaultKind.GARBAGE:
            return Text("Does it speak the protocol {protocol!r}?", protocol=settings.protocol)
        case EngineFaultKind.ILLEGAL:
            return Text(
                "It does not know these rules: name the games that it plays as `games` in its "
                "section of the configuration."
            )
    return Text()
