"""Plays a short game of Solomon from an installed `companion`, as a page would, and reads its log.

python scripted_game.py path/to/companion
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

GAME = ["14-9", "2x12", "15x9", "3-7"]
TAKEN = {"2x12": "9", "15x9": "12"}


def wait(page: ClientConnection, reached: str, **wanted: object) -> dict[str, object]:
    """The next state that is as wanted."""
    while True:
        message = json.loads(page.recv(timeout=20))
        if message["type"] == "state" and all(message[k] == v for k, v in wanted.items()):
            return dict(message)
        if message["type"] == "refused":
            raise SystemExit(f"refused before {reached}: {message}")


def play(page: ClientConnection) -> None:
    """Move the pieces of GAME by hand, then resign."""

    def say(do: str, **what: object) -> None:
        page.send(json.dumps({"do": do, **what}))

    wait(page, "the start", phase="rest")
    for ply, move in enumerate(GAME, start=1):
        origin, to = move.replace("x", "-").split("-")
        say("lift", place=origin, hand="right")
        say("put", place=to, hand="right")
        if move in TAKEN:
            say("lift", place=TAKEN[move], hand="left")
            say("put", place="tray", hand="left")
        while True:
            state = wait(page, move)
            moves = state["moves"]
            assert isinstance(moves, list)
            if len(moves) == ply:
                break
    say("resign")
    wait(page, "the end", phase="over")


def main(companion: str) -> None:
    """Start the program, play, stop it, and compare its log with what was played."""
    with tempfile.TemporaryDirectory() as scratch:
        games = Path(scratch, "games")
        config = Path(scratch, "board.toml")
        config.write_text(f'[journal]\ndirectory = "{games.as_posix()}"\n[page]\nport = 0\n')
        program = subprocess.Popen(
            [companion, "play", "--config", str(config)], stdout=subprocess.PIPE, text=True
        )
        try:
            assert program.stdout is not None
            address = next(line for line in program.stdout if line.startswith("Page:")).split()[1]
            table = f"ws://{urlsplit(address).netloc}/table"
            with connect(table, origin=Origin(address.rstrip("/"))) as page:
                play(page)
        finally:
            program.terminate()
            program.wait(timeout=20)
        (log,) = games.glob("*.jsonl")
        said = [json.loads(line) for line in log.read_text().splitlines()]
        moves = [line["text"] for line in said if line["kind"] == "move"]
        assert moves == GAME, moves
        assert said[-1]["kind"] == "end", said[-1]
        out = subprocess.run(
            [companion, "journal", "verify", str(log)], check=True, capture_output=True, text=True
        )
        print(f"{len(moves)} moves played from the wheel; {out.stdout.strip()}")


if __name__ == "__main__":
    main(sys.argv[1])
