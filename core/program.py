"""What Flinch is called where it runs: in its own folder, or as the installed package `flinch`."""

PACKAGE = __name__.removesuffix("core.program")
"""What stands before the names of modules: "flinch." where it is installed, else ""."""
PROGRAM = "flinch" if PACKAGE else "python cli.py"
"""The command that people are told to give."""
