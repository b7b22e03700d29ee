"""What a kill leaves: an act is done in a process of its own, which ends just before its n-th step on files, for every
n there is; nothing is drawn by chance.

Steps are what changes files below a folder: making, renaming, removing, writing, syncing, a statement to DuckDB.
python -m tests.killed.steps MODULE FOLDER: MODULE has `prepare`, `act` and `check`; each takes the path of a folder.
"""

import os
import shutil
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import BuiltinFunctionType, FrameType
from typing import Any

KILLED = 9
CHANGING = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"}
WRITING = {"fsync", "fdatasync", "write", "ftruncate", "execute", "checkpoint"}
TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Steps:
    """Counts the steps of this process, and ends it just before the last one that it may not take."""

    def __init__(self, last: int, folder: Path) -> None:
        self._left, self._folder = last, str(folder)

    def begin(self) -> None:
        """From now on."""
        sys.addaudithook(self._audited)
        sys.setprofile(self._called)

    def _audited(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in CHANGING or (event == "open" and self._is_ours(arguments)):
            self._step()

    def _is_ours(self, arguments: tuple[Any, ...]) -> bool:
        path, _, flags = arguments
        return isinstance(path, str | Path) and str(path).startswith(self._folder) and bool(flags & TO_WRITE)

    def _called(self, _: FrameType, event: str, function: object) -> None:
        if event == "c_call" and isinstance(function, BuiltinFunctionType) and function.__name__ in WRITING:
            self._step()

    def _step(self) -> None:
        if not self._left:
            os._exit(KILLED)
        self._left -= 1


def apart(act: Callable[[], object]) -> int:
    """Do this in a process of its own; its status: 0, `KILLED`, or 1 after a fault, which it told."""
    if not (child := os.fork()):
        try:
            act()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(module: str, folder: Path) -> None:
    """Tell how many steps there were; ends with the first after which `check` fails."""
    case = import_module(module)
    before, work = folder / "before", folder / "work"

    def killed(last: int) -> None:
        Steps(last, work).begin()
        case.act(work)

    assert apart(lambda: case.prepare(work)) == 0, "the beginning can't be made"
    work.rename(before)
    for steps in range(10_000):
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(before, work)
        status = apart(lambda last=steps: killed(last))
        assert status in (0, KILLED), f"after {steps} steps the act fails"
        assert apart(lambda: case.check(work)) == 0, f"killed after {steps} steps"
        if not status:
            print(steps)
            return


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]).resolve())
