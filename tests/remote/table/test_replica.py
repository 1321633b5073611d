"""The shared log: who may write, what is refused, and matches with faults."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import registry
from companion.remote.table import SPECTATOR, Answer, Ply, Refused, Replica, Request, Snapshot
from companion.remote.table.entry import RequestKind, first_hash
from companion.remote.table.game_rules import GameRules
from companion.remote.table.position import Ended
from companion.remote.table.replica import MAX_ENTRIES, Outcome
from tests.remote.table.simulation import check, play_match
from tests.slow import slow_after


class Turns:
    """A game for any number of seats: each writes a or b in turn, 12 plies long."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def to_move(self, plies: tuple[str, ...]) -> int | None:
        return len(plies) % self.seats if len(plies) < 12 else None

    def draws(self, plies: tuple[str, ...]) -> Sequence[tuple[str, int]]:
        return ()

    def is_legal(self, plies: tuple[str, ...], text: str) -> bool:
        return text in ("a", "b")


def replica(seat: int = 0, seats: int = 2) -> Replica:
    return Replica(
        Snapshot(table="T", seat=seat, seats=seats, revision=0),
        Turns(seats),
        b"seed of seat %d" % seat,
    )


def sent(one: Replica) -> bytes:
    return msgspec.json.encode(one.snapshot())


@pytest.mark.parametrize("seed", slow_after(12, range(300)))
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_all_logs_are_equal_after_faults(seed: int, seats: int) -> None:
    check(play_match(seed, Turns(seats), seats))


@pytest.mark.parametrize("seed", slow_after(3, range(100)))
def test_matches_of_a_genuine_game_end_with_equal_logs(seed: int) -> None:
    check(play_match(seed, GameRules(registry.make("nim")), 2))


def test_a_spectator_follows_and_can_write_nothing() -> None:
    white, black, watcher = replica(0), replica(1), replica(SPECTATOR)
    white.play("a")
    black.hear(sent(white))
    black.ask("takeback", 0)
    white.hear(sent(black))
    white.answer(True)
    for one in (white, black, white):
        watcher.hear(sent(one))
    assert watcher.entries == white.entries
    assert watcher.position == white.position
    assert not watcher.holds_pen
    before = watcher.snapshot()
    with pytest.raises(Refused):
        watcher.play("a")
    with pytest.raises(Refused):
        watcher.answer(True)
    with pytest.raises(Refused, match="nothing to ask"):
        watcher.ask("resign")
    assert watcher.snapshot() == before
    assert white.hear(sent(watcher)).trouble == "other table"
    with pytest.raises(Refused):
        replica(SPECTATOR - 1)


def test_only_the_pen_s_holder_plays() -> None:
    with pytest.raises(Refused):
        replica(1).play("a")


@pytest.mark.parametrize("what, left", [("takeback", ()), ("draw", ("a",))])
def test_a_request_takes_effect_when_the_other_side_accepts(
    what: str, left: tuple[str, ...]
) -> None:
    white, black = replica(0), replica(1)
    white.play("a")
    white.ask(what)  # type: ignore[arg-type]
    black.hear(sent(white))
    assert black.position.request is not None and black.holds_pen
    black.answer(accepted=True)
    assert not white.hear(sent(black)).trouble
    assert white.entries == black.entries
    assert white.position.plies == left
    assert white.position.ended == (Ended("draw", 0) if what == "draw" else None)


def test_a_refused_request_changes_nothing() -> None:
    white, black = replica(0), replica(1)
    white.play("a")
    white.ask("takeback")
    black.hear(sent(white))
    black.answer(accepted=False)
    white.hear(sent(black))
    assert white.position.plies == ("a",) and white.position.request is None


def test_an_illegal_ply_from_the_far_side_is_refused() -> None:
    ply = Ply(previous=first_hash("T"), author=0, text="queen takes all")
    forged = Snapshot(table="T", seat=0, seats=2, revision=9, entries=(ply,))
    black = replica(1)
    assert black.hear(msgspec.json.encode(forged)).trouble == "illegal"
    assert black.entries == ()


def test_nobody_resigns_for_another() -> None:
    entry = Request(previous=first_hash("T"), author=0, game=0, seat=1, number=1, what="resign")
    forged = Snapshot(table="T", seat=0, seats=2, revision=9, entries=(entry,))
    black = replica(1)
    assert black.hear(msgspec.json.encode(forged)).trouble == "illegal"
    assert black.position.ended is None


