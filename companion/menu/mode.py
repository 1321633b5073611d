"""The menu as a mode of a session: carries out what is chosen, and closes the menu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.config import Config
from companion.engines.roster import Roster
from companion.geometry import Board, Occupancy, Sensed
from companion.lights.scene import Scene
from companion.menu.builder import (
    ClockChoice,
    Draft,
    DrillChoice,
    LessonChoice,
    MenuAction,
    MenuBuilder,
)
from companion.menu.button import GestureButton
from companion.menu.code_pages import TypedCode
from companion.menu.menu import ENDS, Menu, MenuEntry, MenuPage
from companion.protocol import commands
from companion.protocol.views import MenuView, RemoteView
from companion.rules import AnyGame, CompanionError, Seat, TurnMatch
from companion.text import Text


class NoSuchEntry(CompanionError, IndexError):
    """A page has chosen an entry that the menu does not have, or that only hands can choose."""


class MenuHost(Protocol):
    """What a menu needs from its session. clock: the text of the time control of the next game;
    empty for none."""

    clock: str

    @property
    def config(self) -> Config:
        """The configuration, with what was chosen on the page."""

    @property
    def roster(self) -> Roster:
        """Who can play for the computer."""

    @property
    def match(self) -> TurnMatch:
        """The match in progress."""

    @property
    def setting_up(self) -> bool:
        """Whether the board is being set up, so that what changes on it is no move."""

    def changes(self, at: float) -> Sequence[Sensed]:
        """The points that have changed by `at`."""

    def begin_new(self, game: AnyGame, computers: Mapping[Seat, str], at: float) -> None:
        """Begin a game. Raises CompanionError if that is impossible."""

    def begin_lesson(self, game: str, at: float) -> None:
        """Begin the guided game of that name. Raises CompanionError if that is impossible."""

    @property
    def drill(self) -> str:
        """The name of the drill in progress; empty if there is none."""

    @property
    def paused(self) -> bool | None:
        """Whether a game with people far away rests; None if everybody plays at this board."""

    @property
    def meets(self) -> bool:
        """Whether people far away can be met."""

    @property
    def meeting(self) -> bool:
        """Whether somebody far away is invited or joined at present."""

    @property
    def remote_view(self) -> RemoteView | None:
        """How things stand with people far away; None if none has a part in the game."""

    def invite(self, game: AnyGame, seat: Seat) -> None:
        """Invite people far away to a game. seat: the one played here. Raises CompanionError if
        that is impossible."""

    def begin_drill(self, name: str, at: float) -> None:
        """Begin the drill of that name. Raises CompanionError if that is impossible."""

    def obey(self, command: commands.Command, at: float) -> None:
        """Carry out a command. Raises CompanionError if that is impossible."""

    def close_menu(self, sensed: Occupancy, at: float) -> None:
        """Close the menu and continue the game, on a board that senses this now."""

    def show_error(self, error: Text) -> None:
        """Show on the pages why something was not possible."""

    def stop(self) -> None:
        """End the program."""


class MenuMode:
    """An open menu.

    host:    the session.
    button:  works the menu, as the lit points do.
    sensed:  what the board senses when the menu opens.
    waiting: whether there is no game yet, so that the menu stays open until one begins.
    """

    title, tone = Text("Menu"), "question"

    def __init__(
        self,
        host: MenuHost,
        button: GestureButton,
        sensed: Occupancy,
        at: float,
        *,
        waiting: bool = False,
    ) -> None:
        self.waiting = waiting
        self._host = host
        self._button = button
        self._board = host.match.game.board
        builder = self._builder()
        page = builder.lobby() if waiting else builder.main(host.match, host.drill, host.paused)
        self._pages = [page]  # the present one last
        self._menu = Menu(self._board, page, sensed, at, lasting=waiting)
        self._meeting: MenuPage | None = None  # the page that shows a code, or that it is awaited

    def give_way(self, at: float) -> None:
        """Close the menu, because a page does something with the game. Raises CompanionError if
        there is no game yet."""
        if self.waiting:
            raise CompanionError(
                Text("no game has started: choose one first, on the board or here")
            )
        self._host.close_menu(self._menu.sensed, at)

    def select(self, index: int, at: float) -> None:
        """Choose an entry by its index, because a page does. Raises NoSuchEntry if that is
        impossible."""
        page = self._menu.page
        if page is None or not 0 <= index < len(page.entries):
            raise NoSuchEntry(
                Text("the menu has no entry {index}: look again, then choose", index=index)
            )
        entry = page.entries[index]
        if entry.place:
            raise NoSuchEntry(
                Text("{entry!r} is chosen on the board: touch its point there", entry=entry.text)
            )
        self._choose(entry, at)

    # What happens

    def advance(self, at: float) -> None:
        """Do what is due by `at`: handle touched points, and carry out the entry they choose."""
        for change in self._host.changes(at):
            self._menu.touch(change)
        self._follow_meeting(at)
        entry = self._menu.advance(at)
        if entry is not None:
            self._button.forget()  # a hold in progress was meant for another entry
            self._choose(entry, at)
        # If the board is being set up anyway, what was touched is put back along with the rest.
        if self._menu.page is None and (self._menu.closed or self._host.setting_up):
            self._host.close_menu(self._menu.sensed, at)

    def press(self, at: float) -> None:
        """Pick the next entry."""
        self._menu.step(at)

    def hold(self, at: float) -> float | None:
        """Choose the picked entry, or return how long the button has to be held for it."""
        picked = self._menu.picked
        if picked is not None and picked.ends:
            return ENDS
        if picked is not None:
            self._choose(picked, at)
        return None

    def full(self, at: float) -> None:
        """Choose the picked entry: the button was held for long enough."""
        if self._menu.picked is not None:
            self._choose(self._menu.picked, at)

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do, even if nothing happens until then; or None."""
        return self._menu.deadline

    def _choose(self, entry: MenuEntry, at: float) -> None:
        menu = self._menu
        try:
            match entry.does:
                case MenuAction.UP:
                    self._pages.pop()
                    menu.show(self._pages[-1], at)
                case MenuAction.CLOCK:
                    self._show(self._builder().clocks(self._host.clock), at)
                case MenuAction.LEARN:
                    unfinished = not self.waiting and not self._host.match.over
                    self._show(self._builder().lessons(ends=unfinished), at)
                case MenuAction.FAR_AWAY:
                    self._show(self._builder().far_away(self._host.remote_view), at)
                case MenuAction.TYPE_CODE:
                    self._show(self._builder().code_to_type(TypedCode()), at)
                case TypedCode() as typed:
                    self._show(self._builder().code_to_type(typed), at)
                case MenuAction.SHOW_CODE:
                    self._show_meeting(at)
                case commands.Join() | commands.InviteSpectator() as command:
                    self._host.obey(command, at)
                    self._show_meeting(at)
                case commands.Depart() as command:
                    self._host.obey(command, at)
                    self._go_back(at)
                case LessonChoice(game):
                    self._host.begin_lesson(game, at)
                case DrillChoice(name):
                    self._host.begin_drill(name, at)
                case ClockChoice(text):
                    self._host.clock = text
                    self._pages.pop()
                    menu.show(self._pages[-1], at)
                case Draft() as draft:
                    places = ",".join(place.text for place in menu.gathered)
                    self._go_on(draft, places, at)
                case MenuAction.SHUT_DOWN:
                    self._host.stop()
                    menu.show(self._pages[-1], at)
                case (
                    commands.Back()
                    | commands.Draw()
                    | commands.Resign()
                    | commands.Hint()
                    | commands.Pause()
                    | commands.Rematch()
                ) as command:
                    self._host.obey(command, at)
                    menu.leave(at)
                case _:
                    menu.leave(at)
        except CompanionError as error:
            self._host.show_error(error.text)
            self._go_back(at)

    def _go_on(self, draft: Draft, places: str, at: float) -> None:
        """Ask the next question about a new game, or begin it. places: the answer to a question
        about points."""
        builder = self._builder()
        if places:
            draft = builder.with_places(draft, places)
        unfinished = not self.waiting and not self._host.match.over
        page = builder.ask(draft, ends=unfinished and not draft.far)
        if page is None and draft.far:
            self._host.invite(*builder.invitation(draft))
            self._show_meeting(at)
        elif page is None:
            self._host.begin_new(*builder.begin(draft), at)
        else:
            self._show(page, at)

    def _show(self, page: MenuPage, at: float) -> None:
        self._pages.append(page)
        self._menu.show(page, at)

    def _go_back(self, at: float) -> None:
        """Show the first page again."""
        del self._pages[1:]
        self._menu.show(self._pages[0], at)

    def _show_meeting(self, at: float) -> None:
        """Show the code of an invitation, or that it is awaited."""
        del self._pages[1:]
        self._meeting = self._builder().code_to_tell(self._host.remote_view)
        self._show(self._meeting, at)

    def _follow_meeting(self, at: float) -> None:
        """Show a code as soon as it is there or another one, and go back once nobody is invited or
        joined any longer."""
        if self._meeting is None or self._menu.page is not self._meeting:
            return
        if not self._host.meeting:
            self._go_back(at)
        elif self._builder().code_to_tell(self._host.remote_view) != self._meeting:
            self._show_meeting(at)

    def _builder(self) -> MenuBuilder:
        host, settings = self._host, self._host.config.game
        return MenuBuilder(
            self._board,
            settings.name,
            settings.options,
            self._fits,
            host.roster.levels,
            host.meets,
        )

    def _fits(self, board: Board) -> bool:
        """Whether games of a board can be played on this wooden board: a larger board can serve as
        a smaller one. On simulated boards the page is the better place to change the board."""
        config = self._host.config
        if config.port.kind == "simulated":
            return False
        try:
            config.check(board)
        except CompanionError:
            return False
        return True

    # What is known

    def scene(self, at: float) -> Scene:
        """The lamps of the menu."""
        return self._menu.scene(self._button.progress)

    @property
    def page(self) -> MenuPage | None:
        """The page that is shown; None when the menu has ended and waits for the board."""
        return self._menu.page

    @property
    def view(self) -> MenuView:
        """The menu as a page shows it."""
        return self._menu.view

    @property
    def text(self) -> Text:
        """The menu in words."""
        return self._menu.text
