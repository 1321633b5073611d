"""Son of Solomon, solved: the search for a forced four, and Black's book."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.son_of_solomon import Move, Position, SonOfSolomon
from companion.opponents import Interrupted, knowledge_for
from companion.opponents.knowledge import son_of_solomon_knowledge
from companion.opponents.knowledge.fours import FourSearch
from companion.opponents.opponent import choose
from companion.opponents.tables import ExactValue
from companion.rules import Match
from tests.slow import slow_after

GAME = SonOfSolomon()


def placed(number: int, seed: int) -> list[Position]:
    """Random positions with all pieces placed, any of them next to move, and no four."""
    random, found = Random(seed), list[Position]()
    while len(found) < number:
        places = random.sample(range(19), 10)
        pieces = GAME.start()
        for point in places:
            pieces = GAME.advance(pieces, (point,))  # type: ignore[arg-type]
        for _ in range(random.randrange(10)):
            if moves := GAME.moves(pieces):
                pieces = GAME.advance(pieces, random.choice(moves))
        if not GAME.outcome(pieces).over:
            found.append(pieces)
    return found


def forces(position: Position, seat: int, plies: int) -> bool:
    """Whether a seat forces four within so many plies, by the rules of the game alone."""
    outcome = GAME.outcome(position)
    if outcome.over or not plies:
        return outcome.winner == seat
    after = (GAME.advance(position, move) for move in GAME.moves(position))
    found = (forces(there, seat, plies - 1) for there in after)
    return any(found) if position[2] % 2 == seat else all(found)


def soonest(position: Position, longest: int) -> tuple[int, tuple[Move, ...]] | None:
    seat = position[2] % 2
    for plies in range(1, longest + 1, 2):
        moves = GAME.moves(position)
        won = [m for m in moves if forces(GAME.advance(position, m), seat, plies - 1)]
        if won:
            return plies, tuple(won)
    return None


def test_the_shortest_win_is_what_the_rules_say() -> None:
    search = FourSearch(GAME)
    found = []
    for position in placed(80, seed=1):
        found.append(search.shortest(position, longest=7))
        assert found[-1] == soonest(position, 7), GAME.position_text(position)
    assert {plies and plies[0] for plies in found} == {None, 1, 3, 5, 7}


def test_the_longest_resistance_is_what_the_rules_say() -> None:
    search = FourSearch(GAME)
    found = 0
    for position in placed(150, seed=2):
        after = {move: GAME.advance(position, move) for move in GAME.moves(position)}
        wins = {
            move: None if GAME.outcome(there).over else soonest(there, 5)
            for move, there in after.items()
        }
        held = {move: win[0] + 1 for move, win in wins.items() if win is not None}
        if len(held) == len(after):
            most = max(held.values())
            best = tuple(move for move in held if held[move] == most)
            assert search.slowest(position, longest=6) == (most, best)
            found += 1
        else:
            assert search.slowest(position, longest=6) is None
    assert found > 5


def test_what_each_move_leads_to_is_what_the_rules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(son_of_solomon_knowledge, "_QUICK", 5)
    found = set()
    for position in placed(300, seed=5):
        seat = position[2] % 2
        endings = knowledge_for(GAME).endings(position, quick=True)
        for move in GAME.moves(position):
            after = GAME.advance(position, move)
            said = next(
                (
                    ExactValue(1 if winner == seat else -1, 1 + plies)
                    for plies in range(5)
                    for winner in (0, 1)
                    if forces(after, winner, plies)
                ),
                None,
            )
            assert endings.get(move) == said, GAME.position_text(position)
            found.add(said and said.text)
    lengths = {"wins in 1", "wins in 3", "wins in 5", "loses in 2", "loses in 4"}
    assert found == lengths | {None}


def test_a_search_can_be_stopped() -> None:
    (position,) = placed(1, seed=3)
    with pytest.raises(Interrupted):
        FourSearch(GAME).shortest(position, lambda: True)


@pytest.mark.parametrize("white", ["random", "strong", "resists"])
@pytest.mark.parametrize("seed", slow_after(2, range(100)))
def test_black_wins_every_game(white: str, seed: int) -> None:
    match, random = Match(GAME), Random(seed)
    while not match.over:
        before = [played.position for played in match.history]
        if match.to_act == 1 or (white == "strong" and len(match.history) == 18):
            match.play(choose(GAME, match.position, "strong", before=before, seed=seed).move)
        else:
            known = (
                knowledge_for(GAME).best_moves(match.position, before)
                if white != "random"
                else None
            )
            match.play(random.choice(known.moves if known else match.moves))
    assert match.outcome.winner == 1
    assert len(match.history) <= 30


def test_black_wins_within_the_plies_that_are_said() -> None:
    match, random = Match(GAME), Random(5)
    left = 30
    while not match.over:
        known = knowledge_for(GAME).best_moves(match.position)
        if match.to_act == 1:
            assert known is not None
            assert known.ending.value == 1
            assert (known.ending.plies or 99) <= left
            left = known.ending.plies or 0
            match.play(known.moves[0])
        else:
            match.play(random.choice(match.moves))
        left -= 1


def test_a_four_on_the_spot_takes_one_ply() -> None:
    on_the_spot = 0
    for seed in range(40):
        match, random = Match(GAME), Random(seed)
        while len(match.history) < 20 and not match.over:
            match.play(random.choice(match.moves))
            known = knowledge_for(GAME).best_moves(match.position)
            if known is None:
                break
            match.play(known.moves[0])
            assert (known.ending.plies == 1) == match.over
            on_the_spot += match.over
    assert on_the_spot


def test_a_win_is_not_by_a_position_that_ends_the_match_as_a_draw() -> None:
    for position in placed(200, seed=6):
        best = knowledge_for(GAME).best_moves(position)
        if best is None or best.ending.value < 0:
            continue
        again = [GAME.advance(position, move) for move in best.moves[:1]] * 2
        left = knowledge_for(GAME).best_moves(position, again)
        assert left is None or left.moves == best.moves[1:]
        break
    else:
        pytest.fail("no position was won")


def test_it_plays_on_without_a_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(son_of_solomon_knowledge, "_book", lambda: None)
    position = GAME.advance(GAME.start(), GAME.moves(GAME.start())[0])
    assert knowledge_for(GAME).best_moves(position) is None
    assert choose(GAME, position, "strong", effort=0.02).move in GAME.moves(position)


def test_black_who_left_the_book_is_not_in_it() -> None:
    start = GAME.advance(GAME.start(), GAME.moves(GAME.start())[0])
    book = knowledge_for(GAME).best_moves(start)
    assert book is not None
    other = next(move for move in GAME.moves(start) if move not in book.moves)
    left = GAME.advance(start, other)
    assert knowledge_for(GAME).best_moves(GAME.advance(left, GAME.moves(left)[0])) is None
