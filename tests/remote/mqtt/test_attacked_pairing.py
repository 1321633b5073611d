"""Invitations under attack by whoever is at the broker, by guests, and by hosts.

Nobody gains anything without the code; and whoever is disturbed is told so in one line.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count

import pytest
from cryptography.exceptions import InvalidTag

from companion.remote.mqtt import tables
from companion.remote.table.code import TableCode
from companion.remote.table.seat_link import (
    Invited,
    Paired,
    PairingDelayed,
    PairingFailed,
    PairingReport,
)
from companion.remote.table.ticket import TableTicket, Terms
from tests.remote.mqtt.attacker import (
    Guest,
    Host,
    Stranger,
    base64,
    guest_of,
    host_of,
    kind,
    named,
    packed,
)
from tests.remote.mqtt.broker import Mosquitto
from tests.remote.mqtt.people import Reports
from tests.remote.mqtt.seats import settings
from tests.slow import slow_after

_NUMBERS = count(40_000_000)  # which no host draws at first


NO_ELEMENTS = [
    bytes.fromhex(one)
    for one in (
        "01" + 31 * "00",  # the neutral element
        "ec" + 30 * "ff" + "7f",  # of order 2
        32 * "00",  # of order 4
        31 * "00" + "80",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",  # of order 8
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ee" + 30 * "ff" + "7f",  # the neutral element, written with a number that is too large
        "01" + 30 * "00" + "80",  # the neutral element, with a sign
        32 * "ff",
        "02" + 31 * "00",  # not on the curve
    )
]


class Inviting:
    """A board that invites, with what its player is told."""

    def __init__(self, broker: Mosquitto, seats: int = 2) -> None:
        self._broker = broker
        self.told: Reports[PairingReport] = Reports()
        terms = Terms(game="solomon", seats=seats, players=("Ann", *("",) * (seats - 1)))
        self.cancel = tables.invite(settings(broker), terms, self.told).cancel
        self.code = self.invited().code

    def invited(self) -> Invited:
        """The next code."""
        invited = self.told.until(Invited)
        assert isinstance(invited, Invited)
        assert "\n" not in invited.trouble
        return invited

    def seats_ben(self, code: str = "") -> None:
        """Whoever has the code is the one who is seated."""
        ben = Joining(self._broker, code or self.code)
        host, guest = ticket(self.told), ticket(ben.told)
        assert host.roster == guest.roster
        assert host.terms.players == guest.terms.players == ("Ann", "Ben")


class Joining:
    """A board that joins, with what its player is told."""

    def __init__(self, broker: Mosquitto, code: str = "") -> None:
        self.code = code or f"{next(_NUMBERS)}-tiger-soda"
        self.told: Reports[PairingReport] = Reports()
        self.cancel = tables.join(settings(broker), self.code, self.told, "Ben")

    @property
    def failure(self) -> str:
        """Why it came to nothing, in one line."""
        failed = self.told.until(PairingFailed)
        assert isinstance(failed, PairingFailed)
        assert "\n" not in failed.text
        assert not any(isinstance(one, Paired) for one in self.told.all)
        return failed.text


def ticket(told: Reports[PairingReport]) -> TableTicket:
    paired = told.until(Paired)
    assert isinstance(paired, Paired)
    return paired.ticket


def wrong(code: str) -> str:
    """The same number with other words."""
    other = "tiger-soda" if not code.endswith("tiger-soda") else "soda-tiger"
    return f"{code.split('-')[0]}-{other}"


def until_standing(broker: Mosquitto, topic: str, wanted: str) -> None:
    """Wait until a message of this kind stands at a topic, for whoever comes now."""
    standing = ""
    while standing != wanted:
        visitor = Stranger(broker)
        standing = kind(visitor.until(topic))
        visitor.close()


# What a guest can do to a host


def test_this_stranger_would_be_seated_with_the_code(
    shared_broker: Mosquitto, stranger: Stranger
) -> None:
    """So what fails below fails for its own reason."""
    ann = Inviting(shared_broker)
    eve = Guest(ann.code)
    stranger.say(guest_of(ann.code), eve.reply(stranger.until(host_of(ann.code), "offer")))
    welcome = stranger.until(host_of(ann.code), "welcome")
    assert eve.place(welcome)["seat"] == 1
    stranger.say(guest_of(ann.code), eve.done(welcome))
    assert ticket(ann.told).roster[1] == eve.public


def test_a_wrong_guess_spends_the_code(shared_broker: Mosquitto, stranger: Stranger) -> None:
    ann = Inviting(shared_broker)
    offer = stranger.until(host_of(ann.code), "offer")
    stranger.say(guest_of(ann.code), Guest(wrong(ann.code)).reply(offer))
    again = ann.invited()
    assert again.trouble == "somebody typed a wrong code, so that one is spent; this is a new one"
    stranger.until(host_of(ann.code), "closed")
    stranger.say(guest_of(ann.code), Guest(ann.code).reply(offer))  # the right one, too late
    ann.seats_ben(again.code)


@pytest.mark.parametrize("first", ["wrong", "right"])
def test_of_many_guesses_at_once_one_counts(
    shared_broker: Mosquitto, stranger: Stranger, first: str
) -> None:
    ann = Inviting(shared_broker)
    offer = stranger.until(host_of(ann.code), "offer")
    eve, others = Guest(ann.code), [Guest(wrong(ann.code)) for _ in range(6)]
    guests = [eve, *others] if first == "right" else [*others, eve]
    for guest in guests:
        stranger.say(guest_of(ann.code), guest.reply(offer))
    if first == "wrong":
        ann.seats_ben(ann.invited().code)
        assert len([one for one in ann.told.all if isinstance(one, Invited)]) == 2
        return
    welcome = stranger.until(host_of(ann.code), "welcome")
    assert eve.place(welcome)["seat"] == 1
    for guest in guests:
        stranger.say(guest_of(ann.code), guest.done(welcome))
    assert ticket(ann.told).roster[1] == eve.public
    assert len([one for one in ann.told.all if isinstance(one, Invited)]) == 1


@pytest.mark.slow
def test_five_guesses_end_the_invitation(shared_broker: Mosquitto, stranger: Stranger) -> None:
    ann = Inviting(shared_broker)
    code = ann.code
    for number in range(5):
        offer = stranger.until(host_of(code), "offer")
        stranger.say(guest_of(code), Guest(wrong(code)).reply(offer))
        code = ann.invited().code if number < 4 else code
    failed = ann.told.until(PairingFailed)
    assert isinstance(failed, PairingFailed)
    assert failed.text.startswith("5 wrong codes were typed: somebody may be guessing")


@pytest.mark.parametrize(
    "share",
    slow_after(1, [b"mirror", *(b"B" + one for one in NO_ELEMENTS), b"A" + NO_ELEMENTS[0]]),
)
def test_shares_that_are_none_are_wrong_codes(
    shared_broker: Mosquitto, stranger: Stranger, share: bytes
) -> None:
    """Also the host's own, sent back as it is or as a guest's."""
    ann = Inviting(shared_broker)
    offer = stranger.until(host_of(ann.code), "offer")
    eve = Guest(ann.code)
    reply = eve.reply(offer, share)
    if share == b"mirror":
        reply = packed(**{**json.loads(reply), "share": json.loads(offer)["share"]})
    stranger.say(guest_of(ann.code), reply)
    assert "a wrong code" in ann.invited().trouble
    ann.cancel()


@pytest.mark.parametrize(
    "introduction",
    slow_after(
        1,
        [{"player": "\x1b[2J"}, {"public": base64(b"short")}, {"player": "n" * 41}, {"more": "1"}],
    ),
)
def test_a_guest_that_cannot_be_introduced_is_not_seated(
    shared_broker: Mosquitto, stranger: Stranger, introduction: dict[str, str]
) -> None:
    ann = Inviting(shared_broker)
    offer = stranger.until(host_of(ann.code), "offer")
    stranger.say(guest_of(ann.code), Guest(ann.code).reply(offer, more=introduction))
    assert "a wrong code" in ann.invited().trouble
    ann.cancel()


@pytest.mark.slow
def test_garbage_at_an_invitation_changes_nothing(
    shared_broker: Mosquitto, stranger: Stranger
) -> None:
    ann = Inviting(shared_broker)
    offer = stranger.until(host_of(ann.code), "offer")
    genuine = json.loads(Guest(ann.code).reply(offer))
    both = [
        b"",
        b"\xff\xfe",
        b"null",
        b"[" * 50_000,
        b'{"x":' + b"[" * 20_000 + b"]" * 20_000 + b',"version":1,"kind":"reply"}',
        b'{"version":' + b"9" * 5000 + b"}",
        b'{"version":true,"kind":"offer"}',
        b"x" * (9 << 20),
        offer + b" ",
    ]
    guests = [
        offer,
        packed(**{**genuine, "more": 1}),
        packed(**{**genuine, "offer": named(b"another")}),
        packed(**{**genuine, "share": "AAAA"}),
        packed(**{**genuine, "sealed": 1}),
        packed(**{**genuine, "version": 2}),
        packed(kind="done", sealed=genuine["sealed"]),
        packed(kind="done", sealed=base64(b"A" * 60_000)),
    ]
    for topic, garbage in [
        *((topic, one) for topic in (host_of(ann.code), guest_of(ann.code)) for one in both),
        *((guest_of(ann.code), one) for one in guests * 2),
    ]:
        stranger.say(topic, garbage)
    ann.seats_ben()
    told = [one for one in ann.told.all if isinstance(one, Invited)]
    assert len(told) == 2
    assert "another version of the program tried to join" in told[1].trouble
    assert {one.code for one in told} == {ann.code}


def test_messages_of_an_earlier_invitation_are_not_taken_again(
    shared_broker: Mosquitto, stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where the number and the words are the same."""
    code = TableCode(str(next(_NUMBERS)), ("tiger", "soda"))
    monkeypatch.setattr(TableCode, "draw", lambda *_: code)
    first = Inviting(shared_broker)
    old = Guest(first.code)
    reply = old.reply(stranger.until(host_of(first.code), "offer"))
    stranger.say(guest_of(first.code), reply)
    welcome = stranger.until(host_of(first.code), "welcome")
    done = old.done(welcome)
    stranger.say(guest_of(first.code), done)
    closed = stranger.until(host_of(first.code), "closed")
    ticket(first.told)

    second = Inviting(shared_broker)
    assert second.code == first.code
    stranger.until(host_of(first.code), "offer")
    for topic, message in [(guest_of, reply), (guest_of, done), (host_of, closed)]:
        stranger.say(topic(second.code), message)
    until_standing(shared_broker, host_of(second.code), "offer")  # put there again by the host
    stranger.say(guest_of(second.code), reply, retain=False)
    second.seats_ben()
    assert len([one for one in second.told.all if isinstance(one, Invited)]) == 1


