"""What the documentation says is so: its commands run, its files exist."""

from __future__ import annotations

import ast
import json
import re
import shlex
import sys
import tomllib
import traceback
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from companion import __version__
from companion.app.command_line import TerminalCommand
from companion.cli import main
from companion.config import TIMING_RANGES, Config, load_config
from companion.device.lamps.legend import LEGEND, legend_entry
from companion.device.lamps.palette import SAFE, STANDARD
from companion.device.ports import LampRoute, PortKind, SimulatedKind, SpiLamps, port_kinds
from companion.games.registry import make
from companion.opponents.external.engine_settings import EngineSettings
from companion.rules import Seat
from companion.rules.clock import TimeControl
from companion.rules.clock.control import ClockKind

ROOT = Path(__file__).parent.parent
OVERVIEW = (ROOT / "CODE_OVERVIEW.md").read_text()


PAGES = sorted(
    str(path.relative_to(ROOT))
    for pattern in ("*.md", "docs/**/*.md", "hardware/**/*.md", "firmware/*.md", "tests/**/*.md")
    for path in ROOT.glob(pattern)
)


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def commands(page: str) -> list[list[str]]:
    """The words of each `companion` command in the code of a page."""
    lines = re.findall(
        r"^(?: {4,}(?:\$ )?|\$ )(?:sudo )?(?:[\w./-]*/)?companion (.+)$", read(page), re.MULTILINE
    )
    return [shlex.split(line.split(" > ")[0], comments=True) for line in lines]


def made(page: str) -> list[list[str]]:
    """The words of each `make` command on a page, in its code or in its text."""
    lines = re.findall(r"(?:^ {4,}|`)make ([^`#\n]+)", read(page), re.MULTILINE)
    return [line.split() for line in lines]


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
        for path in (ROOT / "companion/device/ports").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    section = (ROOT / page).read_text(encoding="utf-8").split("## Error messages\n")[1]
    quoted = re.findall(r"^\| (.+?) \| .+ \|$", section.split("\n#")[0], re.MULTILINE)[2:]
    assert quoted
    for message in quoted:
        for part in re.split(r" ?… ?", message):
            assert any(part in literal for literal in literals), part


