"""Option sets of every registered game, made from what its options say they may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from random import Random
from typing import Any

import pytest

from companion.games.registry import kinds, make
from companion.rules import AnyGame, Option

_VALUES = 4  # of one option
_SETS = 12  # of one game


def _sample(option: Option, chosen: dict[str, str]) -> list[str]:
    """The default, and values spread over the list, its ends among them."""
    values = list(option.values(chosen))
    last = len(values) - 1
    spread = [values[last * i // (_VALUES - 1)] for i in range(_VALUES)] if last else values
    if option.many:
        spread += [",".join(dict.fromkeys(spread))]
    return list(dict.fromkeys((option.initial(chosen), *spread)))


def _choices(options: tuple[Option, ...], chosen: dict[str, str]) -> Iterator[dict[str, str]]:
    if not options:
        yield chosen
        return
    first, *others = options
    for value in _sample(first, chosen):
        yield from _choices(tuple(others), {**chosen, first.name: value})


def option_sets() -> list[tuple[str, dict[str, str]]]:
    """Games with options: all defaults first, then up to so many others, the same every time."""
    found = []
    for name, kind in kinds().items():
        default, *others = _choices(kind.options, {})
        if len(others) >= _SETS:
            others = Random(name).sample(others, _SETS - 1)
        found += [(name, chosen) for chosen in (default, *others)]
    return found


def label(name: str, options: dict[str, str]) -> str:
    """One option set as the name of a test."""
    return ":".join((name, *(f"{key}={value}" for key, value in options.items())))


def parameters(always: int = 1) -> list[Any]:
    """Return every option set as the parameters `name` and `options` of a test, with all but the
    first `always` of each game marked as slow."""
    return [
        pytest.param(*chosen, id=label(*chosen), marks=() if number < always else pytest.mark.slow)
        for _, sets in groupby(option_sets(), lambda found: found[0])
        for number, chosen in enumerate(sets)
    ]


def labels(always: int = 1) -> list[Any]:
    """Return the same option sets as the one parameter `label` of a test."""
    return [pytest.param(case.id, marks=case.marks) for case in parameters(always)]


@cache
def games() -> Sequence[tuple[str, AnyGame]]:
    """Every game with every option set, by its label. Games are never changed, so all tests share
    them."""
    return tuple((label(name, options), make(name, options)) for name, options in option_sets())
