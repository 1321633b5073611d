"""A person at a board without a page, who touches lit points, uses the button and moves pieces."""

from __future__ import annotations

from typing import Protocol

from companion.device.lamps.scene import Meaning
from companion.rules.geometry import Occupancy, Point
from tests.session.virtual import BarePort, Virtual


class Switches(Protocol):
    """What hands can do to a board, and what they see of it."""

    def occupancy(self) -> Occupancy: ...
    def set(self, point: Point, occupied: bool) -> None: ...
    def press(self, down: bool) -> None: ...


class Fingers:
    """Hands that know the printed card, over a bare board unless other switches are given."""

    def __init__(self, table: Virtual, switches: Switches | None = None) -> None:
        self.table = table
        self._switches = switches

    @property
    def port(self) -> Switches:
        if self._switches is not None:
            return self._switches
        port = self.table.session.port
        assert isinstance(port, BarePort)
        return port

    @property
    def phase(self) -> str:
        return self.table.session.view.phase.value

    def change(self, name: str, wait: float = 0.05) -> None:
        """Put a piece on a point, or lift the one that stands there."""
        point = self.table.session.game.board.index[name]
        self.port.set(point, not self.port.occupancy() >> point & 1)
        self.table.wait(wait)

    def touch(self, name: str, seconds: float = 1.2) -> None:
        """Change a point for this many seconds, and then back."""
        self.change(name, seconds)
        self.change(name, 0.1)

    def hold(self, seconds: float) -> None:
        self.port.press(True)
        self.table.wait(seconds)
        self.port.press(False)
        self.table.wait(0.1)

    def press(self) -> None:
        self.hold(0.1)

    def open_menu(self) -> None:
        self.hold(2.7)
        assert self.table.state.headline == "Menu"

    def set_up(self) -> None:
        """Set up the pieces of the game's position, and take all others away."""
        match = self.table.match
        wanted = match.game.occupancy(match.position)
        for point in range(match.game.board.size):
            if (self.port.occupancy() ^ wanted) >> point & 1:
                self.change(match.game.board.names[point], 0.02)
        self.table.wait(0.5)

    def move(self, *names: str) -> None:
        """Change these points one after another, and wait until the result is judged."""
        for name in names:
            self.change(name, 0.1)
        self.table.wait(0.6)

    def lit(self, *meanings: Meaning) -> set[str]:
        """The names of the points whose lamps mean one of these; of all that are lit for none."""
        names = self.table.session.game.board.names
        return {
            names[point]
            for point, lamp in self.table.session.lights.lamps
            if not meanings or lamp.meaning in meanings
        }
