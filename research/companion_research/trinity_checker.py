"""Checks the answers for Solomon's Trinity against the rules.

It shares no code with the program that finds the answers, nor with the game that people play. Its
rules follow docs/games/trinity.md. It checks in two ways:

- From a start, the seat that is supposed to win plays the given moves, and all others make every
  possible move. That seat must always make the last move, within the given plies. And if the others
  play the given moves, they must hold out for that long.
- Late in the game it collects every position that can follow, and works backwards from the ends to
  the seat that can force the last move, and its plies. The answer must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from companion_research.checker import LINES, ROWS


class CoinBoard(NamedTuple):
    """A position.

    Attributes:
        places: The points of the coins N, D and Q.
        stones: The points of the stones.
        blocked: The blocked point; 0 for none.
        coin: The coin to move.
        supply: The stones in the supply.
        seat: The seat to act.
    """

    places: tuple[int, int, int]
    stones: frozenset[int]
    blocked: int
    coin: int
    supply: int
    seat: int

    @property
    def text(self) -> str:
        """The position's text, as in docs/games/trinity.md."""
        shown = dict.fromkeys(self.stones, "o") | dict(zip(self.places, "NDQ", strict=True))
        shown[self.blocked] = "#"
        rows = (row.split() for row in ROWS.split("/"))
        board = "/".join("".join(shown.get(int(point), ".") for point in row) for row in rows)
        return f"{board} {'NDQ'[self.coin]} {self.supply} {self.seat}"


class Told(NamedTuple):
    """An answer.

    Attributes:
        winner: The seat that can force the last move, if any.
        plies: In how many plies it can.
        best: The positions that the best moves lead to, as text.
    """

    winner: int | None
    plies: int
    best: frozenset[str]


AskTrinity = Callable[[str], Told]
"""Looks up the answer for a position, which is given as text."""

_LINES = [[int(point) for point in line.split("-")] for line in LINES.split()]
_WAYS = {
    point: [
        way[way.index(point) + 1 :]
        for line in _LINES
        for way in (line, line[::-1])
        if point in way[:-1]
    ]
    for point in range(1, 20)
}


def at_start(stones: int, blocked: int = 0) -> CoinBoard:
    """Return the start with this supply.

    Args:
        stones: The stones in the supply.
        blocked: The blocked space; 0 for none.
    """
    return CoinBoard((1, 14, 18), frozenset(), blocked, 0, stones, 0)


def _coin_moves(now: CoinBoard, coin: int) -> Iterator[tuple[tuple[int, int, int], frozenset[int]]]:
    """Yield the points of the coins and of the stones after each move of this coin."""
    here = now.places[coin]
    full = {*now.places, *now.stones, now.blocked}

    def moved(to: int) -> list[int]:
        return [to if number == coin else place for number, place in enumerate(now.places)]

    slid = False
    for way in _WAYS[here]:
        for to in way:
            if to in full:
                break
            slid = True
            yield _three(moved(to)), now.stones | {here}
    if slid:
        return
    jumps = [(way[0], way[1]) for way in _WAYS[here] if len(way) > 1 and way[1] not in full]
    over_stones = [(over, to) for over, to in jumps if over in now.stones]
    for over, to in over_stones:
        yield _three(moved(to)), now.stones - {over} | {here}
    if over_stones:
        return
    for over, to in jumps:
        if over in now.places:
            places = moved(to)
            places[now.places.index(over)] = here
            yield _three(places), now.stones


def _three(places: list[int]) -> tuple[int, int, int]:
    north, west, east = places
    return north, west, east


def coins_after(now: CoinBoard, seats: int) -> list[CoinBoard]:
    """Return the positions that moves lead to; none if the game is over."""
    if not now.supply:
        return []
    found = []
    for places, stones in _coin_moves(now, now.coin):
        supply = now.supply - (len(stones) - len(now.stones))
        after = CoinBoard(places, stones, now.blocked, 0, supply, (now.seat + 1) % seats)
        order = [(now.coin + step) % 3 for step in (1, 2, 3)]
        able = [coin for coin in order if supply and any(True for _ in _coin_moves(after, coin))]
        found.append(after._replace(coin=(able or order)[0]))
    return found


