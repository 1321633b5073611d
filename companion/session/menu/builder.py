"""Builds the pages of the menu: the choices on the board, and the point of each entry.

The layout follows the same rule on every board and in every position, so that one printed card can
show it. Entries lie in reading order from the first point on, except that an answer that is the
name of a point lies on that point. The last point is for starting a game, the one before it for
going back, and the one before that for shutting down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import Literal

from companion.base.text import Text, sentences, verbatim
from companion.coach.drills import DrillOffer, drills_of
from companion.coach.game_summary import summary_of
from companion.coach.lessons import LESSONS
from companion.device.speech.speech_settings import (
    QUIET_HOURS,
    SPEECH_RANGES,
    SpeechLevel,
    SpeechSettings,
)
from companion.games.registry import in_menu_order, kinds, make
from companion.opponents.levels import LEVELS
from companion.protocol import commands
from companion.protocol.views import GuestView, RemoteView
from companion.records.household import Household
from companion.rules import AnyGame, InvalidOption, Option, Seat, TurnMatch
from companion.rules.geometry import Board, Point
from companion.session.menu import code_pages
from companion.session.menu.code_pages import TypedCode
from companion.session.menu.menu import MenuEntry, MenuPage
from companion.session.menu.offered_clocks import CLOCKS

_KEPT = 4
"""The number of points at the end that no game lies on: the clock, shut down, back and start.

The points before these are for guided games and drills, and for remote players, if available.
"""


_LEVELS = {
    "beginner": Text("beginner"),
    "easy": Text("easy"),
    "casual": Text("casual"),
    "fair": Text("fair"),
    "good": Text("good"),
    "strong": Text("strong"),
}


_NONE = Text()
_SPEED, _LOUDNESS = Text("Speed: {percent} percent."), Text("Volume: {percent} percent.")
_STEP = 20  # percent by which rate and volume change

VOICES: tuple[tuple[SpeechLevel, Text], ...] = (
    ("off", Text("nothing")),
    ("errors", Text("errors and questions")),
    ("moves", Text("moves as well")),
    ("everything", Text("everything")),
)
"""How much the board says, and how the menu calls it."""


PLACED: tuple[tuple[Literal["mine", "all"], Text], ...] = (
    ("mine", Text("place my pieces")),
    ("all", Text("place everybody's pieces")),
)
"""What can be placed for players before play, and how the menu calls it."""


class MenuAction(Enum):
    """The action of a menu entry that is neither a `Draft` nor a command."""

    LEAVE = Text("back to the game")
    UP = Text("back")
    LEARN = Text("guided games and drills")
    FAR_AWAY = Text("people far away")
    TYPE_CODE = Text("join, with a code")
    SHOW_CODE = Text("show the code")
    CLOCK = Text("set the clock")
    VOICE = Text("set what the board says")
    QUIET_HOURS = Text("quiet hours")
    PEOPLE = Text("say who plays")
    SHUT_DOWN = Text("shut down")


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """The choice of a clock for the next games.

    Attributes:
        text: The text of the time control; empty for none.
    """

    text: str


@dataclass(frozen=True, slots=True)
class VoiceChoice:
    """The choice of a value of the section `[speech]`.

    Attributes:
        key: Its key in the section.
        value: The value.
        stays: Whether the page stays open, to be chosen from once more.
    """

    key: str
    value: str | int
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A new game, as far as it has been chosen.

    Attributes:
        game: The name of the game; empty if not chosen yet.
        options: The options chosen so far.
        opponent: The computer's level; empty for none, None if not chosen yet.
        computers: The computer's seats, each with its level; None if not chosen yet.
        remote: Whether remote players are invited to it.
        seat: The seat that is played here in that case; None if not chosen yet.
        ready: Whether all remaining questions are skipped.
    """

    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    opponent: str | None = None
    computers: Mapping[Seat, str] | None = None
    remote: bool = False
    seat: Seat | None = None
    ready: bool = False


