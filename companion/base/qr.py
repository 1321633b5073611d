"""QR codes, as an SVG path and as lines for a terminal."""

from __future__ import annotations

from itertools import groupby

_QUIET = 4  # modules around the code; readers rely on them
_BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
_BLACK_ON_WHITE, _NORMAL = "\x1b[38;5;16;48;5;231m", "\x1b[0m"  # whatever a terminal's colours are


def svg_path(text: str) -> tuple[int, str]:
    """Return the QR code of a text as an SVG path.

    Returns:
        The code's size in modules, with the quiet zone, and the path of the dark modules, one unit
        for each module.
    """
    modules = _modules(text)
    parts = []
    for y, row in enumerate(modules):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                parts.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return len(modules), "".join(parts)


def terminal_lines(text: str) -> list[str]:
    """Return the QR code of a text as lines for a terminal."""
    modules = _modules(text)
    modules.append([0] * len(modules))  # two rows make a line
    return [
        _BLACK_ON_WHITE
        + "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        + _NORMAL
        for upper, lower in zip(modules[::2], modules[1::2], strict=False)
    ]


def _modules(text: str) -> list[list[int]]:
    """Return the modules row by row, 1 for a dark one."""
    import segno  # only who shows a QR code pays for it

    code = segno.make_qr(text, error="m")
    return [[int(dark) for dark in row] for row in code.matrix_iter(border=_QUIET)]
