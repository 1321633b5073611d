"""Everything to build any board: `python -m hardware.kit BOARD`.

For a board of the program or of an installed package, it makes the printed board, the templates,
the wiring, the configuration and the lists of parts, in one folder. All of it follows from the
board's points and lines and from the pitch.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.base.errors import CompanionError, nearest
from companion.games.artwork import CONTRACT, Edition
from companion.rules import AnyGame
from companion.rules.boards import boards
from companion.rules.geometry import Board
from hardware.artwork.collection import collection
from hardware.artwork.designs import DESIGNS
from hardware.artwork.layout import PITCH, InvalidLayout, Layout, check_room, in_rows
from hardware.artwork.strip_files import strip_configuration
from hardware.command_line import Parser, millimetres
from hardware.generated import write_files
from hardware.parts.boards import BoardBuild, usual_budget
from hardware.parts.files import bill_file, order_file
from hardware.parts.orders import order
from hardware.parts.sets import games_on
from hardware.wiring.diagram import draw
from hardware.wiring.files import wire_list
from hardware.wiring.harness import board_harness


def kit(board: Board, pitch: float = PITCH) -> dict[str, bytes]:
    """Return every file for building a board on a Raspberry Pi, by its name.

    Args:
        board: The board.
        pitch: The distance between neighbouring points, in mm.

    Raises:
        InvalidLayout: If it cannot be built, or if no game is played on it.
        InvalidWiring: If a header has too few pins for it.
    """
    layout = Layout(board, pitch)
    check_room(layout)
    game = _game(board)
    title = str(game.title)
    edition = Edition(
        contract=CONTRACT,
        name=board.name,
        title=title,
        motto=title,
        game=game.name,
        options=tuple(game.chosen.items()),
        numbers=board.style == "points",
    )
    made = dict(
        collection(
            pitch,
            (board.name,),
            editions={board.name: edition},
            boards={board.name: board},
            designs={"plain": DESIGNS["plain"]},
        )
    )
    files = {name.partition("/")[2]: content for name, content in made.items()}
    harness = board_harness(board, title)
    files["wiring.svg"], files["wiring.csv"] = draw(harness), wire_list(harness)
    text = configuration(board, game)
    files["board.toml"] = (strip_configuration(text, layout) if layout.uncut else text).encode()
    built = BoardBuild(board.name, title, board, "matrix" if in_rows(board) else "direct", pitch)
    files["parts.csv"], files["order.csv"] = bill_file(built), order_file(order(built))
    return files


def configuration(board: Board, game: AnyGame) -> str:
    """Return the configuration of a board on a Raspberry Pi, with the default pins.

    Args:
        board: The board.
        game: The game to begin with.
    """
    changed = {
        option.name: game.chosen[option.name]
        for option in game.options
        if game.chosen[option.name] != option.initial(game.chosen)
    }
    kind = "matrix" if in_rows(board) else "direct"
    lines = [
        f"# {game.title}: a board of {board.size} points, as wiring.csv lists its wires.",
        "# Start with: companion play --config board.toml",
        "",
        "version = 3        # the defaults of the wiring that this file relies on",
        "",
        "[game]",
        f'name = "{game.name}"',
        *_options(changed),
        "",
        "[port]",
        f'kind = "{kind}"',
        f'board = "{board.name}"',
        'button = 15        # GPIO number, or "none"',
        "",
        "[strip]",
        'route = "spi"      # GPIO 10, no root',
        f"length = {board.size}         # pixels on the strip",
        'order = "GRB"      # how the pixels take their colours',
        'layout = "rows"    # or "serpentine rows", "columns", "serpentine columns"',
        f'first = "{board.names[board.rows[0][0]]}"',
        "",
        "# Any other order of pixels: name each point's pixel, counted from 0 along the strip,",
        "# in a section [strip.pixels].",
        "",
        "[lights]",
        f"budget_ma = {usual_budget(board)}   # the most that all lamps together may draw",
        "",
    ]
    return "\n".join(lines)


def _options(changed: Mapping[str, str]) -> list[str]:
    if not changed:
        return []
    return ["", "[game.options]", *(f'{name} = "{value}"' for name, value in changed.items())]


def _game(board: Board) -> AnyGame:
    games = games_on(board)
    if not games:
        raise InvalidLayout(f"no game is played on the board {board.name}; install one that is")
    return games[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files of a board. Returns 1 if they cannot be generated."""
    parser = Parser("kit", __doc__)
    parser.add_argument("board", metavar="BOARD", help=f"one of {', '.join(boards())}")
    parser.add_argument(
        "--pitch",
        type=millimetres,
        default=PITCH,
        metavar="MM",
        help=f"from one point to the next (usually {PITCH:g} mm)",
    )
    parser.add_argument("--to", type=Path, help="the folder to write to (default: BOARD-kit)")
    given = parser.parse_args(arguments)
    board = boards().get(given.board)
    if board is None:
        sys.stderr.write(
            f"kit: there is no board {given.board!r}{nearest(given.board, boards())}; "
            f"choose from {', '.join(boards())}\n"
        )
        return 1
    try:
        files = kit(board, given.pitch)
    except CompanionError as error:
        sys.stderr.write(f"kit: {error}\n")
        return 1
    folder = given.to or Path(f"{board.name}-kit")
    write_files(folder, files)
    sys.stdout.write(f"{len(files)} files in {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
