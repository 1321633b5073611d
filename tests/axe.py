"""Looks for barriers in a page, with axe-core: `make test-page` installs it with npm."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

SCRIPT = Path("node_modules/axe-core/axe.min.js")

_RUN = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) =>
        [`${id}: ${help}`, ...nodes.map((node) => `  ${node.target}: ${node.failureSummary}`)]
            .join("\\n"));
}"""
_SETTLED = """() => Promise.all(document.getAnimations()
    .filter(({ effect }) => effect.getTiming().iterations !== Infinity)
    .map((animation) => animation.finished.catch(() => {})))"""


def barriers(page: Page) -> list[str]:
    """What axe-core finds wrong with what a page shows now. Skips the test if axe-core is not
    installed; under CI=true it fails."""
    page.evaluate(_SETTLED)  # half faded, everything has too little contrast
    # Given to the debugger, the script does not fall under the page's Content-Security-Policy.
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(_source())
    found: list[str] = page.evaluate(_RUN)
    return found


@cache
def _source() -> str:
    if SCRIPT.exists():
        return SCRIPT.read_text() + "; undefined"
    reason = "axe-core is missing: `npm ci` installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}, and CI must not leave the page untested")
    pytest.skip(reason)
