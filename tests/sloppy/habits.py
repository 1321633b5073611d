"""How careless hands are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """Probabilities.

    sloppy:  that a turn is anything but a plain move.
    skip:    that a landing in the middle of a chain is only passed.
    drag:    that a slid piece closes the next switch before it opens the last.
    swap:    that a piece is put down on the new point, by the other hand, before the old is empty.
    slide:   that a piece slid to a point that is not near closes a switch on its way; as often
             again for a second one.
    blink:   that a point shows the other level for a while: a bumped piece, a magnet between two
             switches, a piece off centre; as often again for a second one.
    chatter: that a standing piece has a weak magnet and flickers for a while.
    bounce:  that an edge bounces.
    slow:    that a pause is a long one.
    obey:    that a mistake is mended as the lamps say, instead of from memory.
    doubts:  that at a match switches may be doubted, as in a session, and fail.
    tap:     that a move is confirmed by a tap; `press`: by the button; else by waiting, where that
             helps.

    only: the kinds of turns, by their names, that there are beside plain ones; empty: all but
        those of rougher hands.
    rougher: whether there are those of rougher hands, too.
    """

    sloppy: float = 0.7
    skip: float = 0.5
    drag: float = 0.2
    swap: float = 0.03
    slide: float = 0.2
    blink: float = 0.3
    chatter: float = 0.05
    bounce: float = 0.3
    slow: float = 0.15
    obey: float = 0.5
    doubts: float = 0.3
    tap: float = 0.4
    press: float = 0.3
    only: tuple[str, ...] = ()
    rougher: bool = False
