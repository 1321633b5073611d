"""The languages of the program: English, and each that has a folder here.

A folder is named by its language, such as `de`. It holds the translations in gettext's formats.
`companion.po` has the messages of the program, and is compiled into `LC_MESSAGES/companion.mo`;
`page.po` has the page's own messages. `make languages` collects new messages and compiles them.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.base.text import Catalog, Text, english

if TYPE_CHECKING:
    import msgspec

ENGLISH = "en"
FOLDER = Path(__file__).parent
DOMAIN = "companion"
CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
"""A language's code, such as `de` or `pt_BR`."""

_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts


class Language:
    """A language, with everything that is needed to write it.

    Args:
        code: Its code, such as `en` or `de`.

    Attributes:
        code: Its code.
        catalog: The translations.
    """

    def __init__(self, code: str) -> None:
        """Read the translations; English needs none."""
        self.code = code
        self.catalog: Catalog = gettext.translation(DOMAIN, FOLDER, [code], fallback=True)

    def words(self, text: object) -> str:
        """Return the words of a text in this language.

        Raises:
            TypeError: If the object is not a `Text`.
        """
        if not isinstance(text, Text):
            raise TypeError(f"{type(text).__name__} is not a text")
        return english(text if self.code == ENGLISH else text.translated(self.catalog))

    @cached_property
    def _encoder(self) -> msgspec.json.Encoder:
        # Not at the top: this import is slow, and the `companion` command may not need it.
        import msgspec

        return msgspec.json.Encoder(enc_hook=self.words)

    def encode(self, message: object) -> bytes:
        """Return a message as JSON, with all of its texts in this language."""
        return self._encoder.encode(message)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    others = [entry.name for entry in FOLDER.iterdir() if (entry / "LC_MESSAGES").is_dir()]
    return ENGLISH, *sorted(code for code in others if CODE.fullmatch(code))


def preferred(wanted: Iterable[str]) -> str:
    """Return the first available language of those wanted, else English.

    Args:
        wanted: Codes as browsers and environments have them, such as `de-AT`, `de;q=0.8`,
            `de_DE.UTF-8` or `en`.
    """
    known = languages()
    for code in wanted:
        first, *others = re.split(r"[-_.@;]", code.strip())
        for candidate in (f"{first.lower()}_{''.join(others[:1]).upper()}", first.lower()):
            if candidate in known:
                return candidate
    return ENGLISH


def find_language(wanted: Iterable[str]) -> Language:
    """Return the language that `preferred` chooses."""
    return _language(preferred(wanted))


def terminal_language(environ: Mapping[str, str]) -> Language:
    """Return the language that a terminal's environment asks for, as gettext reads it.

    `LANGUAGE` is a list, and counts only if the locale is not `C` or `POSIX`, which mean English.

    Args:
        environ: The environment variables.
    """
    locale = next((environ[name] for name in _LOCALE if environ.get(name)), "")
    wanted = environ.get("LANGUAGE") or locale
    if _plain(locale):
        wanted = ""
    return find_language(takewhile(lambda code: not _plain(code), wanted.split(":")))


def _plain(code: str) -> bool:
    """Return whether a locale is the one without a language."""
    return code.partition(".")[0] in ("C", "POSIX")


@lru_cache
def _language(code: str) -> Language:
    return Language(code)
