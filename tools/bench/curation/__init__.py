"""A team at the review desk: 20 browsers, 40 kills, a cut network, 50 people by protocol, the return (tests/load)."""

import subprocess
import sys

from core.errors import BadInput
from data.workspace import PROJECT
from tools.bench.output import Out


def run(out: Out = print, offline: bool = False) -> None:
    """Run the load tests and print what they say, or only measure what needs no browser.

    Raises BadInput when a decision was lost or doubled.
    """
    if offline:
        from tools.bench.curation.offline import run as measure

        measure(out)
    else:
        under_load("tests.load.curation", out)


def under_load(module: str, out: Out, *options: str) -> None:
    """Run this load test with these options and print what it says. Raises BadInput where something went wrong."""
    command = [sys.executable, "-m", module, *options]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            out(f"  {line.rstrip()}")
    if process.returncode:
        raise BadInput("Something went wrong under load; what it was stands above.")
