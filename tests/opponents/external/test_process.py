"""Processes: whatever they do, they hold up nothing and leave nothing behind."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.opponents.external import process as process_module
from companion.opponents.external.engine_faults import EngineFault
from companion.opponents.external.process import EngineProcess
from tests import needs
from tests.opponents.external.engines import command

pytestmark = needs.posix.mark

_MEMORY = 256 << 20
_LONG = 60.0  # seconds; nothing here takes as long


@pytest.fixture
def started() -> Iterator[list[EngineProcess]]:
    processes: list[EngineProcess] = []
    yield processes
    for each in processes:
        each.close()


def python(code: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", "-c", code, *arguments)


def test_lines_go_to_a_program_and_come_back(started: list[EngineProcess]) -> None:
    echo = "import sys\nfor line in sys.stdin: print(line.strip().upper(), flush=True)"
    process = EngineProcess(python(echo), _MEMORY)
    started.append(process)
    process.say(b"one")
    process.say(b"two")
    assert process.hear(_LONG) == b"ONE"
    assert process.hear(_LONG) == b"TWO"
    assert process.hear(0) is None


@pytest.mark.parametrize("length", [100, 600, getattr(select, "PIPE_BUF", 512) - 1])
def test_a_line_reaches_a_program_in_one_piece(started: list[EngineProcess], length: int) -> None:
    code = "import os\nwhile data := os.read(0, 1 << 16): print(len(data), flush=True)"
    process = EngineProcess(python(code), _MEMORY)
    started.append(process)
    for _ in range(10):
        process.say(b"x" * length)
        assert process.hear(_LONG) == f"{length + 1}".encode()


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("", "it ended with exit status 0"),
        ("import sys; sys.exit('no net')", "it ended with exit status 1 (no net)"),
        ("import os; os.abort()", "it was ended by SIGABRT"),
        ("x = bytes(1 << 30)", "it ended with exit status 1 (MemoryError)"),
    ],
)
def test_how_a_program_ended_is_told(started: list[EngineProcess], code: str, how: str) -> None:
    process = EngineProcess(python(code), _MEMORY)
    started.append(process)
    with pytest.raises(EngineFault) as told:
        process.hear(_LONG)
    assert str(told.value) == how
    with pytest.raises(ChildProcessError):  # it is no zombie
        os.waitpid(process.pid, os.WNOHANG)


def test_a_file_that_is_no_program_is_told(started: list[EngineProcess], tmp_path: Path) -> None:
    file = tmp_path / "engine"
    file.write_text("")
    process = EngineProcess((str(file),), _MEMORY)
    started.append(process)
    with pytest.raises(EngineFault, match=r"it ended with exit status 127 \(.*Permission denied\)"):
        process.hear(_LONG)


def test_closing_kills_the_whole_group_however_stubborn(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    code = (
        "import os, signal, sys, time\n"
        "for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):\n"
        "    signal.signal(number, signal.SIG_IGN)\n"
        "os.fork()\n"
        "pipe = open(sys.argv[1], 'w')\n"
        "while True: time.sleep(1000)"
    )
    process = EngineProcess(python(code, str(fifo)), _MEMORY)
    with fifo.open("rb") as pipe:
        process.close()
        assert pipe.read() == b""  # nobody is left who might write
    with pytest.raises(ChildProcessError):
        os.waitpid(process.pid, os.WNOHANG)
    process.close()  # once more does no harm


def test_a_program_that_is_asked_to_end_may_do_so(tmp_path: Path) -> None:
    file = tmp_path / "said"
    code = "import sys\nfor _ in sys.stdin: pass\nopen(sys.argv[1], 'w').write('bye')"
    process = EngineProcess(python(code, str(file)), _MEMORY)
    process.close(_LONG)
    assert file.read_text() == "bye"


def test_a_program_that_writes_and_writes_waits_for_a_reader(started: list[EngineProcess]) -> None:
    process = EngineProcess(python("while True: print('x' * 1000)"), _MEMORY)
    started.append(process)
    with process._changed:
        most = process_module._WAITING
        assert process._changed.wait_for(lambda: len(process._lines) == most, _LONG)
    for _ in range(2 * most):
        assert process.hear(_LONG) == b"x" * 1000
    process.skip()
    assert process.hear(_LONG) == b"x" * 1000


def test_a_line_that_never_ends_is_told_and_takes_no_memory(started: list[EngineProcess]) -> None:
    process = EngineProcess(python("print('x' * (5 << 20)); print('next')"), _MEMORY)
    started.append(process)
    with pytest.raises(EngineFault, match="it wrote a line of more than 1 MB"):
        process.hear(_LONG)
    assert process.hear(_LONG) == b"next"


def test_a_program_that_reads_nothing_holds_up_nobody(started: list[EngineProcess]) -> None:
    process = EngineProcess(command("hello hang"), _MEMORY)
    started.append(process)
    for _ in range(100):
        process.say(b"x" * 100_000)


def test_little_of_the_environment_is_passed_on(
    started: list[EngineProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    process = EngineProcess(python("import os; print(sorted(os.environ))"), _MEMORY)
    started.append(process)
    names = process.hear(_LONG)
    assert names is not None
    assert b"PATH" in names
    assert b"NOTIFY_SOCKET" not in names
