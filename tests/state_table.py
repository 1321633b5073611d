"""The tracker's states as a table and as a diagram, made from `companion/tracking/states.py`.

python -m tests.state_table    print both
"""

from __future__ import annotations

import sys
from enum import Enum

from companion.tracking.states import STATES, Act, Situation, State
from companion.tracking.view import Phase

_BEFORE = "as before"  # what is shown while a board changes nothing about that


def _name(value: Enum | None) -> str:
    if value is None:
        return ""
    words = value.name if isinstance(value, Phase) else str(value.value)
    return words.lower().replace("_", " ")


def _rule(situation: Situation) -> tuple[str, str]:
    """The number of the rule in tracker.py, and what the board shows."""
    number, _, words = situation.value.partition(" ")
    return number, words


def _shown(state: State) -> str:
    return _name(state.shows) or _BEFORE


def table() -> list[str]:
    """One line for each situation, in the order of the rules."""
    lines = [
        "| rule | the board shows | lamps and page show | when | then | if confirmed |",
        "|---:|---|---|---|---|---|",
    ]
    for situation, state in STATES.items():
        when = "" if state.wait is None else state.wait.value
        cells = (*_rule(situation), _shown(state), when, _name(state.then), _name(state.confirmed))
        lines.append(f"| {' | '.join(cell or '-' for cell in cells)} |")
    return lines


def diagram() -> list[str]:
    """A Mermaid state diagram: the situations within what is shown in them, and what comes of
    each."""
    lines = ["```mermaid", "stateDiagram-v2", "    direction LR"]
    shown = dict.fromkeys(_shown(state) for state in STATES.values())
    reached = [state.then for state in STATES.values() if isinstance(state.then, Phase)]
    for phase in dict.fromkeys((*shown, *map(_name, reached))):
        inside = [situation for situation, state in STATES.items() if _shown(state) == phase]
        lines.append(f'    state "{phase}" as {_id(phase)}')
        if inside:
            lines.append(f"    state {_id(phase)} {{")
            lines += [f'        state "{": ".join(_rule(s))}" as {s.name}' for s in inside]
            lines.append("    }")
    lines += [f'    state "{_name(act)}" as {_id(_name(act))}' for act in Act]
    for situation, state in STATES.items():
        for to, why in _arrows(state).items():
            lines.append(f"    {situation.name} --> {_id(to)}: {', or '.join(why)}")
    return [*lines, "```"]


def _arrows(state: State) -> dict[str, list[str]]:
    """Where a situation leads to, each with what leads there."""
    found: dict[str, list[str]] = {}
    if state.then is not None and state.wait is not None:
        found.setdefault(_name(state.then), []).append(state.wait.value)
    if state.confirmed is not None:
        found.setdefault(_name(state.confirmed), []).append("confirmed")
    return found


def _id(name: str) -> str:
    return f"to_{name.replace(' ', '_')}"


def tables() -> dict[str, list[str]]:
    """Both, by the names of their places in the page."""
    return {"states": table(), "diagram": diagram()}


if __name__ == "__main__":
    for lines in tables().values():
        sys.stdout.write("\n".join((*lines, "", "")))
