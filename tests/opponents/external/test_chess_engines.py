"""Chess engines of the distribution play whole games, whatever options they have."""

from __future__ import annotations

import pytest

from companion.opponents.external import engine_trial
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_options import InvalidEngineOption
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.question import Question
from tests import needs
from tests.opponents.external.chess_game import Chess

GAME = Chess()
MOST = 120  # plies; engines that are alike may draw for ever


engines = pytest.mark.parametrize(
    ("engine", "words"),
    [
        pytest.param(needs.stockfish, (), id="stockfish"),
        pytest.param(needs.toga2, (), id="toga2"),
        pytest.param(needs.gnuchess, ("--uci",), id="gnuchess"),
    ],
)


@engines
def test_an_engine_is_tried_within_the_bounds_that_it_states(
    engine: needs.Need[str], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EngineRoster, "games", lambda *_: ["chess"])
    monkeypatch.setattr(engine_trial, "make", lambda _: GAME)
    settings = EngineSettings(command=(engine(), *words), protocol="uci", seconds=0.05)
    roster = EngineRoster({"x": settings})
    trial = engine_trial.try_engine(roster, "x")
    assert trial.good
    assert trial.introduction.name
    assert trial.introduction.author
    (size,) = (offer for offer in trial.introduction.offers if offer.name == "Hash")
    least, most = size.bounds
    assert size.type == "spin"
    assert 0 < least < most
    with pytest.raises(InvalidEngineOption, match=f"from {least} to {most}"):
        size.check(most + 1)
    roster.adjust("x", settings.chosen(0.02, {"Hash": least}), on=True)
    again = engine_trial.try_engine(roster, "x")
    assert "it plays " in again.text
    roster.close()


@engines
def test_an_engine_plays_both_sides_to_the_end(
    engine: needs.Need[str], words: tuple[str, ...]
) -> None:
    settings = EngineSettings(command=(engine(), *words), protocol="uci", seconds=0.02)
    roster = EngineRoster({"x": settings})
    player, position, before = roster.engine(GAME, "x"), GAME.start(), list[str]()
    try:
        while not GAME.outcome(position).over and len(before) < MOST:
            choice = player.choose(Question(GAME, position, before=before))
            assert not choice.trouble
            before.append(position)
            position = GAME.advance(position, choice.move)
    finally:
        roster.close()
    assert len(before) > 20
