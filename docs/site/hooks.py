"""What MkDocs calls while it builds the site; see mkdocs.yml."""

from __future__ import annotations

import logging
import tomllib
from pathlib import Path
from posixpath import relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from pymdownx.superfences import fence_code_format

from docs.site.check import problems
from docs.site.markdown import count, elements, links, reindent
from docs.site.reference import HOME, anchor, page_of, pages
from docs.site.sources import collect, listing, target

ROOT = Path(__file__).parents[2]
ICON = "companion/page/static/icon.svg"
STYLE = "docs/site/style.css"
MERMAID = "node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js"

_log = logging.getLogger("mkdocs.hooks.site")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add what the configuration file cannot know.

    That is: the reference in the navigation, the repository's address if it has one, and diagrams
    if Mermaid is installed.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    config.repo_url = project.get("urls", {}).get("Repository")
    rooms = [{anchor_of(page): page} for page in pages(ROOT)]
    config.nav = [*(config.nav or []), {"Reference": rooms}]
    if (ROOT / MERMAID).exists():
        config.mdx_configs["pymdownx.superfences"] = {
            "custom_fences": [{"name": "mermaid", "class": "mermaid", "format": fence_code_format}]
        }
    else:
        _log.info("Mermaid is missing: its diagrams are shown as text")
    return config


def anchor_of(page: str) -> str:
    """The room that a page of the reference is about."""
    room = Path(page).stem
    return "companion" if room == "README" else room


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The site's files: those of the repository instead of those of one folder."""
    for file in list(files):
        if file.src_dir == config.docs_dir:
            files.remove(file)
    sources = collect(ROOT)
    for name in (*sources.pages, *sources.files, ICON, STYLE):
        if not name.endswith(".py"):
            files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    if (ROOT / MERMAID).exists():
        files.append(File.generated(config, "assets/mermaid.js", abs_src_path=str(ROOT / MERMAID)))
    for folder in sources.folders:
        files.append(
            File.generated(
                config,
                f"{folder}/index.md",
                content=listing(folder, sources),
                inclusion=InclusionLevel.NOT_IN_NAV,
            )
        )
    for name, text in pages(ROOT).items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, files: Files, **_: object) -> str:
    """Have a page read as GitHub reads it, its links to folders and modules lead to their pages."""
    name = page.file.src_uri
    if name.startswith(f"{HOME}/"):
        return markdown
    if page.is_homepage:
        page.meta["hide"] = ["navigation"]
    for link in set(links(markdown)):
        found = target(name, link)
        if found is None:
            continue
        if files.get_file_from_path(f"{found}/index.md"):
            to = f"{found}/index.md"
        elif found.startswith("companion/") and found.endswith(".py") and (ROOT / found).exists():
            to = f"{page_of(found)}#{anchor(found)}"
        else:
            continue
        markdown = markdown.replace(f"]({link})", f"]({relpath(to, Path(name).parent.as_posix())})")
    return reindent(markdown)


def on_page_content(html: str, *, page: Page, **_: object) -> str:
    """Warn where the site does not make of a page what GitHub makes of it."""
    name = page.file.src_uri
    if not name.startswith(f"{HOME}/"):
        wanted, made = elements(page.markdown or ""), count(html)
        if 'class="mermaid"' in html:
            script = relpath("assets/mermaid.js", Path(page.file.dest_uri).parent.as_posix())
            html += f'\n<script src="{script}"></script>\n'
        for element in sorted((wanted | made) - (wanted & made)):
            _log.warning(
                "%s: GitHub shows %d <%s>, this site %d",
                name,
                wanted[element],
                element,
                made[element],
            )
    return html


def on_post_build(*, config: MkDocsConfig) -> None:
    """Warn of every link that leads nowhere, and of all that would be fetched from elsewhere."""
    for problem in problems(Path(config.site_dir)):
        _log.warning(problem)
