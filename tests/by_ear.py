"""A player who cannot see: knows only what was spoken, and what the fingers feel on the board.

There are no lamps and no page here. The fingers feel how many pieces lie on a point, move them, and
press the button; everything else comes from the board's voice, in English.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from companion.testing import BareSwitches, VirtualTable
from tests.ear import Ear

_NAME = r"(?:[A-Z]?\d+)"
_LIST = rf"({_NAME}(?:(?:, | and | or ){_NAME})*)"
_ENDS = r"\b(wins|You won|You lost|Draw|Solved|Lost|Given up)\b"
_SILENCE = 1.0  # seconds without a word after which it is one's turn to act
_MOVES = 0.4  # seconds that a hand takes


class Lost(AssertionError):
    """The player does not know what to do."""


class PlayerByEar:
    """Plays at a table of bare switches by what an ear hears.

    acts:  the number of things done by hand.
    asked: the number of times that the button was asked.
    """

    def __init__(self, table: VirtualTable, ear: Ear, seed: int = 0) -> None:
        self.table = table
        self.ear = ear
        self.acts = self.asked = 0
        self._rng = Random(seed)
        self._known = 0  # how much of what was heard has been acted on
        self._lies: Counter[str] = Counter()  # how many pieces lie on each point
        self._landed = ""  # the point where a piece was put down last
        self._held = 0  # how many pieces the hand holds that was lifted to be moved

    # Ears, fingers, and the button

    def listen(self) -> list[str]:
        """Wait until nothing is said any more, and return what is new."""
        self.table.wait(_SILENCE)
        while self.ear.busy():
            while self.ear.busy():
                self.table.wait(0.2)
            self.table.wait(_SILENCE)
        new = self.ear.words[self._known :]
        self._known = len(self.ear.words)
        return new

    def press(self, seconds: float = 0.1) -> None:
        self._switches.press(True)
        self.table.wait(seconds)
        self._switches.press(False)
        self.table.wait(0.1)

    def feels(self, name: str) -> int:
        """How many pieces lie on a point."""
        return self._lies[name]

    def lift(self, name: str) -> None:
        """Lift what lies on a point, to move it."""
        self._held = self._lies[name]
        self._change(name, 0)

    def put(self, name: str) -> None:
        """Put down what is held or, if that is nothing, a piece from beside the board."""
        self._change(name, self._lies[name] + (self._held or 1))
        self._held = 0

    def take_off(self, name: str) -> None:
        """Take everything off a point, and lay it beside the board."""
        self._change(name, 0)

    def _change(self, name: str, pieces: int) -> None:
        self.acts += 1
        felt, self._lies[name] = self._lies[name], pieces
        if bool(felt) != bool(pieces):
            self._switches.set(self.table.board.index[name.lower()], pieces > 0)
        self.table.wait(_MOVES)

    @property
    def _switches(self) -> BareSwitches:
        port = self.table.port
        assert isinstance(port, BareSwitches)
        return port

    # The menu

    def choose(self, wanted: str, hold: float = 1.0) -> list[str]:
        """Press the button until the menu's voice names an entry, then hold it.

        Returns what is said then.
        """
        for _ in range(40):
            if re.search(rf"(^|\. ){wanted}\.", " ".join(self.listen())):
                self.press(hold)
                return self.listen()
            self.press()
        raise Lost(f"the menu never said {wanted!r}: {self.ear.words[-40:]}")

    # The game

    def play(self, most: int = 2000) -> str:
        """Play until a game has ended, and return what was said of it."""
        for _ in range(most):
            said = self.listen()
            ended = [words for words in said if re.search(_ENDS, words)]
            if ended:
                return ended[-1]
            if not any(self._follow(words) for words in reversed(said)):
                self._ask()
        raise Lost(f"no end: {self.ear.words[-20:]}")

    def _ask(self) -> None:
        """Nothing is to be done: ask what may move and, if that does not help, what now."""
        for seconds in (2.0, 0.1):
            self.asked += 1
            self.press(seconds)
            if any(self._follow(words) for words in reversed(self.listen())):
                return
        raise Lost(f"what now? {self.ear.words[-12:]}")

    def _follow(self, words: str) -> bool:
        """Do what a sentence asks for. Returns False if it asks for nothing."""

        def found(pattern: str) -> list[str]:
            match = re.search(pattern, words)
            return re.findall(_NAME, match[1]) if match else []

        if answers := re.search(r"Which move was it\? (.+)\? Press", words):
            self._answer(re.findall(rf"({_NAME}) to ({_NAME})", answers[1]))
        elif "tap that one" in words and not self._held and self._landed:
            pieces = self.feels(self._landed)
            self._change(self._landed, 0)
            self._change(self._landed, pieces)
        elif re.search(r"Was |that the move is over|Is it |the same game: confirm", words):
            self.press()
        elif way := re.search(rf"Move (?:.*) from ({_NAME}) to ({_NAME})", words):
            self._carry(way[1], way[2])
            self._follow(words[way.end() :])
        elif under := found(rf"Put the top pieces? of {_LIST} under"):
            for name in under:
                self._change(name, self.feels(name) - 1)
            if self._landed:
                self._lies[self._landed] += len(under)
        elif taken := found(rf"(?:[Tt]ake (?:.+) off|Remove the pieces? on) {_LIST}"):
            for name in filter(self.feels, taken):
                self.take_off(name)
        elif lands := found(rf"(?:Put (?:.+)|may be placed) on {_LIST}"):
            empty = [name for name in lands if not self.feels(name)] or lands
            one = " or " in words or "may be placed" in words
            for name in [self._rng.choice(empty)] if one else empty:
                self.put(name)
                self._landed = name
        elif "on any empty point" in words:
            names = [name.upper() for name in self.table.board.names]
            self.put(self._rng.choice([name for name in names if not self.feels(name)]))
        elif jumps := found(rf"[Kk]eep jumping: from {_LIST}"):
            self.lift(jumps[0])
        elif goes := found(rf"(?:Must jump|May move): {_LIST}"):
            self.lift(self._rng.choice(goes))
        elif goes := found(rf"May be taken off: {_LIST}"):
            self.take_off(self._rng.choice(goes))
        elif starts := self._must_jump(words) or found(rf"You must jump with {_LIST}"):
            self.lift(self._rng.choice(starts))
        else:
            return False
        return True

    @staticmethod
    def _must_jump(words: str) -> list[str]:
        return re.findall(rf"({_NAME}) takes", words) if "You must jump" in words else []

    def _answer(self, moves: list[tuple[str, str]]) -> None:
        """Put the piece in hand on another one, and say with the button which one that was."""
        origin, to = self._rng.choice(moves)
        self.put(to)
        for _ in moves:
            self.press()
            if f"{origin} to {to}?" in self.listen():
                self.press(1.0)
                return
        raise Lost(f"{origin} to {to} was never offered: {self.ear.words[-8:]}")

    def _carry(self, origin: str, to: str) -> None:
        """Carry what lies on a point to another one; what lies there is taken off first."""
        if self.feels(to):
            self.take_off(to)
        if self.feels(origin):
            self.lift(origin)
        self.put(to)
        self._landed = to
