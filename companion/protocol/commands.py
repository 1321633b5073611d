"""What a page asks of the program. Each command carries its name in `do`."""

from __future__ import annotations

import msgspec


class _Command(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower
):
    pass


class Answer(_Command, frozen=True, kw_only=True):
    """A command that depends on what the page saw. seen: the `stage` of the `State` that it
    answers; of a stage that is past it is refused, and a doubled one does nothing. None: it is
    meant for whatever it meets."""

    seen: int | None = None


class Pair(_Command, frozen=True):
    """The answer to `Pairing`; it never reaches the program."""

    code: str


class Lift(_Command, frozen=True):
    """Hand `hand` takes a simulated piece up: from a point by name, or `piece` from the `tray`."""

    place: str
    hand: str
    piece: str = ""


class Put(_Command, frozen=True):
    """Hand `hand` puts down what it holds: on a point by name, or in the `tray`. A hand that holds
    nothing puts nothing down: the server lets every hand of a page that went away do so."""

    place: str
    hand: str


class Confirm(Answer, frozen=True):
    """The move on the board is what was meant."""


class Choose(Answer, frozen=True):
    """The answer to a question, by its place in `choices`."""

    index: int


class Back(Answer, frozen=True):
    """Take back so many moves of hands, with whatever happened after them; the lamps then lead the
    pieces back."""

    moves: int = 1


class Resign(Answer, frozen=True):
    """The seat to act gives up."""


class Draw(Answer, frozen=True):
    """The seat to act offers a draw, or the other one accepts it."""


class New(Answer, frozen=True):
    """Begin another game. computers: the seats that the computer plays, each with its level."""

    game: str
    options: dict[str, str] = {}
    computers: dict[int, str] = {}


class Hint(_Command, frozen=True):
    """Show the next move of a solution from here, or say that there is none."""


class Watch(_Command, frozen=True):
    """From now on say, or do not say, when the position has become hopeless."""

    on: bool


class Puzzle(_Command, frozen=True):
    """Look at a puzzle of the board, by name; empty: back to the game."""

    name: str


class Step(_Command, frozen=True):
    """The next figure, or the one before (-1)."""

    by: int = 1


class Label(_Command, frozen=True):
    """Write a number on a point (by name) in the magic labelling; 0 wipes it off."""

    place: str
    number: int


class Complete(_Command, frozen=True):
    """Fill in the rest of the magic labelling, where that can be done."""


class Palette(_Command, frozen=True):
    """Change the colours of the lamps."""

    name: str


class Arrange(_Command, frozen=True):
    """Simulated pieces: all of them where the position wants them."""


class Sweep(_Command, frozen=True):
    """Simulated pieces: all of them off the board, into the tray."""


Command = (
    Lift
    | Put
    | Confirm
    | Choose
    | Back
    | Resign
    | Draw
    | New
    | Hint
    | Watch
    | Puzzle
    | Step
    | Label
    | Complete
    | Palette
    | Arrange
    | Sweep
)
