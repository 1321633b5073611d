"""What a maker downloads, and the programs that make it from the geometry that is played on."""
