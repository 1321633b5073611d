"""The one-sentence summary of a game."""

from __future__ import annotations

from companion.base.text import Text
from companion.rules import AnyGame

_SENTENCES = (
    Text("A game for one player."),
    Text("A game for two players."),
    Text("A game for three players."),
    Text("A game for four players."),
    Text("A game for five players."),
    Text("A game for six players."),
)


def summary_of(kind: type[AnyGame]) -> Text:
    """Return a game's own summary or, if it has none, its number of players in a sentence."""
    return kind.summary or _SENTENCES[len(kind().seats) - 1]
