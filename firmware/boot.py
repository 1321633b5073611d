"""Runs before USB is up: a serial channel for data, and a name by which the program finds it."""

import os

import supervisor
import usb_cdc

usb_cdc.enable(console=True, data=True)
supervisor.set_usb_identification(
    manufacturer="Board companion", product="Board companion " + (os.getenv("BOARD") or "star")
)
