"""What `make docs` builds the site with; building it checks the site itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.site import check, reference
from docs.site.markdown import count, elements, links, reindent
from docs.site.sources import collect, listing, pages_below, target

ROOT = Path(__file__).parent.parent


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("- a\n  more\n", "-   a\n    more\n"),
        (
            "1. a\n\n       code\n\n   after\n2. b\n",
            "1.  a\n\n        code\n\n    after\n\n2.  b\n",
        ),
        ("- a\n  - b\n    - c\n- d\n", "-   a\n    -   b\n        -   c\n-   d\n"),
        ("Before:\n- a\n- b\n", "Before:\n\n-   a\n-   b\n"),
        ("10. a\n    more\n", "10. a\n    more\n"),
        ("- - a\n  - b\n", "-   -   a\n    -   b\n"),
        ("- ```\n  - no item\n  ```\n", "-   ```\n    - no item\n    ```\n"),
        ("    - code, no item\n", "    - code, no item\n"),
        ("```\n- no item\n```\n", "```\n- no item\n```\n"),
        ("a\n\n* b\n+ c\n", "a\n\n*   b\n\n+   c\n"),
    ],
)
def test_lists_are_indented_by_four_columns_a_level(text: str, wanted: str) -> None:
    assert reindent(text) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted(pages_below(ROOT)))
def test_a_page_reads_the_same_when_its_lists_are_indented(page: str) -> None:
    text = (ROOT / page).read_text()
    assert elements(reindent(text)) == elements(text)


def test_elements_are_counted_as_they_are_shown() -> None:
    assert elements("# A\n\n- b\n- c\n\n| d |\n| - |\n") == {"h1": 1, "li": 2, "table": 1, "tr": 1}
    assert count('<h1 id="a">A</h1><pre>&lt;li&gt;</pre><link>') == {"h1": 1, "pre": 1}


def test_links_in_code_are_none() -> None:
    text = "[a](b.md) ![c](d.svg) `[e](f)`\n\n    [g](h)\n\n```\n[i](j)\n```\n"
    assert list(links(text)) == ["b.md", "d.svg"]


def test_a_link_leads_from_its_page() -> None:
    assert target("docs/games/nim.md", "../card.md#menu") == "docs/card.md"
    assert target("README.md", "hardware/") == "hardware"
    assert target("README.md", "#games") is None
    assert target("README.md", "https://example.org/a.md") is None


def test_pages_bring_what_they_link_to(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        {
            "README.md": "[a](hardware/list.csv) [b](hardware/boards/) [none](none.md)",
            "docs/a.md": "![c](c.svg)",
            "docs/c.svg": "",
            "docs/unlinked.svg": "",
            "hardware/list.csv": "",
            "hardware/boards/star/face.svg": "",
            "hardware/boards/star/face.pdf": "",
            "hardware/boards/__init__.py": "",
            "companion/notes.md": "",
        },
    )
    found = collect(root)
    assert found.pages == ("README.md", "docs/a.md")
    assert found.folders == ("hardware/boards", "hardware/boards/star")
    assert found.files == (
        "docs/c.svg",
        "hardware/boards/star/face.pdf",
        "hardware/boards/star/face.svg",
        "hardware/list.csv",
    )
    assert list(links(listing("hardware/boards", found))) == [
        "star/index.md",
        "star/index.md",
        "star/face.svg",
    ]
    assert list(links(listing("hardware/boards/star", found))) == [
        "face.svg",
        "face.svg",
        "face.pdf",
    ]


def test_every_module_is_in_the_reference_once() -> None:
    made = reference.pages(ROOT)
    shown = re.findall(r"^::: (\S+)$", "\n".join(made.values()), re.MULTILINE)
    modules = {
        reference.anchor(path.relative_to(ROOT).as_posix())
        for path in ROOT.glob("companion/**/*.py")
        if path.name != "__main__.py"
    }
    assert sorted(shown) == sorted(modules)
    for page, text in made.items():
        for module in re.findall(r"^::: (\S+)$", text, re.MULTILINE):
            path = module.replace(".", "/")
            file = f"{path}/__init__.py" if (ROOT / path).is_dir() else f"{path}.py"
            assert reference.page_of(file) == page


def test_every_page_is_in_the_menu_once() -> None:
    _, _, menu = (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")
    assert sorted(re.findall(r"\S+\.md$", menu, re.MULTILINE)) == sorted(collect(ROOT).pages)


SOUND = {
    "index.html": '<h1 id="a">A</h1><a href="b/c.html#d">x</a><a href="#a">y</a><img src="p.svg">',
    "b/c.html": '<p id="d"></p><a href="../">x</a><a href="https://example.org/">y</a>',
    "p.svg": "",
}


def test_a_sound_site_has_no_problems(tmp_path: Path) -> None:
    assert list(check.problems(write(tmp_path, SOUND))) == []


@pytest.mark.parametrize(
    ("html", "problem"),
    [
        ('<a href="none.html">x</a>', "index.html: none.html leads nowhere"),
        (
            '<a href="b/c.html#e">x</a>',
            "index.html: b/c.html#e: there is no such place on b/c.html",
        ),
        ('<a href="#e">x</a>', "index.html: #e: there is no such place on index.html"),
        ('<img src="q.svg">', "index.html: q.svg leads nowhere"),
        (
            '<script src="//example.org/a.js">',
            "index.html: //example.org/a.js is fetched from elsewhere",
        ),
        (
            '<link rel="stylesheet" href="https://example.org/a.css">',
            "index.html: https://example.org/a.css is fetched from elsewhere",
        ),
    ],
)
def test_a_problem_of_the_site_is_named(tmp_path: Path, html: str, problem: str) -> None:
    site = write(tmp_path, {**SOUND, "index.html": html})
    assert list(check.problems(site)) == [problem]
