"""Connects the parts: events in, one decision at a time; lamps, log and page out."""
