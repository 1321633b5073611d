"""Template: two players, three men each, on a square of nine points.

`MenGame` writes everything that is the same in all games of men: the pieces on the board, what
hands do, the texts of moves and positions, and why a wrong move is wrong.

The numbers of the rules in the comments are those of template.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.base.text import Text
from companion.rules import ONGOING, MenGame, MenMove, MenPosition, Outcome, win
from companion.rules.geometry import Board

BOARD = Board.from_rows(
    "template",
    rows=[  # from the top
        "a3 b3 c3",
        "a2 b2 c2",
        "a1 b1 c1",
    ],
    lines=[  # each straight, from one end to the other
        *("a3 b3 c3", "a2 b2 c2", "a1 b1 c1"),
        *("a1 a2 a3", "b1 b2 b3", "c1 c2 c3"),
        *("a1 b2 c3", "a3 b2 c1"),
    ],
)


class TemplateGame(MenGame):
    """See the top of this file."""

    name = "template"
    title = Text("Template")
    summary = Text("Get your three men in a row.")
    board = BOARD
    hands = (3, 3)  # the men that White and Black bring onto the board
    repetitions = 3  # rule 5: a draw

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        """Yield the moves of the player whose turn it is."""
        if position.hands[position.seat]:
            yield from self.entries(position)  # rule 2
        else:
            for man in self.men(position):
                yield from self.walks(position, man)  # rule 3

    def ended(self, position: MenPosition) -> Outcome:
        """Return who has won; a player who cannot move loses anyway (rule 4)."""
        for line in BOARD.lines:
            held = {position.cells[point] for point in line}
            if held in ({"w"}, {"b"}):
                return win(0 if held == {"w"} else 1)
        return ONGOING

    def conclusion(self, position: MenPosition) -> Text:
        """Return why the game is over."""
        outcome = self.ended(position)
        if outcome.over:
            return Text("{seat} has three in a row.", seat=self.seats[1 - position.seat])
        return super().conclusion(position)
