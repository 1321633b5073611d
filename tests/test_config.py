"""A configuration that is broken, hostile or no file at all is refused in one line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.config import LARGEST_CONFIG, Config, InvalidConfig, load_config, parse_config
from companion.opponents.external.engine_settings import EngineSettings
from companion.rules import CompanionError
from tests.slow import slow_after

FILES = sorted((Path(__file__).parent.parent / "hardware").glob("*.toml"))

HOSTILE = [
    "true",
    "-1",
    "0",
    "1.5",
    "nan",
    "-inf",
    "1e400",
    "99999999999999999999",
    "9" * 5000,
    "0x" + "f" * 5000,
    "9223372036854775807",
    '""',
    '"a\\u0000b"',
    '"a\\nb"',
    '"\\u202e"',
    f'"{"x" * 2000}"',
    "2026-11-22",
    "[]",
    "[1, [2]]",
    "{ }",
    "{ 1 = true }",
    "[" * 3000 + "]" * 3000,
    "{ a = " * 500 + "1" + " }" * 500,
    "[[1, 2], [3, 4]]",
    "",
]


def outcome(load: Callable[[], Config]) -> str:
    """What is wrong with a configuration; empty if it can be used. Any other error than the
    program's own escapes."""
    try:
        config = load()
        board = config.make_game().board
        config.check(board)
        config.lights_on(board)
    except CompanionError as error:
        return str(error)
    return ""


ENGINE = b"[engines.x]\ncommand = ['sh']\n"


def is_one_clear_line(said: str) -> bool:
    return said.isprintable() and len(said) < 1500


def mutant(text: str, rng: Random) -> bytes:
    """A configuration with one to three mistakes in it."""
    data = text.encode()
    for _ in range(rng.randint(1, 3)):
        lines = data.split(b"\n")
        at = rng.randrange(len(lines))
        match rng.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(rng.randrange(len(lines)), lines[at])
            case 2:
                lines[at] = lines[at].removeprefix(b"# ")
            case 3:
                at = rng.choice([i for i, line in enumerate(lines) if b"=" in line] or [at])
                lines[at] = lines[at].partition(b"=")[0] + b"= " + rng.choice(HOSTILE).encode()
            case 4:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 5:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
            case 6:
                place = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:place] + rng.randbytes(1) + lines[at][place:]
            case 7:
                digits = [i for i, byte in enumerate(lines[at]) if byte in b"0123456789"]
                if digits:
                    place = rng.choice(digits)
                    new = rng.choice([b"0", b"9", b"-1", b"99", b"1.0"])
                    lines[at] = lines[at][:place] + new + lines[at][place + 1 :]
        data = b"\n".join(lines)
    return data


@pytest.mark.parametrize("seed", slow_after(1, range(12)))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_mistake_in_a_configuration_ends_in_anything_but_one_line(path: Path, seed: int) -> None:
    rng = Random(seed)
    text = path.read_text(encoding="utf-8")
    refused = 0
    for number in range(30):
        data = mutant(text, rng)
        said = outcome(lambda data=data: parse_config(data))  # type: ignore[misc]
        assert is_one_clear_line(said), (seed, number, said)
        refused += bool(said)
    assert 5 < refused < 30


