"""What a page of rules holds in any language: two pages with the same rules are alike in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from markdown_it.token import Token

from docs.site.markdown import links, parse


def differences(page: str, english: str) -> list[str]:
    """Return in what a translated page differs from the English one, which is in the folder above.

    Both should have the same parts, moves, numbers, pictures and links. A link may lead to a page
    in its own language.
    """
    compared = {
        "parts": structure(page) == structure(english),
        "moves, positions and options": code(page) == code(english),
        "numbers and points": numbers(page) == numbers(english),
        "links": [link.removeprefix("../") for link in links(page)] == list(links(english)),
    }
    return [name for name, alike in compared.items() if not alike]


def structure(text: str) -> list[str]:
    """The headings, paragraphs, items and tables of a page, in order; where its lists begin."""
    return [f"{token.type} {token.tag} {token.attrGet('start') or ''}" for token in parse(text)]


def code(text: str) -> Counter[str]:
    """Every move, position, value and command on a page."""
    kinds = ("code_inline", "code_block", "fence")
    return Counter(token.content for token in _tokens(text) if token.type in kinds)


def numbers(text: str) -> Counter[str]:
    """The numbers and points in the text of a page: `12`, `d4`, `2874` for 2,874 and for 2.874."""
    plain = " ".join(token.content for token in _tokens(text) if token.type == "text")
    return Counter(re.findall(r"\b[a-i]?\d+\b", re.sub(r"(?<=\d)[.,](?=\d{3}\b)", "", plain)))


def _tokens(text: str) -> Iterator[Token]:
    """The blocks of a page, and what their lines consist of."""
    for block in parse(text):
        yield block
        yield from block.children or ()
