"""The program on an emulated Raspberry Pi 3: `make test-emulated-pi`."""