@dataclass(frozen=True, slots=True)
class MenuBuilder:
    """Builds the pages of a menu on one board.

    Attributes:
        board: The board that the menu is shown on.
        game: The configured game.
        given: The options configured for it.
        fits: Returns whether another board can be played on the same wooden board; by default,
            none can.
        engines: Returns the levels that external engines add to a game, by its name; by default,
            none.
        meets: Whether remote play is available.
        speaks: Whether the board may have a voice, which the menu then sets.
        daily: Whether there is a puzzle of the day on this board.
        peopled: Whether people are known by name here, of whom one can be chosen.
    """

    board: Board
    game: str
    given: Mapping[str, object]
    fits: Callable[[Board], bool] = lambda _: False
    engines: Callable[[str], Sequence[str]] = lambda _: ()
    meets: bool = False
    speaks: bool = False
    peopled: bool = False
    daily: bool = False

    # The menu over a game, and the one without

    def main(
        self,
        match: TurnMatch,
        drill: str = "",
        paused: bool | None = None,
        placeable: Sequence[str] = (),
    ) -> MenuPage:
        """Return the menu over a game in progress.

        Args:
            match: The match in progress.
            drill: The name of the drill in progress, or empty.
            paused: Whether a game with remote players is paused; None for any other game.
            placeable: Whose pieces can be placed for them now, as `State.placeable` says.
        """
        board = self.board
        seats = len(match.game.seats)
        accepts = bool(match.agreed)
        last = len(match.agreed) == seats - 1  # the others have agreed
        hints = not match.over and match.seat not in match.computers
        offers = hints and seats > 1
        draw = Text("agree on a draw") if accepts else Text("offer a draw")
        choices = [
            MenuEntry(Text("take a move back"), commands.Back()) if match.can_take_back else None,
            MenuEntry(draw, commands.Draw(), ends=last)
            if offers and match.seat not in match.agreed
            else None,
            MenuEntry(
                Text("resign") if seats > 1 else Text("give up"), commands.Resign(), ends=True
            )
            if not match.over and seats < 3
            else None,
            MenuEntry(Text("another game"), Draft()),
            MenuEntry(Text("show a hint"), commands.Hint()) if hints else None,
            MenuEntry(Text("go on") if paused else Text("pause"), commands.Pause(on=not paused))
            if paused is not None and not match.over
            else None,
            *(
                MenuEntry(text, commands.PlacePieces(whose)) if whose in placeable else None
                for whose, text in PLACED
            ),
        ]
        same = Draft(match.game.name, match.game.chosen, computers=match.computers, ready=True)
        again: object = commands.Train(drill) if drill else same
        text = Text("another drill of this kind") if drill else Text("the same game again")
        if paused is not None:
            again, text = commands.Rematch(), Text("ask for the same game again")
        acts = [
            replace(entry, point=Point(place))
            for place, entry in enumerate(choices)
            if entry is not None
        ]
        always = [
            MenuEntry(text, again, _last(board), ends=paused is None and not match.over),
            _action(MenuAction.LEAVE, _last(board, 1)),
            _action(MenuAction.SHUT_DOWN, _last(board, 2), ends=True),
        ]
        more = [_action(MenuAction.CLOCK, _last(board, 3)), *self._learn(), *self._far_away()]
        always, acts, more = _apart(always, acts, more)
        entries = [*acts, *always, *more, *self._voice(), *self._people()]
        first = again if match.over else MenuAction.LEAVE
        return MenuPage(Text("Menu"), tuple(entries), _index(entries, first))

    def lobby(self) -> MenuPage:
        """Return the menu before the first game: start the configured one, or choose another."""
        start = MenuEntry(Text("start"), Draft(self.game, ready=True), _last(self.board))
        entries = [
            *self._placed_games(),
            *self._learn(),
            *self._far_away(),
            _action(MenuAction.CLOCK, _last(self.board, 3)),
            *self._voice(),
            *self._people(),
            _action(MenuAction.SHUT_DOWN, _last(self.board, 2), ends=True),
            start,
        ]
        return MenuPage(Text("Choose a game"), tuple(entries), len(entries) - 1)

    def lessons(self, *, ends: bool) -> MenuPage:
        """Return the page of guided games and drills.

        Args:
            ends: Whether choosing one ends an unfinished game.
        """
        answers = [
            replace(entry, does=commands.Teach(name), ends=ends) for name, entry in self._taught()
        ]
        answers += [
            MenuEntry(
                Text("drill: {title}", title=drill.title),
                commands.Train(drill.name),
                ends=ends,
                about=sentences(drill.task),
            )
            for drill in self._drills()
        ]
        if self.daily:
            answers.append(MenuEntry(Text("puzzle of the day"), commands.Daily(), ends=ends))
        entries = [*self._placed(answers, self.board, kept=_KEPT), self._back]
        return MenuPage(Text("Guided games and drills"), tuple(entries))

    def _taught(self) -> list[tuple[str, MenuEntry]]:
        """Return the games that can be played here and have a guided one, with their names."""
        return [
            (entry.does.game, entry)
            for entry in self._games()
            if isinstance(entry.does, Draft) and entry.does.game in LESSONS
        ]

    def _drills(self) -> list[DrillOffer]:
        """Return the drills that can be played here."""
        here = [e.does.game for e in self._games() if isinstance(e.does, Draft)]
        return [drill for game in here for drill in drills_of(game)]

    @property
    def _teaches(self) -> bool:
        """Whether there are guided games or drills."""
        return bool(self._taught() or self._drills())

    def _learn(self) -> list[MenuEntry]:
        """Return the entry for guided games and drills, if there are any."""
        return [_action(MenuAction.LEARN, _last(self.board, _KEPT))] if self._teaches else []

    def _far_away(self) -> list[MenuEntry]:
        """Return the entry for remote players, if available and the board has points for a code."""
        possible = self.meets and self.board.size >= code_pages.FEWEST_POINTS
        return [_action(MenuAction.FAR_AWAY, _last(self.board, _KEPT + 1))] if possible else []

    def far_away(self, remote: RemoteView | None) -> MenuPage:
        """Return the page about remote players.

        Args:
            remote: The page's view of the remote game; None if no remote player is involved.
        """
        plays = remote is not None and remote.seat is not None
        meets = remote is not None and (
            remote.invitation is not None or (not plays and not remote.watching)
        )
        stop = Text("stop joining") if remote is not None and remote.joining else None
        choices = [
            _action(MenuAction.TYPE_CODE),
            MenuEntry(Text("invite to a game"), Draft(remote=True)),
            MenuEntry(Text("let somebody watch"), commands.InviteSpectator()) if plays else None,
            _action(MenuAction.SHOW_CODE) if remote is not None and remote.invitation else None,
            MenuEntry(stop or Text("stop inviting"), commands.Depart()) if meets else None,
            _turn_away(remote.guests[-1]) if remote is not None and remote.guests else None,
        ]
        entries = [
            replace(entry, point=Point(place))
            for place, entry in enumerate(choices)
            if entry is not None
        ]
        entries.append(self._back)
        return MenuPage(Text("People far away"), tuple(entries))

    def code_to_type(self, typed: TypedCode) -> MenuPage:
        """Return the page on which the next digit of a code is typed."""
        return code_pages.code_to_type(self.board, typed, self._back)

    def code_to_tell(self, remote: RemoteView | None) -> MenuPage:
        """Return the page that shows the code of an invitation, or who has come with it.

        Args:
            remote: The page's view of the remote game; None if no remote player is involved.
        """
        if remote is not None and remote.guests and remote.invitation is None:
            guest = remote.guests[-1]
            away = replace(_turn_away(guest), point=Point(0))
            return MenuPage(guest.text, (away, self._back))
        invitation = None if remote is None else remote.invitation
        joining = remote is not None and remote.joining
        return code_pages.code_to_tell(
            "" if invitation is None else invitation.digits,
            Text("Joining …") if joining else Text("Inviting …"),
            MenuAction.SHOW_CODE,
            self._back,
        )

    @property
    def _back(self) -> MenuEntry:
        return _action(MenuAction.UP, _last(self.board, 1))

    def _placed_games(self) -> list[MenuEntry]:
        kept = _KEPT + (2 if self._far_away() else int(self._teaches))
        return self._placed(self._games(), self.board, kept=kept)

    def _voice(self) -> list[MenuEntry]:
        """Return the entry for the voice; only the button reaches it, so no point moves."""
        return [_action(MenuAction.VOICE)] if self.speaks else []

    def _people(self) -> list[MenuEntry]:
        """Return the entry for who plays, if anybody is known; only the button reaches it."""
        return [_action(MenuAction.PEOPLE)] if self.peopled else []

    def people(self, household: Household) -> MenuPage:
        """Return the page of who plays if one person plays alone."""
        names = [person.name for person in household.people]
        answers = [MenuEntry(verbatim(name), commands.Present(name)) for name in names]
        answers.append(MenuEntry(Text("nobody in particular"), commands.Present()))
        entries = [*self._placed(answers, self.board, kept=_KEPT), self._back]
        here = household.present
        return MenuPage(
            Text("Who plays"), tuple(entries), names.index(here) if here else len(names)
        )

    def voices(self, speech: SpeechSettings, picked: Text = _NONE) -> MenuPage:
        """Return the page of the voice: how much it says, and how.

        Args:
            speech: The present settings.
            picked: The entry that is picked at first; by default, how much the board says now.
        """
        levels = [MenuEntry(text, VoiceChoice("level", level)) for level, text in VOICES]
        spelled = speech.letters == "words"
        letters = Text("letters as letters") if spelled else Text("letters as words")
        answers = [
            *levels,
            *_steps("rate", speech.rate, (Text("slower"), Text("faster")), _SPEED),
            *_steps("volume", speech.volume, (Text("softer"), Text("louder")), _LOUDNESS),
            MenuEntry(letters, VoiceChoice("letters", "plain" if spelled else "words")),
            MenuEntry(Text("quiet hours"), MenuAction.QUIET_HOURS),
        ]
        entries = [*self._placed(answers, self.board, kept=_KEPT), self._back]
        known = [level for level, _ in VOICES]
        first = known.index(speech.level) if speech.level in known else len(known) - 1
        texts = [entry.text for entry in entries]
        at = texts.index(picked) if picked in texts else first
        return MenuPage(Text("What the board says"), tuple(entries), at)

    def quiet_hours(self, chosen: str) -> MenuPage:
        """Return the page of the hours in which nothing is said.

        Args:
            chosen: The present ones.
        """
        known = QUIET_HOURS if chosen in QUIET_HOURS else (*QUIET_HOURS, chosen)
        answers = [MenuEntry(_hours(text), VoiceChoice("quiet", text)) for text in known]
        entries = [*self._placed(answers, self.board, kept=_KEPT), self._back]
        return MenuPage(Text("Quiet hours"), tuple(entries), known.index(chosen))

    def clocks(self, chosen: str) -> MenuPage:
        """Return the page of clocks for the next games.

        Args:
            chosen: The text of the present time control; empty for none.
        """
        known = ["", *CLOCKS] if chosen in ("", *CLOCKS) else ["", *CLOCKS, chosen]
        answers = [
            MenuEntry(verbatim(text) or Text("no clock"), ClockChoice(text)) for text in known
        ]
        entries = [*self._placed(answers, self.board, kept=_KEPT), self._back]
        return MenuPage(Text("Clock of the next game"), tuple(entries), known.index(chosen))

    # A new game

    def ask(self, draft: Draft, *, ends: bool) -> MenuPage | None:
        """Return the page with the next question about a draft; None if nothing is left to ask.

        Args:
            draft: The draft.
            ends: Whether a new game ends an unfinished one.
        """
        if not draft.game:
            games = self._placed_games()
            shown = _to_invite_to(games) if draft.remote else games
            return MenuPage(Text("Choose a game"), (*shown, self._back))
        question = None if draft.ready else self._question(draft)
        if question is None:
            return None
        title, answers, default = question
        placed = self._placed(answers, self.board)
        entries = [
            replace(entry, ends=ends and not entry.place and self._complete(entry.does))
            for entry in placed
        ]
        free = {Point(p) for p in range(self.board.size)} - {entry.point for entry in placed}
        for does, point in (
            (replace(draft, ready=True), _last(self.board)),
            (MenuAction.UP, _last(self.board, 1)),
        ):
            text = Text("start") if isinstance(does, Draft) else does.value
            stops = ends and isinstance(does, Draft)
            entries.append(MenuEntry(text, does, point if point in free else None, stops))
        picked = next((i for i, e in enumerate(placed) if e.text == default), len(placed))
        return MenuPage(title, tuple(entries), picked)

    def with_places(self, draft: Draft, places: str) -> Draft:
        """Return a draft with the question about points answered: `places`, joined by commas."""
        options = kinds()[draft.game].options
        asked = next(o for o in options if o.many and o.name not in draft.options)
        return self._with(draft, asked.name, places)

    def begin(self, draft: Draft) -> tuple[AnyGame, Mapping[Seat, str]]:
        """Return the game of a draft and the computer's seats, each with its level.

        Options that were not chosen have their configured or default values.

        Raises:
            CompanionError: If there is no such game.
        """
        return make(draft.game, self._filled(self._settled(draft))), draft.computers or {}

    def invitation(self, draft: Draft) -> tuple[AnyGame, Seat]:
        """Return the game of a draft for remote players, and the seat that is played here.

        Raises:
            CompanionError: If there is no such game.
        """
        return make(draft.game, self._filled(self._settled(draft))), draft.seat or Seat(0)

    def _complete(self, does: object) -> bool:
        return isinstance(does, Draft) and self._question(does) is None

    def _games(self) -> list[MenuEntry]:
        """Return the entries of the games that can be played here."""
        return [
            MenuEntry(
                verbatim(kinds()[name].title),
                self._settled(Draft(name)),
                about=sentences(summary_of(kinds()[name])),
            )
            for name in in_menu_order()
            if any(self._played_here(name, board) for board in _boards(name))
        ]

    def _played_here(self, game: str, board: Board) -> bool:
        """Return whether a game with this board is offered on the wooden board."""
        return self._own(board) or (kinds()[game].on_parts and self.fits(board))

    def _own(self, board: Board) -> bool:
        return board.name == self.board.name

    def _settled(self, draft: Draft) -> Draft:
        """Return a draft with the next questions answered that have only one answer.

        Options are asked in order, because the values of one may depend on those before it.
        """
        option = _open_option(draft)
        if option is not None:
            answers = self._values(draft, option)
            if len(answers) == 1 and isinstance(answers[0].does, Draft):
                return self._settled(answers[0].does)
        return draft

    def _question(self, draft: Draft) -> tuple[Text, list[MenuEntry], str] | None:
        """Return the next question: its title, answers, and the default; None if there is none."""
        kind, draft = kinds()[draft.game], self._settled(draft)
        option = _open_option(draft)
        if option is not None:
            answers = self._values(draft, option)
            default = _labelled(option, self._filled(draft)[option.name])
            return _asked(kind.title, option.help), answers, default
        game = make(draft.game, self._filled(draft))
        seats = game.seats
        if draft.remote:
            if draft.seat is None and len(seats) > 1:
                answers = [
                    MenuEntry(verbatim(name), replace(draft, seat=Seat(seat)))
                    for seat, name in enumerate(seats)
                ]
                return _asked(kind.title, Text("which player you are")), answers, seats[0]
        elif len(seats) > 1 and draft.opponent is None:
            people = Text("people")
            levels = [MenuEntry(people, replace(draft, opponent="", computers={}))]
            levels += [
                MenuEntry(
                    Text("the computer, {level}", level=_LEVELS.get(level, level)),
                    replace(draft, opponent=level),
                )
                for level in LEVELS
            ]
            levels += [
                MenuEntry(verbatim(named_level(level)), replace(draft, opponent=level))
                for level in self.engines(draft.game)
            ]
            return _asked(kind.title, Text("who plays")), levels, people
        if draft.opponent and draft.computers is None:
            return (
                _asked(kind.title, Text("the computer plays")),
                list(_seats(draft, seats)),
                seats[game.computers_seat],
            )
        for option in kind.options:
            if option.many and option.name not in draft.options:
                values = option.values(draft.options)
                places = [MenuEntry(verbatim(value), None, place=True) for value in values]
                return _asked(kind.title, option.help), places, ""
        return None

    def _values(self, draft: Draft, option: Option) -> list[MenuEntry]:
        """Return the values of an option with which the game can be played on this board."""
        several = len(_boards(draft.game)) > 1
        return [
            MenuEntry(_labelled(option, value), self._with(draft, option.name, value))
            for value in option.values(draft.options)
            if not several or self._here(draft, {option.name: value})
        ]

    def _here(self, draft: Draft, more: Mapping[str, str]) -> bool:
        """Return whether a game with these options can be played on this board."""
        board = make(draft.game, {**draft.options, **more}).board
        return self._played_here(draft.game, board)

    @staticmethod
    def _with(draft: Draft, name: str, value: str) -> Draft:
        return replace(draft, options={**draft.options, name: value})

    def _filled(self, draft: Draft) -> dict[str, str]:
        """Return all options: as chosen, else as configured, else the default."""
        given = self.given if draft.game == self.game else {}
        chosen: dict[str, str] = {}
        for option in kinds()[draft.game].options:
            if option.name in draft.options:
                chosen[option.name] = draft.options[option.name]
                continue
            chosen[option.name] = option.initial(chosen)
            with suppress(InvalidOption):  # the configured value does not suit what was chosen
                if option.name in given:
                    chosen[option.name] = option.check(given[option.name], chosen)
        return chosen

    @staticmethod
    def _placed(entries: Iterable[MenuEntry], board: Board, kept: int = 0) -> list[MenuEntry]:
        """Return the entries with their points.

        Those named like a point lie there, the others in order. An entry for which no point is left
        can be reached by the button alone.

        Args:
            entries: The entries, without points.
            board: The board that they are shown on.
            kept: The number of last points that are not for these entries.
        """
        found = list(entries)
        named = [board.index.get(entry.text) for entry in found]
        free = iter([Point(p) for p in range(board.size - kept) if Point(p) not in named])
        if sum(point is None for point in named) > 1:
            named, free = [None] * len(found), iter(map(Point, range(board.size - kept)))
        return [
            replace(entry, point=next(free, None) if point is None else point)
            for entry, point in zip(found, named, strict=True)
        ]