@pytest.mark.slow
def test_only_the_guest_itself_can_confirm(shared_broker: Mosquitto, stranger: Stranger) -> None:
    """At a table of three: the first guest's confirmation does not do for the second."""
    ann = Inviting(shared_broker, seats=3)
    one = Guest(ann.code)
    stranger.say(guest_of(ann.code), one.reply(stranger.until(host_of(ann.code), "offer")))
    stranger.until(host_of(ann.code), "taken")
    second = ann.invited()
    assert second.seat == 2
    two = Guest(second.code)
    stranger.say(guest_of(second.code), two.reply(stranger.until(host_of(second.code), "offer")))
    welcomes = {code: stranger.until(host_of(code), "welcome") for code in (ann.code, second.code)}
    done = one.done(welcomes[ann.code])
    for code in (second.code, ann.code):
        stranger.say(guest_of(code), done)
    stranger.say(guest_of(second.code), two.done(welcomes[ann.code]))  # of another welcome
    assert not any(isinstance(report, Paired) for report in ann.told.drain())
    stranger.say(guest_of(second.code), two.done(welcomes[second.code]))
    assert ticket(ann.told).roster[1:] == (one.public, two.public)


@pytest.mark.slow
def test_a_guest_that_stops_is_told_of(
    shared_broker: Mosquitto, stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_SILENCE", 1)
    ann = Inviting(shared_broker)
    offer = stranger.until(host_of(ann.code), "offer")
    stranger.say(guest_of(ann.code), Guest(ann.code).reply(offer))
    delayed = ann.told.until(PairingDelayed)
    assert isinstance(delayed, PairingDelayed)
    assert delayed.text.startswith("whoever joined does not answer")
    ann.cancel()
    stranger.until(host_of(ann.code), "closed")


@pytest.mark.slow
def test_a_host_that_stops_before_all_have_come_is_told_of(
    shared_broker: Mosquitto, stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_SILENCE", 1)
    monkeypatch.setattr(tables, "_REFRESH", 1)
    ben = Joining(shared_broker)
    stranger.say(host_of(ben.code), Host(ben.code).offer())
    reply = stranger.until(guest_of(ben.code), "reply")
    stranger.say(host_of(ben.code), packed(kind="taken", reply=named(reply)))
    delayed = ben.told.until(
        lambda one: isinstance(one, PairingDelayed) and bool(one.text),
    )
    assert isinstance(delayed, PairingDelayed)
    assert delayed.text.startswith("the board that invites does not answer")
    ben.cancel()


@pytest.mark.slow
def test_of_two_guests_with_one_code_one_is_seated(shared_broker: Mosquitto) -> None:
    ann = Inviting(shared_broker)
    racing = [Joining(shared_broker, ann.code) for _ in range(2)]
    seated = ticket(ann.told)
    ends = [one.told.until(lambda one: isinstance(one, Paired | PairingFailed)) for one in racing]
    (paired,) = (one for one in ends if isinstance(one, Paired))
    (failed,) = (one for one in ends if isinstance(one, PairingFailed))
    assert paired.ticket.roster == seated.roster
    assert failed.text == "this code has been used already: ask for a new one"


# What somebody can do who knows the number only


FORGED: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda _: packed(kind="closed", why="used"), "has been used already"),
    (lambda _: packed(kind="closed", why="full"), "the table is full"),
    (lambda _: packed(kind="closed", why="cancelled"), "was withdrawn"),
    (lambda _: packed(kind="closed", why="version"), "another version"),
    (lambda reply: packed(kind="closed", why="wrong code", reply=named(reply)), "are wrong"),
    (lambda _: packed(kind="taken", reply=named(b"another")), "has been used already"),
    (lambda _: packed(kind="welcome", reply=named(b"another"), sealed=""), "has been used already"),
    (lambda _: Host("4711-tiger-soda").offer(), "was withdrawn"),
]


