"""A player who cannot see: knows only what was spoken, and what the fingers feel on the board.

There are no lamps and no page here. The fingers feel how many pieces lie on a point, move them, and
press the button; everything else comes from the board's voice, in English.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random

from companion.testing import BareSwitches, VirtualTable
from tests.ear import Ear

_NAME = r"(?:[A-Z]?\d+)"
_LIST = rf"({_NAME}(?:(?:, | and | or ){_NAME})*)"
_WORDS = (
    "alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar "
    "papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu"
)
_ENDS = r"\b(wins|You won|You lost|Draw|Solved|Lost|Given up)\b"
_SILENCE = 1.0  # seconds without a word after which it is one's turn to act
_MOVES = 0.4  # seconds that a hand takes
_TOUCHES = 0.3  # seconds for which a small magnet touches a point
_PATIENCE = 80  # times that it hears nothing new since the last turn before it is stuck


class Lost(AssertionError):
    """The player does not know what to do."""


class PlayerByEar:
    """Plays at a table of bare switches by what an ear hears.

    acts:  the number of things done by hand.
    asked: the number of times that the button was asked.
    last:  what the fingers have changed in the last turn: the point, and how many pieces lay there
           before and after.
    undone: whether the fingers have just taken that turn back.

    Args of __init__: idle: called before each turn, when nothing is in hand.
    """

    def __init__(
        self,
        table: VirtualTable,
        ear: Ear,
        seed: int = 0,
        idle: Callable[[PlayerByEar], bool] = lambda _: False,
    ) -> None:
        self.table = table
        self.ear = ear
        self.acts = self.asked = 0
        self.last: list[tuple[str, int, int]] = []
        self.undone = False
        self._idle = idle
        self._rng = Random(seed)
        self._ended = ""  # what was said of the end
        self._known = 0  # how much of what was heard has been acted on
        self._lies: Counter[str] = Counter()  # how many pieces lie on each point
        self._landed = ""  # the point where a piece was put down last
        self._held = 0  # how many pieces the hand holds that was lifted to be moved

    # Ears, fingers, and the button

    def listen(self) -> list[str]:
        """Wait until nothing is said any more, and return what is new."""
        self.table.wait(_SILENCE)
        while self.ear.left:
            while self.ear.left:
                self.table.wait(self.ear.left + 0.1)
            self.table.wait(_SILENCE)
        new = [_plain(words) for words in self.ear.words[self._known :]]
        self._known = len(self.ear.words)
        self._ended = next((words for words in new if re.search(_ENDS, words)), self._ended)
        return new

    def press(self, seconds: float = 0.1) -> None:
        self._switches.press(True)
        self.table.wait(seconds)
        self._switches.press(False)
        self.table.wait(0.1)

    def feels(self, name: str) -> int:
        """How many pieces lie on a point."""
        return self._lies[name]

    @property
    def occupied(self) -> list[str]:
        """The points on which pieces lie."""
        return [name for name in self._names if self._lies[name]]

    @property
    def vacant(self) -> list[str]:
        """The points on which none lies."""
        return [name for name in self._names if not self._lies[name]]

    def beside(self, name: str) -> list[str]:
        """The points beside a point, as fingers find them along the raised lines."""
        board = self.table.board
        rays = board.rays[board.index[name.lower()]].values()
        return [self._names[ray[0]] for ray in rays]

    def lift(self, name: str) -> int:
        """Lift what lies on a point, to move it. Returns how many pieces that are."""
        self._held = self._lies[name]
        self._landed = ""
        self._change(name, 0)
        return self._held

    def put(self, name: str, pieces: int = 0) -> None:
        """Put down what is held or, if that is nothing, a piece from beside the board."""
        self._change(name, self._lies[name] + (pieces or self._held or 1))
        self._held, self._landed = 0, name

    def drop(self) -> None:
        """Lay what is held beside the board."""
        self._held = 0

    def take_off(self, name: str) -> None:
        """Take everything off a point, and lay it beside the board."""
        if name == self._landed:
            self._landed = ""
        self._change(name, 0)

    def set_back(self, name: str, pieces: int) -> None:
        """Have so many pieces on a point again."""
        self._change(name, pieces)

    def touch(self, name: str) -> None:
        """Touch a vacant point with a small magnet."""
        self._switches.set(self.table.board.index[name.lower()], True)
        self.table.wait(_TOUCHES)
        self._switches.set(self.table.board.index[name.lower()], False)

    def _change(self, name: str, pieces: int) -> None:
        self.acts += 1
        felt, self._lies[name] = self._lies[name], pieces
        self.last.append((name, felt, pieces))
        if bool(felt) != bool(pieces):
            self._switches.set(self.table.board.index[name.lower()], pieces > 0)
        self.table.wait(_MOVES)

    @property
    def _names(self) -> list[str]:
        return [name.upper() for name in self.table.board.names]

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
        if self.choose_if(wanted, hold=hold):
            return self.listen()
        raise Lost(f"the menu never said {wanted!r}: {self.ear.words[-40:]}")

    def choose_if(self, wanted: str, otherwise: str = "", hold: float = 1.0) -> bool:
        """Choose an entry of the menu if there is one, else another one; return whether it is."""
        for entry, found in ((wanted, True), (otherwise, False)):
            for _ in range(40 if entry else 0):
                if re.search(rf"(^|\. ){entry}\.", " ".join(self.listen())):
                    self.press(hold)
                    return found
                self.press()
        return False

    # The game

    def play(self, most: int = 2000) -> str:
        """Play until a game has ended, and return what was said of it."""
        plies, listened, heard = 0, 0, set[str]()
        for _ in range(most):
            said = self.listen()
            if self._ended:
                return self._ended
            listened += 1
            if plies != len(self.table.texts):
                plies, heard = len(self.table.texts), set()
            if not heard.issuperset(said):  # it goes on, as after a board has been cleared
                listened = 0
                heard.update(said)
            if listened > _PATIENCE:
                raise Lost(f"nothing goes on: {self.ear.words[-30:]}")
            if not self._act_on(said):
                self._ask()
        raise Lost(f"no end: {self.ear.words[-20:]}")

    def _act_on(self, said: list[str]) -> bool:
        """Do what the last sentence asks for that asks for anything; return whether one does.

        With a piece in hand, that comes first: a question about it was asked because it is held.
        """
        if self._held:
            targets = [words for words in said if words.startswith("Put it down on")]
            if targets:
                return self._follow(targets[-1])
        return any(self._follow(words) for words in reversed(said))

    def _ask(self) -> None:
        """Nothing is to be done: ask what may move. A press would confirm what is asked."""
        self.asked += 1
        self.press(2.0)

    def _follow(self, words: str) -> bool:
        """Do what a sentence asks for. Returns False if it asks for nothing."""
        for pattern, act in _RULES:
            match = re.search(pattern, words)
            if match:
                act(self, match)
                return True
        return False

    def _begins(self) -> bool:
        """Return whether a turn begins now, and not something else first."""
        self.undone = False
        if self._idle(self):
            return False
        self.last.clear()
        return True

    # What sentences ask for

    def _confirm(self, match: re.Match[str]) -> None:
        """Confirm what was asked; what was not meant, put right as the question says."""
        question, _, otherwise = match.string.partition("Confirm, or ")
        if "taken back" in question and not self.undone and self._follow(otherwise):
            return
        self.press()

    def _tap(self, match: re.Match[str]) -> None:
        """Tap the piece on which the last one was put, or put one there that is still held."""
        if self._held or not self._landed:
            self._put_on(match)
            return
        pieces = self.feels(self._landed)
        self._change(self._landed, 0)
        self._change(self._landed, pieces)

    def _take_under(self, match: re.Match[str]) -> None:
        """Take the captured piece off on which the captor was put; it is put down again."""
        if self._held or self._landed not in _names(match[2]):
            self._put_on(match)
            return
        landed, self._held = self._landed, 1
        self._change(landed, 0)
        self.put(landed)

    def _carry_theirs(self, match: re.Match[str]) -> None:
        if self._begins():
            self._carry_on(match)

    def _carry_on(self, match: re.Match[str]) -> None:
        self._carry(match[1], match[2])
        self._follow(match.string[match.end() :])

    def _put_under(self, match: re.Match[str]) -> None:
        names = _names(match[1])
        for name in names:
            self._change(name, self.feels(name) - 1)
        if self._landed:
            self._lies[self._landed] += len(names)

    def _take_all(self, match: re.Match[str]) -> None:
        for name in filter(self.feels, _names(match[1])):
            self.take_off(name)

    def _put_on(self, match: re.Match[str]) -> None:
        """Put a piece on one of some points, or one on each."""
        names = _names(match[1])
        undo = match.string.find("To undo it")
        if undo >= 0 and not self._held and all(map(self.feels, names)):
            self._undo(match.string[undo:])  # what is asked for is there already
            return
        empty = [name for name in names if not self.feels(name)] or names
        for name in [self._rng.choice(empty)] if " or " in match[0] else empty:
            self.put(name)

    def _undo(self, words: str) -> None:
        """Undo a move as told: take pieces off, and put others back."""
        for wanted, pattern in ((0, rf"off {_LIST}"), (1, rf"back on {_LIST}")):
            told = re.search(pattern, words)
            for name in _names(told[1]) if told else []:
                self._change(name, wanted)

    def _enter(self, match: re.Match[str]) -> None:
        if self._begins():
            self.put(self._rng.choice(_names(match[1])))

    def _enter_anywhere(self, _: re.Match[str]) -> None:
        if self._begins():
            self.put(self._rng.choice(self.vacant))

    def _lift_one(self, match: re.Match[str]) -> None:
        self.lift(self._rng.choice(_names(match[1])))

    def _begin_with_one(self, match: re.Match[str]) -> None:
        if self._begins():
            self._lift_one(match)

    def _jump_with_one(self, match: re.Match[str]) -> None:
        if self._begins():
            self.lift(self._rng.choice(re.findall(rf"({_NAME}) takes", match[0])))

    def _take_one(self, match: re.Match[str]) -> None:
        self.take_off(self._rng.choice(_names(match[1])))

    def _begin_taking_one(self, match: re.Match[str]) -> None:
        if self._begins():
            self._take_one(match)

    def _answer_one(self, match: re.Match[str]) -> None:
        self._answer(re.findall(rf"({_NAME}) to ({_NAME})", match[1]))

    def _answer(self, moves: list[tuple[str, str]]) -> None:
        """Put the piece in hand on another one, and say with the button which one that was."""
        origin, to = self._rng.choice(moves)
        if self._held:
            self.put(to)
        for _ in moves:
            self.press()
            said = self.listen()
            if f"{origin} to {to}?" in said:
                self.press(1.0)
                return
            if said and not any(words.endswith("?") for words in said):
                self._known -= len(said)  # that is about something else
                return

    def _carry(self, origin: str, to: str) -> None:
        """Carry what lies on a point to another one; what lies there is taken off first."""
        if self.feels(to):
            self.take_off(to)
        if self.feels(origin):
            self.lift(origin)
        self.put(to)


def _plain(words: str) -> str:
    """Return words with `A5` for `alfa 5`, as it is said slowly."""
    return re.sub(rf"\b({_WORDS.replace(' ', '|')}) (?=\d)", lambda said: said[1][0].upper(), words)


def _names(words: str) -> list[str]:
    return re.findall(_NAME, words)


_Act = Callable[[PlayerByEar, re.Match[str]], None]

_RULES: tuple[tuple[str, _Act], ...] = (
    (r"Which move was it\? (.+)\? Press", PlayerByEar._answer_one),
    (rf"Put it down on {_LIST}.*tap that one", PlayerByEar._tap),
    (rf"Put it down on {_LIST}.*another piece \({_LIST}\), take that", PlayerByEar._take_under),
    (r"Was |Were |that the move is over|Is it |the same game: confirm", PlayerByEar._confirm),
    (rf"[Mm]ove .*?omputer.*? from ({_NAME}) to ({_NAME})", PlayerByEar._carry_theirs),
    (rf"[Mm]ove .*? from ({_NAME}) to ({_NAME})", PlayerByEar._carry_on),
    (rf"Put the top pieces? of {_LIST} under", PlayerByEar._put_under),
    (rf"(?:[Tt]ake (?:.+?) off|[Rr]emove the pieces? on) {_LIST}", PlayerByEar._take_all),
    (rf"(?:[Pp]ut|Place) (?:.+?) on {_LIST}", PlayerByEar._put_on),
    (rf"may be placed on {_LIST}", PlayerByEar._enter),
    (r"on any empty point", PlayerByEar._enter_anywhere),
    (rf"[Kk]eep jumping: from {_LIST}", PlayerByEar._lift_one),
    (rf"(?:Must jump|May move|You must jump with):? {_LIST}", PlayerByEar._begin_with_one),
    (rf"(?:Take off one piece|as well): {_LIST}", PlayerByEar._take_one),
    (rf"the piece that takes it: {_LIST}", PlayerByEar._lift_one),
    (rf"May be taken off: {_LIST}", PlayerByEar._begin_taking_one),
    (rf"You must jump.*{_NAME} takes.*", PlayerByEar._jump_with_one),
)
"""What sentences ask for, the first that fits, and how it is done."""
