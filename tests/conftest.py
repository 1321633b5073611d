"""Settings for all tests: none may depend on chance or on the speed of the machine.

Hypothesis tries the same examples in every run; `pytest --hypothesis-profile fresh` tries new ones.
"""

from hypothesis import settings

settings.register_profile("fresh", deadline=None)
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")
