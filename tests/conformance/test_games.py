"""What every game owes to the contract, shown for every registered game and option set.

What can be checked on positions of random games alone is in `companion.testing.rule_checks`, from
where `companion test-game` runs it too; here the same checks look at more positions, and at those
of mid-game. The rest of this file needs more than that: shuffled positions, matches, symmetries,
options and any texts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.registry import kinds, make
from companion.rules import (
    CHANCE,
    NOBODY,
    Action,
    AnyGame,
    Game,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    Match,
    Piece,
    Stack,
    Step,
    Symmetry,
    perft,
)
from companion.testing.rule_checks import CHECKS, Seen
from tests import golden
from tests.conformance.option_sets import games, labels
from tests.slow import slow_after

_GAMES = dict(games())
_PLIES = 160  # of a playout whose every position is looked at
_LONGEST = 20_000  # of a playout that is to end
_SHUFFLED = 12  # positions whose cells are exchanged
_NODES = 3_000  # in a count that is made once for each symmetry

every_game = pytest.mark.parametrize("label", labels(always=2))


def _pick(game: AnyGame, position: Any, random: Random) -> Any:
    moves = game.moves(position)
    if game.to_act(position) == CHANCE:
        return random.choices(moves, [game.weight(position, move) for move in moves])[0]
    return random.choice(moves)


def _playout(game: AnyGame, random: Random, plies: int) -> Iterator[tuple[Any, Any]]:
    """Random play from the start: each position with the move made in it, None at the end."""
    position = game.start()
    for _ in range(plies):
        if not game.moves(position):
            break
        move = _pick(game, position, random)
        yield position, move
        position = game.advance(position, move)
    yield position, None


@cache
def _positions(label: str) -> tuple[Any, ...]:
    """The positions of two random playouts, and those of mid-game with these very options."""
    game = _GAMES[label]
    found = [p for seed in (1, 2) for p, _ in _playout(game, Random(seed), _PLIES)]
    for setting in golden.positions().values():
        if setting.game == game.name:
            made, position = setting.make()
            if made.chosen == game.chosen:
                found.append(position)
    return tuple(dict.fromkeys(found))


def _standing(game: AnyGame, position: Any) -> tuple[object, ...]:
    """Everything a game says of a position."""
    return (
        game.position_text(position),
        game.to_act(position),
        tuple(game.moves(position)),
        game.outcome(position),
        game.stacks(position),
        game.occupancy(position),
    )


@cache
def _seen(label: str) -> tuple[Seen, ...]:
    """The same positions, as the checks of rules take them."""
    game = _GAMES[label]
    return tuple(Seen(p, game.moves(p), None) for p in _positions(label))


@pytest.mark.parametrize("check", [pytest.param(c, id=c.__name__) for _, c in CHECKS])
@every_game
def test_the_rules_are_well(label: str, check: Callable[[AnyGame, Sequence[Seen]], None]) -> None:
    check(_GAMES[label], _seen(label))


@every_game
def test_advance_is_pure(label: str) -> None:
    game = _GAMES[label]
    for position in _positions(label):
        before, key = _standing(game, position), hash(position)
        for move in game.moves(position):
            after = game.advance(position, move)
            assert after == game.advance(position, move)
            assert hash(after) == hash(game.advance(position, move))
            assert {move: after}[move] == after
        assert _standing(game, position) == before
        assert hash(position) == key


def _parts(game: AnyGame, text: str) -> tuple[list[str], list[str]]:
    """The cells of a position's placement, row by row, and the other fields of its text."""
    placed, *rest = text.split(" ")
    bare = placed.replace("/", "")
    width = 1 if "(" in placed else len(bare) // game.board.size
    return re.findall(rf"\([^)]*\)|.{{{width}}}", bare), rest


def _whole(game: AnyGame, cells: list[str], rest: list[str]) -> str:
    at = iter(cells)
    rows = ["".join(next(at) for _ in row) for row in game.board.rows]
    return " ".join(("/".join(rows), *rest))


@cache
def _shuffled(label: str) -> tuple[Any, ...]:
    """Positions that no random play comes to: the known ones with many of their cells exchanged,
    as far as the game takes them."""
    game, random = _GAMES[label], Random(4)
    known = _positions(label)
    found = []
    for start in random.sample(known, min(len(known), _SHUFFLED)):
        cells, rest = _parts(game, game.position_text(start))
        for _ in range(2 * len(cells)):
            one, other = random.sample(range(len(cells)), 2)
            cells[one], cells[other] = cells[other], cells[one]
            try:
                game.parse_position(_whole(game, cells, rest))
            except InvalidPosition:
                cells[one], cells[other] = cells[other], cells[one]
        found.append(game.parse_position(_whole(game, cells, rest)))
    return tuple(found)


