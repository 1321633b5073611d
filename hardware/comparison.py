"""Compares generated files by what they show.

There is one comparer for each kind of file. Drawings, circuit boards and tables are read as items:
shapes and texts with their places, pads, tracks and drills with their nets, rows. Dates, producers
and identifiers are no items, and order counts only where one shape may cover another. Models are
compared by their surfaces.
"""

from __future__ import annotations

import csv
import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

from hardware.pcb.expressions import Parsed, Quoted, inside, read

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# The libraries that read files are imported where they are used; circuit boards are made without
# them.

NEAR = 0.01
"""Places are the same within this distance, in mm."""

_NOISE = 1e-6
"""Numbers in tables are the same within this."""

_PART = 1e-5
"""Areas and volumes are the same within this part of themselves."""

_TOLD = 5
"""So many differences of a file are listed."""

_LONG = 120
"""Letters of an item's name in a message; the middle of a longer one is left out."""

Comparer = Callable[[bytes, bytes], Iterable[str]]


class Item(NamedTuple):
    """A thing that a file shows.

    Attributes:
        what: What it is, with its text or style.
        numbers: Its measures, beginning with its place, in mm, if it has one.
        ordered: Whether it shows which items come before it and which after it, as with a shape
            that covers others.
    """

    what: str
    numbers: tuple[float, ...] = ()
    ordered: bool = False


def visible_changes(name: str, published: bytes, made: bytes) -> list[str]:
    """List how a published file differs visibly from the one generated now.

    Args:
        name: The file's name; its suffix selects the comparer.
        published: The file as it is published.
        made: The file as it is generated now.

    Returns:
        The first differences, and the number of the others; empty if both files show the same.
    """
    if published == made:
        return []
    compare = _COMPARERS.get(Path(name).suffix, _COMPARERS[""])
    try:
        found = list(compare(published, made))
    except Exception as error:  # whatever a reader raises for a damaged file
        list(compare(made, made))  # what is generated has to be readable
        return [f"it cannot be read: {error}"]
    more = len(found) - _TOLD
    return found[:_TOLD] + [f"and {more} more differences"] * (more > 0)


def _items(
    reader: Callable[[bytes], Iterable[Item]], near: float, published: bytes, made: bytes
) -> Iterator[str]:
    """Match the items of two files by what they are and by their numbers."""
    old, new = list(reader(published)), list(reader(made))
    groups: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
    for side, items in enumerate((old, new)):
        for index, item in enumerate(items):
            key = item.what, len(item.numbers)
            groups.setdefault(key, ([], []))[side].append(index)
    pairs: list[tuple[int, int]] = []
    for before, after in groups.values():
        same, gone, added = _paired(old, new, before, after, near)
        pairs += same
        moved, gone, added = _paired(old, new, gone, added, float("inf"))
        for i, j in moved:
            yield f"{_named(old[i])}: {_moved(old[i], new[j], near)}"
        yield from (f"{_named(old[i])} is no longer made" for i in gone)
        yield from (f"{_named(new[j])} is new" for j in added)
    yield from _reordered(old, sorted(pairs))


