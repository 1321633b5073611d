"""The kinds of turns: each means something, and goes about it in a way of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Any

from companion.hands import Phase
from companion.rules import Action
from companion.rules.geometry import Point, bits, points_of
from tests.hands.bench import last_of_hands
from tests.sloppy.acts import (
    Edge,
    Script,
    after,
    boards,
    interleaved,
    reverse,
    simplified,
)
from tests.sloppy.oracle import Way
from tests.sloppy.player import Misunderstood, Player

_COMING = (Action.PLACE, Action.ENTER)

Kind = Callable[[Player], None]

_KNOCKED = 5  # pieces that make a knock
_BREATH = 0.03  # seconds at least between two moves
_PAIRS = 900  # pairs of turns that are looked through before two are made at once


def plain(player: Player) -> None:
    """A move, with points that blink."""
    player.run(blinking(player, player.mean()))


def abort(player: Player) -> None:
    """Begin a move, go back, and make another."""
    way = player.rng.choice(player.ways)
    begun = player.script(player.position, way)
    begun = begun[: player.rng.randint(1, max(1, len(begun) - 1))]
    if player.rng.random() < 0.5:
        player.run(blinking(player, [*begun, *reverse(begun)]))
    else:  # go back in another order than one came
        player.run(begun)
        player.restore(player.plan[-1].looks)
    plain(player)


def nudge(player: Player) -> None:
    """Lift the piece, touch another that could be captured, and make the move."""
    others = bits(point for way in player.ways for point in way.taken) & player.here
    script = player.mean()
    others &= ~bits(edge.point for edge in script)
    if others:
        point = player.rng.choice(list(points_of(others)))
        script[1:1] = [Edge(point, False), Edge(point, True)]
    player.run(script)


def wrong_point(player: Player) -> None:
    """Put a piece, one's own or not, where it cannot go."""
    vacant = player.game.board.full & ~player.here
    if not vacant or not player.here:
        return plain(player)
    point = player.rng.choice(list(points_of(player.here)))
    way = player.rng.choice(player.ways)
    if way.path and player.rng.random() < 0.5:
        point = way.path[0]
    near = bits(player.fingers.near(point)) & vacant
    to = player.rng.choice(list(points_of(near if near and player.rng.random() < 0.5 else vacant)))
    mistake(player, way, [Edge(point, False), Edge(to, True, source=point)])
    return None


def ignored_jump(player: Player) -> None:
    """Make a move that would be legal if another were not forced."""
    game, position = player.game, player.position
    turn = player.mind.turn_game.seat(position)
    stacks = game.stacks(position)
    own = [Point(p) for p, stack in enumerate(stacks) if stack and stack[-1].seat == turn]
    quiet = [
        (point, to)
        for point in own
        for to in player.fingers.near(point)
        if not player.here >> to & 1
    ]
    if not quiet or not game.forced(position):
        return wrong_point(player)
    point, to = player.rng.choice(quiet)
    way = player.rng.choice(player.ways)
    mistake(player, way, [Edge(point, False), Edge(to, True, source=point)])
    return None


def wrong_capture(player: Player) -> None:
    """Take off a wrong piece instead of a captured one."""
    way = player.rng.choice(player.ways)
    script = player.script(player.position, way)
    others = player.here & ~way.all
    if way.taken and others:
        right = player.rng.choice(way.taken)
        wrong = player.rng.choice(list(points_of(others)))
        script = [e._replace(point=wrong) if e.off and e.point == right else e for e in script]
    mistake(player, way, script)


