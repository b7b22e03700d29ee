"""What is in the way: another process at the same workspace, a disk that is full."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.workspace import Workspace

ROOT = Path(__file__).parents[4]
HOLD = """
import sys
from pathlib import Path
from data.store import Store
from data.workspace import Workspace
Store.open(Workspace(Path(sys.argv[1])))
print("open", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(workspace: Workspace) -> Iterator[int]:
    """The number of another process that has the store open meanwhile, and is then killed."""
    command = [sys.executable, "-c", HOLD, str(workspace.root)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None and holder.stdout.readline()
        try:
            yield holder.pid
        finally:
            holder.kill()


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """A disk that is full, for every file that would grow beyond this size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
