"""Solomon's Trinity: three coins travel over the star and leave stones behind.

A position is one int. Bits 0 to 18 are the points taken by a coin, a stone or the blocked space.
Then come the points of the coins N, D and Q, the coin to move next, the stones left in the supply,
and the seat to act; the last bit is set when the game is over. A move is a tuple of points: origin
and landing of a slide, or origin, jumped point and landing.

Rule numbers in the comments refer to docs/games/trinity.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from companion.base.text import Text, sense
from companion.rules import (
    DRAW,
    LOST,
    NOBODY,
    ONGOING,
    WON,
    Action,
    Area,
    Game,
    InvalidPosition,
    Look,
    Option,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    Symmetry,
    every_symmetry,
    placement,
    win,
)
from companion.rules.geometry import STAR, Point, bits
from companion.rules.option import Chosen

_COINS: Final = "NDQ"
_HOMES = tuple(STAR.index[name] for name in ("1", "14", "18"))
_PIECES: Final = tuple(
    Piece(None, kind, coin, Look(material="silver", letters=coin))
    for kind, coin in zip((Text("nickel"), Text("dime"), Text("quarter")), _COINS, strict=True)
)
_STONE: Final = Piece(None, Text("stone"), "o", Look(material="stone"))
_MOST_SEATS = 6
_MOST_KNOWN: Final = 1000  # the most patterns of pieces around a point to cache

_NEAR: Final = tuple(bits(STAR.neighbours(Point(p))) for p in range(STAR.size))
_HOPS: Final = tuple(
    tuple((Point(p), *ray[:2]) for ray in rays.values() if len(ray) > 1)
    for p, rays in enumerate(STAR.rays)
)

# The offset of each part of a position, and the mask of its bits.
_COIN: Final[tuple[int, ...]] = (19, 24, 29)
_COIN_BITS: Final = 31
_TURN: Final = 34
_TURN_BITS: Final = 3
_SUPPLY: Final = 36
_SUPPLY_BITS: Final = 31
_SEAT: Final = 41
_SEAT_BITS: Final = 7
_OVER: Final = 44

_ORDER: Final[tuple[tuple[int, ...], ...]] = ((1, 2, 0), (2, 0, 1), (0, 1, 2))
"""The order in which coins are due, by the coin that has just moved."""

Move = tuple[Point, ...]
Position = int
"""An int; see the top of this file."""


class _Slides:
    """The slides from one point (rule 2), computed on first use."""

    __slots__ = ("_known", "_origin", "_rays", "_reach")

    def __init__(self, origin: Point) -> None:
        self._origin = origin
        self._rays = tuple(STAR.rays[origin].values())
        self._reach = int(bits(point for ray in self._rays for point in ray))
        self._known: dict[int, tuple[Move, ...]] = {}

    def past(self, occupied: int) -> tuple[Move, ...]:
        """Return the slides that these pieces do not block."""
        near = occupied & self._reach
        found = self._known.get(near)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[near] = tuple(self._worked_out(near))
        return found

    def _worked_out(self, occupied: int) -> list[Move]:
        found: list[Move] = []
        for ray in self._rays:
            for to in ray:
                if occupied >> to & 1:
                    break
                found.append((self._origin, to))
        return found


_SLIDES: Final = tuple(_Slides(Point(p)) for p in range(STAR.size))


def _blockable(_: Chosen) -> tuple[str, ...]:
    return ("none", *(name for p, name in enumerate(STAR.names) if p not in _HOMES))


class Trinity(Game[Position, Move]):
    """A solitaire, or a game of two to six players in which the player who moves last wins."""

    name = "trinity"
    title = Text("Solomon's Trinity")
    summary = Text(
        "Slide three coins over the star; each leaves a stone behind, until the star is full."
    )
    position_fields: tuple[Text, ...] = (
        Text("placement"),
        Text("coin whose turn is next"),
        Text("stones in the supply"),
        Text("seat to act"),
    )
    menu_rank = 9
    minutes = 15
    options = (
        Option("seats", Text("the players"), lambda _: tuple(map(str, range(1, _MOST_SEATS + 1)))),
        Option(
            "stones",
            Text("the stones in the supply"),
            lambda _: ("15", "16"),
            lambda chosen: "15" if chosen["seats"] == "1" else "16",
        ),
        Option(
            "blocked",
            Text("the space that stays empty"),
            _blockable,
            labels={"none": sense("a space", "none")},
        ),
    )
    board = STAR
    pieces: tuple[Piece, ...] = (*_PIECES, _STONE)
    repetitions = 2  # Rule 6

    def setup(self) -> None:
        self.seats = tuple(
            Text("Player {number}", number=n + 1) for n in range(int(self.chosen["seats"]))
        )
        self._last_seat = len(self.seats) - 1
        self._stones = int(self.chosen["stones"])
        blocked = self.chosen["blocked"]
        self._blocked = 0 if blocked == "none" else 1 << STAR.index[blocked]
        if self._blocked:
            self.areas = (Area("blocked", (STAR.index[blocked],)),)

    def start(self) -> Position:
        return self._position(_HOMES, 0, 0, self._stones, 0)

    def _position(
        self, coins: Sequence[Point], stones: int, turn: int, supply: int, seat: int
    ) -> Position:
        """Return the position with these coins and stones, with coin `turn` next."""
        taken = stones | self._blocked | bits(coins)
        position = int(taken) | turn << _TURN | supply << _SUPPLY | seat << _SEAT
        for at, point in zip(_COIN, coins, strict=True):
            position |= point << at
        over = not supply or not self._mobile(coins[turn], int(taken))
        return position | over << _OVER

    def seat(self, position: Position) -> Seat:
        """Return the seat to act; when the game is over, the one that would be next."""
        return Seat(position >> _SEAT & _SEAT_BITS)

    def to_act(self, position: Position) -> Seat:
        return NOBODY if position >> _OVER else self.seat(position)

    def moves(self, position: Position) -> Sequence[Move]:
        if position >> _OVER:
            return ()
        taken = position & STAR.full
        origin = Point(position >> _COIN[self._turn(position)] & _COIN_BITS)
        if _NEAR[origin] & ~taken:
            return _SLIDES[origin].past(taken)
        # Rule 3: over a stone; over a coin when there is no stone to jump.
        stones = self._stones_on(position)
        over_stones: list[Move] = []
        over_coins: list[Move] = []
        for hop in _HOPS[origin]:
            _, over, to = hop
            if (taken & ~self._blocked) >> over & 1 and not taken >> to & 1:
                (over_stones if stones >> over & 1 else over_coins).append(hop)
        return over_stones or over_coins

    def advance(self, position: Position, move: Move) -> Position:
        origin, to = move[0], move[-1]
        turn = self._turn(position)
        after = position ^ 1 << to ^ (origin ^ to) << _COIN[turn]
        if len(move) == 2:
            after -= 1 << _SUPPLY  # A stone stays where the coin was.
        else:
            # The jumped piece goes to where the coin was.
            over = move[1]
            after ^= 1 << over
            for at in _COIN:
                if position >> at & _COIN_BITS == over:
                    after ^= (over ^ origin) << at
        seat = position >> _SEAT & _SEAT_BITS
        after ^= (seat ^ (0 if seat == self._last_seat else seat + 1)) << _SEAT
        order = _ORDER[turn]
        if after >> _SUPPLY & _SUPPLY_BITS:
            taken = after & STAR.full
            for due in order:
                # Rule 4: a coin that cannot move is passed over.
                if self._mobile(after >> _COIN[due] & _COIN_BITS, taken):
                    return after ^ (turn ^ due) << _TURN
        return after ^ (turn ^ order[0]) << _TURN | 1 << _OVER  # Rule 5

    def supply(self, position: Position) -> int:
        """Return the number of stones left to lay."""
        return position >> _SUPPLY & _SUPPLY_BITS

    def vacant(self, position: Position) -> int:
        """Return the number of spaces free for a piece; a blocked one is not free."""
        return STAR.size - (position & STAR.full).bit_count()

    def _coins(self, position: Position) -> list[Point]:
        return [Point(position >> at & _COIN_BITS) for at in _COIN]

    def _turn(self, position: Position) -> int:
        """Return the number of the coin to move next."""
        return position >> _TURN & _TURN_BITS

    def _stones_on(self, position: Position) -> int:
        return position & STAR.full & ~self._blocked & ~bits(self._coins(position))

    def _mobile(self, point: int, taken: int) -> bool:
        """Return whether a coin on this point can move."""
        if _NEAR[point] & ~taken:
            return True
        jumpable = taken & ~self._blocked
        for _, over, to in _HOPS[point]:  # noqa: SIM110 - any() takes longer
            if jumpable >> over & 1 and not taken >> to & 1:
                return True
        return False

    def outcome(self, position: Position) -> Outcome:
        if not position >> _OVER:
            return ONGOING
        # Rule 5
        if len(self.seats) == 1:
            return LOST if self.supply(position) else WON
        return win((self.seat(position) - 1) % len(self.seats))

    def repeated(self, position: Position) -> Outcome:
        return LOST if len(self.seats) == 1 else DRAW

    def forced(self, position: Position) -> bool:
        return any(len(move) > 2 for move in self.moves(position)[:1])

    def objection(self, position: Position, origin: Point, to: Point | None) -> Text:
        if to is None:
            return Text()
        if self._blocked >> to & 1:
            return Text("{point} stays empty in this game.", point=STAR.names[to])
        way = STAR.way(origin, to)
        coin = self._coins(position)[self._turn(position)]
        if origin != coin or position >> to & 1 or not _NEAR[origin] & ~position:
            return Text()
        if way is None:
            return Text("A coin slides along a line.")  # Rule 2
        if any(position >> point & 1 for point in way[1]):
            return Text("A coin jumps only when it cannot slide.")  # Rule 3
        return Text()

    def conclusion(self, position: Position) -> Text:
        supply = self.supply(position)  # Rule 5
        winner = self.outcome(position).winner
        if len(self.seats) == 1 or winner is None:
            return Text("No coin can move.") if supply else Text("No stone is left to lay.")
        last = self.seats[winner]
        if supply:
            return Text("No coin can move, and {seat} made the last move.", seat=last)
        return Text("No stone is left to lay, and {seat} made the last move.", seat=last)

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        stones = self._stones_on(position)
        stacks: list[Stack] = [(_STONE,) if stones >> p & 1 else () for p in range(STAR.size)]
        for piece, point in zip(_PIECES, self._coins(position), strict=True):
            stacks[point] = (piece,)
        return tuple(stacks)

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        coin = _PIECES[self._turn(position)]
        origin, to = move[0], move[-1]
        moved = (Step(Action.LIFT, origin, coin, False), Step(Action.PLACE, to, coin, True))
        if len(move) == 2:
            return (*moved, Step(Action.ENTER, origin, _STONE, True))
        over = move[1]
        jumped = self.stacks(position)[over][0]
        return (
            *moved,
            Step(Action.LIFT, over, jumped, False),
            Step(Action.PLACE, origin, jumped, True),
        )

    def position_text(self, position: Position) -> str:
        coin, seat = _COINS[self._turn(position)], self.seat(position)
        cells = [stack[0].text if stack else "." for stack in self.stacks(position)]
        if self._blocked:
            cells[STAR.index[self.chosen["blocked"]]] = "#"
        return f"{placement.write(STAR, cells)} {coin} {self.supply(position)} {seat}"

    def parse_position(self, text: str) -> Position:
        placed, coin, supply, seat = placement.fields(text, self.position_fields)
        placement.one_of(coin, Text("the coin whose turn is next"), tuple(_COINS))
        seats = tuple(map(str, range(len(self.seats))))
        placement.one_of(seat, Text("the seat to act"), seats)
        if not re.fullmatch("0|[1-9][0-9]?", supply):
            raise InvalidPosition(
                Text("the supply is {text!r} instead of a number of stones", text=supply)
            )
        cells = placement.read(STAR, placed, lambda cell: cell in tuple(f".o#{_COINS}"))
        for point, cell in enumerate(cells):
            if (cell == "#") != bool(self._blocked >> point & 1):
                raise InvalidPosition(
                    Text(
                        "point {point} shows {text!r}; the blocked space '#' is {blocked}",
                        point=STAR.names[point],
                        text=cell,
                        blocked=self.chosen["blocked"],
                    )
                )
        for each in _COINS:
            if cells.count(each) != 1:
                raise InvalidPosition(
                    Text(
                        "placement {text!r} shows the coin {coin!r} {number} times instead of once",
                        text=placed,
                        coin=each,
                        number=cells.count(each),
                    )
                )
        stones = bits(Point(p) for p, cell in enumerate(cells) if cell == "o")
        total = stones.bit_count() + int(supply)
        if total > self._stones:
            raise InvalidPosition(
                Text(
                    "{laid} stones on the board and {supply} in the supply make {total}; "
                    "the game has {most}",
                    laid=stones.bit_count(),
                    supply=supply,
                    total=total,
                    most=self._stones,
                )
            )
        coins, turn = [Point(cells.index(each)) for each in _COINS], _COINS.index(coin)
        # Rule 4: the coin named is the next that can move, so no other can move before it.
        taken = int(stones | self._blocked | bits(coins))
        able = [self._mobile(point, taken) for point in coins]
        if int(supply) and any(able) and not able[turn]:
            other = _COINS[next(coin for coin in _ORDER[turn] if able[coin])]
            raise InvalidPosition(
                Text(
                    "coin {coin!r} cannot move; the next that can is {other!r}",
                    coin=coin,
                    other=other,
                )
            )
        return self._position(coins, int(stones), turn, int(supply), int(seat))

    def move_text(self, position: Position, move: Move) -> str:
        mark = "-" if len(move) == 2 else "x"
        return f"{_COINS[self._turn(position)]}{STAR.names[move[0]]}{mark}{STAR.names[move[-1]]}"

    def readable_move(self, text: str) -> bool:
        return text[:1] in tuple(_COINS) and super().readable_move(text[1:])

    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(
            symmetry
            for symmetry in every_symmetry(STAR)
            if bits(p for q, p in enumerate(symmetry.points) if self._blocked >> q & 1)
            == self._blocked
        )


GAME = Trinity
