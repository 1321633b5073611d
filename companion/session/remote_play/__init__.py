"""Games with remote boards: the invitation, the seat at a shared table, and the remote moves."""
