"""The command line, called in this process: what a shell sees of it, without starting a Python each time."""

import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from cli import main

ROOT = Path(__file__).parents[1]


def command_line(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What `python cli.py` with these words ends with and prints."""
    said, told = StringIO(), StringIO()
    typed = ["cli.py", *map(str, words)]
    with chdir(ROOT), patch.object(sys, "argv", typed), redirect_stdout(said), redirect_stderr(told):
        code = main()
    return subprocess.CompletedProcess(typed, code, said.getvalue(), told.getvalue())
