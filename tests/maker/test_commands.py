"""`companion check` and `companion calibrate`, as commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.device.ports.computer import SystemInfo
from tests.test_cli import config, run


def test_a_check_of_the_computer_ends_with_a_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "report.txt"
    code, out, err = run(capsys, "check", "--system", "--report", str(file))
    assert (code, err) == (0, "")
    report = file.read_text()
    assert report in out
    assert report.startswith("board-companion ")
    assert "no faults" in report.splitlines()[0]
    assert str(tmp_path) not in report


def test_a_fault_is_exit_status_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.maker.run.read_system_info", SystemInfo)
    path = config(tmp_path, '[port]\nkind = "direct"\n')
    code, out, err = run(capsys, "check", "--system", "--config", path)
    assert (code, err) == (1, "")
    assert "WRONG  this is not a Raspberry Pi" in out


@pytest.mark.parametrize(
    ("text", "words", "complaint"),
    [
        ("", ("check", "--diodes"), "there are no diodes to test"),
        ("", ("check", "--switches"), "nobody can move the simulated pieces"),
        ('[port]\nkind = "direct"\nbutton = 2\n', ("check",), "GPIO 2 is used twice"),
        ("[port\n", ("check",), "it is not TOML"),
        ("", ("check", "--system", "--report", "/nowhere/x"), "choose another file"),
        ("", ("calibrate", "--pixels"), "nobody can move the simulated pieces"),
        ("[port]\nscramble = 3\n[port.switches]\n1 = 2\n", ("calibrate",), "point 2 is missing"),
        ("[lights]\nbudget_ma = 3\n", ("calibrate",), "lights.budget_ma is 3"),
        ('[strip]\nroute = "none"\n[port]\nkind = "direct"\n', ("calibrate", "--pixels"),
         "there are no lamps to find"),
        ('[port]\nkind = "matrix"\nrows = [4]\n', ("calibrate",), "1 × 5 are too few"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    text: str,
    words: tuple[str, ...],
    complaint: str,
) -> None:
    code, _, err = run(capsys, *words, "--config", config(tmp_path, text))
    assert code == 1
    assert complaint in err
    assert err.count("\n") == 1


def test_a_calibration_wants_a_file_to_write_into(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(capsys, "calibrate")[0] == 2
    code, _, err = run(capsys, "calibrate", "--config", str(tmp_path / "none.toml"))
    assert code == 1
    assert "none.toml: No such file or directory" in err
