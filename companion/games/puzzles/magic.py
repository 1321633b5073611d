"""The magic labelling of the star: 1 to 19 on the points, each once, every line with the same sum.

The player's numbers are checked line by line with simple arithmetic. Whether they can be completed
is looked up among all labellings, which is exact and fast: for every point and number, an int holds
the set of labellings with that number there, one bit for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.games.puzzles.counting import Labels
from companion.games.puzzles.labellings import ENCODED
from companion.rules.geometry import STAR, Point, symmetries
from companion.rules.reasons import listed

EMPTY: Labels = (0,) * STAR.size
"""An empty labelling."""

NUMBERS = range(1, STAR.size + 1)
"""The numbers to place."""

SUMS = range(46, 55)
"""The possible line sums; no labelling has any other."""


class InvalidLabels(CompanionError, ValueError):
    """Labels that cannot be read, or that are not possible."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in a labelling, in a few words, and the points that it concerns."""

    text: Text
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LabelCheck:
    """The check of a labelling, line by line.

    Attributes:
        sums: The sum of each line's numbers so far.
        whole: Whether each line is complete.
        target: The sum of the complete lines, which all others must have; None if there is none, or
            if the most frequent sums are tied.
        faults: The mistakes: numbers used twice first, then lines.
    """

    sums: tuple[int, ...]
    whole: tuple[bool, ...]
    target: int | None
    faults: tuple[Mistake, ...]

    @property
    def solved(self) -> bool:
        """Whether every line is complete and there is no mistake."""
        return all(self.whole) and not self.faults


def line_name(line: Sequence[Point]) -> str:
    """Return a line's name, from its ends: `1-14`."""
    return f"{STAR.names[line[0]]}-{STAR.names[line[-1]]}"


def check_labels(labels: Labels) -> LabelCheck:
    """Check a labelling line by line.

    Raises:
        InvalidLabels: If it does not have one number from 0 to 19 for each point.
    """
    _readable(labels)
    sums = tuple(sum(labels[point] for point in line) for line in STAR.lines)
    whole = tuple(all(labels[point] for point in line) for line in STAR.lines)
    target = _target([total for total, ready in zip(sums, whole, strict=True) if ready])
    faults = [*_twice(labels), *_lines(labels, sums, whole, target)]
    return LabelCheck(sums, whole, target, tuple(faults))


def complete(labels: Labels) -> Labels | None:
    """Complete a labelling, always in the same way.

    Returns:
        The complete labelling; None if that is impossible.

    Raises:
        InvalidLabels: As in `check_labels`.
    """
    _readable(labels)
    for image, fitting in enumerate(_fitting(labels)):
        if fitting:
            found = _known()[fitting.bit_length() - 1]
            return tuple(found[source] for source in _sources()[image])
    return None


def ways(labels: Labels) -> int:
    """Return how many magic labellings have these numbers in these places.

    Rotations and reflections count separately.

    Raises:
        InvalidLabels: As in `check_labels`.
    """
    _readable(labels)
    return sum(fitting.bit_count() for fitting in _fitting(labels))


def possible_numbers(labels: Labels) -> dict[Point, tuple[int, ...]]:
    """Return the numbers that each empty point may have, in any completion.

    Returns:
        The numbers by point; empty if the labelling is complete or cannot be completed.

    Raises:
        InvalidLabels: As in `check_labels`.
    """
    _readable(labels)
    found: dict[Point, set[int]] = {p: set() for p in STAR.index.values() if not labels[p]}
    for sources, fitting in zip(_sources(), _fitting(labels), strict=True):
        while fitting:
            known = _known()[fitting.bit_length() - 1]
            fitting ^= 1 << fitting.bit_length() - 1
            for point, numbers in found.items():
                numbers.add(known[sources[point]])
    return {point: tuple(sorted(numbers)) for point, numbers in found.items() if numbers}


def partial_labelling(randrange: Callable[[int], int], given: int) -> Labels:
    """Return a labelling that can be completed in one way only, with one line complete.

    Args:
        randrange: Returns random numbers from 0 up to, but not including, its argument.
        given: The number of numbers in it, at least; more if one way needs them.
    """
    labels = _known()[randrange(len(_known()))]
    sources = _sources()[randrange(len(_sources()))]
    found = [labels[source] for source in sources]
    line = set(STAR.lines[randrange(len(STAR.lines))])  # which tells the sum
    others = [point for point in STAR.index.values() if point not in line]
    while others:
        point = others.pop(randrange(len(others)))
        if sum(map(bool, found)) == given:
            break
        number, found[point] = found[point], 0
        if ways(tuple(found)) > 1:
            found[point] = number
    return tuple(found)


def conflict(labels: Labels) -> tuple[Point, ...]:
    """Return a minimal set of points whose numbers no magic labelling has together.

    Without any one of them, there would be one.

    Returns:
        The points; none if the labelling can be completed.

    Raises:
        InvalidLabels: As in `check_labels`.
    """
    if ways(labels):
        return ()
    core = list(labels)
    for point, number in enumerate(labels):
        core[point] = 0
        if ways(tuple(core)):
            core[point] = number
    return tuple(point for point in STAR.index.values() if core[point])


