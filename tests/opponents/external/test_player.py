"""An engine as a player: whatever it does, the game goes on."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.games.registry import make
from companion.opponents import Interrupted
from companion.opponents.analysis import analyse
from companion.opponents.external import dialogue
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.external.player import EngineFailed, ExternalPlayer
from companion.opponents.external.process import EngineProcess
from companion.opponents.opponent import choose
from companion.opponents.question import Question, SearchLimits
from tests.opponents.external.engines import Clock, WatchedEngines, engine
from tests.slow import slow_rows_after

NIM = make("nim")
START = NIM.parse_position("./.o.../../o.o/../.o.o./. b")


class Table:
    """A match with the script as a player."""

    def __init__(self, settings: EngineSettings, hanging: int = 0) -> None:
        self.engines = WatchedEngines(
            lambda number, line: number <= hanging and b'"hello"' not in line
        )
        self.roster = EngineRoster(
            {"script": settings}, clock=self.engines.clock, start=self.engines
        )
        self.player: ExternalPlayer = self.roster.engine(NIM, "script")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood counts as one sooner, which takes less time here."""
    monkeypatch.setattr(dialogue, "MOST_IGNORED", 300)


@pytest.fixture
def tables() -> Iterator[list[Table]]:
    made: list[Table] = []
    yield made
    for each in made:
        each.roster.close()


def seated(tables: list[Table], settings: EngineSettings, hanging: int = 0) -> Table:
    tables.append(Table(settings, hanging))
    return tables[-1]


def test_an_engine_chooses_and_says_what_that_is_worth(tables: list[Table]) -> None:
    table = seated(tables, engine())
    choice = table.player.choose(Question(NIM, START))
    assert choice.move in NIM.moves(START)
    assert (choice.value, choice.trouble) == (0.25, "")


FAULTS = {
    "move crash": "it ended with exit status 3 (out of ideas)",
    "move abort": "it was ended by SIGABRT",
    "move garbage": "it wrote 'Thinking hard ...', which is no answer",
    "move hang": "it has not answered within 7 s",
    "move line": "it wrote a line of more than 1 MB",
    "move flood": "it writes and writes, but no answer",
    "move illegal": "its move 'castles' is not legal",
    "move error": "it says: I am tired",
    "move memory": "it ended with exit status 1 (MemoryError)",
    "hello crash": "it ended with exit status 3 (out of ideas)",
    "hello garbage": "it wrote 'Thinking hard ...', which is no answer",
}
every_fault = pytest.mark.parametrize(("behaviour", "problem"), FAULTS.items(), ids=FAULTS)


@every_fault
def test_an_engine_that_fails_once_is_started_again_and_plays_on(
    tables: list[Table], tmp_path: Path, behaviour: str, problem: str
) -> None:
    settings = engine(behaviour, str(tmp_path / "starts"), memory=128)
    table = seated(tables, settings, hanging=int(behaviour == "move hang"))
    choice = table.player.choose(Question(NIM, START))
    assert choice.value == 0.25  # as the script says
    assert choice.trouble == f"engine script: {problem}; it was started again"
    again = table.player.choose(Question(NIM, START))
    assert (again.value, again.trouble) == (0.25, "")
    assert len(table.engines.started) == 2


@pytest.mark.parametrize(
    ("behaviour", "problem"), slow_rows_after(4, FAULTS.items()), ids=lambda said: said[:12]
)
def test_an_engine_that_fails_twice_is_replaced_and_not_asked_again(
    tables: list[Table], behaviour: str, problem: str
) -> None:
    settings = engine(behaviour, memory=128, fallback="easy")
    table = seated(tables, settings, hanging=2 * (behaviour == "move hang"))
    expected = choose(NIM, START, "easy", seed=4)
    for _ in range(2):
        choice = table.player.choose(Question(NIM, START, seed=4))
        assert choice.move == expected.move
        assert choice.trouble == (
            f"engine script: {problem}; the computer plays on at the level easy"
        )
    assert len(table.engines.started) == 2
    assert table.engines.all_ended


def test_a_player_that_nobody_holds_any_more_leaves_no_engine_behind() -> None:
    """Not every engine ends with its input, as GNU Chess."""
    table = Table(engine())
    assert not table.player.choose(Question(NIM, START)).trouble
    assert not table.engines.all_ended
    del table.player
    gc.collect()
    assert table.engines.all_ended


def test_an_engine_that_refuses_the_game_is_not_started_again(tables: list[Table]) -> None:
    table = seated(tables, engine("hello error"))
    choice = table.player.choose(Question(NIM, START))
    assert (
        choice.trouble
        == "engine script: it says: I am tired; the computer plays on at the level fair"
    )
    assert len(table.engines.started) == 1


def test_answers_that_come_too_late_are_passed_over(tables: list[Table]) -> None:
    table = seated(tables, engine("move late"))
    assert table.player.choose(Question(NIM, START)).value == 0.25
    assert table.player.choose(Question(NIM, START)).trouble == ""


def looks(number: int) -> Iterator[bool]:
    """Answers of `stop`: True after so many looks."""
    yield from [False] * number
    while True:
        yield True


