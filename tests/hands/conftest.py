"""What tests of hands share."""

from __future__ import annotations

from pathlib import Path

import pytest

_EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of the example packages can be imported."""
    for name in ("chess", "classic-games", "old-games"):
        monkeypatch.syspath_prepend(str(_EXAMPLES / name))
