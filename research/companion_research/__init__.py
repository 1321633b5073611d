"""Solves games and endings, proves results, and checks the tables and books.

These are in `companion/opponents/tables/`, from which the companion reads them.
"""
