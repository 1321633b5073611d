"""Names in the configuration that become parts of topics, or names of files."""

from __future__ import annotations

import re

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.base.toml import shown

_LONGEST = 40
_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{_LONGEST}}}")


def check_short_name(key: str, value: str, example: str, error: type[CompanionError]) -> None:
    """Raise an error if a value is no short name.

    Args:
        key: The key, with its section.
        value: The value.
        example: A name that would do.
        error: The class of the error.
    """
    if not _NAME.fullmatch(value):
        raise error(
            Text(
                "{key} is {value}; use at most {limit} letters, digits, hyphens and underscores, "
                "such as {example!r}",
                key=key,
                value=shown(value),
                limit=_LONGEST,
                example=example,
            )
        )
