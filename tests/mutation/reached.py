"""Which tests call which functions of a room: those can notice a fault in one, and are asked first."""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType

import pytest

from tests.mutation.mutants import Mutant

PATIENCE = 4  # times as long as without a fault, and 20 s more, is endless


@dataclass(frozen=True, slots=True)
class Reach:
    """What one test did without any fault: how long it took, and the functions it called, as (file, function)."""

    seconds: float
    called: frozenset[tuple[str, str]]

    def reaches(self, file: str, where: str = "") -> bool:
        """Whether it called the function of this file, or one inside it; without a name, any function of the file."""
        return any(at == file and (not where or f"{name}.".startswith(f"{where}.")) for at, name in self.called)


@dataclass(slots=True, eq=False)  # pytest keeps its plugins in sets
class Noting:
    """A plugin of pytest that notes what each test reaches of these files. It slows the tests down by a little."""

    files: frozenset[str]
    tests: dict[str, Reach] = field(default_factory=dict)
    _called: set[tuple[str, str]] = field(default_factory=set)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._called.clear()
        start = time.monotonic()
        threading.settrace(self._note)
        sys.settrace(self._note)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
            named = {(file, name.replace(".<locals>", "")) for file, name in self._called.copy()}
            self.tests[item.nodeid] = Reach(time.monotonic() - start, frozenset(named))

    def _note(self, frame: FrameType, _event: str, _what: object) -> None:
        code = frame.f_code
        if code.co_filename in self.files:
            self._called.add((code.co_filename, code.co_qualname))


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A plugin of pytest that runs only the tests that are near, in their order, or only the others.

    It kills its own process in a test that takes longer than its limit: SIGALRM.
    """

    near: tuple[str, ...]
    others: bool
    seconds: dict[str, float]  # how long each test of the room takes without a fault

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        place = {name: n for n, name in enumerate(self.near)}
        items[:] = [item for item in items if (item.nodeid in place) != self.others]
        items.sort(key=lambda item: place.get(item.nodeid, 0))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.limit(nodeid)

    def limit(self, test: str = "") -> None:
        """From now on this process has as long as this test may take, or all where it is new: a fault can name one."""
        usual = self.seconds.get(test, sum(self.seconds.values()))
        signal.setitimer(signal.ITIMER_REAL, PATIENCE * usual + 20)


def asked(reaches: dict[str, Reach], mutant: Mutant, file: str) -> list[str]:
    """The tests that reach the fault in this file, the quickest first.

    What lies in no function, or in one that nobody calls, is reached by whoever calls anything of the file.
    """
    found = [name for name, of in reaches.items() if of.reaches(file, mutant.where)]
    found = found or [name for name, of in reaches.items() if of.reaches(file)]
    return sorted(found, key=lambda name: reaches[name].seconds)