def _reordered(old: Sequence[Item], pairs: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Name the items that come before or after other ordered items than before."""
    ordered = [pair for pair in pairs if old[pair[0]].ordered]
    for (i, j), (k, m) in pairwise(ordered):
        if m < j:
            yield f"{_named(old[k])} now comes before {_named(old[i])}"
    before, after = [i for i, _ in ordered], sorted(j for _, j in ordered)
    for i, j in pairs:
        over = bisect(after, j) - bisect(before, i)
        if over and not old[i].ordered:
            yield f"{_named(old[i])} is now {'over' if over > 0 else 'under'} another shape"


def _paired(
    old: Sequence[Item], new: Sequence[Item], before: list[int], after: list[int], near: float
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Pair items that are near each other, and return what is left on both sides."""
    pairs, gone, left = [], [], dict.fromkeys(after)
    alike: dict[tuple[float, ...], list[int]] = {}
    for index in reversed(after):
        alike.setdefault(_rounded(new[index]), []).append(index)
    for i in before:
        j: int | None
        same = alike.get(_rounded(old[i]))
        j = same.pop() if same else None  # of most there is one, and the nearest need not be sought
        if j not in left or _apart(old[i], new[j]) > near:
            j = min(left, key=lambda j: _apart(old[i], new[j]), default=None)
        if j is not None and _apart(old[i], new[j]) <= near:
            pairs.append((i, j))
            del left[j]
        else:
            gone.append(i)
    return pairs, gone, list(left)


def _rounded(item: Item) -> tuple[float, ...]:
    return tuple(round(number, 3) for number in item.numbers)


def _apart(one: Item, other: Item) -> float:
    """The greatest difference of two numbers, without the noise of floating point."""
    pairs = zip(one.numbers, other.numbers, strict=True)
    return round(max((abs(a - b) for a, b in pairs), default=0.0), 7)


def _named(item: Item) -> str:
    what = (
        item.what
        if len(item.what) <= _LONG
        else f"{item.what[: _LONG // 2]}…{item.what[-_LONG // 2 :]}"
    )
    place = ", ".join(f"{number:.3f}" for number in item.numbers[:2])
    return f"{what} at ({place})" if place else what


def _moved(one: Item, other: Item, near: float) -> str:
    pairs = [(a, b) for a, b in zip(one.numbers, other.numbers, strict=True) if abs(a - b) > near]
    told = [f"{a:.6g} is now {b:.6g}" for a, b in pairs[:3]]
    return ", ".join(told) + f" ({_apart(one, other):.3g} apart)"


# Text and tables.


def _lines(content: bytes) -> Iterator[Item]:
    """Text by its lines."""
    for line in content.decode("utf-8").splitlines():
        yield Item(repr(line.rstrip()), ordered=True)


def _rows(content: bytes) -> Iterator[Item]:
    """A table by its rows. A cell is a number if it has decimals; others are codes or counts."""
    for row in filter(None, csv.reader(StringIO(content.decode("utf-8"), newline=""))):
        cells = ["#" if re.fullmatch(r"-?\d+\.\d+", cell) else cell for cell in row]
        numbers = tuple(float(c) for c, cell in zip(row, cells, strict=True) if cell != c)
        yield Item(f"row {' | '.join(cells)}", numbers, ordered=True)


_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def _split(text: str, scale: float = 1) -> tuple[str, tuple[float, ...]]:
    """Separate a text from the numbers in it."""
    numbers = tuple(scale * float(number) for number in _NUMBER.findall(text))
    return " ".join(_NUMBER.sub(" # ", text).replace(",", " ").split()), numbers


def _vrml(content: bytes) -> Iterator[Item]:
    """A block by its lines; KiCad's unit is 2.54 mm."""
    for line in content.decode("utf-8").split("\n"):
        if line.strip():
            yield Item(*_split(line, 2.54), ordered=True)


# Drawings.

_GEOMETRY = (
    *("cx", "cy", "r", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "rx", "ry", "width", "height"),
    *("points", "d", "transform", "font-size", "letter-spacing", "stroke-width"),
    "stroke-dasharray",
)
_UNITS = {"mm": 1.0, "pt": 25.4 / 72, "": 25.4 / 96}


def _svg(content: bytes) -> Iterator[Item]:
    """An SVG by its elements, with what they inherit. A group's name is its layer."""
    root = ElementTree.fromstring(content)  # noqa: S314 - it is our own
    width, height = (_length(root.get(side, "")) for side in ("width", "height"))
    box = _split(root.get("viewBox", ""))[1]
    yield Item("sheet", (width, height, *box))
    sides = ("width", "height", "viewBox")
    more = {key: value for key, value in root.attrib.items() if key not in sides}
    for child in root:
        yield from _element(child, more, width / box[2])


def _length(text: str) -> float:
    (number,), unit = _split(text)[1], text.lstrip("-.0123456789")
    return number * _UNITS[unit]


def _element(element: ElementTree.Element, more: Mapping[str, str], scale: float) -> Iterator[Item]:
    kind = element.tag.rpartition("}")[2]
    own = dict(element.attrib)
    name = own.pop("id", "")
    if kind == "g":
        own["layer"] = name
    own |= dict(re.findall(r"([\w-]+)\s*:\s*([^;]+)", own.pop("style", "")))
    if "transform" in own:
        own["transform"] = f"{more.get('transform', '')} {own['transform']}"
    own = {key: re.sub(r"url\(#.*?\)", "url", value).strip() for key, value in own.items()}
    own = {**more, **own}
    texts = [element.text, *(child.tail for child in element)]
    text = " ".join("".join(filter(None, texts)).split())
    if text or (kind not in ("g", "clipPath", "defs", "text")):
        # A shape inherits the font, but does not show it.
        seen = {key: own[key] for key in own if text or not key.startswith(("font-", "text-"))}
        places = [(key, *_split(seen[key], scale)) for key in _GEOMETRY if key in seen]
        said = [f"{key}={seen[key]}" for key in sorted(seen.keys() - set(_GEOMETRY))]
        said += [f"{key}={form}" for key, form, _ in places if form != "#"]
        numbers = tuple(number for _, _, found in places for number in found)
        covers = own.get("fill") != "none" and not text
        yield Item(" ".join([kind, *([repr(text)] if text else []), *said]), numbers, covers)
    for child in element:
        yield from _element(child, own | {"in": kind} if kind == "clipPath" else own, scale)


def _dxf(content: bytes) -> Iterator[Item]:
    """A DXF by its layers and entities."""
    from ezdxf.filemanagement import read as read_dxf

    document = read_dxf(StringIO(content.decode("utf-8")))
    yield Item(f"unit {document.units}")
    for layer in document.layers:
        yield Item(f"layer {layer.dxf.name}, colour {layer.color}, plots: {layer.dxf.plot}")
    for entity in document.modelspace():
        said, numbers = [entity.dxftype()], list[float]()
        if entity.dxftype() == "LWPOLYLINE":
            line: Any = entity
            numbers += [number for point in line.get_points("xyb") for number in point]
        attributes = entity.dxf.all_existing_dxf_attribs()
        # The centre of a circle comes before its radius, and a text's place before its height.
        for _, key in sorted((isinstance(attributes[k], int | float), k) for k in attributes):
            value = attributes[key]
            if key in ("handle", "owner"):
                continue
            if isinstance(value, str):
                said.append(value if key in ("layer", "text") else f"{key}={value}")
            else:
                numbers.extend([value] if isinstance(value, int | float) else value)
                said.append(key)
        yield Item(" ".join(said), tuple(numbers))


Matrix = tuple[float, float, float, float, float, float]

_STROKES, _FILLS = {"S", "s", "B", "B*", "b", "b*"}, {"f", "F", "f*", "B", "B*", "b", "b*"}
_PATHS = {"m", "l", "c", "v", "y", "re", "h"}
_INKS = {"rg": "fill", "g": "fill", "k": "fill", "RG": "line", "G": "line", "K": "line"}
_STATE = {"w": "width", "Tc": "spread", "d": "dash", "j": "joint", "J": "end"}


def _set(name: str, operands: Sequence[Any], numbers: Sequence[float]) -> dict[str, Any]:
    """What an operator changes of the state; nothing if it is another one."""
    if name in _INKS:
        return {_INKS[name]: tuple(round(255 * number) for number in numbers)}
    if name in _STATE:
        return {_STATE[name]: numbers[0] if numbers else str(operands)}
    return {"font": operands[0], "size": numbers[0]} if name == "Tf" else {}


def _pdf(content: bytes) -> Iterator[Item]:
    """A PDF by what is painted and written on its pages. A form is read once, in its own units."""
    from pypdf import PdfReader

    reader = PdfReader(BytesIO(content))
    root: Any = reader.trailer["/Root"]
    scaling = root.get("/ViewerPreferences", {}).get("/PrintScaling", "")
    yield Item(f"title {reader.metadata.title if reader.metadata else None}, scaling {scaling}")
    forms: dict[str, Any] = {}
    for number, page in enumerate(reader.pages, 1):
        sheet: Any = page
        yield Item(f"page {number}: turned by {page.rotation}")
        for box in {"/MediaBox", "/CropBox", "/BleedBox", "/TrimBox"} & sheet.keys():
            edges = (float(edge) * _UNITS["pt"] for edge in sheet[box])
            yield Item(f"page {number}: {box}", tuple(edges))
        canvas = _Canvas(reader, sheet["/Resources"], forms, _UNITS["pt"])
        for item in canvas.items(sheet.get_contents()):
            yield item._replace(what=f"page {number}: {item.what}")
    for name, form in forms.items():
        for item in _Canvas(reader, form["/Resources"], {}, 1).items(form):
            yield item._replace(what=f"{name}: {item.what}")


class _Canvas:
    """The operators of a page or of a form, as far as reportlab writes them.

    Other operators become items as they are.
    """

    def __init__(self, reader: Any, resources: Any, forms: dict[str, Any], scale: float) -> None:
        self._reader, self._resources, self._forms = reader, resources, forms
        self._matrix: Matrix = (scale, 0, 0, scale, 0, 0)
        self._state: dict[str, Any] = {
            "fill": (0,),
            "line": (0,),
            "width": 1.0,
            "spread": 0.0,
            "clipped": "",
        }
        self._stack: list[tuple[Matrix, dict[str, Any]]] = []

    def items(self, stream: Any) -> Iterator[Item]:
        """Everything that is painted, in its order."""
        from pypdf.generic import ContentStream

        path, form = list[float](), list[str]()
        at: Matrix = (1, 0, 0, 1, 0, 0)
        for operands, operator in ContentStream(stream, self._reader).operations:
            name = operator.decode()
            numbers = [float(o) for o in operands if isinstance(o, int | float)]
            if name == "q":
                self._stack.append((self._matrix, dict(self._state)))
            elif name == "Q":
                self._matrix, self._state = self._stack.pop()
            elif name == "cm":
                self._matrix = _times(numbers, self._matrix)
            elif changed := _set(name, operands, numbers):
                self._state |= changed
            elif name in _PATHS:
                form.append(name)
                path += self._placed(numbers, name == "re")
            elif name in ("W", "W*"):
                form.append(name)
                self._state["clipped"] = "clipped "
            elif name in _STROKES | _FILLS | {"n"}:
                if form and (name != "n" or {"W", "W*"} & set(form)):
                    yield self._painted(form, path, name)
                path, form = [], []
            elif name in ("BT", "Tm"):
                at = _times(numbers or (1, 0, 0, 1, 0, 0), (1, 0, 0, 1, 0, 0))
            elif name == "Td":
                at = _times((1, 0, 0, 1, *numbers), at)
            elif name == "Tj":
                yield self._written(at, operands[0])
            elif name == "Do":
                drawn = self._resources["/XObject"][operands[0]].get_object()
                self._forms.setdefault(str(operands[0]), drawn)
                said = f"{self._state['clipped']}form {operands[0]}"
                yield Item(said, self._matrix[4:] + self._matrix[:4], True)
            elif name not in ("TL", "ET"):
                yield Item(f"{name} {operands}", ordered=True)

    def _placed(self, numbers: Sequence[float], box: bool) -> list[float]:
        a, b, c, d, e, f = self._matrix
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if box:
            pairs[1] = pairs[0][0] + pairs[1][0], pairs[0][1] + pairs[1][1]
        return [n for x, y in pairs for n in (a * x + c * y + e, b * x + d * y + f)]

    def _painted(self, form: Sequence[str], path: Sequence[float], name: str) -> Item:
        state, wide = self._state, list[float]()
        kind = "window" if name == "n" else f"{state['clipped']}shape {name}"
        said = [kind, "".join(form)]
        if name in _STROKES:
            said += [
                f"{key}={state[key]}" for key in ("line", "dash", "joint", "end") if key in state
            ]
            wide.append(state["width"] * self._matrix[0])
        if name in _FILLS:
            said.append(f"fill={state['fill']}")
        return Item(" ".join(said), (*path, *wide), name not in _STROKES or name in _FILLS)

    def _written(self, at: Matrix, text: Any) -> Item:
        font = self._resources["/Font"][self._state["font"]].get_object()
        codes, state = _letters(font), self._state
        said = "".join(codes.get(code, f"\\{code}") for code in text.original_bytes)
        face = font["/BaseFont"].rpartition("+")[2]
        embedded = "/FontFile2" in font.get("/FontDescriptor", {})
        place = _times(at, self._matrix)
        scale = place[0]
        numbers = (*place[4:], *place[:4], state["size"] * scale, state["spread"] * scale)
        more = "" if embedded else ", not embedded"
        what = f"{state['clipped']}text {said!r} in {face}{more}, fill={state['fill']}"
        return Item(what, numbers)


def _times(one: Sequence[float], other: Matrix) -> Matrix:
    """The transformation of `one` followed by `other`."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        *(a * g + b * i, a * h + b * j, c * g + d * i),
        *(c * h + d * j, e * g + f * i + k, e * h + f * j + m),
    )


def _letters(font: Any) -> dict[int, str]:
    """The letter of each code in a font, which holds only letters that are used."""
    if "/ToUnicode" not in font:
        return {code: chr(code) for code in range(256)}
    table = font["/ToUnicode"].get_object().get_data().decode("latin-1")
    found: dict[int, str] = {}
    for kind, body in re.findall(r"beginbf(char|range)(.*?)endbf", table, re.DOTALL):
        words = [int(word, 16) for word in re.findall(r"<(\w+)>", body)]
        if kind == "char":
            found |= {code: chr(to) for code, to in zip(words[::2], words[1::2], strict=True)}
        elif "[" in body:
            found |= {words[0] + i: chr(to) for i, to in enumerate(words[2:])}
        else:
            for low, high, to in zip(words[::3], words[1::3], words[2::3], strict=True):
                found |= {low + i: chr(to + i) for i in range(high - low + 1)}
    return found


# Circuit boards.

_UNSEEN = {"uuid", "generator", "generator_version"}
_WHOLES = {"kicad_pcb", "kicad_sch", "kicad_symbol_lib", "lib_symbols", "footprint", "symbol"}
_UUID = re.compile(r"/?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def _kicad(content: bytes) -> Iterator[Item]:
    """Read a KiCad file by its nets, pads, tracks, drills, symbols and texts.

    A net is its name; its number is not compared.
    """
    whole = read(content.decode("utf-8"))
    nets = {str(net[1]): str(net[2]) for net in inside(whole, "net") if len(net) == 3}
    yield from _parts(whole, "", nets)


def _parts(whole: Parsed, where: str, nets: Mapping[str, str]) -> Iterator[Item]:
    for part in whole:
        if isinstance(part, list) and part and part[0] in _WHOLES:
            reference = [str(p[2]) for p in inside(part, "property") if p[1] == "Reference"]
            words = [str(word) for word in part if isinstance(word, str)]
            name = f"{where}{' '.join(words + reference)}: "
            yield Item(name)
            yield from _parts(part, name, nets)
        elif isinstance(part, list) and part and part[0] not in _UNSEEN:
            said, numbers = list[str](), list[float]()
            _flatten(part, nets, said, numbers)
            yield Item(where + " ".join(said), tuple(numbers))


def _flatten(part: Parsed, nets: Mapping[str, str], said: list[str], numbers: list[float]) -> None:
    """Separate the words of an expression from its numbers."""
    if part[:1] == ["net"]:
        # A pad has the name beside the number.
        names = {nets.get(str(part[1]), ""), *map(str, part[2:])}
        part = ["net", *map(Quoted, sorted(names))]
    for word in part:
        if isinstance(word, list):
            if word and word[0] not in _UNSEEN:
                _flatten(word, nets, said, numbers)
        elif not isinstance(word, Quoted) and _NUMBER.fullmatch(word):
            numbers.append(float(word))
        else:
            said.append(_UUID.sub("", word))


# Models.


def _meshes(published: bytes, made: bytes) -> Iterator[str]:
    """Compare two binary STL files, however their surfaces are divided into triangles."""
    old, new = _triangles(published), _triangles(made)
    for side, way in ((0, "smallest"), (1, "largest")):
        low, high = ((t.min((0, 1)), t.max((0, 1)))[side] for t in (old, new))
        for axis, a, b in zip("xyz", low, high, strict=True):
            if abs(a - b) > NEAR:
                yield f"its {way} {axis} is {a:.3f} mm and is now {b:.3f} mm"
    for what, a, b in zip(("area", "volume"), _measures(old), _measures(new), strict=True):
        if abs(a - b) > _PART * abs(a):
            yield f"its {what} is {a:.3f} and is now {b:.3f}, in mm"
    for corners, surface, said in ((old, new, "no longer made"), (new, old, "new")):
        for (x, y, z), far in _off(corners, surface):
            yield f"the corner at ({x:.3f}, {y:.3f}, {z:.3f}) is {said}: {far:.3f} mm off"
    # A hole that has moved within a flat face leaves all of the above as it was.
    for axis, a, b in zip("xyz", _middle(old), _middle(new), strict=True):
        if abs(a - b) > NEAR / 10:
            yield f"the middle of its surface is {abs(a - b):.3f} mm off along {axis}"


def _triangles(content: bytes) -> NDArray[np.float64]:
    """The corners of all triangles, n×3×3, in mm."""
    import numpy as np

    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    count = int.from_bytes(content[80:84], "little")
    corners: Any = np.frombuffer(content, kind, count, 84)["corners"]
    return np.asarray(corners, np.float64)


def _measures(triangles: NDArray[np.float64]) -> tuple[float, float]:
    """The area and the volume of what triangles enclose."""
    import numpy as np

    a, b, c = triangles.transpose(1, 0, 2)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2
    return float(area), float((a * np.cross(b, c)).sum() / 6)


def _middle(triangles: NDArray[np.float64]) -> list[float]:
    """The centre of gravity of the surface."""
    import numpy as np

    a, b, c = triangles.transpose(1, 0, 2)
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    middle = ((a + b + c) / 3 * areas[:, None]).sum(axis=0) / areas.sum()
    return [float(each) for each in middle]


def _off(
    corners: NDArray[np.float64], surface: NDArray[np.float64]
) -> Iterator[tuple[tuple[float, float, float], float]]:
    """The corners that do not lie on a surface, and how far from it they are."""
    import numpy as np

    there = {tuple(at) for at in np.round(surface.reshape(-1, 3), 3).tolist()}
    for corner in np.unique(np.round(corners.reshape(-1, 3), 3), axis=0):
        if tuple(corner.tolist()) not in there and (far := _distance(corner, surface)) > NEAR:
            yield tuple(corner), far


def _distance(point: NDArray[np.float64], triangles: NDArray[np.float64]) -> float:
    """The distance of a point from the nearest triangle."""
    import numpy as np

    edges = np.roll(triangles, -1, axis=1) - triangles
    to = point - triangles
    along = (to * edges).sum(2) / np.maximum((edges**2).sum(2), 1e-12)
    aside = np.linalg.norm(to - np.clip(along, 0, 1)[..., None] * edges, axis=2).min(1)
    normal = np.cross(edges[:, 0], edges[:, 1])
    size = np.linalg.norm(normal, axis=1)
    over = ((np.cross(edges, to) * normal[:, None]).sum(2) >= 0).all(1) & (size > 1e-9)
    above = np.abs((to[:, 0] * normal).sum(1)) / np.maximum(size, 1e-9)
    return float(np.where(over, above, aside).min())


_KICAD = partial(_items, _kicad, NEAR)
# Pictures.

_SHADE = 3.0
"""How far two pictures may differ on the average, in shades of 256: what compression takes away."""


def _pictures(published: bytes, made: bytes) -> Iterator[str]:
    """Compare pictures by what is seen; each that turns has many."""
    old, new = _frames(published), _frames(made)
    if old.shape != new.shape:
        yield f"it has {_size(old)} and has now {_size(new)}"
        return
    for number, (before, after) in enumerate(zip(old, new, strict=True), 1):
        apart = float(abs(before - after).mean())
        if apart > _SHADE:
            yield f"picture {number}: {apart:.1f} shades off on the average"


def _frames(content: bytes) -> NDArray[np.float64]:
    """Every picture of a file: pictures × rows × columns × 3, from 0 to 255."""
    import numpy as np
    from PIL import Image, ImageSequence

    with Image.open(BytesIO(content)) as image:
        frames = [np.asarray(each.convert("RGB"), float) for each in ImageSequence.Iterator(image)]
    return np.stack(frames)


def _size(frames: NDArray[np.float64]) -> str:
    count, high, wide, _ = frames.shape
    return f"{count} of {wide} × {high}"


_COMPARERS: dict[str, Comparer] = {
    "": partial(_items, _lines, 0.0),
    ".csv": partial(_items, _rows, _NOISE),
    ".dxf": partial(_items, _dxf, NEAR),
    ".kicad_mod": _KICAD,
    ".kicad_pcb": _KICAD,
    ".kicad_sch": _KICAD,
    ".kicad_sym": _KICAD,
    ".pdf": partial(_items, _pdf, NEAR),
    ".stl": _meshes,
    ".svg": partial(_items, _svg, NEAR),
    ".webp": _pictures,
    ".wrl": partial(_items, _vrml, NEAR),
}
