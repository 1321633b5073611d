"""Commands from a page to the program; each carries its name in `do`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

LONGEST_TEXT = 400
"""The most characters of a text in a command; every position of every game is shorter."""

ShortText = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]


MOST_TAKEN_OVER = 1_000
"""The most moves with which a new game may begin."""

MOST_MISTAKES = 40
"""The most mistakes in a set to train."""

MOST_PLACES = 400
"""The most points that a command may name; no move has as many."""


class _Command(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower
):
    pass


class Answer(_Command, frozen=True, kw_only=True):
    """A command that depends on what the page showed.

    Attributes:
        seen: The `stage` of the `State` that it answers. An answer to an earlier stage is refused,
            and a repeated one has no effect. If None, it is always accepted.
    """

    seen: int | None = None


class Pair(_Command, frozen=True):
    """The answer to `Pairing`; the server handles it."""

    code: ShortText


class Learn(_Command, frozen=True):
    """Ask for the rules of a game with these options.

    The server answers this page alone, with `RulesPage`.

    Attributes:
        game: The name of the game.
        options: Its options.
        palette: The palette of the lamps in the examples.
        brief: Whether only the board and its start are wanted, for a picture.
    """

    game: ShortText
    options: dict[ShortText, ShortText] = {}
    palette: ShortText = "standard"
    brief: bool = False


class Lift(_Command, frozen=True):
    """Pick up a simulated piece.

    Attributes:
        place: The point by name, or `tray`.
        hand: The hand that picks it up.
        piece: The piece to take from the tray.
    """

    place: ShortText
    hand: ShortText
    piece: ShortText = ""


class Put(_Command, frozen=True):
    """Put down the simulated pieces in a hand.

    No effect if the hand is empty.

    Attributes:
        place: The point by name, or `tray`.
        hand: The hand.
    """

    place: ShortText
    hand: ShortText


class Release(_Command, frozen=True):
    """Put what a hand holds back where it came from.

    No effect if the hand is empty: the server sends this for every hand of a page that disconnects.

    Attributes:
        hand: The hand.
    """

    hand: ShortText


class Click(_Command, frozen=True):
    """Click on a place of the simulated board: do the one thing that this can mean now.

    A piece that can only be taken off is taken off, one that can move is picked up, and what is in
    hand is put down. What nothing can be done with is explained by `refusal` in `State`.

    Attributes:
        place: The point by name, or `tray`.
        hand: The hand that holds what a click has picked up.
        piece: The piece in the tray that was clicked; otherwise empty.
    """

    place: ShortText
    hand: ShortText
    piece: ShortText = ""


class Confirm(Answer, frozen=True):
    """Confirm the move that the board shows."""


class Choose(Answer, frozen=True):
    """Answer a question, by the index in its `choices`."""

    index: int


class Select(Answer, frozen=True):
    """Choose an entry of the menu that is open on the board, by its index in `entries`."""

    index: int


class Back(Answer, frozen=True):
    """Take back the last moves made by hands, and everything after them.

    The lamps then guide the pieces back.

    Attributes:
        moves: The number of moves made by hands.
    """

    moves: int = 1


class Resign(Answer, frozen=True):
    """Resign for the seat to act."""


class Draw(Answer, frozen=True):
    """Offer a draw for the seat to act, or accept the offer of another seat."""


class Pause(Answer, frozen=True):
    """Ask the remote players to pause the game, or to resume it."""

    on: bool


class Invite(Answer, frozen=True, kw_only=True):
    """Invite remote players to a game.

    Attributes:
        game: The name of the game.
        options: Its options, as in `New`.
        seat: The seat that is played here.
        clock: The time control, as in `New`.
        name: The name of the player here, or empty.
    """

    game: ShortText
    options: dict[ShortText, ShortText] = {}
    seat: int = 0
    clock: ShortText = ""
    name: ShortText = ""


class Join(Answer, frozen=True):
    """Join remote players, or watch them, with the code that they have given.

    Attributes:
        code: The code as typed.
        name: The name of the player here, or empty.
    """

    code: ShortText
    name: ShortText = ""


class InviteSpectator(Answer, frozen=True):
    """Invite a spectator to the remote game."""


class TurnAway(Answer, frozen=True):
    """Turn away a guest who has come to the table, and invite somebody else.

    Attributes:
        seat: The seat that the guest is to have; -1 for a spectator.
    """

    seat: int


class LetIn(Answer, frozen=True):
    """Let the guests in now, when all have come; otherwise it happens after ten seconds."""


class Depart(_Command, frozen=True):
    """Stop inviting or joining; otherwise stop watching, and begin a local game."""


class PlacePieces(Answer, frozen=True):
    """Place pieces for players, where they only set them out before play.

    The board must then be set up as the lamps show; simulated pieces go there by themselves.

    Attributes:
        whose: `mine` for those of the seat to act, on each of its turns, and of the computer, which
            then places its own at once, too; `all` for the pieces of everybody at this board.
    """

    whose: Literal["mine", "all"] = "mine"


class Rematch(Answer, frozen=True):
    """Ask the remote players for another game."""


class New(Answer, frozen=True):
    """Begin another game.

    Attributes:
        game: The name of the game.
        options: Its options.
        computers: The seats that the computer plays, and its level for each.
        clock: The text of the time control, as `companion.rules.clock.control` explains; or empty.
        players: The names of the people, by seat, as far as they were given.
        position: The text of the position to begin with; empty for the start of the game.
        moves: The moves that have been made from there, as text. They belong to the game: they are
            logged, listed, and can be taken back.
    """

    game: ShortText
    options: dict[ShortText, ShortText] = {}
    computers: dict[int, ShortText] = {}
    clock: ShortText = ""
    players: dict[int, ShortText] = {}
    position: ShortText = ""
    moves: Annotated[tuple[ShortText, ...], msgspec.Meta(max_length=MOST_TAKEN_OVER)] = ()


class Teach(Answer, frozen=True):
    """Begin the guided game of that name; if empty, leave it for a game of one's own."""

    game: ShortText = ""


