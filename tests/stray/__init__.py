"""Modules of packages that fail as soon as they are imported."""
