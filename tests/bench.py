"""`make bench`: the speeds, each printed beside its limit or its peer.

python -m tests.bench [latency] [garbage] [perft] [moves] [halma] [tracker] [playouts] [nodes]
                      [search] [opponents] [review] [solvers] [scan] [events] [frames] [serial]
                      [program] [startup] [logs] [library] [page]
"""

from __future__ import annotations

import gc
import json
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path
from queue import Queue, SimpleQueue
from random import Random
from statistics import median
from threading import Thread
from typing import Any, NamedTuple

import chess
import msgspec
from msgspec.json import encode as encode_command
from websockets.sync.client import ClientConnection, connect

from companion.app.garbage import exempt_present_objects
from companion.app.loop import Loop
from companion.app.start import PlayRequest, start
from companion.base.languages import find_language
from companion.coach.review import COARSE, review
from companion.config import Config, JournalSettings, PageSettings, TimingSettings
from companion.device.ports import DirectPort, MatrixPort, NoLamps, StripSettings
from companion.device.ports.matrix_gpio import MatrixGpio
from companion.device.ports.port_kinds import PortSettings
from companion.device.ports.scanning import PERIOD, Scanner, read_rows
from companion.games.halma import Halma
from companion.games.registry import kinds, make
from companion.hands import Event, Tick, Timing, Tracker
from companion.opponents import Interrupted, knowledge_for
from companion.opponents.alphabeta import AlphaBeta
from companion.opponents.levels import LEVELS
from companion.opponents.opponent import choose
from companion.opponents.search_jobs import SearchResult
from companion.page.messages import Arrange, Lift, Put, Resign
from companion.protocol.changes import StateChanges
from companion.protocol.library_messages import ShelfQuery
from companion.protocol.views import Broadcast, State
from companion.records.journal.codec import decode, encode
from companion.records.journal.record import EndRecord, Header, MoveRecord, Record
from companion.rules import CHANCE, AnyGame, Match, TurnGame, perft
from companion.rules.geometry import STAR, Point, Sensed, grid, points_of
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from companion.testing.acts import natural
from companion.testing.pins import mock_switches
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import STAR_SPI, wired
from tests import bench_search, golden
from tests.app.compiled import compiled
from tests.bench_page import measure_page
from tests.games.plain_halma import PlainHalma
from tests.hil.test_random_games import hand
from tests.opponents.samples import sample
from tests.pico.bench import measure_serial
from tests.records.journal.games import unfinished
from tests.session.virtual import Virtual


def line(what: str, measured: str, wanted: str) -> None:
    print(f"{what:52} {measured:>24}   wanted: {wanted}", flush=True)


class Stamped(list[bytes]):
    """The frames of a strip, each of which says when it came."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Queue[float] = Queue()

    def append(self, frame: bytes) -> None:
        self.times.put(time.perf_counter())
        super().append(frame)


MEN = ("14", "15", "16", "17", "18")
"""Where White's men stand that may be lifted first."""


class Endless:
    """A search that goes on until it is told to stop."""

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> SearchResult:
        game = make("solomon")
        evaluation = knowledge_for(game).evaluation(game.start())
        assert evaluation is not None
        while True:
            AlphaBeta(game, evaluation, Random(1)).search(game.start(), 100_000, stop)

    def failed(self) -> SearchResult:
        """Nothing, for nobody."""
        return SearchResult(None)


