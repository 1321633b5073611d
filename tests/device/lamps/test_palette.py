from __future__ import annotations

from itertools import combinations

import pytest

from companion.device.lamps.palette import (
    PALETTES,
    RGB,
    SAFE,
    STANDARD,
    LightsError,
    Palette,
    find_palette,
)
from companion.device.lamps.scene import Meaning
from tests.device.lamps.colour import EYES, Light, distance, seen

palettes = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)


def light(colour: RGB, level: float) -> Light:
    red, green, blue = (channel * level / 255 for channel in colour)
    return red, green, blue


def lights(palette: Palette) -> list[tuple[str, object, Light]]:
    """Everything a lamp can show: what it is, its rhythm, its light at its brightest."""
    shown: list[tuple[str, object, Light]] = []
    for meaning, look in palette.looks.items():
        if look.colour is None:
            shown += [
                (f"{meaning.name} of seat {seat}", look.rhythm, light(colour, look.level))
                for seat, colour in enumerate(palette.seats)
            ]
        else:
            shown.append((meaning.name, look.rhythm, light(look.colour, look.level)))
    return shown


def nearest_pair(palette: Palette, eye: str) -> tuple[float, str]:
    """The smallest distance between two lights that share their rhythm."""
    return min(
        (distance(seen(eye, a), seen(eye, b)), f"{one} and {other} to {eye} eyes")
        for (one, beat, a), (other, other_beat, b) in combinations(lights(palette), 2)
        if beat is other_beat
    )


@palettes
def test_every_meaning_has_a_look(palette: Palette) -> None:
    assert set(palette.looks) == set(Meaning)


@palettes
def test_no_two_meanings_share_both_colour_and_rhythm(palette: Palette) -> None:
    looks = [(look.colour, look.rhythm) for look in palette.looks.values()]
    assert len(set(looks)) == len(looks)


@palettes
def test_six_seats_have_six_colours(palette: Palette) -> None:
    assert len(set(palette.seats)) == 6
    assert [palette.seat(seat) for seat in range(6)] == list(palette.seats)
    assert palette.seat(None) == palette.seat(-1) == palette.seats[0]


def test_rhythms_and_levels_are_the_same_in_every_palette() -> None:
    for meaning in Meaning:
        kept = {(p.looks[meaning].rhythm, p.looks[meaning].level) for p in PALETTES.values()}
        assert len(kept) == 1, meaning


def test_what_shares_a_rhythm_differs_in_colour_to_usual_eyes() -> None:
    far, pair = nearest_pair(STANDARD, "usual")
    assert far >= 25, pair


# A just noticeable difference is about 2.3; side by side on a table, 15 is plain to see.
@pytest.mark.parametrize("eye", EYES)
def test_what_shares_a_rhythm_differs_in_the_safe_palette_to_every_eye(eye: str) -> None:
    far, pair = nearest_pair(SAFE, eye)
    assert far >= 15, pair


def test_the_standard_palette_would_fail_that_test() -> None:
    assert nearest_pair(STANDARD, "deuteranopia")[0] < 15


def test_a_palette_is_found_by_name() -> None:
    assert find_palette("safe") is SAFE


def test_an_unknown_palette_names_its_nearest_neighbour() -> None:
    with pytest.raises(LightsError, match=r"unknown palette 'sage' \(did you mean 'safe'\?\)"):
        find_palette("sage")
