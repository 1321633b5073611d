"""How the page looks: names of points, light and dark, calm lamps, whole titles; in a real
browser, on a table without a game."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser import DESKTOP, PHONE, choose, lamp, new_page, visit
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser

TURNED, TABLET = (844, 390), (820, 1180)
SIZES = pytest.mark.parametrize(
    "size", [DESKTOP, TABLET, PHONE, TURNED], ids=["desktop", "tablet", "phone", "turned"]
)
LIGHT, DARK = "rgb(243, 236, 223)", "rgb(23, 19, 16)"
LONG = "The extraordinarily long game of the mountain-dwellers"
BRIGHT = "ffffff"
# Where labels are on the board, in widths of it.
BOXES = """(labels) => labels.map((label) => {
  const board = label.closest(".board").getBoundingClientRect();
  const { x, y, width, height } = label.getBoundingClientRect();
  return [x - board.x, y - board.y, width, height].map((side) => side / board.width);
})"""


def luminance(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """The relative luminance of colours, as WCAG defines it."""
    share = pixels / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    made: NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return made


def picture(page: Page) -> NDArray[np.float64]:
    shot = page.get_by_test_id("board").screenshot(animations="disabled")
    return np.array(Image.open(BytesIO(shot)).convert("RGB"), float)


def contrasts(page: Page) -> list[float]:
    """The contrast of each name with what is right beside its letters."""
    shown = picture(page)
    page.evaluate("document.documentElement.toggleAttribute('data-unnumbered', true)")
    hidden = picture(page)
    page.evaluate("document.documentElement.toggleAttribute('data-unnumbered', false)")
    found = []
    for box in page.locator(".board .names .label").evaluate_all(BOXES):
        x, y, width, height = (round(shown.shape[1] * side) for side in box)
        here = np.s_[y : y + height, x : x + width]
        drawn = np.abs(shown[here] - hidden[here]).sum(axis=2) > 30
        level = luminance(shown[here])
        letters, edge = np.quantile(level[drawn], [0.97, 0.03])
        found.append(float((letters + 0.05) / (edge + 0.05)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("solomon", DESKTOP),
        ("halma", PHONE),
        ("halma", DESKTOP),
        ("solomon", PHONE),
        ("solomon", TABLET),
        ("solomon", TURNED),
    ],
)
def test_names_of_points_can_be_read_whatever_lights_up(
    game: str, size: tuple[int, int], browser: Browser, url: str, table: FakeTable
) -> None:
    with new_page(browser, size, touch=size != DESKTOP, painted=True) as page:
        visit(page, url)
        table.begin(game)
        table.light(**{f"p{point.name}": BRIGHT for point in table.hello.points})
        expect(page.locator(f'[data-lamp="#{BRIGHT}"]')).to_have_count(len(table.hello.points))
        found = contrasts(page)
        assert len(found) >= 19
        assert min(found) >= 7
        heights = page.locator(".board .names .label").evaluate_all(
            "(labels) => labels.map((label) => label.getBoundingClientRect().height)"
        )
        assert min(heights) >= 11


@pytest.mark.slow
def test_names_of_points_are_switched_off_and_stay_off(desktop: Page, url: str) -> None:
    visit(desktop, url)
    names = desktop.locator(".board .names")
    expect(names).to_be_visible()
    choose(desktop, "view")
    switch = desktop.get_by_role("switch", name="Names of the points")
    switch.click()
    expect(names).to_be_hidden()
    desktop.reload()
    expect(desktop.get_by_test_id("headline")).not_to_be_empty()
    expect(names).to_be_hidden()
    choose(desktop, "view")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(names).to_be_visible()


def test_light_and_dark_are_chosen_or_left_to_the_system(desktop: Page, url: str) -> None:
    visit(desktop, url)
    body = desktop.locator("body")
    theme = desktop.locator('meta[name="theme-color"]')
    expect(body).to_have_css("background-color", LIGHT)
    desktop.emulate_media(color_scheme="dark")
    expect(body).to_have_css("background-color", DARK)
    expect(theme).to_have_attribute("content", "#171310")
    choose(desktop, "view")
    expect(desktop.get_by_role("radio", name="System")).to_be_checked()
    desktop.get_by_role("radio", name="Light").check()
    expect(body).to_have_css("background-color", LIGHT)
    expect(theme).to_have_attribute("content", "#f3ecdf")
    desktop.reload()
    expect(body).to_have_css("background-color", LIGHT)
    desktop.emulate_media(color_scheme="light")
    choose(desktop, "view")
    expect(desktop.get_by_role("radio", name="Light")).to_be_checked()
    desktop.get_by_role("radio", name="Dark").check()
    expect(body).to_have_css("background-color", DARK)
    desktop.get_by_role("radio", name="System").check()
    expect(body).to_have_css("background-color", LIGHT)


def shining(page: Page, name: str) -> float:
    """How strongly the lamp of a point shines on the screen."""
    index = page.locator("[data-point]").evaluate_all(
        "(all, name) => all.findIndex((point) => point.dataset.point === name)", name
    )
    lamp = page.locator(".board .lamp").nth(index)
    return float(lamp.evaluate("(lamp) => lamp.style.opacity"))


def lit(page: Page, table: FakeTable, colour: str) -> None:
    """Have the lamp of 14 shine, and wait until the page knows."""
    table.light(p14=colour)
    expect(page.locator('[data-point="14"]')).to_have_attribute("data-lamp", f"#{colour}")


def test_lamps_do_not_blink_where_no_motion_is_wanted(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    lit(desktop, table, "00ff00")
    lit(desktop, table, "000000")
    assert shining(desktop, "14") == 0
    desktop.emulate_media(reduced_motion="reduce")
    table.say(message="Another scene")
    for colour in ("001000", "00ff00", "001000", "000000"):
        lit(desktop, table, colour)
    assert shining(desktop, "14") == 1  # as bright as it was
    assert lamp(desktop, "14") == "#000000"  # what the real one does
    table.say(message="What the lamps mean has changed")
    lit(desktop, table, "000010")
    lit(desktop, table, "000000")
    assert 0 < shining(desktop, "14") < 1


def cut(page: Page, name: str) -> bool:
    """Whether part of a text is cut off."""
    return bool(
        page.get_by_test_id(name).evaluate(
            """(text) => {
              const [box, page] = [text.getBoundingClientRect(), document.documentElement];
              const top = document.elementFromPoint(box.left + 3, box.bottom - 3);
              return text.scrollWidth > text.clientWidth
                || text.scrollHeight > text.clientHeight + 1
                || box.right > page.clientWidth || !text.contains(top);
            }"""
        )
    )


@pytest.mark.slow
@SIZES
def test_long_titles_are_whole(
    size: tuple[int, int], browser: Browser, url: str, table: FakeTable
) -> None:
    with new_page(browser, size, touch=size != DESKTOP) as page:
        visit(page, url)
        for game, title in (("halma", "Pythagoreic Halma"), ("crowning", "The Crowning Problem")):
            table.begin(game)
            expect(page.get_by_test_id("title")).to_have_text(title)
            assert not cut(page, "title")
        table.begin("solomon", title=LONG)
        table.say(headline="Donaudampfschifffahrtskapitänswitwe wins")
        expect(page.get_by_test_id("title")).to_have_text(LONG)
        assert not cut(page, "title")
        assert not cut(page, "headline")


@pytest.mark.slow
def test_what_comes_next_stands_out_and_what_is_seldom_needed_steps_back(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(confirm=True, takeback=True)

    def ground(name: str) -> str:
        back = desktop.get_by_test_id(name)
        return str(back.evaluate("(button) => getComputedStyle(button).backgroundColor"))

    grounds = [ground(name) for name in ("confirm", "back", "menu")]
    assert len(set(grounds)) == 3
    assert grounds[0] == "rgb(138, 75, 22)"
    for name in ("menu", "rules"):
        assert ground(name) == "rgba(0, 0, 0, 0)"
    assert ground("new") == ground("back")
