from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.remote.table.code import InvalidCode, TableCode, _check_digit
from companion.remote.table.code_words import WORDS

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


@given(codes)
def test_a_code_is_read_in_digits_as_well(code: TableCode) -> None:
    assert TableCode.parse(code.digits) == code
    assert TableCode.parse(f" {code.digits[:2]} {code.digits[2:].replace('-', '')} ") == code


@given(codes, st.data())
def test_a_wrong_digit_is_noticed(code: TableCode, data: st.DataObject) -> None:
    """So it does not spend the code."""
    digits = code.digits.replace("-", "")
    place = data.draw(st.integers(0, len(digits) - 1))
    other = data.draw(st.sampled_from([d for d in "0123456789" if d != digits[place]]))
    with pytest.raises(InvalidCode, match="one of its digits is wrong"):
        TableCode.parse(digits[:place] + other + digits[place + 1 :])


def test_the_check_digit_is_the_published_one() -> None:
    """Of the example that is given for it everywhere, 7992739871: 3."""
    assert _check_digit("7992739871") == "3"


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
        ("471156769", "a code in digits has 10 to 14 of them, not 9"),
        ("471156769500000", "a code in digits has 10 to 14 of them, not 15"),
        ("4711-655364", "4711655364 is not a code: one of its digits is wrong"),
        ("٤٧١١٥٦٧٦٩٥", "a number and two words"),
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
