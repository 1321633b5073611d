"""The plug-in for pytest, as other people's tests use it."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.testing.board_lock import BoardInUse, locked

SUITE = """
import pytest
from companion.testing import Hands

def test_a_game(board_table):
    table = board_table()
    table.begin("solomon")
    hands = Hands(table)
    hands.set_up()
    hands.play("14-12")
    assert table.texts == ["14-12"]

@pytest.mark.board("lamps", on="grid9")
def test_lamps(board):
    assert board.has("lamps") and board.board.name == "grid9"
"""


def run(folder: Path, *options: str, code: str = SUITE) -> subprocess.CompletedProcess[str]:
    (folder / "deep").mkdir(exist_ok=True)
    (folder / "deep" / "test_it.py").write_text(code)
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *options]
    command += ["-p", "no:xdist", f"--rootdir={folder}", "deep"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["virtual", "pins", "pico"])
def test_one_suite_runs_on_every_board(tmp_path: Path, name: str) -> None:
    done = run(tmp_path, f"--board={name}", "--junitxml=report.xml")
    assert "2 passed" in done.stdout, done.stdout
    properties = {
        (each.get("name"), each.get("value"))
        for each in ET.parse(tmp_path / "report.xml").iter("property")
    }
    assert {("board", name), ("points", "star"), ("points", "grid9")} <= properties
    assert "warning" not in done.stdout


def test_several_boards_in_one_run(tmp_path: Path) -> None:
    assert "4 passed" in run(tmp_path, "--board=virtual", "--board=pins").stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--board=virtul"], "there is no board 'virtul' (did you mean 'virtual'?); choose from"),
        (["--board=pico:/dev/ttyACM0"], "there is no board 'pico:/dev/ttyACM0'"),
        (["--board=matrix", "--board-config=pins.toml"], "needs [port] kind = 'matrix', and the"),
        (["--board=person"], "--board=person needs the board's configuration: add --board-config"),
        (["--board=virtual", "--board-config=none.toml"], "none.toml"),
        (["--board=pico", "--board-config=pins.toml"], "needs a board on a Pico; this one is a d"),
        (["--board=person", "--board-config=simulated.toml"], "needs a real board"),
        (["--board=person", "--board-config=away.toml"], "no board is on /dev/ttyNONE"),
    ],
)
def test_a_board_that_is_not_there_is_an_error_in_one_line(
    tmp_path: Path, options: list[str], said: str
) -> None:
    (tmp_path / "pins.toml").write_text('[port]\nkind = "direct"\n')
    (tmp_path / "simulated.toml").write_text("")
    (tmp_path / "away.toml").write_text(
        '[port]\nkind = "pico"\ndevice = "/dev/ttyNONE"\n[strip]\nroute = "pico"\n'
    )
    done = run(tmp_path, *options)
    assert done.returncode != 0
    assert "skipped" not in done.stdout
    lines = (done.stdout + done.stderr).splitlines()
    assert [line for line in lines if said in line], done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_what_a_board_lacks_is_skipped_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "from companion.testing import BOARD_MAKERS, BoardUnderTest\n"
        "def plain(stack, choice):\n"
        "    made = BOARD_MAKERS['virtual'](stack, choice)\n"
        "    return BoardUnderTest('plain', made.hardware, frozenset(), made.open)\n"
        "BOARD_MAKERS['plain'] = plain\n"
    )
    done = run(tmp_path, "--board=plain")
    assert "1 passed, 1 skipped" in done.stdout, done.stdout
    assert "the board plain has no lamps" in done.stdout


@pytest.mark.parametrize("name", ["virtual", "pins"])
def test_a_board_without_a_button_or_lamps_lacks_them(tmp_path: Path, name: str) -> None:
    (tmp_path / "plain.toml").write_text(
        '[port]\nkind = "direct"\nbutton = "none"\n[strip]\nroute = "none"\n'
    )
    code = (
        "import pytest\n"
        '@pytest.mark.board("button")\ndef test_button(board): assert board.bank.has_button\n'
        '@pytest.mark.board("lamps")\ndef test_lamps(board): assert board.lamps()\n'
        "def test_neither(board): assert board.lacks('lamps', 'button') == ['lamps', 'button']\n"
    )
    done = run(tmp_path, f"--board={name}", "--board-config=plain.toml", code=code)
    assert "1 passed, 2 skipped" in done.stdout, done.stdout


def test_a_board_that_no_test_takes_is_refused_as_well(tmp_path: Path) -> None:
    done = run(tmp_path, "--board=nosuch", code="def test_nothing(): pass\n")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--board=nosuch: there is no board 'nosuch'" in done.stderr


def test_names_in_the_configuration_of_pytest(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\ncompanion_boards = virtual, pins\n")
    assert "4 passed" in run(tmp_path).stdout
    (tmp_path / "pytest.ini").write_text("[pytest]\ncompanion_boards =\n")
    assert "2 passed" in run(tmp_path).stdout


def test_a_misspelt_ability_is_an_error(tmp_path: Path) -> None:
    done = run(tmp_path, code=SUITE.replace('"lamps", on', '"lmaps", on'))
    assert "no board has 'lmaps' (did you mean 'lamps'?)" in done.stdout
    assert "1 passed, 1 error" in done.stdout


def test_the_plugin_loads_nothing_of_the_program_for_other_tests(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "def test_nothing():\n"
        "    loaded = {name for name in sys.modules if name.startswith('companion.')}\n"
        "    assert loaded <= {'companion.base', 'companion.base.former', 'companion.base.lazy',\n"
        "        'companion.testing', 'companion.testing.pytest_plugin'}, loaded\n"
    )
    assert "1 passed" in run(tmp_path, code=code).stdout


HOLDER = """
import sys, pathlib
from companion.testing.board_lock import locked
with locked(sys.argv[1], pathlib.Path(sys.argv[2])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_keeps_two_runs_off_one_board_and_dies_with_its_process(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, "/dev/ttyACM9", str(tmp_path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with (
            pytest.raises(BoardInUse, match="/dev/ttyACM9 is used by another run of tests"),
            locked("/dev/ttyACM9", tmp_path),
        ):
            pass
        with locked("/dev/ttyACM8", tmp_path):
            pass
        other.kill()
    with locked("/dev/ttyACM9", tmp_path), locked("/dev/ttyACM9", tmp_path):
        pass
