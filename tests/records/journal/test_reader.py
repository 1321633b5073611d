from __future__ import annotations

import os
import re
import socket
from pathlib import Path
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.text import english
from companion.games import registry
from companion.records.journal import reader
from companion.records.journal.codec import BadRecordError, decode, encode
from companion.records.journal.log_names import newest_path
from companion.records.journal.reader import (
    list_logs,
    parse_log,
    position_texts,
    read_log,
    replay,
    verify,
)
from companion.records.journal.record import (
    AWAITED,
    FORMAT,
    SET_UP,
    EndRecord,
    EventRecord,
    JournalError,
    MoveRecord,
    NoteRecord,
    Record,
    TakebackRecord,
)
from companion.records.journal.writer import Journal
from companion.rules import Match
from tests.records.journal.games import ENTRIES, SOLOMON, first_moves, head, unfinished

WHOLE = b"".join(encode(n, record) for n, record in enumerate([head(), *ENTRIES]))
PATH = Path("2026-11-20-153012-solomon.jsonl")

words = st.text(max_size=20)
records = st.one_of(
    st.builds(MoveRecord, words, st.integers(-1, 5), st.floats(0, 1e6)),
    st.builds(TakebackRecord, st.integers(1, 99)),
    st.builds(EndRecord, words, st.sampled_from(["rules", "repetition", "resigned", "agreed"])),
    st.builds(NoteRecord, words),
)


def log_of(*entries: EventRecord) -> reader.GameLog:
    lines = [encode(n, record) for n, record in enumerate((head(), *entries))]
    return parse_log(PATH, b"".join(lines))


def start(directory: Path, started: str, *entries: EventRecord) -> Journal:
    journal = Journal.create(directory, head(started=started))
    for entry in entries:
        journal.append(entry)
    return journal


def test_a_line_is_json_with_a_checksum_over_the_rest_of_its_bytes() -> None:
    assert encode(3, MoveRecord("14-9", 0, 12.5)) == (
        b'{"crc":"190df1f9","n":3,"kind":"move","text":"14-9","seat":0,"at":12.5}\n'
    )


@given(st.integers(0, 999_999_999), records)
def test_what_is_sealed_is_unsealed(number: int, record: Record) -> None:
    line = encode(number, record)
    assert line.count(b"\n") == 1
    assert decode(line[:-1]) == (number, record)


@given(st.binary(max_size=80))
def test_no_bytes_make_unseal_raise_anything_else(line: bytes) -> None:
    with pytest.raises(BadRecordError):
        decode(line)


@given(st.binary(max_size=200), st.integers(0, len(WHOLE)))
def test_rubbish_never_makes_the_reader_raise_anything_else(rubbish: bytes, at: int) -> None:
    try:
        log = parse_log(PATH, WHOLE[:at] + rubbish + WHOLE[at:])
    except JournalError:
        return
    assert list(log.records) == ENTRIES[: len(log.records)]


