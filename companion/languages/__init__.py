"""The languages that the program speaks, and their translations."""

from companion.languages.language import (
    DOMAIN,
    ENGLISH,
    FOLDER,
    Language,
    find_language,
    languages,
    preferred,
    terminal_language,
)

__all__ = [
    "DOMAIN",
    "ENGLISH",
    "FOLDER",
    "Language",
    "find_language",
    "languages",
    "preferred",
    "terminal_language",
]
