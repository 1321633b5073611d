"""Tables made, joined, watched and played over a genuine broker."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.remote.mqtt import tables
from companion.remote.mqtt.broker_settings import InvalidBroker, RemoteSettings
from companion.remote.mqtt.table_link import TableLink
from companion.remote.table import Snapshot
from companion.remote.table.code import InvalidCode, TableCode
from companion.remote.table.envelope import TableBox
from companion.remote.table.seat_link import (
    Forged,
    GuestCame,
    Invited,
    LinkReport,
    LinkState,
    Paired,
    PairingFailed,
    PairingReport,
    Presence,
    SeatMessage,
)
from companion.remote.table.ticket import Terms
from companion.remote.table.topics import presence_topic, seat_topic
from tests.remote.mqtt.broker import Mosquitto, Wire, write
from tests.remote.mqtt.people import Reports
from tests.remote.mqtt.seats import QUICK, Board, leave, pair, play, same_log, settings


def test_a_table_is_made_and_joined(shared_broker: Mosquitto) -> None:
    host, guest = pair(settings(shared_broker))
    assert (host.role, host.seat, guest.role, guest.seat) == ("host", 0, "guest", 1)
    assert (host.table, host.key, host.roster) == (guest.table, guest.key, guest.roster)
    assert host.terms == guest.terms
    assert guest.terms.players == ("Ann", "guest 1")


def test_three_seats_are_filled(shared_broker: Mosquitto) -> None:
    tickets = pair(settings(shared_broker), 3)
    assert [ticket.seat for ticket in tickets] == [0, 1, 2]
    assert len({ticket.key for ticket in tickets}) == 1


def test_a_wrong_code_is_told_on_both_sides(shared_broker: Mosquitto) -> None:
    hosting: Reports[PairingReport] = Reports()
    invitation = tables.invite(settings(shared_broker), Terms(game="solomon", seats=2), hosting)
    invited = hosting.until(Invited)
    assert isinstance(invited, Invited)
    code = TableCode.parse(invited.code)
    wrong = TableCode(
        code.nameplate, (code.words[0], "yoga" if code.words[1] != "yoga" else "zoom")
    )
    guessing: Reports[PairingReport] = Reports()
    tables.join(settings(shared_broker), str(wrong), guessing)
    failed = guessing.until(PairingFailed)
    assert isinstance(failed, PairingFailed)
    assert "wrong" in failed.text
    again = hosting.until(Invited)
    assert isinstance(again, Invited)
    assert "wrong code" in again.trouble
    assert again.code != invited.code
    late: Reports[PairingReport] = Reports()
    tables.join(settings(shared_broker), invited.code, late)
    failed = late.until(PairingFailed)
    assert isinstance(failed, PairingFailed)
    assert "used already" in failed.text
    invitation.cancel()
    withdrawn: Reports[PairingReport] = Reports()
    tables.join(settings(shared_broker), again.code, withdrawn)
    assert isinstance(withdrawn.until(PairingFailed), PairingFailed)


def test_a_guest_is_turned_away(shared_broker: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "GUESTS_SHOWN", 1000)
    hosting: Reports[PairingReport] = Reports()
    invitation = tables.invite(settings(shared_broker), Terms(game="solomon", seats=2), hosting)
    outcomes = []
    for name in ("Mallory", "Ben"):
        invited = hosting.until(Invited)
        assert isinstance(invited, Invited)
        joining: Reports[PairingReport] = Reports()
        tables.join(settings(shared_broker), invited.code, joining, name)
        came = hosting.until(GuestCame)
        assert isinstance(came, GuestCame)
        assert came.player == name
        if name == "Mallory":
            invitation.turn_away(came.seat)
        else:
            invitation.let_in()
        outcomes.append(joining.until(lambda one: isinstance(one, (Paired, PairingFailed))))
    assert isinstance(outcomes[0], PairingFailed)
    assert "withdrawn" in outcomes[0].text
    paired = hosting.until(Paired)
    assert isinstance(paired, Paired)
    assert paired.ticket.terms.players == ("", "Ben")


def test_a_number_that_nobody_has_is_said(
    shared_broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_PATIENCE", 0)
    joining: Reports[PairingReport] = Reports()
    tables.join(settings(shared_broker), "99999999-tiger-soda", joining)
    failed = joining.until(PairingFailed)
    assert isinstance(failed, PairingFailed)
    assert "no invitation with the number 99999999" in failed.text


def test_what_cannot_work_is_refused_at_once(shared_broker: Mosquitto) -> None:
    heard: Reports[PairingReport] = Reports()
    with pytest.raises(InvalidCode):
        tables.join(settings(shared_broker), "4711", heard)
    with pytest.raises(InvalidBroker, match="no broker is configured"):
        tables.invite(RemoteSettings(), Terms(game="nim", seats=2), heard)


# Playing


def test_two_seats_play_and_one_watches(shared_broker: Mosquitto) -> None:
    random = Random(1)
    tickets = pair(settings(shared_broker))
    boards = [Board(settings(shared_broker), ticket) for ticket in tickets]
    play(boards, 12, random)
    assert same_log(boards)
    assert len(boards[0].replica.entries) == 12

    hosting: Reports[PairingReport] = Reports()
    tables.invite_spectator(settings(shared_broker), tickets[0], hosting)
    invited = hosting.until(Invited)
    assert isinstance(invited, Invited)
    joining: Reports[PairingReport] = Reports()
    tables.join(settings(shared_broker), invited.code, joining)
    paired = joining.until(Paired)
    assert isinstance(paired, Paired)
    assert paired.ticket.role == "spectator"
    watching: Reports[LinkReport] = Reports()
    spectator = TableLink(settings(shared_broker), paired.ticket, watching, QUICK)
    spectator.publish(b"a spectator has nothing to say")
    seen = watching.until(
        lambda one: (
            isinstance(one, SeatMessage)
            and len(msgspec.json.decode(one.snapshot, type=Snapshot).entries) == 12
        )
    )
    assert isinstance(seen, SeatMessage)
    spectator.show_presence(thinking=True)
    leave(spectator, *(board.link for board in boards))
    assert not [one for board in boards for one in board.reports.all if isinstance(one, Forged)]


def test_a_seat_that_was_away_gets_everything(shared_broker: Mosquitto) -> None:
    random = Random(2)
    boards = [Board(settings(shared_broker), ticket) for ticket in pair(settings(shared_broker))]
    play(boards, 3, random)
    leave(boards[1].link)
    boards[0].play(random)
    count = len(boards[0].replica.entries)
    leave(boards[0].link)
    boards[1].start()  # alone: what the other published stands there
    boards[1].follow(count)
    boards[0].start()
    play(boards, count + 4, random)
    assert same_log(boards)
    leave(*(board.link for board in boards))


def test_presence_is_shown(shared_broker: Mosquitto) -> None:
    host, guest = pair(settings(shared_broker))
    seen: Reports[LinkReport] = Reports()
    first = TableLink(settings(shared_broker), host, seen, QUICK)
    heard: Reports[LinkReport] = Reports()
    second = TableLink(settings(shared_broker), guest, heard, QUICK)
    assert seen.until(Presence) == Presence(1, here=True, thinking=False)
    second.show_presence(thinking=True)
    assert seen.until(Presence) == Presence(1, here=True, thinking=True)
    leave(second)
    assert seen.until(Presence) == Presence(1, here=False, thinking=False)
    leave(first)


def test_a_seat_whose_line_is_cut_counts_as_away(shared_broker: Mosquitto) -> None:
    host, guest = pair(settings(shared_broker))
    seen: Reports[LinkReport] = Reports()
    first = TableLink(settings(shared_broker), host, seen, QUICK)
    wire = Wire(shared_broker)
    far = RemoteSettings(host="127.0.0.1", port=wire.port)
    second = TableLink(far, guest, lambda _: None, QUICK)
    seen.until(lambda one: one == Presence(1, here=True, thinking=False))
    wire.cut()
    seen.until(lambda one: one == Presence(1, here=False, thinking=False))
    seen.until(lambda one: one == Presence(1, here=True, thinking=False))  # it comes back by itself
    leave(first, second)
    wire.close()


# What others write


def test_what_others_write_is_not_taken(shared_broker: Mosquitto) -> None:
    """Somebody on the broker without the key, and then the other seat and a spectator with it."""
    host, guest = pair(settings(shared_broker))
    seen: Reports[LinkReport] = Reports()
    link = TableLink(settings(shared_broker), host, seen, QUICK)
    seen.until(lambda one: isinstance(one, LinkState) and one.connected)
    topic, box = seat_topic(host.table, 1), TableBox(host.key)
    own = seat_topic(host.table, 0)
    genuine = box.seal(guest.private, topic, b"genuine", b"1" * 12)
    for forged in (b"x", b"\1" + bytes(100), box.seal(host.private, topic, b"no", b"1" * 12)):
        write(shared_broker, topic, forged)
    assert seen.until(Forged) == Forged(topic)
    write(shared_broker, presence_topic(host.table, 1), genuine)
    assert seen.until(Forged) == Forged(presence_topic(host.table, 1))
    write(shared_broker, own, b"x")
    assert seen.until(Forged) == Forged(own)
    write(shared_broker, topic, b"")  # cleared
    write(shared_broker, topic, genuine)
    assert seen.until(SeatMessage) == SeatMessage(1, b"genuine")
    leave(link)
    assert len([one for one in seen.all if isinstance(one, Forged)]) == 3
