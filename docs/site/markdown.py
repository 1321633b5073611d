"""Pages as GitHub reads them: CommonMark with tables.

The site's own reader, Python-Markdown, differs from that in one way that matters here: it wants
what belongs to an item of a list indented by four columns, and a blank line before a list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

INDENT = 4
ELEMENTS = ("blockquote", "h1", "h2", "h3", "h4", "img", "li", "pre", "table", "tr")

_ITEM = re.compile(r"( *)([-*+]|\d{1,9}[.)])( *)")


def parse(text: str) -> list[Token]:
    """The blocks of a page."""
    return MarkdownIt("commonmark").enable("table").parse(text)


def links(text: str) -> Iterator[str]:
    """Where the links and pictures of a page lead."""
    for block in parse(text):
        for token in block.children or ():
            target = token.attrGet("href" if token.type == "link_open" else "src")
            if target is not None:
                yield str(target)


def reindent(text: str) -> str:
    """The same page with the content of its lists indented by four columns a level."""
    lines = text.splitlines()
    depth = [0] * len(lines)  # how many items a line lies in
    column = [0] * len(lines)  # where the content of the innermost one begins
    marks: dict[int, list[tuple[int, str]]] = {}  # level and mark of the items that begin on a line
    apart: set[int] = set()  # lines that want a blank line before them
    level = 0
    for token, following in pairwise(parse(text)):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            level += 1
            first = (token.map or [0])[0]
            if level == 1 and first and lines[first - 1].strip():
                apart.add(first)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            level -= 1
        elif token.type == "list_item_open" and token.map:
            first, end = token.map
            loose = following.type == "paragraph_open" and not following.hidden
            if loose and first and lines[first - 1].strip():
                apart.add(first)
            found = _ITEM.match(lines[first], column[first] if depth[first] == level - 1 else 0)
            if found is None:
                raise ValueError(
                    f"line {first + 1}: cannot see where the item begins: {lines[first]!r}"
                )
            marks.setdefault(first, []).append((level, found[2]))
            for row in range(first, end):
                depth[row], column[row] = level, found.end()
    made = []
    for number, line in enumerate(lines):
        if number in apart:
            made.append("")
        begun = marks.get(number, [])
        indent = INDENT * (depth[number] - len(begun))
        start = min(column[number], len(line) - len(line.lstrip())) if not begun else column[number]
        said = "".join(mark.ljust(INDENT) for _, mark in begun) + line[start:]
        made.append((" " * indent + said).rstrip())
    return "\n".join(made) + "\n"


def elements(text: str) -> Counter[str]:
    """How many headings, items, tables and so on GitHub makes of a page."""
    html = MarkdownIt("commonmark").enable("table").render(text)
    return count(html)


def count(html: str) -> Counter[str]:
    """How many headings, items, tables and so on a piece of HTML has."""
    return Counter(re.findall(rf"<({'|'.join(ELEMENTS)})\b", html))
