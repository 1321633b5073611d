"""The legend names and shows what the palettes and rhythms say."""

from __future__ import annotations

import pytest

from companion.device.lamps.legend import LEGEND, legend_entry
from companion.device.lamps.palette import PALETTES, SAFE, STANDARD, Palette, Rhythm
from companion.device.lamps.rhythm import PATTERNS
from companion.device.lamps.scene import Meaning

palettes = pytest.mark.parametrize("palette", PALETTES.values(), ids=str)


def test_every_meaning_has_one_entry() -> None:
    listed = [meaning for _, meanings in LEGEND for meaning in meanings]
    assert sorted(m.name for m in listed) == sorted(m.name for m in Meaning)


@palettes
@pytest.mark.parametrize("meaning", Meaning)
def test_an_entry_shows_the_palettes_colour_and_rhythm(meaning: Meaning, palette: Palette) -> None:
    entry, look = legend_entry(meaning, palette), palette.looks[meaning]
    assert entry.text == meaning.value
    assert entry.colour == look.colour
    assert entry.look.startswith(look.hue or "the player's colour")
    assert (entry.beats == ()) == (look.rhythm is Rhythm.STEADY)
    if look.rhythm is not Rhythm.COUNT:
        assert entry.beats == PATTERNS[look.rhythm]


def test_colours_and_rhythms_are_named() -> None:
    said = {m: legend_entry(m, STANDARD).look for m in Meaning}
    assert said[Meaning.MUST_JUMP] == "amber, breathing"
    assert said[Meaning.TAKE_OFF] == "orange, blinking fast"
    assert said[Meaning.FROM] == "cyan, dim, steady"
    assert said[Meaning.TO] == "green, steady"
    assert said[Meaning.MAY_MOVE] == "the player's colour, dim, steady"
    assert legend_entry(Meaning.TO, SAFE).look == "bluish green, steady"


@palettes
def test_what_differs_is_named_differently(palette: Palette) -> None:
    looks: dict[tuple[object, ...], str] = {}
    for meaning in Meaning:
        look = palette.looks[meaning]
        seen = (look.colour, look.rhythm, look.rhythm is Rhythm.STEADY and look.level <= 0.5)
        said = legend_entry(meaning, palette).look
        assert looks.setdefault(seen, said) == said
    hues = {palette.looks[m].colour: palette.looks[m].hue for m in Meaning}
    assert len(palette.hues) == len(set(palette.hues)) == len(palette.seats)
    assert all(hue for colour, hue in hues.items() if colour is not None)
