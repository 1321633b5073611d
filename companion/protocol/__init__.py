"""The messages between a session and its pages: commands in, views out.

They are JSON, one message per WebSocket frame. `Welcome` gives every page the `MESSAGES_VERSION`: a
page that was loaded from another version of the program reloads itself.
"""

MESSAGES_VERSION = 5
"""The version of the messages.

5: `welcome` has the way for a phone to reach the page, and the version of the page's files;
`shining` has the meaning and the rhythm of the lamps, in place of frames; `state` has the last ply
in words, and the menu that is open on the board, from which `select` chooses; `settings` has the
settings, and `adjust` changes one; `tool`, `reply` and `halt` run the maker's tools; a second
`hint` shows more of it, `train` begins a drill, and `demonstrate` lights a move.

4: `learn` asks for the rules of a game, and `rules` answers; `teach` begins a guided game; `corner`
and `tell` are about figures to find; players have names, a new game may begin with a position,
`state` has the position as text, and `welcome` has the library's key.

3: `state` has only the changes; in 2 it was complete.

2: `back` has `moves`; in 1 the field was called `plies`.
"""
