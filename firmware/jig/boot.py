"""Runs before USB starts: enables the serial channel for data, and sets the USB name."""

import supervisor
import usb_cdc

usb_cdc.enable(console=True, data=True)
supervisor.set_usb_identification(manufacturer="Board companion", product="Test jig")
