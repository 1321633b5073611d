"""Reading of files that may come from elsewhere, and replacement of files."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from companion.base.text import Text, verbatim

BINARY = getattr(os, "O_BINARY", 0)
"""The flag that keeps Windows from translating line feeds."""

_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
"""The flag that keeps the opening of a pipe from waiting for its other end."""

_DRAFT = ".new"  # ends the name of a file that is still being written
_DRAFTS = (f".*{_DRAFT}", "*.table.new", "*.log.new")  # the latter are of earlier versions

_REASONS = {
    errno.EACCES: Text("Permission denied"),
    errno.EADDRINUSE: Text("Address already in use"),
    errno.EADDRNOTAVAIL: Text("Cannot assign requested address"),
    errno.EBUSY: Text("Device or resource busy"),
    errno.EEXIST: Text("File exists"),
    errno.EIO: Text("Input/output error"),
    errno.EISDIR: Text("Is a directory"),
    errno.ENODEV: Text("No such device"),
    errno.ENOENT: Text("No such file or directory"),
    errno.ENOSPC: Text("No space left on device"),
    errno.ENOTDIR: Text("Not a directory"),
    errno.EPERM: Text("Operation not permitted"),
    errno.EROFS: Text("Read-only file system"),
}
"""The system's English words for common errors."""


def os_reason(error: OSError) -> Text:
    """Return the reason of an error as the system words it."""
    said = error.strerror or str(error)
    if isinstance(said, Text):
        return said
    known = _REASONS.get(error.errno or 0)
    return known if known == said else verbatim(said)


def read_regular(path: Path, largest: int) -> bytes:
    """Return the contents of a regular file of at most `largest` bytes.

    Raises:
        OSError: If the path is anything else: a pipe would block, and a device may never end.
    """
    _check_regular(path.stat())
    file = os.open(path, os.O_RDONLY | BINARY | _NONBLOCK)
    with os.fdopen(file, "rb") as opened:
        _check_regular(os.fstat(file))
        data = opened.read(largest + 1)
    if len(data) > largest:
        raise OSError(errno.EFBIG, Text("larger than {limit} kB", limit=largest >> 10))
    return data


def replace_file(path: Path, data: bytes | Iterable[bytes], mode: int | None = None) -> None:
    """Replace a file atomically and durably: a power cut leaves the old file or the new one.

    Args:
        path: The file.
        data: The contents, which may come in parts.
        mode: The permissions from the first byte on; None for those of the file that is replaced,
            or the user's default for a new one.

    Raises:
        OSError: If that fails. The file is then unchanged, or was replaced and a power cut may
            still undo that.
    """
    if mode is None:
        with suppress(FileNotFoundError):
            mode = path.stat().st_mode & 0o777
    draft = path.with_name(f".{path.name}{_DRAFT}")
    draft.unlink(missing_ok=True)  # of a run that was killed
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY
    opened = os.open(draft, flags, 0o666 if mode is None else mode)
    try:
        with os.fdopen(opened, "wb") as file:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), mode)  # whatever the umask
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def remove_drafts(folder: Path) -> None:
    """Remove what `replace_file` left in a folder when it was killed.

    No other program may be replacing files there. What cannot be removed stays.
    """
    with suppress(OSError):
        for path in [path for names in _DRAFTS for path in folder.glob(names)]:
            with suppress(OSError):
                path.unlink()


def sync_folder(folder: Path) -> None:
    """Sync a folder's entries to the medium, if its file system supports that.

    Raises:
        OSError: If that fails.
    """
    if not hasattr(os, "O_DIRECTORY"):  # Windows cannot open a folder
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:  # not supported by this file system
            raise
    finally:
        os.close(opened)


def make_folder(folder: Path, sync: Callable[[Path], None] = sync_folder) -> None:
    """Make a folder, and those above it, durably: a file is lost along with its folder.

    Args:
        folder: The folder.
        sync: Syncs the entries of a folder.

    Raises:
        OSError: If that fails.
    """
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for place in missing:
        sync(place.parent)


def _check_regular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, Text("not a regular file"))
