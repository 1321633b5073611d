"""Examples of every kind of move in a game, found by playing it. Pure; randomness is an argument.

It uses only the interface of a game. Short random games are played, with a preference for rarely
seen kinds of moves, and the clearest move of each kind is kept. The kind of a move follows from its
steps: whether a piece enters, moves, jumps, captures, and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from typing import Any, NamedTuple, assert_never

from companion.base.text import Text, join_words, sentences
from companion.device.lamps.scene import Lamp, Meaning
from companion.rules import CHANCE, Action, AnyGame, Piece, Stack, Step
from companion.rules.geometry import Board, Point

_GAMES = 24  # the most games to play
_PATIENCE = 200  # positions to visit without finding a new kind of move
_LONGEST = 120  # plies in one game
_SAMPLE = 6  # moves to consider in one position
_MOST = 12  # examples for one game

Lit = tuple[tuple[Point, Lamp], ...]


@dataclass(frozen=True, slots=True)
class ExampleFrame:
    """One moment of an example: the board just after the hand's last action.

    Attributes:
        text: The caption.
        stacks: The pieces on every point, by point index.
        lamps: The lit points and their meanings, sorted by point.
        moved: The points between which the piece moved, or None.
    """

    text: Text
    stacks: tuple[Stack, ...]
    lamps: Lit = ()
    moved: tuple[Point, Point] | None = None


@dataclass(frozen=True, slots=True)
class MoveExample:
    """An example of one kind of move.

    Attributes:
        title: The kind of move, in words for all ages.
        text: The move as text.
        position: The position before the move, as text.
        frames: One before the move, and one after each action.
    """

    title: Text
    text: str
    position: str
    frames: tuple[ExampleFrame, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """A candidate for an example.

    Attributes:
        position: The position before the move.
        move: The move.
        rank: The order of candidates; lower is clearer: moves of the first seat come first, then
            short moves, then those with little `_clutter`.
    """

    position: Any
    move: Any
    rank: tuple[bool, int, int]


def move_examples(game: AnyGame, pick: Callable[[int], int]) -> tuple[MoveExample, ...]:
    """Return an example of each kind of move.

    Args:
        game: The game.
        pick: Returns a random number from 0, below its argument.
    """
    found: dict[_Kind, _Found] = {}
    seen: Counter[_Kind | None] = Counter()
    mixed = False  # whether a player may have pieces that move in different ways
    left = _PATIENCE
    for _ in range(_GAMES):
        position = game.start()
        for _ in range(_LONGEST):
            moves = list(game.moves(position))
            if not moves or left == 0:
                break
            left -= 1
            if game.to_act(position) == CHANCE:
                position = game.advance(position, moves[pick(len(moves))])
                continue
            some = [moves[pick(len(moves))] for _ in range(min(_SAMPLE, len(moves)))]
            kinds = [_kind(game, position, move) for move in some]
            mixed |= len({kind.mover for kind in kinds if kind is not None and kind.plain}) > 1
            for move, kind in zip(some, kinds, strict=True):
                short = (game.to_act(position) != 0, len(game.steps(position, move)))
                if kind is not None and (kind not in found or short <= found[kind].rank[:2]):
                    one = _Found(position, move, (*short, _clutter(game, position, move, kind)))
                    found[kind] = min(found.get(kind, one), one, key=lambda each: each.rank)
            left = left if set(kinds) <= seen.keys() else _PATIENCE
            seen.update(kinds)
            rarest = min(range(len(some)), key=lambda i: seen[kinds[i]])
            position = game.advance(position, some[rarest if pick(3) else 0])
    best: dict[_Kind, _Found] = {}
    for kind, one in sorted(found.items(), key=lambda item: item[1].rank):
        best.setdefault(kind if mixed and kind.plain else kind._replace(mover=Text()), one)
    pieces = [piece.kind for piece in game.pieces]

    def order(kind: _Kind) -> tuple[object, ...]:
        mover = pieces.index(kind.mover) if kind.mover else -1
        return kind.form, len(kind.does), mover, kind.does

    return tuple(
        show_move(game, best[kind].position, best[kind].move, kind.title)
        for kind in sorted(best, key=order)[:_MOST]
    )


# The kind of a move


class _Form(IntEnum):
    """The form of a move, in the order of the examples."""

    PLACING = auto()
    MOVE = auto()
    REMOVING_ONE = auto()
    REMOVING_SEVERAL = auto()
    JUMP = auto()
    CHAIN = auto()


class _Kind(NamedTuple):
    """A kind of move.

    Attributes:
        form: The form of the move.
        does: What happens besides, such as "take a piece".
        mover: The kind of piece that moves; empty if a piece is only placed or removed.
    """

    form: _Form
    does: tuple[Text, ...] = ()
    mover: Text = Text()

    @property
    def plain(self) -> bool:
        """Whether a piece moves without any further effect."""
        return self.form is _Form.MOVE and not self.does

    @property
    def title(self) -> Text:
        return join_words((self._begins, *self.does))

    @property
    def _begins(self) -> Text:
        """What to do first, or all that there is to do."""
        match self.form:
            case _Form.PLACING:
                return Text("Put a piece on the board")
            case _Form.MOVE if self.does:
                return Text("Move")
            case _Form.MOVE:
                own = self.mover and Text("How a {piece} moves", piece=self.mover)
                return own or Text("How to move")
            case _Form.REMOVING_ONE:
                return Text("Take one piece")
            case _Form.REMOVING_SEVERAL:
                return Text("Take several pieces")
            case _Form.JUMP:
                return Text("Jump") if self.does else Text("How to jump")
            case _Form.CHAIN:
                return Text("Jump several times")
            case _:
                assert_never(self.form)


def _kind(game: AnyGame, position: Any, move: Any) -> _Kind | None:
    """Return the kind of a move; None if it needs no hand."""
    steps = game.steps(position, move)
    if not steps:
        return None
    stacks = game.stacks(position)
    removed = sum(step.action is Action.REMOVE for step in steps)
    entered = [step.piece.kind for step in steps if step.action is Action.ENTER]
    turned = [step.piece.kind for step in steps if step.action is Action.TURN]
    captures = (Text("take a piece") if removed == 1 else Text("take pieces"),) if removed else ()
    hops = list(_hops(steps))
    if not hops:
        if entered:
            return _Kind(_Form.PLACING, captures)
        return _Kind(_Form.REMOVING_ONE if removed == 1 else _Form.REMOVING_SEVERAL)
    first = steps[0].point
    own = [(origin, to) for origin, to, piece in hops if piece is steps[0].piece]
    does = list(captures)
    if entered:
        does.append(Text("leave a {piece} behind", piece=entered[0]))
    if turned:
        does.append(Text("become a {piece}", piece=turned[-1]))
    if len(hops) > len(own):
        does.append(Text("move another piece as well"))
    if stacks[own[-1][1]] and own[-1][1] != first and not removed:
        does.append(Text("land on another piece"))
    jumps = bool(_between(game.board, stacks, *own[0]))
    form = _Form.CHAIN if len(own) > 1 else _Form.JUMP if jumps else _Form.MOVE
    return _Kind(form, tuple(does), steps[0].piece.kind)


def _hops(steps: Sequence[Step]) -> Iterator[tuple[Point, Point, Piece]]:
    """Yield the start, end and piece of each carry, in order."""
    origin = Point(0)
    for step in steps:
        if step.action is Action.LIFT:
            origin = step.point
        elif step.action is Action.PLACE:
            yield origin, step.point, step.piece


def _between(board: Board, stacks: Sequence[Stack], origin: Point, to: Point) -> list[Point]:
    """Return the occupied points that a piece passes over on its way along a line."""
    way = board.way(origin, to)
    return [] if way is None else [point for point in way[1] if stacks[point]]


def _clutter(game: AnyGame, position: Any, move: Any, kind: _Kind) -> int:
    """Return how hard a move is to follow, compared with others of its kind.

    More alternatives make a plain move clearer; fewer pieces on the board make any other clearer.
    """
    if kind.plain:
        return -len(_targets(game, position, game.steps(position, move)))
    return sum(map(len, game.stacks(position)))


# The frames of a move


def show_move(game: AnyGame, position: Any, move: Any, title: Text = Text()) -> MoveExample:
    """Return an example that shows a legal move, made by hand."""
    steps = game.steps(position, move)
    after = game.advance(position, move)
    stacks = [list(stack) for stack in game.stacks(position)]
    kept = sum(map(len, stacks)) == sum(map(len, game.stacks(after)))
    names = game.board.names
    frames = [_before(game, position)]
    hand: list[Piece] = []
    origin, landed = Point(0), Point(0)
    targets = _targets(game, position, steps)
    victims = {step.point for step in steps if step.action is Action.REMOVE}
    for number, step in enumerate(steps):
        moved = None
        match step.action:
            case Action.LIFT:
                hand, stacks[step.point] = stacks[step.point], []
                going_on = number > 0 and step.point == landed
                origin, landed = step.point, Point(-1)
                if going_on:
                    continue  # a chain goes on: the next frame shows where
                lifted = _called(game, hand[-1] if hand else step.piece)
                text = Text("Lift {piece} on {point}.", piece=lifted, point=names[origin])
            case Action.PLACE:
                again = any(
                    s.action is Action.PLACE and s.piece is step.piece for s in steps[:number]
                )
                jumps = _between(game.board, _frozen(stacks), origin, step.point)
                stacks[step.point] += hand
                hand, landed, moved = [], step.point, (origin, step.point)
                if again:
                    text = Text("Jump on to {point}.", point=names[landed])
                elif jumps:
                    text = Text("Jump to {point}.", point=names[landed])
                else:
                    text = Text("Put it on {point}.", point=names[landed])
            case Action.REMOVE:
                taken = stacks[step.point].pop() if stacks[step.point] else step.piece
                victims.discard(step.point)
                if kept:  # it goes under its captor
                    stacks[landed].insert(0, taken)
                    moved = (step.point, landed)
                    text = Text(
                        "Put the top piece of {point} under the jumping piece.",
                        point=names[step.point],
                    )
                else:
                    text = Text(
                        "Take {piece} off {point}.",
                        piece=_called(game, taken),
                        point=names[step.point],
                    )
            case Action.ENTER:
                stacks[step.point].append(step.piece)
                text = Text(
                    "Put {piece} on {point}.",
                    piece=_called(game, step.piece, new=True),
                    point=names[step.point],
                )
            case Action.TURN:
                stacks[step.point][-1:] = [step.piece]
                text = Text("It becomes {piece}.", piece=_called(game, step.piece, new=True))
        following = steps[number + 1] if number + 1 < len(steps) else None
        lamps = _lamps(step, following, targets if number == 0 else (), victims)
        frames.append(ExampleFrame(text, _frozen(stacks), lamps, moved))
    last = frames[-1]
    frames[-1] = ExampleFrame(last.text, game.stacks(after), last.lamps, last.moved)
    written = game.move_text(position, move)
    return MoveExample(title, written, game.position_text(position), tuple(frames))


def _before(game: AnyGame, position: Any) -> ExampleFrame:
    """Return the board before the move, with the movable pieces lit."""
    seat, forced = game.to_act(position), game.forced(position)
    lamp = Lamp(Meaning.MUST_JUMP) if forced else Lamp(Meaning.MAY_MOVE, seat)
    firsts = {game.steps(position, move)[:1] for move in game.moves(position)}
    alone = len(game.seats) == 1
    turn = Text("Your move.") if alone else Text("{seat} to move.", seat=game.seats[seat])
    text = sentences(turn, Text("A jump is forced.") if forced else "")
    lit = tuple((point, lamp) for point in sorted({step.point for (step,) in filter(None, firsts)}))
    return ExampleFrame(text, game.stacks(position), lit)


def _targets(game: AnyGame, position: Any, steps: Sequence[Step]) -> tuple[Point, ...]:
    """Return the points where the first lifted piece may be put down."""
    if steps[0].action is not Action.LIFT:
        return ()
    ways = (game.steps(position, move) for move in game.moves(position))
    return tuple({way[1].point: None for way in ways if len(way) > 1 and way[0] == steps[0]})


def _lamps(
    step: Step, following: Step | None, targets: Sequence[Point], victims: set[Point]
) -> Lit:
    lamps = {point: Lamp(Meaning.VICTIM) for point in victims}
    if step.action is Action.LIFT:
        lamps |= {point: Lamp(Meaning.TO) for point in targets}
        if following is not None:
            lamps[following.point] = Lamp(Meaning.TO)
        lamps[step.point] = Lamp(Meaning.FROM)
    elif step.action is Action.TURN:
        lamps[step.point] = Lamp(Meaning.CROWN)
    if following is not None:
        match following.action:
            case Action.REMOVE:
                lamps[following.point] = Lamp(Meaning.TAKE_OFF)
            case Action.LIFT:
                again = step.action is not Action.LIFT
                lamps[following.point] = Lamp(Meaning.KEEP_JUMPING if again else Meaning.FROM)
            case Action.ENTER:
                lamps[following.point] = Lamp(Meaning.TO)
            case Action.TURN:
                lamps[following.point] = Lamp(Meaning.CROWN)
    return tuple(sorted(lamps.items(), key=lambda item: item[0]))


def _called(game: AnyGame, piece: Piece, *, new: bool = False) -> Text:
    """Name a piece and its owner: `White's man`, `the stone`; `a stone` if new on the board."""
    if piece.seat is not None and len(game.seats) > 1:
        return Text("{seat}'s {piece}", seat=game.seats[piece.seat], piece=piece.kind)
    return Text("a {piece}", piece=piece.kind) if new else Text("the {piece}", piece=piece.kind)


def _frozen(stacks: Sequence[Sequence[Piece]]) -> tuple[Stack, ...]:
    return tuple(map(tuple, stacks))
