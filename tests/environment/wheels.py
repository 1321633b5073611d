"""Writes wheels of Python modules, and is the build backend of the project in `project.py`."""

from __future__ import annotations

import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

HOLD = Path("hold")


_MODULE = """import sys


def main() -> None:
    print(f"{__name__} in {sys.prefix}")
"""


def write_wheel(
    folder: Path, name: str, files: Mapping[str, str], metadata: Sequence[str] = ()
) -> str:
    """Write a wheel of version 1 of a package, and return its name. It has a command that prints
    where it is.

    files:    their texts by their paths.
    metadata: more lines, such as what the package requires.
    """
    info = f"{name}-1.dist-info"
    lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1", *metadata]
    contents = {
        **files,
        f"{name}/__init__.py": _MODULE,
        f"{info}/METADATA": "\n".join([*lines, ""]),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[console_scripts]\n{name} = {name}:main\n",
    }
    record = ""
    wheel = f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(folder / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in contents.items():
            archive.writestr(path, text)
            digest = urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(text.encode())}\n"
        archive.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
    return wheel


def build_editable(folder: str, *_: object) -> str:
    """Build the wheel of the editable project. pip and uv call this in the project's folder.

    If it has a pipe there, its writer holds this up.
    """
    if HOLD.exists():
        HOLD.read_text()
    files = {"board_companion.pth": f"{Path.cwd()}\n"}
    requirements = ["board_companion_lamp", 'board_companion_switch; extra == "test"']
    metadata = ["Provides-Extra: test", *(f"Requires-Dist: {each}" for each in requirements)]
    return write_wheel(Path(folder), "board_companion", files, metadata)
