"""A table without a game: simulated pieces that go where hands put them, and scripted words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from queue import Queue
from threading import Lock
from typing import Any

import msgspec

from companion.base.text import Text
from companion.config import Config
from companion.games.registry import make
from companion.page.messages import (
    Adjust,
    Arrange,
    Broadcast,
    ClockView,
    Command,
    FeatureView,
    Lamps,
    Learn,
    Lift,
    PieceView,
    Put,
    Refused,
    Release,
    RulesPage,
    ShineView,
    Shining,
    State,
    Sweep,
    Tabletop,
    Waiting,
)
from companion.protocol.commands import SetEngine
from companion.protocol.views import EnginesView, EngineView, SettingValue, ToolView
from companion.rules import CompanionError
from companion.rules.geometry import STAR
from companion.session import view_builder
from companion.session.rules_page import rules_page
from companion.session.settings.chosen import ChosenSettings

Told = Broadcast
PATIENCE = 60.0
"""Seconds after which a test gives up waiting for a command; a passing test never waits so long."""


class FakeTable:
    """Keeps the contract of `Table`.

    `commands` holds what was asked for; `refusal`, where set, is raised for every command. While it
    is `busy`, `unanswered` collects what has to be called for each command that is done.
    Every `say` and `begin` starts a new stage and passes its number to `drawn`, where `url` in
    conftest.py waits until the page has drawn it.
    """

    def __init__(self, game: str = "solomon", *, simulated: bool = True) -> None:
        self.commands: Queue[Command] = Queue()
        self.refusal: CompanionError | None = None
        self._asking = ""  # the page that was the last to change a setting
        self.busy = False
        self.unanswered: list[Callable[[], None]] = []
        self.drawn: Callable[[int], None] = lambda _: None
        self._stage = 0
        self._lock = Lock()
        self._listeners: dict[int, Callable[[Told], None]] = {}
        self._subscribed = 0
        self.begin(game, simulated=simulated)

    def begin(
        self,
        game: str,
        options: Mapping[str, object] | None = None,
        *,
        text: str | None = None,
        simulated: bool = True,
        **told: Any,
    ) -> None:
        """Another game, from a position's text or its start; `told` changes fields of `Hello`."""
        made = make(game, options)
        position = made.start() if text is None else made.parse_position(text)
        stacks = made.stacks(position)
        believed = tuple(
            tuple(PieceView(p.text, p.seat, p.kind) for p in stack) for stack in stacks
        )
        with self._lock:
            self._stage += 1
            self._start = tuple(tuple(p.text for p in stack) for stack in stacks)
            greeting = view_builder.greeting(
                made, {}, simulated=simulated, solvable=False, puzzles=()
            )
            told = {"palettes": ("standard", "safe"), **told}
            self.hello = msgspec.structs.replace(greeting, **told)
            tray = tuple(p.text for p in self.hello.pieces if p not in sum(believed, ()))
            self.state = State(
                phase="rest",
                turn=0,
                headline=Text("{seat} to move", seat=made.seats[0]),
                message=Text(),
                tone="plain",
                sensed=tuple(bool(stack) for stack in stacks),
                believed=believed,
                moves=(),
                outcome="ongoing",
                confirm=False,
                question=None,
                draw_offered_by=None,
                draw_agreed=(),
                announcement=Text(),
                best=None,
                hint=Text(),
                watched=False,
                figure=None,
                labelling=None,
                warning=Text(),
                log="games/0007.jsonl",
                palette="standard",
                tabletop=Tabletop(self._start, tray, {}) if simulated else None,
                takeback=False,
                stage=self._stage,
            )
            self.lamps = Lamps("000000" * made.board.size)
            self._tell(self.hello, self.state, self.lamps)
        self.drawn(self._stage)

    @property
    def listeners(self) -> int:
        """How many pages are told of changes."""
        with self._lock:
            return len(self._listeners)

    def subscribe(self, listener: Callable[[Told], None]) -> Callable[[], None]:
        with self._lock:
            self._subscribed += 1
            key = self._subscribed
            self._listeners[key] = listener
            for message in (self.hello, self.state, self.lamps):
                listener(message)

        def unsubscribe() -> None:
            with self._lock:
                del self._listeners[key]

        return unsubscribe

    def command(self, command: Command, done: Callable[[], None] = lambda: None) -> None:
        if self.refusal is None:
            (self.unanswered.append if self.busy else _call)(done)
        self.commands.put(command)
        if self.refusal is not None:
            raise self.refusal
        with self._lock:
            tabletop = self.state.tabletop
            after = (
                None if tabletop is None else _moved(tabletop, command, self._names, self._start)
            )
            if after is not None:
                sensed = tuple(bool(stack) for stack in after.points)
                self._change(tabletop=after, sensed=sensed)

    def asked(self) -> Command:
        """The next command, as soon as there is one."""
        command = self.commands.get(timeout=PATIENCE)
        if isinstance(command, Adjust | SetEngine):
            assert command.page
            self._asking = command.page
            return msgspec.structs.replace(command, page="")
        return command

    def refuse(self, text: str) -> None:
        """Refuse what the last page to change a setting has asked for."""
        with self._lock:
            self._tell(Refused(text, self._asking))

    def rules(self, asked: Learn, language: str) -> RulesPage:
        return rules_page(asked, language)

    def say(self, **changes: Any) -> None:
        """Change fields of the state, and tell the pages."""
        with self._lock:
            self._stage += 1
            self._change(**{"stage": self._stage, **changes})
        self.drawn(self._stage)

    def lose(self, trouble: str) -> None:
        """Have no board to play on, until `begin`."""
        with self._lock:
            self._tell(Waiting(Text(trouble)))

    def time(self, *left: float, running: int | None, control: str = "fischer 1") -> None:
        """A clock that shows these seconds for each seat."""
        with self._lock:
            self._tell(ClockView(control, left, running, shares=False))

    def offer(self, features: tuple[FeatureView, ...] = (), /, **values: SettingValue) -> None:
        """The settings, of which these (`lights__brightness=0.3`) were chosen on a page. features:
        those of packages."""
        chosen = ChosenSettings(Config())
        for name, value in values.items():
            chosen.change(name.replace("__", "."), value, STAR)
        with self._lock:
            self._tell(
                msgspec.structs.replace(
                    chosen.view, tools=("check", "calibrate"), features=features
                )
            )
        self.say()  # A page that has drawn this has the settings, too.

    def engines(self, *engines: EngineView, trouble: str = "") -> None:
        """These external engines."""
        names = tuple(engine.name for engine in engines)
        with self._lock:
            self._tell(
                msgspec.structs.replace(ChosenSettings(Config()).view, engines=names),
                EnginesView(engines, (0.01, 600), Text(trouble)),
            )
        self.say()

    def work(self, view: ToolView) -> None:
        """A tool that shows this."""
        with self._lock:
            self._tell(view)

    def light(self, **colours: str) -> None:
        """A frame in which these points (`p14="ff8800"`) are lit and all others dark."""
        with self._lock:
            self.lamps = Lamps("".join(colours.get(f"p{name}", "000000") for name in self._names))
            self._tell(self.lamps)

    def shine(
        self, meaning: str, text: str, rgb: str, *names: str, frames: bool = False, **more: Any
    ) -> None:
        """These lamps and no others: what they mean. more: fields of `ShineView`."""
        lamps = tuple((self._names.index(name), rgb) for name in names)
        with self._lock:
            self._tell(Shining((ShineView(meaning, Text(text), lamps, **more),), 0, frames))

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(point.name for point in self.hello.points)

    def _change(self, **changes: Any) -> None:
        self.state = msgspec.structs.replace(self.state, **changes)
        self._tell(self.state)

    def _tell(self, *messages: Told) -> None:
        for listener in self._listeners.values():
            for message in messages:
                listener(message)


