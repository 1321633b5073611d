"""A kit for testing a whole board without hardware, on a clock of its own.

    from companion.testing import Hands, VirtualTable

    def test_a_jump_is_forced(tmp_path):
        table = VirtualTable(tmp_path)
        table.begin("solomon")
        hands = Hands(table)
        hands.set_up()
        hands.play("14-9")
        assert table.state.message == "You must jump: 2 takes 9."

These names need nothing but the program itself. The other modules stand in for hardware, and each
names the library that it is missing:

    companion.testing.pins      gpiozero's mock pins, and fake_rpi's
    companion.testing.strip     the bytes that the NeoPixel libraries send
    companion.testing.matrix    reeds and diodes in rows and columns
    companion.testing.pico      a Pico with the genuine firmware, behind a pty
    companion.testing.fixtures  the kit as pytest fixtures

`pip install '.[testing]'` brings these libraries. docs/testing.md is the guide.
"""

from companion.testing.acts import HandAct, natural
from companion.testing.hands import Hands, NotUnderstood
from companion.testing.sloppy import Habits, SloppyHands
from companion.testing.switches import BareSwitches, PinSwitches, SwitchBank, Switches
from companion.testing.table import VirtualTable, at_once

__all__ = [
    "BareSwitches",
    "Habits",
    "HandAct",
    "Hands",
    "NotUnderstood",
    "PinSwitches",
    "SloppyHands",
    "SwitchBank",
    "Switches",
    "VirtualTable",
    "at_once",
    "natural",
]
