"""A plan as KiCad's file of a schematic, with a name at every pin.

Parts stand in columns. A pin has a short wire that ends at a label with the name of its net, so
that no wire crosses another; a pin that is free has a cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hardware.pcb.expressions import Expression, Quoted, identity, written
from hardware.pcb.plan import At, Fitted, Kind, Pin, Plan

_SHEET = 270.0
"""The height that is used of a sheet, in mm."""
_LIBRARY = "companion"
_STEP = 2.54
_WIRE = 2.54
_FLAG = Kind("PWR_FLAG", "#FLG", "says that a net gets its supply from outside",
             (Pin("1", "pwr", "power_out"),), (), (0, 0, 0, 0))  # fmt: skip


def schematic_file(plan: Plan) -> str:
    """The schematic of a plan."""
    kinds = {part.kind.name: part.kind for part in plan.parts} | {_FLAG.name: _FLAG}
    flags = [
        Fitted(f"#FLG{i:02}", _FLAG, "PWR_FLAG", (0, 0), 0, {"1": net})
        for i, net in enumerate(plan.fed, start=1)
    ]
    items: list[Expression] = [
        ("version", 20250114),
        ("generator", Quoted("board_companion")),
        ("generator_version", Quoted("9.0")),
        ("uuid", _root(plan)),
        ("paper", Quoted("A3")),
        ("title_block", ("title", Quoted(plan.title))),
        ("lib_symbols", *(_symbol(kind, f"{_LIBRARY}:") for _, kind in sorted(kinds.items()))),
    ]
    x, y, wide = 50.8, 25.4, 0.0
    for part in (*plan.parts, *flags):
        across, down = _extent(part.kind)
        room = across + _WIRE + 1.27 * max([6, *(len(n) for n in part.nets.values())]) / 1.1
        if y + 2 * down + 10.16 > _SHEET:
            x, y, wide = _snapped(x + 2 * wide + 7.62), 25.4, 0.0
        wide = max(wide, room)
        middle = (x, _snapped(y + down + 5.08))
        items += list(_instance(plan, part, middle))
        y = middle[1] + down + 5.08
    items.append(("sheet_instances", ("path", Quoted("/"), ("page", Quoted("1")))))
    items.append(("embedded_fonts", "no"))
    return written(("kicad_sch", *items))


def library_file(kinds: Iterable[Kind]) -> str:
    """The symbols of these kinds as KiCad's library has them."""
    found = {kind.name: kind for kind in kinds} | {_FLAG.name: _FLAG}
    return written(
        ("kicad_symbol_lib", ("version", 20241209), ("generator", Quoted("board_companion")),
         ("generator_version", Quoted("9.0")),
         *(_symbol(kind, "") for _, kind in sorted(found.items())))
    )  # fmt: skip


def fields(part: Fitted) -> dict[str, str]:
    """What a part's symbol and footprint say besides reference, value and footprint."""
    return {"Maker": part.maker} if part.maker else {}


def symbol_identity(plan: Plan, part: Fitted) -> Quoted:
    """The identifier by which a footprint knows its symbol."""
    return identity(plan.name, part.ref, "symbol")


def _root(plan: Plan) -> Quoted:
    return identity(plan.name, "sheet")


def _snapped(value: float) -> float:
    return round(round(value / _STEP) * _STEP, 2)


def _sides(kind: Kind) -> tuple[list[Pin], list[Pin]]:
    return ([pin for pin in kind.pins if pin.side == "left"],
            [pin for pin in kind.pins if pin.side != "left"])  # fmt: skip


def _extent(kind: Kind) -> At:
    """Half the width and half the height of a symbol, to the ends of its pins."""
    left, right = _sides(kind)
    if kind.symbol:
        return 5.08, 2.54
    widest = max((len(pin.name) for pin in kind.pins), default=1)
    across = _snapped(2.54 + 1.27 * widest * (2 if left and right else 1) / 2) + 2.54
    return across, _STEP * (max(len(left), len(right), 1) + 1) / 2


