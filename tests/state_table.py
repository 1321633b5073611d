"""The table that says what comes of a board, and a drawing of it, made from
`companion/hands/responses.py`.

python -m tests.state_table    print both
"""

from __future__ import annotations

import sys
from enum import Enum

from companion.hands.explanation import FLAWS, Case, Flaw
from companion.hands.responses import ROWS, Act, Response
from companion.hands.view import Phase

_BEFORE = "as before"  # what is shown while a board changes nothing about that


def _name(value: Enum | None) -> str:
    if value is None:
        return ""
    words = value.name if isinstance(value, Phase) else str(value.value)
    return words.lower().replace("_", " ")


def _flaws(flaws: Flaw) -> str:
    return ", ".join(_name_of(flaw) for flaw in FLAWS if flaw in flaws)


def _name_of(flaw: Flaw) -> str:
    return str(flaw.name).lower()


def _shown(then: Response) -> str:
    return _name(then.shows) or _BEFORE


def table() -> list[str]:
    """The rows, the first of which that matches counts."""
    lines = [
        "| best explanation | with any of these flaws | beside a rival"
        " | lamps and page show | when | then | if confirmed |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind, then, flaws, rival in ROWS:
        when = "" if then.wait is None else then.wait.value
        cells = (
            kind.value,
            _flaws(flaws),
            "" if rival is None else rival.value,
            _shown(then),
            when,
            _name(then.then),
            _name(then.confirmed),
        )
        lines.append(f"| {' | '.join(cell or '-' for cell in cells)} |")
    return lines


def flaws() -> list[str]:
    """What each flaw means."""
    lines = ["| flaw | meaning |", "|---|---|"]
    return lines + [f"| {_name_of(flaw)} | {meaning} |" for flaw, meaning in FLAWS.items()]


def diagram() -> list[str]:
    """A Mermaid diagram: from each kind of explanation to what comes of it."""
    lines = ["```mermaid", "flowchart LR"]
    lines += [f'    {kind.name}["{kind.value}"]' for kind in _kinds()]
    lines += [f'    {act.name}(["{act.value}"])' for act in Act]
    lines += [f'    {phase.name}_SHOWN(["{_name(phase)}"])' for phase in _phases()]
    for kind in _kinds():
        for end, causes in _ends(kind).items():
            lines.append(f"    {kind.name} -->|{', or '.join(causes)}| {end}")
    return [*lines, "```"]


def _kinds() -> list[Case]:
    return list(dict.fromkeys(row.kind for row in ROWS))


def _phases() -> list[Phase]:
    then = [row.then.then for row in ROWS]
    return [phase for phase in Phase if phase in then]


def _ends(kind: Case) -> dict[str, list[str]]:
    """What comes of a kind of explanation, each with its causes."""
    found: dict[str, list[str]] = {}
    for row in ROWS:
        if row.kind is kind:
            for end, cause in _ways(row.then):
                name = end.name if isinstance(end, Act) else f"{end.name}_SHOWN"
                if cause not in found.setdefault(name, []):
                    found[name].append(cause)
    return found


def _ways(then: Response) -> list[tuple[Act | Phase, str]]:
    found: list[tuple[Act | Phase, str]] = []
    if then.then is not None and then.wait is not None:
        found.append((then.then, then.wait.value))
    if then.confirmed is not None:
        found.append((then.confirmed, "confirmed"))
    return found


def tables() -> dict[str, list[str]]:
    """The tables and the diagram, by the names of their places in the page."""
    return {"states": table(), "flaws": flaws(), "diagram": diagram()}


if __name__ == "__main__":
    for lines in tables().values():
        sys.stdout.write("\n".join((*lines, "", "")))