@pytest.mark.parametrize(
    ("name", "packages"), [("adding-a-game", "[co]*"), ("adding-a-board", "hall-sensors")]
)
def test_code_on_the_page_about_adding_something_is_that_of_the_example(
    name: str, packages: str
) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text()
    examples = (ROOT / "docs" / "examples").glob(packages)
    files = [
        path.read_text()
        for example in examples
        for path in (*example.glob("*.toml"), *example.glob("*/*.py"))
    ]
    blocks = re.findall(r"```\w+\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 6
    for block in blocks:
        assert any(block in text for text in files), block


def test_files_named_in_the_overview_exist() -> None:
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|js)|(?:\w+/)+)`", OVERVIEW)
    assert len(named) > 20
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "companion" / name).exists(), name


def test_the_readme_is_a_first_screen() -> None:
    assert len(read("README.md").splitlines()) < 120


SECTIONS: dict[str, Any] = {
    section.name: EngineSettings if section.name == "engines" else type(section.default)
    for section in msgspec.structs.fields(Config)
    if section.name != "version"
} | {
    "port": port_kinds.section_type(SimulatedKind, ("rows",)),  # of another kind: all are asked
    "strip": port_kinds.section_type(SpiLamps, ("pin",)),
}
SETTINGS = dict(
    re.findall(r"^## `\[(\w+)\]`\n(.*?)(?=^## |\Z)", read("docs/configuration.md"), re.M | re.S)
)
ELSEWHERE = {
    "engines": "docs/engines.md",
    "home_assistant": "docs/home-assistant.md",
    "relay": "docs/guests.md",
    "wall": "docs/guests.md",
}
"""The sections whose keys are on another page."""


def test_sections_of_the_configuration_are_all_on_its_page() -> None:
    assert SETTINGS.keys() == SECTIONS.keys()


@pytest.mark.parametrize("section", SECTIONS)
def test_keys_of_the_configuration_are_all_on_its_page(section: str) -> None:
    keys = [key.name for key in msgspec.structs.fields(SECTIONS[section])]
    if section in ELSEWHERE:
        assert ELSEWHERE[section].removeprefix("docs/") in SETTINGS[section]
        assert [key for key in keys if f"\n| `{key}` |" not in read(ELSEWHERE[section])] == []
    else:
        listed = re.findall(r"^\| `(\w+)` \|", SETTINGS[section], re.MULTILINE)
        # Those of `[port]` and `[strip]` come from several classes.
        assert listed == keys or (section in ("port", "strip") and sorted(listed) == sorted(keys))


@pytest.mark.parametrize("section", [name for name in SECTIONS if name not in ELSEWHERE])
def test_defaults_and_choices_of_the_configuration_are_those_of_the_program(section: str) -> None:
    types = get_type_hints(SECTIONS[section])
    for key in msgspec.structs.fields(SECTIONS[section]):
        (row,) = re.findall(rf"^\| `{key.name}` \| (.*) \|$", SETTINGS[section], re.MULTILINE)
        meaning, default = row.rsplit(" | ", 1)
        (shown,) = re.findall(r"^`([^`]+)`", default)
        expected = key.default_factory() if key.default is msgspec.NODEFAULT else key.default
        value = tomllib.loads(f"value = {shown}")["value"]
        assert msgspec.convert(value, types[key.name]) == expected, key.name
        if get_origin(types[key.name]) is Literal:
            assert [one for one in get_args(types[key.name]) if f'`"{one}"`' not in meaning] == []
        if section == "timing":
            least, most = TIMING_RANGES[key.name]
            assert f"{least:,} to {most:,}" in meaning


def test_kinds_of_boards_and_routes_to_lamps_are_all_on_the_page_of_the_configuration() -> None:
    for entry in (PortKind, LampRoute):
        names = port_kinds.entries(entry, added=False)
        assert [name for name in names if f'`"{name}"`' not in SETTINGS[entry.section]] == []


def test_lamps_on_their_page_are_those_of_the_program() -> None:
    rows = re.findall(r"^\| ([\w' ]+) \| (.+) \| .+ \|$", read("docs/lamps.md"), re.MULTILINE)
    shown = [f"{hue}, {light}" for hue, light in rows if (hue, light) != ("colour", "light")]
    looks = [
        str(legend_entry(meaning, STANDARD).look) for _, meanings in LEGEND for meaning in meanings
    ]
    assert len(shown) == len(looks)
    for ours, look in zip(shown, looks, strict=True):
        assert look.startswith(ours)
        assert look.removeprefix(ours) == "" or re.fullmatch(r", every [\d.]+ s", look[len(ours) :])


def test_colours_on_the_page_about_lamps_are_those_of_the_palettes() -> None:
    page = read("docs/lamps.md").split("## Colours\n")[1]
    rows = dict(re.findall(r"^\| (.+) \| (.+) \|$", page, re.MULTILINE)[1:])
    players = [", ".join(str(hue) for hue in palette.hues) for palette in (STANDARD, SAFE)]
    assert rows.pop(f"the players' {players[0]}") == players[1]
    said = {(ours.split(",")[0], safe) for ours, safe in rows.items()}
    looks = ((STANDARD.looks[meaning].hue, SAFE.looks[meaning].hue) for meaning in STANDARD.looks)
    assert said == {(str(ours), str(safe)) for ours, safe in looks if ours != safe}
    last = players[0].rsplit(", ", 1)
    assert f"in seat order, are {' and '.join(last)}." in " ".join(page.split())


def test_clocks_on_the_page_about_playing_are_those_of_the_program() -> None:
    section = read("docs/playing.md").split("## With a clock\n")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(.+)` \| (.+) \|$", section, re.MULTILINE))
    controls = [TimeControl.parse(text, ("White", "Black")) for text in rows]
    assert sorted(control.kind.value for control in controls) == sorted(k.value for k in ClockKind)
    for control, (text, meaning) in zip(controls, rows.items(), strict=True):
        assert control.text(("White", "Black")) == text
        unit = "seconds" if control.kind is ClockKind.MOVE else "minutes"
        base = control.base / (1 if control.kind is ClockKind.MOVE else 60)
        assert f"{base:g} {unit}" in meaning
        assert not control.bonus or f"{control.bonus:g} seconds" in meaning
    assert "`fischer 5+3, black 2`" in section
    handicap = TimeControl.parse("fischer 5+3, black 2", ("White", "Black"))
    assert [handicap.initial(seat) for seat in (Seat(0), Seat(1))] == [300, 120]
    assert not TimeControl.parse("fischer 5+3, show", ("White", "Black")).loses


@pytest.mark.parametrize("name", [path.name for path in ROOT.glob("hardware/*.toml")])
def test_configurations_to_copy_can_be_used(name: str) -> None:
    config = load_config(ROOT / "hardware" / name)
    wired = "matrix" if "grid" in name else "direct"
    assert config.port.kind == ("pico" if "pico" in name else wired)
    config.check(config.make_game().board)


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)])
def test_commands_of_the_pages_are_understood(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TerminalCommand, "invoke", lambda *_: None)
    for words in commands(page):
        monkeypatch.setattr(sys, "argv", ["companion", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert not stopped.value.code, words


@pytest.mark.parametrize("page", ["docs/configuration.md", "docs/installing.md", "docs/playing.md"])
def test_commands_of_the_pages_run(
    page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.app.play.play", lambda *_: None)
    monkeypatch.setattr("companion.maker.install.service.install", lambda *_, **__: None)
    monkeypatch.setattr("companion.maker.setup_dialog.run_setup", lambda *_, **__: None)
    for tool in ("run_check", "run_calibrate"):
        monkeypatch.setattr(f"companion.maker.run.{tool}", lambda *_, **__: True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    assert commands(page)
    for line in commands(page):
        words = ["hardware/board-spi.toml" if word == "board.toml" else word for word in line]
        monkeypatch.setattr(sys, "argv", ["companion", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        nothing_logged = "no games are logged" in capsys.readouterr().err
        assert not stopped.value.code or nothing_logged, line


@pytest.mark.parametrize("page", [page for page in PAGES if made(page)])
def test_targets_of_make_exist(page: str) -> None:
    makefile = read("Makefile")
    targets = re.findall(r"^([\w./%-]+):", makefile, re.MULTILINE)
    known = re.compile("|".join(target.replace("%", r"\w+") for target in targets))
    for words in made(page):
        for word in words:
            name, variable, _ = word.partition("=")
            if variable:
                assert re.search(rf"\b{name}\b", makefile), word
            else:
                assert known.fullmatch(word), word


def test_pip_is_always_that_of_an_environment() -> None:
    """The system's own refuses since Debian 12."""
    for page in PAGES:
        assert re.findall(r"^ {4,}(?:sudo )?pip3? .*$", read(page), re.MULTILINE) == [], page


def test_extras_on_the_pages_exist() -> None:
    extras = tomllib.loads(read("pyproject.toml"))["project"]["optional-dependencies"]
    for page in PAGES:
        for names in re.findall(r"install [^\n`]*?\[([\w,]+)\]", read(page)):
            assert set(names.split(",")) <= set(extras), page
    section = read("docs/installing.md").split("## Extras\n")[1].split("\n## ")[0]
    rows = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    assert rows and rows <= set(extras)


def test_the_wheel_has_the_present_version() -> None:
    for page in PAGES:
        for version in re.findall(r"board_companion-([^-]+)-py3", read(page)):
            assert version == __version__, page


def test_referee_answers_as_its_page_says() -> None:
    from companion.app.referee import answer

    asked = re.findall(r"echo '(.*)' \| companion referee\n    (.*)", read("docs/referee.md"))
    assert len(asked) == 2
    for question, said in asked:
        assert answer(question) == json.loads(said)


def test_log_line_of_the_overview_is_sound() -> None:
    from companion.records.journal.codec import decode
    from companion.records.journal.record import MoveRecord

    line = re.search(r'^ +(\{"crc".*\})$', OVERVIEW, re.MULTILINE)
    assert line is not None
    number, record = decode(line[1].encode())
    assert (number, record) == (1, MoveRecord("14-12", 0, 7.214))
    make("solomon").parse_move(make("solomon").start(), "14-12")


def sessions(page: str) -> list[tuple[str, str]]:
    """What is typed in the examples of a page, and what is answered, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```python\n(>>> .*?)```", text, re.DOTALL):
        for part in re.split(r"^>>> ", block, flags=re.MULTILINE)[1:]:
            first, *lines = part.rstrip().split("\n")
            typed = [line for line in lines if line.startswith("...") and line != "..."]
            said = lines[len(typed) :]
            code = "\n".join([first, *(line[4:] for line in typed)])
            found.append((code, "\n".join(said)))
    return found


def answer_to(code: str, names: dict[str, object]) -> str:
    """What a Python shell prints; of an error, the first and the last line."""
    printed = StringIO()
    with redirect_stdout(printed):
        try:
            exec(compile(code + "\n", "<page>", "single"), names)
        except Exception as error:
            last = traceback.format_exception_only(error)[-1]
            printed.write(f"Traceback (most recent call last):\n  ...\n{last}")
    return printed.getvalue().rstrip()


@pytest.mark.parametrize("page", ["docs/library.md"])
def test_a_shell_answers_as_the_page_says(page: str) -> None:
    names: dict[str, object] = {}
    examples = sessions(page)
    assert len(examples) > 30
    for code, said in examples:
        assert answer_to(code, names) == said, code
