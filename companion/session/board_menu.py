"""The menu of a session: when it opens and closes, and what is done when an entry is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.config import Config
from companion.geometry import Board, Occupancy, Sensed
from companion.lights.scene import Scene
from companion.rules import AnyGame, CompanionError, Seat
from companion.session.button import HeldButton, Press
from companion.session.choosing import Choosing, Deed, Draft
from companion.session.ledger import Ledger
from companion.session.menu import ENDS, Entry, Level, Menu, progress
from companion.web import messages

OPENS = 2.5
"""Seconds for which the button is held to open the menu."""


class Host(Protocol):
    """What a menu asks of its session."""

    config: Config
    ledger: Ledger

    def begin_new(self, game: AnyGame, computers: Mapping[Seat, str], at: float) -> None:
        """Begin a game; CompanionError when it cannot be had."""

    def obey(self, command: messages.Command, at: float) -> None:
        """Do what a page may ask for as well; CompanionError for what cannot be done."""

    def rejoin(self, sensed: Occupancy, at: float) -> None:
        """Go on with the game, on a board that senses this now."""

    def sensed(self) -> Occupancy:
        """The points that are occupied, as far as the game knows."""

    def leads(self) -> bool:
        """Whether the board is being led to a position, whatever it shows."""

    def say(self, trouble: str) -> None:
        """Tell a page what could not be done."""

    def stop(self) -> None:
        """End the program."""


class BoardMenu:
    """At most one menu, and the button that opens and works it.

    waiting: whether there is no game yet, so that the menu stays until one begins.
    """

    def __init__(self, host: Host) -> None:
        self.waiting = False
        self._host = host
        self._menu: Menu | None = None
        self._levels: list[Level] = []  # the present one last
        self._button = HeldButton()

    @property
    def open(self) -> bool:
        """Whether touched points and the button mean entries of the menu."""
        return self._menu is not None

    # Opening and closing

    def show(self, at: float) -> None:
        """Open the menu over the game."""
        self._open(self._choosing().main(self._host.ledger), at)

    def wait(self, at: float) -> None:
        """Open the menu that stays until a game begins."""
        self.waiting = True
        self._open(self._choosing().lobby(), at)

    def close(self) -> None:
        """Close the menu, because another game has begun."""
        self._menu, self.waiting = None, False

    def give_way(self, at: float) -> None:
        """Close the menu for what a page wants to do with the game; CompanionError when there is
        none yet."""
        if self.waiting:
            raise CompanionError("no game has begun: choose one first, on the board or here")
        self._rejoin(at)

    def _rejoin(self, at: float) -> None:
        menu, self._menu = self._menu, None
        if menu is not None:
            self._host.rejoin(menu.sensed, at)

    def _open(self, level: Level, at: float) -> None:
        self._levels = [level]
        board = self._host.ledger.match.game.board
        self._menu = Menu(board, level, self._host.sensed(), at, lasting=self.waiting)

    def _choosing(self) -> Choosing:
        settings = self._host.config.game
        board = self._host.ledger.match.game.board
        return Choosing(board, settings.name, settings.options, self._fits)

    def _fits(self, board: Board) -> bool:
        """Whether games of a board can be played on this wood, as a larger one serves smaller ones.
        Simulated boards take any; but there the page is the better place to change them."""
        config = self._host.config
        if config.port.kind == "simulated":
            return False
        try:
            config.check(board)
        except CompanionError:
            return False
        return True

    # What happens

    def touch(self, event: Sensed) -> None:
        """A point has changed while the menu is open."""
        if self._menu is not None:
            self._menu.touch(event)

    def press(self, down: bool, at: float) -> bool:
        """The button went down or up; whether that was a short press that is not the menu's."""
        if not self._button.change(down, at):
            return False
        if self._menu is not None:
            self._menu.step(at)
            return False
        return True

    def advance(self, at: float, *, asked: bool) -> bool:
        """Do what is due by `at`. asked: whether the game asks something that a hold answers;
        whether it has just been answered so."""
        press = self._button.advance(at)
        answered = False
        if press is Press.HOLD and self._menu is None:
            answered = asked
            self._button.goal = None if asked else OPENS
        elif press is Press.HOLD and self._menu is not None and self._menu.picked is not None:
            if self._menu.picked.ends:
                self._button.goal = ENDS
            else:
                self._choose(self._menu.picked, at)
        elif press is Press.FULL and self._menu is None:
            self.show(at)
        elif press is Press.FULL and self._menu is not None and self._menu.picked is not None:
            self._choose(self._menu.picked, at)
        if self._menu is not None:
            entry = self._menu.advance(at)
            if entry is not None:
                self._button.forget()  # a hold that has begun was meant for another entry
                self._choose(entry, at)
        over = self._menu is not None and self._menu.level is None
        # Where the board is led to a position, what was touched is put right with the rest.
        if over and self._menu is not None and (self._menu.closed or self._host.leads()):
            self._rejoin(at)
        return answered

    @property
    def deadline(self) -> float | None:
        """When `advance` will have something to do; None: not before something happens."""
        menu = None if self._menu is None else self._menu.deadline
        dues = [due for due in (self._button.deadline, menu) if due is not None]
        return min(dues, default=None)

    def _choose(self, entry: Entry, at: float) -> None:
        menu = self._menu
        if menu is None:
            return
        try:
            match entry.does:
                case Deed.UP:
                    self._levels.pop()
                    menu.show(self._levels[-1], at)
                case Draft() as draft:
                    places = ",".join(place.text for place in menu.gathered)
                    self._go_on(draft, places, menu, at)
                case Deed.SHUT_DOWN:
                    self._host.stop()
                    menu.show(self._levels[-1], at)
                case messages.Back() | messages.Draw() | messages.Resign() as command:
                    self._host.obey(command, at)
                    menu.leave(at)
                case _:
                    menu.leave(at)
        except CompanionError as error:
            self._host.say(str(error))
            del self._levels[1:]
            menu.show(self._levels[0], at)

    def _go_on(self, draft: Draft, places: str, menu: Menu, at: float) -> None:
        """Ask what is still to be chosen for a new game, or begin it. places: the points that
        answer a question about points."""
        choosing = self._choosing()
        if places:
            draft = choosing.with_places(draft, places)
        level = choosing.ask(draft, ends=not self.waiting and not self._host.ledger.match.over)
        if level is None:
            self._host.begin_new(*choosing.begin(draft), at)
        else:
            self._levels.append(level)
            menu.show(level, at)

    # What is known

    def scene(self) -> Scene | None:
        """The lamps, where it is not the game that decides on them."""
        if self._menu is not None:
            return self._menu.scene(self._button.progress)
        if self._button.progress > 0:
            return progress(self._host.ledger.match.game.board, None, self._button.progress)
        return None

    @property
    def title(self) -> str:
        """What stands over the words; empty when there is no menu."""
        return "" if self._menu is None else "Menu"

    @property
    def text(self) -> str:
        """The menu in words; empty when there is none."""
        return "" if self._menu is None else self._menu.text
