"""The physical board: ports to all kinds of switches and lamps, colours of lamps, power, speech."""
