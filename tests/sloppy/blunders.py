"""More kinds of turns: what happens to the pieces by accident or against the rules, and how it is
put right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, combinations, pairwise

from companion.hands import Phase
from companion.rules import Action
from companion.rules.geometry import Point, bits, points_of
from tests.sloppy.acts import Edge, Script, after, boards, interleaved
from tests.sloppy.guided import Advice, by_lamps, by_words, follow
from tests.sloppy.kinds import earlier, plain
from tests.sloppy.oracle import Way
from tests.sloppy.player import Misunderstood, Player
from tests.sloppy.words import message

_SLOW = 0.3  # seconds between the acts of people who take their time
_TRIES = 20  # accidents that are thought of, until one fits
_CHILD = 8  # pieces that a child touches at most
_ALL_WAYS = 6  # points that are wrong, so that every way to put them right is looked through
_SOME_WAYS = 6  # ways that are looked through where there are more
_PUSHED = 6  # pieces that a cat pushes at most


def child(player: Player) -> None:
    """Touch pieces in any order, as a child does, and put them back as they were."""
    plainly = player.rng.random() < 0.5
    if plainly:
        plain(player)
        player.finish()
    _accident(player, _grab, player.rng.choice((by_lamps, None)))
    if not plainly:
        _then_move(player)


def cat(player: Player) -> None:
    """Push pieces to neighbouring points or off the board, and follow the lamps to the letter."""
    _accident(player, _push, by_lamps)
    _then_move(player)


def obeyed_lamps(player: Player) -> None:
    """Do what is illegal, and do then what the lamps say, step by step."""
    _obey(player, by_lamps)


def obeyed_words(player: Player) -> None:
    """Do what is illegal, and do then what the page says, sentence by sentence."""
    _obey(player, by_words)


def _obey(player: Player, advice: Advice) -> None:
    if player.rng.random() < 0.2:
        _change_places(player, advice)
    else:
        _accident(player, _illegal, advice)
    _then_move(player)


def _change_places(player: Player, advice: Advice) -> None:
    """Exchange two pieces, slowly and with one in the air at a time: that has to be noticed, unless
    a piece that is put down may come from beside the board, or a switch is ignored."""
    script = _unlike_moves(player, _exchange)
    if not script:
        return
    looks = player.plan[-1].looks
    player.run(script, lambda: player.rng.uniform(_SLOW, 1.0))
    player.wait(1.0)
    entering = any(action is Action.ENTER for way in player.ways for _, action in way.acts)
    told = pairwise(player.bench.changes[-len(script) :])
    slow = all(until - at > _SLOW - 0.01 for (at, _), (until, _) in told)
    if player.bench.phase is Phase.ASTRAY:
        follow(player, advice, bound=12)
    elif slow and not entering and not player.bench.reader.ignored:
        raise Misunderstood("unresolved")
    player.restore(looks)


def sleeve(player: Player) -> None:
    """Drag pieces that stand by to neighbouring points with a sleeve, and put that right later."""
    if player.over:
        return
    position, way = player.position, player.rng.choice(player.ways)
    script = player.script(position, way)
    busy = way.all | player.hush(position, way) | bits(edge.point for edge in script)
    dragged = Script()
    for _ in range(player.rng.randint(1, 2)):
        board = after(player.board, dragged)
        dragged += _slip(player, board, player.board & board & ~busy, busy)
    both = interleaved(script, dragged, player.rng) if dragged else script
    others = [other for other in player.ways if other.acts != way.acts]
    likely = _shown(others, player.board, both)
    player.mean(way, script)
    likely = likely or _shown(player.ways, player.here, dragged)
    if likely or player.mistakable(after(player.board, both)):
        player.run(script)
        return
    player.run(both)
    player.rest(player.rng.choice((0.3, 1.0, 3.0, 10.0)))
    if player.rng.random() < player.habits.obey:
        if player.bench.phase is Phase.ASTRAY:
            player.obey()
    else:
        player.restore(player.plan[-1].looks)


def stacking(player: Player) -> None:
    """Put a piece on top of another one, and do what the page says."""
    way = player.rng.choice(player.ways)
    point = player.rng.choice(list(points_of(player.here)) or [Point(0)])
    if way.path and player.rng.random() < 0.5:
        point = way.path[0]
    # Where a piece may land on another one, this would be a move.
    unseen = any(other.hidden and other.path[0] == point for other in player.ways)
    under = [p for p in player.fingers.near(point) if player.here >> p & 1]
    sense = player.oracle.ends(player.position) | earlier(player)
    if unseen or not under or player.board & ~(1 << point) in sense:
        plain(player)
        return
    player.run([Edge(point, False)])
    if player.rng.random() < 0.3:  # the lower one is pushed
        player.run(_bump(player.rng.choice(under)), player.quickly)
    player.wait(player.rng.uniform(1.5, 5.0))
    if player.bench.phase is not Phase.REST and not message(player):
        raise Misunderstood("unresolved")  # people who look for help find none
    if player.bench.phase is Phase.ASTRAY:
        follow(player, by_words, bound=4)
    else:
        player.run([Edge(point, True, source=point)])
    _then_move(player)


def _then_move(player: Player) -> None:
    if not player.over and player.rng.random() < 0.7:
        player.finish()
        plain(player)


# Accidents


def _accident(player: Player, make: Callable[[Player], Script], advice: Advice | None) -> None:
    """Let something happen and put it right, by memory or as told; nothing if it would look like
    a move."""
    script = _unlike_moves(player, make)
    if not script:
        return
    looks = player.plan[-1].looks
    player.run(script)
    player.pieces.lay_down()
    player.wait(player.rng.choice((0.3, 0.9, 2.0, 5.0)))
    if advice is not None:
        player.wait(1.0)
        if player.bench.phase is Phase.ASTRAY:
            follow(player, advice, bound=3 * len(script) + 6)
    player.restore(looks)


def _unlike_moves(player: Player, make: Callable[[Player], Script]) -> Script:
    """Something that happens and does not look like a move once it has happened."""
    for _ in range(_TRIES):
        script = make(player)
        if not script or any(map(player.mistakable, _mended(player, script))):
            continue
        if not _shown(player.ways, player.board, script):
            return script
    return []


def _shown(ways: Sequence[Way], before: int, script: Script) -> bool:
    """Whether one of some turns shows on the way of a script, whatever else has changed: the rest
    may be an answer to it, and the answer to that."""
    return any(
        not way.need & ~(before ^ board) and not (way.end ^ board) & way.all
        for board in {*boards(before, script)}
        for way in ways
    )


def _mended(player: Player, script: Script) -> set[int]:
    """The boards that may show while something happens, and while it is put right."""
    board = after(player.board, script)
    wrong = list(points_of(board ^ player.board))
    found = {board ^ 1 << point for point in wrong}.union(boards(player.board, script))
    if len(wrong) <= _ALL_WAYS:
        some = chain.from_iterable(combinations(wrong, n) for n in range(len(wrong)))
        return found | {board ^ bits(points) for points in some}
    for _ in range(_SOME_WAYS):  # in one order or another
        order = player.rng.sample(wrong, len(wrong) - 1)
        found |= {board ^ bits(order[:n]) for n in range(len(order) + 1)}
    return found


def _grab(player: Player) -> Script:
    """A small hand takes pieces that stand together, and puts some of them anywhere near."""
    rng, near = player.rng, player.fingers.near
    pieces = list(points_of(player.here))
    if not pieces:
        return []
    middle = rng.choice(pieces)
    reach = {middle, *near(middle), *(q for p in near(middle) for q in near(p))}
    touched = [p for p in reach if player.here >> p & 1]
    touched = rng.sample(touched, min(len(touched), rng.randint(2, _CHILD)))
    free = {p for p in reach if not player.here >> p & 1}
    script, held = Script(), list[Point]()
    while touched or (held and rng.random() < 0.7):
        if touched and (not held or rng.random() < 0.5):
            held.append(touched.pop())
            free.add(held[-1])
            script.append(Edge(held[-1], False))
        elif free:
            source = held.pop(rng.randrange(len(held)))
            to = rng.choice(sorted(free)) if rng.random() < 0.5 or source not in free else source
            free.remove(to)
            script.append(Edge(to, True, source=source))
        else:
            break
    return script


def _push(player: Player) -> Script:
    """A cat walks over the board."""
    rng = player.rng
    pieces = list(points_of(player.here))
    rng.shuffle(pieces)
    script = Script()
    for point in pieces[: rng.randint(2, _PUSHED)]:
        board = after(player.board, script)
        if not board >> point & 1:
            continue
        if rng.random() < 0.3:
            script.append(Edge(point, False, off=True))
        else:
            script += _slip(player, board, 1 << point)
    return script


def _slip(player: Player, board: int, pieces: int, busy: int = 0) -> Script:
    """One of some pieces on a board slips to a vacant point beside it that is not busy."""
    ends = [
        (point, to)
        for point in points_of(pieces & board)
        for to in player.fingers.near(point)
        if not (board | busy) >> to & 1
    ]
    if not ends:
        return []
    point, to = player.rng.choice(ends)
    if player.rng.random() < 0.5:
        return [Edge(to, True, source=point, drag=True), Edge(point, False, soon=True)]
    return [Edge(point, False), Edge(to, True, source=point)]


def _illegal(player: Player) -> Script:
    """Something that the rules do not know."""
    act = player.rng.choice((_misplace, _misplace, _take_off, _bring, _take_and_move))
    return act(player)


def _misplace(player: Player) -> Script:
    """One or two pieces are put on other points."""
    pieces, vacant = _points(player)
    script = Script()
    for _ in range(min(len(pieces), len(vacant), player.rng.randint(1, 2))):
        point, to = pieces.pop(), vacant.pop()
        script += [Edge(point, False), Edge(to, True, source=point)]
    return script


def _take_off(player: Player) -> Script:
    """One or two pieces are taken off."""
    pieces, _ = _points(player)
    return [Edge(point, False, off=True) for point in pieces[: player.rng.randint(1, 2)]]


def _bring(player: Player) -> Script:
    """A piece from the box is put on the board."""
    _, vacant = _points(player)
    look = (player.rng.choice(player.game.pieces),)
    return [Edge(point, True, source=point, look=look) for point in vacant[:1]]


def _exchange(player: Player) -> Script:
    """Two pieces that look different change places, one after the other."""
    pieces, vacant = _points(player)
    looks = player.pieces.looks
    pairs = [(p, q) for p, q in combinations(pieces, 2) if looks[p] != looks[q]]
    if not pairs or not vacant:
        return []
    (one, other), free = pairs[0], vacant[0]
    ways = ((one, free), (other, one), (free, other))
    return [e for p, to in ways for e in (Edge(p, False), Edge(to, True, source=p))]


def _take_and_move(player: Player) -> Script:
    """A piece is taken off, and another one put where it stood."""
    pieces, _ = _points(player)
    if len(pieces) < 2:
        return []
    taken, point = pieces[:2]
    return [Edge(taken, False, off=True), Edge(point, False), Edge(taken, True, source=point)]


def _points(player: Player) -> tuple[list[Point], list[Point]]:
    """The points with pieces and those without, in any order."""
    pieces = list(points_of(player.here))
    vacant = list(points_of(player.game.board.full & ~player.here))
    player.rng.shuffle(pieces)
    player.rng.shuffle(vacant)
    return pieces, vacant


def _bump(point: Point) -> Script:
    """The switch of a piece that is pushed opens for a moment."""
    return [Edge(point, False, bump=True), Edge(point, True, bump=True, soon=True)]
