"""Settings for all tests: none may depend on chance or on the speed of the machine.

Hypothesis tries the same examples in every run; `pytest --hypothesis-profile fresh` tries new ones.
"""

from __future__ import annotations

import pytest
from hypothesis import Phase, settings

from tests.browser import browser, desktop, own, page, phone

__all__ = ["browser", "desktop", "own", "page", "phone"]

settings.register_profile("fresh", deadline=None)
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
# For `make mutants`: what a mutant fails on need not be made smaller.
_TRIED = (Phase.explicit, Phase.generate)
settings.register_profile("mutants", deadline=None, derandomize=True, database=None, phases=_TRIED)
settings.load_profile("repeatable")

_SLOW = 1800
"""Seconds that a test marked slow may take, unless it says otherwise itself."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(_SLOW))