def latency(debounce: int, edges: int = 300, *, thinking: bool = False) -> list[float]:
    """Seconds from a pin's edge to the frame handed to the strip, through threads and all.

    thinking: whether the computer thinks ahead all the time.
    """
    found = []
    with tempfile.TemporaryDirectory() as scratch, mock_switches(STAR_SPI) as bank:
        config = Config(
            port=PortSettings(kind="direct"),
            journal=JournalSettings(directory=scratch),
            timing=TimingSettings(debounce=debounce),
            page=PageSettings(enabled=False),
        )
        game = make("solomon")
        for point, stack in enumerate(game.stacks(game.start())):
            if stack:
                bank.close(game.board.names[point])
        with CapturedStrip() as strip:
            strip.frames = stamped = Stamped()
            loop = Loop(config)
            loop.session.current.begin(Match(game), loop.now())
            thread = Thread(target=loop.run)
            thread.start()
            cancel = loop.search(Endless(), lambda _: None, ahead=True) if thinking else None
            time.sleep(0.6)  # the board settles, and the lamps with it
            for edge in range(edges):
                while not stamped.times.empty():
                    stamped.times.get()
                began = time.perf_counter()
                # No switch changes as often as one that flickers, or it would not be believed.
                man = MEN[edge // 2 % len(MEN)]
                (bank.open if edge % 2 == 0 else bank.close)(man)
                found.append(stamped.times.get(timeout=5) - began)
                time.sleep(0.06)
            if cancel is not None:
                cancel()
            loop.stop()
            thread.join()
    return sorted(found)


def bench_latency() -> None:
    usual = TimingSettings().debounce
    for debounce, thinking, wanted in (
        (0, False, "p99 < 5 ms"),
        (0, True, "p99 < 15 ms"),
        (usual, False, "p99 < 25 ms"),
        (usual, True, "p99 < 35 ms"),
    ):
        times = latency(debounce, thinking=thinking)
        median, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
        what = "software only" if not debounce else f"with {debounce} ms of debouncing"
        what += " and thinking ahead" if thinking else ""
        figures = f"median {median * 1e3:.2f}, p99 {p99 * 1e3:.2f} ms"
        line(f"edge of a pin to frame at the strip, {what}", figures, wanted)


def longest_collection(seconds: float = 6.0) -> float:
    """How long the longest collection of garbage takes, in seconds, while alpha-beta searches."""
    began, longest = 0.0, 0.0

    def watch(phase: str, _: object) -> None:
        nonlocal began, longest
        if phase == "start":
            began = time.process_time()
        else:
            longest = max(longest, time.process_time() - began)

    end = time.process_time() + seconds
    gc.callbacks.append(watch)
    try:
        with suppress(Interrupted):
            Endless().run(lambda: time.process_time() > end)
    finally:
        gc.callbacks.remove(watch)
    return longest


def bench_garbage() -> None:
    """What the program exempts is all that it has imported, as this bench has."""
    gc.unfreeze()
    before = longest_collection()
    exempt_present_objects()
    after = longest_collection()
    gc.unfreeze()
    figures = f"{after * 1e3:.2f} ms, {before * 1e3:.2f} otherwise"
    line("longest collection of garbage during a search", figures, "< 5 ms")


def chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1) if depth > 1 else 1
        board.pop()
    return nodes


def fastest(*works: Callable[[], object], rounds: int = 3) -> list[float]:
    """Seconds of processor time that each of these takes, the best of so many rounds of all, so
    that other work on the machine slows down none of them more than the others."""
    best = [inf] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            began = time.process_time()
            work()
            best[number] = min(best[number], time.process_time() - began)
    return best


def bench_perft() -> None:
    game = make("solomon")
    depths = 4, 8
    counts = chess_perft(chess.Board(), depths[0]), perft(game, game.start(), depths[1])
    times = fastest(
        lambda: chess_perft(chess.Board(), depths[0]),
        lambda: perft(game, game.start(), depths[1]),
        rounds=5,
    )
    peer, ours = (count / seconds for count, seconds in zip(counts, times, strict=True))
    line("perft of chess by python-chess, start, depth 4", f"{peer:,.0f} nodes/s", "the peer")
    line(
        "perft of Solomon, start, depth 8, no bulk, no memo",
        f"{ours:,.0f} nodes/s, {ours / peer:.1f} x",
        "6 x the peer; 20 x if compiled",
    )


def bench_moves() -> None:
    """The slowest list of legal moves, of all positions of the golden data; each the best of 5."""
    slowest, where = 0.0, ""
    for setting in (*golden.positions().values(), *(met.setting for met in golden.met())):
        game, position = setting.make()
        times = []
        for _ in range(5):
            began = time.process_time()
            game.moves(position)
            times.append(time.process_time() - began)
        if min(times) > slowest:
            slowest, where = min(times), setting.name
    line(f"slowest legal moves, {where}"[:52], f"{slowest * 1e3:.2f} ms", "< 5 ms")


def every_move(moves: Callable[[Any], Sequence[Any]], positions: Sequence[Any]) -> None:
    """Work out the legal moves of all positions."""
    for position in positions:
        moves(position)


def bench_halma(games: int = 5) -> None:
    """Halma's legal moves in random games, beside the plain search for them; each the best of 5, in
    turn."""
    for rules in ("simple", "advanced"):
        game, random, positions = Halma({"rules": rules}), Random(rules), list[Any]()
        for _ in range(games):
            position = game.start()
            while (moves := game.moves(position)) and len(positions) % 1000 < 999:
                positions.append(position)
                position = game.advance(position, random.choice(moves))
            positions.append(position)
        positions = [p for p in positions if not game.outcome(p).over]
        ours, plain = fastest(
            partial(every_move, game.moves, positions),
            partial(every_move, PlainHalma(game).moves, positions),
            rounds=5,
        )
        line(
            f"legal moves: halma {rules}, {len(positions)} positions",
            f"{ours / len(positions) * 1e6:.1f} us, {plain / ours:.1f} x",
            "2 x the plain search",
        )


