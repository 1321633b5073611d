"""More kinds of turns: rough hands, which do for long what the others do only for a moment."""

from __future__ import annotations

from itertools import permutations

from companion.rules import Action
from companion.rules.geometry import Point, bits, points_of
from tests.hands.bench import last_of_hands
from tests.sloppy.acts import Edge, Script, boards, interleaved
from tests.sloppy.kinds import (
    Kind,
    again,
    ambiguous,
    earlier,
    looks,
    mistake,
    plain,
    reordered,
    replay,
    take_back_ply_by_ply,
)
from tests.sloppy.oracle import Way
from tests.sloppy.player import Player

_MINUTES = (20.0, 60.0, 240.0)
_PAIRS = 900  # pairs of turns that are looked through
_STUCK = 4  # pieces that are moved wrongly at most


def meant_with_edges(player: Player) -> tuple[Script, list[tuple[int, Point]]]:
    """Mean a turn. How the hands make it, and which of its acts puts a piece down beside which
    vacant point, so that it may lie on both."""
    position, way = player.position, player.rng.choice(player.ways)
    script = player.mean(way)
    busy = player.board | player.hush(position, way) | bits(edge.point for edge in script)
    return script, [
        (i, near)
        for i, edge in enumerate(script)
        if edge.occupied and not edge.bump and not edge.soon
        for near in points_of(bits(player.fingers.near(edge.point)) & ~busy)
    ]


def on_edge(player: Player) -> None:
    """Put a piece down on the edge of two points, whose switches close one after the other."""
    script, landings = meant_with_edges(player)
    if not landings:
        return player.run(script)
    i, near = player.rng.choice(landings)
    on, off = Edge(near, True, bump=True), Edge(near, False, bump=True)
    first = player.rng.random() < 0.5
    player.run(script[:i])
    player.rest(player.pause())
    player.edge(on if first else script[i])
    player.wait(player.rng.uniform(0.0, 0.25))
    player.edge(script[i] if first else on)
    player.rest(player.rng.choice((0.1, 0.25, 0.5, 2.0, 30.0)))
    player.edge(off)
    return player.run(script[i + 1 :])


def left_alone(player: Player) -> None:
    """Leave an illegal board alone for minutes."""
    _astray(player, player.rng.randint(1, 2), player.rng.choice(_MINUTES))


def held_long(player: Player) -> None:
    """Hold a piece for long, and then put it where it cannot go."""
    way = player.rng.choice(player.ways)
    vacant = list(points_of(player.game.board.full & ~player.here))
    if not way.path or not vacant:
        return plain(player)
    script = [Edge(way.path[0], False)]
    script += [Edge(player.rng.choice(vacant), True, source=way.path[0])]
    return mistake(player, way, script, player.rng.choice(_MINUTES), player.rng.choice(_MINUTES))


def by_lamps(player: Player) -> None:
    """Move several pieces wrongly, and then follow the lamps to the letter."""
    _astray(player, player.rng.randint(1, _STUCK), 1.5, obey=True)


def late_part(player: Player) -> None:
    """Do a part of a move only after its answer: take the captured piece off, or put a piece where
    another one came from."""
    position, first = player.position, player.rng.choice(player.ways)
    one = player.mean(first)
    late = [edge for edge in one if edge.off or edge.source == edge.point]
    second = None if player.over else player.rng.choice(player.ways)
    if second is None or not late or not clear(player, first, second):
        return player.run(one)
    two = player.script(player.position, second)
    shared = {edge.point for edge in late} & {edge.point for edge in two}
    now = [edge for edge in one if edge not in late]
    part = player.rng.randint(1, len(two))
    merged = [*now, *two[:part], *late, *two[part:]]
    sense = player.oracle.ends(position) | earlier(player)
    if shared or not first.path or set(boards(player.board, merged)[:-1]) & sense:
        return player.run(one)
    player.mean(second, two)
    return player.run(merged)


