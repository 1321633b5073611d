"""Explanations that cannot matter are not generated; what a board is read as does not change."""

from __future__ import annotations

from typing import Any

import pytest

from companion.hands import explaining, tracker
from companion.hands.evidence import Evidence
from companion.hands.reading import Reading, read_board
from tests.sloppy.sloppy import Sloppy
from tests.sloppy.world import worlds

_TURNS = 60


def everything(evidence: Evidence, **state: Any) -> Reading:
    """Read a board with every explanation generated."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("_is_near", "_matter", "_answers_matter"):
            patch.setattr(explaining._Generator, name, lambda *_: True)
        return read_board(evidence, **state)


def told(reading: Reading) -> tuple[Any, ...]:
    """What the tracker makes of a reading."""
    moves = [[t.move for t in found] for found in (reading.patterns, reading.ends)]
    carry = reading.carry, reading.refilling
    return reading.kind, reading.flaws, reading.response, moves, reading.plies, carry


@pytest.mark.parametrize("game", ["nim", "halma", "solomon", "trinity", "soli2"])
def test_what_is_not_generated_would_change_nothing(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    examined = readings = saved = 0
    patterns_of = Evidence.patterns_of

    def counting(self: Evidence, position: Any) -> Any:
        nonlocal examined
        examined += 1
        return patterns_of(self, position)

    def compared(evidence: Evidence, **state: Any) -> Reading:
        nonlocal examined, readings, saved
        examined = 0
        reading = read_board(evidence, **state)
        thrifty, examined = examined, 0
        assert told(everything(evidence, **state)) == told(reading)
        saved += examined - thrifty
        readings += 1
        return reading

    monkeypatch.setattr(Evidence, "patterns_of", counting)
    monkeypatch.setattr(tracker, "read_board", compared)
    Sloppy(worlds(game)[0], 7).turns(_TURNS)
    assert readings > 10 * _TURNS
    assert saved > 0
