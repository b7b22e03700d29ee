"""A team at the review desk: 20 browsers at once, 40 kills, a cut network, 50 people by protocol (tests/load)."""

import subprocess
import sys

from core.errors import BadInput
from data.bench.output import Out
from data.workspace import PROJECT


def run(out: Out = print) -> None:
    """Run the load tests and print what they say; raises BadInput when a decision was lost or doubled."""
    command = [sys.executable, "-m", "tests.load.curation"]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            out(f"  {line.rstrip()}")
    if process.returncode:
        raise BadInput("Something went wrong under load; what it was stands above.")
