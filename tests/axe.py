"""Looks for barriers in a page, with axe-core: `make test-page` installs it with npm."""

from __future__ import annotations

from playwright.sync_api import Page

from tests import needs

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
    """What axe-core finds wrong with what a page shows now."""
    page.evaluate(_SETTLED)  # half faded, everything has too little contrast
    # Given to the debugger, the script does not fall under the page's Content-Security-Policy.
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(needs.axe().read_text() + "; undefined")
    found: list[str] = page.evaluate(_RUN)
    return found
