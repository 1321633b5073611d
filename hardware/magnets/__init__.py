"""Where a piece is felt: magnets by magpylib, reeds as soft iron, calculated and not measured."""
