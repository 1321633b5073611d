"""People who do what the lamps or the words say, to the letter, one step at a time."""

from __future__ import annotations

from collections.abc import Callable

from companion.hands import Phase
from companion.rules import Stack
from companion.rules.geometry import Point, points_of
from tests.sloppy.acts import Edge, Script
from tests.sloppy.player import Excused, Misunderstood, Player
from tests.sloppy.words import name_of, stack_of, told

_IDLE = 15  # looks in a row that show nothing to do, until guidance is given up

Advice = Callable[[Player], tuple[Script, int]]
"""What is to be done now, and how many steps of guidance that is."""


def by_lamps(player: Player) -> tuple[Script, int]:
    """What the lamps say."""
    if player.bench.view.phase is Phase.SETUP:
        return _set_up(player)
    script = player.lamps(lambda point: remembered(player, point))
    return script, bool(script)


def _set_up(player: Player) -> tuple[Script, int]:
    """What the lamps say in set-up: those of missing pieces show whose they are."""
    view = player.bench.view
    script = [Edge(point, False, off=True) for point in points_of(view.take_away & player.board)]
    looks = player.plan[-1].looks
    missing = points_of(view.put_here & ~player.board)
    script += [Edge(point, True, source=point, look=looks[point]) for point in missing]
    return script, bool(script)


def by_words(player: Player) -> tuple[Script, int]:
    """What the page says, all its sentences in order."""
    script: Script = []
    board, steps = player.board, 0
    for one in told(player):
        origin = one.away[0] if len(one.away) == 1 else None
        for point in one.away:
            if not board >> point & 1:
                return script, steps  # it is off already
            if one.name not in ("", name_of(player, player.pieces.look(point))):
                raise Misunderstood("misguided")  # another piece stands there
            script.append(Edge(point, False))
            board &= ~(1 << point)
        if one.here is not None:
            if board >> one.here & 1:
                return script, steps
            look: Stack = ()
            if origin is None:
                look = _in_hand(player, script, one.name)
                origin = None if look else _astray(player, one.name)
                if origin is not None:
                    script.append(Edge(origin, False))
                    board &= ~(1 << origin)
                elif not look:
                    look = stack_of(player, one.name) or remembered(player, one.here)
            script.append(Edge(one.here, True, source=origin, look=look))
            board |= 1 << one.here
        steps += 1
    return script, steps


def _in_hand(player: Player, script: Script, name: str) -> Stack:
    """The piece of that name, of those in the hands or to be lifted first; empty if none is."""
    lifted = [player.pieces.look(edge.point) for edge in script if not edge.occupied]
    lifted += [tuple(wood.look for wood in woods) for _, woods in player.pieces.hands]
    return next((look for look in lifted if name and name_of(player, look) == name), ())


def _astray(player: Player, name: str) -> Point | None:
    """Where the piece of that name stands wrongly, as everybody can see."""
    looks = player.game.stacks(player.bench.match.position)
    wrong = [Point(p) for p, look in enumerate(player.pieces.looks) if look != looks[p]]
    named = [p for p in wrong if name and name_of(player, player.pieces.look(p)) == name]
    return named[0] if named else None


def remembered(player: Player, point: Point) -> Stack:
    """What stood on a point, unless there is no such piece in the hands, but another one."""
    look = player.game.stacks(player.bench.match.position)[point]
    held = [tuple(wood.look for wood in woods) for _, woods in player.pieces.hands]
    return () if held and look not in held else look


def follow(player: Player, advice: Advice, bound: int) -> bool:
    """Follow guidance until it ends: with what was believed, or else False. Misunderstood if that
    takes more than so many steps, plays anything or leaves pieces exchanged."""
    try:
        return _follow(player, advice, bound)
    except Excused:  # a board that shows a move, but guidance has led there
        raise Misunderstood("misguided") from None


def _follow(player: Player, advice: Advice, bound: int) -> bool:
    idle, began = 0, player.steps
    player.guided = True
    while player.steps - began <= bound and idle <= _IDLE:
        player.wait(player.rng.uniform(0.3, 1.0))
        view = player.bench.view
        if view.phase is Phase.REST and player.board == player.here:
            player.pieces.lay_down()
            if player.pieces.looks != player.plan[-1].looks:
                raise Misunderstood("misguided")
            return True
        if view.phase not in (Phase.ASTRAY, Phase.SETUP):
            return False
        if view.stands and _stands_right(player):
            player.act("press")
            player.steps += 1
            continue
        script, steps = advice(player)
        idle = 0 if script else idle + 1
        player.steps += steps
        player.run(script, lambda: player.rng.uniform(0.1, 0.6))
    raise Misunderstood("unresolved")


def _stands_right(player: Player) -> bool:
    """Whether the pieces that seem to stand in the wrong place stand right."""
    looks = player.game.stacks(player.bench.match.position)
    there = points_of(player.bench.view.take_away)
    return all(player.pieces.look(point) == looks[point] for point in there)
