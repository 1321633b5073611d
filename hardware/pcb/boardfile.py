"""A routed plan as KiCad's file of a board."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from hardware.pcb.expressions import Expression, Quoted, identity, written
from hardware.pcb.labels import SIZE, references
from hardware.pcb.plan import CLEARANCE, EDGE, GROUND, VIA, VIA_DRILL, At, Fitted, Kind, Land, Plan
from hardware.pcb.routing import Track, Via
from hardware.pcb.schematic import fields, symbol_identity

LIBRARY = "companion"
ORIGIN = (100.0, 100.0)
"""Where the board's upper left corner is on the sheet."""

_LAYERS = (
    (0, "F.Cu", "signal"), (2, "B.Cu", "signal"), (9, "F.Adhes", "user"), (11, "B.Adhes", "user"),
    (13, "F.Paste", "user"), (15, "B.Paste", "user"), (5, "F.SilkS", "user"),
    (7, "B.SilkS", "user"), (1, "F.Mask", "user"), (3, "B.Mask", "user"), (17, "Dwgs.User", "user"),
    (25, "Edge.Cuts", "user"), (31, "F.CrtYd", "user"), (29, "B.CrtYd", "user"),
    (35, "F.Fab", "user"), (33, "B.Fab", "user"),
)  # fmt: skip
_COPPER = ("F.Cu", "B.Cu")


def board_file(plan: Plan, tracks: Iterable[Track], vias: Iterable[Via]) -> str:
    """The board, whose pours of ground are not filled yet."""
    names = [*plan.nets(), *sorted(_alone(plan))]
    numbers = {name: number for number, name in enumerate(names, start=1)}
    items: list[Expression] = [
        ("version", 20241229),
        ("generator", Quoted("board_companion")),
        ("generator_version", Quoted("9.0")),
        ("general", ("thickness", 1.6), ("legacy_teardrops", "no")),
        ("paper", Quoted("A4")),
        ("title_block", ("title", Quoted(plan.title))),
        ("layers", *((str(n), Quoted(name), kind) for n, name, kind in _LAYERS)),
        ("setup", ("pad_to_mask_clearance", 0), ("allow_soldermask_bridges_in_footprints", "no"),
         ("tenting", "front", "back")),
        ("net", 0, Quoted("")),
        *(("net", number, Quoted(name)) for name, number in numbers.items()),
    ]  # fmt: skip
    places = references(plan)
    items += [_footprint(plan, part, numbers, places.get(part.ref)) for part in plan.parts]
    width, height = plan.size
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    for i, corner in enumerate(corners):
        items.append(
            ("gr_line", ("start", *_moved(corner)), ("end", *_moved(corners[(i + 1) % 4])),
             _stroke(0.1), ("layer", Quoted("Edge.Cuts")), ("uuid", identity(plan.name, "edge", i)))
        )  # fmt: skip
    for words in plan.words:
        effects: list[Expression] = [_font(words.size)]
        if words.back:
            effects.append(("justify", "mirror"))
        items.append(
            ("gr_text", Quoted(words.text), ("at", *_moved(words.at), words.turned),
             ("layer", Quoted("B.SilkS" if words.back else "F.SilkS")),
             ("uuid", identity(plan.name, "text", words.text, *words.at)), ("effects", *effects))
        )  # fmt: skip
    for i, track in enumerate(tracks):
        items.append(
            ("segment", ("start", *_moved(track.start)), ("end", *_moved(track.end)),
             ("width", track.width), ("layer", Quoted(_COPPER[track.layer])),
             ("net", numbers[track.net]), ("uuid", identity(plan.name, "track", i)))
        )  # fmt: skip
    for i, via in enumerate(vias):
        items.append(
            ("via", ("at", *_moved(via.at)), ("size", VIA), ("drill", VIA_DRILL),
             ("layers", Quoted("F.Cu"), Quoted("B.Cu")), ("net", numbers[via.net]),
             ("uuid", identity(plan.name, "via", i)))
        )  # fmt: skip
    items += [_pour(plan, numbers[GROUND], layer) for layer in _COPPER]
    return written(("kicad_pcb", *items))


