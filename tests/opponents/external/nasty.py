"""An engine that greets well, and then does whatever hurts most. It speaks both protocols.

    nasty.py BEHAVIOUR [FILE]

`FILE` gets the number of a process that it leaves behind.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

SLEEP = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"]


def say(data: bytes) -> None:
    """Write to standard output, whatever becomes of it."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def hang() -> None:
    """Do nothing until it is killed."""
    while True:
        time.sleep(600)


def behave(kind: str, uci: bool, number: int) -> None:
    """Do it, as the answer to a question. uci: the protocol."""
    answer = b"bestmove " if uci else b'{"id":%d,"move":' % number
    match kind:
        case "exit":
            os._exit(0)
        case "stdin":
            os.close(0)
            hang()
        case "stdout":
            os.close(1)
            hang()
        case "partial":
            say(answer)
            hang()
        case "encoding":
            say(answer + b'"\xff\xfe\x00"}\n')
            hang()
        case "line":
            say(answer + b"x" * 10_000_000 + b"\n")
            hang()
        case "flood":
            while True:
                say(b"info depth 1\n" * 1000 if uci else b'{"id":1}\n' * 1000)
        case "old":
            say(b"bestmove e7e5\n" if uci else b'{"id":1,"move":"14-9"}\n')
            hang()
        case "nan":
            say(b"info score cp nan pv e2e4\n" if uci else answer + b'"",' + b'"value":NaN}\n')
            hang()
        case "nested":
            say(b"info score cp 1 wdl pv e2e4\n" if uci else b"[" * 500_000 + b"\n")
            hang()
        case "memory":
            hoard = []
            while True:
                hoard.append(bytes(1 << 24))
        case "child":  # in its own group, with this one's pipes
            child = subprocess.Popen(SLEEP, start_new_session=True)
            Path(sys.argv[2]).write_text(str(child.pid))
            os._exit(1)


def main() -> None:
    """Greet, and behave."""
    kind = sys.argv[1]
    if kind == "start":
        sys.exit(0)
    if kind == "stubborn":
        for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(one, signal.SIG_IGN)
    for line in sys.stdin:
        if line.startswith("{"):
            request = json.loads(line)
            if request["ask"] == "hello":
                say(b'{"id":1,"name":"Nasty"}\n')
            elif request["ask"] == "move":
                behave(kind, False, request["id"])
                say(json.dumps({"id": 2, "move": request["moves"][0]}).encode() + b"\n")
        elif line.startswith("uci\n"):
            say(b"id name Nasty\nuciok\n")
        elif line.startswith("isready"):
            say(b"readyok\n")
        elif line.startswith("go"):
            behave(kind, True, 0)
            say(b"bestmove e2e4\n")
    if kind == "stubborn":
        hang()


main()
