"""The games, one file each; puzzles; what is printed on a board."""


def names() -> tuple[str, ...]:
    """Return the names of all games in menu order, those of installed packages last."""
    from companion.games.registry import in_menu_order

    return in_menu_order()
