"""Cards that fail: file systems on loop devices, and calls that a preloaded library refuses."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Self

from tests.faults.campaign import NotRunError

_SHIM = Path(__file__).with_name("shim.c")
_CARD = 4 << 20  # bytes of a card
_REST = 1 << 10  # bytes that are written at once to fill it
_PAGE = 4 << 10  # bytes of a page of the system's memory


class Card:
    """A card with a folder for logs, which can fail and be mended. As a context manager it is
    removed at the end.

    scratch: a folder for what it is made of.

    folder: where the logs are. environment: what the program needs to see it fail. reasons: one of
    these is what the program has to say while it fails.
    """

    reasons: tuple[str, ...] = ()
    inside = "games"  # the folder, on the card
    environment: Mapping[str, str] = MappingProxyType({})

    def __init__(self, scratch: Path) -> None:
        self.folder = scratch / "card" / self.inside

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Remove it."""

    def fail(self) -> None:
        """Fail from now on."""
        raise NotImplementedError

    def mend(self) -> None:
        """Work again."""
        raise NotImplementedError

    def misplaced(self) -> list[str]:
        """What was written where the card is not."""
        return []


class RefusingCard(Card):
    """A plain folder, and a library that makes calls on its files fail.

    call: what fails, as shim.c names it. number: the error. after: how many bytes are still
    written before it.
    """

    def __init__(self, scratch: Path, call: str, number: int, after: int = 0) -> None:
        super().__init__(scratch)
        self.reasons = (os.strerror(number),)
        self._order = f"{call} {number} {after}"
        self._command = scratch / "command"
        library = scratch / "shim.so"
        _build(library)
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAULTS_BELOW": f"{self.folder}/2",  # the logs, whose names begin with the year
            "FAULTS_COMMAND": str(self._command),
        }
        self.folder.mkdir(parents=True)

    def fail(self) -> None:
        ready = self._command.with_suffix(".new")
        ready.write_text(self._order)
        ready.replace(self._command)  # it is read at any time

    def mend(self) -> None:
        self._command.unlink()


class SlowCard(RefusingCard):
    """A plain folder, and a library that lets each sync of its files take so long (seconds)."""

    def __init__(self, scratch: Path, seconds: float = 3600.0) -> None:
        super().__init__(scratch, "hang", round(1000 * seconds))
        self.reasons = ("The card is slow",)