def tracked(game: AnyGame, random: Random, turns: int) -> tuple[list[float], list[float]]:
    """Seconds of processor time for every event of so many turns by hand, some of them fumbled, and
    for every preparation of a turn."""
    events: list[float] = []
    preparations: list[float] = []
    while turns > 0:
        match, handled, at = Match(game), TurnGame(game), 0.0
        tracker = Tracker(handled, Timing(), game.occupancy(match.position))
        while not match.over and len(match.history) < 200:
            turns -= 1
            lines = handled.moves(match.position)
            began = time.thread_time()
            tracker.follow(match.position, lines, match.history, at)
            tracker.prepare()
            preparations.append(time.thread_time() - began)
            line = random.choice(lines)
            acts = [
                (a.point, a.occupied) for a in natural(handled.steps(match.position, line), random)
            ]
            standing = list(points_of(tracker.sensed))
            if standing and random.random() < 0.5:  # something is bumped, and put back
                bumped = random.choice(standing)
                acts[:0] = [(bumped, False), (bumped, True)]
            feeds: list[Event] = []
            for point, occupied in acts:
                feeds += [Sensed(point, occupied, at + 0.1), Tick(at + 0.2)]
                at += 0.2
            feeds += [Tick(at + 0.2), Tick(at + 1), Tick(at + 5)]
            at += 5
            for event in feeds:
                began = time.thread_time()
                signals = tracker.feed(event)
                events.append(time.thread_time() - began)
                began = time.thread_time()
                tracker.prepare()
                preparations.append(time.thread_time() - began)
                if signals:
                    break
            for ply in line.plies:
                match.play(ply)
            while not match.over and match.forced_pass is not None:
                match.play(match.forced_pass)
            settled = game.occupancy(match.position)
            if tracker.sensed != settled:  # what the hands did without being timed
                tracker = Tracker(handled, Timing(), settled)
    return sorted(events), sorted(preparations)


