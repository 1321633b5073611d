"""The menu on the board: lit points, and the rules for touching them.

The code is pure; times are arguments.

To touch a point is to change it and leave it changed: to put a piece on it or, if it is occupied,
to lift its piece. The rules:

 1. A lit point is chosen once it has been touched for `STAND` seconds. If its entry ends something,
    that takes `ENDS` seconds, and lamps that light up around it show the progress. Changing the
    point back in time cancels the choice.
    The level is read once more before it counts: a board that cannot be read lets the point go.
 2. While two lit points are touched, nothing is chosen: the program never guesses which was meant.
 3. Points that were touched when a page appeared mean nothing until they have been changed back.
    (The piece that chose the page still stands on one of them.)
 4. One entry is picked. The button picks the next one or, when held, chooses the picked one.
 5. Places are gathered: all that are touched count together when another entry is chosen.
 6. A menu over a game ends if it is not used for `IDLE` seconds.
 7. When the menu has ended, the board has to be put back as it was when the menu opened. Then the
    game continues as if nothing had happened; after `IDLE` more seconds it continues anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.base.text import Text, joined, sentences
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.protocol.views import MenuEntryView, MenuView
from companion.rules.geometry import Board, Occupancy, Point, Sensed, points_of
from companion.session.menu.button import PROGRESS_PERIOD

STAND = 1.0
"""Seconds for which a lit point has to be touched to be chosen."""

ENDS = 3.0
"""Seconds for an entry that ends something, on its point and with the button."""

IDLE = 30.0
"""Seconds after which an unused menu over a game closes."""

_RING = 18  # lamps of a progress display


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry to choose.

    Attributes:
        text: Its name.
        does: The result of choosing it; the menu itself does not interpret it.
        point: The point that it lies on; None if only the button can reach it.
        ends: Whether it ends something (rule 1).
        place: Whether it is gathered (rule 5).
        about: A sentence about it, shown while it is picked; or empty.
        lamps: The other points that are lit while it is picked, with their meanings.
    """

    text: Text
    does: object
    point: Point | None = None
    ends: bool = False
    place: bool = False
    about: Text = Text()
    lamps: tuple[tuple[Point, Lamp], ...] = ()


@dataclass(frozen=True, slots=True)
class MenuPage:
    """Entries to choose from.

    Attributes:
        title: The title.
        entries: The entries.
        picked: The index of the entry that is picked at first.
    """

    title: Text
    entries: tuple[MenuEntry, ...]
    picked: int = 0


