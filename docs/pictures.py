"""Takes the pictures of the page from the running program: `make pictures`.

`page.jpg` and `phone.jpg` show a game in progress, `library.jpg` a kept one, `rules.jpg` the rules.
`lamps.webp` is a short animation: a man is lifted, its targets light up, and the jump that is
forced then is made. It needs Chromium, Playwright and Pillow.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests import needs
from tests.browser import (
    ARGUMENTS,
    centre,
    choose,
    drag,
    drag_to_tray,
    grab,
    point,
    visit,
)

HERE = Path(__file__).parent
_DESKTOP = (1280, 800)
_PHONE = (390, 844)
_QUALITY = 82
_BETWEEN = 120  # milliseconds between two frames of the animation
_WIDTH = 420  # pixels of the animation


@contextmanager
def _program() -> Iterator[str]:
    """The address of the page of a program that runs in an empty home."""
    with TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
        command = [sys.executable, "-u", "-m", "companion", "play", "--page-port", "0"]
        with subprocess.Popen(  # noqa: S603 - a fixed command
            command, env=environment, stdout=subprocess.PIPE, text=True
        ) as program:
            lines = program.stdout or ()
            addresses = (re.search(r"http://\S+", line) for line in lines)
            found = next(filter(None, addresses), None)
            if found is None:
                raise SystemExit("the program ended before it served the page")
            try:
                yield found[0]
            finally:
                program.terminate()


def _page(browser: Browser, size: tuple[int, int], *, touch: bool = False) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        device_scale_factor=1,
    )
    return context.new_page()


def _open(page: Page, address: str) -> None:
    visit(page, address)


def _save(page: Page, name: str) -> None:
    page.wait_for_timeout(800)  # until every piece and lamp has arrived
    page.screenshot(path=HERE / name, type="jpeg", quality=_QUALITY)


def _animate(page: Page) -> None:
    """Make two moves slowly, and save what the board shows meanwhile."""
    frames: list[Image.Image] = []

    def film(count: int) -> None:
        for _ in range(count):
            shot = Image.open(BytesIO(page.get_by_test_id("board").screenshot())).convert("RGB")
            frames.append(shot.resize((_WIDTH, round(shot.height * _WIDTH / shot.width))))
            page.wait_for_timeout(_BETWEEN // 2)

    def carry(origin: str, to: str) -> None:
        grab(page, point(page, origin))
        film(10)
        (x, y), (goal_x, goal_y) = centre(point(page, origin)), centre(point(page, to))
        for part in range(1, 7):
            page.mouse.move(x + (goal_x - x) * part / 6, y + (goal_y - y) * part / 6)
            film(1)
        page.mouse.up()
        film(10)

    film(6)
    carry("14", "9")
    carry("2", "12")
    drag_to_tray(page, "9")
    film(14)
    first, *rest = frames
    first.save(
        HERE / "lamps.webp",
        save_all=True,
        append_images=rest,
        duration=_BETWEEN,
        loop=0,
        quality=55,
        method=6,
    )


def take(browser: Browser) -> None:
    """Take all pictures, and write them beside this file."""
    with _program() as address:
        page = _page(browser, _DESKTOP)
        _open(page, address)
        assist = page.get_by_test_id("assist")
        if assist.get_attribute("aria-checked") == "true":
            choose(page, "assist")  # hands do everything in these pictures
            expect(assist).to_have_attribute("aria-checked", "false")
        _animate(page)
        drag(page, "15", "9")
        drag_to_tray(page, "12")
        grab(page, point(page, "3"))
        _save(page, "page.jpg")
        page.mouse.up()
        page.get_by_test_id("rules").click()
        page.locator("[data-example]").nth(4).click()  # a jump
        page.wait_for_timeout(2000)  # to its second frame
        _save(page, "rules.jpg")
        page.get_by_test_id("rules-close").click()
        choose(page, "library")
        page.locator("button.open").first.click()
        page.get_by_test_id("replay-next").click()
        _save(page, "library.jpg")
        page.close()
        phone = _page(browser, _PHONE, touch=True)
        _open(phone, address)
        _save(phone, "phone.jpg")


def main() -> None:
    """Take all pictures with the browser that is installed."""
    path = needs.browser.found
    if path is None:
        raise SystemExit("no Chromium is installed; the pictures stay as they are")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        take(browser)
        browser.close()


if __name__ == "__main__":
    main()
