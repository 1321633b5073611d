"""The protocol of docs/engines.md: one JSON object per line, in the style of the referee's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

import msgspec

from companion.base.json_schema import json_schema
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text, english, verbatim
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
from companion.opponents.external.engine_options import EngineOption, OptionValue, cut_offers
from companion.opponents.external.time_plan import EngineClock
from companion.rules import AnyGame

VERSION = 1
"""The version of the protocol."""

_UCI_WITHIN = GRACE  # seconds for an engine to show that it speaks UCI
_SHOWN = 200  # characters of an engine's error message


class _Request(msgspec.Struct, frozen=True, tag_field="ask", kw_only=True):
    pass


class HelloRequest(_Request, frozen=True, tag="hello"):
    """The first request: the game to play.

    Attributes:
        options: The game's options.
        seats: Their names, in turn order.
        settings: The engine's options from the configuration.
    """

    id: int
    protocol: int
    game: str
    options: dict[str, str]
    seats: list[str]
    settings: dict[str, str | int | bool]


class _About(_Request, frozen=True, kw_only=True):
    """A request about a position.

    Attributes:
        start: The position at the start of the match.
        played: The moves since then.
        text: The current position.
        seat: The seat to act, from 0.
    """

    id: int
    start: str
    played: list[str]
    text: str
    seat: int
    moves: list[str]
    budget: Budget
    seed: int = 0


class MoveRequest(_About, frozen=True, tag="move"):
    """Asks for a move.

    Attributes:
        moves: The legal moves.
        clock: The match's clock; omitted if there is none.
    """

    clock: EngineClock | msgspec.UnsetType = msgspec.UNSET


class RateRequest(_About, frozen=True, tag="rate"):
    """Asks for a rating of each of these moves."""


class CancelRequest(_Request, frozen=True, tag="cancel"):
    """The engine must answer the last `move` or `rate` request at once, with whatever it has found.

    The answer is not used. The request itself gets no answer.
    """


class QuitRequest(_Request, frozen=True, tag="quit"):
    """The engine must exit."""


EngineRequest = HelloRequest | MoveRequest | RateRequest | CancelRequest | QuitRequest
"""A request to an engine."""


class _Answer(msgspec.Struct, frozen=True, kw_only=True):
    id: int
    error: str = ""


class HelloAnswer(_Answer, frozen=True):
    """The engine's introduction.

    Attributes:
        name: The engine's name.
        author: Its author.
        rates: Whether it answers `rate`.
        offers: The options that it takes as `settings`.
        error: Why it cannot play this game; then there are no further requests.
    """

    name: str = ""
    author: str = ""
    rates: bool = False
    offers: list[EngineOption] = []


class MoveAnswer(_Answer, frozen=True):
    """The engine's move.

    Attributes:
        move: One of the legal moves.
        value: The expected share of the seat that makes it, from 0 (a loss) to 1 (a win).
        error: Why there is no answer.
    """

    move: str = ""
    value: float | None = None


class Rated(msgspec.Struct, frozen=True, kw_only=True):
    """The rating of one move.

    Attributes:
        move: The move.
        value: The expected share of the seat that makes it, from 0 (a loss) to 1 (a win).
        exact: Whether the value is certain.
        plies: The plies to the end of the game, counting the move itself, if the end is forced.
        line: A likely continuation after the move.
    """

    move: str
    value: float
    exact: bool = False
    plies: int | None = None
    line: list[str] = []


class RateAnswer(_Answer, frozen=True):
    """The engine's ratings.

    Attributes:
        moves: Every move of the request, once, in any order.
        error: Why there is no answer.
    """

    moves: list[Rated] = []


EngineAnswer = HelloAnswer | MoveAnswer | RateAnswer
"""An engine's answer."""

_A = TypeVar("_A", HelloAnswer, MoveAnswer, RateAnswer)


class _Numbered(msgspec.Struct):
    id: Any = None


