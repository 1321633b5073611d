from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.remote.table.envelope import (
    Box,
    NotGenuine,
    TableBox,
    derived_key,
    is_signed,
    public_key,
    sign,
)
from companion.remote.table.seat_link import LARGEST_MESSAGE
from companion.remote.table.topics import presence_topic, seat_topic

TABLE = "0123456789abcdef" * 2
PRIVATE = [bytes([seat + 1]) * 32 for seat in range(3)]
ROSTER = [public_key(private) for private in PRIVATE]
BOX = TableBox(b"k" * 32)
NONCE = b"n" * 12
TOPIC = seat_topic(TABLE, 1)

messages = st.binary(max_size=300)


def _sealed(message: bytes, seat: int = 1, topic: str = TOPIC) -> bytes:
    return BOX.seal(PRIVATE[seat], topic, message, NONCE)


@given(messages)
def test_what_was_sealed_is_opened(message: bytes) -> None:
    assert BOX.open(ROSTER[1], TOPIC, _sealed(message)) == message


@given(messages, st.data())
def test_nothing_that_was_changed_is_taken(message: bytes, data: st.DataObject) -> None:
    sealed = bytearray(_sealed(message))
    place = data.draw(st.integers(0, len(sealed) - 1))
    sealed[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(NotGenuine):
        BOX.open(ROSTER[1], TOPIC, bytes(sealed))


@given(messages, st.data())
def test_nothing_that_was_cut_or_lengthened_is_taken(message: bytes, data: st.DataObject) -> None:
    sealed = _sealed(message)
    cut = sealed[: data.draw(st.integers(0, len(sealed) - 1))]
    for changed in (cut, sealed + data.draw(st.binary(min_size=1, max_size=20))):
        with pytest.raises(NotGenuine):
            BOX.open(ROSTER[1], TOPIC, changed)


@pytest.mark.parametrize(
    "topic", [seat_topic(TABLE, 0), seat_topic("f" * 32, 1), presence_topic(TABLE, 1), ""]
)
def test_nothing_is_moved_to_another_topic(topic: str) -> None:
    with pytest.raises(NotGenuine, match="another topic"):
        BOX.open(ROSTER[1], topic, _sealed(b"e2e4"))


@pytest.mark.parametrize("seat", [0, 2])
def test_no_seat_writes_for_another(seat: int) -> None:
    """All seats have the table's key, and so have spectators."""
    with pytest.raises(NotGenuine, match="somebody else"):
        BOX.open(ROSTER[1], TOPIC, _sealed(b"e2e4", seat))


def test_a_signature_is_for_its_topic() -> None:
    """Another seat, which can open an envelope, cannot seal what is inside for another topic."""
    inside = Box(derived_key(b"k" * 32, b"companion/1 table")).open(TOPIC, _sealed(b"e2e4"))
    moved = Box(derived_key(b"k" * 32, b"companion/1 table")).seal(
        presence_topic(TABLE, 1), inside, NONCE
    )
    with pytest.raises(NotGenuine, match="somebody else"):
        BOX.open(ROSTER[1], presence_topic(TABLE, 1), moved)


def test_another_table_has_another_key() -> None:
    with pytest.raises(NotGenuine):
        TableBox(b"K" * 32).open(ROSTER[1], TOPIC, _sealed(b"e2e4"))


def test_another_version_is_not_opened() -> None:
    with pytest.raises(NotGenuine, match="version 2"):
        BOX.open(ROSTER[1], TOPIC, b"\2" + _sealed(b"e2e4")[1:])


def test_what_is_too_large_is_not_opened() -> None:
    with pytest.raises(NotGenuine, match="bytes"):
        BOX.open(ROSTER[1], TOPIC, b"\1" * (LARGEST_MESSAGE + 1))


@given(st.binary(max_size=200))
def test_garbage_is_not_opened(garbage: bytes) -> None:
    with pytest.raises(NotGenuine):
        BOX.open(ROSTER[1], TOPIC, garbage)


@given(st.binary(max_size=100), st.binary(max_size=100))
def test_garbage_is_neither_a_key_nor_a_signature(public: bytes, signature: bytes) -> None:
    assert not is_signed(public, signature, TOPIC, b"e2e4")
    assert not is_signed(public, sign(PRIVATE[0], TOPIC, b"e2e4"), TOPIC, b"e2e4")


def test_an_envelope_shows_nothing_of_its_message() -> None:
    assert b"14-12" not in _sealed(b"14-12")
    assert _sealed(b"14-12") != BOX.seal(PRIVATE[1], TOPIC, b"14-12", b"m" * 12)


def test_a_key_has_one_purpose() -> None:
    assert derived_key(b"s" * 32, b"one") != derived_key(b"s" * 32, b"other")
