"""`companion referee`: the rules as JSON lines, for bots, other front ends and tests.

    {"id":1,"ask":"start","game":"solomon"}     ->  {"id":1,"text":"b/bbb…","outcome":"ongoing"}
    {"id":2,"ask":"moves","game":…,"text":…}    ->  {"id":2,"moves":[…],"outcome":…}
    {"id":3,"ask":"play","game":…,"moves":[…]}  ->  {"id":3,"texts":[…],"outcome":…}
    {"id":4,"ask":"perft","game":…,"depth":5}   ->  {"id":4,"count":…}

Every request may contain `options` and `text`, which default to the default options and the start
position. A request that cannot be answered gets {"id":…,"error":"…"}, and the next one is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from companion.games.registry import make
from companion.rules import AnyGame, CompanionError, Match, perft
from companion.rules.errors import nearest


class Request(msgspec.Struct, frozen=True):
    """One request. `id` may be anything; it is returned with the answer."""

    ask: str
    game: str
    id: Any = None
    options: dict[str, str | int] = {}
    text: str | None = None
    moves: tuple[str, ...] = ()
    depth: int = 0


class Unanswerable(CompanionError, ValueError):
    """An invalid request."""


def answers(lines: Iterable[str | bytes]) -> Iterator[bytes]:
    """Yield an answer, with its newline, for every line that is not blank."""
    for line in lines:
        if line.strip():
            yield msgspec.json.encode(answer(line)) + b"\n"


def answer(line: str | bytes) -> dict[str, Any]:
    """Return the answer to one request."""
    known: Any = None
    try:
        told = msgspec.json.decode(line)
        if not isinstance(told, dict):
            raise Unanswerable("a request is an object: {…}")
        known = told.get("id")
        _check_keys(told)
        return {"id": known, **_reply(msgspec.convert(told, Request))}
    except CompanionError as error:
        return {"id": known, "error": str(error)}
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return {"id": known, "error": f"the request cannot be read: {error}"}


def _check_keys(told: dict[str, Any]) -> None:
    keys = Request.__struct_fields__
    for key in told:
        if key not in keys:
            raise Unanswerable(f"unknown key {key!r}{nearest(key, keys)}; known: {', '.join(keys)}")


def _reply(request: Request) -> dict[str, Any]:
    game = make(request.game, request.options)
    position = game.start() if request.text is None else game.parse_position(request.text)
    match request.ask:
        case "start":
            return {"text": game.position_text(position), "outcome": game.outcome(position).text}
        case "moves":
            return {"moves": _texts(game, position), "outcome": game.outcome(position).text}
        case "play":
            return _played(game, position, request.moves)
        case "perft":
            if request.depth < 0:
                raise Unanswerable(f"depth {request.depth} is below 0")
            return {"count": perft(game, position, request.depth)}
    asks = ("start", "moves", "play", "perft")
    raise Unanswerable(
        f"unknown ask {request.ask!r}{nearest(request.ask, asks)}; known: {', '.join(asks)}"
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
