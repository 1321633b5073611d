"""Answers one request after another.

    {"id":1,"ask":"start","game":"solomon"}     ->  {"id":1,"text":"b/bbb…","outcome":"ongoing"}
    {"id":2,"ask":"moves","game":…,"text":…}    ->  {"id":2,"moves":[…],"outcome":…}
    {"id":3,"ask":"play","game":…,"moves":[…]}  ->  {"id":3,"texts":[…],"outcome":…}
    {"id":4,"ask":"perft","game":…,"depth":5}   ->  {"id":4,"count":…}
    {"id":5,"ask":"cancel"}                     ->  {"id":5,"cancelled":1}

Every request about a game may contain `options` and `text`, which default to the default options
and the start position. A request that cannot be answered gets {"id":…,"error":"…"}, and the next
one is read. `cancel` ends every `perft` before it that is not answered yet; their answers say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from companion.app.referee.requests import LONGEST_REQUEST, RequestLine
from companion.base.errors import CompanionError, nearest
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import english
from companion.games.registry import make
from companion.rules import AnyGame, Match, perft

DEEPEST_PERFT = 200
"""The greatest depth of a perft. A count that deep never ends, unless the game does."""

_UNCUT = 2  # the depth below which a perft is not cancelled: some thousand positions
_LONGEST_ERROR = 500  # characters: a request may be a thousand times as long


class Request(msgspec.Struct, frozen=True):
    """One request.

    Attributes:
        ask: The kind of request.
        game: The name of a game.
        id: Any value; it is returned with the answer.
        options: The options of the game.
        text: A position; None for the start.
        moves: Moves to play.
        depth: The depth of a perft (plies).
    """

    ask: str
    game: str = ""
    id: Any = None
    options: dict[str, str | int] = {}
    text: str | None = None
    moves: tuple[str, ...] = ()
    depth: int = 0


class Unanswerable(CompanionError, ValueError):
    """An invalid request."""


class Cancelled(CompanionError):
    """A request that was cancelled during the work on it."""


def answers(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield an answer, with its newline, for every line that is not blank.

    There is nothing to cancel: each line is answered before the next is read.
    """
    return answer_all(RequestLine(line) for line in lines)


def answer_all(requests: Iterable[RequestLine]) -> Iterator[bytes]:
    """Yield an answer, with its newline, for every request that is not blank."""
    cancelled = 0
    for request in requests:
        if request.text is None:
            size = f"{LONGEST_REQUEST >> 20} MB"
            yield _encode(_refusal(None, f"the request is longer than {size}; split it"))
        elif request.text.strip():
            said = answer(request.text, request.is_cancelled)
            if said.get("error") == _CANCELLED:
                cancelled += 1
            elif "cancelled" in said:
                said["cancelled"], cancelled = cancelled, 0
            yield _encode(said)


def answer(line: str | bytes, is_cancelled: Callable[[], bool] = lambda: False) -> dict[str, Any]:
    """Return the answer to one request.

    Args:
        line: The request as JSON.
        is_cancelled: Called now and then during a long count; true cancels it.
    """
    known: Any = None
    try:
        told = decode_json(line, object)
        if not isinstance(told, dict):
            raise Unanswerable("a request is an object: {…}")
        known = told.get("id")
        _check_keys(told)
        return {"id": known, **_reply(msgspec.convert(told, Request), is_cancelled)}
    except CompanionError as error:
        return _refusal(known, str(error))
    except (InvalidJson, msgspec.ValidationError) as error:
        return _refusal(known, f"the request cannot be read: {_in_words(str(error))}")


_CANCELLED = "cancelled"

_KINDS = {
    "str": "a string",
    "int": "an integer",
    "object": "an object",
    "array": "an array",
    "null": "null",
}


def _in_words(what: str) -> str:
    """Return msgspec's error in words of JSON."""
    what, _, where = what.partition(" - at `$")
    expected, _, got = what.removeprefix("Expected `").partition("`, got `")
    if got:
        kinds = [_KINDS.get(kind, kind) for kind in expected.split(" | ")]
        what = f"expected {' or '.join(kinds)}, got {_KINDS.get(got[:-1], got[:-1])}"
    else:
        what = what.replace("Object missing required field", "it lacks the key")
        what = what if what.startswith("JSON") else what[0].lower() + what[1:]
    key = where.rstrip("`").lstrip(".").partition("[")[0]
    return f"{key}: {what}" if key else what


def _refusal(known: Any, why: str) -> dict[str, Any]:
    cut = why if len(why) <= _LONGEST_ERROR else why[:_LONGEST_ERROR] + "…"
    return {"id": known, "error": cut}


def _encode(said: dict[str, Any]) -> bytes:
    return msgspec.json.encode(said, enc_hook=english) + b"\n"


def _check_keys(told: dict[str, Any]) -> None:
    keys = Request.__struct_fields__
    for key in told:
        if key not in keys:
            raise Unanswerable(f"unknown key {key!r}{nearest(key, keys)}; known: {', '.join(keys)}")


def _reply(request: Request, is_cancelled: Callable[[], bool]) -> dict[str, Any]:
    if request.ask not in _ASKS:
        raise Unanswerable(
            f"unknown ask {request.ask!r}{nearest(request.ask, _ASKS)}; known: {', '.join(_ASKS)}"
        )
    if request.ask == "cancel":
        return {"cancelled": 0}  # counted by whoever knows the requests before this one
    if not request.game:
        raise Unanswerable("the request cannot be read: it lacks the key `game`")
    game = make(request.game, request.options)
    position = game.start() if request.text is None else game.parse_position(request.text)
    match request.ask:
        case "start":
            return {"text": game.position_text(position), "outcome": game.outcome(position).text}
        case "moves":
            return {"moves": _texts(game, position), "outcome": game.outcome(position).text}
        case "play":
            return _played(game, position, request.moves)
        case _:
            _check_depth(request.depth)
            return {"count": _count(game, position, request.depth, is_cancelled)}


_ASKS = ("start", "moves", "play", "perft", "cancel")


def _check_depth(depth: int) -> None:
    if depth < 0:
        raise Unanswerable(f"depth {depth} is below 0")
    if depth > DEEPEST_PERFT:
        raise Unanswerable(f"depth {depth} is too great; choose {DEEPEST_PERFT} at most")


def _count(game: AnyGame, position: Any, depth: int, is_cancelled: Callable[[], bool]) -> int:
    """Return the perft of a position. Raises Cancelled."""
    if depth <= _UNCUT:
        if is_cancelled():
            raise Cancelled(_CANCELLED)
        return perft(game, position, depth)
    return sum(
        _count(game, game.advance(position, move), depth - 1, is_cancelled)
        for move in game.moves(position)
    )


def _texts(game: AnyGame, position: Any) -> list[str]:
    return sorted(game.move_text(position, move) for move in game.moves(position))


def _played(game: AnyGame, position: Any, moves: Iterable[str]) -> dict[str, Any]:
    match = Match(game, position)
    texts = []
    for text in moves:
        match.play_text(text)
        texts.append(game.position_text(match.position))
    return {"texts": texts, "outcome": match.outcome.text}
