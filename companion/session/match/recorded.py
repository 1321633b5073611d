"""A match that logs everything that is played."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from companion import __version__
from companion.base.text import Text, english
from companion.records.journal.null import NullJournal
from companion.records.journal.reader import GameLog
from companion.records.journal.record import (
    AWAITED,
    SET_UP,
    EndRecord,
    Header,
    MoveRecord,
    NoteRecord,
    TakebackRecord,
)
from companion.records.journal.writer import Journal
from companion.rules import AnyGame, Match, Played, Seat, Turn
from companion.rules.clock import GameClock, InvalidClock, TimeControl
from companion.rules.turn_match import Bag, Ending, TurnMatch
from companion.session.match.bag import has_bag, seeded_bag

_BAG = "bag"  # the name of the bag's seed in the log
_COMPUTER = "computer"


class Journals(Protocol):
    """The place where games are logged."""

    def create(self, head: Header) -> Journal:
        """Begin the journal of a game, and fill in `head.started`."""

    def resume(self, log: GameLog) -> Journal:
        """Continue a journal."""

    def keep_none(self) -> NullJournal:
        """Log nothing, but finish pending writes of other games."""


class RecordedMatch(TurnMatch):
    """A match and its journal.

    Args:
        match: The match, as far as it has been played.
        journal: Records everything that is played.
        at: When play begins or goes on (seconds).
        bag_seed: The seed of the program's bag; None if the players have a real one, or if `bag`
            draws.
        computers: The computer's seats, each with its level.
        players: The people's names, by seat, where known.
        computer_seed: The seed of the computer's choices.
        played_for: The time of play before (seconds).
        awaited: Whether the board has yet to be set up.
        control: The time control; None without a clock.
        times: The time left for each seat (seconds) after each ply so far.
        remote_seats: The seats of remote players.
        bag: Draws for chance; None for the program's bag or the players'.

    Attributes:
        journal: Records everything that is played.
        computer_seed: The seed of the computer's choices.
        spent: The time that the last ply took, by the clock (seconds); 0 without one.
        clock: The players' clock, or None.
        players: The people's names, by seat, where known.
    """

    def __init__(
        self,
        match: Match,
        journal: Journal | NullJournal,
        at: float,
        *,
        bag_seed: int | None = None,
        computers: Mapping[Seat, str] = MappingProxyType({}),
        players: Mapping[Seat, str] = MappingProxyType({}),
        computer_seed: int = 0,
        played_for: float = 0.0,
        awaited: bool = True,
        control: TimeControl | None = None,
        times: Sequence[tuple[float, ...]] = (),
        remote_seats: Collection[Seat] = (),
        bag: Bag | None = None,
    ) -> None:
        self.journal = journal
        self.computer_seed = computer_seed
        self.players = dict(players)
        self._started = at - played_for
        self._latest = played_for  # the last time in the log; no later one may be earlier
        self._awaited = awaited
        self.clock = None if control is None else GameClock(control, len(match.game.seats))
        self._times = list(times)  # by ply
        self._flag_fell = False
        self.spent = 0.0
        self._restore_clock()
        if bag_seed is not None:
            bag = seeded_bag(bag_seed)
        super().__init__(match, bag, computers, at, remote_seats=remote_seats)

    @classmethod
    def begin(
        cls,
        match: Match,
        journals: Journals,
        at: float,
        *,
        bag_seed: int | None,
        computers: Mapping[Seat, str] = MappingProxyType({}),
        players: Mapping[Seat, str] = MappingProxyType({}),
        computer_seed: int = 0,
        control: TimeControl | None = None,
        remote_seats: Collection[Seat] = (),
        bag: Bag | None = None,
    ) -> RecordedMatch:
        """Record a match that begins at `at` (seconds); what has been played belongs to it."""
        game, history = match.game, match.history
        initial = () if control is None else GameClock(control, len(game.seats)).initial
        seeds = {_BAG: bag_seed} if bag_seed is not None and has_bag(match) else {}
        if computers:
            seeds[_COMPUTER] = computer_seed
        head = Header(
            game=game.name,
            options=game.chosen,
            seats=tuple(map(english, game.seats)),
            seeds=seeds,
            started="",
            program=__version__,
            position=game.position_text(history[0].position if history else match.position),
            computers={int(seat): level for seat, level in computers.items()},
            clock="" if control is None else control.text(game.seats),
            players={int(seat): name for seat, name in players.items()},
        )
        journal = journals.create(head)
        for played in history:
            journal.append(MoveRecord(played.text, int(played.seat), 0.0, initial))
        return cls(
            match,
            journal,
            at,
            bag_seed=bag_seed,
            computers=computers,
            players=players,
            computer_seed=computer_seed,
            control=control,
            times=[initial] * len(history),
            remote_seats=remote_seats,
            bag=bag,
        )

    @classmethod
    def resume(
        cls,
        log: GameLog,
        match: Match,
        journals: Journals,
        at: float,
        *,
        remote_seats: Collection[Seat] = (),
        bag: Bag | None = None,
    ) -> RecordedMatch:
        """Continue a match from the end of its log, with the seeds and the clock stored there.

        Raises:
            InvalidClock: If the clock is invalid.
        """
        control = logged_control(log, match.game)
        journal = journals.resume(log)
        journal.append(NoteRecord("resumed"))
        return cls(
            match,
            journal,
            at,
            bag_seed=log.head.seeds.get(_BAG),
            computers={Seat(seat): level for seat, level in log.head.computers.items()},
            players={Seat(seat): name for seat, name in log.head.players.items()},
            computer_seed=log.head.seeds.get(_COMPUTER, 0),
            played_for=log.played_for,
            awaited=log.awaited,
            control=control,
            times=[move.left for move in log.moves],
            remote_seats=remote_seats,
            bag=bag,
        )

    @classmethod
    def unrecorded(
        cls,
        match: Match,
        journals: Journals,
        at: float,
        computers: Mapping[Seat, str] = MappingProxyType({}),
        computer_seed: int = 0,
    ) -> RecordedMatch:
        """Return a match that is not logged, such as the one shown until a game is chosen."""
        nothing = journals.keep_none()
        return cls(match, nothing, at, computers=computers, computer_seed=computer_seed)

    def play(self, turn: Turn, at: float = 0.0) -> list[Played]:
        """Play and record a turn that hands have made, so the board is known to be set up."""
        self._awaited = False
        return super().play(turn, at)

    def keep_time(self, at: float) -> None:
        """Run the clock of the seat to act from `at` (seconds) on; stop it if the match is over."""
        if self.clock is not None:
            self.clock.begin(self.seat if self.seat >= 0 else None, at)

    def record_setup(self, done: bool) -> None:
        """Record whether the board shows the position (`done`) or has yet to be set up.

        After a power cut during set-up, what is on the board does not count as a move.
        """
        if done == self._awaited:
            self._awaited = not done
            self.journal.append(SET_UP if done else AWAITED)

    def abandon(self) -> None:
        """Record that an unfinished match will not be resumed."""
        if not self.over:
            self.journal.append(EndRecord(self.outcome.text, "abandoned"))

    def _record_ply(self, played: Played, at: float) -> None:
        clock = self.clock
        left: tuple[float, ...] = ()
        if clock is not None:
            if played.seat == clock.turn:
                self.spent = clock.used(at)
                clock.moved(at)
            else:
                self.spent = 0.0
            left = tuple(round(seconds, 3) for seconds in clock.read(at).left)
        self._times.append(left)
        self._latest = max(self._latest, round(at - self._started, 3))
        self.journal.append(MoveRecord(played.text, int(played.seat), self._latest, left))

    def _record_takeback(self, plies: int) -> None:
        del self._times[len(self.history) :]
        if plies or self._flag_fell:  # taking back a resignation returns no time
            self._restore_clock()
        self._flag_fell = False
        self.journal.append(TakebackRecord(plies))

    def _restore_clock(self) -> None:
        """Give the seats the time that they had after the last ply."""
        if self.clock is not None:
            self.clock.restore(self._times[-1] if self._times else self.clock.initial)

    def _record_end(self, how: Ending) -> None:
        self._flag_fell = how == "time"
        self.journal.append(EndRecord(self.outcome.text, how))


def logged_control(log: GameLog, game: AnyGame) -> TimeControl | None:
    """Return the time control of a logged game, or None.

    Raises:
        InvalidClock: If the log's clock or times are invalid; the message names the log.
    """
    if not log.head.clock:
        return None
    try:
        control = TimeControl.parse(log.head.clock, game.seats)
    except InvalidClock as error:
        raise InvalidClock(
            Text("{file}, line {number}: {problem}", file=log.path, number=1, problem=error.text)
        ) from None
    for number, move in enumerate(log.moves, start=1):
        if len(move.left) != len(game.seats):
            raise InvalidClock(
                Text(
                    "{file}: move {number}, {move!r}, lacks the clock's times",
                    file=log.path,
                    number=number,
                    move=move.text,
                )
            )
    return control
