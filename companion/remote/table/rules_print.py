"""Fingerprints of games, by which two boards notice that theirs differ.

A package may have changed the rules of its game from one version to the next. Each board would then
refuse the other's moves in the middle of a game, so the boards compare their games when they meet.
"""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.base.text import Text
from companion.rules import AnyGame

_MOST_PLIES = 10_000
"""Where the counts of a fingerprint end, so that no game takes long."""

_LONGEST_PACKAGE = 200

_Plies = Annotated[int, Meta(ge=0, le=_MOST_PLIES)]


class RulesPrint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fingerprint of a game with its options.

    Attributes:
        package: The package of the game with its version, such as "companion-chess 1.2".
        counts: The number of plies at the start, and of pairs of plies; each at most 10,000.
    """

    package: Annotated[str, Meta(max_length=_LONGEST_PACKAGE)]
    counts: tuple[_Plies, _Plies]

    def __post_init__(self) -> None:
        """Refuse a package whose name cannot be shown; it may be from another board.

        Raises:
            ValueError: If it has characters that cannot be printed.
        """
        if not self.package.isprintable():
            raise ValueError("the package has characters that cannot be printed")


def rules_print(game: AnyGame, package: str) -> RulesPrint:
    """Return the fingerprint of a game.

    Args:
        game: The game, with its options.
        package: Its package, with the version.
    """
    start, pairs = game.start(), 0
    moves = list(islice(game.moves(start), _MOST_PLIES))
    for move in moves:
        pairs = min(pairs + len(game.moves(game.advance(start, move))), _MOST_PLIES)
        if pairs == _MOST_PLIES:
            break
    return RulesPrint(package, (len(moves), pairs))


def rules_differ(ours: RulesPrint, theirs: RulesPrint) -> Text:
    """Return how the rules of two boards differ; empty if they seem to be the same."""
    if ours.counts == theirs.counts:
        return Text()
    return Text(
        "the other board plays this game by other rules. Here it is {ours}, with {one} moves at "
        "the start and {two} pairs of moves; there it is {theirs}, with {three} and {four}. "
        "Install the same version on both",
        ours=ours.package,
        one=ours.counts[0],
        two=ours.counts[1],
        theirs=theirs.package,
        three=theirs.counts[0],
        four=theirs.counts[1],
    )


def versions_differ(ours: RulesPrint, theirs: RulesPrint) -> Text:
    """Return how the versions of two boards differ; empty if they are the same."""
    if ours.package == theirs.package:
        return Text()
    return Text(
        "The boards have different versions of this game: {ours} here, and {theirs} there. Its "
        "rules seem to be the same.",
        ours=ours.package,
        theirs=theirs.package,
    )
