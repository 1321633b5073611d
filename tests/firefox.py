"""A headless Firefox, worked over WebDriver BiDi: https://w3c.github.io/webdriver-bidi/

Only what the tests of the page need of it. Conditions are watched inside the page, so nothing is
polled.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests import needs

_PATIENCE = 60.0  # seconds for what takes a fraction of one
_STEP = 40  # milliseconds that a pointer takes from one place to the next
_UNTIL = """new Promise((done) => {
  const holds = () => { try { return %s; } catch { return false; } };
  if (holds()) { done(true); return; }
  const observer = new MutationObserver(() => {
    if (holds()) { observer.disconnect(); done(true); }
  });
  observer.observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
})"""


class FirefoxPage:
    """One page of a Firefox. errors: what went wrong in its scripts so far.

    touch: whether its pointer is a finger and not a mouse.
    """

    def __init__(self, connection: ClientConnection, size: tuple[int, int], *, touch: bool) -> None:
        self.errors: list[str] = []
        self._connection = connection
        self._number = 0
        self._pointer = "touch" if touch else "mouse"
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])
        self._context = self.command("browsingContext.getTree")["contexts"][0]["context"]
        width, height = size
        self.command(
            "browsingContext.setViewport",
            context=self._context,
            viewport={"width": width, "height": height},
        )

    def command(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command, and return its result. Raises RuntimeError if Firefox refuses it."""
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            message = json.loads(self._connection.recv(timeout=_PATIENCE))
            if message.get("id") == self._number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                result: dict[str, Any] = message["result"]
                return result
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])

    def open(self, url: str) -> None:
        """Open an address."""
        self.command("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def visit(self, url: str) -> None:
        """Open an address, and wait until the board is there."""
        self.open(url)
        self.until("document.querySelector('[data-testid=headline]').textContent !== ''")

    def value(self, expression: str) -> Any:
        """The value of an expression or promise: a text, a number, true or false."""
        answer = self.command(
            "script.evaluate",
            expression=expression,
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait until an expression is true, as changes of the page make it."""
        assert self.value(_UNTIL % condition) is True

    def says(self, part: str, text: str) -> None:
        """Wait until the part of the page with that test id contains the text."""
        found = f"document.querySelector('[data-testid=\"{part}\"]').textContent"
        self.until(f"{found}.includes({json.dumps(text)})")

    def click(self, selector: str) -> None:
        """Press what the selector finds."""
        self._act(self._to(selector), {"type": "pointerDown", "button": 0})
        self._act({"type": "pointerUp", "button": 0})

    def carry(self, origin: str, to: str) -> None:
        """Carry a simulated piece from one place to another, given by selectors."""
        board = "document.querySelector('[data-testid=board]').dataset"
        self._act(self._to(origin), {"type": "pointerDown", "button": 0})
        self.until(f"{board}.held === '1'")
        self._act({**self._to(to), "duration": _STEP}, {**self._to(to), "duration": _STEP})
        self._act({"type": "pointerUp", "button": 0})
        self.until(f"{board}.hands === '0'")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other; a key is a character as WebDriver writes it."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.command(
            "input.performActions",
            context=self._context,
            actions=[{"type": "key", "id": "keyboard", "actions": actions}],
        )

    def _to(self, selector: str) -> dict[str, Any]:
        """The action that moves the pointer to the middle of what the selector finds."""
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        x, y = (
            round(self.value(f"{box}.{side} + {box}.{size} / 2"))
            for side, size in (("left", "width"), ("top", "height"))
        )
        return {"type": "pointerMove", "x": x, "y": y}

    def _act(self, *actions: dict[str, Any]) -> None:
        source = {
            "type": "pointer",
            "id": self._pointer,
            "parameters": {"pointerType": self._pointer},
            "actions": list(actions),
        }
        self.command("input.performActions", context=self._context, actions=[source])


@contextmanager
def firefox_page(
    directory: Path, size: tuple[int, int], *, touch: bool = False
) -> Iterator[FirefoxPage]:
    """A Firefox of its own with one page of that size (CSS pixels). directory: for its profile."""
    path = needs.firefox()
    profile = directory / "profile"
    profile.mkdir()
    command = [path, "--headless", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(
        [*command, "--remote-debugging-port", "0", "about:blank"],
        env={"HOME": str(directory), "PATH": "/usr/bin:/bin", "MOZ_CRASHREPORTER_DISABLE": "1"},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as browser:
        try:
            lines = browser.stderr or ()
            found = (re.search(r"BiDi listening on (ws://\S+)", line) for line in lines)
            address = next(filter(None, found), None)
            if address is None:
                missing = needs.Missing("no Firefox that starts", f"see {path} --headless")
                needs.unmet(missing, required=False)
            with connect(f"{address[1]}/session", max_size=None) as connection:
                yield FirefoxPage(connection, size, touch=touch)
        finally:
            browser.terminate()
            browser.communicate()
