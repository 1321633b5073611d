"""A headless Chromium for tests of the page, and hands for it.

tests/conftest.py offers its fixtures to every test: a page of desktop size worked with a mouse, and
one of phone size worked with fingers. One browser serves all of them, and most pages as well,
because starting either takes longer than most tests. Nothing is painted unless a test looks at it:
painting takes as much time as everything else that a browser does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Error, Locator, Page, expect, sync_playwright

from tests import needs

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = (1280, 800)
PHONE = (390, 844)
_STEPS = 3  # pointer moves in a drag
_EXPECTED = (
    "WebSocket",  # a server has gone
    "net::ERR_",  # likewise
    "Cross-Origin-Opener-Policy header has been ignored",  # not this machine, and no TLS
)
_PATIENCE = 60_000  # milliseconds for what takes a fraction of a second
_UNPAINTED = """
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { opacity: 0; }");
    document.adoptedStyleSheets = [sheet];
"""  # what cannot be seen can be clicked all the same
AT_BOARD = "?board"
"""What an address ends with to show the board, whatever is played."""
_NO_PAGE = "icon.svg"
"""A file of the page's server that runs no script, for what the browser is to keep of earlier."""

Finger = tuple[float, float]

expect.set_options(timeout=_PATIENCE)

_open: list[Page] = []
_kept: dict[tuple[int, int], tuple[Page, list[str]]] = {}
"""The pages that tests share, by their size."""
_shared: list[str] = []
"""The addresses that are served to many tests."""
_left: set[Page] = set()
"""The shared pages that show what the last test saw, until the next one opens them anew."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A running browser."""
    path = needs.browser()
    with sync_playwright() as playwright:
        try:
            running = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        except Error:
            missing = needs.Missing("no browser that starts", f"see {path} --headless")
            needs.unmet(missing, required=True)
        yield running
        _kept.clear()
        running.close()


def _opened(
    browser: Browser,
    size: tuple[int, int],
    *,
    touch: bool,
    dark: bool = False,
    workers: bool = False,
    language: str = "en-US",
    painted: bool = False,
) -> tuple[Page, list[str]]:
    """A page of that size, and the list of what goes wrong in its scripts. workers: whether the
    page may keep its files; to keep those of every test's server would take time. language: the
    browser's. painted: whether the test looks at colours or pictures."""
    context = browser.new_context(
        service_workers="allow" if workers else "block",
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        device_scale_factor=2 if touch else 1,
        color_scheme="dark" if dark else "light",
        locale=language,
    )
    if not painted:
        context.add_init_script(_UNPAINTED)
    page = context.new_page()
    return page, _watched(page)


def _watched(page: Page) -> list[str]:
    """What goes wrong in the scripts of a page from now on."""
    page.set_default_timeout(_PATIENCE)
    _open.append(page)
    page.on("close", lambda closed: _open.remove(closed))
    page.on("framenavigated", lambda _: _left.discard(page))
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console",
        # A browser reports every failed attempt to connect; that is what reconnecting is about.
        lambda said: (
            wrong.append(said.text)
            if said.type == "error" and not any(part in said.text for part in _EXPECTED)
            else None
        ),
    )
    return wrong


@contextmanager
def new_page(
    browser: Browser,
    size: tuple[int, int] = DESKTOP,
    *,
    touch: bool = False,
    dark: bool = False,
    workers: bool = False,
    language: str = "en-US",
    painted: bool = False,
) -> Iterator[Page]:
    """A page of that size (CSS pixels); whatever goes wrong in its scripts fails the test."""
    page, wrong = _opened(
        browser,
        size,
        touch=touch,
        dark=dark,
        workers=workers,
        language=language,
        painted=painted,
    )
    try:
        yield page
    finally:
        page.context.close()
    assert not wrong, wrong


@contextmanager
def lasting_page(browser: Browser, folder: Path) -> Iterator[Page]:
    """A page of a browser of its own that keeps its profile in a folder. Every other page is
    incognito, where a full browser installs nothing."""
    with browser.browser_type.launch_persistent_context(
        folder, executable_path=needs.browser(), args=list(ARGUMENTS)
    ) as context:
        page = context.new_page()
        wrong = _watched(page)
        yield page
    assert not wrong, wrong


