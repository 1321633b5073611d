"""Which of several GPIO chips is the header's: its number does not tell, its label does."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.games.registry import make
from companion.testing.switches import SwitchBank
from companion.testing.wiring import STAR_PWM
from tests.kernel.chips import chip
from tests.kernel.machine import Machine
from tests.kernel.program import Hands, Program, refused, set_up


@pytest.mark.parametrize("before", [0, 1, 4, 5])
def test_the_header_is_found_behind_other_chips(
    before: int, tmp_path: Path, present: Machine
) -> None:
    with ExitStack() as stack:
        for i in range(before):
            stack.enter_context(chip(f"gpio-brcmstb@{i}", 32))
        header = stack.enter_context(chip(*present.header))
        stack.enter_context(chip("raspberrypi-exp-gpio", 8))
        assert header.number == before
        switches = SwitchBank(STAR_PWM, header.close_switch, "kernel")
        set_up(switches, make("solomon"))
        program = stack.enter_context(Program(tmp_path, "--game", "solomon"))
        program.ready()
        Hands(program, switches, make("solomon")).play("14-12")
        assert program.frames


def test_a_machine_without_a_header_is_told_so_in_one_line(tmp_path: Path) -> None:
    with chip("gpio-brcmstb@0", 32), chip("raspberrypi-exp-gpio", 8):
        line = refused(tmp_path)
    assert "no GPIO header" in line
    assert "found only gpio-brcmstb@0, raspberrypi-exp-gpio" in line


def test_a_machine_without_any_chip_is_told_so_in_one_line(tmp_path: Path) -> None:
    line = refused(tmp_path)
    assert "no GPIO header" in line
    assert "found none at all" in line
