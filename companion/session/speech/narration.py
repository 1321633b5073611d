"""What to say about a session: a pure function of its messages to pages, one after another.

A `Narrator` hears what pages hear, and compares each state with the one before. Whatever a lamp
shows or a page writes is said in words that need neither: instead of "where the lamps are lit", it
names the points, one step at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.base.text import Text, joined, plural, sentences
from companion.device.speech.utterances import Utterance, UtteranceKind
from companion.protocol.views import (
    Broadcast,
    ClockView,
    Hello,
    MenuView,
    PieceView,
    QuestionView,
    ShineView,
    Shining,
    SpokenAnswer,
    State,
    Waiting,
)
from companion.rules.reasons import listed
from companion.session.speech.said_words import finished, said_time

Narrated = Hello | State | ClockView | Shining | Waiting | SpokenAnswer
"""The messages that a narrator needs."""

SPOKEN_AT: dict[str, frozenset[UtteranceKind]] = {
    "off": frozenset(),
    "errors": frozenset({UtteranceKind.FAULT, UtteranceKind.QUESTION, UtteranceKind.ANSWER}),
    "moves": frozenset(
        {
            UtteranceKind.FAULT,
            UtteranceKind.QUESTION,
            UtteranceKind.ANSWER,
            UtteranceKind.MOVE,
            UtteranceKind.TASK,
            UtteranceKind.RESULT,
            UtteranceKind.CLOCK,
        }
    ),
    "everything": frozenset(UtteranceKind),
}
"""What is said at each level."""

_WARNINGS = (60.0, 10.0)
"""Seconds left on a clock at which it speaks."""

AGAIN = 8.0
"""Seconds within which the same question asks for the answer once more, slowly."""

_TOUCH = 0.7  # seconds for which a small magnet touches a vacant point to ask for it

_TOUCHED = frozenset({UtteranceKind.FAULT, UtteranceKind.QUESTION, UtteranceKind.GUIDANCE})
"""What waits until a piece on a vacant point is known to be more than a touch."""

_FEW = 3  # the most moves, or points, that a page's sentence names


class Narrator:
    """Turns messages to pages into utterances, without a clock of its own."""

    def __init__(self) -> None:
        self._hello: Hello | None = None
        self._state: State | None = None
        self._clock: tuple[ClockView, float] | None = None
        self._forced: tuple[int, ...] = ()  # the points whose lamps show that they must jump
        self._asked_for: Text = Text()  # the move that was to be made for the computer
        self._put_up = Text()  # the last step of the set-up
        self._answered: tuple[Text, float] | None = None  # the last answer, and when
        self._touch: tuple[int, float] | None = None  # a vacant point that is touched, since when
        self._held_back: list[Utterance] = []  # what is said if that is more than a touch

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the board's points; empty before there is a board."""
        return () if self._hello is None else tuple(point.name for point in self._hello.points)

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to say if no message comes (seconds), or None."""
        touch = None if self._touch is None else self._touch[1] + _TOUCH
        due = [each for each in (self._clock_deadline, touch) if each is not None]
        return min(due, default=None)

    @property
    def _clock_deadline(self) -> float | None:
        running = self._running
        if running is None:
            return None
        _, left, since = running
        return next((since + left - mark for mark in _WARNINGS if left > mark), None)

    @property
    def _running(self) -> tuple[int, float, float] | None:
        """The seat whose clock runs, the seconds it has left, and since when; None if none runs."""
        if self._clock is None or self._clock[0].running is None:
            return None
        view, since = self._clock
        seat = self._clock[0].running
        return seat, view.left[seat], since

    def advance(self, at: float) -> list[Utterance]:
        """Return what time makes worth saying by `at` (seconds)."""
        held = self._release() if self._touch and at >= self._touch[1] + _TOUCH else []
        return held + self._warn(at)

    def _release(self) -> list[Utterance]:
        """Return what was held back: this is more than a touch."""
        held, self._held_back, self._touch = self._held_back, [], None
        return held

    def _warn(self, at: float) -> list[Utterance]:
        """Return what the clock makes worth saying by `at` (seconds)."""
        said = []
        while (running := self._running) is not None:
            due = self._clock_deadline
            if self._clock is None or due is None or due > at:
                break
            seat, left, since = running
            view = self._clock[0]
            now = left - (due - since)
            times = tuple(now if each == seat else time for each, time in enumerate(view.left))
            self._clock = ClockView(view.control, times, seat, view.shares), due
            said.append(Utterance(UtteranceKind.CLOCK, self._warning(seat, now)))
        return said[-1:]  # what came late is not said after what is due now

    def _warning(self, seat: int, left: float) -> Text:
        return Text("{seat}: {time} left.", seat=self._seat(seat), time=said_time(left + 0.5))

    def hear(self, message: Broadcast, at: float) -> list[Utterance]:
        """Return what a message at `at` (seconds) makes worth saying."""
        match message:
            case Hello():
                return self._greet(message)
            case State():
                said = self._follow_touch(message, at) + list(self._compare(message))
                self._state = message
                if self._touch is None:
                    return said
                self._held_back += [each for each in said if each.kind in _TOUCHED]
                return [each for each in said if each.kind not in _TOUCHED]
            case ClockView():
                self._clock = message, at
            case Shining():
                self._forced = _points(message.shines, "must_jump")
            case Waiting():
                self._state = None
                return [Utterance(UtteranceKind.FAULT, finished(message.text))]
            case SpokenAnswer():
                answer = self._without_sight() or message.text
                before, self._answered = self._answered, (answer, at)
                again = before is not None and before[0] == answer and at < before[1] + AGAIN
                said_now = sentences(answer, self._times(at))
                return [Utterance(UtteranceKind.ANSWER, said_now, slowly=again)]
        return []

    def _follow_touch(self, new: State, at: float) -> list[Utterance]:
        """Tell what a vacant point is that a small magnet has touched.

        What else such a touch looks like, a piece against the rules, is held back meanwhile.
        """
        old = self._state
        if old is None or new.menu is not None or len(old.sensed) != len(new.sensed):
            return self._release()
        changes = [
            point
            for point, (was, now) in enumerate(zip(old.sensed, new.sensed, strict=True))
            if was != now
        ]
        if self._touch is not None:
            if not changes and not new.believed[self._touch[0]]:
                return []
            (touched, _), held = self._touch, self._release()
            if changes != [touched] or new.believed[touched]:
                return held
            return [
                Utterance(
                    UtteranceKind.ANSWER,
                    Text("{point} is empty.", point=self.names[touched]),
                )
            ]
        if len(changes) == 1 and old.phase == "rest":
            (point,) = changes
            if new.sensed[point] and not new.believed[point]:
                self._touch = point, at
        return []

    def _without_sight(self) -> Text:
        """Return what to do now where the page's words are about lamps; else empty."""
        state = self._state
        if state is None or state.menu is not None:
            return Text()
        if state.phase == "setup":
            return self._put_up
        return Text() if state.question is None else _asked(state.question)

    def _greet(self, hello: Hello) -> list[Utterance]:
        again = self._hello is not None and hello == self._hello and self._state is not None
        self._hello, self._clock = hello, None
        if again:
            return []
        self._state, self._forced, self._asked_for, self._put_up = None, (), Text(), Text()
        return [Utterance(UtteranceKind.MOVE, Text("{game}.", game=hello.title))]

    # What has changed

    def _compare(self, new: State) -> Iterator[Utterance]:
        old = self._state
        if new.warning and (old is None or new.warning != old.warning):
            yield Utterance(UtteranceKind.FAULT, finished(new.warning))
        yield from self._moved(old, new)
        if new.menu is not None or (old is not None and old.menu is not None):
            yield from _menu(old.menu if old else None, new.menu, new.message)
            if new.menu is not None:
                return
        yield from self._touched(old, new)
        yield from self._told(old, new)
        if new.hint and (old is None or new.hint != old.hint):
            yield Utterance(UtteranceKind.HINT, finished(new.hint))

    def _moved(self, old: State | None, new: State) -> Iterator[Utterance]:
        """Tell what was played or taken back, and how the game has ended."""
        ended = new.phase == "over" and (old is None or old.phase != "over")
        made, besides = Text(), Text()
        before = 0 if old is None else len(old.moves)
        if old is not None and len(new.moves) > before and new.told:
            carried_out = self._asked_for and self._played_for(new, new.moves[-1].seat)
            made = Text() if carried_out else new.told  # it was said when it was to be made
            self._asked_for = Text()
        elif old is not None and len(new.moves) < before:
            made = Text("Taken back.")
            self._asked_for = Text()
        if new.announcement and (old is None or new.announcement != old.announcement):
            besides = finished(new.announcement)
        if made or besides:
            yield Utterance(UtteranceKind.MOVE, sentences(made, besides), kept=new.phase == "over")
        if ended:
            why = sentences(finished(new.headline), new.message)
            yield Utterance(UtteranceKind.RESULT, why, kept=True)

    def _touched(self, old: State | None, new: State) -> Iterator[Utterance]:
        """Name the pieces that hands have just lifted."""
        if old is None or new.phase == "setup" or len(old.sensed) != len(new.sensed):
            return
        for point, (was, now) in enumerate(zip(old.sensed, new.sensed, strict=True)):
            if was and not now and old.believed[point]:
                yield Utterance(
                    UtteranceKind.ECHO, finished(self._stands(old.believed[point], point))
                )

    def _told(self, old: State | None, new: State) -> Iterator[Utterance]:
        """Tell what is asked, what is wrong, and what to do next."""
        if new.phase == "setup":
            yield from self._set_up(new)
            return
        self._put_up = Text()
        if new.question is not None:
            yield from _question(None if old is None else old.question, new.question)
            return
        known = ("", "", "") if old is None else (old.headline, old.message, old.phase)
        if (new.headline, new.message, new.phase) == known or new.phase == "over":
            return
        words = self._words(new)
        if self._instructs(new):
            self._asked_for = words
            yield Utterance(UtteranceKind.TASK, words)
        elif new.tone == "wrong":
            yield Utterance(UtteranceKind.FAULT, words)
        elif new.tone == "question" or new.phase == "confirm":
            yield Utterance(UtteranceKind.QUESTION, words)
        elif words:
            yield Utterance(UtteranceKind.GUIDANCE, words)

    def _words(self, new: State) -> Text:
        message = new.message
        if new.phase == "rest" and new.tone == "forced" and len(self._forced) > _FEW:
            # The page says "one of the pieces that are lit".
            message = Text("You must jump with {points}.", points=self._listed(self._forced))
        if new.phase != "rest" or self._instructs(new):
            return finished(message)
        return sentences(finished(new.headline), finished(message))

    def _instructs(self, state: State) -> bool:
        """Return whether the message asks hands to carry out the move of somebody else."""
        return (
            state.phase == "rest"
            and state.turn is not None
            and bool(state.message)
            and self._played_for(state, state.turn)
        )

    def _played_for(self, state: State, seat: int) -> bool:
        """Return whether the moves of a seat are carried out by the hands of others."""
        if self._hello is not None and seat in self._hello.computers:
            return True
        remote = state.remote
        return remote is not None and remote.seat is not None and seat != remote.seat

    def _set_up(self, new: State) -> Iterator[Utterance]:
        """Ask for the next step of the set-up: one piece at a time, as fast as hands follow."""
        stands = list(zip(new.sensed, new.believed, strict=True))
        away = [point for point, (sensed, stack) in enumerate(stands) if sensed and not stack]
        missing = [point for point, (sensed, stack) in enumerate(stands) if stack and not sensed]
        count = len(missing)
        if away:
            step = plural(
                "Remove the piece on {points}.",
                "Remove the pieces on {points}.",
                len(away),
                points=self._listed(tuple(away), last="and"),
            )
        elif missing:
            first = min(missing, key=lambda point: (_sort(new.believed[point]), point))
            step = Text(
                "Put {piece} on {points}.",
                piece=self._piece(new.believed[first]),
                points=self.names[first],
            )
        else:
            step = finished(new.message)
        if step == self._put_up:
            return
        begins = not self._put_up and count > 0
        self._put_up = step
        if begins:
            how_many = plural(
                "Set up the board: one piece is missing.",
                "Set up the board: {number} pieces are missing.",
                count,
            )
            step = sentences(how_many, step)
        yield Utterance(UtteranceKind.GUIDANCE, step)

    # Names

    def _stands(self, stack: tuple[PieceView, ...], point: int) -> Text:
        """Return what stands on a point: `White's man on 14`."""
        piece, name = self._piece(stack), self.names[point]
        return Text("{pieces:capital} on {points}", pieces=piece, points=name)

    def _piece(self, stack: tuple[PieceView, ...]) -> Text:
        """Return a piece, or a stack, with its owner."""
        top = stack[-1]
        piece = Text("the {piece}", piece=top.kind)
        if top.seat is not None and len(self._seats) > 1:
            piece = Text("{seat}'s {piece}", seat=self._seats[top.seat], piece=top.kind)
        if len(stack) < 2:
            return piece
        if len({(each.seat, each.kind) for each in stack}) == 1:
            return Text("the stack of {number} with {piece} on top", number=len(stack), piece=piece)
        pieces = [self._piece((each,)) for each in reversed(stack)]
        return Text(
            "the stack of {number}, from the top: {pieces}",
            number=len(stack),
            pieces=joined(", ", pieces),
        )

    @property
    def _seats(self) -> tuple[str, ...]:
        return () if self._hello is None else self._hello.seats

    def _seat(self, seat: int) -> str:
        return self._seats[seat] if seat < len(self._seats) else ""

    def _listed(self, points: tuple[int, ...], last: str = "or") -> Text:
        names = self.names
        return listed([names[point] for point in points], "and" if last == "and" else "or")

    def _times(self, at: float) -> Text:
        """Return the time that each seat has; empty without a clock."""
        if self._clock is None:
            return Text()
        view, since = self._clock
        said = [
            Text(
                "{seat} has {time}.",
                seat=self._seat(seat),
                time=said_time(left - (at - since if seat == view.running else 0)),
            )
            for seat, left in enumerate(view.left)
        ]
        return sentences(*said)


