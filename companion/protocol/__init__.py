"""Commands and views: the messages between pages and sessions.

They are JSON, one message per WebSocket frame. `Welcome` tells every page the `MESSAGES_VERSION`: a
page that was loaded from another version of the program reloads itself.
"""

MESSAGES_VERSION = 5
"""5: `welcome` says how a phone gets to the page, and which files the page is made of; `shining`
tells what the lamps mean and how they blink, in place of frames; `state` tells the last ply in
words, and the menu that is open on the board, from which `select` chooses; `settings` tells the
settings, and `adjust` changes one; `tool`, `reply` and `halt` run the maker's tools; a second
`hint` shows more of it, `train` begins a drill, and `demonstrate` lights a move. 4: `learn`
asks for the rules of a game, and `rules` answers; `teach` begins a guided game; `corner` and `tell`
are about figures to find; players have names, a new game may begin with a position, `state` tells
the position as text, and `welcome` has the library's key. 3: `state` tells what has changed, in 2
it told everything. 2: `back` has `moves`; in 1 the field was called `plies`."""
