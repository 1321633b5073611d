"""The languages that the program speaks: English, and each that has a folder here.

A folder is named by its language, such as `de`. It holds the translations as gettext has them.
`companion.po` is for what the program says, and is compiled into `LC_MESSAGES/companion.mo`;
`page.po` is for what the page says by itself. `make languages` collects new messages and compiles
them.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.text import Catalog, Text, english

if TYPE_CHECKING:
    import msgspec

ENGLISH = "en"
FOLDER = Path(__file__).parent
DOMAIN = "companion"

_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts
_CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


class Language:
    """A language, with everything that is needed to speak it.

    code:    such as `en` or `de`.
    catalog: the translations.
    """

    def __init__(self, code: str) -> None:
        """Read the translations. English needs none."""
        self.code = code
        self.catalog: Catalog = gettext.translation(DOMAIN, FOLDER, [code], fallback=True)

    def words(self, text: object) -> str:
        """Return the words of a text in this language. Raises TypeError if it is not a text."""
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
    """The codes of all languages, English first."""
    others = [entry.name for entry in FOLDER.iterdir() if (entry / "LC_MESSAGES").is_dir()]
    return ENGLISH, *sorted(code for code in others if _CODE.fullmatch(code))


def preferred(wanted: Iterable[str]) -> str:
    """Return the first language of those wanted that there is, else English.

    wanted: codes as browsers and environments have them, such as `de-AT`, `de;q=0.8`, `de_DE.UTF-8`
            or `en`.
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
    """Return the language that a terminal's environment asks for, as gettext reads it: `LANGUAGE`
    is a list, and counts only if the locale is not `C` or `POSIX`, which mean English."""
    locale = next((environ[name] for name in _LOCALE if environ.get(name)), "")
    wanted = environ.get("LANGUAGE") or locale
    if _plain(locale):
        wanted = ""
    return find_language(takewhile(lambda code: not _plain(code), wanted.split(":")))


def _plain(code: str) -> bool:
    """Whether a locale is the one without a language."""
    return code.partition(".")[0] in ("C", "POSIX")


@lru_cache
def _language(code: str) -> Language:
    return Language(code)
