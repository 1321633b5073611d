"""Foundations without any game: translated text, errors, TOML, safe files, plug-ins, QR codes."""
