"""The rules against python-chess, over some random games. `compare.py` has more of them."""

from __future__ import annotations

import pytest

pytest.importorskip("chess", reason="python-chess is not installed")

from compare import compare


@pytest.mark.parametrize("positions", [1_500, pytest.param(20_000, marks=pytest.mark.slow)])
def test_the_rules_agree_with_python_chess(positions: int) -> None:
    assert compare(positions, seed=1)["positions"] >= positions
