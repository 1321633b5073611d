"""Hosts and guests with a broker between them that loses, doubles, forges and lies."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.remote.table.code import TableCode
from companion.remote.table.envelope import public_key
from companion.remote.table.invitation import MOST_WRONG_CODES, Invitation, new_table
from companion.remote.table.pairing import (
    Assess,
    Done,
    GuestPairing,
    HostPairing,
    Introduction,
    Place,
)
from companion.remote.table.rules_print import RulesPrint
from companion.remote.table.seat_link import (
    GuestCame,
    Invited,
    Paired,
    PairingFailed,
    PairingReport,
)
from companion.remote.table.ticket import InvalidTicket, TableTicket, Terms
from companion.remote.table.topics import guest_topic, host_topic

CODE = TableCode("4711", ("tiger", "soda"))
WRONG = TableCode("4711", ("tiger", "yoga"))
TERMS = Terms(game="solomon", seats=2, players=("Ann", ""))


class Meeting:
    """An invitation, and guests who hear what it retains."""

    def __init__(
        self,
        seats: int = 2,
        ticket: TableTicket | None = None,
        seed: int = 1,
        *,
        lets_in: bool = True,
        rules: RulesPrint | UnsetType = UNSET,
    ) -> None:
        self.random = Random(seed)
        self.lets_in = lets_in
        terms = Terms(game="nim", seats=seats, host=seats - 1, rules=rules)
        self.invitation = Invitation(
            ticket or new_table(terms, self.random.randbytes), self.random.randbytes
        )
        self.reports: list[PairingReport] = []
        self.guests: list[tuple[TableCode, GuestPairing]] = []
        self.report()

    def report(self) -> None:
        self.reports += self.invitation.reports()

    @property
    def code(self) -> TableCode:
        """The code that was told last."""
        told = [one for one in self.reports if isinstance(one, Invited)]
        return TableCode.parse(told[-1].code)

    def join(
        self,
        code: TableCode | None = None,
        player: str = "Bob",
        assess: Assess = lambda _: None,
    ) -> GuestPairing:
        code = code or self.code
        guest = GuestPairing(code, player, self.random.randbytes, assess)
        self.guests.append((code, guest))
        self.settle()
        return guest

    def settle(self) -> None:
        """Let everybody hear what stands, twice."""
        for _ in range(2):
            for code, guest in self.guests:
                standing = self.invitation.retained.get(host_topic(code.nameplate))
                if standing is not None:
                    guest.hear(standing)
                if guest.message is not None:
                    self.invitation.hear(guest_topic(code.nameplate), guest.message, False)
            if self.lets_in:
                self.invitation.let_in()
        self.report()

    @property
    def ticket(self) -> TableTicket:
        """The ticket that the host was given."""
        (ticket,) = [one.ticket for one in self.reports if isinstance(one, Paired)]
        return ticket


def _wrong(code: TableCode) -> TableCode:
    one, other = code.words
    return TableCode(code.nameplate, (one, "yoga" if other != "yoga" else "zoom"))


@pytest.mark.parametrize("seats", range(2, 7))
def test_all_seats_are_filled_one_after_another(seats: int) -> None:
    meeting = Meeting(seats)
    guests = [meeting.join(player=f"guest {number}") for number in range(seats - 1)]
    host = meeting.ticket
    host.check()
    assert [one.seat for one in meeting.reports if isinstance(one, Invited)] == [*range(seats - 1)]
    assert host.terms.players == (*(f"guest {number}" for number in range(seats - 1)), "")
    for seat, guest in enumerate(guests):
        assert guest.ticket is not None
        assert guest.ticket.seat == seat
        assert guest.ticket.roster[seat] == public_key(guest.ticket.private)
        for same in ("table", "key", "roster", "terms"):
            assert getattr(guest.ticket, same) == getattr(host, same)
    assert host.roster[seats - 1] == public_key(host.private)
    assert len({host.private, *(guest.ticket.private for guest in guests if guest.ticket)}) == seats


def test_the_first_guests_wait_for_the_last() -> None:
    meeting = Meeting(3)
    first = meeting.join()
    assert first.waits
    assert first.ticket is None
    assert not any(isinstance(one, Paired) for one in meeting.reports)
    meeting.join()
    assert not first.waits
    assert first.ticket is not None


def test_a_spectator_can_read_and_not_write() -> None:
    meeting = Meeting()
    meeting.join()
    watching = Meeting(ticket=meeting.ticket, seed=2)
    ticket = watching.join().ticket
    assert ticket is not None
    assert (ticket.role, ticket.seat, ticket.private) == ("spectator", -1, b"")
    assert ticket.roster == meeting.ticket.roster
    assert watching.ticket == meeting.ticket


def test_a_wrong_code_is_spent_and_both_are_told() -> None:
    meeting = Meeting()
    spent = meeting.code
    guesser = meeting.join(_wrong(spent))
    assert "wrong" in guesser.failure
    assert guesser.ticket is None
    new = meeting.reports[-1]
    assert isinstance(new, Invited)
    assert "somebody typed a wrong code" in new.trouble
    assert meeting.code != spent
    assert "used already" in meeting.join(spent).failure  # though its words are right
    assert meeting.join().ticket is not None


def test_nobody_can_guess_for_ever() -> None:
    meeting = Meeting()
    for _ in range(MOST_WRONG_CODES):
        meeting.join(_wrong(meeting.code))
    assert isinstance(meeting.reports[-1], PairingFailed)
    assert meeting.invitation.over
    assert meeting.join().ticket is None


def test_a_code_is_good_for_one_guest() -> None:
    meeting = Meeting(3)
    code = meeting.code
    meeting.join(code)
    assert "used already" in meeting.join(code).failure
    meeting.join()
    assert "full" in meeting.join(code).failure


def test_an_invitation_can_be_withdrawn() -> None:
    meeting = Meeting()
    meeting.invitation.cancel()
    assert "withdrawn" in meeting.join().failure


def test_a_code_that_nobody_has_made_is_said() -> None:
    guest = GuestPairing(CODE, "", Random(1).randbytes)
    guest.missing()
    assert "no invitation with the number 4711" in guest.failure


def test_other_versions_are_named_on_both_sides() -> None:
    meeting = Meeting()
    code = meeting.code
    meeting.invitation.hear(guest_topic(code.nameplate), b'{"kind":"reply","version":2}', False)
    meeting.report()
    told = meeting.reports[-1]
    assert isinstance(told, Invited)
    assert told.code == str(code)  # no guess was made
    assert "another version" in told.trouble
    guest = GuestPairing(code, "", Random(2).randbytes)
    guest.hear(b'{"kind":"offer","version":2,"new":[]}')
    assert "another version" in guest.trouble
    assert not guest.failure
    guest.missing()
    assert "another version" in guest.failure


def test_a_message_of_another_version_is_not_the_end_of_joining() -> None:
    host = HostPairing(CODE, Random(1).randbytes)
    guest = GuestPairing(CODE, "Bob", Random(2).randbytes)
    guest.hear(b'{"kind":"offer","version":2,"new":[]}')  # from anybody at the broker
    assert "another version" in guest.trouble
    assert not guest.failure
    guest.hear(host.retained)
    assert not guest.trouble
    assert guest.message is not None
    host.hear(guest.message)
    assert host.guest is not None
    assert host.guest.player == "Bob"


def test_terms_that_no_table_can_have_make_no_invitation() -> None:
    with pytest.raises(InvalidTicket):
        new_table(Terms(game="nim", seats=7), Random(1).randbytes)
    with pytest.raises(InvalidTicket):
        GuestPairing(CODE, "\x00", Random(1).randbytes)


# A broker that lies


def _pair(code: TableCode = CODE, typed: TableCode = CODE) -> tuple[HostPairing, GuestPairing]:
    random = Random(3)
    return HostPairing(code, random.randbytes), GuestPairing(typed, "Bob", random.randbytes)


def test_a_guest_answers_one_offer_only() -> None:
    """A second answer would be a second guess for whoever made both offers."""
    host, guest = _pair()
    guest.hear(host.retained)
    other = HostPairing(WRONG, Random(4).randbytes)
    guest.hear(other.retained)
    assert guest.message is None
    assert "withdrawn" in guest.failure


def test_somebody_between_who_does_not_know_the_code_learns_nothing() -> None:
    host, guest = _pair()
    between_host = HostPairing(WRONG, Random(4).randbytes)
    between_guest = GuestPairing(WRONG, "Eve", Random(5).randbytes)
    guest.hear(between_host.retained)
    assert guest.message is not None
    between_host.hear(guest.message)
    assert between_host.closed == "wrong code"
    between_guest.hear(host.retained)  # somebody else who knows as little
    assert between_guest.message is not None
    host.hear(between_guest.message)
    assert host.closed == "wrong code"


@pytest.mark.parametrize("typed", [WRONG, TableCode("4712", CODE.words)])
def test_a_reply_for_another_code_or_nameplate_is_not_taken(typed: TableCode) -> None:
    host, guest = _pair(typed=typed)
    guest.hear(host.retained)
    assert guest.message is not None
    host.hear(guest.message)
    assert host.closed == "wrong code"
    assert host.guest is None


def test_a_reply_to_an_earlier_offer_is_not_taken() -> None:
    first, guest = _pair()
    guest.hear(first.retained)
    again = HostPairing(CODE, Random(6).randbytes)
    assert guest.message is not None
    again.hear(guest.message)
    assert again.guest is None
    assert not again.closed  # it was no guess


def test_a_host_is_not_taken_for_its_guest() -> None:
    host, _ = _pair()
    share = msgspec.json.decode(host.retained)["share"]
    offer = sha256(host.retained).hexdigest()
    reply = {"kind": "reply", "version": 1, "offer": offer, "share": share, "sealed": ""}
    host.hear(msgspec.json.encode(reply))
    assert host.closed == "wrong code"


PRIME = 2**255 - 19
# The neutral element, points of small order, and every number that the field has twice.
OUTSIDE = {"0": 0, "1": 1, "p-1": PRIME - 1} | {f"p+{n}": PRIME + n for n in range(19)}


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("number", OUTSIDE.values(), ids=OUTSIDE)
def test_a_share_outside_the_group_is_not_answered(number: int, sign: int) -> None:
    """Who sends the neutral element knows a key without the code. RFC 8032, 5.1.3."""
    share = (number | sign << 255).to_bytes(32, "little")
    host, guest = _pair()
    fields = msgspec.json.decode(host.retained)
    guest.hear(msgspec.json.encode(fields | {"share": b64encode(b"A" + share).decode()}))
    assert guest.message is None
    assert guest.failure
    _, guest = _pair()
    guest.hear(host.retained)
    assert guest.message is not None
    fields = msgspec.json.decode(guest.message)
    host.hear(msgspec.json.encode(fields | {"share": b64encode(b"B" + share).decode()}))
    assert host.guest is None
    assert host.closed == "wrong code"


@settings(max_examples=30)
@given(st.data())
def test_no_changed_message_seats_anybody(data: st.DataObject) -> None:
    """One value of one message is changed: what comes of it is what the host gave, or nothing."""
    meeting = Meeting()
    code = meeting.code
    guest = GuestPairing(code, "Bob", meeting.random.randbytes)
    changed_at = data.draw(st.integers(0, 3))
    for step in range(4):
        if step % 2 == 0:
            message: bytes | None = meeting.invitation.retained[host_topic(code.nameplate)]
        else:
            message = guest.message
        if message is None:
            break
        if step == changed_at:
            fields = msgspec.json.decode(message)
            key = data.draw(st.sampled_from(sorted(set(fields) - {"kind", "version"})))
            place = data.draw(st.integers(0, len(fields[key]) - 1))
            fields[key] = (
                fields[key][:place]
                + data.draw(
                    st.sampled_from("0aA/").filter(lambda one: one != fields[key][place])  # noqa: B023
                )
                + fields[key][place + 1 :]
            )
            message = msgspec.json.encode(fields)
        if step % 2 == 0:
            guest.hear(message)
        else:
            meeting.invitation.hear(guest_topic(code.nameplate), message, False)
    meeting.report()
    paired = [one.ticket for one in meeting.reports if isinstance(one, Paired)]
    if guest.ticket is not None:
        assert guest.ticket.terms.players == ("Bob", "")
    for ticket in paired:
        assert guest.ticket is not None
        assert ticket.roster == guest.ticket.roster


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"\xff",
        b"null",
        b"[]",
        b"{}",
        b"[" * 50_000,
        b'{"version":"1"}',
        b'{"version":1,"kind":"reply"}',
        b'{"version":1,"kind":"offer","share":"AAAA"}',
        b'{"version":1,"kind":"taken","reply":"x"}',
        b'{"version":1,"kind":"closed","why":"because"}',
        b"x" * 100_000,
    ],
)
def test_garbage_changes_nothing(garbage: bytes) -> None:
    meeting = Meeting()
    topics = meeting.invitation.topics
    before = meeting.invitation.retained
    for topic in topics:
        meeting.invitation.hear(topic, garbage, False)
    assert meeting.invitation.retained == before
    guest = GuestPairing(meeting.code, "", meeting.random.randbytes)
    guest.hear(garbage)
    assert not guest.failure
    assert guest.message is None


def test_messages_that_come_twice_or_late_do_no_harm() -> None:
    meeting = Meeting()
    code = meeting.code
    offer = meeting.invitation.retained[host_topic(code.nameplate)]
    guest = meeting.join()
    ticket, host = guest.ticket, meeting.ticket
    for old in (offer, offer, meeting.invitation.retained[host_topic(code.nameplate)]):
        guest.hear(old)
        meeting.settle()
    assert guest.ticket == ticket
    assert meeting.ticket == host
    assert not guest.failure


def test_a_lost_message_is_said_again() -> None:
    meeting = Meeting()
    topic = host_topic(meeting.code.nameplate)
    guest = GuestPairing(meeting.code, "Bob", meeting.random.randbytes)
    guest.hear(meeting.invitation.retained[topic])
    lost = guest.message
    guest.hear(meeting.invitation.retained[topic])
    assert guest.message == lost
    assert lost is not None
    meeting.invitation.hear(guest_topic(meeting.code.nameplate), lost, False)
    meeting.invitation.let_in()
    guest.hear(meeting.invitation.retained[topic])
    lost = guest.message
    guest.hear(meeting.invitation.retained[topic])
    assert guest.message == lost
    assert lost is not None
    meeting.invitation.hear(guest_topic(meeting.code.nameplate), lost, False)
    meeting.report()
    assert meeting.ticket.roster[0] == public_key(getattr(guest.ticket, "private", b"0" * 32))


# Guests that are turned away


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("seed", range(4))
def test_any_guest_can_be_turned_away_until_all_are_let_in(seats: int, seed: int) -> None:
    """Whoever is turned away learns nothing; another one takes the seat."""
    random = Random(f"{seats} {seed}")
    meeting = Meeting(seats, seed=seed, lets_in=False)
    sent_away: list[GuestPairing] = []
    seated: dict[int, GuestPairing] = {}
    while not meeting.invitation.complete or (seated and len(sent_away) < 3):
        if seated and len(sent_away) < 3 and random.random() < 0.4:
            seat = random.choice(sorted(seated))
            meeting.invitation.turn_away(seat)
            sent_away.append(seated.pop(seat))
            meeting.settle()
        elif not meeting.invitation.complete:
            guest = meeting.join(player=f"guest {len(meeting.guests)}")
            came = [one for one in meeting.reports if isinstance(one, GuestCame)][-1]
            assert came.player == f"guest {len(meeting.guests) - 1}"
            seated[came.seat] = guest
            assert guest.waits
    meeting.lets_in = True
    meeting.settle()
    assert all("withdrawn" in guest.failure and guest.ticket is None for guest in sent_away)
    for seat, guest in seated.items():
        assert guest.ticket is not None
        assert (guest.ticket.seat, guest.ticket.roster) == (seat, meeting.ticket.roster)
        assert guest.ticket.terms == meeting.ticket.terms
    meeting.invitation.turn_away(min(seated))  # too late
    meeting.settle()
    assert len({msgspec.json.encode(one.ticket) for one in seated.values()}) == seats - 1


def test_who_has_come_is_told_with_the_wrong_codes_before() -> None:
    meeting = Meeting(lets_in=False)
    for _ in range(2):
        meeting.join(_wrong(meeting.code))
    meeting.join(player="Mallory")
    (came,) = [one for one in meeting.reports if isinstance(one, GuestCame)]
    assert came == GuestCame(0, "Mallory", wrong_codes=2)
    assert came.text == "Mallory has come to play. 2 wrong codes were typed before."


def test_too_many_guests_turned_away_end_the_invitation() -> None:
    meeting = Meeting(lets_in=False)
    for _ in range(MOST_WRONG_CODES):
        assert not meeting.invitation.over
        meeting.join()
        meeting.invitation.turn_away(0)
        meeting.report()
    assert meeting.invitation.over
    failed = meeting.reports[-1]
    assert isinstance(failed, PairingFailed)
    assert "invite again" in failed.text


# Games that differ

OURS = RulesPrint("companion-chess 1.2", (20, 400))


@pytest.mark.parametrize("seats", range(2, 5))
@pytest.mark.parametrize(
    ("theirs", "outcome"),
    [
        (OURS, "plays"),
        (RulesPrint("companion-chess 1.3", (20, 400)), "remarks"),
        (RulesPrint("companion-chess 1.3", (20, 401)), "refuses"),
        (RulesPrint("companion-chess 1.2", (21, 400)), "refuses"),
        (None, "refuses"),
    ],
)
def test_both_sides_are_told_how_their_games_differ(
    seats: int, theirs: RulesPrint | None, outcome: str
) -> None:
    """The last guest to come has another package; None: it has no such game."""

    def assess(terms: Terms) -> RulesPrint:
        assert terms.rules == OURS
        if theirs is None:
            raise CompanionError(Text("unknown game 'chess'"))
        return theirs

    meeting = Meeting(seats, rules=OURS)
    for _ in range(seats - 2):
        meeting.join(assess=lambda _: OURS)
    guest = meeting.join(assess=assess)
    end = meeting.reports[-1]
    if outcome == "refuses":
        assert isinstance(end, PairingFailed)
        assert guest.ticket is None
        assert meeting.invitation.over
        said = {str(end.text), str(guest.failure)}
        assert all("\n" not in one for one in said)
        if theirs is None:
            assert "unknown game" in guest.failure
            assert "the guest's board cannot play nim" in end.text
        else:
            for one in said:
                assert OURS.package in one
                assert theirs.package in one
                assert str(theirs.counts[1]) in one
        return
    assert isinstance(end, Paired)
    assert guest.ticket is not None
    assert bool(end.remark) == bool(guest.remark) == (outcome == "remarks")
    if outcome == "remarks":
        assert end.remark.index("1.2") < end.remark.index("1.3")
        assert guest.remark.index("1.3") < guest.remark.index("1.2")


def test_a_game_of_this_program_needs_no_fingerprint() -> None:
    """Boards of an earlier version know none, and read neither the terms nor the answer else."""
    meeting = Meeting()
    guest = meeting.join()
    assert guest.ticket is not None
    assert b"rules" not in msgspec.json.encode(guest.ticket)


@pytest.mark.parametrize("said", [b"{", b'{"rules": 7}', b"\xff", b'{"more": null}'])
def test_a_verdict_that_makes_no_sense_is_no_answer(said: bytes) -> None:
    random = Random(3)
    host = HostPairing(CODE, random.randbytes)
    guest = GuestPairing(CODE, "Bob", random.randbytes)
    guest.hear(host.retained)
    assert guest.message is not None
    host.hear(guest.message)
    place = Place(table="0" * 32, key=bytes(32), seat=1, roster=(), terms=TERMS)
    host.welcome(place)
    keys = guest._keys
    assert keys is not None
    digest = sha256(host.retained).digest()
    sealed = keys.from_guest.seal(guest_topic("4711") + " done", digest + said, bytes(12))
    host.hear(msgspec.json.encode(Done(sealed=sealed)))
    assert not host.done
    assert host.verdict is None


# Two boards that draw the same number


def _two_hosts() -> tuple[Meeting, Meeting, str]:
    older, newer = Meeting(seed=1), Meeting(seed=1)
    topic = host_topic(older.code.nameplate)
    newer.invitation = Invitation(
        new_table(TERMS, Random(9).randbytes), _same_number(older.code.nameplate)
    )
    newer.reports = []
    return older, newer, topic


def _same_number(nameplate: str) -> Any:
    random, wanted = Random(10), int(nameplate) - 1000

    def entropy(count: int) -> bytes:
        drawn = random.randbytes(count)
        return wanted.to_bytes(4, "big") + drawn[4:] if count == 6 else drawn

    return entropy


def test_who_comes_later_gives_way() -> None:
    older, newer, topic = _two_hosts()
    overwritten = newer.invitation.retained[topic]
    assert not newer.invitation.hear(topic, older.invitation.retained[topic], True)
    newer.report()
    assert len(newer.code.nameplate) == 5
    assert topic not in newer.invitation.retained
    assert older.invitation.hear(topic, overwritten, False)  # it has to publish its own again
    assert older.join().ticket is not None


def test_a_closed_invitation_gives_its_number_free() -> None:
    _, newer, topic = _two_hosts()
    closed = b'{"kind":"closed","version":1,"why":"used","reply":""}'
    assert newer.invitation.hear(topic, closed, True)
    assert topic in newer.invitation.retained


def test_nobody_fights_for_a_topic_for_ever() -> None:
    meeting = Meeting()
    topic = host_topic(meeting.code.nameplate)
    heard = [meeting.invitation.hear(topic, str(number).encode(), False) for number in range(100)]
    assert 0 < sum(heard) <= 20


def test_a_place_that_is_not_the_guests_is_not_taken() -> None:
    random = Random(5)
    own, other = public_key(b"h" * 32), public_key(b"o" * 32)
    place = Place(table="0" * 32, key=b"k" * 32, seat=1, roster=(own, other), terms=TERMS)
    for right in (False, True):
        host = HostPairing(CODE, random.randbytes)
        guest = GuestPairing(CODE, "Bob", random.randbytes)
        with pytest.raises(ValueError, match="nobody has replied"):
            host.welcome(place)
        guest.hear(host.retained)
        assert guest.message is not None
        host.hear(guest.message)
        assert host.guest is not None
        roster = (own, host.guest.public if right else other)  # or another guest's
        host.welcome(msgspec.structs.replace(place, roster=roster))
        guest.hear(host.retained)
        guest.hear(b'{"version":9}')  # too late to matter
        assert (guest.ticket is not None) == right
        assert ("makes no sense" in guest.failure) == (not right)


def test_somebody_without_a_key_or_with_an_endless_name_is_not_introduced() -> None:
    with pytest.raises(InvalidTicket, match="makes no sense"):
        Introduction(public=b"x").check()
    with pytest.raises(InvalidTicket, match="at most 40"):
        Introduction(public=b"x" * 32, player="n" * 41).check()


def test_an_invitation_may_be_withdrawn_twice() -> None:
    meeting = Meeting()
    meeting.invitation.cancel()
    standing = meeting.invitation.retained
    meeting.invitation.cancel()
    assert meeting.invitation.retained == standing


# Guests that do not keep to the order


def _done(code: TableCode, guest: GuestPairing, about: bytes, said: bytes = b"") -> bytes:
    keys = guest._keys
    assert keys is not None
    place = guest_topic(code.nameplate) + " done"
    sealed = keys.from_guest.seal(place, sha256(about).digest() + said, bytes(12))
    return msgspec.json.encode(Done(sealed=sealed))


def test_a_guest_cannot_confirm_a_place_before_it_is_given_one() -> None:
    meeting = Meeting(lets_in=False)
    guest = meeting.join()
    code, topic = meeting.guests[0][0], guest_topic(meeting.guests[0][0].nameplate)
    taken = meeting.invitation.retained[host_topic(code.nameplate)]
    meeting.invitation.hear(topic, _done(code, guest, taken), False)
    assert meeting.invitation.complete
    assert not meeting.invitation.over


def test_a_guest_that_is_turned_away_after_it_was_let_in_does_not_play() -> None:
    meeting = Meeting(lets_in=False)
    guest = meeting.join()
    code, topic = meeting.guests[0][0], guest_topic(meeting.guests[0][0].nameplate)
    meeting.invitation.let_in()
    welcome = meeting.invitation.retained[host_topic(code.nameplate)]
    meeting.invitation.turn_away(0)
    meeting.invitation.hear(topic, _done(code, guest, welcome), False)
    meeting.report()
    assert isinstance(meeting.reports[-1], PairingFailed)
    assert not any(isinstance(one, Paired) for one in meeting.reports)


def test_another_guest_is_shown_as_long_as_the_first() -> None:
    meeting = Meeting(lets_in=False)
    meeting.join()
    for _ in range(9):
        meeting.invitation.count_second(10)
    meeting.invitation.turn_away(0)
    meeting.report()
    meeting.join()
    meeting.invitation.count_second(10)
    assert meeting.invitation.complete


def test_a_spent_code_is_not_shown_again() -> None:
    meeting = Meeting(3, lets_in=False)
    meeting.join()
    spent, shown = meeting.guests[0][0], meeting.code
    other = b'{"kind":"reply","version":2}'
    meeting.invitation.hear(guest_topic(spent.nameplate), other, False)
    meeting.report()
    assert meeting.code == shown


@pytest.mark.parametrize(
    "rules", ['["\\u001b[2J",[1,2]]', f'["{"x" * 201}",[1,2]]', '["x",[-1,2]]', '["x",[1,10001]]']
)
def test_a_fingerprint_that_cannot_be_shown_is_none(rules: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(
            dict(zip(("package", "counts"), msgspec.json.decode(rules), strict=True)), RulesPrint
        )


@pytest.mark.parametrize("name", ["", " ", "   "])
def test_a_guest_without_a_name_is_somebody(name: str) -> None:
    assert GuestCame(1, name).text == "Somebody has come to play."
