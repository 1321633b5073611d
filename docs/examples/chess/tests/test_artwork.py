"""The board to print, in both designs. Needs the repository, whose `hardware` draws it."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from companion_chess.artwork import CHESS
from companion_chess.chess import Chess

collection = pytest.importorskip("hardware.artwork.collection").collection
changed_files = pytest.importorskip("hardware.generated").changed_files

PUBLISHED = Path(__file__).parent.parent / "boards"
AGAIN = "python -m hardware.artwork --only chess --to docs/examples/chess/boards"


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    with pytest.MonkeyPatch.context() as patch:
        # Outside of the environment in which it is installed, a game has to be handed over.
        patch.setattr("companion.games.artwork.make", lambda _, options: Chess(options))
        return dict(collection(only=("chess",), editions={"chess": CHESS}))


@pytest.fixture(params=["plain", "framed"])
def drawn(request: pytest.FixtureRequest, made: dict[str, bytes]) -> str:
    return made[f"chess/{request.param}.svg"].decode()


def fills(drawn: str, kind: str) -> dict[str, str]:
    """The colours of the things of a kind, by their squares."""
    found = re.findall(rf'fill="(#\w+)"[^>]* data-is="{kind} (\w+)"', drawn)
    return {square: fill for fill, square in found}


def brightness(colour: str) -> float:
    red, green, blue = bytes.fromhex(colour[1:])
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_a1_is_dark_and_so_is_every_second_square(drawn: str) -> None:
    colours = fills(drawn, "point")
    assert len(colours) == 64
    dark = {square for square, fill in colours.items() if fill == colours["a1"]}
    assert dark == {f + r for f in "abcdefgh" for r in "12345678" if (ord(f) + int(r)) % 2 == 0}
    assert "h1" not in dark
    assert brightness(colours["h1"]) - brightness(colours["a1"]) > 40


def test_a_lamp_stands_out_from_a_dark_square(drawn: str) -> None:
    colours, lamps = fills(drawn, "point"), fills(drawn, "lamp")
    assert lamps.keys() == colours.keys()
    assert all(brightness(lamps[s]) - brightness(colours["a1"]) > 40 for s in lamps)


def test_files_and_ranks_are_named_along_two_edges(drawn: str) -> None:
    words = {
        words: (float(x), float(y))
        for x, y, words in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\w)</text>', drawn)
    }
    assert words.keys() == set("abcdefgh12345678")
    across, up = [words[file][0] for file in "abcdefgh"], [words[rank][1] for rank in "12345678"]
    assert [round(b - a) for a, b in pairwise(across)] == [40] * 7
    assert [round(a - b) for a, b in pairwise(up)] == [40] * 7
    assert len({words[file][1] for file in "abcdefgh"}) == 1
    assert words["a"][1] > words["1"][1]  # below the first rank, with y downward


def test_the_files_beside_the_package_are_what_is_made(made: dict[str, bytes]) -> None:
    there = {
        path.relative_to(PUBLISHED).as_posix(): path.read_bytes()
        for path in PUBLISHED.rglob("*")
        if path.suffix in (".pdf", ".svg")
    }
    assert sorted(there) == sorted(made), AGAIN
    assert changed_files(PUBLISHED, made, AGAIN) == []
    assert sum(map(len, there.values())) < 700_000
