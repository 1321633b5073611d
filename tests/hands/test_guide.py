"""From any board to the wanted one: which pair comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.base.text import verbatim
from companion.hands import guide
from companion.hands.view import Mend
from companion.hands.whereabouts import Standing, Whereabouts
from companion.rules import Piece, Stack
from companion.rules.geometry import Point, bits, grid, points_of

BOARD = grid(5)


def mask(names: str) -> int:
    return bits(BOARD.index[name] for name in names.split())


def point(name: str) -> Point:
    return BOARD.index[name]


@pytest.mark.parametrize(
    ("sensed", "wanted", "effort"),
    [
        ("", "", (0, 0)),
        ("a1", "b1", (1, 2)),
        ("a1 a2 a3", "a1 b2", (2, 3)),
        ("a1", "a1 b2 b3", (2, 2)),
        ("a1 a2 a3", "c3", (3, 4)),
    ],
)
def test_effort_is_liftings_and_then_switches(
    sensed: str, wanted: str, effort: tuple[int, int]
) -> None:
    assert guide.effort(mask(sensed), mask(wanted)) == effort


def test_the_believed_board_is_nearest_unless_a_single_other_is_nearer() -> None:
    sensed, believed = mask("a1 b1"), mask("c1 d1")
    near, nearer, other = mask("a1 c1"), mask("a1"), mask("b1")
    assert guide.nearest_board(sensed, believed, []) == believed
    assert guide.nearest_board(sensed, believed, [mask("e1 e2")]) == believed  # as near, no nearer
    assert guide.nearest_board(sensed, believed, [near]) == near
    assert guide.nearest_board(sensed, believed, [near, nearer]) == nearer
    assert guide.nearest_board(sensed, believed, [nearer, other]) == believed
    assert guide.nearest_board(sensed, believed, [nearer, other, sensed]) == sensed


class Pieces(Whereabouts):
    """Pieces that stand as a test says: looks by point, the last one that was put down last.

    origins: where they belong, unless they are where they belong.
    """

    def __init__(
        self,
        there: Mapping[str, str | None],
        origins: Mapping[str, str] | None = None,
        in_hand: tuple[str, str] | None = None,
    ) -> None:
        self.suspects = self.trusted = 0
        self._there = {
            point(name): Standing(
                mask((origins or {}).get(name, name)), frozenset(map(stack, (look or "?").split()))
            )
            for name, look in there.items()
        }
        self._hand = None
        if in_hand is not None:
            self._hand = point(in_hand[0]), Standing(0, frozenset({stack(in_hand[1])}))

    def standing(self) -> dict[Point, Standing]:
        return self._there

    @property
    def in_hand(self) -> tuple[Point, Standing] | None:
        return self._hand


def stack(look: str) -> Stack | None:
    return None if look == "?" else (Piece(None, verbatim(look), look),)


def plan(
    there: Mapping[str, str | None], wanted: Mapping[str, str], **pieces: Any
) -> tuple[guide.Plan, Pieces]:
    goal = guide.Goal({point(name): stack(look) for name, look in wanted.items()}, {})
    known = Pieces(there, **pieces)
    return guide.Plan(BOARD, known, goal), known


def step(there: Mapping[str, str | None], wanted: Mapping[str, str], **pieces: Any) -> str:
    """The next step: what is taken away, put down, and what follows."""
    made = plan(there, wanted, **pieces)[0].mend()
    parts = ((made.take_away, "-"), (made.put_here, "+"), (made.then, "then "))
    return " ".join(f"{sign}{BOARD.names[p]}" for m, sign in parts for p in points_of(m))


def alike(names: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), "w")


@pytest.mark.parametrize(
    ("sensed", "wanted", "pair"),
    [
        ("c3 a1", "c4 a5", ("c3", "c4")),
        ("c3 a1", "e3 a2", ("a1", "a2")),
        ("a1", "e1 c3", ("a1", "c3")),  # √8 is nearer than 4
        ("b2", "e2 b4", ("b2", "b4")),
        ("e5", "a5 e2", ("e5", "e2")),
        ("a1", "b4 d2", ("a1", "b4")),  # as near as the other: the first in reading order
    ],
)
def test_of_pieces_that_look_alike_the_nearest_pair_comes_first(
    sensed: str, wanted: str, pair: tuple[str, str]
) -> None:
    away, here = map(point, pair)
    made, _ = plan(alike(sensed), alike(wanted))
    looks = tuple((p, (Piece(None, verbatim("w"), "w"),)) for p in (away, here))
    assert made.mend() == Mend(1 << away, 1 << here, 0, looks)
    assert made.set_up() == made.mend()


def test_in_set_up_what_is_only_missing_or_only_too_much_is_shown_together() -> None:
    made = plan(alike("b2"), alike("b2 a1 c3"))[0].set_up()
    assert (made.put_here, made.take_away) == (mask("a1 c3"), 0)
    made = plan(alike("b2 a1 c3"), alike("b2"))[0].set_up()
    assert (made.put_here, made.take_away) == (0, mask("a1 c3"))
    made = plan({"b2": "b", "a1": "w"}, {"b2": "w", "c3": "w"})[0].set_up()
    assert (made.put_here, made.take_away) == (mask("c3"), mask("a1"))
    made = plan({"b2": None}, {"c3": "w", "a1": "w"})[0].set_up()
    assert (made.put_here, made.take_away) == (mask("c3"), mask("b2"))
    assert plan({}, {})[0].mend() == Mend(0, 0)


@pytest.mark.parametrize(
    ("there", "wanted", "pieces", "said"),
    [
        # A piece that looks different is not put there, however near that is.
        ({"a2": "b"}, {"a1": "w", "e5": "b"}, {}, "-a2 +e5"),
        # The last one that was put down comes first, and where it belongs.
        ({"a2": "w", "a3": "w"}, {"a1": "w", "e5": "w"}, {"origins": {"a3": "e5"}}, "-a3 +e5"),
        # What was just lifted is put down first.
        ({"a2": "w"}, {"a1": "w", "e5": "b"}, {"in_hand": ("c3", "b")}, "+e5"),
        ({"a2": "w"}, {"a1": "w", "e5": "w"}, {"in_hand": ("c3", "b")}, "-a2 +a1"),
        # It is unknown which is which: both are taken off, and so is what is where it belongs.
        (
            {"a1": "w b", "c3": "w b"},
            {"a1": "w", "b2": "b"},
            {"origins": {"a1": "a1 b2", "c3": "a1 b2"}},
            "-c3 -a1 then b2 then a1",
        ),
        # Nothing is missing: what is where it belongs is left alone.
        (
            {"a1": "w b", "c3": "w b"},
            {"a1": "w"},
            {"origins": {"a1": "a1 b2", "c3": "a1 b2"}},
            "-c3",
        ),
        # Nothing is too much: people know where things belong.
        ({"a1": "w b"}, {"a1": "w", "b2": "b"}, {"origins": {"a1": "a1 b2"}}, "+b2"),
        # The one that may be the missing piece, on a point where another one goes.
        (
            {"c3": "w b"},
            {"c3": "w", "b2": "b"},
            {"origins": {"c3": "a1 b2"}},
            "-c3 then c3 then b2",
        ),
        # Two were exchanged: one goes off, and the other one where it belongs.
        ({"a1": "b", "b2": "w"}, {"a1": "w", "b2": "b"}, {}, "-b2"),
        ({"a1": "b"}, {"a1": "w", "b2": "b"}, {}, "-a1 +b2"),
        # Of the wrong ones, first the one whose place is needed.
        ({"a1": "b", "b2": "b", "c3": "w"}, {"a1": "w", "b2": "q"}, {}, "-a1"),
        ({"a1": "b", "c3": "q"}, {"a1": "w"}, {}, "-a1"),
        ({"c3": "q", "d4": "b"}, {"e5": "w"}, {}, "-d4"),
        ({}, {"b2": "w", "e5": "w"}, {}, "+e5"),
    ],
)
def test_pieces_that_look_different_are_kept_apart(
    there: dict[str, str | None], wanted: dict[str, str], pieces: dict[str, Any], said: str
) -> None:
    assert step(there, wanted, **pieces) == said


def test_a_piece_that_has_to_be_looked_at_is_taken_off_unless_it_was_put_there_as_told() -> None:
    there, wanted = {"a1": "w b", "c3": "w b"}, {"a1": "w", "b2": "b"}
    origins = {"a1": "a1 b2", "c3": "a1 b2"}
    made, pieces = plan(there, wanted, origins=origins)
    pieces.trusted = mask("a1")
    goal = guide.Goal({point("a1"): stack("w"), point("b2"): stack("b")}, {})
    assert guide.Plan(BOARD, pieces, goal).mend().take_away == mask("c3")
    assert made.mend().take_away == mask("a1 c3")
    pieces = Pieces({"a1": "w"})
    pieces.suspects = mask("a1")
    assert guide.Plan(BOARD, pieces, goal).mend().take_away == mask("a1")


def test_what_goals_have_in_common_is_what_they_agree_on() -> None:
    a, b = point("a1"), point("b2")
    one = guide.Goal({a: stack("w"), b: stack("b")}, {a: b, b: None})
    other = guide.Goal({a: stack("w"), b: stack("q")}, {a: b})
    assert guide.agreed([one]) == one
    assert guide.agreed([one, other]) == guide.Goal({a: stack("w"), b: None}, {a: b})


def test_anything_will_do_where_it_is_unknown_what_is_wanted() -> None:
    made, pieces = plan({"a2": "b"}, {})
    goal = guide.Goal({point("a1"): None}, {})
    assert guide.Plan(BOARD, pieces, goal).mend().put_here == mask("a1")
    assert made.mend() == Mend(
        mask("a2"), 0, 0, ((point("a2"), (Piece(None, verbatim("b"), "b"),)),)
    )
    there, _ = plan({"a1": "b"}, {})
    assert guide.Plan(BOARD, Pieces({"a1": "b"}), goal).mend() == Mend(0, 0)
    assert there.mend().take_away == mask("a1")
