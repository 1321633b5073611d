"""Changes of a Raspberry Pi's boot files, and the way back: pure.

What is added to config.txt stands in a block of its own at the end, where it overrides what is
above. A line that cannot be overridden is turned into a comment with a mark. So undoing needs no
copy of the file, and keeps what somebody else has changed since.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_BEGIN = "# board-companion: begin; `companion setup --undo` removes this"
_END = "# board-companion: end"
_MARK = "# board-companion disabled: "
_BLOCK = re.compile(rf"{re.escape(_BEGIN)}.*?{re.escape(_END)}\n?", re.DOTALL)


def with_settings(text: str, settings: Mapping[str, Sequence[str]], disabled: Sequence[str]) -> str:
    """Return a config.txt with these settings.

    Args:
        text: The file.
        settings: The lines by the filter that they stand under, such as "all" or "pi4".
        disabled: The overlays that are to be off, as they begin: "w1-gpio", "spi1".
    """
    text = without_settings(text)
    overlay = re.compile(rf"dtoverlay\s*=\s*({'|'.join(map(re.escape, disabled))})")
    lines = [
        _MARK + line if disabled and overlay.match(line.strip()) else line
        for line in text.splitlines()
    ]
    block = []
    for name, wanted in settings.items():
        if wanted:
            block += [f"[{name}]", *wanted]
    if not block:
        return "".join(f"{line}\n" for line in lines)
    # What somebody appends later is not to be read under the last filter.
    added = [_BEGIN, *block, *([] if list(settings)[-1] == "all" else ["[all]"]), _END]
    return "".join(f"{line}\n" for line in (*lines, *added))


def without_settings(text: str) -> str:
    """Return a config.txt as it was before `with_settings`."""
    text = _BLOCK.sub("", text)
    return "".join(f"{line.removeprefix(_MARK)}\n" for line in text.splitlines())


def serial_consoles(text: str) -> list[str]:
    """Return the words of a cmdline.txt that put a console onto the serial port."""
    return re.findall(r"console=(?:serial\d+|ttyAMA\d+|ttyS\d+)\S*", text)


def without_consoles(text: str) -> str:
    """Return a cmdline.txt without a console on the serial port."""
    words = [word for word in text.split() if word not in serial_consoles(text)]
    return " ".join(words) + "\n"


def with_consoles(text: str, consoles: Sequence[str]) -> str:
    """Return a cmdline.txt with these words again, if they are not there."""
    words = text.split()
    return " ".join([*(word for word in consoles if word not in words), *words]) + "\n"
