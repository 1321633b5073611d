from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.remote.code import InvalidCode, TableCode
from companion.remote.words import WORDS

codes = st.builds(
    TableCode.draw, st.binary(min_size=6, max_size=6), st.integers(min_value=4, max_value=8)
)


def _differ_by_one(one: str, other: str) -> bool:
    """Whether one letter less, more or other makes one word of the other."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    same = 0
    while same < len(short) and short[same] == long[same]:
        same += 1
    rest = long[same + 1 :]
    return rest == short[same + (len(short) == len(long)) :]


def test_no_word_is_mistaken_for_another() -> None:
    assert len(set(WORDS)) == 256
    assert all(word.isascii() and word.islower() and 4 <= len(word) <= 9 for word in WORDS)
    for one, other in combinations(WORDS, 2):
        assert not _differ_by_one(one, other), (one, other)
        assert not one.startswith(other)
        assert not other.startswith(one)


@given(codes)
def test_a_code_is_read_as_it_was_shown(code: TableCode) -> None:
    assert TableCode.parse(str(code)) == code
    assert TableCode.parse(f"  {str(code).upper().replace('-', ' ')}\n") == code


def test_the_bytes_choose_the_code() -> None:
    assert str(TableCode.draw(bytes(6))) == f"1000-{WORDS[0]}-{WORDS[0]}"
    assert str(TableCode.draw(b"\0\0\0\7\1\xff")) == f"1007-{WORDS[1]}-{WORDS[255]}"
    assert len(TableCode.draw(bytes(6), 8).nameplate) == 8
    with pytest.raises(ValueError, match="5 bytes"):
        TableCode.draw(bytes(5))
    with pytest.raises(ValueError, match="9 digits"):
        TableCode.draw(bytes(6), 9)


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "a number and two words, such as 4711-tiger-soda"),
        ("4711-tiger", "a number and two words"),
        ("4711-tiger-soda-yoga", "a number and two words"),
        ("4711-tiger-soda" * 100, "a number and two words"),
        ("471-tiger-soda", "begins with '471'; it must begin with a number of 4 to 8 digits"),
        ("tiger-soda-4711", "begins with 'tiger'"),
        ("٤٧١١-tiger-soda", "begins with"),
        ("4711-tigre-soda", r"no code with the word 'tigre' \(did you mean 'tiger'\?\)"),
        ("4711-tiger-xxxxx", "no code with the word 'xxxxx'; check"),
    ],
)
def test_what_is_wrong_with_a_code_is_said(typed: str, problem: str) -> None:
    with pytest.raises(InvalidCode, match=problem):
        TableCode.parse(typed)


@given(st.text(max_size=120))
def test_whatever_is_typed_is_either_a_code_or_refused(typed: str) -> None:
    try:
        code = TableCode.parse(typed)
    except InvalidCode as error:
        assert "\n" not in str(error)
    else:
        assert TableCode.parse(str(code)) == code
