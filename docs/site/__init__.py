"""The pages of this repository as a site: make docs."""