@given(st.integers(0, 8 * len(WHOLE) - 1))
def test_a_flipped_bit_is_found_and_everything_before_it_is_kept(bit: int) -> None:
    data = bytearray(WHOLE)
    data[bit // 8] ^= 1 << bit % 8
    before = WHOLE[: bit // 8].count(b"\n")
    if before == 0:
        with pytest.raises(JournalError, match="line 1 is damaged"):
            parse_log(PATH, bytes(data))
        return
    log = parse_log(PATH, bytes(data))
    assert list(log.records) == ENTRIES[: before - 1]
    assert log.torn or f"line {before + 1} is damaged" in log.damage[0]


def test_damage_in_the_middle_is_reported_with_its_line() -> None:
    log = parse_log(PATH, WHOLE.replace(b"pulled", b"pushed"))
    assert log.damage == (f"{PATH}, line 6 is damaged: its checksum is wrong",)
    assert list(log.records) == ENTRIES[:4]
    assert list(log.cut_off) == ENTRIES[5:]
    assert not log.torn


def test_a_missing_line_and_a_doubled_one_are_out_of_place() -> None:
    lines = WHOLE.splitlines(keepends=True)
    missing = parse_log(PATH, b"".join([*lines[:3], *lines[4:]]))
    assert missing.damage == (
        f"{PATH}, line 4 is out of place: it is number 4, but number 3 was expected",
    )
    doubled = parse_log(PATH, b"".join([*lines[:3], *lines[2:]]))
    assert "line 4 is out of place: it is number 2, but number 3" in doubled.damage[0]
    assert list(doubled.records) == ENTRIES[:2]


def test_a_second_head_is_out_of_place() -> None:
    log = parse_log(PATH, encode(0, head()) + encode(1, head()))
    assert log.damage == (f"{PATH}, line 2 is out of place: it is a second header",)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "has no complete line"),
        (WHOLE[:20], "has no complete line"),
        (b"\x00" * 512, "has no complete line"),
        (b"hello\n", "line 1 is damaged: it does not begin with a checksum"),
        (encode(0, NoteRecord("x")), "line 1 is out of place: the header was expected"),
    ],
)
def test_without_its_head_a_journal_is_refused_in_one_line(data: bytes, why: str) -> None:
    with pytest.raises(JournalError, match=re.escape(why)) as refused:
        parse_log(PATH, data)
    assert "\n" not in str(refused.value)


def test_a_journal_of_a_later_format_names_it() -> None:
    line = b'"n":0,"kind":"head","format":5,"news":[]}'
    data = b'{"crc":"%08x",' % crc32(line) + line + b"\n"
    with pytest.raises(
        JournalError, match=r"newer version of this program, in format 5; .* install"
    ):
        parse_log(PATH, data)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'"kind":"note","text":"x"}', "it has no number"),
        (b'"n":1,"kind":"note","text":3}', "it cannot be read: Expected `str`, got `int`"),
        (b'"n":1,"kind":"head","format":2,"news":[]}', "it cannot be read: Object contains"),
        (b'"n":1,"kind":"note","format":9}', "it cannot be read: Object contains"),
        (b'"n":1,"kind":"head","format":"9"}', "it cannot be read: Expected `int`"),
        (
            b'"n":1,"kind":"head","format":9,"news":[]}',
            "it was written by a newer version of this program, in format 9; "
            "this version reads up to format 4: install the newer version to use this log",
        ),
    ],
)
def test_a_line_with_a_sound_checksum_may_still_say_nothing(text: bytes, why: str) -> None:
    with pytest.raises(BadRecordError) as bad:
        decode(b'{"crc":"%08x",' % crc32(text) + text)
    assert str(bad.value).startswith(why)
    if not why.startswith("it cannot be read"):
        assert str(bad.value) == why


def test_before_the_fourth_format_players_had_no_names() -> None:
    before = msgspec.to_builtins(head(), enc_hook=english)
    del before["players"]
    line = b'"n":0,' + msgspec.json.encode({**before, "format": 3})[1:]
    log = parse_log(PATH, b'{"crc":"%08x",' % crc32(line) + line + b"\n")
    assert (log.head.format, log.head.players) == (3, {})


def test_a_later_format_is_named_whatever_else_it_changes() -> None:
    for first in (
        encode(0, msgspec.structs.replace(head(), format=FORMAT + 1)),
        b'{"kind":"head","format":5,"sha256":"00","program":"0.9.0"}\n',
    ):
        with pytest.raises(JournalError, match="newer version of this program") as refused:
            parse_log(PATH, first + b"whatever follows\n")
        assert str(refused.value).count("\n") == 0
        assert "without its header" not in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nothing.jsonl"
    with pytest.raises(JournalError) as error:
        read_log(path)
    assert str(error.value) == (
        f"the journal {path} cannot be read: No such file or directory; "
        "`companion journal list` shows those that can"
    )


CHANCE = MoveRecord("draw w", -1, 1.0)


