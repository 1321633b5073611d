"""An adapter for engines that speak UCI, the Universal Chess Interface.

Source: the description of the protocol by Stefan Meyer-Kahlen, April 2006. Positions and moves are
written as the game's `Game.notation("uci")` defines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.base.errors import nearest
from companion.base.text import Text
from companion.opponents import Interrupted
from companion.opponents.analysis import RatedMove
from companion.opponents.contract import Stop, never
from companion.opponents.external.dialogue import (
    GRACE,
    GREETING_WITHIN,
    LINE_PLIES,
    Budget,
    Dialogue,
    EngineMove,
    EngineProtocol,
    EngineQuestion,
    within_text,
)
from companion.opponents.external.engine_faults import EngineFault, EngineFaultKind, EngineRefusal
from companion.opponents.external.engine_options import (
    EngineOption,
    OptionValue,
    cut_offers,
    read_uci_option,
)
from companion.opponents.external.time_plan import EngineClock
from companion.rules import AnyGame, AnyNotation, InvalidPosition

PROTOCOL = "uci"
"""The name of the notation in games."""

_MOST_LINES = 1000
_LINES = "MultiPV"  # how many moves are rated at once
_SHARES = "UCI_ShowWDL"  # whether to report the chances of a win, a draw and a loss
_COMPLAINT = re.compile(
    r"\b(?:error|unknown|unrecogni[sz]ed|invalid|illegal)\b.*\buci\W*$", re.IGNORECASE
)
_MOST_OPTIONS = 1000  # of an engine
_LONGEST = 200  # characters of its name
_SIDES = 2  # White, which moves first, and Black
_FAR_AHEAD = 10_000  # centipawns; more makes no difference
_MOST = 10**9  # a limit for all numbers
_SCALE = 400.0  # centipawns that make a win ten times as likely, as in Elo's formula


class Uci(EngineProtocol):
    """A conversation with an engine in UCI."""

    def __init__(self, talk: Dialogue) -> None:
        self._talk = talk
        self._options: dict[str, EngineOption] = {}  # by the lower-case name
        self._lines = 1
        self._notation: AnyNotation | None = None

    def greet(self, game: AnyGame, options: Mapping[str, OptionValue], stop: Stop) -> None:
        self._introduce(stop)
        notation = game.notation(PROTOCOL)
        if notation is None:
            raise EngineRefusal(
                Text("{game} cannot be written for an engine that speaks UCI", game=game.title)
            )
        # Any engine can rate moves: one without MultiPV searches them one by one.
        self.rates = True
        notation = self._understood(notation)
        self._notation = notation
        # By their names, which are the same in any case. What the notation writes depends on its
        # own, so these come last.
        settings = {name.lower(): (name, value) for name, value in options.items()}
        settings |= {name.lower(): (name, value) for name, value in notation.settings.items()}
        if self._can(_SHARES):
            settings.setdefault(_SHARES.lower(), (_SHARES, True))
        commands = [self._setting(name, value) for name, value in settings.values()]
        self._talk.ask(*commands, b"ucinewgame", b"isready", within=GREETING_WITHIN)
        for _ in self._until("readyok", stop):
            pass

    def _introduce(self, stop: Stop) -> None:
        """Let the engine say who it is, and what options it offers."""
        self._talk.ask(b"uci", within=GREETING_WITHIN)
        complaint = ""
        try:
            for line in self._until("uciok", stop):
                if line.startswith("id name "):
                    self.name = line.removeprefix("id name ")[:_LONGEST]
                elif line.startswith("id author "):
                    self.author = line.removeprefix("id author ")[:_LONGEST]
                elif (option := read_uci_option(line)) and len(self._options) < _MOST_OPTIONS:
                    self._options[option.name.lower()] = option
                elif _COMPLAINT.search(line):
                    complaint = line
        except EngineFault:
            if not complaint:
                raise
            said = within_text(complaint.encode())
            raise EngineRefusal(
                Text(
                    "it does not speak UCI: it answered {line!r}; it may need a word such as --uci "
                    "in its command",
                    line=said,
                )
            ) from None
        finally:
            self.offers = cut_offers(tuple(self._options.values()))

    @property
    def _most_lines(self) -> int:
        """How many moves it can rate at once."""
        lines = self._options.get(_LINES.lower())
        return 1 if lines is None or lines.max is None else min(lines.max, _MOST_LINES)

    def choose(self, question: EngineQuestion, stop: Stop) -> EngineMove:
        by_text = self._by_text(question)
        best, found = self._search(question, question.budget, stop, lines=1, clock=question.clock)
        if best not in by_text:
            raise EngineFault(
                Text("its move {move!r} is not legal", move=best), EngineFaultKind.ILLEGAL
            )
        # At a low level, an engine may not choose the move that it reported on; and a move from its
        # book has no report.
        info = found.get(best) or next(reversed(found.values()), None)
        return EngineMove(by_text[best], None if info is None else info.value)

    def rate(self, question: EngineQuestion, stop: Stop) -> list[RatedMove]:
        moves, written = question.moves, self._written
        texts = [written.move_text(question.position, move) for move in moves]
        if self._can(_LINES) and len(moves) <= self._most_lines:
            lines, by_text = len(moves), self._by_text(question)
            _, found = self._search(question, question.budget, stop, lines=lines, among=texts)
            known = {by_text[text]: info for text, info in found.items() if text in by_text}
        else:  # not by `searchmoves`: some engines take no notice of it
            share = question.budget.times(1 / len(moves))
            known = {}
            for move in moves:
                info = self._after(question, move, share, stop)
                if info is not None:
                    known[move] = info
        if not known:
            raise EngineFault(Text("it has rated no move"))
        # A move that a short search has not reached counts no more than the worst that it has.
        worst = min(info.value for info in known.values())
        return [
            _rated(question, written, move, known.get(move, _Info(worst, None, [text])))
            for move, text in zip(moves, texts, strict=True)
        ]

    def _after(
        self, question: EngineQuestion, move: Any, budget: Budget, stop: Stop
    ) -> _Info | None:
        """Return what a search of the position after a move says of it; None if it says nothing."""
        game, text = question.game, self._written.move_text(question.position, move)
        position = game.advance(question.position, move)
        outcome = game.outcome(position)
        mover = game.to_act(question.position)
        if outcome.over:
            if outcome.winner is None:
                return _Info(0.5, None, [text])
            return _Info(float(outcome.winner == mover), 1, [text])
        played = (*question.played, (question.position, move))
        then = replace(
            question, played=played, position=position, moves=game.moves(position), clock=None
        )
        info = next(reversed(self._search(then, budget, stop, lines=1)[1].values()), None)
        if info is None:
            return None
        value = info.value if game.to_act(position) == mover else 1 - info.value
        plies = None if info.plies is None else info.plies + 1
        return _Info(value, plies, [text, *info.variation[: LINE_PLIES - 1]])

    def quit(self) -> None:
        self._talk.process.say(b"quit")

    def _can(self, name: str) -> bool:
        return name.lower() in self._options

    def _understood(self, notation: AnyNotation) -> AnyNotation:
        """Return this notation, or the first simpler one, for which the engine has the options.

        Raises:
            EngineRefusal: If it lacks an option of each.
        """
        while missing := [name for name in notation.settings if not self._can(name)]:
            if notation.simpler is None:
                raise EngineRefusal(
                    Text(
                        "it has no option {name!r}, without which it cannot play this game",
                        name=missing[0],
                    )
                )
            notation = notation.simpler
        return notation

    def _setting(self, name: str, value: OptionValue) -> bytes:
        """Return the command that sets an option.

        Raises:
            EngineRefusal: If the engine has no such option.
        """
        if not self._can(name):
            raise EngineRefusal(
                Text(
                    "it has no option {name!r}{similar}",
                    name=name,
                    similar=nearest(name, [option.name for option in self._options.values()]),
                )
            )
        option = self._options[name.lower()]
        command = f"setoption name {option.name}"
        if option.type == "button":
            return command.encode()
        said = str(value).lower() if isinstance(value, bool) else str(value)
        return f"{command} value {said}".encode()

    def _until(self, end: str, stop: Stop) -> Iterator[str]:
        """Yield the lines up to, and including, one that starts with a given word."""
        while True:
            line = self._talk.hear(stop).decode(errors="replace").strip()
            yield line
            if line.split(maxsplit=1)[:1] == [end]:
                return

    def _search(
        self,
        question: EngineQuestion,
        budget: Budget,
        stop: Stop,
        *,
        lines: int,
        among: Iterable[str] = (),
        clock: EngineClock | None = None,
    ) -> tuple[str, dict[str, _Info]]:
        """Search.

        Args:
            question: The question.
            budget: The limit for thinking.
            stop: Returns True to give up.
            lines: The number of moves to rate.
            among: The only moves to search; empty for all.
            clock: The match's clock, if it counts.

        Returns:
            The best move, and the last report on each move, by text.
        """
        commands, position = [], self._position(question)
        if lines != self._lines:
            commands.append(self._setting(_LINES, lines))
            self._lines = lines
        go, seconds = _go(budget, clock)
        if budget.nodes:
            go += f" nodes {budget.nodes}"
        if among:
            go += f" searchmoves {' '.join(among)}"
        self._talk.ask(
            *commands,
            position,
            go.encode(),
            within=seconds + GRACE,
            # By its clock alone, the engine might exceed its limit.
            reminder=(seconds if clock else seconds + GRACE / 2, b"stop"),
        )
        found: dict[str, _Info] = {}
        best = ""
        try:
            for line in self._until("bestmove", stop):
                info = _info(line)
                if info is not None:
                    found[info.variation[0]] = info
                elif line.startswith("bestmove"):
                    best = _word_after("bestmove", line.split())
        except Interrupted:
            self._talk.ask(b"stop", within=GRACE)
            for _ in self._until("bestmove", never):
                pass
            # Any remaining output about this position comes before the answer to this.
            self._talk.ask(b"isready", within=GRACE)
            for _ in self._until("readyok", never):
                pass
            raise
        return best, found

    @property
    def _written(self) -> AnyNotation:
        assert self._notation is not None  # noqa: S101 - it was greeted first
        return self._notation

    def _position(self, question: EngineQuestion) -> bytes:
        try:
            said = f"position fen {self._written.position_text(question.start)}"
        except InvalidPosition as error:
            raise EngineRefusal(error.text) from None
        moves = [self._written.move_text(before, move) for before, move in question.played]
        return " ".join([said, "moves", *moves] if moves else [said]).encode()

    def _by_text(self, question: EngineQuestion) -> dict[str, Any]:
        return self._written.by_text(question.position, question.moves)


def _go(budget: Budget, clock: EngineClock | None) -> tuple[str, float]:
    """Return the search command, and the seconds that the search may take."""
    seconds = budget.seconds if clock is None else clock.most
    if clock is None or clock.per_move or len(clock.left) != _SIDES:
        return f"go movetime {_milliseconds(seconds)}", seconds
    white, black = map(_milliseconds, clock.left)
    go = f"go wtime {white} btime {black}"
    if clock.bonus:
        bonus = _milliseconds(clock.bonus)
        go += f" winc {bonus} binc {bonus}"
    return go, seconds


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds))


def share_of_centipawns(value: int) -> float:
    """Return the expected share of a side that leads by `value` hundredths of a pawn."""
    value = max(-_FAR_AHEAD, min(value, _FAR_AHEAD))
    return 1 / (1 + 10 ** (-value / _SCALE))


@dataclass(frozen=True, slots=True)
class _Info:
    """The report of an `info` line on a move.

    Attributes:
        value: The expected share.
        plies: The plies to a mate, if one was found.
        variation: A likely continuation, starting with the move.
    """

    value: float
    plies: int | None
    variation: list[str]


def _info(line: str) -> _Info | None:
    """Parse the report of a line on a move; None if it has none, or just a bound."""
    words = line.split()
    if words[:1] != ["info"] or "score" not in words or "pv" not in words:
        return None
    told, variation = words[: words.index("pv")], words[words.index("pv") + 1 :]
    if {"lowerbound", "upperbound", "string"} & set(told) or not variation:
        return None
    try:
        value, plies = _value(told)
    except (ValueError, IndexError):
        raise EngineFault(
            Text("it wrote {line!r}, which is no answer", line=within_text(line.encode())),
            EngineFaultKind.GARBAGE,
        ) from None
    return _Info(value, plies, variation[:LINE_PLIES])


def _rated(question: EngineQuestion, notation: AnyNotation, move: Any, info: _Info) -> RatedMove:
    """Return a move with its last report."""
    game, line = question.game, [move]
    position = game.advance(question.position, move)
    for text in info.variation[1:]:
        following = notation.by_text(position, game.moves(position))
        if text not in following:
            break
        line.append(following[text])
        position = game.advance(position, following[text])
    return RatedMove(move, info.value, info.plies is not None, info.plies, tuple(line))


def _value(words: list[str]) -> tuple[float, int | None]:
    """Return the expected share, and the plies to a mate if one was found.

    Raises:
        ValueError: If the words contain neither.
        IndexError: Likewise.
    """
    at = words.index("score")
    kind, number = words[at + 1], _number(words[at + 2])
    if kind == "mate":
        # "mate 1" mates with the next move; "mate -1" is mated after one move of each side.
        return (1.0, 2 * number - 1) if number > 0 else (0.0, 1 - 2 * number)
    if kind != "cp":
        raise ValueError(kind)
    if "wdl" in words:
        wins, draws, losses = map(_number, words[words.index("wdl") + 1 :][:3])
        if min(wins, draws, losses) < 0 or wins + draws + losses == 0:
            raise ValueError(words)
        return (wins + draws / 2) / (wins + draws + losses), None
    return share_of_centipawns(number), None


def _number(word: str) -> int:
    """Parse a number. Raises ValueError if it is not a number, or unreasonably large."""
    number = int(word)
    if abs(number) > _MOST:
        raise ValueError(word)
    return number


def _word_after(word: str, words: list[str]) -> str:
    at = words.index(word) + 1
    return words[at] if at < len(words) else ""
