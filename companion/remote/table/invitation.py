"""Invitations to a table, to play or watch: one code after another, until all guests have come."""

from __future__ import annotations

import msgspec

from companion.base.text import Text
from companion.remote.table.code import FEWEST_DIGITS, MOST_DIGITS, RANDOM_BYTES, TableCode
from companion.remote.table.envelope import public_key
from companion.remote.table.pairing import (
    Entropy,
    HostPairing,
    Introduction,
    Place,
    Reason,
    is_in_use,
)
from companion.remote.table.rules_print import rules_differ, versions_differ
from companion.remote.table.seat_link import (
    GuestCame,
    Invited,
    Paired,
    PairingFailed,
    PairingReport,
)
from companion.remote.table.ticket import KEY_BYTES, TableTicket, Terms
from companion.remote.table.topics import guest_topic, host_topic

MOST_WRONG_CODES = 5
"""The most wrong codes for one invitation; one guess in 65,536 is right."""

_MOST_DISPUTES = 20
_TABLE_BYTES = 16

_WRONG_CODE = Text("somebody typed a wrong code, so that one is spent; this is a new one")
_NUMBER_TAKEN = Text("another board uses that number; this is a new code")
_OVERWRITTEN = Text(
    "somebody else at the broker overwrites this invitation, so its code is spent; this is a new "
    "one"
)
_ALWAYS_OVERWRITTEN = Text(
    "somebody else at the broker overwrites every invitation: invite again later, or over another "
    "broker"
)
_TURNED_AWAY = Text("the guest was turned away; this is a new code")
_TURNED_AWAY_LATE = Text(
    "the guest was turned away after having been let in, so nobody plays at this table: "
    "invite again"
)
_MANY_TURNED_AWAY = Text("{number} codes were used up: invite again", number=MOST_WRONG_CODES)
_OTHER_VERSION = Text(
    "a board that runs another version of the program tried to join: install the same one on both"
)


def new_table(terms: Terms, entropy: Entropy) -> TableTicket:
    """Return the host's ticket of a new table; the keys of its guests are still empty.

    Raises:
        InvalidTicket: If the terms are not valid.
    """
    terms.check()
    private = entropy(KEY_BYTES)
    roster = [b""] * terms.seats
    roster[terms.host] = public_key(private)
    return TableTicket(
        role="host",
        table=entropy(_TABLE_BYTES).hex(),
        seat=terms.host,
        key=entropy(KEY_BYTES),
        private=private,
        roster=tuple(roster),
        terms=terms,
    )