def put_back_in_any_order(player: Player) -> None:
    """Take several turns back at once, piece by piece in any order."""
    match, start = player.bench.match, player.board
    last = last_of_hands(match)
    states = []
    for _ in range(player.rng.randint(2, 4)):
        if last_of_hands(player.mind) is None:
            break
        player.mean_back()
        states.append(player.here)
    sense = set() if match.over else player.oracle.ends(match.position)
    sense = sense if last is None else sense | player.oracle.ends(last.position)
    final = player.here
    script = player.mending(player.plan[-1].looks)
    on = [edge for edge in script if edge.occupied]
    for edge in on:  # puts some pieces down before the next one is lifted
        script.remove(edge)
        free = [i for i, e in enumerate(script) if e.point == edge.point]
        script.insert(player.rng.randint(max(free, default=-1) + 1, len(script)), edge)
    if final in (start, *states[:-1]) or {*boards(start, script)} & sense or not script:
        replay(player)
        take_back_ply_by_ply(player)
    else:
        player.run(script)


def several_turns(player: Player) -> None:
    """Two or three turns, of which each is begun before the last one is complete."""
    position, script, first = player.position, Script(), None
    ways: list[Way] = []
    for _ in range(player.rng.randint(2, 3)):
        if player.over:
            break
        way = player.rng.choice(player.ways)
        if first is not None and not clear(player, first, way):
            break
        edges = player.script(player.position, way)
        if {edge.point for edge in edges} & {edge.point for edge in script}:
            break
        merged = interleaved(script, edges, player.rng) if script else edges
        sense = player.oracle.ends(position) | earlier(player)
        if script and set(boards(player.board, merged)[:-1]) & sense:
            break
        player.mean(way, edges)
        script, first = merged, way
        ways.append(way)
    player.also(*(state for order in permutations(ways) for state in reordered(player, order)))
    player.run(script, player.quickly)


def rattling(player: Player) -> None:
    """A move while a switch rattles, faster than any hand."""
    if not player.doubts:
        return plain(player)
    position, way = player.position, player.rng.choice(player.ways)
    script = player.mean(way)
    point = player.rng.choice(list(points_of(player.game.board.full & ~player.hush(position, way))))
    i = player.rng.randint(0, len(script))
    player.run(script[:i])
    if not player.unmistakable:
        return player.run(script[i:])
    occupied = bool(player.board >> point & 1)
    for _ in range(player.rng.randint(10, 40)):
        player.edge(Edge(point, not occupied, bump=True))
        player.wait(player.rng.uniform(0.02, 0.08))
        player.edge(Edge(point, occupied, bump=True))
        player.wait(player.rng.uniform(0.02, 0.08))
    player.run(script[i:])
    player.wait(player.rng.choice((0.1, 1.0, 5.0)))
    return None


def dead_switch(player: Player) -> None:
    """A move with a switch that fails in the middle of it, and stays as it is."""
    if not player.doubts or player.stuck:
        return plain(player)
    way = player.rng.choice(player.ways)
    script = player.mean(way)
    i = player.rng.randint(0, len(script))
    player.run(script[:i])
    last = last_of_hands(player.bench.match)
    steps = () if last is None else player.game.steps(last.position, last.move)
    moved = [step.point for step in steps if step.action is Action.PLACE][-1:]
    points = [[Point(p) for p in range(player.game.board.size)], [e.point for e in script], moved]
    point = player.rng.choice(player.rng.choice([some for some in points if some]))
    player.stick(point)
    player.run(script[i:])
    return None


ROUGH: tuple[Kind, ...] = (
    on_edge,
    left_alone,
    held_long,
    by_lamps,
    late_part,
    put_back_in_any_order,
    several_turns,
    rattling,
    dead_switch,
)
"""What rough hands do."""


def clear(player: Player, first: Way, second: Way) -> bool:
    """Whether the switches alone can tell two turns that are made at once from any others."""
    oracle, before = player.oracle, player.plan[-1].position
    ways = oracle.ways(before)
    return (
        len(ways) * len(player.ways) <= _PAIRS
        and not oracle.unclear(before, first)
        and not oracle.unclear(player.position, second)
        and second.end not in looks(player)
        and not again(player, second)
        and not ambiguous(player, second)
    )


def _astray(player: Player, count: int, rest: float, obey: bool = False) -> None:
    """Move so many pieces where they cannot go, and mend that after a rest."""
    way = player.rng.choice(player.ways)
    pieces = list(points_of(player.here))
    vacant = list(points_of(player.game.board.full & ~player.here))
    count = min(count, len(pieces), len(vacant))
    script: Script = []
    ends = zip(player.rng.sample(pieces, count), player.rng.sample(vacant, count), strict=True)
    for point, to in ends:
        script += [Edge(point, False), Edge(to, True, source=point)]
    mistake(player, way, script, rest, obey=obey)
