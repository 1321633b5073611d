"""What the documentation says is so: its commands run, its files exist."""

from __future__ import annotations

import ast
import json
import re
import shlex
import sys
from pathlib import Path

import msgspec
import pytest

from companion.cli import main
from companion.config import Config, load_config
from companion.external.settings import EngineSettings
from companion.games.registry import make

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
OVERVIEW = (ROOT / "CODE_OVERVIEW.md").read_text()


PAGES = sorted(
    str(path.relative_to(ROOT))
    for pattern in ("*.md", "docs/**/*.md", "hardware/**/*.md", "firmware/*.md", "tests/**/*.md")
    for path in ROOT.glob(pattern)
)


def anchors(text: str) -> set[str]:
    """The names by which the headings of a page are linked."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    path = ROOT / page
    text = path.read_text(encoding="utf-8")
    for link, anchor in re.findall(r"\]\((?!https:)([^)#\s]*)(?:#([^)]+))?\)", text):
        target = path.parent / link if link else path
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), (link, anchor)


def test_glossary_is_in_alphabetical_order() -> None:
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        terms = [term.lower() for term in re.findall(r"^- \*\*(.+?)\*\*", section, re.MULTILINE)]
        assert terms
        assert terms == sorted(terms), section.splitlines()[0]


@pytest.mark.parametrize("page", ["wiring.md", "firmware/README.md"])
def test_error_messages_are_quoted_as_the_program_words_them(page: str) -> None:
    literals = [
        node.value
        for path in (ROOT / "companion/drivers").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    section = (ROOT / page).read_text(encoding="utf-8").split("## Error messages\n")[1]
    quoted = re.findall(r"^\| (.+?) \| .+ \|$", section.split("\n#")[0], re.MULTILINE)[2:]
    assert quoted
    for message in quoted:
        for part in re.split(r" ?… ?", message):
            assert any(part in literal for literal in literals), part


def test_code_on_the_page_about_adding_a_game_is_that_of_the_example() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text()
    example = ROOT / "docs" / "examples" / "classic-games"
    files = [path.read_text() for path in (*example.glob("*.toml"), *example.glob("*/*.py"))]
    blocks = re.findall(r"```\w+\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 6
    for block in blocks:
        assert any(block in text for text in files), block


def test_files_named_in_the_overview_exist() -> None:
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|js)|(?:\w+/)+)`", OVERVIEW)
    assert len(named) > 20
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "companion" / name).exists(), name


def test_keys_of_the_configuration_are_all_in_the_readme() -> None:
    rows = dict(re.findall(r"^\| `\[(\w+)\]` \| (.*) \|$", README, re.MULTILINE))
    sections = {field.name: field for field in msgspec.structs.fields(Config)}
    assert rows.keys() == sections.keys()
    for name, field in sections.items():
        if name == "engines":  # each of them is a section, with a page of its own
            keys = [key.name for key in msgspec.structs.fields(EngineSettings)]
            page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
            assert [key for key in keys if f"\n| `{key}` |" not in page] == []
            continue
        keys = [key.name for key in msgspec.structs.fields(type(field.default))]
        assert [key for key in keys if f"`{key}`" not in rows[name]] == [], name


@pytest.mark.parametrize("name", [path.name for path in ROOT.glob("hardware/*.toml")])
def test_configurations_to_copy_can_be_used(name: str) -> None:
    config = load_config(ROOT / "hardware" / name)
    wired = "matrix" if "grid" in name else "direct"
    assert config.port.kind == ("pico" if "pico" in name else wired)
    config.check(config.make_game().board)


def test_commands_of_the_readme_are_understood(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.app.play.play", lambda *_: None)
    for tool in ("run_check", "run_calibrate"):
        monkeypatch.setattr(f"companion.maker.run.{tool}", lambda *_, **__: True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    lines = re.findall(r"^    (?:\.venv/bin/)?companion (.+)$", README, re.MULTILINE)
    assert len(lines) >= 5
    for line in lines:
        words = shlex.split(line.split(" > ")[0], comments=True)
        words = ["hardware/board-spi.toml" if word == "board.toml" else word for word in words]
        monkeypatch.setattr(sys, "argv", ["companion", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        nothing_logged = "no games are logged" in capsys.readouterr().err
        assert not stopped.value.code or nothing_logged, line


@pytest.mark.parametrize("page", ["README.md", "docs/referee.md"])
def test_referee_answers_as_the_pages_say(page: str) -> None:
    from companion.referee import answer

    text = (ROOT / page).read_text(encoding="utf-8")
    asked = re.search(r"echo '(.*)' \| companion referee\n    (.*)", text)
    assert asked is not None
    assert answer(asked[1]) == json.loads(asked[2])


def test_log_line_of_the_overview_is_sound() -> None:
    from companion.journal.codec import decode
    from companion.journal.record import MoveRecord

    line = re.search(r'^ +(\{"crc".*\})$', OVERVIEW, re.MULTILINE)
    assert line is not None
    number, record = decode(line[1].encode())
    assert (number, record) == (1, MoveRecord("14-12", 0, 7.214))
    make("solomon").parse_move(make("solomon").start(), "14-12")
