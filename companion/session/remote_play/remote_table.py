"""One seat's place at a table that remote boards share, or a spectator's.

The shared log holds what has been played and agreed. `reconcile` brings a match on this board in
line with it: a remote takeback is also made here, a remote end of the game ends it here, and what
hands have played here is written to the log. Remote moves are not played automatically:
`RemotePlayers` has them lit, and a person makes them. Only a spectator's board plays them at once,
since a spectator need not do anything.

The log is stored before it is sent to the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec

from companion.base.errors import CompanionError
from companion.base.jobs import Perform, immediately
from companion.base.text import Text, plural
from companion.remote.table import (
    SPECTATOR,
    Answer,
    Outcome,
    Replica,
    Request,
    RequestKind,
    Snapshot,
)
from companion.remote.table.position import AT_ONCE, Ended
from companion.remote.table.replica import Refused
from companion.remote.table.seat_link import (
    Forged,
    Link,
    LinkReport,
    LinkState,
    Presence,
    SeatMessage,
)
from companion.rules import CHANCE, AnyGame, Match, Seat, Turn, TurnMatch
from companion.session.match.recorded import RecordedMatch
from companion.session.remote_play.seen_time import SeenTime
from companion.session.remote_play.table_report import TableReport

_ROUNDING = 1e-6  # seconds

ANSWERS = (Text("Agree"), Text("Decline"))
"""The possible answers to a request."""

_TROUBLES: Mapping[str, Text] = {
    "unreadable": Text("a message came that cannot be read; it was left out"),
    "version": Text(
        "another board at this table runs another version of the program: install the same one"
    ),
    "other table": Text("a message came that belongs to another table; it was left out"),
    "forked": Text("another board has another record of this game; it is not followed"),
    "full": Text(
        "the record of this table is full: nothing can be added to it; invite again for another "
        "game"
    ),
    "illegal": Text("another board sent what the rules do not allow; it was not played"),
}


class RemoteTable:
    """A place at a table.

    Args:
        replica: This seat's copy of the shared log.
        link: Connects to the others, and passes reports to its argument from any thread.
        listen: Takes those reports, with the table.
        save: Stores the log durably; raises CompanionError if that fails.
        names: The names of the seats.
        games: The number of games that were over when the current one began here; None for as many
            as in the log.
        perform: Performs the storing.

    Attributes:
        id: The unique name of the table.
        seat: The seat played here; `SPECTATOR` if the game is only watched.
        remote_seats: The seats played elsewhere.
        games: The number of games begun here; another one is due once the log has more.
        picked: The index in `ANSWERS` of the answer that the button selects.
        heard: The last remote answer, or the latest arrival; otherwise empty.
    """

    def __init__(
        self,
        replica: Replica,
        link: Callable[[Callable[[LinkReport], None]], Link],
        listen: Callable[[TableReport], None],
        save: Callable[[Snapshot], None],
        names: Mapping[Seat, str],
        games: int | None = None,
        perform: Perform = immediately,
    ) -> None:
        self.id = replica.table
        self.seat = Seat(replica.seat)
        self.remote_seats = frozenset(Seat(seat) for seat in range(replica.seats)) - {self.seat}
        self.games = replica.position.game if games is None else games
        self.picked = 0
        self.heard = Text()
        self._replica = replica
        self._names = names
        self._save = save
        self._connected = False
        self._here: dict[Seat, bool] = {}
        self._thinking: dict[Seat, bool] = {}
        self._shown: bool | None = None  # the presence last sent to the others
        self._link_trouble = self._trouble = self._unsaved = Text()
        # The number of plies both in the log and in the match. It is unknown at first, and as long
        # as the log has to be recovered.
        self._known: int | None = None
        self._perform = perform
        self._latest: Snapshot | None = None  # what is to be stored
        self._saved: Snapshot | None = None  # what is stored
        self._compared = False  # whether the log was compared with the others' once
        self._seen_time: SeenTime | None = None  # in this game, if it has a clock
        self._late: Seat | None = None  # whose time is up
        self._late_at: float | None = None  # when the time of the remote seat to move will be up
        self._link = link(lambda report: listen(TableReport(self, report)))
        self._changed()

    # State

    @property
    def plies(self) -> tuple[str, ...]:
        """The plies of the game in progress, as text."""
        return self._replica.position.plies

    @property
    def paused(self) -> bool:
        """Whether the game is paused."""
        return self._replica.position.paused

    @property
    def watches(self) -> bool:
        """Whether the game is only watched here."""
        return self.seat == SPECTATOR

    @property
    def wants_new(self) -> bool:
        """Whether all have agreed to another game that has not begun here yet."""
        return self._replica.position.game != self.games

    @property
    def request(self) -> Request | None:
        """The open request, until all have answered."""
        return self._replica.position.request

    @property
    def must_answer(self) -> bool:
        """Whether this seat must answer the request now."""
        return self.request is not None and self._replica.holds_pen and not self._replica.full

    @property
    def prompt(self) -> Text:
        """The question to this seat, or what it waits for; otherwise empty."""
        request = self.request
        if request is None:
            if self._replica.lost:
                return Text("The record of this table is being compared with the other boards' …")
            if self.paused:
                return Text("The game is paused.")
            return self._waiting_wish or self._time_is_up
        if not self.must_answer and not self.watches:
            return Text("Waiting for an answer …")
        return self._asking(request)

    def draw_prompt(self, match: TurnMatch) -> Text:
        """Return whom the shared draw waits for; empty unless the match waits for one."""
        if match.over or match.ply_match.to_act != CHANCE or self.paused:
            return Text()
        seat = Seat(self._replica.pen)
        if seat not in self.remote_seats:
            return Text("The boards draw for everybody. Wait for the other boards …")
        return Text(
            "The boards draw for everybody. Wait for the board of {player} …",
            player=self.name(seat),
        )

    @property
    def trouble(self) -> Text:
        """What is wrong with the connection or with a message; otherwise empty."""
        full = _TROUBLES["full"] if self._replica.full else Text()
        return self._unsaved or full or self._link_trouble or self._trouble

    def name(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self._names[seat]

    def is_here(self, seat: Seat) -> bool:
        """Return whether the board of a seat is connected, as far as known."""
        return self._here.get(seat, False)

    def is_thinking(self, seat: Seat) -> bool:
        """Return whether the board of a seat is connected and waits for a move by its player."""
        return self.is_here(seat) and self._thinking.get(seat, False)

    def next_turn(self, match: TurnMatch) -> Turn | None:
        """Return the log's turn after the match's current position; None unless it is complete."""
        texts = self.plies[len(match.history) :]
        if self.wants_new or not texts:
            return None
        position, plies = match.position, []
        turns = set(match.turns)
        for text in texts:
            moves = {match.game.move_text(position, one): one for one in match.game.moves(position)}
            if text not in moves:
                return None  # a replica accepts only legal plies, so this is another game
            plies.append(moves[text])
            if (turn := Turn(tuple(plies))) in turns:
                return turn
            position = match.game.advance(position, moves[text])
        return None

    # Events

    def take(self, report: LinkReport) -> None:
        """Take a message from the others, or news of the connection.

        If the game has a clock, `keep_time` has to follow.
        """
        match report:
            case SeatMessage(_, snapshot):
                self._take_outcome(self._replica.hear(snapshot))
            case Presence(seat, here, thinking):
                if here and not self.is_here(Seat(seat)):
                    self._changed()  # it may have received an old state when it joined
                self._here[Seat(seat)] = here
                self._thinking[Seat(seat)] = thinking
            case LinkState(connected, trouble):
                newly = connected and not self._connected
                self._connected, self._link_trouble = connected, trouble
                if not connected:
                    self._here.clear()
                if newly:
                    self._changed()
            case Forged():
                self._trouble = Text(
                    "a message came that is not from the seat that it names; it was left out"
                )

    def ask(self, what: RequestKind, plies: int = 0) -> None:
        """Send a request.

        Args:
            what: The kind of request.
            plies: For a takeback, the number of plies that remain.

        Raises:
            CompanionError: If no request can be made now.
        """
        try:
            self._replica.ask(what, plies)
        except Refused:
            raise CompanionError(
                Text("you have asked something already: wait for the answer")
            ) from None
        self.heard = Text()
        self._changed()

    def answer(self, accepted: bool) -> None:
        """Answer the request.

        Raises:
            CompanionError: If this seat has none to answer.
        """
        if not self.must_answer:
            raise CompanionError(Text("nobody asks anything: there is nothing to answer"))
        self.picked = 0
        self._replica.answer(accepted)
        self._changed()

    def offer_draw(self) -> None:
        """Offer a draw, or accept the offered one.

        Raises:
            CompanionError: If no request can be made now.
        """
        if self.must_answer and self.request is not None and self.request.what == "draw":
            self.answer(True)
        else:
            self.ask("draw")

    def lose_on_time(self) -> None:
        """Declare that this seat's time is up, by its own clock."""
        with suppress(Refused):
            self._replica.ask("time")
            self._changed()

    def reconcile(self, match: RecordedMatch, at: float) -> bool:
        """Bring a match and the log in line.

        Once another game has begun, the log no longer covers this match.

        Args:
            match: The match on this board.
            at: When (seconds).

        Returns:
            Whether anything was taken back, so that the board must be set up.
        """
        if self.wants_new:
            return False
        taken_back = self._take_back(match)
        self._play_draws(match, at)
        if self.watches:
            self._play_all(match, at)
        self._end(match)
        self._write(match)
        if self._unsaved:
            self._changed()
        return taken_back

    def show_thinking(self, thinking: bool) -> None:
        """Tell the others whether the player here is thinking, so that the clock runs."""
        thinking = thinking and not self.paused and not self.watches
        if thinking != self._shown:
            self._shown = thinking
            self._link.show_presence(thinking=thinking)

    def keep_time(self, match: RecordedMatch, at: float) -> None:
        """Set the match's clock to the time that a remote seat has used for its move.

        That seat's own clock counts, once its time is known, within the limits of `seen_time`.

        Args:
            match: The match on this board.
            at: When (seconds).
        """
        clock, seat, number = match.clock, match.seat, len(match.history)
        self._late_at = None
        if self.wants_new or clock is None or match.over or seat not in self.remote_seats:
            return
        if self._seen_time is None:
            self._seen_time = SeenTime(clock.initial)
        # A part of a turn does not end it.
        seen, turn = self._seen_time, self.next_turn(match)
        seen.follow(
            self._replica.position.turn(number),
            seat,
            at,
            counts=turn is None and not self.paused and self.is_here(seat),
            thinks=self.is_thinking(seat),
        )
        if turn is not None:
            spent = self._replica.position.spent[number : number + len(turn.plies)]
            claimed = sum(spent) / 1000
            clock.report(seen.claim(claimed, at), at)
        allowed = clock.read(at).left[seat] + clock.used(at)
        late = clock.control.loses and seen.least(at) >= allowed - _ROUNDING
        self._late = seat if late else None
        if clock.control.loses and not late:
            self._late_at = seen.due(allowed)

    @property
    def deadline(self) -> float | None:
        """When `keep_time` next has something to do if nothing else happens (seconds), or None."""
        return self._late_at

    def begin_again(self) -> None:
        """Note that another game begins here."""
        self.games = self._replica.position.game
        self._known = 0
        self._seen_time = self._late = self._late_at = None

    def close(self) -> None:
        """Leave the table, and tell the others."""
        self._link.close()

    def bag(self, _: Match) -> None:
        """Draw nothing, as a match's bag: the seats draw together, through the log."""

    def _take_back(self, match: RecordedMatch) -> bool:
        texts = [played.text for played in match.history]
        same = 0
        while same < min(len(texts), len(self.plies)) and texts[same] == self.plies[same]:
            same += 1
        if self._known is None:
            self._known = self._followed(texts, same)
        gone = same < self._known or same < len(self.plies)
        undone = same < len(texts) and gone
        reopened = match.ply_match.ended_by_players and not self._ended
        if undone or reopened:
            match.take_back(len(texts) - same if undone else 0)
            self._late = None  # its time may have been given back
        self._known = None if self._replica.lost else same
        return undone or reopened

    def _followed(self, texts: Sequence[str], same: int) -> int:
        """Return how many plies of the match the log had before this program was started.

        What only the match has was played here, and told, before it could be written; unless the
        log took it back, and the program was ended before the match did. The copy of the log may
        be older than the match, so it is compared with the others' before that is believed: the
        ply may have been taken back and played again.

        Args:
            texts: The plies of the match.
            same: How many of them the log has as well.
        """
        if not texts[same:]:
            return same
        if same == len(self.plies) and not self._compared and not self.watches:
            self._compared = True
            self._replica.doubt()
        if self._replica.lost:
            return same
        return same + (self._replica.undone[:1] == (texts[same],))

    def _play_draws(self, match: RecordedMatch, at: float) -> None:
        """Play the draws from the bag, unless moves before them have yet to be made."""
        while not match.over and match.ply_match.to_act == CHANCE:
            texts = self.plies[len(match.history) :]
            drawn = [one for one in match.ply_match.moves if self._text(match, one) in texts[:1]]
            if not drawn:
                return
            match.play(Turn((drawn[0],)), at)
            self._known = min(len(match.history), len(self.plies))  # an automatic pass may follow

    def _play_all(self, match: RecordedMatch, at: float) -> None:
        """Play the rest of the log."""
        while (turn := self.next_turn(match)) is not None:
            match.keep_time(at)
            self.keep_time(match, at)
            match.play(turn, at)
            self._known = min(len(match.history), len(self.plies))
            self._play_draws(match, at)

    @staticmethod
    def _text(match: TurnMatch, move: object) -> str:
        game: AnyGame = match.game
        return game.move_text(match.position, move)

    @property
    def _ended(self) -> Ended | None:
        """The end of the game, if not by its rules; what this seat has declared needs no answer."""
        position = self._replica.position
        own = [one.what for one in self._replica.wishes if one.what in AT_ONCE]
        return Ended(own[0], self.seat) if own and not position.ended else position.ended

    def _end(self, match: RecordedMatch) -> None:
        """End the match as the log does; moves before the end need not have been made here."""
        ended = self._ended
        if ended is None or match.over:
            return
        if ended.what == "draw":
            match.agree_draw()
        elif ended.what == "time":
            match.lose_on_time(Seat(ended.seat))
        else:
            match.resign(Seat(ended.seat))

    def _write(self, match: RecordedMatch) -> None:
        """Write to the log what hands have played here.

        A move declines the open request. A pass is written by the seat that passes.
        """
        position = self._replica.position
        new = match.history[len(position.plies) :]
        if (
            self._replica.lost
            or self._known != len(position.plies)
            or not new
            or new[0].seat != self.seat
        ):
            return
        changed = False
        if self.must_answer:
            self._replica.answer(False)
            changed = True
        for played in new:
            if played.seat != self.seat or not self._replica.holds_pen or self.request is not None:
                break
            if self._replica.full:
                break
            spent = round(1000 * match.spent) if played is new[0] else 0
            self._replica.play(played.text, spent)
            self._known = len(self.plies)
            changed = True
        if changed:
            self.heard = Text()
            self._changed()

    def _take_outcome(self, outcome: Outcome) -> None:
        if outcome.differs:
            ours, theirs = outcome.differs
            self._trouble = Text(
                "another board has another record of this game, with {theirs} where this one has "
                "{ours}; it is not followed",
                theirs=theirs,
                ours=ours,
            )
        elif outcome.trouble:
            self._trouble = _TROUBLES[outcome.trouble]
        elif outcome.added:
            self._trouble = Text()
        for entry in outcome.added:
            if isinstance(entry, Answer):
                name = self.name(Seat(entry.author))
                self.heard = (
                    Text("{player} agrees.", player=name)
                    if entry.accepted
                    else Text("{player} declines.", player=name)
                )
        if outcome.changed or outcome.behind:
            self._changed()

    def _changed(self) -> None:
        """Store the log, then send it to the others; if storing fails, try again later."""
        if self._replica.lost:
            return  # do not overwrite what the broker has kept of this seat
        self._latest = snapshot = self._replica.snapshot()
        # After the game's own log, which has been asked for before this.
        self._perform(lambda: self._store_and_send(snapshot))

    def fail(self, problem: Text) -> None:
        """Say that something of this table cannot be stored; any thread may call this."""
        self._unsaved = Text("this game cannot be stored: {problem}", problem=problem)

    def _store_and_send(self, snapshot: Snapshot) -> None:
        """Store and send a log, perhaps in another thread, unless a later one follows."""
        if snapshot is not self._latest:
            return
        try:
            if snapshot != self._saved:
                self._save(snapshot)
        except CompanionError as error:
            self._unsaved = Text(
                "this game cannot be stored, so the others are not told of it: {problem}",
                problem=error.text,
            )
            return
        self._unsaved, self._saved = Text(), snapshot
        self._link.publish(msgspec.json.encode(snapshot))

    @property
    def storing(self) -> bool:
        """Whether the log is on its way to the card, so that nobody may be told of it yet.

        It is not if it could not be stored: then that is told with it.
        """
        latest, saved = self._latest, self._saved
        return saved is not latest and saved != latest and not self._unsaved

    @property
    def _time_is_up(self) -> Text:
        """What is said once a remote player's time is up, as far as this board has seen."""
        if self._late is None or self.watches or self._ended:
            return Text()
        return Text(
            "{player}'s time is up by this board's clock, but their own board has not said so.",
            player=self.name(self._late),
        )

    @property
    def _waiting_wish(self) -> Text:
        return Text("Waiting for an answer …") if self._replica.wishes else Text()

    def _asking(self, request: Request) -> Text:
        player = self.name(Seat(request.seat))
        match request.what:
            case "takeback":
                count = max(0, len(self.plies) - request.plies)
                return plural(
                    "{player} would like to take back {number} move.",
                    "{player} would like to take back {number} moves.",
                    count,
                    player=player,
                    number=count,
                )
            case "draw":
                return Text("{player} offers a draw.", player=player)
            case "pause":
                return Text("{player} would like to pause the game.", player=player)
            case "resume":
                return Text("{player} would like to go on with the game.", player=player)
            case "new":
                return Text("{player} would like another game.", player=player)
            case _:  # a resignation needs no answer
                return Text()
