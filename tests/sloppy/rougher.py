"""What rougher hands do: kinds of turns that are not among those of every run."""

from __future__ import annotations

from tests.sloppy.blunders import cat, child, obeyed_lamps, obeyed_words, sleeve, stacking
from tests.sloppy.fidgets import (
    centring,
    continued_jump,
    dragging_over,
    ignored_switch,
    make_room,
    parked_captive,
    straddle,
    two_impatient,
)
from tests.sloppy.kinds import Kind
from tests.sloppy.rites import clearing, promotion

ROUGHER: tuple[Kind, ...] = (
    centring,
    make_room,
    child,
    cat,
    sleeve,
    parked_captive,
    stacking,
    promotion,
    clearing,
    continued_jump,
    obeyed_words,
    obeyed_lamps,
    straddle,
    ignored_switch,
    two_impatient,
    dragging_over,
)
"""What rougher hands do."""