class Train(Answer, frozen=True):
    """Begin the drill of that name; if empty, leave it for a game of one's own."""

    drill: ShortText = ""


class Hint(_Command, frozen=True):
    """Show where a good move begins; the second time, the whole move.

    If there is no solution, the answer says so.
    """


class WhatNow(_Command, frozen=True):
    """Say what to do now, as the message of `State`, and light the points that this is about."""


class Watch(_Command, frozen=True):
    """Start or stop warning the player when the position becomes hopeless."""

    on: bool


class Puzzle(_Command, frozen=True):
    """Show a puzzle of the board, by name; if empty, return to the game."""

    name: ShortText


class Step(_Command, frozen=True):
    """Show the next figure (1) or the previous one (-1)."""

    by: int = 1


class Corner(_Command, frozen=True):
    """Choose a point (by name) as a corner of a figure that the player has found, or drop it."""

    place: ShortText


class Tell(_Command, frozen=True):
    """Stop asking for figures, and show them all."""


class Label(_Command, frozen=True):
    """Write a number on a point (by name) of the magic labelling; 0 erases it."""

    place: ShortText
    number: int


class Complete(_Command, frozen=True):
    """Fill in the rest of the magic labelling, if that is possible."""


class Clue(_Command, frozen=True):
    """Give a hint for the puzzle that is shown; each further one says more."""


class Daily(Answer, frozen=True):
    """Begin the puzzle of the day.

    Attributes:
        day: The date, such as 2026-11-28; empty for today.
    """

    day: ShortText = ""


class MistakeMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake of a reviewed game.

    Attributes:
        position: The text of the position before it.
        played: The text of the move that was made.
        better: The text of the move that would have been best.
    """

    position: ShortText
    played: ShortText
    better: ShortText


class Practise(Answer, frozen=True, kw_only=True):
    """Train the mistakes of a reviewed game, one after another.

    `Train` with the name of the drill in `State` goes on with the next one.

    Attributes:
        game: The name of the game.
        options: Its options, as in `New`.
        mistakes: The mistakes.
    """

    game: ShortText
    options: dict[ShortText, ShortText] = {}
    mistakes: Annotated[tuple[MistakeMade, ...], msgspec.Meta(max_length=MOST_MISTAKES)]


class Demonstrate(_Command, frozen=True):
    """Light the points of a possible move, as a hint would.

    It is refused while a game is being played. The lamps go out by themselves soon after.

    Attributes:
        places: The points by name; if empty, no points are lit any longer.
    """

    places: Annotated[tuple[ShortText, ...], msgspec.Meta(max_length=MOST_PLACES)] = ()


class Enrol(_Command, frozen=True):
    """Add a person who plays here, or change one.

    Attributes:
        name: The name.
        colour: The colour, one of `companion.records.household.COLOURS`.
        sign: The sign, one of `companion.records.household.SIGNS`.
        was: The name of the person to change; empty for a new one.
    """

    name: ShortText
    colour: ShortText
    sign: ShortText
    was: ShortText = ""


class Forget(_Command, frozen=True):
    """Remove a person and what that person has solved; the logged games stay."""

    name: ShortText


class Present(_Command, frozen=True):
    """Say who plays if one person plays alone; with an empty name, nobody in particular."""

    name: ShortText = ""


class Palette(_Command, frozen=True):
    """Change the palette of the lamps, as `Adjust` does."""

    name: ShortText


class Adjust(_Command, frozen=True):
    """Change a setting.

    Attributes:
        key: The key of the setting.
        value: The new value; None for that of the configuration.
        page: The page to tell if the change is refused; the server fills it in. Without it, all
            pages are warned.
    """

    key: ShortText
    value: bool | int | float | ShortText | None = None
    page: ShortText = ""


class ListEngines(_Command, frozen=True):
    """Ask for the external engines that the configuration allows.

    Those that have not yet said who they are, are started and asked.
    """


class TryEngine(_Command, frozen=True):
    """Try an engine: one move from the start of a game, within a limit.

    Attributes:
        engine: The engine's name in the configuration.
        game: The name of the game; empty for the first that it plays.
        moves: Whether it is to choose a move; otherwise it only says who it is.
    """

    engine: ShortText
    game: ShortText = ""
    moves: bool = True


class SetEngine(_Command, frozen=True):
    """Change how an engine is used, from the next game on.

    Attributes:
        engine: The engine's name in the configuration.
        key: Whether it is offered (`on`), its seconds for a move, an option of its own, or `all`,
            to return to the configuration.
        value: The new value; None for that of the configuration.
        option: The name of the option.
        page: The page to tell if the change is refused, as in `Adjust`.
    """

    engine: ShortText
    key: Literal["on", "seconds", "option", "all"]
    value: bool | int | float | ShortText | None = None
    option: ShortText = ""
    page: ShortText = ""


class Tool(_Command, frozen=True):
    """Start a tool of the board's maker by its name, one of `tools` in `settings`.

    The game is interrupted until the tool has ended.
    """

    name: ShortText


class Reply(_Command, frozen=True):
    """Reply to the running tool: the text of one of its `replies`, or names of points."""

    text: ShortText


class Halt(_Command, frozen=True):
    """Stop the running tool."""


class Arrange(_Command, frozen=True):
    """Put all simulated pieces where they belong in the position."""


class Sweep(_Command, frozen=True):
    """Put all simulated pieces into the tray."""


class Assist(_Command, frozen=True):
    """Start or stop moving simulated pieces for the players, where the action of hands is known.

    These are the computer's move, captured pieces, a takeback, and illegally placed pieces.
    """

    on: bool


Command = (
    Lift
    | Put
    | Release
    | Click
    | Confirm
    | Choose
    | Select
    | Back
    | Resign
    | Draw
    | Pause
    | PlacePieces
    | Invite
    | Join
    | InviteSpectator
    | TurnAway
    | LetIn
    | Depart
    | Rematch
    | New
    | Teach
    | Train
    | Hint
    | WhatNow
    | Watch
    | Puzzle
    | Step
    | Corner
    | Tell
    | Label
    | Complete
    | Clue
    | Daily
    | Practise
    | Demonstrate
    | Enrol
    | Forget
    | Present
    | Palette
    | Adjust
    | ListEngines
    | TryEngine
    | SetEngine
    | Tool
    | Reply
    | Halt
    | Arrange
    | Sweep
    | Assist
)

PuzzleCommand = Puzzle | Step | Corner | Tell | Label | Complete | Clue
"""A command that chooses a puzzle, or solves it."""