def lent_page(browser: Browser, size: tuple[int, int], *, touch: bool) -> Iterator[Page]:
    """The shared page of that size, emptied after the test. One that has crashed or that cannot be
    emptied is not lent again."""
    page, wrong = _kept.pop(size) if size in _kept else _opened(browser, size, touch=touch)
    wrong.clear()
    yield page
    if not page.is_closed():
        try:
            _leave(page)
        except Error:
            page.context.close()
            raise
        _kept[size] = page, wrong
    assert not wrong, wrong


def _leave(page: Page) -> None:
    """Leave the page that a test has opened, with all that it has stored. At an address that is
    shared it stays as it is: to go elsewhere takes as much time as many a test, and the next one
    opens it anew."""
    page.mouse.up()
    page.mouse.move(0, 0)
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    if any(page.url.startswith(address) for address in _shared):
        page.evaluate("localStorage.clear(); sessionStorage.clear();")
        _left.add(page)
    else:
        page.goto("about:blank")


def share(address: str) -> None:
    """Let pages stay at an address between tests: it is served until the browser is closed."""
    _shared.append(address)


@pytest.fixture
def desktop(browser: Browser) -> Iterator[Page]:
    """A page of desktop size, worked with a mouse. Other tests use it as well: one that stops its
    clock or adds a script to it takes `own`."""
    yield from lent_page(browser, DESKTOP, touch=False)


@pytest.fixture
def own(browser: Browser) -> Iterator[Page]:
    """A page of desktop size that no other test uses."""
    with new_page(browser) as page:
        yield page


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page of phone size, worked with fingers; shared like `desktop`."""
    yield from lent_page(browser, PHONE, touch=True)


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The shared page of each size in turn."""
    yield from lent_page(browser, request.param, touch=request.param == PHONE)


def window(page: Page) -> tuple[int, int]:
    """The width and height of what a page shows (CSS pixels)."""
    assert page.viewport_size is not None
    return page.viewport_size["width"], page.viewport_size["height"]


def visit(page: Page, url: str) -> None:
    """Open the page at its board, and wait until this is there."""
    address, mark, code = url.partition("#")
    page.goto(address.removesuffix(AT_BOARD) + AT_BOARD + mark + code)
    wait_for(page, '[data-testid="headline"]:not(:empty)')


def open_menu(page: Page) -> None:
    """Open the menu of what is seldom needed, unless a switch has left it open."""
    if not page.locator("#menu").is_visible():
        page.get_by_test_id("menu").click()


def choose(page: Page, name: str) -> None:
    """Press what is in the menu."""
    open_menu(page)
    page.get_by_test_id(name).click()


def stop_the_clock(page: Page) -> None:
    """From now on the page's time passes only when a test says so: `page.clock.run_for`. A clock
    that went on by itself would make a test depend on the machine's speed."""
    page.clock.install(time=0)
    page.clock.pause_at(1)


def keep(page: Page, url: str, **chosen: str) -> None:
    """Have the browser keep what somebody chose on the page earlier."""
    page.goto(url + _NO_PAGE)
    for name, choice in chosen.items():
        page.evaluate("kept => localStorage.setItem(...kept)", [name, choice])


def wait_for(page: Page, selector: str) -> None:
    """Wait until something like that is in the page. `expect` would look only ten times a second at
    first, and later once."""
    page.locator(selector).wait_for(state="attached")


def drawn(address: str, stage: int) -> None:
    """Wait until every page of that address has drawn that stage of the game."""
    for page in _open:
        if page.url.startswith(address) and not page.url.endswith(_NO_PAGE) and page not in _left:
            wait_for(page, f'[data-testid="board"][data-stage="{stage}"]')


def point(page: Page, name: str) -> Locator:
    """The part of a point that is touched: it has data-lamp, data-pieces and data-sensed."""
    return page.locator(f'[data-point="{name}"]')


def slot(page: Page, piece: str) -> Locator:
    """The pieces of that text in the tray: it has data-count."""
    return page.locator(f'[data-slot="{piece}"]')


def lamp(page: Page, name: str) -> str:
    """The colour of a point's lamp now, `#rrggbb`."""
    return point(page, name).get_attribute("data-lamp") or ""


def pieces(page: Page, name: str) -> str:
    """The texts of the pieces shown on a point, bottom first, joined by spaces."""
    return point(page, name).get_attribute("data-pieces") or ""