def bench_tracker() -> None:
    """The richest boards: many chains, tall columns, long histories, any run; two plain ones."""
    gc.freeze()  # what the other benches have left behind is not the tracker's to look through
    for name, options in (
        ("halma", {"rules": "advanced", "players": "4"}),
        ("halma", {"rules": "advanced"}),
        ("gomony", {}),
        ("soli2", {}),
        ("solomon", {}),
        ("nim", {}),
        ("trinity", {}),
    ):
        events, preparations = tracked(make(name, options), Random(name), 600)
        median, p99 = events[len(events) // 2], events[int(len(events) * 0.99)]
        what = " ".join([name, *options.values()])
        line(
            f"tracker: {what}, {len(events)} events",
            f"median {median * 1e3:.2f}, p99 {p99 * 1e3:.2f} ms",
            "p99 < 0.3 ms",
        )
        line(
            f"tracker: {what}, preparation of a turn",
            f"max {preparations[-1] * 1e3:.2f} ms",
            "< 3 ms",
        )


def playout(game: AnyGame, random: Random, longest: int = 1000) -> int:
    """Play at random to the end, or as far as `longest`; how many moves it took."""
    position = game.start()
    for ply in range(longest):
        moves = game.moves(position)
        if not moves:
            return ply
        position = game.advance(position, random.choice(moves))
    return longest


def bench_playouts(seconds: float = 1.0) -> None:
    for name in kinds():
        game, random = make(name), Random(name)
        played, games, began = 0, 0, time.process_time()
        while (took := time.process_time() - began) < seconds:
            played += playout(game, random)
            games += 1
        figures = f"{played / took:,.0f} moves/s, {played / games:.0f} a game"
        line(f"random playouts: {name}", figures, "to be known")


def bench_nodes(nodes: int = 10_000) -> None:
    """How many positions alpha-beta looks at in a second, early and late in a random game."""
    for name, options in bench_search.GAMES:
        game, random = make(name, options), Random(name)
        searched, took, depths = 0, 0.0, []
        match = Match(game)
        while not match.over and len(match.history) < 160:
            evaluation = knowledge_for(game).evaluation(match.position)
            if evaluation is not None and match.to_act != CHANCE and len(match.history) % 8 == 2:
                began = time.process_time()
                found = AlphaBeta(game, evaluation, Random(1)).search(match.position, nodes)
                took += time.process_time() - began
                searched += found.nodes
                depths.append(found.depth)
            match.play(random.choice(match.moves))
        what = " ".join([name, *options.values()])
        figures = f"{searched / took:,.0f} nodes/s, depth {median(depths):.0f}"
        line(f"alpha-beta: {what}, {nodes:,} nodes", figures, "to be known")


def bench_whole_search() -> None:
    """A whole search: where its time goes, and how much faster it is if it is compiled."""
    for name, options in bench_search.GAMES:
        what = bench_search.label(name, options)
        spent = bench_search.shares(make(name, options)).items()
        figures = ", ".join(f"{room} {share:.0%}" for room, share in spent)
        line(f"search: {what}, time spent", figures, "to be known")
    compared = list(bench_search.compared())
    if not compared:
        print("search: `make compiled` builds the wheel to compare with")
    for found in compared:
        figures = f"{found.compiled:,.0f} nodes/s, {found.compiled / found.plain:.1f} x"
        line(f"search: {found.name}, compiled", figures, "3 x the plain one")


def bench_opponents() -> None:
    """The slowest of the computer's moves, early and late in a random game."""
    wanted = dict.fromkeys(LEVELS, "< 1 s") | {"strong": "< 3 s"}
    for name in kinds():
        game = make(name, {"seats": "2"} if name == "trinity" else {})
        for level in LEVELS if len(game.seats) > 1 else ():
            random, match, times = Random(name), Match(game), []
            while not match.over and len(match.history) < 100:
                if match.to_act != CHANCE and len(match.history) in (0, 1, 10, 11, 50, 51, 98, 99):
                    began = time.process_time()
                    choose(game, match.position, level)
                    times.append(time.process_time() - began)
                match.play(random.choice(match.moves))
            figures = f"max {max(times):.2f} s of {len(times)}"
            line(f"the computer's move: {name}, {level}", figures, wanted[level])


def bench_review(plies: int = 60) -> None:
    """How soon the review of a game has its first answer, and has looked coarsely at every move."""
    for name in kinds():
        for options in ({}, {"rules": "advanced"}) if name == "halma" else ({},):
            game, random = make(name, options), Random(name)
            match = Match(game)
            while not match.over and len(match.history) < plies:
                match.play(random.choice(match.moves))
            moves, began = [played.move for played in match.history], time.process_time()
            reviewed = review(game, game.start(), moves, efforts=(COARSE,))
            times = [0.0, *(time.process_time() - began for _ in reviewed)]
            what = " ".join([name, *options.values()])
            slowest = max(after - before for before, after in pairwise(times))
            figures = f"{times[1]:.2f} s, then max {slowest:.2f} s"
            line(f"review: {what}, first answer", figures, "< 1 s")
            figures = f"{times[-1]:.1f} s, {times[-1] / len(moves):.2f} s a move"
            line(f"review: {what}, {len(moves)} moves coarsely", figures, "to be known")


def bench_solvers() -> None:
    """Fresh solvers, from every start, from random positions and from the hardest known ones."""
    for name, count, limit in (("peg", 500, 0.05), ("crowning", 500, 5.0), ("trinity", 3000, 1.0)):
        times, hopeless = [], 0
        for match in sample(name, count):
            solver = knowledge_for(match.game).solver()
            assert solver is not None
            before = [ply.position for ply in match.history]
            began = time.process_time()
            hopeless += solver.solve(match.position, occurred=before) is None
            times.append(time.process_time() - began)
        times.sort()
        median, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
        line(
            f"solver: {name}, {len(times)} positions, {hopeless} hopeless",
            f"{median * 1e3:.1f}, p99 {p99 * 1e3:.1f}, max {times[-1] * 1e3:.1f} ms",
            f"max < {limit * 1e3:,.0f} ms",
        )


class FreeLines:
    """lgpio's calls over a matrix that costs nothing: what is measured is the program's part.

    closed: the closed columns of each row. calls: how often the kernel would have been called.
    """

    SET_OPEN_DRAIN, SET_PULL_UP = 8, 32

    def __init__(self, closed: list[int]) -> None:
        self.calls = 0
        self._low = 0
        self.close(closed)

    def close(self, closed: list[int]) -> None:
        self._levels = {1 << row: ~columns for row, columns in enumerate(closed)}

    def group_write(self, _handle: int, _leader: int, levels: int, mask: int, /) -> None:
        self.calls += 1
        self._low = self._low & ~mask | mask & ~levels

    def group_read(self, _handle: int, _leader: int, /) -> tuple[int, int]:
        self.calls += 1
        if self._low in self._levels:
            return 10, self._levels[self._low]
        together = -1
        for row, levels in self._levels.items():
            if row & self._low:
                together &= levels
        return 10, together

    def gpiochip_open(self, _number: int, /) -> int:
        return 0

    def _nothing(self, *_: object) -> None:
        pass

    gpiochip_close = group_claim_input = group_claim_output = group_free = _nothing


def bench_scan() -> None:
    """What scanning a matrix costs, apart from the kernel; and how fast changes may come."""
    for size in (7, 8, 9):
        for what, pieces in (("one row with pieces", 1), ("pieces in every row", size)):
            lgpio = FreeLines([1] * pieces + [0] * (size - pieces))
            lines = MatrixGpio(lgpio, 0, wired(grid(size)))
            scanner = Scanner(read_rows(size, lines.read_columns), lines.read_columns)
            lgpio.calls, scans, began = 0, 5000, time.thread_time()
            for _ in range(scans):
                scanner.scan()
            cost = (time.thread_time() - began) / scans
            line(
                f"scan of {size} x {size}, {what}",
                f"{cost * 1e6:.0f} us + {lgpio.calls // scans} kernel calls",
                "< 300 us with them",
            )
    for what, closed in (("empty", [0] * 9), ("full", [511] * 9)):
        port = _dark_matrix(FreeLines(closed))
        port.open(lambda _: None)
        before, seconds = time.process_time(), 3.0
        time.sleep(seconds)
        used = (time.process_time() - before) / seconds
        port.close()
        line(f"matrix of 81 at rest, {what}: thread, no kernel", f"{used:.2%} of a core", "< 3 %")


def _dark_matrix(lgpio: FreeLines) -> MatrixPort:
    wiring = wired(grid(9))
    wiring = replace(wiring, strip=replace(wiring.strip, route=NoLamps()))
    return MatrixPort(wiring, time.perf_counter, lgpio)


def bench_events() -> None:
    """How fast switches may change before a change is missed, or before the session lags."""
    best = 0.0
    for hold in (0.05, 0.03, 0.02, 0.015, 0.0125, 0.011, 0.01, 0.009, 0.008):
        heard: list[object] = []
        lgpio = FreeLines([0] * 9)
        port = _dark_matrix(lgpio)
        port.open(heard.append)
        due, flips = time.perf_counter(), 40
        for flip in range(flips):
            lgpio.close([511 if flip % 2 == 0 else 0] * 9)
            due += hold
            time.sleep(max(due - time.perf_counter(), 0))
        time.sleep(0.05)
        port.close()
        if len(heard) < 81 * flips:
            break
        best = 81 / hold
    line(
        "matrix of 81, all reeds at once: none missed up to",
        f"{best:,.0f} events/s",
        f"81 / {PERIOD} = {81 / PERIOD:,.0f}",
    )
    with mock_switches(STAR_SPI) as bank:
        dark = replace(STAR_SPI, strip=replace(STAR_SPI.strip, route=NoLamps()))
        direct = DirectPort(dark, time.perf_counter)
        queue: SimpleQueue[object] = SimpleQueue()
        direct.open(queue.put)
        edges, began = 20_000, time.perf_counter()
        for edge in range(edges):
            bank.set(STAR.names[edge // 2 % 19], edge % 2 == 0)
        took = time.perf_counter() - began
        direct.close()
        missed = edges - queue.qsize()
    line("19 pins, mocked: into the queue", f"{edges / took:,.0f} events/s, {missed} missed", "0")
    for name in ("solomon", "halma"):
        took, events = _handled(name)
        line(
            f"events that the session keeps up with: {name}",
            f"{events / took:,.0f} events/s",
            "to be known",
        )


def _handled(name: str, events: int = 5000) -> tuple[float, int]:
    """Seconds in which a session handles so many edges of bouncing reeds, all of them on time."""
    with tempfile.TemporaryDirectory() as scratch:
        table = Virtual(Path(scratch))
        table.begin(name)
        table.say(Arrange())
        table.wait(1.0)
        size, random, at = table.session.game.board.size, Random(1), table.now
        reports: list[Sensed] = []
        for i in range(events):
            point = Point(random.randrange(size)) if i % 7 == 0 else reports[-1].point
            reports.append(Sensed(point, i % 2 == 0, at := at + 0.0004))
        began = time.perf_counter()
        for report in reports:
            table.session.handle(report, report.at)
        took = time.perf_counter() - began
        table.session.close()
    return took, events


def bench_frames() -> None:
    """Frames to the strip: the program's part, the bytes that are caught, and the wire's part."""
    for route in ("spi", "pwm"):
        for board in (STAR, grid(7), grid(8), grid(9)):
            wiring = StripSettings(route).wiring(board)
            colours = Random(route).randbytes(3 * board.size)
            with CapturedStrip() as caught:
                strip = wiring.open()
                frames, began = 200, time.perf_counter()
                for frame in range(frames):
                    strip.show(colours[frame % 3 :] + colours[: frame % 3])
                took = (time.perf_counter() - began) / frames
                sent = len((caught.spi or caught.frames)[-1])
                strip.close()
            # A bit of a pixel takes 1.25 us, on SPI 8 bits of 6.4 MHz; then 280 us of darkness.
            wire = 1.25e-6 * (sent if route == "spi" else 8 * sent)
            wire = wire if route == "spi" else wire + 280e-6
            line(
                f"frames: {board.size} lamps, {route}, {sent} bytes",
                f"{took * 1e3:.2f} + {wire * 1e3:.2f} ms, {1 / (took + wire):.0f}/s",
                "30/s",
            )


def bench_serial() -> None:
    measure_serial(line)


def bench_program() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        config = Path(scratch, "board.toml")
        config.write_text(f'[journal]\ndirectory = "{scratch}/games"\n[page]\nport = 0\n')
        command = [sys.executable, "-m", "companion", "play", "--config", str(config)]
        starts = []
        for _ in range(3):
            began = time.perf_counter()
            program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert program.stdout is not None
            program.stdout.readline()  # said once the lamps are lit
            starts.append(time.perf_counter() - began)
            for said in program.stdout:
                if said.startswith("Page:"):
                    break
            if len(starts) < 3:
                program.terminate()
                program.wait()
        line("start to the first lit lamp, simulated board", f"{min(starts):.2f} s", "< 2 s")
        time.sleep(2)
        before, ticks = _cpu(program.pid), os.sysconf("SC_CLK_TCK")
        time.sleep(10)
        used = (_cpu(program.pid) - before) / ticks / 10
        line("idle, page served: processor time", f"{used:.2%} of a core", "< 2 %")
        program.terminate()
        program.wait()


def _cpu(pid: int) -> int:
    """Processor time used so far, in ticks of the system's clock."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


PEER = """
import asyncio, websockets
async def echo(socket):
    async for message in socket:
        await socket.send(message)
async def main():
    async with websockets.serve(echo, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"Page: http://127.0.0.1:{port}/", flush=True)
        await asyncio.Future()
asyncio.run(main())
"""
"""The least that Python needs to serve a page's messages."""


def bench_startup() -> None:
    """What the program takes of a small computer, beside what bare Python with websockets takes."""
    with tempfile.TemporaryDirectory() as scratch:
        config = Path(scratch, "board.toml")
        config.write_text(f'[journal]\ndirectory = "{scratch}/games"\n[page]\nport = 0\n')
        command = [sys.executable, "-m", "companion", "play", "--config", str(config), "--new"]
        peer_start, peer_memory = started([sys.executable, "-c", PEER], echo_messages)
        start, memory = started(command, play_by_page)
        lamp = [first_lamp(config) for _ in range(5)]
    seconds, modules = min(lamp)
    line("processor time to the first lamp", f"{seconds:.2f} s", "< 0.15 s")
    line("modules loaded by then", f"{modules}", "the fewer, the better")
    line("start to listening, bare Python with websockets", f"{peer_start:.2f} s", "the peer")
    line("start to listening, companion play", f"{start:.2f} s", "< 2 s")
    line("resident memory, bare Python with websockets", f"{peer_memory:.0f} MiB", "the peer")
    line("resident memory after a game, companion play", f"{memory:.0f} MiB", "< 64 MiB")


def first_lamp(config: Path) -> tuple[float, int]:
    """Processor time in seconds until the first lamp is lit, and the modules loaded by then."""
    command = [sys.executable, "-m", "tests.app.first_lamp", str(config)]
    said = subprocess.run(command, check=True, capture_output=True, env=compiled()).stdout
    told = json.loads(said.splitlines()[-1])
    return told["seconds"], len(told["modules"])


def started(command: list[str], use: Callable[[ClientConnection], None]) -> tuple[float, float]:
    """Seconds until a program listens, the best of five, and its resident memory in MiB after it
    was used."""
    starts = []
    for number in range(5):
        began = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            try:
                page = next(said for said in program.stdout if said.startswith("Page:")).split()[1]
                starts.append(time.perf_counter() - began)
                if number == 4:
                    with connect(page.replace("http", "ws") + "table") as socket:
                        use(socket)
                    status = Path(f"/proc/{program.pid}/status").read_text()
                    kilobytes = next(r.split()[1] for r in status.splitlines() if "VmRSS" in r)
            finally:
                program.kill()
    return min(starts), int(kilobytes) / 1024


def echo_messages(socket: ClientConnection) -> None:
    for _ in range(100):
        socket.send("x" * 1000)
        socket.recv()


def play_by_page(socket: ClientConnection) -> None:
    """Play Solomon with simulated pieces, as somebody at the page would, and then resign."""

    def until(done: Callable[[dict[str, Any]], bool]) -> None:
        while not done(json.loads(socket.recv(timeout=30))):
            pass

    random, match = Random(3), Match(make("solomon"))
    until(lambda said: said.get("phase") == "rest")
    while len(match.history) < 20 and "x" not in match.game.move_text(
        match.position, move := random.choice(match.moves)
    ):
        for act in natural(match.game.steps(match.position, move), random):
            place = match.game.board.names[act.point]
            order = Put(place, act.hand) if act.occupied else Lift(place, act.hand)
            socket.send(encode_command(order))
        match.play(move)
        until(lambda said: len(said.get("moves", ())) == len(match.history))
    socket.send(encode_command(Resign()))
    until(lambda said: said.get("phase") == "over")


def bench_logs() -> None:
    game = make("son_of_solomon")
    for count in (100, 100_000):
        with tempfile.TemporaryDirectory() as scratch:
            head = header(game)
            data = encode(0, head) + encode(1, EndRecord("ongoing", "abandoned"))
            begun = datetime(2020, 1, 1)
            for number in range(count):
                stamp = (begun + timedelta(minutes=number)).strftime("%Y-%m-%d-%H%M%S")
                Path(scratch, f"{stamp}-{game.name}.jsonl").write_bytes(data)
            settings = JournalSettings(directory=scratch)
            config = Config(journal=settings, page=PageSettings(enabled=False))
            began = time.perf_counter()
            loop = Loop(config)
            start(loop, config, PlayRequest(), lambda _: None)
            taken = time.perf_counter() - began
            loop.session.close()
        line(f"start-up with {count:,} logs", f"{taken:.2f} s", "< 1 s")
    for plies in (50, 500, 5000):
        cost = long_game(game, plies)
        line(f"resuming a game of {plies} plies", f"{cost.resumed:.2f} s", "< 1 s")
        moved = f"{cost.move * 1e3:.1f} ms, {cost.sent:,} bytes"
        line(f"a move after {plies} plies, page included", moved, "the same")


def bench_library(count: int = 10_000, moves: int = 40) -> None:
    """The library's list of many games, beside reading their heads one by one."""
    game, random = make("solomon"), Random(3)
    with tempfile.TemporaryDirectory() as scratch:
        folder, begun = Path(scratch), datetime(2020, 1, 1)
        for number in range(count):
            started = begun + timedelta(minutes=number)
            names = {0: f"Player {random.randrange(9)}", 1: f"Player {random.randrange(9)}"}
            first = msgspec.structs.replace(
                header(game), started=started.isoformat(), players=names
            )
            records: list[Record] = [first]
            records += [MoveRecord("14-9", n % 2, float(n)) for n in range(moves)]
            records.append(EndRecord(f"win {random.randrange(2)}", "resigned"))
            name = f"{started:%Y-%m-%d-%H%M%S}-{game.name}.jsonl"
            (folder / name).write_bytes(b"".join(encode(n, r) for n, r in enumerate(records)))
        began = time.perf_counter()
        for path in folder.glob("*.jsonl"):
            with path.open("rb") as file:
                decode(file.readline().rstrip(b"\n"))
        peer = time.perf_counter() - began
        line(f"reading the heads of {count:,} logs", f"{peer:.2f} s", "the peer")
        began, goes, slowest = time.perf_counter(), 1, 0.0
        library = Library(folder, board_greeting)
        while True:
            asked = time.perf_counter()
            shelf = library.shelf(ShelfQuery(), 0)
            slowest = max(slowest, time.perf_counter() - asked)
            if not shelf.pending:
                break
            goes += 1
        taken = time.perf_counter() - began
        figures = f"{taken:.1f} s, max {slowest:.2f} s of {goes}"
        line(f"library: indexing {count:,} logs, in goes", figures, "each go < 1 s")
        library.close()
        for what, query in (
            ("the list", ShelfQuery()),
            ("one player's wins", ShelfQuery(player="Player 3", result="won")),
        ):
            library = Library(folder, board_greeting)
            began = time.perf_counter()
            found = library.shelf(query, 0).total
            taken = time.perf_counter() - began
            figures = f"{taken:.2f} s, {taken / peer:.1%} of it"
            line(f"library: {what}, {found:,} of {count:,}, indexed", figures, "< 1 s")
            library.close()
        began = time.perf_counter()
        library.statistics(ShelfQuery())
        taken = time.perf_counter() - began
        line(f"library: statistics of {count:,} games", f"{taken:.2f} s", "< 1 s")
        library.close()


def bench_page() -> None:
    """The page in a browser. On a machine with other work, times are longer than they need be."""
    speeds = measure_page()
    if speeds is None:
        print("page: no browser is installed")
        return
    load = os.getloadavg()[0]
    line("page: all of it, compressed", f"{speeds.bytes / 1000:.0f} KB", "< 200 KB")
    line("page: first paint", f"{speeds.paint * 1000:.0f} ms", "< 400 ms")
    line("page: first paint in German", f"{speeds.german * 1000:.0f} ms", "< 400 ms")
    line("page: the board is drawn", f"{speeds.board * 1000:.0f} ms", "-")
    line("page: from a lift to its targets", f"{speeds.lift * 1000:.0f} ms", "< 50 ms")
    line("page: from a lift to the frame that shows them", f"{speeds.shown * 1000:.0f} ms", "-")
    idle = f"{speeds.renderer:.1%} + {speeds.program:.1%}"
    line("page: a lamp breathes: renderer + program", idle, "< 5 % of a core")
    line("page: a lamp breathes: rest of the browser", f"{speeds.browser:.1%}", "-")
    line("page: other work on the machine meanwhile", f"load {load:.1f}", "none")


def header(game: AnyGame) -> Header:
    return Header(
        game=game.name,
        options=game.chosen,
        seats=game.seats,
        started="2026-01-01T00:00:00",
        program="0",
        position=game.position_text(game.start()),
    )


def fresh(match: Match) -> list[object]:
    """The moves that neither end the game nor repeat a position."""
    game, seen = match.game, Counter(played.position for played in match.history)
    ends = [(move, game.advance(match.position, move)) for move in match.moves]
    return [move for move, end in ends if seen[end] < 2 and not game.outcome(end).over]


class GameCost(NamedTuple):
    """What a long game costs: the seconds to resume it, those of a move by hand (the median), and
    the bytes that a page is sent for one."""

    resumed: float
    move: float
    sent: int


class Page:
    """Encodes what a session says as a connection does. sent: the bytes so far."""

    def __init__(self) -> None:
        self.sent = 0
        self._changes = StateChanges()
        self._language = find_language([])

    def __call__(self, message: Broadcast) -> None:
        told = self._changes.tell(message) if isinstance(message, State) else message
        self.sent += len(self._language.encode(told))


def long_game(game: AnyGame, plies: int, played: int = 60) -> GameCost:
    """The cost of a game of so many plies, and of so many moves in it."""
    random, match = Random(1), Match(game)
    while len(match.history) < plies:
        moves = fresh(match) if random.random() < 0.05 else match.moves
        if not moves or match.over:
            match.take_back(min(len(match.history), random.randint(1, 20)))
        else:
            match.play(random.choice(moves))
    with tempfile.TemporaryDirectory() as scratch:
        records: list[Record] = [header(game)]
        records += [MoveRecord(p.text, p.seat, float(i)) for i, p in enumerate(match.history)]
        lines = [encode(n, record) for n, record in enumerate(records)]
        path = Path(scratch, f"2026-01-01-000000-{game.name}.jsonl")
        path.write_bytes(b"".join(lines))
        began = time.perf_counter()
        log = unfinished(path.parent)
        assert log is not None
        table = Virtual(path.parent)
        table.resume(log)
        table.wait(0.5)
        resumed = time.perf_counter() - began
        table.session.leave(table.heard.append)
        page = Page()
        table.session.listen(page)
        before, times = page.sent, []
        for _ in range(played):
            move = random.choice(fresh(table.match) or table.match.moves)
            began = time.perf_counter()
            for act in natural(game.steps(table.match.position, move), random):
                hand(table, act)
                table.wait(0.1)
            table.wait(1)
            times.append(time.perf_counter() - began)
        table.session.close()
    return GameCost(resumed, median(times), (page.sent - before) // played)


BENCHES = {
    "latency": bench_latency,
    "garbage": bench_garbage,
    "perft": bench_perft,
    "moves": bench_moves,
    "halma": bench_halma,
    "tracker": bench_tracker,
    "playouts": bench_playouts,
    "nodes": bench_nodes,
    "search": bench_whole_search,
    "opponents": bench_opponents,
    "review": bench_review,
    "solvers": bench_solvers,
    "scan": bench_scan,
    "events": bench_events,
    "frames": bench_frames,
    "serial": bench_serial,
    "program": bench_program,
    "startup": bench_startup,
    "logs": bench_logs,
    "library": bench_library,
    "page": bench_page,
}


def main(names: list[str]) -> None:
    logging.disable(logging.WARNING)
    for name in names or BENCHES:
        BENCHES[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
