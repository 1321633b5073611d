"""The board in a genuine Home Assistant: `make test-home`."""
