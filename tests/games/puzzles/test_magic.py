"""The magic labelling: what is wrong, whether it can be completed, how many there are."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.puzzles.counting import Labels, count, search
from companion.games.puzzles.labellings import ENCODED
from companion.games.puzzles.magic import (
    EMPTY,
    SUMS,
    InvalidLabels,
    check_labels,
    complete,
    conflict,
    ways,
    why_impossible,
)
from companion.rules.geometry import STAR, Point, symmetries

# How many labellings each sum has, rotations and reflections not told apart.
COUNTS = {46: 91, 47: 284, 48: 377, 49: 888, 50: 1100, 51: 888, 52: 377, 53: 284, 54: 91}

KNOWN = tuple(tuple(ord(letter) - ord("a") + 1 for letter in word) for word in ENCODED.split())


def labels(**numbers: int) -> Labels:
    """`p14=3`: 3 on point 14."""
    return tuple(numbers.get(f"p{name}", 0) for name in STAR.names)


def total(magic: Labels) -> int:
    (found,) = {sum(magic[point] for point in line) for line in STAR.lines}
    return found


def complement(magic: Labels) -> Labels:
    return tuple(20 - number for number in magic)


def images(magic: Labels) -> set[Labels]:
    return {
        tuple(magic[turn.index(Point(point))] for point in range(STAR.size))
        for turn in symmetries(STAR)
    }


@st.composite
def solved(draw: st.DrawFn) -> Labels:
    """Any magic labelling, in any of its images."""
    magic = draw(st.sampled_from(KNOWN))
    if draw(st.booleans()):
        magic = complement(magic)
    turn = draw(st.sampled_from(symmetries(STAR)))
    return tuple(magic[point] for point in turn)


@st.composite
def begun(draw: st.DrawFn) -> Labels:
    """Some numbers of a magic labelling, with up to three of them, or of the vacant points,
    written over."""
    magic = draw(solved())
    kept = draw(st.sets(st.integers(0, 18)))
    now = [number if point in kept else 0 for point, number in enumerate(magic)]
    for point, number in draw(
        st.lists(st.tuples(st.integers(0, 18), st.integers(0, 19)), max_size=3)
    ):
        now[point] = number
    return tuple(now)


def completions(now: Labels) -> int:
    """How many there are, by trying every number on the next point of the fullest line."""
    written = [number for number in now if number]
    whole = [line for line in STAR.lines if all(now[point] for point in line)]
    if len(set(written)) < len(written) or len({sum(now[p] for p in line) for line in whole}) > 1:
        return 0
    begun = [line for line in STAR.lines if line not in whole]
    if not begun:
        return 1
    fullest = max(begun, key=lambda line: sum(1 for point in line if now[point]))
    point = next(point for point in fullest if not now[point])
    unused = set(range(1, 20)).difference(now)
    return sum(completions((*now[:point], number, *now[point + 1 :])) for number in unused)


# Counting


@pytest.mark.slow
def test_all_4380_labellings_are_counted() -> None:
    assert dict(count()) == COUNTS
    assert sum(COUNTS.values()) == 4380


@pytest.mark.slow
def test_search_finds_what_is_written_down() -> None:
    assert tuple(magic for sum_ in range(45, 51) for magic in search(sum_)) == KNOWN


@pytest.mark.parametrize(("sum_", "found"), [(45, 0), (46, 91), (47, 284)])
def test_search_finds_what_is_written_down_for_small_sums(sum_: int, found: int) -> None:
    magics = tuple(search(sum_))
    assert len(magics) == found
    assert magics == tuple(magic for magic in KNOWN if total(magic) == sum_)


def test_sums_are_counted_as_they_come() -> None:
    assert next(count()) == (46, 91)


def test_labellings_written_down_are_magic_and_differ_by_more_than_a_symmetry() -> None:
    counted: Counter[int] = Counter()
    seen: set[Labels] = set()
    for magic in KNOWN:
        for each in {magic, complement(magic)}:
            if each not in seen:
                seen |= images(each)
                counted[total(each)] += 1
        assert sorted(magic) == list(range(1, 20))
    assert counted == COUNTS
    assert len(seen) == 12 * 4380
    assert set(counted) == set(SUMS)


# Completing


@given(begun())
def test_completion_exists_or_there_is_a_reason(now: Labels) -> None:
    found = complete(now)
    assert (found is None) == (ways(now) == 0) == bool(why_impossible(now)) == bool(conflict(now))
    if found is not None:
        assert check_labels(found).solved
        assert all(number in (0, there) for number, there in zip(now, found, strict=True))


@given(begun())
def test_what_is_wrong_line_by_line_can_never_be_completed(now: Labels) -> None:
    if check_labels(now).faults:
        assert ways(now) == 0


@given(solved(), st.sets(st.integers(0, 18)))
def test_part_of_a_magic_labelling_is_not_refused(magic: Labels, kept: set[int]) -> None:
    now = tuple(number if point in kept else 0 for point, number in enumerate(magic))
    assert why_impossible(now) == ""
    assert check_labels(now).faults == ()
    assert complete(now) is not None


@given(begun())
def test_clash_is_no_larger_than_need_be(now: Labels) -> None:
    points = conflict(now)
    core = tuple(number if point in points else 0 for point, number in enumerate(now))
    assert not points or ways(core) == 0
    for point in points:
        assert ways((*core[:point], 0, *core[point + 1 :])) > 0


@settings(max_examples=30)
@given(solved(), st.sets(st.integers(0, 18), min_size=12), st.integers(0, 18), st.integers(0, 19))
def test_ways_are_those_that_filling_in_finds(
    magic: Labels, kept: set[int], point: int, number: int
) -> None:
    now = [n if p in kept else 0 for p, n in enumerate(magic)]
    now[point] = number
    assert ways(tuple(now)) == completions(tuple(now))


@given(begun(), st.sampled_from(symmetries(STAR)))
def test_symmetries_change_nothing(now: Labels, turn: tuple[Point, ...]) -> None:
    turned = tuple(now[point] for point in turn)
    assert ways(turned) == ways(now)
    assert sorted(check_labels(turned).sums) == sorted(check_labels(now).sums)
    assert len(check_labels(turned).faults) == len(check_labels(now).faults)


def test_nothing_written_has_every_way() -> None:
    assert ways(EMPTY) == 12 * 4380


def test_every_number_can_stand_on_every_point() -> None:
    for point in range(19):
        assert all(ways((*EMPTY[:point], n, *EMPTY[point + 1 :])) for n in range(1, 20))


def test_numbers_that_cannot_stand_together_are_named() -> None:
    now = labels(p4=11, p6=17, p18=4, p9=1)
    assert check_labels(now).faults == ()
    assert (
        why_impossible(now)
        == "no magic labelling has 11 on point 4, 17 on point 6 and 4 on point 18"
    )


# Line by line


def test_empty_star_has_nothing_wrong() -> None:
    found = check_labels(EMPTY)
    assert (found.sums, found.whole, found.target) == ((0,) * 9, (False,) * 9, None)
    assert not found.faults
    assert not found.solved


@pytest.mark.parametrize(
    ("now", "said", "about"),
    [
        (labels(p3=7, p12=7), "7 is used more than once, on the points 3 and 12", {3, 12}),
        (
            labels(p1=1, p3=2, p7=3, p9=4, p14=5),
            "line 1-14 adds up to 15 instead of 46 to 54",
            {1, 3, 7, 9, 14},
        ),
        (
            labels(p1=1, p3=2, p7=3, p9=4),
            "line 1-14 cannot reach any sum from 46 to 54 any more: "
            "it stands at 10, with 1 to come",
            {1, 3, 7, 9, 14},
        ),
        (
            labels(p1=19, p3=8, p7=7, p9=11, p14=5, p2=1, p4=2, p5=3),
            "line 2-6 cannot reach 50 any more: it stands at 14, with 1 to come",
            {2, 3, 4, 5, 6},
        ),
    ],
)
def test_what_is_wrong_is_said(now: Labels, said: str, about: set[int]) -> None:
    (fault,) = check_labels(now).faults
    assert fault.text == said
    assert {point + 1 for point in fault.points} == about


def test_line_without_the_sum_of_the_others_is_wrong() -> None:
    magic = list(next(magic for magic in KNOWN if total(magic) == 50))
    magic[2] = magic[4] = 0  # points 3 and 5: two lines each, and 2-6
    whole = check_labels(tuple(magic))
    assert whole.target == 50
    assert whole.faults == ()
    assert whole.whole.count(True) == 6


def test_two_whole_lines_that_differ_are_both_wrong() -> None:
    now = labels(p1=1, p3=8, p7=18, p9=13, p14=10, p5=7, p8=11, p11=12, p18=16)
    assert [fault.text for fault in check_labels(now).faults] == [
        "line 1-14 adds up to 50, another one to 47",
        "line 1-18 adds up to 47, another one to 50",
    ]


def test_whole_line_apart_from_two_others_is_the_wrong_one() -> None:
    magic = next(magic for magic in KNOWN if total(magic) == 50)
    one, other = (magic.index(3), magic.index(5))
    swapped = list(magic)
    swapped[one], swapped[other] = 5, 3
    found = check_labels(tuple(swapped))
    assert found.target == 50
    wrong = [line for line, sum_ in zip(STAR.lines, found.sums, strict=True) if sum_ != 50]
    assert [fault.points for fault in found.faults] == wrong
    assert not found.solved


@pytest.mark.parametrize("now", [EMPTY[1:], (20, *EMPTY[1:]), (-1, *EMPTY[1:])])
def test_what_is_no_labelling_is_refused(now: Labels) -> None:
    for ask in (check_labels, complete, ways, why_impossible, conflict):
        with pytest.raises(InvalidLabels):
            ask(now)