@pytest.mark.parametrize(
    ("entries", "awaited"),
    [
        ([], True),
        ([NoteRecord("x"), CHANCE], True),
        ([SET_UP], False),
        ([SET_UP, AWAITED], True),
        ([AWAITED, SET_UP, NoteRecord("x")], False),
        ([MoveRecord("14-9", 0, 0)], False),
        ([MoveRecord("14-9", 0, 0), AWAITED], True),
        ([AWAITED, MoveRecord("14-9", 0, 0)], False),
        ([SET_UP, AWAITED, CHANCE, TakebackRecord(1)], True),
        ([SET_UP, CHANCE], False),
    ],
)
def test_the_board_is_awaited_until_it_is_set_up_or_a_hand_has_moved(
    entries: list[EventRecord], awaited: bool
) -> None:
    assert log_of(*entries).awaited is awaited


def test_a_game_has_no_end_while_it_goes_on() -> None:
    assert log_of().end is None
    assert log_of(*first_moves(2)).end is None


def test_replaying_gives_the_match_that_was_played() -> None:
    match = replay(log_of(*ENTRIES), SOLOMON)
    played = Match(SOLOMON)
    for move in first_moves(5):
        played.play_text(move.text)
    assert match.position == played.position
    assert match.history == played.history
    assert match.outcome.text == "win 0"


def test_taken_back_moves_do_not_stand() -> None:
    log = log_of(*ENTRIES)
    assert list(log.moves) == first_moves(5)
    assert position_texts(log, SOLOMON)[0] == "b/bbbbb/../.../../wwwww/w w"
    assert len(position_texts(log, SOLOMON)) == 6


@pytest.mark.parametrize(
    ("entries", "line", "why"),
    [
        ([MoveRecord("14-9", 0, 0), MoveRecord("14-9", 1, 1)], 3, "move '14-9' is not legal in"),
        ([MoveRecord("hello", 0, 0)], 2, "'hello' is not a move of Solomon in any position"),
        ([MoveRecord("14-9", 1, 0)], 2, "move '14-9' is seat 1's, but 0 acts"),
        ([NoteRecord("x"), TakebackRecord(1)], 3, "cannot take back 1 moves: 0 have been played"),
        (
            [EndRecord("win 0", "rules")],
            2,
            "the recorded outcome is 'win 0', but the moves lead to 'ongoing'",
        ),
        ([EndRecord("draw", "agreed"), MoveRecord("14-9", 0, 0)], 3, "the game is over (draw)"),
        (
            [EndRecord("win 1", "resigned"), EndRecord("draw", "agreed")],
            3,
            "the game is already over (win 1)",
        ),
    ],
)
def test_what_cannot_be_replayed_is_reported_with_its_line(
    entries: list[EventRecord], line: int, why: str
) -> None:
    with pytest.raises(JournalError, match=re.escape(why)) as refused:
        replay(log_of(*entries), SOLOMON)
    assert str(refused.value).startswith(f"{PATH}, line {line}: ")


def test_another_game_and_other_options_are_refused() -> None:
    with pytest.raises(JournalError, match="line 1: it is a game of 'solomon'"):
        replay(log_of(), registry.make("peg"))
    with pytest.raises(JournalError, match=r"not of 'solomon' with \{'first': 'b'\}"):
        replay(log_of(), registry.make("solomon", {"first": "b"}))


def test_a_start_position_that_is_none_is_refused() -> None:
    data = WHOLE.replace(b"wwwww/w w", b"wwwww/x w").partition(b"\n")[0]
    body = data.partition(b",")[2]
    log = parse_log(PATH, b'{"crc":"%08x",' % crc32(body) + body + b"\n")
    with pytest.raises(JournalError, match="line 1: point 19 of the placement holds 'x'"):
        replay(log, SOLOMON)


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (EndRecord("win 0", "resigned"), "win 0"),
        (EndRecord("win 1", "resigned"), "win 1"),
        (EndRecord("draw", "agreed"), "draw"),
        (EndRecord("ongoing", "abandoned"), "ongoing"),
    ],
)
def test_every_end_of_two_players_is_replayed(end: EndRecord, outcome: str) -> None:
    assert replay(log_of(end), SOLOMON).outcome.text == outcome


