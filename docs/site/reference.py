"""The reference: one page for each room of `companion/`, made from its docstrings."""

from __future__ import annotations

from pathlib import Path

HOME = "reference"
_OF_THE_ROOM = (
    "    options:",
    "      members: false",
    "      show_root_heading: false",
    "      show_root_toc_entry: false",
)


def page_of(module: str) -> str:
    """The path of the page that has a module: `companion/rules/game.py` is on the page `rules`."""
    parts = module.split("/")
    room = parts[1] if len(parts) > 2 else "README"
    return f"{HOME}/{room}.md"


def anchor(module: str) -> str:
    """Where on its page a module begins."""
    return module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def pages(root: Path) -> dict[str, str]:
    """The pages by their path: the program as a whole first, then its rooms by name."""
    made: dict[str, list[str]] = {page_of("companion/__init__.py"): ["# companion", ""]}
    for path in sorted(root.glob("companion/**/*.py")):
        module = path.relative_to(root).as_posix()
        if path.name == "__main__.py":
            continue
        lines = made.setdefault(page_of(module), [f"# companion.{module.split('/')[1]}", ""])
        options = _OF_THE_ROOM if path.name == "__init__.py" else ()
        lines += [f"::: {anchor(module)}", *options, ""]
    return {page: "\n".join(lines) for page, lines in made.items()}
