"""Boards far apart: invitations, the shared log of a table, transports (MQTT), Home Assistant."""
