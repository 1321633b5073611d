"""The page as an installed app: its manifest, its icons, and what is kept for when the board is
away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.page import static_files
from companion.page.server import serve
from companion.page.static_files import PageFiles, assemble, load_files, read_files
from tests import needs
from tests.base.languages.german import of_the_page
from tests.browser import lasting_page, new_page, visit
from tests.page.icons import ICONS, STATIC, draw
from tests.page.table import FakeTable
from tests.page.test_server import get, heard, joined

OTHER = b"\n.moved { color: red; }\n"
KEPT = "async () => (await caches.keys()).join()"
UPDATED = """async () => {
  const registration = await (await navigator.serviceWorker.ready).update();
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  while (worker.state !== "activated") {
    await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  }
}"""
MANIFEST = "application/manifest+json"


def other_version() -> PageFiles:
    """The files of another program, which differ in a style alone."""
    found = read_files()
    found["/style.css"] = found["/style.css"]._replace(body=found["/style.css"].body + OTHER)
    return assemble(found)


def test_any_change_of_a_file_is_another_version() -> None:
    assert load_files().version == load_files().version != other_version().version


def test_page_and_worker_say_which_version_they_are_of() -> None:
    contents, version = load_files()
    assert f'data-shell="{version}"' in contents["/"].body.decode()
    worker = contents["/sw.js"].body.decode()
    assert version in worker
    assert "@shell@" not in worker
    assert "@files@" not in worker


def test_every_file_that_the_page_needs_is_kept_but_not_that_for_guests() -> None:
    contents, _ = load_files()
    worker = contents["/sw.js"].body.decode()
    listed = worker.partition('FILES = "')[2].partition('"')[0].split(" ")
    unkept = ["/", "/index.html", "/sw.js", "/guests.html"]
    assert sorted([*listed, *unkept]) == sorted(contents)


def test_a_page_is_told_the_version_of_the_files(url: str) -> None:
    with joined(url) as page:
        assert heard(page)["shell"] == load_files().version


def test_the_manifest_names_icons_of_the_sizes_that_it_says(url: str) -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    assert (
        get(url, "/manifest.webmanifest").getheader("content-type") == "application/manifest+json"
    )
    sizes = {}
    for icon in manifest["icons"]:
        assert get(url, icon["src"]).getheader("content-type") == icon["type"]
        if icon["type"] == "image/png":
            head = (STATIC / icon["src"].lstrip("/")).read_bytes()[:24]
            assert head.startswith(b"\x89PNG\r\n\x1a\n")
            width, height = (int.from_bytes(head[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
            sizes[icon["src"].lstrip("/")] = width
    assert sizes == ICONS


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("name", ICONS)
def test_icons_are_the_drawing(name: str, browser: Browser) -> None:
    kept, drawn = (
        np.array(Image.open(BytesIO(data)).convert("RGBA"), float)
        for data in ((STATIC / name).read_bytes(), draw(browser, name))
    )
    assert np.abs(kept - drawn).mean() < 1  # `make icons` draws them again
    middle = ICONS[name] // 2
    assert tuple(kept[middle, middle]) == (0xF4, 0xB9, 0x42, 255)
    opaque = kept[0, 0, 3] == kept[-1, -1, 3] == 255
    assert opaque == (name == "icon-maskable.png")


@pytest.fixture
def app(browser: Browser) -> Iterator[Page]:
    """A page that may keep its files."""
    with new_page(browser, workers=True) as page:
        yield page


@pytest.mark.browser
def test_browsers_can_install_the_page(browser: Browser, url: str, tmp_path: Path) -> None:
    with lasting_page(browser, tmp_path) as page:
        visit(page, url)
        devtools = page.context.new_cdp_session(page)
        assert devtools.send("Page.getAppManifest")["errors"] == []
        assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


@pytest.mark.browser
def test_a_kept_page_says_that_the_board_is_away_and_connects_when_it_is_back(
    app: Page, table: FakeTable
) -> None:
    server = serve(table)
    url = server.start()
    visit(app, url)
    app.evaluate("async () => { await navigator.serviceWorker.ready; }")
    server.stop()
    app.reload()
    absent = app.get_by_test_id("absent")
    expect(absent.get_by_role("heading")).to_have_text("The board is away")
    expect(app.get_by_test_id("headline")).to_be_hidden()
    expect(app.get_by_test_id("confirm")).to_be_hidden()
    server = serve(table, port=urlsplit(url).port or 0)
    server.start()
    expect(app.get_by_test_id("headline")).to_have_text("White to move")
    expect(absent).to_be_hidden()
    app.close()
    server.stop()


@pytest.mark.slow
@pytest.mark.browser
def test_a_kept_page_speaks_the_language_of_its_reader(browser: Browser, table: FakeTable) -> None:
    server = serve(table)
    url = server.start()
    with new_page(browser, workers=True, language="de-AT") as page:
        visit(page, url)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        server.stop()
        page.reload()
        absent = page.get_by_test_id("absent")
        expect(absent.get_by_role("heading")).to_have_text(of_the_page("The board is away"))
        expect(page.get_by_test_id("view")).to_have_text(of_the_page("View"))
        expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.slow
@pytest.mark.browser
def test_a_page_that_was_kept_never_plays_with_another_program(
    app: Page, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = load_files(), other_version()
    server = serve(table)
    url = server.start()
    port = urlsplit(url).port or 0
    visit(app, url)
    app.evaluate("async () => { await navigator.serviceWorker.ready; }")
    assert app.evaluate(KEPT) == f"shell-{old.version}"
    server.stop()
    app.reload()
    expect(app.get_by_test_id("absent")).to_be_visible()
    monkeypatch.setattr(static_files, "load_files", lambda: new)
    server = serve(table, port=port)
    server.start()
    expect(app.get_by_test_id("headline")).to_have_text("White to move")
    expect(app.locator("html")).to_have_attribute("data-shell", new.version)
    expect(app.locator("html")).not_to_have_class("absence")
    # What is kept now are the files of the new program, and no others.
    app.evaluate(UPDATED)
    assert app.evaluate(KEPT) == f"shell-{new.version}"
    server.stop()
    app.reload()
    expect(app.get_by_test_id("absent")).to_be_visible()
    expect(app.locator("html")).to_have_attribute("data-shell", new.version)
    style = app.evaluate("async () => (await (await fetch('/style.css')).text())")
    assert style.endswith(OTHER.decode())


@pytest.mark.slow
@pytest.mark.browser
def test_nothing_is_kept_of_a_page_that_is_not_served_to_this_machine(app: Page) -> None:
    needs.network()
    server = serve(FakeTable(), "0.0.0.0")
    server.start()
    assert server.phone is not None
    visit(app, server.phone.url)
    assert app.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    app.close()
    server.stop()