def worked_out(first: CoinBoard, seats: int) -> tuple[int | None, int]:
    """Return the seat that can force the last move against all others, and in how many plies.

    (None, 0) if there is none.
    """
    after: dict[CoinBoard, list[CoinBoard]] = {}
    waiting = [first]
    while waiting:
        now = waiting.pop()
        if now not in after:
            after[now] = coins_after(now, seats)
            waiting += after[now]
    for seat in range(seats):
        # The seat before the one that would have to act made the last move.
        won = {now for now, then in after.items() if not then and (seat + 1) % seats == now.seat}
        plies = 0
        while first not in won:
            plies += 1
            more = {
                now
                for now, then in after.items()
                if then
                and now not in won
                and (any if now.seat == seat else all)(each in won for each in then)
            }
            if not more:
                break
            won |= more
        if first in won:
            return seat, plies
    return None, 0


def answer_to(now: CoinBoard, seats: int, ask: AskTrinity) -> str:
    """Describe the fault of the answer for a late position; empty if there is none."""
    told = ask(now.text)
    right = worked_out(now, seats)
    if (told.winner, told.plies) != right:
        return f"{now.text}: {told.winner, told.plies} instead of {right}"
    best = set()
    for after in coins_after(now, seats):
        if coins_after(after, seats):
            winner, plies = worked_out(after, seats)
        else:
            winner, plies = now.seat, 0
        if winner == right[0] and (winner is None or plies == right[1] - 1):
            best.add(after.text)
    if told.best != best:
        return f"{now.text}: the best moves lead to {sorted(best)}, not to {sorted(told.best)}"
    return ""


def late_boards(seats: int, laid: int, number: int, random: Random) -> Iterator[CoinBoard]:
    """Yield `number` positions from random games, each with at least `laid` stones laid."""
    while number:
        now = at_start(random.choice((15, 16)), random.choice((0, 0, 3, 10)))
        stones = now.supply - laid
        while now.supply > stones and (after := coins_after(now, seats)):
            now = random.choice(after)
        if coins_after(now, seats):
            number -= 1
            yield now


def every_line(first: CoinBoard, seats: int, ask: AskTrinity) -> Iterator[str]:
    """Let the seat that is supposed to win play the given moves, and all others every move.

    Yields:
        For each position that comes up, its fault; empty if there is none.
    """
    told = ask(first.text)
    most = {first: told.plies}
    waiting = [first]
    while waiting:
        now = waiting.pop()
        after = coins_after(now, seats)
        if not after:
            yield "" if (told.winner or 0) + 1 == (now.seat or seats) else f"{now.text}: lost"
            continue
        if most[now] <= 0:
            yield f"{now.text}: it takes longer than was said"
            continue
        if now.seat == told.winner:
            best = min(ask(now.text).best, default="")
            after = [each for each in after if each.text == best]
            if not after:
                yield f"{now.text}: no move was told"
        yield ""
        for each in after:
            if most[now] - 1 < most.get(each, 1000):
                most[each] = most[now] - 1
                waiting.append(each)


def some_line(first: CoinBoard, seats: int, ask: AskTrinity, random: Random) -> str:
    """Let one side play the given moves, the other random ones.

    Returns:
        The fault; empty if there is none.
    """
    told = ask(first.text)
    told_side = random.choice((True, False))  # whether the given moves are for the winning side
    now, plies = first, 0
    while after := coins_after(now, seats):
        if (now.seat == told.winner) == told_side:
            best = ask(now.text).best
            after = [each for each in after if each.text in best]
            if not after:
                return f"{now.text}: no move was told"
        now, plies = random.choice(after), plies + 1
    won = (told.winner or 0) + 1 == (now.seat or seats)
    if told_side:
        return "" if won and plies <= told.plies else f"{first.text}: not won in {told.plies} plies"
    return "" if not won or plies >= told.plies else f"{first.text}: won before {told.plies} plies"
