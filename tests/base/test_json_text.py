"""JSON from elsewhere: one kind of error, on every Python."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion.base.json_text import (
    DEEPEST_JSON,
    InvalidJson,
    JsonDecoder,
    decode_json,
    is_too_deep,
)

ROOT = Path(companion.__file__).parent
OWN = ROOT / "base" / "json_text.py"
PARSERS = {
    "msgspec.json.decode",
    "msgspec.json.Decoder",
    "json.loads",
    "json.load",
    "msgspec.msgpack.decode",
}


class Named(msgspec.Struct):
    name: str


def calls() -> Iterator[tuple[str, str]]:
    """Every call in the program, as its file and the dotted name of what is called."""
    for path in ROOT.rglob("*.py"):
        if path != OWN:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield str(path.relative_to(ROOT)), ast.unparse(node.func)


def test_all_json_is_decoded_here() -> None:
    assert [call for call in calls() if call[1] in PARSERS] == []


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def test_nesting_up_to_the_limit_is_decoded() -> None:
    assert json.loads(nested(DEEPEST_JSON)) == decode_json(nested(DEEPEST_JSON), object)


@pytest.mark.parametrize("depth", [DEEPEST_JSON + 1, 200, 3_000, 100_000])
@pytest.mark.parametrize("form", [object, Named, list[list[int]]])
def test_deeper_nesting_is_refused_whatever_is_expected(depth: int, form: type[object]) -> None:
    for text in (nested(depth), b'{"name":"x","other":' + nested(depth) + b"}", b"[" * depth):
        with pytest.raises(InvalidJson, match="nested too deeply"):
            decode_json(text, form)


def test_brackets_in_strings_and_beside_one_another_are_not_nested() -> None:
    beside = b"[" + b",".join([b"[]"] * 1000) + b"]"
    assert decode_json(beside, list[list[int]]) == [[]] * 1000
    text = json.dumps({"name": '[{"\\' * 1000})
    assert decode_json(text, Named).name == '[{"\\' * 1000


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"name":"\xff"}', "it is not UTF-8 text"),
        ('{"name":"\ud800"}', "it is not UTF-8 text"),
        (b'{"name":"x"} {}', "JSON is malformed: trailing characters"),
        (b'{"name":1}', "Expected `str`, got `int`"),
        (b'{"name":' + b"9" * 5000 + b"}", "Number out of range"),
        (b"", "Input data was truncated"),
    ],
)
def test_whatever_else_is_wrong_is_the_same_kind_of_error(data: bytes | str, problem: str) -> None:
    with pytest.raises(InvalidJson, match=re.escape(problem)):
        JsonDecoder[Named](Named).decode(data)


anything = st.recursive(
    st.none() | st.text(max_size=3) | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
)


def depth_of(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    return 1 + max(map(depth_of, value), default=0) if isinstance(value, list) else 0


@given(anything, st.integers(0, 2 * DEEPEST_JSON))
def test_the_depth_is_that_of_the_value(value: object, more: int) -> None:
    for _ in range(more):
        value = [value]
    assert is_too_deep(json.dumps(value).encode()) == (depth_of(value) > DEEPEST_JSON)


@given(st.binary(max_size=40) | st.text('[]{}",:\\ 1a', max_size=60).map(str.encode))
def test_no_text_raises_anything_else(data: bytes) -> None:
    try:
        decode_json(data, object)
    except InvalidJson:
        return
    json.loads(data)
