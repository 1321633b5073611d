"""The speeds and the weight of the page, in a real browser; `tests/bench.py` prints them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from companion.page.prepared import prepare
from companion.page.static_files import load_files
from tests import needs
from tests.browser import ARGUMENTS, DESKTOP, held, point, settled, visit

BREATHING = "b/.bb.b/.b/b../ww/.www./w w"
"""A position of Solomon in which one piece must jump: its lamp breathes."""

_VISITS = 9
_LIFTS = 30
_IDLE = 10.0  # seconds
_TICKS = os.sysconf("SC_CLK_TCK")

_WATCH = """
addEventListener("pointerdown", ({ timeStamp }) => { window.pressed = timeStamp; }, true);
new MutationObserver((changes) => {
    const { drawn, pressed, lit } = window;
    const stage = changes.some(({ attributeName }) => attributeName === "data-stage");
    const lamp = changes.some(({ attributeName }) => attributeName === "data-lamp");
    const frame = (then) => requestAnimationFrame(() => then(performance.now()));
    if (stage && !drawn) frame((now) => { window.drawn = now; });
    if (lamp && pressed) {
        window.pressed = 0;
        const told = performance.now() - pressed;
        frame((now) => { window.lit = [...(lit ?? []), [told, now - pressed]]; });
    }
}).observe(document, { subtree: true, attributes: true });
"""
_PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0"""


class PageSpeeds(NamedTuple):
    """bytes: of the page and all its files, compressed. paint, board: seconds to the first paint,
    and until the board is drawn; german: to the first paint where the page has to be translated.
    lift: seconds from a press on a piece to its targets in the
    page; shown: to the frame that shows them. Each is the median of several.

    renderer, program: shares of a core while nothing happens but one lamp breathes; browser: of all
    other processes of the browser, which put the picture on the screen."""

    bytes: int
    paint: float
    board: float
    german: float
    lift: float
    shown: float
    renderer: float
    browser: float
    program: float


def measure_page() -> PageSpeeds | None:
    """Measure the page. Returns None if no browser is installed."""
    path = needs.browser.found
    if path is None:
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        with _program() as (_, url):
            loads = [(*_load(browser, url), _load(browser, url, "de")[0]) for _ in range(_VISITS)]
            lifts = _lift(browser, url)
        with _program(BREATHING) as (program, url):
            page = _open(browser, url)
            time.sleep(3)  # the board settles
            used = _idle(browser, program)
            page.context.close()
        browser.close()
    paints, boards, german = zip(*loads, strict=True)
    told, shown = zip(*lifts, strict=True)
    times = (median(paints), median(boards), median(german), median(told), median(shown))
    return PageSpeeds(weight(), *times, *used)


def weight() -> int:
    """The bytes that a browser is sent for the page and all its files."""
    files = {path: file for path, file in load_files().contents.items() if path != "/"}
    return sum(file.size for file in prepare(files).values())


@contextmanager
def _program(position: str = "") -> Iterator[tuple[int, str]]:
    """The program in a process of its own: its number, and the address of its page."""
    with tempfile.TemporaryDirectory() as scratch:
        config = Path(scratch, "board.toml")
        config.write_text(f'[journal]\ndirectory = "{scratch}/games"\n[page]\nport = 0\n')
        command = [sys.executable, "-m", "companion", "play", "--config", str(config), "--new"]
        command += ["--game", "solomon", *(["--position", position] if position else [])]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            try:
                url = next(said for said in program.stdout if said.startswith("Page:")).split()[1]
                yield program.pid, url
            finally:
                program.terminate()


def _open(browser: Browser, url: str, language: str = "en") -> Page:
    """A page in a context of its own, so that nothing is in its cache."""
    width, height = DESKTOP
    size: ViewportSize = {"width": width, "height": height}
    page = browser.new_context(viewport=size, locale=language).new_page()
    page.add_init_script(_WATCH)
    visit(page, url)
    return page


def _load(browser: Browser, url: str, language: str = "en") -> tuple[float, float]:
    page = _open(browser, url, language)
    while not page.evaluate("window.drawn"):
        time.sleep(0.02)
    painted, drawn = page.evaluate(_PAINTED), page.evaluate("window.drawn")
    page.context.close()
    return painted / 1000, drawn / 1000


def _lift(browser: Browser, url: str) -> list[tuple[float, float]]:
    page = _open(browser, url)
    page.add_init_script("localStorage.setItem('assist', 'off')")  # a click would keep the piece
    visit(page, url)
    time.sleep(1)
    box = point(page, "14").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(_LIFTS):
        page.mouse.down()
        held(page, 1)
        time.sleep(0.1)
        page.mouse.up()
        settled(page)
        time.sleep(0.4)  # the program takes it for a tap
    lifts = [(told / 1000, shown / 1000) for told, shown in page.evaluate("window.lit")]
    page.context.close()
    return lifts


def _idle(browser: Browser, program: int) -> tuple[float, float, float]:
    """The shares of a core of the renderers, of the rest of the browser, and of the program."""
    devtools = browser.new_browser_cdp_session()

    def used() -> tuple[float, float, float]:
        processes = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
        renderers = sum(p["cpuTime"] for p in processes if p["type"] == "renderer")
        rest = sum(p["cpuTime"] for p in processes if p["type"] != "renderer")
        fields = Path(f"/proc/{program}/stat").read_text().rpartition(")")[2].split()
        return renderers, rest, (int(fields[11]) + int(fields[12])) / _TICKS

    before = used()
    time.sleep(_IDLE)
    renderer, rest, own = ((now - then) / _IDLE for now, then in zip(used(), before, strict=True))
    return renderer, rest, own
