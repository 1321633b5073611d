"""Decks of what flows where one side is off: from the computer into the lamps, and back."""

from __future__ import annotations

from hardware.parts.boards import BoardBuild
from hardware.simulation.netlist import GROUND, Deck, Netlist
from hardware.simulation.values import GATE_LEAK, PIN_STRONG, PIXEL_BYPASS
from hardware.wiring.levels import BULK, DATA_SERIES, PULL_DOWN, SERIES, VOLTS

FIVE_ON = 5.25
"""Volts of the lamps' supply at its highest."""


def lamps_off(built: BoardBuild, shifter: str = "74AHCT125", source: float = SERIES) -> Deck:
    """The computer drives its pin of the lamps high while their supply is off and empty.

    shifter: "74AHCT125", whose inputs have no diode to its supply; "74HCT125", which has one; or
    "none": the pin goes straight to the first pixel's input, which has one. source: Ω at the pin.
    """
    made = Netlist()
    made.clamp_model("clamp")
    made.steps("pin", "driver", GROUND, ((0, 0), (1e-6, 0), (1.1e-6, VOLTS)))
    made.resistor("pin", "driver", "pin", PIN_STRONG)
    made.resistor("source", "pin", "input", max(source, 0.001))
    if shifter == "none":
        made.resistor("series", "input", "din", DATA_SERIES[0])
        made.diode("din", "din", "five", "clamp")
    else:
        made.resistor("pull_down", "input", GROUND, PULL_DOWN)
    if shifter == "74HCT125":
        made.diode("input", "input", "five", "clamp")
    elif shifter == "74AHCT125":
        made.resistor("leak", "input", "five", VOLTS / GATE_LEAK)
    made.capacitor("five", "five", GROUND, BULK + built.points * PIXEL_BYPASS)
    made.resistor("five", "five", GROUND, 1e6)
    title = f"{built.name}: lamps off, computer on, {shifter}"
    return made.deck(title, ["i(vpin)", "v(five)"], (2.0, 1e-3))


def computer_off() -> Deck:
    """The lamps' supply is on while the computer is off: the voltage at its pin."""
    made = Netlist()
    made.voltage("five", "five", GROUND, FIVE_ON)
    made.resistor("leak", "five", "input", FIVE_ON / GATE_LEAK)
    made.resistor("pull_down", "input", GROUND, PULL_DOWN)
    made.resistor("source", "input", "pin", SERIES)
    made.resistor("pin", "pin", GROUND, 1e9)
    return made.deck("lamps on, computer off", ["v(pin)"])