def footprint_file(kind: Kind) -> str:
    """A footprint as KiCad's library has it."""
    items: list[Expression] = [
        ("version", 20241229), ("generator", Quoted("board_companion")),
        ("generator_version", Quoted("9.0")), ("layer", Quoted("F.Cu")),
        *_properties("", Fitted("REF**", kind, kind.name, (0.0, 0.0), 0, {}), None),
        *_drawing(kind, kind.name, None),
        *(_pad(kind.name, land, i, 0, None) for i, land in enumerate(kind.lands)),
        *_model(kind),
    ]  # fmt: skip
    return written(("footprint", Quoted(kind.name), *items))


def free_net(part: Fitted, number: str) -> str:
    """The name that KiCad gives the net of a pin that is joined to nothing."""
    name = next(pin.name for pin in part.kind.pins if pin.number == number)
    middle = f"{part.ref}-Pad{number}" if name == number else f"{part.ref}-{name}-Pad{number}"
    return f"unconnected-({middle})"


def _alone(plan: Plan) -> set[str]:
    return {
        free_net(part, pin.number)
        for part in plan.parts
        for pin in part.kind.pins
        if pin.number not in part.nets
    }


def _footprint(
    plan: Plan, part: Fitted, numbers: dict[str, int], label: tuple[At, int] | None
) -> Expression:
    kind = part.kind
    items: list[Expression] = [
        ("layer", Quoted("F.Cu")),
        ("uuid", identity(plan.name, part.ref, "footprint")),
        ("at", *_moved(part.at), part.turned),
        *_properties(plan.name, part, label),
        ("path", Quoted(f"/{symbol_identity(plan, part)}")),
        ("sheetname", Quoted("/")),
        ("sheetfile", Quoted(f"{plan.name}.kicad_sch")),
        *_drawing(kind, f"{plan.name}/{part.ref}", part),
    ]  # fmt: skip
    for i, land in enumerate(kind.lands):
        net: Expression | None = None
        pin = next((p for p in kind.pins if p.number == land.number), None)
        if pin is not None:
            name = part.nets.get(land.number) or free_net(part, land.number)
            net = ("net", numbers[name], Quoted(name))
        items.append(_pad(f"{plan.name}/{part.ref}", land, i, part.turned, net))
    items += _model(kind)
    return ("footprint", Quoted(f"{LIBRARY}:{kind.name}"), *items)


def _properties(plan: str, part: Fitted, label: tuple[At, int] | None) -> Iterable[Expression]:
    kind, at, turned = part.kind, part.at, part.turned
    who = f"{plan}/{part.ref}" if plan else kind.name
    if label is None:
        spot, layer = (0.0, 0.0, float(turned)), "F.Fab"
    else:
        # A property's place is told from the footprint's origin, as the footprint is not turned.
        x, y = label[0][0] - at[0], label[0][1] - at[1]
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turned // 90 % 4]
        spot, layer = (x * cos - y * sin, x * sin + y * cos, float(label[1])), "F.SilkS"
    yield ("descr", Quoted(kind.title))
    for name, text, where, shown in (
        ("Reference", part.ref, layer, True),
        ("Value", part.value, "F.Fab", True),
        ("Datasheet", "", "F.Fab", False),
        ("Description", kind.title, "F.Fab", False),
        *((name, text, "F.Fab", False) for name, text in fields(part).items()),
    ):
        place = spot if name == "Reference" else (0.0, 0.0, float(turned))
        hidden: tuple[Expression, ...] = () if shown else (("hide", "yes"),)
        yield (
            "property", Quoted(name), Quoted(text), ("at", *place), ("layer", Quoted(where)),
            *hidden, ("uuid", identity(who, "property", name)), ("effects", _font(SIZE)),
        )  # fmt: skip


def _drawing(kind: Kind, who: str, part: Fitted | None) -> Iterable[Expression]:
    flags = ["smd" if kind.surface else "through_hole"]
    if not kind.pins:
        flags = ["exclude_from_pos_files", "exclude_from_bom"]
    elif part is not None and not part.fitted:
        flags.append("dnp")
    if not kind.poured:
        yield ("zone_connect", 0)
    yield ("attr", *flags)
    for i, line in enumerate(kind.drawn):
        for j, (start, end) in enumerate(pairwise(line)):
            yield _fp_line(start, end, 0.12, "F.SilkS", identity(who, "silk", i, j))
    for layer, grown in (("F.CrtYd", 0.0), ("F.Fab", -0.25)):
        left, top, right, bottom = kind.body
        box = ((left - grown, top - grown), (right + grown, bottom + grown))
        yield (
            "fp_rect", ("start", *box[0]), ("end", *box[1]), _stroke(0.05 if not grown else 0.1),
            ("fill", "no"), ("layer", Quoted(layer)), ("uuid", identity(who, layer)),
        )  # fmt: skip


