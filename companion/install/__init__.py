"""The program as a service of systemd: what that wants of the system, and how it is put there."""
