"""No message is missed when messages are collected."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from companion.base.languages.collect import ROOT
from tests.base.languages.collected import program

Key = tuple[object, object]
"""A message, or one for each number, and its context."""


def marked(file: Path) -> Iterator[Key]:
    """The messages that are written out in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        words = [each.value if isinstance(each, ast.Constant) else None for each in node.args]
        match node.func.id, words:
            case "Text", [str(message)] if message:
                yield message, None
            case "plural", [str(one), str(many), _]:
                yield (one, many), None
            case "sense", [str(context), str(message)]:
                yield message, context


def test_every_message_of_the_source_is_collected() -> None:
    found = {(message.id, message.context) for message in program()}
    missed = [(file.name, key) for file in ROOT.rglob("*.py") for key in marked(file)]
    assert [each for each in missed if each[1] not in found] == []
