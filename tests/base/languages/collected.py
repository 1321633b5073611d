"""What is collected and read again by many tests, once."""

from __future__ import annotations

from functools import cache

from companion.base.languages.collect import collect_page, collect_program, read_catalog

page = cache(collect_page)
program = cache(collect_program)
catalog = cache(read_catalog)