@pytest.mark.parametrize("other", [{"version": 2}, {"table": "U"}, {"seat": 1}, {"seats": 3}])
def test_a_snapshot_is_of_one_seat_of_one_table_in_one_version(other: dict[str, Any]) -> None:
    replica_of_it = replica()
    empty = replica_of_it.snapshot()
    replica_of_it.play("a")
    played = replica_of_it.snapshot()
    assert played != empty
    assert played.same_place(empty)
    assert not played.same_place(msgspec.structs.replace(empty, **other))


def test_a_third_seat_cannot_write_for_the_first() -> None:
    ply = Ply(previous=first_hash("T"), author=0, text="a")
    forged = Snapshot(table="T", seat=2, seats=3, revision=9, entries=(ply,))
    second = replica(1, 3)
    second.hear(msgspec.json.encode(forged))
    assert second.entries == ()


@pytest.mark.parametrize("heard_of_it", [False, True])
def test_a_third_seat_takes_no_request_in_the_name_of_another(heard_of_it: bool) -> None:
    entry = Request(previous=first_hash("T"), author=0, game=0, seat=1, number=1, what="pause")
    written = Snapshot(table="T", seat=0, seats=3, revision=9, entries=(entry,))
    second, third = replica(1, 3), replica(2, 3)
    if heard_of_it:
        third.hear(sent(second))
    third.hear(msgspec.json.encode(written))
    assert not third.entries
    second.ask("pause")
    third.hear(sent(second))
    assert third.entries == (entry,)


def test_a_third_seat_takes_a_request_that_the_asking_seat_has_in_its_log() -> None:
    second, third = replica(1, 3), replica(2, 3)
    second.ask("pause")
    wish = sent(second)
    first = replica(0, 3)
    first.hear(wish)
    second.hear(sent(first))
    assert second.wishes == ()
    third.hear(sent(second))
    assert not third.entries  # its author has still to be heard
    third.hear(sent(first))
    assert third.entries == first.entries != ()


@pytest.mark.parametrize("second", ["resign", "time", "draw"])
def test_a_game_ends_once(second: RequestKind) -> None:
    white, black = replica(0), replica(1)
    white.ask("resign")
    black.hear(sent(white))
    black.ask(second)
    white.hear(sent(black))
    if second == "draw":
        white.answer(accepted=True)
    black.hear(sent(white))
    assert len(white.entries) == (3 if second == "draw" else 2)
    for one in (white, black):
        assert one.position.ended == Ended("resign", 0)
        assert one.position.request is None


def test_a_rewritten_past_is_refused() -> None:
    white, other, black = replica(0), replica(0), replica(1)
    white.play("a")
    other.play("b")
    black.hear(sent(white))
    outcome = black.hear(sent(other))
    assert (outcome.trouble, outcome.differs) == ("forked", ("a", "b"))
    assert black.entries == white.entries


def test_another_version_and_another_table_are_told_apart() -> None:
    white = replica(0)
    assert white.hear(b'{"version": 2, "new": 1}').trouble == "version"
    other = Snapshot(table="U", seat=1, seats=2, revision=1)
    assert white.hear(msgspec.json.encode(other)).trouble == "other table"


ANYTHING = st.recursive(
    st.none() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(Snapshot.__struct_fields__), inner, max_size=8)
    ),
    max_leaves=8,
)


@settings(max_examples=60)
@given(st.binary(max_size=200) | ANYTHING.map(lambda value: json.dumps(value).encode()))
def test_garbage_is_refused_and_changes_nothing(message: bytes) -> None:
    white = replica(0)
    before = white.snapshot()
    assert white.hear(message).trouble
    assert white.snapshot() == before


def test_what_a_seat_may_not_do_is_refused() -> None:
    white = replica(0)
    with pytest.raises(Refused, match="1 of 0 plies"):
        white.ask("takeback", 1)
    with pytest.raises(Refused, match="not allowed"):
        white.answer(accepted=True)
    black = replica(1)
    black.ask("draw")  # white has the pen, and writes it down
    with pytest.raises(Refused, match="earlier request"):
        black.ask("draw")


