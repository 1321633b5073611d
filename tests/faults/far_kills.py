"""Kills far apart: two real programs and a genuine Mosquitto; each of the three is killed in turn.

What a page was told as played has to be in the log of its own board, unless both sides agreed later
to take it back; and in the end both boards have the same game.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Event, Thread

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection

from companion.games.registry import make
from companion.records.journal import reader
from companion.records.journal.reader import GameLog
from companion.records.journal.record import JournalError, MoveRecord, TakebackRecord
from companion.rules import AnyGame
from tests import needs
from tests.faults.campaign import Campaign, NotRunError, Size, Tally, kept, until
from tests.faults.program import Program, at_broker, write_settings
from tests.playing_page import PATIENCE, PlayingPage
from tests.remote.mqtt.broker import Mosquitto

_GAMES = ("solomon", "soli2", "gomony")
_CLOCKS = ("", "fischer 60+10")

_APART = (0.2, 3.5)
"""Seconds between kills, from the moment when the last program is back."""

_ASKS = 0.06
"""How often somebody asks for a takeback instead of moving."""

_WAIT = 0.2
"""Seconds that a page waits for a state before it looks again at what it may do."""

_MEETING = 60.0
"""Seconds within which the boards agree, once nobody is killed any more."""


@dataclass
class Told:
    """What a page was told last, whatever became of its program: the log, and its moves."""

    log: Path | None = None
    moves: tuple[str, ...] = ()


class FarPage(PlayingPage):
    """A page of one of two boards. hear: is called with what it was told in a game far apart."""

    def __init__(
        self, connection: ClientConnection, game: AnyGame, hear: Callable[[Told], None]
    ) -> None:
        self._hear = hear
        super().__init__(connection, game)

    def begin(self) -> None:
        """Let the program move pieces wherever it knows how."""
        self.assist(on=True)

    def assist(self, *, on: bool) -> None:
        """Let the program move pieces, or leave them to the hands, and wait until it does."""
        self.send(do="assist", on=on)
        self.until(lambda state: state["assisted"] is on)

    def next(self) -> None:
        """Wait for the next state."""
        super().next()
        if self.far:
            self._hear(Told(Path(self.state["log"]), tuple(self.texts)))

    @property
    def far(self) -> bool:
        """Whether the game is played with the other board: neither one before it nor after it."""
        return self.state["remote"] is not None and self.state["remote"]["seat"] is not None

    @property
    def may_move(self) -> bool:
        """Whether it is the turn of a hand at this board."""
        return (
            self.far
            and self.match.to_act == self.state["remote"]["seat"]  # not chance
            and not self.match.over
            and self.state["phase"] == "rest"
            and not self.state["remote"]["paused"]
        )


class Side:
    """One board: its program, which can be killed, and the hands at its page.

    told: what its page was told last. over: whether that was the end of a game. trouble: what went
    wrong at its page; empty if nothing. before: what runs its program, such as strace. program: it,
    once it was started.
    """

    def __init__(
        self,
        folder: Path,
        broker: Mosquitto,
        name: str,
        game: AnyGame,
        seed: str,
        before: Sequence[str] = (),
    ) -> None:
        self.journal = folder / name / "games"
        (folder / name).mkdir()
        more = at_broker(broker.port)
        self.settings = write_settings(folder / name, self.journal, more=more)
        self.name = name
        self.told = Told()
        self.over = False
        self.trouble = ""
        self._game = game
        self._random = Random(seed)
        self._before = before
        self.program: Program | None = None
        self._hands: Thread | None = None
        self._leave = Event()

    def start(self, *words: str, command: str = "play") -> Program:
        """Start the program, and hands as soon as it serves a page."""
        self.program = Program(self.settings, *words, command=command, before=self._before)
        self._leave = Event()
        self._hands = Thread(target=self._play, args=(self.program, self._leave), daemon=True)
        self._hands.start()
        return self.program

    def end(self, *, kill: bool) -> str:
        """End the program. Returns what it complained about."""
        assert self.program is not None
        assert self._hands is not None
        self._leave.set()
        if kill:
            self.program.kill()
        else:
            self.program.stop()
        self._hands.join(PATIENCE)
        return "" if kill else self.program.complaints

    def log(self) -> GameLog:
        """The log that its page was told of. Raises JournalError if it has no header."""
        assert self.told.log is not None
        return reader.read_log(self.told.log)

    def _play(self, program: Program, leave: Event) -> None:
        try:
            with program.connection() as connection:
                page = FarPage(connection, self._game, self._hear)
                while True:  # until the program ends, and all that it sent is read
                    self._act(page)
        except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError) as error:
            if not leave.is_set():
                self.trouble = f"{self.name}: {error!r}: {program.output}"
        except AssertionError as error:
            self.trouble = f"{self.name}: {error!r}"

    def _hear(self, told: Told) -> None:
        self.told = told

    def _act(self, page: FarPage) -> None:
        """Do what is to be done at this board, or wait a little."""
        phase = page.state["phase"]
        self.over = page.match.over
        if page.state["question"] is not None:
            page.send(do="choose", index=self._random.randrange(2))
        elif phase in ("setup", "astray"):
            page.send(do="arrange")
        elif page.far and self.over and self._random.random() < _ASKS:
            page.send(do="rematch")
        elif page.may_move:
            if page.texts and self._random.random() < _ASKS:
                page.send(do="back")
            else:
                self._move(page)
                return
        with suppress(TimeoutError):
            page.look(_WAIT)

    def _move(self, page: FarPage) -> None:
        """Make a move. It is left alone if the others agree meanwhile to take back another."""
        told = list(page.texts)
        page.assist(on=False)  # it would take captured pieces out of the hands
        try:
            if page.may_move:
                page.play(self._random)
        except (AssertionError, IndexError):
            if page.texts[: len(told)] == told and not page.state["question"]:
                raise
        page.assist(on=True)


def run(part: int, random: Random, cases: int) -> Tally:
    """A game of two boards, whose programs are killed so many times."""
    tally = Tally()
    if needs.mosquitto.found is None:
        raise NotRunError("no Mosquitto (sudo apt install mosquitto)")
    name = _GAMES[part % len(_GAMES)]
    game, clock = make(name), _CLOCKS[part // len(_GAMES) % len(_CLOCKS)]
    with tempfile.TemporaryDirectory(prefix="faults-") as scratch:
        folder = Path(scratch)
        broker = Mosquitto(folder / "broker")
        sides = [Side(folder, broker, who, game, f"{random.random()}") for who in ("anna", "ben")]
        try:
            with running(sides, game, clock):
                for case in range(cases):
                    _kill(sides, broker, random, f"kill {case + 1} of {name}", tally)
                _agree(sides, game, tally)
        except (AssertionError, TimeoutError) as error:
            tally.failures.append(f"after {tally.cases} kills of {name}: {error!r}")
        finally:
            broker.kill()
        tally.failures += [side.trouble for side in sides if side.trouble]
        if tally.failures:
            tally.failures[-1] += f"; {kept(folder)}"
    return tally


@contextmanager
def running(sides: Sequence[Side], game: AnyGame, clock: str) -> Iterator[None]:
    """Let two boards meet. They are ended at last."""
    host, guest = sides
    words = ["--game", game.name, *(("--clock", clock) if clock else ())]
    hosting = host.start(*words, command="invite")
    try:
        code = hosting.printed(r".*code: (\S+)")
        guest.start(code, command="join")
        # A broker that forgets an invitation has been tried elsewhere: nobody can join by it.
        met = until(lambda: all(side.told.log is not None for side in sides), PATIENCE)
        assert met, f"the boards do not meet: {hosting.output}"
        yield
    finally:
        for side in sides:
            with suppress(AssertionError):
                side.end(kill=True)


def _kill(
    sides: Sequence[Side], broker: Mosquitto, random: Random, where: str, tally: Tally
) -> None:
    """Kill one of the three, look what a board has kept, and start it again."""
    time.sleep(random.uniform(*_APART))
    if all(side.over for side in sides):
        return
    tally.cases += 1
    if random.random() < 0.2:
        broker.kill()
        if random.random() < 0.3:
            broker.forget()
            tally.found["brokers that lost everything"] += 1
        broker.start()
        return
    side = random.choice(sides)
    assert until(lambda: side.told.log is not None, PATIENCE), "the boards do not meet"
    side.end(kill=True)
    _judge(side, where, tally)
    side.start()


def _judge(side: Side, where: str, tally: Tally) -> None:
    """Check that what a page was told is kept, or was taken back later."""
    told = list(side.told.moves)
    try:
        log = side.log()
    except JournalError as error:
        tally.check(not told, f"{where}: {side.name}: {error}; told {told}")
        return
    tally.check(not log.damage, f"{where}: {side.name}: {log.damage}")
    stood = any(stand[: len(told)] == told for stand in _stands(log))
    tally.check(stood, f"{where}: {side.name} was told {told}, logged {log.records}")


def _stands(log: GameLog) -> Iterator[list[str]]:
    """The moves that stood after each record of a log."""
    stand: list[str] = []
    yield []
    for record in log.records:
        if isinstance(record, MoveRecord):
            stand.append(record.text)
        elif isinstance(record, TakebackRecord):
            del stand[max(len(stand) - record.plies, 0) :]
        yield list(stand)


def _agree(sides: Sequence[Side], game: AnyGame, tally: Tally) -> None:
    """Let the boards find each other again, and compare what they have."""
    assert until(lambda: sides[0].told.moves == sides[1].told.moves, _MEETING), [
        side.told for side in sides
    ]
    for side in sides:
        complaints = side.end(kill=False)
        tally.check(not complaints, f"{side.name}: {complaints}")
        wrong = reader.verify(side.log().path, game)
        tally.check(not wrong, f"{side.name}: {wrong}")
    one, other = ([move.text for move in side.log().moves] for side in sides)
    shorter = min(len(one), len(other))  # a move may be on its way
    tally.check(one[:shorter] == other[:shorter], f"the logs differ: {one}, {other}")
    records = sides[0].log().records
    tally.found["moves"] += sum(isinstance(record, MoveRecord) for record in records)
    tally.found["takebacks"] += sum(isinstance(record, TakebackRecord) for record in records)
    tally.found["games that ended"] += sides[0].log().finished


CAMPAIGN = Campaign(
    "far",
    "two programs far apart and their broker are killed at random instants of a game",
    full=Size(50, 20),
    short=Size(1, 6),
    run=run,
)
