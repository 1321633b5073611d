"""Tables over an MQTT broker: connections, and how tables are made and joined.

The broker's library is an extra (`pip install 'board-companion[remote]'`), so this imports nothing.
"""
