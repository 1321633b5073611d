"""The magic labelling of the star: 1 to 19 on the points, each once, every line with the same sum.

What a player has written so far is checked line by line with arithmetic alone. Whether it can be
completed is looked up among all labellings, which is exact and takes no time: for every point and
number the labellings that have it there are a set, held as the bits of an int.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from companion.geometry import STAR, Point, symmetries
from companion.puzzles.counting import Labels
from companion.puzzles.labellings import WORDS
from companion.rules.errors import CompanionError

EMPTY: Labels = (0,) * STAR.size
"""Nothing is written yet."""

NUMBERS = range(1, STAR.size + 1)
"""What is to be written."""

SUMS = range(46, 55)
"""The sums that lines can have; there is no labelling with another."""


class InvalidLabels(CompanionError, ValueError):
    """What is to be written on the points cannot be read, or cannot stand there."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong, in a few words, and the points it is about."""

    text: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """What can be said of a labelling line by line.

    sums:   of each line of the star, as far as it goes.
    whole:  whether each line has all its numbers.
    target: the sum that the lines must have, because whole lines have it; None before that, or
            while as many whole lines say one thing as another.
    faults: what is wrong: numbers used twice first, then lines.
    """

    sums: tuple[int, ...]
    whole: tuple[bool, ...]
    target: int | None
    faults: tuple[Fault, ...]

    @property
    def solved(self) -> bool:
        """Whether every line is whole and nothing is wrong."""
        return all(self.whole) and not self.faults


def line_name(line: Sequence[Point]) -> str:
    """A line by its ends: `1-14`."""
    return f"{STAR.names[line[0]]}-{STAR.names[line[-1]]}"


def check(labels: Labels) -> Check:
    """What a labelling is like so far. InvalidLabels when it is not one number from 0 to 19 for
    each point."""
    _readable(labels)
    sums = tuple(sum(labels[point] for point in line) for line in STAR.lines)
    whole = tuple(all(labels[point] for point in line) for line in STAR.lines)
    target = _target([total for total, ready in zip(sums, whole, strict=True) if ready])
    faults = [*_twice(labels), *_lines(labels, sums, whole, target)]
    return Check(sums, whole, target, tuple(faults))


def complete(labels: Labels) -> Labels | None:
    """A magic labelling with these numbers where they are, or None when there is none; always the
    same one. InvalidLabels as for `check`."""
    _readable(labels)
    for image, fitting in enumerate(_fitting(labels)):
        if fitting:
            found = _known()[fitting.bit_length() - 1]
            return tuple(found[source] for source in _sources()[image])
    return None


def ways(labels: Labels) -> int:
    """How many magic labellings have these numbers where they are, with rotations and reflections
    told apart. InvalidLabels as for `check`."""
    _readable(labels)
    return sum(fitting.bit_count() for fitting in _fitting(labels))


def clash(labels: Labels) -> tuple[Point, ...]:
    """Points whose numbers cannot stand together in any magic labelling, though they could without
    any one of them; empty when the labelling can be completed. InvalidLabels as for `check`."""
    if ways(labels):
        return ()
    core = list(labels)
    for point, number in enumerate(labels):
        core[point] = 0
        if ways(tuple(core)):
            core[point] = number
    return tuple(point for point in STAR.index.values() if core[point])


def refusal(labels: Labels) -> str:
    """Why there is no way to complete a labelling: what is wrong with it line by line, or else the
    numbers that clash. Empty when there is a way. InvalidLabels as for `check`."""
    faults = check(labels).faults
    if faults:
        return faults[0].text
    clashing = [f"{labels[point]} on point {STAR.names[point]}" for point in clash(labels)]
    return f"no magic labelling has {_and(clashing)}" if clashing else ""


def _readable(labels: Labels) -> None:
    if len(labels) != STAR.size:
        raise InvalidLabels(f"{len(labels)} labels are given; the star has {STAR.size} points")
    for name, number in zip(STAR.names, labels, strict=True):
        if number and number not in NUMBERS:
            raise InvalidLabels(f"{number} on point {name}: write a number from 1 to {STAR.size}")


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


