"""JSON lines about the rules."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee import answer, answers


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
        ({"ask": "perft", "game": "solomon", "depth": "5"}, "cannot be read"),
        ({"game": "solomon"}, "cannot be read"),
    ],
)
def test_what_cannot_be_answered_is_said(request_: dict[str, Any], complaint: str) -> None:
    said = answer(json.dumps({"id": 9, **request_}))
    assert said["id"] == 9
    assert complaint in said["error"]


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


def test_each_line_is_answered_before_the_next_is_written() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with program:
        assert program.stdin is not None
        assert program.stdout is not None
        for depth, count in ((1, 7), (2, 31)):
            request = {"id": depth, "ask": "perft", "game": "solomon", "depth": depth}
            program.stdin.write(json.dumps(request) + "\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline()) == {"id": depth, "count": count}
        program.stdin.close()
    assert program.returncode == 0