def test_a_stored_log_that_does_not_chain_is_refused() -> None:
    ply = Ply(previous=first_hash("U"), author=0, text="a")
    with pytest.raises(Refused, match="entry 0 of the stored log does not fit"):
        Replica(Snapshot(table="T", seat=0, seats=2, revision=1, entries=(ply,)), Turns(2), b"seed")
    with pytest.raises(Refused, match="seat 2 of 2"):
        replica(2)
    with pytest.raises(ValueError, match="2 to 6 seats, not 7"):
        replica(0, 7)


def test_a_snapshot_that_was_overtaken_changes_nothing() -> None:
    white, black = replica(0), replica(1)
    early = sent(white)
    white.play("a")
    black.hear(sent(white))
    before = black.snapshot()
    assert black.hear(early) == Outcome()
    assert black.hear(sent(black)) == Outcome()  # its own comes back from the broker
    assert black.snapshot() == before


def test_a_pause_lasts_until_somebody_resumes() -> None:
    white, black = replica(0), replica(1)
    for what, paused in (("pause", True), ("resume", False)):
        white.ask(what)  # type: ignore[arg-type]
        black.hear(sent(white))
        black.answer(accepted=True)
        white.hear(sent(black))
        assert white.position.paused is black.position.paused is paused
        if paused:
            with pytest.raises(Refused):
                white.play("a")
    white.play("a")


def test_a_table_goes_back_to_an_earlier_position_of_a_game() -> None:
    rules = GameRules(registry.make("nim"))
    first, second = rules.moves(())[:2]
    assert rules.to_move((first,)) == 1
    assert rules.to_move((second,)) == 1
    assert not rules.is_legal((), "no move")


# What is wrong, or was lost


def test_what_no_seat_of_this_version_sends_is_named_or_left_out() -> None:
    white, black = replica(0), replica(1)
    own = black.snapshot()
    later = msgspec.structs.replace(own, version=9)
    assert white.hear(msgspec.json.encode(later)).trouble == "version"
    endless = (Ply(previous="0" * 64, author=1, text="a"),) * (MAX_ENTRIES + 1)
    long = msgspec.structs.replace(own, entries=endless)
    assert white.hear(msgspec.json.encode(long)) == Outcome(trouble="full")
    assert white.entries == ()


def test_a_lost_log_is_taken_back_as_far_as_it_is_sound() -> None:
    white, black = replica(0), replica(1)
    white.play("a")
    black.hear(sent(white))
    black.play("b")
    whole = black.snapshot()
    wrong = msgspec.structs.replace(whole.entries[1], text="c")
    empty = Snapshot(table="T", seat=1, seats=2, revision=0)

    lost = Replica(empty, Turns(2), b"seed", lost=True)
    spoilt = msgspec.structs.replace(whole, entries=(whole.entries[0], wrong))
    assert lost.hear(msgspec.json.encode(spoilt)).trouble == "illegal"

    lost = Replica(empty, Turns(2), b"seed", lost=True)
    outcome = lost.hear(msgspec.json.encode(whole))
    assert outcome.changed
    assert lost.entries == whole.entries
    assert not lost.lost


def test_what_the_broker_kept_of_a_seat_is_taken_back_though_it_is_older_or_new() -> None:
    white, black = replica(0), replica(1)
    kept = sent(black)  # nothing was played yet
    empty = Snapshot(table="T", seat=1, seats=2, revision=0)
    lost = Replica(empty, Turns(2), b"seed", lost=True)
    lost.hear(kept)
    assert not lost.lost

    white.play("a")
    black.hear(sent(white))
    black.play("b")
    kept = sent(black)
    lost = Replica(empty, Turns(2), b"seed", lost=True)
    lost.hear(sent(white))  # the only other seat: it is believed
    assert len(lost.entries) == 1
    assert lost.hear(kept).changed  # its own log goes on from there
    assert lost.entries == black.entries
    assert lost.revision > black.revision


def test_with_a_request_open_nothing_is_played() -> None:
    white, black = replica(0), replica(1)
    black.ask("draw")
    white.hear(sent(black))
    assert white.position.request is not None
    with pytest.raises(Refused):
        white.play("a")
    white.answer(False)
    white.play("a")
    with pytest.raises(Refused):
        white.answer(True)
    with pytest.raises(ValueError, match="no request is open"):
        white.position.after(Answer(previous="0" * 64, author=1, accepted=True), Turns(2))