def _call(done: Callable[[], None]) -> None:
    done()


def _moved(
    tabletop: Tabletop, command: Command, names: tuple[str, ...], start: tuple[tuple[str, ...], ...]
) -> Tabletop | None:
    points = [list(stack) for stack in tabletop.points]
    tray, hands, origins = list(tabletop.tray), dict(tabletop.hands), dict(tabletop.origins)
    match command:
        case Lift("tray", hand, piece) if piece in tray and hand not in hands:
            tray.remove(piece)
            hands[hand] = (piece,)
            origins[hand] = "tray"
        case Lift(place, hand) if place in names and points[names.index(place)]:
            hands[hand] = tuple(points[names.index(place)])
            points[names.index(place)] = []
            origins[hand] = place
        case Release(hand) if hand in hands:
            return _moved(tabletop, Put(origins[hand], hand), names, start)
        case Put(place, hand) if hand in hands:
            (tray if place == "tray" else points[names.index(place)]).extend(hands.pop(hand))
        case Arrange():
            points, tray, hands = [list(stack) for stack in start], [], {}
        case Sweep():
            tray += [piece for stack in points for piece in stack]
            points = [[] for _ in points]
        case _:
            return None
    return Tabletop(tuple(tuple(stack) for stack in points), tuple(sorted(tray)), hands, origins)