def _open_option(draft: Draft) -> Option | None:
    """Return the first option of one value that a draft leaves open; None if it leaves none."""
    return next(
        (o for o in kinds()[draft.game].options if not o.many and o.name not in draft.options),
        None,
    )


def _turn_away(guest: GuestView) -> MenuEntry:
    player = guest.player or Text("the guest")
    return MenuEntry(Text("turn {player} away", player=player), commands.TurnAway(guest.seat))


def _to_invite_to(games: Iterable[MenuEntry]) -> list[MenuEntry]:
    """Return the games for two or more, which remote players can be invited to.

    Each keeps its point.
    """
    return [
        replace(entry, does=replace(draft, remote=True))
        for entry in games
        if isinstance(draft := entry.does, Draft) and len(make(draft.game, draft.options).seats) > 1
    ]


def named_level(level: str) -> str:
    """Return the name of an engine's level for display: `stockfish: easy`."""
    return level.replace(":", ": ")


def _asked(title: str, question: str) -> Text:
    return Text("{game}: {question}", game=title, question=question)


def _labelled(option: Option, value: str) -> Text:
    """Return the name of an option's value."""
    return verbatim(option.labels.get(value, value))


def _action(action: MenuAction, point: Point | None = None, *, ends: bool = False) -> MenuEntry:
    return MenuEntry(action.value, action, point, ends)


