"""`python -m chatparse`: the command line."""

from __future__ import annotations

from chatparse.cli.main import main

if __name__ == "__main__":
    main(prog_name="chatparse")