def forgotten(player: Player) -> None:
    """Leave a captured piece standing, or what else belongs to a move undone, until told."""
    position, way = player.position, player.rng.choice(player.ways)
    script = player.mean(way)
    carried = {*way.path}
    late = [e for e in script if e.point not in carried or (e.point in way.taken)]
    once = [e for e in late if sum(e.point == other.point for other in script) == 1]
    late = [e for e in once if all(e.point != other.source for other in script)]
    if not way.path or not late:
        return player.run(blinking(player, script))
    if player.rng.random() < 0.5:
        late = late[-1:]
    rest = [edge for edge in script if edge not in late]
    board = player.occupied(position)
    if any(after(board, rest) in player.oracle.ends(p) for p in (position, way.after)):
        return player.run(script)
    if not possible(board, [*rest, *late]):
        return player.run(script)
    player.run(rest)
    bench, left = player.bench, 1 << late[0].point
    seen = not bench.reader.ignored & left
    player.rest(player.rng.choice((1.0, 5.0, 20.0)))
    if (
        seen
        and late[0].point in way.taken
        and len(way.taken) == len(late) == 1
        and bench.at - player.last_act >= 1.0
        and not player.oracle.rivals(position, way)
        and not (bench.view.take_off | bench.view.movable) & left  # one of several, to be chosen
    ):
        raise Misunderstood("unresolved")
    player.run(blinking(player, late))
    return None


def parked(player: Player) -> None:
    """Put a captured piece down on a vacant point."""
    way = player.rng.choice(player.ways)
    script = player.script(player.position, way)
    vacant = player.game.board.full & ~player.here & ~way.all
    vacant &= ~bits(edge.point for edge in script)
    taken = [edge for edge in script if edge.off]
    if taken and vacant:
        off = script.index(taken[0]) + 1
        script[off - 1] = taken[0]._replace(off=False)
        place = Edge(player.rng.choice(list(points_of(vacant))), True, source=taken[0].point)
        script.insert(player.rng.randint(off, len(script)), place)
    mistake(player, way, script)


def quick_answers(player: Player) -> None:
    """Several moves, each made before the last has settled."""
    plain(player)
    ways = [way_of(player)]
    # Where pieces are only taken off, three turns in a row look like three others.
    for _ in range(player.rng.randint(1, 3) if way_of(player).path else 1):
        if player.oracle.unclear(player.plan[-1].position, way_of(player)):
            player.finish()
        if player.over:
            break
        way = player.rng.choice(player.ways)
        script = player.script(player.position, way)
        shown = {board for _, board in player.bench.changes}.union(boards(player.board, script))
        if way.end in looks(player) or again(player, way) or ambiguous(player, way, shown):
            break
        player.mean(way, script)
        ways.append(way)
        player.also(*(state for order in permutations(ways) for state in reordered(player, order)))
        player.wait(_BREATH)
        player.run(script, player.quickly)


def both_at_once(player: Player) -> None:
    """Two moves, one after the other begun before it was complete."""
    position, oracle = player.position, player.oracle
    ways, first = player.ways, player.rng.choice(player.ways)
    one = player.mean(first)
    if player.over or oracle.unclear(position, first):
        return player.run(one)
    seconds = player.ways
    second = player.rng.choice(seconds)
    clear = not oracle.unclear(player.position, second) and second.end not in looks(player)
    clear = clear and len(ways) * len(seconds) <= _PAIRS and not again(player, second)
    if not clear or ambiguous(player, second):
        return player.run(one)
    two = player.mean(second)
    shared = {edge.point for edge in one} & {edge.point for edge in two}
    merged = interleaved(one, two, player.rng)
    seen = set(boards(player.board, merged)[:-1])
    if shared or seen & (oracle.ends(position) | earlier(player)):
        player.run(one, player.quickly)
        player.wait(_BREATH)
        return player.run(two, player.quickly)
    # One player's moves may be told in another order.
    player.also(*reordered(player, (second, first)))
    return player.run(merged, player.quickly)


def slow_slide(player: Player) -> None:
    """Slide by way of other points, resting anywhere."""
    position, way = player.position, player.rng.choice(player.ways)
    script = player.mean(way)
    hush = player.hush(position, way)
    for i in range(len(script) - 1, 0, -1):
        one, two = script[i - 1 : i + 1]
        busy = player.board | hush | way.all | bits(edge.point for edge in script)
        near = bits(player.fingers.near(one.point)) & ~busy
        slides = one.point in way.path and not one.occupied and two.occupied and not two.drag
        if near and slides:
            point = player.rng.choice(list(points_of(near)))
            script[i] = Edge(two.point, True, source=point)
            script[i:i] = [two._replace(point=point), Edge(point, False)]
    player.run(script)


