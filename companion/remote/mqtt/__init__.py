"""Tables over an MQTT broker: connections, and how tables are made and joined.

The broker's library is the extra `remote`, so this imports nothing.
"""