def test_a_search_that_is_cancelled_leaves_an_engine_that_can_be_asked_again(
    tables: list[Table],
) -> None:
    table = seated(tables, engine("move patient"))
    table.player.begin()
    for _ in range(3):
        answers = looks(2)
        with pytest.raises(Interrupted):
            table.player.choose(Question(NIM, START), "", SearchLimits(stop=partial(next, answers)))
    assert table.player.begin() == "Script"
    assert len(table.engines.started) == 1


def test_an_engine_that_cannot_be_cancelled_is_killed(tables: list[Table]) -> None:
    table = seated(tables, engine("move hang"), hanging=1)
    table.player.begin()
    answers = looks(0)
    with pytest.raises(Interrupted):
        table.player.choose(Question(NIM, START), "", SearchLimits(stop=lambda: next(answers)))
    assert table.engines.all_ended


def test_an_engine_that_is_cancelled_while_it_starts_starts_again_without_a_fault(
    tables: list[Table],
) -> None:
    table = seated(tables, engine())
    with pytest.raises(Interrupted):
        table.player.choose(Question(NIM, START), "", SearchLimits(stop=lambda: True))
    assert table.engines.all_ended
    assert table.player.choose(Question(NIM, START)).trouble == ""


def test_a_closed_player_is_not_started_again(tables: list[Table]) -> None:
    table = seated(tables, engine())
    table.player.begin()
    table.player.end()
    with pytest.raises(Interrupted):
        table.player.choose(Question(NIM, START))
    assert len(table.engines.started) == 1


def test_moves_are_rated_by_the_engine_and_what_is_known_exactly_without_it(
    tables: list[Table],
) -> None:
    table = seated(tables, engine())
    solomon = make("solomon")
    player = table.roster.engine(solomon, "script")
    rated = player.analyse(Question(solomon, solomon.start())).moves
    assert [one.value for one in rated] == sorted((one.value for one in rated), reverse=True)
    assert {one.value for one in rated} == {i / 100 for i in range(len(rated))}
    known = analyse(Question(NIM, START)).moves
    assert table.player.analyse(Question(NIM, START)).moves == known
    assert all(one.exact for one in known)


def test_an_analysis_by_an_engine_that_fails_says_so(tables: list[Table]) -> None:
    solomon = make("solomon")
    table = seated(tables, engine("rate crash"))
    player = table.roster.engine(solomon, "script")
    with pytest.raises(EngineFailed) as told:
        player.analyse(Question(solomon, solomon.start()))
    assert str(told.value) == "engine script: it ended with exit status 3 (out of ideas)"
    # Thinking ahead goes on without it.
    here = solomon.start()
    predicted = player.predict(Question(solomon, here), SearchLimits(0.01))
    assert len(predicted.moves) == len(solomon.moves(here))


def test_the_moves_that_led_to_a_position_are_told(tables: list[Table]) -> None:
    solomon = make("solomon")
    table = seated(tables, engine())
    player = table.roster.engine(solomon, "script")
    position, before, texts = solomon.start(), [], []
    for _ in range(4):
        move = solomon.moves(position)[0]
        texts.append(solomon.move_text(position, move))
        before.append(position)
        position = solomon.advance(position, move)
    asked = player._question(Question(solomon, position, before), (), player._budget)
    assert asked.start == before[0]
    assert [solomon.move_text(here, move) for here, move in asked.played] == texts
    # Positions that no move joins are left out, with all before them.
    torn = Question(solomon, position, [position, *before[2:]])
    asked = player._question(torn, (), player._budget)
    assert asked.start == before[2]
    assert len(asked.played) == 2


def test_everything_has_ended_when_the_roster_is_closed(tables: list[Table]) -> None:
    table = seated(tables, engine("quit stubborn"))
    table.player.begin()
    other = table.roster.engine(NIM, "script")
    other.begin()
    other.close()
    table.roster.close()
    assert table.engines.all_ended


def test_an_engine_that_is_just_being_started_ends_with_the_roster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, ending = Event(), Event()
    started: list[EngineProcess] = []

    def start(command: Sequence[str], memory: int) -> EngineProcess:
        begun.set()
        assert ending.wait(60)
        started.append(EngineProcess(command, memory))
        return started[0]

    def end(player: ExternalPlayer, *arguments: float) -> None:
        ending.set()
        finish(player, *arguments)

    finish = ExternalPlayer.end
    monkeypatch.setattr(ExternalPlayer, "end", end)
    roster = EngineRoster({"script": engine()}, clock=Clock(), start=start)
    player = roster.engine(NIM, "script")
    asked = Thread(target=partial(_asked_in_vain, player))
    asked.start()
    assert begun.wait(60)
    roster.close()
    asked.join()
    assert started[0]._process.returncode is not None


def test_a_process_is_known_until_it_has_been_killed(tables: list[Table]) -> None:
    """Otherwise the program may end in between, and leave it running."""
    table = seated(tables, engine("move hang"), hanging=1)
    table.player.begin()
    (process,) = table.engines.started
    kill, known = process._kill, []

    def watched() -> None:
        known.append(table.player._process)
        kill()

    process._kill = watched  # type: ignore[method-assign]
    answers = looks(0)
    with pytest.raises(Interrupted):
        table.player.choose(Question(NIM, START), "", SearchLimits(stop=lambda: next(answers)))
    assert known == [process]
    assert table.player._process is None


def _asked_in_vain(player: ExternalPlayer) -> None:
    with suppress(Interrupted):
        player.choose(Question(NIM, START))
