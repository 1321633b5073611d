"""A small computer: a control group with a share of one processor and little memory."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

_ROOT = Path("/sys/fs/cgroup")
_PERIOD = 100_000  # microseconds


class NoGroupError(Exception):
    """This machine has no control group for that, or this user may make none."""


class SmallComputer:
    """Runs commands in a control group of version 1 or 2. As a context manager it is removed.

    share: of one processor; 0 for all of it. memory: in MiB, without swap.

    before: what runs a command in it.
    """

    def __init__(self, share: float, memory: int) -> None:
        name = f"small-{os.getpid()}"
        self._unified = (_ROOT / "cgroup.controllers").exists()
        kinds = [""] if self._unified else ["cpu", "cpuacct", "memory"]
        self._folders = {kind: _ROOT / kind / name for kind in kinds}
        try:
            if self._unified:
                (_ROOT / "cgroup.subtree_control").write_text("+cpu +memory")
            for folder in self._folders.values():
                folder.mkdir(exist_ok=True)
            self._limit(round(share * _PERIOD), memory << 20)
        except OSError as error:
            self._remove()
            raise NoGroupError(f"no control group: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._remove()

    @property
    def before(self) -> Sequence[str]:
        files = " ".join(str(folder / "cgroup.procs") for folder in self._folders.values())
        return ["sh", "-c", f'for file in {files}; do echo $$ >$file; done; exec "$@"', "sh"]

    @property
    def used(self) -> float:
        """The seconds of a processor that its programs have used."""
        if self._unified:
            stat = (self._folders[""] / "cpu.stat").read_text().split()
            return int(stat[stat.index("usage_usec") + 1]) / 1e6
        return int((self._folders["cpuacct"] / "cpuacct.usage").read_text()) / 1e9

    def share_used(self, seconds: float) -> float:
        """The share of a processor that its programs use in the next seconds."""
        before, began = self.used, time.monotonic()
        time.sleep(seconds)
        return (self.used - before) / (time.monotonic() - began)

    def _limit(self, quota: int, memory: int) -> None:
        if self._unified:
            group = self._folders[""]
            (group / "cpu.max").write_text(f"{quota or 'max'} {_PERIOD}")
            (group / "memory.max").write_text(str(memory))
            if (group / "memory.swap.max").exists():
                (group / "memory.swap.max").write_text("0")
        else:
            (self._folders["cpu"] / "cpu.cfs_period_us").write_text(str(_PERIOD))
            (self._folders["cpu"] / "cpu.cfs_quota_us").write_text(str(quota or -1))
            (self._folders["memory"] / "memory.limit_in_bytes").write_text(str(memory))

    def _remove(self) -> None:
        for folder in self._folders.values():
            for _ in range(100):  # a program that has just ended may still be in it
                try:
                    folder.rmdir()
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.02)
                else:
                    break
