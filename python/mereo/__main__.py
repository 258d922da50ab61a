"""The program: `python -m mereo generate ptr --out DIR` is `mereo generate ptr --out DIR`."""

import os
import sys

from ._client import program


def main() -> None:
    """Become the program."""
    os.execv(program(), ["mereo", *sys.argv[1:]])


if __name__ == "__main__":
    main()
