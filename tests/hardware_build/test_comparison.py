"""Generated files are compared by what they show: a small change that can be seen is told, and one
that cannot be seen is not."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path

import ezdxf.filemanagement
import pytest
from ezdxf import options  # type: ignore[attr-defined]
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, ContentStream, FloatObject, NameObject

from hardware.artwork.dxf import dxf
from hardware.artwork.layout import BOARDS, Layout
from hardware.artwork.pdf import pdf
from hardware.artwork.shapes import XY, Circle, Drawing, Shape, Style, TextLine, stroke
from hardware.artwork.sheets import tiles, whole
from hardware.artwork.svg import svg
from hardware.artwork.template import LAYERS, SIDES
from hardware.assembly.solids import block, cone, model
from hardware.comparison import visible_changes
from hardware.generated import HERE, changed_files, differences, write_files

Change = Callable[[str], str]
TILE = "pcb/boards/tile-40mm/tile-40mm.kicad_pcb"


def published(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def told(name: str, change: Change) -> list[str]:
    """What is said of a published file when what is generated differs like this."""
    before = published(name)
    after = change(before)
    assert after != before, "the change did nothing"
    return visible_changes(name, before.encode(), after.encode())


def put(old: str, new: str) -> Change:
    """Replaces a text where it is first."""
    return lambda text: text.replace(old, new, 1)


def swapped(pattern: str) -> Change:
    """Puts the first thing of this kind behind the second."""

    def change(text: str) -> str:
        one, other = list(re.finditer(pattern, text))[:2]
        between = text[one.end() : other.start()]
        return text[: one.start()] + other[0] + between + one[0] + text[other.end() :]

    return change


def noisy(pattern: str) -> Change:
    """Adds what floating point may add to the numbers after these words."""
    dice = random.Random(7)
    return lambda text: re.sub(
        pattern, lambda m: f"{m[1]}{float(m[2]) + dice.choice((-1e-6, 1e-6)):.7f}", text
    )


def numbered_anew(text: str) -> str:
    """Counts the nets of a circuit board downwards."""
    last = max(int(n) for n in re.findall(r"\(net (\d+)", text))
    return re.sub(r"\(net ([1-9]\d*)", lambda m: f"(net {last + 1 - int(m[1])}", text)


def with_other_uuids(text: str) -> str:
    numbers = count()
    return re.sub(
        r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        lambda _: f"00000000-0000-4000-8000-{next(numbers):012x}",
        text,
    )


VISIBLE: dict[str, tuple[str, Change, str]] = {
    "a hole in an SVG is moved": (
        "boards/star/underside.svg",
        lambda text: re.sub(
            r'(<circle cx=")([\d.]+)(?=[^>]*data-is="well 1")',
            lambda m: f"{m[1]}{float(m[2]) + 0.1:.3f}",
            text,
            count=1,
        ),
        r"circle .*data-is=well 1 .* at \(.*\): [\d.]+ is now [\d.]+ \(0\.1 apart\)",
    ),
    "a word of an SVG": (
        "assembly/section.svg",
        put("base", "bass"),
        r"text '.*base.*' .* is no longer made",
    ),
    "a colour of an SVG": (
        "pieces/pieces.svg",
        put('fill="#', 'fill="#0'),
        r"path fill=#\w+ .* is no longer made",
    ),
    "what covers what in an SVG": (
        "boards/trinity/plain.svg",
        swapped(r'<polygon [^>]*fill="#[^>]*/>\n'),
        r"polygon .* now comes before polygon",
    ),
    "the layer of a group": (
        "boards/star/face.svg",
        put('<g id="CUT"', '<g id="ENGRAVE"'),
        r"layer=CUT .* is no longer made",
    ),
    "the size of an SVG": (
        "boards/star/face.svg",
        lambda text: re.sub(r' width="([\d.]+)mm"', ' width="300mm"', text, count=1),
        r"sheet at .* is now 300",
    ),
    "a line of a schematic": (
        "wiring/circuit-lamps.svg",
        lambda text: re.sub(r'd="M ?(\d+)', lambda m: f'd="M {int(m[1]) + 1}', text, count=1),
        r"path .* is now ",
    ),
    "a pad's net": (
        TILE,
        put('(net 6 "MID")\n      (uuid', '(net 7 "ROW")\n      (uuid'),
        r"footprint companion:Reed_P21mm S1: pad 1 .*net MID at \(-10\.500, 0\.000\) is no longer",
    ),
    "the name of a net": (TILE, put('(net 6 "MID")', '(net 6 "MIDDLE")'), r"net MID is no longer"),
    "a drill": (
        TILE,
        put("(drill 0.9)", "(drill 1)"),
        r"S1: pad 1 .*: 0\.9 is now 1 \(0\.1 apart\)",
    ),
    "a track": (
        TILE,
        lambda text: re.sub(
            r"(\(segment\s+\(start )([\d.]+)",
            lambda m: f"{m[1]}{float(m[2]) + 0.1:.4f}",
            text,
            count=1,
        ),
        r"segment start end width layer .*: [\d.]+ is now [\d.]+ \(0\.1 apart\)",
    ),
    "the value of a part": (
        "pcb/boards/controller-pi/controller-pi.kicad_sch",
        put('"330 Ω"', '"33 Ω"'),
        r"property Value 330 Ω .* is no longer made",
    ),
    "a pad of the library": (
        "pcb/boards/companion.pretty/R_0603.kicad_mod",
        put("(size 0.8 0.95)", "(size 0.8 0.9)"),
        r"pad 1 smd .* at \(-0\.825, 0\.000\): 0\.95 is now 0\.9 ",
    ),
    "the height of a block": (
        "pcb/boards/companion.3dshapes/Pico.wrl",
        put("3.543", "3.583"),
        r"size .* 8\.99922 is now 9\.10082 \(0\.102 apart\)",
    ),
    "a rule": (
        "pcb/boards/tile-40mm/tile-40mm.kicad_pro",
        put('"min_clearance": 0.2', '"min_clearance": 0.201'),
        r"min_clearance.* is no longer made",
    ),
    "a cell with a number": (
        "magnets/trials.csv",
        put(",77.9,", ",77.8,"),
        r"row one flat \| .*: 77\.9 is now 77\.8",
    ),
    "a cell with a code": (
        "wiring/star-spi.csv",
        put("GPIO 2,3,", "GPIO 2,4,"),
        r"row point 1 \| GPIO 2 \| 3 \| .* is no longer made",
    ),
    "the order of rows": (
        "wiring/star-spi.csv",
        swapped(r"point \d.*\n"),
        r"row point 2 .* now comes before row point 1 ",
    ),
    "a page": ("parts/README.md", put("Ω", "kΩ"), r"Ω.* is no longer made"),
}


@pytest.mark.parametrize(("name", "change", "said"), VISIBLE.values(), ids=VISIBLE)
def test_what_can_be_seen_is_told(name: str, change: Change, said: str) -> None:
    found = told(name, change)
    assert re.search(said, "\n".join(found)), found


INVISIBLE: dict[str, tuple[str, Change]] = {
    "an identifier in an SVG": (
        "boards/star/face.svg",
        lambda text: text.replace("#window", "#a1").replace('id="window"', 'id="a1"'),
    ),
    "noise in an SVG": ("boards/star/underside.svg", noisy(r'( cx="| cy="| r=")([\d.]+)')),
    "the order of lines in an SVG": (
        "boards/star/face.svg",
        swapped(r'<polyline [^>]*fill="none"[^>]*/>\n'),
    ),
    "a comment in an SVG": ("wiring/circuit-lamps.svg", put("<title>", "<!-- later --><title>")),
    "spaces and style in a schematic": (
        "wiring/circuit-lamps.svg",
        lambda text: text.replace(";stroke-width:", "; stroke-width: "),
    ),
    "identifiers of a circuit board": (TILE, with_other_uuids),
    "numbers of nets": (TILE, numbered_anew),
    "the program that wrote it": (TILE, put('"board_companion"', '"pcbnew"')),
    "noise in a circuit board": (TILE, noisy(r"(\(start )([\d.]+)")),
    "the order of tracks": (TILE, swapped(r"  \(segment\n(?:    .*\n)+  \)\n")),
    "the dialect of a table": ("magnets/trials.csv", lambda text: text.replace("\n", "\r\n")),
    "zeros in a table": ("magnets/trials.csv", put(",77.9,", ",77.900000,")),
    "noise in a table": ("magnets/trials.csv", put(",77.9,", ",77.8999999,")),
    "noise in a block": (
        "pcb/boards/companion.3dshapes/Pico.wrl",
        put("3.543", "3.543001"),
    ),
}


@pytest.mark.parametrize(("name", "change"), INVISIBLE.values(), ids=INVISIBLE)
def test_what_cannot_be_seen_is_not_told(name: str, change: Change) -> None:
    assert told(name, change) == []


# DXF and PDF: drawn once more with one shape changed, or written once more by another program.


@cache
def drawing() -> Drawing:
    return SIDES["underside"](Layout(BOARDS["star"]))


def changed(change: Callable[[Shape], Shape | None]) -> Drawing:
    """The drawing with the first shape changed for which there is a change."""
    shapes = list(drawing().shapes)
    index, shape = next((i, made) for i, old in enumerate(shapes) if (made := change(old)))
    shapes[index] = shape
    return replace(drawing(), shapes=tuple(shapes))


def moved(by: float) -> Drawing:
    return changed(lambda s: replace(s, at=s.at.moved(by, 0)) if isinstance(s, Circle) else None)


def reworded() -> Drawing:
    return changed(lambda s: replace(s, text="elsewhere") if isinstance(s, TextLine) else None)


def svg_of(made: Drawing) -> bytes:
    return svg(whole(made, "test"), "test").encode()


def pdf_of(made: Drawing) -> bytes:
    return pdf([whole(made, "test")], "test")


def as_svg(made: Drawing) -> bytes:
    return svg(whole(made, "test"), "test", LAYERS).encode()


def as_dxf(made: Drawing) -> bytes:
    return dxf(made).encode()


def as_pdf(made: Drawing) -> bytes:
    return pdf(tiles(made, "test", "a4"), "test")


WRITERS = pytest.mark.parametrize(
    ("name", "write"), [("a.svg", as_svg), ("a.dxf", as_dxf), ("a.pdf", as_pdf)]
)


@WRITERS
def test_a_hole_that_moves_by_a_tenth_is_told(name: str, write: Callable[[Drawing], bytes]) -> None:
    (said,) = visible_changes(name, write(drawing()), write(moved(0.1)))
    assert re.search(r" at \([\d.]+, [\d.]+\): .* is now .* \(0\.1 apart\)$", said)
    assert visible_changes(name, write(drawing()), write(moved(0.004))) == []


@WRITERS
def test_another_text_is_told(name: str, write: Callable[[Drawing], bytes]) -> None:
    said = visible_changes(name, write(drawing()), write(reworded()))
    assert any("elsewhere" in line and line.endswith("is new") for line in said)


@WRITERS
def test_a_hole_that_is_missing_is_told(name: str, write: Callable[[Drawing], bytes]) -> None:
    shapes = drawing().shapes
    gone = next(i for i, shape in enumerate(shapes) if isinstance(shape, Circle))
    less = replace(drawing(), shapes=shapes[:gone] + shapes[gone + 1 :])
    (said,) = visible_changes(name, write(drawing()), write(less))
    assert said.endswith("is no longer made")


def test_a_dxf_with_dates_and_other_handles_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    before = as_dxf(drawing())
    monkeypatch.setattr(options, "write_fixed_meta_data_for_testing", False)
    document = ezdxf.filemanagement.read(StringIO(before.decode()))
    space = document.modelspace()
    first = next(iter(space))
    space.add_entity(first.copy())  # at the end, with a handle of its own
    space.delete_entity(first)
    out = StringIO()
    document.write(out)
    assert out.getvalue().encode() != before
    assert visible_changes("a.dxf", before, out.getvalue().encode()) == []


def rewritten(content: bytes, change: Callable[[PdfWriter], None]) -> bytes:
    """A PDF as another program writes it."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(content)))
    change(writer)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_pdf_with_another_producer_date_and_compression_is_the_same() -> None:
    def change(writer: PdfWriter) -> None:
        writer.add_metadata({"/Producer": "another", "/CreationDate": "D:20300101000000Z"})
        for page in writer.pages:
            page.compress_content_streams()

    before = as_pdf(drawing())
    assert visible_changes("a.pdf", before, rewritten(before, change)) == []