def _last(board: Board, before: int = 0) -> Point:
    return Point(board.size - 1 - before)


def _apart(*groups: Iterable[MenuEntry]) -> list[list[MenuEntry]]:
    """Return the entries with a point for one entry only; on a small board, others want it, too.

    The first one keeps it. The others can be reached by the button alone.
    """
    taken: set[Point | None] = set()
    apart: list[list[MenuEntry]] = []
    for group in groups:
        apart.append([])
        for entry in group:
            free = entry.point not in taken
            apart[-1].append(entry if free else replace(entry, point=None))
            taken.add(entry.point)
    return apart


def _index(entries: Iterable[MenuEntry], does: object) -> int:
    return next(i for i, entry in enumerate(entries) if entry.does == does)


def _seats(draft: Draft, seats: tuple[str, ...]) -> Iterator[MenuEntry]:
    """Yield the seats that the computer may play; with more than two, also all but the first."""
    level = draft.opponent or ""
    for seat, name in enumerate(seats):
        yield MenuEntry(verbatim(name), replace(draft, computers={Seat(seat): level}))
    if len(seats) > 2:
        others = {Seat(seat): level for seat in range(1, len(seats))}
        yield MenuEntry(Text("all but {seat}", seat=seats[0]), replace(draft, computers=others))


@cache
def _boards(name: str) -> frozenset[Board]:
    """Return the boards that a game can be played on, whatever its options."""
    found = {make(name).board}
    chosen: dict[str, str] = {}
    for option in kinds()[name].options:
        if not option.many:
            values = option.values(chosen)
            found |= {make(name, {**chosen, option.name: v}).board for v in values}
        chosen[option.name] = option.initial(chosen)
    return frozenset(found)


def _steps(key: str, value: int, names: tuple[Text, Text], about: Text) -> Iterator[MenuEntry]:
    """Yield the entries that lower and raise a percentage of the voice, as far as that goes."""
    least, most = SPEECH_RANGES[key]
    lower, higher = max(value - _STEP, least, _STEP), min(value + _STEP, most)
    for name, other, goes in ((names[0], lower, lower < value), (names[1], higher, higher > value)):
        if goes:  # the voice that reads the menu remains audible
            choice = VoiceChoice(key, other, stays=True)
            yield MenuEntry(name, choice, about=Text(about, percent=value))


def _hours(quiet: str) -> Text:
    """Return quiet hours as people say them."""
    first, _, last = quiet.partition("-")
    return Text("from {first} to {last}", first=first, last=last) if quiet else Text("none")
