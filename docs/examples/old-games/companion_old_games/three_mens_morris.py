"""Three Men's Morris. The numbers of the rules are those of three_mens_morris.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.base.text import Text
from companion.rules import ONGOING, MenGame, MenMove, MenPosition, Outcome, win
from companion.rules.geometry import Board

BOARD = Board.from_rows(
    "three_mens_morris",
    rows=[
        "a3 b3 c3",
        "a2 b2 c2",
        "a1 b1 c1",
    ],
    lines=[
        *("a3 b3 c3", "a2 b2 c2", "a1 b1 c1"),
        *("a1 a2 a3", "b1 b2 b3", "c1 c2 c3"),
        *("a1 b2 c3", "a3 b2 c1"),
    ],
)


class ThreeMensMorris(MenGame):
    """Two players, three men each, nine points."""

    name = "three_mens_morris"
    title = Text("Three Men's Morris")
    summary = Text("Bring your three men onto one line.")
    board = BOARD
    hands = (3, 3)
    repetitions = 3  # Rule 5

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        if position.hands[position.seat]:
            yield from self.entries(position)  # Rule 2
        else:
            for man in self.men(position):
                yield from self.walks(position, man)  # Rule 3

    def ended(self, position: MenPosition) -> Outcome:
        for line in BOARD.lines:
            held = {position.cells[point] for point in line}
            if held in ({"w"}, {"b"}):
                return win(0 if held == {"w"} else 1)  # Rule 4
        return ONGOING

    def conclusion(self, position: MenPosition) -> Text:
        if self.ended(position).over:
            return Text("Three men are on one line.")
        return super().conclusion(position)