@pytest.mark.parametrize(
    "value", slow_after(15, HOSTILE), ids=lambda value: value[:20] or "nothing"
)
def test_every_key_refuses_a_value_it_cannot_use_by_name(value: str) -> None:
    config = parse_config("")
    sections = {name: getattr(config, name) for name in config.__struct_fields__}
    del sections["version"]
    del sections["engines"]  # each one is a section
    sections["engines.x"] = EngineSettings()
    for section, settings in sections.items():
        for key in settings.__struct_fields__:
            said = outcome(
                lambda s=section, k=key: parse_config(f"[{s}]\n{k} = {value}\n")  # type: ignore[misc]
            )
            assert is_one_clear_line(said)
            assert not said or key in said or section in said or "line 2" in said, (
                section,
                key,
                said,
            )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"[page]\nport = true\n", "page.port is True: write a whole number"),
        (b"[page]\nport = 1.0\n", "page.port is 1.0: write a whole number"),
        (b"[page]\nport = -1\n", "page.port is -1; choose from 0 to 65535"),
        (b"[page]\nport = 1\nport = 2\n", "Cannot overwrite a value (at line 3"),
        (b"[page]\n[page]\n", "twice (at line 2"),
        (b"page = 1\n", "page is 1: write a table"),
        (b"[[page]]\n", "page is [{}]: write a table"),
        (b"[page]\nport = 99999999999999999999\n", "page.port is too large a number"),
        (b"[page]\nport = 0x" + b"9" * 50_000, "page.port is too large a number"),
        (b"[page]\nport = " + b"9" * 5000, "line 2: a number has thousands of digits"),
        (b'[page]\nhost = "a\\u0000"\n', "page.host is 'a\\x00': a text cannot contain zero bytes"),
        (b'[page]\nhost = "' + b"x" * 2000 + b'"', "page.host is longer than 1024 characters"),
        (b'[page]\n"' + b"x" * 2000 + b'" = 1', "is longer than 100 characters"),
        (b"[page]\n\0", "(at line 2, column 1)"),
        (b"[page]\n# \xe4\n", "line 2: it is not UTF-8 text; save the file as UTF-8"),
        ("[page]\n".encode("utf-16"), "line 1: it is not UTF-8 text"),
        (b"[port]\nbutton = 'left'\n", "port.button is 'left': write a whole number or 'none'"),
        (b"[port]\nbutton = false\n", "port.button is False: write a whole number or 'none'"),
        (b"[port.cells]\na1 = [1, 2, 3]\n", "port.cells.a1 is [1, 2, 3]: write a list of 2 values"),
        (b"[lights]\nbrightness = nan\n", "lights.brightness is nan; set it between"),
        (b"[lights.dim]\n1 = -inf\n", "lights.dim.1 is -inf; set it between"),
        (b"[lights.dim]\n20 = 1\n", "lights.dim names point '20'"),
        (b"[timing]\npause = 9223372036854775807\n", "choose from 0 to 86400000 ms"),
        (b"engines = 1\n", "engines is 1: write a table"),
        (b"[engines]\nx = 1\n", "engines.x is 1: write a table"),
        (b"[engines.x]\nnodes = 5\n", "engines.x.command is []; begin with the whole path"),
        (b"[engines.x]\ncommand = 'sh'\n", "engines.x.command is 'sh': write a list"),
        (b"[engines.x]\ncommand = ['./sh']\n", "engines.x.command is ['./sh']; begin with"),
        (ENGINE + b"node = 5\n", "unknown key 'engines.x.node' (did you mean 'nodes'?)"),
        (
            ENGINE + b"protocol = 'xboard'\n",
            "engines.x.protocol is 'xboard'; choose from json, uci",
        ),
        (ENGINE + b"memory = 0\n", "engines.x.memory is 0; choose from 16 to 1048576"),
        (ENGINE + b"seconds = nan\n", "engines.x.seconds is nan; choose from 0.01 to 600"),
        (ENGINE + b"nodes = -1\n", "engines.x.nodes is -1; choose from 0 to"),
        (ENGINE + b"fallback = 'god'\n", "engines.x.fallback is 'god' (did you mean 'good'?)"),
        (ENGINE + b"options = {Hash = 1.5}\n", "engines.x.options.Hash is 1.5: write"),
        (ENGINE + b'options = {Hash = "a\\nquit"}\n', "has characters that cannot be printed"),
        (
            ENGINE + b"[engines.x.levels.easy]\nnodes = 'a'\n",
            "levels.easy.nodes is 'a': write a wh",
        ),
        (
            ENGINE + b"[engines.x.levels.easy]\nseconds = 0.0\n",
            "engines.x.levels.easy.seconds is 0.0; choose from 0.01 to 600",
        ),
        (
            ENGINE + b"[engines.x.levels.easy]\nnodes = -1\n",
            "engines.x.levels.easy.nodes is -1; choose from 0 to",
        ),
        (
            ENGINE + b'options = {Hash = "1\\n2"}\n',
            "has characters that cannot be printed; leave them out",
        ),
        (ENGINE + b"[engines.x.levels.easy]\nnode = 1\n", "'engines.x.levels.easy.node' (did you"),
        (ENGINE + b"[engines.x.levels.'a b']\n", "the name 'a b' is not possible"),
        (b"[engines.'x:y']\ncommand = ['sh']\n", "the name 'x:y' is not possible"),
        (b"[engines.strong]\ncommand = ['sh']\n", "a level of the computer is called 'strong'"),
        (b"x" + b".x" * 3000 + b" = 1\n", "line 1: tables or lists are nested too deeply"),
        (b"x" + b".x" * 50 + b" = 1\n", "x.x.x.x: tables or lists are nested too deeply"),
        (b"a = [\n" + b"[\n" * 3000, "line 3001: tables or lists are nested too deeply"),
        (b"a = " + b"{a = " * 3000, "line 1: tables or lists are nested too deeply"),
        (b'[port]\nkind = "direct"\n[port.switches]\n20 = 4\n', "has no point '20'"),
        (
            b'[port]\nkind = "direct"\n[strip]\nroute = "pwm"\nlength = 900000000\n',
            "[strip] length: 900000000 pixels are too many; choose 10000 at most",
        ),
    ],
)
def test_the_line_names_the_place_and_what_to_do(text: bytes, complaint: str) -> None:
    said = outcome(lambda: parse_config(text))
    assert complaint in said
    assert is_one_clear_line(said)


def test_a_byte_order_mark_and_any_line_ends_are_read() -> None:
    for text in (b"\xef\xbb\xbf[page]\nport = 1\n", b"[page]\r\nport = 1\r\n", b"[page]\rport = 1"):
        assert parse_config(text).page.port == 1


def test_what_is_no_file_neither_blocks_nor_fills_the_memory(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "endless").symlink_to("/dev/zero")
    (tmp_path / "huge").write_bytes(b"#" * (LARGEST_CONFIG + 1))
    for name, why in [
        ("", "not a regular file"),
        ("pipe", "not a regular file"),
        ("endless", "not a regular file"),
        ("loop", "symbolic links"),
        ("huge", "larger than 64 kB"),
    ]:
        path = tmp_path / name
        with pytest.raises(InvalidConfig) as caught:
            load_config(path)
        said = str(caught.value)
        assert said.startswith(f"configuration {path}: "), said
        assert why in said
        assert said.endswith("; choose a readable file")
