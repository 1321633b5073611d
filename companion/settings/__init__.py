"""What can be set on the page while the program runs: one line a setting, and the file of them."""
