"""More kinds of turns: what belongs to a game without being a move of it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from companion.hands import Phase
from companion.rules import Action, Piece, Stack, Turn, TurnMatch
from companion.rules.geometry import Point, points_of
from tests.hands.bench import bag_of
from tests.sloppy.acts import Edge, Script
from tests.sloppy.guided import by_lamps, follow
from tests.sloppy.kinds import plain
from tests.sloppy.oracle import Way
from tests.sloppy.player import Player

_AHEAD = 120  # turns that are played to come to a promotion
_WRONG = 4  # pieces that are set up wrongly, at most


def promotion(player: Player) -> None:
    """Exchange a piece that is promoted for its new one: instead of putting it down, then, or
    after the answer."""
    way = _promoting(player)
    if way is None:
        plain(player)
        return
    new = _promoted(player.mind, way.line)
    assert new is not None
    to, looks = way.path[-1], (new,)
    script = player.mean(way)
    landing = max(i for i, edge in enumerate(script) if edge.point == to and edge.occupied)
    when = player.rng.choice(("now", "soon", "later"))
    if when == "now":
        origin = [e for e in script[:landing] if e.point == script[landing].source]
        script[landing] = Edge(to, True, source=to, look=looks)
        if origin:
            script[script.index(origin[-1])] = origin[-1]._replace(off=True)
        _shows(player, to, looks)
        player.run(script)
        return
    player.run(script)
    if when == "soon":
        player.rest(player.rng.choice((0.05, 0.3, 1.0, 3.0)))
        _shows(player, to, looks)
        _exchange(player, to, looks)
        return
    player.finish()
    answers = [way for way in player.ways if not way.all >> to & 1]
    if answers:
        player.run(player.mean(player.rng.choice(answers)))
        player.rest(player.pause())
    _exchange(player, to, looks)


def _exchange(player: Player, point: Point, looks: Stack) -> None:
    """Take a piece off, and put another one there."""
    player.run([Edge(point, False, off=True)])
    player.rest(player.rng.uniform(0.2, 1.5))
    player.run([Edge(point, True, source=point, look=looks)])


def _shows(player: Player, point: Point, looks: Stack) -> None:
    """The turn that is meant ends with this on a point."""
    before = player.plan[-1].looks
    after = (*before[:point], looks, *before[point + 1 :])
    player.plan[-1] = player.plan[-1]._replace(looks=after)


def _promoting(player: Player) -> Way | None:
    """A turn that promotes a single piece, perhaps later in this match; None if none comes."""
    game, bag = player.game, bag_of(player.world.bag)
    ahead = TurnMatch(deepcopy(player.bench.match.ply_match, {id(game): game}), bag)
    for _ in range(_AHEAD):
        turns = ahead.turns
        lines = [turn for turn in turns if _promoted(ahead, turn) is not None]
        if lines:
            twin = TurnMatch(deepcopy(ahead.ply_match, {id(game): game}), bag)
            player.sit(ahead, twin)
            return player.oracle.way(player.position, player.rng.choice(lines))
        if not turns:
            break
        ahead.play(player.rng.choice(turns))
    return None


def _promoted(match: TurnMatch, turn: Turn) -> Piece | None:
    """The piece that a single one becomes by a turn; None if it becomes nothing else."""
    turns, position = match.turn_game, match.position
    steps = turns.steps(position, turn)
    turned = [step for step in steps if step.action is Action.TURN]
    if len(turned) != 1 or steps[0].action is not Action.LIFT:
        return None
    point, piece = turned[0].point, turned[0].piece
    single = turns.stacks(turns.advance(position, turn))[point] == (piece,)
    return piece if single and turns.stacks(position)[steps[0].point] != (piece,) else None


def clearing(player: Player) -> None:
    """Clear the board after the end of a match, and set up the same game again, or at first
    something else."""
    if not player.mind.over:
        player.mind.ply_match.agree_draw()
        player.act("end")
    pieces = list(points_of(player.board))
    player.rng.shuffle(pieces)
    hasty = player.rng.random() < 0.5
    player.run([Edge(p, False, off=True) for p in pieces], player.quickly if hasty else None)
    player.wait(player.rng.choice((0.3, 1.0, 3.0, 8.0)))
    if player.rng.random() < 0.3:  # before the program is told
        player.run(_set_up(player, player.game.stacks(player.game.start())), player.quickly)
        player.wait(player.rng.choice((0.3, 3.0, 8.0)))
    player.renew()
    player.wait(player.rng.uniform(0.3, 2.0))
    if not player.board:
        looks: Sequence[Stack] = player.plan[-1].looks
        if player.rng.random() < 0.6:
            looks = _wrongly(player, looks)
        player.run(_set_up(player, looks), player.quickly)
    player.wait(player.rng.uniform(0.3, 3.0))
    if player.bench.phase is Phase.SETUP:
        follow(player, by_lamps, bound=2 * player.game.board.size)
    if not player.over:
        player.finish()
        plain(player)


def _set_up(player: Player, looks: Sequence[Stack]) -> Script:
    """Put the pieces where they stand, in any order."""
    script = [
        Edge(Point(p), True, source=Point(p), look=look) for p, look in enumerate(looks) if look
    ]
    player.rng.shuffle(script)
    return script


def _wrongly(player: Player, looks: Sequence[Stack]) -> Sequence[Stack]:
    """The same with some pieces missing, or on points that ought to be vacant."""
    found = list(looks)
    full = [p for p, look in enumerate(looks) if look]
    vacant = [p for p, look in enumerate(looks) if not look]
    player.rng.shuffle(full)
    player.rng.shuffle(vacant)
    for point in full[: player.rng.randint(1, _WRONG)]:
        look, found[point] = found[point], ()
        if vacant and player.rng.random() < 0.7:
            found[vacant.pop()] = look
    return found
