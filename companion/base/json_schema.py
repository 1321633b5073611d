"""The JSON Schema of messages that other programs read and write."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import msgspec


def json_schema(title: str, messages: Sequence[Any]) -> dict[str, Any]:
    """Return the schema of a text that is one of these messages.

    Descriptions come from docstrings. Their indentation is removed here, since only Python 3.13 and
    later do that themselves.

    Args:
        title: The title of the schema.
        messages: The types of the messages, as msgspec takes them.
    """
    references, definitions = msgspec.json.schema_components(
        messages, ref_template="#/$defs/{name}"
    )
    for definition in definitions.values():
        if "description" in definition:
            definition["description"] = inspect.cleandoc(definition["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": list(references),
        "$defs": definitions,
    }
