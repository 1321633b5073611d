"""The menu as a mode of a session: executes the chosen entries, and closes the menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.base.errors import CompanionError
from companion.base.text import Text, sentences
from companion.config import Config
from companion.device.lamps.scene import Scene
from companion.opponents.roster import Roster
from companion.protocol import commands
from companion.protocol.views import MenuView, RemoteView
from companion.records.household import Household
from companion.rules import AnyGame, Seat, TurnMatch
from companion.rules.geometry import Board, Occupancy, Sensed
from companion.session.menu.builder import (
    ClockChoice,
    Draft,
    MenuAction,
    MenuBuilder,
    VoiceChoice,
)
from companion.session.menu.button import GestureButton
from companion.session.menu.code_pages import TypedCode
from companion.session.menu.menu import ENDS, Menu, MenuEntry, MenuPage
from companion.session.next_step import NextStep


class NoSuchEntry(CompanionError, IndexError):
    """A page has chosen an entry that the menu does not have, or that must be chosen by hand."""


class MenuHost(Protocol):
    """What a menu needs from its session.

    Attributes:
        clock: The text of the time control of the next game; empty for none.
    """

    clock: str

    @property
    def config(self) -> Config:
        """The configuration, with the page's choices."""

    @property
    def roster(self) -> Roster:
        """The available computer players."""

    @property
    def match(self) -> TurnMatch:
        """The match in progress."""

    @property
    def drill(self) -> str:
        """The name of the drill in progress; empty if there is none."""

    @property
    def placeable(self) -> Sequence[str]:
        """Whose pieces can be placed for them now, as `State.placeable` says."""

    @property
    def setting_up(self) -> bool:
        """Whether the board is being set up, so that changes on it do not count as moves."""

    @property
    def paused(self) -> bool | None:
        """Whether a game with remote players is paused; None if this board plays no such game."""

    @property
    def meets(self) -> bool:
        """Whether remote play is available."""

    @property
    def meeting(self) -> bool:
        """Whether an invitation or an attempt to join is open."""

    @property
    def remote_view(self) -> RemoteView | None:
        """The page's view of the remote game; None if no remote player is involved."""

    @property
    def has_daily(self) -> bool:
        """Whether there is a puzzle of the day on this board."""

    @property
    def household(self) -> Household:
        """The people who play here."""

    def changes(self, at: float) -> Sequence[Sensed]:
        """Return the points that have changed by `at` (seconds)."""

    def read_again(self, at: float) -> Occupancy | None:
        """Read all switches at `at` (seconds); None if that fails."""

    def begin_new(self, game: AnyGame, computers: Mapping[Seat, str], at: float) -> None:
        """Begin a game with the chosen clock.

        Args:
            game: The game.
            computers: The computer player of each seat that has one.
            at: When (seconds).

        Raises:
            CompanionError: If that is not possible.
        """

    def invite(self, game: AnyGame, seat: Seat, at: float) -> None:
        """Invite remote players to a game, with the chosen clock.

        Args:
            game: The game.
            seat: The seat that is played here.
            at: When (seconds).

        Raises:
            CompanionError: If that is not possible.
        """

    def obey(self, command: commands.Command, at: float) -> None:
        """Execute a command.

        Raises:
            CompanionError: If that is not possible.
        """

    def close_menu(self, sensed: Occupancy, at: float) -> None:
        """Close the menu and continue the game, on a board that now senses this."""

    def show_error(self, error: Text) -> None:
        """Show on the pages why something was not possible."""

    def stop(self) -> None:
        """End the program."""