def _carried_out(stacks: tuple[Stack, ...], steps: tuple[Step, ...]) -> tuple[list[Stack], Stack]:
    """Make these steps with pieces that are told apart: what stands where then, and what was taken.
    Every step is asked of the board as it is by then."""
    board = list(stacks)
    hand: list[Stack] = []
    taken: list[Piece] = []
    for step in steps:
        there = board[step.point]
        match step.action:
            case Action.LIFT:
                assert there, "nothing to lift"
                assert there[-1] == step.piece
                hand.append(there)
                board[step.point] = ()
            case Action.PLACE:
                board[step.point] = (*there, *hand.pop())
                assert board[step.point][-1] == step.piece
            case Action.REMOVE:
                assert there, "nothing to remove"
                assert there[-1] == step.piece
                taken.append(step.piece)
                board[step.point] = there[:-1]
            case Action.ENTER:
                board[step.point] = (*there, step.piece)
            case Action.TURN:
                board[step.point] = (*there[:-1], step.piece)
        assert bool(board[step.point]) == step.occupied
    assert not hand
    return board, tuple(taken)


def _buried(stack: Stack) -> Stack:
    """What becomes of a captured piece under its captor: it stays what it is."""
    return tuple(sorted(stack, key=lambda piece: piece.text))


@every_game
def test_steps_carry_every_piece_to_where_it_stands_next(label: str) -> None:
    game = _GAMES[label]
    for position in (*_positions(label), *_shuffled(label)):
        before = game.stacks(position)
        for move in game.moves(position):
            where = f"{game.position_text(position)}: {game.move_text(position, move)}"
            after = game.advance(position, move)
            board, taken = _carried_out(before, game.steps(position, move))
            stacks = game.stacks(after)
            if taken and sum(map(len, stacks)) == sum(map(len, board)) + len(taken):
                # Nothing leaves this game: what was captured lies beneath its captor.
                (end,) = (p for p, stack in enumerate(stacks) if len(stack) != len(board[p]))
                assert stacks[end][len(taken) :] == board[end], where
                assert _buried(stacks[end]) == _buried((*taken, *board[end])), where
                board[end] = stacks[end]
            assert tuple(board) == stacks, where


@every_game
def test_every_text_that_is_written_is_read(label: str) -> None:
    game = _GAMES[label]
    for position in _shuffled(label):
        text = game.position_text(position)
        assert game.parse_position(text) == position, text
        for move in game.moves(position):
            its_text = game.move_text(position, move)
            assert game.parse_move(position, its_text) == move, f"{text}: {its_text}"
            after = game.advance(position, move)
            assert game.parse_position(game.position_text(after)) == after, f"{text}: {its_text}"


@every_game
def test_the_occupancy_is_where_the_stacks_are(label: str) -> None:
    game = _GAMES[label]
    for position in _positions(label):
        stacks = game.stacks(position)
        assert len(stacks) == game.board.size
        held = sum(1 << point for point, stack in enumerate(stacks) if stack)
        assert game.occupancy(position) == held
        for stack in stacks:
            assert set(stack) <= set(game.pieces)
    assert len({piece.text for piece in game.pieces}) == len(game.pieces)
    assert all(piece.seat is None or piece.seat < len(game.seats) for piece in game.pieces)


@every_game
def test_only_a_game_that_is_over_offers_no_move_and_awaits_nobody(label: str) -> None:
    game = _GAMES[label]
    for position in _positions(label):
        over = game.outcome(position).over
        assert over == (not game.moves(position)) == (game.to_act(position) == NOBODY)
        if not over:
            assert game.to_act(position) in (CHANCE, *range(len(game.seats)))
            assert all(game.weight(position, move) > 0 for move in game.moves(position))


@every_game
def test_all_seats_act_one_after_another(label: str) -> None:
    game = _GAMES[label]
    acting = [game.to_act(position) for position, _ in _playout(game, Random(1), _PLIES)]
    first = dict.fromkeys(seat for seat in acting if seat not in (CHANCE, NOBODY))
    acting_first = next(iter(first))
    seats = len(game.seats)
    assert list(first) == [(acting_first + seat) % seats for seat in range(seats)]


@every_game
def test_random_play_ends_or_repeats(label: str) -> None:
    game = _GAMES[label]
    for seed in range(3):
        seen: Counter[Any] = Counter()
        for position, _ in _playout(game, Random(seed), _LONGEST):
            recurrence = game.recurrence(position)
            seen[recurrence] += 1
            if seen[recurrence] == (game.repetitions or 2):
                break
        else:
            assert game.outcome(position).over, f"seed {seed}: {game.position_text(position)}"


@every_game
def test_a_match_is_replayed_from_its_texts_and_taken_back(label: str) -> None:
    game = _GAMES[label]
    random = Random(5)
    match = Match(game)
    while not match.over and len(match.history) < _PLIES:
        match.play(_pick(game, match.position, random))
    again = Match(make(game.name, game.chosen))
    for played in match.history:
        assert again.position == played.position
        again.play_text(played.text)
    assert again.position == match.position
    assert again.outcome == match.outcome
    assert again.history == match.history
    again.take_back(len(again.history))
    assert again.position == game.start()
    assert again.occurrences == 1


