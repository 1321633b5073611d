"""Help for beginners: rules pages, examples of moves, and guided first games."""
