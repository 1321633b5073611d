"""The languages of the program, and their translations."""

from companion.base.languages.language import (
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
