"""`companion calibrate`: finds which switch and which pixel is at which point, with one piece.

Theory of operation. Two mappings are unknown: from points to switches, and from points to pixels. A
person knows the points by the names printed on the board; the program knows switches and pixels by
their numbers. So:

 1. The lamps are lit in the configured order. If the person confirms that this is the reading
    order, the pixels are right.
 2. The program asks for a piece on one named point after another, which gives that point's switch.
    If the pixels are right, it lights the point as well, and is done after one piece on each point,
    the fewest possible.
 3. Otherwise it lights one pixel after another; a piece on each gives its point, through its
    switch.

A switch that is detected at two places is asked for again at both; if it is detected twice again,
the wiring is faulty. Every result is saved at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.base.text import Text
from companion.config import load_config
from companion.device.ports.opening import open_raw_board
from companion.device.ports.port_kind import SwitchId
from companion.maker import MakerError
from companion.maker.config_writer import update_config
from companion.maker.console import BoardConsole, Lighting
from companion.maker.inbox import Inbox
from companion.maker.output import ToolOutput
from companion.maker.progress import CalibrationProgress, ProgressFile, fingerprint
from companion.maker.wiring_search import MappingSearch


def calibrate_board(
    path: Path,
    inbox: Inbox,
    screen: ToolOutput,
    *,
    switches: bool = True,
    pixels: bool | None = None,
    fresh: bool = False,
    pin_factory: Any = None,
) -> bool:
    """Find the mappings and write them into the configuration.

    Args:
        path: The configuration file.
        inbox: The events from the board and the keyboard.
        screen: The output.
        switches: Whether to find the switches; False if they are right as configured.
        pixels: Whether to find the pixels; None to ask.
        fresh: Whether to discard the results of an interrupted calibration.
        pin_factory: A gpiozero pin factory, for tests.

    Returns:
        Whether everything was found.

    Raises:
        InvalidConfig: If the configuration cannot be read or is invalid.
        InvalidWiring: If the settings are not possible.
        PortError: If the board is unavailable.
        MakerError: If there is nothing to calibrate, or the results cannot be saved.
    """
    config = load_config(path)
    port, strip = config.port, config.strip
    physical = port.physical_board(config.make_game().board)
    board = open_raw_board(port, strip, physical, inbox.now, pin_factory=pin_factory)
    raw = board.wires
    config.lights.check(physical, board.lamps)
    has_lamps = port.lamps(strip).lit
    if not has_lamps and (pixels or not switches):
        raise MakerError(Text('[strip] route is "none": there are no lamps to find'))
    if not switches and not board.switches:
        raise MakerError(Text("the switches are not configured: run this without --no-switches"))
    progress_file = ProgressFile(path)
    wiring = fingerprint(port.kind, physical, raw.names, board.lamps)
    progress = None if fresh else progress_file.load(wiring)
    if progress is not None:
        screen.say(
            Text("Continuing an interrupted calibration ({name}).", name=progress_file.path.name),
            keys=Text("--new restarts it."),
        )
    progress = progress or CalibrationProgress(wiring)
    if not switches:
        progress.switches = dict(zip(physical.names, board.switches, strict=True))
    if pixels is not None or not has_lamps:
        progress.pixels_match = not pixels
    lighting = Lighting(board.lamps, config.lights.budget_ma, config.lights.brightness)
    window = config.timing.debounce / 1000
    console = BoardConsole(raw.port, physical, raw.names, lighting, window, inbox, screen)
    with console.open():
        search = MappingSearch(
            console, board.pixels, progress, lambda: progress_file.save(progress)
        )
        search.run()
    for line in search.troubles:
        screen.say(line, "bold red")
    if not search.complete:
        screen.say(Text("Nothing has been written yet: fix that and run it again to continue."))
        return False
    found: dict[str, SwitchId] = {n: raw.places[progress.switches[n]] for n in physical.names}
    lines = update_config(
        path,
        raw.key,
        found if switches else None,
        None if progress.pixels_match else {n: progress.pixels[n] for n in physical.names},
    )
    for line in lines:
        screen.say(line)
    progress_file.delete()
    screen.say(Text("Now test the result."), keys=Text("Run `companion check`."))
    return not search.troubles
