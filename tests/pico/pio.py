"""A state machine of the RP2040's PIO that reads a pin: the instructions of the jig's program.

It follows the RP2040's datasheet, section 3.4: each instruction takes one cycle and its delay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WORD = 2**32 - 1


class StateMachine:
    """A state machine, with `in_shift_right=False` and an RX queue that never fills.

    Args:
        program: The instructions.
        push_threshold: The bits after which the input shift register is pushed by itself.

    Attributes:
        pushed: The words in the queue.
    """

    def __init__(self, program: Sequence[int], push_threshold: int) -> None:
        self.pushed: list[int] = []
        self._program = program
        self._threshold = push_threshold
        self._at = 0
        self._x = self._y = self._shift = self._count = 0

    def run(self, levels: Iterable[tuple[int, int]]) -> None:
        """Run while the pin has these levels: (cycles, level) one after the other.

        A level shorter than a cycle is not seen, as it is not by the genuine one if no cycle falls
        into it.
        """
        owed = 0  # cycles of an instruction that go on into the next level
        for cycles, level in levels:
            left = cycles - owed
            while left > 0:
                spent = self._step(level)
                left -= left if spent == 0 else spent  # waiting: until the level changes
            owed = -left

    def _step(self, level: int) -> int:
        """Do one instruction; return its cycles, or 0 if it waits for another level."""
        word = self._program[self._at]
        delay, operand = word >> 8 & 31, word & 0xFF
        going_on = (self._at + 1) % len(self._program)
        match word >> 13:
            case 0:
                self._at = operand & 31 if self._jumps(operand >> 5, level) else going_on
            case 1:
                assert operand & 0x7F == 0x20, "only `wait n pin 0`"
                if level != operand >> 7:
                    return 0
                self._at = going_on
            case 2:
                assert operand == 1, "only `in pins, 1`"
                self._shift = (self._shift << 1 | level) & WORD
                self._count += 1
                if self._count >= self._threshold:
                    self._push()
                self._at = going_on
            case 4:
                assert operand == 0, "only `push noblock`"
                self._push()
                self._at = going_on
            case 5:
                assert operand == 0b11001011, "only `mov isr, ~null`"
                self._shift, self._count = WORD, 0
                self._at = going_on
            case 7:
                name = {1: "_x", 2: "_y"}[operand >> 5]
                setattr(self, name, operand & 31)
                self._at = going_on
            case _:
                raise AssertionError(f"no such instruction is known here: {word:#06x}")
        return 1 + delay

    def _jumps(self, condition: int, level: int) -> bool:
        match condition:
            case 2:
                before, self._x = self._x, (self._x - 1) & WORD
                return before != 0
            case 4:
                before, self._y = self._y, (self._y - 1) & WORD
                return before != 0
            case 6:
                return level == 1
        raise AssertionError(f"no such condition is known here: {condition}")

    def _push(self) -> None:
        self.pushed.append(self._shift)
        self._shift = self._count = 0
