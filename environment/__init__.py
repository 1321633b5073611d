"""Makes the virtual environment that the Makefile runs everything in, or repairs it.

    python3 -m environment FOLDER [EXTRA ...]

installs the project, editable and with these extras of pyproject.toml, into the virtual environment
FOLDER. It prints one line for each stage, and nothing if everything is there already.

A marker in the environment records its folder, its Python and the requirements. It is complete only
after the last package is installed. If nothing has changed since, there is nothing to do.
Otherwise:

1. An environment of another Python, or one that was moved here, is emptied.
2. `python -m venv` makes the environment, or what is missing in it: a script, or a usable pip.
3. Packages that a killed installer left incomplete are forgotten, so that they are installed again.
4. uv installs the packages; pip does it where uv cannot.

So a run may be killed at any moment, and the next one works. If a tool fails, the cause is looked
for at its source, on the disk and in the network: the tools' messages change from version to
version.

Only the standard library is used. Any Python can read this file, so that an old one can report that
it is too old.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "make: {} is Python {}.{}, and 3.11 or later is needed; if there is one: "
        "make PYTHON=/path/to/python3.11 ...".format(sys.executable, *sys.version_info)
    )