def _pad(who: str, land: Land, index: int, turned: int, net: Expression | None) -> Expression:
    kind = "smd" if not land.drill else "thru_hole" if land.plated else "np_thru_hole"
    layers = ["F.Cu", "F.Mask", *(["F.Paste"] if land.paste else [])]
    items: list[Expression] = [
        ("at", land.x, land.y, *([turned] if turned else [])),
        ("size", land.width, land.height),
    ]
    if land.drill:
        items.append(("drill", land.drill))
        layers = ["*.Cu", "*.Mask"]
    items.append(("layers", *map(Quoted, layers)))
    if land.drill and land.plated:
        items.append(("remove_unused_layers", "no"))
    if land.shape == "roundrect":
        items.append(("roundrect_rratio", 0.15))
    if net is not None:
        items.append(net)
    items.append(("uuid", identity(who, "pad", index)))
    return ("pad", Quoted(land.number), kind, land.shape, *items)


def model_file(kind: Kind) -> str:
    """The body of a part as a plain block in VRML, whose unit is 2.54 mm for KiCad."""
    left, top, right, bottom = (side / 2.54 for side in kind.body)
    inset, height = 0.1, kind.height / 2.54
    size = (right - left - 2 * inset, bottom - top - 2 * inset, height)
    middle = ((left + right) / 2, -(top + bottom) / 2, height / 2)
    return (
        "#VRML V2.0 utf8\nTransform {\n"
        f"  translation {_three(middle)}\n"
        "  children Shape {\n"
        "    appearance Appearance { material Material { "
        f"diffuseColor {_three(kind.colour)} }} }}\n"
        f"    geometry Box {{ size {_three(size)} }}\n"
        "  }\n}\n"
    )


def _three(values: tuple[float, float, float]) -> str:
    return " ".join(f"{value:.3f}" for value in values)


def _model(kind: Kind) -> list[Expression]:
    """Where KiCad finds the block, for parts that stand out."""
    if not kind.height:
        return []
    return [
        ("model", Quoted(f"${{KIPRJMOD}}/../{LIBRARY}.3dshapes/{kind.name}.wrl"),
         ("offset", ("xyz", 0, 0, 0)), ("scale", ("xyz", 1, 1, 1)), ("rotate", ("xyz", 0, 0, 0)))
    ]  # fmt: skip


def _pour(plan: Plan, net: int, layer: str) -> Expression:
    width, height = plan.size
    inset = EDGE
    corners = [(inset, inset), (width - inset, inset), (width - inset, height - inset),
               (inset, height - inset)]  # fmt: skip
    return (
        "zone", ("net", net), ("net_name", Quoted(GROUND)), ("layer", Quoted(layer)),
        ("uuid", identity(plan.name, "pour", layer)), ("hatch", "edge", 0.5),
        ("connect_pads", ("clearance", CLEARANCE + 0.05)), ("min_thickness", 0.25),
        ("filled_areas_thickness", "no"),
        ("fill", ("thermal_gap", 0.3), ("thermal_bridge_width", 0.5), ("island_removal_mode", 0)),
        ("polygon", ("pts", *(("xy", *_moved(corner)) for corner in corners))),
    )  # fmt: skip


def _fp_line(start: At, end: At, width: float, layer: str, name: Quoted) -> Expression:
    return ("fp_line", ("start", *start), ("end", *end), _stroke(width), ("layer", Quoted(layer)),
            ("uuid", name))  # fmt: skip


def _stroke(width: float) -> Expression:
    return ("stroke", ("width", width), ("type", "solid"))


def _font(size: float) -> Expression:
    return ("font", ("size", size, size), ("thickness", 0.15))


def _moved(at: At) -> At:
    return at[0] + ORIGIN[0], at[1] + ORIGIN[1]