def test_noise_in_a_pdf_is_not_told() -> None:
    def change(writer: PdfWriter) -> None:
        for page in writer.pages:
            contents = ContentStream(page.get_contents(), writer)
            for operands, operator in contents.operations:
                if operator in (b"m", b"l", b"re"):
                    operands[:] = [FloatObject(f"{float(o) + 1e-6:.7f}") for o in operands]
            page[NameObject("/Contents")] = writer._add_object(contents)

    before = as_pdf(drawing())
    assert visible_changes("a.pdf", before, rewritten(before, change)) == []


def test_a_pdf_that_would_be_scaled_or_cut_elsewhere_is_told() -> None:
    def scaled(writer: PdfWriter) -> None:
        del writer.root_object["/ViewerPreferences"]

    def turned(writer: PdfWriter) -> None:
        writer.pages[0].rotate(90)

    def cut(writer: PdfWriter) -> None:
        writer.pages[1][NameObject("/MediaBox")] = ArrayObject(map(FloatObject, (0, 0, 500, 500)))

    before = as_pdf(drawing())
    assert (
        "scaling /None is no longer made"
        in visible_changes("a.pdf", before, rewritten(before, scaled))[0]
    )
    assert "page 1: turned by 90 is new" in visible_changes(
        "a.pdf", before, rewritten(before, turned)
    )
    assert "page 2: /MediaBox" in visible_changes("a.pdf", before, rewritten(before, cut))[0]