@pytest.mark.parametrize("case", slow_after(1, FORGED))
def test_whoever_knows_the_number_can_prevent_a_meeting_and_no_more(
    shared_broker: Mosquitto,
    stranger: Stranger,
    case: tuple[Callable[[bytes], bytes], str],
) -> None:
    forged, said = case
    ben = Joining(shared_broker)
    mallory = Host(wrong(ben.code))
    stranger.say(host_of(ben.code), mallory.offer())
    reply = stranger.until(guest_of(ben.code), "reply")
    with pytest.raises(InvalidTag):
        mallory.introduction(reply)
    stranger.say(host_of(ben.code), forged(reply))
    assert said in ben.failure


def test_a_guest_takes_no_welcome_without_the_code(
    shared_broker: Mosquitto, stranger: Stranger
) -> None:
    """Forged, brought back from another pairing, or for the wrong reply; then its own comes."""
    ben = Joining(shared_broker)
    ann = Host(ben.code)
    stranger.say(host_of(ben.code), ann.offer())
    reply = stranger.until(guest_of(ben.code), "reply")
    genuine = ann.welcome(reply)
    other = Host(ben.code)
    foreign = other.welcome(Guest(ben.code).reply(other.offer()))
    for sealed in ("", base64(b"\1" * 12), base64(b"\2" * 99), json.loads(foreign)["sealed"]):
        stranger.say(host_of(ben.code), packed(kind="welcome", reply=named(reply), sealed=sealed))
    stranger.say(host_of(ben.code), packed(kind="taken", reply=named(reply)))
    stranger.say(host_of(ben.code), genuine)
    assert ticket(ben.told).seat == 1
    done = stranger.until(guest_of(ben.code), "done")
    assert done