def test_a_single_player_resigns() -> None:
    peg = registry.make("peg")
    log = parse_log(PATH, encode(0, head(peg)) + encode(1, EndRecord("lost", "resigned")))
    assert replay(log, peg).outcome.text == "lost"


def test_an_end_that_was_taken_back_is_no_end() -> None:
    moves = first_moves(2)
    end = EndRecord("win 0", "resigned")
    assert log_of(*moves, end).finished
    log = log_of(*moves, end, TakebackRecord(1))
    assert not log.finished
    assert replay(log, SOLOMON).outcome.text == "ongoing"


def test_the_newest_unfinished_journal_is_found(tmp_path: Path) -> None:
    abandoned = EndRecord("ongoing", "abandoned")
    start(tmp_path, "2026-11-20T10:00:00", *first_moves(1))
    second = start(tmp_path, "2026-11-20T10:00:00", *first_moves(2))
    start(tmp_path, "2026-11-21T10:00:00", *first_moves(3), abandoned)
    found = unfinished(tmp_path)
    assert found is not None
    assert found.path == second.path
    assert len(found.moves) == 2
    second.append(abandoned)
    first = unfinished(tmp_path)
    assert first is not None
    assert len(first.moves) == 1


def test_no_directory_and_no_journals_mean_nothing_unfinished(tmp_path: Path) -> None:
    assert unfinished(tmp_path / "none") is None
    assert list_logs(tmp_path / "none") == []
    (tmp_path / "2026-11-20-100000-solomon.jsonl").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    assert unfinished(tmp_path) is None


def test_a_game_whose_end_stands_behind_the_damage_is_not_unfinished(tmp_path: Path) -> None:
    journal = start(tmp_path, "2026-11-20T10:00:00", *ENTRIES)
    journal.path.write_bytes(journal.path.read_bytes().replace(b"pulled", b"pushed"))
    assert unfinished(tmp_path) is None


def test_journals_are_listed_newest_first_with_their_trouble(tmp_path: Path) -> None:
    for day in (3, 1, 2):
        start(tmp_path, f"2026-11-0{day}T10:00:00", *first_moves(day))
    for _ in range(10):
        start(tmp_path, "2026-11-04T10:00:00")
    sums = list_logs(tmp_path)
    assert [s.path.name[:10] for s in sums[10:]] == ["2026-11-03", "2026-11-02", "2026-11-01"]
    assert sums[0].path.name == "2026-11-04-100000-solomon-10.jsonl"
    assert not any(s.trouble for s in sums)
    sums[0].path.write_bytes(b"")
    sums[1].path.write_bytes(sums[1].path.read_bytes() + b"{")
    sums = list_logs(tmp_path)
    assert sums[0].log is None
    assert "has no complete line" in sums[0].trouble
    assert sums[0].path.name == "2026-11-04-100000-solomon-10.jsonl"
    assert sums[1].trouble == f"{sums[1].path}: the last line is incomplete and was dropped"
    sums[2].path.write_bytes(sums[2].path.read_bytes() + b"x\n{")
    assert list_logs(tmp_path)[2].trouble == (
        f"{sums[2].path}, line 2 is damaged: it does not begin with a checksum"
    )


def test_journals_of_several_games_are_listed_newest_first(tmp_path: Path) -> None:
    for name, day in (("solomon", 1), ("peg", 2), ("trinity", 3), ("gomony", 4)):
        game = registry.make(name)
        Journal.create(tmp_path, head(game, started=f"2026-11-0{day}T10:00:00"))
    assert [s.path.stem[18:] for s in list_logs(tmp_path)] == [
        "gomony",
        "trinity",
        "peg",
        "solomon",
    ]