class MenuMode:
    """An open menu.

    Args:
        host: The session.
        button: The button, which operates the menu as the lit points do.
        sensed: What the board senses when the menu opens.
        at: When it opens (seconds).
        waiting: Whether no game has begun yet, so that the menu stays open until one begins.

    Attributes:
        waiting: Whether no game has begun yet.
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
        page = (
            builder.lobby()
            if waiting
            else builder.main(host.match, host.drill, host.paused, host.placeable)
        )
        self._pages = [page]  # the present one last
        self._menu = Menu(self._board, page, sensed, at, lasting=waiting)
        self._meeting: MenuPage | None = None  # the page that shows a code, or that it is awaited

    def give_way(self, at: float) -> None:
        """Close the menu because a page acts on the game.

        Raises:
            CompanionError: If no game has begun yet.
        """
        if self.waiting:
            raise CompanionError(
                Text("no game has started: choose one first, on the board or here")
            )
        self._host.close_menu(self._menu.sensed, at)

    def select(self, index: int, at: float) -> None:
        """Choose an entry by its index, for a page.

        Raises:
            NoSuchEntry: If there is no such entry, or it must be chosen on the board.
        """
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
        """Do what is due by `at` (seconds): handle touched points, and execute the chosen entry."""
        for change in self._host.changes(at):
            self._menu.touch(change)
        self._follow_meeting(at)
        entry = self._menu.advance(at)
        if entry is not None and self._menu.still_touched(self._host.read_again(at), at):
            self._button.forget()  # a hold in progress was meant for another entry
            self._choose(entry, at)
        # If the board is being set up anyway, what was touched is put back along with the rest.
        if self._menu.page is None and (self._menu.closed or self._host.setting_up):
            self._host.close_menu(self._menu.sensed, at)

    def press(self, at: float) -> None:
        """Pick the next entry."""
        self._menu.step(at)

    def hold(self, at: float) -> float | None:
        """Choose the picked entry, or return how long the button must be held for it (seconds)."""
        picked = self._menu.picked
        if picked is not None and picked.ends:
            return ENDS
        if picked is not None:
            self._choose(picked, at)
        return None

    def full(self, at: float) -> None:
        """Choose the picked entry, because the button was held long enough."""
        if self._menu.picked is not None:
            self._choose(self._menu.picked, at)

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` is due even without events (seconds); None if never."""
        return self._menu.deadline

    def _choose(self, entry: MenuEntry, at: float) -> None:
        try:
            match entry.does:
                case MenuAction.UP:
                    self._go_up(at)
                case MenuAction.SHOW_CODE:
                    self._show_meeting(at)
                case MenuAction.SHUT_DOWN:
                    self._host.stop()
                    self._menu.show(self._pages[-1], at)
                case MenuAction() as action if (page := self._page(action)) is not None:
                    self._show(page, at)
                case TypedCode() as typed:
                    self._show(self._builder().code_to_type(typed), at)
                case ClockChoice(text):
                    self._host.clock = text
                    self._go_up(at)
                case VoiceChoice() as choice:
                    self._set_voice(choice, entry.text, at)
                case Draft() as draft:
                    places = ",".join(place.text for place in self._menu.gathered)
                    self._go_on(draft, places, at)
                case does if isinstance(does, commands.Command):
                    self._host.obey(does, at)
                    _AFTER.get(type(does), MenuMode._leave)(self, at)
                case _:
                    self._leave(at)
        except CompanionError as error:
            self._host.show_error(error.text)
            self._go_back(at)

    def _set_voice(self, choice: VoiceChoice, title: Text, at: float) -> None:
        """Set a value of the voice, and show the page that it was chosen on, or the one above.

        Args:
            choice: The value.
            title: The title of the page if it is shown again.
            at: When (seconds).
        """
        self._host.obey(commands.Adjust(f"speech.{choice.key}", choice.value), at)
        self._pages.pop()
        if choice.stays:
            self._pages.append(self._builder().voices(self._host.config.speech, title))
        self._menu.show(self._pages[-1], at)

    def _page(self, action: MenuAction) -> MenuPage | None:
        """Return the page that an action opens; None if it does something else."""
        builder, host = self._builder(), self._host
        match action:
            case MenuAction.CLOCK:
                return builder.clocks(host.clock)
            case MenuAction.VOICE:
                return builder.voices(host.config.speech)
            case MenuAction.QUIET_HOURS:
                return builder.quiet_hours(host.config.speech.quiet)
            case MenuAction.PEOPLE:
                return builder.people(host.household)
            case MenuAction.LEARN:
                return builder.lessons(ends=not self.waiting and not host.match.over)
            case MenuAction.FAR_AWAY:
                return builder.far_away(host.remote_view)
            case MenuAction.TYPE_CODE:
                return builder.code_to_type(TypedCode())
            case _:
                return None

    def _go_on(self, draft: Draft, places: str, at: float) -> None:
        """Ask the next question about a new game, or begin it.

        Args:
            draft: The answers so far.
            places: The answer to a question about points; empty if there was none.
            at: When (seconds).
        """
        builder = self._builder()
        if places:
            draft = builder.with_places(draft, places)
        unfinished = not self.waiting and not self._host.match.over
        page = builder.ask(draft, ends=unfinished and not draft.remote)
        if page is None and draft.remote:
            self._host.invite(*builder.invitation(draft), at)
            self._show_meeting(at)
        elif page is None:
            self._host.begin_new(*builder.begin(draft), at)
        else:
            self._show(page, at)

    def _show(self, page: MenuPage, at: float) -> None:
        self._pages.append(page)
        self._menu.show(page, at)

    def _stay(self, at: float) -> None:
        """Do nothing: what was begun closes the menu."""

    def _leave(self, at: float) -> None:
        """Let the game go on as soon as the board is as it was."""
        self._menu.leave(at)

    def _go_up(self, at: float) -> None:
        """Show the page again from which this one was chosen."""
        self._pages.pop()
        self._menu.show(self._pages[-1], at)

    def _go_back(self, at: float) -> None:
        """Show the first page again."""
        del self._pages[1:]
        self._menu.show(self._pages[0], at)

    def _show_meeting(self, at: float) -> None:
        """Show the code of an invitation, or that the code is awaited."""
        del self._pages[1:]
        self._meeting = self._builder().code_to_tell(self._host.remote_view)
        self._show(self._meeting, at)

    def _follow_meeting(self, at: float) -> None:
        """Show a new code when it arrives, and go back when no invitation or joining is open."""
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
            speaks=not host.config.port.simulated,
            peopled=bool(host.household.people),
            daily=host.has_daily,
        )

    def _fits(self, board: Board) -> bool:
        """Return whether games of another board can be played on this wooden board.

        A larger board can serve as a smaller one, if the configuration names it: otherwise the
        board of the game in progress is wired. On simulated boards the page is the better place to
        change the board.
        """
        config = self._host.config
        if config.port.simulated or not config.port.board:
            return False
        try:
            config.check(board)
        except CompanionError:
            return False
        return True

    # What is known

    def scene(self, at: float) -> Scene:
        """Return the lamps of the menu."""
        return self._menu.scene(self._button.progress)

    @property
    def page(self) -> MenuPage | None:
        """The displayed page; None when the menu has ended and waits for the board."""
        return self._menu.page

    @property
    def view(self) -> MenuView:
        """The menu as a page shows it."""
        return self._menu.view

    @property
    def advice(self) -> NextStep:
        """What to do now."""
        page = self._menu.page
        if page is None:
            return NextStep(sentences(self.text, Text("Then the game goes on.")))
        return NextStep(
            Text("Choose here, or put a piece on a lit point or lift the one that stands there.")
        )

    @property
    def text(self) -> Text:
        """The menu as text."""
        return self._menu.text


_AFTER: Mapping[type, Callable[[MenuMode, float], None]] = {
    commands.Join: MenuMode._show_meeting,
    commands.InviteSpectator: MenuMode._show_meeting,
    commands.TurnAway: MenuMode._show_meeting,
    commands.Depart: MenuMode._go_back,
    commands.Present: MenuMode._go_up,
    commands.Teach: MenuMode._stay,
    commands.Train: MenuMode._stay,
    commands.Daily: MenuMode._stay,
}
"""What the menu does after each command; it leaves after any other."""