def off_centre(player: Player) -> None:
    """Put a piece down off centre, where no switch feels it, and see to it late; or push one that
    stands aside."""
    position, way = player.position, player.rng.choice(player.ways)
    script = player.mean(way)
    long = player.rng.choice((0.5, 2.0, 10.0, 30.0))
    landing = [i for i, edge in enumerate(script) if edge.occupied and not edge.soon]
    if landing and player.rng.random() < 0.5:
        i = player.rng.choice(landing)
        player.run(script[:i])
        player.rest(long)
        player.run(script[i:])
        return
    others = player.board & ~way.all & ~player.hush(position, way)
    if others:
        point = player.rng.choice(list(points_of(others)))
        i = player.rng.randint(0, len(script))
        player.run(script[:i])
        player.edge(Edge(point, False, bump=True))
        player.rest(long)
        player.edge(Edge(point, True, bump=True))
        script = script[i:]
    player.run(script)


def chatter(player: Player) -> None:
    """A move while a piece that stands by has a weak magnet."""
    position, way = player.position, player.rng.choice(player.ways)
    script = player.mean(way)
    others = player.board & ~way.all & ~player.hush(position, way)
    if others:
        point = player.rng.choice(list(points_of(others)))
        for _ in range(player.rng.randint(3, 8)):
            i = player.rng.randint(0, len(script))
            if not any(edge.soon for edge in script[i : i + 1]):
                script[i:i] = [Edge(point, False, bump=True), Edge(point, True, bump=True)]
        script = _alternating(script, point)
    player.run(script, player.quickly if player.rng.random() < 0.5 else None)


def take_back_ply_by_ply(player: Player) -> None:
    """Take back one turn or several, looking after each."""
    for _ in range(player.rng.choice((1, 1, 2, 3))):
        if not undoable(player):
            break
        player.run(blinking(player, player.mean_back()))
        player.finish()


def take_back_at_once(player: Player) -> None:
    """Take back several turns in one go."""
    count, start = player.rng.randint(2, 4), player.board
    script: Script = []
    states = []
    for _ in range(count):
        if last_of_hands(player.mind) is None:
            break
        script += player.mean_back()
        states.append(player.here)
    final = player.here
    match = player.bench.match
    last = last_of_hands(player.bench.match)
    if last is None:
        return
    sense = player.oracle.ends(last.position)
    if not match.over:
        sense = sense | player.oracle.ends(match.position)
    if final in (start, *states[:-1]) or sense & {*states}:
        replay(player)
        take_back_ply_by_ply(player)
    else:
        player.run(simplified(script), player.quickly)


def replay(player: Player) -> None:
    """Think better of what was meant in this turn: nothing has been touched yet."""
    for stage in player.plan[:0:-1]:
        if stage.back and stage.line is not None:
            player.mind.play(stage.line)
    player.plan = player.plan[:1]
    player.allowed = {player.plan[0].state}


def change_of_mind(player: Player) -> None:
    """Make a move, and then another one instead."""
    _change(player)


def answered_change(player: Player) -> None:
    """Make a move, another one instead, and answer that one before it has settled."""
    first = _change(player)
    second = way_of(player)
    if first is None or player.over or player.oracle.unclear(player.plan[-1].position, second):
        return
    answer = player.rng.choice(player.ways)
    oracle = player.oracle
    instead = oracle.ways(first.after)  # answers to what was made at first
    if len(instead) * len(player.ways) > _PAIRS or again(player, answer):
        return
    alike = {end for way in instead for end in (way.end, *oracle.ends(way.after))}
    if answer.end in looks(player) | alike or ambiguous(player, answer):
        return
    script = player.mean(answer)
    player.also(*reordered(player, (answer, second)))
    player.wait(_BREATH)
    player.run(script, player.quickly)