class Menu:
    """An open menu.

    Args:
        board: The board that it is shown on.
        page: The first page.
        sensed: The occupied points when it is opened.
        at: When it is opened (seconds).
        lasting: Whether it stays open until something is chosen.

    Attributes:
        page: The page shown; None when the menu has ended and waits for the board (rule 7).
        closed: Whether that wait has ended as well.
        sensed: The points that are occupied now.
    """

    def __init__(
        self, board: Board, page: MenuPage, sensed: Occupancy, at: float, *, lasting: bool = False
    ) -> None:
        self.closed = False
        self._board = board
        self._lasting = lasting
        self.sensed = sensed
        self._opened = sensed
        self.show(page, at)

    def show(self, page: MenuPage, at: float) -> None:
        """Show another page."""
        self.page: MenuPage | None = page
        self._picked = page.picked
        self._spent = self._changed
        self._used = self._at = self._since = at

    def leave(self, at: float) -> None:
        """End the menu: no entry can be chosen any more."""
        self.page = None
        self.closed = not self._changed
        self._used = self._at = at

    # What happens

    def touch(self, event: Sensed) -> None:
        """Take the change of a point."""
        before = self._touched
        self.sensed = Occupancy(self.sensed & ~(1 << event.point) | event.occupied << event.point)
        self._spent &= self._changed
        self._used = self._at = max(self._at, event.at)
        if self._touched != before:
            self._since = event.at
        if self.page is None and not self._changed:
            self.closed = True

    def step(self, at: float) -> None:
        """Pick the next entry."""
        self._used = at
        if self.page is None:
            return
        entries = self.page.entries
        steps = (i % len(entries) for i in range(self._picked + 1, self._picked + len(entries) + 1))
        self._picked = next(i for i in steps if not entries[i].place)

    def advance(self, at: float) -> MenuEntry | None:
        """Let time pass until `at` (seconds), and return the entry that this chooses, or None."""
        self._at = at
        if self.page is not None:
            meant = self._meant
            if meant is not None and at >= self._since + _needed(meant):
                return meant
            if not self._lasting and at >= self._used + IDLE:
                self.leave(at)
        elif at >= self._used + IDLE:
            self.closed = True
        return None

    def still_touched(self, sensed: Occupancy | None, at: float) -> bool:
        """Return whether a reading at `at` (seconds) shows the chosen point as it was touched.

        Otherwise nothing is chosen. The wait begins again, for the report of a change may have been
        lost; on a board that cannot be read, what is touched means nothing until changed back.

        Args:
            sensed: The occupied points; None if they cannot be read.
            at: When they were read (seconds).
        """
        meant = self._meant
        if sensed is None:
            self._spent = self._changed
        elif meant is None or meant.point is None or not (sensed ^ self.sensed) >> meant.point & 1:
            return True
        self._since = at
        return False

    @property
    def deadline(self) -> float | None:
        """When `advance` does something, or the progress display changes (seconds), or None."""
        meant = self._meant
        if meant is not None:
            chosen = self._since + _needed(meant)
            return min(chosen, self._at + PROGRESS_PERIOD) if meant.ends else chosen
        return None if self._lasting and self.page is not None else self._used + IDLE

    # What is known

    @property
    def picked(self) -> MenuEntry | None:
        """The entry that the button would choose."""
        return None if self.page is None else self.page.entries[self._picked]

    @property
    def view(self) -> MenuView:
        """The menu as a page shows it."""
        if self.page is None:
            return MenuView(Text(), (), 0, tuple(points_of(self._changed)))
        entries = tuple(
            MenuEntryView(e.text, e.point, e.about, ends=e.ends, place=e.place)
            for e in self.page.entries
        )
        picked = self.page.entries.index(self._meant or self.page.entries[self._picked])
        return MenuView(self.page.title, entries, picked, ())

    @property
    def gathered(self) -> tuple[MenuEntry, ...]:
        """The places that are touched (rule 5)."""
        return tuple(entry for entry in self._touched if entry.place)

    def scene(self, held: float) -> Scene:
        """Return the lamps.

        Args:
            held: The progress (0 to 1) of the button's hold on the picked entry.
        """
        if self.page is None:
            return Scene(_sorted(dict(self._to_put_back())))
        meant = self._meant
        if meant is not None and meant.ends:
            return progress(self._board, meant.point, (self._at - self._since) / ENDS)
        picked = self.page.entries[self._picked]
        if held > 0:
            return progress(self._board, picked.point, held)
        lamps = {
            entry.point: Lamp(Meaning.ENDS if entry.ends else Meaning.CHOICE)
            for entry in self.page.entries
            if entry.point is not None
        }
        for entry in (*self.gathered, meant or picked):
            if entry.point is not None:
                lamps[entry.point] = Lamp(Meaning.PICKED)
        lamps.update((meant or picked).lamps)
        return Scene(_sorted(lamps))

    @property
    def text(self) -> Text:
        """The menu in words: the meaning of each lit point, and the entry that is picked."""
        if self.page is None:
            names = ", ".join(self._board.names[p] for p in points_of(self._changed))
            return Text("Put back what you touched for the menu: {points}.", points=names)
        listed = [
            joined(" ", [self._board.names[e.point], e.text])
            for e in self.page.entries
            if e.point is not None and not e.place
        ]
        if len(listed) < len(self.page.entries) and any(e.place for e in self.page.entries):
            listed.insert(0, Text("any other lit point"))
        picked = self._meant or self.page.entries[self._picked]
        menu = Text(
            "{title}: {entries}. Button: {picked}.",
            title=self.page.title,
            entries=joined("; ", listed),
            picked=picked.text,
        )
        return sentences(menu, picked.about)

    @property
    def _changed(self) -> int:
        return self.sensed ^ self._opened

    @property
    def _touched(self) -> tuple[MenuEntry, ...]:
        if self.page is None:
            return ()
        touched = self._changed & ~self._spent
        return tuple(e for e in self.page.entries if e.point is not None and touched >> e.point & 1)

    @property
    def _meant(self) -> MenuEntry | None:
        """The one entry that is touched (rules 1 and 2), or None."""
        touched = [entry for entry in self._touched if not entry.place]
        return touched[0] if len(touched) == 1 else None

    def _to_put_back(self) -> Iterator[tuple[Point, Lamp]]:
        for point in points_of(self._changed):
            there = self.sensed >> point & 1
            yield point, Lamp(Meaning.TAKE_AWAY if there else Meaning.PUT_HERE)


def progress(board: Board, point: Point | None, done: float) -> Scene:
    """Return a progress display: lamps that light up around a point.

    Args:
        board: The board.
        point: The point; None for the middle of the board.
        done: The progress; all lamps are lit at 1.
    """
    xs, ys = zip(*board.xy, strict=True)
    x, y = (sum(xs) / board.size, sum(ys) / board.size) if point is None else board.xy[point]

    def apart(other: int) -> float:
        return round((board.xy[other][0] - x) ** 2 + (board.xy[other][1] - y) ** 2, 6)

    ring = sorted((p for p in range(board.size) if p != point), key=apart)[:_RING]
    filled = ring[: int(min(max(done, 0.0), 1.0) * len(ring))]
    lamps = {Point(p): Lamp(Meaning.PROGRESS) for p in filled}
    if point is not None:
        lamps[point] = Lamp(Meaning.PICKED)
    return Scene(_sorted(lamps))


def _needed(entry: MenuEntry) -> float:
    return ENDS if entry.ends else STAND


def _sorted(lamps: dict[Point, Lamp]) -> tuple[tuple[Point, Lamp], ...]:
    return tuple(sorted(lamps.items(), key=lambda item: item[0]))