@pytest.mark.parametrize(("name", "write"), [("a.svg", svg_of), ("a.pdf", pdf_of)])
def test_a_text_or_a_line_that_is_covered_is_told(
    name: str, write: Callable[[Drawing], bytes]
) -> None:
    cover = Circle(XY(20, 20), 5, Style(fill="#ff0000"))
    for shape in (
        TextLine(XY(20, 20), "here", 3, "#000000", face="sans"),
        stroke(XY(10, 20), XY(30, 20), ink=Style(line="#000000", width=0.2)),
    ):
        over, under = (
            write(Drawing(100, 100, shapes)) for shapes in ((cover, shape), (shape, cover))
        )
        (said,) = visible_changes(name, over, under)
        assert said.endswith(" is now under another shape")
        (said,) = visible_changes(name, under, over)
        assert said.endswith(" is now over another shape")


def test_a_clip_that_is_left_out_or_ends_elsewhere_is_told() -> None:
    def unclipped(writer: PdfWriter) -> None:
        contents = ContentStream(writer.pages[0].get_contents(), writer)
        contents.operations = [o for o in contents.operations if o[1] not in (b"W", b"W*")]
        writer.pages[0][NameObject("/Contents")] = writer._add_object(contents)

    def longer(writer: PdfWriter) -> None:
        contents = ContentStream(writer.pages[0].get_contents(), writer)
        names = [operator for _, operator in contents.operations]
        begins = [i for i, name in enumerate(names) if name == b"q"]
        contents.operations.insert(names.index(b"W*") + 2, contents.operations[begins[1]])
        del contents.operations[begins[1]]
        writer.pages[0][NameObject("/Contents")] = writer._add_object(contents)

    before = as_pdf(drawing())
    assert "page 1: window" in visible_changes("a.pdf", before, rewritten(before, unclipped))[0]
    # Now the marks at the edge of the sheet are clipped, too.
    assert "page 1: shape" in visible_changes("a.pdf", before, rewritten(before, longer))[0]


