"""Run tests against a planted fault: in a process of its own, forked before anything of ours was imported."""

import ast
import importlib.util
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, ModuleType

import pytest

from tests.mutation.mutants import Mutant, planted
from tests.mutation.reached import Asked, Noting, Reach, asked

ROOT = Path(__file__).parents[2]
PASSED, FAILED, BROKEN, NONE = 0, 1, 2, 5  # what pytest returns; BROKEN is a module that can't be imported
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


@dataclass(frozen=True, slots=True)
class Asking:
    """What a child process is to find out: whether these tests, in this order and then the others, notice the fault."""

    mutant: Mutant
    tests: Sequence[str]
    reaches: dict[str, Reach]
    place: Path

    @property
    def file(self) -> str:
        """The file the fault is planted in."""
        return str(ROOT / self.mutant.path)

    def answer(self) -> int:
        """What pytest ended with: first the tests that reach the fault, and all others when none of those notices."""
        source = Path(self.file).read_text(encoding="utf-8")
        name = self.mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        sys.meta_path.insert(0, Finder(Planted(name, self.file, planted(source, self.mutant.number))))
        seconds = {test: reach.seconds for test, reach in self.reaches.items()}
        near = tuple(asked(self.reaches, self.mutant, self.file))
        code = PASSED
        if near:
            code = _pytest(self.place, sorted({name.partition("::")[0] for name in near}), Asked(near, False, seconds))
        if code in (PASSED, NONE):
            code = _pytest(self.place, self.tests, Asked(near, True, seconds))
        return code


def verdicts(
    mutants: Iterable[Mutant], tests: Sequence[str], reaches: dict[str, Reach], workers: int
) -> Iterator[tuple[Mutant, Verdict]]:
    """What the tests make of each mutant, as they end."""
    running: dict[int, Mutant] = {}
    waiting = list(mutants)[::-1]
    with TemporaryDirectory(prefix="flinch-mutants-") as scratch:
        while waiting or running:
            while waiting and len(running) < workers:
                mutant = waiting.pop()
                asking = Asking(mutant, tests, reaches, Path(scratch) / str(len(waiting)))
                running[_forked(asking.answer)] = mutant
            pid, status = os.waitpid(-1, 0)
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)  # what its tests had started
            yield (mutant := running.pop(pid)), _verdict(mutant, os.waitstatus_to_exitcode(status))


def unharmed(tests: Sequence[str], folder: str) -> dict[str, Reach]:
    """What each of these tests reaches in the folder without any fault; raises RuntimeError when they fail even so."""
    files = frozenset(str(path) for path in (ROOT / folder).rglob("*.py"))
    with TemporaryDirectory(prefix="flinch-mutants-") as scratch:
        noted = Path(scratch) / "noted"

        def answer() -> int:
            noting = Noting(files)
            code = _pytest(Path(scratch) / "tmp", tests, noting)
            noted.write_bytes(pickle.dumps(noting.tests))
            return code

        _, status = os.waitpid(_forked(answer), 0)
        if os.waitstatus_to_exitcode(status) != PASSED:
            raise RuntimeError(f"Without any fault these tests fail: {' '.join(tests)}; mend them first.")
        return dict(pickle.loads(noted.read_bytes()))


def _verdict(mutant: Mutant, code: int) -> Verdict:
    if code == -signal.SIGALRM:
        return Verdict.ENDLESS
    if code in (FAILED, BROKEN) or code < 0:
        return Verdict.CAUGHT
    if code in (PASSED, NONE):
        return Verdict.SURVIVED
    raise RuntimeError(f"pytest ended with {code} on {mutant.name}.")


def _forked(answer: Callable[[], int]) -> int:
    """The id of the process, and of its group, that ends with the answer."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 70
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        code = answer()
    finally:
        os._exit(code)


def _pytest(place: Path, tests: Sequence[str], plugin: Asked | Noting) -> int:
    """What pytest ends with on these, its folders of scratch in this place."""
    if isinstance(plugin, Asked):
        plugin.limit()
    return int(pytest.main([*QUIET, f"--basetemp={place}", *tests], plugins=[plugin]))
