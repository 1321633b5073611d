"""`make test-bare`: try `make play` and `make test` on bare Debians, as their users would.

    python -m tests.bare [NAME …]

NAME is a machine of tests/bare/variants.py, `landing` for those that every change is tried on, or
`all`; by default `landing`. What is committed is tried. Exit status: 0 if everything passed, 1 if
something failed. Where no Debian can be made, one line says why, and the status is 0, or 3 with
BARE_TESTS=required in the environment.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from datetime import date
from pathlib import Path
from time import monotonic

from tests.bare.commands import COMMANDS, Failed, Run
from tests.bare.system import Debian, NotRunError, check, check_emulation
from tests.bare.variants import BARE, ON_A_PI, VARIANTS, Variant

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "build" / "bare"


def main(names: Sequence[str]) -> int:
    """Try the machines of these names; return the exit status."""
    chosen = dict(_chosen(names or ["landing"]))
    try:
        check()
    except NotRunError as error:
        _say(f"bare Debians: NOT RUN: {error}")
        return 3 if os.environ.get("BARE_TESTS") == "required" else 0
    if subprocess.run(["git", "-C", ROOT, "diff", "--quiet", "HEAD"]).returncode:
        _say("What is not committed is left out.")
    RESULTS.mkdir(parents=True, exist_ok=True)
    failed, not_run = [], []
    for name, variant in chosen.items():
        begun = monotonic()
        try:
            said = _try(name, variant)
        except Failed as error:
            failed.append(name)
            said = f"FAILED: {error}; see {RESULTS / name}.log"
        except NotRunError as error:
            not_run.append(name)
            said = f"NOT RUN: {error}"
        _say(f"{name} ({_described(variant)}): {said} [{monotonic() - begun:.0f} s]")
    if not_run and os.environ.get("BARE_TESTS") == "required":
        return 3
    return 1 if failed else 0


def _chosen(names: Sequence[str]) -> Iterator[tuple[str, Variant]]:
    for name in names:
        if name in ("all", "landing"):
            yield from (each for each in VARIANTS.items() if name == "all" or each[1].landing)
        elif name in VARIANTS:
            yield name, VARIANTS[name]
        else:
            sys.exit(f"unknown machine {name!r}; known: all, landing, {', '.join(VARIANTS)}")


def _described(variant: Variant) -> str:
    """What is special about a machine."""
    special = {
        each.name: value
        for each in fields(variant)
        if (value := getattr(variant, each.name)) and value != each.default
    }
    return ", ".join(f"{name} {value}" for name, value in special.items() if name != "landing")


def _try(name: str, variant: Variant) -> str:
    """Run a machine's commands; return what to say about them. Raises Failed, NotRunError."""
    if variant.arch == "arm64":
        check_emulation()
    packages = (*(ON_A_PI if variant.arch else BARE), *variant.packages)
    debian = Debian(variant.release, packages, variant.arch)
    with ExitStack() as stack:
        machine = stack.enter_context(debian.unpacked(date.today()))
        log = stack.enter_context((RESULTS / f"{name}.log").open("w", encoding="utf-8"))
        for _ in range(variant.load):
            stack.enter_context(_busy())
        folders = [f"{variant.folder}{number or ''}" for number in range(variant.clones)]
        for folder in folders:
            _lay(machine.home(variant.user) / folder, variant)
        machine.check("chown -R tester: /home/tester", user="root")
        run = Run(machine, variant, folders, log)
        return "; ".join(COMMANDS[command](run) for command in variant.commands)


def _lay(folder: Path, variant: Variant) -> None:
    """Put the project into a folder, as git or an archive would bring it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    if variant.archive:
        folder.mkdir()
        packed = subprocess.run(
            ["git", "-C", ROOT, "archive", "HEAD"], capture_output=True, check=True
        )
        subprocess.run(["tar", "x", "-C", folder], input=packed.stdout, check=True)
    else:
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, folder], check=True)


@contextmanager
def _busy() -> Iterator[None]:
    """A program that takes all that it gets of a processor."""
    program = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        program.kill()
        program.wait()


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
