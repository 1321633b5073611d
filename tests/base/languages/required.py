"""Translations may be incomplete until a release.

Whoever changes an English message or page need not know the other languages. A test that compares
a translation that is missing is skipped, and counted like any other. With TRANSLATIONS=required in
the environment, which `make release-check` sets, it fails.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NoReturn

import pytest

from tests.needs import Missing, unmet


def incomplete(lack: str, details: Iterable[object] = ()) -> NoReturn:
    """Skip a test for what is not translated, or fail it with the details."""
    if os.environ.get("TRANSLATIONS") == "required":
        pytest.fail("\n".join([lack, *map(str, details)]), pytrace=False)
    unmet(Missing(lack, "docs/translating.md"), required=False)
