"""What a game is about, in one sentence."""

from __future__ import annotations

from companion.rules import AnyGame
from companion.text import Text

_SENTENCES = (
    Text("A game for one player."),
    Text("A game for two players."),
    Text("A game for three players."),
    Text("A game for four players."),
    Text("A game for five players."),
    Text("A game for six players."),
)


def summary_of(kind: type[AnyGame]) -> Text:
    """Return a game's own sentence or, if it has none, how many play it."""
    return kind.summary or _SENTENCES[len(kind().seats) - 1]
