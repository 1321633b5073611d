"""Every row of the table of responses, and each of its flaws, has a witness: hands whose board ends
otherwise without it.

A row that decides nothing is to be deleted. Who adds one writes a witness into `witnesses.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from companion.hands import responses
from companion.hands.explanation import Case, Flaw
from companion.hands.responses import ROWS, Response, Row
from companion.hands.view import Phase
from tests.hands.bench import placing
from tests.hands.witnesses import WITNESSES, Witness

pytestmark = pytest.mark.usefixtures("examples")


class Part(NamedTuple):
    """A row, or one of its flaws."""

    row: Row
    flaw: Flaw

    @property
    def named(self) -> tuple[Case, Flaw, Case | None]:
        return self.row.kind, self.flaw, self.row.rival


def _parts() -> Iterator[Part]:
    for row in ROWS:
        for flaw in row.flaws or (Flaw.NONE,):
            yield Part(row, flaw)


def _without(part: Part) -> tuple[Row, ...]:
    """The table without a part. Where no other row would fit, the response is another one."""
    row, flaw = part
    left = row.flaws & ~flaw
    if left:
        changed = [row._replace(flaws=left)]
    elif row.flaws or row.rival is not None:
        changed = []
    else:
        astray = Phase.ASTRAY in (row.then.shows, row.then.then) or row.kind is Case.TAP
        changed = [row._replace(then=Response(Phase.REST if astray else Phase.ASTRAY))]
    place = ROWS.index(row)
    return (*ROWS[:place], *changed, *ROWS[place + 1 :])


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """What the table says is kept: neither from before a test nor after it."""
    responses._row_for.cache_clear()
    yield
    responses._row_for.cache_clear()


def _end(witness: Witness) -> str:
    """What was made, the phase, and what may be confirmed or chosen, in brackets."""
    bench = placing(
        witness.game,
        witness.options,
        witness.bag,
        witness.text,
        past=witness.past.split(),
        debounce=witness.debounce,
    )
    for act in witness.hands.split():
        bench.act(act)
    bench.wait(witness.seconds)
    view = bench.view
    offered = [f"back {view.plies}"] if view.plies else bench.texts(view.candidates)
    if view.confirmable and not offered:
        offered = ["what is shown"]
    said = [*bench.log, view.phase.value, *(f"[{text}]" for text in sorted(offered))]
    return " ".join(said)


@pytest.mark.parametrize("part", tuple(_parts()), ids=lambda part: " ".join(map(str, part.named)))
def test_what_each_row_and_flaw_decides(part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    witness = WITNESSES[part.named]
    assert _end(witness) == witness.end
    monkeypatch.setattr(responses, "ROWS", _without(part))
    responses._row_for.cache_clear()
    assert _end(witness) != witness.end


def test_there_is_no_other_witness() -> None:
    assert list(WITNESSES) == [part.named for part in _parts()]
