"""The vectors of the protocol: that they are those of the program, and what they cover."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from companion.device.ports.link import decode_message
from tests.pico.vectors import FILE, ProgramBoard, complaints, vectors

VECTORS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
CONVERSATIONS: list[dict[str, Any]] = VECTORS["conversations"]
PROTOCOL = (FILE.parent / "protocol.md").read_text(encoding="utf-8")


def test_the_vectors_are_up_to_date() -> None:
    assert json.loads(json.dumps(vectors())) == VECTORS, "run `make types`"


@pytest.mark.parametrize("talk", CONVERSATIONS, ids=lambda talk: str(talk["name"]))
def test_a_pico_answers_as_they_say(talk: dict[str, Any]) -> None:
    assert list(complaints(ProgramBoard(talk["switches"]), talk["steps"])) == []


def test_a_board_that_answers_otherwise_is_found_out() -> None:
    """For each step that is answered, one that leaves the answer out, or sends it twice."""

    class Mute(ProgramBoard):
        copies = 0

        def hear(self, data: bytes) -> None:
            super().hear(data)
            self.sent[:] = self.sent * self.copies

    class Doubled(Mute):
        copies = 2

    for talk in CONVERSATIONS:
        for made in (Mute, Doubled):
            assert list(complaints(made(talk["switches"]), talk["steps"])), talk["name"]


def test_every_message_of_the_protocol_is_in_them() -> None:
    bodies = {"hears": set[str](), "sends": set[str]()}
    for step in (step for talk in CONVERSATIONS for step in talk["steps"]):
        for key, found in bodies.items():
            for line in step.get(key, "").encode("latin-1").split(b"\n"):
                if (body := decode_message(line)) is not None:
                    found.add(body[:1].decode("latin-1"))
    from_program, from_board = (
        set(
            re.findall(
                r"^\| `(\w)`", PROTOCOL.split(f"## From the {end}\n")[1].split("\n## ")[0], re.M
            )
        )
        for end in ("program", "board")
    )
    assert from_program == set("HSF") <= bodies["hears"]
    assert from_board == set("hsefr") == bodies["sends"]


def test_the_page_says_where_they_are() -> None:
    assert f"]({FILE.name})" in PROTOCOL
