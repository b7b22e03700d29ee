"""Which rooms are looked into, the tests that must notice a fault in each, and the mutants that mean the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Room:
    """A folder of code, the tests that are asked about it, and the packages of others that both need."""

    folder: str
    tests: tuple[str, ...]
    packages: tuple[str, ...] = ()


TABLES = ("duckdb", "pyarrow.parquet", "pyarrow.compute")
ROOMS = (
    Room("core/metrics", ("tests/core/metrics",), ("sklearn.metrics",)),
    Room(
        "core/models",  # the quick tests first, those that train last
        tuple(f"tests/core/models/test_{name}.py" for name in ("specs", "registry", "networks", "training")),
        ("torch", "transformers", "safetensors.torch"),
    ),
    Room("curation", ("tests/curation",), ("sklearn.linear_model",)),
    Room("data/store", ("tests/data/store",), TABLES),
    Room("data/runs", ("tests/data/runs",), (*TABLES, "torch", "transformers")),
    Room("data/study", ("tests/data/study", "tests/curation/study"), TABLES),
    Room("data/accounts", ("tests/data/accounts",), ("argon2",)),
    Room("data/flips", ("tests/data/flips",), TABLES),
    Room("data/study_results", ("tests/data/study_results",), TABLES),
)


def every_mutant(room: Room) -> list[Mutant]:
    """All mutants of the room's code that mean something else than the code does."""
    return [mutant for mutant in _all(room) if mutant.name not in EQUIVALENT]


def stale(rooms: Sequence[Room] = ROOMS) -> set[str]:
    """Names in the list of mutants that mean the same which no mutant bears any more."""
    return set(EQUIVALENT) - {mutant.name for room in rooms for mutant in _all(room)}


def drawn(room: Room, count: int, seed: int) -> list[Mutant]:
    """So many of the room's mutants, or all where it has fewer; for a seed the same ones, whatever else is written."""
    drawn = sorted(every_mutant(room), key=lambda mutant: Random(f"{seed} {mutant.name}").random())[:count]
    return sorted(drawn, key=lambda mutant: (mutant.path, mutant.number))


@cache
def _all(room: Room) -> tuple[Mutant, ...]:
    """Read once: what is asked is asked of the code as it was when this process began."""
    paths = sorted((ROOT / room.folder).rglob("*.py"))
    named = [(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths]
    return tuple(mutant for name, source in named for mutant in mutants(name, source))
