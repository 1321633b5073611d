"""Checks of a game's rules, which need no board: what every game owes to its contract.

`companion test-game` runs them for an author, and the conformance tests for every installed game.

Each check looks at the positions of random games, and raises `RuleBroken`, which says in words what
is wrong, where, and what to mend.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.base.errors import CompanionError, InvalidPosition
from companion.base.foreign import value_words
from companion.base.text import Text
from companion.rules import CHANCE, NOBODY, Action, AnyGame, Match, Piece, Stack, perft
from companion.rules.geometry import Point

_LONGEST = 2_000  # plies of a game that should come to an end
_NODES = 30_000  # that the counts of moves may take
_NONSENSE = "?! 1 ?!"  # which is no position in any game


class RuleBroken(CompanionError, AssertionError):
    """A game does not keep its contract; the message says what to mend."""


class Seen(NamedTuple):
    """One position of a random game.

    Attributes:
        position: The position.
        moves: Its legal moves.
        move: The move that was made; None at the end.
    """

    position: Any
    moves: Sequence[Any]
    move: Any


def positions_of(game: AnyGame, seeds: range, plies: int) -> list[Seen]:
    """Return the positions of random games, each once.

    Args:
        game: The game.
        seeds: The seeds of the games.
        plies: The greatest length of each.
    """
    found: dict[Any, Seen] = {}
    for seed in seeds:
        random, position = Random(seed), game.start()  # noqa: S311 - games, not secrets
        for ply in range(plies + 1):
            moves = game.moves(position)
            move = random.choice(list(moves)) if moves and ply < plies else None
            found.setdefault(position, Seen(position, moves, move))
            if move is None:
                break
            position = game.advance(position, move)
    return list(found.values())


def _where(game: AnyGame, position: Any, move: Any = None) -> Text:
    text = game.position_text(position)
    if move is None:
        return Text("in {position!r}", position=text)
    return Text(
        "in {position!r}, move {move!r}", position=text, move=game.move_text(position, move)
    )


def check_purity(game: AnyGame, seen: Sequence[Seen]) -> None:
    """Check that `advance` gives the same each time, and changes nothing."""
    for position, moves, _ in seen:
        before, key = game.position_text(position), hash(position)
        for move in moves:
            one, other = game.advance(position, move), game.advance(position, move)
            if one != other or hash(one) != hash(other):
                raise RuleBroken(
                    Text(
                        "{where}: advance() returned two different positions; it must not depend "
                        "on anything but its arguments",
                        where=_where(game, position, move),
                    )
                )
        if game.position_text(position) != before or hash(position) != key:
            raise RuleBroken(
                Text(
                    "{where}: advance() has changed the position; return a new one",
                    where=Text("in {position!r}", position=before),
                )
            )


def check_texts(game: AnyGame, seen: Sequence[Seen]) -> None:
    """Check that texts of positions and moves are read back, and that no two moves share one."""
    _check_nonsense(game)
    for position, moves, _ in seen:
        where = _where(game, position)
        if game.parse_position(game.position_text(position)) != position:
            raise RuleBroken(
                Text(
                    "{where}: parse_position() does not read back what position_text() writes",
                    where=where,
                )
            )
        texts = Counter(game.move_text(position, move) for move in moves)
        (often, number), *_ = texts.most_common(1) or [("", 0)]
        if number > 1:
            raise RuleBroken(
                Text(
                    "{where}: two moves are called {move!r}; move_text() must tell them apart",
                    where=where,
                    move=often,
                )
            )
        for text, move in list(zip(texts, moves, strict=True))[:12]:
            if game.parse_move(position, text) != move:
                raise RuleBroken(
                    Text(
                        "{where}: {move!r} is read as another move; mend parse_move(), or the "
                        "equality of moves",
                        where=where,
                        move=text,
                    )
                )
            if not game.readable_move(text):
                raise RuleBroken(
                    Text(
                        "readable_move({move!r}) returned False, but it is a move; mend "
                        "readable_move()",
                        move=text,
                    )
                )


def _check_nonsense(game: AnyGame) -> None:
    """Check that what is no position is refused."""
    try:
        game.parse_position(_NONSENSE)
    except InvalidPosition:
        return
    raise RuleBroken(
        Text("parse_position({text!r}) must raise InvalidPosition, not return", text=_NONSENSE)
    )


def check_equality(game: AnyGame, seen: Sequence[Seen]) -> None:
    """Check that positions are equal only if they have the same text."""
    if len(seen) < 2:
        raise RuleBroken(Text("all positions are equal; compare everything that tells them apart"))
    for position, moves, _ in seen:
        text = game.position_text(position)
        for move in moves:
            other = game.advance(position, move)
            if other == position and game.position_text(other) != text:
                raise RuleBroken(
                    Text(
                        "{where}: the position after it is equal to the one before it; compare "
                        "everything that tells positions apart",
                        where=_where(game, position, move),
                    )
                )


def check_fields(game: AnyGame, seen: Sequence[Seen]) -> None:
    """Check that the text of a position is what the position editor of the page expects."""
    fields = game.position_fields
    if not fields:
        return
    width = len(game.pieces[0].text)
    texts = {piece.text for piece in game.pieces}
    for position, _, _ in seen:
        where = _where(game, position)
        placed, *rest = game.position_text(position).split(" ")
        if len(rest) + 1 != len(fields):
            raise RuleBroken(
                Text(
                    "{where}: the text has {number} fields, and position_fields names {named}; "
                    "separate fields by one space",
                    where=where,
                    number=len(rest) + 1,
                    named=len(fields),
                )
            )
        cells = [re.findall(rf"\([^)]*\)|.{{{width}}}", row) for row in placed.split("/")]
        stacks = [re.findall(f".{{{width}}}", cell.strip("()")) for row in cells for cell in row]
        shown = [[text for text in stack if text in texts] for stack in stacks]
        if [len(row) for row in cells] != [len(row) for row in game.board.rows] or shown != [
            [piece.text for piece in stack] for stack in game.stacks(position)
        ]:
            raise RuleBroken(
                Text(
                    "{where}: the first field does not show the pieces as stacks() has them; write "
                    "it with placement.write()",
                    where=where,
                )
            )


def check_steps(game: AnyGame, seen: Sequence[Seen]) -> None:
    """Check that the steps of each move carry every piece to where it stands next."""
    for position, moves, _ in seen:
        before = game.stacks(position)
        for move in moves:
            after = game.stacks(game.advance(position, move))
            wrong = _carry(game, position, move, before, after)
            if wrong:
                raise RuleBroken(
                    Text(
                        "{where}: {wrong}; mend steps(), or advance()",
                        where=_where(game, position, move),
                        wrong=wrong,
                    )
                )


def _carry(
    game: AnyGame, position: Any, move: Any, before: Sequence[Stack], after: Sequence[Stack]
) -> Text:
    """Return what is wrong with the steps of a move; empty if nothing is."""
    board, hand, taken = list(before), list[Stack](), list[Piece]()
    for number, step in enumerate(game.steps(position, move), start=1):
        there = tuple(board[step.point])
        words = Text(
            "step {number} ({action} on {point})",
            number=number,
            action=step.action.name,
            point=game.board.names[step.point],
        )
        needed = step.action in (Action.LIFT, Action.REMOVE, Action.TURN)
        if needed and not there:
            return Text("{step} finds no piece there", step=words)
        if step.action in (Action.LIFT, Action.REMOVE) and there[-1] != step.piece:
            return Text(
                "{step} names the piece {piece!r}, and {other!r} lies there",
                step=words,
                piece=step.piece.text,
                other=there[-1].text,
            )
        if step.action is Action.PLACE and not hand:
            return Text("{step} has nothing in hand: LIFT comes first", step=words)
        match step.action:
            case Action.LIFT:
                hand.append(there)
                board[step.point] = ()
            case Action.PLACE:
                board[step.point] = (*there, *hand.pop())
            case Action.REMOVE:
                taken.append(step.piece)
                board[step.point] = there[:-1]
            case Action.ENTER:
                board[step.point] = (*there, step.piece)
            case Action.TURN:
                board[step.point] = (*there[:-1], step.piece)
        if bool(board[step.point]) != step.occupied:
            return Text(
                "{step} says that the point is then {said}, and it is not",
                step=words,
                said=Text("occupied") if step.occupied else Text("vacant"),
            )
    if hand:
        return Text("a piece is lifted and not put down: PLACE is missing")
    # Captured pieces may lie under their captor.
    kept = sum(map(len, after)) == sum(map(len, board)) + len(taken) and taken
    for point, (made, wanted) in enumerate(zip(board, after, strict=True)):
        if tuple(made) != tuple(wanted) and not (kept and tuple(wanted[-len(made) :]) == made):
            return Text(
                "the steps leave {made!r} on {point}, and the position after it has {wanted!r}",
                made="".join(piece.text for piece in made),
                point=game.board.names[point],
                wanted="".join(piece.text for piece in wanted),
            )
    return Text()


def check_ends(game: AnyGame, seen: Sequence[Seen]) -> None:
    """Check that `outcome`, `moves` and `to_act` agree on whether the game is over."""
    for position, moves, _ in seen:
        over, acts = game.outcome(position).over, game.to_act(position)
        if over and (moves or acts != NOBODY):
            raise RuleBroken(
                Text(
                    "{where}: outcome() says that the game is over, but {other}",
                    where=_where(game, position),
                    other=Text("moves() has moves") if moves else Text("to_act() is not NOBODY"),
                )
            )
        if not over and (not moves or acts == NOBODY):
            raise RuleBroken(
                Text(
                    "{where}: outcome() says that the game goes on, but {other}",
                    where=_where(game, position),
                    other=Text("to_act() is NOBODY") if moves else Text("moves() is empty"),
                )
            )
        passes = [move for move in moves if game.is_pass(move)]
        if passes and len(moves) > 1:
            raise RuleBroken(
                Text(
                    "{where}: a pass is only for a player with no other move; mend moves() or "
                    "is_pass()",
                    where=_where(game, position),
                )
            )
        if any(game.steps(position, move) for move in passes):
            raise RuleBroken(
                Text(
                    "{where}: a pass moves no piece; mend steps() or is_pass()",
                    where=_where(game, position),
                )
            )


def check_words(game: AnyGame, seen: Sequence[Seen]) -> None:
    """Check what is said of positions and moves: any method may fail in a position that is rare."""
    points = [Point(point) for point in range(game.board.size)]
    for position, moves, move in seen:
        where = _where(game, position)
        said: dict[str, object] = {}
        if game.outcome(position).over:
            said["conclusion()"] = game.conclusion(position)
        else:
            game.forced(position)
            game.evaluate(position)
            stacks = game.stacks(position)
            for origin in [point for point in points if stacks[point]][:2]:
                for to in (None, *[point for point in points if not stacks[point]][:2]):
                    said["objection()"] = game.objection(position, origin, to)
        for each in (*moves[:2], *([] if move is None else [move])):
            said["in_words()"] = game.in_words(position, each)
        for method, words in said.items():
            if not isinstance(words, str):
                raise RuleBroken(
                    Text(
                        "{where}: {method} returned {value}; it must be a sentence as Text",
                        where=where,
                        method=method,
                        value=value_words(words),
                    )
                )


def check_recurrence(game: AnyGame, seen: Sequence[Seen]) -> None:
    """Check that positions that count as the same allow the same moves."""
    same: dict[Any, Seen] = {}
    for one in seen:
        if not one.moves:
            continue
        first = same.setdefault(game.recurrence(one.position), one)
        if (
            set(first.moves) != set(one.moves)
            or game.to_act(first.position) != game.to_act(one.position)
            or game.stacks(first.position) != game.stacks(one.position)
        ):
            raise RuleBroken(
                Text(
                    "{where}: recurrence() says that this is the same position as {other!r}, but "
                    "pieces, player or moves differ",
                    where=_where(game, one.position),
                    other=game.position_text(first.position),
                )
            )


def check_length(game: AnyGame, seen: Sequence[Seen]) -> None:
    """Check that games of several players come to an end, if only by repetition."""
    if len(game.seats) == 1:
        return
    random = Random(len(seen))  # noqa: S311 - a game, not a secret
    match = Match(game)
    for _ in range(_LONGEST):
        if match.over or not match.moves:
            return
        match.play(random.choice(match.moves))
    if game.repetitions:
        return
    raise RuleBroken(
        Text(
            "a random game is not over after {number} moves; set repetitions = 3, or count moves "
            "in the position",
            number=_LONGEST,
        )
    )


CHECKS: tuple[tuple[Text, Callable[[AnyGame, Sequence[Seen]], None]], ...] = (
    (Text("positions never change"), check_purity),
    (Text("texts are read back"), check_texts),
    (Text("equal positions"), check_equality),
    (Text("texts of positions fit the position editor"), check_fields),
    (Text("steps lead to the next position"), check_steps),
    (Text("the end is the end"), check_ends),
    (Text("words for players"), check_words),
    (Text("repetition"), check_recurrence),
    (Text("games come to an end"), check_length),
)
"""Every check with its name."""


def count_moves(game: AnyGame) -> Iterator[tuple[int, int]]:
    """Yield depths and the number of sequences of that many moves, as far as it is quick."""
    total, depth = 1, 1
    while total * max(len(game.moves(game.start())), 2) < _NODES * 10 and depth < 8:
        total = perft(game, game.start(), depth)
        yield depth, total
        if total > _NODES or total == 0:
            return
        depth += 1


def draws(game: AnyGame) -> bool:
    """Return whether chance has a part in a game, as far as its start shows."""
    return game.to_act(game.start()) == CHANCE
