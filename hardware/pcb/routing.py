"""Finds tracks for a plan, on two layers of copper.

Nets are routed one after another by A* on a grid. A net may cross what is already there at a price;
what it crosses is taken off and routed again, and every place that was fought for becomes dearer,
so that in the end one of them goes another way. Nothing depends on chance: the same plan always
gets the same tracks.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, hypot, sqrt

from hardware.pcb.plan import CLEARANCE, EDGE, GROUND, VIA, At, Box, Fitted, Land, Plan

_STRAIGHT, _DIAGONAL, _THROUGH = 10, 14, 90
_CROSS, _FOUGHT = 60, 40
_TRIES = 900
_FREE, _NOBODY = 0, -1
_NONE: AbstractSet[int] = frozenset()
_STITCH = 7.5
"""How far apart the vias are that join both pours of ground (mm)."""


class RoutingError(RuntimeError):
    """No tracks were found."""


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper; layer 0 is the front, 1 the back."""

    net: str
    layer: int
    width: float
    start: At
    end: At


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole that joins both layers."""

    net: str
    at: At


@dataclass(slots=True)
class _Net:
    """A net while it is routed. paths: the nodes of each track, with its half width."""

    number: int
    name: str
    paths: list[tuple[float, list[int]]]
    vias: list[int]
    covered: list[tuple[int, int]]


def route(plan: Plan) -> tuple[list[Track], list[Via]]:
    """Tracks that join all pads of each net. Raises RoutingError if some net finds no way."""
    return _Router(plan).run()


class _Router:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.step = plan.step
        self.across = int((plan.size[0] + 1e-6) / self.step) + 1
        self.down = int((plan.size[1] + 1e-6) / self.step) + 1
        self.layer = self.across * self.down
        nets = plan.nets()
        self.nets = {
            name: _Net(number, name, [], [], []) for number, name in enumerate(nets, start=1)
        }
        self.names = {net.number: net for net in self.nets.values()}
        widths = {w / 2 for n in nets for w in (plan.width(n).main, plan.width(n).branch)}
        # Classes of what is routed, by half its width: tracks, and last the vias.
        self.halves = [*sorted(widths), VIA / 2]
        count = len(self.halves)
        self.fixed = [[_FREE] * (2 * self.layer) for _ in range(count)]
        self.taken: list[dict[int, set[int]]] = [{} for _ in range(count)]
        self.fought = [0] * (2 * self.layer)
        self._obstacles()

    def node(self, x: int, y: int, layer: int) -> int:
        return layer * self.layer + y * self.across + x

    def at(self, node: int) -> At:
        y, x = divmod(node % self.layer, self.across)
        return x * self.step, y * self.step

    def run(self) -> tuple[list[Track], list[Via]]:
        order = {name: i for i, name in enumerate(self.plan.order)}
        waiting = sorted(
            (name for name, pins in self.plan.nets().items() if len(pins) > 1),
            key=lambda name: (order.get(name, len(order)), self._span(name), name),
        )
        for _ in range(_TRIES):
            if not waiting:
                vias = [Via(n.name, self.at(v)) for n in self.nets.values() for v in n.vias]
                return self._tracks(), [*vias, *self._stitches()]
            net = self.nets[waiting.pop(0)]
            for other in sorted(self._net(net)):
                self._remove(self.names[other])
                waiting.append(self.names[other].name)
        raise RoutingError(f"{self.plan.name}: no way was found for {', '.join(waiting)}")

    def _span(self, name: str) -> float:
        """How far a net reaches; short ones go first."""
        boxes = [p.covers(land) for p, land, net in self.plan.lands() if net == name]
        return (max(b[2] for b in boxes) - min(b[0] for b in boxes)) + (
            max(b[3] for b in boxes) - min(b[1] for b in boxes)
        )

    # What is in the way.

    def _obstacles(self) -> None:
        width, height = self.plan.size
        for k, half in enumerate(self.halves):
            via = k == len(self.halves) - 1
            far = EDGE + half
            for node in range(2 * self.layer):
                x, y = self.at(node)
                if min(x, width - x, y, height - y) < far - 1e-6:
                    self.fixed[k][node] = _NOBODY
            for part, land, name in self.plan.lands():
                number = self.nets[name].number if name else _NOBODY
                around = (CLEARANCE if land.plated else 0.3) + half
                layers = (0, 1) if land.drill else (0,)
                box = part.covers(land)
                round_ = land.shape == "circle"
                for layer in layers:
                    for node in self._near(box, around, layer, round_):
                        had = self.fixed[k][node]
                        # No via in a pad, not even of its own net: solder would flow away.
                        if via:
                            self.fixed[k][node] = _NOBODY
                        elif had in (_FREE, number):
                            self.fixed[k][node] = number
                        else:
                            self.fixed[k][node] = _NOBODY

    def _near(self, box: Box, around: float, layer: int, round_: bool = False) -> Iterable[int]:
        """The nodes from which less than `around` is left to a box, or to the circle in it."""
        reach = self._reach(around)
        left, top, right, bottom = box
        for y in range(
            max(0, ceil((top - reach) / self.step)),
            min(self.down - 1, int((bottom + reach) / self.step)) + 1,
        ):
            for x in range(
                max(0, ceil((left - reach) / self.step)),
                min(self.across - 1, int((right + reach) / self.step)) + 1,
            ):
                px, py = x * self.step, y * self.step
                if round_:
                    far = hypot(px - (left + right) / 2, py - (top + bottom) / 2)
                    near = far - (right - left) / 2 < reach - 1e-9
                else:
                    near = (
                        hypot(max(left - px, 0, px - right), max(top - py, 0, py - bottom))
                        < reach - 1e-9
                    )
                if near:
                    yield self.node(x, y, layer)

    def _reach(self, around: float) -> float:
        """What a node has to keep, so that the middle of a step from it keeps `around`."""
        return sqrt(around**2 + self.step**2 / 2)

    # One net.

    def _net(self, net: _Net) -> set[int]:
        """Route a net; return the numbers of the nets that it crosses."""
        width = self.plan.width(net.name)
        pads = [(p, land) for p, land, name in self.plan.lands() if name == net.name]
        heavy = [pad for pad in pads if pad[0].heavy]
        tree: set[int] = set()
        crossed: set[int] = set()
        done: list[tuple[float, float]] = []
        groups = [(width.main, heavy), (width.branch, [p for p in pads if not p[0].heavy])]
        for across, group in groups:
            left = [(self._inside(*pad), pad[0].covers(pad[1])) for pad in group]
            while left:
                if not tree:
                    nodes, box = left.pop(0)
                    tree |= set(nodes)
                    done.append(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
                    continue
                left.sort(
                    key=lambda item: min(
                        hypot(x - (item[1][0] + item[1][2]) / 2, y - (item[1][1] + item[1][3]) / 2)
                        for x, y in done
                    )
                )
                nodes, box = left.pop(0)
                done.append(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
                if not tree.isdisjoint(nodes):
                    tree |= set(nodes)
                    continue
                path = self._path(net, tree, set(nodes), box, across / 2)
                crossed |= self._take(net, path, across / 2)
                tree |= set(path) | set(nodes)
        return crossed

    def _inside(self, part: Fitted, land: Land) -> list[int]:
        """The nodes that lie on a pad."""
        box = part.covers(land)
        layers = (0, 1) if land.drill else (0,)
        inner = 0.02
        left, top, right, bottom = box[0] + inner, box[1] + inner, box[2] - inner, box[3] - inner
        round_ = land.shape == "circle"
        middle, radius = ((left + right) / 2, (top + bottom) / 2), (right - left) / 2
        found = [
            self.node(x, y, layer)
            for layer in layers
            for y in range(ceil(top / self.step), int(bottom / self.step) + 1)
            for x in range(ceil(left / self.step), int(right / self.step) + 1)
            if not round_ or hypot(x * self.step - middle[0], y * self.step - middle[1]) <= radius
        ]
        if not found:
            raise RoutingError(f"{self.plan.name}: no node of the grid lies on a pad at {box}")
        return found

    def _path(
        self, net: _Net, tree: set[int], goals: set[int], goal: Box, half: float
    ) -> list[int]:
        """The cheapest way from a net's tree to a pad, from the tree's end on."""
        k, via = self.halves.index(half), len(self.halves) - 1
        fixed, taken = self.fixed[k], self.taken[k]
        fixed_via, taken_via = self.fixed[via], self.taken[via]
        number, layer, across, step = net.number, self.layer, self.across, self.step
        allowed = (_FREE, number)
        left, top, right, bottom = (v / step for v in goal)
        fought = self.fought

        def rest(node: int) -> int:
            y, x = divmod(node % layer, across)
            dx = max(left - x, 0, x - right)
            dy = max(top - y, 0, y - bottom)
            return int(10 * max(dx, dy) + 4 * min(dx, dy))

        moves = [
            (-1, _STRAIGHT), (1, _STRAIGHT), (-across, _STRAIGHT), (across, _STRAIGHT),
            (-across - 1, _DIAGONAL), (-across + 1, _DIAGONAL),
            (across - 1, _DIAGONAL), (across + 1, _DIAGONAL),
        ]  # fmt: skip
        best = {node: 0 for node in tree if fixed[node] in allowed}
        came: dict[int, int] = {}
        heap = sorted((rest(node), node) for node in best)
        closed: set[int] = set()
        while heap:
            _, node = heappop(heap)
            if node in closed:
                continue
            closed.add(node)
            if node in goals:
                path = [node]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            cost = best[node]
            for move, price in moves:
                to = node + move
                # The outermost nodes are never allowed, so no step leaves the grid.
                if to in closed or fixed[to] not in allowed:
                    continue
                total = cost + price + fought[to]
                others = taken.get(to, _NONE)
                if others:
                    total += _CROSS * len(others - {number})
                if total < best.get(to, 1 << 60):
                    best[to] = total
                    came[to] = node
                    heappush(heap, (total + rest(to), to))
            to = node + layer if node < layer else node - layer
            if to in closed or fixed[to] not in allowed:
                continue
            if fixed_via[node] != _FREE or fixed_via[to] != _FREE:
                continue
            if self._beside_own_via(net, node):
                continue
            total = cost + _THROUGH + fought[to]
            others = taken_via.get(node, _NONE) | taken_via.get(to, _NONE)
            total += _CROSS * len(others - {number})
            if total < best.get(to, 1 << 60):
                best[to] = total
                came[to] = node
                heappush(heap, (total + rest(to), to))
        raise RoutingError(f"{self.plan.name}: {net.name} cannot reach the pad at {goal}")

    def _beside_own_via(self, net: _Net, node: int) -> bool:
        x, y = self.at(node)
        return any(0 < hypot(x - a, y - b) < VIA + 0.1 for a, b in map(self.at, net.vias))

    # What a net takes, and gives back.

    def _take(self, net: _Net, path: list[int], half: float) -> set[int]:
        """Lay a track along a path; return the numbers of the nets that are in its way."""
        k, via = self.halves.index(half), len(self.halves) - 1
        crossed: set[int] = set()
        for node in path:
            found = self.taken[k].get(node, _NONE) - {net.number}
            if found:
                crossed |= found
                self.fought[node] += _FOUGHT
        holes = [a for a, b in pairwise(path) if abs(a - b) == self.layer]
        for node in holes:
            for one in (node % self.layer, node % self.layer + self.layer):
                found = self.taken[via].get(one, _NONE) - {net.number}
                if found:
                    crossed |= found
                    self.fought[one] += _FOUGHT
        net.paths.append((half, path))
        for node in path:
            self._cover(net, node, half)
        for node in holes:
            net.vias.append(node % self.layer)
            for one in (node % self.layer, node % self.layer + self.layer):
                self._cover(net, one, VIA / 2)
        return crossed

    def _cover(self, net: _Net, node: int, half: float) -> None:
        x, y = self.at(node)
        for k, other in enumerate(self.halves):
            for near in self._near((x, y, x, y), half + other + CLEARANCE, node // self.layer):
                there = self.taken[k].setdefault(near, set())
                if net.number not in there:
                    there.add(net.number)
                    net.covered.append((k, near))

    def _remove(self, net: _Net) -> None:
        for k, node in net.covered:
            self.taken[k][node].discard(net.number)
        net.paths.clear()
        net.vias.clear()
        net.covered.clear()

    def _stitches(self) -> list[Via]:
        """More vias for ground, wherever both pours are: they keep them together."""
        via = len(self.halves) - 1
        fixed, taken, poured = self.fixed[via], self.taken[via], self._poured()
        every = round(_STITCH / self.step)
        nodes = [
            self.node(x, y, 0)
            for y in range(every // 2, self.down, every)
            for x in range(every // 2, self.across, every)
        ]
        # One beside each of its holes, too: the pour there may be shut in by tracks.
        for part, land, name in self.plan.lands():
            if name == GROUND and land.drill:
                nodes += self._beside(part.place(land.x, land.y), land.width / 2)
        found: list[Via] = []
        for node in nodes:
            both, at = (node, node + self.layer), self.at(node)
            if all(n in poured and fixed[n] == _FREE and not taken.get(n) for n in both) and all(
                hypot(at[0] - other.at[0], at[1] - other.at[1]) > 2 * VIA for other in found
            ):
                found.append(Via(GROUND, at))
        return found

    def _beside(self, at: At, radius: float) -> list[int]:
        """Nodes of the front around a place, nearest first."""
        middle = round(at[0] / self.step), round(at[1] / self.step)
        reach = range(-ceil(3 / self.step), ceil(3 / self.step) + 1)
        far = {
            self.node(middle[0] + dx, middle[1] + dy, 0): hypot(dx, dy) * self.step
            for dx in reach
            for dy in reach
            if 0 <= middle[0] + dx < self.across and 0 <= middle[1] + dy < self.down
        }
        return sorted((n for n in far if far[n] > radius + VIA), key=lambda n: (far[n], n))[:60]

    def _poured(self) -> set[int]:
        """Return the nodes that the pours of ground reach from its pads and tracks, approximately.

        The pours are taken to be at least as wide as a via, so that they do not end in a corner.
        """
        via, number = len(self.halves) - 1, self.nets[GROUND].number
        taken = self.taken[via]
        wanted = {
            node
            for part, land, name in self.plan.lands()
            if name == GROUND
            for node in self._inside(part, land)
        }
        wanted.update(node for _, path in self.nets[GROUND].paths for node in path)
        # Pads of ground block vias, but not the pour: it begins beside them.
        queue, found = sorted(wanted), set(wanted)
        while queue:
            node = queue.pop()
            for move in (-1, 1, -self.across, self.across):
                to = node + move
                if (
                    to in found
                    or not 0 <= to < 2 * self.layer
                    or to // self.layer != node // self.layer
                ):
                    continue
                own = self.fixed[0][to] == number
                if own or (self.fixed[via][to] == _FREE and taken.get(to, _NONE) <= {number}):
                    found.add(to)
                    queue.append(to)
        return found

    def _tracks(self) -> list[Track]:
        """The paths, with all that lies in one line as one track.

        A track also ends where another path of its net begins or ends: KiCad's check takes what
        meets a track in its middle for a loose end.
        """
        found = []
        for net in self.nets.values():
            ends = {node for _, path in net.paths for node in (path[0], path[-1])}
            for half, path in net.paths:
                start = 0
                for i in range(1, len(path)):
                    last = i == len(path) - 1
                    ahead = 0 if last else path[i + 1] - path[i]
                    if last or ahead != path[i] - path[i - 1] or path[i] in ends:
                        if abs(path[i] - path[i - 1]) != self.layer:
                            found.append(
                                Track(
                                    net.name,
                                    path[i] // self.layer,
                                    2 * half,
                                    self.at(path[start]),
                                    self.at(path[i]),
                                )
                            )
                        start = i
        return found
