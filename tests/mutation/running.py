"""Run tests against a planted fault: in a process of its own, forked before anything of ours was imported."""

import ast
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tests.mutation.mutants import Mutant, planted

ROOT = Path(__file__).parents[2]
PASSED, FAILED, BROKEN = 0, 1, 2  # what pytest returns; BROKEN is a module that can't be imported
QUIET = (
    "-x",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-p",
    "no:faulthandler",
    "--hypothesis-profile=flinch-mutation",
)


class Verdict(StrEnum):
    CAUGHT = "caught"
    SURVIVED = "survived"
    ENDLESS = "endless"  # the tests did not end in good time, and somebody would have noticed


class Planted(SourceFileLoader):
    """Loads a module with its fault, and never from a compiled file."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self._tree = tree

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._tree, self.path, "exec", dont_inherit=True)


@dataclass(frozen=True, slots=True)
class Finder:
    """Gives the loader above to whoever imports the module."""

    loader: Planted

    def find_spec(self, name: str, _: object = None, __: ModuleType | None = None) -> ModuleSpec | None:
        """The module's spec; None for any other module."""
        if name != self.loader.name:
            return None
        return importlib.util.spec_from_file_location(name, self.loader.path, loader=self.loader)


def verdicts(
    mutants: Iterable[tuple[Mutant, Sequence[str]]], seconds: float, workers: int
) -> Iterator[tuple[Mutant, Verdict]]:
    """What the tests named beside each mutant make of it, as they end; `seconds` is how long they may take."""
    running: dict[int, tuple[Mutant, float]] = {}
    waiting = list(mutants)[::-1]
    while waiting or running:
        while waiting and len(running) < workers:
            mutant, tests = waiting.pop()
            running[_forked(mutant, tests)] = mutant, time.monotonic() + seconds
        for pid, (mutant, until) in list(running.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if not ended and time.monotonic() < until:
                continue
            if not ended:
                os.killpg(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            del running[pid]
            yield mutant, _verdict(mutant, os.waitstatus_to_exitcode(status)) if ended else Verdict.ENDLESS
        time.sleep(0.005)


def unharmed(tests: Sequence[str]) -> float:
    """How many seconds these tests take without any fault; raises RuntimeError when they fail even so."""
    start = time.monotonic()
    _, status = os.waitpid(_forked(None, tests), 0)
    if os.waitstatus_to_exitcode(status) != PASSED:
        raise RuntimeError(f"Without any fault these tests fail: {' '.join(tests)}; mend them first.")
    return time.monotonic() - start


def _verdict(mutant: Mutant, code: int) -> Verdict:
    if code in (FAILED, BROKEN) or code < 0:
        return Verdict.CAUGHT
    if code == PASSED:
        return Verdict.SURVIVED
    raise RuntimeError(f"pytest ended with {code} on {mutant.name}.")


def _forked(mutant: Mutant | None, tests: Sequence[str]) -> int:
    """The id of the process, and of its group, that runs the tests."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 70
    try:
        os.setsid()
        code = _tested(mutant, tests)
    finally:
        os._exit(code)


def _tested(mutant: Mutant | None, tests: Sequence[str]) -> int:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    if mutant:
        path = ROOT / mutant.path
        name = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        tree = planted(path.read_text(encoding="utf-8"), mutant.number)
        sys.meta_path.insert(0, Finder(Planted(name, str(path), tree)))
    scratch = tempfile.mkdtemp(prefix="flinch-mutant-")
    try:
        return int(pytest.main([*QUIET, f"--basetemp={scratch}/tmp", *tests]))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
