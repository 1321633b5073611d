"""For a strip that is not cut within a row: how its pieces lie, and the configurations for that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import floor

from companion.device.lamps.power import idle_milliamps
from companion.device.ports import StripSettings
from companion.device.ports.claims import InvalidWiring
from companion.device.ports.link import MAX_PIXELS
from hardware.artwork.layout import Layout
from hardware.generated import HERE

JOINTS = 6
"""Where a strip is cut: 5 V, 0 V and data, with a joint at both ends of each wire."""

_BUDGET_STEP = 50
"""mA; what a budget is rounded down to."""


def strip_files(layout: Layout) -> Iterator[tuple[str, bytes]]:
    """Return the files by name; none if the strip is cut apart at every point."""
    if layout.uncut is None:
        return
    said = []
    for name in (f"board-{layout.board.name}.toml", f"board-pico-{layout.board.name}.toml"):
        if not (HERE / name).exists():  # a board of a package; `hardware.kit` makes its own
            continue
        try:
            text = strip_configuration((HERE / name).read_text(encoding="utf-8"), layout)
        except InvalidWiring as error:
            said.append(f"Not possible with {name}: {error}. Take a Pico, or cut the strip apart.")
        else:
            said.append(f"Configuration: {name}, beside this file.")
            yield name, text.encode("utf-8")
    yield "strip.txt", "\n".join([*_laying(layout), "", *said, ""]).encode("utf-8")


def pixels_by_point(layout: Layout) -> dict[str, int]:
    """Return the pixel under each point's lamp, by the point's name, counted along the strip."""
    found = {}
    for row, piece in zip(layout.board.rows, layout.strip_pieces, strict=True):
        for point in row:
            far = [layout.lamps[point].far(place) for place in piece.places]
            found[layout.board.names[point]] = piece.first + far.index(min(far))
    return found


def strip_configuration(text: str, layout: Layout) -> str:
    """Return a grid's configuration with the strip as it lies at this pitch.

    Raises:
        InvalidWiring: If more pixels than possible would have to be sent.
    """
    pixels, length = pixels_by_point(layout), sum(len(p.places) for p in layout.strip_pieces)
    if 'route = "pico"' not in text:
        StripSettings(route="spi", length=length, pixels=pixels).wiring(layout.board)
    elif length > MAX_PIXELS:
        raise InvalidWiring(f"a Pico takes {MAX_PIXELS} pixels at most, not {length}")
    text = _replaced(text, r"length = \d+ ", f"length = {length} ")
    if length == len(pixels):
        there_and_back = 'layout = "serpentine rows"   # or "rows", "columns", "serpentine columns"'
        return _replaced(text, r'layout = "rows".*', there_and_back)
    (budget,) = re.findall(r"budget_ma = (\d+)", text)
    left = int(budget) - idle_milliamps(length - len(pixels))
    text = _replaced(text, r"budget_ma = \d+", f"budget_ma = {floor(left / _BUDGET_STEP) * 50}")
    text = _replaced(text, r'layout = "rows".*\nfirst = .*\n', "")
    lines = "".join(f"{name} = {pixel}\n" for name, pixel in pixels.items())
    return _replaced(
        text,
        r"# Any other order of pixels.*\n#.*\n",
        "# The pixels between the points stay dark. They draw a milliampere each; the budget\n"
        f"# below is smaller by that.\n[strip.pixels]\n{lines}",
    )


def _replaced(text: str, pattern: str, by: str) -> str:
    made, count = re.subn(pattern, lambda _: by, text)
    if count != 1:
        raise LookupError(f"{pattern} is in a configuration {count} times, not once")
    return made


def _laying(layout: Layout) -> list[str]:
    """How the pieces lie, line by line."""
    spacing, pieces, names = layout.uncut, layout.strip_pieces, layout.board.names
    per_metre = spacing.density if spacing else 0
    count, cuts = len(pieces[0].places), len(pieces) - 1
    found = [
        f"The lamps of {layout.board.name} at a pitch of {layout.pitch:g} mm",
        "",
        f"Buy a strip with {per_metre} pixels per metre, 10 mm wide. Cut off {len(pieces)} pieces",
        f"of {count} pixels, {pieces[0].right - pieces[0].left:.0f} mm each. Lay one in the channel"
        " of each row, a pixel in the middle of each well.",
        "The arrows printed on the strip point where the data goes. As seen from the playing side:",
        "",
    ]
    for row, piece in zip(layout.board.rows, pieces, strict=True):
        left, right = names[row[0]], names[row[-1]]
        way = f"{left} <- {right}" if piece.leftwards else f"{left} -> {right}"
        found.append(f"    {way}   pixels {piece.first} to {piece.first + count - 1}")
    dark = count - len(layout.board.rows[0])
    if dark:
        found += ["", f"Of each piece, {dark} pixels lie between the points and stay dark."]
    west, east = (
        ", ".join(
            f"{before.row + 1}-{after.row + 1}"
            for before, after in pairwise(pieces)
            if after.leftwards is in_east
        )
        for in_east in (False, True)
    )
    joints = JOINTS * cuts
    return [
        *found,
        "",
        f"Joints: {JOINTS} from each piece to the next, {joints} in all, and 3 at the first pixel.",
        f"Cut apart at every point, the strip would have {JOINTS * (layout.board.size - 1)}."
        " Rows counted from the top:",
        f"    in the east, in the short channel under the strips' ends: rows {east}",
        f"    in the west, through the trunk: rows {west}",
        f"Feed 5 V and 0 V to {_feeds(layout)}.",
    ]


def _feeds(layout: Layout) -> str:
    """Where the strip is fed: at places in the west, where the trunk is."""
    wests = range(0, len(layout.strip_pieces), 2)  # pieces that begin in the west
    at = {
        wests[round(share * (len(wests) - 1) / max(layout.feeds - 1, 1))]
        for share in range(layout.feeds)
    }
    return ", ".join(f"the beginning of row {row + 1}" for row in sorted(at))
