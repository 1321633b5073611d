"""The control groups of `make bench-small`, in folders that stand for the kernel's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import small_computer
from tests.small_computer import NoGroupError, SmallComputer


@pytest.fixture(autouse=True)
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(small_computer, "_ROOT", tmp_path)
    monkeypatch.setattr(SmallComputer, "_remove", lambda _: None)
    return tmp_path


def test_version_2_has_one_folder(kernel: Path) -> None:
    (kernel / "cgroup.controllers").write_text("cpu memory")
    computer = SmallComputer(0.1, 200)
    (folder,) = kernel.glob("small-*")
    assert (folder / "cpu.max").read_text() == "10000 100000"
    assert (folder / "memory.max").read_text() == str(200 << 20)
    assert (kernel / "cgroup.subtree_control").read_text() == "+cpu +memory"
    assert f"{folder}/cgroup.procs" in computer.before[2]
    (folder / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 1\n")
    assert computer.used == 2.5
    SmallComputer(0.0, 200)
    assert (folder / "cpu.max").read_text() == "max 100000"


def test_version_1_has_one_folder_for_each_controller(kernel: Path) -> None:
    for kind in ("cpu", "cpuacct", "memory"):
        (kernel / kind).mkdir()
    computer = SmallComputer(0.25, 200)
    (cpu,), (memory,) = kernel.glob("cpu/small-*"), kernel.glob("memory/small-*")
    assert (cpu / "cpu.cfs_quota_us").read_text() == "25000"
    assert (memory / "memory.limit_in_bytes").read_text() == str(200 << 20)
    assert computer.before[2].count("cgroup.procs") == 3


def test_what_is_missing_is_said() -> None:
    with pytest.raises(NoGroupError, match=r"no control group: .*cpu"):
        SmallComputer(0.1, 200)