# Line by line


def _target(done: Sequence[int]) -> int | None:
    """The sum that more whole lines have than any other, of those that a line can have."""
    common = Counter(total for total in done if total in SUMS).most_common(2)
    if not common or (len(common) == 2 and common[0][1] == common[1][1]):
        return None
    return common[0][0]


def _twice(labels: Labels) -> Iterator[Fault]:
    for number in NUMBERS:
        points = tuple(point for point in STAR.index.values() if labels[point] == number)
        if len(points) > 1:
            where = _and([STAR.names[point] for point in points])
            yield Fault(f"{number} is used more than once, on the points {where}", points)


def _lines(
    labels: Labels, sums: Sequence[int], whole: Sequence[bool], target: int | None
) -> Iterator[Fault]:
    unused = [number for number in NUMBERS if number not in labels]
    goals = SUMS if target is None else [target]
    wanted = f"any sum from {SUMS[0]} to {SUMS[-1]}" if target is None else str(target)
    done = {total for total, ready in zip(sums, whole, strict=True) if ready and total in SUMS}
    for line, total, ready in zip(STAR.lines, sums, whole, strict=True):
        said = f"line {line_name(line)} adds up to {total}"
        if ready and total not in SUMS:
            yield Fault(f"{said} instead of {SUMS[0]} to {SUMS[-1]}", line)
        elif ready and target is not None and total != target:
            yield Fault(f"{said} instead of {target}", line)
        elif ready and target is None and len(done) > 1:
            others = _and([str(other) for other in sorted(done - {total})])
            yield Fault(f"{said}, another one to {others}", line)
        elif not ready:
            missing = sum(1 for point in line if not labels[point])
            reach = _reach(unused, missing)
            if not any(goal >= total and reach >> goal - total & 1 for goal in goals):
                yield Fault(
                    f"line {line_name(line)} cannot reach {wanted} any more: "
                    f"it stands at {total}, with {missing} to come",
                    line,
                )


def _reach(unused: Sequence[int], missing: int) -> int:
    """The sums of `missing` different unused numbers, as the bits of an int."""
    sums = [1] + [0] * missing
    for number in unused:
        for count in range(missing, 0, -1):
            sums[count] |= sums[count - 1] << number
    return sums[missing]


# Looking up


@cache
def _known() -> tuple[Labels, ...]:
    """Every magic labelling in one of its twelve images."""
    read = [tuple(ord(letter) - ord("a") + 1 for letter in word) for word in WORDS.split()]
    turned = (tuple(20 - number for number in labels) for labels in read)
    # Those with the sum 50 and 10 in the centre already stand there with their counterparts.
    centre = STAR.index["10"]
    return (
        *read,
        *(labels for labels in turned if labels[centre] != 10 or check(labels).target != 50),
    )


@cache
def _having() -> tuple[tuple[int, ...], ...]:
    """For each point and number, which known labellings have it there; 0 stands for any number."""
    known = _known()
    having = [[0] * (STAR.size + 1) for _ in STAR.names]
    for i, labels in enumerate(known):
        for there, number in zip(having, labels, strict=True):
            there[number] |= 1 << i
    for there in having:
        there[0] = (1 << len(known)) - 1
    return tuple(tuple(there) for there in having)


@cache
def _sources() -> tuple[tuple[int, ...], ...]:
    """For each symmetry of the star, the point that each point gets its number from."""
    return tuple(
        tuple(where.index(Point(point)) for point in range(STAR.size)) for where in symmetries(STAR)
    )


def _fitting(labels: Labels) -> Iterator[int]:
    """For each symmetry, which known labellings have these numbers in that image."""
    having = _having()
    everything = having[0][0]
    for sources in _sources():
        fitting = everything
        for number, source in zip(labels, sources, strict=True):
            fitting &= having[source][number]
        yield fitting
