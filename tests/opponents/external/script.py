"""A program that behaves like an engine, well or badly.

    script.py BEHAVIOUR [COUNTER]

It speaks JSON lines. A behaviour of `move …` shows when it is asked for a move, one of `hello …`
when it is greeted. COUNTER is a file: only the first start behaves badly, and every start adds a
line.
"""

import json
import os
import sys
import time
from pathlib import Path


def crash() -> None:
    print("out of ideas", file=sys.stderr, flush=True)
    sys.exit(3)


def resist() -> None:
    while True:  # it ends for nobody
        time.sleep(1000)


def write_long_line() -> None:
    sys.stdout.write("x" * (5 << 20) + "\n")
    sys.stdout.flush()


def fill_memory() -> None:
    hoard = []
    try:
        while True:
            hoard.append(bytes(1 << 24))
    except MemoryError:  # caught, since not every Python survives to say it itself
        hoard.clear()
    print("MemoryError", file=sys.stderr, flush=True)
    sys.exit(1)


DEEDS = {
    "crash": crash,
    "abort": os.abort,
    "garbage": lambda: print("Thinking hard ...", flush=True),
    "hang": lambda: time.sleep(1000),  # until it is killed
    "stubborn": resist,
    "line": write_long_line,
    "memory": fill_memory,
}


def behave(kind: str, number: int, request: object) -> None:
    if kind in DEEDS:
        DEEDS[kind]()
    if kind == "flood":
        while True:
            print(json.dumps({"id": number - 1, "note": "x" * 100}), flush=True)
    if kind == "illegal":
        print(json.dumps({"id": number, "move": "castles"}), flush=True)
    if kind == "error":
        print(json.dumps({"id": number, "error": "I am\ntired"}), flush=True)
    if kind == "note":  # what it is asked is written to the file
        with Path(sys.argv[2]).open("a") as file:
            print(json.dumps(request), file=file)
    if kind == "late":  # the answer to an earlier question comes first
        for _ in range(5):
            print(json.dumps({"id": number - 1, "move": "late"}), flush=True)


def main() -> None:
    behaviour = sys.argv[1].split() if len(sys.argv) > 1 else []
    bad, pending = True, 0
    if len(sys.argv) > 2:
        with Path(sys.argv[2]).open("a+") as counter:
            counter.seek(0)
            bad = not counter.read()
            counter.write(f"{os.getpid()}\n")
    for line in sys.stdin:
        request = json.loads(line)
        ask = request["ask"]
        if bad and behaviour[:1] == [ask]:
            behave(behaviour[1], request["id"], request)
        if ask == "hello":
            print(json.dumps({"id": request["id"], "name": "Script", "rates": True}), flush=True)
        elif ask == "move":
            if "patient" in behaviour:  # it thinks until it is cancelled
                pending = request["id"]
                continue
            answer = {"id": request["id"], "move": request["moves"][0], "value": 0.25}
            print(json.dumps(answer), flush=True)
        elif ask == "rate":
            moves = [{"move": m, "value": i / 100} for i, m in enumerate(request["moves"])]
            print(json.dumps({"id": request["id"], "moves": moves}), flush=True)
        elif ask == "cancel":
            print(json.dumps({"id": pending, "error": "cancelled"}), flush=True)
        elif ask == "quit":
            if "stubborn" in behaviour:
                resist()
            break


main()
