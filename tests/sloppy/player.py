"""A person at the board: knows what is meant, sees the lamps, and answers them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from companion.hands import Phase
from companion.rules import AnyGame, CompanionError, Match, Stack, Turn, TurnMatch
from companion.rules.geometry import Point, bits, points_of
from tests.hands.bench import Bench, Happened, bag_of, last_of_hands, state_of
from tests.sloppy.acts import Edge, Fingers, Script, after, reverse
from tests.sloppy.habits import Habits
from tests.sloppy.oracle import Oracle, Way
from tests.sloppy.pieces import Pieces, carried_out, taken_back
from tests.sloppy.world import World, matches

SETTLE = 0.2  # seconds that a board must hold to count
_HASTE = 0.12  # seconds for which a board may rest that looks like what was not meant
FLICKER = 0.02  # seconds for which a switch shows a level at least, to be felt
_STOP = 3.0  # seconds for which a move may rest on its way where it could end
_BOUND = 6.0  # seconds within which finished hands have to be understood
_FAULTY = 40.0  # the same while a switch is faulty
_THOUGHT = 12.0  # seconds after which the players have been asked about a faulty switch
_DEBOUNCE = 0.01
_LOOK = 0.3  # seconds between looks at the lamps
_LONG = (0.14, 0.16, 0.25, 0.5, 0.74, 0.76, 1.0, 2.0, 5.0, 30.0)
_PAST = 6  # plies told of before a turn
_ANSWERS = 120  # looks at the lamps until a turn is given up


class Stage(NamedTuple):
    """A state of the match that is meant, and how the hands come to it from the last one: by a
    turn from a position, or by taking one back. looks: what stands where by then, as far as
    switches can show it."""

    state: tuple[int, Any]
    looks: tuple[Stack, ...]
    position: Any
    line: Turn | None
    back: bool = False


class Misunderstood(Exception):
    """What was understood is not what was meant."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Excused(Exception):
    """Something was understood that was not meant, but that the board did show."""