@pytest.mark.parametrize("element", slow_after(1, NO_ELEMENTS))
def test_a_guest_answers_no_offer_that_is_none(
    shared_broker: Mosquitto, stranger: Stranger, element: bytes
) -> None:
    ben = Joining(shared_broker)
    stranger.say(host_of(ben.code), Host(ben.code).offer(share=base64(b"A" + element)))
    assert ben.failure


def test_a_man_in_the_middle_keeps_them_apart_and_learns_nothing(
    shared_broker: Mosquitto, broker: Mosquitto, stranger: Stranger
) -> None:
    """Each is at a broker that Mallory runs; everything goes through her hands."""
    far = Stranger(broker)
    ann = Inviting(shared_broker)
    offer = stranger.until(host_of(ann.code), "offer")
    ben = Joining(broker, ann.code)
    to_ben, to_ann = Host(wrong(ann.code)), Guest(wrong(ann.code))
    far.say(host_of(ann.code), to_ben.offer())
    reply = far.until(guest_of(ann.code), "reply")
    with pytest.raises(InvalidTag):
        to_ben.introduction(reply)
    swapped = {**json.loads(to_ann.reply(offer)), "sealed": json.loads(reply)["sealed"]}
    stranger.say(guest_of(ann.code), packed(**swapped))
    assert "a wrong code" in ann.invited().trouble
    far.say(host_of(ann.code), packed(kind="closed", why="wrong code", reply=named(reply)))
    assert "the words of this code are wrong" in ben.failure
    ann.cancel()
    far.close()


