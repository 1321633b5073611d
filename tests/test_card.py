"""The printed card says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.coach.rule_pages import read_card
from companion.games.registry import kinds, make
from companion.protocol.views import InvitationView, RemoteView
from companion.rules import Match, TurnMatch
from companion.rules.geometry import STAR, Board, grid
from companion.session.menu.builder import Draft, MenuAction, MenuBuilder
from companion.session.menu.button import LONG_PRESS
from companion.session.menu.menu import ENDS, IDLE, STAND, MenuPage
from companion.session.modes import OPENS
from tests.published import PUBLISHED

CARD = (Path(__file__).parent.parent / "docs" / "card.md").read_text()
BOARDS: dict[str, Board] = {"star": STAR, **{f"{n} × {n}": grid(n) for n in (7, 8, 9)}}
_BEGINS = {"star": "solomon", "7 × 7": "soli2", "8 × 8": "gomony", "9 × 9": "halma"}


def table(head: str) -> list[list[str]]:
    """The rows of the card's table whose head begins so, without the head."""
    rows = CARD[CARD.index(f"| {head} |") :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def choosing(board: str) -> MenuBuilder:
    return MenuBuilder(BOARDS[board], _BEGINS[board], {}, meets=True)


def places(level: MenuPage, board: str) -> dict[str, str]:
    """The name of the point of every entry, by its text."""
    names = BOARDS[board].names
    return {e.text: names[e.point] for e in level.entries if e.point is not None}


def played(board: str) -> TurnMatch:
    """A game on a board in which everything of the menu can be done."""
    match = Match(make(_BEGINS[board]))
    while len(match.history) < 3:
        match.play(match.moves[0])
    return TurnMatch(match)


def test_card_fits_on_a_page() -> None:
    assert len(CARD.splitlines()) <= 62
    assert len(re.findall(r"\w+", CARD)) <= 545


def test_where_pieces_are_placed_for_players() -> None:
    page = choosing("9 × 9").main(TurnMatch(Match(make("halma"))), placeable=("mine", "all"))
    shown = places(page, "9 × 9")
    mine, everybody = shown["place my pieces"], shown["place everybody's pieces"]
    said = f"Before Halma, {mine} places your pieces, and {everybody} everybody's."
    assert said in " ".join(CARD.split())


@pytest.mark.parametrize("column", range(4))
def test_places_of_the_menu(column: int) -> None:
    board = list(BOARDS)[column]
    said = {row[0]: row[column + 1] for row in table("in the menu | star")}
    shown = places(choosing(board).main(played(board)), board)
    far = places(choosing(board).main(played(board), paused=False), board)
    assert said["start, or the same game again"] == far["ask for the same game again"]
    assert said == {
        "take a move back": shown["take a move back"],
        "offer a draw, or agree": shown["offer a draw"],
        "resign, or give up": shown["resign"],
        "another game": shown["another game"],
        "show a hint": shown["show a hint"],
        "pause (far away)": far["pause"],
        "people far away": shown[MenuAction.FAR_AWAY.value],
        "set the clock": shown[MenuAction.CLOCK.value],
        "guided games, drills": shown.get(MenuAction.LEARN.value, "–"),
        "shut down": shown[MenuAction.SHUT_DOWN.value],
        "back": shown[MenuAction.LEAVE.value],
        "start, or the same game again": shown["the same game again"],
    }
    lobby = places(choosing(board).lobby(), board)
    assert said["start, or the same game again"] == lobby["start"]
    assert said["guided games, drills"] == lobby.get(MenuAction.LEARN.value, "–")
    assert said["people far away"] == lobby[MenuAction.FAR_AWAY.value]
    assert said["set the clock"] == lobby["set the clock"]
    assert said["shut down"] == lobby["shut down"]
    level = choosing(board).ask(Draft(), ends=True)
    assert level is not None
    assert said["back"] == places(level, board)["back"]


def test_places_of_the_games() -> None:
    said: dict[tuple[str, str], str] = {}
    for title, points, _ in table("game"):
        for place in points.split(", "):
            board, name = place.rsplit(" ", 1)
            said[title, board] = name
    titles = {kinds()[name].title for name in PUBLISHED}
    shown = {
        (text, board): name
        for board in BOARDS
        for text, name in places(choosing(board).lobby(), board).items()
        if text in titles
    }
    assert said == shown


def test_places_on_a_larger_board() -> None:
    larger = MenuBuilder(BOARDS["9 × 9"], "halma", {}, lambda board: board is not STAR)
    level = larger.ask(Draft(), ends=False)
    assert level is not None
    shown = places(level, "9 × 9")
    said = re.search(r"after Halma, Gomony (\w+), pegs (\w+), Soli2 (\w+)", CARD)
    assert said is not None
    assert said.groups() == (shown["Gomony"], shown["Peg solitaire"], shown["Soli2"])


def test_questions_of_the_games() -> None:
    said = {row[0]: row[2] for row in table("game")}
    for name in PUBLISHED:
        kind = kinds()[name]
        asked = [option for option in kind.options if not option.many and option.name != "board"]
        asked += [option for option in kind.options if option.many]
        words = []
        for option in asked:
            game = make(name)
            values = list(option.values(game.chosen))
            elsewhere = [value for value in values if value not in game.board.names]
            on_points = option.many or len(elsewhere) < 2
            words.append(option.name if on_points else f"{option.name}: {', '.join(values)}")
        assert said[kind.title] == "; ".join(words), name


def test_people_far_away() -> None:
    (told,) = re.findall(r"\*\*Far away\*\*: (1 .*?)\.\n", CARD)
    invitation = InvitationView("4711-567695", 1, "")
    page = choosing("star").far_away(RemoteView(seat=0, invitation=invitation))
    entries = page.entries[:-1]
    assert told == ", ".join(f"{number} {entry.text}" for number, entry in enumerate(entries, 1))


def test_seconds() -> None:
    assert (STAND, ENDS, IDLE) == (1.0, 3.0, 30.0)
    assert LONG_PRESS <= 1.0 < OPENS < ENDS
    assert "wait a second" in CARD
    assert "wait 3 seconds" in CARD
    assert "after 30 seconds" in CARD
    assert "hold for 1 second" in CARD


def test_the_card_in_german_has_the_same_points_and_options() -> None:
    german = read_card("de")
    assert german.startswith("# Die Karte\n")
    assert read_card("xx") == read_card() == CARD
    ours, theirs = (
        [
            [cell.strip() for cell in line.split("|")[2:]]
            for line in page.splitlines()
            if "|" in line
        ]
        for page in (CARD, german)
    )
    assert len(ours) == len(theirs)
    points = re.compile(r"[a-i]\d|\d+|[a-z_]+: [a-z_, ]+")
    for english, translated in zip(ours[5:], theirs[5:], strict=True):
        assert points.findall(" ".join(english)) == points.findall(
            " ".join(translated).replace("Stern", "star")
        )
