"""JSON lines about the rules."""

from __future__ import annotations

import io
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.referee.answers import answer, answer_all, answers
from companion.app.referee.requests import RequestLine


def ask(**request: Any) -> dict[str, Any]:
    return answer(json.dumps(request))


def test_start() -> None:
    assert ask(id=1, ask="start", game="solomon", options={}) == {
        "id": 1,
        "text": "b/bbbbb/../.../../wwwww/w w",
        "outcome": "ongoing",
    }


def test_moves_are_sorted_texts() -> None:
    said = ask(id=2, ask="moves", game="solomon")
    assert said["moves"] == sorted(["14-9", "14-12", "15-12", "16-10", "17-13", "18-11", "18-13"])
    assert said["outcome"] == "ongoing"


def test_play_gives_the_text_after_each_move() -> None:
    assert ask(id=3, ask="play", game="solomon", moves=["14-9", "2x12"]) == {
        "id": 3,
        "texts": ["b/bbbbb/../w../../.wwww/w b", "b/.bbbb/../.../b./.wwww/w w"],
        "outcome": "ongoing",
    }


def test_perft() -> None:
    assert ask(id=4, ask="perft", game="solomon", depth=5) == {"id": 4, "count": 3567}


@pytest.mark.parametrize("vacant", [3, "3"])
def test_option_values_are_numbers_or_text(vacant: object) -> None:
    assert ask(ask="start", game="peg", options={"vacant": vacant})["text"].startswith("o/o.ooo/")


@pytest.mark.parametrize(
    ("request_", "complaint"),
    [
        ({"ask": "start", "game": "solomn"}, "unknown game 'solomn' (did you mean 'solomon'?)"),
        ({"ask": "begin", "game": "solomon"}, "unknown ask 'begin'"),
        ({"ask": "perf", "game": "solomon"}, "did you mean 'perft'"),
        ({"ask": "start", "game": "solomon", "opts": {}}, "unknown key 'opts'"),
        ({"ask": "start", "game": "solomon", "options": {"frist": "w"}}, "did you mean 'first'?"),
        ({"ask": "start", "game": "peg", "options": {"vacant": 20}}, "cannot be '20'"),
        ({"ask": "moves", "game": "solomon", "text": "b/bbb"}, "1 field instead of 2"),
        (
            {"ask": "moves", "game": "solomon", "text": "b/bbbbx/../.../../wwwww/w w"},
            "point 6 of the placement holds 'x'",
        ),
        (
            {"ask": "moves", "game": "solomon", "text": "w/bbbbb/../.../../wwwww/. w"},
            "point 1 shows a man 'w' in the palace",
        ),
        (
            {"ask": "moves", "game": "solomon", "text": "b/bbbbb/b./.../../wwwww/w w"},
            "7 pieces of 'b'",
        ),
        ({"ask": "play", "game": "solomon", "moves": ["14-10"]}, "move '14-10' is not legal"),
        (
            {"ask": "play", "game": "solomon", "moves": ["north"]},
            "is not a move of Solomon in any position",
        ),
        ({"ask": "perft", "game": "solomon", "depth": -1}, "depth -1 is below 0"),
        ({"ask": "perft", "game": "solomon", "depth": 201}, "depth 201 is too great; choose 200"),
        (
            {"ask": "perft", "game": "solomon", "depth": "5"},
            "the request cannot be read: depth: expected an integer, got a string",
        ),
        ({"ask": "play", "game": "peg", "moves": [1]}, "moves: expected a string, got an integer"),
        ({"ask": "moves", "game": "peg", "text": 1}, "text: expected a string or null, got an"),
        (
            {"ask": "start", "game": "peg", "options": []},
            "options: expected an object, got an array",
        ),
        ({"game": "solomon"}, "the request cannot be read: it lacks the key `ask`"),
        ({"ask": "moves"}, "the request cannot be read: it lacks the key `game`"),
    ],
)
def test_what_cannot_be_answered_is_said(request_: dict[str, Any], complaint: str) -> None:
    said = answer(json.dumps({"id": 9, **request_}))
    assert said["id"] == 9
    assert complaint in said["error"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b'{"id":' + b"[" * 3000 + b"]" * 3000 + b"}", "nested too deeply"),
        (b'{"id":1,"depth":' + b"9" * 5000 + b"}", "integer value out of range"),
        (b'{"id":1e400}', "number out of range"),
        (b'{"id":NaN}', "JSON is malformed: invalid character (byte 6)"),
        (b'{"id":"\\ud800","ask":"start"}', "unexpected end of escaped utf-16 surrogate pair"),
        (b'{"id":"\xed\xa0\x80"}', "it is not UTF-8 text"),
        (b'{"id":"\xff"}', "it is not UTF-8 text"),
        (b"\0{}", "JSON is malformed: invalid character (byte 0)"),
        (b"{} {}", "JSON is malformed: trailing characters"),
        (b'{"id":1}\r{"id":2}', "JSON is malformed: trailing characters"),
        (b"[1]", "a request is an object"),
        (b'{"' + b"k" * 100_000 + b'":1}', "unknown key 'kkk"),
    ],
)
def test_a_hostile_line_is_refused_in_few_words(line: bytes, complaint: str) -> None:
    (said,) = answers([line])
    assert complaint in json.loads(said)["error"]
    assert len(said) < 1000


def test_an_id_too_deep_to_be_returned_is_refused() -> None:
    deep = b'{"ask":"start","game":"peg","id":' + b"[" * 990 + b"]" * 990 + b"}"
    for line in (deep, deep.replace(b"]", b"", 1)):
        (said,) = answers([line])
        assert said.endswith(b"}\n")


def test_a_carriage_return_before_the_newline_is_blank() -> None:
    (said,) = answers([b'{"id":1,"ask":"perft","game":"peg","depth":1}\r'])
    assert json.loads(said) == {"id": 1, "count": 6}


def test_a_cancelled_count_says_so() -> None:
    asked = iter([False, False, True])
    said = answer(
        '{"id":1,"ask":"perft","game":"solomon","depth":30}', is_cancelled=lambda: next(asked)
    )
    assert said == {"id": 1, "error": "cancelled"}


def test_a_cancel_says_how_many_counts_it_has_ended() -> None:
    perft, cancel = (
        f'{{"id":1,"ask":"{ask}","game":"peg"}}'.encode() for ask in ("perft", "cancel")
    )
    requests = [
        RequestLine(perft, lambda: True),
        RequestLine(b'{"id":2,"ask":"start","game":"nim"}', lambda: True),
        RequestLine(perft, lambda: True),
        RequestLine(cancel),
        RequestLine(cancel),
    ]
    said = [json.loads(line) for line in answer_all(requests)]
    assert [line.get("error") for line in said] == ["cancelled", None, "cancelled", None, None]
    assert said[1]["outcome"] == "ongoing"
    assert [line.get("cancelled") for line in said[3:]] == [2, 0]


@given(st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)))
def test_no_line_brings_the_referee_down(line: bytes) -> None:
    said = answer(line)
    assert "error" in said
    assert msgspec.json.encode(said)


@given(st.text(max_size=40))
def test_no_position_text_brings_it_down(text: str) -> None:
    assert {"id", "error"} == set(ask(ask="moves", game="solomon", text=text))


def test_blank_lines_are_passed_over() -> None:
    lines = io.BytesIO(b'\n{"id":1,"ask":"perft","game":"peg","depth":1}\n  \n{')
    assert json.loads(next(answers(lines))) == {"id": 1, "count": 6}