def test_an_invitation_that_is_always_overwritten_gets_a_new_number(
    shared_broker: Mosquitto, stranger: Stranger
) -> None:
    ann = Inviting(shared_broker)
    for number in range(21):
        stranger.say(host_of(ann.code), b"%d" % number)
    again = ann.invited()
    assert "somebody else at the broker overwrites this invitation" in again.trouble
    ann.seats_ben(again.code)


@pytest.mark.slow
def test_invitations_that_are_all_overwritten_are_given_up(
    shared_broker: Mosquitto, stranger: Stranger
) -> None:
    ann = Inviting(shared_broker)
    code = ann.code
    for attempt in range(5):
        for number in range(21):
            stranger.say(host_of(code), b"" if number % 2 else b"%d" % number)
        code = ann.invited().code if attempt < 4 else code
    failed = ann.told.until(PairingFailed)
    assert isinstance(failed, PairingFailed)
    assert failed.text.startswith("somebody else at the broker overwrites every invitation")


# What a host can do to a guest

_LIES: list[dict[str, object]] = [
    {"seat": 0},
    {"seat": 2},
    {"seat": -2},
    {"seat": 10**30},
    {"seat": "1"},
    {"table": "../../../etc/passwd"},
    {"table": "#"},
    {"table": "G" * 32},
    {"key": base64(b"short")},
    {"roster": []},
    {"roster": [base64(bytes(32))] * 2},
    {"more": 1},
    {"terms": {"game": "solomon", "seats": 7}},
    {"terms": {"game": "solomon", "seats": 2, "host": 5}},
    {"terms": {"game": "\x1b[2J", "seats": 2}},
    {"terms": {"game": "g" * 300, "seats": 2}},
    {"terms": {"game": "solomon", "seats": 2, "players": ["a", "b", "c"]}},
    {"terms": {"game": "solomon", "seats": 2, "players": ["a\nb", ""]}},
    {"terms": {"game": "solomon", "seats": 2, "options": {str(n): "" for n in range(99)}}},
]


@pytest.mark.parametrize("lie", slow_after(1, _LIES))
def test_a_place_that_makes_no_sense_is_refused(
    shared_broker: Mosquitto, stranger: Stranger, lie: dict[str, object]
) -> None:
    ben = Joining(shared_broker)
    liar = Host(ben.code)
    stranger.say(host_of(ben.code), liar.offer())
    stranger.say(host_of(ben.code), liar.welcome(stranger.until(guest_of(ben.code)), **lie))
    assert ben.failure.startswith("the board that invites offers a place that makes no sense")
