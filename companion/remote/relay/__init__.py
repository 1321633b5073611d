"""Games for relays: files that grow with every move, also sent to a web server."""
