"""A player who cannot see the page, and knows only what its accessibility tree says."""

from __future__ import annotations

import re
import time
from collections import deque
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page

KEYS = (
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Home",
    "End",
    "PageUp",
    "PageDown",
)
_PATIENCE = 60.0  # seconds for what takes a fraction of one
_STOPS = 60  # more presses of Tab than any view has stops
_POINT = re.compile(r"Point (\w+), (.*)")


class Heard(NamedTuple):
    """A part of the page as a screen reader tells it."""

    role: str
    name: str


class BlindPlayer:
    """Plays on a page that is open.

    told: what the live regions have said, in order.
    """

    def __init__(self, page: Page) -> None:
        self._keyboard = page.keyboard
        self._devtools: CDPSession = page.context.new_cdp_session(page)
        self._ways: dict[str, dict[str, str]] = {}  # from point to point, by key
        self._regions: dict[int, str] = {}  # what each live region said last
        self._listened = 0  # how much of `told` has been waited for
        self.told: list[str] = []
        self._devtools.send("Accessibility.enable")

    def tree(self) -> list[Heard]:
        """Everything that a screen reader could read now. What live regions say is noted."""
        nodes = self._devtools.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}

        def text(node: dict) -> str:  # type: ignore[type-arg] # JSON
            if _value(node, "role") == "StaticText":
                return _value(node, "name")
            children = (by_id[child] for child in node.get("childIds", ()) if child in by_id)
            return " ".join(filter(None, map(text, children)))

        heard = []
        for node in nodes:
            if node.get("ignored"):
                continue
            role = _value(node, "role")
            name = text(node) if role == "status" else _value(node, "name")
            if role == "status" and name != self._regions.get(node["backendDOMNodeId"], ""):
                self._regions[node["backendDOMNodeId"]] = name
                self.told += [name] if name else []
            heard.append(Heard(role, name))
        return heard

    def press(self, *keys: str) -> None:
        for key in keys:
            self._keyboard.press(key)

    def type(self, text: str) -> None:
        self._keyboard.type(text)

    @property
    def focus(self) -> Heard:
        """What has the focus. Nothing else is read: that would take most of the test's time."""
        active = "document.activeElement"
        held = self._devtools.send("Runtime.evaluate", {"expression": active})["result"]["objectId"]
        asked = {"objectId": held, "fetchRelatives": False}
        (node,) = self._devtools.send("Accessibility.getPartialAXTree", asked)["nodes"]
        return Heard(_value(node, "role"), _value(node, "name"))

    def wait_for(self, pattern: str) -> str:
        """Listen until a live region says something after what was waited for last. Returns it."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            self.tree()
            for number, said in enumerate(self.told[self._listened :], self._listened + 1):
                if re.search(pattern, said):
                    self._listened = number
                    return said
            if time.monotonic() > deadline:
                raise AssertionError(f"nothing said {pattern!r}, but {self.told}")

    def go_to(self, role: str, name: str) -> None:
        """Press Tab until something of that role, and with a name that begins so, has the focus."""
        passed = []
        for _ in range(_STOPS):
            focus = self.focus
            if focus.role == role and focus.name.startswith(name):
                return
            passed.append(focus)
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {role} {name!r}, but {passed}")

    # On the board

    def board(self) -> dict[str, str]:
        """What is said of each point."""
        found = (_POINT.fullmatch(part.name) for part in self.tree() if part.role == "button")
        return {match[1]: match[2] for match in found if match}

    def points(self, *meanings: str) -> list[str]:
        """The points of which one of these is said, in the order in which they are read."""
        return [
            name
            for name, said in self.board().items()
            if any(part in meanings for part in said.split(", "))
        ]

    def walk_to(self, wanted: str) -> None:
        """Go from point to point with the keys of the board, finding out where they lead."""
        here = self._here()
        for _ in range(200):
            if here == wanted:
                return
            way = self._way(here, wanted)
            key = way or next((k for k in KEYS if k not in self._ways.get(here, {})), None)
            assert key is not None, f"no key leads from {here} towards {wanted}"
            self.press(key)
            there = self._ways.setdefault(here, {})[key] = self._here()
            here = there
        raise AssertionError(f"{wanted} was not reached")

    def _here(self) -> str:
        match = _POINT.fullmatch(self.focus.name)
        assert match, f"{self.focus} is no point"
        return match[1]

    def _way(self, here: str, wanted: str) -> str | None:
        """The first key of the shortest known way: to a point, or else to one from which some key
        is still untried."""
        for goal in (lambda p: p == wanted, lambda p: len(self._ways.get(p, {})) < len(KEYS)):
            queue, seen = deque([(here, "")]), {here}
            while queue:
                point, first = queue.popleft()
                if first and goal(point):
                    return first
                for key, to in self._ways.get(point, {}).items():
                    if to not in seen:
                        seen.add(to)
                        queue.append((to, first or key))
            if len(self._ways.get(here, {})) < len(KEYS):
                return None  # try another key here first
        return None


def _value(node: dict, field: str) -> str:  # type: ignore[type-arg] # JSON
    return str(node.get(field, {}).get("value", ""))
