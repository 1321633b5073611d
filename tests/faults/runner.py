"""Runs campaigns, in processes of their own, and prints one table."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import SystemRandom

from tests.faults import (
    cards,
    clients,
    crashes,
    far_kills,
    flips,
    kills,
    referee,
    serial,
    stored,
)
from tests.faults.campaign import Campaign, NotRunError, Tally, clocked

CAMPAIGNS: dict[str, Campaign] = {
    module.CAMPAIGN.name: module.CAMPAIGN
    for module in (kills, far_kills, crashes, stored, flips, cards, serial, referee, clients)
}

_PROCESSES = 2
"""Parts at a time: the machine that the figures in docs/faults.md come from has two cores."""

_HELP = "Hurt the real program in every way that a table can, and count what it loses."

_TESTS = Path(__file__).parents[1]

_TOLD = 5
"""Failures of a campaign that are printed in full."""


def run_part(name: str, seed: int, part: int, cases: int) -> Tally:
    """Run one part of a campaign, in a process of its own."""
    campaign, tally = CAMPAIGNS[name], Tally()

    def late(*_: object) -> None:
        raise TimeoutError(f"nothing came of it within {campaign.limit:.0f} s")

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, campaign.limit)
    try:
        with clocked(tally):
            tally.add(campaign.run(part, campaign.random(seed, part), cases))
    except NotRunError as error:
        tally.not_run.append(str(error))
    except Exception as error:
        tally.failures.append(_raised(error))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    tally.failures = [f"part {part}: {failure}" for failure in tally.failures]
    return tally


def _raised(error: Exception) -> str:
    """An error and where it came from: one line, and a traceback for who runs the part again."""
    said = "".join(traceback.format_exception_only(error)).strip()
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(_TESTS)]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in ours[-1:])
    return f"{said.splitlines()[-1]}{where}\n{''.join(traceback.format_exception(error)).strip()}"


def run(
    names: Sequence[str], seed: int, *, short: bool, part: int | None = None
) -> dict[str, Tally]:
    """Run campaigns, some parts at a time; a tally for each."""
    tallies = {name: Tally() for name in names}
    with ProcessPoolExecutor(
        _PROCESSES, mp_context=multiprocessing.get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        running: list[tuple[str, int, Future[Tally]]] = []
        for name in names:
            size = CAMPAIGNS[name].short if short else CAMPAIGNS[name].full
            for number in range(size.parts) if part is None else (part,):
                task = pool.submit(run_part, name, seed, number, size.cases)
                running.append((name, number, task))
        for name, number, task in running:
            try:
                tallies[name].add(task.result())
            except BrokenProcessPool:
                tallies[name].failures.append(f"part {number}: its process died")
    return tallies


def table(tallies: dict[str, Tally]) -> str:
    """The figures, as a Markdown table."""
    lines = [
        "| campaign | cases | failures | seconds | what was found |",
        "|---|---:|---:|---:|---|",
    ]
    for name, tally in tallies.items():
        found = ", ".join(f"{count:,} {what}" for what, count in tally.found.items())
        lines.append(
            f"| {name} | {tally.cases:,} | {len(tally.failures)} | {tally.seconds:.0f} | {found} |"
        )
    return "\n".join(lines)


def report(tallies: dict[str, Tally], seed: int, *, short: bool, whole: bool = False) -> str:
    """Everything that is printed at the end. whole: with tracebacks."""
    lines = []
    for name, tally in tallies.items():
        lines += [f"{name}: NOT RUN: {why}" for why in tally.not_run]
        for failure in tally.failures[:_TOLD]:
            part = failure.removeprefix("part ").partition(":")[0]
            again = f"python -m tests.faults {name} --seed {seed} --part {part}"
            said = failure if whole else failure.splitlines()[0]
            lines.append(f"{name}: FAILED: {said}\n  again: {again}{' --short' * short}")
        if len(tally.failures) > _TOLD:
            lines.append(f"{name}: FAILED: {len(tally.failures) - _TOLD} more")
    return "\n".join([*lines, "", table(tallies)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults", description=_HELP, epilog=_campaigns()
    )
    parser.add_argument("--short", action="store_true", help="a minute's worth of every campaign")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    parser.add_argument("--part", type=int, help="this part alone")
    parser.add_argument("campaign", nargs="*", help=f"of {', '.join(CAMPAIGNS)}; default: all")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.campaign if name not in CAMPAIGNS]
    if unknown:
        parser.error(f"no campaign {unknown[0]!r}; choose from {', '.join(CAMPAIGNS)}")
    _say(f"seed {given.seed}")
    began = time.monotonic()
    names = given.campaign or list(CAMPAIGNS)
    tallies = run(names, given.seed, short=given.short, part=given.part)
    _say(report(tallies, given.seed, short=given.short, whole=given.part is not None))
    _say(f"\nseed {given.seed}, {time.monotonic() - began:.0f} s, {_PROCESSES} parts at a time")
    if any(tally.failures for tally in tallies.values()):
        return 1
    incomplete = any(tally.not_run for tally in tallies.values())
    return 3 if incomplete and os.environ.get("FAULT_TESTS") == "required" else 0


def _campaigns() -> str:
    """What each campaign tries."""
    return "; ".join(f"{name}: {campaign.title}" for name, campaign in CAMPAIGNS.items())


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
