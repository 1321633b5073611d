"""Builds a Debian package of the program: `python -m deb --help`."""
