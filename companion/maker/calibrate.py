"""`companion calibrate`: which switch and which pixel is at which point, found with one piece.

Theory of operation. Two maps are unknown: from points to switches, and from points to pixels. A
person knows the points by their names, which stand on the board; the program knows switches and
pixels by their numbers. So:

 1. The lamps are lit in the order that the configuration has. If a person says that this is the
    reading order, the pixels are right.
 2. The names of the points are asked for, one after another: a piece on each gives its switch. If
    the pixels are right the point is lit as well, and all is known after as many pieces as there
    are points, which is the least that can be.
 3. Otherwise the pixels are lit one after another, and a piece on each gives, by its switch, its
    point.

What is felt twice is asked again at both places; what is felt twice again is a fault in the wiring.
Every find is kept at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.config import load
from companion.drivers.part import wooden
from companion.drivers.raw import Place, open_raw
from companion.maker import MakerError
from companion.maker.desk import Desk, Lighting
from companion.maker.finds import Finds, Keeper, fingerprint
from companion.maker.inbox import Inbox
from companion.maker.search import Search
from companion.maker.terminal import Screen
from companion.maker.writing import write


def calibrate(
    path: Path,
    inbox: Inbox,
    screen: Screen,
    *,
    switches: bool = True,
    pixels: bool | None = None,
    fresh: bool = False,
    pin_factory: Any = None,
) -> bool:
    """Find the maps and write them into the configuration; whether all was found.

    switches: False: they are right as configured. pixels: whether they are to be found; None: ask.
    fresh: forget what an interrupted calibration has found.
    Raises InvalidConfig, InvalidWiring, PortError or MakerError.
    """
    config = load(path)
    wood = wooden(config.port, config.make_game().board)
    raw = open_raw(config.port, config.strip, wood, inbox.now, pin_factory=pin_factory)
    config.lights.check(wood, raw.lamps)
    has_lamps = config.strip.route != "none" or config.port.kind == "simulated"
    if not has_lamps and (pixels or not switches):
        raise MakerError('[strip] route is "none": there are no lamps to be found')
    if not switches and not raw.switches:
        raise MakerError("which switch is at which point is not configured: do find the switches")
    keeper = Keeper(path)
    wiring = fingerprint(config.port.kind, wood, raw.names, raw.lamps)
    finds = None if fresh else keeper.load(wiring)
    if finds is not None:
        screen.say(f"Goes on where it was left ({keeper.path.name}); --new begins anew.")
    finds = finds or Finds(wiring)
    if not switches:
        finds.switches = dict(zip(wood.names, raw.switches, strict=True))
    if pixels is not None or not has_lamps:
        finds.right = not pixels
    lighting = Lighting(raw.lamps, config.lights.budget_ma, config.lights.brightness)
    window = config.timing.debounce / 1000
    desk = Desk(raw.port, wood, raw.names, lighting, window, inbox, screen)
    with desk.open():
        search = Search(desk, raw.pixels, finds, lambda: keeper.keep(finds))
        search.run()
    for line in search.troubles:
        screen.say(line, "bold red")
    if not search.complete:
        screen.say(
            "Nothing is written yet: mend that and run it again, it goes on where it was left."
        )
        return False
    found: dict[str, Place] = {n: raw.places[finds.switches[n]] for n in wood.names}
    lines = write(
        path,
        raw.key,
        found if switches else None,
        None if finds.right else {n: finds.pixels[n] for n in wood.names},
    )
    for line in lines:
        screen.say(line)
    keeper.forget()
    screen.say("Now `companion check` shows whether all is well.")
    return not search.troubles