def _ends(kind: Kind) -> Iterator[tuple[Pin, float, float, int]]:
    """The outer end of each pin as the symbol has it, y up, and the angle of its line inwards."""
    across, _ = _extent(kind)
    for which, pins in enumerate(_sides(kind)):
        for i, pin in enumerate(pins):
            y = _STEP * ((len(pins) - 1) // 2 - i) if not kind.symbol else 0.0
            yield pin, across if which else -across, y, 180 if which else 0


def _symbol(kind: Kind, prefix: str) -> Expression:
    across, down = _extent(kind)
    named = not kind.symbol
    flag = kind is _FLAG
    drawing: list[Expression] = []
    outline: Expression = ("stroke", ("width", 0.254), ("type", "default"))
    if kind.symbol:
        for line in kind.symbol:
            points = [("xy", x, -y) for x, y in line]
            drawing.append(("polyline", ("pts", *points), outline, ("fill", ("type", "none"))))
    elif kind.pins:
        left, right = across - 2.54, across - 2.54 if _sides(kind)[1] else 1.27
        drawing.append(
            ("rectangle", ("start", -left, down), ("end", right, -down), outline,
             ("fill", ("type", "background")))
        )  # fmt: skip
    else:
        drawing.append(("circle", ("center", 0, 0), ("radius", 1.27), outline,
                        ("fill", ("type", "none"))))  # fmt: skip
    pins: list[Expression] = [
        ("pin", pin.electrical, "line", ("at", x, y, angle), ("length", 2.54),
         ("name", Quoted(pin.name), ("effects", _font())),
         ("number", Quoted(pin.number), ("effects", _font())))
        for pin, x, y, angle in _ends(kind)
    ]  # fmt: skip
    hidden: tuple[Expression, ...] = () if named else (("hide", "yes"),)
    return (
        "symbol", Quoted(prefix + kind.name),
        *((("power",),) if flag else ()),
        ("pin_numbers", *hidden), ("pin_names", ("offset", 0.508), *hidden),
        ("exclude_from_sim", "no"), ("in_bom", "yes" if kind.pins and not flag else "no"),
        ("on_board", "yes"),
        _property("Reference", kind.letter, (0, down + 1.27), False),
        _property("Value", kind.name, (0, -down - 1.27), False),
        _property("Footprint", "" if flag else f"{_LIBRARY}:{kind.name}", (0, 0), True),
        _property("Datasheet", "", (0, 0), True),
        _property("Description", kind.title, (0, 0), True),
        ("symbol", Quoted(f"{kind.name}_0_1"), *drawing),
        ("symbol", Quoted(f"{kind.name}_1_1"), *pins),
        ("embedded_fonts", "no"),
    )  # fmt: skip


def _property(name: str, text: str, at: At, hidden: bool) -> Expression:
    hide: tuple[Expression, ...] = (("hide", "yes"),) if hidden else ()
    return ("property", Quoted(name), Quoted(text), ("at", *at, 0), ("effects", _font(), *hide))


def _instance(plan: Plan, part: Fitted, middle: At) -> Iterator[Expression]:
    kind, flag = part.kind, part.kind is _FLAG
    _, down = _extent(kind)
    who = f"{plan.name}/{part.ref}"
    bom = "yes" if kind.pins and not flag else "no"
    yield (
        "symbol", ("lib_id", Quoted(f"{_LIBRARY}:{kind.name}")), ("at", *middle, 0), ("unit", 1),
        ("exclude_from_sim", "no"), ("in_bom", bom), ("on_board", "yes"),
        ("dnp", "no" if part.fitted else "yes"), ("uuid", symbol_identity(plan, part)),
        _property("Reference", part.ref, (middle[0], middle[1] - down - 1.27), flag),
        _property("Value", part.value, (middle[0], middle[1] + down + 1.27), flag),
        _property("Footprint", "" if flag else f"{_LIBRARY}:{kind.name}", middle, True),
        _property("Datasheet", "", middle, True),
        _property("Description", kind.title, middle, True),
        *(_property(name, text, middle, True) for name, text in fields(part).items()),
        *(("pin", Quoted(pin.number), ("uuid", identity(who, "pin", pin.number)))
          for pin in kind.pins),
        ("instances", ("project", Quoted(plan.name), ("path", Quoted(f"/{_root(plan)}"),
                       ("reference", Quoted(part.ref)), ("unit", 1)))),
    )  # fmt: skip
    for pin, x, y, angle in _ends(kind):
        end = (round(middle[0] + x, 2), round(middle[1] - y, 2))
        net = part.nets.get(pin.number)
        if net is None:
            yield ("no_connect", ("at", *end), ("uuid", identity(who, "free", pin.number)))
            continue
        outer = (round(end[0] + (_WIRE if angle else -_WIRE), 2), end[1])
        yield (
            "wire", ("pts", ("xy", *end), ("xy", *outer)),
            ("stroke", ("width", 0), ("type", "default")),
            ("uuid", identity(who, "wire", pin.number)),
        )  # fmt: skip
        side = "left" if angle else "right"
        yield (
            "global_label", Quoted(net), ("shape", "passive"), ("at", *outer, 0 if angle else 180),
            ("fields_autoplaced", "yes"), ("effects", _font(), ("justify", side)),
            ("uuid", identity(who, "label", pin.number)),
            ("property", Quoted("Intersheetrefs"), Quoted("${INTERSHEET_REFS}"), ("at", 0, 0, 0),
             ("effects", _font(), ("hide", "yes"))),
        )  # fmt: skip


def _font() -> Expression:
    return ("font", ("size", 1.27, 1.27))
