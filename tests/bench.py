"""`make bench`: the speeds, each printed beside its limit or its peer.

python -m tests.bench [latency] [perft] [moves] [tracker] [playouts] [opponents] [solvers] [program]
"""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread

import chess

from companion.config import Config, JournalSettings, PageSettings, TimingSettings
from companion.drivers.settings import PortSettings
from companion.engines import solver_for
from companion.engines.opponent import LEVELS, choose
from companion.games.registry import kinds, make
from companion.geometry import Sensed, points_of
from companion.rules import CHANCE, AnyGame, Match, Turns, perft
from companion.session.loop import Loop
from companion.tracking import Event, Tick, Timing, Tracker
from tests import golden
from tests.engines.samples import sample
from tests.hands import natural
from tests.hardware import STAR_SPI, CapturedStrip, mock_switches


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


def latency(debounce: int, edges: int = 400) -> list[float]:
    """Seconds from a pin's edge to the frame handed to the strip, through threads and all."""
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
            loop.session.begin(Match(game), loop.now())
            thread = Thread(target=loop.run)
            thread.start()
            time.sleep(0.6)  # the board settles, and the lamps with it
            for edge in range(edges):
                while not stamped.times.empty():
                    stamped.times.get()
                began = time.perf_counter()
                (bank.open if edge % 2 == 0 else bank.close)("14")
                found.append(stamped.times.get(timeout=5) - began)
                time.sleep(0.01)
            loop.stop()
            thread.join()
    return sorted(found)


def bench_latency() -> None:
    for debounce, wanted in ((0, "p99 < 5 ms"), (TimingSettings().debounce, "p99 < 25 ms")):
        times = latency(debounce)
        median, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
        what = "software only" if not debounce else f"with {debounce} ms of debouncing"
        figures = f"median {median * 1e3:.2f}, p99 {p99 * 1e3:.2f} ms"
        line(f"edge of a pin to frame at the strip, {what}", figures, wanted)


def chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1) if depth > 1 else 1
        board.pop()
    return nodes


def speed(count: Callable[[], int]) -> float:
    """Nodes a second, the best of three runs."""
    best = 0.0
    for _ in range(3):
        began = time.perf_counter()
        nodes = count()
        best = max(best, nodes / (time.perf_counter() - began))
    return best


def bench_perft() -> None:
    peer = speed(lambda: chess_perft(chess.Board(), 4))
    game = make("solomon")
    ours = speed(lambda: perft(game, game.start(), 8))
    line("perft of chess by python-chess, start, depth 4", f"{peer:,.0f} nodes/s", "the peer")
    line(
        "perft of Solomon, start, depth 8, no bulk, no memo",
        f"{ours:,.0f} nodes/s, {ours / peer:.1f} x",
        "4 x the peer",
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


def tracked(game: AnyGame, random: Random, turns: int) -> tuple[list[float], list[float]]:
    """Seconds of processor time for every event of so many turns by hand, some of them fumbled, and
    for every preparation of a turn."""
    events: list[float] = []
    preparations: list[float] = []
    while turns > 0:
        match, handled, at = Match(game), Turns(game), 0.0
        tracker = Tracker(handled, Timing(), game.occupancy(match.position))
        while not match.over and len(match.history) < 200:
            turns -= 1
            lines = handled.moves(match.position)
            began = time.thread_time()
            tracker.follow(match.position, lines, match.history, at)
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
    """The richest boards: many chains, tall columns, long histories, and the star beside them."""
    gc.freeze()  # what the other benches have left behind is not the tracker's to look through
    for name, options in (
        ("halma", {"rules": "advanced", "players": "4"}),
        ("halma", {"rules": "advanced"}),
        ("gomony", {}),
        ("soli2", {}),
        ("solomon", {}),
    ):
        events, preparations = tracked(make(name, options), Random(name), 600)
        median, p99 = events[len(events) // 2], events[int(len(events) * 0.99)]
        what = " ".join([name, *options.values()])
        line(
            f"tracker: {what}, {len(events)} events",
            f"median {median * 1e3:.2f}, p99 {p99 * 1e3:.2f} ms",
            "p99 < 1 ms",
        )
        line(
            f"tracker: {what}, preparation of a turn",
            f"max {preparations[-1] * 1e3:.2f} ms",
            "< 20 ms",
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


def bench_opponents() -> None:
    """The slowest of the computer's thoughts, early and late in a random game."""
    wanted = {"easy": "< 1 s", "fair": "< 1 s", "strong": "< 3 s"}
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


def bench_solvers() -> None:
    """Solvers that know nothing yet, from every start, random positions and the hardest known."""
    for name, count, limit in (("peg", 500, 0.05), ("crowning", 500, 5.0), ("trinity", 3000, 1.0)):
        times, hopeless = [], 0
        for match in sample(name, count):
            solver = solver_for(match.game)
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
        status = Path(f"/proc/{program.pid}/status").read_text()
        kilobytes = next(row.split()[1] for row in status.splitlines() if row.startswith("VmRSS"))
        line(
            "idle, page served: resident memory", f"{int(kilobytes) / 1024:.0f} MiB", "to be known"
        )
        program.terminate()
        program.wait()


def _cpu(pid: int) -> int:
    """Processor time used so far, in ticks of the system's clock."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


BENCHES = {
    "latency": bench_latency,
    "perft": bench_perft,
    "moves": bench_moves,
    "tracker": bench_tracker,
    "playouts": bench_playouts,
    "opponents": bench_opponents,
    "solvers": bench_solvers,
    "program": bench_program,
}


def main(names: list[str]) -> None:
    logging.disable(logging.WARNING)
    for name in names or BENCHES:
        BENCHES[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