def _change(player: Player) -> Way | None:
    """Make a move, and then another one instead. Returns the first one, or None if it stays."""
    position, first = player.position, player.rng.choice(player.ways)
    others = [w for w in player.ways if w.end != first.end]
    script = player.mean(first)
    player.run(script)
    player.rest(player.rng.choice((0.05, 0.3, 2.0)))
    if not others:
        return None
    second = player.rng.choice(others)
    replies = player.oracle.ends(player.position) if not player.over else set()
    if second.end in replies or player.occupied(position) in replies:
        return None
    if player.oracle.unclear(position, first):
        player.finish()
    player.mean_back()
    back = simplified([*player.way_back(position, first.line, script), *player.mean(second)])
    player.run(back, player.quickly if player.rng.random() < 0.5 else None)
    return first


def knock(player: Player) -> None:
    """Knock over at least five pieces, and put them back anyhow."""
    pieces = list(points_of(player.here))
    player.rng.shuffle(pieces)
    if len(pieces) < _KNOCKED or any(way.taken and not way.path for way in player.ways):
        return plain(player)  # where to take pieces off is a move, this would be several
    down = pieces[: player.rng.randint(_KNOCKED, 9)]
    vacant = list(points_of(player.game.board.full & ~player.here))
    player.rng.shuffle(vacant)
    strays = vacant[: player.rng.randint(0, min(3, len(down)))]
    fallen = [Edge(p, False) for p in down]
    for stray, point in zip(strays, down, strict=False):
        fallen.insert(
            player.rng.randint(fallen.index(Edge(point, False)) + 1, len(fallen)),
            Edge(stray, True, source=point),
        )
    player.run(fallen, lambda: player.rng.uniform(0, 0.1))
    player.rest(player.rng.choice((0.3, 0.6, 2.0)))
    if player.rng.random() < player.habits.obey:
        player.rest(1.5)
        player.obey()
        player.restore(player.plan[-1].looks)
    else:
        looks = player.plan[-1].looks
        back = [Edge(p, True, look=looks[p]) for p in down[len(strays) :]]
        player.rng.shuffle(back)
        for stray, point in zip(strays, down, strict=False):
            put = player.rng.randint(0, len(back))
            back.insert(put, Edge(point, True, look=looks[point]))
            back.insert(player.rng.randint(0, put), Edge(stray, False))
        slowly = player.rng.choice((0.1, 0.5, 1.5))
        player.run(back, lambda: player.rng.uniform(0, 2 * slowly))
    return None


KINDS: tuple[Kind, ...] = (
    abort,
    nudge,
    wrong_point,
    ignored_jump,
    wrong_capture,
    forgotten,
    parked,
    quick_answers,
    both_at_once,
    slow_slide,
    off_centre,
    chatter,
    take_back_ply_by_ply,
    take_back_at_once,
    change_of_mind,
    answered_change,
    knock,
)
"""What is not plain."""


# What they have in common


def undoable(player: Player) -> bool:
    """Whether the board before the last turn can only mean that it was taken back."""
    last = last_of_hands(player.mind)
    if last is None:
        return False
    before = player.occupied(last.position)
    return before != player.here and (
        player.over or before not in player.oracle.ends(player.position)
    )


def way_of(player: Player) -> Way:
    """The last turn meant."""
    stage = player.plan[-1]
    assert stage.line is not None
    return player.oracle.way(stage.position, stage.line)


def ambiguous(player: Player, second: Way, shown: set[int] | None = None) -> bool:
    """Whether the last turn meant and another one together look like two others. shown: the
    boards on the way, one of which is then to end the first of those."""
    return any(
        second.end in player.oracle.ends(way.after)
        for way in player.oracle.ways(player.plan[-1].position)
        if way.after != way_of(player).after and (shown is None or way.end in shown)
    )


def again(player: Player, second: Way) -> bool:
    """Whether a turn moves the piece that has come with the last one: that is one move to any
    eye."""
    came = [point for point, action in way_of(player).acts if action in _COMING]
    return bool(second.path) and second.path[0] in came


