from __future__ import annotations

from pathlib import Path

import msgspec

from companion.records.journal.codec import encode
from companion.records.journal.export import export, show
from companion.records.journal.reader import GameLog, parse_log
from companion.records.journal.record import EndRecord, EventRecord, Header, MoveRecord
from tests.records.journal.games import ENTRIES, head


def log_of(first: Header, *entries: EventRecord) -> GameLog:
    lines = (encode(n, record) for n, record in enumerate((first, *entries)))
    return parse_log(Path("x.jsonl"), b"".join(lines))


def several(*seats: str) -> Header:
    return Header(
        game="halma", options={}, seats=seats, started="2026", program="1", position='the "start"'
    )


def moves_of(text: str) -> list[str]:
    return text.partition("\n\n")[2].splitlines()


def played(*seats: int) -> list[MoveRecord]:
    return [MoveRecord(f"m{i}", seat, i) for i, seat in enumerate(seats)]


def test_a_game_is_exported_with_tags_and_numbered_moves() -> None:
    assert export(log_of(head(), *ENTRIES)) == (
        '[Game "solomon"]\n'
        '[Option first "w"]\n'
        '[Seat 0 "White"]\n'
        '[Seat 1 "Black"]\n'
        '[Seed bag "7"]\n'
        '[Started "2026-11-20T15:30:12+01:00"]\n'
        '[Program "0.1.0"]\n'
        '[Position "b/bbbbb/../.../../wwwww/w w"]\n'
        '[Result "win 0"]\n'
        '[Ending "resigned"]\n'
        "\n"
        "1. 14-9 2x12\n"
        "2. 15x9 3-7\n"
        "3. 9x3\n"
        "win 0\n"
    )


def test_a_game_that_goes_on_is_exported_as_ongoing() -> None:
    text = export(log_of(head()))
    assert '[Result "ongoing"]' in text
    assert "Ending" not in text
    assert moves_of(text) == ["ongoing"]


def test_a_single_player_has_a_round_for_every_move() -> None:
    log = log_of(several("Player"), *played(0, 0, 0), EndRecord("won", "rules"))
    assert moves_of(export(log)) == ["1. m0", "2. m1", "3. m2", "won"]


def test_six_seats_share_a_round_and_one_that_is_out_is_skipped() -> None:
    log = log_of(several(*"abcdef"), *played(0, 1, 2, 3, 4, 5, 0, 2, 3, 0))
    assert moves_of(export(log)) == ["1. m0 m1 m2 m3 m4 m5", "2. m6 m7 m8", "3. m9", "ongoing"]


def test_what_chance_drew_stands_before_the_move_it_led_to() -> None:
    log = log_of(several("a", "b"), *played(-1, 0, -1, 1, -1, 0, -1))
    assert moves_of(export(log)) == ["1. (m0) m1 (m2) m3", "2. (m4) m5", "3. (m6)", "ongoing"]


def test_quotes_in_a_tag_are_escaped() -> None:
    assert '[Position "the \\"start\\""]' in export(log_of(several("a")))


def test_everything_is_shown_in_order() -> None:
    text = show(log_of(head(), *ENTRIES))
    assert text.splitlines()[8:] == [
        "      0.5 s  White: 14-9",
        "      1.5 s  Black: 2x12",
        "      2.5 s  White: 15x9",
        "      3.5 s  Black: 3-7",
        "note: the plug was pulled — and put back",
        "taken back: 2",
        "      2.5 s  White: 15x9",
        "      3.5 s  Black: 3-7",
        "      4.5 s  White: 9x3",
        "end: win 0 (resigned)",
    ]


def test_what_no_seat_did_chance_did() -> None:
    shown = show(log_of(several("a", "b"), *played(-1, 0, 1, 2))).splitlines()
    assert [line.split("  ")[-1] for line in shown[-4:]] == [
        "chance: m0",
        "a: m1",
        "b: m2",
        "chance: m3",
    ]


def test_what_is_wrong_with_a_journal_is_shown_with_it() -> None:
    data = encode(0, head()) + b"damage\n" + b"torn"
    shown = show(parse_log(Path("x.jsonl"), data)).splitlines()
    assert shown[-2:] == [
        "x.jsonl, line 2 is damaged: it does not begin with a checksum",
        "the last line is incomplete and was dropped",
    ]


def test_computer_is_named_with_its_seat_and_level() -> None:
    first = msgspec.structs.replace(several("South", "North"), computers={1: "fair"})
    log = log_of(first)
    assert log.head == first
    assert '[Computer 1 "fair"]' in export(log)
    assert "Computer 1: fair" in show(log)
    assert "Computer" not in export(log_of(several("South", "North")))


def test_head_of_the_first_format_has_no_computers() -> None:
    first = msgspec.to_builtins(several("South"))
    del first["computers"]
    assert msgspec.convert({**first, "format": 1}, Header).computers == {}
