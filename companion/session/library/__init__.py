"""The library of logged games for the page: lists, replays, reviews and statistics."""
