"""Marks the deep cases of a test as slow: only `make test-slow` runs those."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow_after(always: int, cases: Iterable[Any]) -> list[Any]:
    """Return the values of one parameter, with all but the first `always` marked as slow."""
    return [
        case if number < always else pytest.param(case, marks=pytest.mark.slow)
        for number, case in enumerate(cases)
    ]


def slow_rows_after(always: int, rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return the values of several parameters, with all but the first `always` marked as slow."""
    return [
        row if number < always else pytest.param(*row, marks=pytest.mark.slow)
        for number, row in enumerate(rows)
    ]
