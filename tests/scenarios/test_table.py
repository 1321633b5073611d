"""Which game has which scenario: a gap is seen."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.scenarios.plies import SCENARIOS, SETS, Scenario, find

ELSEWHERE = {"22"}
"""Faults of switches: tests/session/test_faults.py."""

HERE = Path(__file__).parent
for module in sorted(HERE.glob("test_*.py")):
    if module.stem != "test_table":
        importlib.import_module(f"tests.scenarios.{module.stem}")

ENTRIES = {(entry.name, entry.possible): entry for entry in SCENARIOS}
GAPS = [
    pytest.param(entry, id=entry.name)
    for entry in ENTRIES.values()
    if not entry.held and entry.possible != set(SETS)
]


def test_every_scenario_of_the_bench_is_played_in_some_game() -> None:
    numbers = {entry.name.split()[0] for entry in ENTRIES.values()}
    assert {str(n) for n in range(1, 25)} - numbers == ELSEWHERE


def test_every_game_has_what_can_happen_to_any() -> None:
    for entry in ENTRIES.values():
        assert entry.possible <= set(SETS)
        assert entry.why or entry.possible == set(SETS), f"{entry.name}: why not in every game?"


@pytest.mark.parametrize("entry", GAPS)
def test_gap_is_none(entry: Scenario) -> None:
    """Where a scenario is said not to happen, random games do not come upon it."""
    for label in sorted(set(SETS) - entry.possible):
        found = find(label, entry.wanted, plies=120)
        assert found is None, f"{entry.name} can happen in {found}: {entry.why}?"