def why_impossible(labels: Labels) -> Text:
    """Return why a labelling cannot be completed.

    Returns:
        Its first mistake, or else the numbers that conflict; empty if it can be completed.

    Raises:
        InvalidLabels: As in `check_labels`.
    """
    faults = check_labels(labels).faults
    if faults:
        return faults[0].text
    clashing: list[Text] = [
        Text("{number} on point {point}", number=labels[point], point=STAR.names[point])
        for point in conflict(labels)
    ]
    if not clashing:
        return Text()
    return Text("no magic labelling has {labels}", labels=listed(clashing, "and"))


def _readable(labels: Labels) -> None:
    if len(labels) != STAR.size:
        raise InvalidLabels(
            Text(
                "{number} labels are given; the star has {points} points",
                number=len(labels),
                points=STAR.size,
            )
        )
    for name, number in zip(STAR.names, labels, strict=True):
        if number and number not in NUMBERS:
            raise InvalidLabels(
                Text(
                    "{number} on point {point}: write a number from 1 to {most}",
                    number=number,
                    point=name,
                    most=STAR.size,
                )
            )


# Line by line


def _target(done: Sequence[int]) -> int | None:
    """Return the most frequent possible sum of complete lines, or None if there is a tie."""
    common = Counter(total for total in done if total in SUMS).most_common(2)
    if not common or (len(common) == 2 and common[0][1] == common[1][1]):
        return None
    return common[0][0]


def _twice(labels: Labels) -> Iterator[Mistake]:
    for number in NUMBERS:
        points = tuple(point for point in STAR.index.values() if labels[point] == number)
        if len(points) > 1:
            where = listed([STAR.names[point] for point in points], "and")
            said = Text(
                "{number} is used more than once, on the points {points}",
                number=number,
                points=where,
            )
            yield Mistake(said, points)


def _lines(
    labels: Labels, sums: Sequence[int], whole: Sequence[bool], target: int | None
) -> Iterator[Mistake]:
    unused = [number for number in NUMBERS if number not in labels]
    goals = SUMS if target is None else [target]
    done = {total for total, ready in zip(sums, whole, strict=True) if ready and total in SUMS}
    for line, total, ready in zip(STAR.lines, sums, whole, strict=True):
        name = line_name(line)
        if ready and total not in SUMS:
            said = Text(
                "line {line} adds up to {sum} instead of {least} to {most}",
                line=name,
                sum=total,
                least=SUMS[0],
                most=SUMS[-1],
            )
            yield Mistake(said, line)
        elif ready and target is not None and total != target:
            said = Text(
                "line {line} adds up to {sum} instead of {expected}",
                line=name,
                sum=total,
                expected=target,
            )
            yield Mistake(said, line)
        elif ready and target is None and len(done) > 1:
            said = Text(
                "line {line} adds up to {sum}, another one to {others}",
                line=name,
                sum=total,
                others=listed([str(other) for other in sorted(done - {total})], "and"),
            )
            yield Mistake(said, line)
        elif not ready:
            missing = sum(1 for point in line if not labels[point])
            reach = _reach(unused, missing)
            if not any(goal >= total and reach >> goal - total & 1 for goal in goals):
                yield Mistake(_out_of_reach(name, total, target, missing), line)


def _out_of_reach(line: str, total: int, target: int | None, missing: int) -> Text:
    if target is None:
        return Text(
            "line {line} cannot reach any sum from {least} to {most} any more: "
            "it stands at {sum}, with {missing} to come",
            line=line,
            least=SUMS[0],
            most=SUMS[-1],
            sum=total,
            missing=missing,
        )
    return Text(
        "line {line} cannot reach {expected} any more: it stands at {sum}, with {missing} to come",
        line=line,
        expected=target,
        sum=total,
        missing=missing,
    )


def _reach(unused: Sequence[int], missing: int) -> int:
    """Return the possible sums of `missing` different unused numbers, as the bits of an int."""
    sums = [1] + [0] * missing
    for number in unused:
        for count in range(missing, 0, -1):
            sums[count] |= sums[count - 1] << number
    return sums[missing]


# Looking up


@cache
def _known() -> tuple[Labels, ...]:
    """Return every magic labelling, each as one of its twelve images."""
    read = [tuple(ord(letter) - ord("a") + 1 for letter in word) for word in ENCODED.split()]
    turned = (tuple(20 - number for number in labels) for labels in read)
    # Those with the sum 50 and 10 in the centre already include their mirrored counterparts.
    centre = STAR.index["10"]
    return (
        *read,
        *(labels for labels in turned if labels[centre] != 10 or check_labels(labels).target != 50),
    )


@cache
def _having() -> tuple[tuple[int, ...], ...]:
    """Return, for each point and number, which known labellings have it there.

    The number 0 stands for any number.
    """
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
    """Return, for each symmetry of the star, the point that each point gets its number from."""
    return tuple(
        tuple(where.index(Point(point)) for point in range(STAR.size)) for where in symmetries(STAR)
    )


def _fitting(labels: Labels) -> Iterator[int]:
    """Yield, for each symmetry, which known labellings have these numbers in that image."""
    having = _having()
    everything = having[0][0]
    for sources in _sources():
        fitting = everything
        for number, source in zip(labels, sources, strict=True):
            fitting &= having[source][number]
        yield fitting