def reordered(player: Player, ways: Iterable[Way]) -> list[tuple[int, Any]]:
    """The states of the match when turns are told in another order; none if that is not legal, or
    leads elsewhere."""
    oracle, game, (count, position) = player.oracle, player.game, player.plan[0].state
    states = []
    for way in ways:
        same = [w for w in oracle.ways(position) if w.acts == way.acts]
        if not same:
            return []
        count, position = count + len(way.line.plies), same[0].after
        while len(moves := game.moves(position)) == 1 and game.is_pass(moves[0]):
            count, position = count + 1, game.advance(position, moves[0])
        states.append((count, position))
    return states if position == player.position else []


def looks(player: Player) -> set[int]:
    """The boards that would look like something else than what was meant in this turn so far."""
    stages = player.plan[1:]
    before = {player.occupied(stage.position) for stage in stages}
    return before.union(*(player.oracle.ends(stage.position) for stage in stages), earlier(player))


def earlier(player: Player) -> set[int]:
    """The boards that would take back what was played, or replace the last turn."""
    match = player.bench.match
    found = {player.occupied(played.position) for played in match.history}
    last = last_of_hands(player.bench.match)
    return found if last is None else found | player.oracle.ends(last.position)


def mistake(
    player: Player, way: Way, script: Script, *rests: float, obey: bool | None = None
) -> None:
    """Make a mistake and mend it, unless it is a legal move or none at all. rests: how long the
    hands rest before they mend it, and before the last act; by default, as ever. obey: whether it
    is mended as the lamps say; by default, that depends."""
    sense = player.oracle.ends(player.position) | earlier(player)
    seen = set(boards(player.board, script))
    if after(player.board, script) == player.here or seen & sense:
        return player.run(blinking(player, player.mean(way)))
    start, position = player.plan[-1].looks, player.position
    player.mean(way)
    player.run(script[:-1])
    if rests[1:]:
        player.rest(rests[1])
    player.run(script[-1:])
    player.rest(rests[0] if rests else player.pause())
    memory = player.rng.random() < 0.3 if obey is None else not obey
    if memory:
        player.restore(start)
        player.rest(0.5)
        player.run(player.script(position, way))
    elif obey or player.rng.random() < player.habits.obey:
        player.rest(1.5)
        if player.bench.phase is Phase.ASTRAY:
            player.obey()
    return None


def blinking(player: Player, script: Script) -> Script:
    """A script during which points show the other level for a while."""
    for _ in range(2):  # three or more at once are a knock
        if player.rng.random() < player.habits.blink:
            script = _blink(player, script)
    return script


def _blink(player: Player, script: Script) -> Script:
    near = bits(point for edge in script for point in player.fingers.near(edge.point))
    hush = 0
    for stage in player.plan[1:]:
        if stage.line is not None:
            way = player.oracle.way(stage.position, stage.line)
            hush |= player.hush(stage.position, way)
    choice = (player.board | near) & ~hush
    if not choice:
        return script
    point = player.rng.choice(list(points_of(choice)))
    begin = end = player.rng.randint(0, len(script))
    before = after(player.board, script[:begin]) >> point & 1
    while before and end < len(script) and script[end].point != point and player.rng.random() < 0.6:
        end += 1
    if any(edge.soon for edge in (*script[begin : begin + 1], *script[end : end + 1])):
        return script
    # A piece may be away for long; what closes a vacant point is only passing.
    blink = Edge(point, not before, bump=True)
    back = Edge(point, bool(before), soon=not before, bump=True)
    return [*script[:begin], blink, *script[begin:end], back, *script[end:]]


def _alternating(script: Script, point: Point) -> Script:
    """A script in which one point goes off and on by turns."""
    found: Script = []
    occupied = True
    for edge in script:
        if edge.point == point:
            occupied = not occupied
            edge = edge._replace(occupied=occupied)
        found.append(edge)
    return found


def possible(board: int, script: Script) -> bool:
    """Whether no piece is put on another one that is still there."""
    for point, occupied, *_ in script:
        if bool(board >> point & 1) == occupied:
            return False
        board ^= 1 << point
    return True
