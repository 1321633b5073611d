"""The languages that the program speaks, and their translations."""

from companion.languages.language import ENGLISH, Language, find_language, languages, preferred

__all__ = ["ENGLISH", "Language", "find_language", "languages", "preferred"]
