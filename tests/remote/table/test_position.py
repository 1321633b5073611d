"""What a log means: each entry after a position that another one has left behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.remote.table.entry import (
    Answer,
    Commitment,
    Ply,
    Request,
    RequestKind,
    Reveal,
    commitment_digest,
    joint_number,
)
from companion.remote.table.position import Ended, Position

LOT = [("x", 1), ("y", 2), ("z", 1)]
"""What the bag holds, with weights."""


class Bag:
    """A game whose bag yields something before each ply."""

    def to_move(self, plies: tuple[str, ...]) -> int | None:
        return len(plies) // 2 % 2 if len(plies) % 2 else None

    def draws(self, plies: tuple[str, ...]) -> Sequence[tuple[str, int]]:
        return [] if len(plies) % 2 else LOT

    def is_legal(self, plies: tuple[str, ...], text: str) -> bool:
        return text == "a"


RULES = Bag()


def secret(number: int) -> str:
    return f"{number:064x}"


def commit(position: Position, *numbers: int) -> Position:
    for seat, number in enumerate(numbers):
        assert position.pen(RULES) == seat
        game, plies = position.game, len(position.plies)
        digest = commitment_digest(seat, game, plies, secret(number))
        entry = Commitment(previous="", author=seat, digest=digest)
        assert position.allows(entry, RULES)
        position = position.after(entry, RULES)
    return position


def draw(position: Position, *numbers: int) -> Position:
    position = commit(position, *numbers)
    for seat, number in enumerate(numbers):
        assert position.pen(RULES) == seat
        entry = Reveal(previous="", author=seat, secret=secret(number))
        assert position.allows(entry, RULES)
        position = position.after(entry, RULES)
    return position


def play(position: Position, spent: int) -> Position:
    entry = Ply(previous="", author=position.pen(RULES), text="a", spent=spent)
    assert position.allows(entry, RULES)
    return position.after(entry, RULES)


def ask(position: Position, seat: int, what: RequestKind, plies: int = 0) -> Position:
    entry = Request(
        previous="",
        author=position.pen(RULES),
        game=position.game,
        seat=seat,
        number=position.numbers[seat] + 1,
        what=what,
        plies=plies,
    )
    assert position.allows(entry, RULES)
    return position.after(entry, RULES)


def agree(position: Position) -> Position:
    while position.request is not None:
        entry = Answer(previous="", author=position.pen(RULES), accepted=True)
        assert position.allows(entry, RULES)
        position = position.after(entry, RULES)
    return position


def test_a_bag_yields_something_again_and_again() -> None:
    position = Position.start(2)
    for number in range(6):
        position = draw(position, number, number + 100)
        assert (position.commitments, position.secrets) == ((), ())
        assert position.spent[-1] == 0
        position = play(position, 1000 + number)
        assert position.spent[-1] == 1000 + number
    assert len(position.plies) == len(position.spent) == 12


def test_the_secrets_choose_by_the_weights() -> None:
    chosen = "xyyz"  # of four numbers, the middle two are for y
    found = set()
    for number in range(40):
        drawn = draw(Position.start(2), number, 7)
        text = chosen[joint_number((secret(number), secret(7))) % 4]
        assert drawn.plies == (text,)
        found.add(text)
    assert found == {"x", "y", "z"}


def ended(seats: int = 2) -> Position:
    """A position after a draw, two plies of hands and an agreed draw."""
    position = Position.start(seats)
    for number in range(2):
        position = play(draw(position, *range(number, number + seats)), 10 + number)
    return agree(ask(position, 0, "draw"))


def test_a_takeback_undoes_plies_with_their_times_and_the_end() -> None:
    before = ended()
    assert before.ended == Ended("draw", 0)
    position = agree(ask(before, 1, "takeback", 3))
    assert position.plies == before.plies[:3]
    assert position.spent == before.spent[:3] == (0, 10, 0)
    assert position.ended is None


def test_a_new_game_begins_with_nothing_of_the_last() -> None:
    paused = agree(ask(ended(), 0, "pause"))
    assert paused.paused
    position = agree(ask(paused, 1, "new"))
    assert position == replace(Position.start(2), game=1, numbers=position.numbers)
    assert position.numbers == (2, 1)


@pytest.mark.parametrize("what", ["takeback", "new"])
def test_a_draw_that_is_under_way_does_not_outlive_its_place(what: RequestKind) -> None:
    position = commit(play(draw(Position.start(2), 1, 2), 10), 3, 4)
    entry = Reveal(previous="", author=0, secret=secret(3))
    position = position.after(entry, RULES)
    assert position.commitments and position.secrets
    position = agree(ask(position, 0, what))
    assert (position.commitments, position.secrets) == ((), ())
    assert play(draw(position, 5, 6), 20).plies[-1] == "a"


@pytest.mark.parametrize("what", ["pause", "draw"])
def test_a_draw_that_is_under_way_is_kept_by_what_leaves_its_place(what: RequestKind) -> None:
    position = commit(Position.start(2), 3, 4)
    after = agree(ask(position, 0, what))
    assert after.commitments == position.commitments


def test_all_others_are_asked_each_time() -> None:
    position = ended(3)
    for game in (1, 2):
        position = ask(position, 1, "new")
        asked = []
        while position.request is not None:
            asked.append(position.pen(RULES))
            entry = Answer(previous="", author=asked[-1], accepted=True)
            position = position.after(entry, RULES)
        assert asked == [2, 0]
        assert position.game == game


def test_after_a_refusal_all_others_are_asked_again() -> None:
    position = ask(ended(3), 1, "new")
    for accepted in (True, False):
        entry = Answer(previous="", author=position.pen(RULES), accepted=accepted)
        position = position.after(entry, RULES)
    assert position.request is None
    assert position.game == 0
    assert ask(position, 1, "new").pen(RULES) == 2
