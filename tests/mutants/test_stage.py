"""What the mutation run leans on: sources rewritten without a change of meaning, and read back."""

from __future__ import annotations

import ast

import pytest

from tests.mutants.equivalent import entries
from tests.mutants.rooms import ROOMS, Room
from tests.mutants.stage import ROOT, replaced, undecorated

SOURCE = '''class Lamp:
    """A lamp."""

    @property
    def lit(self) -> bool:
        """Whether it is lit."""
        return (
            True
        )

    @staticmethod
    def made() -> int:
        return 1


def lit() -> bool:
    return False
'''


def test_properties_without_decorators_are_the_same_properties() -> None:
    text = undecorated(SOURCE)
    assert "@property" not in text
    assert "@staticmethod" in text
    made: dict[str, type] = {}
    exec(text, made)
    lamp = made["Lamp"]()
    assert lamp.lit is True
    assert lamp.made() == 1


def test_every_mutated_module_can_be_written_without_properties() -> None:
    for room in ROOMS:
        for pattern in room.sources:
            paths = list(ROOT.glob(pattern))
            assert paths, pattern
            for path in paths:
                assert "@property" not in undecorated(path.read_text(encoding="utf-8"))


def test_a_mutant_takes_the_place_of_its_function_alone() -> None:
    changed = (
        "class Lamp:\n"
        "    def xǁLampǁlit__mutmut_1(self) -> bool:\n"
        "        return False\n"
        "def x_lit__mutmut_2() -> bool:\n"
        "    return True\n"
    )
    method = replaced(SOURCE, changed, "xǁLampǁlit__mutmut_1")
    assert "    @property\n    def lit(self) -> bool:\n        return False\n" in method
    assert method.endswith("def lit() -> bool:\n    return False\n")
    function = replaced(SOURCE, changed, "x_lit__mutmut_2")
    assert function.endswith("def lit() -> bool:\n    return True\n")
    assert "(\n            True\n        )" in function


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_what_is_called_equivalent_is_still_there_and_has_a_reason(room: Room) -> None:
    names = {
        node.name
        for pattern in room.sources
        for path in ROOT.glob(pattern)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    lines = [
        line.strip()
        for pattern in room.sources
        for path in ROOT.glob(pattern)
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    for entry in entries(room.name):
        assert entry["function"].split(".")[-1] in names, entry
        assert any(line and line in entry["was"] for line in lines), entry
        assert len(entry["why"]) > 10
        assert entry["now"]
