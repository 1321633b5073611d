"""Circuit boards to order: tiles for the points and boards for the computers."""