def _image(game: AnyGame, text: str, symmetry: Symmetry) -> str:
    """The text of a position, carried along by a symmetry."""
    cells, rest = _parts(game, text)
    moved = [""] * len(cells)
    for cell, point in zip(cells, symmetry.points, strict=True):
        moved[point] = cell
    change = str.maketrans(symmetry.letters, symmetry.become)
    return _whole(game, moved, rest).translate(change)


@every_game
def test_symmetries_keep_the_counts(label: str) -> None:
    game = _GAMES[label]
    positions = _positions(label)
    for position in Random(3).sample(positions, min(len(positions), 8)):
        text = game.position_text(position)
        depth = 1
        while depth < 4 and 0 < perft(game, position, depth) * 30 < _NODES:
            depth += 1
        nodes = perft(game, position, depth)
        for symmetry in game.symmetries():
            image = _image(game, text, symmetry)
            assert perft(game, game.parse_position(image), depth) == nodes, f"{text} and {image}"


@every_game
def test_symmetries_carry_every_point_to_one_of_its_own(label: str) -> None:
    game = _GAMES[label]
    found = game.symmetries()
    assert len(set(found)) == len(found)
    for symmetry in found:
        assert sorted(symmetry.points) == list(range(game.board.size))
        assert len(symmetry.letters) == len(symmetry.become)


@pytest.mark.parametrize("name", kinds())
def test_what_is_no_option_is_refused(name: str) -> None:
    with pytest.raises(InvalidOption, match="unknown option 'colour'"):
        make(name, {"colour": "red"})
    for option in kinds()[name].options:
        for value in ("", "zz", -1, None, 1.5, True) if not option.many else ("zz", -1, None, True):
            with pytest.raises(InvalidOption, match=option.name):
                make(name, {option.name: value})


@pytest.mark.parametrize("name", kinds())
def test_numbers_and_texts_are_the_same_options(name: str) -> None:
    for made in _GAMES.values():
        if made.name == name:
            numbers = {
                key: int(value) if value.isdecimal() else value
                for key, value in made.chosen.items()
            }
            assert make(name, numbers).chosen == made.chosen


def _texts(label: str) -> list[str]:
    return [_GAMES[label].position_text(position) for position in _positions(label)]


@st.composite
def _mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """A legal text with a few of its pieces cut out, doubled, exchanged or replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(len(text), at + 4)))
        put = draw(
            st.one_of(
                st.just(""),
                st.just(text[at:end] * 2),
                st.text(
                    alphabet="wbWBosnewSTCDNQ.#()/-, 0123456789abcdeplacemovjump²٣", max_size=3
                ),
                st.characters(),
            )
        )
        text = text[:at] + put + text[end:]
    return text


def _read(game: AnyGame, text: str) -> None:
    """A text is refused by the one error, or it is a position in full and prints as it was."""
    try:
        position = game.parse_position(text)
    except InvalidPosition as error:
        assert str(error)
        assert "\n" not in str(error) or "\n" in text
    else:
        assert game.position_text(position) == text
        _standing(game, position)
        for move in game.moves(position)[:8]:
            _standing(game, game.advance(position, move))
            game.steps(position, move)


@every_game
def test_a_field_that_is_missing_empty_or_double_is_refused(label: str) -> None:
    game = _GAMES[label]
    fields = game.position_text(game.start()).split(" ")
    for at, field in enumerate(fields):
        for put in ([], [""], [field, field], [field + field], [field, ""]):
            with pytest.raises(InvalidPosition):
                game.parse_position(" ".join((*fields[:at], *put, *fields[at + 1 :])))


@pytest.mark.parametrize("examples", slow_after(1, (15, 200)))
@pytest.mark.parametrize("name", kinds())
def test_any_text_is_read_or_refused_as_a_position(name: str, examples: int) -> None:
    labels = [label for label, game in _GAMES.items() if game.name == name]

    @settings(max_examples=examples)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        label = data.draw(st.sampled_from(labels))
        text = data.draw(st.one_of(_mutated(_texts(label)), _mutated(_texts(label)), st.text()))
        _read(_GAMES[label], text)

    check()


@pytest.mark.parametrize("examples", slow_after(1, (20, 150)))
@pytest.mark.parametrize("name", kinds())
def test_any_text_is_read_or_refused_as_a_move(name: str, examples: int) -> None:
    labels = [label for label, game in _GAMES.items() if game.name == name]

    @settings(max_examples=examples)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        label = data.draw(st.sampled_from(labels))
        game: Game[Any, Any] = _GAMES[label]
        position = data.draw(st.sampled_from(_positions(label)))
        texts = [game.move_text(position, move) for move in game.moves(position)]
        text = data.draw(st.one_of(_mutated(texts or ["1-2"]), st.text()))
        try:
            move = game.parse_move(position, text)
        except (InvalidMove, IllegalMove) as error:
            assert str(error)
        else:
            assert move in game.moves(position)

    check()


def test_a_word_is_the_text_of_no_move() -> None:
    for game in _GAMES.values():
        with pytest.raises(InvalidMove, match="'hello'"):
            game.parse_move(game.start(), "hello")