def test_what_covers_what_in_a_pdf_is_told() -> None:
    red, blue = (Circle(XY(20, 20), 5, Style(fill=fill)) for fill in ("#ff0000", "#0000ff"))
    one, other = (as_pdf(Drawing(100, 100, shapes)) for shapes in ((red, blue), (blue, red)))
    (said,) = visible_changes("a.pdf", one, other)
    assert re.search(r"fill=\(0, 0, 255\) .* now comes before .*fill=\(255, 0, 0\)", said)


# Models.


def drilled(x: float, radius: float = 2) -> bytes:
    """A plate with a hole."""
    return model("plate", block(0, 0, 0, 60, 40, 3) - cone(x, 20, -1, 4, radius, radius))


def parts(content: bytes) -> list[tuple[float, ...]]:
    return list(struct.iter_unpack("<12fH", content[84:]))


def packed(head: bytes, triangles: list[tuple[float, ...]]) -> bytes:
    body = b"".join(struct.pack("<12fH", *part[:12], 0) for part in triangles)
    return head.ljust(80) + struct.pack("<I", len(triangles)) + body


def test_a_hole_of_a_model_that_moves_by_a_tenth_is_told() -> None:
    said = visible_changes("a.stl", drilled(30), drilled(30.1))
    assert re.fullmatch(
        r"the corner at \([\d.]+, [\d.]+, [\d.]+\) is no longer made: 0\.\d+ mm off", said[0]
    )
    assert visible_changes("a.stl", drilled(30), drilled(30.005)) == []


