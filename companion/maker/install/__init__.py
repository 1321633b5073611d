"""The program as a systemd service: what it requires of the system, and how it is installed."""
