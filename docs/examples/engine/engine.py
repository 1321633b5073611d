"""An engine for any game of the board companion. It sees one move ahead, and else plays at random.

It speaks the protocol of docs/engines.md. It knows no rules: it asks `companion referee` for them,
in the same installation. An engine of your own may be written in any language.
"""

import json
import random
import subprocess
import sys


class Referee:
    """Answers questions about the rules of one game."""

    def __init__(self, game, options):
        self.about = {"game": game, "options": options}
        command = [sys.executable, "-m", "companion", "referee"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, text, move):
        """How the game stands after a move: `ongoing`, `draw`, or `win 0` if seat 0 has won."""
        question = {**self.about, "ask": "play", "text": text, "moves": [move]}
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())["outcome"]


def value(outcome, seat):
    """What a player can expect: 1 is a win, 0 a loss, and anything else is open."""
    if outcome.startswith("win"):
        return float(outcome == f"win {seat}")
    return 0.5


def main():
    """Answer requests until there are no more."""
    referee = None
    for line in sys.stdin:
        request = json.loads(line)
        match request["ask"]:
            case "hello":
                referee = Referee(request["game"], request["options"])
                answer = {"name": "One move ahead", "rates": True}
            case "move" | "rate":
                values = {
                    move: value(referee.play(request["text"], move), request["seat"])
                    for move in request["moves"]
                }
                if request["ask"] == "rate":
                    answer = {"moves": [{"move": move, "value": v} for move, v in values.items()]}
                else:
                    best = max(values.values())
                    draw = random.Random(f"{request['seed']} {request['text']}")
                    move = draw.choice([move for move, v in values.items() if v == best])
                    answer = {"move": move, "value": best}
            case "quit":
                break
            case _:
                continue  # "cancel": this engine has always answered by then
        print(json.dumps({"id": request["id"], **answer}), flush=True)


if __name__ == "__main__":
    main()