class Invitation:
    """Fills the empty seats of a table, one after another; if none is empty, it finds a spectator.

    Guests that have come learn nothing of the table before `let_in`.

    Args:
        ticket: The host's ticket.
        entropy: The source of random bytes.

    Attributes:
        over: Whether the invitation has ended.
    """

    def __init__(self, ticket: TableTicket, entropy: Entropy) -> None:
        """Begin with the first code."""
        self.over = False
        self._let_in = False
        self._shown = 0  # seconds since the last guest came
        self._ticket = ticket
        self._empty = [seat for seat, public in enumerate(ticket.roster) if not public] or [-1]
        self._entropy = entropy
        self._pairings: dict[int, HostPairing] = {}
        self._spent: list[HostPairing] = []
        self._digits = FEWEST_DIGITS
        self._disputes = 0
        self._warned: set[str] = set()
        self._published: set[bytes] = set()
        self._reports: list[PairingReport] = []
        self._invite(Text())

    @property
    def awaits_guests(self) -> bool:
        """Whether every guest has been given a place, and at least one has not confirmed it yet."""
        return self._let_in and not self.over

    @property
    def complete(self) -> bool:
        """Whether every guest has come, and none has been let in."""
        return not (self._empty or self._let_in or self.over)

    @property
    def topics(self) -> frozenset[str]:
        """The topics to subscribe to."""
        plates = [pairing.code.nameplate for pairing in self._pairings.values()]
        return frozenset(topic for one in plates for topic in (host_topic(one), guest_topic(one)))

    @property
    def retained(self) -> dict[str, bytes]:
        """The message to keep retained at each topic now."""
        standing = {
            host_topic(pairing.code.nameplate): pairing.retained
            for pairing in (*self._spent, *self._pairings.values())
        }
        self._published.update(standing.values())
        return standing

    def reports(self) -> list[PairingReport]:
        """Return the reports to pass on once `retained` has been published, each of them once."""
        reports, self._reports = self._reports, []
        return reports

    def hear(self, topic: str, data: bytes, retained: bool) -> bool:
        """Take a message; it never raises, whatever the message is.

        Args:
            topic: The topic at which it came.
            data: The message.
            retained: Whether the broker had retained it.

        Returns:
            Whether all of `retained` has to be published, even if it has not changed.
        """
        for seat, pairing in tuple(self._pairings.items()):
            if self.over:
                return False
            if topic == guest_topic(pairing.code.nameplate):
                pairing.hear(data)
                self._follow(seat, pairing)
            elif topic == host_topic(pairing.code.nameplate) and data not in self._published:
                return self._dispute(seat, pairing, data, retained)
        return False

    def cancel(self) -> None:
        """Withdraw the unused codes; publish `retained` once more afterwards."""
        if not self.over:
            self._close("cancelled")

    def count_second(self, shown: int) -> None:
        """Count a second, and let the guests in once the last one has been shown long enough.

        Args:
            shown: The seconds in which the last guest that has come can be turned away.
        """
        self._shown += 1
        if self._shown >= shown:
            self.let_in()

    def let_in(self) -> None:
        """Give every guest its place, if all have come."""
        if not self.complete:
            return
        self._let_in = True
        for seat, pairing in self._pairings.items():
            pairing.welcome(
                Place(
                    table=self._ticket.table,
                    key=self._ticket.key,
                    seat=seat,
                    roster=self._ticket.roster,
                    terms=self._ticket.terms,
                )
            )

    def turn_away(self, seat: int) -> None:
        """Turn away the guest of a seat, and invite somebody else to it.

        A guest that has been let in has the table's key, so turning it away ends the invitation. A
        spectator that has been let in can no longer be turned away.
        """
        if self.over or seat in self._empty or seat not in self._pairings:
            return
        if self._let_in:
            if seat != -1:
                self._close("cancelled")
                self._reports.append(PairingFailed(_TURNED_AWAY_LATE))
            return
        self._pairings[seat].close("cancelled")
        if seat != -1:
            self._seat_player(seat, b"", "")
        self._empty.append(seat)
        self._begin_anew(seat, _TURNED_AWAY, _MANY_TURNED_AWAY)

    def _invite(self, trouble: Text) -> None:
        seat = self._empty[0]
        code = TableCode.draw(self._entropy(RANDOM_BYTES), self._digits)
        self._pairings[seat] = HostPairing(code, self._entropy)
        self._disputes = 0
        self._reports.append(Invited(str(code), seat, trouble))

    def _follow(self, seat: int, pairing: HostPairing) -> None:
        if pairing.met_other_version and str(pairing.code) not in self._warned:
            self._warned.add(str(pairing.code))
            self._reports.append(Invited(str(pairing.code), seat, _OTHER_VERSION))
        if pairing.closed == "wrong code":
            failed = Text(
                "{number} wrong codes were typed: somebody may be guessing; invite again later",
                number=MOST_WRONG_CODES,
            )
            self._begin_anew(seat, _WRONG_CODE, failed)
        elif pairing.guest is not None and seat in self._empty:
            self._seat(seat, pairing.guest)
        elif refusal := self._refusal(pairing):
            self._close("cancelled")
            self._reports.append(PairingFailed(refusal))
        elif pairing.done and all(one.done for one in self._pairings.values()):
            self._close("used" if seat == -1 else "full")
            self._reports.append(Paired(self._ticket, self._remark()))

    def _refusal(self, pairing: HostPairing) -> Text:
        """Return why a guest refuses its place; empty if it has not."""
        terms, verdict = self._ticket.terms, pairing.verdict
        if verdict is None:
            return Text()
        if verdict.rules is None:
            return Text(
                "the guest's board cannot play {game} with these options: install the same "
                "version of the program and of the game on both",
                game=terms.game,
            )
        return Text() if not terms.rules else rules_differ(terms.rules, verdict.rules)

    def _remark(self) -> Text:
        """Return what a player should know of the guests' versions; empty if all are the same."""
        ours = self._ticket.terms.rules
        for pairing in self._pairings.values():
            if ours and pairing.verdict is not None and pairing.verdict.rules is not None:
                remark = versions_differ(ours, pairing.verdict.rules)
                if remark:
                    return remark
        return Text()

    def _begin_anew(self, seat: int, trouble: Text, failed: Text) -> None:
        """Draw another code, unless one is open for another seat.

        Args:
            seat: The seat whose code is spent.
            trouble: The reason.
            failed: The reason if it has happened too often, so that the invitation fails.
        """
        # The spent code stays closed at its topic, of which nothing more is heard.
        self._spent.append(self._pairings.pop(seat))
        if len(self._spent) >= MOST_WRONG_CODES:
            self._close("cancelled")
            self._reports.append(PairingFailed(failed))
        elif all(pairing.guest is not None for pairing in self._pairings.values()):
            self._invite(trouble)

    def _seat(self, seat: int, guest: Introduction) -> None:
        """Give a guest that has come this seat."""
        self._empty.remove(seat)
        self._shown = 0
        wrong = sum(spent.closed == "wrong code" for spent in self._spent)
        self._reports.append(GuestCame(seat, guest.player, wrong))
        if seat != -1:
            self._seat_player(seat, guest.public, guest.player)
        if self._empty:
            self._invite(Text())

    def _seat_player(self, seat: int, public: bytes, player: str) -> None:
        roster = list(self._ticket.roster)
        roster[seat] = public
        terms = self._ticket.terms.with_player(seat, player)
        self._ticket = msgspec.structs.replace(self._ticket, roster=tuple(roster), terms=terms)

    def _dispute(self, seat: int, pairing: HostPairing, data: bytes, retained: bool) -> bool:
        """Handle a message of another board at this code's topic; the later board gives way."""
        self._disputes += 1
        if self._disputes > _MOST_DISPUTES:
            if pairing.guest is None:  # somebody fights for the topic
                pairing.close("cancelled")
                self._begin_anew(seat, _OVERWRITTEN, _ALWAYS_OVERWRITTEN)
            return False
        if not retained or pairing.guest is not None or not is_in_use(data):
            return True
        self._digits = min(self._digits + 1, MOST_DIGITS)
        told = [one for one in self._reports if isinstance(one, Invited) and one.seat == seat]
        self._reports = [one for one in self._reports if one not in told]
        self._invite(Text() if told else _NUMBER_TAKEN)
        return False

    def _close(self, why: Reason) -> None:
        self.over = True
        for pairing in self._pairings.values():
            pairing.close(why)
