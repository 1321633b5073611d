"""More kinds of turns: hands that fidget, are in a hurry, or meet a switch that is ignored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from companion.hands import Phase
from companion.rules.geometry import Point, bits, points_of
from tests.hands.bench import last_of_hands
from tests.sloppy.acts import Edge, Script, after, boards, interleaved
from tests.sloppy.kinds import earlier, plain, possible
from tests.sloppy.oracle import Way
from tests.sloppy.player import FLICKER, Player
from tests.sloppy.rough import clear, meant_with_edges

_FLICKERS = 5  # of a switch, at most
_CENTRED = 4  # pieces that are pushed to the middle, at most
_PLACES = 3  # points that a captured piece is put on, at most


def centring(player: Player) -> None:
    """Push pieces to the middle of their points before or after a move, each off its switch for a
    moment."""
    later = player.rng.random() < 0.5
    if later:
        player.run(player.mean())
    count = player.rng.choice((1, 1, 2, player.rng.randint(1, _CENTRED)))
    for _ in range(count):
        _centre(player)
    if not later:
        player.run(player.mean())


def _centre(player: Player) -> None:
    """Push one or two pieces at a time, perhaps the one that has moved last."""
    pieces = list(points_of(player.board & player.here))
    if not pieces:
        return
    came = [p for p in _came(player) if p in pieces]
    if came and player.rng.random() < 0.5:
        pushed = [player.rng.choice(came)]
    else:
        both = player.rng.random() < 0.2  # with both hands
        pushed = player.rng.sample(pieces, min(len(pieces), 2 if both else 1))
    bump = player.rng.random() < 0.5
    player.run([Edge(point, False, bump=bump) for point in pushed], player.quickly)
    player.rng.shuffle(pushed)
    back = [Edge(point, True, source=None if bump else point, bump=bump) for point in pushed]
    _after(player, player.rng.uniform(0.05, 0.8), back)


def _after(player: Player, seconds: float, script: Script) -> None:
    """Do what a script says once so many seconds have passed."""
    pauses = iter([seconds])
    player.run(script, lambda: next(pauses, None) or player.pause())


def _came(player: Player) -> list[Point]:
    """Where the last move has put a piece down."""
    last = last_of_hands(player.mind)
    steps = () if last is None else player.game.steps(last.position, last.move)
    return [step.point for step in steps if step.occupied]


def make_room(player: Player) -> None:
    """Lift the piece that is captured, or one that is in the way, and put it back before the move,
    on the way or after it."""
    position, way = player.position, _capture(player)
    script = player.mean(way)
    hush = player.hush(position, way)
    near = bits(p for point in way.path for p in player.fingers.near(point))
    others = list(points_of(near & player.board & ~way.all & ~hush))
    victims = [p for p in way.taken if not hush >> p & 1]
    if victims and (not others or player.rng.random() < 0.5):
        point, until = player.rng.choice(victims), 0
    elif others:
        point, until = player.rng.choice(others), player.rng.randint(0, len(script))
    else:
        player.run(script)
        return
    begin = player.rng.randint(0, until)
    player.run(script[:begin])
    player.run([Edge(point, False)])
    rest = [*script[begin:until], Edge(point, True, source=point), *script[until:]]
    _after(player, player.rng.choice((0.1, 0.4, 1.0, 3.0)), rest)


def _capture(player: Player) -> Way:
    """A turn, one with which a piece takes others if there is any."""
    captures = [way for way in player.ways if way.path and way.taken]
    return player.rng.choice(captures or player.ways)


def parked_captive(player: Player) -> None:
    """Put the captured piece down on vacant points, at first where its captor came from, and take
    it away later."""
    position, way = player.position, _capture(player)
    script = player.script(position, way)
    taken = [i for i, edge in enumerate(script) if edge.off]
    if not taken:
        player.run(player.mean(way, script))
        return
    i = player.rng.choice(taken)
    captive, rest = script[i].point, script[i + 1 :]
    places = _places(player, way, script, i)
    parked = script[: i + 1]
    parked[i] = parked[i]._replace(off=False)
    source = captive
    for n, place in enumerate(places):
        if n:
            parked.append(Edge(source, False))
        parked.append(Edge(place, True, source=source))
        source = place
    player.mean(way, script)
    whole = [*parked, *rest]
    seen = {*boards(player.board, whole)} & (player.oracle.ends(position) | earlier(player))
    seen.discard(player.board)  # where the captor takes the place of the captured piece
    if not places or seen or player.mistakable(after(player.board, whole)):
        player.run(script)
        return
    player.run(whole)
    player.rest(player.rng.choice((0.1, 0.5, 2.0, 10.0)))
    if player.bench.phase is Phase.ASTRAY and player.rng.random() < player.habits.obey:
        player.obey()
    elif player.board >> source & 1:
        player.run([Edge(source, False, off=True)])


def _places(player: Player, way: Way, script: Script, i: int) -> list[Point]:
    """Vacant points to put a captured piece on once the first acts are done, one after another."""
    board = after(player.board, script[: i + 1])
    later = bits(edge.point for edge in script[i + 1 :])
    vacant = player.game.board.full & ~board & ~later
    origin = [p for p in way.path[:1] if vacant >> p & 1]
    others = [p for p in points_of(vacant) if p not in origin]
    player.rng.shuffle(others)
    if origin and player.rng.random() < 0.6:
        return [*origin, *others[: player.rng.choice((0, 0, 1))]]
    return others[: player.rng.randint(1, _PLACES)]


def continued_jump(player: Player) -> None:
    """Go on with the same piece after a move that is complete, although it may not, and put that
    right."""
    position, way = player.position, player.rng.choice(player.ways)
    script = player.mean(way)
    if not way.path or way.hidden:
        player.run(script)
        return
    end = way.path[-1]
    over = player.here
    beyond = {q for p in player.fingers.near(end) for q in player.fingers.near(p)}
    to = [p for p in (*player.fingers.near(end), *beyond) if not over >> p & 1]
    player.rng.shuffle(to)
    sense = player.oracle.ends(position) | earlier(player)
    if not player.over:
        sense |= player.oracle.ends(player.position)
    free = (p for p in to if not _like_a_move(player, over & ~(1 << end) | 1 << p, sense))
    point = next(free, None)
    if point is None:
        player.run(script)
        return
    player.run(script)
    seconds = player.rng.choice((0.05, 0.1, 0.3, 1.0, 3.0))
    _after(player, seconds, [Edge(end, False), Edge(point, True, source=end)])
    player.rest(player.rng.choice((0.3, 1.0, 3.0, 20.0)))
    if player.rng.random() < player.habits.obey:
        player.wait(1.0)
        if player.bench.phase is Phase.ASTRAY:
            player.obey()
    elif player.board >> point & 1:
        player.run([Edge(point, False), Edge(end, True, source=point)])


def _like_a_move(player: Player, board: int, sense: set[int]) -> bool:
    return board in sense or player.mistakable(board)


def straddle(player: Player) -> None:
    """Put a piece down between two points: both switches close, one flickers, then it settles."""
    script, landings = meant_with_edges(player)
    if not landings:
        player.run(script)
        return
    i, near = player.rng.choice(landings)
    player.run(script[:i])
    player.rest(player.pause())
    first, second = player.rng.sample((script[i], Edge(near, True, bump=True)), 2)
    player.edge(first)
    player.wait(FLICKER)
    player.rest(player.rng.uniform(0.0, 0.28))
    player.edge(second)
    flickering = player.rng.choice((script[i].point, near))
    for _ in range(player.rng.randint(1, _FLICKERS)):
        for occupied in (False, True):
            player.wait(FLICKER)
            player.rest(player.rng.uniform(0.0, 0.28))
            player.edge(Edge(flickering, occupied, bump=True))
    player.wait(player.rng.choice((0.1, 0.25, 0.5, 2.0)))
    player.edge(Edge(near, False, bump=True))
    player.run(script[i + 1 :])


def ignored_switch(player: Player) -> None:
    """A move on and beside a point whose switch is ignored, and may flicker."""
    if player.doubts or len(player.stuck) > 1:
        plain(player)
        return
    way = player.rng.choice(player.ways)
    script = player.script(player.position, way)
    points = [edge.point for edge in script]
    beside = [near for point in points for near in player.fingers.near(point)]
    if not player.stuck:
        player.ignore(player.rng.choice(player.rng.choice((points, beside or points))))
    player.mean(way, script)
    (point,) = player.stuck
    while script:
        count = player.rng.randint(1, len(script))
        player.run(script[:count])
        script = script[count:]
        if player.rng.random() < 0.5:
            _flicker(player, point)
        player.wait(FLICKER)
    if player.rng.random() < 0.3:
        _centre_on(player, [point, *player.fingers.near(point)])


def _flicker(player: Player, point: Point) -> None:
    """The switch of a point that is ignored shows something, whatever stands there."""
    for sign in player.rng.choice(("-+", "+-", "+", "-")):
        player.act(sign + player.game.board.names[point])
        player.wait(player.rng.uniform(0.02, 0.3))


def _centre_on(player: Player, points: Sequence[Point]) -> None:
    """Push one of the pieces on these points to the middle."""
    pieces = [p for p in points if player.board & player.here & 1 << p]
    if pieces:
        point = player.rng.choice(pieces)
        player.run([Edge(point, False)])
        _after(player, player.rng.uniform(0.05, 0.8), [Edge(point, True, source=point)])


def two_impatient(player: Player) -> None:
    """Answer while the captured piece of the first move still stands, both hands at once."""
    first = _capture(player)
    one = player.mean(first)
    second = None if player.over else player.rng.choice(player.ways)
    if second is None or not clear(player, first, second):
        player.run(one)
        return
    two = player.script(player.position, second)
    late = [edge for edge in one if edge.off or edge.source == edge.point] or one[-1:]
    now = [edge for edge in one if edge not in late]
    merged = [*now, *interleaved(two, late, player.rng)]
    # Two pieces that are in the hands at a time must not come from the same point.
    twice = {edge.source for edge in now + late} & {edge.source for edge in two} - {None}
    if twice or not possible(player.board, merged):
        player.run(one)
        return
    slowly = player.rng.random() < 0.5
    player.mean(second, two)
    player.run(merged, None if slowly else player.quickly)


def dragging_over(player: Player) -> None:
    """Slide a piece over the points on its way, closing each in turn."""
    position, way = player.position, player.rng.choice(player.ways)
    script = player.mean(way)
    slid = Script()
    for i, edge in enumerate(script):
        before = script[i - 1] if i else edge
        carried = edge.occupied and before.point == edge.source and not before.occupied
        if carried and not edge.drag and edge.source != edge.point:
            busy = after(player.board, slid) | player.hush(position, way) & ~way.all
            slid += _dragged(player, slid, edge, busy)
        else:
            slid.append(edge)
    player.run(slid, player.quickly if player.rng.random() < 0.7 else None)


def _dragged(player: Player, slid: Script, to: Edge, busy: int) -> Script:
    """The rest of a slide whose piece has just been lifted, by way of vacant points beside one
    another. slid: what comes before; its last act may come only after the next point closes."""
    assert to.source is not None
    points = _path(player, to.source, to.point, busy & ~(1 << to.point))
    if len(points) > len(_path(player, to.source, to.point, 0)) + 1:  # no hand goes so far round
        points = [to.source, to.point]
    overlap = player.rng.random() < 0.5
    last, found = slid.pop(), Script()
    for here, there in pairwise(points):
        leave = last if here == to.source else Edge(here, False)
        if overlap:
            found += [Edge(there, True, source=here, drag=True), leave._replace(soon=True)]
        else:
            found += [leave, Edge(there, True, source=here, soon=len(points) > 2)]
    return found


def _path(player: Player, start: Point, end: Point, busy: int) -> list[Point]:
    """The points from one to another, each beside the last: the shortest way over vacant ones;
    only the two ends if there is none."""
    came: dict[Point, Point] = {start: start}
    queue = [start]
    for point in queue:
        for near in player.fingers.near(point):
            if near not in came and not busy >> near & 1:
                came[near] = point
                queue.append(near)
    if end not in came:
        return [start, end]
    points = [end]
    while points[-1] != start:
        points.append(came[points[-1]])
    return points[::-1]
