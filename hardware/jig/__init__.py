"""The jig that tests a board without hands: its wires, its parts and their drawing."""
