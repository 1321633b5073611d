"""The tracker's states as a table and as a diagram, made from `companion/tracking/situations.py`.

python -m tests.state_table    print both
"""

from __future__ import annotations

import sys
from enum import Enum

from companion.tracking.situations import RESPONSES, Act, Response, Situation
from companion.tracking.view import Phase

_BEFORE = "as before"  # what is shown while a board changes nothing about that


def _name(value: Enum | None) -> str:
    if value is None:
        return ""
    words = value.name if isinstance(value, Phase) else str(value.value)
    return words.lower().replace("_", " ")


def _rule(situation: Situation) -> tuple[str, str]:
    """The number of the rule in recognizer.py, and what the board shows."""
    number, _, words = situation.value.partition(" ")
    return number, words


def _shown(state: Response) -> str:
    return _name(state.shows) or _BEFORE


def table() -> list[str]:
    """One line for each situation, in the order of the rules."""
    lines = [
        "| rule | the board shows | lamps and page show | when | then | if confirmed |",
        "|---:|---|---|---|---|---|",
    ]
    for situation, state in RESPONSES.items():
        when = "" if state.wait is None else state.wait.value
        cells = (*_rule(situation), _shown(state), when, _name(state.then), _name(state.confirmed))
        lines.append(f"| {' | '.join(cell or '-' for cell in cells)} |")
    return lines


def diagram() -> list[str]:
    """A Mermaid state diagram: within each thing that is shown, the boards that it is shown for
    and what comes of them."""
    lines = ["```mermaid", "stateDiagram-v2", "    direction LR"]
    reached = [_name(state.then) for state in RESPONSES.values() if isinstance(state.then, Phase)]
    for shown in dict.fromkeys((*map(_shown, RESPONSES.values()), *reached)):
        lines.append(f'    state "{shown}" as {_id(shown)}')
        inside = {s: state for s, state in RESPONSES.items() if _shown(state) == shown}
        if inside:
            lines += [f"    state {_id(shown)} {{", "        direction LR"]
            lines += [f'        state "{": ".join(_rule(s))}" as {s.name}' for s in inside]
            acts = [act for act in Act for state in inside.values() if act in _ways(state)]
            for act in dict.fromkeys(acts):
                lines.append(f'        state "{_name(act)}" as {_id(shown, act)}')
            lines += _arrows(shown, Act)
            lines.append("    }")
    for shown in dict.fromkeys(map(_shown, RESPONSES.values())):
        lines += _arrows(shown, Phase)
    return [*lines, "```"]


def _arrows(shown: str, kind: type[Act] | type[Phase]) -> list[str]:
    """The arrows from the boards within what is shown to acts, or to something else shown."""
    return [
        f"    {'    ' * (kind is Act)}{situation.name} --> "
        f"{_id(shown, to) if kind is Act else _id(_name(to))}: {', or '.join(why)}"
        for situation, state in RESPONSES.items()
        if _shown(state) == shown
        for to, why in _ways(state).items()
        if isinstance(to, kind)
    ]


def _ways(state: Response) -> dict[Act | Phase, list[str]]:
    """The results of a situation, each with its cause."""
    found: dict[Act | Phase, list[str]] = {}
    if state.then is not None and state.wait is not None:
        found.setdefault(state.then, []).append(state.wait.value)
    if state.confirmed is not None:
        found.setdefault(state.confirmed, []).append("confirmed")
    return found


def _id(shown: str, act: Act | Phase | None = None) -> str:
    return "_".join(("show", shown, _name(act))).strip("_").replace(" ", "_")


def tables() -> dict[str, list[str]]:
    """The table and the diagram, by the names of their places in the page."""
    return {"states": table(), "diagram": diagram()}


if __name__ == "__main__":
    for lines in tables().values():
        sys.stdout.write("\n".join((*lines, "", "")))