class Player:
    """Hands at one board, turn by turn. `begin` sits down to a match somewhere in a game."""

    def __init__(self, world: World, game: AnyGame, rng: Random, habits: Habits) -> None:
        self.world, self.game, self.rng, self.habits = world, game, rng, habits
        self.fingers = Fingers(game.board, habits, rng)
        self.begin()

    def begin(self) -> None:
        """Sit down to another match."""
        self.sit(*matches(self.world, self.game, self.rng))

    def sit(self, real: TurnMatch, mind: TurnMatch) -> None:
        """Sit down to a match. mind: an equal one."""
        self.mind = mind
        self.oracle = Oracle(self.mind.turn_game)
        self.doubts = self.rng.random() < self.habits.doubts
        self.stuck: set[Point] = set()
        self.ignored = 0  # switches that are ignored from the first
        self.bench = Bench(match=real, bag=self.world.bag, debounce=_DEBOUNCE, doubts=self.doubts)
        self.bench.watch = self._watch
        self.board = self.here  # what the hands have made of it
        self.pieces = Pieces(self.game.stacks(self.position))
        self.start()

    # A turn begins

    def start(self) -> None:
        """Begin a turn: what was is as it should be."""
        # Two moves made in one go may be told in either order.
        self.mind.ply_match.history[:] = self.bench.match.history
        self.acts = [f"?{self.game.board.names[p]}" for p in points_of(self.ignored)]
        self.steps = 0  # what lamps or words told
        self.past = tuple(self.bench.match.history[-_PAST:])
        self.began = self.past[0].position if self.past else self.bench.match.position
        self.pieces.lay_down()
        self.plan = [Stage(self.bench.state, self.pieces.looks, None, None)]
        self.allowed = {self.bench.state}
        self.first = self.seen = len(self.bench.happened)
        self.bench.changes[:] = [(self.bench.at, self.bench.changes[-1][1])]
        self.marks: set[str] = set()
        self.needless: set[str] = set()
        self.last_act = self.bench.at
        self.tapping = self.guided = False
        self.tapped = False  # to say that a move is over: nobody does so for ever
        self.mood = self.rng.random()  # how what has to be confirmed is confirmed
        self._judged: tuple[Phase, tuple[Any, ...]] | None = None

    def renew(self) -> None:
        """Begin another match of the same game: its board has to be set up."""
        self.act("new")
        self.mind = TurnMatch(Match(self.game), bag_of(self.world.bag))
        looks = tuple(self.game.stacks(self.position))
        self.plan = [Stage(self.bench.state, looks, None, None)]
        self.allowed = {self.bench.state}

    def told(self) -> str:
        """How to do this turn again, and what was made of it."""
        world, bench = self.world, self.bench
        text, past = self.game.position_text(self.began), [played.text for played in self.past]
        made = [happened.text for happened in bench.happened[self.first :]]
        meant = [
            ("back " if stage.back else "") + self.mind.turn_game.text(stage.position, stage.line)
            for stage in self.plan[1:]
        ]
        once_more = Bench(
            world.name,
            text,
            past=past,
            bag=world.bag,
            match=None,
            debounce=_DEBOUNCE,
            doubts=False,
            **dict(world.options),
        )
        for act in self.acts:
            once_more.act(act)
        alike = once_more.log == made and once_more.phase is bench.phase
        return (
            f"bench = Bench({world.name!r}, {text!r}, past={past}, bag={world.bag},"
            f" debounce={_DEBOUNCE}, **{dict(world.options)})\n"
            f"for act in {' '.join(self.acts)!r}.split(): bench.act(act)\n"
            f"# made: {made}, meant: {meant}, phase {bench.phase.value}"
            + ("" if alike else "\n# this script alone does not show it: use the seed")
        )

    # What is meant

    @property
    def position(self) -> Any:
        """The position that is meant by now."""
        return self.mind.position

    @property
    def over(self) -> bool:
        """Whether what is meant has ended the match."""
        return not self.ways

    @property
    def ways(self) -> tuple[Way, ...]:
        """What may be meant next."""
        return () if self.mind.over else self.oracle.ways(self.position)

    def occupied(self, position: Any) -> int:
        """The board of a position."""
        return int(self.game.occupancy(position))

    @property
    def here(self) -> int:
        """The board of the position that is meant by now."""
        return self.occupied(self.position)

    def mean(self, way: Way | None = None, script: Script | None = None) -> Script:
        """Mean a turn, any if none is given; how the hands make it, if that is not given."""
        way = self.rng.choice(self.ways) if way is None else way
        script = self.script(self.position, way) if script is None else script
        position = self.position
        steps = self.mind.turn_game.steps(position, way.line)
        self.mind.play(way.line)
        looks = carried_out(self.plan[-1].looks, steps)
        self._plan(Stage(state_of(self.mind), looks, position, way.line))
        return script

    def mean_back(self) -> Script:
        """Mean to take the last turn back; how the hands do it."""
        last = last_of_hands(self.mind)
        assert last is not None
        position, line = self._turn_of(last.position, last.move)
        script = self.way_back(position, line)
        steps = self.mind.turn_game.steps(position, line)
        looks = taken_back(self.plan[-1].looks, steps, self.game.stacks(position))
        self.mind.take_back(self.mind.plies_of(1))
        self._plan(Stage(state_of(self.mind), looks, position, line, back=True))
        return script

    def way_back(self, position: Any, line: Turn, script: Script | None = None) -> Script:
        """How the hands take a turn back. script: how it was made; by default, in some order."""
        way, before = self.oracle.way(position, line), self.game.stacks(position)
        if way.hidden:  # the upper piece is taken off the other one
            origin = way.path[0]
            return [Edge(origin, True, source=way.path[-1], look=before[origin])]
        back = reverse(self.script(position, way) if script is None else script)
        return [
            edge._replace(source=edge.point, look=before[edge.point])
            if edge.occupied and edge.source is None and not edge.bump
            else edge
            for edge in back
        ]

    def restore(self, looks: Sequence[Stack]) -> None:
        """Bring the pieces to where they stand by memory, and lay down what is left."""
        self.run(self.mending(looks))
        self.pieces.lay_down()

    def mending(self, looks: Sequence[Stack]) -> Script:
        """How the hands bring the pieces to where they stand by memory: what is wrong comes off
        first."""
        wrong = [p for p, look in enumerate(looks) if self.pieces.look(Point(p)) != look]
        off = [Edge(Point(p), False) for p in wrong if self.pieces.look(Point(p))]
        on = [Edge(Point(p), True, look=looks[p]) for p in wrong if looks[p]]
        self.rng.shuffle(off)
        self.rng.shuffle(on)
        wanted = bits(Point(p) for p, look in enumerate(looks) if look) & ~bits(map(Point, wrong))
        odd = (self.board ^ wanted) & ~bits(map(Point, wrong))
        odd &= ~bits(self.pieces.lying)
        dragged = [Edge(p, False) for p in self.pieces.lying]
        pushed = [Edge(p, bool(wanted >> p & 1), bump=True) for p in points_of(odd)]
        return [*dragged, *pushed, *off, *on]

    def also(self, *states: tuple[int, Any]) -> None:
        """Allow more states of the match on the way."""
        self.allowed.update(states)

    def _plan(self, stage: Stage) -> None:
        self.plan.append(stage)
        self.allowed.add(stage.state)

    def _turn_of(self, position: Any, move: Any) -> tuple[Any, Turn]:
        """The turn whose last ply was this."""
        history = self.mind.ply_match.history
        if self.world.real:
            for i in range(len(history) - 1, 0, -1):
                if history[i].position == position and history[i].move == move:
                    drawn = history[i - 1]
                    if drawn.seat < 0:
                        return drawn.position, Turn((drawn.move, move))
                    break
        return position, Turn((move,))

    def script(self, position: Any, way: Way) -> Script:
        """How the hands make a turn, on the board of its position."""
        hush = self.hush(position, way)
        steps = self.mind.turn_game.steps(position, way.line)
        return self.fingers.script(steps, self.occupied(position), hush)

    def hush(self, position: Any, way: Way) -> int:
        """The points that would tell of a rival of this turn."""
        hush = 0
        for rival in self.oracle.rivals(position, way):
            hush |= rival.all & ~way.all
        return hush

    # Hands and time

    def act(self, act: str) -> None:
        """One act, as the bench takes it."""
        self.acts.append(act)
        try:
            self.bench.act(act)
        except (CompanionError, LookupError, ValueError, TypeError) as error:
            raise Misunderstood("wrong") from error

    def edge(self, edge: Edge) -> None:
        """One switch, which may bounce."""
        bounces = self.rng.randint(1, 3) if self.rng.random() < self.habits.bounce else 0
        if not edge.bump and edge.occupied:
            self.pieces.put(edge.point, edge.source, edge.look, drag=edge.drag, off=edge.off)
        elif not edge.bump:
            self.pieces.lift(edge.point, edge.off)
        sign, name = "+" if edge.occupied else "-", self.game.board.names[edge.point]
        if edge.point not in self.stuck:
            self.act(f"{sign}{name}" + (f"*{bounces}" if bounces else ""))
        bit = 1 << edge.point
        self.board = self.board | bit if edge.occupied else self.board & ~bit
        self.last_act = self.bench.at

    def ignore(self, point: Point) -> None:
        """From now on the switch of a point is ignored, and shows what it shows now."""
        self.ignored |= 1 << point
        self.stuck.add(point)
        self.act(f"?{self.game.board.names[point]}")

    def stick(self, point: Point) -> None:
        """From now on the switch of a point shows what it shows now, or what it never showed."""
        if self.rng.random() < 0.3:
            sign = "-" if self.board >> point & 1 else "+"
            self.marks.add("phantom")  # no hand has done that, but no switch shows it
            self.act(sign + self.game.board.names[point])
        self.stuck.add(point)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        if seconds >= 0.005:
            self.act(f"~{seconds:.2f}")

    def rest(self, seconds: float, between: bool = True) -> None:
        """Let the hands rest, but not for long on a board that looks like what is not meant."""
        if seconds > _HASTE and between:
            seconds = min(seconds, self._safe())
        self.wait(seconds)

    def pause(self) -> float:
        """How long hands rest between two acts."""
        if self.rng.random() < self.habits.slow:
            return self.rng.choice(_LONG)
        return self.rng.uniform(0.0, 0.1)

    def quickly(self) -> float:
        """The same, for hands in a hurry."""
        return self.rng.uniform(0.0, _HASTE)

    def run(self, script: Sequence[Edge], pause: Callable[[], float] | None = None) -> None:
        """Do what a script says."""
        edges: dict[Point, float] = {}
        for edge in script:
            self.rest(self.quickly() if edge.soon else (pause or self.pause)())
            if self.bench.at - edges.get(edge.point, 0.0) < FLICKER:
                self.wait(FLICKER)  # no hand is quicker
            self.edge(edge)
            edges[edge.point] = self.bench.at

    @property
    def unmistakable(self) -> bool:
        """Whether the board may rest as it is without looking like what is not meant."""
        return self._safe() > _STOP

    def _safe(self) -> float:
        """For how long the board may rest as it is, whichever piece that stands by is off."""
        boards = [self.board ^ 1 << point for point in points_of(self._astray())]
        return min(map(self._safe_on, (self.board, *boards)))

    def mistakable(self, board: int) -> bool:
        """Whether a board that rests may look like what is not meant, or like the end of a move."""
        return self._safe_on(board) <= _STOP

    def _astray(self) -> int:
        """The points that have changed in this turn without being part of it."""
        changed = self.board ^ self.occupied(self.plan[0].state[1])
        for stage in self.plan[1:]:
            if stage.line is not None:
                changed &= ~self.oracle.way(stage.position, stage.line).all
        return changed

    def _safe_on(self, board: int) -> float:
        meant = [self.occupied(stage.state[1]) for stage in self.plan]
        reached = self.bench.state
        stages = [stage.state for stage in self.plan]
        index = stages.index(reached) if reached in stages else 0
        if board == self.occupied(reached[1]) or board in meant[index:]:
            return 60.0
        if self._on_the_way(board):
            return _STOP
        for _, position in {*stages[index:]}:
            if board in self.oracle.ends(position):
                return _HASTE
        if board in self._before() or any(self.oracle.both(reached[1], board)):
            return _HASTE
        last = last_of_hands(self.bench.match)
        if last is not None and any(self.oracle.both(last.position, board)):
            return _HASTE  # the last turn was changed, and answered
        return 60.0

    def _on_the_way(self, board: int) -> bool:
        """Whether the board is a halfway house of a turn that is meant, and may be its end."""
        return any(
            stage.line is not None
            and not stage.back
            and self.oracle.way(stage.position, stage.line).rests_at(board)
            and board in self.oracle.ends(stage.position)
            for stage in self.plan[1:]
        )

    def _before(self) -> set[int]:
        """The boards that would take a turn back, or replace the last one."""
        found = set()
        for match in (self.bench.match, self.mind):
            last = last_of_hands(match)
            if last is not None:
                found |= {self.occupied(last.position), *self.oracle.ends(last.position)}
        return found

    # Looking at the lamps

    def finish(self) -> None:
        """See to it that what was meant is understood: answer, mend, or wait. Misunderstood when
        that does not come to an end."""
        self.last_act = self.bench.at
        self.wait(_LOOK)
        self._notice_guidance()
        for _ in range(_ANSWERS):
            self.wait(_LOOK)
            phase = self.bench.phase
            if self._understood():
                self._compare_pieces()
                happened = self.bench.happened[self.first :]
                if happened and happened[-1].at > self.last_act + 1.0:
                    self.marks.add("pause")
                return
            if phase is Phase.ASK:
                self.answer()
            elif phase is Phase.CONFIRM:
                self.confirm()
            elif self.stuck and self.bench.reader.doubt is not None:
                self.weigh_doubt()
            elif self.stuck and self._meant() and self.bench.at < self.last_act + _THOUGHT:
                continue  # until the players are asked about the switch
            elif phase is Phase.ASTRAY:
                self.mend()
            else:
                self.go_on()
            if self.bench.at > self.last_act + (_FAULTY if self.doubts else _BOUND):
                break
        raise Misunderstood("unresolved")

    def _notice_guidance(self) -> None:
        """Whether a board that was complete is led back, instead of being understood or offered."""
        if not self._meant() or self.stuck:
            return
        self.wait(1.0)
        if self.bench.phase is Phase.ASTRAY and not self.bench.view.confirmable:
            self.marks.add("led back")

    def weigh_doubt(self) -> None:
        """A switch is in doubt: confirm that it is faulty, or show that it works."""
        doubt = self.bench.reader.doubt
        if doubt is not None and doubt.points & bits(self.stuck):
            self.act("press")
            self.last_act = self.bench.at
        else:
            self.again()

    def _compare_pieces(self) -> None:
        """What the program believes must be what stands on the board. What no switch shows, the
        hands do now: they turn pieces over, and put captured ones under the captor."""
        believed = self.game.stacks(self.bench.match.position)
        for point, look in enumerate(self.plan[-1].looks):
            if self.pieces.look(Point(point)) == look != believed[point]:
                self.pieces.arrange(Point(point), believed[point])
        self.plan[-1] = self.plan[-1]._replace(looks=believed)
        if self.pieces.looks != believed:
            raise Misunderstood("misguided" if self.guided else "wrong")

    def _understood(self) -> bool:
        return (
            self.bench.state == self.plan[-1].state
            and self.bench.phase is Phase.REST
            and self.board == self.here
        )

    def _next(self) -> Stage | None:
        """The stage that comes after the one that the match has reached."""
        reached = self.bench.state
        for stage, following in zip(self.plan[-2::-1], self.plan[:0:-1], strict=True):
            if stage.state == reached:
                return following
        return None

    def go_on(self) -> None:
        """Nothing is asked: bring the board to what is meant, if it does not show that."""
        stage = self._next()
        if stage is None:
            if self.board != self.here:
                self.restore(self.plan[-1].looks)
            return
        if self.board == self.occupied(self.bench.match.position) and stage.line is not None:
            if stage.back:
                self.run(self.way_back(stage.position, stage.line))
            else:
                self.run(self.script(stage.position, self.oracle.way(stage.position, stage.line)))
        elif self.board != self.occupied(stage.state[1]):
            self.restore(stage.looks)
        elif self.bench.reader.ignored:
            if self.bench.at > self.last_act + _STOP:
                self.act("press")
                self.last_act = self.bench.at
        elif not stage.back and stage.line is not None and self.bench.at > self.last_act + 2.0:
            self._once_more(self.oracle.way(stage.position, stage.line))

    def _once_more(self, way: Way) -> None:
        """The board is right, but a piece of the move was never lifted: put it there again."""
        for point in points_of(way.need & self.board & ~self.touched()):
            self.tap(point)

    def touched(self) -> int:
        """The points that have changed since the board last showed the match for long enough."""
        wanted = self.occupied(self.bench.match.position)
        changes = self.bench.changes
        begin = 0
        for i, (at, board) in enumerate(changes):
            until = changes[i + 1][0] if i + 1 < len(changes) else self.bench.at
            if board == wanted and until - at >= SETTLE - _DEBOUNCE:
                begin = i
        touched = 0
        for (_, one), (_, two) in pairwise(changes[begin:]):
            touched |= one ^ two
        return touched

    def mend(self) -> None:
        """Do what the lamps say, or go straight on to what is meant."""
        if self._meant():  # but it came about in a way that does not tell
            if self.bench.view.confirmable:
                self.act("press")
                self.last_act = self.bench.at
            else:
                self.again()
        elif self.bench.phase is Phase.ASTRAY and self.rng.random() < self.habits.obey:
            self.obey()
        else:
            self.bring()

    def again(self) -> None:
        """Go back to what the match holds, to begin once more from there."""
        reached = self.bench.state
        held = next((stage for stage in self.plan[::-1] if stage.state == reached), self.plan[0])
        self.restore(held.looks)
        self.wait(1.0)

    def bring(self) -> None:
        """Bring the board to what is meant next."""
        self.restore((self._next() or self.plan[-1]).looks)

    def _unmeant(self) -> set[int]:
        """The boards that would end a turn that is not meant."""
        position = self.bench.match.position
        ends = set() if self.bench.match.over else self.oracle.ends(position)
        return ends - {self.occupied(stage.state[1]) for stage in self.plan}

    def _meant(self) -> bool:
        """Whether the board shows something that is meant and that the match does not hold yet."""
        reached = self.bench.state
        states = [stage.state for stage in self.plan]
        index = states.index(reached) if reached in states else 0
        return any(self.board == self.occupied(position) for _, position in states[index + 1 :])

    def lamps(self, look: Callable[[Point], Stack]) -> Script:
        """What the lamps of guidance say: fast ones to take a piece away, slow ones to put one
        there. look: what is put on a point where nothing has to be taken away first."""
        view = self.bench.view
        extra = list(points_of(view.take_away & self.board))
        missing = list(points_of(view.put_here & ~self.board))
        script = [Edge(point, False) for point in extra]
        if len(extra) == len(missing) == 1:
            return [*script, Edge(missing[0], True, source=extra[0])]
        return [*script, *(Edge(point, True, look=look(point)) for point in missing)]

    def _named(self, point: Point) -> Stack:
        """What the page says that is missing on a point."""
        return dict(self.bench.view.pieces).get(point, ())

    def obey(self) -> None:
        """Do what the lamps say, literally, until they say no more."""
        for _ in range(40):
            if self.bench.phase is not Phase.ASTRAY:
                return
            view = self.bench.view
            script = self.lamps(self._named)
            self.guided = self.guided or bool(script)
            self.steps += bool(script)
            wrong = after(self.board, script) in self._unmeant()
            if wrong or (not script and view.confirmable):
                self.bring()
                return
            if script and all(edge.occupied for edge in script) and not self.pieces.hands:
                self.bring()
                return
            self.run(script, self.quickly)
            self.wait(_LOOK)
        raise Misunderstood("unresolved")

    def confirm(self) -> None:
        """Say that a move is over: by a tap, by the button, or by waiting."""
        stage = self._next()
        if not self._meant():
            self.mend()
            return
        if not self._offered(stage):
            # What is offered is another move, or to take moves back: once more.
            self.again()
            return
        way = None
        if stage is not None and stage.line is not None and not stage.back:
            way = self.oracle.way(stage.position, stage.line)
        seen = self.bench.view.candidates and not self.bench.reader.ignored
        end = way.path[-1] if seen and way is not None and way.path else None
        tapping = self.mood < self.habits.tap and not self.tapped
        if tapping and end is not None and self.board >> end & 1:
            self.tapped = True
            self.tap(end)
        elif (
            self.mood < self.habits.tap + self.habits.press
            or way is None
            or way.hidden
            or self.bench.at > self.last_act + 5.0
        ):
            self.act("press")
            self.last_act = self.bench.at
        else:
            return
        self.marks.add("confirmed")

    def _offered(self, stage: Stage | None) -> bool:
        """Whether what is meant next may be confirmed; without a stage, whether anything is that
        brings the turns meant in another order."""
        turns, position = self.mind.turn_game, self.bench.match.position
        offered = [turns.advance(position, turn) for turn in self.bench.view.candidates]
        if stage is None:
            allowed = [allowed for _, allowed in self.allowed]
            return not offered or any(self.passed(after) in allowed for after in offered)
        if stage.back or stage.line is None:
            return not offered
        return turns.advance(position, stage.line) in offered

    def passed(self, position: Any) -> Any:
        """The position after any forced passes."""
        game = self.game
        while len(moves := game.moves(position)) == 1 and game.is_pass(moves[0]):
            position = game.advance(position, moves[0])
        return position

    def answer(self) -> None:
        """Say which of several moves was meant."""
        stage = self._next()
        candidates = list(self.bench.view.candidates)
        position = self.bench.match.position
        turns = self.mind.turn_game
        meant = -1
        if stage is not None and stage.line is not None and not stage.back:
            wanted = turns.advance(stage.position, stage.line)
            reached = [turns.advance(position, other) for other in candidates]
            meant = reached.index(wanted) if wanted in reached else -1
        if meant < 0:
            self.again()
            return
        points = [bits(s.point for s in turns.steps(position, other)) for other in candidates]
        own: int = points[meant]
        for i, other in enumerate(points):
            own &= ~other if i != meant else own
        dead = bits(self.stuck) | self.bench.reader.ignored
        if own & self.board & ~dead:
            self.tap(self.rng.choice(list(points_of(own & self.board & ~dead))))
            return
        shared = points[0] & self.board & ~dead
        alike = all(p == points[0] for p in points)
        for _ in range(2 * len(candidates)):
            if self.bench.phase is not Phase.ASK or self.bench.view.picked == meant:
                break
            if shared and alike:
                self.tap(self.rng.choice(list(points_of(shared))))
            else:
                self.act("press")
            self.wait(0.1)
        if self.bench.phase is Phase.ASK and self.bench.view.picked == meant:
            self.act("press" if alike and self.rng.random() < 0.5 else "hold")
        self.last_act = self.bench.at

    def tap(self, point: Point) -> None:
        """Lift a piece, and put it back."""
        self.tapping = True
        self.edge(Edge(point, False))
        self.wait(self.rng.uniform(0.05, 0.4))
        self.edge(Edge(point, True))
        self.wait(0.05)
        self.tapping = False

    # Judging what happens

    def _watch(self) -> None:
        while self.seen < len(self.bench.happened):
            happened = self.bench.happened[self.seen]
            self.seen += 1
            if happened.state not in self.allowed:
                phantom = "phantom" in self.marks
                if phantom or (not self.tapping and self._was_shown(happened)):
                    raise Excused
                raise Misunderstood("wrong")
            self._judged = None
        phase = self.bench.phase
        if phase in (Phase.ASK, Phase.CONFIRM):
            if self.bench.at < self.bench.changes[-1][0] + SETTLE - _DEBOUNCE:
                return  # the hands have not stopped to answer
            judged = phase, self.bench.view.candidates
            if judged != self._judged:
                self._judged = judged
                self._judge(phase)
        else:
            self._judged = None

    def _judge(self, phase: Phase) -> None:
        """Whether a question or a confirmation is needed, and of which kind it is."""
        position, board = self.bench.match.position, self.bench.changes[-1][1]
        candidates = self.bench.view.candidates
        if self.bench.view.revived is not None:
            return  # no switch tells whether a piece that comes back is the one that was lifted
        if phase is Phase.CONFIRM:
            blind = self.bench.reader.ignored | bits(self.stuck)
            seen = board & ~blind | self.occupied(position) & blind
            boards = (seen, *(seen ^ 1 << point for point in points_of(self._astray() & ~blind)))
            goes_on = any(self.oracle.goes_on(position, board) for board in boards)
            past = {self.occupied(p.position) & ~blind for p in self.bench.match.history}
            hidden = any(self.oracle.way(position, line).all & blind for line in candidates)
            shown = not hidden and not goes_on
            if shown and (candidates or board & ~blind not in past):
                self.needless.add("needless confirmation")
            return
        alike = {self._acts(position, line) for line in candidates}
        if len(alike) == 1:
            self.marks.add("piece")
        else:
            self.marks.add("asked")
            hidden = any(self.bench.reader.ignored >> p & 1 for acts in alike for _, p in acts)
            if not hidden and self.oracle.decided(position, board, self.touched()):
                self.needless.add("needless question")

    def _acts(self, position: Any, line: Turn) -> tuple[Any, ...]:
        steps = self.mind.turn_game.steps(position, line)
        return tuple((step.action, step.point) for step in steps)

    def _was_shown(self, happened: Happened) -> bool:
        """Whether since the last thing that happened the board rested where this brought it."""
        earlier = self.bench.happened[: self.seen - 1]
        since = earlier[-1].at if earlier else 0.0
        dead = self.bench.reader.ignored | bits(self.stuck)
        # The board that is still shown counts, even if it has brought several things at once.
        still = self.bench.at
        rests = {shown for shown, until in self._rests(dead) if until > since or until == still}
        before = earlier[-1].state[1] if earlier else self.plan[0].state[1]
        made = self.occupied(happened.state[1]) & ~dead
        last = self.occupied(self.bench.happened[-1].state[1]) & ~dead
        return bool({made, last} & rests) or any(
            way.end & ~dead == made for board in rests for way in self.oracle.both(before, board)
        )

    def _rests(self, dead: int) -> Iterator[tuple[int, float]]:
        """The boards that have held for long enough to count in this turn, each with the time until
        which it was shown. dead: the points that do not count."""
        changes = [(at, board & ~dead) for at, board in self.bench.changes]
        seen = [
            (at, board)
            for i, (at, board) in enumerate(changes)
            if not i or board != changes[i - 1][1]
        ]
        for (at, board), (until, _) in pairwise([*seen, (self.bench.at, -1)]):
            if until - at >= SETTLE - 1e-6:
                yield board, until
