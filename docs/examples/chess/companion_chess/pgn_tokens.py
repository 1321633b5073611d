"""The tokens of PGN, as section 7 of its standard of 1994 has them.

Blank space, comments, escaped lines and marks as `$1` stand between tokens and mean nothing, so
they are left out. What people write beside the standard is a `WORD`: `e8=Q!?`, `e.p.`, `0-0`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

NUMBER: Final = "number"
PERIODS: Final = "periods"
RESULT: Final = "result"
STRING: Final = "string"
CUT_STRING: Final = "cut string"  # its line ends before it does
CUT_COMMENT: Final = "cut comment"  # its game ends before it does
WORD: Final = "word"
END: Final = "end"
"""The kinds of tokens. Each bracket, parenthesis and brace that closes nothing is its own kind."""

_APART = r"""\s()\[\]{};"$*"""  # what cannot be within a word
_TOKEN = re.compile(
    rf"""
      (?P<space> \s+ | ^%[^\n]* | ;[^\n]* | \$\d+ )
    | (?P<comment> \{{ (?: [^}}\n] | \n (?! \[\w+[ \t]+"[^\n]*"[ \t]*\][ \t]*(?:\n|\Z) ) )* )
    | (?P<string> "(?:[^"\\\n]|\\[^\n])*" )
    | (?P<cut> "[^\n]* )
    | (?P<result> \* | (?:1-0|0-1|1/2-1/2)(?![^{_APART}.]) )
    | (?P<number> \d+(?![^{_APART}.…]) )
    | (?P<periods> [.…]+ )
    | (?P<bracket> [\[\](){{}}] )
    | (?P<word> [^{_APART}]+ | . )
    """,
    re.MULTILINE | re.VERBOSE,
)
_BRACE = re.compile(r"[{}]")
_KINDS = {
    "string": STRING,
    "cut": CUT_STRING,
    "result": RESULT,
    "number": NUMBER,
    "periods": PERIODS,
    "word": WORD,
}


class Token(NamedTuple):
    """A token.

    Attributes:
        kind: Its kind.
        text: The token as it is written.
        line: Its line, from 1.
        first: Whether no token is before it in its line.
        apart: Whether there is an empty line between it and the token before it.
    """

    kind: str
    text: str
    line: int
    first: bool = True
    apart: bool = False


def tokens(text: str) -> Iterator[Token]:
    """Split a text into its tokens.

    A comment that is not closed before another game's comment opens ends before that game's tags.
    """
    text = text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
    at, line, last, apart = 0, 1, 0, True
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None and found.lastgroup is not None  # noqa: S101 - `.` and `\s` match all
        kind, end = found.lastgroup, found.end()
        if kind == "comment":
            brace = _BRACE.search(text, end)
            if closed := brace is not None and brace[0] == "}":
                end = brace.end()
            kind = "space" if closed else CUT_COMMENT
        elif kind == "bracket":
            kind = found[0]
        if kind == "space":
            apart = apart or (text[at].isspace() and text.count("\n", at, end) > 1)
        else:
            said = text[at:end]
            yield Token(_KINDS.get(kind, kind), said, line, line != last, apart)
            last, apart = line, kind == CUT_COMMENT
        line += text.count("\n", at, end)
        at = end
    yield Token(END, "", line)


class Reader:
    """Tokens that can be looked at before they are taken."""

    def __init__(self, text: str) -> None:
        self._left = tokens(text)
        self._seen: deque[Token] = deque()

    def peek(self, ahead: int = 0) -> Token:
        """Return a token without taking it; after the last one, the end."""
        while len(self._seen) <= ahead:
            if self._seen and self._seen[-1].kind == END:
                return self._seen[-1]
            self._seen.append(next(self._left))
        return self._seen[ahead]

    def take(self) -> Token:
        """Return the next token, and go on to the one after it."""
        token = self.peek()
        return token if token.kind == END else self._seen.popleft()
