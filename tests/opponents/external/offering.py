"""An engine in JSON lines that offers options of its own, and writes what it is told to a file.

offering.py [FILE]
"""

import json
import sys
from pathlib import Path

OFFERS = [
    {"name": "Depth", "type": "spin", "default": 3, "min": 1, "max": 9},
    {"name": "Style", "type": "combo", "default": "calm1", "choices": ["calm1", "wild2"]},
    {"name": "Book", "type": "string", "default": "book.txt"},
]

for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request.get("id", 0)}
    match request["ask"]:
        case "hello":
            answer |= {"name": "Offering", "author": "A. Nonymous", "offers": OFFERS}
            if len(sys.argv) > 1:
                Path(sys.argv[1]).write_text(json.dumps(request["settings"]))
        case "move":
            answer["move"] = request["moves"][-1]
        case "quit":
            break
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
