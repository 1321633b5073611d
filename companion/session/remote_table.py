"""One seat's place at a table that boards far apart share, or a spectator's.

The shared log says what has been played and agreed. `follow` brings a match of this board in line
with it: what was taken back far away is taken back here, how the game ended there ends it here, and
what hands have played here is written into the log. Moves from far away are not played here by
themselves: `FarPlayers` has them lit, and a person carries them out. Where the game is only
watched, they are: nobody there has to do anything.

What the log says is stored before anybody else is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from companion.remote import SPECTATOR, Answer, Outcome, Replica, Request, RequestKind, Snapshot
from companion.remote.link import Forged, Link, LinkReport, LinkState, Presence, SeatMessage
from companion.remote.position import AT_ONCE, Ended
from companion.remote.replica import Refused
from companion.rules import CHANCE, AnyGame, CompanionError, Match, Seat, Turn, TurnMatch
from companion.session.recorded import RecordedMatch
from companion.text import Text, plural

ANSWERS = (Text("Agree"), Text("Decline"))
"""What can be answered to a request."""

_TROUBLES: Mapping[str, Text] = {
    "unreadable": Text("a message came that cannot be read; it was left out"),
    "version": Text(
        "another board at this table runs another version of the program: install the same one"
    ),
    "other table": Text("a message came that belongs to another table; it was left out"),
    "forked": Text("another board has another record of this game; it is not followed"),
    "illegal": Text("another board sent what the rules do not allow; it was not played"),
}


@dataclass(frozen=True, slots=True)
class TableReport:
    """What a link has reported to a table, from a thread of its own."""

    table: RemoteTable
    report: LinkReport


class RemoteTable:
    """A place at a table.

    id:     the name of the table among all tables.
    seat:   the seat that is played here; `SPECTATOR` if the game is only watched. far: the seats
            that are played elsewhere.
    games:  how many games have been begun here; another one is wanted once the log has more.
    picked: the index in ANSWERS of the answer that the button selects.
    heard:  what was last answered from far away, or who has come; or empty.
    """

    def __init__(
        self,
        replica: Replica,
        link: Callable[[Callable[[LinkReport], None]], Link],
        listen: Callable[[TableReport], None],
        save: Callable[[Snapshot], None],
        names: Mapping[Seat, str],
        games: int | None = None,
    ) -> None:
        """Take up a place. link: connects to the others, and reports to `listen`, from any thread.
        save: stores the log durably; raises CompanionError. names: of the seats. games: how many
        were over when the present one began here; None: as many as in the log."""
        self.id = replica.table
        self.seat = Seat(replica.seat)
        self.far = frozenset(Seat(seat) for seat in range(replica.seats)) - {self.seat}
        self.games = replica.position.game if games is None else games
        self.picked = 0
        self.heard = Text()
        self._replica = replica
        self._names = names
        self._save = save
        self._connected = False
        self._here: dict[Seat, bool] = {}
        self._thinking: dict[Seat, bool] = {}
        self._shown: bool | None = None  # what the others were told of thinking
        self._link_trouble = self._trouble = self._unsaved = Text()
        # Plies that are both in the log and in the match. At first, that is not known, and what
        # only the match has was perhaps taken back: then its pieces are still on the board.
        self._known: int | None = None
        self._link = link(lambda report: listen(TableReport(self, report)))
        self._changed()

    # What is known

    @property
    def plies(self) -> tuple[str, ...]:
        """The plies of the game in progress, as text."""
        return self._replica.position.plies

    @property
    def paused(self) -> bool:
        """Whether the game rests."""
        return self._replica.position.paused

    @property
    def watches(self) -> bool:
        """Whether the game is only watched here."""
        return self.seat == SPECTATOR

    @property
    def wants_new(self) -> bool:
        """Whether all have agreed to another game that has not been begun here."""
        return self._replica.position.game != self.games

    @property
    def request(self) -> Request | None:
        """What somebody has asked, as long as it has not been answered by all."""
        return self._replica.position.request

    @property
    def must_answer(self) -> bool:
        """Whether this seat has to answer the request now."""
        return self.request is not None and self._replica.holds_pen

    @property
    def prompt(self) -> Text:
        """What this seat is asked, or what it waits for; or empty."""
        request = self.request
        if request is None:
            return Text("The game is paused.") if self.paused else self._waiting_wish
        if not self.must_answer and not self.watches:
            return Text("Waiting for an answer …")
        return self._asking(request)

    @property
    def trouble(self) -> Text:
        """What is wrong with the connection or with what came over it; or empty."""
        return self._unsaved or self._link_trouble or self._trouble

    def name(self, seat: Seat) -> str:
        """What a seat is called."""
        return self._names[seat]

    def is_here(self, seat: Seat) -> bool:
        """Whether the board of a seat is connected, as far as that is known."""
        return self._here.get(seat, False)

    def is_thinking(self, seat: Seat) -> bool:
        """Whether somebody is at the board of a seat, and it waits for that person's move."""
        return self.is_here(seat) and self._thinking.get(seat, False)

    def next_turn(self, match: TurnMatch) -> Turn | None:
        """The turn that the log has after the present position of a match, if it is whole."""
        if self.wants_new:
            return None
        texts = self.plies[len(match.history) :]
        position, plies = match.position, []
        turns = set(match.turns)
        for text in texts:
            moves = {match.game.move_text(position, one): one for one in match.game.moves(position)}
            if text not in moves:
                return None  # a replica takes only what the rules allow, so it is of another game
            plies.append(moves[text])
            if (turn := Turn(tuple(plies))) in turns:
                return turn
            position = match.game.advance(position, moves[text])
        return None

    # What happens

    def take(self, report: LinkReport) -> None:
        """Take what came from the others, or what is known of the connection."""
        match report:
            case SeatMessage(_, snapshot):
                self._take_outcome(self._replica.hear(snapshot))
            case Presence(seat, here, thinking):
                if here and not self.is_here(Seat(seat)):
                    self._changed()  # it may have been given something old when it came
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
        """Ask the others. plies: for a takeback, how many stay. Raises CompanionError if nothing
        can be asked now."""
        try:
            self._replica.ask(what, plies)
        except Refused:
            raise CompanionError(
                Text("you have asked something already: wait for the answer")
            ) from None
        self.heard = Text()
        self._changed()

    def answer(self, accepted: bool) -> None:
        """Answer what was asked. Raises CompanionError if nothing is asked of this seat."""
        if not self.must_answer:
            raise CompanionError(Text("nobody asks anything: there is nothing to answer"))
        self.picked = 0
        self._replica.answer(accepted)
        self._changed()

    def offer_draw(self) -> None:
        """Offer a draw, or accept the one that is offered. Raises CompanionError as `ask` does."""
        if self.must_answer and self.request is not None and self.request.what == "draw":
            self.answer(True)
        else:
            self.ask("draw")

    def lose_on_time(self) -> None:
        """The time of this seat is over, by its own clock."""
        with suppress(Refused):
            self._replica.ask("time")
            self._changed()

    def follow(self, match: RecordedMatch, at: float) -> bool:
        """Bring a match and the log in line, at `at`. Returns whether anything was taken back, so
        that the board has to be set up. Once another game has begun, the log no longer says
        anything about this match."""
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
        thinking = match.seat == self.seat and not self.paused and not self.watches
        if thinking != self._shown:
            self._shown = thinking
            self._link.show_presence(thinking=thinking)
        return taken_back

    def keep_time(self, match: RecordedMatch, at: float) -> None:
        """Have the clock of a match show what a seat far away has used for its move, by its own
        clock, once that is known."""
        number = len(match.history)
        if self.wants_new or match.clock is None or match.seat not in self.far:
            return
        if number < len(self.plies):
            match.clock.report(self._replica.position.spent[number] / 1000, at)

    def begin_again(self) -> None:
        """Another game begins here."""
        self.games = self._replica.position.game
        self._known = 0

    def close(self) -> None:
        """Leave: the others are told that nobody is here."""
        self._link.close()

    def bag(self, _: Match) -> None:
        """A bag for a match: all seats draw together, so the log says what was drawn."""

    def _take_back(self, match: RecordedMatch) -> bool:
        texts = [played.text for played in match.history]
        same = 0
        while same < min(len(texts), len(self.plies)) and texts[same] == self.plies[same]:
            same += 1
        gone = self._known is None or same < self._known or same < len(self.plies)
        undone = same < len(texts) and gone
        reopened = match.ply_match.ended_by_players and not self._ended
        if undone or reopened:
            match.take_back(len(texts) - same if undone else 0)
        self._known = same
        return undone or reopened

    def _play_draws(self, match: RecordedMatch, at: float) -> None:
        """Play what the bag has yielded, unless moves before it have still to be carried out."""
        while not match.over and match.ply_match.to_act == CHANCE:
            texts = self.plies[len(match.history) :]
            drawn = [one for one in match.ply_match.moves if self._text(match, one) in texts[:1]]
            if not drawn:
                return
            match.play(Turn((drawn[0],)), at)
            self._known = min(len(match.history), len(self.plies))  # a pass may follow by itself

    def _play_all(self, match: RecordedMatch, at: float) -> None:
        """Play everything that the log has."""
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
        """How the game ended, if not by its rules. What this seat has said needs no answer."""
        position = self._replica.position
        own = [one.what for one in self._replica.wishes if one.what in AT_ONCE]
        return Ended(own[0], self.seat) if own and not position.ended else position.ended

    def _end(self, match: RecordedMatch) -> None:
        """End the match as the log says. Moves before the end need not have been carried out."""
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
        """Write into the log what hands have played here. Whoever moves declines what is asked. A
        pass is written by the seat that passes."""
        position = self._replica.position
        new = match.history[len(position.plies) :]
        if self._known != len(position.plies) or not new or new[0].seat != self.seat:
            return
        changed = False
        if self.must_answer:
            self._replica.answer(False)
            changed = True
        for played in new:
            if played.seat != self.seat or not self._replica.holds_pen or self.request is not None:
                break
            spent = round(1000 * match.spent) if played is new[0] else 0
            self._replica.play(played.text, spent)
            self._known = len(self.plies)
            changed = True
        if changed:
            self.heard = Text()
            self._changed()

    def _take_outcome(self, outcome: Outcome) -> None:
        if outcome.trouble:
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
        """Store the log; then tell the others. If it cannot be stored, that is tried again."""
        if self._replica.lost:
            return  # what the broker has kept of this seat must not be overwritten
        snapshot = self._replica.snapshot()
        try:
            self._save(snapshot)
        except CompanionError as error:
            self._unsaved = Text(
                "this game cannot be stored, so the others are not told of it: {problem}",
                problem=error.text,
            )
            return
        self._unsaved = Text()
        self._link.publish(msgspec.json.encode(snapshot))

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
