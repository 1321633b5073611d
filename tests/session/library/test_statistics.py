from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.session.library.statistics import spans

values = st.lists(st.floats(0, 1e9), min_size=1, max_size=50)


def test_nothing_has_no_spans() -> None:
    assert spans([]) == ()


def test_spans_have_the_same_round_width() -> None:
    found = spans([float(n) for n in range(45)])
    assert [(each.least, each.below) for each in found[:3]] == [(0, 5), (5, 10), (10, 15)]
    assert {each.count for each in found} == {5}


def test_one_long_game_does_not_flatten_the_rest() -> None:
    found = spans([10.0] * 99 + [5000.0])
    assert (found[-1].least, found[-1].count) == (11, 1)
    assert found[10].count == 99


@given(values)
def test_every_value_is_counted_once(values: list[float]) -> None:
    found = spans(values)
    assert sum(each.count for each in found) == len(values)
    assert len(found) <= 14