def test_logs_begun_in_the_same_second_keep_their_order(tmp_path: Path) -> None:
    games = ("trinity", "nim", "solomon", "crowning", "nim", "gomony")
    begun = [Journal.create(tmp_path, head(registry.make(name))).path for name in games]
    assert [summary.path for summary in list_logs(tmp_path)] == begun[::-1]
    assert newest_path(tmp_path) == begun[-1]


def test_only_recent_logs_are_read_to_find_the_one_to_go_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(2 * reader.RECENT):
        start(tmp_path, f"2026-11-20T10:00:{number:02}", EndRecord("ongoing", "abandoned"))
    read: list[Path] = []

    def counted(path: Path) -> bytes:
        read.append(path)
        return path.read_bytes()

    monkeypatch.setattr(reader, "read_file", counted)
    assert unfinished(tmp_path) is None
    assert len(read) == reader.RECENT
    assert read[0].name.startswith("2026-11-20-100039")


def test_whatever_lies_under_a_log_s_name_neither_blocks_nor_fills_the_memory(
    tmp_path: Path,
) -> None:
    names = [tmp_path / f"2026-11-2{day}-100000-solomon.jsonl" for day in range(6)]
    os.mkfifo(names[0])
    names[1].symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(names[2]))
        names[3].mkdir()
        with names[4].open("wb") as huge:
            huge.truncate(1 << 40)
        names[5].symlink_to(names[5])
        summaries = list_logs(tmp_path)
    assert [summary.path for summary in summaries] == names[::-1]
    assert all(summary.log is None and "cannot be read" in summary.trouble for summary in summaries)
    assert "larger than" in summaries[1].trouble
    assert "not a regular file" in summaries[5].trouble
    sound = start(tmp_path, "2026-11-19T10:00:00", *first_moves(1))
    found = unfinished(tmp_path)
    assert found is not None
    assert found.path == sound.path


def test_verifying_names_everything_that_is_wrong(tmp_path: Path) -> None:
    path = start(tmp_path, "2026-11-20T10:00:00", *first_moves(3)).path
    assert verify(path) == verify(path, SOLOMON) == []
    path.write_bytes(path.read_bytes() + encode(4, MoveRecord("1-2", 1, 3)) + b"xx")
    assert verify(path) == [f"{path}: the last line is incomplete and was dropped"]
    assert len(verify(path, SOLOMON)) == 2
    assert "line 5: " in verify(path, SOLOMON)[1]
    assert "cannot be read" in verify(tmp_path / "none.jsonl")[0]


def test_a_takeback_of_format_2_undoes_a_resignation_and_a_ply() -> None:
    log = read_log(Path(__file__).with_name("logs") / "solomon-format-2.jsonl")
    assert log.head.format == 2
    match = replay(log, registry.make(log.head.game, log.head.options))
    assert [played.text for played in match.history] == ["14-12", "2-7"]
    assert match.outcome.text == "win 1"


def test_a_takeback_of_no_ply_undoes_a_resignation_alone(tmp_path: Path) -> None:
    ended = EndRecord("win 1", "resigned")
    path = start(tmp_path, "2026-11-20T10:00:00", *first_moves(2), ended, TakebackRecord(0)).path
    log = read_log(path)
    assert not log.finished
    assert len(log.moves) == len(replay(log, SOLOMON).history) == 2
    again = start(tmp_path, "2026-11-20T10:00:01", *first_moves(2), TakebackRecord(0)).path
    assert "cannot take back 0 moves" in verify(again, SOLOMON)[0]


def test_a_log_of_the_first_version_is_read_and_replayed() -> None:
    path = Path(__file__).with_name("logs") / "solomon-0.1.0.jsonl"
    log = read_log(path)
    assert log.head.program == "0.1.0"
    game = registry.make(log.head.game, log.head.options)
    assert verify(path, game) == []
    assert [record.text for record in log.records if isinstance(record, MoveRecord)] == [
        "14-9",
        "2x12",
        "15x9",
        "3-7",
    ]
    assert replay(log, game).outcome.text == "win 1"
