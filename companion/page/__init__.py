"""The page in the browser, its server, and who may connect."""
