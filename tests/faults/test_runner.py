"""The runner of the fault campaigns, and what their lines and cards are made of."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests import needs
from tests.faults import runner
from tests.faults.campaign import Campaign, NotRunError, Size, Tally
from tests.faults.card import RefusingCard
from tests.faults.mutations import hostile_lines
from tests.faults.traced import Created, Cut, Synced, Told, Written, read_events


def _campaign(part: int, random: Random, cases: int) -> Tally:
    if part == 1:
        raise NotRunError("no loop device")
    if part == 2:
        raise ValueError(f"drew {random.randrange(100)}")
    tally = Tally(cases=cases)
    tally.found["moves told"] += 1000 * (part + 1)
    tally.check(part != 3, "a move is lost")
    return tally


@pytest.fixture
def campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Campaign("made", "", Size(4, 10), Size(1, 2), _campaign)
    monkeypatch.setattr(runner, "CAMPAIGNS", {"made": made})


@pytest.mark.usefixtures("campaigns")
def test_a_part_is_counted() -> None:
    tally = runner.run_part("made", seed=7, part=0, cases=10)
    assert (tally.cases, tally.failures, tally.not_run) == (10, [], [])


@pytest.mark.usefixtures("campaigns")
def test_what_cannot_run_is_no_failure() -> None:
    tally = runner.run_part("made", seed=7, part=1, cases=10)
    assert (tally.failures, tally.not_run) == ([], ["no loop device"])


@pytest.mark.usefixtures("campaigns")
def test_an_error_is_a_failure_that_comes_again() -> None:
    first, second = (runner.run_part("made", seed=7, part=2, cases=10) for _ in range(2))
    assert first.failures == second.failures
    assert "ValueError: drew" in first.failures[0]


@pytest.mark.usefixtures("campaigns")
def test_the_report_has_a_table_and_says_how_to_see_a_failure_again() -> None:
    total = Tally()
    for part in (0, 1, 3):
        total.add(runner.run_part("made", seed=7, part=part, cases=10))
    said = runner.report({"made": total}, 7, short=True)
    assert "made: NOT RUN: no loop device\n" in said
    assert "made: FAILED: part 3: a move is lost\n" in said
    assert "  again: python -m tests.faults made --seed 7 --part 3 --short\n" in said
    assert "| made | 20 | 1 | 0 | 5,000 moves told |" in said


@pytest.mark.parametrize(
    ("tally", "required", "status"),
    [
        (Tally(cases=3), "", 0),
        (Tally(cases=3, failures=["part 0: lost"]), "", 1),
        (Tally(not_run=["no root"]), "", 0),
        (Tally(not_run=["no root"]), "required", 3),
    ],
)
def test_the_exit_status(
    tally: Tally, required: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT_TESTS", required)
    monkeypatch.setattr(runner, "run", lambda names, *_, **__: {names[0]: tally})
    assert runner.main(["kills", "--seed", "1"]) == status


def test_an_unknown_campaign_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        runner.main(["kils"])
    assert "no campaign 'kils'; choose from kills, far, crashes" in capsys.readouterr().err


def test_hostile_lines_are_those_of_their_seed_and_only_lines() -> None:
    sound = [b"one", b"two", b"three"]
    lines = hostile_lines(sound, 500, Random(3))
    assert lines == hostile_lines(sound, 500, Random(3))
    assert len(lines) == 500
    assert not any(b"\n" in line for line in lines)
    assert {b"", b"one", b"onetwo"} <= set(lines)


def test_a_trace_becomes_events(tmp_path: Path) -> None:
    def hexed(data: bytes) -> str:
        return '"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'

    state = b'\x81\x7e{"type":"state","log":"/games/a","warning":"","moves":[{"text":"14-9"}]}'
    more = b'{"type":"state","kept":1,"moves":[{"text":"5-8"}]}'
    log = hexed(b"/games/a")
    (tmp_path / "trace.7").write_text(
        f"1.0 openat(AT_FDCWD, {log}, O_RDWR|O_CREAT|O_EXCL|O_CLOEXEC, 0644) = 5 <0.1>\n"
        f"2.0 pwrite64(5, {hexed(b'one')}, 3, 10) = 2 <0.1>\n"
        "3.0 fsync(5) = 0 <0.1>\n"
        "4.0 ftruncate(5, 1) = 0 <0.1>\n"
        "5.0 fsync(5) = -1 EIO (Input/output error) (INJECTED)\n"
        "6.0 close(5) = 0 <0.1>\n"
        f"7.0 openat(AT_FDCWD, {hexed(b'/games')}, O_RDONLY) = 5 <0.1>\n"
        "8.0 fsync(5) = 0 <0.1>\n"
        "9.0 +++ exited with 0 +++\n"
    )
    (tmp_path / "trace.8").write_text(
        f"3.05 sendto(9, {hexed(state)}, 10, 0, NULL, 0) = 10 <0.1>\n"
        f"3.5 sendto(9, {hexed(more)}, 10, 0, NULL, 0) = 10 <0.1>\n"
    )
    assert read_events(tmp_path / "trace", 7, Path("/games")) == [
        Created("a"),
        Written("a", 10, b"on"),
        Told("a", ("14-9",), warned=False),  # before the sync has ended
        Synced("a", failed=False),
        Told("a", ("14-9", "5-8"), warned=False),
        Cut("a", 1),
        Synced("a", failed=True),
        Synced("", failed=False),
    ]


@needs.c_compiler.mark
def test_a_card_refuses_calls_until_it_is_mended(tmp_path: Path) -> None:
    card = RefusingCard(tmp_path, "fsync", 5)
    log = card.folder / "2026.jsonl"
    words = (
        "import os, sys; f = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT); "
        "os.pwrite(f, b'one', 0); os.fsync(f)"
    )

    def sync() -> str:
        done = subprocess.run(
            [sys.executable, "-c", words, str(log)],
            capture_output=True,
            text=True,
            env={**os.environ, **card.environment},
        )
        return done.stderr

    assert sync() == ""
    card.fail()
    assert "Input/output error" in sync()
    card.mend()
    assert sync() == ""
    assert log.read_bytes() == b"one"
