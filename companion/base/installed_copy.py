"""Tells whether the code of an installed package is older than the folder it was installed from.

`pip install FOLDER` copies the code; whoever changes the folder afterwards runs the copy. With
`--editable`, the folder itself is used. pip notes where it took a package from (PEP 610).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.base.json_text import decode_json
from companion.base.text import Text

_PLACES = (".", "src")  # of modules in the folder of a package


def changed_source(package: str) -> Path | None:
    """Return the folder that a package was copied from, if code there is different by now.

    Args:
        package: The name of the package.

    Returns:
        The folder; None if the package is up to date, or is not the copy of a folder.
    """
    # Not at the top: these imports are slow, and few runs of the program need them.
    from importlib import metadata
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        installed = metadata.distribution(package)
        note = installed.read_text("direct_url.json") or "{}"
        origin = decode_json(note, dict[str, Any])
        address = urlsplit(origin.get("url", ""))
        if address.scheme != "file" or origin.get("dir_info", {}).get("editable"):
            return None
        folder = Path(url2pathname(address.path))
        for file in installed.files or ():
            if file.suffix == ".py" and _differs(Path(str(file.locate())), folder, str(file)):
                return folder
    except (metadata.PackageNotFoundError, OSError, ValueError, AttributeError):
        pass  # a damaged package, or the folder is gone
    return None


def stale_hint(package: str) -> Text:
    """Return what to do about an old copy of a package; empty if there is nothing to do."""
    folder = changed_source(package)
    if folder is None:
        return Text()
    return Text(
        "this is an older copy of {folder}; run pip install --editable {folder}, so that changes "
        "take effect",
        folder=folder,
    )


def _differs(copy: Path, folder: Path, name: str) -> bool:
    for place in _PLACES:
        source = folder / place / name
        if source.is_file():
            return source.read_bytes() != copy.read_bytes()
    return False
