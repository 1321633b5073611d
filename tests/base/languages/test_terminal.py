"""The language of the `companion` command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.base.languages import terminal_language
from companion.base.text import Text
from tests.base.languages.german import in_german, skip_missing


class Answers(Mapping[tuple[str, ...], tuple[int, str]]):
    """The exit status of each command and what it has said.

    A test that asks for an answer is skipped if German lacks a message of it.
    """

    def __init__(self, answers: list[tuple[list[str], int, str, list[tuple[str, str | None]]]]):
        """answers: what `commands.py` prints."""
        self._answers = {tuple(words): (code, said) for words, code, said, _ in answers}
        self._lacking = {tuple(words): lacking for words, _, _, lacking in answers}

    def __getitem__(self, words: tuple[str, ...]) -> tuple[int, str]:
        for message in self._lacking[words]:
            skip_missing(*message)
        return self._answers[words]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)


LONG = 400
"""Columns of a terminal that wraps nothing."""


def answers(folder: Path, *words: str, columns: int = LONG, **environment: str) -> Answers:
    """What the commands of `commands.py` say."""
    wide = {"COLUMNS": str(columns), "TERMINAL_WIDTH": str(columns), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.base.languages.commands", str(folder), *words],
        env={**os.environ, **wide, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Answers(json.loads(done.stdout))


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    return answers(tmp_path_factory.mktemp("pseudo"), "pseudo")


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    folder = tmp_path_factory.mktemp("german")
    return answers(folder, columns=80, LANGUAGE="", LC_ALL="de_DE.UTF-8")


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": ""}, "en"),
        ({"LC_MESSAGES": "de_DE.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "xx:de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "C:de"}, "en"),
        ({"LANGUAGE": "de"}, "de"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_one_that_gettext_takes(environ: dict[str, str], code: str) -> None:
    assert terminal_language(environ).code == code


_SAME = """
python companion tests languages which labels last
OPTIONS COMMAND ARGS WHICH LABELS CODE
FILE GAME NAME VALUE CLOCK POSITION SEAT PUZZLE BAG PORT FOLDER
play invite join train install games drills config firmware setup check calibrate referee journal
analyse puzzle people daily engines --try --on --off --seconds --reset switches version DRIVE N
--first --board --uf2 --to --undo --yes --dry-run --no-service --user --root
triangles
magic list show replay verify repair export import tables
--version --help --config --game --option --new --position --bag --computer --clock --puzzle --menu
--wait --drill --invite --join --seat --name --spectator
--page-port --no-page --open --fault FAULT --jig DEVICE --person --junit WORDS --only hil
--system --lamps --switches --free --diodes --report
--date DATE --hint --solution
--coupon --times --complete --count --number --nonsense
--effort --engine --json --traceback --directory new-game test-game DIRECTORY
first-evening first-evening-pi nine five pico-nine star-spi star-pwm star-pico pico-grid grid
game port strip lights timing menu speech features page engines remote
home_assistant relay wall name options bag clock kind settle
simulated direct matrix pico first White Black word missing
two_kings pegs_ GAME crowning gomony halma nim peg soli solomon son_of_solomon trinity
promoted none stalemate draw loses players rules simple advanced wins board star vacant variant
standard give_away pure_skill movers own any seats stones blocked
"""
_NOTATION = frozenset(_SAME.split())
"""Words that are the same in every language."""

_REPORT = "report, for support requests"


def untranslated(said: str) -> set[str]:
    """The words in which no message stands, apart from notation. The report of a check is for
    those who develop the program, and ends what is shown."""
    shown = said.partition(_REPORT)[0]
    outside = re.sub(r"⟦[^⟦⟧]*⟧", " ", shown.partition("⟦---")[0])
    outside = re.sub(r"'[^']*'|\S*/\S*|[\w-]+\.\w+|\d\S*", " ", outside)  # quoted, files, numbers
    return set(re.findall(r"[-\w]*[A-Za-z]{2}[-\w]*", outside)) - _NOTATION


def test_every_word_that_is_printed_can_be_translated(pseudo: Answers) -> None:
    for command, (_, said) in pseudo.items():
        assert "⟦" in said, command
        assert not untranslated(said), (command, said)


def test_a_word_that_nobody_translates_is_noticed() -> None:
    assert untranslated("⟦the point ⟧'x'⟦ is ⟧wrong⟦, see ⟧/etc/x⟦.⟧") == {"wrong"}


@pytest.mark.slow
def test_help_and_refusals_are_german(german: Answers) -> None:
    said = german["--help",][1]
    assert said.startswith("Aufruf: ")
    assert "\nOptionen:\n" in said
    assert "\nBefehle:\n" in said
    assert "Am Brett spielen. Eine unterbrochene Partie geht weiter." in said
    assert "Diese Hilfe zeigen und beenden." in said


def test_refusals_are_german_and_one_line(german: Answers) -> None:
    def refused(*words: str) -> str:
        code, said = german[words]
        assert code == 2
        begin, end = "companion: ", " --help`\n"
        assert said.startswith(begin) and said.endswith(end) and said.count("\n") == 1
        return said.removeprefix(begin).partition("; siehe `")[0]

    assert refused("calibrate") == "--config fehlt"
    assert refused("join") == "CODE fehlt"
    assert refused("nonsense") == "unbekannter Befehl 'nonsense'"
    assert refused("journal", "lost") == "unbekannter Befehl 'lost' (meinst du 'list'?)"
    assert refused("check", "--nonsense") == "unbekannte Option '--nonsense'"
    assert refused("check", "word") == "überzähliges Argument 'word'"
    assert refused("check", "--system=3") == "--system nimmt keinen Wert"
    assert refused("play", "--page-port") == "--page-port braucht einen Wert"
    assert refused("puzzle", "triangles", "--number", "x") == "--number: 'x' ist keine ganze Zahl"


def test_errors_are_german(german: Answers) -> None:
    def refused(name: str) -> str:
        code, said = german["check", "--system", "--config", name]
        assert code == 1
        return said

    assert german["config", "star-sip"] == (
        1,
        "companion: unbekannte Konfiguration 'star-sip' (meinst du 'star-spi'?); "
        "`companion config` zählt sie auf\n",
    )
    assert german["check", "--lamps", "--config", "missing.toml"][1] == (
        "companion: Konfiguration missing.toml: Datei oder Verzeichnis nicht gefunden; "
        "wähle eine lesbare Datei\n"
    )
    assert refused("syntax.toml") == (
        "companion: Konfiguration syntax.toml: kein TOML: am Ende eines Abschnitts fehlt ']' "
        "(Zeile 1, Spalte 6)\n"
    )
    assert refused("type.toml") == (
        "companion: Konfiguration type.toml: page.port ist 'x': schreibe eine ganze Zahl\n"
    )
    assert refused("wiring.toml") == (
        "companion: GPIO 2 ist doppelt belegt (Punkt 1; die Taste); ändere eine der Angaben\n"
    )


def test_a_check_is_german_and_its_findings_are_in_columns(german: Answers) -> None:
    code, said = german["check", "--config", "none.toml"]
    assert code == 0
    shown, _, report = said.partition("--- Bericht für Anfragen um Hilfe (auf Englisch) ---\n")
    assert "Stell einen Stein auf Punkt 19.\n  leuchtet: 19\n" in shown
    assert "     ok  alle 19 Schalter arbeiten, jeder an seinem Punkt\n" in shown
    assert "   ok  all 19 switches work, each at its own point\n" in report
    found = shown + german["check", "--system", "--config", "direct.toml"][1]
    columns = {
        line.index(words) + len(words)
        for line in found.splitlines()
        for words in ("ok  ", "Hinweis  ", "FEHLER  ")
        if line.lstrip().startswith(words)
    }
    assert columns == {9}


def test_help_fits_a_terminal(german: Answers) -> None:
    for command, (_, said) in german.items():
        if "--help" in command:
            assert max(map(len, said.splitlines())) <= 80, command


def test_logs_are_listed_in_german(german: Answers) -> None:
    assert german["journal", "list"][1].splitlines()[-1] == (
        "2026-11-20-153012-solomon.jsonl  solomon, 2 Züge, unterbrochen"
    )


def test_the_locale_c_is_english() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "companion", "config", "star-sip"],
        env={**os.environ, "LC_ALL": "C", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    ).stderr
    assert said == (
        "companion: unknown configuration 'star-sip' (did you mean 'star-spi'?); "
        "`companion config` lists them\n"
    )


def test_letters_that_a_terminal_lacks_are_replaced() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--help"],
        env={**os.environ, "LC_ALL": "de_DE", "LANGUAGE": "", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        encoding="ascii",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    about = in_german(Text("A companion for board games on a real wooden board."))
    assert about.encode("ascii", "replace").decode() in done.stdout
