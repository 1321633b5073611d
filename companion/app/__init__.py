"""The running program: start-up, the loop and its thread, waiting for a board, systemd."""