def test_a_hole_that_moves_far_within_a_flat_face_is_told() -> None:
    (said,) = visible_changes("a.stl", drilled(20), drilled(40))
    assert re.fullmatch(r"the middle of its surface is 0\.\d+ mm off along x", said)


def test_a_model_with_a_wider_hole_or_without_one_face_is_told() -> None:
    said = visible_changes("a.stl", drilled(30), drilled(30, 2.1))
    assert any(line.startswith("its volume is ") for line in said)
    triangles = parts(drilled(30))
    said = visible_changes("a.stl", drilled(30), packed(b"", triangles[:-1]))
    assert any(line.startswith("its area is ") for line in said)


def test_a_model_of_another_size_is_told() -> None:
    one, other = (model("block", block(0, 0, 0, wide, 10, 10)) for wide in (20, 20.1))
    assert visible_changes("a.stl", one, other)[0] == (
        "its largest x is 20.000 mm and is now 20.100 mm"
    )


def test_a_model_with_another_head_order_division_and_noise_is_the_same() -> None:
    before = drilled(30)
    (first, *others) = parts(before)
    a, b, c = first[3:6], first[6:9], first[9:12]
    middle = tuple((x + y) / 2 for x, y in zip(a, b, strict=True))
    triangles = [first[:3] + a + middle + c, first[:3] + middle + b + c, *others]
    random.Random(3).shuffle(triangles)
    triangles = [tuple(x + 1e-6 for x in part) for part in triangles]
    assert visible_changes("a.stl", before, packed(b"another program", triangles)) == []


# What is done with it.


def test_every_kind_of_published_file_is_the_same_as_itself_with_a_byte_more() -> None:
    """Every comparer reads every kind that is published, and finds no difference between a file
    and one that was written twice."""
    first: dict[str, Path] = {}
    for path in sorted(HERE.rglob("*")):
        if path.suffix in {".svg", ".dxf", ".pdf", ".stl", ".csv", ".wrl", ".kicad_pcb"}:
            first.setdefault(path.suffix, path)
    assert len(first) == 7
    for suffix, path in first.items():
        content = path.read_bytes()
        assert visible_changes(path.name, content, content + b"\n") == [], suffix


def test_a_file_that_is_damaged_is_told_and_one_that_is_made_wrong_is_raised() -> None:
    good = as_svg(drawing())
    assert visible_changes("a.svg", b"<svg", good)[0].startswith("it cannot be read: ")
    with pytest.raises(SyntaxError):
        visible_changes("a.svg", good, b"<svg")


def test_many_differences_are_counted() -> None:
    found = visible_changes("a.txt", "\n".join("abcdefgh").encode(), b"")
    assert len(found) == 6
    assert found[-1] == "and 3 more differences"


def test_what_shows_the_same_is_not_written_again(tmp_path: Path) -> None:
    files = {"a.csv": b"a,b\n1.5,2\n", "b.csv": b"a\n"}
    (tmp_path / "a.csv").write_bytes(b"a,b\r\n1.50,2\r\n")
    (tmp_path / "b.csv").write_bytes(b"b\n")
    assert changed_files(tmp_path, files) == [
        "b.csv is out of date: row b is no longer made; row a is new; run `make hardware`"
    ]
    write_files(tmp_path, files)
    assert (tmp_path / "a.csv").read_bytes() == b"a,b\r\n1.50,2\r\n"
    assert (tmp_path / "b.csv").read_bytes() == b"a\n"
    assert changed_files(tmp_path, files | {"c.csv": b""}, "make pcb-boards") == [
        "c.csv is out of date: it is missing; run `make pcb-boards`"
    ]


def test_a_room_names_its_file_what_differs_and_the_remedy() -> None:
    name = "star-spi.csv"
    made = {path.name: path.read_bytes() for path in (HERE / "wiring").glob("*.[cs]*[gv]")}
    assert differences("wiring", made) == []
    wrong = made | {name: made[name].replace(b"brown", b"black", 1)}
    (line,) = differences("wiring", wrong)
    assert line.startswith(f"wiring/{name} is out of date: row point 1 | GPIO 2 | 3 | ")
    assert line.endswith("; run `make hardware`")
    del made[name]
    assert differences("wiring", made) == [
        f"wiring/{name} is no longer generated; run `make hardware`"
    ]
