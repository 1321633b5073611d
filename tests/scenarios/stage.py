"""A bare board on which a scenario is played: hands, time, lamps, and the log read back."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from companion.config import Config
from companion.device.lamps.scene import Meaning
from companion.hands import Phase, View
from companion.records.journal import reader
from companion.records.journal.reader import GameLog
from companion.records.journal.record import MoveRecord, TakebackRecord
from companion.rules import Match
from companion.rules.geometry import points_of
from tests.records.journal.games import unfinished
from tests.scenarios.plies import Ply
from tests.session.virtual import BarePort, Virtual

BOUND = 6.0
"""Seconds within which what hands have done must be understood."""

_STEP = 0.3  # seconds between two looks at the board
_ROUND = 2.1  # seconds in which every rhythm has lit each of its lamps


class Stage(Virtual):
    """A session over bare switches, at the position of a move.

    ply:    the move that is meant; the match begins before it.
    closed: the points that hold a piece; all those of the position where nothing else is said.
    log:    a game that was cut off, to go on with.
    """

    def __init__(
        self,
        directory: Path,
        ply: Ply,
        config: Config | None = None,
        *,
        closed: int | None = None,
        log: GameLog | None = None,
    ) -> None:
        super().__init__(
            directory, config, bare=True, closed=ply.before if closed is None else closed
        )
        self.ply = ply
        if log is None:
            self.session.current.begin(Match(ply.game, ply.position), self.now)
        else:
            self.session.current.resume(log, reader.replay(log, ply.game), self.now)
        self._joined()
        if closed is None and log is None:
            self.wait(0.5)
            assert self.phase is Phase.REST

    def cut(self, closed: int | None = None) -> Stage:
        """The session after a power cut; `closed`: what was put where while it was off."""
        directory = self.session.current.config.journal.path
        log = unfinished(directory)
        assert log is not None
        board = self.port.occupancy() if closed is None else closed
        return Stage(directory, self.ply, self.config, closed=board, log=log)

    # Hands

    @property
    def port(self) -> BarePort:
        port = self.session.port
        assert isinstance(port, BarePort)
        return port

    def do(self, *acts: str, gap: float = 0.05) -> None:
        """`-14` lifts, `+9` puts down, `~1.5` waits so many seconds; `gap` seconds before each."""
        for act in acts:
            if act[0] == "~":
                self.wait(float(act[1:]))
                continue
            self.wait(gap)
            self.port.set(self.session.game.board.index[act[1:]], act[0] == "+")

    def tap(self, name: str) -> None:
        self.do(f"-{name}", f"+{name}", "~0.1", gap=0.1)

    def press(self, seconds: float = 0.1) -> None:
        self.port.press(True)
        self.wait(seconds)
        self.port.press(False)
        self.wait(0.1)

    def show(self, occupancy: int, rng: Random | None = None, gap: float = 0.05) -> None:
        """Make the switches show an occupancy, in a random order where `rng` is given."""
        points = list(points_of(self.port.occupancy() ^ occupancy))
        if rng is not None:
            rng.shuffle(points)
        for point in points:
            self.wait(gap)
            self.port.set(point, bool(occupancy >> point & 1))

    def follow_lamps(self) -> None:
        """Set the board up as the lamps say: take off what they mark, then put pieces where they
        ask for some, and so on, as somebody does who reads no words."""
        for _ in range(2 * self.ply.game.board.size):
            if self.phase is not Phase.SETUP:
                return
            away, here = self.points(Meaning.TAKE_AWAY), self.points(Meaning.SET_UP)
            self.do(*(f"-{name}" for name in sorted(away)))
            if not away:
                self.do(*(f"+{name}" for name in sorted(here)))
            self.wait(0.3)
        raise AssertionError(f"still {self.view}")

    # What is known

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def phase(self) -> Phase:
        return self.view.phase

    @property
    def resting(self) -> bool:
        """Whether the board shows the position and the next move is awaited."""
        shown = self.port.occupancy() == self.match.game.occupancy(self.match.position)
        return shown and self.phase is Phase.REST

    def names(self, mask: int) -> set[str]:
        return {self.match.game.board.names[p] for p in points_of(mask)}

    # What is shown

    @property
    def lamps(self) -> dict[str, Meaning]:
        """What the lamps mean, by point; it is checked that no other lamp is lit."""
        board, scene = self.match.game.board, self.session.lights
        found = {board.names[point]: lamp.meaning for point, lamp in scene.lamps}
        frame = self.port.frames[-1]
        lit = {n for p, n in enumerate(board.names) if any(frame[3 * p : 3 * p + 3])}
        assert scene.sweep or lit <= set(found)
        return found

    def points(self, *meanings: Meaning) -> set[str]:
        """The points whose lamps have one of these meanings."""
        return {name for name, meaning in self.lamps.items() if meaning in meanings}

    def leads_to(self, wanted: int) -> None:
        """The lamps of a set-up show one pair while something is too much, or else all that is
        missing; of several kinds, the pieces of one after another."""
        found = int(self.port.occupancy())
        here, away = self.points(Meaning.SET_UP), self.points(Meaning.TAKE_AWAY)
        missing, extra = self.names(wanted & ~found), self.names(found & ~wanted)
        if missing and extra:
            assert len(here) == len(away) == 1
            assert here <= missing
            assert away <= extra
        else:
            stacks = self.match.game.stacks(self.match.position)
            kinds = {stacks[self.match.game.board.index[name]][-1].kind for name in here}
            assert away == extra
            assert here == missing or (here and here < missing and len(kinds) == 1)

    def watch(self) -> dict[str, Meaning]:
        """Look at the lamps until every rhythm has come round: each lamp that means something has
        been lit. To be called where nothing changes by itself."""
        found, first = self.lamps, len(self.port.frames) - 1
        self.wait(_ROUND)
        assert self.lamps == found
        names = self.match.game.board.names
        frames = self.port.frames[first:]
        for p, name in enumerate(names):
            lit = any(any(frame[3 * p : 3 * p + 3]) for frame in frames)
            assert lit == (name in found), f"lamp {name}: {found.get(name)}"
        return found

    # What is logged

    @property
    def logged(self) -> list[str]:
        """The moves of hands and the takebacks in the log, as they were written; it is checked
        that the log makes the match that is played."""
        log = reader.read_log(self.session.match.journal.path)
        assert [move.text for move in log.moves] == self.texts
        match = reader.replay(log, self.match.game)
        assert match.position == self.match.position
        return [self._entry(record) for record in log.records if self._by_hand(record)]

    def _by_hand(self, record: Any) -> bool:
        free = ("draw ", "pass")  # what happens without hands
        return isinstance(record, TakebackRecord) or (
            isinstance(record, MoveRecord) and not record.text.startswith(free)
        )

    def _entry(self, record: Any) -> str:
        return record.text if isinstance(record, MoveRecord) else f"back {record.plies}"

    # What is expected

    def rests(self, *moves: str, bound: float = BOUND) -> None:
        """Within the bound the board rests, and the log holds exactly these entries; then the
        lamps show who may move, and nothing else happens."""
        for _ in range(int(bound / _STEP)):
            if self.resting and self.logged == list(moves):
                break
            self.wait(_STEP)
        self.wait(1)
        assert self.logged == list(moves), f"{self.ply}: {self.view}"
        assert self.resting, f"{self.ply}: {self.view}"
        wrong = (Meaning.PUT_HERE, Meaning.TAKE_AWAY, Meaning.FROM, Meaning.TO, Meaning.QUESTION)
        assert not self.points(*wrong)
        assert (
            self.match.over
            or self.points(Meaning.MAY_MOVE, Meaning.MUST_JUMP, Meaning.PASSES) == self._movable()
        )

    def _movable(self) -> set[str]:
        if self.session.match.passed is not None and self.points(Meaning.PASSES):
            return self.points(Meaning.PASSES)
        return self.names(self.view.movable) - self.points(Meaning.CROWN)

    def plays(self, *plies: Ply, bound: float = BOUND) -> None:
        """Within the bound exactly these moves are played and logged, and the board rests. What no
        switch can see is answered."""
        for ply in plies:
            if ply.unseen:
                self.wait(1)
                self.answer(ply)
        self.rests(*(ply.text for ply in plies), bound=bound)
        assert not plies or self._reaches(plies[-1])

    def _reaches(self, ply: Ply) -> bool:
        """Whether a move has led to where it leads, but for what happens without hands."""
        played = [p for p in self.match.history if p.text == ply.text]
        return bool(played) and self.match.game.advance(
            played[-1].position, played[-1].move
        ) == ply.game.advance(ply.position, ply.move)

    def answer(self, ply: Ply) -> None:
        """Answer, for a while, what is asked about a move that was made: by taps and the button."""
        for _ in range(8):
            if ply.text in self.texts:
                return
            if self.phase is Phase.ASK:
                self._choose(ply)
            elif self.phase is Phase.CONFIRM:
                self.press()
            self.wait(0.5)

    def _choose(self, ply: Ply) -> None:
        turns, position = self.session.match.turn_game, self.match.position
        after = [turns.advance(position, line) for line in self.view.candidates]
        meant = after.index(ply.after)
        points = [
            {self.match.game.board.names[step.point] for step in turns.steps(position, line)}
            for line in self.view.candidates
        ]
        standing = self.names(self.port.occupancy())
        own = points[meant] - set().union(*points[:meant], *points[meant + 1 :])
        if own & standing:
            self.tap(min(own & standing))
            return
        shared = set.intersection(*points) & standing
        while self.phase is Phase.ASK and self.view.picked != meant:
            if shared and all(p == points[0] for p in points):
                self.tap(min(shared))
            else:
                self.press()
        self.press(1.2)


def reverse(acts: Iterable[str]) -> list[str]:
    """The acts that undo these."""
    return [("+" if act[0] == "-" else "-") + act[1:] for act in reversed(list(acts))]