class JsonLines(EngineProtocol):
    """A conversation with an engine in JSON lines."""

    def __init__(self, talk: Dialogue) -> None:
        self._talk = talk
        self._number = 0

    def greet(self, game: AnyGame, options: Mapping[str, OptionValue], stop: Stop) -> None:
        request = HelloRequest(
            id=self._next(),
            protocol=VERSION,
            game=game.name,
            options=dict(game.chosen),
            seats=[english(seat) for seat in game.seats],
            settings=dict(options),
        )
        self._talk.ask(msgspec.json.encode(request), within=GREETING_WITHIN)
        try:
            answer = self._answer(HelloAnswer, stop)
        except EngineFault:
            if self._speaks_uci(stop):
                raise EngineRefusal(
                    Text(
                        'it speaks UCI; write protocol = "uci" in its section of the configuration'
                    )
                ) from None
            raise
        if answer.error:
            raise EngineRefusal(_complaint(answer.error))
        self.name, self.author = _cut(answer.name), _cut(answer.author)
        self.rates, self.offers = answer.rates, cut_offers(answer.offers)

    def choose(self, question: EngineQuestion, stop: Stop) -> EngineMove:
        answer = self._ask(MoveRequest, MoveAnswer, question, stop)
        by_text = _by_text(question)
        if answer.move not in by_text:
            raise EngineFault(
                Text("its move {move!r} is not legal", move=_cut(answer.move)),
                EngineFaultKind.ILLEGAL,
            )
        if answer.value is not None:
            _check(answer.value)
        return EngineMove(by_text[answer.move], answer.value)

    def rate(self, question: EngineQuestion, stop: Stop) -> list[RatedMove]:
        answer = self._ask(RateRequest, RateAnswer, question, stop)
        by_text, found = _by_text(question), {one.move: one for one in answer.moves}
        for text in by_text:
            if text not in found:
                raise EngineFault(Text("it has not rated the move {move!r}", move=text))
        return [_rated(question, move, found[text]) for text, move in by_text.items()]

    def quit(self) -> None:
        self._talk.process.say(msgspec.json.encode(QuitRequest()))

    def _speaks_uci(self, stop: Stop) -> bool:
        """Return whether an engine that has not answered properly speaks UCI instead."""
        self._talk.ask(b"uci", within=_UCI_WITHIN)
        try:
            while self._talk.hear(stop).strip() != b"uciok":
                pass
        except EngineFault:
            return False
        return True

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _ask(
        self,
        kind: type[MoveRequest | RateRequest],
        answers: type[_A],
        question: EngineQuestion,
        stop: Stop,
    ) -> _A:
        game = question.game
        clock = {} if question.clock is None else {"clock": question.clock}
        request = kind(
            id=self._next(),
            start=game.position_text(question.start),
            played=[game.move_text(before, move) for before, move in question.played],
            text=game.position_text(question.position),
            seat=int(game.to_act(question.position)),
            moves=list(_by_text(question)),
            budget=question.budget,
            seed=question.seed,
            **clock,
        )
        self._talk.ask(msgspec.json.encode(request), within=question.seconds + GRACE)
        try:
            answer = self._answer(answers, stop)
        except Interrupted:
            self._talk.ask(msgspec.json.encode(CancelRequest()), within=GRACE)
            self._answer(answers, never)
            raise
        if answer.error:
            raise EngineFault(_complaint(answer.error))
        return answer

    def _answer(self, kind: type[_A], stop: Stop) -> _A:
        """Return the answer to the last request. Late answers to earlier ones are skipped."""
        while True:
            line = self._talk.hear(stop)
            if not line.strip():
                continue
            try:
                number = decode_json(line, _Numbered).id
                if number == self._number:
                    return decode_json(line, kind)
            except InvalidJson:
                number = None
            if not isinstance(number, int) or not 0 < number < self._number:
                raise EngineFault(
                    Text("it wrote {line!r}, which is no answer", line=within_text(line)),
                    EngineFaultKind.GARBAGE,
                )


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the messages."""
    messages = [*get_args(EngineRequest), *get_args(EngineAnswer)]
    return json_schema("A line to or from an engine", messages)


def _by_text(question: EngineQuestion) -> dict[str, Any]:
    game = question.game
    return {game.move_text(question.position, move): move for move in question.moves}


def _rated(question: EngineQuestion, move: Any, said: Rated) -> RatedMove:
    _check(said.value)
    game, line = question.game, [move]
    position = game.advance(question.position, move)
    for text in said.line[:LINE_PLIES]:
        following = {game.move_text(position, one): one for one in game.moves(position)}
        if text not in following:
            break  # the line is only for display
        line.append(following[text])
        position = game.advance(position, following[text])
    plies = said.plies if said.plies is not None and said.plies > 0 else None
    return RatedMove(move, said.value, said.exact, plies, tuple(line))


def _check(value: float) -> None:
    if not 0 <= value <= 1:
        raise EngineFault(Text("its value {value} is not between 0 and 1", value=value))


def _complaint(error: str) -> Text:
    return Text("it says: {error}", error=verbatim(_cut(error)))


def _cut(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(schema())).decode())  # noqa: T201