def _build(library: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        raise NotRunError("no C compiler to build the library that makes calls fail")
    _run(compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(_SHIM), "-ldl")


class LoopCard(Card):
    """A file system in a file, mounted on a loop device.

    system: of which kind. options: those of its mkfs.
    """

    def __init__(self, scratch: Path, system: str = "ext4", *options: str) -> None:
        super().__init__(scratch)
        self._system, self._options = system, options
        self._scratch = scratch
        self._images = (scratch / f"image{number}" for number in count())
        self._image = next(self._images)
        self._mount = scratch / "card"

    def __enter__(self) -> Self:
        make = shutil.which(f"mkfs.{self._system}")
        _need_root()
        if make is None or shutil.which("losetup") is None:
            package = "dosfstools" if self._system == "vfat" else "e2fsprogs"
            raise NotRunError(f"mkfs.{self._system} is missing; on Debian: apt install {package}")
        self._mount.mkdir()
        try:
            self._prepare()
            with self._image.open("wb") as image:
                image.truncate(_CARD)
            _run(make, *self._options, str(self._image))
            self._put_in()
        except NotRunError:
            self._remove()
            raise
        self.folder.mkdir(exist_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._remove()

    def _prepare(self) -> None:
        """Make what the card's image lies on."""

    def _remove(self) -> None:
        self._take_out()

    def _put_in(self) -> None:
        """Mount the card. Raises NotRunError if that is impossible here."""
        device = self._device()
        try:
            _run("mount", "-t", self._system, *device, str(self._mount))
        except NotRunError as error:
            known = Path("/proc/filesystems").read_text(encoding="ascii").split()
            why = str(error) if self._system in known else "this kernel does not have it"
            raise NotRunError(f"{self._system} on a loop device: {why}") from None

    def _device(self) -> list[str]:
        """What to mount, and its options."""
        return ["-o", "loop,errors=remount-ro", str(self._image)]

    def _take_out(self) -> None:
        """Unmount the card, whatever is open on it."""
        with suppress(NotRunError):
            _run("umount", "-l", str(self._mount))

    def _put_back(self) -> None:
        """Put in what is on the card now, after a check. The program may have a file open on the
        card that was taken out, so this one is a copy."""
        os.sync()
        old, self._image = self._image, next(self._images)
        shutil.copyfile(old, self._image)
        check = ["fsck.fat", "-a"] if self._system == "vfat" else ["e2fsck", "-fy"]
        checked = subprocess.run([*check, str(self._image)], capture_output=True, text=True)
        assert checked.returncode < 4, checked.stdout
        self._put_in()

    def misplaced(self) -> list[str]:
        if self._mount.is_mount():
            return []
        return sorted(path.name for path in self._mount.iterdir())


class FullCard(LoopCard):
    """A card without room."""

    reasons = (os.strerror(errno.ENOSPC),)

    def fail(self) -> None:
        _fill(self._mount / "ballast")

    def mend(self) -> None:
        (self._mount / "ballast").unlink()


class ReadOnlyCard(LoopCard):
    """A card that the system makes read-only after an error, and that is checked and put back."""

    reasons = (os.strerror(errno.EROFS),)

    def fail(self) -> None:
        os.sync()
        _run("mount", "-o", "remount,abort", str(self._mount))

    def mend(self) -> None:
        self._take_out()
        assert not self.misplaced()
        self._put_back()


class MissingCard(LoopCard):
    """A card that is taken out and put back."""

    reasons = (os.strerror(errno.ENOENT), "no card is mounted")

    def fail(self) -> None:
        os.sync()
        self._take_out()

    def mend(self) -> None:
        self._put_back()


class WholeCard(MissingCard):
    """The same, but the card is the folder itself, which stays behind as an empty one."""

    inside = ""


class DeviceCard(LoopCard):
    """A file system on a loop device of our own, whose settings can be changed."""

    def __init__(self, scratch: Path) -> None:
        super().__init__(scratch, "ext4", "-O", "^has_journal", "-b", str(_PAGE))
        self._loop = ""

    def _device(self) -> list[str]:
        self._loop = _run("losetup", "--find", "--show", str(self._image))
        return [self._loop]

    def _remove(self) -> None:
        super()._remove()
        if self._loop:
            with suppress(NotRunError):
                _run("losetup", "--detach", self._loop)


class ThinDevice(DeviceCard):
    """A device behind which the room runs out: what was written fails when it is synced. Its image
    is in a memory of a bounded size.

    The device is written page by page, and a block of the file system is a page. A loop device
    calls a longer write that is cut short a success, so a sync would promise what was never
    written, and no program could know.
    """

    reasons = (os.strerror(errno.ENOSPC),)

    def __init__(self, scratch: Path) -> None:
        super().__init__(scratch)
        self._memory = scratch / "memory"
        self._images = (self._memory / f"image{number}" for number in count())
        self._image = next(self._images)

    def _prepare(self) -> None:
        self._memory.mkdir()
        _run("mount", "-t", "tmpfs", "-o", f"size={2 * _CARD}", "tmpfs", str(self._memory))

    def _device(self) -> list[str]:
        device = super()._device()
        queue = Path("/sys/block", Path(self._loop).name, "queue")
        try:
            (queue / "max_sectors_kb").write_text(str(_PAGE // 1024), encoding="ascii")
        except OSError as error:
            raise NotRunError(f"a loop device that is written page by page: {error}") from None
        return device

    def _remove(self) -> None:
        super()._remove()
        with suppress(NotRunError):
            _run("umount", "-l", str(self._memory))

    def fail(self) -> None:
        os.sync()
        _fill(self._memory / "ballast")

    def mend(self) -> None:
        (self._memory / "ballast").unlink()


class FlakyDevice(DeviceCard):
    """A device whose writes fail, by the device mapper's target `flakey`."""

    reasons = (os.strerror(errno.EIO),)

    def __init__(self, scratch: Path) -> None:
        super().__init__(scratch)
        self._name = f"faults-{os.getpid()}"

    def _prepare(self) -> None:
        if shutil.which("dmsetup") is None:
            raise NotRunError("dmsetup is missing; on Debian: apt install dmsetup")
        if "flakey" not in _run("dmsetup", "targets"):
            raise NotRunError("dmsetup: this kernel does not have the target flakey")

    def _device(self) -> list[str]:
        super()._device()
        _run("dmsetup", "create", self._name, "--table", self._table("linear"))
        return [f"/dev/mapper/{self._name}"]

    def _table(self, target: str, *features: str) -> str:
        return " ".join(["0", str(_CARD // 512), target, self._loop, "0", *features])

    def _become(self, table: str) -> None:
        _run("dmsetup", "suspend", "--nolockfs", self._name)
        _run("dmsetup", "load", self._name, "--table", table)
        _run("dmsetup", "resume", self._name)

    def fail(self) -> None:
        os.sync()
        self._become(self._table("flakey", "0", "3600", "1", "error_writes"))

    def mend(self) -> None:
        self._become(self._table("linear"))

    def _take_out(self) -> None:
        super()._take_out()
        with suppress(NotRunError):
            _run("dmsetup", "remove", self._name)


def _need_root() -> None:
    if os.geteuid():
        raise NotRunError("file systems on loop devices need root")


def _fill(ballast: Path) -> None:
    """Write a file until there is no room left."""
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(_REST))


def _run(*command: str) -> str:
    """Run a command; what it prints. Raises NotRunError with its complaint if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        raise NotRunError(f"{Path(command[0]).name}: {said[0]}")
    return done.stdout.strip()
