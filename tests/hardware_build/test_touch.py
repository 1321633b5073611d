"""Pieces, overlays and cards for fingers."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from io import BytesIO
from math import hypot, pi

import pytest
import trimesh
from shapely import LineString

from companion.base.languages import find_language
from companion.base.text import Text
from companion.session.menu.builder import MenuAction
from companion.session.menu.button import LONG_PRESS
from companion.session.menu.menu import ENDS
from companion.session.modes import OPENS
from companion.session.speech.narration import AGAIN
from hardware.artwork.layout import BOARDS, PITCH
from hardware.artwork.shapes import XY
from hardware.assembly.solids import Plan, disc
from hardware.generated import HERE, differences
from hardware.magnets.forces import FRICTION, PLASTIC, push
from hardware.magnets.trials import TOUCHING
from hardware.parts.magnets import PIECE
from hardware.pieces.loft import Ring, solid, stl
from hardware.pieces.shapes import SIZES, pieces
from hardware.touch.braille import LINES, WIDTH, NotInBraille, braille, brf, dots
from hardware.touch.files import CARDS, files
from hardware.touch.overlay import CELL, DOT, Overlay
from hardware.touch.tactile_pieces import tactile_pieces
from tests import needs

NAMES = pytest.mark.parametrize("name", tactile_pieces())
PAGE = (HERE / "touch" / "README.md").read_text()


@cache
def mesh(name: str) -> trimesh.Trimesh:
    loaded = trimesh.load_mesh(BytesIO(stl(name, solid(tactile_pieces()[name]))), file_type="stl")
    assert isinstance(loaded, trimesh.Trimesh)
    return loaded


def test_the_committed_files_are_what_is_made() -> None:
    assert differences("touch", files()) == []


def test_the_page_links_every_file() -> None:
    linked = set(re.findall(r"\]\(([\w-]+\.\w+)\)", PAGE))
    assert linked == set(files())


# Pieces


@NAMES
def test_a_piece_is_a_closed_solid_that_covers_no_lamp(name: str) -> None:
    made = mesh(name)
    assert made.is_volume
    assert max(hypot(x, y) for x, y, _ in made.vertices) <= SIZES.width / 2 + 1e-3


@NAMES
def test_a_piece_needs_no_supports(name: str) -> None:
    made = mesh(name)
    low = made.bounds[0][2]
    for normal, corners in zip(made.face_normals, made.triangles, strict=True):
        # What faces down by more than 45 degrees lies on the printer's bed, or bridges the pocket.
        if normal[2] < -0.72:
            pocket = max(hypot(x, y) for x, y, _ in corners) < 4.3
            assert pocket or max(z for _, _, z in corners) == pytest.approx(low, abs=1e-3), name


@NAMES
def test_no_neighbour_that_touches_it_pushes_a_piece(name: str) -> None:
    halves = 2 if name.startswith("gomony") else 1
    grams = halves * mesh(name).volume * PLASTIC + pi / 4 * 6**2 * 3 * 7.5e-3  # with its magnet
    assert push(PIECE, TOUCHING) < FRICTION * grams


@NAMES
def test_a_piece_is_told_from_those_of_other_players(name: str) -> None:
    kind, _, _ = name.rpartition("-")
    mine = tactile_pieces()[name]
    others = [pieces()[kind]]
    others += [r for n, r in tactile_pieces().items() if n.rpartition("-")[0] == kind != n != name]
    for other in others:
        one, two = (profile(rings) for rings in (mine, other))
        # Somewhere on its surface a finger finds at least half a millimetre more or less.
        assert max(LineString(one).hausdorff_distance(LineString(two)), 0) >= 0.5


def profile(rings: list[Ring]) -> list[tuple[float, float]]:
    """The outline of a piece in one direction, to the axis."""
    outline = [made[0] for made in rings]
    return [*outline, (0.0, outline[-1][1])]


# The overlay


@pytest.mark.parametrize("name", BOARDS)
def test_an_overlay_is_one_solid_that_leaves_lamps_and_pieces_free(name: str) -> None:
    overlay = Overlay(BOARDS[name], PITCH)
    assert len(overlay.solid().decompose()) == 1
    flat = overlay.solid().project()
    layout = overlay.layout
    for at in layout.lamps:
        assert _covered(flat, at, layout.lamp_radius) == pytest.approx(0, abs=1e-6)
    for at in layout.points:
        assert _covered(flat, at, SIZES.width / 2) == pytest.approx(0, abs=1e-6)


def _covered(flat: Plan, at: XY, radius: float) -> float:
    """How much of a disc is covered, in mm²."""
    return float((flat ^ disc(*at, radius)).area())


@pytest.mark.parametrize("name", BOARDS)
def test_the_parts_of_an_overlay_fit_a_printer_and_are_the_whole(name: str) -> None:
    overlay = Overlay(BOARDS[name], PITCH)
    parts = overlay.tiles()
    for part in parts:
        left, south, _, right, north, _ = part.bounding_box()
        assert max(right - left, north - south) <= 200.5
    assert sum(part.volume() for part in parts) == pytest.approx(overlay.solid().volume(), rel=1e-4)


@pytest.mark.parametrize("name", BOARDS)
def test_every_point_has_its_name_in_braille(name: str) -> None:
    overlay = Overlay(BOARDS[name], PITCH)
    felt = {(round(x, 2), round(y, 2)) for x, y in overlay.dots}
    for point, (at, cells) in zip(BOARDS[name].names, overlay.labels, strict=True):
        assert cells == braille(point)
        for number, cell in enumerate(cells):
            found = {
                dot
                for dot in range(1, 7)
                for column, row in [divmod(dot - 1, 3)]
                if (
                    round(at.x + number * CELL + column * DOT, 2),
                    round(at.y + (2 - row) * DOT, 2),
                )
                in felt
            }
            assert found == set(dots(cell))


# Braille


def test_cells_have_their_dots() -> None:
    assert [dots(cell) for cell in "AB#,4="] == [
        (1,),
        (1, 2),
        (3, 4, 5, 6),
        (6,),
        (2, 5, 6),
        (1, 2, 3, 4, 5, 6),
    ]


def test_numbers_and_letters() -> None:
    assert braille("Point 14") == ",POINT #AD"
    assert braille("e4, 10.") == "E#D1 #AJ4"
    assert braille("Größe 3", "de") == "GR[!E #C"


@pytest.mark.parametrize("text", ["4b", "€"])
def test_what_has_no_cell_is_refused(text: str) -> None:
    with pytest.raises(NotInBraille):
        braille(text)


def test_a_file_for_embossers_has_pages_of_lines_of_cells() -> None:
    pages = brf("word " * 400 + "\n\nend", "en").decode("ascii").split("\f")
    lines = [page.split("\r\n")[:-1] for page in pages]
    assert [len(page) for page in lines[:-1]] == [LINES] * (len(pages) - 1)
    assert all(len(line) <= WIDTH for page in lines for line in page)
    assert lines[-1][-2:] == ["", "END"]


@needs.liblouis.mark
@pytest.mark.parametrize(("language", "table"), [("en", "en-ueb-g1.ctb"), ("de", "de-g0.utb")])
def test_the_card_is_written_as_liblouis_writes_it(language: str, table: str) -> None:
    text = CARDS[language].read_text(encoding="utf-8")
    done = subprocess.run(
        [needs.liblouis(), "--forward", f"en-us-brf.dis,{table}"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    written = "\n".join(braille(line, language) for line in text.splitlines())
    assert [line.upper() for line in done.stdout.splitlines()] == written.splitlines()


# The card


@pytest.mark.parametrize("language", CARDS)
def test_the_card_says_what_the_program_does(language: str) -> None:
    text = CARDS[language].read_text(encoding="utf-8")
    words = find_language([language]).words
    menu = text.split("\n\n")[-1].splitlines()[1:]
    entries = [
        Text("take a move back"),
        Text("offer a draw"),
        Text("resign"),
        Text("another game"),
        Text("show a hint"),
        *(MenuAction[name].value for name in ("CLOCK", "VOICE", "SHUT_DOWN")),
    ]
    assert menu == [words(entry) for entry in entries]
    numbers = [int(number) for number in re.findall(r"\d+ (?=[Ss]e[ck])", text)]
    assert numbers == [AGAIN, 2, 1, 1, ENDS]
    assert LONG_PRESS <= 1 < 2 < OPENS


def test_both_cards_have_as_many_lines() -> None:
    assert len({len(path.read_text().splitlines()) for path in CARDS.values()}) == 1
