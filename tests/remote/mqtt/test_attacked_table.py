"""Tables under attack: by whoever is at the broker, by a spectator, and by one of the players.

Nobody plays for another seat, and nothing old is taken for something new.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from companion.app.remote import BrokerTables, StoredTable
from companion.protocol.commands import Join
from companion.remote.mqtt import table_link
from companion.remote.mqtt.table_link import TableLink
from companion.remote.table import Snapshot
from companion.remote.table.entry import first_hash
from companion.remote.table.envelope import public_key
from companion.remote.table.seat_link import Forged, LinkState, PairingFailed, Presence, SeatMessage
from companion.remote.table.ticket import TableTicket
from companion.session.remote_play.remote_tables import TableOpened
from tests.remote.mqtt.attacker import Host, Player, Stranger, guest_of, host_of
from tests.remote.mqtt.broker import Mosquitto
from tests.remote.mqtt.people import Reports
from tests.remote.mqtt.seats import QUICK, Board, play, same_log, settings, tickets
from tests.remote.mqtt.test_boards import FarBoard, boards, exchange, until
from tests.slow import slow_after

__all__ = ["boards"]  # a fixture

_RANDOM = Random(15)  # for the tables of this module, which share a broker


def as_player(ticket: TableTicket) -> Player:
    return Player(ticket.table, ticket.key, ticket.private)


def packed(snapshot: Snapshot, **members: Any) -> bytes:
    return json.dumps(json.loads(msgspec.json.encode(snapshot)) | members).encode()


def connected(board: Board) -> Board:
    board.reports.until(lambda one: isinstance(one, LinkState) and one.connected)
    return board


def heard(board: Board, seat: int) -> Snapshot:
    """The next snapshot of a seat."""
    message = board.reports.until(lambda one: isinstance(one, SeatMessage) and one.seat == seat)
    assert isinstance(message, SeatMessage)
    return msgspec.json.decode(message.snapshot, type=Snapshot)


@pytest.mark.parametrize("victim", [0, 1])
def test_a_player_cannot_play_for_another(
    shared_broker: Mosquitto, stranger: Stranger, victim: int
) -> None:
    """Seat 2 publishes, signed with its own key, what claims to be of seat 0: at its own topic, at
    that of seat 0, and in its own log. Neither another seat nor seat 0 itself, which might have
    lost its store, takes a move of it."""
    first, second, third = tickets(_RANDOM, 3)
    eve = as_player(third)
    board = connected(Board(settings(shared_broker), (first, second)[victim]))
    liar = Board(settings(shared_broker), first)  # only to write a log that would be right
    liar.link.close()
    liar.replica.play("14-12")
    claim = packed(liar.replica.snapshot(), revision=9)
    stranger.say(eve.seat(2), eve.envelope(eve.seat(2), claim))
    assert board.reports.until(Forged) == Forged(eve.seat(2))
    stranger.say(eve.seat(0), eve.envelope(eve.seat(0), claim))
    assert board.reports.until(Forged) == Forged(eve.seat(0))
    own = packed(liar.replica.snapshot(), seat=2)
    stranger.say(eve.seat(2), eve.envelope(eve.seat(2), own))
    snapshot = heard(board, 2)
    assert snapshot.entries[0].author == 0
    outcome = board.replica.hear(msgspec.json.encode(snapshot))
    assert not outcome.added
    assert not board.replica.entries


def test_what_is_not_from_a_seat_is_left_out(shared_broker: Mosquitto, stranger: Stranger) -> None:
    """Each is told once, until something genuine comes; and the game goes on."""
    first, second = tickets(_RANDOM, 2)
    other, foreign = as_player(second), as_player(tickets(_RANDOM, 2)[1])
    host, topic = as_player(first), other.seat(1)
    forged = [
        b"\1",
        b"\1" + bytes(100),
        b"\2" + other.envelope(topic, b"{}")[1:],
        host.envelope(topic, b"{}"),  # with the key of another seat
        other.envelope(other.seat(0), b"{}"),  # from another topic
        other.envelope(other.presence(1), b"{}"),
        foreign.envelope(topic, b"{}"),  # of another table
        Player(first.table, first.key, bytes(32)).envelope(topic, b"{}"),  # a spectator's
        bytes(8 << 20) + b"more",
    ]
    genuine = packed(Snapshot(table=first.table, seat=1, seats=2, revision=1))
    stranger.say(topic, forged[0])  # before anybody is there
    board = Board(settings(shared_broker), first)
    assert board.reports.until(Forged) == Forged(topic)
    connected(board)
    for one in forged:
        stranger.say(topic, other.envelope(topic, genuine))
        heard(board, 1)
        stranger.say(topic, one)
        if len(one) < 8 << 20:  # what is larger than agreed on, the broker does not pass on
            assert board.reports.until(Forged) == Forged(topic)
        stranger.say(other.presence(1), host.envelope(other.presence(1), b'{"here":true}'))
    stranger.say(other.presence(1), other.envelope(other.presence(1), b'{"here":true}'))
    board.reports.until(Presence)
    boards = [board, Board(settings(shared_broker), second)]
    play(boards, 4, Random(4))
    assert same_log(boards)


_DEEP = b"[" * 200_000 + b"]" * 200_000


def test_messages_of_a_player_that_cannot_be_read_do_no_harm(
    shared_broker: Mosquitto, stranger: Stranger
) -> None:
    """Genuine envelopes, with anything in them."""
    first, second = tickets(_RANDOM, 2)
    eve = as_player(second)
    board = connected(Board(settings(shared_broker), first))
    for garbage in (
        b"",
        b"\xff",
        b"null",
        b"[]",
        _DEEP,
        b'{"x":' + _DEEP + b"}",
        b'{"entries":[{"x":' + _DEEP + b',"kind":"ply"}]}',
        packed(board.stored, seat=1, revision=-1),
        packed(board.stored, seat=1, revision=1 << 60),
        packed(board.stored, seat=1, entries=[{"kind": "ply"}]),
        packed(board.stored, seat=1, wishes=[{}, {}, {}]),
    ):
        stranger.say(eve.seat(1), eve.envelope(eve.seat(1), garbage))
        message = board.reports.until(SeatMessage)
        assert isinstance(message, SeatMessage)
        assert board.replica.hear(message.snapshot).trouble == "unreadable"
        stranger.say(eve.presence(1), eve.envelope(eve.presence(1), garbage))
    stranger.say(eve.presence(1), eve.envelope(eve.presence(1), b'{"here":true}'))
    board.reports.until(Presence)
    forged = [one for one in board.reports.all if isinstance(one, Forged)]
    assert forged == [Forged(eve.presence(1))]
    assert len([one for one in board.reports.all if isinstance(one, LinkState)]) == 1  # not lost
    stranger.say(eve.seat(1), eve.envelope(eve.seat(1), packed(board.stored, seat=1)))
    assert not board.replica.hear(msgspec.json.encode(heard(board, 1))).trouble


@pytest.mark.parametrize("topic", ["seat", "presence"])
def test_what_is_brought_back_or_deleted_is_put_right(
    shared_broker: Mosquitto, stranger: Stranger, topic: str
) -> None:
    """Old envelopes, nothing and garbage at a seat's own topics: it publishes again,
    and its player is told of garbage alone."""
    first, second = tickets(_RANDOM, 2)
    eve = as_player(first)
    place = eve.seat(0) if topic == "seat" else eve.presence(0)
    board = connected(Board(settings(shared_broker), first))
    old = stranger.until(place)
    board.play(Random(1))
    board.link.show_presence(thinking=True)
    newest = stranger.until(place)
    assert eve.open(place, newest) != eve.open(place, old)
    for brought in (old, b"", old, b"garbage", old[:-1]):
        stranger.say(place, brought)
        assert stranger.until(place) == newest
    told = board.reports.drain()
    assert not [one for one in told if isinstance(one, LinkState) and one.trouble]
    assert [one for one in told if isinstance(one, Forged)] == [Forged(place)]
    late = Board(settings(shared_broker), second)
    if topic == "seat":
        late.follow(1)
    else:
        assert late.reports.until(Presence) == Presence(0, here=True, thinking=True)


def test_an_older_revision_changes_nothing(shared_broker: Mosquitto, stranger: Stranger) -> None:
    """What the others make of it, as long as its owner is away."""
    first, second = tickets(_RANDOM, 2)
    eve = as_player(first)
    boards = [Board(settings(shared_broker), ticket) for ticket in (first, second)]
    old = stranger.until(eve.seat(0))
    play(boards, 4, Random(2))
    boards[0].link.close()
    assert boards[0].link.join(30)
    boards[1].reports.drain()
    stranger.say(eve.seat(0), old)
    snapshot = heard(boards[1], 0)
    while snapshot.revision != eve.open(eve.seat(0), old)["revision"]:
        snapshot = heard(boards[1], 0)  # what its owner said last was still on its way
    assert snapshot.revision < boards[0].replica.revision
    outcome = boards[1].replica.hear(msgspec.json.encode(snapshot))
    assert not outcome.changed
    assert not outcome.trouble
    assert len(boards[1].replica.entries) == 4


def test_a_seat_that_is_always_overwritten_says_so_once(
    shared_broker: Mosquitto, stranger: Stranger
) -> None:
    (first, _) = tickets(_RANDOM, 2)
    board = connected(Board(settings(shared_broker), first))
    for _ in range(table_link._MOST_REPAIRS + 5):
        stranger.say(as_player(first).seat(0), b"")
    told = board.reports.until(lambda one: isinstance(one, LinkState) and bool(one.trouble))
    assert isinstance(told, LinkState)
    assert told.connected
    assert "overwrites again and again" in told.trouble
    board.link.close()
    assert board.link.join(30)
    assert not [one for one in board.reports.drain() if isinstance(one, LinkState) and one.trouble]


def test_a_host_that_lies_about_a_third_players_key_is_seen_through(
    shared_broker: Mosquitto,
) -> None:
    """Whoever was given another key for seat 2 is told as soon as seat 2 says anything."""
    host, guest, third = tickets(_RANDOM, 3)
    roster = (*guest.roster[:2], public_key(bytes(32)))
    deceived = msgspec.structs.replace(guest, roster=roster)
    board = connected(Board(settings(shared_broker), deceived))
    link = TableLink(settings(shared_broker), third, lambda _: None, QUICK)
    forged = board.reports.until(Forged)
    assert isinstance(forged, Forged)
    assert forged.topic in (as_player(host).seat(2), as_player(host).presence(2))
    link.close()


# Whole programs


def test_a_guest_that_plays_for_its_host_is_found_out(boards: list[FarBoard]) -> None:
    """It publishes, as its own, that the host has moved. The host's board shows a warning, and the
    move is neither in its log nor in its game."""
    white, black = boards
    (file,) = (black.folder / "remote").glob("*.table")
    ticket = black.tables._tables._load(file).ticket
    eve = as_player(ticket)
    claim = Snapshot(table=ticket.table, seat=0, seats=2, revision=1 << 40)
    liar = black.table.session.live.remote
    assert liar is not None
    forged = json.loads(msgspec.json.encode(claim)) | {
        "entries": [
            {"kind": "ply", "previous": first_hash(ticket.table), "author": 0, "text": "14-12"}
        ]
    }
    stranger = Stranger(black.broker)
    stranger.say(eve.seat(1), eve.envelope(eve.seat(1), json.dumps(forged).encode()))
    until(boards, lambda: "is not from the seat that it names" in white.table.state.warning)
    stranger.close()
    assert white.table.session.live.remote is not None
    assert white.table.session.live.remote.plies == ()
    exchange(boards, 0, "15-12")
    exchange(boards, 1, "2-7")
    assert white.table.texts == black.table.texts == ["15-12", "2-7"]


_KNOWN = "ab" * 16


@pytest.mark.parametrize(
    "case",
    slow_after(
        1,
        [
            ({"table": _KNOWN}, "this board knows that table already"),
            ({"table": _KNOWN, "seat": -1}, "this board plays at that table"),
            ({"terms": {"game": "nonsense", "seats": 2}}, "unknown game"),
            ({"terms": {"game": "solomon", "seats": 3}}, "makes no sense"),
            ({"terms": {"game": "solomon", "seats": 2, "options": {"x": "y"}}}, "option"),
            ({"terms": {"game": "solomon", "seats": 2, "clock": "soon"}}, "there is no kind"),
        ],
    ),
)
def test_a_host_that_lies_leaves_nothing_behind(
    shared_broker: Mosquitto,
    stranger: Stranger,
    tmp_path: Any,
    case: tuple[dict[str, object], str],
) -> None:
    """Above all it cannot have the keys of another table overwritten: their names are seen by
    everybody at the broker."""
    lie, said = case
    told: Reports[Any] = Reports()
    board = BrokerTables(settings(shared_broker), tmp_path, told)
    known = msgspec.structs.replace(tickets(_RANDOM, 2)[1], table=_KNOWN)
    board._store(StoredTable(known, "a.jsonl", 3))
    before = {path: path.read_bytes() for path in (tmp_path / "remote").iterdir()}
    code = f"{_RANDOM.randrange(10_000_000, 99_999_999)}-tiger-soda"
    liar = Host(code)
    stranger.say(host_of(code), liar.offer())
    board.join(Join(code, "Ben"))
    stranger.say(host_of(code), liar.welcome(stranger.until(guest_of(code)), **lie))
    end = told.until(lambda one: isinstance(one, PairingFailed | TableOpened))
    assert isinstance(end, PairingFailed), end
    assert said in end.text
    assert "\n" not in end.text
    assert {path: path.read_bytes() for path in (tmp_path / "remote").iterdir()} == before