def headline(page: Page) -> str:
    """Whose turn it is, or how the game ended."""
    return page.get_by_test_id("headline").inner_text()


def message(page: Page) -> str:
    """What is forced, or what was wrong and how to put it right."""
    return page.get_by_test_id("message").locator("p").inner_text()


def centre(place: Locator) -> Finger:
    """The middle of something on the page (CSS pixels)."""
    box = place.bounding_box()
    assert box is not None, f"{place} is not shown"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def held(page: Page, count: int) -> None:
    """Wait until the program has confirmed that this page's hands hold this many pieces."""
    wait_for(page, f'[data-testid="board"][data-held="{count}"]')


def settled(page: Page) -> None:
    """Wait until the program has confirmed that no hand of this page holds anything."""
    wait_for(page, '[data-testid="board"][data-hands="0"]')


def made_or_confirmed(page: Page, count: int) -> None:
    """See to it that `count` plies are listed: confirm the last one where it could go on.

    What the page shows may be older than the last click: then its confirmation is refused, or its
    button has gone. So this does not wait for a button to be hit, and looks again.
    """
    listed = page.get_by_test_id("moves").locator("[data-text]")
    confirm = page.locator('[data-testid="confirm"]:enabled')
    for _ in range(50):
        expect(listed.nth(count - 1).or_(confirm).first).to_be_visible()
        if listed.count() >= count:
            return
        page.get_by_test_id("confirm").dispatch_event("click")
    expect(listed.nth(count - 1)).to_be_visible()


def grab(page: Page, place: Locator) -> None:
    """Lift a piece with the mouse, and keep holding it."""
    page.mouse.move(*centre(place))
    page.mouse.down()
    held(page, 1)


def let_go(page: Page, place: Locator) -> None:
    """Carry what the mouse holds to a place and let go of it there."""
    page.mouse.move(*centre(place), steps=_STEPS)
    page.mouse.up()
    settled(page)


def drag(page: Page, origin: str, to: str) -> None:
    """Carry the piece on one point to another with the mouse."""
    grab(page, point(page, origin))
    let_go(page, point(page, to))


def drag_to_tray(page: Page, origin: str) -> None:
    """Take the piece off a point with the mouse."""
    grab(page, point(page, origin))
    let_go(page, page.get_by_test_id("tray"))


def drag_from_tray(page: Page, piece: str, to: str) -> None:
    """Carry a piece from the tray to a point with the mouse."""
    grab(page, slot(page, piece))
    let_go(page, point(page, to))


class Fingers:
    """Fingers on a touch screen, numbered; several may be down at once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._devtools: CDPSession = page.context.new_cdp_session(page)
        self._down: dict[int, Finger] = {}

    def down(self, finger: int, place: Locator) -> None:
        """Lift a piece."""
        self._down[finger] = centre(place)
        self._send("touchStart")
        held(self._page, len(self._down))

    def move(self, finger: int, place: Locator) -> None:
        """Carry it to a place, in a few steps."""
        (x, y), (to_x, to_y) = self._down[finger], centre(place)
        for step in range(1, _STEPS + 1):
            share = step / _STEPS
            self._down[finger] = (x + (to_x - x) * share, y + (to_y - y) * share)
            self._send("touchMove")

    def up(self, finger: int) -> None:
        """Let go of it."""
        del self._down[finger]
        self._send("touchEnd")
        held(self._page, len(self._down))

    def _send(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in self._down.items()]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def _carry(page: Page, origin: Locator, to: Locator) -> None:
    fingers = Fingers(page)
    fingers.down(1, origin)
    fingers.move(1, to)
    fingers.up(1)
    settled(page)


def touch_drag(page: Page, origin: str, to: str) -> None:
    """Carry the piece on one point to another with a finger."""
    _carry(page, point(page, origin), point(page, to))


def touch_drag_to_tray(page: Page, origin: str) -> None:
    """Take the piece off a point with a finger."""
    _carry(page, point(page, origin), page.get_by_test_id("tray"))


def touch_drag_from_tray(page: Page, piece: str, to: str) -> None:
    """Carry a piece from the tray to a point with a finger."""
    _carry(page, slot(page, piece), point(page, to))
