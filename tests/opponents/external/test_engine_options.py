"""The options that engines state: read as they are written, and values held to their bounds."""

from __future__ import annotations

import pytest

from companion.opponents.external.engine_options import (
    EngineOption,
    InvalidEngineOption,
    OptionValue,
    cut_offers,
    read_uci_option,
)

HASH = EngineOption(name="Hash", type="spin", default=16, min=1, max=1024)
STYLE = EngineOption(name="Style", type="combo", default="Solid", choices=["Solid", "Very Risky"])
OWN_BOOK = EngineOption(name="OwnBook", type="check", default=True)


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("option name Hash type spin default 16 min 1 max 1024", HASH),
        ("option  name Hash  type spin max 1024 min 1  default 16", HASH),
        ("option name Style type combo default Solid var Solid var Very Risky", STYLE),
        ("option name OwnBook type check default true", OWN_BOOK),
        ("option name Clear Hash type button", EngineOption(name="Clear Hash", type="button")),
        (
            "option name Book File type string default <empty>",
            EngineOption(name="Book File", type="string", default=""),
        ),
        (
            "option name File type string default my book.bin",
            EngineOption(name="File", type="string", default="my book.bin"),
        ),
        ("option name Odd type spin default many max", EngineOption(name="Odd", type="spin")),
        ("option name New type colour default red", EngineOption(name="New", type="string",
                                                                 default="red")),
    ],
)  # fmt: skip
def test_an_option_is_read(line: str, option: EngineOption) -> None:
    assert read_uci_option(line) == option


@pytest.mark.parametrize(
    "line", ["", "option", "option name", "option name type check", "info string option name A"]
)
def test_what_is_no_option_is_none(line: str) -> None:
    assert read_uci_option(line) is None


@pytest.mark.parametrize(
    ("option", "value"),
    [(HASH, 1), (HASH, 1024), (STYLE, "Very Risky"), (OWN_BOOK, False)],
)
def test_a_value_within_the_bounds_is_taken(option: EngineOption, value: OptionValue) -> None:
    option.check(value)


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        (HASH, 0, "option 'Hash' cannot be 0; choose a whole number from 1 to 1024"),
        (HASH, 1025, "from 1 to 1024"),
        (HASH, True, "from 1 to 1024"),
        (HASH, "16", "from 1 to 1024"),
        (STYLE, "Solit", r"choose from Solid, Very Risky \(did you mean 'Solid'\?\)"),
        (OWN_BOOK, 1, "choose true or false"),
        (EngineOption(name="Log", type="string"), "/etc/passwd", "in the configuration"),
        (EngineOption(name="Clear", type="button"), "", "in the configuration"),
        (EngineOption(name="Wide", type="spin"), 2**53, "from -9007199254740991 to"),
    ],
)
def test_a_value_beyond_the_bounds_is_refused(
    option: EngineOption, value: OptionValue, said: str
) -> None:
    with pytest.raises(InvalidEngineOption, match=said):
        option.check(value)


def test_of_endless_options_only_as_many_are_kept_as_a_page_can_show() -> None:
    wordy = [EngineOption(name=f"{i}" + "x" * 190, type="check") for i in range(5000)]
    kept = cut_offers(wordy)
    assert kept == tuple(wordy[: len(kept)])
    assert 200 < len(kept) < 500
