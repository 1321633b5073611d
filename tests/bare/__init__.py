"""The README's two commands on bare Debians, as an ordinary user: `make test-bare`."""
