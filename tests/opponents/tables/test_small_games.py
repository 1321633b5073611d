"""Small games, solved whole: against a plain iteration, in pieces, and kept in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.base.text import Text
from companion.opponents import Interrupted
from companion.opponents.contract import never
from companion.opponents.knowledge import solved_games
from companion.opponents.knowledge.knowledge_registry import knowledge_for
from companion.opponents.opponent import choose
from companion.opponents.tables import ExactValue
from companion.opponents.tables.small_game import SmallGame, Values
from companion.opponents.tables.value_files import ValueFiles
from companion.rules import AnyGame, Match, MenGame, MenMove, MenPosition, Outcome, win
from companion.rules.geometry import Board

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "old-games"


class Race(MenGame):
    """Each player has one man that steps along a row of seven; to come to the middle wins."""

    name = "race"
    title = Text("Race")
    board = Board.from_rows(
        "race",
        ["a2 b2 c2 d2 e2 f2 g2", "a1 b1 c1 d1 e1 f1 g1"],
        [
            "a2 b2 c2 d2 e2 f2 g2",
            "a1 b1 c1 d1 e1 f1 g1",
        ],
    )
    opening = "w....../......b"

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        for man in self.men(position):
            yield from self.walks(position, man)

    def ended(self, position: MenPosition) -> Outcome:
        middle = {position.cells[self.board.index[name]] for name in ("d1", "d2")} - {"."}
        return win("wb".index(middle.pop())) if middle else super().ended(position)


class Twice(Race):
    """The same player moves again and again."""

    name = "twice"

    def advance(self, position: MenPosition, move: MenMove) -> MenPosition:
        return super().advance(position, move)._replace(seat=position.seat)


class Kept:
    """A store that keeps nothing, and counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def read(self, game: AnyGame) -> Values | None:
        self.asked.append("read")
        return None

    def write(self, game: AnyGame, values: Values) -> None:
        self.asked.append("write")


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    game: AnyGame = import_module("companion_old_games.three_mens_morris").ThreeMensMorris()
    return game


