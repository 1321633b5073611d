from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.remote.table.ticket import InvalidTicket, TableTicket, Terms

TERMS = Terms(
    game="solomon", seats=2, options={"pieces": "5"}, clock="fischer 5+3", players=("Ann", "")
)
TICKET = TableTicket(
    role="guest",
    table="0123456789abcdef" * 2,
    seat=1,
    key=bytes(32),
    private=bytes(range(32)),
    roster=(bytes([1]) * 32, bytes([2]) * 32),
    terms=TERMS,
)


def test_a_ticket_comes_back_as_it_was_stored() -> None:
    assert TableTicket.parse(TICKET.encode()) == TICKET


def test_a_spectator_has_neither_a_seat_nor_a_private_key() -> None:
    watching = msgspec.structs.replace(TICKET, role="spectator", seat=-1, private=b"")
    assert TableTicket.parse(watching.encode()) == watching
    for changes in ({"seat": 1}, {"private": bytes(32)}):
        with pytest.raises(InvalidTicket, match="makes no sense"):
            msgspec.structs.replace(watching, **changes).check()


@pytest.mark.parametrize(
    "changes",
    [
        {"table": "0123"},
        {"table": "0123456789ABCDEF" * 2},
        {"table": "../" * 10 + "ab"},
        {"key": bytes(31)},
        {"private": b""},
        {"seat": 2},
        {"seat": -1},
        {"roster": (bytes(32),)},
        {"roster": (bytes(32), bytes(33))},
    ],
)
def test_a_ticket_that_makes_no_sense_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidTicket, match="makes no sense"):
        msgspec.structs.replace(TICKET, **changes).check()


def test_a_ticket_of_another_version_says_so() -> None:
    with pytest.raises(InvalidTicket, match="another version"):
        TableTicket.parse(msgspec.structs.replace(TICKET, version=2).encode())


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b"[" * 100_000, TICKET.encode()[:-1]])
def test_what_is_no_ticket_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidTicket, match="cannot be read"):
        TableTicket.parse(data)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"seats": 1, "players": ()}, "2 to 6 seats, not 1"),
        ({"seats": 10**4000}, "not …"),
        ({"host": 2}, "seat 2 is not one of the 2 seats"),
        ({"players": ("Ann",)}, "1 names for 2 seats"),
        ({"players": ("Ann", "B" * 41)}, "at most 40 printable"),
        ({"players": ("Ann", "B\n")}, "at most 40 printable"),
        ({"clock": "x" * 201}, "too long"),
        ({"options": {"a\x00": "1"}}, "too long, or have characters"),
        ({"options": {str(number): "" for number in range(51)}}, "too long"),
    ],
)
def test_terms_that_no_table_can_have_are_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidTicket, match=problem):
        msgspec.structs.replace(TERMS, **changes).check()


def test_a_name_is_filled_in() -> None:
    assert TERMS.with_player(1, "Bob").players == ("Ann", "Bob")
    assert Terms(game="nim", seats=3).with_player(2, "Cy").players == ("", "", "Cy")
    assert Terms(game="nim", seats=3).player(1) == ""
