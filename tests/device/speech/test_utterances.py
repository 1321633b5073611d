"""What is said next, and what is not said at all."""

from __future__ import annotations

from random import Random

import pytest

from companion.base.text import Text
from companion.device.speech.utterances import Utterance, UtteranceKind, UtteranceQueue

OTHERS = [kind for kind in UtteranceKind if kind is not UtteranceKind.FAULT]


def said(kind: UtteranceKind, words: str = "", *, kept: bool = False) -> Utterance:
    return Utterance(kind, Text(words or kind.value), kept)


def speaking(kind: UtteranceKind, *, kept: bool = False) -> UtteranceQueue:
    queue = UtteranceQueue()
    queue.add(said(kind, "before", kept=kept), 0.0)
    assert queue.take(0.0) is not None
    return queue


def order(queue: UtteranceQueue, at: float = 0.0) -> list[str]:
    """Everything that is said from now on."""
    words = []
    queue.finish()
    while (utterance := queue.take(at)) is not None:
        words.append(str(utterance.text))
        queue.finish()
    return words


@pytest.mark.parametrize("kind", list(UtteranceKind))
def test_a_fault_interrupts_everything(kind: UtteranceKind) -> None:
    queue = speaking(kind)
    assert queue.add(said(UtteranceKind.FAULT), 1.0)
    assert order(queue) == ["fault"]


@pytest.mark.parametrize("asked", [UtteranceKind.QUESTION, UtteranceKind.RESULT])
@pytest.mark.parametrize("kind", OTHERS)
def test_a_question_and_a_result_wait_their_turn_and_drop_what_is_older(
    kind: UtteranceKind, asked: UtteranceKind
) -> None:
    queue = speaking(kind)
    queue.add(said(UtteranceKind.MOVE), 0.5)
    queue.add(said(UtteranceKind.CLOCK), 0.5)
    assert not queue.add(said(asked), 1.0)
    assert order(queue, 1.0) == [asked.value]


def test_a_move_replaces_the_move_before_it() -> None:
    queue = speaking(UtteranceKind.RESULT)
    queue.add(said(UtteranceKind.MOVE, "first"), 0.0)
    queue.add(said(UtteranceKind.MOVE, "second"), 1.0)
    assert order(queue, 1.0) == ["second"]


def test_a_move_that_comes_late_is_not_said() -> None:
    queue = speaking(UtteranceKind.RESULT)
    queue.add(said(UtteranceKind.MOVE), 0.0)
    assert order(queue, 10.1) == []


def test_the_last_move_of_a_game_is_said_before_its_result() -> None:
    queue = speaking(UtteranceKind.MOVE)
    queue.add(said(UtteranceKind.MOVE, "last", kept=True), 0.0)
    queue.add(said(UtteranceKind.RESULT, "won", kept=True), 0.0)
    queue.add(said(UtteranceKind.FAULT), 1.0)
    assert order(queue, 60.0) == ["fault", "last", "won"]


def test_a_last_move_that_is_interrupted_is_said_again() -> None:
    queue = speaking(UtteranceKind.MOVE, kept=True)
    assert queue.add(said(UtteranceKind.FAULT), 1.0)
    assert order(queue) == ["fault", "before"]


def test_a_hint_is_dropped_if_anything_speaks() -> None:
    queue = speaking(UtteranceKind.GUIDANCE)
    assert not queue.add(said(UtteranceKind.HINT), 0.0)
    assert order(queue) == []
    queue.add(said(UtteranceKind.HINT), 0.0)
    assert order(queue) == ["hint"]


def test_the_next_step_ends_the_step_before_it() -> None:
    queue = speaking(UtteranceKind.GUIDANCE)
    assert queue.add(said(UtteranceKind.GUIDANCE), 0.2)
    assert order(queue, 0.2) == ["guidance"]


def test_a_move_ends_the_guidance_that_led_to_it() -> None:
    queue = speaking(UtteranceKind.GUIDANCE)
    assert queue.add(said(UtteranceKind.MOVE), 0.2)
    assert not speaking(UtteranceKind.QUESTION).add(said(UtteranceKind.MOVE), 0.2)


def test_an_answer_comes_first_and_spares_faults_alone() -> None:
    queue = speaking(UtteranceKind.FAULT)
    queue.add(said(UtteranceKind.QUESTION), 0.0)
    assert not queue.add(said(UtteranceKind.ANSWER), 0.0)
    assert order(queue) == ["answer", "question"]
    for kind in OTHERS:
        assert speaking(kind).add(said(UtteranceKind.ANSWER), 0.0), kind


@pytest.mark.parametrize("kind", list(UtteranceKind))
def test_nothing_is_said_twice(kind: UtteranceKind) -> None:
    queue = UtteranceQueue()
    queue.add(said(kind, "once"), 0.0)
    queue.add(said(kind, "once"), 0.0)
    assert queue.take(0.0) is not None
    assert not queue.add(said(kind, "once"), 0.1)
    assert order(queue) == []


def test_whatever_comes_a_kept_utterance_is_said_and_no_move_follows_a_later_one() -> None:
    for seed in range(200):
        rng, queue, spoken = Random(seed), UtteranceQueue(), list[str]()
        at, moves, kept = 0.0, 0, list[str]()
        for number in range(60):
            at += rng.choice([0.0, 0.1, 1.0, 5.0])
            if queue.speaking is not None and rng.random() < 0.4:
                spoken.append(str(queue.speaking.text))
                queue.finish()
            kind = rng.choice(list(UtteranceKind))
            keeps = kind in (UtteranceKind.MOVE, UtteranceKind.RESULT) and rng.random() < 0.2
            moves += kind is UtteranceKind.MOVE
            words = f"move {moves}" if kind is UtteranceKind.MOVE else f"{kind.value} {number}"
            kept += [words] if keeps else []
            queue.add(said(kind, words, kept=keeps), at)
            queue.take(at)
        if queue.speaking is not None:
            spoken.append(str(queue.speaking.text))
        spoken += order(queue, at)
        numbers = [int(words.split()[1]) for words in spoken if words.startswith("move")]
        assert numbers == sorted(set(numbers)), seed
        assert [words for words in spoken if words in kept] == kept, seed