@pytest.fixture
def hare(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    game: AnyGame = import_module("companion_old_games.hare_and_hounds").HareAndHounds()
    return game


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where values are kept, empty, with nothing remembered."""
    monkeypatch.setattr(solved_games, "table_folder", lambda: tmp_path)
    solved_games._small_game.cache_clear()
    return tmp_path


def plainly(game: AnyGame) -> Values:
    """The values of a game for two by iteration over all positions, as long as any is found."""
    after: dict[Any, Sequence[Any]] = {}
    seats = {game.start(): int(game.to_act(game.start()))}
    waiting = [game.start()]
    while waiting:
        here = waiting.pop()
        after[here] = [game.advance(here, move) for move in game.moves(here)]
        for each in after[here]:
            if each not in seats:
                seats[each] = 1 - seats[here]
                waiting.append(each)
    found: dict[Any, ExactValue] = {}
    for here, then in after.items():
        winner = None if then else game.outcome(here).winner
        if winner is not None:
            found[here] = ExactValue(1 if winner == seats[here] else -1, 0)
    for plies in count(1):
        now = dict[Any, ExactValue]()
        for here, then in after.items():
            ends = [found.get(each) for each in then]
            if here in found or not then:
                continue
            if any(end is not None and end.value < 0 for end in ends):
                now[here] = ExactValue(1, plies)
            elif all(end is not None and end.value > 0 for end in ends):
                now[here] = ExactValue(-1, plies)
        if not now:
            break
        found |= now
    return {game.position_text(here): found.get(here, ExactValue(0, None)) for here in after}


def test_values_are_those_of_a_plain_iteration(three: AnyGame, hare: AnyGame) -> None:
    for game, positions, plies in ((Race(), 12, 5), (three, 5390, 9), (hare, 23_246, 23)):
        small = SmallGame(game, Kept())
        assert small.go_on(never)
        assert small.values == plainly(game)
        assert len(small.values) == positions
        assert small.values[game.position_text(game.start())] == (1, plies)


def test_work_that_is_interrupted_goes_on(three: AnyGame) -> None:
    store = Kept()
    small, steps = SmallGame(three, store), iter(range(10**9))
    pauses = 0
    while True:
        try:
            solved = small.go_on(lambda: next(steps) % 1000 == 999)
            break
        except Interrupted:
            pauses += 1
            assert not small.values
    assert solved
    assert pauses > 10
    assert store.asked == ["read", "write"]
    assert small.values == plainly(three)


def test_a_game_that_is_too_large_or_has_no_turns_is_left_alone(three: AnyGame) -> None:
    for small in (SmallGame(three, Kept(), most=5389), SmallGame(Twice(), Kept())):
        assert not small.go_on(never)
        assert not small.go_on(never)
        assert small.values == {}
    assert SmallGame(three, Kept(), most=5390).go_on(never)


def test_values_are_kept_until_the_rules_change(
    tmp_path: Path, three: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ValueFiles(tmp_path / "new")
    assert files.read(three) is None
    values = plainly(three)
    files.write(three, values)
    assert files.read(three) == values
    assert files.path(three).stat().st_size < 50_000
    package = tmp_path / "package"
    package.mkdir()
    for path in EXAMPLE.glob("companion_old_games/*.py"):
        (package / path.name).write_bytes(path.read_bytes())
    module = import_module(type(three).__module__)
    monkeypatch.setattr(module, "__file__", str(package / "three_mens_morris.py"))
    assert files.read(three) == values
    (package / "konane.py").write_text("# a module beside the game")
    assert files.read(three) is None


def test_a_game_that_is_too_large_is_tried_once(tmp_path: Path, three: AnyGame) -> None:
    files = ValueFiles(tmp_path)
    assert not SmallGame(three, files, most=1000).go_on(never)
    assert files.read(three) == {}
    again = SmallGame(three, files)
    assert not again.go_on(lambda: True)


@pytest.mark.parametrize("damage", [b"", b"{}", b"\n", b"cut", b"flipped"])
def test_a_damaged_file_is_ignored(tmp_path: Path, three: AnyGame, damage: bytes) -> None:
    files = ValueFiles(tmp_path)
    files.write(three, {"a": ExactValue(1, 3), "b": ExactValue(0, None)})
    whole = files.path(three).read_bytes()
    made = {b"cut": whole[:-3], b"flipped": whole[:-9] + b"#" + whole[-8:]}.get(damage, damage)
    files.path(three).write_bytes(made)
    assert files.read(three) is None


def test_a_folder_that_cannot_be_written_is_told_of(
    tmp_path: Path, three: AnyGame, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    ValueFiles(tmp_path / "file").write(three, {"a": ExactValue(1, 3)})
    assert "cannot be written" in caplog.text


def test_the_strongest_level_never_gives_a_win_away(folder: Path, hare: AnyGame) -> None:
    for seed in range(6):
        match, random = Match(hare), Random(seed)
        while not match.over:
            if match.to_act == 0:
                before = [played.position for played in match.history]
                choice = choose(hare, match.position, "strong", before=before, seed=seed)
                assert choice.value == 1.0
                match.play(choice.move)
            else:
                match.play(random.choice(match.moves))
        assert match.outcome.winner == 0
        assert len(match.history) <= 23
    assert [path.name for path in folder.iterdir()] == ["hare_and_hounds.values"]


@pytest.mark.usefixtures("folder")
def test_values_are_only_looked_up_where_nobody_waits_for_them(hare: AnyGame) -> None:
    known = knowledge_for(hare)
    assert known.value(hare.start()) is None
    with pytest.raises(Interrupted):
        known.best_moves(hare.start(), stop=lambda: True)
    assert known.best_moves(hare.start()) is not None
    assert known.value(hare.start()) == (1, 23)
    assert knowledge_for(hare).value(hare.start()) == (1, 23)


@pytest.mark.usefixtures("folder")
def test_a_win_that_a_repetition_would_spoil_is_not_promised(three: AnyGame) -> None:
    known = knowledge_for(three)
    start = three.start()
    best = known.best_moves(start)
    assert best is not None
    after = three.advance(start, best.moves[0])
    known_after = known.endings(start, [after, after])
    assert known_after[best.moves[0]] == (0, None)