def _menu(old: MenuView | None, new: MenuView | None, message: Text) -> Iterator[Utterance]:
    """Read the menu as it is opened and touched."""
    if new is None:
        yield Utterance(UtteranceKind.ECHO, Text("The menu is closed."))
        return
    if not new.entries:
        if old is None or old.entries or old.put_back != new.put_back:
            yield Utterance(UtteranceKind.GUIDANCE, message)
        return
    picked = new.entries[new.picked]
    about = sentences(finished(picked.text), picked.about)
    if old is None:
        how = Text("Press the button for the next entry, and hold it to choose.")
        yield Utterance(UtteranceKind.ECHO, sentences(finished(new.title), how, about))
    elif old.title != new.title or old.entries != new.entries:
        yield Utterance(UtteranceKind.ECHO, sentences(finished(new.title), about))
    elif old.picked != new.picked:
        yield Utterance(UtteranceKind.ECHO, about)


def _question(old: QuestionView | None, new: QuestionView) -> Iterator[Utterance]:
    """Ask a question with its answers, and then name the answer that is picked."""
    if old is not None and old.choices == new.choices and old.prompt == new.prompt:
        if old.picked != new.picked and 0 <= new.picked < len(new.choices):
            yield Utterance(
                UtteranceKind.QUESTION, Text("{choice}?", choice=new.choices[new.picked])
            )
        return
    yield Utterance(UtteranceKind.QUESTION, _asked(new))


def _asked(question: QuestionView) -> Text:
    """Return a question in words that need no lamps."""
    if question.picked >= 0:
        return question.prompt
    return Text(
        "Which move was it? {choices}? Press the button for the next answer, and hold it to "
        "choose.",
        choices=listed(question.choices, "or"),
    )


def _points(shines: tuple[ShineView, ...], meaning: str) -> tuple[int, ...]:
    return tuple(
        sorted(point for shine in shines if shine.meaning == meaning for point, _ in shine.lamps)
    )


def _sort(stack: tuple[PieceView, ...]) -> str:
    """Return what sorts pieces, so that those of a kind are set up one after another."""
    return "" if not stack else f"{stack[-1].seat}{stack[-1].text}"
