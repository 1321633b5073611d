"""The game log: durable appending, reading back and export."""
