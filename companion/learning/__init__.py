"""What a newcomer is shown: pages of rules, examples of moves, and guided first games."""
